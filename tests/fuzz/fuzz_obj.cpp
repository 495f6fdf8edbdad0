// Any bytes as an .obj file: an error that names a line, or triangles that all have an area, the same with CRLF.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/obj_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
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
  const ObjMesh& mesh = parsed.value();
  STRATA_CHECK(mesh == again.value());
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
  return 0;
}
