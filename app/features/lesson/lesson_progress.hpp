// Purpose: LessonProgress keeps what a learner has done in which lesson, from one run to the next: a file beside the
//          settings.
// Errors: "FILE: reason" for a file that cannot be written. One that cannot be read counts as empty.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// What became of a step's question.
struct LessonAnswerState {
  int tries = 0;
  bool done = false;                 // answered rightly, or told
  bool first = false;                // the first try was right
  bool told = false;                 // the lesson gave the answer
  double seconds = 0;                // from the question to its answer
  std::vector<std::string> answers;  // as given, one for each try
  // The commands that bring a fresh lab to what was on the screen: at each try, empty where nothing was changed since
  // the step was shown. Of a build: at the last try alone.
  std::vector<std::vector<std::string>> work;
  std::string map_hash;  // of a build: the map at the last try
  // The same for the moment when the step was left, if something was changed once the question was done.
  std::vector<std::string> left;
};

struct LessonRecord {
  int version = 0;  // of the lesson
  size_t step = 0;  // where it was left
  bool finished = false;
  std::string student;
  std::vector<LessonAnswerState> answers;  // by step
};

class LessonProgress {
 public:
  // `settings_path` is that of the settings; empty: nothing is kept.
  explicit LessonProgress(const std::string& settings_path);

  // By the key that `record_key` gives.
  const LessonRecord* of(const std::string& lesson) const;  // null: never begun
  void note(const std::string& lesson, LessonRecord record);
  void forget(const std::string& lesson);
  Status save();  // does nothing if nothing has changed

 private:
  std::string path_;
  std::map<std::string, LessonRecord> records_;
  bool changed_ = false;
};

}  // namespace strata
