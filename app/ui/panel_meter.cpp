#include "app/ui/panel_meter.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/base/terrain_looks.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void meter_figure(Ui& ui, const Lab& lab, size_t redone, size_t all, const char* mark, bool sum) {
  ImGui::TableNextColumn();
  draw_text(lab.state().meter.edits > 0 ? count_text(redone) : "\xe2\x80\x93");
  ui.mark(mark);
  ImGui::SameLine(0, ui.px(4));
  meter_of(lab, redone, all, sum);
}

void meter_of(const Lab& lab, size_t redone, size_t all, bool sum) {
  const UpdateMeterReading& meter = lab.state().meter;
  if (meter.is_share(redone, all, sum)) {
    print_dim("of {}", count_text(all));
  } else {
    print_dim("in {}", counted(meter.edits, "edit"));
  }
}

void meter_title(Ui& ui, const char* text) {
  print_bold(ui, "{}", text);
  ImGui::SameLine(0, ui.px(6));
}

namespace {

constexpr double kLeastOthers = 0.05;  // microseconds; less is shown as 0.0

// Draws the time that the edits took, and the time that full builds would have taken.
void draw_total(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const UpdateMeterReading& meter = s.meter;
  const EditTitle title = edit_title_parts(s.terrain_looks, meter.name);
  draw_text(Text("{}{}", title.before, title.terrain));
  ImGui::SameLine();
  print_dim("{} in {}", counted(meter.changed_cells, "cell"), counted(meter.edits, "edit"));
  // Times of full builds are known only for structures that were built from scratch.
  const bool measured = std::ranges::all_of(
      meter.structures, [](const UpdateMeterStructure& structure) { return structure.rebuild_micros > 0; });
  const double full = measured ? meter.rebuild_micros : 0;
  const double longest = std::max(meter.micros, full);
  const std::string spent = micros_text(s, meter.micros);
  const std::string rebuilt = micros_text(s, full);
  // The two bars have the same scale: the time that the edits took, and the time of a full build after each edit.
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ui.px(15);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto bar = [&](double share, const ImVec4& color, const char* label, const std::string& value) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
    const float filled = std::max(static_cast<float>(share) * width, ui.px(3));
    list->AddRectFilled(at, {at.x + filled, at.y + height}, to_u32(color, 0.55f), ui.px(3));
    ImFont* font = ui.fonts().small;
    const float y = at.y + (height - imgui::font_size(font)) / 2;
    add_text(list, font, {at.x + ui.px(6), y}, to_u32(theme().text), label);
    add_text(list, font, {at.x + width - text_size(font, value).x - ui.px(6), y}, to_u32(theme().text), value);
    ImGui::Dummy({width, height});
  };
  const auto share = [&](double micros) { return s.fixed_clock || longest <= 0 ? 0 : micros / longest; };
  bar(share(meter.micros), theme().good, "update", spent);
  ui.mark("meter.spent");
  if (full > 0) {
    bar(share(full), theme().bad, meter.edits == 1 ? "full build" : "full builds", rebuilt);
    ui.mark("meter.full");
  }
  if (!s.fixed_clock && full > 0 && meter.ratio() > 0) {
    ImGui::PushFont(ui.fonts().bold);
    print_in(meter.ratio() >= 1 ? theme().good : theme().warn, "{:.{}f}\xc3\x97", meter.ratio(),
             meter.ratio() < 10 ? 1 : 0);
    ImGui::PopFont();
    ImGui::SameLine(0, ui.px(5));
    print_dim("as fast as {}", meter.edits == 1 ? "a full build" : "full builds");
    ui.mark("meter.ratio");
    if (meter.edits > 1) print_dim("slowest edit {}", micros_text(s, meter.worst_micros));
  } else if (!s.fixed_clock && measured) {
    draw_dim("Nothing had to be updated.");
    ui.mark("meter.nothing");
  }
}

// Draws the table of structures that have clusters and edges.
void draw_table(Ui& ui, const Lab& lab) {
  const FontScope font(ui.fonts().table);
  const StyleScope cells(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  const bool narrow = ImGui::GetContentRegionAvail().x < ui.px(290);
  if (!ImGui::BeginTable("meter", 4, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  for (int i = 1; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  const auto title = [&](const char* text, const char* help) {
    print_dim_cell("{}", text);
    tooltip(ui, help, {});
  };
  ImGui::TableNextColumn();
  title("clusters", "Clusters that were rebuilt, of all clusters");
  title(narrow ? "inter" : "inter-edges", "Inter-edges that were rebuilt, of all edges across the borders of clusters");
  title(narrow ? "intra" : "intra-edges", "Intra-edges whose costs were computed again, of all edges inside clusters");
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.meter_rows != nullptr && !hides_counts(lab, panel.feature)) panel.meter_rows(ui, lab);
  }
  ImGui::EndTable();
}

// Draws one line for each structure that is not in the table.
void draw_lines(Ui& ui, const Lab& lab) {
  if (lab.state().meter.edits == 0) return;
  const FontScope small(ui.fonts().small);
  for (int place = 0; place <= kLastPlace; ++place) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.place == place && panel.meter != nullptr && !hides_counts(lab, panel.feature)) panel.meter(ui, lab);
    }
  }
}

}  // namespace

void draw_meter(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  const UpdateMeterReading& meter = s.meter;
  if (meter.edits == 0) {
    text_colored_wrapped(theme().text_dim,
                         "Paint on the map: only the clusters that a stroke touches are rebuilt. This shows how much "
                         "was rebuilt, and how long that and a full build take.");
  } else {
    draw_total(ui, lab);
  }
  if (hidden_names(lab).hides("counts")) return text_colored_wrapped(theme().text_dim, kHiddenCounts);
  draw_table(ui, lab);
  draw_lines(ui, lab);
  if (s.fixed_clock || meter.structures.empty()) return;
  ImGui::PushFont(ui.fonts().small);
  double others = meter.micros;  // time that the edits took for anything but these structures
  for (const UpdateMeterStructure& structure : meter.structures) {
    const std::string updated =
        fmt::format("{}: updated in {}{}", structure_title(structure.structure),
                    micros_text(s, structure.micros / static_cast<double>(std::max<size_t>(meter.edits, 1))),
                    meter.edits > 1 ? " an edit, on average" : "");
    if (structure.rebuild_micros > 0) {
      text_colored_wrapped(theme().text_dim,
                           fmt::format("{}; a full build takes {}", updated, micros_text(s, structure.rebuild_micros)));
    } else {
      text_colored_wrapped(theme().text_dim, updated);
    }
    others -= structure.micros;
  }
  if (others >= kLeastOthers) {
    text_colored_wrapped(theme().text_dim,
                         fmt::format("Other (map and undo history): {}{}",
                                     micros_text(s, others / static_cast<double>(std::max<size_t>(meter.edits, 1))),
                                     meter.edits > 1 ? " an edit, on average" : ""));
  }
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata
