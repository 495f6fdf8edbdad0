#include "app/lab/user_exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>

#include "app/base/command.hpp"
#include "app/base/user_folders.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kPictureEndings = {".svg", ".pdf", ".png", ".gif", ".mp4"};

// Returns a map's title as the name of a file: "rooms 256 x 256, seed 5" is "rooms-256-x-256-seed-5".
std::string name_of_title(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 128;
    if (plain) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "untitled" : name;
}

}  // namespace

const Feature kExportFolderFeature = {.name = "export-folder",
                                      .title = "Folder of exports",
                                      .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                        return std::make_unique<ExportFolder>(lab);
                                      }};

void ExportFolder::note(const std::string& path) {
  std::error_code failed;
  const fs::path file = fs::absolute(path, failed);
  if (!failed) last_ = file.parent_path().lexically_normal().string();
}

void note_export(Lab& lab, const std::string& path) {
  auto& folder = static_cast<ExportFolder&>(lab.controller(kExportFolderFeature));
  folder.note(path);
  keep_export_choices(lab, "folder", {folder.last()});
}

void keep_export_choices(Lab& lab, const std::string& dialog, const std::vector<std::string>& words) {
  if (lab.scripts().running() || lab.scripts().foreign()) return;
  // A name without a dot is no command, see begin_with_preferences().
  std::string& kept = lab.settings().preferences["export-" + dialog];
  std::string now = format_command({"export", words});
  if (kept == now) return;
  kept = std::move(now);
  lab.session().save_settings();
}

std::vector<std::string> export_choices(const Lab& lab, const std::string& dialog) {
  const auto& all = lab.settings().preferences;
  const auto kept = all.find("export-" + dialog);
  if (kept == all.end()) return {};
  const Result<Command> words = parse_command(kept->second);
  return words ? words.value().args : std::vector<std::string>();
}

std::string export_folder(const Lab& lab, std::string_view ending) {
  const std::string& last = static_cast<ExportFolder&>(lab.controller(kExportFolderFeature)).last();
  if (can_write_into(last)) return last;
  if (const std::vector<std::string> before = export_choices(lab, "folder");
      !before.empty() && can_write_into(before.front())) {
    return before.front();
  }
  const bool picture = std::ranges::find(kPictureEndings, ending) != kPictureEndings.end();
  std::string folder = picture ? pictures_folder() : documents_folder();
  if (can_write_into(folder)) return folder;
  std::error_code ignored;
  return fs::current_path(ignored).string();
}

std::string proposed_export(const Lab& lab, std::string_view ending, std::string_view what) {
  std::string stem = fs::path(lab.state().map_path).stem().string();
  if (stem.empty()) stem = name_of_title(lab.state().map_title);
  if (!what.empty()) stem += fmt::format("-{}", what);
  const fs::path folder = export_folder(lab, ending);
  std::error_code ignored;
  fs::path file = folder / (stem + std::string(ending));
  for (int i = 2; fs::exists(file, ignored) && i < 1000; ++i) file = folder / fmt::format("{}-{}{}", stem, i, ending);
  return file.string();
}

}  // namespace strata
