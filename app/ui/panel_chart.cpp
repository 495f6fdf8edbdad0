#include "app/ui/panel_chart.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/lab/chart.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kPickWidth = 220, kGap = 4;
// If the window has at least this width, the table is beside the plot, otherwise below it.
constexpr float kBesideWidth = 520;
// Width of the plot beside the table, as a share of the whole width.
constexpr float kPlotShare = 0.56f;
constexpr float kLeastPlot = 130, kLeastTable = 90;
// On a page the plot below the table has at least this height.
constexpr float kLeastPagePlot = 190;

// How many letters a chart has room for, side by side and one below the other: the letters of a large chart are larger.
constexpr float kLettersAcross = 60, kLettersDown = 34;
// The letters of a card's chart, at most, relative to those of panels.
constexpr float kLargestLetters = 1.6f;
// Relative to the sentence of a presentation: the title of the chart and its letters.
constexpr float kPresentedTitle = 0.9f, kPresentedLetters = 0.72f;
// A frameless window in place of the views.
constexpr ImGuiWindowFlags kInPlace = ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoTitleBar |
                                      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse;

// While the object lives, texts in this font are `pixels` high, and lines, dots and margins are as large as they go
// with the font of charts in that size.
class LettersScope {
 public:
  LettersScope(Ui& ui, ImFont* font, float pixels) : ui_(ui), before_(ui.scale()), font_(font) {
    ImGui::SetWindowFontScale(pixels / imgui::font_size(font));
    ui_.set_scale(before_ * pixels / imgui::font_size(ui.fonts().small));
  }
  ~LettersScope() {
    ui_.set_scale(before_);
    ImGui::SetWindowFontScale(1);
  }
  LettersScope(const LettersScope&) = delete;
  LettersScope& operator=(const LettersScope&) = delete;

 private:
  Ui& ui_;
  float before_;
  FontScope font_;
};

// Returns the size of the letters that suits a chart in this box: not smaller than `least`.
float letters_for(float width, float height, float least, float most) {
  return std::clamp(std::floor(std::min(width / kLettersAcross, height / kLettersDown)), least, std::max(least, most));
}

// Stays in the present line if an item of this width fits into it; otherwise begins a new line.
void same_line_if_it_fits(const Ui& ui, float width) {
  ImGui::SameLine(0, ui.px(kGap));
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

// A window without a frame in the place of the maps, which shows a chart. It ends with the scope.
class InPlaceScope {
 public:
  InPlaceScope(Ui& ui, const char* name, const Box& box)
      : padding_(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(10)}),
        edge_(ImGuiStyleVar_WindowBorderSize, 0.0f),
        rounding_(ImGuiStyleVar_WindowRounding, 0.0f) {
    ImGui::SetNextWindowPos({box.x, box.y});
    ImGui::SetNextWindowSize({box.width, box.height});
    open_ = ImGui::Begin(name, nullptr, kInPlace);
    if (open_) mark_box(ui, "chart.window", box);
  }
  ~InPlaceScope() { ImGui::End(); }
  InPlaceScope(const InPlaceScope&) = delete;
  InPlaceScope& operator=(const InPlaceScope&) = delete;
  bool open() const { return open_; }

 private:
  StyleScope padding_, edge_, rounding_;
  bool open_ = false;
};

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
  const WindowPlacement now{width, height, ui.scale(), layout.chart_box.empty() ? room : Box{}};
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
  // All charts are shown in one window. Its id is what follows "###" in the title.
  if (ImGui::Begin(Text("{}###chart", chart->chart()->title), &stays, kFlags)) {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ui.dump().mark("chart.window", at.x, at.y, at.x + size.x, at.y + size.y);
    ui.dump().mark("chart.title", at.x, at.y, at.x + size.x, at.y + ImGui::GetFrameHeight());
    draw_head(ui, lab, *chart);
    const float small = imgui::font_size(ui.fonts().small), usual = imgui::font_size(ui.fonts().text);
    draw_body(ui, lab, *chart, letters_for(size.x, size.y, small, kLargestLetters * usual));
    const float scale = ui.scale();
    const Box box{at.x / scale, at.y / scale, size.x / scale, size.y / scale};
    // Where the user has put the window is stored, even if it does not fit into a smaller program window for a while.
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

void ChartWindow::draw_page(Ui& ui, Lab& lab, const Box& box) {
  ChartReader* chart = lab.charts().open();
  placed_ = {};
  if (chart == nullptr) return;
  const InPlaceScope place(ui, "###page", box);
  if (place.open()) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.page != nullptr && panel.feature == chart->chart()->group) panel.page(ui, lab);
    }
    draw_page_body(ui, lab, *chart);
  }
}

void ChartWindow::draw_figure(Ui& ui, Lab& lab, const Box& box) {
  ChartReader* chart = lab.charts().open();
  placed_ = {};
  if (chart == nullptr) return;
  const InPlaceScope place(ui, "###figure", box);
  if (place.open()) {
    draw_head(ui, lab, *chart);
    same_line_if_it_fits(ui, text_width("Map") + ui.px(14));
    button(ui, "Map", "chart.close", "ui.chart off", "Shows the map in place of the chart");
    const float usual = imgui::font_size(ui.fonts().text);
    draw_body(ui, lab, *chart, letters_for(box.width, box.height, usual, kLargestLetters * usual));
  }
}

void ChartWindow::draw_presented(Ui& ui, Lab& lab, const Box& box, float text) {
  ChartReader* chart = box.empty() ? nullptr : lab.charts().open();
  placed_ = {};
  if (chart == nullptr) return;
  ChartState& state = lab.mutable_state().chart;
  const ChartData& data = chart->data();
  ImGui::SetNextWindowPos({box.x, box.y});
  ImGui::SetNextWindowSize({box.width, box.height});
  const StyleScope padding(ImGuiStyleVar_WindowPadding, {std::round(text * 0.5f), std::round(text * 0.4f)});
  const StyleScope edge(ImGuiStyleVar_WindowBorderSize, 0.0f);
  const StyleScope rounding(ImGuiStyleVar_WindowRounding, 0.0f);
  if (ImGui::Begin("###presented", nullptr, kInPlace | ImGuiWindowFlags_NoScrollbar)) {
    mark_box(ui, "presentation.chart", box);
    {
      const LettersScope letters(ui, ui.fonts().stage, std::round(text * kPresentedTitle));
      text_colored_wrapped(theme().text, chart->chart()->title);
    }
    const LettersScope letters(ui, ui.fonts().stage, std::round(text * kPresentedLetters));
    std::optional<ChartState::PointedPoint> pointed;
    if (data.empty()) {
      text_colored_wrapped(theme().warn, data.reason);
    } else {
      if (!data.warning.empty()) text_colored_wrapped(theme().warn, data.warning);
      draw_chart_legend(ui, data, state.shown, true);
      const ImVec2 room = ImGui::GetContentRegionAvail();
      pointed = view_.draw_plot(ui, *chart, state.shown,
                                {.width = room.x, .height = std::max(room.y, text * 4), .name = "chart.plot"});
    }
    if (pointed != state.pointed) state.pointed = pointed;
  }
  ImGui::End();
}

// Draws the whole table over the whole width, the charts of the page to choose from, and the plot. What has no room in
// the window is reached by the scroll bar of the page: the table has none of its own.
void ChartWindow::draw_page_body(Ui& ui, Lab& lab, ChartReader& chart) {
  ChartState& state = lab.mutable_state().chart;
  const ChartData& data = chart.data();
  std::optional<ChartState::PointedPoint> pointed;
  if (data.empty()) {
    draw_chart_reason(ui, data, "chart");
    state.pointed.reset();
    return;
  }
  const FontScope small(ui.fonts().small);
  table_.draw(ui, lab, chart, "chart.table", 0, 0);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  bool first = true;
  for (const Feature* feature : features()) {
    for (const FeatureChart& one : feature->charts) {
      if (!one.page || one.group != chart.chart()->group) continue;
      if (!std::exchange(first, false)) same_line_if_it_fits(ui, text_width(one.title) + ui.px(14));
      button(ui, Text("{}", one.title), Text("chart.pick.{}", one.name), Text("ui.chart {}", one.name),
             "Shows this chart below the table", {.on = &one == chart.chart()});
    }
  }
  draw_buttons(ui, lab);
  draw_chart_legend(ui, data, state.shown, true);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  pointed = view_.draw_plot(
      ui, chart, state.shown,
      {.width = room.x, .height = std::max(room.y, ui.px(kLeastPagePlot)), .name = "chart.plot", .selects = true});
  if (pointed != state.pointed) state.pointed = pointed;
}

// Draws the list of charts to choose from, and the buttons for the open chart.
void ChartWindow::draw_head(Ui& ui, const Lab& lab, ChartReader& chart) {
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
  same_line_if_it_fits(ui, text_width("Table") + ui.px(14));
  button(ui, "Table", "chart.show_table", "ui.chart_table toggle", "Shows the values of the chart, row by row",
         {.on = lab.state().chart.table});
  draw_buttons(ui, lab);
}

// Draws the buttons for table and picture, in the present line if they fit.
void ChartWindow::draw_buttons(Ui& ui, const Lab& lab) {
  const auto place = [&](const char* label) { same_line_if_it_fits(ui, text_width(label) + ui.px(14)); };
  place("Copy CSV");
  button(ui, "Copy CSV", "chart.copy", "ui.chart_copy", "Puts the table on the clipboard, in the order that is shown");
  place("Export...");
  button(ui, "Export...", "chart.export", "ui.show figure on", "Saves the chart as SVG, PDF or PNG");
  if (!lab.state().chart.shown.range) return;
  place("All points");
  button(ui, "All points", "chart.all", "ui.chart_range off",
         "Shows all points again; so does a double click on the chart");
}

void ChartWindow::draw_body(Ui& ui, Lab& lab, ChartReader& chart, float letters) {
  ChartState& state = lab.mutable_state().chart;
  const ChartData& data = chart.data();
  std::optional<ChartState::PointedPoint> pointed;
  if (data.empty()) {
    const FontScope small(ui.fonts().small);
    ImGui::Dummy({0, ui.px(4)});
    draw_chart_reason(ui, data, "chart");
    state.pointed.reset();
    return;
  }
  // Outside of a presentation letters beyond the size of panels are those of panels, enlarged.
  ImFont* font = letters > imgui::font_size(ui.fonts().small) ? ui.fonts().text : ui.fonts().small;
  std::optional<LettersScope> large(std::in_place, ui, font, letters);
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
  large.reset();
  if (!state.table) return;
  if (beside) ImGui::SameLine(0, ui.px(8));
  table_.draw(ui, lab, chart, "chart.table", 0, table_height);
}

}  // namespace strata
