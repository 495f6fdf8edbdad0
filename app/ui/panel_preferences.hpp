// Purpose: PreferencesDialog shows the preferences (app/lab/preferences.hpp) by pages. Changes apply at once.
#pragma once

#include <optional>

#include "app/lab/lab_state.hpp"
#include "app/ui/panel_keys.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;
struct MenuContext;

class PreferencesDialog {
 public:
  void draw(Ui& ui, Lab& lab, const MenuContext& context, DialogFrame& frame);
  KeysDialog& keys() { return keys_; }
  const KeysDialog& keys() const { return keys_; }

 private:
  KeysDialog keys_;
  // The page that was shown in the last frame; nullopt: the dialog was closed.
  std::optional<PreferencesPage> page_;
};

}  // namespace strata
