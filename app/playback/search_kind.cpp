#include "app/playback/search_kind.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/alt/alt_code.hpp"
#include "core/ch/cch_code.hpp"
#include "core/ch/ch_code.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/ch/labels_code.hpp"
#include "core/haa/haa_code.hpp"
#include "core/hna/hna_code.hpp"
#include "core/hpa/hpa_code.hpp"
#include "core/level/detour_code.hpp"
#include "core/navmesh/mesh_code.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/rooms/rooms_code.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/jps_code.hpp"
#include "core/search/plain_code.hpp"
#include "core/sectors/sectors_code.hpp"
#include "core/tables/tables_code.hpp"

namespace strata {

SearchKind search_kind(const PseudoCode& code) {
  static constexpr std::pair<const PseudoCode*, SearchKind> kKinds[] = {
      {&grid_search_code::kDijkstra, SearchKind::kDijkstra},
      {&grid_search_code::kAStar, SearchKind::kAStar},
      {&first_way_code::kBreadth, SearchKind::kBreadth},
      {&first_way_code::kGreedy, SearchKind::kGreedy},
      {&bidirectional_code::kCode, SearchKind::kBidirectional},
      {&theta_code::kCode, SearchKind::kTheta},
      {&jps_code::kCode, SearchKind::kJumps},
      {&hpa_code::kCode, SearchKind::kHpa},
      {&haa_code::kCode, SearchKind::kHaa},
      {&rooms_code::kCode, SearchKind::kRooms},
      {&sectors_code::kCode, SearchKind::kSectors},
      {&alt_code::kCode, SearchKind::kLandmarks},
      {&ch_code::kCode, SearchKind::kCh},
      {&cch_code::kCode, SearchKind::kCch},
      {&labels_code::kCode, SearchKind::kLabels},
      {&tables_code::kCode, SearchKind::kTables},
      {&mesh_code::kCode, SearchKind::kMesh},
      {&polyanya_code::kCode, SearchKind::kPolyanya},
      {&hna_code::kCode, SearchKind::kHna},
      {&detour_code::kCode, SearchKind::kDetour},
      {&contraction_code::kCode, SearchKind::kContraction},
  };
  for (const auto& [own, kind] : kKinds) {
    if (own->lines.data() == code.lines.data()) return kind;
  }
  return SearchKind::kOther;
}

TakeOrder take_order(const PseudoCode& code, Ties astar) {
  switch (search_kind(code)) {
    case SearchKind::kAStar:
      return {TakeOrder::By::kF, astar};
    case SearchKind::kBreadth:
      return {TakeOrder::By::kTurn, Ties::kFifo};
    case SearchKind::kGreedy:
      return {TakeOrder::By::kH, Ties::kSmallG};
    case SearchKind::kCh:
      return {TakeOrder::By::kFRank, Ties::kFifo};
    case SearchKind::kCch:
    case SearchKind::kLabels:
      return {TakeOrder::By::kRank, Ties::kFifo};
    default:
      return {};
  }
}

std::string node_noun(SearchKind kind, int level) {
  if (level > 0) {
    if (kind == SearchKind::kSectors) return level == 1 ? "region" : "large region";
    if (kind == SearchKind::kHna) return "inter-edge";
    if (kind == SearchKind::kTables) return "transition";
    const bool one_graph = kind == SearchKind::kCh || kind == SearchKind::kCch || kind == SearchKind::kLabels ||
                           kind == SearchKind::kContraction;
    return one_graph || kind == SearchKind::kHaa ? "node" : fmt::format("L{} node", level);
  }
  switch (kind) {
    case SearchKind::kJumps:
      return "jump point";
    case SearchKind::kMesh:
    case SearchKind::kHna:
      return "portal";
    case SearchKind::kPolyanya:
      return "interval";
    case SearchKind::kDetour:
      return "polygon";
    case SearchKind::kCh:
    case SearchKind::kCch:
    case SearchKind::kLabels:
    case SearchKind::kContraction:
      return "node";
    default:
      return "cell";
  }
}

bool searches_cells(SearchKind kind) {
  switch (kind) {
    case SearchKind::kDijkstra:
    case SearchKind::kAStar:
    case SearchKind::kBreadth:
    case SearchKind::kGreedy:
    case SearchKind::kBidirectional:
    case SearchKind::kTheta:
    case SearchKind::kLandmarks:
      return true;
    default:
      return false;
  }
}

}  // namespace strata
