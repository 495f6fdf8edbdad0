// Purpose: guess_import guesses from the normals and the extents of a level how its file may be meant if it was read
//          wrongly: with another axis up, with the other side of its faces, or in another unit.
// Units: Those of the level, metres by custom.
#pragma once

#include <optional>
#include <string>

#include "core/level/level_options.hpp"

namespace strata {

struct ObjMesh;

struct LevelGuess {
  ObjImport import;      // the import to read the file with
  std::string question;  // "is z up?"
  std::string because;   // "1,024 of 1,030 faces point along z", as a part of a sentence
  std::string how;       // "z up", "faces flipped", "a scale of 0.01", as words after "with"
  friend bool operator==(const LevelGuess&, const LevelGuess&) = default;
};

// Returns nothing if the level looks as levels do. `obj` was read with the import of these options.
std::optional<LevelGuess> guess_import(const ObjMesh& obj, const LevelOptions& options);
// Returns a text such as "1,024 of 1,030 faces point down". `all` is at least 1.
std::string faces_pointing(size_t count, size_t all, const char* where);

}  // namespace strata
