#include "core/world/structure.hpp"

#include <algorithm>
#include <numeric>

#include "core/grid/clusters.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

bool RebuiltParts::any() const {
  return !parts.empty() || std::ranges::any_of(counts, [](const RebuiltCount& one) { return one.count > 0; });
}

size_t RebuiltParts::parts_on(int level) const {
  return static_cast<size_t>(
      std::count_if(parts.begin(), parts.end(), [&](const RebuiltPart& part) { return part.level == level; }));
}

size_t RebuiltParts::count(std::string_view key, int level) const {
  for (const RebuiltCount& one : counts) {
    if (one.key == key && one.level == level) return one.count;
  }
  return 0;
}

double share_of_levels(std::span<const double> micros, int up_to_level) {
  const auto levels = std::min<ptrdiff_t>(up_to_level, std::ssize(micros));
  const double all = std::accumulate(micros.begin(), micros.end(), 0.0);
  return all > 0 ? std::accumulate(micros.begin(), micros.begin() + levels, 0.0) / all : 1;
}

bool Structure::fits(const GridMap&, const AnyOptions&) const { return true; }
void Structure::work(const BuildInputs&, WorkBudget&) {}
void Structure::poll(const BuildInputs&) {}
void Structure::finish(const BuildInputs&) {}
void Structure::cancel(const BuildInputs&) {}
size_t Structure::memory_up_to(int) const { return memory_bytes(); }
double Structure::built_micros_up_to(const BuildInputs& inputs, int) const { return state(inputs).built_micros; }
std::string Structure::refusal(const BuildInputs&) const { return {}; }
std::vector<ClusterGrid> Structure::grids(const BuildInputs&) const { return {}; }

std::optional<std::string> difference_unless(bool same, std::string what) {
  return same ? std::nullopt : std::optional(std::move(what));
}

std::vector<ClusterGrid> drawn_blocks(const BuildInputs& inputs) {
  return {ClusterGrid(inputs.map->width(), inputs.map->height(), kDrawnBlock)};
}

void IncrementalStructure::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (!wanted()) return;
  while (!built() && budget.more()) {
    const Stopwatch watch;
    const bool done = update_piece(inputs);
    build_.spend(watch.micros());
    if (done) build_.finish();
  }
}

StructureState IncrementalStructure::state(const BuildInputs&) const {
  if (!wanted()) return {.built_micros = build_.micros(), .version = version_};
  const bool there = built();
  return {.wanted = true,
          .ready = there,
          .work_done = there,
          .sliced = true,
          .progress = there ? 1 : build_.progress(pending()),
          .built_micros = build_.micros(),
          .version = version_};
}

}  // namespace strata
