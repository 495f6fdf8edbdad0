// The tab of plain search: heuristic, weight and order among equals of A*, what they promise, and the searches that are
// taught beside it.
#include "app/features/plain/plain_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/query_desk.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/weighted_search.hpp"

namespace strata {
namespace {

struct Word {
  const char* title;
  const char* help;
};

// By Heuristic.
constexpr std::array<Word, kHeuristicNames.size()> kHeuristics = {{
    {"octile", "What the moves cost on an empty map: the usual one"},
    {"Euclid", "The straight line between the two cells"},
    {"Manhattan", "Straight steps only; with diagonal moves it says more than the way costs"},
    {"Chebyshev", "The longer side of the rectangle between the two cells"},
    {"none", "Nothing is expected: A* becomes Dijkstra's search"},
}};

// By Ties.
constexpr std::array<Word, kTiesNames.size()> kTies = {{
    {"larger g first", "Of nodes with the same f the one that is farther from the start"},
    {"smaller g first", "Of nodes with the same f the one that is nearer to the start"},
    {"first in, first out", "Of nodes with the same f the one that has waited longest"},
}};

// A list of words, of which one is chosen by a command.
template <size_t kCount>
void choice(Ui& ui, const char* label, const char* name, const char* command, const std::array<Word, kCount>& words,
            const std::array<std::string_view, kCount>& keys, size_t chosen, const char* help) {
  setting_row(ui, label);
  char id[48];
  std::snprintf(id, sizeof id, "##%s", name);
  if (ImGui::BeginCombo(id, words[chosen].title)) {
    for (size_t i = 0; i < kCount; ++i) {
      if (ImGui::Selectable(words[i].title, i == chosen)) ui.run(fmt::format("{} {}", command, keys[i]));
      if (ui.dump().enabled()) ui.dump().mark(fmt::format("{}.{}", name, keys[i]));
      tooltip(ui, words[i].help, {});
    }
    ImGui::EndCombo();
  }
  ui.dump().mark(name);
  tooltip(ui, help, {}, words[chosen].help);
}

void draw_weight(Ui& ui, int weight) {
  const SliderFrame frame(ui, "Weight", "plain.weight", ui.px(70));
  float wanted = static_cast<float>(weight) / kWeightOne;
  const float most = static_cast<float>(kMostWeight) / kWeightOne;
  const bool changed = ImGui::SliderFloat(SliderFrame::kSlider, &wanted, 1, most, "%.2f",
                                          ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  frame.drawn();
  ui.dump().mark("plain.weight");
  const auto hundredths = static_cast<int>(std::lround(wanted * kWeightOne));
  if (changed && hundredths != weight) ui.run(fmt::format("plan.weight {}", weight_text(hundredths)));
  tooltip(ui, "Weight of the heuristic: f = g + w h", {},
          "Above 1, A* runs for the goal and opens less; its path is no longer promised to be the cheapest one. "
          "Ctrl+click types a number.");
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", static_cast<double>(weight) / kWeightOne);
  frame.end(ui, text);
}

// What A* promises with these choices; a constant, or made when the weight changes.
struct Promise {
  int weight = 0;
  std::string bounded;
};

void draw_promise(Ui& ui, const PlanOptions& options, Profile profile) {
  const bool admissible = is_admissible(options.heuristic, profile);
  ImGui::PushFont(ui.fonts().small);
  if (is_admissible(options.heuristic, profile, options.weight)) {
    text_colored_wrapped(theme().text_dim, "Admissible: A* finds the cheapest path.");
  } else if (admissible) {
    Promise& kept = ui.kept<Promise>();
    if (kept.weight != options.weight) {
      kept.weight = options.weight;
      kept.bounded = fmt::format("Inadmissible: the path costs at most {} times as much as the cheapest one.",
                                 weight_text(options.weight));
    }
    text_colored_wrapped(theme().warn, kept.bounded.c_str());
  } else {
    text_colored_wrapped(theme().warn,
                         "Inadmissible: with these moves the heuristic may say more than the way costs, and nothing is "
                         "promised of the path.");
  }
  ImGui::PopFont();
  ui.dump().mark("plain.promise");
}

// The searches that are taught beside A*, each to be compared by a box.
void draw_searches(Ui& ui, const Lab& lab) {
  static constexpr std::array<std::string_view, 5> kTaught = {"dijkstra", "bfs", "best-first", "bidirectional",
                                                              "theta"};
  char label[64], name[48], command[64];
  for (const std::string_view key : kTaught) {
    const PlannerRow* row = lab.state().row(key);
    if (row == nullptr) continue;
    const std::string_view title = row->planner->title;
    std::snprintf(label, sizeof label, "%.*s", static_cast<int>(title.size()), title.data());
    std::snprintf(name, sizeof name, "plain.%.*s", static_cast<int>(key.size()), key.data());
    std::snprintf(command, sizeof command, "planner.show %.*s", static_cast<int>(key.size()), key.data());
    ImGui::BeginDisabled(!row->allowed && !row->shown);
    switch_box(ui, label, name, command, row->shown, "In the comparison, and to be stepped there");
    ImGui::EndDisabled();
  }
}

void draw_tab(Ui& ui, Lab& lab) {
  const PlanOptions& options = lab.state().plan_options;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  choice(ui, "Heuristic", "plain.heuristic", "plan.heuristic", kHeuristics, kHeuristicNames,
         static_cast<size_t>(options.heuristic), "What A* expects the way to the goal to cost");
  draw_weight(ui, options.weight);
  choice(ui, "Equal f", "plain.ties", "plan.ties", kTies, kTiesNames, static_cast<size_t>(options.ties),
         "What A* opens first among nodes with the same f");
  draw_promise(ui, options, lab.world().rules().profile);
  ImGui::Dummy({0, ui.px(4)});
  text_dim("Compared beside A*");
  draw_searches(ui, lab);
  ImGui::PopStyleVar();
}

}  // namespace

FeaturePanel plain_panel() {
  return {.feature = "plain",
          .tab = {"A*", "tab.plain", "Plain search: what guides A*, and the searches taught beside it",
                  StructureId::kMoves, draw_tab}};
}

}  // namespace strata
