#include "core/io/gltf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/io/base64.hpp"
#include "core/io/byte_values.hpp"
#include "core/io/files.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/mesh_builder.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

using GltfKind = JsonValue::Kind;
using GltfMatrix = std::array<double, 16>;  // by columns

constexpr GltfMatrix kGltfIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
constexpr uint32_t kGlbMagic = 0x46546c67, kGlbJson = 0x4e4f534a, kGlbBytes = 0x004e4942;
constexpr size_t kGlbHeader = 12, kGlbChunkHeader = 8;
constexpr size_t kMostGltfBytes = kMaxFileBytes;  // of all buffers together
constexpr size_t kMostPrimitives = 1'000'000;     // of all nodes together, as many nodes may show one mesh

GltfMatrix product(const GltfMatrix& a, const GltfMatrix& b) {
  GltfMatrix out{};
  for (size_t column = 0; column < 4; ++column) {
    for (size_t row = 0; row < 4; ++row) {
      for (size_t i = 0; i < 4; ++i) out[4 * column + row] += a[4 * i + row] * b[4 * column + i];
    }
  }
  return out;
}
bool mirrors(const GltfMatrix& m) {
  return m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) +
             m[8] * (m[1] * m[6] - m[5] * m[2]) <
         0;
}

// Returns the text with the bytes that %XX stands for.
std::string percent_decoded(std::string_view uri) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string text;
  for (size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0) {
      text += static_cast<char>(16 * digit(uri[i + 1]) + digit(uri[i + 2]));
      i += 2;
    } else {
      text += uri[i];
    }
  }
  return text;
}

// The parts of an accessor that say where its values are.
struct GltfAccessor {
  const JsonValue* json = nullptr;
  std::string_view bytes;  // from its first value on
  size_t count = 0, stride = 0;
  int component = 0;  // as in the file: 5126 are floats
  bool normalized = false;
};

// Reads the meshes of one parsed file.
class GltfReader {
 public:
  // `glb` are the bytes of the second chunk, and `base` is the byte of the file at which the JSON begins in a .glb.
  GltfReader(std::string_view json, const std::string& name, std::optional<size_t> base,
             std::optional<std::string_view> glb, const GltfFileSource& files, const ObjLimits& limits,
             const ObjImport& import)
      : json_(json), name_(name), base_(base), glb_(glb), files_(files), mesh_(limits, import, "face") {}

  Result<ObjMesh> read() {
    Result<JsonValue> parsed = parse_json(json_, name_);
    if (!parsed) return parsed.error();
    root_ = std::move(parsed.value());
    if (!root_.is(GltfKind::kObject)) return at(root_, "this is no glTF file: it is no object of JSON");
    if (const Status checked = check_version(); !checked) return checked.error();
    if (const Status walked = walk_scene(); !walked) return walked.error();
    Result<ObjMesh> made = mesh_.finish();
    if (!made) {
      return at(root_, mesh_.face_count() > 0 ? made.error().what : "no mesh of the scene has triangles");
    }
    if (left_out_ > 0) {
      made.value().notes.push_back(left_out_ == 1
                                       ? std::string("1 part of points or lines was left out")
                                       : fmt::format("{} parts of points or lines were left out", left_out_));
    }
    return made;
  }

 private:
  Error at(const JsonValue& value, std::string what) const {
    if (base_) return error_at_byte(name_, *base_ + value.begin, std::move(what));
    return error_at_line(name_, line_at(json_, value.begin), std::move(what));
  }

  // --- Values of JSON ---
  // Returns the whole number of a member; `missing` where there is none.
  Result<size_t> whole(const JsonValue& of, std::string_view key, std::optional<size_t> missing) const {
    const JsonValue* value = of.find(key);
    if (value == nullptr && missing) return *missing;
    if (value == nullptr) return at(of, fmt::format("\"{}\" is missing", key));
    if (!value->is(GltfKind::kNumber) || !value->whole || value->number < 0 || value->number > 1e15) {
      return at(*value, fmt::format("\"{}\" is no whole number from 0 on", key));
    }
    return static_cast<size_t>(value->number);
  }
  // Returns an item of a list of the file, such as "accessors".
  Result<const JsonValue*> item(const char* list, size_t index, const JsonValue& named_by) const {
    const JsonValue* all = root_.find(list);
    const size_t count = all != nullptr && all->is(GltfKind::kList) ? all->items.size() : 0;
    if (index >= count) {
      return at(named_by, fmt::format("there is no item {} in \"{}\", which has {}", index, list, count));
    }
    if (!all->items[index].is(GltfKind::kObject)) {
      return at(all->items[index], fmt::format("item {} of \"{}\" is no object", index, list));
    }
    return &all->items[index];
  }
  // Returns whole numbers, such as the children of a node; none where there is no list.
  Result<std::vector<uint32_t>> indices(const JsonValue& of, std::string_view key) const {
    const JsonValue* value = of.find(key);
    if (value == nullptr) return std::vector<uint32_t>{};
    if (!value->is(GltfKind::kList) || !value->items.empty()) {
      return at(*value, fmt::format("\"{}\" is no list of whole numbers", key));
    }
    return value->numbers;
  }
  // Reads as many numbers as `out` has; leaves them as they are where there is no list.
  template <size_t kCount>
  Status numbers(const JsonValue& of, std::string_view key, std::array<double, kCount>& out) const {
    const JsonValue* value = of.find(key);
    if (value == nullptr) return success();
    const auto wrong = [&] { return at(*value, fmt::format("\"{}\" is no list of {} numbers", key, kCount)); };
    if (!value->is(GltfKind::kList)) return wrong();
    if (value->items.empty()) {
      if (value->numbers.size() != kCount) return wrong();
      std::ranges::copy(value->numbers, out.begin());
      return success();
    }
    if (value->items.size() != kCount) return wrong();
    for (size_t i = 0; i < kCount; ++i) {
      if (!value->items[i].is(GltfKind::kNumber)) return wrong();
      out[i] = value->items[i].number;
    }
    return success();
  }

  Status check_version() const {
    const JsonValue* asset = root_.find("asset");
    const JsonValue* version = asset != nullptr ? asset->find("version") : nullptr;
    if (version == nullptr || !version->is(GltfKind::kText)) {
      return at(root_, "this is no glTF file: it has no \"asset\" with a \"version\"");
    }
    if (!version->text.starts_with("2.")) {
      return at(*version,
                fmt::format("glTF of version {} is not read, only of version 2", strata::quoted(version->text)));
    }
    const JsonValue* required = root_.find("extensionsRequired");
    if (required == nullptr || !required->is(GltfKind::kList)) return success();
    for (const JsonValue& one : required->items) {
      constexpr std::string_view kHarmless[] = {"KHR_mesh_quantization", "KHR_texture_", "EXT_texture_", "KHR_lights_",
                                                "KHR_materials_"};
      const auto is_one = [&](std::string_view known) { return std::string_view(one.text).starts_with(known); };
      if (std::ranges::any_of(kHarmless, is_one)) continue;
      return at(one, fmt::format("the file needs the extension {}, which is not read: export it without compression",
                                 strata::quoted(one.text)));
    }
    return success();
  }

  // --- Nodes ---
  struct NodeToVisit {
    size_t node;
    GltfMatrix transform;  // of its parent
    const JsonValue* named_by;
  };

  Status walk_scene() {
    std::vector<NodeToVisit> open;
    const JsonValue* scenes = root_.find("scenes");
    const JsonValue* nodes = root_.find("nodes");
    const size_t node_count = nodes != nullptr && nodes->is(GltfKind::kList) ? nodes->items.size() : 0;
    if (scenes != nullptr && scenes->is(GltfKind::kList) && !scenes->items.empty()) {
      const Result<size_t> index = whole(root_, "scene", 0);
      if (!index) return index.error();
      const Result<const JsonValue*> scene = item("scenes", index.value(), root_);
      if (!scene) return scene.error();
      const Result<std::vector<uint32_t>> roots = indices(*scene.value(), "nodes");
      if (!roots) return roots.error();
      if (roots.value().size() > node_count) return at(*scene.value(), "the scene has more roots than there are nodes");
      for (const uint32_t node : roots.value()) open.push_back({node, kGltfIdentity, scene.value()});
    } else if (node_count > 0) {
      // Without a scene, the nodes that no node has as a child are the roots.
      std::vector<bool> is_child(node_count, false);
      for (const JsonValue& node : nodes->items) {
        const Result<std::vector<uint32_t>> children = indices(node, "children");
        if (!children) return children.error();
        for (const uint32_t child : children.value()) {
          if (child < node_count) is_child[child] = true;
        }
      }
      for (size_t node = 0; node < node_count; ++node) {
        if (!is_child[node]) open.push_back({node, kGltfIdentity, nodes});
      }
    } else {
      const JsonValue* meshes = root_.find("meshes");
      const size_t count = meshes != nullptr && meshes->is(GltfKind::kList) ? meshes->items.size() : 0;
      for (size_t mesh = 0; mesh < count; ++mesh) {
        if (Status added = add_mesh(mesh, kGltfIdentity, *meshes); !added) return added;
      }
      return success();
    }
    std::ranges::reverse(open);
    std::vector<bool> visited(node_count, false);
    while (!open.empty()) {
      const NodeToVisit visit = open.back();
      open.pop_back();
      const Result<const JsonValue*> found = item("nodes", visit.node, *visit.named_by);
      if (!found) return found.error();
      const JsonValue& node = *found.value();
      if (visited[visit.node]) return at(node, fmt::format("the node {} has two parents", visit.node));
      visited[visit.node] = true;
      const Result<GltfMatrix> own = transform_of(node);
      if (!own) return own.error();
      const GltfMatrix transform = product(visit.transform, own.value());
      if (node.find("mesh") != nullptr) {
        const Result<size_t> mesh = whole(node, "mesh", {});
        if (!mesh) return mesh.error();
        if (Status added = add_mesh(mesh.value(), transform, node); !added) return added;
      }
      const Result<std::vector<uint32_t>> children = indices(node, "children");
      if (!children) return children.error();
      // Lists of children may repeat a node, which is found when it is visited; more than all nodes are too many.
      if (children.value().size() > node_count) return at(node, "the node has more children than there are nodes");
      for (size_t i = children.value().size(); i-- > 0;) open.push_back({children.value()[i], transform, &node});
    }
    return success();
  }

  Result<GltfMatrix> transform_of(const JsonValue& node) const {
    GltfMatrix matrix = kGltfIdentity;
    if (node.find("matrix") != nullptr) {
      if (const Status read = numbers(node, "matrix", matrix); !read) return read.error();
      return matrix;
    }
    std::array<double, 3> move{}, scale = {1, 1, 1};
    std::array<double, 4> turn = {0, 0, 0, 1};  // a quaternion x, y, z, w
    if (const Status read = numbers(node, "translation", move); !read) return read.error();
    if (const Status read = numbers(node, "rotation", turn); !read) return read.error();
    if (const Status read = numbers(node, "scale", scale); !read) return read.error();
    const double length = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    if (!(length > 0)) return at(node, "the rotation of the node is no quaternion");
    const auto [x, y, z, w] =
        std::array<double, 4>{turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length};
    matrix = {(1 - 2 * (y * y + z * z)) * scale[0],
              2 * (x * y + z * w) * scale[0],
              2 * (x * z - y * w) * scale[0],
              0,
              2 * (x * y - z * w) * scale[1],
              (1 - 2 * (x * x + z * z)) * scale[1],
              2 * (y * z + x * w) * scale[1],
              0,
              2 * (x * z + y * w) * scale[2],
              2 * (y * z - x * w) * scale[2],
              (1 - 2 * (x * x + y * y)) * scale[2],
              0,
              move[0],
              move[1],
              move[2],
              1};
    return matrix;
  }

  // --- Meshes ---
  Status add_mesh(size_t index, const GltfMatrix& transform, const JsonValue& named_by) {
    const Result<const JsonValue*> mesh = item("meshes", index, named_by);
    if (!mesh) return mesh.error();
    const JsonValue* primitives = mesh.value()->find("primitives");
    if (primitives == nullptr || !primitives->is(GltfKind::kList)) {
      return at(*mesh.value(), "the mesh has no \"primitives\"");
    }
    // Parts of one mesh often share their vertices.
    std::unordered_map<size_t, int32_t> first_vertex;
    for (const JsonValue& primitive : primitives->items) {
      if (++primitives_ > kMostPrimitives) {
        return at(named_by, fmt::format("the nodes show more than {} parts of meshes", kMostPrimitives));
      }
      if (Status added = add_primitive(primitive, transform, first_vertex); !added) return added;
    }
    return success();
  }

  Status add_primitive(const JsonValue& primitive, const GltfMatrix& transform,
                       std::unordered_map<size_t, int32_t>& first_vertex) {
    const Result<size_t> mode = whole(primitive, "mode", 4);
    if (!mode) return mode.error();
    if (mode.value() > 6) return at(primitive, fmt::format("there is no mode {} of primitives", mode.value()));
    if (mode.value() < 4) {
      ++left_out_;
      return success();
    }
    const JsonValue* attributes = primitive.find("attributes");
    if (attributes == nullptr || attributes->find("POSITION") == nullptr) {
      return at(primitive, "the primitive has no attribute \"POSITION\"");
    }
    const Result<size_t> position = whole(*attributes, "POSITION", {});
    if (!position) return position.error();
    const Result<GltfAccessor> places = accessor(position.value(), "VEC3", *attributes);
    if (!places) return places.error();
    const auto [known, is_new] = first_vertex.try_emplace(position.value(), static_cast<int32_t>(mesh_.vertex_count()));
    if (is_new) {
      if (Status added = add_vertices(places.value(), transform); !added) return added;
    }
    const int32_t first = known->second;
    if (primitive.find("indices") == nullptr) {
      return add_faces(
          primitive, mode.value(), mirrors(transform), first, places.value().count, [](size_t i) { return i; },
          places.value().count);
    }
    const Result<size_t> named = whole(primitive, "indices", {});
    if (!named) return named.error();
    const Result<GltfAccessor> corners = accessor(named.value(), "SCALAR", primitive);
    if (!corners) return corners.error();
    const GltfAccessor& list = corners.value();
    if (list.component != 5121 && list.component != 5123 && list.component != 5125) {
      return at(*list.json, "indices are whole numbers without a sign");
    }
    const auto corner = [&list](size_t i) -> size_t {
      const size_t byte = i * list.stride;
      return list.component == 5121   ? value_at<uint8_t>(list.bytes, byte)
             : list.component == 5123 ? value_at<uint16_t>(list.bytes, byte)
                                      : value_at<uint32_t>(list.bytes, byte);
    };
    return add_faces(*list.json, mode.value(), mirrors(transform), first, list.count, corner, places.value().count);
  }

  Status add_vertices(const GltfAccessor& places, const GltfMatrix& m) {
    for (size_t i = 0; i < places.count; ++i) {
      std::array<double, 3> own{};
      for (size_t axis = 0; axis < 3; ++axis) own[axis] = component(places, i, axis);
      std::array<double, 3> place{};
      for (size_t row = 0; row < 3; ++row) {
        place[row] = m[row] * own[0] + m[4 + row] * own[1] + m[8 + row] * own[2] + m[12 + row];
      }
      if (const auto refused = mesh_.add_vertex(place)) return at(*places.json, *refused);
    }
    return success();
  }
  static double component(const GltfAccessor& of, size_t i, size_t axis) {
    const size_t byte = i * of.stride;
    const auto scaled = [&](double value, double most) { return of.normalized ? std::max(value / most, -1.0) : value; };
    switch (of.component) {
      case 5120:
        return scaled(value_at<int8_t>(of.bytes, byte + axis), 127);
      case 5121:
        return scaled(value_at<uint8_t>(of.bytes, byte + axis), 255);
      case 5122:
        return scaled(value_at<int16_t>(of.bytes, byte + 2 * axis), 32767);
      case 5123:
        return scaled(value_at<uint16_t>(of.bytes, byte + 2 * axis), 65535);
      case 5125:
        return value_at<uint32_t>(of.bytes, byte + 4 * axis);
      default:
        return double{value_at<float>(of.bytes, byte + 4 * axis)};
    }
  }

  // Adds the triangles of a primitive; `mode` is 4 (triangles), 5 (strip) or 6 (fan).
  template <class Corner>
  Status add_faces(const JsonValue& of, size_t mode, bool mirrored, int32_t first, size_t count, const Corner& corner,
                   size_t vertices) {
    if (mode == 4 && count % 3 != 0) return at(of, fmt::format("{} corners are no triangles", count));
    const size_t triangles = mode == 4 ? count / 3 : count < 3 ? 0 : count - 2;
    for (size_t t = 0; t < triangles; ++t) {
      const std::array<size_t, 3> places = mode == 4   ? std::array{3 * t, 3 * t + 1, 3 * t + 2}
                                           : mode == 5 ? std::array{t, t + 1 + t % 2, t + 2 - t % 2}
                                                       : std::array{t + 1, t + 2, size_t{0}};
      for (size_t i = 0; i < 3; ++i) {
        const size_t vertex = corner(places[mirrored ? 2 - i : i]);
        if (vertex >= vertices) {
          return at(of, fmt::format("a triangle names vertex {}, but there are {}", vertex, vertices));
        }
        if (const auto refused = mesh_.add_corner(first + static_cast<int32_t>(vertex))) return at(of, *refused);
      }
      if (const auto refused = mesh_.end_face(mesh_.face_count() + 1)) return at(of, *refused);
    }
    return success();
  }

  // --- Data ---
  Result<GltfAccessor> accessor(size_t index, std::string_view type, const JsonValue& named_by) {
    const Result<const JsonValue*> found = item("accessors", index, named_by);
    if (!found) return found.error();
    const JsonValue& json = *found.value();
    GltfAccessor out;
    out.json = &json;
    const JsonValue* own = json.find("type");
    if (own == nullptr || own->text != type) return at(json, fmt::format("the accessor is not of the type {}", type));
    if (json.find("sparse") != nullptr) return at(json, "sparse accessors are not read");
    const Result<size_t> count = whole(json, "count", {}), component = whole(json, "componentType", {}),
                         offset = whole(json, "byteOffset", 0), view_index = whole(json, "bufferView", {});
    for (const auto* read : {&count, &component, &offset, &view_index}) {
      if (!*read) return read->error();
    }
    out.count = count.value();
    out.component = static_cast<int>(std::min<size_t>(component.value(), 1 << 20));
    if (const JsonValue* normalized = json.find("normalized")) out.normalized = normalized->number != 0;
    const size_t size = out.component == 5120 || out.component == 5121   ? 1
                        : out.component == 5122 || out.component == 5123 ? 2
                        : out.component == 5125 || out.component == 5126 ? 4
                                                                         : 0;
    if (size == 0) return at(json, fmt::format("there is no type {} of components", component.value()));
    const size_t item_size = size * (type == "VEC3" ? 3 : 1);

    const Result<const JsonValue*> found_view = item("bufferViews", view_index.value(), json);
    if (!found_view) return found_view.error();
    const JsonValue& view = *found_view.value();
    const Result<size_t> buffer = whole(view, "buffer", {}), begin = whole(view, "byteOffset", 0),
                         length = whole(view, "byteLength", {}), stride = whole(view, "byteStride", item_size);
    for (const auto* read : {&buffer, &begin, &length, &stride}) {
      if (!*read) return read->error();
    }
    out.stride = stride.value();
    if (out.stride < item_size || out.stride > 252) {
      return at(view, fmt::format("a \"byteStride\" of {} does not fit values of {} bytes", out.stride, item_size));
    }
    const Result<std::string_view> bytes = buffer_bytes(buffer.value(), view);
    if (!bytes) return bytes.error();
    const size_t all = bytes.value().size();
    if (begin.value() > all || length.value() > all - begin.value()) {
      return at(view, fmt::format("the bytes {} to {} are not in the buffer, which has {}", begin.value(),
                                  begin.value() + length.value(), all));
    }
    // All numbers are at most 1e15, and a stride at most 252: no product is too large.
    const size_t end = out.count == 0 ? 0 : offset.value() + (out.count - 1) * out.stride + item_size;
    if (end > length.value()) {
      return at(json, fmt::format("{} values of {} bytes reach to byte {} of a view of {} bytes", out.count, item_size,
                                  end, length.value()));
    }
    out.bytes = bytes.value().substr(begin.value(), length.value());
    out.bytes.remove_prefix(std::min(offset.value(), out.bytes.size()));
    return out;
  }

  // Returns the bytes of a buffer, which are read when they are needed first.
  Result<std::string_view> buffer_bytes(size_t index, const JsonValue& named_by) {
    if (const auto known = buffers_.find(index); known != buffers_.end()) return std::string_view(known->second);
    const Result<const JsonValue*> found = item("buffers", index, named_by);
    if (!found) return found.error();
    const JsonValue& buffer = *found.value();
    const Result<size_t> length = whole(buffer, "byteLength", {});
    if (!length) return length.error();
    const JsonValue* uri = buffer.find("uri");
    if (uri == nullptr) {
      if (!glb_ || index != 0) return at(buffer, "the buffer names no file, and the file itself has no such data");
      return cut_to(*glb_, length.value(), buffer);
    }
    if (length.value() > kMostGltfBytes - bytes_read_) {
      return at(buffer, fmt::format("the buffers have more than {} bytes", kMostGltfBytes));
    }
    Result<std::string> bytes = bytes_of_uri(uri->text, *uri);
    if (!bytes) return bytes.error();
    bytes_read_ += std::min(bytes.value().size(), kMostGltfBytes - bytes_read_);
    const std::string& kept = buffers_[index] = std::move(bytes.value());
    const Result<std::string_view> cut = cut_to(kept, length.value(), buffer);
    if (!cut) buffers_.erase(index);
    return cut;
  }
  Result<std::string_view> cut_to(std::string_view bytes, size_t length, const JsonValue& buffer) const {
    if (length > bytes.size()) {
      return at(buffer, fmt::format("the buffer should have {} bytes, but has {}", length, bytes.size()));
    }
    return bytes;
  }
  Result<std::string> bytes_of_uri(std::string_view uri, const JsonValue& value) const {
    if (uri.starts_with("data:")) {
      const size_t comma = uri.find(',');
      if (comma == uri.npos || !uri.substr(0, comma).ends_with(";base64")) {
        return at(value, "the data of the buffer are not in base64");
      }
      Result<std::string> bytes = from_base64(uri.substr(comma + 1));
      if (!bytes) return at(value, bytes.error().what);
      return bytes;
    }
    const std::string file = percent_decoded(uri);
    if (file.empty() || file.find('\0') != file.npos) return at(value, "the buffer names no file");
    Result<std::string> bytes = files_(file);
    if (!bytes) return at(value, fmt::format("the file of the buffer: {}", bytes.error().message()));
    return bytes;
  }

  std::string_view json_;
  const std::string& name_;
  std::optional<size_t> base_;
  std::optional<std::string_view> glb_;
  const GltfFileSource& files_;
  JsonValue root_;
  MeshBuilder mesh_;
  std::unordered_map<size_t, std::string> buffers_;  // by index; entries stay where they are
  size_t bytes_read_ = 0;
  size_t primitives_ = 0;
  size_t left_out_ = 0;  // primitives that are no triangles
};

}  // namespace

Result<ObjMesh> parse_gltf(std::string_view bytes, const std::string& name, const GltfFileSource& files,
                           const ObjLimits& limits, const ObjImport& import) {
  if (bytes.size() < 4 || value_at<uint32_t>(bytes, 0) != kGlbMagic) {
    if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
    return GltfReader(bytes, name, std::nullopt, std::nullopt, files, limits, import).read();
  }
  if (bytes.size() < kGlbHeader + kGlbChunkHeader) return error_at_byte(name, bytes.size(), "the file is cut off");
  if (const auto version = value_at<uint32_t>(bytes, 4); version != 2) {
    return error_at_byte(name, 4, fmt::format("glTF of version {} is not read, only of version 2", version));
  }
  if (const auto length = value_at<uint32_t>(bytes, 8); length > bytes.size()) {
    return error_at_byte(name, 8, fmt::format("the file should have {} bytes, but has {}", length, bytes.size()));
  }
  std::optional<std::string_view> json, data;
  size_t base = 0;
  for (size_t at = kGlbHeader; bytes.size() - at >= kGlbChunkHeader;) {
    const size_t size = value_at<uint32_t>(bytes, at);
    const auto kind = value_at<uint32_t>(bytes, at + 4);
    at += kGlbChunkHeader;
    if (size > bytes.size() - at) {
      return error_at_byte(name, at - kGlbChunkHeader,
                           fmt::format("a part of {} bytes, but {} follow", size, bytes.size() - at));
    }
    if (kind == kGlbJson && !json) {
      json = bytes.substr(at, size);
      base = at;
    } else if (kind == kGlbBytes && !data) {
      data = bytes.substr(at, size);
    }
    at += size;
  }
  if (!json) return error_at_byte(name, kGlbHeader, "the file has no part with JSON");
  return GltfReader(*json, name, base, data, files, limits, import).read();
}

GltfFileSource gltf_files_beside(const std::string& path) {
  namespace fs = std::filesystem;
  return [folder = fs::path(path).parent_path()](const std::string& file) -> Result<std::string> {
    fs::path at = fs::path(file).lexically_normal();
    // A file of someone else cannot name one in another folder: only the name counts then.
    if (at.is_absolute() || at.begin() == at.end() || *at.begin() == "..") at = at.filename();
    if (at.empty()) return error_at(file, "is no name of a file");
    // Nor may a link lead there.
    if (!is_inside_folder((folder / at).string(), folder.string())) {
      return error_at(file, "lies outside of the folder of the level, behind a link");
    }
    return read_file((folder / at).string());
  };
}

}  // namespace strata
