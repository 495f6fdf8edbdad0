// Purpose: These functions propose the path of an export: in the folder of the last export, else in the user's folder
//          for pictures or documents. They never propose the folder of the map, which may be read-only data or belong
//          to the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lab/feature.hpp"

namespace strata {

// Stores the folder of the last export in this run of the program.
class ExportFolder : public FeatureController {
 public:
  explicit ExportFolder(Lab& lab) : FeatureController(lab) {}
  const std::string& last() const { return last_; }
  void note(const std::string& path);

 private:
  std::string last_;  // empty: no export yet
};

extern const Feature kExportFolderFeature;

// Notes that an export was written to the path. Its folder is remembered for the next run, too.
void note_export(Lab& lab, const std::string& path);

// These functions store and return the choices that the user made last in a dialog for exports, as words. `dialog` is
// its name. Scripts and files of other people change nothing.
void keep_export_choices(Lab& lab, const std::string& dialog, const std::vector<std::string>& words);
std::vector<std::string> export_choices(const Lab& lab, const std::string& dialog);
// Returns the folder for an export with this extension, such as ".svg".
std::string export_folder(const Lab& lab, std::string_view ending);
// Returns a path in that folder at which no file exists yet. Its name is that of the map; `what` is appended unless it
// is empty: "arena-effort.svg".
std::string proposed_export(const Lab& lab, std::string_view ending, std::string_view what = {});

}  // namespace strata
