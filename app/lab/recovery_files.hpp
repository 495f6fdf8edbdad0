// Purpose: RecoveryFiles is the set of files of one recovery copy. A lab keeps one set, whose file names begin with
//          the same stem:
//            STEM.lock    is locked while the lab runs;
//            STEM.json    describes the work and lists the files of the copy;
//            STEM.N.map   is version N of the map;
//            STEM.N.KIND  is version N of a feature's document.
// How: A new version gets new file names, and STEM.json is written last, so that map and documents match whenever
//      the program dies.
// Errors: "FILE: reason". If writing fails, the previous copy is unchanged and no new file is left.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/search/plan.hpp"

namespace strata {

// Describes the work in a copy.
struct RecoveryInfo {
  std::string original_path;  // empty: the map was never saved
  std::string title;
  std::string level_path;  // the level that the map shows; empty: it shows none
  // The options with which the level's mesh was built, see core/level/level_settings.hpp.
  std::string level_options;
  // Letters of the map for which the user has chosen a terrain: "E=ground".
  std::vector<std::string> letters;
  PlanQuery query;
  bool has_query = false;
  std::map<std::string, std::string> paths;  // paths of the documents' own files, by kind; empty: never saved
  friend bool operator==(const RecoveryInfo&, const RecoveryInfo&) = default;
};

struct RecoveryCopy {
  // The file with the map in the copy; empty: the file is missing.
  std::string map_file;
  // The files with documents in the copy, by kind. A kind is missing if its document was empty or its file is lost.
  std::map<std::string, std::string> documents;
  RecoveryInfo about;
  std::string saved_at;  // "2026-11-21 10:40"; empty: unknown
  // Path of STEM.json if that file is damaged; empty: it could be read.
  std::string damaged_file;
  std::string damage;  // why it is damaged: "FILE: reason"
};

// The content of one version of the copy. A map that has not changed is nullopt, and a document that has not
// changed has no entry.
struct RecoveryVersion {
  std::optional<std::string_view> map;  // the text of the map file
  // For each kind, the text of the document's file; empty: the document has no content now.
  std::map<std::string, std::string_view> documents;
  const RecoveryInfo* about = nullptr;  // never null
};

class RecoveryFiles {
 public:
  RecoveryFiles() = default;
  RecoveryFiles(RecoveryFiles&& other) noexcept;
  RecoveryFiles& operator=(RecoveryFiles&& other) noexcept;
  // Releases the lock; the files are not removed.
  ~RecoveryFiles();

  // Takes over the newest copy in the folder whose lab has ended, and reads it into `copy`. Useless files of such labs
  // are removed. Nullopt: there is no copy.
  static std::optional<RecoveryFiles> claim(const std::string& folder, RecoveryCopy& copy);

  bool there() const { return lock_ >= 0; }
  // Writes a version of the copy. If this object has no files yet, creates them in the folder.
  Status write(const std::string& folder, const RecoveryVersion& version);
  // Moves a file of the copy to a place where nothing removes it, and returns its new path. If this fails, the file
  // stays where it was.
  Result<std::string> set_aside(const std::string& file) const;
  void remove();

 private:
  bool take(const std::string& stem);
  Status make_own(const std::string& folder);
  std::vector<std::string> files() const;

  std::string stem_;
  int lock_ = -1;
  int version_ = 0;
  // Names of the files that make up the copy on the disk.
  std::string map_;
  std::map<std::string, std::string> documents_;  // by kind
};

}  // namespace strata
