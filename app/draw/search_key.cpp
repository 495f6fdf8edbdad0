#include "app/draw/search_key.hpp"

#include <algorithm>
#include <array>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/construction.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// So many events before the cursor are looked at for nodes that are still open: more would hold up a frame.
constexpr size_t kLookedAt = 20'000;

struct KeyView {
  const Lab& lab;
  int view;
  int level;
  const Playback& playback;
  const Planner& planner;

  bool on(Layer layer) const { return lab.state().layer(layer).on && !hidden_names(lab).hides(layer_name(layer)); }
  bool shows(int wanted) const { return level == kAllLevels || level == wanted; }
};

// Whether a node of the search is drawn as expanded, and whether one is drawn as open.
struct DrawnStates {
  bool expanded = false, open = false;
};

DrawnStates drawn_states(const KeyView& key) {
  DrawnStates found;
  const size_t cursor = key.playback.cursor(), first = cursor - std::min(cursor, kLookedAt);
  for (size_t i = cursor; i > first && !(found.open && found.expanded); --i) {
    const SearchEvent& event = *key.playback.event(i - 1);
    if (!TraceOutline::concerns_node(event.type) || !key.shows(event.level)) continue;
    const bool cell = event.level == 0 && !key.planner.sparse;
    const NodePlace at = key.playback.place(event.level, event.node);
    if (cell && at.cell != kNoCell) {
      const uint8_t heat = key.playback.heat().cells[at.cell];
      (heat_is_open(heat) ? found.open : found.expanded) |= heat != 0;
      continue;
    }
    const NodeState state = key.playback.node(event.level, event.node).state;
    (state == NodeState::kOpen ? found.open : found.expanded) |= state != NodeState::kUnseen;
  }
  return found;
}

void add_states(const KeyView& key, std::vector<KeyMark>& out) {
  if (key.playback.outline().two_way) {
    out.push_back({KeyShape::kDisc, palette::kForward, "reached from the start"});
    out.push_back({KeyShape::kSquare, palette::kBackward, "reached from the goal"});
    return;
  }
  const DrawnStates drawn = drawn_states(key);
  const bool jumps = key.planner.diagonal_first && key.planner.sparse;
  if (drawn.expanded) {
    out.push_back({KeyShape::kRamp, 0, jumps ? "expanded jump points, early to late" : "expanded, early to late"});
  }
  if (!drawn.open) return;
  const Rgba color = with_alpha(heat_palette()[kHeatOpen], 255);
  const bool cells = !key.planner.sparse && key.shows(0);
  out.push_back({cells ? KeyShape::kBox : KeyShape::kRing, color, jumps ? "open jump points" : "open"});
}

void add_step_node(const KeyView& key, std::vector<KeyMark>& out) {
  const Playback& playback = key.playback;
  if (playback.at_end() || is_process(playback.outline())) return;
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->node == kNoNodeId) return;
  out.push_back({KeyShape::kCurrent, palette::kCurrent, "node of this step"});
  const bool unpacks = playback.outline().unpacks(playback.cursor() - 1);
  if (!key.shows(event->level) || unpacks || event->type == EventType::kStall) return;
  const bool links = event->type == EventType::kLink || event->type == EventType::kRefine ||
                     event->type == EventType::kPathEdge || event->type == EventType::kStraight;
  if (links) {
    if (event->parent != kNoNodeId) out.push_back({KeyShape::kLine, palette::kPartialPath, "edge of this step", 2, 5});
    return;
  }
  if (playback.outline().two_way && event->phase != Phase::kRefine) return;
  const NodeId parent = playback.node_in(event->level, event->node).parent;
  if (parent == kNoNodeId || parent == event->node) return;
  out.push_back({KeyShape::kLine, palette::kPartialPath, "path to it", 2, 0});
}

// The lines of the search tree.
void add_tree(const KeyView& key, bool searched, std::vector<KeyMark>& out) {
  const Playback& playback = key.playback;
  if (!key.on(Layer::kTree) || !searched || playback.outline().two_way) return;
  if (key.planner.sparse ? playback.cursor() > Painter::kMaxSparseEvents
                         : key.lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree) {
    return;
  }
  out.push_back({KeyShape::kLine, palette::kTree | 0xff000000u, "line to the parent", 1.3f, 0});
}

// The paths on the levels above the cells.
void add_level_paths(const KeyView& key, std::vector<KeyMark>& out) {
  const Playback& playback = key.playback;
  static constexpr std::array<std::string_view, 5> kOnLevel = {"", "path on level 1", "path on level 2",
                                                               "path on level 3", "path on level 4"};
  const bool ended = playback.at_end() && (key.level == kAllLevels || key.level == 0);
  if (key.on(Layer::kDrillDown) && !ended) {
    std::vector<PathEdge> edges;
    for (int level = 1; level <= std::min(playback.outline().top_level, 4); ++level) {
      playback.path_edges(level, edges);
      if (!key.shows(level) || edges.empty()) continue;
      const LevelStyle style = level_style(level);
      out.push_back({KeyShape::kLine, style.color, kOnLevel[static_cast<size_t>(level)], style.inter + 1, style.dash});
    }
  }
  const PlannerRow* row = key.lab.state().row(key.planner.name);
  if (row == nullptr || !row->shown || !row->solved || key.lab.query().process() != nullptr) return;
  const PathStages stages = path_stages(playback);
  const bool abstract = !row->result.abstract_path.empty() && (!row->result.path.empty() || key.planner.any_angle);
  if (key.on(Layer::kAbstractPath) && abstract && stages.abstract_path &&
      key.shows(abstract_level(key.lab.world(), key.planner))) {
    out.push_back({KeyShape::kLine, palette::kAbstractPath, "abstract path", 3, 0});
  }
  if (key.on(Layer::kRawPath) && abstract && !row->result.raw_path.empty() && stages.raw_path && key.shows(0)) {
    out.push_back({KeyShape::kLine, palette::kBlack, "path before smoothing", 2, 3});
  }
}

}  // namespace

const std::vector<KeyMark>& SearchKey::marks(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  const KeyView key{lab, view, lab.state().views[static_cast<size_t>(view)].level, searches.playback(view),
                    searches.planner(view)};
  Stamp stamp;
  stamp << key.playback.version() << key.playback.trace_version() << static_cast<uint64_t>(key.level + 1)
        << static_cast<uint64_t>(view) << lab.query().plan_version() << hidden_names(lab).version()
        << static_cast<uint64_t>(lab.state().camera.zoom < OverlayBuilder::kMinCellPixelsTree);
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
