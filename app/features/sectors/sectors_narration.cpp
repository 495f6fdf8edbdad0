// Sentences for the steps of searches over sectors.
#include "app/features/sectors/sectors.hpp"

#include <fmt/format.h>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/cell_without_node.hpp"
#include "app/playback/narration.hpp"

namespace strata {
namespace {

class SectorsNarration : public Narration {
 public:
  std::string_view graph(int) const override { return " over regions"; }
  std::string node_noun(int level) const override {
    return level > 1 ? "large region" : level == 1 ? "region" : "cell";
  }

 protected:
  std::string_view purpose(const NarratedEvent& e) const override {
    switch (e.event.phase) {
      case Phase::kMain:
        return "A* searches regions instead of cells, because a region stands for all cells of a sector that are "
               "connected inside it.";
      case Phase::kRefine:
        return "Now the path over regions is refined, because it names their centres, not the cells between them.";
      case Phase::kSmooth:
        return "Now the path is smoothed, because it may bend at centres where the straight line is free.";
      default:
        return {};
    }
  }
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The start is {}: the search begins with the region around it.", e.node);
  }
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("The goal is {}: the search ends with the region around it.", e.node);
  }
  std::string new_node(const NarratedEvent& e) const override {
    if (e.event.level == 0 || over_link(e)) return Narration::new_node(e);
    return fmt::format("the {} of {} is generated, next to that of {}: {}.", e.noun, e.node, e.parent, costs(e));
  }
  // An edge over a link joins the centres of two regions, and its link any of their cells.
  bool over_link(const NarratedEvent& e) const override {
    if (e.event.level == 0) return e.is_over_link();
    if (e.about.world == nullptr || e.event.parent == kNoNodeId) return false;
    const Sectors& sectors = e.about.world->get<MapSectors>().sectors();
    if (!sectors.ready() || e.event.level > sectors.levels()) return false;
    const int64_t from = sectors.region_of(static_cast<CellId>(e.event.parent), e.event.level);
    const int64_t to = sectors.region_of(static_cast<CellId>(e.event.node), e.event.level);
    if (from < 0 || to < 0) return false;
    return sectors.link_between(static_cast<uint32_t>(from), static_cast<uint32_t>(to), e.event.level) != nullptr;
  }
};

std::string why_no_region(const CellWithoutNode& at) {
  const World& world = at.search.world;
  const Sectors& sectors = world.get<MapSectors>().sectors();
  if (!world.ready(StructureId::kSectors)) return "The sectors are being rebuilt, so nothing more is known of them.";
  std::string inside;
  for (int level = 1; level <= sectors.levels(); ++level) {
    const int64_t number = sectors.region_of(at.id, level);
    if (number < 0) return "The cell lies in no region.";
    const CellId centre = sectors.region(static_cast<uint32_t>(number), level).centre;
    inside = fmt::format("{} whose centre is {}", level == 1 ? "the region" : "the large region",
                         cell_text(world.map().cell(centre)));
    const std::string why = at.why({static_cast<uint8_t>(level), false, centre});
    if (!why.empty()) return fmt::format("No node itself: it lies in {}, which is {}", inside, why);
  }
  return fmt::format("No node itself: it lies in {}, which no region that was expanded touches; {}.", inside,
                     at.ended());
}

const SectorsNarration kNarration;

constexpr const FeatureLayer* kSectorPlannerLayers[] = {&kSectorLayer, &kRegionLayer, &kCentreLayer, &kSectorEdgeLayer,
                                                        &kSecondSectorLayer};

constexpr PlannerGuide kSectorsGuide = {
    "Take each connected part of a sector as one node: its region.",
    "A region with a centre for each connected part of each sector, and edges between regions that touch; a second "
    "level if wanted.",
    "A* searches regions, and the path is refined from centre to centre, in pieces, so that the first moves are known "
    "soon.",
    "Memory counts: its graph takes very little, and an edit builds single sectors anew.",
    "The cheapest path is needed: paths over centres are above optimal."};

}  // namespace

const std::array<PlannerAppearance, 1> kSectorPlanners = {
    {{"sectors",
      &kSectorsGuide,
      "regions taken from the open list and cells of the searches that refine the path",
      {rgba(0x550003), 3.0f, 9},
      &kNarration,
      why_no_region,
      kSectorPlannerLayers}}};

}  // namespace strata
