// Purpose: The glossary explains terms of the field in one or two sentences each. The window *Glossary*, tooltips of
//          labels and lessons use it.
#pragma once

#include <span>
#include <string_view>

namespace strata {

struct GlossaryEntry {
  std::string_view term;     // "expand"
  std::string_view forms;    // other forms of the term, separated by |: "expands|expanded"
  std::string_view meaning;  // one or two sentences
  std::string_view
      source;  // the paper as docs/sources.md names it: "Hart, Nilsson, Raphael 1968"; "ours" if there is none
};

// Returns all entries in alphabetical order.
std::span<const GlossaryEntry> glossary();
// Returns the entry with this term or form, ignoring case; null if there is none.
const GlossaryEntry* glossary_of(std::string_view word);
// Returns the entry of the longest term that occurs in the text as whole words, the first one of equally long terms;
// null if there is none.
const GlossaryEntry* glossary_term_in(std::string_view text);

}  // namespace strata
