// Narration of searches by HAA*.
#include "app/features/haa/haa.hpp"

#include <fmt/format.h>

#include "app/lab/cell_without_node.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/narration.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

class HaaNarration : public AbstractNarration {
 public:
  std::string node_noun(int level) const override { return level > 0 ? "node" : "cell"; }
};

std::string why_no_node(const CellWithoutNode& at) {
  const Haa& haa = at.search.world.get<MapHaa>().haa();
  if (!haa.ready()) return std::string(kBeingRebuilt);
  if (haa.node_at(at.id) < 0) return at.below_level(haa.clusters(), 0, 1);
  return fmt::format(
      "It is a node of the abstract graph, but no node that was opened has an edge to it that this "
      "agent can use and no other edge dominates; {}.",
      at.ended());
}

const HaaNarration kNarration;

}  // namespace

const std::array<PlannerAppearance, 2> kHaaPlanners = {{
    {"haa-high", {palette::kSky, 3.0f, 4}, &kNarration, why_no_node},
    {"haa-low", {rgba(0x9a5b00), 3.0f, 15}, &kNarration, why_no_node},
}};

}  // namespace strata
