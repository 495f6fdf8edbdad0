// A deed of a feature remembers how far the history of the map had come: it lies between that map edit and the next.
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

bool UndoHistory::undo_is_deed() const {
  return done_ > 0 && deeds_[done_ - 1].map_position == world_->history().position();
}

bool UndoHistory::redo_is_deed() const {
  return done_ < deeds_.size() && deeds_[done_].map_position == world_->history().position();
}

bool UndoHistory::can_undo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (undo_is_deed() || history.can_undo());
}

bool UndoHistory::can_redo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (redo_is_deed() || (history.can_redo() && history.position() < redo_limit_));
}

const std::string& UndoHistory::undo_name() const {
  return undo_is_deed() ? deeds_[done_ - 1].name : world_->history().undo_name();
}

const std::string& UndoHistory::redo_name() const {
  return redo_is_deed() ? deeds_[done_].name : world_->history().redo_name();
}

void UndoHistory::travel_deed(bool back) { deeds_[back ? --done_ : done_++].travel(); }

void UndoHistory::forget_undone() {
  deeds_.resize(done_);
  redo_limit_ = SIZE_MAX;
}

void UndoHistory::add(std::string name, std::function<void()> travel) {
  deeds_.resize(done_);
  redo_limit_ = world_->history().position();
  deeds_.push_back({std::move(name), std::move(travel), redo_limit_});
  ++done_;
}

void UndoHistory::forget_deeds() {
  deeds_.clear();
  done_ = 0;
  redo_limit_ = SIZE_MAX;
}

}  // namespace strata
