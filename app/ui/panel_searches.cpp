#include "app/ui/panel_sections.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/simple_view.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Returns the cost of the path if the search has ended; otherwise f of the node at the cursor.
std::string cost_so_far(const Lab& lab, int view) {
  const ViewSearches& searches = lab.view_searches();
  const Playback& playback = searches.playback(view);
  const Cost unit = searches.unit(view);
  if (playback.at_end()) {
    const PlannerRow* row = lab.state().row(searches.planner(view).name);
    if (row == nullptr || !row->solved) return {};
    return row->result.found() ? "cost " + cost_text(row->result.cost, lab.query().row_unit(*row->planner)) : "no path";
  }
  const SearchEvent* event = playback.current();
  const bool tells = event != nullptr && event->g != kInfinite && event->type != EventType::kSource &&
                     event->type != EventType::kDestination && event->type != EventType::kNoPath;
  return tells ? "g " + cost_text(event->g, unit) : std::string();
}

// The texts about the search of one view. They are made again when its cursor or the answers have changed.
struct SearchFigures {
  uint64_t moment = 0, answers = 0;
  std::array<std::string, 4> texts;
};

void draw_planner_choice(Ui& ui, const Lab& lab, int view, float width) {
  const Planner& planner = lab.view_searches().planner(view);
  const PlannerStyle style = planner_style(lab.state(), planner.name);
  line_swatch(on_panel(style.color), ui.px(3), style.dash, ui.px(14));
  ImGui::SameLine(0, ui.px(5));
  ImGui::SetNextItemWidth(width);
  const std::vector<PlannerRow>& rows = lab.state().rows;
  const auto listed = [&](const PlannerRow& row) { return is_listed(lab.state(), *row.planner); };
  const auto entry = [&](size_t i) {
    size_t at = 0;
    for (size_t left = i; !listed(rows[at]) || left-- > 0; ++at) continue;
    const PlannerRow& row = rows[at];
    const Planner& other = *row.planner;
    const bool possible = row.within_reach || row.allowed;
    return ComboEntry{other.title,
                      &other == &planner,
                      fmt::format("view.planner {} {}", view + 1, other.name),
                      fmt::format("view.planner.{}", other.name),
                      {},
                      possible ? std::string_view() : why_not_within_reach(row)};
  };
  combo(ui, "##planner", lab.state().names.brief(planner), static_cast<size_t>(std::ranges::count_if(rows, listed)),
        entry, ImGuiComboFlags_HeightLarge);
  describe(ui, Text("view.{}.planner", view + 1), "Whose search this view shows", {},
           view == 0 ? "This one leads: its events are listed below, and its pseudo-code is shown" : "");
}

// --- The section.

struct CellKindCount {
  Rgba color;
  size_t cells;
  std::string text;
};

// Draws three bars side by side: cells that only the first search has expanded, cells that both have, and cells that
// only the second has.
void draw_venn(Ui& ui, const std::array<CellKindCount, 3>& kinds) {
  size_t all = 0;
  for (const CellKindCount& kind : kinds) all += kind.cells;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(14);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
  float x = at.x;
  for (const CellKindCount& kind : kinds) {
    if (all == 0 || kind.cells == 0) continue;
    // Even a small number gets a visible bar.
    const float part = std::max(width * static_cast<float>(kind.cells) / static_cast<float>(all), ui.px(2));
    const float end = std::min(x + part, at.x + width);
    list->AddRectFilled({x, at.y}, {end, at.y + height}, to_im(kind.color));
    x = end;
  }
  ImGui::Dummy({width, height});
  ui.mark("searches.venn");
}

// The texts about a pair of searches. They are made again when one of the cursors has moved.
struct DifferenceTexts {
  uint64_t first = 0, second = 0;
  std::string title;
  std::array<CellKindCount, 3> kinds;
  std::array<std::string, 2> abstract;
};

const DifferenceTexts& texts_of(Ui& ui, Lab& lab, int view) {
  DifferenceTexts& kept = ui.kept<std::array<DifferenceTexts, kMaxViews>>()[static_cast<size_t>(view)];
  ViewSearches& searches = lab.view_searches();
  if (kept.first == searches.playback(0).version() && kept.second == searches.playback(view).version()) return kept;
  kept.first = searches.playback(0).version();
  kept.second = searches.playback(view).version();
  const PlannerNames& names = lab.state().names;
  const std::string_view first = names.brief(searches.planner(0)), second = names.brief(searches.planner(view));
  kept.title = fmt::format("{} and {}", first, second);
  const DifferenceCounts counts = searches.counts(view);
  kept.kinds = {{{kOnlyFirst, counts.only_first,
                  fmt::format("{} only {} has expanded", counted(counts.only_first, "cell"), first)},
                 {kInBoth, counts.both, fmt::format("{} both have expanded", counted(counts.both, "cell"))},
                 {kOnlySecond, counts.only_second,
                  fmt::format("{} only {} has expanded", counted(counts.only_second, "cell"), second)}}};
  const auto above = [](std::string_view name, size_t expansions) {
    return expansions == 0 ? std::string()
                           : fmt::format("{} also has {} of abstract nodes", name, counted(expansions, "expansion"));
  };
  kept.abstract = {above(first, counts.abstract_first), above(second, counts.abstract_second)};
  return kept;
}

// The sentence about where a pair of searches diverges first. It is made again when one of the searches has changed.
struct DivergenceSentence {
  uint64_t first = 0, second = 0;
  std::string text;
};

const std::string& first_divergence(Ui& ui, Lab& lab, int view, const TraceDifference& difference) {
  DivergenceSentence& kept = ui.kept<std::array<DivergenceSentence, kMaxViews>>()[static_cast<size_t>(view)];
  const ViewSearches& searches = lab.view_searches();
  const Playback& first = searches.playback(0);
  const Playback& second = searches.playback(view);
  if (kept.first == first.trace_version() && kept.second == second.trace_version()) return kept.text;
  kept.first = first.trace_version();
  kept.second = second.trace_version();
  const PlannerNames& names = lab.state().names;
  kept.text = divergence_text(difference, {first, names.brief(searches.planner(0))},
                              {second, names.brief(searches.planner(view))}, difference.next_divergence(0).value_or(0));
  return kept.text;
}

void draw_difference(Ui& ui, Lab& lab, int view) {
  ViewSearches& searches = lab.view_searches();
  const DifferenceTexts& texts = texts_of(ui, lab, view);
  const IdScope id(view);
  ImGui::Dummy({0, ui.px(3)});
  print_bold(ui, "{}", texts.title);
  if (searches.playback(0).empty() || searches.playback(view).empty()) {
    const std::string why = searches.note(searches.playback(0).empty() ? 0 : view);
    draw_dim(why.empty() ? "being recorded" : why.c_str());
    return;
  }
  draw_venn(ui, texts.kinds);
  ImGui::PushFont(ui.fonts().small);
  for (const CellKindCount& kind : texts.kinds) {
    swatch(to_im(kind.color), ui.px(10));
    ImGui::SameLine(0, ui.px(6));
    draw_text(kind.text);
  }
  for (const std::string& abstract : texts.abstract) {
    if (!abstract.empty()) draw_dim(abstract);
  }
  const TraceDifference* difference = searches.compared(view);
  if (difference == nullptr) {
    draw_dim("Their steps are being compared.");
  } else if (difference->same()) {
    draw_dim("They do the same at every step.");
  } else {
    note(ui, first_divergence(ui, lab, view, *difference));
  }
  ImGui::PopFont();
  if (difference == nullptr || !difference->same()) {
    button(ui, "Next divergence", Text("searches.divergence.{}", view + 1), Text("step.divergence {}", view + 1),
           "To the next step at which they expand different nodes",
           {.keys = view == 1 ? ui.keys_of("step.divergence") : "",
            .hint = "The first expansion of different nodes, then each time that they part again after having expanded "
                    "the same node"});
  }
}

// The last command line that dragging the play head has given.
struct PlayHeadDrag {
  std::string line;
};

// Draws how far each search is, one below the other, and the play head, which can be dragged.
void draw_head(Ui& ui, const Lab& lab) {
  const ViewSearches& searches = lab.view_searches();
  const LabState& s = lab.state();
  const double end = std::max(searches.end_place(), 1.0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, lane = ui.px(9), gap = ui.px(2);
  const float height = (lane + gap) * static_cast<float>(searches.count());
  ImGui::InvisibleButton("##head", {width, height});
  ui.mark("searches.head");
  if (ImGui::IsItemActive()) {
    const float x = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
    const double place = x <= 0 ? SearchProgress::kBeginning : end * static_cast<double>(x);
    std::string line =
        fmt::format("step.head {:.6f}",
                    s.pace == ProgressMeasure::kExpansions ? static_cast<double>(static_cast<int64_t>(place)) : place);
    // While the play head is not moved, no command is given.
    std::string& last = ui.kept<PlayHeadDrag>().line;
    if (ImGui::IsItemActivated() || line != last) ui.run(line);
    last = std::move(line);
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto x_of = [&](double place) { return at.x + width * static_cast<float>(std::clamp(place / end, 0.0, 1.0)); };
  for (int view = 0; view < searches.count(); ++view) {
    const float y = at.y + (lane + gap) * static_cast<float>(view);
    const PlannerStyle style = planner_style(lab.state(), searches.planner(view).name);
    const ImVec4 color = ImGui::ColorConvertU32ToFloat4(on_panel(style.color));
    list->AddRectFilled({at.x, y}, {x_of(searches.end_place(view)), y + lane}, to_u32(color, 0.28f), ui.px(2));
    if (searches.playback(view).cursor() > 0) {
      // The bar has the dashes of the planner's path.
      const float reached = std::max(x_of(searches.place(view)), at.x + ui.px(1));
      const float piece = style.dash > 0 ? ui.px(style.dash) : reached - at.x;
      list->AddRectFilled({at.x, y}, {reached, y + lane}, to_u32(color, 0.5f), ui.px(2));
      for (float x = at.x; x < reached; x += 2 * piece) {
        list->AddRectFilled({x, y}, {std::min(x + piece, reached), y + lane}, to_u32(color), ui.px(1));
      }
    }
  }
  const float head = x_of(std::max(searches.head(), 0.0));
  list->AddLine({head, at.y - ui.px(2)}, {head, at.y + height}, to_u32(theme().text), ui.px(1.5f));
  const FontScope small(ui.fonts().small);
  const double now = std::max(searches.head(), 0.0);
  switch (s.pace) {
    case ProgressMeasure::kExpansions:
      return print_dim("{} of {} expansions", count_text(static_cast<uint64_t>(now)),
                       count_text(static_cast<uint64_t>(searches.end_place())));
    case ProgressMeasure::kTime:
      if (s.fixed_clock) return draw_dim("Time, as many events each");
      return print_dim("{} of {}", micros_text(s, now), micros_text(s, searches.end_place()));
    case ProgressMeasure::kPhase:
      const double phase = std::clamp(searches.head() - 1e-9, 0.0, static_cast<double>(kPhases - 1));
      return print_dim("Phase: {}", phase_name(static_cast<Phase>(static_cast<int>(phase))));
  }
}

constexpr std::array<const char*, kPaces> kPaceTitles = {"Expansions", "Wall time", "Phase"};
constexpr std::array<const char*, kPaces> kPaceHints = {
    "All searches have expanded the same number of nodes",
    "All searches have run equally long, by their measured times",
    "All searches are in the same phase: insertion, search, refinement, smoothing"};

}  // namespace

void draw_search_title(Ui& ui, const Lab& lab, int view, float width) {
  const ViewSearches& searches = lab.view_searches();
  // A long name gets as much width as there is, as it may say that the costs need not be optimal.
  const std::string_view name = lab.state().names.brief(searches.planner(view));
  const float usual = ui.px(width >= ui.px(330) ? 124 : 96);
  const float needed = text_width(name) + ImGui::GetFrameHeight() + ui.px(16);
  draw_planner_choice(ui, lab, view, std::clamp(needed, usual, std::max(usual, width * 0.5f)));
  ImGui::SameLine(0, ui.px(8));
  const FontScope small(ui.fonts().small);
  ImGui::AlignTextToFramePadding();
  const auto room = [&] { return ImGui::GetWindowPos().x + width - ui.px(8) - ImGui::GetCursorScreenPos().x; };
  const std::string note = searches.note(view);
  if (!note.empty()) {
    draw_text(theme().warn, shortened(note, room()));
    tooltip(ui, note, {});
    return;
  }
  SearchFigures& kept = ui.kept<std::array<SearchFigures, kMaxViews>>()[static_cast<size_t>(view)];
  if (kept.moment != searches.playback(view).version() || kept.answers != lab.query().plan_version()) {
    kept.moment = searches.playback(view).version();
    kept.answers = lab.query().plan_version();
    const SearchCounts& counts = searches.playback(view).counts();
    // The most important texts come first; those for which there is no room are left out.
    kept.texts = {fmt::format("{} expanded", count_text(counts.expanded)), cost_so_far(lab, view),
                  fmt::format("{} open", count_text(counts.open)),
                  fmt::format("{} generated", count_text(counts.generated))};
  }
  const ImVec4& color = searches.waiting(view) ? theme().text_dim : theme().text;
  bool first = true;
  for (const std::string& figure : kept.texts) {
    if (figure.empty()) continue;
    const float needs = text_width(figure) + (first ? 0 : ui.px(12));
    if (!first) ImGui::SameLine(0, ui.px(12));
    if (needs > room()) break;
    draw_text(color, figure);
    if (first) ui.mark("view.{}.counts", view + 1);
    first = false;
  }
}

void draw_searches(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  ImGui::AlignTextToFramePadding();
  draw_dim("Keep pace by");
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(-1);
  combo(ui, "##pace", kPaceTitles[static_cast<size_t>(s.pace)], kPaces, [&](size_t i) {
    const std::string_view name = progress_by_name(static_cast<ProgressMeasure>(i));
    return ComboEntry{kPaceTitles[i], static_cast<ProgressMeasure>(i) == s.pace, fmt::format("view.pace {}", name),
                      fmt::format("searches.pace.{}", name), kPaceHints[i]};
  });
  describe(ui, "searches.pace", "What the play head counts", {}, kPaceHints[static_cast<size_t>(s.pace)]);
  draw_head(ui, lab);
  switch_box(ui, "Colour the difference on the map", "searches.difference", "view.difference", s.difference,
             "The views beside the first show which cells only one of the two searches has expanded, and which both");
  for (int view = 1; view < lab.view_searches().count(); ++view) draw_difference(ui, lab, view);
}

}  // namespace strata
