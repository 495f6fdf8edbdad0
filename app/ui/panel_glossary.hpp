// Purpose: GlossaryDialog lists the terms of the field with their meanings. The functions below show the meaning of a
//          term in a text as a tooltip.
#pragma once

#include <array>
#include <string_view>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

class GlossaryDialog {
 public:
  void draw(Ui& ui, DialogFrame& frame);

 private:
  std::array<char, 64> filter_{};
};

// Draws the tab of the left panel with the glossary.
void draw_glossary_tab(Ui& ui, Lab& lab);
// Opens the glossary at the term.
void open_glossary(Ui& ui, std::string_view term);
// Must be called for a text under the pointer. If the text contains a term, its meaning is shown at the
// end of the frame.
void explain_label(std::string_view label);
// Draws the tooltip with that meaning, unless the frame has another tooltip. Must be called once at the end of a frame.
void draw_explained_label(Ui& ui);

}  // namespace strata
