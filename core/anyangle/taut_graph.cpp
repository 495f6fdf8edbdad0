#include "core/anyangle/taut_graph.hpp"

#include <cmath>
#include <new>

namespace strata {

void TautGraph::build(const FreeSpace& space, std::vector<SeenRun>& seen, JobControl& control, size_t limit,
                      uint64_t phases) {
  corners_.clear();
  edges_.clear();
  constexpr uint32_t kNone = 0xffffffffu;
  const auto across = static_cast<size_t>(space.width()) + 1;
  std::vector<uint32_t> number(across * (static_cast<size_t>(space.height()) + 1), kNone);  // by vertex: its corner
  for (int y = 0; y <= space.height(); ++y) {
    if (control.cancelled()) return;
    for (int x = 0; x <= space.width(); ++x) {
      Quadrant blocked;
      if (!space.is_corner(x, y, blocked)) continue;
      number[static_cast<size_t>(y) * across + static_cast<size_t>(x)] = corner_count();
      corners_.push_back({{2 * x, 2 * y}, blocked});
    }
  }
  control.set_total(phases * corner_count());
  first_.assign(1, 0);
  for (uint32_t from = 0; from < corner_count(); ++from) {
    if (seen.size() * sizeof(SeenRun) + edges_.size() * sizeof(Edge) > limit) throw std::bad_alloc();
    if (control.cancelled()) return;
    if (from % 64 == 0) control.set_done(from);
    const WallCorner& corner = corners_[from];
    const auto add = [&](int to_x, int to_y) {
      const uint32_t to = number[static_cast<size_t>(to_y) * across + static_cast<size_t>(to_x)];
      if (to == kNone || !corners_[to].bends_from(corner.at)) return;
      edges_.push_back({to, std::sqrt(static_cast<double>(squared_distance(corner.at, corners_[to].at)))});
    };
    const auto see = [&](int row, int x0, int x1) {
      seen.push_back({from, static_cast<uint16_t>(row), static_cast<uint16_t>(x0), static_cast<uint16_t>(x1)});
    };
    look_from(space, corner, see, add);
    first_.push_back(edges_.size());
  }
}

}  // namespace strata
