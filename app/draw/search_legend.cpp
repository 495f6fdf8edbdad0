#include "app/draw/search_legend.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/construction.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// To find open nodes, at most this many events before the cursor are examined: more would delay the frame.
constexpr size_t kLookedAt = 20'000;

struct SearchLegendInputs {
  const Lab& lab;
  int view;
  int level;
  bool draws_cells;
  const Playback& playback;
  const Planner& planner;

  bool on(Layer layer) const { return lab.state().layer(layer).on && !hidden_names(lab).hides(layer_name(layer)); }
  bool shows(int wanted) const { return level == kAllLevels || level == wanted || (wanted == 0 && draws_cells); }
};

// Whether some node of the search is drawn as expanded, and some as open: a cell that is coloured, or a marked node.
struct DrawnNodeStates {
  bool expanded = false, open_cell = false, open_node = false;
};

DrawnNodeStates drawn_states(const SearchLegendInputs& key) {
  DrawnNodeStates found;
  const size_t cursor = key.playback.cursor(), first = cursor - std::min(cursor, kLookedAt);
  for (size_t i = cursor; i > first && !(found.open_cell && found.open_node && found.expanded); --i) {
    const SearchEvent& event = *key.playback.event(i - 1);
    if (!TraceOutline::concerns_node(event.type) || !key.shows(event.level)) continue;
    const bool cell = event.level == 0 && !key.planner.sparse;
    const NodePlace at = key.playback.place(event.level, event.node);
    if (cell && at.cell != kNoCell) {
      const uint8_t heat = key.playback.heat().cells[at.cell];
      (heat_is_open(heat) ? found.open_cell : found.expanded) |= heat != 0;
      continue;
    }
    const NodeState state = key.playback.node(event.level, event.node).state;
    (state == NodeState::kOpen ? found.open_node : found.expanded) |= state != NodeState::kUnseen;
  }
  // Those before are expanded as well, even if the marks of the last events are of other kinds.
  found.expanded |= first > 0 && key.playback.counts().expanded > 0;
  return found;
}

void add_states(const SearchLegendInputs& key, std::vector<SearchLegendEntry>& out) {
  if (key.playback.outline().two_way) {
    static constexpr std::string_view kTerm = "bidirectional search";
    out.push_back({.shape = LegendSymbolShape::kDisc,
                   .color = palette::kForward,
                   .text = "reached from the start",
                   .term = kTerm,
                   .part = LegendPart::kFromStart});
    out.push_back({.shape = LegendSymbolShape::kSquare,
                   .color = palette::kBackward,
                   .text = "reached from the goal",
                   .term = kTerm,
                   .part = LegendPart::kFromGoal});
    return;
  }
  const DrawnNodeStates drawn = drawn_states(key);
  const bool jumps = key.planner.diagonal_first && key.planner.sparse;
  if (drawn.expanded) {
    out.push_back({.shape = LegendSymbolShape::kRamp,
                   .text = jumps ? "expanded jump points, early to late" : "expanded, early to late",
                   .part = LegendPart::kExpanded});
  }
  if (!drawn.open_cell && !drawn.open_node) return;
  out.push_back({.shape = drawn.open_cell ? LegendSymbolShape::kBox : LegendSymbolShape::kRing,
                 .color = drawn.open_cell ? heat_palette()[kHeatOpen] : palette::kOpen,
                 .text = jumps                                ? "open jump points"
                         : drawn.open_cell && drawn.open_node ? kOpenCellsAndNodes
                         : drawn.open_cell                    ? "open cells"
                                                              : "open nodes",
                 .term = "open list",
                 .part = LegendPart::kOpen});
}

// Returns what the marks of the step are: its node, and the path or edge that leads to it. The text is the same in all
// views, so that they share a row.
std::string_view text_of_step(const Playback& playback, const SearchEvent& event) {
  constexpr std::string_view kNode = "node of this step";
  if (playback.outline().unpacks(playback.cursor() - 1) || event.type == EventType::kStall) return kNode;
  const bool links = event.type == EventType::kLink || event.type == EventType::kRefine ||
                     event.type == EventType::kPathEdge || event.type == EventType::kStraight;
  if (links) return event.parent != kNoNodeId ? "node of this step, edge to it" : kNode;
  if (playback.outline().two_way && event.phase != Phase::kRefine) return kNode;
  const NodeId parent = playback.node_in(event.level, event.node).parent;
  return parent == kNoNodeId || parent == event.node ? kNode : "node of this step, path to it";
}

void add_step_node(const SearchLegendInputs& key, std::vector<SearchLegendEntry>& out) {
  const Playback& playback = key.playback;
  if (playback.at_end() || is_process(playback.outline())) return;
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->node == kNoNodeId) return;
  out.push_back({.shape = LegendSymbolShape::kCurrent,
                 .color = palette::kCurrent,
                 .text = text_of_step(playback, *event),
                 .part = LegendPart::kCurrent});
}

// Adds the marks that stand for lines of the search tree.
void add_tree(const SearchLegendInputs& key, bool searched, std::vector<SearchLegendEntry>& out) {
  const Playback& playback = key.playback;
  if (!key.on(Layer::kTree) || !searched || playback.outline().two_way) return;
  if (key.planner.sparse ? playback.cursor() > Painter::kMaxSparseEvents
                         : key.lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree) {
    return;
  }
  out.push_back({LegendSymbolShape::kLine, palette::kTree | 0xff000000u, "line to the parent", 1.3f, 0, Layer::kTree});
}

// Adds the marks that stand for paths on abstract levels.
void add_level_paths(const SearchLegendInputs& key, std::vector<SearchLegendEntry>& out) {
  const Playback& playback = key.playback;
  static constexpr std::array<std::string_view, 5> kOnLevel = {"", "path on level 1", "path on level 2",
                                                               "path on level 3", "path on level 4"};
  const bool ended = playback.at_end() && key.shows(0);
  if (key.on(Layer::kDrillDown) && !ended) {
    std::vector<PathEdge> edges;
    std::optional<size_t> row;
    for (int level = 1; level <= std::min(playback.outline().top_level, 4); ++level) {
      playback.path_edges(level, edges);
      if (!key.shows(level) || edges.empty()) continue;
      if (row) {
        out[*row].text = kPathOnEachLevel;
        break;
      }
      row = out.size();
      const LevelStyle style = level_style(level);
      out.push_back({.shape = LegendSymbolShape::kLine,
                     .color = style.color,
                     .text = kOnLevel[static_cast<size_t>(level)],
                     .width = style.inter + 1,
                     .dash = style.dash,
                     .layer = Layer::kDrillDown,
                     .part = LegendPart::kLevels});
    }
  }
  const PlannerRow* row = key.lab.state().row(key.planner.name);
  if (row == nullptr || !row->solved || key.lab.state().process != nullptr) return;
  if (!(key.lab.view_searches().active() ? row->shown : draws_path(key.lab.state(), *row))) return;
  const FinishedPaths stages = path_stages(playback);
  const bool abstract = !row->result.abstract_path.empty() && (!row->result.path.empty() || key.planner.any_angle);
  if (key.on(Layer::kAbstractPath) && abstract && stages.abstract_path &&
      key.shows(abstract_level(key.lab.world(), key.planner))) {
    out.push_back({LegendSymbolShape::kLine, planner_style(key.lab.state(), key.planner.name).color, "abstract path", 3,
                   0, Layer::kAbstractPath});
  }
  if (key.on(Layer::kRawPath) && abstract && !row->result.raw_path.empty() && stages.raw_path && key.shows(0)) {
    out.push_back({LegendSymbolShape::kLine, palette::kBlack, "path before smoothing", 2, 3, Layer::kRawPath});
  }
}

}  // namespace

const std::vector<SearchLegendEntry>& SearchLegend::marks(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  const SearchLegendInputs key{lab,
                               view,
                               searches.drawn_level(view),
                               searches.draws_cells(view),
                               searches.playback(view),
                               searches.searched(view)};
  DrawInputHash stamp;
  stamp << key.playback.version() << key.playback.trace_version() << static_cast<uint64_t>(key.level + 1)
        << static_cast<uint64_t>(key.draws_cells) << static_cast<uint64_t>(view) << lab.query().plan_version()
        << hidden_names(lab).version()
        << static_cast<uint64_t>(lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree)
        << drawn_paths_stamp(lab.state());
  for (const Layer layer : {Layer::kSearch, Layer::kTree, Layer::kDrillDown, Layer::kAbstractPath, Layer::kRawPath}) {
    stamp << static_cast<uint64_t>(lab.state().layer(layer).on);
  }
  if (stamp_ == stamp.value()) return marks_;
  stamp_ = stamp.value();
  marks_.clear();
  if (key.playback.empty() || key.playback.cursor() == 0) return marks_;
  if (key.on(Layer::kSearch) && !is_process(key.playback.outline())) {
    add_states(key, marks_);
    add_step_node(key, marks_);
  }
  add_tree(key, !is_process(key.playback.outline()), marks_);
  add_level_paths(key, marks_);
  return marks_;
}

}  // namespace strata
