#include "core/world/map_rooms.hpp"

#include <array>
#include "core/base/setting.hpp"

#include <utility>

namespace strata {
namespace {

constexpr size_t kRoomsPiece = 1024;  // steps between two checks of the clock

}  // namespace

void MapRooms::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                       Part& part) const {
  if (wanted && (rebuild_flags.rules || !options_)) part.emplace().reset(*inputs.moves);
}

void MapRooms::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags&, Part& part) {
  if (part) {
    std::swap(rooms_, *part);
    build_.restart(0, rooms_.pending());
    ++version_;
  } else if (!wanted && options_) {
    part = std::exchange(rooms_, {});
    ++version_;
  }
  options_ = wanted;
}

bool MapRooms::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  const Stopwatch watch;
  const MoveGrid& moves = *inputs.moves;
  const bool was_ready = rooms_.ready();
  rooms_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) rooms_.mark_dirty(moves, piece);
  update_.clear();
  if (!rooms_.update_some(moves, update_, was_ready ? kLiveSteps : 0)) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  touched_.clear();
  for (const Rect& area : update_.areas) {
    touched_.parts.push_back({.level = 0, .highest = 1, .cells = area, .seen = area});
  }
  touched_.add("dissolved", 0, update_.dissolved);
  touched_.add("built", 0, update_.built);
  touched_.add("cells", 0, update_.cells);
  return true;
}

std::vector<ClusterGrid> MapRooms::grids(const BuildInputs& inputs) const {
  return options_ ? drawn_blocks(inputs) : std::vector<ClusterGrid>();
}

bool MapRooms::update_piece(const BuildInputs& inputs) {
  RoomsUpdate ignored;
  return rooms_.update_some(*inputs.moves, ignored, kRoomsPiece);
}

// Checks only whether the rooms are valid, because a repaired decomposition may differ from a fresh one.
std::optional<std::string> MapRooms::difference(const Structure&, const BuildInputs& inputs) const {
  return rooms_.fault(*inputs.moves);
}

std::span<const SettingOf<RoomsOptions>> MapRooms::settings() {
  static constexpr std::array<std::string_view, 2> kSearches = {"exits", "published"};
  // clang-format off
  static constexpr std::array kRows = {
      setting_rows::choice<&RoomsOptions::published>({.name = "rooms.search", .title = "Search of Rooms",
          .help = "What the planner Rooms expands: the exits of rooms, or, as in the original paper, every cell of "
                  "their perimeters", .words = kSearches})};
  // clang-format on
  return kRows;
}

}  // namespace strata
