#include "core/io/obj_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/mesh_builder.hpp"
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

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name, const ObjLimits& limits, const ObjImport& import)
      : words_(text), name_(name), limits_(limits), mesh_(limits, import, "line") {}

  Result<ObjMesh> read() {
    while (!words_.at_end()) {
      const std::string_view key = words_.next();
      Status status = success();
      if (key == "v") {
        status = vertex();
      } else if (key == "f") {
        status = face();
      } else if (!key.empty() && !is_usual(key)) {
        if (unknown_statements_++ == 0) {
          unknown_line_ = words_.line();
          unknown_key_ = strata::quoted(key);
        }
      }
      if (!status) return status.error();
      words_.end_statement();
    }
    if (mesh_.face_count() > 0 && farthest_ >= static_cast<int64_t>(mesh_.vertex_count())) {
      return error_at_line(name_, farthest_line_,
                           fmt::format("there is no vertex {}, only {}", farthest_ + 1, mesh_.vertex_count()));
    }
    Result<ObjMesh> made = mesh_.finish();
    if (!made) return error(made.error().what);
    ObjMesh& mesh = made.value();
    mesh.unknown_statements = unknown_statements_;
    if (unknown_statements_ > 0) {
      mesh.notes.push_back(
          fmt::format("{} {}, the first in line {}: {}", unknown_statements_,
                      unknown_statements_ == 1 ? "unknown statement was skipped" : "unknown statements were skipped",
                      unknown_line_, unknown_key_));
    }
    return made;
  }

 private:
  Error error(std::string what) const { return error_at_line(name_, words_.line(), std::move(what)); }

  Status added(const MeshBuilder::Reason& refused) const { return refused ? Status(error(*refused)) : success(); }

  Status vertex() {
    if (mesh_.vertex_count() == limits_.vertices) {
      return error(fmt::format("the file has more than {} vertices", limits_.vertices));
    }
    std::array<double, 3> at{};
    std::array<std::string_view, 3> written;
    for (size_t i = 0; i < 3; ++i) {
      std::string_view word = words_.next();
      if (word.empty()) return error(fmt::format("expected three coordinates, got {}", i));
      written[i] = word;
      if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
      const auto read = parse_number<double>(word);
      if (!read) return error(fmt::format("expected a coordinate, got {}", strata::quoted(written[i])));
      at[i] = *read;
    }
    return added(mesh_.add_vertex(at, written));
  }

  // Parses V, V/VT, V/VT/VN or V//VN, and returns the index of the vertex, from 0.
  Result<int32_t> corner(std::string_view word) {
    int64_t number = 0;
    const char* const word_end = word.data() + word.size();
    const auto [end, code] = std::from_chars(word.data(), word_end, number);
    const bool plain =
        code == std::errc{} && (end == word_end || *end == '/') && std::count(end, word_end, '/') <= 2 &&
        std::all_of(end, word_end, [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '/'; });
    if (!plain) return error(fmt::format("expected the corner of a face, got {}", strata::quoted(word)));
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
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      const Result<int32_t> at = corner(word);
      if (!at) return at.error();
      if (Status corner_added = added(mesh_.add_corner(at.value())); !corner_added) return corner_added;
    }
    return added(mesh_.end_face(words_.line()));
  }

  WordSplitter words_;
  const std::string& name_;
  ObjLimits limits_;
  MeshBuilder mesh_;
  // The largest number of a vertex that is named before its definition, and the line.
  int64_t farthest_ = -1;
  size_t farthest_line_ = 0;
  size_t unknown_statements_ = 0, unknown_line_ = 0;
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
