// Purpose: The LessonRecorder writes a lesson from what is done by hand: each step has the commands since the step
//          before, with places for texts and questions, which a teacher fills in with an editor.
// How: The log of the lab has what was done. At each mark (a new step, a question) the lines that have come since the
//      mark before are taken, without those that a lesson may not give.
// Errors: Why nothing can be recorded here, or the file that cannot be written. What is recorded stays as it is.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kLessonRecorderFeature;

struct RecordedStep {
  std::string title;
  std::vector<std::string> before, after;  // commands before and after the question
  bool asks = false;
};

// A map that lies beside the lesson: a copy of a file, or what was open where no command of a lesson opens it.
struct RecordedMap {
  std::string opened;  // the name by which the steps open it
  std::string path;    // of the file that is copied; empty: `text` is the map
  std::string text;
};

struct LessonRecording {
  std::vector<RecordedStep> steps;
  std::vector<std::string> seen;  // the log at the last mark
  std::string position;           // the line that stepped the search last; empty: it is at its end
  std::vector<RecordedMap> maps;
  std::vector<std::string> left_out;  // commands that a lesson may not give
  bool opened = false;                // another map was opened since the last mark
};

class LessonRecorder : public FeatureController {
 public:
  explicit LessonRecorder(Lab& lab) : FeatureController(lab) {}

  Status start();
  Status step(const std::string& title);
  Status ask();
  Status stop();
  // Writes a .lesson file, and maps beside it that it opens.
  Status save(const std::string& path);

  bool recording() const { return on_; }
  const LessonRecording& recorded() const { return recorded_; }
  bool empty() const { return recorded_.steps.empty(); }

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

 private:
  Status needs_recording() const;
  Status take(LessonRecording& into) const;  // what was done since the last mark
  // Returns the lines that open the map and bring the screen to what it is, and adds the map to those of the recording.
  Result<std::vector<std::string>> opening_lines(LessonRecording& into, const std::vector<std::string>& log) const;
  Result<std::vector<std::string>> own_map_lines(LessonRecording& into) const;

  LessonRecording recorded_;
  bool on_ = false;
};

LessonRecorder& lesson_recorder(const Lab& lab);

// Returns the text of a lesson file. Maps are opened by the names that the recording has for them.
std::string recorded_lesson_text(const LessonRecording& recording, const std::string& id);

}  // namespace strata
