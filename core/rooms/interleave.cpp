#include "core/rooms/interleave.hpp"

#include <cstdlib>

#include "core/base/rng.hpp"
#include "core/rooms/rooms.hpp"

namespace strata {

void interleave(const Rooms& rooms, const MoveGrid& grid, uint64_t seed, std::vector<CellId>& path) {
  for (size_t begin = 0; begin < path.size();) {
    const int64_t room = rooms.room_of(path[begin]);
    size_t end = begin + 1;
    while (end < path.size() && rooms.room_of(path[end]) == room) ++end;
    if (room >= 0) {
      const Cell from = grid.cell(path[begin]);
      const Cell to = grid.cell(path[end - 1]);
      auto across = static_cast<uint32_t>(std::abs(to.x - from.x));
      auto down = static_cast<uint32_t>(std::abs(to.y - from.y));
      const int step_x = to.x < from.x ? -1 : 1;
      const int step_y = to.y < from.y ? -grid.width() : grid.width();
      Rng rng(seed ^ uint64_t{path[begin]} << 32);
      for (size_t i = begin + 1; i < end; ++i) {
        const bool go_across = rng.below(across + down) < across;
        go_across ? --across : --down;
        path[i] = static_cast<CellId>(static_cast<int64_t>(path[i - 1]) + (go_across ? step_x : step_y));
      }
    }
    begin = end;
  }
}

}  // namespace strata
