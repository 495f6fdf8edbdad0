// The right panel's upper half: the planners side by side, and the meter of what edits cost.

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "app/base/icons.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {
namespace {

// One figure of every planner: the smallest is set off.
struct Figure {
  const char* title;
  const char* name;  // for the dump
  const char* help;
  float width;  // of its column, UI pixels
  bool smallest_wins;
  double (*value)(const PlannerRow&);  // NaN: nothing to show
  void (*text)(const LabState&, const PlannerRow&, Cost unit, char* out, size_t size);
};

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Answers of before count until new ones come: they are shown in grey.
bool has_path(const PlannerRow& row) { return (row.solved || row.waiting) && row.result.found(); }
// A search took place.
bool searched(const PlannerRow& row) {
  return (row.solved || row.waiting) && (row.result.found() || row.result.status == PlanStatus::kNoPath);
}
bool prepared(const PlannerRow& row) { return row.planner->needs != Structure::kMoves; }

// The most telling first: a narrow panel shows as many as it has room for, the tooltip of a row all.
const Figure kFigures[] = {
    {"Expanded", "expanded", "Nodes taken from the open list, in all phases", 58, true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().expanded) : kNothing;
     },
     [](const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       format_count(row.result.stats.total().expanded, out, size);
     }},
    {"Time", "time", "Median of some untraced runs, path included", 54, true,
     [](const PlannerRow& row) { return searched(row) ? row.micros : kNothing; },
     [](const LabState& s, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", micros_text(s, row.micros).c_str());
     }},
    {"Over", "percent", "Cost beyond A*'s under the same rules", 52, false,
     [](const PlannerRow& row) { return has_path(row) && row.percent_over >= 0 ? row.percent_over : kNothing; },
     [](const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       if (row.percent_over == 0) {
         std::snprintf(out, size, "optimal");
       } else {
         std::snprintf(out, size, "+%.2f %%", row.percent_over);
       }
     }},
    {"Memory", "memory", "Of what was prepared: all levels together", 54, false,
     [](const PlannerRow& row) {
       return prepared(row) && row.memory_bytes > 0 ? static_cast<double>(row.memory_bytes) : kNothing;
     },
     [](const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", bytes_text(row.memory_bytes).c_str());
     }},
    {"Cost", "cost", "In straight steps", 56, true,
     [](const PlannerRow& row) { return has_path(row) ? static_cast<double>(row.result.cost) : kNothing; },
     [](const LabState&, const PlannerRow& row, Cost unit, char* out, size_t size) {
       std::snprintf(out, size, "%s", cost_text(row.result.cost, unit).c_str());
     }},
    {"Prepared", "build", "Time of the last full build", 58, false,
     [](const PlannerRow& row) { return prepared(row) && row.build_micros > 0 ? row.build_micros : kNothing; },
     [](const LabState& s, const PlannerRow& row, Cost, char* out, size_t size) {
       std::snprintf(out, size, "%s", micros_text(s, row.build_micros).c_str());
     }},
    {"Generated", "generated", "Nodes put into the open list, or put again with a smaller g", 66, true,
     [](const PlannerRow& row) {
       return searched(row) ? static_cast<double>(row.result.stats.total().generated) : kNothing;
     },
     [](const LabState&, const PlannerRow& row, Cost, char* out, size_t size) {
       format_count(row.result.stats.total().generated, out, size);
     }},
};
constexpr float kNameWidth = 124;  // of the planners' column, UI pixels

// Everything about a planner's answer, for its tooltip.
void row_tooltip(Gui& gui, const PlannerRow& row, bool traced) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(gui.px(320));
  ImGui::PushFont(gui.fonts().bold);
  ImGui::TextUnformatted(row.planner->title.data(), row.planner->title.data() + row.planner->title.size());
  ImGui::PopFont();
  ImGui::PushStyleColor(ImGuiCol_Text, theme().text_dim);
  ImGui::TextUnformatted(row.planner->source.data(), row.planner->source.data() + row.planner->source.size());
  ImGui::PopStyleColor();
  char text[64];
  for (const Figure& figure : kFigures) {
    const double value = figure.value(row);
    if (!(value == value)) continue;
    figure.text(gui.state(), row, gui.lab().query().row_unit(*row.planner), text, sizeof text);
    text_dim("%s", figure.title);
    ImGui::SameLine(gui.px(86));
    ImGui::TextUnformatted(text);
  }
  if (searched(row) && row.repeats > 0 && !gui.state().fixed_clock) {
    text_dim("Runs");
    ImGui::SameLine(gui.px(86));
    ImGui::Text(row.repeats == 1 ? "one: no median" : "%d, of which the time is the median", row.repeats);
  }
  if (row.solved && row.result.found() && row.result.raw_cost != row.result.cost) {
    text_dim("Unsmoothed");
    ImGui::SameLine(gui.px(86));
    ImGui::TextUnformatted(cost_text(row.result.raw_cost, gui.lab().query().row_unit(*row.planner)).c_str());
  }
  if (!row.note.empty() && row.note != "found") text_colored_wrapped(theme().warn, row.note.c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, theme().accent);
  ImGui::TextUnformatted(traced             ? "This search is stepped"
                         : row.within_reach ? "Click to step this search"
                                            : "There is no search of it to step");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace

void Gui::draw_results() {
  // A crowd comes first: it moves.
  if (state().crowd.there && section(*this, "Crowd", "section.crowd")) {
    draw_followed();
    draw_crowd_scope();
  }
  if (section(*this, "Comparison", "section.comparison")) draw_comparison();
  // Where not everything fits, what goes with the tool in hand comes first.
  const bool low = boxes_.right.height < px(820);
  const bool painting = state().tool != Tool::kSelect && state().tool != Tool::kCrowd;
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
  const float room = ImGui::GetContentRegionAvail().x / scale_;
  size_t figures = 0;
  for (float used = kNameWidth; figures < std::size(kFigures); ++figures) {
    used += kFigures[figures].width;
    if (used > room) break;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(3), px(1)});
  if (!ImGui::BeginTable("comparison", static_cast<int>(figures) + 1, ImGuiTableFlags_RowBg)) {
    ImGui::PopStyleVar();
    return;
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, kNameWidth);
  for (size_t i = 0; i < figures; ++i) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, kFigures[i].width);
  }
  double smallest[std::size(kFigures)];
  int with_value[std::size(kFigures)] = {};
  ImGui::PushFont(fonts_->small);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_dim("Planner");
  for (size_t i = 0; i < figures; ++i) {
    smallest[i] = std::numeric_limits<double>::infinity();
    for (const PlannerRow& row : s.rows) {
      const double value = row.shown ? kFigures[i].value(row) : kNothing;
      if (!(value == value)) continue;
      smallest[i] = std::min(smallest[i], value);
      ++with_value[i];
    }
    ImGui::TableNextColumn();
    right_aligned(kFigures[i].title, theme().text_dim);
    tooltip(*this, kFigures[i].help, {});
  }
  char text[96], line[64], mark[64];
  for (const PlannerRow& row : s.rows) {
    const std::string_view name = row.planner->name;
    const bool usable = row.allowed;
    ImGui::PushID(name.data());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    // The box takes a planner out of the comparison, a click on its name steps it.
    bool shown = row.shown;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(1), px(0)});
    const bool clickable = row.within_reach || shown;
    ImGui::BeginDisabled(!clickable);
    if (check_box(*this, "##shown", &shown)) {
      std::snprintf(line, sizeof line, "planner.show %.*s %s", static_cast<int>(name.size()), name.data(),
                    shown ? "on" : "off");
      run(line);
    }
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
    std::snprintf(mark, sizeof mark, "compare.%.*s.show", static_cast<int>(name.size()), name.data());
    dump_.mark(mark);
    tooltip(*this,
            !clickable ? "Cannot be compared here"
            : shown    ? "Compared; click to leave it out"
                       : "Left out; click to compare it",
            {}, row.note);
    ImGui::SameLine(0, px(4));
    const PlannerStyle style = planner_style(name);
    line_swatch(shown && usable ? on_panel(style.color) : faded(on_panel(style.color), 0.4), px(3), style.dash, px(16));
    ImGui::SameLine(0, px(4));
    const bool traced = s.traced == name;
    const std::string_view title = short_title(*row.planner);
    std::snprintf(text, sizeof text, "%.*s", static_cast<int>(title.size()), title.data());
    const ImVec4 color = traced ? theme().accent : (shown && usable ? theme().text : theme().text_dim);
    if (traced) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, to_u32(theme().accent_soft));
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    if (ImGui::Selectable(text, false, 0, {0, ImGui::GetTextLineHeight()})) {
      std::snprintf(line, sizeof line, "planner.trace %.*s", static_cast<int>(name.size()), name.data());
      run(line);
    }
    ImGui::PopStyleColor();
    std::snprintf(mark, sizeof mark, "compare.%.*s.trace", static_cast<int>(name.size()), name.data());
    dump_.mark(mark);
    row_tooltip(*this, row, traced);
    // Why there are no figures stands in their place.
    const bool says_why = (shown || !usable) && !row.note.empty() && row.note != "found";
    for (size_t i = 0; i < figures; ++i) {
      const Figure& figure = kFigures[i];
      ImGui::TableNextColumn();
      const double value = shown ? figure.value(row) : kNothing;
      if (value == value && !(says_why && !has_path(row) && i > 1)) {
        figure.text(s, row, lab_.query().row_unit(*row.planner), text, sizeof text);
        const bool time_hidden = s.fixed_clock && figure.title[0] == 'T';
        const bool best = figure.smallest_wins && with_value[i] > 1 && value <= smallest[i] && !time_hidden;
        right_aligned(text, row.waiting ? theme().text_dim : best ? theme().good : theme().text);
        if (dump_.enabled()) {
          std::snprintf(mark, sizeof mark, "compare.%.*s.%s", static_cast<int>(name.size()), name.data(), figure.name);
          dump_.mark(mark);
        }
      } else if (says_why) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        ImDrawList* list = ImGui::GetWindowDrawList();
        // Over the columns, but not out of the panel.
        const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
        list->PushClipRect({at.x, std::clamp(at.y, top, bottom)},
                           {right, std::clamp(at.y + ImGui::GetTextLineHeight() + px(2), top, bottom)});
        list->AddText({at.x + px(4), at.y}, to_u32(shown ? theme().warn : theme().text_dim), row.note.c_str());
        list->PopClipRect();
        ImGui::Dummy({1, ImGui::GetTextLineHeight()});
        break;
      } else if (shown) {
        right_aligned("\xe2\x80\x93", theme().text_dim);
      }
    }
    ImGui::PopID();
  }
  ImGui::PopFont();
  ImGui::EndTable();
  ImGui::PopStyleVar();
  if (!s.comparison_note.empty()) {
    ImGui::PushFont(fonts_->small);
    text_colored_wrapped(theme().accent, s.comparison_note.c_str());
    ImGui::PopFont();
    dump_.mark("compare.note");
  }
  // What does not fit beside the name is told in full below.
  for (const PlannerRow& row : s.rows) {
    if (!row.shown || row.note.empty() || row.note == "found" || row.note.size() < 32) continue;
    ImGui::PushFont(fonts_->small);
    std::snprintf(text, sizeof text, "%.*s: %s", static_cast<int>(row.planner->title.size()), row.planner->title.data(),
                  row.note.c_str());
    text_colored_wrapped(theme().text_dim, text);
    ImGui::PopFont();
  }
  ImGui::Dummy({0, px(2)});
}

void Gui::draw_meter() {
  const LabState& s = state();
  const MeterReading& meter = s.meter;
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
  draw_meter_levels();
  draw_meter_structures();
  if (s.fixed_clock || meter.structures.empty()) return;
  ImGui::PushFont(fonts_->small);
  for (const MeterStructure& structure : meter.structures) {
    const std::string_view title = structure_title(structure.structure);
    text_dim("%.*s: %s; a full build takes %s", static_cast<int>(title.size()), title.data(),
             micros_text(s, structure.micros).c_str(), micros_text(s, structure.rebuild_micros).c_str());
  }
  ImGui::PopFont();
  ImGui::Dummy({0, px(2)});
}

// A line a level: what was redone of how much, and how far up the change went.
void Gui::draw_meter_levels() {
  const LabState& s = state();
  const MeterReading& meter = s.meter;
  const bool any = meter.edits > 0;
  using enum Structure;
  ImGui::PushFont(fonts_->small);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {px(3), px(1)});
  if (ImGui::BeginTable("meter", 4, ImGuiTableFlags_RowBg)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    for (int i = 1; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    const auto title = [this](const char* text, const char* help) {
      ImGui::TableNextColumn();
      text_dim("%s", text);
      tooltip(*this, help, {});
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    title("clusters", "Clusters whose inner edges were computed anew, of all there are");
    title("inter-edges", "Edges across the borders that were looked at again, of all there are");
    title("intra-edges", "Edges inside clusters computed anew, of all there are");
    char name[32];
    const auto figure = [&](size_t redone, size_t all, const char* mark) {
      ImGui::TableNextColumn();
      char text[24];
      format_count(redone, text, sizeof text);
      ImGui::TextUnformatted(any ? text : "\xe2\x80\x93");
      dump_.mark(mark);
      format_count(all, text, sizeof text);
      ImGui::SameLine(0, px(4));
      text_dim("of %s", text);
    };
    for (size_t i = 0; i < s.hpa_counts.size(); ++i) {
      const HpaCounts& counts = s.hpa_counts[i];
      const int level = static_cast<int>(i) + 1;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::PushFont(fonts_->bold);
      ImGui::TextColored(to_vec(on_panel(level_style(level).color)), "L%d", level);
      ImGui::PopFont();
      std::snprintf(name, sizeof name, "meter.level.%d", level);
      dump_.mark(name);
      if (level == 1) {
        figure(meter.parts(kHpa), counts.clusters, "meter.clusters");
        figure(meter.count(kHpa, "inter_edges"), counts.inter_edges, "meter.inter");
        figure(meter.count(kHpa, "intra_edges"), counts.intra_edges, "meter.intra");
        continue;
      }
      if (meter.parts(kHpa) > 0 && meter.redone(kHpa, level) == 0) {
        // Nothing reached this level.
        ImGui::TableNextColumn();
        ImGui::TextColored(theme().good, "unchanged");
        tooltip(*this, "The level below came out as it was: nothing climbed up here", {});
        ImGui::TableNextColumn();
        ImGui::TableNextColumn();
        continue;
      }
      figure(meter.parts(kHpa, level), counts.clusters, "meter.upper");
      ImGui::TableNextColumn();
      if (const size_t unchanged = meter.count(kHpa, "unchanged", level); unchanged > 0) {
        ImGui::TextColored(theme().good, "%zu as before", unchanged);
        tooltip(*this, "Computed anew, but came out as they were: nothing climbed from there", {});
      } else {
        text_dim("\xe2\x80\x93");
      }
      figure(meter.count(kHpa, "intra_edges", level), counts.intra_edges, "meter.upper.intra");
    }
    if (lab_.world().has(Structure::kHaa)) {
      const HaaCounts& counts = s.haa_counts[static_cast<size_t>(HaaQuality::kHigh)];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::PushFont(fonts_->bold);
      ImGui::TextUnformatted("HAA*");
      ImGui::PopFont();
      figure(meter.parts(kHaa), lab_.world().get<MapHaa>().haa().clusters().count(), "meter.haa.clusters");
      figure(meter.count(kHaa, "inter_edges"), counts.inter_edges, "meter.haa.inter");
      figure(meter.count(kHaa, "intra_edges"), counts.intra_edges, "meter.haa.intra");
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// Rooms, sectors and landmarks have no clusters: a line for each.
void Gui::draw_meter_structures() {
  const LabState& s = state();
  const MeterReading& meter = s.meter;
  const World& world = lab_.world();
  if (meter.edits == 0) return;
  using enum Structure;
  ImGui::PushFont(fonts_->small);
  char redone[24], all[24], more[24];
  const auto title = [this](const char* text) {
    ImGui::PushFont(fonts_->bold);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
    ImGui::SameLine(0, px(6));
  };
  if (world.has(Structure::kRooms)) {
    title("Rooms");
    format_count(meter.count(kRooms, "dissolved", 0), redone, sizeof redone);
    format_count(s.rooms_counts.rooms, all, sizeof all);
    format_count(meter.count(kRooms, "built", 0), more, sizeof more);
    ImGui::Text("%s dissolved, %s cut", redone, more);
    dump_.mark("meter.rooms");
    tooltip(*this, "Rooms that a stroke touched are given up, and their cells are cut into rooms anew", {});
    ImGui::SameLine(0, px(4));
    text_dim("of %s", all);
  }
  if (world.has(Structure::kSectors)) {
    title("Sectors");
    format_count(meter.parts(kSectors), redone, sizeof redone);
    format_count(s.sector_counts[0].sectors, all, sizeof all);
    ImGui::Text("%s flooded", redone);
    dump_.mark("meter.sectors");
    tooltip(*this, "Sectors whose regions were looked for anew", {});
    ImGui::SameLine(0, px(4));
    text_dim("of %s", all);
    if (s.sector_options.second_size > 0) {
      format_count(meter.parts(kSectors, 2), redone, sizeof redone);
      format_count(s.sector_counts[1].sectors, all, sizeof all);
      ImGui::SameLine(0, px(10));
      ImGui::Text("L2: %s", redone);
      ImGui::SameLine(0, px(4));
      text_dim("of %s", all);
    }
  }
  if (world.has(Structure::kCch) && world.get<MapCch>().is_live()) {
    title("CCH");
    format_count(meter.count(kCch, "recomputed", 0), redone, sizeof redone);
    format_count(meter.count(kCch, "changed", 0), more, sizeof more);
    format_count(s.hierarchies[1].counts.arcs, all, sizeof all);
    ImGui::Text("%s arcs anew, %s changed", redone, more);
    dump_.mark("meter.cch");
    tooltip(*this,
            "Arcs that were computed from their lower triangles again, and those whose weight came out otherwise", {});
    ImGui::SameLine(0, px(4));
    text_dim("of %s", all);
  }
  if (world.has(Structure::kLandmarks)) {
    title("Landmarks");
    format_count(meter.count(kLandmarks, "lowered", 0), redone, sizeof redone);
    ImGui::Text("%s bounds lowered", redone);
    dump_.mark("meter.landmarks");
    tooltip(*this, "Ways that an edit may have shortened: lowered at once, so that paths stay optimal", {});
    if (const size_t aside = meter.count(kLandmarks, "set_aside", 0); aside > 0) {
      ImGui::SameLine(0, px(8));
      ImGui::TextColored(theme().warn, "%zu set aside", aside);
    }
  }
  ImGui::PopFont();
}

}  // namespace strata
