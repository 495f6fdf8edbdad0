// Purpose: FileBrowser is a file chooser inside the window: folders, the files of interest, a line for names and paths.
//          The keyboard alone is enough: type to filter, Up/Down to move, Enter to open, Backspace in the empty line to
//          go up.
// Errors: Where a folder cannot be read, the reason stands in place of its list.
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

  // Begins for one of the lab's windows: "open", "save_as", "save_graph" and so on.
  // `kinds` are those of the files of interest.
  void begin(const std::string& window, const std::string& folder, const std::string& name,
             std::vector<FileKind> kinds);
  // Draws the body of the dialog. Returns the chosen path once; the dialog around it handles "cancelled". `level` has
  // the options for levels, shown while a level is chosen or typed.
  std::optional<std::string> draw(Ui& ui, const DialogFrame& frame, const LevelOptions& level);
  void set_stock_folder(std::string folder) { stock_folder_ = std::move(folder); }

 private:
  struct Entry {
    std::string name;
    std::string lower;
    bool folder = false;
    uint64_t bytes = 0;
  };

  void draw_place(Ui& ui);
  // Draws the input line. Returns whether it was empty before.
  bool draw_line(Ui& ui, bool appearing);
  // Handles keys. Returns true if the selection must be scrolled into view.
  bool take_keys(Ui& ui, bool was_empty);
  bool names_level() const;  // a level is chosen or typed
  // Draws the list. Returns the row that was chosen; -1 if none was.
  int draw_list(Ui& ui, bool scroll);
  void draw_entry(Ui& ui, int row, int& accepted);
  std::optional<std::string> take_selected();
  void read_folder(const std::string& folder);
  void filter();
  std::optional<std::string> accept(const Entry& entry);
  std::optional<std::string> accept_text();
  const char* ending() const;
  // Goes into the folders of a typed path; the text after the last slash stays in the line.
  static int take_typed_folder(ImGuiInputTextCallbackData* data);

  Purpose purpose_ = Purpose::kOpen;
  std::vector<FileKind> kinds_;
  std::string window_;
  std::string folder_;
  std::string stock_folder_;
  std::string typed_folder_;  // folder typed in this frame
  std::string problem_;
  std::vector<Entry> entries_;
  std::vector<size_t> shown_;
  int selected_ = -1;
  bool moved_ = false;
  bool refocus_ = false;
  bool all_files_ = false;
  std::string overwrite_;  // the existing file that the user was asked about
  std::array<char, 1024> text_{};
};

}  // namespace strata
