// Purpose: A WeightChange is what painting does to the weights of cells: it sets, raises, lowers or clears them.
// Units: A weight is 1..kMaxCellWeight (core/grid/grid_map.hpp). A cell without a weight of its own costs what its
//        terrain costs.
// Format: In commands a change is one word: "7" sets, "+7" raises, "-7" lowers, "0" clears.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/grid/cell_set.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

struct WeightChange {
  enum class Mode : uint8_t { kSet, kRaise, kLower, kClear };

  Mode mode = Mode::kSet;
  int value = 5;  // the weight, or by how much weights change; it is not used for kClear
  bool adds() const { return mode == Mode::kRaise || mode == Mode::kLower; }
};

Result<WeightChange> weight_change_of(const std::string& word);
std::string weight_change_word(const WeightChange& change);
// Returns the name of an edit with this change in the undo history: "Raise weights by 7".
std::string weight_change_title(const WeightChange& change);

// Returns the edit that changes the weights of the cells of `cells`, which is an edit of letters in which no cell
// occurs twice (core/grid/shapes.hpp). Blocked cells are left out, unless weights are cleared.
Edit weight_edit(const GridMap& map, const TerrainWeights& terrains, Edit cells, const WeightChange& change);

// A brush stroke that changes weights. A cell is raised or lowered once, however often the stroke crosses it.
class WeightStroke {
 public:
  explicit WeightStroke(const WeightChange& change) : change_(change) {}
  // Returns the edit for the next piece of the stroke, which covers `cells`.
  Edit next(const GridMap& map, const TerrainWeights& terrains, Edit cells);

 private:
  WeightChange change_;
  CellSet changed_;  // the cells of earlier pieces; empty if the stroke does not add to weights
};

}  // namespace strata
