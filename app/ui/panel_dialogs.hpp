// Purpose: Dialogs shows one dialog at a time, the most urgent first. All dialogs work with the keyboard: Tab and
//          arrows move, Enter presses the left button, Esc closes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/ui/dialog_frame.hpp"
#include "app/ui/dialogs_view.hpp"
#include "app/ui/file_browser.hpp"
#include "app/ui/panel_glossary.hpp"
#include "app/ui/panel_keys.hpp"
#include "app/ui/panel_preferences.hpp"
#include "app/ui/panel_search.hpp"
#include "app/ui/panel_terrains.hpp"
#include "app/ui/recent_files.hpp"

namespace strata {

class Lab;
class Ui;
struct MenuContext;

class Dialogs {
 public:
  // `maps_folder` is the folder with the maps of the program; `maps_there` says whether it contains any.
  Dialogs(const std::string& maps_folder, bool maps_there);

  // Draws the dialog. `width` and `height` are those of the window in pixels.
  void draw(Ui& ui, Lab& lab, const MenuContext& context, float width, float height);
  // Returns the dialog that was open in the last frame; empty if there was none.
  const std::string& open() const { return open_; }
  // Returns whether the next key must not run a command: a row in the list of keys waits for its new key.
  bool wants_key() const {
    return open_ == "help" ? help_.waiting() : open_ == "preferences" && preferences_.keys().waiting();
  }
  void take_key(Ui& ui, const KeyChord& chord) {
    (open_ == "preferences" ? preferences_.keys() : help_).take(ui, chord);
  }

 private:
  struct DialogContent;
  static const DialogContent* body_of(const std::string& key);
  void begin(const std::string& wanted, const Lab& lab);
  void begin_browser(const std::string& wanted, const Lab& lab);

  std::string maps_folder_;
  bool maps_there_;
  std::string open_;
  DialogFrame frame_;
  // The dialogs that have been drawn since they were opened.
  std::vector<std::string> begun_;
  std::map<std::string, FileBrowser> browsers_;  // by name of the dialog
  NewMapDialog new_map_;
  GenerateDialog generate_;
  GotoDialog goto_;
  ExportDialog export_;
  CommandSearch search_;
  KeysDialog help_;
  GlossaryDialog glossary_;
  PreferencesDialog preferences_;
  RecentFilesDialog recent_;
  TerrainsDialog terrains_;
};

}  // namespace strata
