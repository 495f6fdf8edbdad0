#include "core/io/obj_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <span>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/polygon_ears.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '#' || c == '\\'; }

// Splits a text into words, statement by statement. A statement is a line, and continues on the next line if it ends
// with a backslash. '#' begins a comment up to the end of its line.
class WordSplitter {
 public:
  explicit WordSplitter(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  size_t line() const { return line_; }  // 1-based line of the last word
  bool at_end() const { return at_ == end_; }

  // Returns the next word of the statement; an empty word at its end.
  std::string_view next() {
    while (at_ != end_ && (is_blank(*at_) || *at_ == '\\')) {
      if (*at_ == '\\' && !continues()) break;
      ++at_;
      if (at_[-1] == '\\') end_line();
    }
    if (at_ == end_ || *at_ == '\n' || *at_ == '#') return {};
    const char* const begin = at_;
    while (at_ != end_ && (!ends_word(*at_) || (*at_ == '\\' && !continues()))) ++at_;
    return {begin, static_cast<size_t>(at_ - begin)};
  }
  // Moves to the beginning of the next statement.
  void end_statement() {
    while (at_ != end_) {
      const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
      const char* const stop = newline != nullptr ? newline : end_;
      const bool goes_on = std::memchr(at_, '\\', static_cast<size_t>(stop - at_)) != nullptr && !next().empty();
      if (goes_on) continue;
      at_ = static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
      if (at_ == nullptr) at_ = end_;
      end_line();
      return;
    }
  }

 private:
  // Returns whether only blanks lie between this backslash and the end of its line.
  bool continues() const {
    const char* p = at_ + 1;
    while (p != end_ && is_blank(*p)) ++p;
    return p == end_ || *p == '\n';
  }
  // Skips the rest of a line, which is blank, and its end.
  void end_line() {
    while (at_ != end_ && *at_ != '\n') ++at_;
    if (at_ == end_) return;
    ++at_;
    ++line_;
  }

  const char* at_;
  const char* end_;
  size_t line_ = 1;
};

// Returns whether a statement is a known one that does not affect the ground.
bool is_usual(std::string_view key) {
  constexpr std::string_view kUsual[] = {"vn",    "vt",       "vp",       "o",          "g",        "s",      "mg",
                                         "l",     "p",        "usemtl",   "mtllib",     "usemap",   "maplib", "lod",
                                         "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
  return std::find(std::begin(kUsual), std::end(kUsual), key) != std::end(kUsual);
}

struct Point {
  double x, y, z;
};

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name, const ObjLimits& limits, const ObjImport& import)
      : words_(text), name_(name), limits_(limits), import_(import) {}

  Result<ObjMesh> read() {
    while (!words_.at_end()) {
      const std::string_view key = words_.next();
      Status status = success();
      if (key == "v") {
        status = vertex();
      } else if (key == "f") {
        status = face();
      } else if (!key.empty() && !is_usual(key)) {
        if (mesh_.unknown_statements++ == 0) {
          unknown_line_ = words_.line();
          unknown_key_ = quoted(key);
        }
      }
      if (!status) return status.error();
      words_.end_statement();
    }
    if (faces_.empty()) return error_at_line(name_, words_.line(), "the file ends without a face");
    if (farthest_ >= static_cast<int64_t>(mesh_.vertex_count())) {
      return error_at_line(name_, farthest_line_,
                           fmt::format("there is no vertex {}, only {}", farthest_ + 1, mesh_.vertex_count()));
    }
    cut_faces();
    if (mesh_.triangles.empty()) {
      return error_at_line(name_, words_.line(), fmt::format("none of the {} faces has an area", faces_.size()));
    }
    measure();
    if (import_.recentre) {
      recentre();
      measure();
    }
    mesh_.crowded_edges = count_crowded_edges();
    take_notes();
    return std::move(mesh_);
  }

 private:
  Error error(std::string what) const { return error_at_line(name_, words_.line(), std::move(what)); }

  Status vertex() {
    if (mesh_.vertex_count() == limits_.vertices) {
      return error(fmt::format("the file has more than {} vertices", limits_.vertices));
    }
    std::array<float, 3> at{};
    for (size_t i = 0; i < 3; ++i) {
      std::string_view word = words_.next();
      if (word.empty()) return error(fmt::format("expected three coordinates, got {}", i));
      const std::string_view whole = word;
      if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
      const auto read = parse_number<double>(word);
      if (!read) return error(fmt::format("expected a coordinate, got {}", quoted(whole)));
      double value = *read;
      if (!std::isfinite(value)) return error(fmt::format("the coordinate {} is not finite", quoted(whole)));
      value *= double{import_.scale};
      if (import_.recentre) {
        if (mesh_.vertices.empty()) first_[i] = value;
        value -= first_[i];
      }
      if (!(std::abs(value) <= kMaxObjCoordinate)) return error(too_far(whole));
      at[i] = static_cast<float>(value);
    }
    // Rotates round x: two axes change together, so that nothing is mirrored. 0 - 0 avoids -0.
    const auto [x, y, z] = at;
    switch (import_.up) {
      case ObjUpAxis::kY:
        break;
      case ObjUpAxis::kZ:
        at = {x, z, 0 - y};
        break;
      case ObjUpAxis::kMinusY:
        at = {x, 0 - y, 0 - z};
        break;
      case ObjUpAxis::kMinusZ:
        at = {x, 0 - z, y};
        break;
    }
    mesh_.vertices.insert(mesh_.vertices.end(), at.begin(), at.end());
    return success();
  }

  std::string too_far(std::string_view coordinate) const {
    std::string text = fmt::format("the coordinate {}", quoted(coordinate));
    if (import_.scale != 1) text += fmt::format(" times {}", import_.scale);
    const std::string_view from = import_.recentre ? "that of the first vertex" : "0";
    text += fmt::format(" is farther from {} than {:.0f}: ", from, kMaxObjCoordinate);
    return text + (import_.recentre ? "use another scale" : "recentre the level, or use another scale");
  }

  // Parses V, V/VT, V/VT/VN or V//VN, and returns the index of the vertex, from 0.
  Result<int32_t> corner(std::string_view word) {
    int64_t number = 0;
    const char* const word_end = word.data() + word.size();
    const auto [end, code] = std::from_chars(word.data(), word_end, number);
    const bool plain =
        code == std::errc{} && (end == word_end || *end == '/') && std::count(end, word_end, '/') <= 2 &&
        std::all_of(end, word_end, [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '/'; });
    if (!plain) return error(fmt::format("expected the corner of a face, got {}", quoted(word)));
    const auto count = static_cast<int64_t>(mesh_.vertex_count());
    if (number == 0) return error("a face names vertex 0, but vertices are numbered from 1");
    if (number < -count) {
      return error(fmt::format("vertex {} is counted back from here, but only {} came before", number, count));
    }
    if (number > static_cast<int64_t>(limits_.vertices)) {
      return error(fmt::format("there is no vertex {}: a file has {} at most", number, limits_.vertices));
    }
    const int64_t index = number > 0 ? number - 1 : count + number;
    if (index >= count && index > farthest_) {
      farthest_ = index;
      farthest_line_ = words_.line();
    }
    return static_cast<int32_t>(index);
  }

  Status face() {
    size_t corners = 0;
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next(), ++corners) {
      const Result<int32_t> at = corner(word);
      if (!at) return at.error();
      if (corners == limits_.face_corners) {
        return error(fmt::format("a face has more than {} corners", limits_.face_corners));
      }
      if (corners >= 2 && triangles_++ == limits_.triangles) {
        return error(fmt::format("the file has more than {} triangles", limits_.triangles));
      }
      corners_.push_back(at.value());
    }
    if (corners < 3) return error(fmt::format("a face has three corners or more, this one has {}", corners));
    faces_.push_back({corners_.size(), words_.line()});
    return success();
  }

  Point point(int32_t vertex) const {
    const float* at = mesh_.vertices.data() + 3 * static_cast<size_t>(vertex);
    return {at[0], at[1], at[2]};
  }
  bool is_flat(const int32_t* corners) const {
    const Point a = point(corners[0]), b = point(corners[1]), c = point(corners[2]);
    const Point u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
    return u.y * v.z == u.z * v.y && u.z * v.x == u.x * v.z && u.x * v.y == u.y * v.x;
  }
  // Triangles without area are omitted without a note, because collinear corners are no fault.
  void cut_faces() {
    PolygonCutter cutter;
    std::vector<std::array<float, 3>> points;
    mesh_.triangles.reserve(3 * triangles_);
    size_t from = 0;
    for (const Face& face : faces_) {
      const size_t before = mesh_.triangles.size();
      const std::span<const int32_t> corners(corners_.data() + from, face.end - from);
      from = face.end;
      const auto add = [&](int32_t a, int32_t b, int32_t c) {
        const int32_t triangle[] = {a, import_.flip ? c : b, import_.flip ? b : c};
        if (!is_flat(triangle)) mesh_.triangles.insert(mesh_.triangles.end(), triangle, triangle + 3);
      };
      if (corners.size() == 3) {
        add(corners[0], corners[1], corners[2]);
      } else {
        points.clear();
        for (const int32_t vertex : corners) {
          const float* at = mesh_.vertices.data() + 3 * static_cast<size_t>(vertex);
          points.push_back({at[0], at[1], at[2]});
        }
        const PolygonCut& cut = cutter.cut(points);
        for (size_t i = 0; i < cut.triangles.size(); i += 3) {
          add(corners[cut.triangles[i]], corners[cut.triangles[i + 1]], corners[cut.triangles[i + 2]]);
        }
        note_cut(cut, face.line);
      }
      mesh_.faces_left_out += mesh_.triangles.size() == before;
      note_facing(before);
    }
    corners_ = {};
  }

  // Counts the face whose triangles begin at `begin` for its direction.
  void note_facing(size_t begin) {
    std::array<double, 3> normal{};
    for (size_t i = begin; i < mesh_.triangles.size(); i += 3) {
      const int32_t* corners = mesh_.triangles.data() + i;
      const Point a = point(corners[0]), b = point(corners[1]), c = point(corners[2]);
      const Point u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
      normal[0] += (u.y * v.z - u.z * v.y) / 2;
      normal[1] += (u.z * v.x - u.x * v.z) / 2;
      normal[2] += (u.x * v.y - u.y * v.x) / 2;
    }
    size_t axis = 1;
    for (const size_t other : {size_t{0}, size_t{2}}) {
      if (std::abs(normal[other]) > std::abs(normal[axis])) axis = other;
    }
    if (normal[axis] == 0) return;
    const size_t facing = 2 * axis + (normal[axis] < 0 ? 1 : 0);
    ++mesh_.faces_facing[facing];
    mesh_.area_facing[facing] += std::hypot(normal[0], normal[1], normal[2]);
  }

  void note_cut(const PolygonCut& cut, size_t line) {
    if (cut.crosses && mesh_.crossing_faces++ == 0) crossing_line_ = line;
    if (cut.fanned && mesh_.fanned_faces++ == 0) fanned_line_ = line;
    if (!cut.bent) return;
    if (mesh_.bent_faces++ == 0) bent_line_ = line;
    off_plane_ = std::max(off_plane_, cut.off_plane);
  }

  void measure() {
    mesh_.low.fill(static_cast<float>(kMaxObjCoordinate));
    mesh_.high.fill(static_cast<float>(-kMaxObjCoordinate));
    for (const int32_t vertex : mesh_.triangles) {
      for (size_t i = 0; i < 3; ++i) {
        const float value = mesh_.vertices[3 * static_cast<size_t>(vertex) + i];
        mesh_.low[i] = std::min(mesh_.low[i], value);
        mesh_.high[i] = std::max(mesh_.high[i], value);
      }
    }
  }

  void recentre() {
    const std::array<double, 3> middle = {(double{mesh_.low[0]} + mesh_.high[0]) / 2, mesh_.low[1],
                                          (double{mesh_.low[2]} + mesh_.high[2]) / 2};
    for (size_t i = 0; i < mesh_.vertices.size(); ++i) {
      mesh_.vertices[i] = static_cast<float>(mesh_.vertices[i] - middle[i % 3]);
    }
  }

  size_t count_crowded_edges() const {
    std::vector<uint64_t> edges;
    edges.reserve(mesh_.triangles.size());
    for (size_t i = 0; i < mesh_.triangles.size(); ++i) {
      const auto a = static_cast<uint32_t>(mesh_.triangles[i]);
      const auto b = static_cast<uint32_t>(mesh_.triangles[i % 3 == 2 ? i - 2 : i + 1]);
      edges.push_back(uint64_t{std::min(a, b)} << 32 | std::max(a, b));
    }
    std::sort(edges.begin(), edges.end());
    size_t crowded = 0;
    for (size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
      while (end < edges.size() && edges[end] == edges[begin]) ++end;
      crowded += end - begin > 2;
    }
    return crowded;
  }

  void take_notes() {
    const auto is_or_are = [](size_t count, std::string_view one, std::string_view many) {
      return fmt::format("{} {}", count, count == 1 ? one : many);
    };
    if (mesh_.faces_left_out > 0) {
      mesh_.notes.push_back(
          is_or_are(mesh_.faces_left_out, "face without area was left out", "faces without area were left out"));
    }
    if (mesh_.crossing_faces > 0) {
      mesh_.notes.push_back(
          fmt::format("{}, the first in line {}",
                      is_or_are(mesh_.crossing_faces, "face crosses itself and is cut as well as can be",
                                "faces cross themselves and are cut as well as can be"),
                      crossing_line_));
    }
    if (mesh_.bent_faces > 0) {
      mesh_.notes.push_back(
          fmt::format("{}, the first in line {}: corners lie up to {:.2g} from the plane of their face",
                      is_or_are(mesh_.bent_faces, "face is not flat", "faces are not flat"), bent_line_, off_plane_));
    }
    if (mesh_.fanned_faces > 0) {
      mesh_.notes.push_back(fmt::format("{}, the first in line {}: notches may be filled",
                                        is_or_are(mesh_.fanned_faces, "face has too many corners to be cut exactly",
                                                  "faces have too many corners to be cut exactly"),
                                        fanned_line_));
    }
    if (mesh_.crowded_edges > 0) {
      mesh_.notes.push_back(is_or_are(mesh_.crowded_edges, "edge belongs to more than two triangles",
                                      "edges belong to more than two triangles"));
    }
    if (mesh_.unknown_statements > 0) {
      mesh_.notes.push_back(fmt::format(
          "{}, the first in line {}: {}",
          is_or_are(mesh_.unknown_statements, "unknown statement was skipped", "unknown statements were skipped"),
          unknown_line_, unknown_key_));
    }
  }

  WordSplitter words_;
  const std::string& name_;
  ObjLimits limits_;
  ObjImport import_;
  std::array<double, 3> first_{};  // first vertex, as in the file except for the scale
  ObjMesh mesh_;
  struct Face {
    size_t end;  // index after its last corner
    size_t line;
  };
  std::vector<Face> faces_;
  std::vector<int32_t> corners_;  // corners of all faces
  size_t triangles_ = 0;          // number of triangles of all faces
  size_t crossing_line_ = 0, bent_line_ = 0, fanned_line_ = 0;
  double off_plane_ = 0;
  // The largest number of a vertex that is named before its definition, and the line.
  int64_t farthest_ = -1;
  size_t farthest_line_ = 0;
  size_t unknown_line_ = 0;
  std::string unknown_key_;
};

}  // namespace

Result<ObjMesh> parse_obj(std::string_view text, const std::string& name, const ObjLimits& limits,
                          const ObjImport& import) {
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  return ObjReader(plain.value().view(), name, limits, import).read();
}

Result<ObjMesh> load_obj(const std::string& path, const ObjLimits& limits, const ObjImport& import) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_obj(text.value(), path, limits, import);
}

}  // namespace strata
