// The tab of plain search: heuristic, weight and tie-breaking of A* with their guarantees, and related searches.
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <string_view>

#include "app/features/plain/plain.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"
#include "core/world/fastest_planner.hpp"

namespace strata {
namespace {

struct TitleAndHelp {
  const char* title;
  const char* help;
};

// Indexed by Heuristic.
constexpr std::array<TitleAndHelp, kHeuristicNames.size()> kHeuristics = {{
    {"octile", "What the moves cost on an empty map: the usual one"},
    {"Euclid", "The straight line between the two cells"},
    {"Manhattan", "Straight steps only; with diagonal moves it may exceed the cost of the path"},
    {"Chebyshev", "The longer side of the rectangle between the two cells"},
    {"none", "h = 0: A* expands as Dijkstra's search does"},
}};

// Indexed by TieBreaking.
constexpr std::array<TitleAndHelp, kTiesNames.size()> kTies = {{
    {"larger g first", "Of nodes with the same f the one that is farther from the start"},
    {"smaller g first", "Of nodes with the same f the one that is nearer to the start"},
    {"first in, first out", "Of nodes with the same f the one that has waited longest"},
}};

// Draws a list of words to choose from; choosing one runs `command` with it.
template <size_t kCount>
void choice(Ui& ui, const char* label, const char* name, const char* command,
            const std::array<TitleAndHelp, kCount>& words, const std::array<std::string_view, kCount>& keys,
            size_t chosen, const char* help) {
  setting_row(ui, label);
  combo(ui, Text("##{}", name), words[chosen].title, kCount, [&](size_t i) {
    return ComboEntry{words[i].title, i == chosen, fmt::format("{} {}", command, keys[i]),
                      fmt::format("{}.{}", name, keys[i]), words[i].help};
  });
  describe(ui, name, help, {}, words[chosen].help);
}

void draw_weight(Ui& ui, int weight) {
  SliderFrame frame(ui, "Weight", "plain.weight", ui.px(44));
  float wanted = static_cast<float>(weight) / kWeightOne;
  const float most = static_cast<float>(kWeightLimit) / kWeightOne;
  const bool changed = ImGui::SliderFloat(SliderFrame::kSlider, &wanted, 1, most, "%.2f",
                                          ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  frame.drawn();
  ui.mark("plain.weight");
  const auto hundredths = static_cast<int>(std::lround(wanted * kWeightOne));
  if (changed && hundredths != weight) ui.run("plan.weight {}", weight_text(hundredths));
  tooltip(ui, "Weight of the heuristic: f = g + w h", {},
          "Above 1, A* expands fewer nodes on the way to the goal, but its path may not be the cheapest. "
          "Double-click to type a number.");
  frame.end(ui, Text("{:.2f}", static_cast<double>(weight) / kWeightOne));
}

// Writes what these options of A* guarantee about the cost of its path.
void draw_promise(Ui& ui, const PlanOptions& options, Profile profile) {
  if (is_admissible(options.heuristic, profile, options.weight)) {
    note(ui, "Admissible: A* finds the cheapest path.");
  } else if (is_admissible(options.heuristic, profile)) {
    note(ui, theme().warn,
         Text("Inadmissible: the path costs at most {} times as much as the cheapest one.",
              weight_text(options.weight)));
  } else {
    note(ui, theme().warn,
         "Inadmissible: with these moves the heuristic may exceed the cost of the path, and nothing is promised of the "
         "path.");
  }
  ui.mark("plain.promise");
}

// Draws the list of searches related to A*, with check boxes that add them to the comparison.
void draw_searches(Ui& ui, const Lab& lab) {
  static constexpr std::array<std::string_view, 6> kTaught = {"dijkstra",      "bfs",   "best-first",
                                                              "bidirectional", "theta", "ida"};
  for (const std::string_view key : kTaught) {
    const PlannerRow* row = lab.state().row(key);
    if (row == nullptr) continue;
    const DisabledScope disabled(ui, row->allowed || row->shown, why_not_within_reach(*row));
    switch_box(ui, Text("{}", row->planner->title), Text("plain.{}", key), Text("planner.show {}", key), row->shown,
               "Adds this planner to the comparison, where it can be stepped");
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const PlanOptions& options = lab.state().plan_options();
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  choice(ui, "Heuristic", "plain.heuristic", "plan.heuristic", kHeuristics, kHeuristicNames,
         static_cast<size_t>(options.heuristic), "Estimate h of the cost to the goal that guides A*");
  draw_weight(ui, options.weight);
  choice(ui, "Tie-breaking", "plain.ties", "plan.ties", kTies, kTiesNames, static_cast<size_t>(options.ties),
         "Which of the open nodes with the same f A* expands first");
  draw_promise(ui, options, lab.world().rules().profile);
  ImGui::Dummy({0, ui.px(4)});
  draw_dim("Compared beside A*");
  draw_searches(ui, lab);
  draw_setting(ui, lab, "plan.ida_expansions", "plain.ida_expansions");
}

}  // namespace

FeaturePanel plain_panel() {
  return {.feature = "plain",
          .tab = {"A*", "tab.plain", "Plain search: what guides A*, and the searches taught beside it",
                  LeftPanelSection::kPlanners, draw_tab},
          .reason = [](const Lab& lab, const Planner& planner) -> std::string {
            return planner.asks != nullptr ? why_fastest(lab.world()) : std::string();
          }};
}

}  // namespace strata
