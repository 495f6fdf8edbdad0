// Purpose: The list of the lessons that come with the program, where a lesson is that is named, and what its record is
//          called.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata {

class Lab;
struct Lesson;

struct LessonEntry {
  std::string id, title, path;
  int minutes = 0;
  size_t questions = 0;
};

// Returns the lessons of the folder assets/lessons, in the order of assets/lessons/order.txt. Read once; files with a
// mistake are left out, as opening them says what is wrong.
std::span<const LessonEntry> lesson_list();
// Returns the lessons of the user: those that lie where recorded lessons are saved, and those that were opened lately.
// The files are read at each call.
std::vector<LessonEntry> own_lessons(const Lab& lab);
// Returns the file of a lesson: one that comes with the program by its name, others by their path.
std::string lesson_file(const std::string& name);
// Returns what a learner's record of the lesson is called: the id of a lesson that comes with the program; of others
// the id and the hash of the file, as anybody may give a lesson any id.
std::string record_key(const Lesson& lesson);

}  // namespace strata
