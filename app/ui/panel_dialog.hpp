// Purpose: A PanelDialog is a dialog that a feature brings: `ui.show KEY on` opens it, and Dialogs shows it.
#pragma once

#include <span>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

struct PanelDialog {
  const char* key;
  const char* title;  // with the key after "###"
  float width;        // UI pixels
  void (*draw)(Ui&, const Lab&, DialogFrame&);
};

// Returns the dialogs of all features. It is defined above the panels, in app/features.
std::span<const PanelDialog> feature_dialogs();

}  // namespace strata
