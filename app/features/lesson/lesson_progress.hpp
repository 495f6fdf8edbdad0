// Purpose: LessonProgress stores a learner's progress in all lessons between runs, in a file beside the settings.
// Errors: "FILE: reason" if the file cannot be written. An unreadable file counts as empty.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// The learner's progress with the question of one step.
struct LessonAnswerState {
  int tries = 0;
  bool done = false;                 // answered right, or shown by the lesson
  bool first = false;                // the first try was right
  bool told = false;                 // the lesson has shown the answer
  double seconds = 0;                // time from the question to its answer
  std::vector<std::string> answers;  // the answers in the learner's words, one per try
  // Of a simulation, for each of its steps that is done: "right", "also right", "wrong" or "told".
  std::vector<std::string> steps = {};
  // For each try, the commands that bring a fresh lab to the learner's state at that time. They are empty if nothing
  // was changed since the step was shown. For a task only those of the last try are stored.
  std::vector<std::vector<std::string>> work = {};
  // For a task, a hash of the map at the last try.
  std::string map_hash;
  // The commands that bring a fresh lab to the learner's state when the step was left. They are empty if nothing was
  // changed after the question was done.
  std::vector<std::string> left;
};

struct LessonScore {
  size_t right = 0, asked = 0;  // questions right at the first try, and questions done
};

struct LessonRecord {
  // Version of the lesson that the progress belongs to.
  int version = 0;
  // The step at which the learner was last.
  size_t step = 0;
  bool finished = false;
  std::string student;
  // Index: step.
  std::vector<LessonAnswerState> answers;
  // The best result with which the learner has finished the lesson; nullopt: it was never finished.
  std::optional<LessonScore> best;

  LessonScore score() const;  // that of the answers
};

class LessonProgress {
 public:
  // `settings_path` is the path of the settings file; empty: nothing is stored.
  explicit LessonProgress(const std::string& settings_path);

  // In these functions `lesson` is the key of the lesson, see record_key().
  const LessonRecord* of(const std::string& lesson) const;  // null: the lesson was never begun
  // Replaces the record, and keeps the best result.
  void note(const std::string& lesson, LessonRecord record);
  Status save();  // writes the file if anything has changed

 private:
  std::string path_;
  std::map<std::string, LessonRecord> records_;
  bool changed_ = false;
};

}  // namespace strata
