#include "app/features/haa/haa_process.hpp"

#include <fmt/format.h>

#include "app/draw/construction_marks.hpp"
#include "app/features/haa/haa.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/haa/haa_build.hpp"
#include "core/haa/haa_build_code.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

constexpr size_t kMaxClassCells = 100'000;  // cells of the map, for each size and terrain set

class HaaConstruction : public Construction {
 public:
  explicit HaaConstruction(Lab& lab) : Construction(lab, kHaaConstruction) {}

 protected:
  std::string version() const override { return structure().stamp(world_->inputs()); }
  uint64_t question() const override {
    return uint64_t{world_->map().cell_count()} << 8 | classes() << 1 | (world_->has(StructureId::kHaa) ? 1 : 0) |
           (world_->ready(StructureId::kHaa) ? uint64_t{1} << 39 : 0);
  }
  std::string refused() const override {
    if (!world_->has(StructureId::kHaa)) return "HAA* is off: switch it on";
    if (std::string why = too_large_to_construct(world_->map()); !why.empty()) return why;
    if (world_->map().cell_count() * classes() <= kMaxClassCells) return {};
    return fmt::format("the map has {} cells for each of {} sizes and terrain sets, and up to {} in all are stepped",
                       world_->map().cell_count(), classes(), kMaxClassCells);
  }
  bool waits() const override { return !world_->ready(StructureId::kHaa); }
  void build(Trace& trace) override {
    Haa haa;
    build_recorded(haa, structure().agents(), structure().haa().options(), trace);
  }

 private:
  const MapHaa& structure() const { return world_->get<MapHaa>(); }
  size_t classes() const {
    const HaaOptions& options = haa_controller(lab_).options();
    return static_cast<size_t>(options.max_size) * options.capabilities.size();
  }
};

class HaaBuildNarration final : public ConstructionNarration {
 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = haa_build_code;
    const SearchEvent& event = e.event;
    const bool stage = event.type == build_event::kStage;
    switch (event.line) {
      case code::kBorders:
        if (stage) {
          return fmt::format("Entrances: the {} borders between clusters are searched, for {}.", event.g,
                             event.h == 1 ? std::string("each terrain set")
                                          : fmt::format("each terrain set and the sizes 1 to {}", event.h));
        }
        return fmt::format("Clusters {} and {}, together from {} to {}: their border is searched for entrances.",
                           event.g, event.h, e.parent, e.node);
      case code::kRun:
        return fmt::format("{} can cross from {} to {}, along {}: the widest pair becomes a transition.",
                           agents(event.h), e.parent, e.node, counted(event.g, "cell"));
      case code::kPair:
        return fmt::format("Transition {} - {} {}: both cells become nodes, joined by an inter-edge of cost {}.",
                           e.parent, e.node, edge_class(event.h), e.g);
      case code::kInside:
        if (stage) {
          return fmt::format("Intra-edges: in each of the {} clusters, the distances between its nodes are looked for.",
                             event.g);
        }
        return fmt::format("Cluster {}, from {} to {}, has {}.", event.g, e.parent, e.node, counted(event.h, "node"));
      case code::kClass:
        if (event.g == event.h) {
          return fmt::format("{} inside the cluster, from {} to {}: Dijkstra begins at one node after the other.",
                             agents(event.g), e.parent, e.node);
        }
        return fmt::format(
            "{} inside the cluster, from {} to {}: the same cells admit them as size {} for {}, so the distances are "
            "the same.",
            agents(event.g), e.parent, e.node, code::size_of(event.h), code::capability_of(event.h).to_string());
      case code::kIntra:
        return fmt::format("{} and {} are {} apart {}: an intra-edge of this cost joins them.", e.parent, e.node, e.g,
                           edge_class(event.h));
      case code::kStrong:
        if (event.type == build_event::kKeepEdge) {
          return fmt::format("{} - {} {}, of cost {}: an edge with the same ends is compared with it.", e.parent,
                             e.node, edge_class(event.h), e.g);
        }
        return fmt::format(
            "{} - {} {}, of cost {}, is dropped: that edge dominates it strongly, as all that can use it pay no more "
            "there.",
            e.parent, e.node, edge_class(event.h), e.g);
      case code::kWeak:
        if (stage) return "Weak dominance: the inter-edges that the low quality graph leaves out come next.";
        return fmt::format("Clusters {} and {}, together from {} to {}: their inter-edges are compared.", event.g,
                           event.h, e.parent, e.node);
      case code::kWeakDrop:
        if (event.type == build_event::kKeepEdge) {
          return fmt::format("{} - {} {}: another inter-edge of these clusters is compared with it.", e.parent, e.node,
                             edge_class(event.h));
        }
        return fmt::format(
            "{} - {} {} is dropped: that edge dominates it weakly, as for all that can use it both join the same "
            "components of the clusters.",
            e.parent, e.node, edge_class(event.h));
      case code::kLow:
        return fmt::format("Low quality: of {} nodes, {} keep an inter-edge and stay.", event.g, event.h);
      default:
        return {};
    }
  }

 private:
  static std::string counted(Cost number, const char* noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
  }
  static std::string agents(Cost edge_class) {
    return fmt::format("Agents of size {} for {}", haa_build_code::size_of(edge_class),
                       haa_build_code::capability_of(edge_class).to_string());
  }
  static std::string edge_class(Cost edge_class) {
    return fmt::format("for {}, up to size {}", haa_build_code::capability_of(edge_class).to_string(),
                       haa_build_code::size_of(edge_class));
  }
};

const HaaBuildNarration kHaaBuildNarration;

// clang-format off
constexpr std::array<FeatureCommand, 1> kHaaProcessCommands = {{
    {{"haa.construct", "[on|off]", "Step through the construction of HAA*", "Search", 0, 1, "Records how entrances, edges and dominance of the annotated graph come about, for stepping; off goes back to the search"}, step_construction<kHaaProcessFeature>},
}};
// clang-format on

constexpr std::array<SearchMarks, 1> kHaaBuildMarks = {{construction_marks<kHaaConstruction>()}};

}  // namespace

const Process kHaaConstruction = construction_process<kHaaProcessFeature>({
    .name = "haa-construction",
    .title = "HAA* construction",
    .menu_title = "Step through the construction of HAA*",
    .hint = "Records how the annotated graph is built, for the timeline below",
    .begin_line = "haa.construct",
    .end_line = "haa.construct off",
    .code = &haa_build_code::kCode,
    .narration = &kHaaBuildNarration,
    .unit = [](const Lab& lab) { return cost_unit(lab.world()); },
});

const Feature kHaaProcessFeature = {
    .name = "haa-process",
    .title = "Construction of HAA*",
    .tab = "haa",
    .commands = kHaaProcessCommands,
    .search_marks = kHaaBuildMarks,
    .process = &kHaaConstruction,
    .make_controller = make_construction<HaaConstruction>,
};

}  // namespace strata
