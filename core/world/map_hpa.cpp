#include "core/world/map_hpa.hpp"

#include <fmt/format.h>

#include <utility>

namespace strata {
namespace {

constexpr size_t kPiece = 64;  // clusters between two looks at the clock

}  // namespace

std::string options_text(const HpaOptions& options) {
  const auto& [cluster_size, threshold, spacing, cache, levels, factor] = options;
  return fmt::format("{} {} {} {} {} {}", cluster_size, threshold, spacing, cache, levels, factor);
}

std::string hpa_stamp(const Hpa& hpa) { return "hpa " + options_text(hpa.options()); }

void MapHpa::prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const {
  const Options options = wanted.value_or(usual(*ground.rules));
  if (renewed.rules || options_ != options) part.emplace().reset(*ground.moves, options);
}

void MapHpa::install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) {
  options_ = wanted.value_or(usual(*ground.rules));
  renewed.hpa = part.has_value();
  if (!part) return;
  std::swap(hpa_, *part);
  build_.restart(0, hpa_.pending());
  ++version_;
}

bool MapHpa::map_changed(const Ground& ground, Change& change) {
  const Stopwatch watch;
  const MoveGrid& moves = *ground.moves;
  const bool was_ready = hpa_.ready();
  hpa_.mark_dirty(moves, {});
  for (const Rect& piece : change.moves) hpa_.mark_dirty(moves, piece);
  // An edit on a finished structure is finished at once unless it touched a great deal of it.
  update_.clear();
  if (!hpa_.settle(moves, update_, was_ready ? kLiveClusters : 0)) build_.spend(watch.micros());
  if (!change.moves.empty()) ++version_;
  return true;
}

void MapHpa::work(const Ground& ground, Slice& slice) {
  work_off<HpaUpdate>(hpa_, *ground.moves, kPiece, build_, slice);
}

KeptState MapHpa::state(const Ground&) const {
  const bool there = hpa_.ready();
  return {.wanted = true,
          .ready = there,
          .settled = there,
          .sliced = true,
          .progress = there ? 1 : build_.progress(hpa_.pending()),
          .built_micros = build_.micros(),
          .version = version_};
}

std::string MapHpa::stamp(const Ground&) const { return hpa_stamp(hpa_); }

}  // namespace strata
