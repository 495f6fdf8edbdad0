// The section of links between cells below the brush, and the symbol of their layer.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/base/icons.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/link_lines.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kListRows = 9;  // longer lists scroll

struct LinksSection {
  std::vector<size_t> rows;  // indices of the links in the list
  int link = -1;             // link whose cost is being typed; -1: none
  double cost = 0;
};

// Draws a flat button at the right end of a row. `slot` is its position, counted from the right.
void row_button(Ui& ui, ImVec2 at, float right, float height, int slot, const char* symbol, std::string_view name,
                std::string_view line, const char* help) {
  const float width = ui.px(24);
  ImGui::SetCursorPos({right - width * static_cast<float>(slot + 1), at.y});
  {
    const ColorScope ground(ImGuiCol_Button, {0, 0, 0, 0}), ink(ImGuiCol_Text, theme().text_dim);
    const StyleScope padding(ImGuiStyleVar_FramePadding, ImVec2(0, ui.px(1)));
    if (ImGui::Button(symbol, {width, height})) ui.run(std::string(line));
  }
  describe(ui, name, help);
}

// Draws the links of the inspected cell, or all links.
void draw_link_list(Ui& ui, const Lab& lab) {
  const LinksController& controller = links_controller(lab);
  const std::vector<LinkText>& links = controller.links();
  LinksSection& memory = ui.kept<LinksSection>();
  const auto ends_at = [](const LinkText& link, Cell cell) { return link.from == cell || link.to == cell; };
  const auto& inspected = lab.state().inspected;
  const bool chosen =
      inspected && std::ranges::any_of(links, [&](const LinkText& link) { return ends_at(link, inspected->cell); });
  memory.rows.clear();
  for (size_t i = 0; i < links.size(); ++i) {
    if (!chosen || ends_at(links[i], inspected->cell)) memory.rows.push_back(i);
  }
  if (chosen) {
    print_dim("Links of {}, {}", inspected->cell.x, inspected->cell.y);
  } else {
    print_dim("{}, cost in steps", counted(links.size(), "link"));
  }
  const RowList list(ui, "links", static_cast<int>(memory.rows.size()), kListRows);
  rows_in_sight(memory.rows.size(), list.height() + ui.px(2), [&](size_t i) {
    const auto index = static_cast<int>(memory.rows[i]);
    const LinkText& link = links[memory.rows[i]];
    const IdScope id(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorPos();
    const float right = ImGui::GetContentRegionMax().x;
    const Text name("link.{}", i + 1);
    const bool usable = controller.is_usable(link.from, link.to);
    ImGui::SetCursorPos({at.x + ui.px(4), at.y});
    ImGui::AlignTextToFramePadding();
    const Text text("{} {} {}", link.from, link.both_ways ? "<>" : ">", link.to);
    draw_text(usable ? theme().text : theme().text_dim, text.view());
    describe(ui, name,
             usable ? (link.both_ways ? "Leads both ways" : "Leads one way, from the first cell to the second")
                    : "The agent cannot stand at one of its ends, so that no path leads over it");
    ImGui::SetCursorPos({right - ui.px(24) * 2 - ui.px(62), at.y});
    ImGui::SetNextItemWidth(ui.px(58));
    // A cost that is being typed is stored only here until the user leaves the field; then it becomes one edit.
    double cost = memory.link == index ? memory.cost : link.length / static_cast<double>(kLinkUnit);
    {
      const ColorScope ground(ImGuiCol_FrameBg, theme().panel);
      if (ImGui::InputDouble("##cost", &cost, 0, 0, "%.7g")) {
        memory.link = index;
        memory.cost = cost;
      }
    }
    if (ImGui::IsItemDeactivatedAfterEdit() && memory.link == index) {
      const double kept = std::clamp(memory.cost, 0.01, kMaxLinkLength / static_cast<double>(kLinkUnit));
      ui.run(link_command({link.from, link.to, static_cast<uint32_t>(std::lround(kept * kLinkUnit)), link.both_ways}));
      memory.link = -1;
    }
    describe(ui, Text("{}.cost", name.view()), "Cost in straight steps over ground");
    const Text back = link.both_ways ? Text("link.remove {} {} one-way", link.to, link.from)
                                     : Text("{}", link_command({link.from, link.to, link.length, true}));
    row_button(ui, at, right, list.height(), 1, link.both_ways ? "<>" : ">", Text("{}.way", name.view()), back.view(),
               link.both_ways ? "Make it one-way, from the first cell to the second" : "Let it lead both ways");
    row_button(ui, at, right, list.height(), 0, ui.fonts().icons ? icon::kClose : "x", Text("{}.remove", name.view()),
               Text("link.remove {} {}{}", link.from, link.to, link.both_ways ? "" : " one-way").view(),
               "Remove the link");
  });
}

void draw_section(Ui& ui, Lab& lab) {
  const bool drawing = lab.state().tool == kLinkTool;
  if (drawing) ImGui::SetNextItemOpen(true);
  if (!section(ui, "Links", "section.links", false)) return;
  const bool none = lab.world().map().links() == nullptr;
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, "Draw", "link.draw", drawing ? "tool.select select" : "tool.select link",
         "Drag from one cell to another for a link; right click on a link removes it", {.width = half, .on = drawing});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Remove all", "link.clear", "link.clear", "Removes all links; undo brings them back",
         {.width = half, .why_not = none ? std::string_view("the map has no links") : std::string_view()});
  draw_setting(ui, lab, "link.cost", "link.cost");
  draw_setting(ui, lab, "link.both_ways", "link.both_ways");
  if (none) {
    note(ui,
         "A link leads from one cell to another that need not be beside it: a teleport, stairs, a jump down. Choose "
         "Draw "
         "and drag from one end to the other.");
  } else {
    draw_link_list(ui, lab);
  }
  ImGui::Dummy({0, ui.px(2)});
}

bool symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  const auto& [list, at, w, low, high, mid] = place;
  if (layer != kLinksLayer) return false;
  const ImU32 color = to_im(on_panel(palette::kDrawn));
  const ImVec2 from(at.x + ui.px(4), at.y + ui.px(4)), to(at.x + w - ui.px(4), at.y + ui.px(4));
  list->AddBezierQuadratic(from, {(from.x + to.x) / 2, at.y - ui.px(12)}, to, color, ui.px(1.5f));
  list->AddCircleFilled(from, ui.px(2.5f), color);
  list->AddCircleFilled(to, ui.px(2.5f), color);
  return true;
}

}  // namespace

FeaturePanel links_panel() {
  return {.feature = kLinksFeature.name,
          .tab = {nullptr, "tab.map", nullptr, LeftPanelSection::kMap, draw_section},
          .symbol = symbol};
}

}  // namespace strata
