// Purpose: A PanelDialog is a dialog of a feature: `ui.show KEY on` opens it, and Dialogs shows it.
#pragma once

#include <span>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

struct PanelDialog {
  const char* key;
  // Title of the dialog, followed by "###" and the key.
  const char* title;
  float width;  // UI pixels
  void (*draw)(Ui&, const Lab&, DialogFrame&);
};

// Returns the dialogs of all features. app/features defines it.
std::span<const PanelDialog> feature_dialogs();

}  // namespace strata
