// Levels in PLY, STL and glTF: the same mesh in each, faults with their places, sizes that files only claim.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <functional>

#include "core/base/rng.hpp"
#include "core/io/base64.hpp"
#include "core/io/files.hpp"
#include "core/io/gltf_file.hpp"
#include "core/io/level_file.hpp"
#include "core/io/ply_file.hpp"
#include "core/io/stl_file.hpp"
#include "core/level/level.hpp"
#include "core/level/level_scenes.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace std::string_literals;

namespace {

template <class Number>
void put_number(std::string& bytes, Number value, std::endian order = std::endian::little) {
  std::array<char, sizeof(Number)> own = std::bit_cast<std::array<char, sizeof(Number)>>(value);
  if (order != std::endian::native) std::reverse(own.begin(), own.end());
  bytes.append(own.data(), own.size());
}

Result<std::string> no_file(const std::string& file) { return error_at(file, "is not there"); }

std::string message_of(const Result<ObjMesh>& mesh) { return mesh ? "accepted" : mesh.error().message(); }

// The corners of the triangles of a mesh, in their order, whatever the numbers of the vertices.
std::vector<float> corners_of(const ObjMesh& mesh) {
  std::vector<float> corners;
  for (const int32_t vertex : mesh.triangles) {
    for (size_t axis = 0; axis < 3; ++axis)
      corners.push_back(mesh.vertices[3 * static_cast<size_t>(vertex) + axis] + 0);
  }
  return corners;
}

std::string ply_of(const ObjMesh& mesh, std::string_view format) {
  std::string text = fmt::format(
      "ply\nformat {} 1.0\ncomment made for a test\nelement vertex {}\nproperty uchar red\nproperty float x\nproperty "
      "double y\nproperty float z\nelement face {}\nproperty list uchar int vertex_indices\nproperty list ushort short "
      "other\nend_header\n",
      format, mesh.vertex_count(), mesh.triangle_count());
  const bool is_text = format == "ascii";
  const std::endian order = format == "binary_big_endian" ? std::endian::big : std::endian::little;
  for (size_t i = 0; i < mesh.vertices.size(); i += 3) {
    const float* at = &mesh.vertices[i];
    if (is_text) {
      text += fmt::format("200 {} {} {}\n", at[0], at[1], at[2]);
      continue;
    }
    put_number(text, uint8_t{200});
    put_number(text, at[0], order);
    put_number(text, double{at[1]}, order);
    put_number(text, at[2], order);
  }
  for (size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const int32_t* at = &mesh.triangles[i];
    if (is_text) {
      text += fmt::format("3 {} {} {} 1 -7\n", at[0], at[1], at[2]);
      continue;
    }
    put_number(text, uint8_t{3});
    for (size_t k = 0; k < 3; ++k) put_number(text, at[k], order);
    put_number(text, uint16_t{1}, order);
    put_number(text, int16_t{-7}, order);
  }
  return text;
}

std::string stl_of(const ObjMesh& mesh, bool is_text) {
  const std::vector<float> corners = corners_of(mesh);
  std::string out = is_text ? "solid a test\n" : std::string("solid of bytes") + std::string(66, '\0');
  if (!is_text) put_number(out, static_cast<uint32_t>(mesh.triangle_count()));
  for (size_t i = 0; i < corners.size(); i += 9) {
    if (is_text) {
      out += "  facet normal 0 nan 0\n    outer loop\n";
      for (size_t k = 0; k < 9; k += 3) {
        out += fmt::format("      vertex {} {} {}\n", corners[i + k], corners[i + k + 1], corners[i + k + 2]);
      }
      out += "    endloop\n  ENDFACET\n";
      continue;
    }
    for (int k = 0; k < 3; ++k) put_number(out, 0.0f);
    for (size_t k = 0; k < 9; ++k) put_number(out, corners[i + k]);
    put_number(out, uint16_t{0});
  }
  return is_text ? out + "endsolid a test\n" : out;
}

struct GltfParts {
  std::string json, bytes;
};
// The buffer without its uri stands for the bytes of a .glb.
GltfParts gltf_parts(const ObjMesh& mesh, const std::string& uri) {
  GltfParts parts;
  for (const float value : mesh.vertices) put_number(parts.bytes, value);
  for (const int32_t vertex : mesh.triangles) put_number(parts.bytes, static_cast<uint16_t>(vertex));
  const size_t first = mesh.vertices.size() * 4;
  parts.json = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
"nodes":[{{"mesh":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":{},"type":"VEC3"}},
{{"bufferView":1,"componentType":5123,"count":{},"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":{}}},{{"buffer":0,"byteOffset":{},"byteLength":{}}}],
"buffers":[{{{}"byteLength":{}}}]}})",
      mesh.vertex_count(), mesh.triangles.size(), first, first, mesh.triangles.size() * 2,
      uri.empty() ? ""
                  : fmt::format("\"uri\":\"{}\",",
                                uri == "data" ? "data:application/octet-stream;base64," + to_base64(parts.bytes) : uri),
      parts.bytes.size());
  return parts;
}
std::string glb_of(const GltfParts& parts) {
  std::string json = parts.json, bytes = parts.bytes;
  while (json.size() % 4 != 0) json += ' ';
  while (bytes.size() % 4 != 0) bytes += '\0';
  std::string out = "glTF";
  put_number(out, uint32_t{2});
  put_number(out, static_cast<uint32_t>(12 + 8 + json.size() + 8 + bytes.size()));
  put_number(out, static_cast<uint32_t>(json.size()));
  out += "JSON" + json;
  put_number(out, static_cast<uint32_t>(bytes.size()));
  out += std::string("BIN\0", 4) + bytes;
  return out;
}

ObjMesh random_mesh(Rng& rng) {
  std::string text;
  const int vertices = 3 + static_cast<int>(rng.below(20));
  for (int i = 0; i < vertices; ++i) {
    text += fmt::format("v {} {} {}\n", static_cast<int>(rng.below(2000)) / 8.0 - 100, rng.below(50),
                        -static_cast<double>(rng.below(1000)) / 16);
  }
  const int faces = 1 + static_cast<int>(rng.below(30));
  for (int i = 0; i < faces; ++i) {
    text += fmt::format("f {} {} {}\n", 1 + rng.below(vertices), 1 + rng.below(vertices), 1 + rng.below(vertices));
  }
  // The last one has an area, so that no mesh is empty.
  const auto parsed = parse_obj(text + "v 0 0 0\nv 1 0 0\nv 0 0 1\nf -1 -2 -3\n", "random.obj");
  REQUIRE(parsed.ok());
  return parsed.value();
}

constexpr char kPlyHead[] =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face "
    "1\nproperty list uchar int vertex_index\nend_header\n";

std::string ply_message(const std::string& text, const ObjLimits& limits = {}) {
  return message_of(parse_ply(text, "x.ply", limits));
}
std::string stl_message(const std::string& text, const ObjLimits& limits = {}) {
  return message_of(parse_stl(text, "x.stl", limits));
}
std::string gltf_message(const std::string& text, const ObjLimits& limits = {}) {
  return message_of(parse_gltf(text, "x.gltf", no_file, limits));
}
std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("level files: 200 random meshes are the same in every format") {
  Rng rng(20);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const ObjMesh mesh = random_mesh(rng);
    const auto again = parse_obj(format_obj(mesh), "again.obj");
    REQUIRE(again.ok());
    CHECK(again.value().vertices == mesh.vertices);
    CHECK(again.value().triangles == mesh.triangles);
    for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
      CAPTURE(format);
      const auto read = parse_ply(ply_of(mesh, format), "x.ply");
      REQUIRE(message_of(read) == "accepted");
      CHECK(read.value().vertices == mesh.vertices);
      CHECK(read.value().triangles == mesh.triangles);
    }
    for (const bool is_text : {true, false}) {
      const auto read = parse_stl(stl_of(mesh, is_text), "x.stl");
      REQUIRE(message_of(read) == "accepted");
      CHECK(corners_of(read.value()) == corners_of(mesh));
      CHECK(read.value().vertex_count() <= mesh.vertex_count());
    }
    const GltfParts parts = gltf_parts(mesh, {});
    const auto beside = [&](const std::string& file) -> Result<std::string> {
      return file == "a b.bin" ? Result<std::string>(parts.bytes) : no_file(file);
    };
    for (const std::string& text : {glb_of(parts), gltf_parts(mesh, "data").json, gltf_parts(mesh, "a%20b.bin").json}) {
      const auto read = parse_gltf(text, "x.gltf", beside);
      REQUIRE(message_of(read) == "accepted");
      CHECK(read.value().vertices == mesh.vertices);
      CHECK(read.value().triangles == mesh.triangles);
    }
  }
}

TEST_CASE("level files: the courtyard becomes the same level from every format") {
  const TempFolder folder;
  const auto obj = parse_obj(courtyard_level(), "courtyard.obj");
  REQUIRE(obj.ok());
  const ObjMesh& mesh = obj.value();
  REQUIRE(write_file_atomic(folder.file("a.obj"), courtyard_level()));
  REQUIRE(write_file_atomic(folder.file("b.PLY"), ply_of(mesh, "binary_big_endian")));
  REQUIRE(write_file_atomic(folder.file("c.stl"), stl_of(mesh, false)));
  REQUIRE(write_file_atomic(folder.file("d.glb"), glb_of(gltf_parts(mesh, {}))));
  const GltfParts parts = gltf_parts(mesh, "../elsewhere/d.bin");  // of another folder only the name counts
  REQUIRE(write_file_atomic(folder.file("e.gltf"), parts.json));
  REQUIRE(write_file_atomic(folder.file("d.bin"), parts.bytes));
  REQUIRE(write_file_atomic(folder.file("f.obj"), format_obj(mesh)));
  JobControl control;
  const auto first = Level::load(folder.file("a.obj"), {}, control);
  REQUIRE(first.ok());
  for (const char* name : {"b.PLY", "c.stl", "d.glb", "e.gltf", "f.obj"}) {
    CAPTURE(name);
    const auto level = Level::load(folder.file(name), {}, control);
    REQUIRE(level.ok());
    CHECK(std::ranges::equal(level.value()->map().letters(), first.value()->map().letters()));
    CHECK(level.value()->mesh().mesh().polygon_count() == first.value()->mesh().mesh().polygon_count());
  }
}

TEST_CASE("level files: the import holds for every format") {
  const ObjImport import{.up = ObjUpAxis::kZ, .scale = 0.5f, .recentre = true, .flip = true};
  const auto obj = parse_obj(courtyard_level(), "x.obj");
  const auto wanted = parse_obj(courtyard_level(), "x.obj", {}, import);
  const ObjMesh& mesh = obj.value();
  const auto ply = parse_ply(ply_of(mesh, "ascii"), "x.ply", {}, import);
  const auto stl = parse_stl(stl_of(mesh, true), "x.stl", {}, import);
  const auto gltf = parse_gltf(glb_of(gltf_parts(mesh, {})), "x.glb", no_file, {}, import);
  for (const auto* read : {&ply, &stl, &gltf}) {
    REQUIRE(read->ok());
    CHECK(corners_of(read->value()) == corners_of(wanted.value()));
  }
}

TEST_CASE("level files: faults of PLY are told with their places") {
  const std::string head = kPlyHead;
  CHECK(ply_message(head + "0 0 0\n1 0 0\n0 0 1\n3 0 1 2\n") == "accepted");
  CHECK(ply_message(head + "0 0 0\r\n1 0 0\r\n0 0 1\r\n3 0 1 2") == "accepted");
  CHECK(ply_message("") == "x.ply:1: the file does not begin with a line 'ply'");
  CHECK(ply_message("ply\nformat ascii 1.0\n") == "x.ply:2: the file ends before end_header");
  CHECK(ply_message("ply\nformat text 1.0\n") ==
        "x.ply:2: expected ascii, binary_little_endian or binary_big_endian, got 'text'");
  CHECK(ply_message("ply\nformat ascii 2.0\n") == "x.ply:2: the format has version 1.0, not '2.0'");
  CHECK(ply_message("ply\nend_header\n") == "x.ply:2: the header has no line 'format'");
  CHECK(ply_message("ply\nproperty float x\n") == "x.ply:2: a property before the first element");
  CHECK(ply_message("ply\nelement vertex -1\n") == "x.ply:2: expected the number of elements, got '-1'");
  CHECK(ply_message(with_replaced(head, "float x", "real x")) == "x.ply:4: 'real' is no type of a property");
  CHECK(ply_message(with_replaced(head, "float z", "float w")) == "x.ply:3: the element vertex has no property 'z'");
  CHECK(ply_message(with_replaced(head, "vertex_index", "corners")) ==
        "x.ply:7: the element face has no list 'vertex_indices'");
  CHECK(ply_message(with_replaced(head, "face", "tristrips")) == "x.ply:9: the header has no element 'face'");
  CHECK(ply_message(head + "0 0 0\n1 0 0\n0 0 1\n3 0 1 3\n") ==
        "x.ply:13: a face names vertex 3, but vertices are numbered from 0 to 2");
  CHECK(ply_message(head + "0 0 0\n1 zero 0\n0 0 1\n3 0 1 2\n") == "x.ply:11: expected a number, got 'zero'");
  CHECK(ply_message(head + "0 0 0\n1 0 0\n0 0 nan\n3 0 1 2\n") == "x.ply:12: the coordinate 'nan' is not finite");
  CHECK(ply_message(head + "0 0 0\n1 0 0\n0 0 1\n2 0 1     \n") ==
        "x.ply:13: a face has three corners or more, this one has 2");
  CHECK(ply_message(head + "0 0 0\n1 0 0\n0 0 1\n3 0 1\n") == "x.ply:14: the file ends before its last element");
  // What a header claims is compared with what is there.
  CHECK(ply_message(with_replaced(head, "vertex 3", "vertex 9000000") + "0 0 0\n") ==
        "x.ply:3: 9000000 elements 'vertex' do not fit into the 6 bytes that follow the header");
  CHECK(ply_message(with_replaced(head, "vertex 3", "vertex 10000001")) ==
        "x.ply:3: 10000001 elements 'vertex', more than 10000000");
  CHECK(ply_message(with_replaced(head, "vertex 3", "vertex 4"), {.vertices = 3}) ==
        "x.ply:3: 4 elements 'vertex', more than 3");
  const ObjMesh mesh = parse_obj("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n", "x.obj").value();
  const std::string bytes = ply_of(mesh, "binary_little_endian");
  CHECK(ply_message(bytes.substr(0, bytes.size() - 1)) ==
        fmt::format("x.ply: byte {}: the file ends before its last element", bytes.size() - 2));
  std::string list = with_replaced(kPlyHead, "ascii", "binary_little_endian");
  list = with_replaced(list, "uchar int", "uint int");
  for (int i = 0; i < 9; ++i) put_number(list, static_cast<float>(i * i));
  const size_t at = list.size();
  put_number(list, uint32_t{0xfffffff0});
  CHECK(ply_message(list) ==
        fmt::format("x.ply: byte {}: the length of a list is no whole number from 0 to 1000000000", at));
}

TEST_CASE("level files: faults of STL are told with their places") {
  const std::string facet =
      "facet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\n";
  CHECK(stl_message("solid\n" + facet + "endsolid\n") == "accepted");
  CHECK(stl_message("solid a\n" + facet + "endsolid a\nsolid b\n" + facet + "endsolid b") == "accepted");
  CHECK(stl_message("") == "x.stl:1: the file ends without a face");
  CHECK(stl_message("v 0 0 0\n") == "x.stl:1: expected solid, got 'v'");
  CHECK(stl_message("solid a\n" + facet) == "x.stl:9: the file ends before endsolid");
  CHECK(stl_message("solid a\n" + with_replaced(facet, "vertex 1 0 0\n", "")) ==
        "x.stl:6: expected vertex, got 'endloop'");
  CHECK(stl_message("solid a\n" + with_replaced(facet, "1 0 0\n", "1 x 0\n")) ==
        "x.stl:6: expected a coordinate, got 'x'");
  CHECK(stl_message("solid a\n" + with_replaced(facet, "1 0 0\n", "1 0 2e7\n")) ==
        "x.stl:6: the coordinate '2e7' is farther from 0 than 1000000: recentre the level, or use another scale");
  CHECK(stl_message("solid a\nfacet normal 0") == "x.stl:2: the file ends in a normal");
  std::string bytes(80, 'x');
  put_number(bytes, uint32_t{7});
  CHECK(stl_message(bytes + std::string(100, '\0')) ==
        "x.stl: byte 80: the file should have 7 triangles of 50 bytes, but 100 bytes follow");
  std::string many(80, 'x');
  put_number(many, uint32_t{0xffffffff});
  CHECK(stl_message(many) == "x.stl: byte 80: the file has 4294967295 triangles, more than 10000000");
  std::string nan(80, 'x');
  put_number(nan, uint32_t{1});
  for (int i = 0; i < 12; ++i) put_number(nan, i == 4 ? std::bit_cast<float>(0x7fc00000u) : 0.0f);
  CHECK(stl_message(nan + "\0\0"s) == "x.stl: byte 96: the coordinate 'nan' is not finite");
}

TEST_CASE("level files: nodes of glTF move, turn and mirror their meshes") {
  const ObjMesh mesh = parse_obj("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n", "x.obj").value();
  const std::string json = gltf_parts(mesh, "data").json;
  const auto read = [&](const std::string& nodes) {
    const auto parsed = parse_gltf(with_replaced(json, R"("nodes":[{"mesh":0}])", nodes), "x.gltf", no_file);
    REQUIRE(message_of(parsed) == "accepted");
    return corners_of(parsed.value());
  };
  CHECK(read(R"("nodes":[{"mesh":0}])") == std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 0});
  CHECK(read(R"("nodes":[{"mesh":0,"translation":[1,2.5,-3],"scale":[2,2,2]}])") ==
        std::vector<float>{1, 2.5f, -3, 1, 2.5f, -1, 3, 2.5f, -3});
  CHECK(read(R"("nodes":[{"mesh":0,"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,1,2.5,-3,1]}])") ==
        std::vector<float>{1, 2.5f, -3, 1, 2.5f, -1, 3, 2.5f, -3});
  // A quarter turn round y: x goes to -z. The child stands in the frame of its parent.
  const auto turned = read(
      R"("nodes":[{"children":[1],"translation":[5,0,0]},{"mesh":0,"rotation":[0,0.70710678118654757,0,0.70710678118654757]}])");
  const std::vector<float> wanted = {5, 0, 0, 6, 0, 0, 5, 0, -1};
  for (size_t i = 0; i < wanted.size(); ++i) CHECK(turned[i] == doctest::Approx(wanted[i]));
  // A mirrored face is turned round, so that the same side is its front.
  CHECK(read(R"("nodes":[{"mesh":0,"scale":[-1,1,1]}])") == std::vector<float>{-1, 0, 0, 0, 0, 1, 0, 0, 0});
  // Strips and fans, and a primitive without indices.
  const ObjMesh four = parse_obj("v 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0 1\nf 1 2 3\nf 2 4 3\n", "x.obj").value();
  std::string strip = with_replaced(gltf_parts(four, "data").json, R"(,"indices":1)", R"(,"mode":5)");
  CHECK(corners_of(parse_gltf(strip, "x.gltf", no_file).value()) == corners_of(four));
  std::string fan = with_replaced(gltf_parts(four, "data").json, R"(,"indices":1)", R"(,"mode":6)");
  CHECK(parse_gltf(fan, "x.gltf", no_file).value().triangle_count() == 2);
  const auto lines =
      parse_gltf(with_replaced(json, R"("primitives":[)", R"("primitives":[{"mode":1,"attributes":{"POSITION":0}},)"),
                 "x.gltf", no_file);
  CHECK(lines.value().notes == std::vector<std::string>{"1 part of points or lines was left out"});
}

TEST_CASE("level files: faults of glTF are told with their places") {
  const ObjMesh mesh = parse_obj("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n", "x.obj").value();
  const std::string json = gltf_parts(mesh, "data").json;
  const auto wrong = [&](const std::string& from, const std::string& to) {
    return gltf_message(with_replaced(json, from, to));
  };
  CHECK(gltf_message(json) == "accepted");
  CHECK(gltf_message("[]") == "x.gltf:1: this is no glTF file: it is no object of JSON");
  CHECK(gltf_message("{\n}") == "x.gltf:1: this is no glTF file: it has no \"asset\" with a \"version\"");
  CHECK(wrong("2.0", "1.0") == "x.gltf:1: glTF of version '1.0' is not read, only of version 2");
  CHECK(wrong("\"scene\"", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scene\"") ==
        "x.gltf:1: the file needs the extension 'KHR_draco_mesh_compression', which is not read: export it without "
        "compression");
  CHECK(wrong("{\"mesh\":0}", "{\"mesh\":3}") == "x.gltf:2: there is no item 3 in \"meshes\", which has 1");
  CHECK(wrong("{\"mesh\":0}", "{\"mesh\":-1}") == "x.gltf:2: \"mesh\" is no whole number from 0 on");
  CHECK(wrong("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}") == "x.gltf:2: the node 0 has two parents");
  CHECK(wrong("{\"mesh\":0}", "{\"mesh\":0,\"scale\":[1,2]}") == "x.gltf:2: \"scale\" is no list of 3 numbers");
  CHECK(wrong("{\"mesh\":0}", "{\"mesh\":0,\"rotation\":[0,0,0,0]}") ==
        "x.gltf:2: the rotation of the node is no quaternion");
  CHECK(wrong("\"POSITION\":0", "\"POSITION\":1") == "x.gltf:5: the accessor is not of the type VEC3");
  CHECK(wrong("\"POSITION\"", "\"NORMAL\"") == "x.gltf:3: the primitive has no attribute \"POSITION\"");
  CHECK(wrong("\"count\":3,\"type\":\"VEC3\"", "\"count\":4,\"type\":\"VEC3\"") ==
        "x.gltf:4: 4 values of 12 bytes reach to byte 48 of a view of 36 bytes");
  CHECK(wrong("\"count\":3,\"type\":\"VEC3\"", "\"count\":999999999999,\"type\":\"VEC3\"")
            .find("x.gltf:4: 999999999999 values") == 0);
  CHECK(wrong("\"count\":3,\"type\":\"VEC3\"", "\"sparse\":{},\"count\":3,\"type\":\"VEC3\"") ==
        "x.gltf:4: sparse accessors are not read");
  CHECK(wrong("5126", "5130") == "x.gltf:4: there is no type 5130 of components");
  CHECK(wrong("5123", "5126") == "x.gltf:5: 3 values of 4 bytes reach to byte 12 of a view of 6 bytes");
  CHECK(wrong("\"byteLength\":36}", "\"byteLength\":36,\"byteStride\":8}") ==
        "x.gltf:6: a \"byteStride\" of 8 does not fit values of 12 bytes");
  CHECK(wrong("\"byteLength\":36}", "\"byteLength\":36,\"byteOffset\":10}") ==
        "x.gltf:6: the bytes 10 to 46 are not in the buffer, which has 42");
  CHECK(wrong("\"byteLength\":42", "\"byteLength\":43") == "x.gltf:7: the buffer should have 43 bytes, but has 42");
  CHECK(wrong("base64,", "base64,*") == "x.gltf:7: '*' is not base64");
  CHECK(wrong(";base64,", ",") == "x.gltf:7: the data of the buffer are not in base64");
  CHECK(gltf_message(gltf_parts(mesh, "a.bin").json) == "x.gltf:7: the file of the buffer: a.bin: is not there");
  CHECK(gltf_message(gltf_parts(mesh, {}).json) ==
        "x.gltf:7: the buffer names no file, and the file itself has no such data");
  CHECK(gltf_message(json, {.vertices = 2}) == "x.gltf:4: the file has more than 2 vertices");
  const std::string deep = R"({"asset":{"version":"2.0"},"extras":)" + std::string(100000, '[');
  CHECK(gltf_message(deep) == "x.gltf:1: values are nested deeper than 64");
  // Many nodes may show one mesh.
  std::string nodes = R"("nodes":[{"mesh":0})", roots = R"("nodes":[0)";
  for (int i = 1; i < 50; ++i) {
    nodes += R"(,{"mesh":0})";
    roots += fmt::format(",{}", i);
  }
  const std::string many = with_replaced(with_replaced(json, R"("nodes":[{"mesh":0})", nodes), R"("nodes":[0)", roots);
  CHECK(parse_gltf(many, "x.gltf", no_file).value().triangle_count() == 50);
  CHECK(gltf_message(many, {.triangles = 49}) == "x.gltf:5: the file has more than 49 triangles");

  GltfParts parts = gltf_parts(mesh, {});
  const std::string glb = glb_of(parts);
  const auto glb_message = [](const std::string& bytes) { return message_of(parse_gltf(bytes, "x.glb", no_file)); };
  CHECK(glb_message(glb) == "accepted");
  CHECK(glb_message(glb.substr(0, 19)) == "x.glb: byte 19: the file is cut off");
  CHECK(glb_message(glb.substr(0, glb.size() - 1)).find("x.glb: byte 8: the file should have") == 0);
  std::string first = glb;
  first[4] = 1;
  CHECK(glb_message(first) == "x.glb: byte 4: glTF of version 1 is not read, only of version 2");
  std::string long_part = glb;
  long_part[15] = 0x7f;
  CHECK(glb_message(long_part).find("x.glb: byte 12: a part of ") == 0);
  CHECK(glb_message(with_replaced(glb, "JSON", "XXXX")) == "x.glb: byte 12: the file has no part with JSON");
  const size_t place = glb.find("{\"bufferView\":0");
  CHECK(glb_message(with_replaced(glb, "5126", "5130")) ==
        fmt::format("x.glb: byte {}: there is no type 5130 of components", place));
}

TEST_CASE("level files: bytes changed at random are refused with a place or read") {
  Rng rng(3);
  const ObjMesh mesh = random_mesh(rng);
  const std::vector<std::string> seeds = {ply_of(mesh, "ascii"),        ply_of(mesh, "binary_big_endian"),
                                          stl_of(mesh, true),           stl_of(mesh, false),
                                          glb_of(gltf_parts(mesh, {})), gltf_parts(mesh, "data").json};
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = seeds[rng.below(static_cast<uint32_t>(seeds.size()))];
    for (uint64_t i = 1 + rng.below(4); i > 0; --i)
      bytes[rng.below(static_cast<uint32_t>(bytes.size()))] = static_cast<char>(rng.below(256));
    if (rng.below(4) == 0) bytes.resize(rng.below(static_cast<uint32_t>(bytes.size())));
    for (const auto& read : {parse_ply(bytes, "x"), parse_stl(bytes, "x"), parse_gltf(bytes, "x", no_file)}) {
      if (!read) CHECK(read.error().where.starts_with("x:"));
    }
  }
}
