// Purpose: These helpers of the tests of links between cells make random links and edits of them, and have a plain
//          Dijkstra with links.
#pragma once

#include "core/grid/map_links.hpp"
#include "tests/support.hpp"

namespace strata::test {

// Returns a link between two random cells: a short cut, a detour, one beside an obstacle, or one between neighbours.
inline MapLink random_link(const GridMap& map, Rng& rng) {
  MapLink link;
  do {
    const Cell from = random_cell(map, rng);
    Cell to = random_cell(map, rng);
    if (rng.percent(30)) {
      to = {std::clamp(from.x + rng.between(-2, 2), 0, map.width() - 1),
            std::clamp(from.y + rng.between(-2, 2), 0, map.height() - 1)};
    }
    link.from = map.id(from);
    link.to = map.id(to);
  } while (link.from == link.to);
  link.length = rng.percent(20) ? 1 + rng.below(5000) : 1 + rng.below(600);
  return link;
}

// Returns an edit that adds links, some of them in both directions.
inline Edit random_links(const GridMap& map, int count, Rng& rng) {
  Edit edit;
  for (int i = 0; i < count; ++i) {
    const MapLink link = random_link(map, rng);
    edit.links.push_back(link);
    if (rng.percent(40)) edit.links.push_back({link.to, link.from, link.length});
  }
  return edit;
}

// Returns an edit that adds, changes or removes a link, or changes letters, often at the end of a link.
inline Edit random_link_edit(const GridMap& map, int cluster_size, Rng& rng) {
  const size_t links = map.links() != nullptr ? map.links()->size() : 0;
  if (links > 0 && rng.percent(50)) {
    const MapLink link = map.links()->all()[rng.below(static_cast<uint32_t>(links))];
    const uint32_t kind = rng.below(4);
    if (kind == 0) return {{}, {{link.from, link.to, 0}}};
    if (kind == 1) return {{}, {{link.from, link.to, 1 + rng.below(900)}}};
    return {{{rng.percent(50) ? link.from : link.to, 1, "@."[rng.below(2)]}}};
  }
  if (rng.percent(50)) return random_links(map, 1, rng);
  return random_edit(map, cluster_size, rng);
}

// Returns the cost of a link, computed apart from the code under test.
inline Cost plain_link_cost(const Rules& rules, uint32_t length) {
  const double cost = static_cast<double>(profile_info(rules.profile).straight) * length / 100.0;
  return std::max<Cost>(1, static_cast<Cost>(cost + 0.5));
}

// Returns the distances of all cells from `start` over moves and links, or those to it.
inline std::vector<Cost> linked_dijkstra(const GridMap& map, const Rules& rules, Cell start, bool backward = false) {
  if (!can_stand(map, rules, start)) return std::vector<Cost>(map.cell_count(), kInfinite);
  return plain_search(map.cell_count(), map.id(start), kInfinite, [&](CellId id, auto&& visit) {
    const Cell c = map.cell(id);
    for (int d = 0; d < kDirections; ++d) {
      const Cell n{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
      if (map.contains(n) && step_is_legal(map, rules, c, d)) visit(map.id(n), plain_step(map, rules, c, d));
    }
    if (map.links() == nullptr) return;
    for (const MapLink& link : map.links()->all()) {
      const CellId near = backward ? link.to : link.from, far = backward ? link.from : link.to;
      if (near == id && can_stand(map, rules, map.cell(far))) visit(far, plain_link_cost(rules, link.length));
    }
  });
}

}  // namespace strata::test
