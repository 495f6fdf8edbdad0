// Purpose: A FigureCard reproduces one figure, table, listing or claim of a paper in the lab, or shows something of our
//          own in the same way. It has texts for the reader, and commands that recreate the figure.
// Format: A text file, one statement per line; # starts a comment. The head comes first:
//             figure ID             as in the list of papers: HPA-1a, ROOM-L1
//             paper PAPER           a name in kFigurePapers: hpa, haa and others
//             number "Figure 1"     its number in the paper
//             title "..."
//             caption "..."         what it shows, in our words; several lines form one text, as for the next three
//             look "..."            what to look at
//             differs "..."         how it differs from the paper, and why
//             printed "..."         numbers of the paper that `differs` repeats
//             table "a | b | c"     a row of a table below the caption, cells between bars; the first row is its head
//             bench "hpa-1"         the row of `strata-bench paper` that measures it
//         Commands follow as in scripts. An `assert` checks a claim of the texts; only tests execute it. Commands may
//         open files beside the card, and stock maps, graphs and levels, by names without folders.
// Errors: "FILE:LINE: reason", also for a command that cards must not contain: one that writes a file, changes the
//         window, or sets a preference.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/result.hpp"

namespace strata {

struct FigurePaper {
  std::string_view name;   // "hpa"
  std::string_view title;  // "HPA*: Botea, Müller, Schaeffer 2004"
  std::string_view begin;  // prefix of its ids: "HPA-"
};
inline constexpr std::array<FigurePaper, 7> kFigurePapers = {
    {{"hpa", "HPA*: Botea, M\xc3\xbcller, Schaeffer 2004", "HPA-"},
     {"haa", "HAA*: Harabor, Botea 2008", "HAA-"},
     {"rooms", "Rooms: Harabor, Botea 2010", "ROOM-"},
     {"sectors", "Sectors, landmarks, contraction: Sturtevant, Geisberger 2010", "SG-"},
     {"hna", "HNA*: Rahmani, Pelechano 2020", "HNA-"},
     {"dlite", "D* Lite: Koenig, Likhachev 2002", "DL-"},
     {"links", "Links between cells: ours, of no paper", "LINK-"}}};

struct FigureCard {
  struct CardCommand {
    size_t number = 0;  // line in the file, from 1
    Command command;
    bool checks = false;  // the command checks a value, and changes nothing
  };
  std::string file;
  std::string id, number, title;
  size_t paper = 0;  // index of the paper in kFigurePapers
  std::string caption, look, differs, printed, bench;
  std::vector<std::vector<std::string>> table;  // rows of cells, all as long as the first one, the head; empty: none
  std::vector<CardCommand> lines;
};

inline constexpr size_t kMaxCardBytes = 1u << 16;
inline constexpr size_t kMaxCardLines = 300;
inline constexpr size_t kMaxCardColumns = 12;

// Parses a card. `file` names it in errors.
Result<FigureCard> read_figure_card(std::string_view text, const std::string& file);
// Reads all cards of a folder (*.figure), ordered by paper and number.
Result<std::vector<FigureCard>> read_figure_cards(const std::string& folder);

// Returns whether the command opens a file that a card may name: a map, a graph, or a scenario for the open map.
bool opens_card_file(const Command& command);
// Returns an error if cards must not contain the command. `of` is what the message calls the file.
Status check_card_command(const Command& command, std::string_view of = "a card");
// Returns whether the card's texts contain all words, which are in lower case and separated by blanks.
bool figure_card_has(const FigureCard& card, std::string_view words);
// Returns the numbers in a text, without commas between thousands. Words from three to twelve are numbers, too. Numbers
// that are part of a name, such as F4 or hpa2, and numbers after the word "level" are not.
std::vector<std::string> numbers_in_text(std::string_view text);
// Returns the numbers in the texts that no `assert` of the card compares a value with. In `differs` and `table` a
// number may also occur in `printed`.
std::vector<std::string> unproven_numbers(const FigureCard& card);

}  // namespace strata
