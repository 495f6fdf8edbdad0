// Purpose: Undo and redo over the edits of the map and of the drawn graph, in the order in which they were made.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class UndoHistory : public LabPart {
 public:
  explicit UndoHistory(Lab& lab) : LabPart(lab) {}

  bool can_undo() const;
  bool can_redo() const;
  const std::string& undo_name() const;
  const std::string& redo_name() const;
  size_t size() const { return world_->history().size() + graph_deeds_.size(); }
  size_t position() const { return world_->history().position() + graph_done_; }
  bool undo_is_graph() const;
  bool redo_is_graph() const;

  void add_graph(std::string name, DrawnGraph before);
  void travel_graph(bool back);
  void forget_undone();  // after an edit of the map
  void forget_graph();

 private:
  // One entry each. Holds the graph from before it, or where it has been undone, from after it.
  struct GraphDeed {
    std::string name;
    DrawnGraph graph;
    size_t map_position = 0;  // of the history of the map when it was done
  };
  std::vector<GraphDeed> graph_deeds_;
  size_t graph_done_ = 0;         // of them
  size_t redo_limit_ = SIZE_MAX;  // edits of the map from here on were undone before the graph was edited
};

}  // namespace strata
