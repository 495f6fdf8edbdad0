// Purpose: The glossary explains the terms of the field in one or two sentences each. The window *Glossary*, tooltips
// of
//          labels and lessons read it.
#pragma once

#include <span>
#include <string_view>

namespace strata {

struct GlossaryEntry {
  std::string_view term;     // "expand"
  std::string_view forms;    // other forms of the term, with | between them: "expands|expanded"
  std::string_view meaning;  // one or two sentences
  std::string_view
      source;  // the paper as docs/sources.md names it: "Hart, Nilsson, Raphael 1968"; "ours" if there is none
};

// Returns all entries in alphabetical order.
std::span<const GlossaryEntry> glossary();
// Returns the entry whose term or form is the word, whatever its capital letters; null if there is none.
const GlossaryEntry* glossary_of(std::string_view word);
// Returns the entry of the longest term that stands in the text as whole words; null if there is none. Of two equally
// long terms the first counts.
const GlossaryEntry* glossary_term_in(std::string_view text);

}  // namespace strata
