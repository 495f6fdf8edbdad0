// Purpose: guess_import guesses from the normals and the size of a level whether its file should be imported with
//          another axis up, with flipped faces, or in another unit.
// Units: Those of the level, usually metres.
#pragma once

#include <optional>
#include <string>

#include "core/level/level_options.hpp"

namespace strata {

struct ObjMesh;

struct LevelImportGuess {
  ObjImport import;      // the import that should be tried
  std::string question;  // "is z up?"
  std::string because;   // the reason, as a part of a sentence: "1,024 of 1,030 faces point along z"
  std::string how;       // the change, as words after "with": "z up", "faces flipped", "a scale of 0.01"
  friend bool operator==(const LevelImportGuess&, const LevelImportGuess&) = default;
};

// Returns a guess; nothing if the level looks plausible. `obj` was read with the import of these options.
std::optional<LevelImportGuess> guess_import(const ObjMesh& obj, const LevelOptions& options);
// Returns a text such as "1,024 of 1,030 faces point down". `all` must be at least 1.
std::string faces_pointing(size_t count, size_t all, const char* where);

}  // namespace strata
