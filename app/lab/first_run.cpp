#include "app/lab/first_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"
#include "core/grid/terrain.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kHints> kHintNames = {"paint", "move", "step"};
constexpr std::string_view kCloseCard = "ui.show first_run off";

bool is_done(const LabState& state, Hint hint) { return state.hints_done[static_cast<size_t>(hint)]; }

// Keeps in the settings which hints are done.
void keep_hints(Lab& lab) {
  Settings& settings = lab.session().settings();
  settings.hints_done.clear();
  for (size_t i = 0; i < kHintNames.size(); ++i) {
    if (lab.state().hints_done[i]) settings.hints_done.emplace_back(kHintNames[i]);
  }
  lab.session().save_settings();
}

bool is_stepping(const Lab& lab) { return !lab.playback().empty() && !lab.playback().at_end(); }

}  // namespace

const std::array<FirstRunStep, 4> kFirstRunSteps = {
    {{"Step A*", "first_run.step", "A* is stepped from its first event on",
      [](const Lab&) -> std::vector<std::string> {
        return {"planner.trace astar", "step.first", "step.forward", std::string(kCloseCard)};
      }},
     {"Paint a wall", "first_run.paint", "The brush paints blocked cells",
      [](const Lab&) -> std::vector<std::string> {
        return {"tool.select brush", "terrain.select blocked", std::string(kCloseCard)};
      }},
     {"See HPA*'s levels", "first_run.levels", "Four linked views show the cells and three levels of HPA*",
      [](const Lab& lab) {
        std::vector<std::string> lines;
        // More levels than three stay as they are.
        const PlannerRow* row = lab.state().row("hpa3");
        if (row != nullptr && !row->allowed) lines.emplace_back("hpa.levels 3");
        for (const std::string_view line : {"planner.trace hpa3", "view.split 4", "view.fit"}) lines.emplace_back(line);
        lines.emplace_back(kCloseCard);
        return lines;
      }},
     {"Lessons", "first_run.lessons", "Ten minutes and one idea each: predict, see and read why",
      [](const Lab&) -> std::vector<std::string> {
        return {"ui.show lessons on", std::string(kCloseCard)};
      }}}};

void open_first_run(Lab& lab, bool on) {
  lab.mutable_state().first_run = on;
  Settings& settings = lab.session().settings();
  if (on || settings.first_run_closed) return;
  settings.first_run_closed = true;
  lab.session().save_settings();
}

void greet(Lab& lab) {
  const Settings& settings = lab.session().settings();
  LabState& state = lab.mutable_state();
  state.first_run = !settings.first_run_closed;
  state.hints = settings.hints;
  for (size_t i = 0; i < kHintNames.size(); ++i) {
    state.hints_done[i] = std::ranges::find(settings.hints_done, kHintNames[i]) != settings.hints_done.end();
  }
}

std::string_view hint_name(std::optional<Hint> hint) {
  return hint ? kHintNames[static_cast<size_t>(*hint)] : std::string_view();
}

std::optional<Hint> hint_now(const Lab& lab) {
  const LabState& state = lab.state();
  // The card says what to do; during a gesture the hand knows.
  if (!state.hints || state.first_run || state.presentation || !state.hover) return std::nullopt;
  if (state.painting || state.panning || state.shape || state.dragging != DraggedMarker::kNone) return std::nullopt;
  if (state.tool == Tool::kBrush) return is_done(state, Hint::kPaint) ? std::nullopt : std::optional(Hint::kPaint);
  if (state.tool != Tool::kSelect || !state.has_query) return std::nullopt;
  if (is_stepping(lab) && !is_done(state, Hint::kStep)) return Hint::kStep;
  return is_done(state, Hint::kMoveEnds) ? std::nullopt : std::optional(Hint::kMoveEnds);
}

std::string hint_text(const Lab& lab, Hint hint) {
  const LabState& state = lab.state();
  switch (hint) {
    case Hint::kPaint:
      if (state.terrain == Terrain::kOut) return "Drag to paint a wall";
      return fmt::format("Drag to paint {}", terrain_info(state.terrain).name);
    case Hint::kMoveEnds:
      return "Drag S or G to another cell";
    case Hint::kStep: {
      const std::string_view forward = bound_keys("step.forward"), play = bound_keys("step.toggle");
      if (forward.empty() || play.empty()) return "The buttons of the timeline step on";
      return fmt::format("{} steps on, {} plays", forward, play);
    }
  }
  return {};
}

void switch_hints(Lab& lab, bool on) {
  LabState& state = lab.mutable_state();
  state.hints = on;
  if (on) state.hints_done = {};
  lab.session().settings().hints = on;
  keep_hints(lab);
}

void note_hints_done(Lab& lab) {
  LabState& state = lab.mutable_state();
  if (!state.hints) return;
  const auto before = state.hints_done;
  const auto note = [&](Hint hint, bool now) { state.hints_done[static_cast<size_t>(hint)] |= now; };
  note(Hint::kPaint, state.painting && state.tool == Tool::kBrush);
  note(Hint::kMoveEnds, state.dragging == DraggedMarker::kStart || state.dragging == DraggedMarker::kGoal);
  // The button of the card takes the first step.
  note(Hint::kStep, is_stepping(lab) && lab.playback().cursor() > 1);
  if (state.hints_done == before) return;
  if (std::ranges::all_of(state.hints_done, std::identity{})) state.hints = lab.session().settings().hints = false;
  keep_hints(lab);
}

}  // namespace strata
