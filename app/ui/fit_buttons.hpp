// Purpose: These functions draw the two buttons that set all options of a structure at once
// (app/lab/fitted_options.hpp),
//          and the sentence that says why the present ones were chosen.
#pragma once

#include <string_view>

namespace strata {

class Ui;

struct FitButtons {
  std::string_view line;      // the command: "sectors.options"
  std::string_view name;      // begins the names in the UI dump: "sectors" gives "sectors.automatic"
  std::string_view fit_help;  // the tooltip of "Fit to this map"
  // The other button: its label, the argument of the command, and its tooltip.
  const char* other = "Defaults";
  std::string_view word = "usual";
  std::string_view other_help{};
  bool fitted = false;         // the present options were chosen for this map
  bool other_on = false;       // the structure has the options that the other button sets
  std::string_view reason{};   // why the present options were chosen; empty: they were set one by one
  std::string_view why_not{};  // why the options cannot be fitted now; empty: they can
};
void draw_fit_buttons(Ui& ui, const FitButtons& buttons);
// Draws the reason. It stands below the settings, as it goes when one of them is dragged.
void draw_fit_reason(Ui& ui, const FitButtons& buttons);

}  // namespace strata
