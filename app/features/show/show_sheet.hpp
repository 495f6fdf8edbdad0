// Purpose: sheet_html writes the presenter's sheet of a run of show: one page of HTML that needs no other file and can
//          be printed. For each item it has the minutes, what is shown, the key that goes on, notes and questions.
// Shapes: Every text that comes from the file is escaped.
#pragma once

#include <string>
#include <string_view>

namespace strata {

struct RunOfShow;

// The keys that go to the next stop and to the one before; empty: the command has no key.
struct SheetKeys {
  std::string_view next, back;
};
std::string sheet_html(const RunOfShow& show, const SheetKeys& keys);

}  // namespace strata
