// .obj files whose axes, units, origin and winding are others than those of levels.
#include <doctest/doctest.h>

#include <string>

#include "core/io/obj_file.hpp"

using namespace strata;

namespace {

constexpr char kCorner[] = "v 1 2 3\nv 5 2 3\nv 1 4 3\nf 1 2 3\n";  // it faces z

ObjMesh imported(const std::string& text, const ObjImport& import) {
  const auto parsed = parse_obj(text, "x.obj", {}, import);
  const std::string refused = parsed.ok() ? "" : parsed.error().message();
  INFO(refused);
  REQUIRE(parsed.ok());
  return parsed.value();
}
std::string refused(const std::string& text, const ObjImport& import) {
  const auto parsed = parse_obj(text, "x.obj", {}, import);
  return parsed ? "accepted" : parsed.error().message();
}

}  // namespace

TEST_CASE("obj import: each axis can go up, and nothing is mirrored") {
  const auto vertices = [](ObjUpAxis up) { return imported(kCorner, {.up = up}).vertices; };
  CHECK(vertices(ObjUpAxis::kY) == std::vector<float>{1, 2, 3, 5, 2, 3, 1, 4, 3});
  CHECK(vertices(ObjUpAxis::kZ) == std::vector<float>{1, 3, -2, 5, 3, -2, 1, 3, -4});
  CHECK(vertices(ObjUpAxis::kMinusY) == std::vector<float>{1, -2, -3, 5, -2, -3, 1, -4, -3});
  CHECK(vertices(ObjUpAxis::kMinusZ) == std::vector<float>{1, -3, 2, 5, -3, 2, 1, -3, 4});
  CHECK(imported(kCorner, {.up = ObjUpAxis::kY}).faces(FaceDirection::kFront) == 1);
  CHECK(imported(kCorner, {.up = ObjUpAxis::kZ}).faces(FaceDirection::kUp) == 1);
  CHECK(imported(kCorner, {.up = ObjUpAxis::kMinusY}).faces(FaceDirection::kBack) == 1);
  CHECK(imported(kCorner, {.up = ObjUpAxis::kMinusZ}).faces(FaceDirection::kDown) == 1);
  CHECK(imported(kCorner, {.up = ObjUpAxis::kMinusZ}).area(FaceDirection::kDown) == 4);
}

TEST_CASE("obj import: the scale is that of the file's unit, and faces can be flipped") {
  const ObjMesh small = imported(kCorner, {.scale = 0.5f});
  CHECK(small.vertices == std::vector<float>{0.5f, 1, 1.5f, 2.5f, 1, 1.5f, 0.5f, 2, 1.5f});
  CHECK(small.high == std::array<float, 3>{2.5f, 2, 1.5f});
  CHECK(small.area(FaceDirection::kFront) == 1);
  const ObjMesh flipped = imported(kCorner, {.flip = true});
  CHECK(flipped.triangles == std::vector<int32_t>{0, 2, 1});
  CHECK(flipped.faces(FaceDirection::kBack) == 1);
  // A kilometre in millimetres is within reach.
  CHECK(imported("v 0 0 0\nv 0 0 9e8\nv 9e8 0 0\nf 1 2 3\n", {.scale = 0.001f}).high[0] == doctest::Approx(900000));
  CHECK(refused("v 0 0 5\n", {.scale = 1e6f}) ==
        "x.obj:1: the coordinate '5' times 1000000 is farther from 0 than 1000000: recentre the level, or use another "
        "scale");
}

TEST_CASE("obj import: a level that lies far from 0 is recentred before it is rounded") {
  const std::string far = "v 5000000.25 30 -4000000\nv 5000000.25 30.5 -4000007.5\nv 5000009.5 32 -4000000\nf 1 2 3\n";
  CHECK(refused(far, {}).find("recentre the level") != std::string::npos);
  const ObjMesh mesh = imported(far, {.recentre = true});
  CHECK(mesh.vertices == std::vector<float>{-4.625f, 0, 3.75f, -4.625f, 0.5f, -3.75f, 4.625f, 2, 3.75f});
  CHECK(mesh.low == std::array<float, 3>{-4.625f, 0, -3.75f});
  CHECK(mesh.high == std::array<float, 3>{4.625f, 2, 3.75f});
  // As it is with z up and in another unit.
  const ObjMesh turned = imported(far, {.up = ObjUpAxis::kZ, .scale = 2, .recentre = true});
  CHECK(turned.low == std::array<float, 3>{-9.25f, 0, -2});
  CHECK(turned.high == std::array<float, 3>{9.25f, 15, 2});
  CHECK(refused("v 0 0 0\nv 0 0 1000001\n", {.recentre = true}) ==
        "x.obj:2: the coordinate '1000001' is farther from that of the first vertex than 1000000: use another scale");
}
