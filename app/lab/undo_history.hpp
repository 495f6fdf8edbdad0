// Purpose: UndoHistory undoes and redoes edits of the map and of features, such as edits of a drawn graph, in the order
//          in which they were made.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

// This word is the last argument of a command that moves start or goal further in the same drag. One undo
// reverts the whole drag.
inline constexpr std::string_view kMoreMoves = "more";

class UndoHistory : public LabPart {
 public:
  explicit UndoHistory(Lab& lab) : LabPart(lab) {}

  bool can_undo() const;
  bool can_redo() const;
  const std::string& undo_name() const;
  const std::string& redo_name() const;
  size_t size() const { return world_->history().size() + edits_.all.size(); }
  size_t position() const { return world_->history().position() + edits_.done; }
  // These functions return whether the next undo or redo concerns an edit of a feature, rather than an edit of the map.
  bool undo_is_feature_edit() const;
  bool redo_is_feature_edit() const;

  // Adds an edit that a feature has made. `travel` undoes it when it is called first, redoes it at the second
  // call, and so on.
  void add(std::string name, std::function<void()> travel);
  // Must be called before start and goal move to `next`, or are removed (null); an undo moves them back. `goes_on`: the
  // move continues the previous one, as in a drag, and is undone together with it. If start and goal return to where
  // they were, there is no undo step.
  void add_query_move(const PlanQuery* next, bool goes_on);
  // No later move continues the last one.
  void end_query_move() { may_go_on_ = false; }
  void apply_feature_edit(bool back);
  void begin_command() { added_ = false; }
  bool added() const { return added_; }  // the present command has added an edit
  // Called after an edit of the map: edits that were undone cannot be redone any more.
  void forget_undone();
  void forget_feature_edits();
  void forget(std::string_view name);  // forgets the edits of features of this name, done and undone

  // The edits of features. A scene (app/lab/scene.hpp) stores them, and restores them in the same lab.
  struct FeatureEdit {
    std::string name;
    std::function<void()> travel;
    // The position in the undo history of the map at which the edit was made.
    size_t map_position = 0;
  };
  struct FeatureEdits {
    std::vector<FeatureEdit> all;
    size_t done = 0;  // number of edits that are not undone
    // Edits of the map from this position of its history on were undone before the last edit of a feature was made.
    size_t redo_limit = SIZE_MAX;
  };
  const FeatureEdits& feature_edits() const { return edits_; }
  void bring_back(FeatureEdits edits);

 private:
  FeatureEdits edits_;
  bool added_ = false;
  // The last edit is a move of start and goal that the next move may continue.
  bool may_go_on_ = false;
  // Start and goal before that move, and the undone edits that could no longer be redone after it.
  std::optional<PlanQuery> query_before_;
  std::vector<FeatureEdit> undone_before_;
  size_t redo_limit_before_ = SIZE_MAX;
};

}  // namespace strata
