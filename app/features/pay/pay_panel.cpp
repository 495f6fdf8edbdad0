// "Does it pay?" in the interface: who has taken the least time after how many queries, as a plot and in words.
#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/features/pay/pay.hpp"
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

struct PayChart {
  ChartReader reader;
  ChartView view;
};

void draw_pay_plot(Ui& ui, const Lab& lab) {
  PayChart& chart = ui.kept<PayChart>();
  chart.reader.follow(lab, kPayCharts[0]);
  if (chart.reader.data().empty()) return draw_chart_reason(ui, chart.reader.data(), "pay");
  const FontScope small(ui.fonts().small);
  chart.view.draw_plot(ui, chart.reader, {.range = {}, .hidden = lab.state().chart.shown.hidden},
                       {.width = ImGui::GetContentRegionAvail().x, .height = ui.px(kPlotHeight), .name = "pay.plot"});
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
  draw_pay_plot(ui, lab);
  button(ui, "Open as a window", "pay.window", "ui.chart break-even", "Chart and table in a window over the map",
         {.width = kRestOfLine});
  choice_row(
      ui, "Axis scale", "pay.scale", "pay.scale", {{"log", 1}, {"linear", 0}}, controller.logarithmic() ? 1 : 0,
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
