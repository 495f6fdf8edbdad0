// Purpose: load_level_file reads the geometry of a level from a file of any format that the library reads, and
//          format_obj writes it. The format follows from the ending of the file's name: .obj (Wavefront), .gltf and
//          .glb (glTF 2.0), .ply, .stl.
// Units: Those of core/io/obj_file.hpp. y points up in .obj and glTF files; the other formats do not say what does.
// Errors: Those of the format, see obj_file.hpp, gltf_file.hpp, ply_file.hpp and stl_file.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/io/obj_file.hpp"

namespace strata {

enum class LevelFormat : uint8_t { kObj, kGltf, kPly, kStl };

struct LevelFileEnding {
  std::string_view ending;  // ".glb"
  std::string_view title;   // "level (glTF)"
  LevelFormat format;
};
std::span<const LevelFileEnding> level_file_endings();
// Returns the format of a file by its ending; nothing: it is no level.
std::optional<LevelFormat> level_format_of(std::string_view path);

// Loads a level. A file of no known ending is read as .obj.
Result<ObjMesh> load_level_file(const std::string& path, const ObjLimits& limits = {}, const ObjImport& import = {});

// Returns the mesh as the text of an .obj file. Read again without an import, it has the same vertices and triangles.
std::string format_obj(const ObjMesh& mesh);

}  // namespace strata
