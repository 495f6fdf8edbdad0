#include "core/io/ply_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/number_text.hpp"
#include "core/io/byte_values.hpp"
#include "core/io/mesh_builder.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

enum class PlyType : uint8_t { kInt8, kUint8, kInt16, kUint16, kInt32, kUint32, kFloat, kDouble };

struct PlyTypeName {
  std::string_view name;
  PlyType type;
};
constexpr PlyTypeName kPlyTypes[] = {
    {"char", PlyType::kInt8},      {"uchar", PlyType::kUint8},   {"short", PlyType::kInt16},
    {"ushort", PlyType::kUint16},  {"int", PlyType::kInt32},     {"uint", PlyType::kUint32},
    {"float", PlyType::kFloat},    {"double", PlyType::kDouble}, {"int8", PlyType::kInt8},
    {"uint8", PlyType::kUint8},    {"int16", PlyType::kInt16},   {"uint16", PlyType::kUint16},
    {"int32", PlyType::kInt32},    {"uint32", PlyType::kUint32}, {"float32", PlyType::kFloat},
    {"float64", PlyType::kDouble},
};
constexpr std::array<size_t, 8> kPlyBytes = {1, 1, 2, 2, 4, 4, 4, 8};  // by PlyType

size_t bytes_of(PlyType type) { return kPlyBytes[static_cast<size_t>(type)]; }

struct PlyProperty {
  std::string_view name;
  PlyType type = PlyType::kFloat;
  std::optional<PlyType> count;  // the type of the number of items of a list; nothing: no list
};
struct PlyElement {
  std::string_view name;
  size_t count = 0;
  size_t line = 0;
  std::vector<PlyProperty> properties;
};

constexpr size_t kMostElements = 64, kMostProperties = 256;

// Reads one PLY file: the header by lines, then the elements by words or bytes.
class PlyReader {
 public:
  PlyReader(std::string_view bytes, const std::string& name, const ObjLimits& limits, const ObjImport& import)
      : bytes_(bytes), name_(name), limits_(limits), mesh_(limits, import, "face") {}

  Result<ObjMesh> read() {
    if (const Status read = header(); !read) return read.error();
    if (const Status checked = check_counts(); !checked) return checked.error();
    for (const PlyElement& element : elements_) {
      const Status read = &element == vertices_ ? vertices() : &element == faces_ ? faces() : skip(element);
      if (!read) return read.error();
    }
    Result<ObjMesh> made = mesh_.finish();
    if (!made) return error(made.error().what);
    return made;
  }

 private:
  // Returns an error at the last line of a text, or at the last byte that was read.
  Error error(std::string what) const {
    return is_text_ ? error_at_line(name_, line_, std::move(what)) : error_at_byte(name_, value_, std::move(what));
  }

  // --- The header ---
  // Returns the next line of the header; nothing at the end of the file.
  std::optional<std::string_view> header_line() {
    if (at_ >= bytes_.size()) return std::nullopt;
    const size_t end = bytes_.find_first_of("\r\n", at_);
    const std::string_view line = bytes_.substr(at_, end - at_);
    at_ = std::min(end, bytes_.size());
    if (at_ < bytes_.size()) at_ += bytes_.substr(at_).starts_with("\r\n") ? 2 : 1;
    ++line_;
    return line;
  }

  Status header() {
    const auto first = header_line();
    if (!first || trimmed(*first) != "ply") {
      line_ = 1;
      return error("the file does not begin with a line 'ply'");
    }
    bool has_format = false;
    while (true) {
      const auto line = header_line();
      if (!line) return error("the file ends before end_header");
      std::string_view rest = *line;
      const std::string_view key = next_word(rest);
      Status read = success();
      if (key == "end_header") break;
      if (key == "format") {
        has_format = true;
        read = format(rest);
      } else if (key == "element") {
        read = element(rest);
      } else if (key == "property") {
        read = property(rest);
      } else if (!key.empty() && key != "comment" && key != "obj_info") {
        read = error(
            fmt::format("expected format, element, property, comment or end_header, got {}", strata::quoted(key)));
      }
      if (!read) return read;
    }
    if (!has_format) return error("the header has no line 'format'");
    for (PlyElement& one : elements_) {
      if (one.name == "vertex") vertices_ = &one;
      if (one.name == "face") faces_ = &one;
    }
    if (vertices_ == nullptr || faces_ == nullptr) {
      return error(fmt::format("the header has no element '{}'", vertices_ == nullptr ? "vertex" : "face"));
    }
    return find_properties();
  }
  Status format(std::string_view rest) {
    const std::string_view kind = next_word(rest), version = next_word(rest);
    is_text_after_ = kind == "ascii";
    order_ = kind == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (!is_text_after_ && kind != "binary_little_endian" && kind != "binary_big_endian") {
      return error(
          fmt::format("expected ascii, binary_little_endian or binary_big_endian, got {}", strata::quoted(kind)));
    }
    return version == "1.0" ? success()
                            : error(fmt::format("the format has version 1.0, not {}", strata::quoted(version)));
  }
  Status element(std::string_view rest) {
    if (elements_.size() == kMostElements) return error(fmt::format("more than {} elements", kMostElements));
    PlyElement one;
    one.name = next_word(rest);
    one.line = line_;
    const std::string_view count = next_word(rest);
    const auto number = parse_number<size_t>(count);
    if (!number) return error(fmt::format("expected the number of elements, got {}", strata::quoted(count)));
    one.count = *number;
    const auto same = [&](const PlyElement& other) { return other.name == one.name; };
    if (std::ranges::any_of(elements_, same))
      return error(fmt::format("a second element {}", strata::quoted(one.name)));
    elements_.push_back(std::move(one));
    return success();
  }
  Result<PlyType> type_word(std::string_view& rest) const {
    const std::string_view word = next_word(rest);
    const auto* const known = std::ranges::find(kPlyTypes, word, &PlyTypeName::name);
    if (known == std::end(kPlyTypes)) return error(fmt::format("{} is no type of a property", strata::quoted(word)));
    return known->type;
  }
  Status property(std::string_view rest) {
    if (elements_.empty()) return error("a property before the first element");
    std::vector<PlyProperty>& all = elements_.back().properties;
    if (all.size() == kMostProperties) return error(fmt::format("more than {} properties", kMostProperties));
    PlyProperty one;
    std::string_view probe = rest;
    if (next_word(probe) == "list") {
      rest = probe;
      const Result<PlyType> count = type_word(rest);
      if (!count) return count.error();
      if (count.value() >= PlyType::kFloat) return error("the length of a list is a whole number");
      one.count = count.value();
    }
    const Result<PlyType> type = type_word(rest);
    if (!type) return type.error();
    one.type = type.value();
    one.name = next_word(rest);
    if (one.name.empty()) return error("a property without a name");
    all.push_back(one);
    return success();
  }
  Status find_properties() {
    for (size_t i = 0; i < vertices_->properties.size(); ++i) {
      const PlyProperty& one = vertices_->properties[i];
      for (size_t axis = 0; axis < 3; ++axis) {
        if (one.name == std::string_view("xyz").substr(axis, 1) && !one.count) axes_[axis] = i;
      }
    }
    for (size_t axis = 0; axis < 3; ++axis) {
      if (axes_[axis]) continue;
      line_ = vertices_->line;
      return error(fmt::format("the element vertex has no property '{}'", "xyz"[axis]));
    }
    for (size_t i = 0; i < faces_->properties.size(); ++i) {
      const PlyProperty& one = faces_->properties[i];
      if (one.count && (one.name == "vertex_indices" || one.name == "vertex_index")) corners_ = i;
    }
    if (corners_) return success();
    line_ = faces_->line;
    return error("the element face has no list 'vertex_indices'");
  }

  // Compares the numbers of elements with the limits, and with the bytes that they need at least.
  Status check_counts() {
    const size_t last_line = line_;
    size_t left = bytes_.size() - at_;
    for (const PlyElement& one : elements_) {
      line_ = one.line;
      const size_t limit = &one == vertices_ ? limits_.vertices : &one == faces_ ? limits_.triangles : SIZE_MAX;
      if (one.count > limit) {
        return error(fmt::format("{} elements '{}', more than {}", one.count, printed(one.name), limit));
      }
      size_t least = 0;
      for (const PlyProperty& property : one.properties) {
        least += is_text_after_ ? 2 : bytes_of(property.count.value_or(property.type));
      }
      // The last word of a text may end with the file.
      if (least > 0 && one.count > (left + (is_text_after_ ? 1 : 0)) / least) {
        return error(fmt::format("{} elements '{}' do not fit into the {} bytes that follow the header", one.count,
                                 printed(one.name), bytes_.size() - at_));
      }
      left -= std::min(left, one.count * least);
    }
    line_ = last_line + 1;
    is_text_ = is_text_after_;
    value_ = at_;
    return success();
  }
  static std::string printed(std::string_view name) {
    const std::string text = strata::quoted(name);
    return text.substr(1, text.size() - 2);
  }

  // --- The elements ---
  // Reads the next number, and keeps its text for messages.
  Result<double> number(PlyType type) {
    value_ = at_;
    if (!is_text_) {
      if (bytes_.size() - at_ < bytes_of(type)) return error("the file ends before its last element");
      at_ += bytes_of(type);
      return number_of_bytes(type);
    }
    while (at_ < bytes_.size() && (is_blank(bytes_[at_]) || bytes_[at_] == '\n')) {
      // A carriage return alone is a line end of old Macs.
      const bool ends = bytes_[at_] == '\n' || (bytes_[at_] == '\r' && !bytes_.substr(at_ + 1).starts_with('\n'));
      line_ += ends ? 1 : 0;
      ++at_;
    }
    size_t end = at_;
    while (end < bytes_.size() && !is_blank(bytes_[end]) && bytes_[end] != '\n') ++end;
    word_ = bytes_.substr(at_, end - at_);
    at_ = end;
    if (word_.empty()) return error("the file ends before its last element");
    std::string_view digits = word_;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    const auto value = parse_number<double>(digits);
    if (!value) return error(fmt::format("expected a number, got {}", strata::quoted(word_)));
    return *value;
  }
  double number_of_bytes(PlyType type) const {
    switch (type) {
      case PlyType::kInt8:
        return value_at<int8_t>(bytes_, value_, order_);
      case PlyType::kUint8:
        return value_at<uint8_t>(bytes_, value_, order_);
      case PlyType::kInt16:
        return value_at<int16_t>(bytes_, value_, order_);
      case PlyType::kUint16:
        return value_at<uint16_t>(bytes_, value_, order_);
      case PlyType::kInt32:
        return value_at<int32_t>(bytes_, value_, order_);
      case PlyType::kUint32:
        return value_at<uint32_t>(bytes_, value_, order_);
      case PlyType::kFloat:
        return double{value_at<float>(bytes_, value_, order_)};
      case PlyType::kDouble:
        return value_at<double>(bytes_, value_, order_);
    }
    return 0;
  }
  Result<size_t> length(const PlyProperty& list) {
    const Result<double> read = number(*list.count);
    if (!read) return read.error();
    if (!(read.value() >= 0) || read.value() > 1e9 || read.value() != std::floor(read.value())) {
      return error("the length of a list is no whole number from 0 to 1000000000");
    }
    return static_cast<size_t>(read.value());
  }
  // Skips a property, which is not used.
  Status skip(const PlyProperty& property) {
    size_t items = 1;
    if (property.count) {
      const Result<size_t> read = length(property);
      if (!read) return read.error();
      items = read.value();
    }
    if (!is_text_) {
      value_ = at_;
      if (items > (bytes_.size() - at_) / bytes_of(property.type)) {
        return error("the file ends before its last element");
      }
      at_ += items * bytes_of(property.type);
      return success();
    }
    for (size_t i = 0; i < items; ++i) {
      if (const Result<double> read = number(property.type); !read) return read.error();
    }
    return success();
  }
  Status skip(const PlyElement& element) {
    if (element.properties.empty()) return success();
    for (size_t i = 0; i < element.count; ++i) {
      for (const PlyProperty& property : element.properties) {
        if (Status skipped = skip(property); !skipped) return skipped;
      }
    }
    return success();
  }

  Status vertices() {
    for (size_t i = 0; i < vertices_->count; ++i) {
      std::array<double, 3> at{};
      std::array<std::string_view, 3> written;
      for (size_t p = 0; p < vertices_->properties.size(); ++p) {
        const PlyProperty& property = vertices_->properties[p];
        const auto* const axis = std::ranges::find(axes_, std::optional(p));
        if (axis == axes_.end()) {
          if (Status skipped = skip(property); !skipped) return skipped;
          continue;
        }
        const Result<double> read = number(property.type);
        if (!read) return read.error();
        const auto place = static_cast<size_t>(axis - axes_.begin());
        at[place] = read.value();
        if (is_text_) written[place] = word_;
      }
      if (const auto refused = mesh_.add_vertex(at, written)) return error(*refused);
    }
    return success();
  }
  Status faces() {
    for (size_t i = 0; i < faces_->count; ++i) {
      for (size_t p = 0; p < faces_->properties.size(); ++p) {
        const PlyProperty& property = faces_->properties[p];
        Status read = p == *corners_ ? corners(property) : skip(property);
        if (!read) return read;
      }
      if (const auto refused = mesh_.end_face(i + 1)) return error(*refused);
    }
    return success();
  }
  Status corners(const PlyProperty& list) {
    const Result<size_t> count = length(list);
    if (!count) return count.error();
    for (size_t i = 0; i < count.value(); ++i) {
      const Result<double> vertex = number(list.type);
      if (!vertex) return vertex.error();
      const double index = vertex.value();
      if (!(index >= 0) || index >= static_cast<double>(vertices_->count) || index != std::floor(index)) {
        return error(fmt::format("a face names vertex {}, but vertices are numbered from 0 to {}", index,
                                 static_cast<int64_t>(vertices_->count) - 1));
      }
      if (const auto refused = mesh_.add_corner(static_cast<int32_t>(index))) return error(*refused);
    }
    return success();
  }

  std::string_view bytes_;
  const std::string& name_;
  ObjLimits limits_;
  MeshBuilder mesh_;
  std::vector<PlyElement> elements_;
  const PlyElement *vertices_ = nullptr, *faces_ = nullptr;
  std::array<std::optional<size_t>, 3> axes_;  // the properties x, y and z of vertices
  std::optional<size_t> corners_;              // the property with the corners of faces
  bool is_text_ = true, is_text_after_ = true;
  std::endian order_ = std::endian::little;
  size_t at_ = 0;     // the next byte
  size_t value_ = 0;  // the first byte of the last number
  size_t line_ = 0;
  std::string_view word_;
};

}  // namespace

Result<ObjMesh> parse_ply(std::string_view bytes, const std::string& name, const ObjLimits& limits,
                          const ObjImport& import) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return PlyReader(bytes, name, limits, import).read();
}

}  // namespace strata
