#include "app/ui/level_choice.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/lab/planner_levels.hpp"
#include "app/lab/simple_view.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

std::string_view row_title(const LabState& state, const PlannerRow& row) {
  return offered_levels(state, row) > 0 ? row.planner->family->name : state.names.brief(*row.planner);
}

int offered_levels(const LabState& state, const PlannerRow& row) {
  if (state.levels_apart) return 0;
  const size_t count = level_choices(state, *row.planner).count;
  return count > 1 ? static_cast<int>(count) : 0;
}

const PlannerRow* draw_level_choice(Ui& ui, const LabState& state, const PlannerRow& row, std::string_view prefix,
                                    std::string_view suffix, float width, float height) {
  const PlannerRow* picked = nullptr;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImVec2 at = ImGui::GetCursorScreenPos();
  for (const PlannerRow* choice : level_choices(state, *row.planner)) {
    const IdScope id(choice->planner->name.data());
    const bool chosen = choice == &row;
    ImGui::SetCursorScreenPos(at);
    bool hovered = false;
    {
      const DisabledScope disabled(ui, choice->within_reach || chosen, why_not_within_reach(*choice));
      if (ImGui::InvisibleButton("##level", {width, height})) picked = choice;
      hovered = ImGui::IsItemHovered();
      ui.mark("{}{}{}", prefix, choice->planner->name, chosen ? std::string_view(".level") : suffix);
      const std::string levels = counted(static_cast<size_t>(choice->planner->abstract_level), "level");
      tooltip(ui, Text("{}: searches with {} of those that are built", choice->planner->family->name, levels), {},
              chosen ? "Click to step this search" : "Click to compare and step it in the place of the chosen one");
    }
    if (chosen || hovered) {
      list->AddRectFilled({at.x + ui.px(0.5f), at.y}, {at.x + width - ui.px(0.5f), at.y + height},
                          to_u32(chosen ? theme().accent_soft : theme().panel_title), ui.px(2));
      if (chosen) {
        list->AddRect({at.x + ui.px(0.5f), at.y}, {at.x + width - ui.px(0.5f), at.y + height}, to_u32(theme().accent),
                      ui.px(2));
      }
    }
    const Text number("{}", choice->planner->abstract_level);
    const ImVec4& ink = !choice->within_reach ? theme().text_dim : chosen ? theme().accent : theme().text;
    list->AddText({at.x + (width - text_width(number)) / 2, at.y + (height - ImGui::GetTextLineHeight()) / 2},
                  to_u32(ink, choice->within_reach ? 1.0f : 0.5f), number);
    at.x += width;
  }
  return picked;
}

void run_lines(Ui& ui, std::vector<std::string> lines) {
  for (std::string& line : lines) ui.run(std::move(line));
}

void draw_compare_levels(Ui& ui, const LabState& state) {
  const bool offered = std::ranges::any_of(state.rows, [&](const PlannerRow& row) {
    return (row.shown || row.planner->name == state.traced) && is_listed(state, *row.planner) &&
           level_choices(state, *row.planner).count > 1;
  });
  if (!offered) return;
  const FontScope small(ui.fonts().small);
  const ColorScope ground(ImGuiCol_Button, theme().panel_title);
  const char* label = "Compare levels";
  ImGui::SameLine(0, ui.px(6));
  const float room = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorScreenPos().x;
  if (text_width(label) + 2 * ImGui::GetStyle().FramePadding.x > room) ImGui::NewLine();
  if (button(ui, label, "compare.levels", {},
             state.levels_apart ? "Puts the numbers of levels of a family back into one row"
                                : "Gives each number of levels a row of its own",
             {.on = state.levels_apart})) {
    run_lines(ui, lines_to_compare_levels(state));
  }
}

}  // namespace strata
