// The crowd on the map: agents and their trails, heat map, flow, jams, and the followed agent.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/draw/link_arc.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// An agent that has waited this many ticks in a row is marked.
constexpr uint32_t kJamTicks = 30;
// While the crowd runs, this many ticks pass between two updates of the heat map.
constexpr uint32_t kHeatTicks = 15;
constexpr double kFlowPixels = 26;  // smallest distance between two arrows, in pixels
constexpr size_t kMaxTrailLines = 400'000;

// The lists are drawn in this order. All views share them, except that each has its own list of exits.
const DrawListTag kExitPart{kCrowdLayer}, kFlowPart{kFlowLayer}, kTrailPart{kTrailLayer}, kFollowedPart{kCrowdLayer},
    kJamPart{kJamLayer}, kAgentPart{kCrowdLayer};

// Data that is kept between frames.
struct CrowdOverlayCache {
  struct CachedHeatMap {
    std::vector<uint8_t> cells;
    int width = 0;
    int height = 0;
    uint64_t stamp = 0;
    uint64_t version = 0;
  };
  CachedHeatMap heat;
  bool trails_cut = false;
  std::vector<CellId> cells;  // scratch
};

float half(const GridCrowd& crowd, uint32_t agent) { return static_cast<float>(crowd.agent(agent).size) / 2; }

// Returns the colour index of a count on a logarithmic scale. `most` is the logarithm of the largest count.
uint8_t shade(uint32_t value, double most) {
  if (value == 0) return 0;
  const double share = most > 0 ? std::log2(1.0 + value) / most : 1;
  return static_cast<uint8_t>(kFieldFirst + std::lround(std::min(share, 1.0) * (255 - kFieldFirst)));
}

// Updates the heat map, a few times per second while the crowd runs. The scale is logarithmic: otherwise a few crowded
// cells would leave all others dark.
void paint_heat(CrowdOverlayCache::CachedHeatMap& heat, const Lab& lab, const GridCrowd& crowd) {
  CrowdState& state = grid_crowd_controller(lab).state();
  const GridMap& map = lab.world().map();
  const CrowdHeat kind = state.settings.heat;
  const uint32_t period = kind == CrowdHeat::kNow ? 4 : kHeatTicks;
  DrawInputHash stamp;
  stamp << static_cast<uint64_t>(kind) << lab.state().world_version
        << (state.running ? crowd.ticks() / period : crowd.version());
  if (heat.stamp == stamp.value()) return;
  heat.stamp = stamp.value();
  const std::span<const uint32_t> cells = kind == CrowdHeat::kVisits ? crowd.visits()
                                          : kind == CrowdHeat::kNow  ? crowd.occupied()
                                                                     : crowd.waits();
  heat.cells.resize(cells.size());
  heat.width = map.width();
  heat.height = map.height();
  uint32_t most = 0;
  for (const uint32_t value : cells) most = std::max(most, value);
  state.heat_most = most;
  const double logarithm = std::log2(1.0 + most);
  // Nearly all counts are small, so that their shades come from a table.
  std::array<uint8_t, 1024> shades{};
  for (uint32_t i = 0; i < shades.size(); ++i) shades[i] = shade(i, logarithm);
  for (size_t i = 0; i < cells.size(); ++i) {
    heat.cells[i] = cells[i] < shades.size() ? shades[cells[i]] : shade(cells[i], logarithm);
  }
  // The version grows by 2, as a skipped version tells the renderer that all cells have changed.
  heat.version += 2;
}

void build_agents(DrawList& list, const Lab& lab, const GridCrowd& crowd, const Rect& visible) {
  const GridMap& map = lab.world().map();
  const GridCrowdController& controller = grid_crowd_controller(lab);
  const CrowdState& state = controller.state();
  std::vector<DrawAgent>& out = list.agents;
  out.reserve(crowd.count());
  const Rect near = visible.grown(kMaxAgentSize);
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    const CrowdStatus status = crowd.status(i);
    const bool seen = near.contains(map.cell(crowd.cell(i))) || near.contains(map.cell(crowd.next(i)));
    if (status == CrowdStatus::kGone || !seen) continue;
    const DrawnAgentPosition spot = controller.agent_spot(i);
    const CrowdStyle style = crowd_style(status);
    const Rgba color = state.settings.by_group ? crowd_group_color(crowd.group(i)) : style.color;
    // An agent that waits for a new plan in the middle of a step is still drawn as walking.
    const bool walks = spot.heading < 8 && (status == CrowdStatus::kWalking || status == CrowdStatus::kPlanning);
    const uint32_t shape = walks ? 0 : status == CrowdStatus::kWalking ? 3 : style.shape;
    out.push_back({spot.x, spot.y, shape | spot.heading << 4 | static_cast<uint32_t>(crowd.agent(i).size) << 8, color});
  }
}

void build_trails(CrowdOverlayCache& memory, DrawList& list, const Lab& lab, const GridCrowd& crowd,
                  const Rect& visible) {
  const GridMap& map = lab.world().map();
  const GridCrowdController& controller = grid_crowd_controller(lab);
  const CrowdState& state = controller.state();
  std::vector<DrawLine>& out = list.lines;
  const Rect near = visible.grown(static_cast<int>(CrowdView::kTrail));
  size_t seen = 0;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    seen += crowd.status(i) != CrowdStatus::kGone && near.contains(map.cell(crowd.cell(i)));
  }
  const size_t length = seen == 0 ? 0 : std::min<size_t>(CrowdView::kTrail, std::max<size_t>(kMaxTrailLines / seen, 1));
  memory.trails_cut = length < CrowdView::kTrail && seen > 0;
  const float width = std::clamp(static_cast<float>(lab.state().camera.zoom) * 0.16f, 0.8f, 2.5f);
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) == CrowdStatus::kGone || !near.contains(map.cell(crowd.cell(i)))) continue;
    crowd.trail(i, memory.cells);
    const DrawnAgentPosition spot = controller.agent_spot(i);
    const Cell own = map.cell(crowd.cell(i));
    const Rgba base = state.settings.by_group ? crowd_group_color(crowd.group(i)) : palette::kPurple;
    float x = spot.x, y = spot.y;
    const auto line_to = [&](float to_x, float to_y, size_t age) {
      const auto alpha = static_cast<uint32_t>(200 * (1.0 - static_cast<double>(age) / (CrowdView::kTrail + 1)));
      out.push_back({x, y, to_x, to_y, width, 0, with_alpha(base, alpha)});
      x = to_x;
      y = to_y;
    };
    const float middle_of = half(crowd, i);
    Cell before = map.cell(crowd.next(i));
    const auto go_to = [&](Cell to, size_t age) {
      const float to_x = static_cast<float>(to.x) + middle_of, to_y = static_cast<float>(to.y) + middle_of;
      if (are_beside(before, to)) {
        line_to(to_x, to_y, age);
      } else {
        x = to_x;
        y = to_y;
      }
      before = to;
    };
    go_to(own, 0);
    for (size_t k = 0; k < std::min(memory.cells.size(), length); ++k) go_to(map.cell(memory.cells[k]), k + 1);
  }
}

void build_jams(DrawList& list, const Lab& lab, const GridCrowd& crowd, const Rect& visible) {
  const GridMap& map = lab.world().map();
  std::vector<DrawMarker>& out = list.markers;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    if (crowd.status(i) != CrowdStatus::kWaiting || crowd.waiting(i) < kJamTicks) continue;
    const Cell at = map.cell(crowd.cell(i));
    if (!visible.contains(at)) continue;
    const float seconds = static_cast<float>(crowd.waiting(i)) / static_cast<float>(GridCrowd::kTicksPerSecond);
    const float share = std::min(0.6f + 0.15f * std::sqrt(seconds), 2.0f);
    out.push_back({static_cast<float>(at.x) + half(crowd, i), static_cast<float>(at.y) + half(crowd, i), 3, share,
                   MarkerShape::kRing, with_alpha(palette::kOrange, 210)});
  }
}

// Draws one arrow for each square of cells, with squares large enough for the arrows.
void build_flow(DrawList& list, const Lab& lab, const GridCrowd& crowd, const Rect& visible) {
  const GridMap& map = lab.world().map();
  std::vector<DrawLine>& out = list.lines;
  const double zoom = lab.state().camera.zoom;
  int side = 1;
  while (side * zoom < kFlowPixels * lab.state().ui_scale) side *= 2;
  struct FlowArrow {
    float x, y, dx, dy, strength;
  };
  std::vector<FlowArrow> arrows;
  float most = 0;
  for (int y0 = visible.y0 / side * side; y0 < visible.y1; y0 += side) {
    for (int x0 = visible.x0 / side * side; x0 < visible.x1; x0 += side) {
      const Rect block = Rect{x0, y0, x0 + side, y0 + side}.clipped(map.bounds());
      double dx = 0, dy = 0;
      for (int y = block.y0; y < block.y1; ++y) {
        for (int x = block.x0; x < block.x1; ++x) {
          dx += crowd.flow_x(map.id({x, y}));
          dy += crowd.flow_y(map.id({x, y}));
        }
      }
      const double strength = std::hypot(dx, dy);
      if (strength < 1) continue;
      arrows.push_back({static_cast<float>(block.x0 + block.x1) / 2, static_cast<float>(block.y0 + block.y1) / 2,
                        static_cast<float>(dx / strength), static_cast<float>(dy / strength),
                        static_cast<float>(std::log2(1 + strength))});
      most = std::max(most, arrows.back().strength);
    }
  }
  // Each arrow has a light background, so that it is visible on walls.
  const auto draw = [&](const FlowArrow& arrow, bool ground) {
    const float share = arrow.strength / most;
    const float length = static_cast<float>(side) * (0.3f + 0.55f * share) / 2;
    const float width = 1.0f + 1.6f * share;
    const auto alpha = static_cast<uint32_t>(110 + 130 * share);
    const auto line = [&](float from_x, float from_y, float to_x, float to_y) {
      if (ground) {
        out.push_back({from_x, from_y, to_x, to_y, width + 2.4f, 0, with_alpha(palette::kWhite, alpha * 6 / 10)});
      } else {
        out.push_back({from_x, from_y, to_x, to_y, width, 0, with_alpha(palette::kBlack, alpha)});
      }
    };
    const float x1 = arrow.x + arrow.dx * length, y1 = arrow.y + arrow.dy * length;
    line(arrow.x - arrow.dx * length, arrow.y - arrow.dy * length, x1, y1);
    for (const float turn : {-1.0f, 1.0f}) {
      const float back = length * 0.7f;
      const float hx = -arrow.dx - turn * arrow.dy * 0.6f, hy = -arrow.dy + turn * arrow.dx * 0.6f;
      line(x1, y1, x1 + hx * back, y1 + hy * back);
    }
  };
  for (const FlowArrow& arrow : arrows) draw(arrow, true);
  for (const FlowArrow& arrow : arrows) draw(arrow, false);
}

// Draws the path, trail and goal of the followed agent, and a ring around it.
void build_followed(CrowdOverlayCache& memory, DrawList& out, const Lab& lab, const GridCrowd& crowd) {
  const GridMap& map = lab.world().map();
  const CrowdState& state = grid_crowd_controller(lab).state();
  if (!state.followed || state.followed->status == CrowdStatus::kGone) return;
  const FollowedAgent& seen = *state.followed;
  const float middle_of = half(crowd, seen.agent);
  float x = seen.x, y = seen.y;
  crowd.trail(seen.agent, memory.cells);
  const Cell own = map.cell(crowd.cell(seen.agent)), next = map.cell(crowd.next(seen.agent));
  Cell before = next;
  // Of the trail no line is drawn over a link, of the path ahead the curve of the link.
  const auto line_to = [&](Cell to, float width, bool ahead, Rgba color) {
    const float to_x = static_cast<float>(to.x) + middle_of, to_y = static_cast<float>(to.y) + middle_of;
    if (are_beside(before, to)) {
      out.lines.push_back({x, y, to_x, to_y, width, 0, color});
    } else if (ahead) {
      add_link_arc(out, link_arc(map, map.id(before), map.id(to)), width, kLinkStepDash, color);
    }
    x = to_x;
    y = to_y;
    before = to;
  };
  line_to(own, 2, false, with_alpha(palette::kPurple, 200));
  for (size_t i = 0; i < memory.cells.size(); ++i) {
    const auto alpha = static_cast<uint32_t>(200 - 180 * i / CrowdView::kTrail);
    line_to(map.cell(memory.cells[i]), 2, false, with_alpha(palette::kPurple, alpha));
  }
  const auto draw_way = [&](float width, Rgba color) {
    // The curve of a link begins at the cell that the agent leaves.
    const bool steps = are_beside(own, next);
    x = steps ? seen.x : static_cast<float>(own.x) + middle_of;
    y = steps ? seen.y : static_cast<float>(own.y) + middle_of;
    before = own;
    for (const CellId cell : seen.way) line_to(map.cell(cell), width, true, color);
  };
  draw_way(3.2f, palette::kBlack);
  draw_way(1.6f, palette::kYellow);
  for (const CellId cell : crowd.path_left(seen.agent)) {
    const Cell at = map.cell(cell);
    out.markers.push_back({static_cast<float>(at.x) + middle_of, static_cast<float>(at.y) + middle_of, 2.2f, 0.14f,
                           MarkerShape::kSquare, palette::kBlack});
  }
  if (crowd.goal(seen.agent) != kNoCell) {
    const Cell goal = map.cell(crowd.goal(seen.agent));
    out.markers.push_back({static_cast<float>(goal.x) + middle_of, static_cast<float>(goal.y) + middle_of, 7, 0.5f,
                           MarkerShape::kDiamond, palette::kVermilion});
  }
  out.markers.push_back({seen.x, seen.y, 12, 0.85f * 2 * middle_of, MarkerShape::kRing, palette::kBlack});
  out.markers.push_back({seen.x, seen.y, 10, 0.75f * 2 * middle_of, MarkerShape::kRing, palette::kYellow});
}

// Draws the exits, which may exist before any agent.
void show_exits(Painter& painter, const Lab& lab) {
  const CrowdState& state = grid_crowd_controller(lab).state();
  if (!painter.layer(kCrowdLayer).on || state.exits.empty()) return;
  const GridMap& map = lab.world().map();
  DrawInputHash stamp;
  stamp << lab.state().world_version;
  for (const CellId exit : state.exits) stamp << exit;
  if (painter.renew(kExitPart, stamp.value())) {
    DrawList& out = painter.list(kExitPart);
    for (const CellId exit : state.exits) {
      const Cell at = map.cell(exit);
      out.markers.push_back({middle(at.x), middle(at.y), 8, 0.6f, MarkerShape::kSquare, palette::kGreen});
      out.markers.push_back({middle(at.x), middle(at.y), 4, 0.3f, MarkerShape::kTriangle, palette::kWhite});
    }
  }
  painter.show(kExitPart, painter.layer(kCrowdLayer).opacity);
}

void show_heat(Painter& painter, const Lab& lab) {
  const GridCrowd* crowd = grid_crowd_controller(lab).crowd();
  CrowdOverlayCache::CachedHeatMap& heat = painter.memory<CrowdOverlayCache>().heat;
  const LayerState& layer = painter.layer(kCrowdHeatLayer);
  if (crowd == nullptr) {
    if (heat.version != 0) heat = {};
  } else if (layer.on) {
    paint_heat(heat, lab, *crowd);
  }
  painter.overlay().upper = {layer.on && painter.shows(0) && !heat.cells.empty(),
                             layer.opacity,
                             heat.width,
                             heat.height,
                             heat.cells.data(),
                             heat.version,
                             {},
                             kCrowdHeatLayer};
}

void show_crowd(Painter& painter, const Lab& lab) {
  show_exits(painter, lab);
  const GridCrowd* crowd = grid_crowd_controller(lab).crowd();
  if (crowd == nullptr) {
    for (const DrawListTag* tag : {&kFlowPart, &kTrailPart, &kFollowedPart, &kJamPart, &kAgentPart}) {
      painter.forget_shared(*tag);
    }
    return;
  }
  CrowdOverlayCache& memory = painter.memory<CrowdOverlayCache>();
  const LabState& state = lab.state();
  const CrowdState& seen = grid_crowd_controller(lab).state();
  const Rect visible = painter.visible();
  const bool agents = painter.layer(kCrowdLayer).on;
  const float opacity = painter.layer(kCrowdLayer).opacity;
  DrawInputHash moving;
  moving << crowd->version() << visible << lab.state().world_version << std::bit_cast<uint32_t>(seen.ahead)
         << static_cast<uint64_t>(seen.settings.by_group)
         << static_cast<uint64_t>(seen.followed ? seen.followed->agent + 1 : 0);
  const auto renew = [&](const DrawListTag& tag) { return painter.renew_shared(tag, moving.value()); };
  if (painter.layer(kFlowLayer).on) {
    DrawInputHash stamp;
    stamp << visible << crowd->ticks() / (seen.running ? kHeatTicks : 1) << lab.state().world_version
          << std::bit_cast<uint64_t>(state.camera.zoom) << crowd->totals().entered / (seen.running ? 1u << 12 : 1u);
    if (painter.renew_shared(kFlowPart, stamp.value())) {
      build_flow(painter.shared_list(kFlowPart), lab, *crowd, visible);
    }
    painter.show_shared(kFlowPart, painter.layer(kFlowLayer).opacity);
  }
  if (LayerState& trails = painter.layer(kTrailLayer); trails.on) {
    if (renew(kTrailPart)) build_trails(memory, painter.shared_list(kTrailPart), lab, *crowd, visible);
    if (memory.trails_cut) trails.note = "too many agents on the screen: trails are shorter, zoom in";
    painter.show_shared(kTrailPart, trails.opacity);
  }
  if (agents) {
    if (renew(kFollowedPart)) build_followed(memory, painter.shared_list(kFollowedPart), lab, *crowd);
    painter.show_shared(kFollowedPart, opacity);
  }
  if (painter.layer(kJamLayer).on) {
    if (renew(kJamPart)) build_jams(painter.shared_list(kJamPart), lab, *crowd, visible);
    painter.show_shared(kJamPart, painter.layer(kJamLayer).opacity);
  }
  if (agents) {
    if (renew(kAgentPart)) build_agents(painter.shared_list(kAgentPart), lab, *crowd, visible);
    painter.show_shared(kAgentPart, opacity);
  }
}

}  // namespace

// The crowd is drawn above paths and below the agent that stands for the query.
const std::array<PaintStep, 2> kCrowdPaint = {{{depth::kAreas, show_heat}, {depth::kFlashes, show_crowd}}};

}  // namespace strata
