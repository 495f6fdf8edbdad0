// Edits of features and edits of the map are undone in one order. For each edit of a feature the position in the map's
// history is stored at which it was made.
#include <algorithm>
#include <iterator>
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

bool UndoHistory::undo_is_feature_edit() const {
  return edits_.done > 0 && edits_.all[edits_.done - 1].map_position == world_->history().position();
}

bool UndoHistory::redo_is_feature_edit() const {
  return edits_.done < edits_.all.size() && edits_.all[edits_.done].map_position == world_->history().position();
}

bool UndoHistory::can_undo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (undo_is_feature_edit() || history.can_undo());
}

bool UndoHistory::can_redo() const {
  const History& history = world_->history();
  return !history.in_stroke() &&
         (redo_is_feature_edit() || (history.can_redo() && history.position() < edits_.redo_limit));
}

const std::string& UndoHistory::undo_name() const {
  return undo_is_feature_edit() ? edits_.all[edits_.done - 1].name : world_->history().undo_name();
}

const std::string& UndoHistory::redo_name() const {
  return redo_is_feature_edit() ? edits_.all[edits_.done].name : world_->history().redo_name();
}

void UndoHistory::apply_feature_edit(bool back) { edits_.all[back ? --edits_.done : edits_.done++].travel(); }

void UndoHistory::forget_undone() {
  edits_.all.resize(edits_.done);
  edits_.redo_limit = SIZE_MAX;
}

void UndoHistory::add(std::string name, std::function<void()> travel) {
  edits_.all.resize(edits_.done);
  edits_.redo_limit = world_->history().position();
  edits_.all.push_back({std::move(name), std::move(travel), edits_.redo_limit});
  ++edits_.done;
  added_ = true;
  may_go_on_ = false;
}

void UndoHistory::add_query_move(const PlanQuery* next, bool goes_on) {
  if (goes_on && may_go_on_ && edits_.done > 0 && edits_.done == edits_.all.size() && undo_is_feature_edit()) {
    if (next == nullptr || query_before_ != *next) return;
    edits_.all.pop_back();
    --edits_.done;
    std::move(undone_before_.begin(), undone_before_.end(), std::back_inserter(edits_.all));
    undone_before_.clear();
    edits_.redo_limit = redo_limit_before_;
    may_go_on_ = false;
    return;
  }
  query_before_ = state_.has_query ? std::optional(state_.query) : std::nullopt;
  undone_before_.assign(std::make_move_iterator(edits_.all.begin() + static_cast<std::ptrdiff_t>(edits_.done)),
                        std::make_move_iterator(edits_.all.end()));
  redo_limit_before_ = edits_.redo_limit;
  add("Move start and goal", [this, there = state_.has_query, query = state_.query]() mutable {
    std::swap(there, state_.has_query);
    std::swap(query, state_.query);
  });
  may_go_on_ = true;
}

void UndoHistory::forget_feature_edits() { bring_back({}); }

void UndoHistory::forget(std::string_view name) {
  const auto named = [&](const FeatureEdit& edit) { return edit.name == name; };
  const auto undone = edits_.all.begin() + static_cast<std::ptrdiff_t>(edits_.done);
  edits_.done -= static_cast<size_t>(std::count_if(edits_.all.begin(), undone, named));
  std::erase_if(edits_.all, named);
  std::erase_if(undone_before_, named);
}

void UndoHistory::bring_back(FeatureEdits edits) {
  edits_ = std::move(edits);
  undone_before_.clear();
  may_go_on_ = false;
}

}  // namespace strata
