// Draws the section that explains a path's loss against the optimum: its causes, the loss of each part, and the gain of
// each change that was tried.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/features/xray/xray.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kListRows = 9;  // longer lists scroll

// The content of the panel, which is computed again when the result changes.
struct LossyPartsCache {
  uint64_t version = 0;
  std::vector<size_t> lossy;  // indices of the parts with a loss, in the order of the path
};

const LossyPartsCache& told(Ui& ui, const XrayController& controller) {
  LossyPartsCache& told = ui.kept<LossyPartsCache>();
  if (told.version == controller.version()) return told;
  told.version = controller.version();
  told.lossy.clear();
  for (size_t i = 0; controller.found() != nullptr && i < controller.found()->parts.size(); ++i) {
    if (controller.found()->parts[i].loss() > 0) told.lossy.push_back(i);
  }
  return told;
}

double steps(const Lab& lab, Cost cost) { return static_cast<double>(cost) / cost_unit(lab.world()); }

void draw_sum(Ui& ui, const Lab& lab, const PathXray& found) {
  Cost detour = 0, confined = 0;
  for (const XrayPart& part : found.parts) {
    detour += part.detour;
    confined += part.confined;
  }
  // Draws one summand of the loss: a dim title, and the number at the right.
  const auto figure = [&](const char* title, const char* name, const char* symbol, Cost cost, const ImVec4& color,
                          const char* help) {
    draw_dim(title);
    tooltip(ui, help, {});
    print_at_end(color, Text("{}{:.2f}", symbol, steps(lab, cost)));
    ui.mark(name);
  };
  const FontScope small(ui.fonts().small);
  figure("Optimal path (green)", "xray.optimum", "", found.optimum, theme().good,
         "The cheapest path over the whole map");
  figure("Detours over nodes", "xray.detour", "+", detour, theme().text,
         "What the path loses because it has to pass these nodes");
  figure("Kept inside clusters", "xray.confined", "+", confined, theme().text,
         "What the path loses between two nodes because it may not leave the cluster");
  if (found.smoothed() > 0) {
    figure("Path before smoothing", "xray.raw", "", found.raw_cost, theme().text,
           "The optimal path with the losses above added; they are those of this path");
  }
  figure("Saved by smoothing", "xray.smoothed", "\xe2\x80\x93", found.smoothed(), theme().text,
         "What smoothing saves by straight runs in place of detours");
  figure("Final path", "xray.cost", "", found.cost, theme().accent, "The path that the planner answers with");
}

// Draws the path from start to goal as a strip. Each part has a width by its length; it is the redder, the
// larger its loss.
void draw_strip(Ui& ui, const Lab& lab, const PathXray& found) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(14);
  ImGui::Dummy({width, height});
  ui.mark("xray.strip");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(2));
  const auto worst = found.worst();
  const double all = std::max<double>(found.raw_cost, 1), most = worst ? found.parts[*worst].loss() : 1;
  const bool over = ImGui::IsItemHovered();
  const float mouse = ImGui::GetMousePos().x;
  double from = 0;
  for (size_t i = 0; i < found.parts.size(); ++i) {
    const XrayPart& part = found.parts[i];
    const double to = from + part.cost / all;
    const float left = at.x + width * static_cast<float>(from), right = at.x + width * static_cast<float>(to);
    const float share = static_cast<float>(std::sqrt(part.loss() / most));
    if (part.loss() > 0) {
      list->AddRectFilled({left, at.y}, {std::max(right, left + 1), at.y + height},
                          to_im(with_alpha(on_panel(palette::kVermilion), static_cast<uint32_t>(70 + 185 * share))));
    }
    list->AddLine({left, at.y + height - ui.px(3)}, {left, at.y + height}, to_u32(theme().text_dim));
    if (worst && *worst == i) {
      list->AddRect({left, at.y}, {std::max(right, left + ui.px(3)), at.y + height}, to_u32(theme().text), 0, 0,
                    ui.px(1.2f));
    }
    if (over && mouse >= left && mouse < right) {
      ImGui::BeginTooltip();
      draw_text(part_title(lab.world().moves(), found, i));
      print("cost {:.2f}; lost by the detour {:.2f}, inside the cluster {:.2f}", steps(lab, part.cost),
            steps(lab, part.detour), steps(lab, part.confined));
      ImGui::EndTooltip();
    }
    from = to;
  }
}

void draw_part(Ui& ui, const Lab& lab, const PathXray& found, size_t number, bool worst) {
  const XrayPart& part = found.parts[number];
  ImGui::TableNextRow();
  if (worst) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, to_u32(theme().accent_soft));
  ImGui::TableNextColumn();
  if (part.kind == WaypointKind::kGoal || part.crossing) {
    draw_dim(part.kind == WaypointKind::kGoal ? "goal" : "over");
    ImGui::SameLine(0, ui.px(4));
  }
  cell_link(ui, lab.world().map().cell(part.to), number);
  for (const Cost cost : {part.cost, part.detour, part.confined}) {
    ImGui::TableNextColumn();
    if (cost == 0) {
      right_aligned("\xe2\x80\x93", theme().text_dim);
    } else {
      right_aligned(Text("{:.2f}", steps(lab, cost)), theme().text);
    }
  }
}

void draw_parts(Ui& ui, const Lab& lab, const PathXray& found, const LossyPartsCache& parts) {
  const auto worst = found.worst();
  const FontScope font(ui.fonts().table);
  const bool open =
      fold(ui, Text("{} of {} lose length###xray_parts", parts.lossy.size(), counted(found.parts.size(), "part")),
           "xray.parts", true);
  const float row_height = ImGui::GetTextLineHeight() + ui.px(2);
  const int rows = std::min<int>(static_cast<int>(parts.lossy.size()), kListRows);
  const StyleScope padding(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (!open || rows == 0 ||
      !ImGui::BeginTable("xray_parts", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY,
                         {0, static_cast<float>(rows + 1) * row_height + ui.px(3)})) {
    return;
  }
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 2.0f);
  for (int i = 0; i < 3; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
  ImGui::TableNextRow();
  title_cell(ui, "to", "The node where this part of the path ends; a click inspects its cell");
  title_cell(ui, "cost", "Cost of this part of the path");
  title_cell(ui, "detour", "Lost because the path has to pass this node");
  title_cell(ui, "inside", "Lost because this part may not leave the cluster");
  rows_in_sight(parts.lossy.size(), -1,
                [&](size_t i) { draw_part(ui, lab, found, parts.lossy[i], parts.lossy[i] == worst); });
  ImGui::EndTable();
}

void draw_gain(Ui& ui, const Lab& lab, const XrayController& controller, const XrayRemedy& offer) {
  const XrayTrialPair& gain = *controller.gain();
  if (!gain.after.found()) {
    text_colored_wrapped(theme().warn, "With this change there is no path, or the structure does not fit this map.");
    ui.mark("xray.gain");
    return;
  }
  const double before = steps(lab, gain.before.cost), after = steps(lab, gain.after.cost);
  const bool cheaper = gain.after.cost < gain.before.cost, same = gain.after.cost == gain.before.cost;
  if (same) {
    text_colored_wrapped(theme().text_dim,
                         offer.local ? Text("This does not help: HPA* on one level finds no cheaper path with it.")
                                     : Text("This does not help: the final path still costs {:.2f}.", before));
    ui.mark("xray.gain");
    return;
  }
  text_colored_wrapped(
      cheaper ? theme().good : theme().warn,
      Text("{} {:.2f} instead of {:.2f}: {:.2f} {}", offer.local ? "On level 1 alone the cost is" : "Cost", after,
           before, std::abs(after - before), cheaper ? "less" : "more"));
  ui.mark("xray.gain");
  if (gain.after.raw_cost != gain.before.raw_cost) {
    text_colored_wrapped(theme().text_dim, Text("Before smoothing: {:.2f} instead of {:.2f}",
                                                steps(lab, gain.after.raw_cost), steps(lab, gain.before.raw_cost)));
  }
  if (offer.apply.empty()) {
    text_colored_wrapped(theme().text_dim,
                         "Tried on level 1 only; HPA* has no setting for a single place, so this cannot be applied.");
    return;
  }
  if (!lab.state().fixed_clock) print_dim("built in {}", micros_text(lab.state(), gain.after.build_micros));
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - text_width("Apply") - ui.px(12));
  if (ImGui::SmallButton("Apply")) ui.run(offer.apply);
  describe(ui, "xray.apply", "Changes this setting for the whole map", {}, offer.apply);
}

void draw_offers(Ui& ui, const Lab& lab, const XrayController& controller) {
  const bool optimal = controller.found()->cost == controller.found()->optimum;
  if (controller.offers().empty() && !optimal) return;
  if (!section(ui, "Remedies", "section.xray_remedies")) return;
  if (optimal) {
    note(ui, "This path is optimal: nothing to remedy.");
    ui.mark("xray.optimal");
  }
  const FontScope small(ui.fonts().small);
  for (const XrayRemedy& offer : controller.offers()) {
    const bool tried = offer.name == controller.trial_name(), trying = tried && controller.trying();
    ImGui::AlignTextToFramePadding();
    draw_text(offer.title);
    tooltip(ui, offer.title, {}, offer.help);
    ImGui::PushID(offer.name.data());
    button_at_end(ui, trying ? "Cancel" : "Try", Text("xray.try.{}", offer.name),
                  Text("xray.try {}", trying ? "off" : offer.name), {});
    ImGui::PopID();
    tooltip(ui, offer.help, {}, "Tried in the background on a copy; nothing is changed");
    if (!tried) continue;
    if (trying) {
      draw_dim("Trying this on a copy...");
    } else if (controller.trial_failed()) {
      text_colored_wrapped(theme().warn, "There is not enough memory to try this.");
    } else if (controller.gain()) {
      draw_gain(ui, lab, controller, offer);
    }
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const XrayController& controller = xray_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  switch_box(ui, "X-ray of the path", "xray.on", "xray.show", controller.on(),
             "Shows part by part why the path costs more than the optimal one");
  const auto say = [&](const char* text) {
    note(ui, text);
    ui.mark("xray.nothing");
  };
  if (!controller.on()) {
    return say(
        "The path of a hierarchy has to pass abstract nodes, and to stay inside a cluster between two of them. The "
        "X-ray says what each of these costs; together they are what the path costs above optimal.");
  }
  if (controller.planner() == nullptr && !controller.current()) {
    return say("Compare a planner with abstract nodes: HPA*, next-hop tables, HAA* or sectors.");
  }
  if (controller.found() == nullptr) return say("The X-ray is being computed.");
  // The previous result is shown in grey until the new one is computed.
  const bool old = !controller.current();
  if (old) ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * 0.5f);
  const PathXray& found = *controller.found();
  if (controller.planner() != nullptr) {
    print_bold(ui, "{}", controller.planner()->title);
    describe(ui, "xray.planner",
             "The planner that is stepped, or else the first one in the comparison with abstract nodes");
  }
  text_colored_wrapped(found.cost > found.optimum ? theme().warn : theme().good, controller.blame());
  ui.mark("xray.blame");
  if (!xray_drawn_at_cursor(lab)) {
    note(ui, "The map shows the X-ray at the end of the search.");
    button(ui, "To the end", "xray.to_end", "step.last", {});
  }
  ImGui::Dummy({0, ui.px(2)});
  draw_sum(ui, lab, found);
  draw_strip(ui, lab, found);
  ImGui::Dummy({0, ui.px(2)});
  if (!old) draw_offers(ui, lab, controller);
  draw_parts(ui, lab, found, told(ui, controller));
  if (old) ImGui::PopStyleVar();
}

}  // namespace

FeaturePanel xray_panel() {
  return {.feature = "xray",
          .tab = {"X-ray", "tab.xray", "Why the abstract path costs more than the optimal one",
                  LeftPanelSection::kPlanners, draw_tab}};
}

}  // namespace strata
