// An edit of the graph remembers how far the history of the map had come: it lies between that map edit and the next.
#include <utility>

#include "app/lab/lab_parts.hpp"

namespace strata {

bool UndoHistory::undo_is_graph() const {
  return graph_done_ > 0 && graph_deeds_[graph_done_ - 1].map_position == world_->history().position();
}

bool UndoHistory::redo_is_graph() const {
  return graph_done_ < graph_deeds_.size() && graph_deeds_[graph_done_].map_position == world_->history().position();
}

bool UndoHistory::can_undo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (undo_is_graph() || history.can_undo());
}

bool UndoHistory::can_redo() const {
  const History& history = world_->history();
  return !history.in_stroke() && (redo_is_graph() || (history.can_redo() && history.position() < redo_limit_));
}

const std::string& UndoHistory::undo_name() const {
  return undo_is_graph() ? graph_deeds_[graph_done_ - 1].name : world_->history().undo_name();
}

const std::string& UndoHistory::redo_name() const {
  return redo_is_graph() ? graph_deeds_[graph_done_].name : world_->history().redo_name();
}

void UndoHistory::travel_graph(bool back) {
  GraphDeed& deed = graph_deeds_[back ? --graph_done_ : graph_done_++];
  DrawnGraph other = std::exchange(deed.graph, state_.drawn);
  lab_.graph().set(std::move(other));
}

void UndoHistory::forget_undone() {
  graph_deeds_.resize(graph_done_);
  redo_limit_ = SIZE_MAX;
}

void UndoHistory::add_graph(std::string name, DrawnGraph before) {
  graph_deeds_.resize(graph_done_);
  redo_limit_ = world_->history().position();
  graph_deeds_.push_back({std::move(name), std::move(before), redo_limit_});
  ++graph_done_;
}

void UndoHistory::forget_graph() {
  graph_deeds_.clear();
  graph_done_ = 0;
  redo_limit_ = SIZE_MAX;
}

}  // namespace strata
