// Purpose: The command search suggests commands by their titles for what the user types, and behind ">" by their
//          names. These functions are its part without a window: the list of suggestions, those that match the
//          typed words, and the reason why the Enter key does nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/menu_model.hpp"

namespace strata {

struct CommandSuggestion {
  // The commands that the suggestion runs one after the other. If `complete` is false: the command name
  // to be completed.
  std::vector<std::string> lines;
  std::string title;
  std::string keys;
  std::string help;
  // False: the command still needs arguments, so that the Enter key only completes its name.
  bool complete = true;
  // The lower-case text that is compared with the typed words.
  std::string words;
  std::string why_not{};   // why the command cannot be run now; empty: it can
  std::string synonyms{};  // other words that people use for it, in lower case
};

// Returns the suggestions: first all that keys, menus, tool bar and windows offer, then all commands, then the
// values of preferences.
std::vector<CommandSuggestion> command_suggestions(const Lab& lab, const MenuContext& context);
// A text that begins with ">" is a command line for people who write scripts: typed_line() returns it without the sign,
// and command_line_suggestions() returns all commands by name and usage.
std::optional<std::string> typed_line(std::string_view typed);
std::vector<CommandSuggestion> command_line_suggestions();
// Returns the indices of the suggestions that match all typed words, the best match first.
std::vector<size_t> find_suggestions(std::span<const CommandSuggestion> offers, std::string_view words);
// Returns whether all words of `words` occur in `text`; both are in lower case.
bool matches(std::string_view text, std::string_view words);
std::string lower(std::string_view text);

// Returns whether the typed text is a complete command line.
bool is_runnable(const std::string& typed);
// Returns why Enter does nothing for the typed text, which matches no suggestion.
std::string search_reason(const std::string& typed);

}  // namespace strata
