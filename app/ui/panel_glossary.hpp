// Purpose: GlossaryDialog lists the terms of the field with what they mean. The functions below explain terms in
// labels.
#pragma once

#include <array>
#include <string_view>

namespace strata {

class DialogFrame;
class Ui;

class GlossaryDialog {
 public:
  void draw(Ui& ui, DialogFrame& frame);

 private:
  std::array<char, 64> filter_{};
};

// Notes that the pointer is over the last item, whose label is the text: if a term stands in it, the end of the frame
// shows its meaning.
void explain_label(std::string_view label);
// Shows that meaning, unless something else has a tooltip in this frame. Call it once at the end of a frame.
void draw_explained_label(Ui& ui);

}  // namespace strata
