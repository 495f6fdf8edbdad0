#include "core/io/stl_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <optional>
#include <unordered_map>

#include "core/base/number_text.hpp"
#include "core/io/byte_values.hpp"
#include "core/io/mesh_builder.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kStlHeader = 84, kStlTriangle = 50;  // bytes

bool is_word(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() && std::equal(word.begin(), word.end(), lower.begin(), [](char a, char b) {
           return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
         });
}

// Adds triangles to a mesh whose vertices are shared by corners with the same coordinates.
class StlTriangles {
 public:
  StlTriangles(const ObjLimits& limits, const ObjImport& import) : mesh_(limits, import, "facet") {}

  MeshBuilder::Reason add_corner(const std::array<double, 3>& at, const std::array<std::string_view, 3>& written = {}) {
    // Adding 0 makes -0 equal to 0.
    const std::array<double, 3> key = {at[0] + 0, at[1] + 0, at[2] + 0};
    const auto [known, added] = vertices_.try_emplace(key, static_cast<int32_t>(mesh_.vertex_count()));
    if (added) {
      if (auto refused = mesh_.add_vertex(at, written)) return refused;
    }
    return mesh_.add_corner(known->second);
  }
  MeshBuilder::Reason end_triangle() { return mesh_.end_face(mesh_.face_count() + 1); }
  Result<ObjMesh> finish() { return mesh_.finish(); }

 private:
  struct KeyHash {
    size_t operator()(const std::array<double, 3>& key) const {
      uint64_t hash = 0;
      for (const double value : key) {
        hash = (hash ^ std::bit_cast<uint64_t>(value)) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };

  MeshBuilder mesh_;
  std::unordered_map<std::array<double, 3>, int32_t, KeyHash> vertices_;
};

// Reads an STL text, word by word.
class StlTextReader {
 public:
  StlTextReader(std::string_view text, const std::string& name, const ObjLimits& limits, const ObjImport& import)
      : text_(text), name_(name), triangles_(limits, import) {}

  Result<ObjMesh> read() {
    bool in_solid = false;
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (is_word(word, in_solid ? "endsolid" : "solid")) {
        in_solid = !in_solid;
        skip_line();  // the name
      } else if (in_solid && is_word(word, "facet")) {
        if (const Status read = facet(); !read) return read.error();
      } else {
        return expected(in_solid ? "facet or endsolid" : "solid", word);
      }
    }
    if (in_solid) return error("the file ends before endsolid");
    Result<ObjMesh> made = triangles_.finish();
    if (!made) return error(made.error().what);
    return made;
  }

 private:
  Error error(std::string what) const { return error_at_line(name_, line_, std::move(what)); }
  Error expected(std::string_view what, std::string_view word) const {
    if (word.empty()) return error(fmt::format("the file ends where {} should follow", what));
    return error(fmt::format("expected {}, got {}", what, strata::quoted(word)));
  }

  std::string_view next() {
    while (!text_.empty() && (is_blank(text_.front()) || text_.front() == '\n')) {
      line_ += text_.front() == '\n';
      text_.remove_prefix(1);
    }
    size_t end = 0;
    while (end < text_.size() && !is_blank(text_[end]) && text_[end] != '\n') ++end;
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end);
    return word;
  }
  void skip_line() { text_.remove_prefix(std::min(text_.find('\n'), text_.size())); }

  Status words(std::initializer_list<std::string_view> wanted) {
    for (const std::string_view one : wanted) {
      const std::string_view word = next();
      if (!is_word(word, one)) return expected(one, word);
    }
    return success();
  }
  Status facet() {
    if (Status read = words({"normal"}); !read) return read;
    // Programs write normals of any kind, also "nan".
    for (int i = 0; i < 3; ++i) {
      if (next().empty()) return error("the file ends in a normal");
    }
    if (Status read = words({"outer", "loop"}); !read) return read;
    for (int i = 0; i < 3; ++i) {
      if (Status read = words({"vertex"}); !read) return read;
      if (Status read = corner(); !read) return read;
    }
    if (Status read = words({"endloop", "endfacet"}); !read) return read;
    const auto refused = triangles_.end_triangle();
    return refused ? Status(error(*refused)) : success();
  }
  Status corner() {
    std::array<double, 3> at{};
    std::array<std::string_view, 3> written;
    for (size_t i = 0; i < 3; ++i) {
      written[i] = next();
      std::string_view number = written[i];
      if (number.size() > 1 && number[0] == '+' && number[1] != '-') number.remove_prefix(1);
      const auto value = parse_finite(number);
      if (!value) return expected("a coordinate", written[i]);
      at[i] = *value;
    }
    const auto refused = triangles_.add_corner(at, written);
    return refused ? Status(error(*refused)) : success();
  }

  std::string_view text_;
  const std::string& name_;
  StlTriangles triangles_;
  size_t line_ = 1;
};

Result<ObjMesh> parse_stl_bytes(std::string_view bytes, const std::string& name, const ObjLimits& limits,
                                const ObjImport& import) {
  const size_t count = value_at<uint32_t>(bytes, kStlHeader - 4);
  if (count > limits.triangles) {
    return error_at_byte(name, kStlHeader - 4,
                         fmt::format("the file has {} triangles, more than {}", count, limits.triangles));
  }
  if (count * kStlTriangle > bytes.size() - kStlHeader) {
    return error_at_byte(name, kStlHeader - 4,
                         fmt::format("the file should have {} triangles of {} bytes, but {} bytes follow", count,
                                     kStlTriangle, bytes.size() - kStlHeader));
  }
  StlTriangles triangles(limits, import);
  for (size_t i = 0; i < count; ++i) {
    for (size_t corner = 0; corner < 3; ++corner) {
      const size_t at = kStlHeader + i * kStlTriangle + 12 * (corner + 1);
      std::array<double, 3> place{};
      for (size_t axis = 0; axis < 3; ++axis) place[axis] = double{value_at<float>(bytes, at + 4 * axis)};
      if (const auto refused = triangles.add_corner(place)) return error_at_byte(name, at, *refused);
    }
    if (const auto refused = triangles.end_triangle()) return error_at_byte(name, kStlHeader, *refused);
  }
  Result<ObjMesh> made = triangles.finish();
  if (!made) return error_at_byte(name, bytes.size(), made.error().what);
  return made;
}

// Returns whether the file is one of bytes. Its size tells best, as the header of such a file may have any text.
bool is_stl_of_bytes(std::string_view bytes) {
  if (bytes.size() < kStlHeader) return false;
  const size_t size = kStlHeader + kStlTriangle * size_t{value_at<uint32_t>(bytes, kStlHeader - 4)};
  if (size == bytes.size()) return true;
  std::string_view begin = bytes.substr(0, kStlHeader);
  while (!begin.empty() && (is_blank(begin.front()) || begin.front() == '\n')) begin.remove_prefix(1);
  return !(begin.size() >= 5 && is_word(begin.substr(0, 5), "solid")) && !begin.starts_with("\xef\xbb\xbf");
}

}  // namespace

Result<ObjMesh> parse_stl(std::string_view bytes, const std::string& name, const ObjLimits& limits,
                          const ObjImport& import) {
  if (is_stl_of_bytes(bytes)) return parse_stl_bytes(bytes, name, limits, import);
  const Result<PlainText> plain = PlainText::of(bytes, name);
  if (!plain) return plain.error();
  return StlTextReader(plain.value().view(), name, limits, import).read();
}

}  // namespace strata
