#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Returns the number of levels of the structure that has most of them.
int drawn_levels(const World& world) {
  size_t levels = 0;
  const BuildInputs ground = world.inputs();
  for (const StructureId id : kAllStructures) levels = std::max(levels, world.structure(id).grids(ground).size());
  return static_cast<int>(levels);
}

}  // namespace

OverlayBuilder::OverlayBuilder() {
  for (const Feature* feature : features()) {
    for (const PaintStep& step : feature->paint) steps_.push_back({step, feature->structure});
    marks_.insert(marks_.end(), feature->search_marks.begin(), feature->search_marks.end());
    labels_.insert(labels_.end(), feature->labels.begin(), feature->labels.end());
  }
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const FeaturePaintStep& a, const FeaturePaintStep& b) { return a.step.depth < b.step.depth; });
  find_searched_layers();
}

const DrawnViews& OverlayBuilder::build_views(const Lab& lab, size_t tile_work) {
  ++frame_;
  tile_work_left_ = tile_work;
  tiles_due_ = false;
  const LabState& state = lab.state();
  begin_layers(state.layers);
  memory<TextScale>().factor = state.ui_scale;
  hide_layers(lab);
  drawn_.truncated = false;
  drawn_.entries.clear();
  forget_tiles(lab);
  const auto count = static_cast<size_t>(std::clamp(state.view_count, 1, kMaxViews));
  for (size_t i = 0; i < count; ++i) {
    index_ = static_cast<int>(i);
    view_ = &views_[i];
    level_ = lab.view_searches().drawn_level(index_);
    draws_cells_ = lab.view_searches().draws_cells(index_);
    drawn_.view_notes[i].clear();
    build_view(lab);
    drawn_.truncated |= view_->overlay.truncated;
    overlays_[i] = &view_->overlay;
  }
  drawn_.overlays = {overlays_.data(), count};
  drawn_.layers = layers_;
  drawn_.tiles_due = tiles_due_;
  return drawn_;
}

// Hides the layers that are hidden from a learner.
void OverlayBuilder::hide_layers(const Lab& lab) {
  const HiddenNames& hidden = hidden_names(lab);
  for (const Feature* feature : features()) {
    if (feature->layers.empty() || !hides_feature(lab, *feature)) continue;
    for (const FeatureLayer* own : feature->layers) {
      if (is_cut_by_options(own->name) || !layer(*own).on) continue;
      layer(*own).on = false;
      layer(*own).note = "hidden until its construction has ended";
    }
  }
  if (!hidden.any()) return;
  for (const Layer layer : layers()) {
    if (hidden.hides(layer_name(layer))) this->layer(layer).on = false;
  }
  if (!hidden.hides("path")) return;
  for (const Layer layer : {Layer::kPath, Layer::kRawPath, Layer::kAbstractPath, Layer::kDrillDown}) {
    this->layer(layer).on = false;
  }
}

// Runs the steps of features whose depth is below `below` and that have not run yet in this frame.
void OverlayBuilder::paint_features(const Lab& lab, int below) {
  for (; next_step_ < steps_.size() && steps_[next_step_].step.depth < below; ++next_step_) {
    const FeaturePaintStep& own = steps_[next_step_];
    if (concerns(lab, own.structure)) own.step.paint(*this, lab);
  }
}

void OverlayBuilder::build_view(const Lab& lab) {
  Overlay& overlay = view_->overlay;
  view_->primitives = 0;
  overlay.batches.clear();
  overlay.truncated = false;
  const LabState& state = lab.state();
  visible_ = state.camera.visible().clipped(lab.world().map().bounds());
  next_step_ = 0;
  const auto on = [&](Layer layer) { return this->layer(layer).on; };
  const auto opacity = [&](Layer layer) { return this->layer(layer).opacity; };
  note_missing_level(lab);
  show_pictures(lab);
  paint_features(lab, depth::kCells);
  if (on(Layer::kClearance) && shows(0)) show_clearance(lab);
  if (on(Layer::kGrid)) show_grid(lab);
  paint_features(lab, depth::kGraphs);
  paint_features(lab, depth::kSearch);
  show_search(lab);
  build_paths(lab);
  if (on(Layer::kAbstractPath)) show(kAbstractPart, opacity(Layer::kAbstractPath));
  if (on(Layer::kRawPath)) show(kRawPart, opacity(Layer::kRawPath));
  if (on(Layer::kPath)) {
    show(kOtherPathsPart, opacity(Layer::kPath));
    show(kPathPart, opacity(Layer::kPath));
  }
  if (on(Layer::kDrillDown)) {
    DrawInputHash stamp;
    stamp << search(lab).version() << lab.state().world_version;
    if (renew_all(kDrillParts, stamp.value())) build_drill_down(lab);
    // A lower level lies above a higher one.
    for (size_t level = kDrillParts.size(); level-- > 0;) show(kDrillParts[level], opacity(Layer::kDrillDown));
    // The inspector knows only the edge of the leading search, which is that of the first view.
    if (!lab.view_searches().active() || index_ == 0) {
      build_step(lab);
      show(kStepPart, opacity(Layer::kDrillDown));
    }
  }
  if (on(Layer::kFlash)) {
    build_flashes(lab);
    show(kFlashPart, opacity(Layer::kFlash));
  }
  paint_features(lab, depth::kAgents);
  if (on(Layer::kAgent) && lab.world().rules().agent_size > 1) {
    build_agent(lab);
    show(kAgentPart, opacity(Layer::kAgent));
  }
  paint_features(lab, INT_MAX);
  build_tool_marks(lab);
  build_inspected(lab);
  build_ends(lab);
  if (state.view_count > 1) {
    build_crosshair(lab);
    show(kCrossPart, 1);
  }
  build_labels(lab, visible_);
  note_entries(lab);
  make_background_pale(lab);
  if (state.pointed_entry) make_others_pale(*state.pointed_entry);
}

// Notes to which entries of the legend the shapes and pictures of the view belong.
void OverlayBuilder::note_entries(const Lab& lab) {
  const auto note = [&](const LegendEntry& entry) {
    if (std::ranges::find(drawn_.entries, entry) == drawn_.entries.end()) drawn_.entries.push_back(entry);
  };
  const Overlay& overlay = view_->overlay;
  for (const ScalarFieldImage* picture : {&overlay.ground, &overlay.field, &overlay.upper}) {
    if (picture->on) note(picture->entry);
  }
  // The legend of a search knows its cells; a construction searches here and there.
  const Playback& shown = search(lab);
  if (overlay.heat.on && lab.state().process != nullptr && !shown.outline().contracting) {
    const std::vector<uint8_t>& cells = shown.heat().cells;
    if (shown.counts().expanded > 0) note({Layer::kSearch, LegendPart::kExpanded});
    if (std::ranges::any_of(cells, heat_is_open)) note({Layer::kSearch, LegendPart::kOpen});
  }
  // The tiles of a layer follow each other, so that most batches have the entry of the one before.
  const LegendEntry* last = nullptr;
  for (const DrawBatch& batch : overlay.batches) {
    if (last == nullptr || *last != batch.entry) note(batch.entry);
    last = &batch.entry;
  }
}

void OverlayBuilder::note_missing_level(const Lab& lab) {
  const World& world = lab.world();
  const Playback& playback = search(lab);
  std::string& note = drawn_.view_notes[static_cast<size_t>(index_)];
  const int levels = world.get<MapHpa>().hpa().levels();
  if (lab.view_searches().active() && level_ == kAllLevels) {
    note.clear();
  } else if (level_ > levels && level_ > drawn_levels(world)) {
    fmt::format_to(std::back_inserter(note), "there is no level {}: HPA* has {}", level_, levels);
  } else if (level_ > 0 && this->layer(Layer::kSearch).on && !playback.empty() &&
             playback.outline().top_level < level_) {
    fmt::format_to(std::back_inserter(note), "{} does not search level {}", planner(lab).title, level_);
  }
}

// Shows the pictures that have one byte per cell: heat maps and the pictures of features.
void OverlayBuilder::show_pictures(const Lab& lab) {
  Overlay& overlay = view_->overlay;
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const auto on = [&](Layer layer) { return this->layer(layer).on; };
  const auto opacity = [&](Layer layer) { return this->layer(layer).opacity; };
  // A bidirectional search has no heat map: its nodes are few and are marked one by one.
  constexpr float kWaitingOpacity = 0.35f;  // opacity of the previous search while the new one is being recorded
  const ViewSearches& searches = lab.view_searches();
  const float heat_opacity = opacity(Layer::kSearch) * (searches.waiting(index_) ? kWaitingOpacity : 1);
  overlay.heat = {on(Layer::kSearch) && shows(0) && !playback.outline().two_way, heat_opacity, playback.heat().width,
                  playback.heat().height, playback.heat().cells.data()};
  overlay.heat.slot = searches.slot(index_);
  overlay.heat.difference = state.difference && overlay.heat.slot > 0;
  if (std::string why = searches.note(index_); !why.empty()) drawn_.view_notes[static_cast<size_t>(index_)] = why;
  if (!on(Layer::kSearch)) return;
  std::string& note = this->layer(Layer::kSearch).note;
  if (state.trace_deferred) note = "follows when you let go";
  if (state.trace_waiting) note = "the search before: the new one is being recorded";
  if (playback.outline().truncated) note = "the recording was cut off: the end of the search is missing";
}

void OverlayBuilder::show_grid(const Lab& lab) {
  LayerState& layer = this->layer(Layer::kGrid);
  if (lab.state().camera.zoom < kMinCellPixelsGrid) {
    layer.note = "zoom in to see the cells";
    return;
  }
  if (renew(kGridPart, (DrawInputHash() << visible_).value())) build_grid(visible_);
  show(kGridPart, layer.opacity);
}

// Returns whether the lists, which are filled together, must be filled again. They count as one.
bool OverlayBuilder::renew_all(std::span<const DrawListTag> tags, uint64_t stamp) {
  const uint64_t before = rebuilt_;
  bool again = false;
  for (const DrawListTag& tag : tags) again |= renew(tag, stamp);
  if (again) rebuilt_ = before + 1;
  return again;
}

// Shows the search tree and the nodes of the search.
void OverlayBuilder::show_search(const Lab& lab) {
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const Camera& camera = state.camera;
  const Rect& visible = visible_;
  const auto on = [&](Layer layer) { return this->layer(layer).on; };
  const auto opacity = [&](Layer layer) { return this->layer(layer).opacity; };
  const bool marked = playback.outline().two_way;
  const bool sparse = searched(lab).sparse && !marked;
  if (on(Layer::kTree) && !marked) {
    if (sparse && shows(0)) {
      if (renew(kTreePart, (DrawInputHash() << playback.version() << lab.state().world_version).value()))
        build_sparse(lab, true);
      show(kTreePart, opacity(Layer::kTree));
    } else if (camera.zoom < kMinCellPixelsTree) {
      this->layer(Layer::kTree).note = "zoom in to see the tree";
    } else {
      if (renew(kTreePart, (DrawInputHash() << visible << playback.version()
                                            << static_cast<uint64_t>(camera.zoom >= kMinCellPixelsLabel))
                               .value()))
        build_tree(lab, visible);
      show(kTreePart, opacity(Layer::kTree));
    }
  }
  if (on(Layer::kSearch)) {
    DrawInputHash stamp;
    stamp << playback.version() << lab.state().world_version << static_cast<uint64_t>(on(Layer::kTree))
          << static_cast<uint64_t>(camera.view_width) << static_cast<uint64_t>(camera.view_height);
    for (const SearchMarks& marks : marks_) stamp << marks.stamp(*this, lab);
    if (renew_all(kSearchParts, stamp.value())) {
      for (const SearchMarks& marks : marks_) marks.add(*this, lab, search_list(LegendPart::kWhole));
      if (sparse && shows(0)) build_sparse(lab, false);
      build_nodes(lab);
    }
    if (sparse && shows(0) && playback.cursor() > kMaxSparseEvents && this->layer(Layer::kSearch).note.empty()) {
      this->layer(Layer::kSearch).note = "too many nodes to mark each of them: their cells are coloured";
    }
    for (const DrawListTag& tag : kSearchParts) show(tag, opacity(Layer::kSearch));
  }
}

void OverlayBuilder::build_grid(const Rect& visible) {
  DrawList& lines = list(kGridPart);
  const auto x0 = static_cast<float>(visible.x0), x1 = static_cast<float>(visible.x1);
  const auto y0 = static_cast<float>(visible.y0), y1 = static_cast<float>(visible.y1);
  for (int x = visible.x0; x <= visible.x1; ++x) {
    const auto at = static_cast<float>(x);
    lines.lines.push_back({at, y0, at, y1, 1, 0, palette::kGridLine});
  }
  for (int y = visible.y0; y <= visible.y1; ++y) {
    const auto at = static_cast<float>(y);
    lines.lines.push_back({x0, at, x1, at, 1, 0, palette::kGridLine});
  }
}

void OverlayBuilder::build_flashes(const Lab& lab) {
  const std::vector<Flash>& flashes = lab.state().flashes;
  DrawInputHash stamp;
  for (const Flash& flash : flashes) {
    stamp << static_cast<uint64_t>(flash.structure) << static_cast<uint64_t>(flash.level) << flash.part << flash.cells
          << std::bit_cast<uint32_t>(flash.age);
  }
  const Planner& beside = planner(lab);
  if (!flashes.empty()) stamp << static_cast<uint64_t>(&beside - planners().data());
  if (!renew(kFlashPart, stamp.value())) return;
  DrawList& out = list(kFlashPart);
  for (const Flash& flash : flashes) {
    if (!shows(flash.level)) continue;
    const auto flashing = flashing_structures();
    const auto own = std::find_if(flashing.begin(), flashing.end(),
                                  [&](const FlashingStructure& one) { return one.structure == flash.structure; });
    const FlashStyle& style = own->style;
    if (style.highest != nullptr && flash.level > style.highest(lab, beside)) continue;
    const Rgba base = style.color(flash.level);
    const double left = std::clamp(1.0 - flash.age / kFlashSeconds, 0.0, 1.0);
    const Rgba edge = with_alpha(base, static_cast<uint32_t>(255 * left));
    const Rect& r = flash.cells;
    const auto x0 = static_cast<float>(r.x0), y0 = static_cast<float>(r.y0);
    const auto x1 = static_cast<float>(r.x1), y1 = static_cast<float>(r.y1);
    // Where all levels are shown together, clusters of higher levels flash only with their outlines, as they lie over
    // clusters of level 1.
    if (flash.level <= 1 || level_ != kAllLevels) {
      out.rects.push_back({x0, y0, x1, y1, with_alpha(base, static_cast<uint32_t>(110 * left))});
    }
    add_box(out, x0, y0, x1, y1, 1.5f + static_cast<float>(flash.level), style.dash(flash.level), edge);
  }
}

namespace {

// Adds the outline of the square that reaches `grow` cells beyond a cell.
void add_cell_box(DrawList& out, Cell cell, int grow, float width, float dash, Rgba color) {
  add_box(out, static_cast<float>(cell.x - grow), static_cast<float>(cell.y - grow),
          static_cast<float>(cell.x + 1 + grow), static_cast<float>(cell.y + 1 + grow), width, dash, color);
}

// Adds the outline of the ellipse that touches the sides of the rectangle between two corner cells.
void add_ellipse(DrawList& out, Cell a, Cell b) {
  constexpr int kPieces = 64;
  const double x = (a.x + b.x + 1) / 2.0, y = (a.y + b.y + 1) / 2.0;
  const double half_width = (std::abs(a.x - b.x) + 1) / 2.0, half_height = (std::abs(a.y - b.y) + 1) / 2.0;
  const auto at = [&](int piece) {
    const double angle = 2 * std::numbers::pi * piece / kPieces;
    return std::pair(static_cast<float>(x + half_width * std::cos(angle)),
                     static_cast<float>(y + half_height * std::sin(angle)));
  };
  for (int i = 0; i < kPieces; ++i) {
    const auto [x0, y0] = at(i);
    const auto [x1, y1] = at(i + 1);
    out.lines.push_back({x0, y0, x1, y1, 2, 0, palette::kBlack});
  }
}

}  // namespace

// Finds the region under the pointer that the fill tool would fill, unless it is that of the last call.
void OverlayBuilder::find_fill_region(const Lab& lab) {
  // A larger region is not shown, as finding it for each cell under the pointer would take too long.
  static constexpr size_t kMostCells = size_t{1} << 18;
  const LabState& state = lab.state();
  const GridMap& map = lab.world().map();
  if (drawing_tool(lab) != Tool::kFill || !state.hover || state.panning || state.dragging != DraggedMarker::kNone) {
    fill_ = {};
    return;
  }
  const std::pair now(lab.state().world_version, map.revision());
  const CellId cell = map.id(*state.hover);
  const auto holds_cell = [&](const CellRun& run) { return cell >= run.first && cell - run.first < run.count; };
  if (fill_.of == now && (fill_.seed == *state.hover || std::ranges::any_of(fill_.runs, holds_cell))) return;
  fill_ = {now, *state.hover, {}};
  if (std::optional<Edit> region = flood_fill_within(map, *state.hover, map.letter(cell), kMostCells)) {
    fill_.runs = std::move(region->runs);
  }
}

// Shades the region that the fill tool would fill, in the colour of the terrain that it paints; a fill that paints no
// terrain has the colour of marks.
void OverlayBuilder::add_fill_region(const Lab& lab, DrawList& out) const {
  static constexpr uint32_t kOpacity = 150;
  const LabState& state = lab.state();
  const GridMap& map = lab.world().map();
  const bool terrain = state.tool == Tool::kFill;
  const Rgba color =
      with_alpha(terrain ? terrain_color(state.terrain_looks, state.terrain) : palette::kDrawn, kOpacity);
  for (const CellRun& run : fill_.runs) {
    const Cell first = map.cell(run.first);
    const auto x = static_cast<float>(first.x), y = static_cast<float>(first.y);
    out.rects.push_back({x, y, x + static_cast<float>(run.count), y + 1, color});
  }
}

// Shows what the tool would do at the pointer.
void OverlayBuilder::build_tool_marks(const Lab& lab) {
  find_fill_region(lab);
  const LabState& state = lab.state();
  const Tool tool = drawing_tool(lab);
  const bool brush = tool == Tool::kBrush || tool == Tool::kErase;
  const bool preview = brush && state.hover && state.dragging == DraggedMarker::kNone && !state.panning;
  DrawInputHash stamp;
  stamp << lab.state().world_version << static_cast<uint64_t>(preview) << (preview ? *state.hover : Cell{})
        << static_cast<uint64_t>(state.brush.size()) << static_cast<uint64_t>(state.brush.shape)
        << static_cast<uint64_t>(state.shape.has_value());
  const bool fills = tool == Tool::kFill && state.hover;
  stamp << static_cast<uint64_t>(fills) << (fills ? *state.hover : Cell{}) << fill_.seed << fill_.runs.size()
        << static_cast<uint64_t>(state.tool) << static_cast<uint64_t>(state.terrain) << state.terrain_looks_version;
  if (state.shape) stamp << state.shape->from << state.shape->to << static_cast<uint64_t>(state.shape->tool);
  if (renew(kToolPart, stamp.value())) {
    DrawList& out = list(kToolPart);
    if (fills) {
      add_fill_region(lab, out);
      add_cell_box(out, *state.hover, 0, 3, 0, palette::kWhite);
      add_cell_box(out, *state.hover, 0, 1.5f, 0, palette::kBlack);
    }
    if (preview) {
      const auto side = static_cast<float>(state.brush.size());
      const auto x = static_cast<float>(state.hover->x - state.brush.radius);
      const auto y = static_cast<float>(state.hover->y - state.brush.radius);
      if (state.brush.shape == BrushShape::kSquare || side <= 2) {
        add_box(out, x, y, x + side, y + side, 1.5f, 0, palette::kBlack);
      } else {
        out.markers.push_back({x + side / 2, y + side / 2, 2, side / 2, MarkerShape::kRing, palette::kBlack});
      }
    }
    if (state.shape) {
      const Cell a = state.shape->from;
      const Cell b = state.shape->to;
      if (state.shape->tool == Tool::kLine) {
        add_line(out, a, b, 2, 6, palette::kBlack);
      } else if (state.shape->tool == Tool::kEllipse) {
        add_ellipse(out, a, b);
      } else {
        add_box(out, static_cast<float>(std::min(a.x, b.x)), static_cast<float>(std::min(a.y, b.y)),
                static_cast<float>(std::max(a.x, b.x) + 1), static_cast<float>(std::max(a.y, b.y) + 1), 2, 6,
                palette::kBlack);
      }
    }
  }
  show(kToolPart, 1);
}

// Shows the mark of the inspected cell.
void OverlayBuilder::build_inspected(const Lab& lab) {
  const auto& inspected = lab.state().inspected;
  DrawInputHash stamp;
  stamp << lab.state().world_version << static_cast<uint64_t>(inspected.has_value())
        << (inspected ? inspected->cell : Cell{});
  if (renew(kInspectedPart, stamp.value()) && inspected) {
    add_cell_box(list(kInspectedPart), inspected->cell, 0, 2.5f, 0, palette::kWhite);
    add_cell_box(list(kInspectedPart), inspected->cell, 0, 1.5f, 4, palette::kInspect);
  }
  show(kInspectedPart, 1);
}

// Shows the marks of start and goal.
void OverlayBuilder::build_ends(const Lab& lab) {
  const LabState& state = lab.state();
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(state.has_query) << state.query.start << state.query.goal << lab.state().world_version
        << lab.world().map().revision() << lab.state().rules_version;
  if (renew(kEndsPart, stamp.value()) && state.has_query) {
    DrawList& out = list(kEndsPart);
    const auto end = [&](Cell cell, MarkerShape shape, Rgba color) {
      out.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, shape, palette::kWhite});
      out.markers.push_back({middle(cell.x), middle(cell.y), 6.5f, 0.44f, shape, color});
      // The cell is blocked: a cross shows that no search can begin or end here.
      if (!lab.world().moves().passable(cell)) {
        out.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, MarkerShape::kCross, palette::kBlack});
      }
    };
    end(state.query.start, MarkerShape::kDisc, palette::kStart);
    end(state.query.goal, MarkerShape::kDiamond, palette::kGoal);
  }
  show(kEndsPart, 1);
}

// Builds the square that the agent covers at start and goal, at the node of the current event, at the inspected cell
// and under the pointer. A filled corner marks the cell that gives its position. If the agent does not fit, the
// obstacle is crossed out.
void OverlayBuilder::build_agent(const Lab& lab) {
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const GridMap& map = lab.world().map();
  const Agent agent = agent_of(lab.world());
  const SearchEvent* event = playback.at_end() ? nullptr : playback.current();
  const bool at_node = event != nullptr && event->node != kNoNodeId && event->level == 0;
  const CellId at_event = at_node ? playback.place(0, event->node).cell : kNoCell;
  const bool follow = state.hover && state.tool == Tool::kSelect && !state.panning && !state.painting;
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(agent.size) << agent.capability.bits() << map.revision() << lab.state().world_version
        << static_cast<uint64_t>(state.has_query) << state.query.start << state.query.goal
        << static_cast<uint64_t>(at_event + 1) << static_cast<uint64_t>(follow) << (follow ? *state.hover : Cell{})
        << static_cast<uint64_t>(state.inspected.has_value()) << (state.inspected ? state.inspected->cell : Cell{});
  if (!renew(kAgentPart, stamp.value())) return;
  DrawList& out = list(kAgentPart);
  const auto square = [&](Cell at, Rgba color, float width, float dash, uint32_t fill) {
    const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
    const auto side = static_cast<float>(agent.size);
    out.rects.push_back({x, y, x + side, y + side, with_alpha(color, fill)});
    add_box(out, x, y, x + side, y + side, width + 2, 0, palette::kWhite);
    add_box(out, x, y, x + side, y + side, width, dash, color);
    out.rects.push_back({x, y, x + 0.42f, y + 0.16f, color});
    out.rects.push_back({x, y, x + 0.16f, y + 0.42f, color});
  };
  const auto probe = [&](Cell at, float dash) {
    const auto obstacle = limiting_obstacle(map, agent.capability, agent.size, at);
    square(at, obstacle ? palette::kVermilion : palette::kBlue, 2, dash, 40);
    if (!obstacle) return;
    const auto x = static_cast<float>(obstacle->cell.x), y = static_cast<float>(obstacle->cell.y);
    out.rects.push_back({x, y, x + 1, y + 1, with_alpha(palette::kVermilion, 120)});
    out.markers.push_back({x + 0.5f, y + 0.5f, 6, 0.5f, MarkerShape::kCross, palette::kBlack});
  };
  if (follow) probe(*state.hover, 5);
  if (state.inspected) probe(state.inspected->cell, 0);
  if (at_event != kNoCell) square(map.cell(at_event), palette::kCurrent, 2, 0, 70);
  if (!state.has_query) return;
  square(state.query.start, palette::kStart, 2, 0, 60);
  square(state.query.goal, palette::kGoal, 2, 0, 60);
}

// Builds the mark of the pointer, which all views show at the same place.
void OverlayBuilder::build_crosshair(const Lab& lab) {
  const LabState& state = lab.state();
  const bool on = state.hover.has_value();
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(on) << (on ? *state.hover : Cell{}) << lab.state().world_version;
  if (!renew(kCrossPart, stamp.value()) || !on) return;
  DrawList& out = list(kCrossPart);
  const Rect bounds = lab.world().map().bounds();
  const auto x = static_cast<float>(state.hover->x), y = static_cast<float>(state.hover->y);
  const auto right = static_cast<float>(bounds.x1), bottom = static_cast<float>(bounds.y1);
  for (const auto& [width, color] :
       {std::pair{3.0f, with_alpha(palette::kWhite, 110)}, std::pair{1.0f, with_alpha(palette::kBlack, 170)}}) {
    out.lines.push_back({0, y + 0.5f, x, y + 0.5f, width, 0, color});
    out.lines.push_back({x + 1, y + 0.5f, right, y + 0.5f, width, 0, color});
    out.lines.push_back({x + 0.5f, 0, x + 0.5f, y, width, 0, color});
    out.lines.push_back({x + 0.5f, y + 1, x + 0.5f, bottom, width, 0, color});
  }
  add_box(out, x, y, x + 1, y + 1, 3, 0, palette::kWhite);
  add_box(out, x, y, x + 1, y + 1, 1.5f, 0, palette::kBlack);
}

}  // namespace strata
