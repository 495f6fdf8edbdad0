// Purpose: These functions are the command search without its window: the list of what it offers, the offers that
//          contain given words, and the reason why Enter does nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/menu_model.hpp"

namespace strata {

struct CommandSuggestion {
  std::vector<std::string> lines;  // commands to run one after the other, or the name to be completed
  std::string title;
  std::string keys;
  std::string help;
  bool complete = true;    // false: the command still needs arguments
  std::string words;       // lower-case text in which the search looks for words
  std::string why_not{};   // why it cannot be given now; empty: it can
  std::string synonyms{};  // other words that people use for it, in lower case
};

// Returns all that keys, menus, tool bar and windows can do, then every command, then preferences by their values.
std::vector<CommandSuggestion> command_suggestions(const Lab& lab, const MenuContext& context);
// Returns the indices of the offers that have all the words, the best first.
std::vector<size_t> find_suggestions(std::span<const CommandSuggestion> offers, std::string_view words);
// Whether all words of the search text occur in the text; both are in lower case.
bool matches(std::string_view text, std::string_view words);
std::string lower(std::string_view text);

// Whether the typed text is a whole command.
bool is_runnable(const std::string& typed);
// Returns why the typed text, which finds nothing, does nothing.
std::string search_reason(const std::string& typed);

}  // namespace strata
