#include "app/lab/first_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/base/key_bindings.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/playback/playback.hpp"
#include "core/grid/terrain.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kHints> kHintNames = {"paint", "move", "step"};

bool is_done(const LabState& state, Hint hint) { return state.hints_done[static_cast<size_t>(hint)]; }

// Stores in the settings which of the suggested actions were done.
void keep_hints(Lab& lab) {
  Settings& settings = lab.settings();
  settings.hints_done.clear();
  for (size_t i = 0; i < kHintNames.size(); ++i) {
    if (lab.state().hints_done[i]) settings.hints_done.emplace_back(kHintNames[i]);
  }
  lab.session().save_settings();
}

bool is_stepping(const Lab& lab) { return !lab.playback().empty() && !lab.playback().at_end(); }

}  // namespace

void open_first_run(Lab& lab, bool on) {
  lab.mutable_state().first_run = on;
  Settings& settings = lab.settings();
  if (on || settings.first_run_closed) return;
  settings.first_run_closed = true;
  lab.session().save_settings();
}

void greet(Lab& lab) {
  const Settings& settings = lab.settings();
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

bool is_guided(const Lab& lab) { return suspended_work(lab).any() || hidden_names(lab).hides_future(); }

std::optional<Hint> hint_now(const Lab& lab) {
  const LabState& state = lab.state();
  // No hint is shown while the card is open, or while a gesture is under way.
  if (!state.hints || state.first_run || state.presentation || !state.hover || is_guided(lab)) return std::nullopt;
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
      const std::string_view forward = lab.keys().bound("step.forward"), play = lab.keys().bound("step.toggle");
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
  lab.settings().hints = on;
  keep_hints(lab);
}

void note_hints_done(Lab& lab) {
  LabState& state = lab.mutable_state();
  if (!state.hints) return;
  const auto before = state.hints_done;
  const auto note = [&](Hint hint, bool now) { state.hints_done[static_cast<size_t>(hint)] |= now; };
  note(Hint::kPaint, state.painting && state.tool == Tool::kBrush);
  note(Hint::kMoveEnds, state.dragging == DraggedMarker::kStart || state.dragging == DraggedMarker::kGoal);
  // The button of the card moves the cursor to event 1, which does not count as stepping by the user.
  note(Hint::kStep, is_stepping(lab) && lab.playback().cursor() > 1);
  if (state.hints_done == before) return;
  if (std::ranges::all_of(state.hints_done, std::identity{})) state.hints = lab.settings().hints = false;
  keep_hints(lab);
}

}  // namespace strata
