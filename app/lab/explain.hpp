// Purpose: CellExplanations explains the state of any cell of the map in the search that is stepped, for every planner.
//          It says what the recording says of the nodes in the cell (app/playback/node_explanations.hpp). Where the
//          recording says nothing, it says what the map and the planner's structure say: a wall, an area of its own,
//          the inside of a room, no transition, a jump that passed.
// Units: As in the recording; a moment is the cursor of the playback.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/playback/node_explanations.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

class Lab;
struct PlannerAppearance;

// A recorded search and what it searched.
struct ExplainedSearch {
  const World& world;
  const Planner& planner;
  const Playback& playback;
  const PlannerAppearance& appearance;  // appearance of the planner
  const Narration& narration;           // narration of the search or of the process
  Query query;
  TieBreaking ties = TieBreaking::kLargeG;  // tie-breaking of A*
  Cost unit = 1;                            // a straight step in costs of the recording
  bool up_to_date = true;                   // the recording is of the map and the query as they are now
  bool process = false;                     // the recording is not of a search, but of how a structure is built
  std::string note = {};                    // why nothing is recorded, if the lab knows
  const PlanOptions* options = nullptr;     // of the search
  std::optional<Cost> optimum = {};         // cost of the cheapest path, if it is known
  bool path_hidden = false;                 // nothing is said of the path

  // Returns what sentences may look up.
  NarratedSearch narrated() const {
    if (process || !up_to_date) return {};
    return {&world, options, optimum};
  }
};
ExplainedSearch explained_search(const Lab& lab);

// Returns the sentence of the event at the cursor.
std::string explained_step(const Lab& lab);

// Explains cells of one recording, and keeps what it has looked up for further cells.
class CellExplanations {
 public:
  void begin(const ExplainedSearch& search);
  // Returns the explanation of a cell, one sentence per line, never empty. `rivals`: see NodeExplanations::why.
  std::string why(const ExplainedSearch& search, Cell cell, bool rivals = true);

 private:
  void add_nodes(const ExplainedSearch& search, CellId cell, bool rivals, std::vector<std::string>& lines);
  void add_told(const ExplainedSearch& search, CellId cell, std::vector<std::string>& lines) const;
  std::string unnamed(const ExplainedSearch& search, Cell cell);
  void follow_path(const ExplainedSearch& search);
  // Finds the areas of connected cells. Returns false on maps that are too large to search at once.
  bool know_areas(const World& world);

  friend class CellWithoutNode;

  NodeExplanations nodes_;
  std::vector<NodeKey> keys_;
  uint64_t version_ = 0;        // version of the recording
  std::string ended_;           // how the recording's last search ended
  std::vector<CellId> path_;    // path of a search over cells whose recording does not hold it, ascending
  std::vector<uint32_t> area_;  // area of each cell
  std::vector<uint32_t> area_size_;
  uint64_t areas_of_ = 0;  // stamp of the moves for which the areas were found
  Rules areas_rules_;
  std::vector<CellId> sorted_cells_;  // see CellWithoutNode
  uint64_t sorted_version_ = 0;       // version of the recording for which sorted_cells_ was made
};

}  // namespace strata
