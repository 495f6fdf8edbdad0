// Purpose: These functions read the vertices and faces of Wavefront .obj files, and skip everything else.
// Source: The format as Wavefront's Advanced Visualizer documented it, appendix B1.
// Differs: Faces may come before the vertices that they name, comments may follow a statement, and curves and surfaces
//          without facets are not read.
// Shapes: Polygons are cut into triangles so that their notches and holes stay open, see core/io/polygon_ears.hpp.
//         Triangles without area are left out.
// Units: Those of the file, unless the import changes them: see core/io/obj_import.hpp. y goes up.
// Errors: "FILE:LINE: reason". Faults that other programs tolerate are notes, not errors.
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

// Limits of files: larger ones are refused before their memory is allocated.
struct ObjLimits {
  size_t vertices = 10'000'000;
  size_t triangles = 10'000'000;
  size_t face_corners = 100'000;  // of one face
};
// Larger imported coordinates, of either sign, are refused: beyond this, floats are coarser than a sixteenth.
inline constexpr double kMaxObjCoordinate = 1e6;

// The six directions of the axes: the one nearest to the normal of a face.
enum class ObjFacing : uint8_t { kRight, kLeft, kUp, kDown, kFront, kBack };  // x, -x, y, -y, z, -z
inline constexpr size_t kObjFacings = 6;

struct ObjMesh {
  std::vector<float> vertices;         // x, y, z of each
  std::vector<int32_t> triangles;      // three numbers of vertices each, from 0
  std::array<float, 3> low{}, high{};  // of the corners of all triangles
  size_t faces_left_out = 0;           // faces without area
  size_t crossing_faces = 0;           // faces whose boundary crosses itself; they are cut as well as possible
  size_t bent_faces = 0;               // faces whose corners are not in one plane
  size_t fanned_faces = 0;             // faces that took more work than allowed: their notches may be filled
  size_t crowded_edges = 0;            // edges of more than two triangles
  size_t unknown_statements = 0;       // skipped statements that are not usual
  std::vector<std::string> notes;      // these counts in plain sentences
  // By facing: number of faces with an area, and the sum of their areas.
  std::array<size_t, kObjFacings> faces_facing{};
  std::array<double, kObjFacings> area_facing{};

  size_t vertex_count() const { return vertices.size() / 3; }
  size_t triangle_count() const { return triangles.size() / 3; }
  size_t faces(ObjFacing facing) const { return faces_facing[static_cast<size_t>(facing)]; }
  double area(ObjFacing facing) const { return area_facing[static_cast<size_t>(facing)]; }
  friend bool operator==(const ObjMesh&, const ObjMesh&) = default;
};

// `name` is the name of the file in messages.
Result<ObjMesh> parse_obj(std::string_view text, const std::string& name, const ObjLimits& limits = {},
                          const ObjImport& import = {});
Result<ObjMesh> load_obj(const std::string& path, const ObjLimits& limits = {}, const ObjImport& import = {});

}  // namespace strata
