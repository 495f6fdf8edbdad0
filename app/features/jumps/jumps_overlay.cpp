// Jump distances of a cell: in each direction an arrow along the jump, and the number beside the cell. While JPS+ is
// stepped, those of the expanded node; those that the step looks up stand out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/draw/overlay_tools.hpp"
#include "app/features/jumps/jumps.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kJumpPart{kJumpLayer}, kStepPart{kJumpLayer};

// Minimum distance of a number from the centre of its cell on the screen, in pixels.
constexpr double kNumberPixels = 30;
constexpr float kDiagonalShare = 0.8f;
// How opaque the distances are that the step does not look up, 0 to 255.
constexpr uint32_t kUnusedAlpha = 110;

// The cells whose distances are drawn. None is drawn twice.
struct ShownCells {
  std::optional<SteppedJumps> step;
  std::optional<Cell> inspected, hover;
};

ShownCells shown_cells(const Painter& painter, const Lab& lab) {
  const LabState& state = lab.state();
  ShownCells shown;
  if (!lab.world().ready(StructureId::kJumpDistances)) return shown;
  if (state.process == nullptr && painter.up_to_date(lab) && painter.layer(Layer::kSearch).on) {
    shown.step = stepped_jumps(lab.world(), painter.searched(lab), painter.search(lab));
  }
  const auto is_new = [&](Cell cell) { return !shown.step || cell != shown.step->node; };
  if (state.inspected && is_new(state.inspected->cell)) shown.inspected = state.inspected->cell;
  if (state.hover && state.hover != shown.inspected && is_new(*state.hover)) shown.hover = state.hover;
  return shown;
}

bool shows_distances(const Painter& painter, const Lab& lab) {
  return painter.layer(kJumpLayer).on && painter.shows(0) && lab.world().has(StructureId::kJumpDistances);
}

DrawInputHash stamp_of(const Lab& lab, const ShownCells& shown) {
  DrawInputHash stamp;
  stamp << shown.inspected.value_or(Cell{-1, -1}) << shown.hover.value_or(Cell{-1, -1}) << lab.world().map().revision()
        << lab.state().world_version << lab.state().rules_version;
  if (const auto& step = shown.step) {
    stamp << step->node << step->end << step->turn.value_or(Cell{-1, -1}) << uint64_t{step->used};
  }
  return stamp;
}

Cell steps_on(Cell from, int direction, int steps) {
  const auto d = static_cast<size_t>(direction);
  return {from.x + steps * kDirX[d], from.y + steps * kDirY[d]};
}

// Adds the two lines of an arrow's head, a third of a cell long.
void add_head(DrawList& out, Cell at, int direction, float width, Rgba color) {
  constexpr float kLength = 0.34f;
  const float x = middle(at.x), y = middle(at.y);
  for (const int turn : {3, 5}) {
    const auto d = static_cast<size_t>((direction + turn) & 7);
    const float shorter = is_diagonal(static_cast<int>(d)) ? 0.7071f : 1.0f;
    out.lines.push_back({x, y, x + kLength * shorter * static_cast<float>(kDirX[d]),
                         y + kLength * shorter * static_cast<float>(kDirY[d]), width, 0, color});
  }
}

// Adds a line in one direction. It is solid if it leads to a jump point, or to the cell where a straight jump leaves
// the diagonal; it is dashed if it leads to the last free cell before a wall.
void add_jump_line(DrawList& out, const World& world, Cell from, int direction, int distance, float width,
                   uint32_t alpha = 255) {
  if (distance == 0) return;
  const Rgba jump = with_alpha(kJumpColor, alpha), wall = with_alpha(kWallColor, alpha);
  const Cell to = steps_on(from, direction, std::abs(distance));
  if (distance < 0) {
    add_line(out, from, to, width, 5, wall);
    out.markers.push_back({middle(to.x), middle(to.y), 3, 0.18f, MarkerShape::kCross, wall});
    return;
  }
  add_line(out, from, to, width + 2, 0, with_alpha(palette::kWhite, alpha * 200 / 255));
  add_line(out, from, to, width, 0, jump);
  add_head(out, to, direction, width, jump);
  if (!is_diagonal(direction)) {
    out.markers.push_back({middle(to.x), middle(to.y), 4, 0.28f, MarkerShape::kDiamond, jump});
    return;
  }
  out.markers.push_back({middle(to.x), middle(to.y), 4, 0.24f, MarkerShape::kRing, jump});
  const auto there = jump_distances_at(world, to);
  for (const int turn : {-1, 1}) {
    const int straight = (direction + turn) & 7;
    const int on = there ? (*there)[static_cast<size_t>(straight)] : 0;
    if (on <= 0) continue;
    const Cell point = steps_on(to, straight, on);
    add_line(out, to, point, width * 0.7f, 2, jump);
    out.markers.push_back({middle(point.x), middle(point.y), 3, 0.22f, MarkerShape::kDiamond, jump});
  }
}

// Adds the distances of the node of the step: those that the step looks up heavy, the others pale; and the jump.
void add_step(DrawList& out, const World& world, const SteppedJumps& step) {
  const auto distances = jump_distances_at(world, step.node);
  for (int d = 0; distances && d < kDirections; ++d) {
    const int distance = (*distances)[static_cast<size_t>(d)];
    add_jump_line(out, world, step.node, d, distance, step.uses(d) ? 3.2f : 1.4f, step.uses(d) ? 255 : kUnusedAlpha);
  }
  if (step.end == step.node) return;
  const Cell turn = step.turn.value_or(step.end);
  for (const auto& [from, to] : {std::pair(step.node, turn), std::pair(turn, step.end)}) {
    if (from != to) add_line(out, from, to, 5, 0, with_alpha(kJumpColor, 110));
  }
}

void show_jumps(Painter& painter, const Lab& lab) {
  if (!shows_distances(painter, lab)) return;
  const ShownCells shown = shown_cells(painter, lab);
  if (painter.renew(kStepPart, stamp_of(lab, {.step = shown.step, .inspected = {}, .hover = {}}).value()) &&
      shown.step) {
    add_step(painter.list(kStepPart), lab.world(), *shown.step);
  }
  painter.show(kStepPart, painter.layer(kJumpLayer).opacity, true);
  if (painter.renew(kJumpPart, stamp_of(lab, shown).value())) {
    DrawList& out = painter.list(kJumpPart);
    const auto add = [&](const std::optional<Cell>& cell, float width) {
      const auto distances = cell ? jump_distances_at(lab.world(), *cell) : std::nullopt;
      for (int d = 0; distances && d < kDirections; ++d) {
        add_jump_line(out, lab.world(), *cell, d, (*distances)[static_cast<size_t>(d)], width);
      }
    };
    add(shown.inspected, 2.4f);
    add(shown.hover, 1.8f);
  }
  painter.show(kJumpPart, painter.layer(kJumpLayer).opacity);
}

uint64_t jump_label_stamp(const Painter& painter, const Lab& lab) {
  if (!shows_distances(painter, lab)) return 0;
  const ShownCells shown = shown_cells(painter, lab);
  if (!shown.step && !shown.inspected && !shown.hover) return 0;
  DrawInputHash stamp = stamp_of(lab, shown);
  stamp << static_cast<uint64_t>(lab.state().camera.zoom * 64);
  return stamp.value();
}

// Writes the eight jump distances around the cell: into the neighbouring cells, or farther away if cells are
// small on the screen.
void add_jump_labels(Painter& painter, const Lab& lab) {
  const ShownCells shown = shown_cells(painter, lab);
  const auto away = static_cast<float>(std::max(1.0, kNumberPixels / lab.state().camera.zoom));
  const auto add = [&](Cell cell, size_t d, bool used) {
    const auto distances = jump_distances_at(lab.world(), cell);
    if (!distances) return;
    const int distance = (*distances)[d];
    const float share = is_diagonal(static_cast<int>(d)) && away > 1 ? away * kDiagonalShare : away;
    const Rgba color = distance > 0 ? kJumpColor : kWallColor;
    painter.add_label(middle(cell.x) + share * static_cast<float>(kDirX[d]),
                      middle(cell.y) + share * static_cast<float>(kDirY[d]), 0,
                      used ? color : with_alpha(color, kUnusedAlpha), with_alpha(palette::kWhite, used ? 225 : 120),
                      fmt::format("{}", distance));
  };
  if (const auto& step = shown.step) {
    for (int d = 0; d < kDirections; ++d) add(step->node, static_cast<size_t>(d), step->uses(d));
    if (step->turn && step->onward >= 0) add(*step->turn, static_cast<size_t>(step->onward), true);
  }
  for (const std::optional<Cell>& cell : {shown.inspected, shown.hover}) {
    for (size_t d = 0; cell && d < kDirections; ++d) add(*cell, d, true);
  }
}

}  // namespace

const std::array<PaintStep, 1> kJumpPaint = {{{depth::kNearEdges + 5, show_jumps}}};
const std::array<LabelStep, 1> kJumpLabels = {{{jump_label_stamp, add_jump_labels}}};

}  // namespace strata
