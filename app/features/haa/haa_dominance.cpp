#include "app/features/haa/haa_dominance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "app/base/agent_text.hpp"

namespace strata {
namespace {

uint32_t cluster_of_cell(const Haa& haa, CellId cell) {
  const auto width = static_cast<CellId>(haa.clusters().width());
  return haa.clusters().cluster_of({static_cast<int>(cell % width), static_cast<int>(cell / width)});
}

bool joins_cells(const HaaEdge& edge, CellId a, CellId b) {
  return (edge.from == a && edge.to == b) || (edge.from == b && edge.to == a);
}

bool agent_can_use(const HaaEdge& edge, Capability capability, int size) {
  return edge.clearance >= size && capability.includes(edge.capability);
}

// Returns whether all agents that can use `edge` can also get from a to b inside one cluster. `way` becomes an
// intra-edge that all of them can use; nullopt if a and b are the same cell.
bool all_get_across(const Haa& haa, const std::vector<HaaEdge>& intra, const HaaEdge& edge, CellId a, CellId b,
                    std::optional<HaaEdge>& way) {
  way.reset();
  if (a == b) return true;
  for (const Capability capability : haa.options().capabilities) {
    if (!capability.includes(edge.capability)) continue;
    for (int size = 1; size <= edge.clearance; ++size) {
      const auto usable = [&](const HaaEdge& other) {
        return joins_cells(other, a, b) && agent_can_use(other, capability, size);
      };
      const auto found = std::ranges::find_if(intra, usable);
      if (found == intra.end()) return false;
      if (capability == edge.capability && size == edge.clearance) way = *found;
    }
  }
  return true;
}

HaaDominatingEdge strong_dominator(const Haa& haa, const HaaEdge& edge) {
  std::vector<HaaEdge> edges;
  haa.append_intra_edges(cluster_of_cell(haa, edge.from), edges);
  haa.append_inter_edges(cluster_of_cell(haa, edge.from), edges);
  HaaDominatingEdge dominator;
  for (const HaaEdge& other : edges) {
    if (other.strongly_dominated || !joins_cells(other, edge.from, edge.to)) continue;
    if (other.cost != edge.cost || other.clearance < edge.clearance || !edge.capability.includes(other.capability)) {
      continue;
    }
    if (!dominator.by || other.clearance > dominator.by->clearance) dominator.by = other;
  }
  return dominator;
}

HaaDominatingEdge weak_dominator(const Haa& haa, const HaaEdge& edge) {
  const uint32_t near = cluster_of_cell(haa, edge.from), far = cluster_of_cell(haa, edge.to);
  std::vector<HaaEdge> own, intra_near, intra_far;
  haa.append_inter_edges(near, own);
  haa.append_intra_edges(near, intra_near);
  haa.append_intra_edges(far, intra_far);
  HaaDominatingEdge best;
  for (const HaaEdge& other : own) {
    if (other.strongly_dominated || other.weakly_dominated || cluster_of_cell(haa, other.to) != far) continue;
    if (other.clearance < edge.clearance || !edge.capability.includes(other.capability)) continue;
    HaaDominatingEdge found{.end_lost = false, .by = other, .before = {}, .after = {}};
    if (!all_get_across(haa, intra_near, edge, edge.from, other.from, found.before) ||
        !all_get_across(haa, intra_far, edge, other.to, edge.to, found.after)) {
      continue;
    }
    const auto terrains = [](const HaaEdge& one) { return std::popcount(one.capability.bits()); };
    if (!best.by || other.clearance > best.by->clearance ||
        (other.clearance == best.by->clearance && terrains(other) < terrains(*best.by))) {
      best = found;
    }
  }
  return best;
}

}  // namespace

HaaDominatingEdge dominator_of(const Haa& haa, const HaaEdge& edge) {
  if (edge.strongly_dominated) return strong_dominator(haa, edge);
  if (!edge.weakly_dominated) return {};
  if (cluster_of_cell(haa, edge.from) == cluster_of_cell(haa, edge.to)) {
    return {.end_lost = true, .by = {}, .before = {}, .after = {}};
  }
  return weak_dominator(haa, edge);
}

std::string dominance_text(const HaaEdge& edge, const HaaDominatingEdge& dominator, int width) {
  if (!edge.strongly_dominated && !edge.weakly_dominated) return {};
  const auto cell = [&](CellId id) {
    return fmt::format("({},{})", id % static_cast<CellId>(width), id / static_cast<CellId>(width));
  };
  if (dominator.end_lost) {
    return "Weakly dominated: in the low quality graph one of its nodes has no inter-edge";
  }
  if (!dominator.by) return edge.strongly_dominated ? "Strongly dominated" : "Weakly dominated";
  const HaaEdge& by = *dominator.by;
  const std::string kind = fmt::format("{} {}", capability_initials(by.capability), by.clearance);
  if (edge.strongly_dominated) {
    return fmt::format(
        "Strongly dominated by the edge {} between the same nodes: all its agents can use that, at the "
        "same cost",
        kind);
  }
  return fmt::format("Weakly dominated by the inter-edge {} from {} to {}: all its agents can go over that", kind,
                     cell(by.from), cell(by.to));
}

}  // namespace strata
