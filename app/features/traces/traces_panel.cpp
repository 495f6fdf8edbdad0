// The tab of traces and plans of other programs: the open file, a search of the lab beside it, and errors.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/features/traces/traces.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/layer_symbols.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr int kFaultRows = 12;  // longer lists scroll

void draw_none(Ui& ui) {
  button(ui, "Open...", "traces.open", "ui.show open on",
         "A search trace (.json, .yaml) or a plan (.txt, .plan, .json)", {.width = kRestOfLine});
  note(
      ui,
      "The search of another program is opened here, as a Posthoc trace, or its plan for many agents, as pypibt, LaCAM "
      "and the League of Robot Runners write them. It is stepped with the timeline, checked, and compared with A*. "
      "Its map lies beside it under the same name, or is open already.");
}

// Draws the buttons for the open file.
void draw_buttons(Ui& ui, const char* step_name, const char* close_name, bool stepped, std::string_view begin_line,
                  std::string_view end_line, const char* close_line) {
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(4)) / 2);
  button(ui, stepped ? "Our search" : "Step it", step_name, stepped ? end_line : begin_line,
         stepped ? "The timeline steps the search of ours again" : "The timeline steps what is open", {.width = half});
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Close", close_name, close_line, "The map stays open", {.width = kRestOfLine});
}

// Draws the list of errors; a click goes to the event or time step.
template <class Place>
void draw_faults(Ui& ui, const char* name, const std::vector<std::string>& texts, size_t count, bool truncated,
                 std::string_view begin_line, bool stepped, Place&& place) {
  if (count == 0) {
    draw_text(theme().good, "No fault found");
    ui.mark(Text("{}.count", name));
    return;
  }
  print_in(theme().bad, "{}{}", truncated ? "more than " : "", counted(count, "fault"));
  describe(ui, Text("{}.count", name), "Click a fault to go there");
  const RowList list(ui, name, static_cast<int>(std::min<size_t>(texts.size(), 1u << 20)), kFaultRows);
  rows_in_sight(texts.size(), list.height(), [&](size_t i) {
    const IdScope id(static_cast<int>(i));
    if (ImGui::Selectable("##fault", false, 0, {0, ImGui::GetTextLineHeight()})) {
      if (!stepped) ui.run("{}", begin_line);
      ui.run("step.to {}", place(i));
    }
    ui.mark("{}.{}", name, i);
    tooltip(ui, texts[i], {});
    ImGui::SameLine(0, ui.px(4));
    draw_text(shortened(texts[i], ImGui::GetContentRegionAvail().x));
  });
}

void draw_trace(Ui& ui, const Lab& lab, const TracesController& controller) {
  const OpenedTrace& opened = *controller.trace();
  const SearchTrace& trace = opened.trace;
  draw_text(shortened(file_title(opened.path), ImGui::GetContentRegionAvail().x));
  ui.mark("traces.file");
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(theme().text_dim,
                       Text("{}{}{}, {}", counted(trace.events.size(), "event"),
                            trace.version.empty() ? "" : ", version ", trace.version, map_origin_text(opened.on)));
  if (opened.straight != 1) {
    text_colored_wrapped(theme().text_dim,
                         Text("Costs are in straight steps; one is {:g} in the file.", opened.straight));
  }
  if (trace.between_cells > 0) {
    text_colored_wrapped(theme().text_dim,
                         Text("{} between cells: shown in the nearest.", counted(trace.between_cells, "event")));
  }
  if (trace.unplaced > 0) {
    text_colored_wrapped(theme().warn, Text("{} without a place.", counted(trace.unplaced, "event")));
  }
  draw_buttons(ui, "traces.step", "traces.close", controller.steps_trace(), "trace.step", "trace.step off",
               "trace.close");
  if (const CountTable table(ui, "traces_compare", true, {{"expanded", "Nodes that the search expands"}}); table) {
    table.row();
    draw_text("this trace");
    table.numbers({opened.report.expanded});
    const PlannerRow* row = lab.state().row("astar");
    if (row != nullptr && row->solved) {
      table.row();
      draw_text("our A*");
      table.numbers({row->result.stats.total().expanded});
    }
  }
  ui.mark("traces.compare");
  const PlannerRow* ours = lab.state().row("astar");
  const bool solved = ours != nullptr && ours->solved && ours->result.found();
  const double cost = opened.report.cost / opened.straight;
  const double best = solved ? ours->result.cost / static_cast<double>(lab.query().row_unit(*ours->planner)) : 0;
  if (std::isnan(cost)) {
    draw_dim("It does not reach its goal.");
  } else if (!solved) {
    print("Cost {:.2f}", cost);
  } else {
    print("Cost {:.2f}; our A* {:.2f}", cost, best);
  }
  ui.mark("traces.cost");
  draw_faults(ui, "traces.faults", opened.texts, opened.report.count, false, "trace.step", controller.steps_trace(),
              [&](size_t i) { return opened.report.findings[i].event + 1; });
}

void draw_plan(Ui& ui, const TracesController& controller) {
  const OpenedPlan& opened = *controller.plan();
  const PlanReport& report = opened.report;
  draw_text(shortened(file_title(opened.path), ImGui::GetContentRegionAvail().x));
  ui.mark("plans.file");
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(theme().text_dim, Text("{}, {}, {}", counted(opened.plan.agents, "agent"),
                                              counted(opened.plan.steps, "time step"), map_origin_text(opened.on)));
  draw_buttons(ui, "plans.step", "plans.close", controller.steps_plan(), "plan.step", "plan.step off", "plan.close");
  if (controller.steps_plan()) print("Time step {} of {}", controller.plan_step(), opened.plan.steps - 1);
  print("Sum of costs {}, makespan {}", report.sum_of_costs, report.makespan);
  ui.mark("plans.costs");
  for (const std::string& claim : report.false_claims) text_colored_wrapped(theme().bad, claim);
  if (report.has_goals) {
    print("{} of {} agents end at their goals", report.at_goal, opened.plan.agents);
    text_colored_wrapped(theme().text_dim, Text("Starts and goals are from {}.", opened.task_from));
  } else {
    text_colored_wrapped(theme().text_dim,
                         "Starts and goals are not known: neither the file nor a scenario beside it names them.");
  }
  if (opened.plan.claimed_errors > 0) {
    print_in(theme().warn, "The file itself lists {}", counted(opened.plan.claimed_errors, "error"));
  }
  draw_faults(ui, "plans.faults", opened.texts, report.total(), report.truncated, "plan.step", controller.steps_plan(),
              [&](size_t i) { return report.findings[i].step + 1; });
}

void draw_traces_tab(Ui& ui, Lab& lab) {
  const TracesController& controller = traces_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  if (controller.trace() == nullptr && controller.plan() == nullptr) return draw_none(ui);
  // If a trace and a plan are open, the one that is stepped is drawn first.
  const bool plan_first = controller.plan() != nullptr && controller.steps_plan();
  if (plan_first) draw_plan(ui, controller);
  if (controller.trace() != nullptr && plan_first) ImGui::Separator();
  if (controller.trace() != nullptr) draw_trace(ui, lab, controller);
  if (controller.trace() != nullptr && controller.plan() != nullptr && !plan_first) ImGui::Separator();
  if (controller.plan() != nullptr && !plan_first) draw_plan(ui, controller);
}

bool plan_symbol(Ui& ui, const Lab&, Layer layer, const SymbolBox& place) {
  if (layer != kOpenedPlanLayer) return false;
  const float r = ui.px(4);
  place.list->AddCircleFilled(place.mid, r, to_im(on_panel(palette::kBlue)));
  place.list->AddCircle(place.mid, r + ui.px(2), to_im(on_panel(palette::kVermilion)), 0, ui.px(1.5f));
  return true;
}

}  // namespace

FeaturePanel traces_panel() {
  FeaturePanel panel{.feature = "traces",
                     .tab = {"Traces", "tab.traces", "Searches and plans of other programs, from files",
                             LeftPanelSection::kPlanners, draw_traces_tab}};
  panel.symbol = plan_symbol;
  return panel;
}

}  // namespace strata
