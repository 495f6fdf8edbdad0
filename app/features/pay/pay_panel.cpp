// "Does it pay?" in the interface: who has taken the least time after how many queries, as a plot and in words.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/features/pay/pay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kSamples = 96;            // points of a line that a logarithmic scale bends
constexpr double kFewestQueries = 100;  // the plot reaches at least this far
constexpr double kMaxQueries = 1e9;     // the plot ends here: a later crossing is told in words alone
constexpr double kBeyond = 3;           // the plot reaches this many times as far as the last crossing

double total_micros(const PlannerTimes& times, double queries) {
  return (static_cast<double>(times.prepare) + queries * static_cast<double>(times.query)) / 1000;
}

bool known(const PlannerTimes& times) { return times.prepare >= 0 && times.query >= 0; }

// Returns a short text, such as "1.5k" or "20M".
std::string count_text(double count) {
  if (count >= 1e9) return fmt::format("{:.3g}G", count / 1e9);
  if (count >= 1e6) return fmt::format("{:.3g}M", count / 1e6);
  if (count >= 1e4) return fmt::format("{:.3g}k", count / 1e3);
  return fmt::format("{:.0f}", count);
}

// Maps times and queries onto the area of the plot.
struct Plot {
  ImVec2 low, high;  // its upper left and lower right corner
  bool logarithmic = true;
  double queries = kFewestQueries;
  double least = 1, most = 1;  // range of times, in microseconds

  float x(double n) const {
    const double share = logarithmic ? std::log10(std::max(n, 1.0)) / std::log10(queries) : n / queries;
    return low.x + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (high.x - low.x);
  }
  float y(double micros) const {
    const double share =
        logarithmic ? std::log10(std::max(micros, least) / least) / std::log10(most / least) : micros / most;
    return high.y - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (high.y - low.y);
  }
  double n_at(double share) const { return logarithmic ? std::pow(queries, share) : share * queries; }
};

Plot plot_of(const BreakEvenController& controller, ImVec2 low, ImVec2 high) {
  Plot plot{low, high, controller.logarithmic()};
  const auto lines = controller.lines();
  double last = 0;
  for (const BreakEvenController::PlannerLine& one : lines) {
    for (const BreakEvenController::PlannerLine& other : lines) {
      const BreakEven found = break_even(one.times, other.times);
      if (found.when == BreakEvenKind::kAfter) last = std::max(last, static_cast<double>(found.queries));
    }
  }
  plot.queries = std::clamp(last * kBeyond, kFewestQueries, kMaxQueries);
  plot.least = 1e18;
  plot.most = 0;
  for (const BreakEvenController::PlannerLine& line : lines) {
    if (!known(line.times)) continue;
    plot.least = std::min(plot.least, std::max(total_micros(line.times, 1), 0.001));
    plot.most = std::max(plot.most, total_micros(line.times, plot.queries));
  }
  plot.most = std::max(plot.most, plot.least * 1.01);
  return plot;
}

// Draws a text of the axes, with `ground` on a background of its own, as lines pass below it.
void axis_text(Ui& ui, ImDrawList* list, float x, float y, float align, std::string_view what, bool ground) {
  ImFont* font = ui.fonts().small;
  const ImVec2 size = text_size(font, what);
  const ImVec2 at(std::floor(x - align * size.x), std::floor(y));
  if (ground) list->AddRectFilled({at.x - 1, at.y}, {at.x + size.x + 1, at.y + size.y}, to_u32(theme().field, 0.8f));
  add_text(list, font, at, to_u32(theme().text_dim), what);
}

// Draws the axis of queries: powers of ten, or quarters on a linear scale, written below the plot.
void draw_query_axis(Ui& ui, const Plot& plot, ImDrawList* list) {
  float free_from = plot.low.x - ui.px(40);
  ImFont* font = ui.fonts().small;
  const auto mark = [&](double n) {
    const float x = plot.x(n);
    list->AddLine({x, plot.low.y}, {x, plot.high.y}, to_u32(theme().border), 1);
    const std::string what = count_text(n);
    const float half = text_size(font, what).x / 2;
    const float at = std::clamp(x, plot.low.x + half, plot.high.x - half);
    if (at - half < free_from) return;
    axis_text(ui, list, at, plot.high.y + ui.px(2), 0.5f, what, false);
    free_from = at + half + ui.px(6);
  };
  if (plot.logarithmic) {
    for (double n = 1; n <= plot.queries; n *= 10) mark(n);
  } else {
    for (int quarter = 0; quarter <= 4; ++quarter) mark(plot.queries * quarter / 4);
  }
}

// Draws the axis of times: its lines, or with `texts` its texts. The texts are inside the plot, as there is no room
// beside it.
void draw_time_axis(Ui& ui, const Lab& lab, const Plot& plot, ImDrawList* list, bool texts) {
  const float line = imgui::font_size(ui.fonts().small);
  float last = plot.high.y + line;
  const auto mark = [&](double micros) {
    const float y = plot.y(micros);
    if (!texts) {
      list->AddLine({plot.low.x, y}, {plot.high.x, y}, to_u32(theme().border), 1);
    } else if (last - y >= line * 1.6f && y - line >= plot.low.y) {
      axis_text(ui, list, plot.low.x + ui.px(2), y - line, 0, micros_text(lab.state(), micros), true);
      last = y;
    }
  };
  if (plot.logarithmic) {
    for (double t = std::pow(10, std::ceil(std::log10(plot.least))); t <= plot.most; t *= 10) mark(t);
  } else {
    for (int quarter = 1; quarter <= 4; ++quarter) mark(plot.most * quarter / 4);
  }
}

struct LinePoints {
  std::vector<ImVec2> points;
};

void draw_lines(Ui& ui, const BreakEvenController& controller, const Plot& plot, ImDrawList* list) {
  std::vector<ImVec2>& points = ui.kept<LinePoints>().points;
  for (const BreakEvenController::PlannerLine& line : controller.lines()) {
    if (!known(line.times)) continue;
    const PlannerStyle style = planner_style(line.planner->name);
    const ImU32 color = to_im(on_panel(style.color));
    points.clear();
    for (int i = 0; i <= kSamples; ++i) {
      const double n = plot.n_at(static_cast<double>(i) / kSamples);
      points.emplace_back(plot.x(n), plot.y(total_micros(line.times, n)));
    }
    // Draws the sampled line in pieces, with the dash of the planner's path.
    float along = 0;
    for (size_t i = 1; i < points.size(); ++i) {
      along += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
      if (style.dash > 0 && static_cast<int>(along / ui.px(style.dash)) % 2 == 1) continue;
      list->AddLine(points[i - 1], points[i], color, ui.px(2));
    }
  }
}

// Marks where two lines cross: filled where the lead changes, hollow elsewhere. Explains the mark under the pointer.
void draw_crossings(Ui& ui, const Lab& lab, const BreakEvenController& controller, const Plot& plot, ImDrawList* list) {
  const auto lines = controller.lines();
  const auto leads = [&](const BreakEvenController::PlannerLine& line, uint64_t from) {
    return std::any_of(controller.leaders().begin(), controller.leaders().end(), [&](const Leader& leader) {
      return leader.from == from && lines[leader.planner].planner == line.planner;
    });
  };
  const ImVec2 mouse = ImGui::GetMousePos();
  const bool over = ImGui::IsItemHovered();
  const PlannerNames& names = lab.state().names;
  std::string hint;
  for (const BreakEvenController::PlannerLine& one : lines) {
    for (const BreakEvenController::PlannerLine& other : lines) {
      const BreakEven found = break_even(one.times, other.times);
      if (found.when != BreakEvenKind::kAfter || static_cast<double>(found.queries) > plot.queries) continue;
      const auto n = static_cast<double>(found.queries);
      const ImVec2 at(plot.x(n), plot.y(total_micros(one.times, n)));
      const ImU32 color = to_im(on_panel(planner_style(one.planner->name).color));
      list->AddCircleFilled(at, ui.px(4), leads(one, found.queries) ? color : to_u32(theme().panel));
      list->AddCircle(at, ui.px(4), leads(one, found.queries) ? to_u32(theme().text) : color, 0, ui.px(1.3f));
      if (over && std::hypot(mouse.x - at.x, mouse.y - at.y) < ui.px(7)) {
        hint +=
            (hint.empty() ? "" : "\n") + break_even_text(names.title(*one.planner), names.title(*other.planner), found);
      }
    }
  }
  if (!over) return;
  // Elsewhere the hint tells what each planner has taken by then.
  if (hint.empty()) {
    const double share = std::clamp((mouse.x - plot.low.x) / std::max(plot.high.x - plot.low.x, 1.0f), 0.0f, 1.0f);
    const double n = std::max(std::round(plot.n_at(share)), 1.0);
    hint = fmt::format("after {} {}", count_text(n), n == 1 ? "query" : "queries");
    for (const BreakEvenController::PlannerLine& line : lines) {
      if (!known(line.times)) continue;
      hint +=
          fmt::format("\n{}: {}", names.title(*line.planner), micros_text(lab.state(), total_micros(line.times, n)));
    }
  }
  ImGui::BeginTooltip();
  draw_text(hint);
  ImGui::EndTooltip();
}

void draw_plot(Ui& ui, const Lab& lab, const BreakEvenController& controller) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.px(190);
  const float below = imgui::font_size(ui.fonts().small) + ui.px(4);
  ImGui::Dummy({width, height});
  ui.mark("pay.plot");
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Plot plot = plot_of(controller, {at.x, at.y}, {at.x + width - 1, at.y + height - below});
  list->AddRectFilled(plot.low, plot.high, to_u32(theme().field));
  draw_query_axis(ui, plot, list);
  draw_time_axis(ui, lab, plot, list, false);
  list->AddRect(plot.low, plot.high, to_u32(theme().border));
  draw_lines(ui, controller, plot, list);
  draw_time_axis(ui, lab, plot, list, true);
  draw_crossings(ui, lab, controller, plot, list);
}

void draw_sentence(Ui& ui, const BreakEvenController::Sentence& said, const char* part) {
  const PlannerStyle style = planner_style(said.planner->name);
  line_swatch(on_panel(style.color), ui.px(3), style.dash, ui.px(16));
  ImGui::SameLine(0, ui.px(5));
  const bool good = said.found.when == BreakEvenKind::kAfter || said.found.when == BreakEvenKind::kAlways;
  text_colored_wrapped(good ? theme().text : theme().text_dim, said.text);
  ui.mark("pay.{}.{}", part, said.planner->name);
}

void draw_words(Ui& ui, const Lab& lab, const BreakEvenController& controller) {
  const PlannerNames& names = lab.state().names;
  const std::string_view against = names.brief(*controller.baseline()->planner);
  ImGui::AlignTextToFramePadding();
  setting_label("Baseline");
  ImGui::SetNextItemWidth(-1);
  combo(ui, "##against", against, controller.lines().size(), [&](size_t i) {
    const Planner& planner = *controller.lines()[i].planner;
    const std::string_view title = names.brief(planner);
    return ComboEntry{title, title == against, fmt::format("pay.against {}", planner.name),
                      fmt::format("pay.against.{}", planner.name)};
  });
  ui.mark("pay.against");
  const FontScope small(ui.fonts().small);
  for (const BreakEvenController::Sentence& said : controller.pairs()) draw_sentence(ui, said, "pair");
}

void draw_edits(Ui& ui, const BreakEvenController& controller) {
  ImGui::Dummy({0, ui.px(3)});
  if (!section(ui, "While the map is edited", "section.pay_edits")) return;
  if (controller.strokes() == 0)
    return note(ui, "Paint a stroke: what it makes each structure redo is counted from then on.");
  const FontScope small(ui.fonts().small);
  print_dim("An edit takes the median of {}:", counted(controller.strokes(), "stroke"));
  ui.mark("pay.strokes");
  for (const BreakEvenController::Sentence& said : controller.edits()) draw_sentence(ui, said, "edit");
}

void draw_tab(Ui& ui, Lab& lab) {
  const BreakEvenController& controller = break_even_controller(lab);
  if (controller.lines().empty()) {
    text_colored_wrapped(theme().text_dim, lab.state().fixed_clock
                                               ? "With a fixed clock no durations are shown, and nothing can be said."
                                               : "No planner of the comparison has found a path yet.");
    ui.mark("pay.nothing");
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  text_colored_wrapped(theme().accent, controller.leaders_text());
  describe(ui, "pay.leaders", "Who has taken the least after so many queries like this one, preparation included");
  ImGui::Dummy({0, ui.px(1)});
  draw_plot(ui, lab, controller);
  choice_row(
      ui, "Queries, time", "pay.scale", "pay.scale", {{"log", 1}, {"linear", 0}}, controller.logarithmic() ? 1 : 0,
      [](int scale) { return scale == 1 ? "log" : "linear"; }, "Scale of both axes",
      "Logarithmic: few queries and many fit into one picture");
  draw_words(ui, lab, controller);
  draw_edits(ui, controller);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  note(ui,
       "A query takes what the comparison says of this one. The preparation is the last full build of all that the "
       "planner stands on, of HPA* with all its levels; the moves count for nobody.");
}

}  // namespace

FeaturePanel pay_panel() {
  return {.feature = "pay",
          .tab = {"Break-even", "tab.pay", "Does preparation pay? Total time over the number of queries",
                  ScreenPlace::kAnalysis, draw_tab},
          .asked = [](const Lab& lab) { return break_even_controller(lab).asked(); }};
}

}  // namespace strata
