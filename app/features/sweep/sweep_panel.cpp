// The sweep in the interface: its setting, its values, and its chart.
#include <fmt/format.h>
#include <imgui.h>

#include <string>

#include "app/features/sweep/sweep.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/chart_view.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr float kSweepPlotHeight = 164;  // UI pixels

struct SweepChart {
  ChartReader reader;
  ChartView view;
};

void draw_sweep_range(Ui& ui, const SweepController& sweep) {
  const Setting& setting = sweep.setting().row;
  const auto [lowest, high] = swept_range(setting);
  int range[3] = {sweep.from(), sweep.to(), sweep.step()};
  static constexpr const char* kLabels[3] = {"From", "To", "Step"};
  static constexpr const char* kNames[3] = {"sweep.from", "sweep.to", "sweep.step"};
  for (int i = 0; i < 3; ++i) {
    setting_row(ui, kLabels[i]);
    const int low = i == 2 ? 1 : lowest;
    ImGui::PushID(kNames[i]);
    int wanted = range[i];
    const bool entered = ImGui::InputInt("##number", &wanted, 1, 10, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopID();
    describe(ui, kNames[i], i == 2 ? "Difference between two values" : full_title(setting), {}, setting.unit);
    if (!entered && (wanted == range[i] || !ImGui::IsItemDeactivatedAfterEdit())) continue;
    range[i] = std::clamp(wanted, low, high);
    ui.run("sweep.choose {} {} {} {}", setting.name, range[0], std::max(range[0], range[1]), range[2]);
  }
}

void draw_sweep_tab(Ui& ui, Lab& lab) {
  const SweepController& sweep = sweep_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  setting_label("Setting");
  ImGui::NewLine();
  ImGui::SetNextItemWidth(-1);
  combo(ui, "##setting", full_title(sweep.setting().row), swept_settings().size(), [&](size_t i) {
    const WorldSetting* one = swept_settings()[i];
    return ComboEntry{full_title(one->row), one == &sweep.setting(), fmt::format("sweep.choose {}", one->row.name),
                      fmt::format("sweep.setting.{}", one->row.name)};
  });
  describe(ui, "sweep.setting", "Setting that takes one value after another");
  draw_sweep_range(ui, sweep);
  choice_row(
      ui, "Queries", "sweep.over", "sweep.over", {{"query", 0}, {"scenario", 1}}, sweep.over_scenario() ? 1 : 0,
      [](int over) { return over == 1 ? "scenario" : "query"; }, "Queries that are planned for every value",
      "query: the current start and goal. scenario: up to 200 rows of the scenario, evenly spaced.");
  setting_label("Measure");
  ImGui::NewLine();
  ImGui::SetNextItemWidth(-1);
  combo(ui, "##measure", sweep_measure_title(sweep.measure()), kSweepMeasures, [&](size_t i) {
    const auto measure = static_cast<SweepMeasure>(i);
    return ComboEntry{sweep_measure_title(measure), measure == sweep.measure(),
                      fmt::format("sweep.measure {}", sweep_measure_name(measure)),
                      fmt::format("sweep.measure.{}", sweep_measure_name(measure))};
  });
  describe(ui, "sweep.measure", "Result that the chart shows", {}, "Every sweep measures all of them.");
  if (sweep.running()) {
    progress_row(ui, Text("{:.0f} %", sweep.progress() * 100), sweep.progress(), "sweep.progress");
    ImGui::SameLine();
    button(ui, "Cancel", "sweep.cancel", "sweep.cancel", "Cancels the sweep; results of an earlier one stay");
  } else {
    button(ui, "Run", "sweep.run", "sweep.run", "Builds and measures the planners for every value, in the background",
           {.width = kRestOfLine, .why_not = sweep.why_not()});
  }
  SweepChart& chart = ui.kept<SweepChart>();
  chart.reader.follow(lab, *chart_named("sweep"));
  if (sweep.rows().empty()) {
    return note(ui,
                "For every value the compared planners are built and measured on a copy of the map; the open map and "
                "its settings stay as they are.");
  }
  button(ui, "Open as a window", "sweep.window", "ui.chart sweep", "Opens chart and table in a window over the map",
         {.width = kRestOfLine});
  if (const auto best = best_swept(lab)) {
    const Setting& setting = sweep.measured().setting->row;
    const auto value_text = [&](int value) { return setting_text(setting, swept_value(setting, value)); };
    const std::string value = value_text(best->value);
    if (best->beyond) {
      // A value beyond may be better, so that this one is not recommended.
      const SettingSweep& range = *best->beyond;
      const bool down = range.from < sweep.rows().front().value;
      note(ui, Text("{} is best, at the edge of the range.", value));
      if (button(ui, Text("Measure {} to {}", down ? "down" : "up", value_text(down ? range.from : range.to)),
                 "sweep.go_on", "", "Runs the sweep over a wider range, as a value beyond the edge may be better",
                 {.width = kRestOfLine, .why_not = sweep.why_not()})) {
        run_lines(ui, Text("sweep.choose {} {} {} {}\nsweep.run", setting.name, range.from, range.to, range.step));
      }
    } else {
      button(ui, Text("Use {}", value), "sweep.use", Text("{} {}", setting.name, value),
             Text("Sets {} to the value with the least {} of {}", full_title(setting),
                  sweep_measure_title(sweep.measure()), lab.state().names.brief(*best->planner)),
             {.width = kRestOfLine});
    }
  }
  const FontScope small(ui.fonts().small);
  note(ui, chart.reader.data().about);
  chart.view.draw_plot(
      ui, chart.reader, {.range = {}, .hidden = lab.state().chart.shown.hidden},
      {.width = ImGui::GetContentRegionAvail().x, .height = ui.px(kSweepPlotHeight), .name = "sweep.plot"});
  if (!chart.reader.data().warning.empty()) text_colored_wrapped(theme().warn, chart.reader.data().warning);
}

std::optional<StatusBarWork> sweep_work(const Lab& lab) {
  if (!sweep_controller(lab).running()) return {};
  return StatusBarWork{.text = "sweep",
                       .progress = sweep_controller(lab).progress(),
                       .name = "status.sweep",
                       .help = "Cancels the sweep",
                       .line = "sweep.cancel",
                       .hint = "Results of an earlier sweep stay."};
}

}  // namespace

FeaturePanel sweep_panel() {
  return {.feature = "sweep",
          .tab = {"Sweep", "tab.sweep", "Sweep: results of the planners over a range of values of one setting",
                  LeftPanelSection::kPlanners, draw_sweep_tab},
          .work = sweep_work};
}

}  // namespace strata
