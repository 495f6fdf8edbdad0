// An edit of a feature stores the map's position in its history: it lies between that map edit and the next.
#include <iterator>
#include <utility>

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
  may_go_on_ = false;
}

void UndoHistory::add_query_move(const Query* next, bool goes_on) {
  if (goes_on && may_go_on_ && done_ > 0 && done_ == feature_edits_.size() && undo_is_feature_edit()) {
    if (next == nullptr || query_before_ != *next) return;
    feature_edits_.pop_back();
    --done_;
    std::move(undone_before_.begin(), undone_before_.end(), std::back_inserter(feature_edits_));
    undone_before_.clear();
    redo_limit_ = redo_limit_before_;
    may_go_on_ = false;
    return;
  }
  query_before_ = state_.has_query ? std::optional(state_.query) : std::nullopt;
  undone_before_.assign(std::make_move_iterator(feature_edits_.begin() + static_cast<std::ptrdiff_t>(done_)),
                        std::make_move_iterator(feature_edits_.end()));
  redo_limit_before_ = redo_limit_;
  add("Move start and goal", [this, there = state_.has_query, query = state_.query]() mutable {
    std::swap(there, state_.has_query);
    std::swap(query, state_.query);
    lab_.query().query_changed();
  });
  may_go_on_ = true;
}

void UndoHistory::forget_feature_edits() {
  feature_edits_.clear();
  undone_before_.clear();
  may_go_on_ = false;
  done_ = 0;
  redo_limit_ = SIZE_MAX;
}

}  // namespace strata
