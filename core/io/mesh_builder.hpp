// Purpose: A MeshBuilder makes the ObjMesh of a level from vertices and faces in the order of a file. The readers of
//          .obj, .ply, .stl and glTF files share it, so that all formats have the same limits, imports and notes.
// Units: Vertices in the units of the file; the import of the builder is applied to them.
// Shapes: As in core/io/obj_file.hpp: polygons are triangulated by ears, triangles without area are omitted.
// Errors: A reason without a place; the reader adds file and line or byte.
// Threads: One builder belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/obj_file.hpp"

namespace strata {

struct PolygonCut;

class MeshBuilder {
 public:
  using Reason = std::optional<std::string>;  // why something was refused; nothing: it was added

  // `place` is what faces are counted by in notes: "line" or "face".
  MeshBuilder(const ObjLimits& limits, const ObjImport& import, std::string_view place)
      : limits_(limits), import_(import), place_(place) {}

  size_t vertex_count() const { return mesh_.vertex_count(); }
  size_t face_count() const { return faces_.size(); }
  // Adds a vertex. `written` are its coordinates as the file has them, for messages; empty: they are formatted.
  Reason add_vertex(const std::array<double, 3>& at, const std::array<std::string_view, 3>& written = {});
  // Adds a corner to the present face. The vertex may be added later, but must exist when `finish` is called.
  Reason add_corner(int32_t vertex);
  // Ends the present face. `place` is its line, or its number.
  Reason end_face(size_t place);

  // Triangulates the faces. The error says that there are none, or none with an area.
  Result<ObjMesh> finish();

 private:
  struct Face {
    size_t end;  // index after its last corner
    size_t place;
  };

  std::string too_far(std::string_view coordinate) const;
  std::array<double, 3> point(int32_t vertex) const;
  bool is_flat(const int32_t* corners) const;
  void cut_faces();
  void note_facing(size_t begin);
  void note_cut(const PolygonCut& cut, size_t place);
  void measure();
  void recentre();
  size_t count_crowded_edges() const;
  void take_notes();

  ObjLimits limits_;
  ObjImport import_;
  std::string place_;
  std::array<double, 3> first_{};  // first vertex, as in the file except for the scale
  ObjMesh mesh_;
  std::vector<Face> faces_;
  std::vector<int32_t> corners_;  // corners of all faces
  size_t face_corners_ = 0;       // corners of the present face
  size_t triangles_ = 0;          // number of triangles of all faces
  size_t crossing_place_ = 0, bent_place_ = 0, fanned_place_ = 0;
  double off_plane_ = 0;
};

}  // namespace strata
