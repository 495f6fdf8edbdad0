#include "core/world/labels_view.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/planners.hpp"

namespace strata {
namespace {

const GraphCh* ready_graph(const World& world) {
  return world.ready(StructureId::kLabels) ? world.get<MapLabels>().hierarchy().graph() : nullptr;
}

}  // namespace

uint32_t LabelTree::rank_at(CellId cell) const {
  const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const LabelNode& own) { return own.cell == cell; });
  return node == nodes.end() ? kNoRank : static_cast<uint32_t>(node - nodes.begin());
}

uint32_t label_nodes(const World& world) {
  const GraphCh* graph = ready_graph(world);
  return graph == nullptr ? 0 : graph->node_count();
}

LabelTree label_tree(const World& world) {
  LabelTree tree;
  const GraphCh* graph = ready_graph(world);
  if (graph == nullptr || !graph->labelled()) return tree;
  const uint32_t count = graph->node_count();
  tree.nodes.resize(count);
  const PackedLabels& labels = graph->labels();
  tree.height = labels.height();
  std::vector<uint32_t> children(count, 0);
  for (uint32_t rank = 0; rank < count; ++rank) {
    const uint32_t parent = labels.parent(rank);
    tree.nodes[rank] = {graph->cell(rank), parent, labels.depth(rank), 0};
    if (parent != kNoRank) ++children[parent];
  }
  // Goes from the highest rank down, so that parents come before their children.
  for (uint32_t rank = count; rank-- > 0;) {
    LabelNode& node = tree.nodes[rank];
    const bool goes_on = node.parent != kNoRank && children[node.parent] == 1;
    if (!goes_on) {
      const uint32_t level = node.parent == kNoRank ? 0 : tree.separators[tree.nodes[node.parent].separator].level + 1;
      node.separator = static_cast<uint32_t>(tree.separators.size());
      tree.separators.push_back({.level = level});
    } else {
      node.separator = tree.nodes[node.parent].separator;
    }
    LabelSeparator& own = tree.separators[node.separator];
    ++own.count;
    own.separates = children[rank] > 1;  // the lowest node of the separator is set last
  }
  uint32_t first = 0;
  for (LabelSeparator& separator : tree.separators) {
    separator.first = first;
    first += separator.count;
    if (separator.separates) tree.levels = std::max(tree.levels, separator.level + 1);
  }
  std::vector<uint32_t> filled(tree.separators.size(), 0);
  tree.members.resize(count);
  for (uint32_t rank = count; rank-- > 0;) {
    const uint32_t separator = tree.nodes[rank].separator;
    tree.members[tree.separators[separator].first + filled[separator]++] = rank;
  }
  return tree;
}

LabelMeeting label_meeting(const World& world, const PlanQuery& query, Workspace& workspace) {
  LabelMeeting meeting;
  if (ready_graph(world) == nullptr) return meeting;
  PlanResult result;
  Trace trace;
  plan(world, *planner_named("labels"), query, {.smooth = false, .refine = false}, workspace, result, &trace);
  std::unordered_map<CellId, Cost> reached[2];
  std::vector<CellId> order[2];
  for (const SearchEvent& event : trace.events()) {
    if (event.type == EventType::kMeet) {
      meeting.hub = event.node;
      meeting.cost = event.g;
    }
    if (event.type != EventType::kGenerate && event.type != EventType::kUpdate) continue;
    if (event.phase != Phase::kForward && event.phase != Phase::kBackward) continue;
    const int side = event.phase == Phase::kForward ? 0 : 1;
    const auto [at, fresh] = reached[side].insert_or_assign(event.node, event.g);
    if (fresh) order[side].push_back(event.node);
  }
  meeting.read = !order[0].empty() && !order[1].empty();
  for (const CellId cell : order[0]) (reached[1].contains(cell) ? meeting.both : meeting.start).push_back(cell);
  for (const CellId cell : order[1]) {
    if (!reached[0].contains(cell)) meeting.goal.push_back(cell);
  }
  if (meeting.hub == kNoCell) return meeting;
  meeting.there = reached[0].at(meeting.hub);
  meeting.back = reached[1].at(meeting.hub);
  return meeting;
}

}  // namespace strata
