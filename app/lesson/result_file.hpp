// Purpose: A LessonResult is what a student hands in after a lesson: every answer, what was changed on the map before
//          it, and what was built, as commands. This header has its parts and its reader.
// Format: JSON, docs/lessons.md has all fields. The file comes from anybody's hand: nothing in it is believed before it
//         was replayed (app/features/lesson/lesson_replay.hpp).
// Errors: "FILE:LINE: reason". Nothing is taken over from a file with a mistake.
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

// These limits hold for every result file.
namespace result_limits {
inline constexpr size_t kFileBytes = size_t{4} << 20;
inline constexpr size_t kParts = 100'000;         // values of the file
inline constexpr size_t kCommands = 10'000;       // of the whole file
inline constexpr size_t kCommandBytes = 100'000;  // of one command
inline constexpr size_t kTextBytes = 2000;        // of other texts
}  // namespace result_limits

// Commands of a result, with the lines of the file in which they stand.
struct ResultCommands {
  size_t line = 0;
  std::vector<std::string> commands;
  std::vector<size_t> lines;
};

struct ResultQuestion {
  size_t line = 0;
  size_t step = 0;   // from 1
  std::string asks;  // kind of the question, or "build"
  std::vector<std::string> answers;
  int tries = 0;
  bool done = false, first = false, told = false;
  double seconds = 0;
  // The commands that bring a fresh lab to what the learner had on the screen: at each try, empty where nothing was
  // changed since the step was shown. Of a build: at the last try alone.
  std::vector<ResultCommands> work;
  std::string map_hash;  // of a build: the map at that try
};

struct LessonResult {
  std::string file;
  std::string lesson;
  int version = 0;
  std::string program, student;
  std::optional<uint32_t> seed;
  bool finished = false;
  size_t step = 0;  // where the learner was, from 1
  std::vector<ResultQuestion> questions;
  // What was changed after a question was done, and before the next step, by the number of the step.
  std::vector<std::pair<size_t, ResultCommands>> left;
  ResultCommands commands;  // to the map as it is at the end
  std::string map_hash;
};

// Reads a result from its text. `file` names it in messages.
Result<LessonResult> parse_lesson_result(std::string_view text, const std::string& file);

}  // namespace strata
