#include "app/ui/panel_chart.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/lab/chart.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kPickWidth = 220, kGap = 4;
constexpr float kBesideWidth = 520;  // from this width on, the table stands beside the plot, else below it
constexpr float kPlotShare = 0.56f;  // of the width
constexpr float kLeastPlot = 130, kLeastTable = 90;

// Begins another line if an item of this width does not fit into the line.
void same_line_if_it_fits(const Ui& ui, float width) {
  ImGui::SameLine(0, ui.px(kGap));
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

}  // namespace

void ChartWindow::draw(Ui& ui, Lab& lab, PanelLayout& layout, const Box& room, float width, float height) {
  ChartState& state = lab.mutable_state().chart;
  layout.chart_table = state.table;
  ChartReader* chart = lab.charts().open();
  layout.chart = chart != nullptr ? chart->chart()->name : std::string_view();
  if (chart == nullptr) {
    placed_ = {};
    return;
  }
  const Placed now{width, height, ui.scale(), layout.chart_box.empty() ? room : Box{}};
  const bool places = std::exchange(placed_, now) != now;
  if (places) {
    const Box box = arrange_chart(layout, room, width, height, ui.scale());
    ImGui::SetNextWindowPos({box.x, box.y});
    ImGui::SetNextWindowSize({box.width, box.height});
  }
  ImGui::SetNextWindowSizeConstraints({ui.px(240), ui.px(160)}, {width, height});
  const StyleScope padding(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
  const StyleScope edge(ImGuiStyleVar_WindowBorderSize, std::max(ui.px(1), 1.0f));
  const StyleScope rounding(ImGuiStyleVar_WindowRounding, ui.px(6));
  bool stays = true;
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse;
  // One window shows all charts: what follows ### is its name.
  if (ImGui::Begin(Text("{}###chart", chart->chart()->title), &stays, kFlags)) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ui.dump().mark("chart.window", at.x, at.y, at.x + size.x, at.y + size.y);
    ui.dump().mark("chart.title", at.x, at.y, at.x + size.x, at.y + ImGui::GetFrameHeight());
    draw_head(ui, lab, *chart);
    draw_body(ui, lab, *chart);
    const float scale = ui.scale();
    const Box box{at.x / scale, at.y / scale, size.x / scale, size.y / scale};
    // Where the window was put by hand stays, also if it does not fit into a smaller one for a while.
    if (!places && (ImGui::IsMouseDown(0) || ImGui::IsMouseReleased(0)) &&
        ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) {
      const Box was = arrange_chart(layout, room, width, height, scale);
      if (std::abs(was.x - at.x) > 1 || std::abs(was.y - at.y) > 1 || std::abs(was.width - size.x) > 1 ||
          std::abs(was.height - size.y) > 1) {
        layout.chart_box = box;
      }
    }
  }
  ImGui::End();
  if (!stays) ui.run("ui.chart off");
}

// Draws the choice of a chart, and what can be done with it.
void ChartWindow::draw_head(Ui& ui, const Lab& lab, ChartReader& chart) {
  const ChartState& state = lab.state().chart;
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  ImGui::SetNextItemWidth(std::min(ui.px(kPickWidth), ImGui::GetContentRegionAvail().x));
  const bool picks = begin_combo("##pick", chart.chart()->title, ImGuiComboFlags_HeightLarge);
  if (picks) {
    for (const Feature* feature : features()) {
      for (const FeatureChart& one : feature->charts) {
        const Text line("ui.chart {}", one.name), name("chart.pick.{}", one.name);
        draw_combo_entry(ui, {one.title, &one == chart.chart(), std::string(line.view()), std::string(name.view())});
      }
    }
    ImGui::EndCombo();
  } else {
    ui.mark("chart.pick");
  }
  if (chart.data().empty()) return;
  const auto place = [&](const char* label) { same_line_if_it_fits(ui, text_width(label) + ui.px(14)); };
  place("Table");
  button(ui, "Table", "chart.show_table", "ui.chart_table toggle", "Shows the values of the chart, row by row",
         {.on = state.table});
  place("Copy CSV");
  button(ui, "Copy CSV", "chart.copy", "ui.chart_copy", "Puts the table on the clipboard, in the order that is shown");
  place("Export...");
  button(ui, "Export...", "chart.export", "ui.show figure on", "Saves the chart as SVG, PDF or PNG");
  if (!state.shown.range) return;
  place("All points");
  button(ui, "All points", "chart.all", "ui.chart_range off",
         "Shows all points again; so does a double click on the chart");
}

void ChartWindow::draw_body(Ui& ui, Lab& lab, ChartReader& chart) {
  ChartState& state = lab.mutable_state().chart;
  const ChartData& data = chart.data();
  std::optional<ChartState::Pointed> pointed;
  const FontScope small(ui.fonts().small);
  if (data.empty()) {
    ImGui::Dummy({0, ui.px(4)});
    draw_chart_reason(ui, data, "chart");
    state.pointed.reset();
    return;
  }
  if (!data.about.empty()) text_colored_wrapped(theme().text_dim, data.about);
  if (!data.warning.empty()) {
    text_colored_wrapped(theme().warn, data.warning);
    ui.mark("chart.warning");
  }
  draw_chart_legend(ui, data, state.shown, true);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = state.table && room.x >= ui.px(kBesideWidth);
  const bool below = state.table && !beside;
  const float plot_width = beside ? std::floor(room.x * kPlotShare) : room.x;
  const float table_height = std::max(below ? std::floor(room.y * 0.4f) : room.y, ui.px(kLeastTable));
  const float plot_height = std::max(below ? room.y - table_height - ui.px(6) : room.y, ui.px(kLeastPlot));
  pointed = view_.draw_plot(ui, chart, state.shown,
                            {.width = plot_width, .height = plot_height, .name = "chart.plot", .selects = true});
  if (pointed != state.pointed) state.pointed = pointed;
  if (!state.table) return;
  if (beside) ImGui::SameLine(0, ui.px(8));
  table_.draw(ui, lab, chart, "chart.table", 0, table_height);
}

}  // namespace strata
