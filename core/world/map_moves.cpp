#include "core/world/map_moves.hpp"

#include <algorithm>
#include <utility>

#include "core/grid/map_links.hpp"

namespace strata {
namespace {

bool needs_clearance(const MovesOptions& options, const Rules& rules) {
  return options.clearance || rules.agent_size > 1;
}

// Adds the ends of links that changed, and the other ends of links of which one end may be blocked or free since the
// edit. The world has reserved the memory.
void add_links(const BuildInputs& inputs, EditChanges& change) {
  const GridMap& map = *inputs.map;
  const size_t areas = change.moves.size();
  const auto changed = [&](CellId id) {
    return std::any_of(change.moves.begin(), change.moves.begin() + static_cast<ptrdiff_t>(areas),
                       [&](const Rect& area) { return area.contains(map.cell(id)); });
  };
  const auto add = [&](CellId id) {
    change.moves.emplace_back();
    change.moves.back().include(map.cell(id));
  };
  if (map.links() != nullptr && areas > 0) {
    for (const MapLink& link : map.links()->all()) {
      const bool from = changed(link.from), to = changed(link.to);
      if (from != to) add(from ? link.to : link.from);
    }
  }
  for (const MapLink& link : change.links) {
    add(link.from);
    add(link.to);
  }
}

}  // namespace

void MapMoves::prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
                       Part& part) const {
  const Rules& rules = *inputs.rules;
  rebuild_flags.rules =
      !options_ || rules != moves_.rules() || inputs.map->letter_terrains() != moves_.letter_terrains();
  const Stopwatch watch;
  const bool clearance = needs_clearance(wanted.value_or(usual(rules)), rules);
  if (clearance && (!clearance_ || rebuild_flags.rules)) part.clearance.emplace().build(*inputs.map, rules.capability);
  if (!rebuild_flags.rules) return;
  part.moves.emplace().build(*inputs.map, rules, clearance ? &*part.clearance : nullptr);
  part.micros = watch.micros();
  inputs.moves = &*part.moves;
}

void MapMoves::install(const std::optional<Options>& wanted, const BuildInputs&, RebuildFlags& rebuild_flags,
                       Part& part) {
  rebuild_flags.rules = part.moves.has_value();
  if (rebuild_flags.rules) {
    std::swap(moves_, *part.moves);
    micros_ = part.micros;
    ++version_;
  }
  options_ = wanted.value_or(usual(moves_.rules()));
  if (part.clearance || !needs_clearance(*options_, moves_.rules())) std::swap(clearance_, part.clearance);
}

bool MapMoves::map_changed(const BuildInputs& inputs, EditChanges& change) {
  change.moves.assign(change.letters.begin(), change.letters.end());
  if (clearance_) {
    for (const Rect& piece : change.letters) clearance_->update(*inputs.map, piece);
  }
  for (Rect& piece : change.moves) piece = moves_.update(*inputs.map, piece, clearance());
  std::erase_if(change.moves, [](const Rect& piece) { return piece.empty(); });
  add_links(inputs, change);
  if (!change.moves.empty()) ++version_;
  // A clearance depends on cells to the right and below, up to a distance of the largest clearance.
  constexpr int kReach = Clearance::kMaxClearance;
  const Rect& dirty = change.dirty;
  touched_.seen = {dirty.x0 - kReach, dirty.y0 - kReach, dirty.x1, dirty.y1};
  return true;
}

std::optional<std::string> MapMoves::difference(const Structure& structure, const BuildInputs&) const {
  const auto& fresh = static_cast<const MapMoves&>(structure);
  return difference_unless(moves_ == fresh.moves_ && (!clearance_ || clearance_ == fresh.clearance_));
}

}  // namespace strata
