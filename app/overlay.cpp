#include "app/overlay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace strata {

namespace {

// Lines of the search tree on cells of either half of the heat map.
constexpr Rgba kTreeOnDark = rgba(0xffffff, 170);
constexpr Rgba kTreeOnLight = rgba(0x202020, 170);

float middle(int coordinate) { return static_cast<float>(coordinate) + 0.5f; }

// Mixes whatever a part depends on into one number; 0 is never the result.
class Stamp {
 public:
  Stamp& operator<<(uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15ull;
    hash_ ^= hash_ >> 29;
    return *this;
  }
  Stamp& operator<<(const Rect& r) {
    return *this << static_cast<uint64_t>(static_cast<uint32_t>(r.x0)) << static_cast<uint32_t>(r.y0)
                 << static_cast<uint32_t>(r.x1) << static_cast<uint32_t>(r.y1);
  }
  Stamp& operator<<(Cell c) { return *this << static_cast<uint32_t>(c.x) << static_cast<uint32_t>(c.y); }
  uint64_t value() const { return hash_ | 1; }

 private:
  uint64_t hash_ = 0x2545f4914f6cdd1dull;
};

// What of the traced search is over at the cursor: its results appear step by step.
struct Stages {
  bool abstract_path = true;
  bool raw_path = true;
  bool path = true;
};
Stages stages(const Playback& playback) {
  Stages stages;
  if (playback.empty() || playback.at_end()) return stages;
  stages.path = false;
  const size_t cursor = playback.cursor();
  const size_t refined = playback.phase_end(Phase::kRefine);
  stages.abstract_path = cursor >= playback.phase_end(Phase::kMain);
  stages.raw_path = refined > 0 && cursor >= refined;
  return stages;
}

void set_text(DrawLabel& label, const std::string& text) {
  const size_t length = std::min(text.size(), sizeof label.text - 1);
  std::memcpy(label.text, text.data(), length);
  label.text[length] = '\0';
}

}  // namespace

bool OverlayBuilder::renew(PartId id, uint64_t stamp) {
  Part& part = parts_[static_cast<size_t>(id)];
  if (part.stamp == stamp) return false;
  part.stamp = stamp;
  part.version = next_version_++;
  part.list.clear();
  ++rebuilt_;
  return true;
}

void OverlayBuilder::show(PartId id, float opacity) {
  const Part& part = parts_[static_cast<size_t>(id)];
  if (part.list.size() == 0) return;
  primitives_ += part.list.size();
  overlay_.batches.push_back({static_cast<uint64_t>(id), part.version, opacity, &part.list});
}

const Overlay& OverlayBuilder::build(Lab& lab) {
  ++frame_;
  primitives_ = 0;
  overlay_.batches.clear();
  overlay_.truncated = false;
  LabState& state = lab.mutable_state();
  const World& world = lab.world();
  const Playback& playback = lab.playback();
  const Camera& camera = state.camera;
  for (LayerState& layer : state.layers) layer.note.clear();
  const Rect visible = camera.visible().clipped(world.map().bounds());
  const auto on = [&](Layer layer) { return state.layer(layer).on; };
  const auto opacity = [&](Layer layer) { return state.layer(layer).opacity; };

  overlay_.heat = {on(Layer::kSearch), opacity(Layer::kSearch), playback.heat_width(), playback.heat_height(),
                   playback.heat().data()};
  if (on(Layer::kSearch)) {
    if (state.trace_deferred) state.layer(Layer::kSearch).note = "follows when you let go";
    if (playback.truncated())
      state.layer(Layer::kSearch).note = "the recording was cut off: the end of the search is missing";
  }

  if (on(Layer::kGrid)) {
    if (camera.zoom < kMinCellPixelsGrid) {
      state.layer(Layer::kGrid).note = "zoom in to see the cells";
    } else {
      if (renew(kGridPart, (Stamp() << visible).value())) build_grid(visible);
      show(kGridPart, opacity(Layer::kGrid));
    }
  }
  if (on(Layer::kClusters)) {
    const int size = world.hpa().clusters().cluster_size();
    if (camera.zoom * size < kMinClusterPixelsBorder) {
      state.layer(Layer::kClusters).note = "zoom in to see the clusters";
    } else {
      if (renew(kClusterPart, (Stamp() << visible << static_cast<uint64_t>(size) << lab.world_version()).value())) {
        build_cluster_lines(lab, visible);
      }
      show(kClusterPart, opacity(Layer::kClusters));
    }
  }
  show_tiles(lab, visible);

  if (on(Layer::kTree)) {
    if (camera.zoom < kMinCellPixelsTree) {
      state.layer(Layer::kTree).note = "zoom in to see the tree";
    } else {
      if (renew(kTreePart,
                (Stamp() << visible << playback.version() << static_cast<uint64_t>(camera.zoom >= kMinCellPixelsLabel))
                    .value()))
        build_tree(lab, visible);
      show(kTreePart, opacity(Layer::kTree));
    }
  }
  if (on(Layer::kSearch)) {
    if (renew(kNodePart, (Stamp() << playback.version() << lab.world_version()).value())) build_nodes(lab);
    show(kNodePart, opacity(Layer::kSearch));
  }
  build_paths(lab);
  if (on(Layer::kAbstractPath)) show(kAbstractPart, opacity(Layer::kAbstractPath));
  if (on(Layer::kRawPath)) show(kRawPart, opacity(Layer::kRawPath));
  if (on(Layer::kPath)) show(kPathPart, opacity(Layer::kPath));
  if (on(Layer::kFlash)) {
    build_flashes(lab);
    show(kFlashPart, opacity(Layer::kFlash));
  }
  build_top(lab);
  show(kTopPart, 1);
  build_labels(lab, visible);
  state.overlay_truncated = overlay_.truncated;
  return overlay_;
}

void OverlayBuilder::build_grid(const Rect& visible) {
  DrawList& list = parts_[kGridPart].list;
  const auto x0 = static_cast<float>(visible.x0), x1 = static_cast<float>(visible.x1);
  const auto y0 = static_cast<float>(visible.y0), y1 = static_cast<float>(visible.y1);
  for (int x = visible.x0; x <= visible.x1; ++x) {
    const auto at = static_cast<float>(x);
    list.lines.push_back({at, y0, at, y1, 1, 0, palette::kGridLine});
  }
  for (int y = visible.y0; y <= visible.y1; ++y) {
    const auto at = static_cast<float>(y);
    list.lines.push_back({x0, at, x1, at, 1, 0, palette::kGridLine});
  }
}

void OverlayBuilder::build_cluster_lines(const Lab& lab, const Rect& visible) {
  DrawList& list = parts_[kClusterPart].list;
  const int size = lab.world().hpa().clusters().cluster_size();
  const Rect bounds = lab.world().map().bounds();
  const auto x0 = static_cast<float>(visible.x0), x1 = static_cast<float>(visible.x1);
  const auto y0 = static_cast<float>(visible.y0), y1 = static_cast<float>(visible.y1);
  for (int x = visible.x0 / size * size; x <= visible.x1; x += size) {
    const auto at = static_cast<float>(std::min(x, bounds.x1));
    list.lines.push_back({at, y0, at, y1, 1.5f, 0, palette::kCluster});
  }
  for (int y = visible.y0 / size * size; y <= visible.y1; y += size) {
    const auto at = static_cast<float>(std::min(y, bounds.y1));
    list.lines.push_back({x0, at, x1, at, 1.5f, 0, palette::kCluster});
  }
}

// From each searched cell on the screen to its parent.
void OverlayBuilder::build_tree(const Lab& lab, const Rect& visible) {
  DrawList& list = parts_[kTreePart].list;
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  const GridMap& map = lab.world().map();
  // Where cells hold text the lines step back.
  const double strength = lab.state().camera.zoom >= kMinCellPixelsLabel ? 0.45 : 1;
  for (int y = visible.y0; y < visible.y1; ++y) {
    const CellId row = map.id({0, y});
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = row + static_cast<CellId>(x);
      if (playback.heat()[id] == 0) continue;
      const NodeAt node = playback.node(0, id);
      if (node.parent == kNoCell) continue;
      const Cell parent = map.cell(node.parent);
      const Rgba color =
          playback.heat()[id] < kHeatFirst + 110 && playback.heat()[id] != kHeatOpen ? kTreeOnDark : kTreeOnLight;
      list.lines.push_back({middle(x), middle(y), middle(parent.x), middle(parent.y), 1.3f, 0, faded(color, strength)});
    }
  }
}

// Abstract nodes of the search at the cursor, the event at the cursor and the way back from it.
void OverlayBuilder::build_nodes(const Lab& lab) {
  DrawList& list = parts_[kNodePart].list;
  const Playback& playback = lab.playback();
  if (playback.empty()) return;
  const GridMap& map = lab.world().map();
  playback.abstract_nodes(nodes_);
  for (const AbstractNodeAt& node : nodes_) {
    const Cell cell = map.cell(node.cell);
    const auto mark = [&](float radius, float share, MarkerShape shape, Rgba color) {
      list.markers.push_back({middle(cell.x), middle(cell.y), radius, share, shape, color});
    };
    if (node.state == NodeState::kOpen) {
      mark(2.0f, 0.36f, MarkerShape::kRing, palette::kPurple);
    } else {
      mark(2.2f, 0.38f, MarkerShape::kDisc, palette::kBlack);
      mark(1.7f, 0.30f, MarkerShape::kDisc, with_alpha(heat_palette()[node.heat], 255));
    }
  }
  if (playback.at_end()) return;
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->node == kNoCell) return;
  playback.parent_chain(event->level, event->node, cells_);
  const bool links =
      event->type == EventType::kLink || event->type == EventType::kRefine || event->type == EventType::kShortcut;
  if (links && event->parent != kNoCell) cells_.assign({event->node, event->parent});
  for (size_t i = 1; i < cells_.size(); ++i) {
    const Cell a = map.cell(cells_[i - 1]);
    const Cell b = map.cell(cells_[i]);
    list.lines.push_back(
        {middle(a.x), middle(a.y), middle(b.x), middle(b.y), 2, links ? 5.0f : 0.0f, palette::kPartialPath});
  }
  const Cell at = map.cell(event->node);
  list.markers.push_back({middle(at.x), middle(at.y), 6, 0.45f, MarkerShape::kDiamond, palette::kCurrent});
  list.markers.push_back({middle(at.x), middle(at.y), 7, 0.5f, MarkerShape::kRing, palette::kBlack});
}

// A polyline whose straight pieces are one line each.
void OverlayBuilder::add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                              DrawList& list) const {
  const GridMap& map = lab.world().map();
  for (size_t i = 1; i < path.size();) {
    const Cell from = map.cell(path[i - 1]);
    Cell to = map.cell(path[i]);
    const int dx = to.x - from.x;
    const int dy = to.y - from.y;
    size_t next = i + 1;
    while (next < path.size()) {
      const Cell further = map.cell(path[next]);
      if (further.x - to.x != dx || further.y - to.y != dy) break;
      to = further;
      ++next;
    }
    list.lines.push_back({middle(from.x), middle(from.y), middle(to.x), middle(to.y), width, dash, color});
    i = next;
  }
}

void OverlayBuilder::build_paths(const Lab& lab) {
  const LabState& state = lab.state();
  const Stages at = stages(lab.playback());
  const uint64_t stamp =
      (Stamp() << lab.plan_version() << lab.world_version() << static_cast<uint64_t>(at.abstract_path)
               << static_cast<uint64_t>(at.raw_path) << static_cast<uint64_t>(at.path))
          .value();
  const bool abstract = renew(kAbstractPart, stamp);
  const bool raw = renew(kRawPart, stamp);
  const bool path = renew(kPathPart, stamp);
  if (!abstract && !raw && !path) return;
  // Wide below, narrow above, so that paths over the same cells are all seen.
  static constexpr float kWidths[] = {7.5f, 5.0f, 2.8f, 2.2f};
  size_t order = 0;
  for (const PlannerRow& row : state.rows) {
    const float width = kWidths[std::min(order++, std::size(kWidths) - 1)];
    if (!row.shown || !row.solved || !row.result.found()) continue;
    const bool stepped = row.planner->name == state.traced;
    const PlannerStyle style = planner_style(row.planner->name);
    if (!stepped || at.path) {
      add_path(lab, row.result.path, width, style.dash, style.color, parts_[kPathPart].list);
    }
    if (row.result.abstract_path.empty()) continue;
    if (!stepped || at.raw_path) {
      add_path(lab, row.result.raw_path, 2, 3, with_alpha(palette::kBlack, 220), parts_[kRawPart].list);
    }
    if (!stepped || at.abstract_path) {
      DrawList& list = parts_[kAbstractPart].list;
      add_path(lab, row.result.abstract_path, 3, 0, palette::kAbstractPath, list);
      for (const CellId id : row.result.abstract_path) {
        const Cell cell = lab.world().map().cell(id);
        list.markers.push_back(
            {middle(cell.x), middle(cell.y), 4, 0.3f, MarkerShape::kDiamond, palette::kAbstractPath});
      }
    }
  }
}

void OverlayBuilder::build_flashes(const Lab& lab) {
  const std::vector<Flash>& flashes = lab.state().flashes;
  Stamp stamp;
  for (const Flash& flash : flashes) stamp << flash.cluster << std::bit_cast<uint32_t>(flash.age);
  if (!renew(kFlashPart, stamp.value())) return;
  DrawList& list = parts_[kFlashPart].list;
  for (const Flash& flash : flashes) {
    const Rect r = lab.world().hpa().clusters().rect(flash.cluster);
    const double left = std::clamp(1.0 - flash.age / kFlashSeconds, 0.0, 1.0);
    const Rgba color = with_alpha(palette::kFlash, static_cast<uint32_t>(110 * left));
    const Rgba edge = with_alpha(palette::kFlash, static_cast<uint32_t>(255 * left));
    const auto x0 = static_cast<float>(r.x0), y0 = static_cast<float>(r.y0);
    const auto x1 = static_cast<float>(r.x1), y1 = static_cast<float>(r.y1);
    list.rects.push_back({x0, y0, x1, y1, color});
    list.lines.push_back({x0, y0, x1, y0, 2.5f, 0, edge});
    list.lines.push_back({x1, y0, x1, y1, 2.5f, 0, edge});
    list.lines.push_back({x1, y1, x0, y1, 2.5f, 0, edge});
    list.lines.push_back({x0, y1, x0, y0, 2.5f, 0, edge});
  }
}

// Start and goal, the inspected cell, what the tool would do.
void OverlayBuilder::build_top(const Lab& lab) {
  const LabState& state = lab.state();
  const bool brush = state.tool == Tool::kBrush || state.tool == Tool::kErase;
  const bool preview = brush && state.hover && state.dragging == DragEnd::kNone && !state.panning;
  Stamp stamp;
  stamp << static_cast<uint64_t>(state.has_query) << state.query.start << state.query.goal << lab.world_version()
        << lab.world().map().revision();
  stamp << static_cast<uint64_t>(state.inspected.has_value()) << (state.inspected ? state.inspected->cell : Cell{});
  stamp << static_cast<uint64_t>(preview) << (preview ? *state.hover : Cell{})
        << static_cast<uint64_t>(state.brush.radius) << static_cast<uint64_t>(state.brush.shape)
        << static_cast<uint64_t>(state.shape.has_value());
  if (state.shape) stamp << state.shape->from << state.shape->to << static_cast<uint64_t>(state.shape->tool);
  if (!renew(kTopPart, stamp.value())) return;
  DrawList& list = parts_[kTopPart].list;

  const auto box = [&](float x0, float y0, float x1, float y1, float width, float dash, Rgba color) {
    list.lines.push_back({x0, y0, x1, y0, width, dash, color});
    list.lines.push_back({x1, y0, x1, y1, width, dash, color});
    list.lines.push_back({x1, y1, x0, y1, width, dash, color});
    list.lines.push_back({x0, y1, x0, y0, width, dash, color});
  };
  const auto cell_box = [&](Cell cell, int grow, float width, float dash, Rgba color) {
    box(static_cast<float>(cell.x - grow), static_cast<float>(cell.y - grow), static_cast<float>(cell.x + 1 + grow),
        static_cast<float>(cell.y + 1 + grow), width, dash, color);
  };
  if (preview) {
    const int r = state.brush.radius;
    if (state.brush.shape == BrushShape::kSquare || r == 0) {
      cell_box(*state.hover, r, 1.5f, 0, palette::kBlack);
    } else {
      list.markers.push_back({middle(state.hover->x), middle(state.hover->y), 2, static_cast<float>(r) + 0.5f,
                              MarkerShape::kRing, palette::kBlack});
    }
  }
  if (state.shape) {
    const Cell a = state.shape->from;
    const Cell b = state.shape->to;
    if (state.shape->tool == Tool::kLine) {
      list.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), 2, 6, palette::kBlack});
    } else {
      box(static_cast<float>(std::min(a.x, b.x)), static_cast<float>(std::min(a.y, b.y)),
          static_cast<float>(std::max(a.x, b.x) + 1), static_cast<float>(std::max(a.y, b.y) + 1), 2, 6,
          palette::kBlack);
    }
  }
  if (state.inspected) {
    cell_box(state.inspected->cell, 0, 2.5f, 0, palette::kWhite);
    cell_box(state.inspected->cell, 0, 1.5f, 4, palette::kInspect);
  }
  if (!state.has_query) return;
  const auto end = [&](Cell cell, MarkerShape shape, Rgba color) {
    list.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, shape, palette::kWhite});
    list.markers.push_back({middle(cell.x), middle(cell.y), 6.5f, 0.44f, shape, color});
    if (!lab.world().moves().passable(cell)) {  // blocked: a cross says that no search begins or ends here
      list.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, MarkerShape::kCross, palette::kBlack});
    }
  };
  end(state.query.start, MarkerShape::kDisc, palette::kStart);
  end(state.query.goal, MarkerShape::kDiamond, palette::kGoal);
}

// g and f inside searched cells, where a cell is large enough to read them.
void OverlayBuilder::build_labels(const Lab& lab, const Rect& visible) {
  const Playback& playback = lab.playback();
  const LabState& state = lab.state();
  const bool wanted = state.layer(Layer::kSearch).on && state.camera.zoom >= kMinCellPixelsLabel && !playback.empty();
  const uint64_t stamp = wanted ? (Stamp() << visible << playback.version()).value() : 0;
  if (stamp == label_stamp_) return;
  label_stamp_ = stamp;
  overlay_.labels.clear();
  if (!wanted) return;
  ++rebuilt_;
  const GridMap& map = lab.world().map();
  const double unit = lab.cost_unit();
  for (int y = visible.y0; y < visible.y1; ++y) {
    for (int x = visible.x0; x < visible.x1; ++x) {
      const CellId id = map.id({x, y});
      const uint8_t heat = playback.heat()[id];
      if (heat == 0) continue;
      const NodeAt node = playback.node(0, id);
      // The upper half of the heat map is light.
      const Rgba color = heat != kHeatOpen && heat > kHeatFirst + 110 ? palette::kBlack : palette::kWhite;
      DrawLabel label;
      label.x = middle(x);
      label.color = color;
      label.y = static_cast<float>(y) + 0.27f;
      set_text(label, fmt::format("g {:.1f}", node.g / unit));
      overlay_.labels.push_back(label);
      label.y = static_cast<float>(y) + 0.73f;
      set_text(label, fmt::format("f {:.1f}", (static_cast<double>(node.g) + node.h) / unit));
      overlay_.labels.push_back(label);
    }
  }
}

}  // namespace strata
