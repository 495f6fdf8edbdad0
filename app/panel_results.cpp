// The right panel's upper half: the planners side by side, and the meter of what edits cost.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "app/icons.hpp"
#include "app/panels.hpp"
#include "app/theme.hpp"
#include "app/widgets.hpp"

namespace strata {
namespace {

// One figure of every planner: the smallest is set off.
struct Figure {
  const char* title;
  const char* name;  // for the dump
  const char* help;
  bool smallest_wins;
  double (*value)(const PlannerRow&);  // NaN: nothing to show
  void (*text)(const Gui&, const LabState&, const PlannerRow&, Cost unit, char* out, size_t size);
};

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

bool has_path(const PlannerRow& row) { return row.solved && row.result.found(); }
// A search took place.
bool searched(const PlannerRow& row) {
  return row.solved && (row.result.found() || row.result.status == PlanStatus::kNoPath);
}

const Figure kFigures[] = {
    {"Expanded", "expanded", "Nodes taken from the open list, in all phases", true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().expanded) : kNothing;
     },
     [](const Gui&, const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       format_count(row.result.stats.total().expanded, out, size);
     }},
    {"Generated", "generated", "Nodes put into the open list, or put again with a smaller g", true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().generated) : kNothing;
     },
     [](const Gui&, const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       format_count(row.result.stats.total().generated, out, size);
     }},
    {"Time", "time", "Median of some untraced runs, path included", true,
     [](const PlannerRow& row) { return searched(row) ? row.micros : kNothing; },
     [](const Gui&, const LabState& s, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", micros_text(s, row.micros).c_str());
     }},
    {"Cost", "cost", "In straight steps", true,
     [](const PlannerRow& row) { return has_path(row) ? static_cast<double>(row.result.cost) : kNothing; },
     [](const Gui&, const LabState&, const PlannerRow& row, Cost unit, char* out, size_t size) {
       std::snprintf(out, size, "%s", cost_text(row.result.cost, unit).c_str());
     }},
    {"Over optimal", "percent", "Cost beyond A*'s under the same rules", false,
     [](const PlannerRow& row) { return has_path(row) && row.percent_over >= 0 ? row.percent_over : kNothing; },
     [](const Gui&, const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       if (row.percent_over == 0) {
         std::snprintf(out, size, "optimal");
       } else {
         std::snprintf(out, size, "+%.2f %%", row.percent_over);
       }
     }},
    {"Memory", "memory", "Of what was prepared", false,
     [](const PlannerRow& row) { return row.planner->needs_hpa ? static_cast<double>(row.memory_bytes) : kNothing; },
     [](const Gui&, const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", bytes_text(row.memory_bytes).c_str());
     }},
    {"Preparation", "build", "Time of the last full build", false,
     [](const PlannerRow& row) { return row.planner->needs_hpa && row.build_micros > 0 ? row.build_micros : kNothing; },
     [](const Gui&, const LabState& s, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", micros_text(s, row.build_micros).c_str());
     }},
};

void right_aligned(const char* text, bool strong) {
  const float width = ImGui::CalcTextSize(text).x;
  const float room = ImGui::GetContentRegionAvail().x;
  if (room > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - width);
  if (strong) {
    ImGui::TextColored(theme().good, "%s", text);
  } else {
    ImGui::TextUnformatted(text);
  }
}

}  // namespace

void Gui::draw_results() {
  if (section(*this, "Comparison", "section.comparison")) draw_comparison();
  // Where not everything fits, what goes with the tool in hand comes first.
  const bool low = boxes_.right.height < px(820);
  const bool painting = state().tool != Tool::kSelect;
  const auto code = [this] {
    if (section(*this, "Pseudo-code", "section.code")) draw_code();
  };
  const bool inspecting = low && !painting && state().inspected.has_value();
  if (inspecting && section(*this, "Inspector", "section.inspector")) draw_inspector();
  if (low && !painting) code();
  if ((!low || painting) && section(*this, "Re-abstraction", "section.meter")) draw_meter();
  if (!inspecting && section(*this, "Inspector", "section.inspector")) draw_inspector();
  if (!low || painting) code();
  if (low && !painting && section(*this, "Re-abstraction", "section.meter")) draw_meter();
}

void Gui::draw_comparison() {
  const LabState& s = state();
  const int columns = static_cast<int>(s.rows.size()) + 1;
  if (!ImGui::BeginTable("comparison", columns, ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  for (int i = 1; i < columns; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  char text[64], line[64], mark[64];
  // Names, with the style of the path; a click steps the planner, the box takes it out of the comparison.
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_dim("Planner");
  for (const PlannerRow& row : s.rows) {
    ImGui::TableNextColumn();
    ImGui::PushID(row.planner->name.data());
    const std::string_view name = row.planner->name;
    const PlannerStyle style = planner_style(name);
    bool shown = row.shown;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(2), px(1)});
    ImGui::BeginDisabled(!row.allowed);
    if (ImGui::Checkbox("##shown", &shown)) {
      std::snprintf(line, sizeof line, "planner.show %.*s %s", static_cast<int>(name.size()), name.data(),
                    shown ? "on" : "off");
      run(line);
    }
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    std::snprintf(mark, sizeof mark, "compare.%.*s.show", static_cast<int>(name.size()), name.data());
    dump_.mark(mark);
    tooltip(*this, shown ? "Compared; click to leave it out" : "Left out; click to compare it", {},
            row.allowed ? "" : "This planner does not know the movement profile in use");
    ImGui::SameLine(0, px(4));
    const bool traced = s.traced == name;
    ImGui::PushFont(fonts_->bold);
    std::snprintf(text, sizeof text, "%.*s", static_cast<int>(row.planner->title.size()), row.planner->title.data());
    if (traced) ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
    if (ImGui::Selectable(text, traced, 0, {0, ImGui::GetTextLineHeight()})) {
      std::snprintf(line, sizeof line, "planner.trace %.*s", static_cast<int>(name.size()), name.data());
      run(line);
    }
    if (traced) ImGui::PopStyleColor();
    ImGui::PopFont();
    std::snprintf(mark, sizeof mark, "compare.%.*s.trace", static_cast<int>(name.size()), name.data());
    dump_.mark(mark);
    tooltip(*this, traced ? "This search is stepped" : "Click to step this search", {}, row.planner->source);
    line_swatch(style.color, px(3), style.dash, ImGui::GetContentRegionAvail().x);
    ImGui::PopID();
  }
  for (const Figure& figure : kFigures) {
    double smallest = std::numeric_limits<double>::infinity();
    int with_value = 0;
    for (const PlannerRow& row : s.rows) {
      const double value = row.shown ? figure.value(row) : kNothing;
      if (value == value) {
        smallest = std::min(smallest, value);
        ++with_value;
      }
    }
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    text_dim("%s", figure.title);
    tooltip(*this, figure.help, {});
    ImGui::PushFont(fonts_->mono);
    for (const PlannerRow& row : s.rows) {
      ImGui::TableNextColumn();
      const double value = row.shown ? figure.value(row) : kNothing;
      if (!(value == value)) {
        right_aligned("\xe2\x80\x93", false);
      } else {
        figure.text(*this, s, row, lab_.cost_unit(), text, sizeof text);
        const bool time_hidden = s.fixed_clock && figure.title[0] == 'T';
        right_aligned(text, figure.smallest_wins && with_value > 1 && value <= smallest && !time_hidden);
      }
      if (dump_.enabled()) {
        std::snprintf(mark, sizeof mark, "compare.%.*s.%s", static_cast<int>(row.planner->name.size()),
                      row.planner->name.data(), figure.name);
        dump_.mark(mark);
      }
    }
    ImGui::PopFont();
  }
  ImGui::EndTable();
  for (const PlannerRow& row : s.rows) {
    if (!row.shown || row.note.empty() || row.note == "found") continue;
    ImGui::PushFont(fonts_->small);
    std::snprintf(text, sizeof text, "%.*s: ", static_cast<int>(row.planner->title.size()), row.planner->title.data());
    ImGui::TextColored(theme().warn, "%s", text);
    ImGui::SameLine(0, 0);
    text_colored_wrapped(theme().text_dim, row.note.c_str());
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});
}

void Gui::draw_meter() {
  const LabState& s = state();
  const MeterReading& meter = s.meter;
  const HpaCounts& counts = s.hpa_counts;
  if (meter.edits == 0) {
    text_colored_wrapped(
        theme().text_dim,
        "Paint on the map: only the clusters that a stroke touches are built anew. What was redone, and "
        "what a full build would cost, shows here.");
  } else {
    ImGui::Text("%s", meter.name.c_str());
    ImGui::SameLine();
    char cells[32];
    format_count(meter.changed_cells, cells, sizeof cells);
    text_dim("%s cells in %zu edit%s", cells, meter.edits, meter.edits == 1 ? "" : "s");
    const double full = meter.rebuild_micros * static_cast<double>(meter.edits);
    const std::string spent = micros_text(s, meter.micros);
    const std::string rebuilt = micros_text(s, full);
    // Two bars to one scale: what was spent, and what building all of it each time would have cost.
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = px(15);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const auto bar = [&](double share, const ImVec4& color, const char* label, const std::string& value) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), px(3));
      const float filled = std::max(static_cast<float>(share) * width, px(3));
      list->AddRectFilled(at, {at.x + filled, at.y + height}, to_u32(color, 0.55f), px(3));
      const ImFont* font = fonts_->small;
      const float y = at.y + (height - font->FontSize) / 2;
      list->AddText(font, font->FontSize, {at.x + px(6), y}, to_u32(theme().text), label);
      const float value_width = font->CalcTextSizeA(font->FontSize, 1e9f, 0, value.c_str()).x;
      list->AddText(font, font->FontSize, {at.x + width - value_width - px(6), y}, to_u32(theme().text), value.c_str());
      ImGui::Dummy({width, height});
    };
    bar(s.fixed_clock || full <= 0 ? 0 : std::min(meter.micros / full, 1.0), theme().good, "spent", spent);
    dump_.mark("meter.spent");
    bar(s.fixed_clock || full <= 0 ? 0 : 1, theme().bad, meter.edits == 1 ? "full build" : "full builds", rebuilt);
    if (!s.fixed_clock && meter.ratio() > 0) {
      ImGui::PushFont(fonts_->bold);
      ImGui::TextColored(meter.ratio() >= 1 ? theme().good : theme().warn, "%.*f\xc3\x97", meter.ratio() < 10 ? 1 : 0,
                         meter.ratio());
      ImGui::PopFont();
      ImGui::SameLine(0, px(5));
      text_dim("%s; dearest edit %s", meter.ratio() >= 1 ? "less than full builds" : "of full builds",
               micros_text(s, meter.worst_micros).c_str());
      dump_.mark("meter.ratio");
    }
  }
  if (!ImGui::BeginTable("meter", 5, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  for (int i = 0; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
  struct Part {
    const char* title;
    const char* name;
    const char* help;
    size_t redone, all;
  };
  const Part parts[] = {
      {"clusters", "meter.clusters", "Clusters whose inner edges were computed anew", meter.clusters, counts.clusters},
      {"transit.", "meter.transitions",
       "Transitions on the borders that were looked at again; each is one inter-edge and its two nodes",
       meter.transitions, counts.inter_edges},
      {"inter", "meter.inter", "Edges across a border", meter.inter_edges, counts.inter_edges},
      {"intra", "meter.intra", "Edges inside a cluster", meter.intra_edges, counts.intra_edges}};
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushFont(fonts_->small);
  for (const Part& part : parts) {
    ImGui::TableNextColumn();
    text_dim("%s", part.title);
    tooltip(*this, part.help, {});
  }
  ImGui::PopFont();
  char text[32];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_dim("redone");
  ImGui::PushFont(fonts_->mono);
  for (const Part& part : parts) {
    ImGui::TableNextColumn();
    format_count(part.redone, text, sizeof text);
    ImGui::TextUnformatted(meter.edits > 0 ? text : "\xe2\x80\x93");
    dump_.mark(part.name);
  }
  ImGui::PopFont();
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_dim("in all");
  ImGui::PushFont(fonts_->mono);
  for (const Part& part : parts) {
    ImGui::TableNextColumn();
    format_count(part.all, text, sizeof text);
    text_dim("%s", text);
  }
  ImGui::PopFont();
  ImGui::EndTable();
  if (s.fixed_clock || meter.structures.empty()) return;
  ImGui::PushFont(fonts_->small);
  for (const StructureReport& structure : meter.structures) {
    text_dim("%.*s: %s; a full build takes %s", static_cast<int>(structure.name.size()), structure.name.data(),
             micros_text(s, structure.micros).c_str(), micros_text(s, structure.rebuild_micros).c_str());
  }
  ImGui::PopFont();
  ImGui::Dummy({0, px(2)});
}

}  // namespace strata
