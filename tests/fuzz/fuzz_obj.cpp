// Any bytes as an .obj file: an error that names a line, or triangles that all have an area, the same with CRLF. Then
// the same file with other axes, flipped, recentred and in another unit, and its faces as polygons of their own.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/base/check.hpp"
#include "core/io/obj_file.hpp"
#include "core/io/polygon_ears.hpp"

namespace {

using namespace strata;

void check_mesh(const ObjMesh& mesh) {
  STRATA_CHECK(!mesh.triangles.empty() && mesh.triangles.size() % 3 == 0);
  for (size_t i = 0; i < mesh.triangles.size(); ++i) {
    const int32_t vertex = mesh.triangles[i], next = mesh.triangles[i % 3 == 2 ? i - 2 : i + 1];
    STRATA_CHECK(vertex >= 0 && static_cast<size_t>(vertex) < mesh.vertex_count() && vertex != next);
    for (size_t axis = 0; axis < 3; ++axis) {
      const float value = mesh.vertices[3 * static_cast<size_t>(vertex) + axis];
      STRATA_CHECK(std::isfinite(value) && mesh.low[axis] <= value && value <= mesh.high[axis]);
    }
  }
  const size_t faults = mesh.faces_left_out + mesh.crossing_faces + mesh.bent_faces + mesh.fanned_faces +
                        mesh.crowded_edges + mesh.unknown_statements;
  STRATA_CHECK(mesh.notes.empty() == (faults == 0));
  for (const double area : mesh.area_facing) STRATA_CHECK(std::isfinite(area) && area >= 0);
  const size_t facing = std::accumulate(mesh.faces_facing.begin(), mesh.faces_facing.end(), size_t{0});
  STRATA_CHECK(facing <= mesh.triangle_count());
}

// Another up axis keeps the triangles, up to the axis along which a polygon is projected, and moves y to that axis.
void check_imports(std::string_view text, const ObjMesh& mesh) {
  for (int up = 0; up < kObjUps; ++up) {
    for (const bool flip : {false, true}) {
      const ObjImport import{.up = static_cast<ObjUpAxis>(up), .flip = flip};
      const auto turned = parse_obj(text, "fuzz", {}, import);
      STRATA_CHECK(turned.ok());
      check_mesh(turned.value());
      STRATA_CHECK(turned.value().vertex_count() == mesh.vertex_count());
      const size_t axis = import.up == ObjUpAxis::kY || import.up == ObjUpAxis::kMinusY ? 1 : 2;
      const float sign = import.up == ObjUpAxis::kY || import.up == ObjUpAxis::kZ ? 1 : -1;
      for (size_t i = 0; i < mesh.vertices.size(); i += 3) {
        STRATA_CHECK(turned.value().vertices[i + 1] == sign * mesh.vertices[i + axis]);
        STRATA_CHECK(turned.value().vertices[i] == mesh.vertices[i]);
      }
      if (import.up != ObjUpAxis::kY) continue;
      STRATA_CHECK(turned.value().faces(FaceDirection::kUp) ==
                   mesh.faces(flip ? FaceDirection::kDown : FaceDirection::kUp));
    }
  }
  const auto centred = parse_obj(text, "fuzz", {}, {.scale = 0.25f, .recentre = true});
  if (!centred) return;
  check_mesh(centred.value());
  STRATA_CHECK(centred.value().low[1] == 0);
  STRATA_CHECK(std::abs(centred.value().low[0] + centred.value().high[0]) <= 1e-6f * centred.value().high[0]);
}

// The vertices of the mesh in their order are a polygon as well: mostly one that crosses itself.
void check_ears(const ObjMesh& mesh) {
  std::vector<std::array<float, 3>> corners;
  for (size_t i = 0; i < mesh.vertices.size(); i += 3) {
    corners.push_back({mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]});
  }
  if (corners.size() < 3) return;
  for (const uint64_t work : {PolygonCutter::kUsualWork, uint64_t{20}}) {
    PolygonCutter cutter(work);
    const PolygonCut& cut = cutter.cut(corners);
    STRATA_CHECK(cut.triangles.size() % 3 == 0 && cut.triangles.size() <= 3 * (corners.size() - 2));
    STRATA_CHECK(std::isfinite(cut.off_plane) && !(work > 20 && cut.fanned));
    // In a plane the areas with their signs add up, however the boundary crosses itself, unless some were turned round.
    std::array<double, 3> whole{}, sum{};
    double around = 0, farthest = 0;
    const auto add = [](std::array<double, 3>& to, const std::array<float, 3>& a, const std::array<float, 3>& b,
                        const std::array<float, 3>& c) {
      for (size_t axis = 0; axis < 3; ++axis) {
        const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        to[axis] += (double{b[u]} - a[u]) * (double{c[v]} - a[v]) - (double{b[v]} - a[v]) * (double{c[u]} - a[u]);
      }
    };
    for (size_t i = 1; i + 1 < corners.size(); ++i) add(whole, corners[0], corners[i], corners[i + 1]);
    for (size_t i = 0; i < cut.triangles.size(); i += 3) {
      for (size_t k = 0; k < 3; ++k) STRATA_CHECK(cut.triangles[i + k] < corners.size());
      add(sum, corners[cut.triangles[i]], corners[cut.triangles[i + 1]], corners[cut.triangles[i + 2]]);
    }
    for (size_t i = 0; i < corners.size(); ++i) {
      const auto &a = corners[i], &b = corners[(i + 1) % corners.size()];
      for (const float at : a) farthest = std::max(farthest, std::abs(double{at}));
      around += std::hypot(double{b[0]} - a[0], double{b[1]} - a[1], double{b[2]} - a[2]);
    }
    if (cut.crosses || cut.bent) continue;
    // What lies off the plane by less than is noted may be lost, and at each corner what floats are rounded by.
    const double rounded = static_cast<double>(corners.size()) * (1e-5 * around + 1e-6 * farthest);
    for (size_t axis = 0; axis < 3; ++axis) {
      STRATA_CHECK(std::abs(whole[axis] - sum[axis]) <= 4 * around * (cut.off_plane + rounded) + 1e-9);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = parse_obj(text, "fuzz");
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto again = parse_obj(crlf, "fuzz");
  STRATA_CHECK(parsed.ok() == again.ok());
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    STRATA_CHECK(parsed.error().message() == again.error().message());
    return 0;
  }
  STRATA_CHECK(parsed.value() == again.value());
  check_mesh(parsed.value());
  check_imports(text, parsed.value());
  check_ears(parsed.value());
  return 0;
}
