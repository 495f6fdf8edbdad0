// Purpose: UndoHistory undoes and redoes the edits of the map and those of features, such as edits of a drawn graph, in
//          the order in which they were made.
#pragma once

#include <functional>
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
  size_t size() const { return world_->history().size() + feature_edits_.size(); }
  size_t position() const { return world_->history().position() + done_; }
  // What comes next is not an edit of the map.
  bool undo_is_feature_edit() const;
  bool redo_is_feature_edit() const;

  // A feature has done something. `travel` takes it back when it is called the first time, does it again the second
  // time, and so on.
  void add(std::string name, std::function<void()> travel);
  void apply_feature_edit(bool back);
  void forget_undone();  // after an edit of the map
  void forget_feature_edits();

 private:
  struct FeatureEdit {
    std::string name;
    std::function<void()> travel;
    size_t map_position = 0;  // of the history of the map when it was done
  };
  std::vector<FeatureEdit> feature_edits_;
  size_t done_ = 0;               // of them
  size_t redo_limit_ = SIZE_MAX;  // edits of the map from here on were undone before the last deed
};

}  // namespace strata
