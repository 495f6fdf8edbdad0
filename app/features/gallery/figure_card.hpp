// Purpose: A FigureCard rebuilds one figure, table, listing or claim of a paper in the lab. It has a head for people,
// and
//          the commands that bring the lab to what the figure shows.
// Format: A text file, one statement a line, # starts a comment. The head comes first:
//             figure ID             as the papers' list names it: HPA-1a, ROOM-L1
//             paper PAPER           hpa, haa, rooms, sectors or hna
//             number "Figure 1"     where the paper has it
//             title "..."
//             caption "..."         what is seen, in our words; several lines make one text, as do the next three
//             look "..."            what to look at
//             differs "..."         what differs from the paper, and why
//             printed "..."         the numbers of the paper that the texts repeat
//             bench "hpa-1"         the row of `strata-bench paper` that measures it
//         Then come commands as in scripts. An `assert` proves a number of the texts; it is carried out by tests alone.
//         Files that commands open lie beside the card, or are stock maps, graphs and levels; they have names without
//         folders.
// Errors: "FILE:LINE: reason", also for a command that a card may not run: one that writes a file, changes the window,
//         or sets what a person has set for the program.
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
  std::string_view begin;  // what ids begin with: "HPA-"
};
inline constexpr std::array<FigurePaper, 5> kFigurePapers = {
    {{"hpa", "HPA*: Botea, M\xc3\xbcller, Schaeffer 2004", "HPA-"},
     {"haa", "HAA*: Harabor, Botea 2008", "HAA-"},
     {"rooms", "Rooms: Harabor, Botea 2010", "ROOM-"},
     {"sectors", "Sectors, landmarks, contraction: Sturtevant, Geisberger 2010", "SG-"},
     {"hna", "HNA*: Rahmani, Pelechano 2020", "HNA-"}}};

struct FigureCard {
  struct Line {
    size_t number = 0;  // in the file, from 1
    Command command;
  };
  std::string file;
  std::string id, number, title;
  size_t paper = 0;  // index into kFigurePapers
  std::string caption, look, differs, printed, bench;
  std::vector<Line> lines;
};

inline constexpr size_t kMaxCardBytes = 1u << 16;
inline constexpr size_t kMaxCardLines = 300;

// Reads the text of a card. `file` stands in errors.
Result<FigureCard> read_figure_card(std::string_view text, const std::string& file);
// Reads all cards of a folder (*.figure) in the order of papers and numbers.
Result<std::vector<FigureCard>> read_figure_cards(const std::string& folder);

// Whether the command opens a file that a card names: a map, a graph, or a scenario, which is opened on the open map.
bool opens_card_file(const Command& command);
// Says why a card may not run the command.
Status check_card_command(const Command& command);
// Whether all of the words, in small letters and apart by blanks, stand in the card's texts.
bool figure_card_has(const FigureCard& card, std::string_view words);
// Returns the numbers of caption, look and differs that neither a command of the card nor `printed` has. Numbers after
// "level" are names.
std::vector<std::string> unproven_numbers(const FigureCard& card);

}  // namespace strata
