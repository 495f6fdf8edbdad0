// The field for the path of a file to write, and the list from which its folder is chosen.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/icons.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace fs = std::filesystem;
namespace {

constexpr float kFolderRows = 7;

// The list of folders, while it is open.
struct FolderChoice {
  bool open = false;
  fs::path folder;
  std::vector<std::string> inside;
  std::string problem;  // why the folder cannot be read
};

void show_folder(FolderChoice& choice, const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(folder, error);
  choice.folder = error ? folder : whole;
  choice.inside.clear();
  choice.problem.clear();
  for (fs::directory_iterator it(choice.folder, error); !error && it != fs::directory_iterator(); it.increment(error)) {
    std::error_code ignored;
    std::string name = it->path().filename().string();
    if (it->is_directory(ignored) && !name.starts_with('.')) choice.inside.push_back(std::move(name));
  }
  if (error) choice.problem = choice.folder.string() + ": " + error.message();
  std::ranges::sort(choice.inside);
}

// Draws the list. Returns whether another folder was chosen.
bool draw_folders(Ui& ui, FolderChoice& choice) {
  fs::path next;
  if (ImGui::Button(ui.fonts().icons ? icon::kUp : "Up")) next = choice.folder.parent_path();
  describe(ui, "folders.up", "Folder above");
  ImGui::SameLine();
  const char* home = std::getenv("HOME");
  if (home != nullptr) {
    if (ImGui::Button("Home")) next = home;
    ui.mark("folders.home");
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  text_colored_wrapped(theme().text_dim, choice.folder.string());
  {
    const ColorScope field(ImGuiCol_ChildBg, theme().field);
    ImGui::BeginChild("folders", {0, ImGui::GetTextLineHeightWithSpacing() * kFolderRows});
    if (!choice.problem.empty()) text_colored_wrapped(theme().bad, choice.problem);
    if (choice.problem.empty() && choice.inside.empty()) draw_dim("No folders in this folder.");
    for (const std::string& name : choice.inside) {
      if (ImGui::Selectable(name.c_str())) next = choice.folder / name;
      ui.mark("folder.{}", name);
    }
    ImGui::EndChild();
  }
  if (next.empty()) return false;
  show_folder(choice, next);
  return true;
}

}  // namespace

void DialogFrame::path_field(Ui& ui, std::span<char> path, std::string_view name) const {
  auto& choice = ui.kept<FolderChoice>();
  if (fresh) choice = {};
  const float left = ImGui::GetCursorPosX();
  ImGui::SetNextItemWidth(-1);
  if (appearing) ImGui::SetKeyboardFocusHere();
  ImGui::InputText("##path", path.data(), path.size());
  ui.mark("{}.path", name);
  ImGui::SetCursorPosX(left);
  if (ImGui::Button("Choose folder")) {
    choice.open = !choice.open;
    if (choice.open) show_folder(choice, fs::absolute(path.data()).parent_path());
  }
  ui.mark("{}.choose", name);
  if (choice.open && draw_folders(ui, choice)) {
    const fs::path file = choice.folder / fs::path(path.data()).filename();
    std::snprintf(path.data(), path.size(), "%s", file.c_str());
  }
  std::error_code ignored;
  if (fs::exists(path.data(), ignored) && !fs::is_directory(path.data(), ignored)) {
    text_colored_wrapped(theme().warn, "The file exists and will be replaced.");
  }
}

}  // namespace strata
