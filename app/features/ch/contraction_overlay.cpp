// Marks of the stepped recording: bidirectional searches, the unpacking of shortcuts, and the contraction of a graph.
#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/ch/ch.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// For each node of the contracted graph: 0 if it remains, 1 if it is contracted, 2 while it is being contracted. The
// vector is stored between frames to avoid allocations.
struct ContractedNodes {
  std::vector<uint8_t> gone;
};

// While the cursor is within this many events of the beginning, the arcs to parents are drawn even if the layer of the
// search tree is off.
constexpr size_t kMaxWays = 4'000;

bool is_search(EventType type) {
  return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
         type == EventType::kStall;
}

// Draws the shortcut that is being unpacked with the two arcs that it represents, or the arc by which a
// node is stalled.
void add_unpacking(const Lab& lab, const Playback& playback, const HierarchyPicture* picture, DrawList& out) {
  const SearchEvent* event = playback.at_end() ? nullptr : playback.current();
  if (event == nullptr || event->parent == kNoNodeId) return;
  const bool opens = event->type == EventType::kRefine && playback.outline().unpacks(playback.cursor() - 1);
  const bool stalls = event->type == EventType::kStall;
  if (!opens && !stalls) return;
  const GridMap& map = lab.world().map();
  const auto arc_of = [&](const NodePlace& a, const NodePlace& b) {
    return picture != nullptr ? picture->arc(a.cell, b.cell) : nullptr;
  };
  const auto draw = [&](const NodePlace& a, const NodePlace& b, float width, float dash, Rgba color) {
    const HierarchyArc* arc = arc_of(a, b);
    const ArcCurve curve(a, b, arc != nullptr && arc->middle != kNoCell);
    add_curve(out, curve, 14, width + 2.5f, 0, palette::kBlack);
    add_curve(out, curve, 14, width, dash, color);
  };
  const NodePlace from = playback.place(event->level, event->parent), to = playback.place(event->level, event->node);
  if (stalls) {  // the stalled node has a cheaper path over `from`
    draw(from, to, 2, 5, palette::kVermilion);
    return;
  }
  draw(from, to, 4, 0, palette::kCurrent);
  const HierarchyArc* arc = arc_of(from, to);
  if (arc == nullptr || arc->middle == kNoCell) return;
  const NodePlace over = place_of_cell(map.cell(arc->middle), arc->middle);
  draw(from, over, 2, 5, palette::kSky);
  draw(over, to, 2, 5, palette::kSky);
  out.markers.push_back({over.x, over.y, 8, 0.45f, MarkerShape::kRing, palette::kBlack});
}

// Draws a bidirectional search: the forward side with discs and solid lines, the backward side with squares and dashes.
// Nodes in the open list are hollow, stalled nodes are crossed out.
void add_two_ways(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = painter.search(lab);
  const auto level = static_cast<uint8_t>(playback.outline().two_way_level);
  if (playback.cursor() > Painter::kMaxSparseEvents) {
    painter.layer(Layer::kSearch).note = "too many nodes to mark each of them";
    return;
  }
  const HierarchyPicture* picture = hierarchy_controller(lab).picture_of(painter.planner(lab));
  const bool ways = painter.layer(Layer::kTree).on || playback.cursor() <= kMaxWays;
  // Squares are drawn first: a node that both sides have reached has its disc on top of its square.
  for (const bool backward : {true, false}) {
    const Rgba color = backward ? palette::kBackward : palette::kForward;
    const MarkerShape shape = backward ? MarkerShape::kSquare : MarkerShape::kDisc;
    DrawList& side = painter.search_list(backward ? LegendPart::kFromGoal : LegendPart::kFromStart);
    const float grow = backward ? 1.35f : 1.0f;
    for (size_t i = 0; i < playback.cursor(); ++i) {
      const SearchEvent& event = *playback.event(i);
      if (event.level != level || !is_search(event.type)) continue;
      if ((event.phase == Phase::kBackward) != backward ||
          (event.phase != Phase::kForward && event.phase != Phase::kBackward)) {
        continue;
      }
      const NodeAtCursor node = playback.node(level, event.node, backward);
      if (node.last_event != i) continue;
      const NodePlace at = playback.place(level, event.node);
      if (ways && node.parent != kNoNodeId && node.parent != event.node) {
        const NodePlace from = playback.place(level, node.parent);
        const HierarchyArc* arc = picture != nullptr ? picture->arc(from.cell, at.cell) : nullptr;
        const ArcCurve curve(from, at, arc != nullptr && arc->middle != kNoCell);
        const uint32_t alpha = node.state == NodeState::kOpen ? 130 : 220;
        add_curve(side, curve, 10, backward ? 2.6f : 1.8f, backward ? 6.0f : 0.0f, with_alpha(color, alpha));
      }
      const auto mark = [&](float radius, float share, MarkerShape symbol, Rgba ink) {
        side.markers.push_back({at.x, at.y, radius * grow, share * grow, symbol, ink});
      };
      mark(4.6f, 0.32f, shape, palette::kBlack);
      mark(3.8f, 0.27f, shape, color);
      if (node.state == NodeState::kOpen) mark(2.2f, 0.16f, shape, palette::kWhite);
      if (node.state == NodeState::kStalled) {
        mark(5.4f, 0.36f, MarkerShape::kCross, palette::kWhite);
        mark(4.6f, 0.32f, MarkerShape::kCross, palette::kBlack);
      }
    }
  }
  if (const NodeId meeting = playback.meeting(); meeting != kNoNodeId) {
    const NodePlace at = playback.place(level, meeting);
    out.markers.push_back({at.x, at.y, 10.5f, 0.62f, MarkerShape::kRing, palette::kWhite});
    out.markers.push_back({at.x, at.y, 9.0f, 0.54f, MarkerShape::kRing, palette::kPurple});
  }
  add_unpacking(lab, playback, picture, painter.search_list(LegendPart::kCurrent));
}

// Draws the pair of neighbours that the present witness search connects: the path over the contracted node, and the
// witness path if there is one.
void add_witness(const Lab& lab, CellId over, DrawList& out) {
  const Playback& playback = lab.playback();
  if (over == kNoCell || playback.at_end()) return;
  const std::vector<SearchEvent>& events = lab.trace().events();
  size_t at = playback.cursor() - 1;
  while (events[at].type == EventType::kPathEdge && at > 0) --at;
  const bool shortcut = events[at].type == EventType::kAddArc;
  if (events[at].type != EventType::kWitness && !shortcut) return;
  const GridMap& map = lab.world().map();
  const Cell middle_cell = map.cell(over);
  for (const CellId end : {events[at].parent, events[at].node}) {
    add_line(out, map.cell(end), middle_cell, 5, 0, palette::kBlack);
    add_line(out, map.cell(end), middle_cell, 2.5f, 5, palette::kVermilion);
  }
  const size_t known = playback.future_hidden() ? playback.cursor() : events.size();
  for (size_t i = at + 1; i < known && events[i].type == EventType::kPathEdge; ++i) {
    const Cell a = map.cell(events[i].parent), b = map.cell(events[i].node);
    // An arc of the witness path may itself be a shortcut that was added before; it is then drawn as a curve.
    bool bent = false;
    for (const uint32_t added : playback.before_cursor(playback.outline().added_arcs)) {
      const SearchEvent& arc = events[added];
      bent |= (arc.parent == events[i].parent && arc.node == events[i].node) ||
              (arc.parent == events[i].node && arc.node == events[i].parent);
    }
    const ArcCurve curve(a, b, bent);
    add_curve(out, curve, 12, 7, 0, palette::kBlack);
    add_curve(out, curve, 12, 4, 0, palette::kWitness);
  }
}

// Draws the remaining graph at the cursor: contracted nodes fade, shortcuts stay.
void add_contraction(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = lab.playback();
  const ContractedGraph& input = hierarchy_controller(lab).contracted_graph();
  const GridMap& map = lab.world().map();
  const std::vector<SearchEvent>& events = lab.trace().events();
  std::vector<uint8_t>& gone = painter.memory<ContractedNodes>().gone;
  gone.assign(input.cells.size(), 0);
  const auto node_of = [&](CellId cell) {
    const auto it = std::lower_bound(input.by_cell.begin(), input.by_cell.end(), cell,
                                     [&](uint32_t node, CellId id) { return input.cells[node] < id; });
    return *it;
  };
  const std::span<const uint32_t> contracted = playback.before_cursor(playback.outline().contracted);
  const CellId current = contracted.empty() || playback.at_end() ? kNoCell : events[contracted.back()].node;
  for (const uint32_t index : contracted) gone[node_of(events[index].node)] = 1;
  if (current != kNoCell) gone[node_of(current)] = 2;
  const auto faded_by = [&](uint32_t a, uint32_t b) { return gone[a] == 1 || gone[b] == 1; };
  const bool many = input.graph.edge_count() > 8'000;
  for (uint32_t node = 0; node < input.graph.node_count(); ++node) {
    for (const uint32_t target : input.graph.targets_of(node)) {
      if (target < node) continue;
      const bool past = faded_by(node, target);
      const Cell a = map.cell(input.cells[node]), b = map.cell(input.cells[target]);
      if (!past) add_line(out, a, b, 3.6f, 0, with_alpha(palette::kWhite, 190));
      add_line(out, a, b, past ? 1.2f : 2.0f, 0, with_alpha(palette::kHierarchyEdge, past ? 70 : 230));
    }
  }
  for (const uint32_t index : playback.before_cursor(playback.outline().added_arcs)) {
    const SearchEvent& event = events[index];
    const bool past = faded_by(node_of(event.parent), node_of(event.node));
    const ArcCurve curve(map.cell(event.parent), map.cell(event.node), true);
    const bool fresh = index + 1 == playback.cursor() && !playback.at_end();
    if (fresh) add_curve(out, curve, 12, 6, 0, palette::kBlack);
    add_curve(out, curve, many ? 5 : 12, fresh ? 3.5f : 2.0f, 0,
              fresh ? palette::kCurrent : with_alpha(palette::kShortcut, past ? 120 : 235));
  }
  add_witness(lab, current, out);
  for (uint32_t node = 0; node < input.cells.size(); ++node) {
    const Cell at = map.cell(input.cells[node]);
    const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
      out.markers.push_back({middle(at.x), middle(at.y), radius, share, shape, color});
    };
    if (gone[node] == 1) {
      mark(2.6f, 0.22f, MarkerShape::kDisc, with_alpha(palette::kHierarchyEdge, 110));
    } else {
      mark(5.2f, 0.38f, MarkerShape::kDisc, palette::kWhite);
      mark(4.2f, 0.31f, MarkerShape::kDisc, gone[node] == 2 ? palette::kVermilion : palette::kHierarchy);
    }
  }
  if (current == kNoCell) return;
  const Cell at = map.cell(current);
  DrawList& step = painter.search_list(LegendPart::kCurrent);
  step.markers.push_back({middle(at.x), middle(at.y), 10, 0.62f, MarkerShape::kRing, palette::kBlack});
  step.markers.push_back({middle(at.x), middle(at.y), 8.5f, 0.54f, MarkerShape::kRing, palette::kVermilion});
}

uint64_t marks_stamp(const Painter& painter, const Lab& lab) {
  if (!painter.search(lab).outline().two_way) return 0;
  const HierarchyPicture* picture = hierarchy_controller(lab).picture_of(painter.planner(lab));
  return picture != nullptr ? picture->version() : 0;
}

void add_marks(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = painter.search(lab);
  if (playback.outline().two_way && painter.shows(playback.outline().two_way_level)) add_two_ways(painter, lab, out);
  // While the future of the recording is hidden, its events so far may not show yet that it is a contraction.
  const bool contracts =
      playback.outline().contracting || (&playback == &lab.playback() && hierarchy_controller(lab).contracting());
  if (contracts && painter.shows(1)) add_contraction(painter, lab, out);
}

}  // namespace

const std::array<SearchMarks, 1> kChMarks = {{{marks_stamp, add_marks}}};

}  // namespace strata
