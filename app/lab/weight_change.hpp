// Purpose: A WeightChange is what painting does to the weights of cells: it sets, raises, lowers, clears or smooths
// them. Units: A weight is 1..kMaxCellWeight (core/grid/grid_map.hpp). A cell without a weight of its own costs what
// its
//        terrain costs.
// Format: In commands a change is one word: "7" sets, "+7" raises, "-7" lowers, "0" clears, "smooth" smooths.
#pragma once

#include <string>
#include <unordered_map>

#include "core/base/result.hpp"
#include "core/grid/cell_set.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

struct WeightChange {
  enum class Mode : uint8_t { kSet, kRaise, kLower, kClear, kSmooth };

  Mode mode = Mode::kSet;
  int value = 5;  // the weight, or by how much weights change; kClear and kSmooth do not use it
  bool has_value() const { return mode != Mode::kClear && mode != Mode::kSmooth; }
  // The weight that a cell gets depends on the weights before, so that a stroke changes a cell only once.
  bool builds_on_weights() const { return mode != Mode::kSet && mode != Mode::kClear; }
};

Result<WeightChange> weight_change_of(const std::string& word);
std::string weight_change_word(const WeightChange& change);
// Returns the name of an edit with this change in the undo history: "Raise weights by 7".
std::string weight_change_title(const WeightChange& change);

// Returns the edit that changes the weights of the cells of `cells`, which is an edit of letters in which no cell
// occurs twice (core/grid/shapes.hpp). Blocked cells are left out, unless weights are cleared.
Edit weight_edit(const GridMap& map, const TerrainWeights& terrains, Edit cells, const WeightChange& change);

// A brush stroke that changes weights. A cell is raised, lowered or smoothed once, however often the stroke crosses it,
// and it is smoothed by what the cells around it cost before the stroke.
class WeightStroke {
 public:
  explicit WeightStroke(const WeightChange& change) : change_(change) {}
  // Returns the edit for the next piece of the stroke, which covers `cells`.
  Edit next(const GridMap& map, const TerrainWeights& terrains, Edit cells);

 private:
  WeightChange change_;
  CellSet changed_;                         // the cells of earlier pieces; empty if a cell may change more than once
  std::unordered_map<CellId, int> before_;  // what smoothed cells cost before the stroke
};

}  // namespace strata
