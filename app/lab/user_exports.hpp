// Purpose: These functions propose where an export goes: into the folder of the last one, else where the user keeps
//          pictures or documents. The folder of the map is no such place: it may be one of data that is only read, or
//          that of the program itself.
#pragma once

#include <string>
#include <string_view>

#include "app/lab/feature.hpp"

namespace strata {

// Keeps the folder of the last export of this run.
class ExportFolder : public FeatureController {
 public:
  explicit ExportFolder(Lab& lab) : FeatureController(lab) {}
  const std::string& last() const { return last_; }
  void note(const std::string& path);

 private:
  std::string last_;  // empty: nothing has been exported
};

extern const Feature kExportFolderFeature;

// Notes that the file was written as an export.
void note_export(const Lab& lab, const std::string& path);
// Returns the folder for a file with this ending, such as ".svg".
std::string export_folder(const Lab& lab, std::string_view ending);
// Returns a file in that folder, named after the map, that does not exist yet. `what` is added to the name if it is not
// empty: "arena-effort.svg".
std::string proposed_export(const Lab& lab, std::string_view ending, std::string_view what = {});

}  // namespace strata
