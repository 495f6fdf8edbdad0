// Purpose: These functions guide a person who starts the lab for the first time. A small card in a
//          corner of the map says what one can do and steps a first search, and hints beside the pointer suggest
//          actions until each was done once. The settings store when both have ended, so that they do not come back.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;

// --- The card in a corner of the map.

inline constexpr std::string_view kFirstRunText =
    "Drag S or G: every planner searches again. Edit at the left has a brush, Learn has lessons.";
inline constexpr std::string_view kFirstRunButton = "Step A*";
// The commands that the button runs, in order. The last of them closes the card.
inline constexpr std::array<std::string_view, 4> kFirstRunLines = {"planner.trace astar", "step.first", "step.forward",
                                                                   "ui.show first_run off"};

// Opens the card, or closes it for good, so that it does not open at later starts.
void open_first_run(Lab& lab, bool on);
// Called at the start of the program if a person sits at the window. Opens the card and begins to show hints, unless
// they were closed or switched off before.
void greet(Lab& lab);

// --- Hints.

// Returns whether something else tells the user what to do on the map: a lesson or a prediction. Clicks
// may mean something else there, so that no hints are shown.
bool is_guided(const Lab& lab);
std::string_view hint_name(std::optional<Hint> hint);  // "paint"; "" without a hint
// Returns the hint for what is under the pointer and for the selected tool; nullopt: there is none.
std::optional<Hint> hint_now(const Lab& lab);
std::string hint_text(const Lab& lab, Hint hint);  // "Drag to paint a wall"
// `on` switches all hints on again, also those whose actions were done; otherwise hints are switched off for good.
void switch_hints(Lab& lab, bool on);
// Finds out which suggested actions were done since the last call. The hint for such an action does not come back; when
// none is left, hints are switched off. Called at every tick.
void note_hints_done(Lab& lab);

}  // namespace strata
