#include "app/lab/weight_change.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/base/command_arguments.hpp"
#include "core/grid/shapes.hpp"

namespace strata {
namespace {

// Returns the edit without the cells for which `leaves_out(id)` is true.
template <class LeavesOut>
Edit cells_without(const Edit& cells, LeavesOut&& leaves_out) {
  Edit rest;
  for (const CellRun& run : cells.runs) {
    bool goes_on = false;
    for (CellId id = run.first; id < run.first + run.count; ++id) {
      if (leaves_out(id)) {
        goes_on = false;
      } else if (std::exchange(goes_on, true)) {
        ++rest.runs.back().count;
      } else {
        rest.runs.push_back({id, 1, run.letter});
      }
    }
  }
  return rest;
}

template <class Visit>
void for_cells(const Edit& edit, Visit&& visit) {
  for (const CellRun& run : edit.runs) {
    for (CellId id = run.first; id < run.first + run.count; ++id) visit(id);
  }
}

}  // namespace

Result<WeightChange> weight_change_of(const std::string& word) {
  if (word == "smooth") return WeightChange{.mode = WeightChange::Mode::kSmooth};
  const bool raises = word.starts_with('+'), lowers = word.starts_with('-');
  const bool adds = raises || lowers;
  STRATA_TRY(value, integer(adds ? word.substr(1) : word, adds ? 1 : 0, kMaxCellWeight, "WEIGHT"));
  using enum WeightChange::Mode;
  return WeightChange{raises ? kRaise : lowers ? kLower : value == 0 ? kClear : kSet, value};
}

std::string weight_change_word(const WeightChange& change) {
  switch (change.mode) {
    case WeightChange::Mode::kRaise:
      return fmt::format("+{}", change.value);
    case WeightChange::Mode::kLower:
      return fmt::format("-{}", change.value);
    case WeightChange::Mode::kClear:
      return "0";
    case WeightChange::Mode::kSmooth:
      return "smooth";
    case WeightChange::Mode::kSet:
      break;
  }
  return fmt::format("{}", change.value);
}

std::string weight_change_title(const WeightChange& change) {
  switch (change.mode) {
    case WeightChange::Mode::kRaise:
      return fmt::format("Raise weights by {}", change.value);
    case WeightChange::Mode::kLower:
      return fmt::format("Lower weights by {}", change.value);
    case WeightChange::Mode::kClear:
      return "Clear weights";
    case WeightChange::Mode::kSmooth:
      return "Smooth weights";
    case WeightChange::Mode::kSet:
      break;
  }
  return fmt::format("Weight {}", change.value);
}

Edit weight_edit(const GridMap& map, const TerrainWeights& terrains, Edit cells, const WeightChange& change) {
  switch (change.mode) {
    case WeightChange::Mode::kRaise:
      return with_raised_weights(map, terrains, cells, change.value);
    case WeightChange::Mode::kLower:
      return with_raised_weights(map, terrains, cells, -change.value);
    case WeightChange::Mode::kClear:
      return with_weight(std::move(cells), 0);
    case WeightChange::Mode::kSmooth:
      return with_smoothed_weights(map, terrains, cells);
    case WeightChange::Mode::kSet:
      break;
  }
  return with_weight(cells_without(cells, [&](CellId id) { return map.terrain(id) == Terrain::kOut; }), change.value);
}

Edit WeightStroke::next(const GridMap& map, const TerrainWeights& terrains, Edit cells) {
  if (!change_.builds_on_weights()) return weight_edit(map, terrains, std::move(cells), change_);
  if (changed_.width() == 0) changed_ = CellSet(map.width(), map.height());
  cells = cells_without(cells, [&](CellId id) { return changed_.contains(map.cell(id)); });
  for_cells(cells, [&](CellId id) {
    const Cell cell = map.cell(id);
    changed_.put({cell.x, cell.y, cell.x + 1, cell.y + 1}, true);
  });
  if (change_.mode != WeightChange::Mode::kSmooth) return weight_edit(map, terrains, std::move(cells), change_);
  Edit smooth = with_smoothed_weights(map, terrains, cells, before_);
  for_cells(smooth, [&](CellId id) { before_.emplace(id, cell_cost(map, terrains, id)); });
  return smooth;
}

}  // namespace strata
