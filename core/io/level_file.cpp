#include "core/io/level_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/io/files.hpp"
#include "core/io/gltf_file.hpp"
#include "core/io/ply_file.hpp"
#include "core/io/stl_file.hpp"

namespace strata {
namespace {

constexpr LevelFileEnding kLevelEndings[] = {{".obj", "level", LevelFormat::kObj},
                                             {".gltf", "level of glTF", LevelFormat::kGltf},
                                             {".glb", "level of glTF", LevelFormat::kGltf},
                                             {".ply", "level of PLY", LevelFormat::kPly},
                                             {".stl", "level of STL", LevelFormat::kStl}};

}  // namespace

std::span<const LevelFileEnding> level_file_endings() { return kLevelEndings; }

std::optional<LevelFormat> level_format_of(std::string_view path) {
  for (const LevelFileEnding& one : kLevelEndings) {
    if (path.size() < one.ending.size()) continue;
    const std::string_view end = path.substr(path.size() - one.ending.size());
    const bool same = std::equal(end.begin(), end.end(), one.ending.begin(),
                                 [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
    if (same) return one.format;
  }
  return std::nullopt;
}

Result<ObjMesh> load_level_file(const std::string& path, const ObjLimits& limits, const ObjImport& import) {
  const LevelFormat format = level_format_of(path).value_or(LevelFormat::kObj);
  if (format == LevelFormat::kObj) return load_obj(path, limits, import);
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  switch (format) {
    case LevelFormat::kGltf:
      return parse_gltf(bytes.value(), path, gltf_files_beside(path), limits, import);
    case LevelFormat::kPly:
      return parse_ply(bytes.value(), path, limits, import);
    case LevelFormat::kStl:
    case LevelFormat::kObj:
      break;
  }
  return parse_stl(bytes.value(), path, limits, import);
}

std::string format_obj(const ObjMesh& mesh) {
  std::string text = "# A level, written by Strata. Metres, unless it was read in another unit; y goes up.\n";
  for (size_t i = 0; i < mesh.vertices.size(); i += 3) {
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", mesh.vertices[i], mesh.vertices[i + 1],
                   mesh.vertices[i + 2]);
  }
  for (size_t i = 0; i < mesh.triangles.size(); i += 3) {
    fmt::format_to(std::back_inserter(text), "f {} {} {}\n", mesh.triangles[i] + 1, mesh.triangles[i + 1] + 1,
                   mesh.triangles[i + 2] + 1);
  }
  return text;
}

}  // namespace strata
