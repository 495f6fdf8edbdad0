// Purpose: CellExplanations explains what the stepped search has done with a cell of the map, for every planner and
//          every cell. If the recording has nodes in the cell, it explains these (app/playback/node_explanations.hpp).
//          Otherwise it uses the map and the planner's structure: the cell is a wall, is not connected, lies inside a
//          room, has no transition, or was passed by a jump.
// Units: Costs are in the unit of the recording. A moment is a position of the playback cursor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/playback/node_explanations.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

class Lab;
struct PlannerAppearance;

// A recorded search with the map and the options that it ran on.
struct ExplainedSearch {
  const World& world;
  const Planner& planner;
  const Playback& playback;
  const PlannerAppearance& appearance;  // appearance of the planner
  // The sentences for the steps of the search or process.
  const Narration& narration;
  const TerrainLooks& looks;  // names and colours of the map's terrains
  PlanQuery query;
  // The tie-breaking rule of A*.
  TieBreaking ties = TieBreaking::kLargeG;
  Cost unit = 1;           // cost of a straight step in the recording
  bool up_to_date = true;  // the recording belongs to the present map and query
  // The recording is not of a search, but of a process such as the construction of a structure.
  bool process = false;
  std::string note = {};                 // why nothing is recorded, if known
  const PlanOptions* options = nullptr;  // options of the search
  std::optional<Cost> optimum = {};      // cost of the cheapest path, if known
  // Sentences must not mention the path, as it is hidden from a learner.
  bool path_hidden = false;

  // Returns the data about the search that the sentences may use.
  NarratedSearch narrated() const {
    if (process || !up_to_date) return {};
    return {&world, options, optimum};
  }
};
ExplainedSearch explained_search(const Lab& lab);

// Returns the sentence that describes the event at the cursor.
std::string explained_step(const Lab& lab);
// Returns what the phase of the stepped search does, and why; empty: the sentences about its events say enough.
std::string_view explained_phase(const Lab& lab, Phase phase);

// Explains cells of one recording. It stores what it has looked up, for further cells.
class CellExplanations {
 public:
  void begin(const ExplainedSearch& search);
  // Returns the explanation of a cell, one sentence per line; it is never empty. `rivals`: see NodeExplanations::why.
  std::string why(const ExplainedSearch& search, Cell cell, bool rivals = true);

 private:
  void add_nodes(const ExplainedSearch& search, CellId cell, bool rivals, std::vector<std::string>& lines);
  void add_recorded(const ExplainedSearch& search, CellId cell, std::vector<std::string>& lines) const;
  std::string unnamed(const ExplainedSearch& search, Cell cell);
  void follow_path(const ExplainedSearch& search);
  void follow_smoothing(const ExplainedSearch& search);
  // Computes which cells are connected with each other. Returns false on maps that are too large for that.
  bool know_areas(const World& world);

  friend class CellWithoutNode;

  NodeExplanations nodes_;
  std::vector<NodeKey> keys_;
  uint64_t version_ = 0;  // version of the recording
  // A clause that says how the last search of the recording ended.
  std::string ended_;
  // The cells of a path that the recording itself does not contain, in ascending order.
  std::vector<CellId> path_;
  // A cell of the path before smoothing that is not on the smoothed path.
  struct SmoothedCell {
    CellId cell = kNoCell;
    size_t event = 0;  // index of the event that removed the cell
  };
  std::vector<SmoothedCell> smoothed_;  // in ascending order of cells
  // Index: cell. Value: the number of the connected area that contains the cell.
  std::vector<uint32_t> area_;
  std::vector<uint32_t> area_size_;
  uint64_t areas_of_ = 0;  // stamp of the moves for which the areas were computed
  Rules areas_rules_;
  std::vector<CellId> sorted_cells_;  // see CellWithoutNode
  uint64_t sorted_version_ = 0;       // version of the recording for which sorted_cells_ was made
};

}  // namespace strata
