// Purpose: These functions list the lessons, find the file of a lesson by its name, and give the key under which a
//          learner's progress in a lesson is stored.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strata {

class Lab;
struct Lesson;

struct LessonEntry {
  std::string id, title, path;
  std::string record = {};  // the key under which the progress is stored (record_key)
  std::string group = {};   // "HPA*"; empty for the user's lessons
  int minutes = 0;
  size_t questions = 0;
};

// Returns the lessons in the folder assets/lessons, in the order of assets/lessons/order.txt, which also has their
// groups. They are read once; files with an error are skipped, as opening them reports it.
std::span<const LessonEntry> lesson_list();
// Returns the user's lessons: those in the folder for recorded lessons, and recently opened ones. Each call
// reads the files.
std::vector<LessonEntry> own_lessons(const Lab& lab);
// Returns the file of a lesson: stock lessons are given by name, others by path.
std::string lesson_file(const std::string& name);
// Returns the key under which the progress in the lesson is stored. It is the id of a lesson that comes with the
// program. For any other lesson it is the id and a hash of the file, as two files may have the same id.
std::string record_key(const Lesson& lesson);

}  // namespace strata
