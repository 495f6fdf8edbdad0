// Purpose: FileBrowser is a file chooser inside the window: folders, matching files, and an input line for names and
//          paths. Keys suffice: type to filter, Up/Down to move, Enter to open, Backspace in the empty line to go up.
// Errors: If a folder cannot be read, the reason replaces its list.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/file_kinds.hpp"

struct ImGuiInputTextCallbackData;

namespace strata {

class DialogFrame;
class Ui;
struct LevelOptions;

class FileBrowser {
 public:
  enum class Purpose { kOpen, kSave };

  // Opens the browser for a dialog of the lab: "open", "save_as", "save_graph" and so on. Only files of these
  // `kinds` are listed.
  void begin(const std::string& window, const std::string& folder, const std::string& name,
             std::vector<FileKind> kinds);
  // Draws the content of the dialog. Returns the chosen path once; the surrounding dialog handles its cancellation.
  // `level` are the options for reading a level, which are shown while a level is selected or typed.
  std::optional<std::string> draw(Ui& ui, const DialogFrame& frame, const LevelOptions& level);
  void set_stock_folder(std::string folder) { stock_folder_ = std::move(folder); }

 private:
  struct FolderEntry {
    std::string name;
    std::string lower;
    bool folder = false;
    uint64_t bytes = 0;
  };

  void draw_place(Ui& ui);
  // Draws the input line. Returns whether the line was empty before the input of this frame.
  bool draw_line(Ui& ui, bool appearing);
  // Handles keys. Returns true if the list must be scrolled to the selection.
  bool take_keys(Ui& ui, bool was_empty);
  // Returns whether a level is selected or typed.
  bool names_level() const;
  // Draws the list. Returns the row that was chosen; -1: none.
  int draw_list(Ui& ui, bool scroll);
  void draw_entry(Ui& ui, int row, int& accepted);
  std::optional<std::string> take_selected();
  void read_folder(const std::string& folder);
  void filter();
  std::optional<std::string> accept(const FolderEntry& entry);
  std::optional<std::string> accept_text();
  const char* ending() const;
  // If a path is typed, goes to its folder; what stands after the last slash stays in the line.
  static int take_typed_folder(ImGuiInputTextCallbackData* data);

  Purpose purpose_ = Purpose::kOpen;
  std::vector<FileKind> kinds_;
  std::string window_;
  std::string folder_;
  std::string stock_folder_;
  // The folder that was typed in this frame.
  std::string typed_folder_;
  std::string problem_;
  std::vector<FolderEntry> entries_;
  std::vector<size_t> shown_;
  int selected_ = -1;
  bool moved_ = false;
  bool refocus_ = false;
  bool all_files_ = false;
  // The existing file about which the user was asked whether to overwrite it.
  std::string overwrite_;
  std::array<char, 1024> text_{};
};

}  // namespace strata
