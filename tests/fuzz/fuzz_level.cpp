// Any bytes as a level in PLY, STL or glTF: an error that names a line or a byte, or triangles that all have an area
// and that are the same once they are written as .obj.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/check.hpp"
#include "core/io/gltf_file.hpp"
#include "core/io/level_file.hpp"
#include "core/io/ply_file.hpp"
#include "core/io/stl_file.hpp"

namespace {

using namespace strata;

void check_level(const Result<ObjMesh>& parsed) {
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz:"));
    STRATA_CHECK(!parsed.error().what.empty());
    return;
  }
  const ObjMesh& mesh = parsed.value();
  STRATA_CHECK(!mesh.triangles.empty() && mesh.triangles.size() % 3 == 0);
  for (const int32_t vertex : mesh.triangles) {
    STRATA_CHECK(vertex >= 0 && static_cast<size_t>(vertex) < mesh.vertex_count());
    for (size_t axis = 0; axis < 3; ++axis) {
      const float value = mesh.vertices[3 * static_cast<size_t>(vertex) + axis];
      STRATA_CHECK(std::isfinite(value) && mesh.low[axis] <= value && value <= mesh.high[axis]);
    }
  }
  const auto again = parse_obj(format_obj(mesh), "again");
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value().vertices == mesh.vertices && again.value().triangles == mesh.triangles);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ObjLimits limits{.vertices = 10'000, .triangles = 10'000, .face_corners = 1'000};
  const auto beside = [&](const std::string& file) -> Result<std::string> {
    return file == "a.bin" ? Result<std::string>(std::string(bytes))
                           : Result<std::string>(error_at(file, "is not there"));
  };
  check_level(parse_ply(bytes, "fuzz", limits));
  check_level(parse_stl(bytes, "fuzz", limits));
  check_level(parse_gltf(bytes, "fuzz", beside, limits));
  return 0;
}
