// Purpose: A LessonResult is the file that a student hands in after a lesson. It contains every answer; and, as
//          commands, the changes of the map before the answer and the things that the student has built. This header
//          declares its parts and its reader.
// Format: JSON; docs/lessons.md lists the fields. The file may come from anybody: nothing in it is trusted before it is
//         replayed (app/features/lesson/lesson_replay.hpp).
// Errors: "FILE:LINE: reason". A file with an error is rejected completely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

inline constexpr int kResultFormat = 2;

// Limits on every result file.
namespace result_limits {
inline constexpr size_t kFileBytes = size_t{4} << 20;
// Maximum number of JSON values in a file.
inline constexpr size_t kParts = 100'000;
// Maximum number of commands in a file.
inline constexpr size_t kCommands = 10'000;
// Maximum number of bytes of one command.
inline constexpr size_t kCommandBytes = 100'000;
// Maximum number of bytes of a text that is no command.
inline constexpr size_t kTextBytes = 2000;
// Maximum number of bytes of a file name that the program proposes, without its ending.
inline constexpr size_t kNameBytes = 150;
}  // namespace result_limits

// Some commands in a result, with the numbers of their lines in the file.
struct ResultCommands {
  size_t line = 0;
  std::vector<std::string> commands;
  std::vector<size_t> lines;
};

struct ResultQuestion {
  size_t line = 0;
  // Number of the step, from 1.
  size_t step = 0;
  // Kind of the question; "build" for a task.
  std::string asks;
  std::vector<std::string> answers;
  std::vector<std::string> steps;  // of a simulation: a verdict for each of its steps that is done
  bool has_steps = false;
  int tries = 0;
  bool done = false, first = false, told = false;
  double seconds = 0;
  // For each try, the commands that bring a fresh lab to the learner's state at that time. They are empty if nothing
  // was changed since the step was shown. For a task only those of the last try are given.
  std::vector<ResultCommands> work;
  // For a task, a hash of the map at the last try.
  std::string map_hash;
};

struct LessonResult {
  std::string file;
  std::string lesson;
  int version = 0;
  std::string program, student;
  std::optional<uint32_t> seed;
  bool finished = false;
  // The step at which the learner was last, from 1.
  size_t step = 0;
  std::optional<size_t> right_at_first_try;
  std::vector<ResultQuestion> questions;
  // For each step, the changes that were made after its question was answered and before the next step.
  std::vector<std::pair<size_t, ResultCommands>> left;
  // The commands that reproduce the map at the end of the lesson.
  ResultCommands commands;
  std::string map_hash;
};

// Returns the name of the file in which a student hands a lesson in: both names, without what folders or shells read as
// something else. It is cut where a long name would make a file name that no file system takes.
std::string result_file_name(std::string_view lesson, std::string_view student);

// Parses a result. `file` names it in messages.
Result<LessonResult> parse_lesson_result(std::string_view text, const std::string& file);

}  // namespace strata
