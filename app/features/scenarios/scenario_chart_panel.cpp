// The chart of a run over the scenario: a figure of each planner, bucket by bucket, over the length of the paths.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/features/scenarios/chart_axis.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kHeight = 176, kLeastHeight = 116, kLeft = 50, kRight = 12, kTop = 8, kBottom = 32;
constexpr float kSwatch = 20, kSwatchGap = 4, kLegendGap = 12;
constexpr size_t kMaxDots = 48;  // dots of a planner: more dots would hide its line

// State that is kept between frames.
struct ChartMemory {
  ChartAxis x, y;
  std::vector<ImVec2> points;  // scratch: the line of one planner at a time
  ScenarioFigure figure = ScenarioFigure::kTime;
  uint64_t results = 0, rows = 0;  // versions that the axes were computed for
};

struct Frame {
  ImVec2 low, high;  // corners of the area inside the axes
  const ChartAxis& x;
  const ChartAxis& y;
  ImVec2 at(double along, double up) const {
    return {low.x + (high.x - low.x) * static_cast<float>(x.share(along)),
            high.y - (high.y - low.y) * static_cast<float>(y.share(up))};
  }
};

void keep_axes(const ScenariosController& controller, ScenarioFigure figure, ChartMemory& memory) {
  if (memory.results == controller.results().version && memory.rows == controller.version() && memory.figure == figure)
    return;
  memory.results = controller.results().version;
  memory.rows = controller.version();
  memory.figure = figure;
  double longest = 0, least = kNoFigure, most = kNoFigure;
  for (const ScenarioMeans& means : controller.means()) {
    for (const ScenarioMeans::Of& of : means.planners) {
      const double value = of.figure(figure);
      if (!is_figure(value)) continue;
      longest = std::max(longest, means.length);
      least = is_figure(least) ? std::min(least, value) : value;
      most = is_figure(most) ? std::max(most, value) : value;
    }
  }
  if (!is_figure(most)) least = most = 1;
  memory.x = linear_axis(0, longest);
  // Times and expansions of planners differ by factors, so their axis is logarithmic.
  memory.y = figure == ScenarioFigure::kExcess ? linear_axis(std::min(least, 0.0), most) : factor_axis(least, most);
}

// Returns the text of a mark. `value` is a round number.
std::string tick_text(ScenarioFigure figure, double value) {
  if (figure == ScenarioFigure::kExcess) return fmt::format("{:g} %", value);
  static constexpr const char* kUnits[][3] = {{" \u00b5s", " ms", " s"}, {"", "k", "M"}};
  size_t unit = 0;
  for (; unit < 2 && value >= 1000; ++unit) value /= 1000;
  return fmt::format("{:g}{}", value, kUnits[figure == ScenarioFigure::kTime ? 0 : 1][unit]);
}

void draw_axes(Ui& ui, const Frame& frame, ScenarioFigure figure, ImDrawList* list) {
  const ImU32 line = to_u32(theme().border), dim = to_u32(theme().text_dim);
  const float text_height = ImGui::GetTextLineHeight();
  list->AddRectFilled(frame.low, frame.high, to_u32(theme().field));
  for (const double tick : frame.y.ticks) {
    const float y = std::floor(frame.at(frame.x.low, tick).y);
    list->AddLine({frame.low.x, y}, {frame.high.x, y}, line, ui.px(1));
    const std::string text = tick_text(figure, tick);
    list->AddText({frame.low.x - ui.px(5) - text_width(text), y - text_height / 2}, dim, text.c_str());
  }
  float free_from = frame.low.x - ui.px(20);
  for (const double tick : frame.x.ticks) {
    const float x = std::floor(frame.at(tick, frame.y.low).x);
    list->AddLine({x, frame.low.y}, {x, frame.high.y}, line, ui.px(1));
    const Text text("{:g}", tick);
    const float width = text_width(text);
    if (x - width / 2 < free_from) continue;
    list->AddText({x - width / 2, frame.high.y + ui.px(2)}, dim, text);
    free_from = x + width / 2 + ui.px(6);
  }
  const float left = frame.low.x - ui.px(kLeft);
  const char* title = "scenario cost in cells, mean of a bucket";
  if (text_width(title) > frame.high.x - left) title = "listed length, mean of a bucket";
  const float width = text_width(title);
  list->AddText({std::max((frame.low.x + frame.high.x - width) / 2, left), frame.high.y + ui.px(2) + text_height}, dim,
                title);
}

// Draws a line through points: pieces and gaps of `dash` pixels, or a solid line if `dash` is 0.
void draw_line(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 color, float thickness, float dash) {
  if (dash <= 0) {
    list->AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, thickness);
    return;
  }
  float along = 0;  // length since the line began
  for (size_t i = 1; i < points.size(); ++i) {
    const ImVec2 from = points[i - 1], to = points[i];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float done = 0; done < length;) {
      const float phase = std::fmod(along, 2 * dash);
      const float next = std::min(done + std::max((phase < dash ? dash : 2 * dash) - phase, 0.5f), length);
      const auto point = [&](float share) {
        return ImVec2(from.x + (to.x - from.x) * share / length, from.y + (to.y - from.y) * share / length);
      };
      if (phase < dash) list->AddLine(point(done), point(next), color, thickness);
      along += next - done;
      done = next;
    }
  }
}

void draw_planner(Ui& ui, const ScenariosController& controller, const Frame& frame, ScenarioFigure figure,
                  size_t planner, std::vector<ImVec2>& points, ImDrawList* list) {
  points.clear();
  for (const ScenarioMeans& means : controller.means()) {
    const double value = means.planners[planner].figure(figure);
    if (is_figure(value)) points.push_back(frame.at(means.length, value));
  }
  const PlannerStyle style = planner_style(controller.results().planners[planner]->name);
  const ImU32 color = to_im(on_panel(style.color));
  draw_line(list, points, color, ui.px(1.6f), ui.px(style.dash) * 0.5f);
  if (points.size() > kMaxDots) return;
  for (const ImVec2& point : points) list->AddCircleFilled(point, ui.px(2.4f), color);
}

// Lays the planners out from left to right, in as many lines as they need, by place(planner, new line). Returns the
// number of lines.
template <class Place>
int lay_out_legend(const Ui& ui, const ScenarioResults& results, float room, Place&& place) {
  int lines = 0;
  float used = 0;
  for (const Planner* planner : results.planners) {
    const float width = ui.px(kSwatch + kSwatchGap) + text_width(results.names.brief(*planner));
    const bool next = lines == 0 || used + ui.px(kLegendGap) + width > room;
    lines += next;
    used = next ? width : used + ui.px(kLegendGap) + width;
    place(*planner, next);
  }
  return lines;
}

void draw_legend(Ui& ui, const ScenarioResults& results) {
  lay_out_legend(ui, results, ImGui::GetContentRegionAvail().x, [&](const Planner& planner, bool next) {
    if (!next) ImGui::SameLine(0, ui.px(kLegendGap));
    const PlannerStyle style = planner_style(planner.name);
    line_swatch(on_panel(style.color), ui.px(2), style.dash, ui.px(kSwatch));
    ImGui::SameLine(0, ui.px(kSwatchGap));
    draw_text(results.names.brief(planner));
    tooltip(ui, results.names.title(planner), {});
  });
}

// Draws the figures of the bucket that is nearest to the pointer.
void draw_pointed(Ui& ui, const ScenariosController& controller, const Frame& frame, ScenarioFigure figure,
                  ImDrawList* list) {
  if (!ImGui::IsItemHovered()) return;
  const float pointer = ImGui::GetIO().MousePos.x;
  size_t nearest = controller.means().size();
  float best = 0;
  for (size_t i = 0; i < controller.means().size(); ++i) {
    const ScenarioMeans& means = controller.means()[i];
    if (std::none_of(means.planners.begin(), means.planners.end(),
                     [&](const ScenarioMeans::Of& of) { return is_figure(of.figure(figure)); })) {
      continue;
    }
    const float away = std::abs(frame.at(means.length, frame.y.low).x - pointer);
    if (nearest < controller.means().size() && away >= best) continue;
    nearest = i;
    best = away;
  }
  if (nearest == controller.means().size()) return;
  const ScenarioMeans& means = controller.means()[nearest];
  const float x = frame.at(means.length, frame.y.low).x;
  list->AddLine({x, frame.low.y}, {x, frame.high.y}, to_u32(theme().accent), ui.px(1));
  ImGui::BeginTooltip();
  print("bucket {}: {}, mean length {:.1f}", controller.order().buckets[nearest].bucket, counted(means.rows, "row"),
        means.length);
  for (size_t i = 0; i < means.planners.size(); ++i) {
    const Planner& planner = *controller.results().planners[i];
    const PlannerStyle style = planner_style(planner.name);
    line_swatch(on_panel(style.color), ui.px(2), style.dash, ui.px(20));
    ImGui::SameLine(0, ui.px(4));
    const std::string text = figure_text(figure, means.planners[i].figure(figure));
    print("{}: {}", controller.results().names.title(planner), text.empty() ? "\xe2\x80\x93" : text);
  }
  ImGui::EndTooltip();
}

}  // namespace

void draw_scenario_chart(Ui& ui, const Lab& lab, ScenarioFigure figure) {
  const ScenariosController& controller = scenarios_controller(lab);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  // In a low panel, chart and legend take the height that is visible.
  const float room = ImGui::GetContentRegionAvail().x;
  const int lines = lay_out_legend(ui, controller.results(), room, [](const Planner&, bool) {});
  const float legend = static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing() + ui.px(6);
  const float seen = ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - legend;
  const ImVec2 size(std::max(room, ui.px(160)), std::clamp(seen, ui.px(kLeastHeight), ui.px(kHeight)));
  ChartMemory& memory = ui.kept<ChartMemory>();
  keep_axes(controller, figure, memory);
  const Frame frame{{at.x + ui.px(kLeft), at.y + ui.px(kTop)},
                    {at.x + size.x - ui.px(kRight), at.y + size.y - ui.px(kBottom)},
                    memory.x,
                    memory.y};
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_axes(ui, frame, figure, list);
  for (size_t i = 0; i < controller.results().planners.size(); ++i) {
    draw_planner(ui, controller, frame, figure, i, memory.points, list);
  }
  ImGui::InvisibleButton("chart", size);
  ui.mark("scenario.chart");
  draw_pointed(ui, controller, frame, figure, list);
  draw_legend(ui, controller.results());
  ui.mark("scenario.legend");
}

}  // namespace strata
