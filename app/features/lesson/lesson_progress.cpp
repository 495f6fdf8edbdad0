#include "app/features/lesson/lesson_progress.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr size_t kMostBytes = size_t{1} << 22;

json answer_json(const LessonAnswerState& state) {
  return {{"tries", state.tries},       {"done", state.done},       {"first", state.first}, {"told", state.told},
          {"seconds", state.seconds},   {"answers", state.answers}, {"work", state.work},   {"left", state.left},
          {"map_hash", state.map_hash}, {"steps", state.steps}};
}

LessonAnswerState read_answer_state(const json& from) {
  LessonAnswerState state;
  state.tries = from.value("tries", 0);
  state.done = from.value("done", false);
  state.first = from.value("first", false);
  state.told = from.value("told", false);
  state.seconds = from.value("seconds", 0.0);
  state.answers = from.value("answers", std::vector<std::string>{});
  state.work = from.value("work", std::vector<std::vector<std::string>>{});
  state.steps = from.value("steps", std::vector<std::string>{});
  state.map_hash = from.value("map_hash", std::string());
  state.left = from.value("left", std::vector<std::string>{});
  return state;
}

}  // namespace

LessonScore LessonRecord::score() const {
  const auto count = [this](bool LessonAnswerState::*is) {
    return static_cast<size_t>(std::ranges::count(answers, true, is));
  };
  return {count(&LessonAnswerState::first), count(&LessonAnswerState::done)};
}

LessonProgress::LessonProgress(const std::string& settings_path) {
  if (settings_path.empty()) return;
  path_ = (std::filesystem::path(settings_path).parent_path() / "lessons.json").string();
  const Result<std::string> text = read_file(path_, kMostBytes);
  if (!text) return;
  const json read = json::parse(text.value(), nullptr, false);
  if (!read.is_object()) return;
  for (const auto& [lesson, from] : read.items()) {
    try {
      LessonRecord record;
      record.version = from.value("version", 0);
      record.step = from.value("step", size_t{0});
      record.finished = from.value("finished", false);
      record.student = from.value("student", std::string());
      for (const json& one : from.value("answers", json::array())) record.answers.push_back(read_answer_state(one));
      if (record.finished) record.best = record.score();
      if (const auto best = from.find("best"); best != from.end()) {
        record.best = {best->value("right", size_t{0}), best->value("asked", size_t{0})};
      }
      records_[lesson] = std::move(record);
    } catch (const json::exception&) {
      // The stored progress has another format: it is dropped, so that the lesson starts from the beginning.
    }
  }
}

const LessonRecord* LessonProgress::of(const std::string& lesson) const {
  const auto found = records_.find(lesson);
  return found == records_.end() ? nullptr : &found->second;
}

void LessonProgress::note(const std::string& lesson, LessonRecord record) {
  LessonRecord& kept = records_[lesson];
  record.best = kept.best;
  if (record.finished) {
    const LessonScore score = record.score();
    if (!record.best || score.right >= record.best->right) record.best = score;
  }
  kept = std::move(record);
  changed_ = true;
}

Status LessonProgress::save() {
  if (!std::exchange(changed_, false) || path_.empty()) return success();
  json out = json::object();
  for (const auto& [lesson, record] : records_) {
    json& own = out[lesson];
    own = {
        {"version", record.version}, {"step", record.step}, {"finished", record.finished}, {"student", record.student}};
    if (record.best) own["best"] = {{"right", record.best->right}, {"asked", record.best->asked}};
    own["answers"] = json::array();
    for (const LessonAnswerState& state : record.answers) own["answers"].push_back(answer_json(state));
  }
  if (Status made = make_folders(std::filesystem::path(path_).parent_path().string()); !made) return made;
  const std::string text = out.dump(1);
  // A file above the size limit could not be read again, and all progress would be lost.
  if (text.size() > kMostBytes) return error_at(path_, "the records of lessons have grown too large: remove some");
  return write_file_atomic(path_, text);
}

}  // namespace strata
