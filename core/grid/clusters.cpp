#include "core/grid/clusters.hpp"

namespace strata {

void append_entrances(const MoveGrid& grid, const ClusterGrid& clusters, uint32_t cluster, Side side,
                      std::vector<Entrance>& entrances) {
  const bool east = side == Side::kEast;
  if (east ? !clusters.has_right(cluster) : !clusters.has_below(cluster)) return;
  const Rect rect = clusters.rect(cluster);
  const int length = east ? rect.height() : rect.width();
  const Cell origin = east ? Cell{rect.x1 - 1, rect.y0} : Cell{rect.x0, rect.y1 - 1};
  const auto along = [&](int t) { return east ? Cell{origin.x, origin.y + t} : Cell{origin.x + t, origin.y}; };
  const auto open = [&](int t) {
    const CellId here = grid.id(along(t));
    return grid.passable(here) && grid.passable(grid.neighbour(here, east ? 2 : 4));
  };
  for (int t = 0; t < length; ++t) {
    if (!open(t)) continue;
    const int first = t;
    while (t + 1 < length && open(t + 1)) ++t;
    entrances.push_back({along(first), along(t), cluster, side});
  }
}

void append_transitions(const Entrance& entrance, int threshold, int spacing, std::vector<Cell>& cells) {
  const int width = entrance.width();
  const auto add = [&](int offset) {
    cells.push_back(entrance.side == Side::kEast ? Cell{entrance.first.x, entrance.first.y + offset}
                                                 : Cell{entrance.first.x + offset, entrance.first.y});
  };
  if (width < threshold || width == 1) {
    add(width / 2);
    return;
  }
  const int gaps = spacing > 0 ? (width - 1 + spacing - 1) / spacing : 1;
  for (int i = 0; i <= gaps; ++i) add((width - 1) * i / gaps);
}

}  // namespace strata
