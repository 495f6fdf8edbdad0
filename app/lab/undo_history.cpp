// An edit of a feature stores the map's position in its history: it lies between that map edit and the next.
#include <utility>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

bool UndoHistory::undo_is_feature_edit() const {
  return done_ > 0 && feature_edits_[done_ - 1].map_position == world_->history().position();
}

bool UndoHistory::redo_is_feature_edit() const {
  return done_ < feature_edits_.size() && feature_edits_[done_].map_position == world_->history().position();
}

bool UndoHistory::can_undo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (undo_is_feature_edit() || history.can_undo());
}

bool UndoHistory::can_redo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (redo_is_feature_edit() || (history.can_redo() && history.position() < redo_limit_));
}

const std::string& UndoHistory::undo_name() const {
  return undo_is_feature_edit() ? feature_edits_[done_ - 1].name : world_->history().undo_name();
}

const std::string& UndoHistory::redo_name() const {
  return redo_is_feature_edit() ? feature_edits_[done_].name : world_->history().redo_name();
}

void UndoHistory::apply_feature_edit(bool back) { feature_edits_[back ? --done_ : done_++].travel(); }

void UndoHistory::forget_undone() {
  feature_edits_.resize(done_);
  redo_limit_ = SIZE_MAX;
}

void UndoHistory::add(std::string name, std::function<void()> travel) {
  feature_edits_.resize(done_);
  redo_limit_ = world_->history().position();
  feature_edits_.push_back({std::move(name), std::move(travel), redo_limit_});
  ++done_;
  added_ = true;
}

void UndoHistory::add_query_move() {
  const Gestures& gestures = lab_.gestures();
  const uint64_t gesture = gestures.commands() ? gestures.presses() : 0;
  if (gesture != 0 && gesture == moved_in_) return;
  moved_in_ = gesture;
  add("Move start and goal", [this, there = state_.has_query, query = state_.query]() mutable {
    std::swap(there, state_.has_query);
    std::swap(query, state_.query);
    lab_.query().query_changed();
  });
}

void UndoHistory::forget_feature_edits() {
  feature_edits_.clear();
  done_ = 0;
  redo_limit_ = SIZE_MAX;
}

}  // namespace strata
