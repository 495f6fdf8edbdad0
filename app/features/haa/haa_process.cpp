#include "app/features/haa/haa_process.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/base/agent_text.hpp"
#include "app/draw/construction_marks.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/predict/process_questions.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/haa/haa_build.hpp"
#include "core/haa/haa_build_code.hpp"
#include "core/world/map_haa.hpp"

namespace strata {
namespace {

// The construction is stepped only if the number of cells times the number of classes of agents (size and terrain set)
// is at most this. There are about 4 events for each cell and class, and a recording has room for 4 million.
constexpr size_t kMaxClassCells = 800'000;

constexpr StructureId kHaaBuilt[] = {StructureId::kHaa};

class HaaConstruction : public Construction {
 public:
  explicit HaaConstruction(Lab& lab) : Construction(lab, kHaaConstruction) {}
  const ProcessQuestions* questions() const override;
  std::span<const StructureId> builds() const override { return kHaaBuilt; }

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
  bool takes_long() const override { return world_->map().cell_count() * classes() > 2 * kConstructedAtOnce; }
  Recorder recorder() const override {
    return [agents = std::make_shared<AgentGrids>(structure().agents()),
            options = structure().haa().options()](Trace& trace) {
      Haa haa;
      build_recorded(haa, *agents, options, trace);
    };
  }

 private:
  const MapHaa& structure() const { return world_->get<MapHaa>(); }
  size_t classes() const {
    const HaaOptions& options = haa_controller(lab_).options();
    return static_cast<size_t>(options.max_size) * options.capabilities.size();
  }
};

// Adds sentences on what the construction of HAA*'s graph has done with a cell.
void tell_cell_of_haa(const ConstructionCell& at, std::vector<std::string>& lines) {
  namespace code = haa_build_code;
  if (at.world.map().terrain(at.cell) == Terrain::kOut) {
    lines.emplace_back("Nothing is built here: it is a wall.");
    return;
  }
  ConstructionEdgeCount entrances, intra, strong, weak;
  std::string cluster;
  bool node = false, inside = false, borders = false;
  for (const uint32_t index : at.built) {
    const SearchEvent& event = at.event(index);
    const bool here = event.type != build_event::kStage && event.node != kNoNodeId;
    borders |= event.line == code::kBorders;
    inside |= event.line == code::kInside;
    if (event.line == code::kRun && at.between(event).contains(at.cell)) entrances.add(index);
    if (here && event.line == code::kInside && at.between(event).contains(at.cell)) {
      cluster = fmt::format("Event {} turned to its cluster, which has {}.", index + 1, count_of(event.h, "node"));
    }
    if (!here || !at.ends(event)) continue;
    if (event.line == code::kPair && event.type == build_event::kAddEdge && !std::exchange(node, true)) {
      lines.push_back(fmt::format("Event {} made it a node, as an end of the transition {} - {}.", index + 1,
                                  at.parent(event), at.node(event)));
    }
    if (event.line == code::kIntra) intra.add(index);
    if (event.type == build_event::kDropEdge) (event.line == code::kStrong ? strong : weak).add(index);
  }
  if (entrances.count > 0) {
    const SearchEvent& last = at.event(entrances.last);
    lines.insert(lines.begin(),
                 fmt::format("{} hold{} it so far; event {} found {}, from {} to {}.",
                             count_of(entrances.count, "entrance"), entrances.count == 1 ? "s" : "", entrances.last + 1,
                             entrances.count == 1 ? "it" : "the last", at.parent(last), at.node(last)));
  }
  if (!cluster.empty()) lines.push_back(std::move(cluster));
  intra.tell("intra-edge", "", lines);
  if (strong.count > 0) {
    lines.push_back(fmt::format("Strong dominance has dropped {} with an end here so far, the last by event {}.",
                                count_of(strong.count, "edge"), strong.last + 1));
  }
  if (weak.count > 0) {
    lines.push_back(fmt::format("Weak dominance has dropped {} with an end here so far, the last by event {}.",
                                count_of(weak.count, "inter-edge"), weak.last + 1));
  }
  at.tell_search(lines);
  if (inside && !node) lines.emplace_back("It is no end of a transition, so it is no node.");
  if (borders && !inside && lines.empty()) lines.emplace_back("No entrance has been found here so far.");
}

class HaaBuildNarration final : public ConstructionNarration {
 public:
  void tell_cell(const ConstructionCell& at, std::vector<std::string>& lines) const override {
    tell_cell_of_haa(at, lines);
  }

 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = haa_build_code;
    const SearchEvent& event = e.event;
    const bool stage = event.type == build_event::kStage;
    switch (event.line) {
      case code::kBorders:
        if (stage) {
          return fmt::format(
              "Entrances: the {} searched for {}, because where a border can be crossed depends on the agent.",
              event.g == 1 ? "only border between clusters is"
                           : fmt::format("{} borders between clusters are", event.g),
              event.h == 1 ? std::string("each terrain set")
                           : fmt::format("each terrain set and the sizes 1 to {}", event.h));
        }
        return fmt::format("Two clusters, together from {} to {}: their border is searched for entrances.", e.parent,
                           e.node);
      case code::kRun:
        return fmt::format("{} can cross from {} to {}, along {}: the widest pair becomes a transition.",
                           agents(event.h), e.parent, e.node, count_of(event.g, "cell"));
      case code::kPair:
        return fmt::format("Transition {} - {} {}: both cells become nodes, joined by an inter-edge of cost {}.",
                           e.parent, e.node, edge_class(event.h), e.g);
      case code::kInside:
        if (stage) {
          return fmt::format(
              "Intra-edges: in {}, the distances between its nodes are looked for, because a query then crosses the "
              "cluster by one edge.",
              event.g == 1 ? "the only cluster" : fmt::format("each of the {} clusters", event.g));
        }
        return fmt::format("The cluster from {} to {} has {}.", e.parent, e.node, count_of(event.h, "node"));
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
        if (stage)
          return "Weak dominance: the inter-edges that the low quality graph leaves out come next, because a smaller "
                 "graph takes less memory and time, for longer paths.";
        return fmt::format("Two clusters, together from {} to {}: their inter-edges are compared.", e.parent, e.node);
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
        return fmt::format("Low quality: of {}, {} {} an inter-edge and {}.", count_of(event.g, "node"), event.h,
                           event.h == 1 ? "keeps" : "keep", event.h == 1 ? "stays" : "stay");
      default:
        return {};
    }
  }

 private:
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
    {{"haa.construct", "[on|off]", "Step through the construction of HAA*", CommandGroup::kSearch, 0, 1, "Records how entrances, edges and dominance of the annotated graph come about, for stepping; off goes back to the search"}, step_construction<kHaaProcessFeature>},
}};
// clang-format on

std::string haa_blocked(const Lab& lab, const SearchEvent& entrance, Cell cell) {
  namespace code = haa_build_code;
  return fit_text(lab.state().terrain_looks, lab.world().map(), code::capability_of(entrance.h),
                  code::size_of(entrance.h), cell);
}
BorderQuestion haa_entrance_question(const Lab& lab, size_t event) {
  return {lab, event, haa_controller(lab).options().cluster_size, haa_blocked, true};
}

constexpr ProcessQuestions kHaaQuestions = {
    .about = [](const SearchEvent& event) { return event.type == build_event::kPick; },
    .ask =
        [](const Lab& lab, size_t event) {
          namespace code = haa_build_code;
          const BorderQuestion asked = haa_entrance_question(lab, event);
          const Cost agents = asked.events[event].h;
          return fmt::format(
              "Where is the next entrance between {} for agents of size {} and {}? Click one of its cells.",
              asked.both_clusters(), code::size_of(agents), code::capability_of(agents).to_string());
        },
    .judge = [](const Lab& lab, size_t event, Cell answer) { return haa_entrance_question(lab, event).judge(answer); },
    .solve = [](const Lab& lab, size_t event) { return haa_entrance_question(lab, event).solve(); },
};

const ProcessQuestions* HaaConstruction::questions() const { return &kHaaQuestions; }

constexpr std::array<SearchMarks, 1> kHaaBuildMarks = {{construction_marks<kHaaConstruction>()}};

}  // namespace

const SteppedProcess kHaaConstruction = construction_process<kHaaProcessFeature>({
    .name = "haa-construction",
    .title = "HAA* construction",
    .hint = "Records how the annotated graph is built, for the timeline below the map",
    .begin_line = "haa.construct",
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
