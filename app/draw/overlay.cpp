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
#include "app/lab/hidden.hpp"
#include "app/lab/hidden_structures.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// Returns the highest number of levels on which any structure has parts.
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
                   [](const FeatureStep& a, const FeatureStep& b) { return a.step.depth < b.step.depth; });
}

const DrawnViews& OverlayBuilder::build_views(const Lab& lab) {
  ++frame_;
  const LabState& state = lab.state();
  begin_layers(state.layers);
  memory<TextScale>().factor = state.ui_scale;
  hide_layers(lab);
  drawn_.truncated = false;
  forget_tiles(lab);
  const auto count = static_cast<size_t>(std::clamp(state.view_count, 1, kMaxViews));
  for (size_t i = 0; i < count; ++i) {
    index_ = static_cast<int>(i);
    view_ = &views_[i];
    level_ = state.views[i].level;
    drawn_.view_notes[i].clear();
    build_view(lab);
    drawn_.truncated |= view_->overlay.truncated;
    overlays_[i] = &view_->overlay;
  }
  drawn_.overlays = {overlays_.data(), count};
  drawn_.layers = layers_;
  return drawn_;
}

// Switches off what is hidden from a learner.
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

// Paints the steps of features below this depth, from where the last call ended.
void OverlayBuilder::paint_features(const Lab& lab, int below) {
  for (; next_step_ < steps_.size() && steps_[next_step_].step.depth < below; ++next_step_) {
    const FeatureStep& own = steps_[next_step_];
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
  if (on(Layer::kPath)) show(kPathPart, opacity(Layer::kPath));
  if (on(Layer::kDrillDown)) {
    Stamp stamp;
    stamp << search(lab).version() << lab.session().world_version();
    if (renew(kDrillPart, stamp.value())) build_drill_down(lab);
    show(kDrillPart, opacity(Layer::kDrillDown));
    // The edge that the inspector looks up belongs to the leading search.
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
  build_top(lab);
  show(kTopPart, 1);
  if (state.view_count > 1) {
    build_crosshair(lab);
    show(kCrossPart, 1);
  }
  build_labels(lab, visible_);
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

// Shows the pictures, which have one byte per cell.
void OverlayBuilder::show_pictures(const Lab& lab) {
  Overlay& overlay = view_->overlay;
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const auto on = [&](Layer layer) { return this->layer(layer).on; };
  const auto opacity = [&](Layer layer) { return this->layer(layer).opacity; };
  // The few nodes of a bidirectional search are marked one by one instead.
  constexpr float kWaitingOpacity = 0.35f;  // opacity of the search before, until the new search is recorded
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
  if (renew(kGridPart, (Stamp() << visible_).value())) build_grid(visible_);
  show(kGridPart, layer.opacity);
}

// Shows the tree and the nodes of the stepped search.
void OverlayBuilder::show_search(const Lab& lab) {
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const Camera& camera = state.camera;
  const Rect& visible = visible_;
  const auto on = [&](Layer layer) { return this->layer(layer).on; };
  const auto opacity = [&](Layer layer) { return this->layer(layer).opacity; };
  const bool marked = playback.outline().two_way;
  const bool sparse = planner(lab).sparse && !marked;
  if (on(Layer::kTree) && !marked) {
    if (sparse && shows(0)) {
      if (renew(kTreePart, (Stamp() << playback.version() << lab.session().world_version()).value()))
        build_sparse(lab, true);
      show(kTreePart, opacity(Layer::kTree));
    } else if (camera.zoom < kMinCellPixelsTree) {
      this->layer(Layer::kTree).note = "zoom in to see the tree";
    } else {
      if (renew(kTreePart,
                (Stamp() << visible << playback.version() << static_cast<uint64_t>(camera.zoom >= kMinCellPixelsLabel))
                    .value()))
        build_tree(lab, visible);
      show(kTreePart, opacity(Layer::kTree));
    }
  }
  if (on(Layer::kSearch)) {
    Stamp stamp;
    stamp << playback.version() << lab.session().world_version() << static_cast<uint64_t>(on(Layer::kTree));
    for (const SearchMarks& marks : marks_) stamp << marks.stamp(*this, lab);
    if (renew(kNodePart, stamp.value())) {
      for (const SearchMarks& marks : marks_) marks.add(*this, lab, list(kNodePart));
      if (sparse && shows(0)) build_sparse(lab, false);
      build_nodes(lab);
    }
    if (sparse && shows(0) && playback.cursor() > kMaxSparseEvents && this->layer(Layer::kSearch).note.empty()) {
      this->layer(Layer::kSearch).note = "too many nodes to mark each of them: their cells are coloured";
    }
    show(kNodePart, opacity(Layer::kSearch));
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
  Stamp stamp;
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
    // Of higher levels, a single view shows only the outlines: their clusters lie over those of level 1.
    if (flash.level <= 1 || level_ != kAllLevels) {
      out.rects.push_back({x0, y0, x1, y1, with_alpha(base, static_cast<uint32_t>(110 * left))});
    }
    add_box(out, x0, y0, x1, y1, 1.5f + static_cast<float>(flash.level), style.dash(flash.level), edge);
  }
}

namespace {

// Adds the outline of an ellipse within the rectangle of the two cells.
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

// Builds start and goal, the inspected cell, and a preview of what the tool would do.
void OverlayBuilder::build_top(const Lab& lab) {
  const LabState& state = lab.state();
  const FeatureTool* own = feature_tool(state.tool);
  const bool brush = state.tool == Tool::kBrush || state.tool == Tool::kErase || (own != nullptr && own->brush);
  const bool preview = brush && state.hover && state.dragging == DraggedMarker::kNone && !state.panning;
  Stamp stamp;
  stamp << static_cast<uint64_t>(state.has_query) << state.query.start << state.query.goal
        << lab.session().world_version() << lab.world().map().revision() << lab.query().rules_version();
  stamp << static_cast<uint64_t>(state.inspected.has_value()) << (state.inspected ? state.inspected->cell : Cell{});
  stamp << static_cast<uint64_t>(preview) << (preview ? *state.hover : Cell{})
        << static_cast<uint64_t>(state.brush.radius) << static_cast<uint64_t>(state.brush.shape)
        << static_cast<uint64_t>(state.shape.has_value());
  if (state.shape) stamp << state.shape->from << state.shape->to << static_cast<uint64_t>(state.shape->tool);
  if (!renew(kTopPart, stamp.value())) return;
  DrawList& out = list(kTopPart);

  const auto cell_box = [&](Cell cell, int grow, float width, float dash, Rgba color) {
    add_box(out, static_cast<float>(cell.x - grow), static_cast<float>(cell.y - grow),
            static_cast<float>(cell.x + 1 + grow), static_cast<float>(cell.y + 1 + grow), width, dash, color);
  };
  if (preview) {
    const int r = state.brush.radius;
    if (state.brush.shape == BrushShape::kSquare || r == 0) {
      cell_box(*state.hover, r, 1.5f, 0, palette::kBlack);
    } else {
      out.markers.push_back({middle(state.hover->x), middle(state.hover->y), 2, static_cast<float>(r) + 0.5f,
                             MarkerShape::kRing, palette::kBlack});
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
  if (state.inspected) {
    cell_box(state.inspected->cell, 0, 2.5f, 0, palette::kWhite);
    cell_box(state.inspected->cell, 0, 1.5f, 4, palette::kInspect);
  }
  if (!state.has_query) return;
  const auto end = [&](Cell cell, MarkerShape shape, Rgba color) {
    out.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, shape, palette::kWhite});
    out.markers.push_back({middle(cell.x), middle(cell.y), 6.5f, 0.44f, shape, color});
    if (!lab.world().moves().passable(cell)) {  // blocked: a cross says that no search begins or ends here
      out.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.52f, MarkerShape::kCross, palette::kBlack});
    }
  };
  end(state.query.start, MarkerShape::kDisc, palette::kStart);
  end(state.query.goal, MarkerShape::kDiamond, palette::kGoal);
}

// Builds the agent's square at start and goal, at the event at the cursor, at the inspected cell and under the pointer.
// A filled corner marks the cell that is its position. Where the agent does not fit, the obstacle is crossed out.
void OverlayBuilder::build_agent(const Lab& lab) {
  const LabState& state = lab.state();
  const Playback& playback = search(lab);
  const GridMap& map = lab.world().map();
  const Agent agent = agent_of(lab.world());
  const SearchEvent* event = playback.at_end() ? nullptr : playback.current();
  const bool at_node = event != nullptr && event->node != kNoNodeId && event->level == 0;
  const CellId at_event = at_node ? playback.place(0, event->node).cell : kNoCell;
  const bool follow = state.hover && state.tool == Tool::kSelect && !state.panning && !state.painting;
  Stamp stamp;
  stamp << static_cast<uint64_t>(agent.size) << agent.capability.bits() << map.revision()
        << lab.session().world_version() << static_cast<uint64_t>(state.has_query) << state.query.start
        << state.query.goal << static_cast<uint64_t>(at_event + 1) << static_cast<uint64_t>(follow)
        << (follow ? *state.hover : Cell{}) << static_cast<uint64_t>(state.inspected.has_value())
        << (state.inspected ? state.inspected->cell : Cell{});
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

// Builds the pointer, which all views share.
void OverlayBuilder::build_crosshair(const Lab& lab) {
  const LabState& state = lab.state();
  const bool on = state.hover.has_value();
  Stamp stamp;
  stamp << static_cast<uint64_t>(on) << (on ? *state.hover : Cell{}) << lab.session().world_version();
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
