// Purpose: RecoveryFiles are the files of a recovery copy. A lab keeps one set of them, whose names begin with the same
//          stem:
//            STEM.lock    is held while the lab lives;
//            STEM.json    says what the copy is of and which files belong to it;
//            STEM.N.map   is the N-th version of the map;
//            STEM.N.KIND  is that of a document of a feature.
// How: New versions get new names and STEM.json is written last, so that a program that dies at any moment leaves a map
//      and documents that belong together.
// Errors: "FILE: reason". When writing fails, the copy before is unchanged and no other file is left.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/search/plan.hpp"

namespace strata {

// What the copied work is of.
struct RecoveryInfo {
  std::string original_path;  // empty: the map was never saved
  std::string title;
  std::string level_path;            // the level that the map shows; empty: it shows none
  std::string level_options;         // options of the level, see core/level/level_settings.hpp
  std::vector<std::string> letters;  // letters of the map that were given a terrain: "E=ground"
  Query query;
  bool has_query = false;
  std::map<std::string, std::string> paths;  // files of documents, by kind; empty: never saved
  friend bool operator==(const RecoveryInfo&, const RecoveryInfo&) = default;
};

struct RecoveryCopy {
  std::string map_file;                          // empty: the map's file is missing
  std::map<std::string, std::string> documents;  // files by kind; none: the document was empty, or its file is missing
  RecoveryInfo about;
  std::string saved_at;      // "2026-11-21 10:40"; empty: unknown
  std::string damaged_file;  // the damaged file that says what the copy is of; empty: it could be read
  std::string damage;        // "FILE: reason"
};

// The versions to write; nullopt, or a kind that is missing: that part is unchanged.
struct RecoveryVersion {
  std::optional<std::string_view> map;                // the text of the file
  std::map<std::string, std::string_view> documents;  // texts by kind; empty: the document is empty now
  const RecoveryInfo* about = nullptr;                // never null
};

class RecoveryFiles {
 public:
  RecoveryFiles() = default;
  RecoveryFiles(RecoveryFiles&& other) noexcept;
  RecoveryFiles& operator=(RecoveryFiles&& other) noexcept;
  ~RecoveryFiles();  // releases the lock; the files stay

  // Takes the newest copy in the folder whose lab has ended; `copy` receives its content. Useless files of such labs
  // are removed. Returns nullopt if there is no copy.
  static std::optional<RecoveryFiles> claim(const std::string& folder, RecoveryCopy& copy);

  bool there() const { return lock_ >= 0; }
  // Writes a version. Makes a new set of files in the folder if there is none yet.
  Status write(const std::string& folder, const RecoveryVersion& version);
  // Moves a file of the copy to a place where nothing removes it. Returns its new path; an error leaves it where it is.
  Result<std::string> set_aside(const std::string& file) const;
  void remove();

 private:
  bool take(const std::string& stem);
  Status make_own(const std::string& folder);
  std::vector<std::string> files() const;

  std::string stem_;
  int lock_ = -1;
  int version_ = 0;
  // The files of the copy on disk, by name.
  std::string map_;
  std::map<std::string, std::string> documents_;  // by kind
};

}  // namespace strata
