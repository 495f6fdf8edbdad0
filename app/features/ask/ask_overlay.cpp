// The answer to a question on the map: paths with their numbers, goals, the heat map of costs with contour lines.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/draw/link_arc.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/ask/ask.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kAskOthersMark{"alternative paths", LegendSymbolShape::kLine, kAskPathLooks[1].color};
constexpr MarkWithoutLayer kAskShortestMark{"shortest path, to compare", LegendSymbolShape::kLine, palette::kBlack};
constexpr MarkWithoutLayer kAskGoalsMark{"goals to choose from", LegendSymbolShape::kBox, palette::kGoal};
constexpr MarkWithoutLayer kAskContourMark{"line of equal cost", LegendSymbolShape::kLine, palette::kBlack};
const DrawListTag kAnswerPart{kAnswerLayer};
const DrawListTag kAskOthersPart{kAskOthersMark};
const DrawListTag kAskShortestPart{kAskShortestMark};
const DrawListTag kAskGoalsPart{kAskGoalsMark};
const DrawListTag kAskContourPart{kAskContourMark};

constexpr float kAnswerWidth = 4.5f, kAnswerBand = 3;
constexpr Rgba kAnswerUnder = rgba(0xffffff, 210);
// The answer is so pale while it is out of date, and while a search is stepped.
constexpr float kOutdatedStrength = 0.35f, kSteppedStrength = 0.35f;
// At most so many points of contour lines are drawn: of more, only every second, third, ... of a line.
constexpr size_t kMostContourPoints = 200'000;
// A shorter contour line has no text.
constexpr size_t kLeastLabelledPoints = 8;

// Adds a path to the list. Cells in a straight row become one line, a step over a link a dotted curve.
void add_answer_path(DrawList& out, const World& world, const std::vector<CellId>& cells, float width, float dash,
                     Rgba color) {
  const GridMap& map = world.map();
  const auto is_link = [&](size_t i) {
    return map.links() != nullptr && is_link_step(world.moves(), cells[i], cells[i + 1]);
  };
  float before = 0;
  for (size_t i = 0; i + 1 < cells.size();) {
    if (is_link(i)) {
      add_link_arc(out, link_arc(map, cells[i], cells[i + 1]), width, kLinkStepDash, color);
      ++i;
      continue;
    }
    const Cell from = map.cell(cells[i]), next = map.cell(cells[i + 1]);
    size_t last = i + 1;
    for (; last + 1 < cells.size() && !is_link(last); ++last) {
      const Cell a = map.cell(cells[last]), b = map.cell(cells[last + 1]);
      if (b.x - a.x != next.x - from.x || b.y - a.y != next.y - from.y) break;
    }
    add_line(out, from, map.cell(cells[last]), width, dash, color);
    out.lines.back().before = before;
    before += static_cast<float>(last - i) * (next.x != from.x && next.y != from.y ? 1.4142f : 1);
    i = last;
  }
}

void build_contours(const AskAnswer& answer, DrawList& out) {
  size_t points = 0;
  for (const ContourLine& line : answer.lines) points += line.points.size();
  const size_t stride = points / kMostContourPoints + 1;
  const auto add = [&](const ContourPoint& a, const ContourPoint& b, float width, Rgba color) {
    out.lines.push_back({static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(b.x),
                         static_cast<float>(b.y), width, 0, color});
  };
  for (const auto& [width, color] : {std::pair{3.4f, kAnswerUnder}, {1.4f, palette::kBlack}}) {
    for (const ContourLine& line : answer.lines) {
      size_t at = 0;
      while (at + 1 < line.points.size()) {
        const size_t next = std::min(at + stride, line.points.size() - 1);
        add(line.points[at], line.points[next], width, color);
        at = next;
      }
      if (line.closed) add(line.points.back(), line.points.front(), width, color);
    }
  }
}

// Builds the paths: the first one with the layer, the others apart.
void build_paths(const Lab& lab, const AskAnswer& answer, DrawList& out, DrawList& others, DrawList& shortest) {
  const World& world = lab.world();
  if (!answer.shortest.path.empty() && answer.shortest.path != answer.paths[0].path) {
    add_answer_path(shortest, world, answer.shortest.path, 3.5f, 0, kAnswerUnder);
    add_answer_path(shortest, world, answer.shortest.path, 1.6f, 3, palette::kBlack);
  }
  for (size_t i = answer.paths.size(); i-- > 0;) {
    DrawList& list = i == 0 ? out : others;
    const AskPathLook& look = ask_path_look(i);
    add_answer_path(list, world, answer.paths[i].path, kAnswerWidth + kAnswerBand, 0, kAnswerUnder);
    add_answer_path(list, world, answer.paths[i].path, kAnswerWidth, look.dash, look.color);
  }
  if (answer.goal == kNoGoal) return;
  const Cell at = answer.task.goals[answer.goal];
  out.markers.push_back({middle(at.x), middle(at.y), 15, 0.85f, MarkerShape::kRing, palette::kWhite});
  out.markers.push_back({middle(at.x), middle(at.y), 13, 0.75f, MarkerShape::kRing, kAskPathLooks[0].color});
}

void build_goals(const Lab& lab, const std::vector<Cell>& goals, DrawList& out) {
  for (const Cell goal : goals) {
    const float x = middle(goal.x), y = middle(goal.y);
    const bool open = lab.world().moves().passable(goal);
    out.markers.push_back({x, y, 9.5f, 0.5f, MarkerShape::kSquare, palette::kWhite});
    out.markers.push_back({x, y, 8.0f, 0.42f, MarkerShape::kSquare, palette::kGoal});
    if (!open) out.markers.push_back({x, y, 9.5f, 0.5f, MarkerShape::kCross, palette::kWhite});
  }
}

bool shows_goals(const AskController& controller) { return controller.question() == AskQuestion::kNearest; }

uint64_t answer_stamp(const Lab& lab, const AskController& controller) {
  DrawInputHash stamp;
  stamp << lab.state().world_version << controller.version();
  if (shows_goals(controller)) stamp << lab.world().map().revision();  // a goal may be blocked now
  return stamp.value();
}

// Returns the answer that is shown; null: none is.
const AskAnswer* shown_answer(const AskController& controller) {
  return controller.asks() && controller.why_not().empty() ? controller.answer() : nullptr;
}

void paint_answer(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kAnswerLayer);
  const AskController& controller = ask_controller(lab);
  if (!layer.on || !painter.shows(0) || !controller.asks()) return;
  const uint64_t stamp = answer_stamp(lab, controller);
  const bool stepped = !path_stages(painter.search(lab)).path;
  const float strength =
      layer.opacity * (stepped ? kSteppedStrength : 1) * (controller.current() ? 1 : kOutdatedStrength);
  if (const AskAnswer* answer = shown_answer(controller)) {
    bool renewed = false;
    for (const DrawListTag* tag : {&kAskContourPart, &kAskShortestPart, &kAskOthersPart, &kAnswerPart}) {
      renewed |= painter.renew(*tag, stamp);
    }
    if (renewed) {
      build_contours(*answer, painter.list(kAskContourPart));
      build_paths(lab, *answer, painter.list(kAnswerPart), painter.list(kAskOthersPart),
                  painter.list(kAskShortestPart));
    }
    for (const DrawListTag* tag : {&kAskContourPart, &kAskShortestPart, &kAskOthersPart, &kAnswerPart}) {
      if (painter.list(*tag).size() > 0) painter.show(*tag, strength);
    }
  }
  if (!shows_goals(controller) || controller.goals().empty()) return;
  if (painter.renew(kAskGoalsPart, stamp)) build_goals(lab, controller.goals(), painter.list(kAskGoalsPart));
  painter.show(kAskGoalsPart, layer.opacity);
}

// Shows the heat map of costs below all other layers.
void paint_reach(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kReachedLayer);
  const AskController& controller = ask_controller(lab);
  const AskAnswer* answer = layer.on && painter.shows(0) ? shown_answer(controller) : nullptr;
  if (answer == nullptr || answer->picture.empty()) return;
  const GridMap& map = lab.world().map();
  painter.overlay().field = {true,
                             layer.opacity * (controller.current() ? 1 : kOutdatedStrength),
                             map.width(),
                             map.height(),
                             answer->picture.data(),
                             controller.picture_version(),
                             map.bounds(),
                             kReachedLayer};
}

uint64_t answer_label_stamp(const Painter& painter, const Lab& lab) {
  const AskController& controller = ask_controller(lab);
  if (!painter.layer(kAnswerLayer).on || !painter.shows(0) || !controller.asks()) return 0;
  const AskAnswer* answer = shown_answer(controller);
  if (answer == nullptr && !shows_goals(controller)) return 0;
  if (answer == nullptr || answer->lines.empty()) return answer_stamp(lab, controller);
  // Which costs have room depends on the view.
  const LabState& state = lab.state();
  return (DrawInputHash() << answer_stamp(lab, controller) << painter.visible() << state.query.start
                          << static_cast<uint64_t>(state.camera.zoom * 64)
                          << static_cast<uint64_t>(state.ui_scale * 64))
      .value();
}

// Writes the cost of each contour line at the first of some places along it that is free.
void add_contour_labels(Painter& painter, const Lab& lab, const AskAnswer& answer) {
  const Camera& camera = lab.state().camera;
  painter.free_places(camera);
  const Cell start = answer.task.query.start;
  (void)painter.take_place(camera, middle(start.x), middle(start.y), 2);
  for (const ContourLine& line : answer.lines) {
    if (line.points.size() < kLeastLabelledPoints) continue;
    const std::string text = fmt::format("{:.6g}", line.level / static_cast<double>(cost_unit(lab.world())));
    for (const double share : {0.5, 0.25, 0.75, 0.375, 0.625}) {
      const ContourPoint& at = line.points[static_cast<size_t>(share * static_cast<double>(line.points.size()))];
      const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
      const double px = camera.screen_x(x), py = camera.screen_y(y);
      if (px < 0 || py < 0 || px > camera.view_width || py > camera.view_height) continue;
      if (!painter.take_place(camera, x, y, text.size())) continue;
      painter.add_label(x, y, 0, palette::kBlack, kAnswerUnder, text);
      break;
    }
  }
}

// Writes the numbers of goals and alternative paths, and the costs of contour lines.
void add_answer_labels(Painter& painter, const Lab& lab) {
  const AskController& controller = ask_controller(lab);
  const auto number = [&](Cell at, size_t of, Rgba color, Rgba back) {
    painter.add_label(middle(at.x), middle(at.y), 0, color, back, fmt::format("{}", of));
  };
  if (shows_goals(controller)) {
    for (size_t i = 0; i < controller.goals().size(); ++i) number(controller.goals()[i], i + 1, palette::kWhite, 0);
  }
  const AskAnswer* answer = shown_answer(controller);
  if (answer == nullptr) return;
  for (size_t i = 0; i < answer->paths.size() && answer->paths.size() > 1; ++i) {
    number(lab.world().map().cell(answer->paths[i].middle), i + 1, palette::kWhite, ask_path_look(i).color);
  }
  if (!answer->lines.empty()) add_contour_labels(painter, lab, *answer);
}

}  // namespace

const std::array<PaintStep, 2> kAskPaint = {{{depth::kAreas - 10, paint_reach}, {depth::kPaths + 55, paint_answer}}};
const std::array<LabelStep, 1> kAskLabels = {{{answer_label_stamp, add_answer_labels}}};

}  // namespace strata
