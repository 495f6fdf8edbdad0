// Purpose: These functions read the vertices and faces of Wavefront .obj files and ignore everything else.
// Source: The format as Wavefront's Advanced Visualizer documented it, appendix B1.
// Differs: Faces may stand before the vertices that they name, and comments may follow a statement. Curves and surfaces
//          without facets are not read.
// Shapes: Polygons are triangulated so that their notches and holes stay open, see core/io/polygon_ears.hpp. Triangles
//         without area are omitted.
// Units: Those of the file, unless the import changes them (core/io/obj_import.hpp). The y axis points up.
// Errors: "FILE:LINE: reason". Faults that other programs tolerate become notes.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/obj_import.hpp"

namespace strata {

// Limits of files: larger files are rejected before their memory is allocated.
struct ObjLimits {
  size_t vertices = 10'000'000;
  size_t triangles = 10'000'000;
  size_t face_corners = 100'000;  // corners of one face
};
// Imported coordinates with a larger absolute value are rejected: floats would be coarser than 1/16 there.
inline constexpr double kMaxObjCoordinate = 1e6;

// The six directions of the axes; a face has the direction nearest to its normal.
enum class FaceDirection : uint8_t { kRight, kLeft, kUp, kDown, kFront, kBack };  // x, -x, y, -y, z, -z
inline constexpr size_t kFaceDirections = 6;

struct ObjMesh {
  std::vector<float> vertices;         // x, y, z for each vertex
  std::vector<int32_t> triangles;      // three vertex indices for each triangle, from 0
  std::array<float, 3> low{}, high{};  // bounds of the corners of all triangles
  size_t faces_left_out = 0;           // faces without area, which are omitted
  size_t crossing_faces = 0;           // faces with a self-intersecting boundary, triangulated as well as possible
  size_t bent_faces = 0;               // faces whose corners are not coplanar
  size_t fanned_faces = 0;             // faces that exceeded the work limit: their notches may be filled
  size_t crowded_edges = 0;            // edges with more than two triangles
  size_t unknown_statements = 0;       // ignored statements of unknown kinds
  std::vector<std::string> notes;      // the counts above as sentences
  // By direction: the number of faces with an area, and the sum of the areas.
  std::array<size_t, kFaceDirections> faces_facing{};
  std::array<double, kFaceDirections> area_facing{};

  size_t vertex_count() const { return vertices.size() / 3; }
  size_t triangle_count() const { return triangles.size() / 3; }
  size_t faces(FaceDirection facing) const { return faces_facing[static_cast<size_t>(facing)]; }
  double area(FaceDirection facing) const { return area_facing[static_cast<size_t>(facing)]; }
  friend bool operator==(const ObjMesh&, const ObjMesh&) = default;
};

// In these functions `name` is the file name in error messages.
Result<ObjMesh> parse_obj(std::string_view text, const std::string& name, const ObjLimits& limits = {},
                          const ObjImport& import = {});
Result<ObjMesh> load_obj(const std::string& path, const ObjLimits& limits = {}, const ObjImport& import = {});

}  // namespace strata
