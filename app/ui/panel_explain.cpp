#include "app/ui/panel_sections.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/lab/breakpoint_checks.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/event_words.hpp"
#include "app/playback/narration.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

// Number of nodes of an open list that are shown.
constexpr size_t kShownOpen = 8;
// Number of nodes that are shown if their order is hidden from a learner.
constexpr size_t kShownInAnyOrder = 60;
// During playback the lists are updated only if the search has at most this many events.
constexpr size_t kLiveEvents = 200'000;

// The state from which the texts and lists of the panel were made.
struct PanelInputs {
  uint64_t playback = 0, trace = 0;
  Cost unit = 0;
  const void* code = nullptr;
  friend bool operator==(const PanelInputs&, const PanelInputs&) = default;
};

PanelInputs moment_of(const Lab& lab) {
  const Playback& playback = lab.playback();
  return {playback.version() + 1, playback.trace_version(), lab.query().trace_unit(),
          lab.query().pseudo_code().lines.data()};
}

// Returns whether lists may be updated now that need a pass over the events of the search.
bool may_look_through(const Playback& playback) {
  const EventRange range = events_of_search(playback, playback.cursor());
  if (range.end - range.begin <= kLiveEvents) return true;
  return !playback.clock().playing() && !ImGui::IsMouseDown(0);
}

// An open list as texts.
struct OpenListTexts {
  struct NodeRow {
    std::string node, f, g, h;
    int x, y;  // cell of the node
  };
  size_t total = 0;
  // The nodes are in the order in which they would be expanded.
  bool in_order = true;
  std::vector<NodeRow> rows;
};

OpenListTexts shown_list(const Lab& lab, const ExpansionOrder& order, bool backward) {
  const Playback& playback = lab.playback();
  const EventFormatter words(playback, lab.query().trace_unit());
  const bool hide_order = hidden_names(lab).hides_open_order();
  OpenList list = open_list(playback, playback.cursor(), order, hide_order ? SIZE_MAX : kShownOpen, backward);
  if (hide_order) {
    std::sort(list.nodes.begin(), list.nodes.end(),
              [](const OpenNode& a, const OpenNode& b) { return a.node < b.node; });
    list.nodes.resize(std::min(list.nodes.size(), kShownInAnyOrder));
  }
  OpenListTexts shown{list.total, !hide_order, {}};
  for (const OpenNode& node : list.nodes) {
    const NodePlace at = playback.place(list.level, node.node);
    shown.rows.push_back({place_text(at), words.sum(node.g, node.h), words.cost(node.g), words.cost(node.h),
                          static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))});
  }
  return shown;
}

struct ExplainPanelCache {
  PanelInputs sentence_of, open_of;
  std::string sentence;
  OpenListTexts open[2];
  bool both = false;
  TieBreaking ties = TieBreaking::kLargeG;
  bool hid_order = false;
  PanelInputs stops_of;
  Breakpoints stops_at;
  std::string never[kBreakConditionNames.size()];
};

struct CellExplanationCache {
  PanelInputs of;
  Cell cell{-1, -1};
  uint64_t world = 0;
  std::string text;
  CellExplanations explanations;
};

// Draws an open list with at most `most` rows. `rows` is the font of the rows; null: the current one.
void draw_open_list(Ui& ui, const OpenListTexts& list, const char* title, const char* name, size_t most, ImFont* rows) {
  print_dim("{}: {}{}", title, count_text(list.total),
            list.total == 0 ? ""
            : list.in_order ? ", next first"
                            : ", in the order of the map");
  ui.mark(name);
  if (list.rows.empty() || !ImGui::BeginTable(name, 4, ImGuiTableFlags_RowBg)) return;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.6f);
  for (int i = 0; i < 3; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
  for (const char* column : {"node", "f", "g", "h"}) print_dim_cell("{}", column);
  if (rows != nullptr) ImGui::PushFont(rows);
  const size_t shown = std::min(list.rows.size(), most);
  for (size_t i = 0; i < shown; ++i) {
    const OpenListTexts::NodeRow& row = list.rows[i];
    const IdScope id(static_cast<int>(i));
    ImGui::TableNextColumn();
    if (ImGui::Selectable(row.node.c_str(), i == 0 && list.in_order, ImGuiSelectableFlags_SpanAllColumns))
      inspect(ui, {row.x, row.y});
    ui.mark("{}.{}", name, i);
    for (const std::string* value : {&row.f, &row.g, &row.h}) print_cell("{}", *value);
  }
  if (rows != nullptr) ImGui::PopFont();
  ImGui::EndTable();
  if (list.total > shown) print_dim("... and {} more", list.total - shown);
}

// Updates the open lists if the cursor has moved. Returns false if they are updated only when playback stops.
bool follow_open_lists(const Lab& lab, ExplainPanelCache& memory) {
  const Playback& playback = lab.playback();
  const PanelInputs now = moment_of(lab);
  const TieBreaking ties = lab.state().plan_options().ties;
  const bool hides = hidden_names(lab).hides_open_order();
  if (!(memory.open_of == now) || memory.ties != ties || memory.hid_order != hides) {
    memory.hid_order = hides;
    if (!may_look_through(playback)) return false;
    memory.open_of = now;
    memory.ties = ties;
    memory.both = playback.outline().two_way;
    const ExpansionOrder order = stepped_narration(lab).expansion_order(ties);
    for (const bool backward : {false, true}) {
      memory.open[backward] = backward && !memory.both ? OpenListTexts() : shown_list(lab, order, backward);
    }
  }
  return true;
}

void draw_open_lists(Ui& ui, const Lab& lab, ExplainPanelCache& memory, bool fit) {
  if (!follow_open_lists(lab, memory)) return draw_dim("The list follows when the search rests.");
  size_t most = hidden_names(lab).hides_open_order() ? kShownInAnyOrder : kShownOpen;
  if (fit) {
    // Besides its rows, each list has a title, a header and a line about rows that are left out. The conditions for
    // stopping are below.
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float room = (ImGui::GetContentRegionAvail().y / line - 1.3f) / (memory.both ? 2 : 1) - 3;
    most = static_cast<size_t>(std::clamp(room, 2.0f, static_cast<float>(most)));
  }
  draw_open_list(ui, memory.open[0], memory.both ? "Open from the start" : "Open", "explain.open", most,
                 ui.fonts().mono);
  if (memory.both) draw_open_list(ui, memory.open[1], "Open from the goal", "explain.open_back", most, ui.fonts().mono);
}

void draw_conditions(Ui& ui, const Lab& lab, ExplainPanelCache& memory) {
  static constexpr const char* kLabels[] = {"f increases", "a node is reopened", "the level changes",
                                            "the inspected cell is touched"};
  static constexpr const char* kHelp[] = {
      "Stops where a node is expanded whose f is larger than that of the node before",
      "Stops where a cheaper path is found to a node that was expanded already",
      "Stops where the search goes on on another level", "Stops at every event that concerns the cell"};
  const Playback& playback = lab.playback();
  const Breakpoints& stops = playback.breakpoints();
  const PanelInputs now{0, playback.trace_version(), 0, lab.query().pseudo_code().lines.data()};
  bool fresh = memory.stops_of == now && memory.stops_at.watched() == stops.watched();
  for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
    const auto when = static_cast<BreakCondition>(i);
    fresh = fresh && memory.stops_at.at(when) == stops.at(when);
  }
  if (!fresh) {
    memory.stops_of = now;
    memory.stops_at = stops;
    for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
      const auto when = static_cast<BreakCondition>(i);
      memory.never[i] = stops.at(when) ? never_stops(lab, when) : std::string();
    }
  }
  for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
    const auto when = static_cast<BreakCondition>(i);
    const bool touched = when == BreakCondition::kTouched;
    bool on = stops.at(when);
    if (touched && !on && !lab.state().inspected) continue;
    ImGui::PushID(static_cast<int>(i));
    if (check_box(ui, touched && on ? Text("({}) is touched", stops.watched()) : Text("{}", kLabels[i]), &on)) {
      const Cell cell = touched && on ? lab.state().inspected->cell : Cell{};
      ui.run("step.condition {} {}{}", break_condition_name(when), on ? "on" : "off",
             touched && on ? fmt::format(" {} {}", cell.x, cell.y) : "");
    }
    const std::string_view keys = ui.keys_of("step.run");
    describe(ui, Text("explain.stop.{}", break_condition_name(when)), kHelp[i], {},
             keys.empty() ? Text("Playing stops there") : Text("{} runs to it; playing stops there too", keys));
    ImGui::PopID();
    if (!memory.never[i].empty()) text_colored_wrapped(theme().warn, memory.never[i]);
  }
}

}  // namespace

namespace {

const std::string& sentence_now(ExplainPanelCache& memory, const Lab& lab) {
  if (const PanelInputs now = moment_of(lab); !(memory.sentence_of == now)) {
    memory.sentence_of = now;
    memory.sentence = explained_step(lab);
  }
  return memory.sentence;
}

}  // namespace

float draw_step_sentence(Ui& ui, const Lab& lab, float height) {
  const std::string& sentence = sentence_now(ui.kept<ExplainPanelCache>(), lab);
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* font = nullptr;
  float needs = 0;
  for (ImFont* wanted : {ui.fonts().text, ui.fonts().table, ui.fonts().small}) {
    font = wanted;
    const FontScope scope(font);
    needs = wrapped_height(sentence, width);
    if (needs <= height) break;
  }
  const FontScope scope(font);
  const float used = std::ceil(std::min(needs, height));
  ImGui::BeginChild("sentence", {0, used}, false, ImGuiWindowFlags_NavFlattened);
  text_colored_wrapped(theme().text, sentence);
  ui.mark("explain.sentence");
  ImGui::EndChild();
  if (needs > height) tooltip(ui, sentence, {});
  return used;
}

void draw_explain(Ui& ui, const Lab& lab) {
  text_colored_wrapped(theme().text, sentence_now(ui.kept<ExplainPanelCache>(), lab));
  ui.mark("explain.sentence");
  if (lab.playback().empty()) return;
  ImGui::Dummy({0, ui.px(2)});
  draw_explained_lists(ui, lab, false);
}

void draw_explained_lists(Ui& ui, const Lab& lab, bool fit) {
  if (lab.playback().empty()) return;
  auto& memory = ui.kept<ExplainPanelCache>();
  const bool has_list = lab.state().process == nullptr;
  if (has_list && (fit || fold("Open list", true))) draw_open_lists(ui, lab, memory, fit);
  if (fold(ui, "Break when", "explain.stops")) draw_conditions(ui, lab, memory);
  ImGui::Dummy({0, ui.px(4)});
}

void draw_open_list_alone(Ui& ui, const Lab& lab, size_t most) {
  if (lab.playback().empty() || lab.state().process != nullptr) return;
  auto& memory = ui.kept<ExplainPanelCache>();
  if (!follow_open_lists(lab, memory)) return draw_dim("The list follows when the search rests.");
  draw_open_list(ui, memory.open[0], memory.both ? "Open from S" : "Open", "explain.open", most, nullptr);
  if (memory.both) draw_open_list(ui, memory.open[1], "Open from G", "explain.open_back", most, nullptr);
}

void draw_why(Ui& ui, const Lab& lab) {
  auto& memory = ui.kept<CellExplanationCache>();
  const Cell cell = lab.state().inspected->cell;
  const PanelInputs now = moment_of(lab);
  const uint64_t world =
      lab.world().map().revision() << 24 ^ lab.state().rules_version << 12 ^ lab.query().plan_version();
  if (!(memory.of == now) || !(memory.cell == cell) || memory.world != world) {
    if (may_look_through(lab.playback())) {
      memory.of = now;
      memory.cell = cell;
      memory.world = world;
      memory.text = memory.explanations.why(explained_search(lab), cell);
    } else if (!(memory.cell == cell)) {
      memory.cell = cell;
      memory.text = "Why is said when the search rests.";
    }
  }
  draw_dim("Why?");
  text_colored_wrapped(theme().text, memory.text);
  ui.mark("inspector.explained");
}

}  // namespace strata
