#include "app/ui/file_browser.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "app/base/icons.hpp"
#include "app/base/key_chords.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/lab_state.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/level_import.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/io/file_graph.hpp"
#include "core/io/level_file.hpp"

namespace strata {
namespace fs = std::filesystem;
namespace {

std::string home() {
  const char* path = std::getenv("HOME");
  return path != nullptr ? path : "";
}

}  // namespace

void FileBrowser::begin(const std::string& window, const std::string& folder, const std::string& name,
                        std::vector<FileKind> kinds) {
  window_ = window;
  kinds_ = std::move(kinds);
  purpose_ = window == "open" ? Purpose::kOpen : Purpose::kSave;
  text_[0] = 0;
  overwrite_.clear();
  if (purpose_ == Purpose::kSave) std::snprintf(text_.data(), text_.size(), "%s", name.c_str());
  read_folder(folder);
}

void FileBrowser::read_folder(const std::string& folder) {
  std::error_code error;
  const fs::path absolute = fs::weakly_canonical(folder, error);
  folder_ = error ? folder : absolute.string();
  entries_.clear();
  problem_.clear();
  overwrite_.clear();
  fs::directory_iterator it(folder_, fs::directory_options::none, error);
  if (error) {
    problem_ = folder_ + ": " + error.message();
  } else {
    for (; it != fs::directory_iterator(); it.increment(error)) {
      if (error) {
        problem_ = folder_ + ": " + error.message();
        break;
      }
      FolderEntry entry;
      entry.name = it->path().filename().string();
      entry.lower = lower(entry.name);
      std::error_code ignored;
      entry.folder = it->is_directory(ignored);
      if (!entry.folder) {
        const auto bytes = it->file_size(ignored);
        entry.bytes = ignored ? 0 : bytes;
      }
      entries_.push_back(std::move(entry));
    }
  }
  std::sort(entries_.begin(), entries_.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return a.folder != b.folder ? a.folder : a.lower < b.lower;
  });
  selected_ = -1;
  moved_ = false;
  filter();
}

void FileBrowser::filter() {
  shown_.clear();
  std::string typed = lower(text_.data());
  if (purpose_ == Purpose::kSave || typed.find('/') != typed.npos) typed.clear();
  for (size_t i = 0; i < entries_.size(); ++i) {
    const FolderEntry& entry = entries_[i];
    if (entry.name.starts_with('.') && !typed.starts_with('.')) continue;
    if (!entry.folder && !all_files_ && kind_by_ending(kinds_, entry.lower) == nullptr &&
        !entry.lower.ends_with(ending()))
      continue;
    if (!typed.empty() && entry.lower.find(typed) == entry.lower.npos) continue;
    shown_.push_back(i);
  }
  // Files whose names begin with the typed text come first.
  if (!typed.empty()) {
    std::stable_partition(shown_.begin(), shown_.end(), [&](size_t i) { return entries_[i].lower.starts_with(typed); });
  }
  const int last = static_cast<int>(shown_.size()) - 1;
  selected_ = std::min(selected_, last);
  if (!typed.empty() && !moved_) selected_ = last >= 0 ? 0 : -1;
}

std::optional<std::string> FileBrowser::accept(const FolderEntry& entry) {
  const std::string path = (fs::path(folder_) / entry.name).string();
  if (entry.folder) {
    if (purpose_ == Purpose::kOpen) text_[0] = 0;
    refocus_ = true;
    read_folder(path);
    return std::nullopt;
  }
  if (purpose_ == Purpose::kOpen) return path;
  std::snprintf(text_.data(), text_.size(), "%s", entry.name.c_str());
  refocus_ = true;
  return std::nullopt;
}

// Returns the extension that the dialog saves files with.
const char* FileBrowser::ending() const {
  return window_ == "save_graph"       ? ".graph"
         : window_ == "save_scen"      ? ".scen"
         : window_ == "save_csv"       ? ".csv"
         : window_ == "save_workspace" ? ".strata"
                                       : ".map";
}

std::optional<std::string> FileBrowser::accept_text() {
  std::string typed = text_.data();
  if (typed.empty()) return std::nullopt;
  if (typed == "~" || typed.starts_with("~/")) typed = home() + typed.substr(1);
  const fs::path path = typed.front() == '/' ? fs::path(typed) : fs::path(folder_) / typed;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    text_[0] = 0;
    refocus_ = true;
    read_folder(path.string());
    return std::nullopt;
  }
  if (purpose_ == Purpose::kOpen) return path.string();
  fs::path named = path;
  if (named.extension().empty()) named += ending();
  if (fs::exists(named, ignored) && overwrite_ != named.string()) {
    // If the user accepts again, the file is overwritten.
    overwrite_ = named.string();
    return std::nullopt;
  }
  return named.string();
}

int FileBrowser::take_typed_folder(ImGuiInputTextCallbackData* data) {
  auto& self = *static_cast<FileBrowser*>(data->UserData);
  const std::string typed(data->Buf, static_cast<size_t>(data->BufTextLen));
  const size_t slash = typed.rfind('/');
  if (slash == typed.npos) return 0;
  std::string folder = typed.substr(0, slash + 1);
  if (folder.starts_with("~/")) folder = home() + folder.substr(1);
  const fs::path path = folder.front() == '/' ? fs::path(folder) : fs::path(self.folder_) / folder;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return 0;
  self.typed_folder_ = path.string();
  data->DeleteChars(0, static_cast<int>(slash + 1));
  return 0;
}

void FileBrowser::draw_place(Ui& ui) {
  // Draws the folder, and buttons that go to other folders.
  if (ImGui::Button(ui.fonts().icons ? icon::kUp : "Up")) read_folder(fs::path(folder_).parent_path().string());
  describe(ui, "files.up", "Folder above", "Backspace");
  ImGui::SameLine();
  if (!home().empty()) {
    if (ImGui::Button("Home")) read_folder(home());
    ui.mark("files.home");
    ImGui::SameLine();
  }
  std::error_code ignored;
  // Nothing is saved among the maps of the program.
  if (purpose_ == Purpose::kOpen && !stock_folder_.empty() && fs::is_directory(stock_folder_, ignored)) {
    if (ImGui::Button("Stock maps")) read_folder(stock_folder_);
    ui.mark("files.stock");
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  const float room = ImGui::GetContentRegionAvail().x;
  std::string shown_folder = folder_;
  while (shown_folder.size() > 8 && text_width(shown_folder) > room) {
    const size_t cut = shown_folder.find('/', shown_folder.starts_with("...") ? 4 : 1);
    if (cut == shown_folder.npos) break;
    shown_folder.replace(0, cut, "...");
  }
  draw_dim(shown_folder);
  ui.mark("files.folder");
}

bool FileBrowser::draw_line(Ui& ui, bool appearing) {
  const bool opening = purpose_ == Purpose::kOpen;
  if (appearing || refocus_ || !ImGui::IsAnyItemActive()) {
    ImGui::SetKeyboardFocusHere();
    refocus_ = false;
  }
  ImGui::SetNextItemWidth(-1);
  const bool was_empty = text_[0] == 0;
  typed_folder_.clear();
  const bool edited =
      ImGui::InputTextWithHint("##text", opening ? "Type to filter, or a path" : "File name, or a path", text_.data(),
                               text_.size(), opening ? ImGuiInputTextFlags_CallbackEdit : 0, take_typed_folder, this);
  // If the typed folder was entered meanwhile, the line may look as before.
  if (edited || !typed_folder_.empty()) {
    moved_ = false;
    overwrite_.clear();
    if (!typed_folder_.empty()) read_folder(std::string(typed_folder_));
    filter();
  }
  ui.mark("files.text");
  return was_empty;
}

bool FileBrowser::take_keys(Ui& ui, bool was_empty) {
  const bool opening = purpose_ == Purpose::kOpen;
  bool scroll = false;
  const int last = static_cast<int>(shown_.size()) - 1;
  for (const int key : ui.keys_pressed()) {
    const int before = selected_;
    if (key == key::kDown) selected_ = std::min(selected_ + 1, last);
    if (key == key::kUp) selected_ = std::max(selected_ - 1, 0);
    if (key == key::kPageDown) selected_ = std::min(selected_ + 10, last);
    if (key == key::kPageUp) selected_ = std::max(selected_ - 10, 0);
    if (selected_ != before) moved_ = scroll = true;
    if (key == key::kBackspace && was_empty && opening) {
      read_folder(fs::path(folder_).parent_path().string());
      break;
    }
  }
  return scroll;
}

void FileBrowser::draw_entry(Ui& ui, int row, int& accepted) {
  const bool opening = purpose_ == Purpose::kOpen;
  const FolderEntry& entry = entries_[shown_[static_cast<size_t>(row)]];
  const IdScope id(row);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::Selectable("##file", row == selected_, ImGuiSelectableFlags_AllowDoubleClick);
  // The first click gives the focus to the input line. If that happens only in the frame of the second click, the row
  // does not get that click.
  const bool twice =
      ImGui::IsMouseDoubleClicked(0) && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (clicked || twice) {
    // The second click of two on a folder that the first has opened is none on what lies there now.
    const bool stray = ImGui::IsMouseDoubleClicked(0) && row != selected_;
    selected_ = row;
    moved_ = true;
    if (!stray && (entry.folder || ImGui::IsMouseDoubleClicked(0) || !opening)) accepted = row;
    refocus_ = true;
  }
  ui.mark("file.{}", entry.name);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool scenario = entry.lower.ends_with(".scen"),
             graph = entry.lower.ends_with(".graph") || graph_format_of(entry.lower);
  if (ui.fonts().icons) {
    list->AddText({at.x + ui.px(6), at.y},
                  to_u32(entry.folder ? theme().warn : (scenario || graph ? theme().good : theme().accent)),
                  entry.folder ? icon::kFolder
                               : (scenario ? icon::kList
                                  : graph  ? icon::kGraph
                                           : icon::kMap));
  }
  list->AddText({at.x + ui.px(30), at.y}, to_u32(theme().text), entry.name.c_str());
  if (!entry.folder) {
    const std::string size = bytes_text(entry.bytes);
    list->AddText({at.x + ImGui::GetContentRegionAvail().x - text_width(size) - ui.px(8), at.y},
                  to_u32(theme().text_dim), size.c_str());
  }
}

bool FileBrowser::names_level() const {
  if (purpose_ != Purpose::kOpen) return false;
  if (level_format_of(text_.data())) return true;
  return selected_ >= 0 && selected_ < static_cast<int>(shown_.size()) &&
         level_format_of(entries_[shown_[static_cast<size_t>(selected_)]].lower);
}

int FileBrowser::draw_list(Ui& ui, bool scroll) {
  float footer = ImGui::GetFrameHeightWithSpacing() + (overwrite_.empty() ? 0 : ImGui::GetTextLineHeightWithSpacing());
  if (names_level()) footer += kLevelImportRows * (ImGui::GetFrameHeightWithSpacing() + ui.px(4));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().field);
  ImGui::BeginChild("files", {0, -footer - ui.px(4)}, false, ImGuiWindowFlags_NoNav);
  if (!problem_.empty()) {
    text_colored_wrapped(theme().bad, problem_);
  } else if (shown_.empty()) {
    draw_dim(text_[0] != 0                ? "Nothing here has that name. Enter takes the line as a path."
             : purpose_ == Purpose::kOpen ? "No maps in this folder."
                                          : "No other files of this kind in this folder.");
  }
  int accepted = -1;
  if (scroll && selected_ >= 0) {
    const float y = ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(selected_);
    const float height = ImGui::GetWindowHeight();
    if (y < ImGui::GetScrollY()) ImGui::SetScrollY(y);
    if (y > ImGui::GetScrollY() + height - ui.px(28)) ImGui::SetScrollY(y - height + ui.px(28));
  }
  rows_in_sight(shown_.size(), ImGui::GetTextLineHeightWithSpacing(),
                [&](size_t i) { draw_entry(ui, static_cast<int>(i), accepted); });
  ImGui::EndChild();
  ImGui::PopStyleColor();
  return accepted;
}

std::optional<std::string> FileBrowser::take_selected() {
  const bool opening = purpose_ == Purpose::kOpen;
  const bool path_typed = std::strchr(text_.data(), '/') != nullptr || text_[0] == '~';
  if (selected_ >= 0 && selected_ < static_cast<int>(shown_.size())) {
    const FolderEntry entry = entries_[shown_[static_cast<size_t>(selected_)]];
    if (opening ? !path_typed : moved_ && entry.folder) return accept(entry);
  }
  return accept_text();
}

std::optional<std::string> FileBrowser::draw(Ui& ui, const DialogFrame& frame, const LevelOptions& level) {
  std::optional<std::string> chosen;
  const bool opening = purpose_ == Purpose::kOpen;
  draw_place(ui);
  const bool was_empty = draw_line(ui, frame.appearing);
  frame.draw_problem(ui);
  const bool scroll = take_keys(ui, was_empty);
  const int accepted = draw_list(ui, scroll);
  if (names_level()) draw_level_import(ui, level);
  if (accepted >= 0) chosen = accept(FolderEntry(entries_[shown_[static_cast<size_t>(accepted)]]));

  if (!overwrite_.empty()) text_colored_wrapped(theme().warn, "The file exists. Save again to replace it.");
  const bool enter = ui.enter_pressed() && !frame.appearing;
  ImGui::PushStyleColor(ImGuiCol_Button, theme().accent_soft);
  const bool pressed = ImGui::Button(opening ? "Open" : "Save", {ui.px(96), 0});
  ImGui::PopStyleColor();
  ui.mark("files.accept");
  if ((pressed || enter) && !chosen) chosen = take_selected();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {ui.px(96), 0})) ui.run("ui.show " + window_ + " off");
  ui.mark("files.cancel");
  ImGui::SameLine(0, ui.px(20));
  if (check_box(ui, "All files", &all_files_)) filter();
  ui.mark("files.all");
  return chosen;
}

}  // namespace strata
