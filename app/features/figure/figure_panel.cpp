// The dialog that exports a figure.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "app/features/figure/figure_feature.hpp"
#include "app/figure/figure_chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

int focused_view(const Lab& lab) { return std::clamp(lab.state().pointer_view, 0, lab.state().view_count - 1) + 1; }

namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".svg", ".pdf", ".png"};

enum class FigureWidth { kUsual, kMillimetres, kPixels };

// What the user has entered into the dialog. It stays for the next time that the dialog opens.
struct FigureDialog {
  std::array<char, 1024> path{};
  std::array<char, 256> caption{};
  FigureKind kind = FigureKind::kSvg;
  FigureOptions options;
  FigureWidth width = FigureWidth::kUsual;
  double millimetres = 170, scale = 2;
  int pixels = 2000;
  bool legend = true;
  bool begun = false;  // the choices of an earlier run were taken over
  // The figure shows all views side by side; false: the view that the pointer was over last.
  bool all_views = false;
  // The open chart is exported; false: the view of the map.
  bool chart = false;
};

void choose_figure_kind(Ui& ui, FigureDialog& d, const char* label, const char* name, FigureKind kind) {
  if (radio_button(ui, label, d.kind == kind)) {
    std::filesystem::path path = d.path.data();
    path.replace_extension(kSuffixes[static_cast<size_t>(kind)]);
    std::snprintf(d.path.data(), d.path.size(), "%s", path.string().c_str());
    d.kind = kind;
  }
  ui.mark(name);
}

template <class Value>
void choice_of(Ui& ui, const char* label, const char* name, Value& value, Value choice) {
  if (radio_button(ui, label, value == choice)) value = choice;
  ui.mark(name);
}

// Fills the dialog with the choices of the last export, which may be that of an earlier run.
void take_last_choices(const Lab& lab, FigureDialog& d) {
  const std::vector<std::string> words = export_choices(lab, "figure");
  if (words.empty()) return;
  const auto kind = std::ranges::find(kSuffixes, words[0]);
  const Result<FigureOptions> last = figure_options(std::span(words).subspan(1));
  if (kind == kSuffixes.end() || !last) return;
  d.kind = static_cast<FigureKind>(kind - kSuffixes.begin());
  d.options = last.value();
  d.legend = d.options.legend.value_or(true);
  d.all_views = d.options.view == kEveryView;
  d.width = d.options.width_mm       ? FigureWidth::kMillimetres
            : d.options.width_pixels ? FigureWidth::kPixels
                                     : FigureWidth::kUsual;
  d.millimetres = d.options.width_mm.value_or(d.millimetres);
  d.pixels = d.options.width_pixels.value_or(d.pixels);
  if (d.kind == FigureKind::kPng && !d.options.width_pixels) d.scale = d.options.scale;
  std::snprintf(d.caption.data(), d.caption.size(), "%s", d.options.caption.c_str());
}

void begin_figure_dialog(const Lab& lab, FigureDialog& d) {
  if (!std::exchange(d.begun, true)) take_last_choices(lab, d);
  d.chart = !lab.state().chart.name.empty();
  const std::string path =
      proposed_export(lab, kSuffixes[static_cast<size_t>(d.kind)], d.chart ? lab.state().chart.name : std::string());
  std::snprintf(d.path.data(), d.path.size(), "%s", path.c_str());
  d.options.view = d.all_views && lab.state().view_count > 1 ? kEveryView : focused_view(lab);
  if (d.options.area == FigureArea::kSelection && figure_selection(lab).empty()) d.options.area = FigureArea::kView;
}

void row_title(Ui& ui, const char* title) {
  ImGui::AlignTextToFramePadding();
  draw_dim(title);
  ImGui::SameLine(ui.px(96));
}

// Draws the choice between the focused view and all views, if there are several.
void draw_views_choice_of(Ui& ui, const Lab& lab, FigureDialog& d) {
  if (lab.state().view_count == 1) return;
  row_title(ui, "Views");
  choice_of(ui, Text("view {}, the focused one", focused_view(lab)), "figure.view.focused", d.all_views, false);
  ImGui::SameLine();
  choice_of(ui, "all views", "figure.view.all", d.all_views, true);
  d.options.view = d.all_views ? kEveryView : focused_view(lab);
}

void draw_area(Ui& ui, const Lab& lab, FigureDialog& d) {
  row_title(ui, "Area");
  choice_of(ui, "visible part", "figure.area.view", d.options.area, FigureArea::kView);
  ImGui::SameLine();
  choice_of(ui, "whole map", "figure.area.all", d.options.area, FigureArea::kAll);
  ImGui::SameLine();
  {
    const DisabledScope disabled(ui, !figure_selection(lab).empty(), "no cells are selected");
    choice_of(ui, "selection", "figure.area.selection", d.options.area, FigureArea::kSelection);
  }
}

void draw_size_fields(Ui& ui, FigureDialog& d) {
  row_title(ui, "Width");
  choice_of(ui, "as on the screen", "figure.width.usual", d.width, FigureWidth::kUsual);
  ImGui::SameLine();
  choice_of(ui, "mm", "figure.width.mm", d.width, FigureWidth::kMillimetres);
  ImGui::SameLine();
  choice_of(ui, "pixels", "figure.width.pixels", d.width, FigureWidth::kPixels);
  if (d.width != FigureWidth::kUsual) {
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ui.px(110));
    if (d.width == FigureWidth::kMillimetres) {
      ImGui::InputDouble("##mm", &d.millimetres, 0, 0, "%.5g");
      d.millimetres = std::clamp(d.millimetres, 1.0, kMaxFigureMillimetres);
    } else {
      ImGui::InputInt("##pixels", &d.pixels, 0, 0);
      d.pixels = std::clamp(d.pixels, 1, kMaxFigurePixels);
    }
    ui.mark("figure.width");
  }
  row_title(ui, "Scale");
  ImGui::SetNextItemWidth(ui.px(110));
  ImGui::InputDouble("##scale", &d.scale, 0, 0, "%.4g");
  ui.mark("figure.scale");
  d.scale = std::clamp(d.scale, kMinFigureScale, kMaxFigureScale);
  ImGui::SameLine(0, ui.px(16));
  draw_dim("Thinnest line (points)");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ui.px(80));
  ImGui::InputDouble("##stroke", &d.options.stroke, 0, 0, "%.3g");
  ui.mark("figure.stroke");
  d.options.stroke = std::clamp(d.options.stroke, 0.0, kMaxFigureStroke);
}

// Returns the options as entered in the fields of the dialog.
FigureOptions options_of(const FigureDialog& d) {
  FigureOptions options = d.options;
  if (d.chart) {
    options.area = FigureArea::kView;
    options.view = 1;
  }
  options.legend = d.legend;
  options.caption = d.caption.data();
  options.width_mm.reset();
  options.width_pixels.reset();
  options.scale = d.kind == FigureKind::kPng ? d.scale : 1;
  if (d.width == FigureWidth::kMillimetres) options.width_mm = d.millimetres;
  if (d.width == FigureWidth::kPixels) {
    options.width_pixels = d.pixels;
    options.scale = 1;
  }
  return options;
}

void draw_figure_dialog(Ui& ui, const Lab& lab, DialogFrame& frame) {
  auto& d = ui.kept<FigureDialog>();
  if (frame.fresh) begin_figure_dialog(lab, d);
  row_title(ui, "Format");
  choose_figure_kind(ui, d, "SVG", "figure.svg", FigureKind::kSvg);
  ImGui::SameLine();
  choose_figure_kind(ui, d, "PDF", "figure.pdf", FigureKind::kPdf);
  ImGui::SameLine();
  choose_figure_kind(ui, d, "PNG", "figure.png", FigureKind::kPng);
  row_title(ui, "Shows");
  choice_of(ui, "the map view", "figure.map", d.chart, false);
  ImGui::SameLine();
  {
    const DisabledScope disabled(ui, !lab.state().chart.name.empty(), "no chart is open: View > Charts");
    choice_of(ui, "the open chart", "figure.chart", d.chart, true);
  }
  if (!d.chart) {
    draw_views_choice_of(ui, lab, d);
    draw_area(ui, lab, d);
  }
  row_title(ui, "Ground");
  choice_of(ui, "light", "figure.ground.view", d.options.ground, FigureBackground::kView);
  ImGui::SameLine();
  choice_of(ui, "white", "figure.ground.white", d.options.ground, FigureBackground::kWhite);
  ImGui::SameLine();
  choice_of(ui, "dark", "figure.ground.dark", d.options.ground, FigureBackground::kDark);
  ImGui::SameLine();
  choice_of(ui, "none", "figure.ground.none", d.options.ground, FigureBackground::kNone);
  draw_size_fields(ui, d);
  row_title(ui, "Contents");
  check_box(ui, "Legend", &d.legend);
  ui.mark("figure.legend");
  row_title(ui, "Colours");
  choice_of(ui, "as in the view", "figure.colours", d.options.grey, false);
  ImGui::SameLine();
  choice_of(ui, "greys", "figure.grey", d.options.grey, true);
  row_title(ui, "Caption");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##caption", "Leave it empty for none; 'sentence' writes that of the step", d.caption.data(),
                           d.caption.size());
  ui.mark("figure.caption");
  row_title(ui, "File");
  frame.path_field(ui, d.path, "figure");
  const FigureOptions options = options_of(d);
  const Result<FigureSize> size =
      d.chart ? chart_size(options, d.kind) : figure_size(lab, options, d.kind, figure_selection(lab));
  std::string reason;
  if (!size) {
    reason = error_text(size.error());
    text_colored_wrapped(theme().warn, reason.c_str());
  } else if (d.kind == FigureKind::kPng) {
    print_dim("{} x {} pixels, {:.0f} x {:.0f} mm", size.value().pixel_width, size.value().pixel_height,
              size.value().width_mm, size.value().height_mm);
  } else {
    print_dim("{:.0f} x {:.0f} mm", size.value().width_mm, size.value().height_mm);
  }
  ui.mark("figure.size");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  {
    const DisabledScope disabled(ui, reason.empty(), reason);
    if (frame.button(ui, "Export", "figure.go", true) && d.path[0] != 0 && reason.empty()) {
      Command command{d.chart ? "export.chart" : "export.figure", {std::string(d.path.data())}};
      for (std::string& word : figure_words(options)) command.args.push_back(std::move(word));
      ui.run_for("figure", format_command(command));
    }
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "figure.cancel", false)) ui.run("ui.show figure off");
}

}  // namespace

PanelDialog figure_dialog() { return {"figure", "Export figure###figure", 560, draw_figure_dialog}; }

}  // namespace strata
