// Purpose: The first minute tells somebody who has never seen the lab what to do: a card over the map with three steps,
//          and hints that follow the pointer until what they tell to do was done once. Both end for good, and the
//          settings keep that.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;

// --- The card.

inline constexpr std::array<std::string_view, 3> kFirstRunSentences = {
    "Planners look for the cheapest path from S to G, over cells or over a hierarchy.",
    "Drag S or G, or paint walls: every planner answers again at once.",
    "Step through a search to see which node it expands next, and why."};

// A step that the card offers: a button.
struct FirstRunStep {
  std::string_view title;  // "Step A*"
  std::string_view name;   // in the UI dump: "first_run.step"
  std::string_view help;
  // Returns the commands that the button runs, one after the other. The last one closes the card.
  std::vector<std::string> (*lines)(const Lab&);
};
extern const std::array<FirstRunStep, 4> kFirstRunSteps;

// Opens the card, or closes it for good: no start opens it again.
void open_first_run(Lab& lab, bool on);
// Begins a run in which a person sits before the window: opens the card unless it was closed before, and lets hints
// follow the pointer unless they were switched off.
void greet(Lab& lab);

// --- Hints.

std::string_view hint_name(std::optional<Hint> hint);  // "paint"; of none ""
// Returns the hint for what the pointer is over, with the tool in use; nullopt: none is needed.
std::optional<Hint> hint_now(const Lab& lab);
std::string hint_text(const Lab& lab, Hint hint);  // "Drag to paint a wall"
// Switches hints on, all of them anew, or off for good.
void switch_hints(Lab& lab, bool on);
// Notes what was done since the last call: a hint that tells to do it is gone for good, and hints are off when none is
// left. Called at every tick.
void note_hints_done(Lab& lab);

}  // namespace strata
