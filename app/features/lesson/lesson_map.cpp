// Clicks on the map during a lesson, and the end of a lesson by another map.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/features/lesson/lesson.hpp"
#include "app/lab/lab.hpp"

namespace strata {

bool LessonController::waits_for_cells() const {
  if (!is_open() || finished_ || !step().ask || answer_state().done) return false;
  if (step().ask->simulates()) return simulation_ && simulation_->now.choices.empty() && !simulation_->now.number;
  return step().ask->kind != LessonQuestionKind::kChoice && step().ask->kind != LessonQuestionKind::kNumber;
}

PressResult LessonController::press(const PointerEvent& event, Cell cell) {
  const bool takes =
      event.button == 0 && state_.tool == Tool::kSelect && waits_for_cells() && world_->map().contains(cell);
  return takes ? PressResult::kClickPending : PressResult::kIgnored;
}

bool LessonController::click(const PointerEvent&, Cell cell) {
  if (!waits_for_cells() || !world_->map().contains(cell)) return false;
  const LessonQuestion& ask = *step().ask;
  const size_t wanted = ask.kind == LessonQuestionKind::kEdge    ? 2
                        : ask.kind == LessonQuestionKind::kOrder ? static_cast<size_t>(ask.count)
                                                                 : 1;
  // A second click on a cell removes it.
  const auto picked = std::ranges::find(picked_, cell);
  if (picked != picked_.end()) {
    picked_.erase(picked);
  } else {
    picked_.push_back(cell);
  }
  ++version_;
  if (picked_.size() < wanted) return true;
  // A click of a simulation that cannot be judged leaves nothing behind.
  const std::vector<Cell> cells = ask.simulates() ? std::exchange(picked_, {}) : picked_;
  std::string line = "lesson.answer";
  for (const Cell one : cells) line += fmt::format(" {},{}", one.x, one.y);
  lab_.run(line);
  return true;
}

size_t LessonController::paint_lines() const {
  const std::vector<std::string> lines = work_of(lab_);
  const auto paints = [](const std::string& line) { return line.starts_with("paint."); };
  return static_cast<size_t>(std::ranges::count_if(lines, paints) - std::ranges::count_if(base_, paints));
}

// Esc ends the tool first, then takes back clicked cells, and leaves the lesson last. If something was painted for a
// task that is not done, only a second Esc leaves the lesson.
bool LessonController::cancel() {
  if (!is_open() || state_.tool != Tool::kSelect) return false;
  if (!picked_.empty()) {
    picked_.clear();
    ++version_;
    return true;
  }
  const size_t painted = may_go_on() ? 0 : paint_lines();
  if (painted != 0 && std::exchange(painted_at_esc_, painted) != painted) {
    lab_.say(MessageKind::kWarning, "Press Esc again to leave the lesson: what you painted in this step will be lost");
    return true;
  }
  lab_.run("lesson.close");
  return true;
}

// Another map that the lesson has not opened itself ends the lesson. The user has no unsaved work then, or
// was asked about it.
void LessonController::map_changes(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther || change.resized || working_ || !is_open()) return;
  lab_.say(MessageKind::kInfo, fmt::format("The lesson was left: {}", lesson_->title));
  end();
}

}  // namespace strata
