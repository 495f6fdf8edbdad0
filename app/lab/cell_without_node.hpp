// Purpose: A CellWithoutNode is a cell where the agent can stand but where a recorded search has no node. An algorithm
//          looks up here what it needs to say why.
// Units: As in the recording.
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

  // How the search came to its end, as a clause: "event 90 ended the search by taking (39,20) with f = 41.66".
  std::string ended() const;
  // Why a node of the recording is what it is; empty: the recording has no such node.
  std::string why(const NodeKey& key) const;
  // What `make` puts in, sorted; made once for a recording.
  const std::vector<CellId>& sorted_cells(const std::function<void(std::vector<CellId>&)>& make) const;

  // Where every cell is a node.
  std::string not_reached() const;
  // Where nodes lie on the borders of clusters: the cell is no node of the `searched` level, but of `node_level` (0: of
  // none).
  std::string below_level(const ClusterGrid& clusters, int node_level, int searched) const;

 private:
  CellExplanations& whys_;
};

// "(12,7)"
std::string cell_text(Cell cell);
// What is said while the structure that was searched is not there.
inline constexpr std::string_view kBeingRebuilt =
    "The structure that was searched is being built anew, so nothing more is known of it.";

}  // namespace strata
