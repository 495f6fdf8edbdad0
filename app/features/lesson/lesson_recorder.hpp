// Purpose: LessonRecorder writes a lesson file from what a teacher does in the lab. Each step gets the commands since
//          the previous step, with the texts that the teacher writes beside it,
//          or placeholders for them.
// How: The commands come from the lab's command log. A mark begins a new step or a question; it takes the log lines
//      since the previous mark, without those that lessons must not contain.
// Errors: Why nothing can be recorded, or which file cannot be written. The recording is unchanged then.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kLessonRecorderFeature;

// The texts of a step in the teacher's words. Where one is empty, the file has a placeholder for it.
struct RecordedTexts {
  std::string text, question, answer, wrong, hint, reason;
};

struct RecordedStep {
  std::string title;
  // The commands of the step before and after its question.
  std::vector<std::string> before, after;
  bool asks = false;
  RecordedTexts texts = {};
  // The comparison and what the search does next are hidden until the question is answered.
  bool hides = false;
};

// A map that is stored beside the lesson: a copy of a file, or the open map if no command of a lesson can open it.
struct RecordedMap {
  // The file name by which commands of the lesson open the map.
  std::string opened;
  // Path of the file to copy; empty: the map is given as `text`.
  std::string path;
  std::string text;
};

struct LessonRecording {
  std::string title;  // of the lesson; empty: its file name
  std::vector<RecordedStep> steps;
  // The lines of the command log at the last mark.
  std::vector<std::string> seen;
  // The last line of the log that moved the cursor of the stepped search; empty: the cursor is at the end.
  std::string position;
  std::vector<RecordedMap> maps;
  // The commands that were left out, as lessons must not contain them.
  std::vector<std::string> left_out;
  bool opened = false;  // another map was opened since the last mark
  // The settings at the last mark, as commands, and those of them that the lesson has not needed so far.
  std::vector<std::string> settings, held;
  // The position in the undo history at which the recording began.
  size_t begun_at = 0;
};

class LessonRecorder : public FeatureController {
 public:
  explicit LessonRecorder(Lab& lab) : FeatureController(lab) {}

  Status start();
  Status step(const std::string& title);
  Status ask();
  // Writes a text of the present step: its "title", "text", "question", "answer", "wrong", "hint" or "reason"; or the
  // title of the "lesson". "hide" is "on" or "off", see RecordedStep::hides.
  Status write(const std::string& field, const std::string& text);
  Status stop();
  Status discard();  // forgets the recording, which closes its section
  // Writes a .lesson file and the maps beside it.
  Status save(const std::string& path);

  bool recording() const { return on_; }
  const LessonRecording& recorded() const { return recorded_; }
  bool empty() const { return recorded_.steps.empty(); }
  // The file that this recording was written to last; empty: it was not written.
  const std::string& saved() const { return saved_; }

  void map_changes(const MapChange& change) override;
  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

 private:
  Status needs_recording() const;
  // Adds the commands since the last mark to `into`.
  Status take(LessonRecording& into) const;
  // The following functions return lines that open the map and restore the state of the lab. They add the map to
  // `into`. state_lines: the map as it is now; opening_lines: the map as it was opened, and what was done on it.
  Result<std::vector<std::string>> state_lines(LessonRecording& into, const std::vector<std::string>& log) const;
  Result<std::vector<std::string>> opening_lines(LessonRecording& into, const std::vector<std::string>& log) const;
  Result<std::vector<std::string>> own_map_lines(LessonRecording& into) const;
  std::string take_along(LessonRecording& into, const std::string& line) const;
  // Returns lines that restore the settings, the query, the agents and what is stepped and inspected.
  std::vector<std::string> content_lines(LessonRecording& into) const;
  // Returns the settings that differ from those that the lesson has, as commands.
  std::vector<std::string> other_settings(const LessonRecording& recording) const;

  LessonRecording recorded_;
  std::string saved_;
  bool on_ = false;
};

LessonRecorder& lesson_recorder(const Lab& lab);

// Returns the text of the lesson file. Its commands open maps by their file names in the recording.
std::string recorded_lesson_text(const LessonRecording& recording, const std::string& id);

}  // namespace strata
