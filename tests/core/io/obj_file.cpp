// .obj files.
#include "core/io/obj_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <fstream>

#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr char kSquare[] = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";  // the corners of a square on the ground

std::string obj_refusal(const std::string& text, const ObjLimits& limits = {}) {
  const auto parsed = parse_obj(text, "x.obj", limits);
  return parsed ? "accepted" : parsed.error().message();
}
std::string square_refusal(const std::string& text) { return obj_refusal(kSquare + text); }

ObjMesh read(const std::string& text) {
  const auto parsed = parse_obj(text, "x.obj");
  const std::string refused = parsed.ok() ? "" : parsed.error().message();
  INFO(refused);
  REQUIRE(parsed.ok());
  return parsed.value();
}

}  // namespace

TEST_CASE("obj file: vertices and faces are read, whatever else there is") {
  const ObjMesh mesh = read(
      "# a level\nmtllib a.mtl\no ground\ng part one\n  v -1.5 +2e0 0.25 1.0\nv 3 2.5 0\t# right\nv\t0 3 -4 0.5 0.5 "
      "0.5\n"
      "vn 0 1 0\nvt 0 0\nusemtl stone\ns off\nl 1 2\nf 1 2 3");
  CHECK(mesh.vertices == std::vector<float>{-1.5f, 2, 0.25f, 3, 2.5f, 0, 0, 3, -4});
  CHECK(mesh.triangles == std::vector<int32_t>{0, 1, 2});
  CHECK(mesh.low == std::array<float, 3>{-1.5f, 2, -4});
  CHECK(mesh.high == std::array<float, 3>{3, 3, 0.25f});
  CHECK(mesh.notes.empty());
}

TEST_CASE("obj file: corners are written in four ways, and polygons become fans") {
  const std::vector<int32_t> fan = {0, 1, 2, 0, 2, 3};
  CHECK(read(std::string(kSquare) + "f 1 2 3 4\n").triangles == fan);
  CHECK(read(std::string(kSquare) + "f 1/7 2/7 3/7 4/7\n").triangles == fan);
  CHECK(read(std::string(kSquare) + "f 1/7/-1 2/7/1 3/7/1 4/7/1\n").triangles == fan);
  CHECK(read(std::string(kSquare) + "f 1//1 2//1 3//1 4//1\n").triangles == fan);
  const ObjMesh five = read(std::string(kSquare) + "v 1.5 0 0.5\nf 1 2 3 5 4\n");
  CHECK(five.triangles == std::vector<int32_t>{0, 1, 2, 0, 2, 4, 0, 4, 3});
}

TEST_CASE("obj file: negative numbers count back from the face, others may name what comes later") {
  CHECK(read("v 0 0 0\nv 0 0 1\nv 1 0 1\nf -3 -2 -1\nv 5 0 0\nv 5 0 1\nv 6 0 1\nf -3 -2 -1\n").triangles ==
        std::vector<int32_t>{0, 1, 2, 3, 4, 5});
  CHECK(read(std::string("f 1 2 3 4\n") + kSquare).triangles == std::vector<int32_t>{0, 1, 2, 0, 2, 3});
}

TEST_CASE("obj file: a backslash at the end of a line continues it, but not in a comment") {
  const ObjMesh mesh = read("v 0 0 \\\n 0\nv 0 \\ \r\n0 1\n# path C:\\\nv 1 0 1\ng a\\b\nf 1 2\\\n\\\n 3");
  CHECK(mesh.vertices == std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 1});
  CHECK(mesh.triangles == std::vector<int32_t>{0, 1, 2});
  CHECK(obj_refusal("v 0 0 0 \\\nv 1 0 0\nv 0 0 1\nf 1 2 \\\n9\n") == "x.obj:5: there is no vertex 9, only 2");
}

TEST_CASE("obj file: CRLF means the same as LF") {
  const std::string text = std::string(kSquare) + "# square\n\nf 1 2 \\\n3 4\nf 1 1 2\nwhat is this\n";
  std::string crlf;
  for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(read(text) == read(crlf));
  CHECK(read(text).notes.size() == 2);
}

TEST_CASE("obj file: a byte order mark shifts no number, and carriage returns alone end lines") {
  const ObjMesh plain = read(std::string(kSquare) + "f 1 2 3\n");
  const ObjMesh marked = read("\xef\xbb\xbf" + std::string(kSquare) + "f 1 2 3\n");
  CHECK(marked.vertices == plain.vertices);
  CHECK(marked.triangles == plain.triangles);
  std::string old_mac = std::string(kSquare) + "f 1 2 3 # a comment\nf 1 \\\n 3 4\n";
  const ObjMesh two = read(old_mac);
  std::replace(old_mac.begin(), old_mac.end(), '\n', '\r');
  CHECK(read(old_mac).triangles == two.triangles);
  CHECK(two.triangle_count() == 2);
}

TEST_CASE("obj file: what is wrong is told with file and line") {
  CHECK(obj_refusal("") == "x.obj:1: the file ends without a face");
  CHECK(obj_refusal("\x7f"
                    "ELF\x01\n\n") == "x.obj:3: the file ends without a face");
  CHECK(obj_refusal(kSquare) == "x.obj:5: the file ends without a face");
  CHECK(obj_refusal("v 0 0\n") == "x.obj:1: expected three coordinates, got 2");
  CHECK(obj_refusal("\nv 0 0 # 1\n") == "x.obj:2: expected three coordinates, got 2");
  CHECK(obj_refusal("v 0 zero 0\n") == "x.obj:1: expected a coordinate, got 'zero'");
  CHECK(obj_refusal("v 0 1,5 0\n") == "x.obj:1: expected a coordinate, got '1,5'");
  CHECK(obj_refusal("v 0 +-1 0\n") == "x.obj:1: expected a coordinate, got '+-1'");
  CHECK(obj_refusal("v 0 1e999 0\n") == "x.obj:1: expected a coordinate, got '1e999'");
  CHECK(obj_refusal("v 0 nan 0\n") == "x.obj:1: the coordinate 'nan' is not finite");
  CHECK(obj_refusal("v 0 0 -inf\n") == "x.obj:1: the coordinate '-inf' is not finite");
  CHECK(obj_refusal("v 0 0 1000001\n") ==
        "x.obj:1: the coordinate '1000001' is farther from 0 than 1000000: recentre the level, "
        "or use another scale");
  CHECK(obj_refusal("v 0 0 -1e30\n") ==
        "x.obj:1: the coordinate '-1e30' is farther from 0 than 1000000: recentre the level, "
        "or use another scale");
  CHECK(parse_obj(std::string(kSquare) + "f 1 2\nf 1 2 3 4\n", "x.obj", {.face_corners = 4}).error().message() ==
        "x.obj:5: a face has three corners or more, this one has 2");
  CHECK(parse_obj(std::string(kSquare) + "f 1 2 3 4\nf 1 2 3 4 \\\n 1\n", "x.obj", {.face_corners = 4})
            .error()
            .message() == "x.obj:7: a face has more than 4 corners");
  CHECK(parse_obj(std::string(kSquare) + "f 1 2 3 4\n", "x.obj", {.face_corners = 4}).ok());
  std::string endless = "f";
  for (int i = 0; i < 200'000; ++i) endless += " 1 2 3 4";
  CHECK(square_refusal(endless + "\n") == "x.obj:5: a face has more than 100000 corners");
  CHECK(square_refusal("f 1 2\n") == "x.obj:5: a face has three corners or more, this one has 2");
  CHECK(square_refusal("f\n") == "x.obj:5: a face has three corners or more, this one has 0");
  CHECK(square_refusal("f 1 2 0\n") == "x.obj:5: a face names vertex 0, but vertices are numbered from 1");
  CHECK(square_refusal("f 1 2 -5\n") == "x.obj:5: vertex -5 is counted back from here, but only 4 came before");
  CHECK(square_refusal("f 1 2 3\nf 1 2 5\nf 1 2 9\nf 1 2 8\n") == "x.obj:7: there is no vertex 9, only 4");
  CHECK(square_refusal("f 1 2 99999999\n") == "x.obj:5: there is no vertex 99999999: a file has 10000000 at most");
  CHECK(square_refusal("f 1 2 99999999999999999999\n") ==
        "x.obj:5: expected the corner of a face, got '99999999999999999999'");
  for (const char* word : {"a", "1.5", "/1", "1/a", "1/2/3/4", "3x", "+3", "0x3"}) {
    CHECK(square_refusal(std::string("f 1 2 ") + word) ==
          std::string("x.obj:5: expected the corner of a face, got '") + word + "'");
  }
  CHECK(square_refusal("f 1 1 2\nf 1 3 3\n") == "x.obj:7: none of the 2 faces has an area");
}

TEST_CASE("obj file: more vertices or triangles than the limit are refused where they begin") {
  CHECK(obj_refusal(std::string(kSquare) + "f 1 2 3 4\n", {4, 2}) == "accepted");
  CHECK(obj_refusal(std::string(kSquare) + "f 1 2 3 4\n", {3, 2}) == "x.obj:4: the file has more than 3 vertices");
  CHECK(obj_refusal(std::string(kSquare) + "f 1 2 3 4\n", {4, 1}) == "x.obj:5: the file has more than 1 triangles");
}

TEST_CASE("obj file: what other programs put up with is repaired and noted") {
  const ObjMesh mesh =
      read(std::string(kSquare) +
           "v 0.5 0 0.5\nf 1 2 3\nf 1 3 4\nf 1 2 2\nf 1 5 3\nv 0.5 3 0.5\nf 1 3 6\ncurv 0 1 2\nnonsense\n");
  CHECK(mesh.triangles == std::vector<int32_t>{0, 1, 2, 0, 2, 3, 0, 2, 5});
  CHECK(mesh.faces_left_out == 2);
  CHECK(mesh.crowded_edges == 1);
  CHECK(mesh.unknown_statements == 2);
  CHECK(mesh.notes == std::vector<std::string>{"2 faces without area were left out",
                                               "1 edge belongs to more than two triangles",
                                               "2 unknown statements were skipped, the first in line 12: 'curv'"});
  // A corner in the middle of a side of a polygon is no fault.
  const ObjMesh straight = read("v 0 0 0\nv 0 0 1\nv 0 0 2\nv 1 0 2\nf 1 2 3 4\n");
  CHECK(straight.triangles == std::vector<int32_t>{0, 2, 3});
  CHECK(straight.notes.empty());
  // Vertices that no face names are not part of the level.
  CHECK(read(std::string("v 900 900 900\n") + kSquare + "f 2 3 4").high == std::array<float, 3>{1, 0, 1});
}

TEST_CASE("obj file: notches and holes of a face stay open, and what is not flat or crosses itself is noted") {
  // An L, whose fan from its first corner would fill the notch.
  const ObjMesh notched = read("v 0 0 0\nv 0 0 2\nv 2 0 2\nv 2 0 1\nv 1 0 1\nv 1 0 0\nf 6 1 2 3 4 5\n");
  CHECK(notched.triangle_count() == 4);
  double sum = 0;
  for (size_t i = 0; i < notched.triangles.size(); i += 3) {
    const float *a = &notched.vertices[3 * static_cast<size_t>(notched.triangles[i])],
                *b = &notched.vertices[3 * static_cast<size_t>(notched.triangles[i + 1])],
                *c = &notched.vertices[3 * static_cast<size_t>(notched.triangles[i + 2])];
    sum += std::abs(double{(b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])}) / 2;
  }
  CHECK(sum == 3);
  CHECK(notched.notes.empty());
  const ObjMesh odd = read(std::string(kSquare) + "v 1 1 0\nf 1 2 3 4\n\nf 1 2 3 5\nf 1 3 2 4\nf 1 2 4 3\n");
  CHECK(odd.bent_faces == 1);
  CHECK(odd.crossing_faces == 2);
  CHECK(odd.notes.at(0) == "2 faces cross themselves and are cut as well as can be, the first in line 9");
  CHECK(odd.notes.at(1) ==
        "1 face is not flat, the first in line 8: corners lie up to 0.2 from the plane of their face");
}

TEST_CASE("obj file: numbers do not depend on the language of the system") {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    CHECK(read("v 0.5 0 0\nv 0 0 1.25\nv 1 0 1\nf 1 2 3\n").vertices[5] == 1.25f);
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST_CASE("obj file: files are read from disk, and one that is not there is told") {
  const TempFolder folder;
  const std::string path = folder.file("a.obj");
  std::ofstream(path) << kSquare << "f 1 2 3 4\n";
  const auto loaded = load_obj(path);
  REQUIRE(loaded.ok());
  CHECK(loaded.value().triangle_count() == 2);
  CHECK(load_obj(folder.file("b.obj")).error().message().ends_with("b.obj: No such file or directory"));
}

TEST_CASE("obj file: of ten megabytes every triangle arrives") {
  Rng rng(3);
  std::string text;
  size_t triangles = 0;
  while (text.size() < 10'000'000) {
    for (int i = 0; i < 4; ++i) {
      text += "v " + std::to_string(rng.between(-9999, 9999)) + "." + std::to_string(rng.below(1000000)) + " 1.25 " +
              std::to_string(rng.between(-9999, 9999)) + ".5\n";
    }
    text += "f -4/1/1 -3/2/1 -2/3/1\nf -4//1 -2//1 -1//1\n";
    triangles += 2;
  }
  const Stopwatch watch;
  const ObjMesh mesh = read(text);
  const double seconds = watch.micros() / 1e6;
  MESSAGE(seconds, " s for 10 MB");
  CHECK(mesh.triangle_count() + mesh.faces_left_out == triangles);
  CHECK(mesh.vertex_count() == 2 * triangles);
}
