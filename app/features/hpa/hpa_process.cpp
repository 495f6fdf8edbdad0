#include "app/features/hpa/hpa_process.hpp"

#include <fmt/format.h>

#include "app/draw/construction_marks.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/hpa/hpa_build.hpp"
#include "core/hpa/hpa_build_code.hpp"

namespace strata {
namespace {

// About the most cells that the searches inside clusters may expand, where transitions are spread over entrances.
constexpr int64_t kMaxExpansions = 1'500'000;

class HpaConstruction : public Construction {
 public:
  explicit HpaConstruction(Lab& lab) : Construction(lab, kHpaConstruction) {}

 protected:
  std::string version() const override { return options_text(hpa_controller(lab_).options()); }
  uint64_t question() const override {
    const HpaOptions& options = hpa_controller(lab_).options();
    return uint64_t{world_->map().cell_count()} << 16 ^ static_cast<uint64_t>(options.cluster_size) << 8 ^
           static_cast<uint64_t>(options.transition_spacing);
  }
  std::string refused() const override {
    if (std::string why = too_large_to_construct(world_->map()); !why.empty()) return why;
    const HpaOptions& options = hpa_controller(lab_).options();
    const int spacing = options.transition_spacing, side = options.cluster_size;
    if (spacing == 0 || int64_t{world_->map().cell_count()} * 4 * side / spacing <= kMaxExpansions) return {};
    return fmt::format("transitions {} cells apart in clusters of {} x {} cells make too many searches to step",
                       spacing, side, side);
  }
  void build(Trace& trace) override {
    Hpa hpa;
    build_recorded(hpa, world_->moves(), hpa_controller(lab_).options(), trace);
  }
};

class HpaBuildNarration final : public ConstructionNarration {
 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = hpa_build_code;
    const SearchEvent& event = e.event;
    switch (event.line) {
      case code::kClusters:
        return fmt::format("The map is cut into {} clusters of level 1, of {} x {} cells.", event.g, event.h, event.h);
      case code::kBorders:
        return fmt::format("Entrances: the free runs along the {} borders between clusters are looked for.", event.g);
      case code::kBorder:
        return fmt::format("Clusters {} and {}, together from {} to {}: their border is searched for entrances.",
                           event.g, event.h, e.parent, e.node);
      case code::kNarrow:
      case code::kWide:
        return entrance(e);
      case code::kPair:
        return fmt::format("Transition {} - {}: both cells become nodes, joined by an inter-edge of cost {}.", e.parent,
                           e.node, e.g);
      case code::kInside:
        if (event.type == build_event::kStage) {
          return fmt::format("Intra-edges: in each of the {} clusters, the distances between its nodes are looked for.",
                             event.g);
        }
        return fmt::format("Cluster {}, from {} to {}, has {}{}.", event.g, e.parent, e.node, counted(event.h, "node"),
                           event.h < 2 ? ": there is nothing to join" : "");
      case code::kIntra:
      case code::kUpperIntra:
        return fmt::format("{} and {} are {} apart inside cluster {}{}: an intra-edge of this cost joins them.",
                           e.parent, e.node, e.g, cluster_of(e), of_level(event.level));
      case code::kGroup:
        return fmt::format("Level {}: its clusters have {} x {} cells, and there {}.", event.level, event.h, event.h,
                           event.g == 1 ? std::string("is one") : fmt::format("are {}", event.g));
      case code::kUpper:
        return fmt::format("Cluster {}{}, from {} to {}: nodes with an inter-edge out of it are raised.", event.g,
                           of_level(event.level), e.parent, e.node);
      case code::kRaise:
        return fmt::format("{} has an inter-edge to {}, outside of cluster {}{}: it is raised to level {}.", e.node,
                           e.parent, event.g, of_level(event.level), event.level);
      default:
        return {};
    }
  }

 private:
  static std::string counted(Cost number, const char* noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
  }
  static std::string of_level(int level) { return level > 1 ? fmt::format(" of level {}", level) : ""; }
  static std::string entrance(const NarratedEvent& e) {
    const Cost width = e.event.g, transitions = e.event.h;
    const SearchEvent* stage = built_before(e, build_event::kStage);
    const Cost threshold = stage == nullptr ? 0 : stage->h;
    std::string text = fmt::format("Entrance from {} to {}, {} wide: ", e.parent, e.node, counted(width, "cell"));
    if (width == 1) return text + "its cell gets the transition.";
    if (transitions == 1) {
      return text + fmt::format("less than the threshold of {}, so it gets one transition, in its middle.", threshold);
    }
    return text + fmt::format("at least the threshold of {}, so it gets {} transitions, {}.", threshold, transitions,
                              transitions == 2 ? "one at each end" : "spread from end to end");
  }
  static Cost cluster_of(const NarratedEvent& e) {
    const SearchEvent* part = built_before(e, build_event::kPart);
    return part == nullptr ? 0 : part->g;
  }
};

const HpaBuildNarration kHpaBuildNarration;

// clang-format off
constexpr std::array<FeatureCommand, 1> kHpaProcessCommands = {{
    {{"hpa.construct", "[on|off]", "Step through the construction of HPA*", "Search", 0, 1, "Records how clusters, entrances and edges of each level are built, for stepping; off goes back to the search"}, step_construction<kHpaProcessFeature>},
}};
// clang-format on

constexpr std::array<SearchMarks, 1> kHpaBuildMarks = {{construction_marks<kHpaConstruction>()}};

}  // namespace

const Process kHpaConstruction = construction_process<kHpaProcessFeature>({
    .name = "hpa-construction",
    .title = "HPA* construction",
    .menu_title = "Step through the construction of HPA*",
    .hint = "Records how clusters, entrances and edges are built, for the timeline below",
    .begin_line = "hpa.construct",
    .end_line = "hpa.construct off",
    .code = &hpa_build_code::kCode,
    .narration = &kHpaBuildNarration,
    .unit = [](const Lab& lab) { return cost_unit(lab.world()); },
});

const Feature kHpaProcessFeature = {
    .name = "hpa-process",
    .title = "Construction of HPA*",
    .tab = "hpa",
    .commands = kHpaProcessCommands,
    .search_marks = kHpaBuildMarks,
    .process = &kHpaConstruction,
    .make_controller = make_construction<HpaConstruction>,
};

bool hpa_is_constructed(const Lab& lab) { return lab.query().process() == &kHpaConstruction; }

}  // namespace strata
