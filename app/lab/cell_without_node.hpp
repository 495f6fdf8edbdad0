// Purpose: A CellWithoutNode is a cell where the agent can stand but where a recorded search has no node. A planner's
//          explain_without_node() uses it to explain why.
// Units: Costs are in the unit of the recording.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/playback/trace_nodes.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class CellExplanations;
class ClusterGrid;
struct ExplainedSearch;

class CellWithoutNode {
 public:
  CellWithoutNode(CellExplanations& explanations, const ExplainedSearch& of, Cell at);

  const ExplainedSearch& search;
  Cell cell;
  CellId id;

  // Returns how the search ended, as a clause: "event 90 ended the search by taking (39,20) with f = 41.66".
  std::string ended() const;
  // Returns why a node of the recording is open, closed or not reached at the cursor; empty if the recording
  // has no such node.
  std::string why(const NodeKey& key) const;
  // Returns the cells that `make` adds, in ascending order. They are computed only once per recording.
  const std::vector<CellId>& sorted_cells(const std::function<void(std::vector<CellId>&)>& make) const;

  // Returns the explanation for planners that search all cells as nodes.
  std::string not_reached() const;
  // Returns the explanation for planners whose nodes lie on the borders of clusters. The cell is no node on the level
  // `searched`; `node_level` is the highest level on which it is one (0: on none).
  std::string below_level(const ClusterGrid& clusters, int node_level, int searched) const;

 private:
  CellExplanations& whys_;
};

// Returns a cell in words: "(12,7)".
std::string cell_text(Cell cell);
// The explanation that is shown while the structure of the recorded search is being built again.
inline constexpr std::string_view kBeingRebuilt =
    "The structure that was searched is being rebuilt, so nothing more is known of it.";

}  // namespace strata
