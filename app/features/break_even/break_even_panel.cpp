// The break-even in the interface: the planner with the least total time by the number of queries, as a plot
// and as text.
#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/features/break_even/break_even.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/chart_view.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kPlotHeight = 164;

struct BreakEvenPlot {
  ChartReader reader;
  ChartView view;
};

void draw_break_even_plot(Ui& ui, const Lab& lab) {
  BreakEvenPlot& chart = ui.kept<BreakEvenPlot>();
  chart.reader.follow(lab, kBreakEvenCharts[0]);
  if (chart.reader.data().empty()) return draw_chart_reason(ui, chart.reader.data(), "pay");
  const FontScope small(ui.fonts().small);
  chart.view.draw_plot(ui, chart.reader, {.range = {}, .hidden = lab.state().chart.shown.hidden},
                       {.width = ImGui::GetContentRegionAvail().x, .height = ui.px(kPlotHeight), .name = "pay.plot"});
}

void draw_sentence(Ui& ui, const Lab& lab, const BreakEvenController::BaselineComparison& said, const char* part) {
  const PlannerStyle style = planner_style(lab.state(), said.planner->name);
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
  for (const BreakEvenController::BaselineComparison& said : controller.pairs()) draw_sentence(ui, lab, said, "pair");
}

void draw_edits(Ui& ui, const Lab& lab, const BreakEvenController& controller) {
  ImGui::Dummy({0, ui.px(3)});
  if (!section(ui, "While the map is edited", "section.pay_edits")) return;
  if (controller.strokes() == 0)
    return note(ui, "Paint a stroke: from then on this also counts how long updates take.");
  const FontScope small(ui.fonts().small);
  print_dim("With the median update time of {}:", counted(controller.strokes(), "stroke"));
  ui.mark("pay.strokes");
  for (const BreakEvenController::BaselineComparison& said : controller.edits()) draw_sentence(ui, lab, said, "edit");
}

void draw_tab(Ui& ui, Lab& lab) {
  const BreakEvenController& controller = break_even_controller(lab);
  if (controller.lines().empty()) {
    text_colored_wrapped(theme().text_dim,
                         lab.state().fixed_clock
                             ? "With a fixed clock no times are measured: there is nothing to compare."
                             : "No planner of the comparison has found a path yet.");
    ui.mark("pay.nothing");
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  text_colored_wrapped(theme().accent, controller.leaders_text());
  describe(ui, "pay.leaders",
           "The planner with the least total time, preparation included, by the number of queries like this one");
  ImGui::Dummy({0, ui.px(1)});
  draw_break_even_plot(ui, lab);
  button(ui, "Open as a window", "pay.window", "ui.chart break-even", "Opens chart and table in a window over the map",
         {.width = kRestOfLine});
  choice_row(
      ui, "Axis scale", "pay.scale", "pay.scale", {{"log", 1}, {"linear", 0}}, controller.logarithmic() ? 1 : 0,
      [](int scale) { return scale == 1 ? "log" : "linear"; }, "Scale of both axes",
      "A logarithmic one shows few and many queries in one chart");
  draw_words(ui, lab, controller);
  draw_edits(ui, lab, controller);
  ImGui::PopStyleVar();
  ImGui::Dummy({0, ui.px(2)});
  note(ui,
       "Every query is taken to last as long as this one. Preparation is the last full build, on the open map, of all "
       "that the planner searches: the legal moves, its own levels, what they are built from.");
}

}  // namespace

FeaturePanel break_even_panel() {
  return {.feature = "pay",
          .tab = {"Break-even", "tab.pay", "After how many queries a planner has made up for its preparation",
                  LeftPanelSection::kPlanners, draw_tab}};
}

}  // namespace strata
