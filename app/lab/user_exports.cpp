#include "app/lab/user_exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "app/base/user_folders.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kPictureEndings = {".svg", ".pdf", ".png", ".gif", ".mp4"};

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

void note_export(const Lab& lab, const std::string& path) {
  static_cast<ExportFolder&>(lab.controller(kExportFolderFeature)).note(path);
}

std::string export_folder(const Lab& lab, std::string_view ending) {
  const std::string& last = static_cast<ExportFolder&>(lab.controller(kExportFolderFeature)).last();
  if (can_write_into(last)) return last;
  const bool picture = std::ranges::find(kPictureEndings, ending) != kPictureEndings.end();
  std::string folder = picture ? pictures_folder() : documents_folder();
  if (can_write_into(folder)) return folder;
  std::error_code ignored;
  return fs::current_path(ignored).string();
}

std::string proposed_export(const Lab& lab, std::string_view ending, std::string_view what) {
  std::string stem = fs::path(lab.state().map_path).stem().string();
  if (stem.empty()) stem = "untitled";
  if (!what.empty()) stem += fmt::format("-{}", what);
  const fs::path folder = export_folder(lab, ending);
  std::error_code ignored;
  fs::path file = folder / (stem + std::string(ending));
  for (int i = 2; fs::exists(file, ignored) && i < 1000; ++i) file = folder / fmt::format("{}-{}{}", stem, i, ending);
  return file.string();
}

}  // namespace strata
