// Purpose: A RunOfShow is a lecture as a file: items with planned minutes, each of which shows a card of the figures, a
//          lesson or a map of its own, and stops within the items. Every stop has commands that show it, and notes and
//          questions for the presenter.
// Format: A text file, one statement per line; # starts a comment; texts stand in quotes. The head comes first:
//             show ID VERSION
//             title "..."
//             minutes 45            the sum of the minutes of all items
//         Then come the items. The statements of an item up to its first `stop` belong to its opening:
//             item "TITLE" MINUTES
//             card ID               the item opens this card of the figures, or
//             lesson NAME [step N]  this lesson, at this step, or a map by its first `do`
//             do COMMAND            executed when the stop is shown
//             note "..."            what the presenter says or presses; any number
//             ask "..."             a question for the class; any number
//             assert KEY OP VALUE   checks a claim of the notes; only tests and --check-show execute it
//             stop "TITLE"          begins the next stop of the item
// Errors: "FILE:LINE: reason", also for a command that files of other people must not contain (the same as for cards).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/gallery/figure_card.hpp"
#include "core/base/result.hpp"

namespace strata {

struct ShowStop {
  size_t line = 0;    // line in the file, from 1
  std::string title;  // empty: the opening of an item
  std::vector<FigureCard::CardCommand> lines;
  std::vector<std::string> notes, questions;
};

struct ShowItem {
  size_t line = 0;
  std::string title;
  int minutes = 0;
  std::string card, lesson;  // what the item opens; both empty: its commands open a map
  int lesson_step = 1;
  std::vector<ShowStop> stops;  // the first is the opening
};

struct RunOfShow {
  std::string file, id, title;
  int version = 0, minutes = 0;
  std::vector<ShowItem> items;
};

namespace show_limits {
inline constexpr size_t kBytes = 1u << 16, kItems = 60, kStops = 200, kCommands = 1000, kTexts = 600, kTextBytes = 600;
inline constexpr int kMinutes = 600;
}  // namespace show_limits

// Parses a run of show. `file` names it in errors.
Result<RunOfShow> read_run_of_show(std::string_view text, const std::string& file);
Result<RunOfShow> load_run_of_show(const std::string& path);

// Returns the minutes that are planned for the items before this one.
int minutes_before(const RunOfShow& show, size_t item);
// Returns the numbers in titles, notes and questions that no `assert` of the same item compares a value with.
std::vector<std::string> unproven_numbers(const ShowItem& item);

}  // namespace strata
