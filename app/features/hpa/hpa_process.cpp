#include "app/features/hpa/hpa_process.hpp"

#include <fmt/format.h>

#include "app/base/agent_text.hpp"
#include "app/draw/construction_marks.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/predict/process_questions.hpp"
#include "app/lab/cluster_text.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/hpa/hpa_build.hpp"
#include "core/hpa/hpa_build_code.hpp"

namespace strata {
namespace {

// The construction is stepped only if the searches inside clusters expand about this number of cells at most. It is
// estimated for transitions that are spread over the entrances.
constexpr int64_t kMaxExpansions = 1'500'000;

// These structures may be built on the graph of HPA*, so that they are hidden together with it.
constexpr StructureId kHpaBuilt[] = {StructureId::kHpa, StructureId::kTables, StructureId::kCh, StructureId::kCch,
                                     StructureId::kLabels};

class HpaConstruction : public Construction {
 public:
  explicit HpaConstruction(Lab& lab) : Construction(lab, kHpaConstruction) {}
  const ProcessQuestions* questions() const override;
  std::span<const StructureId> builds() const override { return kHpaBuilt; }

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
  Recorder recorder() const override {
    return
        [moves = std::make_shared<MoveGrid>(world_->moves()), options = hpa_controller(lab_).options()](Trace& trace) {
          Hpa hpa;
          build_recorded(hpa, *moves, options, trace);
        };
  }
};

// Collects sentences about what the construction of HPA* has done with one cell, level by level.
struct HpaCellHistory {
  const ConstructionCell& at;
  std::vector<std::string>& lines;
  ClusterGrid clusters = {};  // clusters of level 1
  bool entrances = false, inside = false, node = false;
  // The border between the cell's cluster and another one that the construction is scanning at present; null: none.
  const SearchEvent* border = nullptr;
  uint32_t border_index = 0;
  bool entrance_here = false;
  ConstructionEdgeCount intra[HpaOptions::kMaxLevels + 1] = {};

  void cut(int level, Cost side) {
    const ClusterGrid grid(at.world.map().width(), at.world.map().height(), static_cast<int>(side));
    if (level == 1) clusters = grid;
    lines.push_back(fmt::format("It lies in {} of level {}.", cluster_text(grid, grid.cluster_of(at.cell)), level));
  }
  bool leads_east(const SearchEvent& part) const {
    return clusters.has_right(part.g) && clusters.right(part.g) == part.h;
  }
  // Returns the cells on both sides of the border between two clusters.
  Rect pairs_of(const SearchEvent& part) const {
    Rect own = clusters.rect(part.g);
    if (leads_east(part)) return {own.x1 - 1, own.y0, own.x1 + 1, own.y1};
    return {own.x0, own.y1 - 1, own.x1, own.y1 + 1};
  }
  void begin_border(uint32_t index, const SearchEvent& part) {
    if (!pairs_of(part).contains(at.cell)) return;
    border = &part;
    border_index = index;
    entrance_here = false;
  }
  // Called when the construction goes on to the next border or to another stage.
  void end_border() {
    if (border != nullptr && !entrance_here) {
      const Cost other = border->g == clusters.cluster_of(at.cell) ? border->h : border->g;
      lines.push_back(fmt::format("Event {} began to search its border with {}: it is part of no entrance there.",
                                  border_index + 1, cluster_text(clusters, other)));
    }
    border = nullptr;
  }
  void see_entrance(uint32_t index, const SearchEvent& entrance) {
    if (border == nullptr) return;
    const Rect own = at.between(entrance);
    Rect across = own;
    (leads_east(*border) ? across.x0 : across.y0) += 1;
    (leads_east(*border) ? across.x1 : across.y1) += 1;
    if (!own.contains(at.cell) && !across.contains(at.cell)) return;
    entrance_here = true;
    lines.push_back(fmt::format("Event {} found the entrance from {} to {}; this cell {}.", index + 1,
                                at.parent(entrance), at.node(entrance),
                                own.contains(at.cell) ? "is part of it" : "lies across the border from it"));
  }
  void see(uint32_t index) {
    namespace code = hpa_build_code;
    const SearchEvent& event = at.event(index);
    if (event.type == build_event::kStage || event.type == build_event::kPart) end_border();
    switch (event.line) {
      case code::kClusters:
      case code::kGroup:
        return cut(event.level, event.h);
      case code::kBorders:
        entrances = true;
        return;
      case code::kInside:
        inside = true;
        return;
      case code::kBorder:
        return begin_border(index, event);
      case code::kNarrow:
      case code::kWide:
        return see_entrance(index, event);
      default:
        break;
    }
    if (!at.ends(event)) return;
    if (event.line == code::kEnd) {
      lines.push_back(fmt::format("Event {} made it a node of level 1, as an end of a link.", index + 1));
      node = true;
    } else if (event.line == code::kPair) {
      lines.push_back(fmt::format("Event {} made it a node of level 1, as an end of the transition {} - {}.", index + 1,
                                  at.parent(event), at.node(event)));
      node = true;
    } else if (event.line == code::kIntra || event.line == code::kUpperIntra) {
      intra[event.level].add(index);
    } else if (event.line == code::kRaise && event.parent == kNoNodeId) {
      lines.push_back(fmt::format("Event {} raised it to level {}, as an end of a link.", index + 1, event.level));
    } else if (event.line == code::kRaise && event.node == at.id) {
      lines.push_back(
          fmt::format("Event {} raised it to level {}, as its inter-edge to {} leaves its cluster of that "
                      "level.",
                      index + 1, event.level, at.parent(event)));
    }
  }
  void tell() {
    if (at.tell_blocked(lines)) return;
    for (const uint32_t index : at.built) see(index);
    for (int level = 1; level <= HpaOptions::kMaxLevels; ++level) {
      intra[level].tell("intra-edge", fmt::format(" of level {}", level), lines);
    }
    at.tell_search(lines);
    if (inside && !node) lines.emplace_back("It is no end of a transition or link, so it is no node.");
    if (!inside && entrances && lines.size() == 1) lines.emplace_back("No entrance has been found here so far.");
  }
};

class HpaBuildNarration final : public ConstructionNarration {
 public:
  void tell_cell(const ConstructionCell& at, std::vector<std::string>& lines) const override {
    HpaCellHistory{at, lines}.tell();
  }

 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = hpa_build_code;
    const SearchEvent& event = e.event;
    switch (event.line) {
      case code::kClusters:
        return fmt::format(
            "The map is cut into {} of level 1, of {} x {} cells, because paths inside a cluster can be found once for "
            "all queries.",
            count_of(event.g, "cluster"), event.h, event.h);
      case code::kBorders:
        return fmt::format(
            "Entrances: the free runs along {} between clusters are looked for, because moves leave a cluster only "
            "there.",
            count_of(event.g, "border"));
      case code::kBorder:
        return fmt::format("Two clusters, together from {} to {}: their border is searched for entrances.", e.parent,
                           e.node);
      case code::kNarrow:
      case code::kWide:
        return entrance(e);
      case code::kPair:
        return fmt::format("Transition {} - {}: both cells become nodes, joined by an inter-edge of cost {}.", e.parent,
                           e.node, e.g);
      case code::kLinks:
        return fmt::format(
            "Links: the {} ends of links between cells become nodes, because paths leave a cluster over links, too.",
            event.g);
      case code::kEnd:
        return fmt::format("{} is an end of a link: it becomes a node of its cluster.", e.node);
      case code::kInside:
        if (event.type == build_event::kStage) {
          return fmt::format(
              "Intra-edges: in {}, the distances between its nodes are looked for, because a query then crosses the "
              "cluster by one edge.",
              event.g == 1 ? "the only cluster" : fmt::format("each of the {} clusters", event.g));
        }
        return fmt::format("The cluster from {} to {} has {}{}.", e.parent, e.node, count_of(event.h, "node"),
                           event.h < 2 ? ": there is nothing to join"
                                       : ": Dijkstra from one after the other finds the paths between them");
      case code::kIntra:
      case code::kUpperIntra:
        return fmt::format("{} and {} are {} apart inside their cluster{}: an intra-edge of this cost joins them.",
                           e.parent, e.node, e.g, of_level(event.level));
      case code::kGroup:
        return fmt::format(
            "Level {}, because larger clusters have fewer nodes to search on a long way: its clusters have {} x {} "
            "cells, and there {}.",
            event.level, event.h, event.h, event.g == 1 ? std::string("is one") : fmt::format("are {}", event.g));
      case code::kUpper:
        return fmt::format(
            "The cluster{} from {} to {}: nodes with an inter-edge out of it{} are raised, because paths leave it only "
            "there.",
            of_level(event.level), e.parent, e.node, event.h > 0 ? " and ends of links" : "");
      case code::kRaise:
        if (event.parent == kNoNodeId) {
          return fmt::format("{} is an end of a link: it is raised to level {}.", e.node, event.level);
        }
        return fmt::format("{} has an inter-edge to {}, outside of its cluster{}: it is raised to level {}.", e.node,
                           e.parent, of_level(event.level), event.level);
      default:
        return {};
    }
  }

 private:
  static std::string of_level(int level) { return level > 1 ? fmt::format(" of level {}", level) : ""; }
  static std::string entrance(const NarratedEvent& e) {
    const Cost width = e.event.g, transitions = e.event.h;
    const SearchEvent* stage = built_before(e, build_event::kStage);
    const Cost threshold = stage == nullptr ? 0 : stage->h;
    std::string text = fmt::format("Entrance from {} to {}, {} wide: ", e.parent, e.node, count_of(width, "cell"));
    if (width == 1) return text + "its cell gets the transition.";
    if (transitions == 1) {
      return text + fmt::format("less than the threshold of {}, so it gets one transition, in its middle.", threshold);
    }
    return text +
           fmt::format("at least the threshold of {}, so it gets {} transitions, {}.", threshold, transitions,
                       transitions == 2 ? "one at each end" : "spread from end to end") +
           " One in the middle would be a detour for paths along its sides.";
  }
};

const HpaBuildNarration kHpaBuildNarration;

// clang-format off
constexpr std::array<FeatureCommand, 1> kHpaProcessCommands = {{
    {{"hpa.construct", "[on|off]", "Step through the construction of HPA*", CommandGroup::kSearch, 0, 1, "Records how clusters, entrances and edges of each level are built, for stepping; off goes back to the search"}, step_construction<kHpaProcessFeature>},
}};
// clang-format on

std::string hpa_blocked(const Lab& lab, const SearchEvent&, Cell cell) {
  const World& world = lab.world();
  return fit_text(lab.state().terrain_looks, world.map(), world.rules().capability, world.rules().agent_size, cell);
}
BorderQuestion entrance_question(const Lab& lab, size_t event) {
  return {lab, event, hpa_controller(lab).options().cluster_size, hpa_blocked, false};
}

constexpr ProcessQuestions kHpaQuestions = {
    .about = [](const SearchEvent& event) { return event.type == build_event::kPick; },
    .ask =
        [](const Lab& lab, size_t event) {
          const BorderQuestion asked = entrance_question(lab, event);
          return fmt::format("Where is the next entrance between {}? Click one of its cells.", asked.both_clusters());
        },
    .judge = [](const Lab& lab, size_t event, Cell answer) { return entrance_question(lab, event).judge(answer); },
    .solve = [](const Lab& lab, size_t event) { return entrance_question(lab, event).solve(); },
};

const ProcessQuestions* HpaConstruction::questions() const { return &kHpaQuestions; }

constexpr std::array<SearchMarks, 1> kHpaBuildMarks = {{construction_marks<kHpaConstruction>()}};

}  // namespace

const SteppedProcess kHpaConstruction = construction_process<kHpaProcessFeature>({
    .name = "hpa-construction",
    .title = "HPA* construction",
    .hint = "Records how clusters, entrances and edges are built, for the timeline below the map",
    .begin_line = "hpa.construct",
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

bool hpa_is_constructed(const Lab& lab) { return lab.state().process == &kHpaConstruction; }

}  // namespace strata
