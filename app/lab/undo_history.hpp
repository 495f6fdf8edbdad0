// Purpose: UndoHistory undoes and redoes the edits of the map and those of features, such as edits of a drawn graph, in
//          the order in which they were made.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

// The last word of a move of start or goal that goes on with the move before: one undo takes both back.
inline constexpr std::string_view kMoreMoves = "more";

class UndoHistory : public LabPart {
 public:
  explicit UndoHistory(Lab& lab) : LabPart(lab) {}

  bool can_undo() const;
  bool can_redo() const;
  const std::string& undo_name() const;
  const std::string& redo_name() const;
  size_t size() const { return world_->history().size() + feature_edits_.size(); }
  size_t position() const { return world_->history().position() + done_; }
  // Whether the next undo, or redo, is that of a feature's edit and not of a map edit.
  bool undo_is_feature_edit() const;
  bool redo_is_feature_edit() const;

  // Adds an edit of a feature. `travel` undoes it when it is called for the first time, redoes it the second time, and
  // so on.
  void add(std::string name, std::function<void()> travel);
  // Call before start and goal are moved to `next`, or removed (nullptr): an undo moves them back. A move that goes on
  // with the move before, as in a drag, is undone together with it; moves that come back to where they began leave
  // nothing to undo.
  void add_query_move(const Query* next, bool goes_on);
  void end_query_move() { may_go_on_ = false; }  // no move goes on with the last one
  void apply_feature_edit(bool back);
  void begin_command() { added_ = false; }
  bool added() const { return added_; }  // whether the command under way has added an edit
  void forget_undone();                  // after an edit of the map
  void forget_feature_edits();

 private:
  struct FeatureEdit {
    std::string name;
    std::function<void()> travel;
    size_t map_position = 0;  // position in the map's history when the edit was made
  };
  std::vector<FeatureEdit> feature_edits_;
  bool added_ = false;
  bool may_go_on_ = false;  // the last edit is a move of start and goal, with which another move may go on
  // Start and goal before that move, and the undone edits that it made impossible to redo.
  std::optional<Query> query_before_;
  std::vector<FeatureEdit> undone_before_;
  size_t redo_limit_before_ = SIZE_MAX;
  size_t done_ = 0;               // number of edits that are done, not undone
  size_t redo_limit_ = SIZE_MAX;  // edits of the map from here on were undone before the last edit of a feature
};

}  // namespace strata
