#include "core/io/mesh_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/polygon_ears.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

std::array<double, 3> difference(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

}  // namespace

MeshBuilder::Reason MeshBuilder::add_vertex(const std::array<double, 3>& at,
                                            const std::array<std::string_view, 3>& written) {
  if (mesh_.vertex_count() == limits_.vertices) {
    return fmt::format("the file has more than {} vertices", limits_.vertices);
  }
  std::array<float, 3> read{};
  for (size_t i = 0; i < 3; ++i) {
    double value = at[i];
    const auto text = [&] { return written[i].empty() ? fmt::format("{}", at[i]) : std::string(written[i]); };
    if (!std::isfinite(value)) return fmt::format("the coordinate {} is not finite", strata::quoted(text()));
    value *= double{import_.scale};
    if (import_.recentre) {
      if (mesh_.vertices.empty()) first_[i] = value;
      value -= first_[i];
    }
    if (!(std::abs(value) <= kMaxObjCoordinate)) return too_far(text());
    read[i] = static_cast<float>(value);
  }
  // Rotates round x: two axes change together, so that nothing is mirrored. 0 - 0 avoids -0.
  const auto [x, y, z] = read;
  switch (import_.up) {
    case ObjUpAxis::kY:
      break;
    case ObjUpAxis::kZ:
      read = {x, z, 0 - y};
      break;
    case ObjUpAxis::kMinusY:
      read = {x, 0 - y, 0 - z};
      break;
    case ObjUpAxis::kMinusZ:
      read = {x, 0 - z, y};
      break;
  }
  mesh_.vertices.insert(mesh_.vertices.end(), read.begin(), read.end());
  return std::nullopt;
}

std::string MeshBuilder::too_far(std::string_view coordinate) const {
  std::string text = fmt::format("the coordinate {}", strata::quoted(coordinate));
  if (import_.scale != 1) text += fmt::format(" times {}", import_.scale);
  const std::string_view from = import_.recentre ? "that of the first vertex" : "0";
  text += fmt::format(" is farther from {} than {:.0f}: ", from, kMaxObjCoordinate);
  return text + (import_.recentre ? "use another scale" : "recentre the level, or use another scale");
}

MeshBuilder::Reason MeshBuilder::add_corner(int32_t vertex) {
  if (face_corners_ == limits_.face_corners) {
    return fmt::format("a face has more than {} corners", limits_.face_corners);
  }
  if (face_corners_ >= 2 && triangles_++ == limits_.triangles) {
    return fmt::format("the file has more than {} triangles", limits_.triangles);
  }
  ++face_corners_;
  corners_.push_back(vertex);
  return std::nullopt;
}

MeshBuilder::Reason MeshBuilder::end_face(size_t place) {
  if (face_corners_ < 3) return fmt::format("a face has three corners or more, this one has {}", face_corners_);
  face_corners_ = 0;
  faces_.push_back({corners_.size(), place});
  return std::nullopt;
}

Result<ObjMesh> MeshBuilder::finish() {
  if (faces_.empty()) return error_at("", "the file ends without a face");
  cut_faces();
  if (mesh_.triangles.empty()) {
    return error_at("", fmt::format("none of the {} faces has an area", faces_.size()));
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

std::array<double, 3> MeshBuilder::point(int32_t vertex) const {
  const float* at = mesh_.vertices.data() + 3 * static_cast<size_t>(vertex);
  return {at[0], at[1], at[2]};
}

bool MeshBuilder::is_flat(const int32_t* corners) const {
  const auto a = point(corners[0]), b = point(corners[1]), c = point(corners[2]);
  const std::array<double, 3> u = difference(b, a), v = difference(c, a);
  return u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
}

// Triangles without area are omitted without a note, because collinear corners are no fault.
void MeshBuilder::cut_faces() {
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
      note_cut(cut, face.place);
    }
    mesh_.faces_left_out += mesh_.triangles.size() == before;
    note_facing(before);
  }
  corners_ = {};
}

// Counts the face whose triangles begin at `begin` for its direction.
void MeshBuilder::note_facing(size_t begin) {
  std::array<double, 3> normal{};
  for (size_t i = begin; i < mesh_.triangles.size(); i += 3) {
    const int32_t* corners = mesh_.triangles.data() + i;
    const auto a = point(corners[0]), b = point(corners[1]), c = point(corners[2]);
    const std::array<double, 3> u = difference(b, a), v = difference(c, a);
    normal[0] += (u[1] * v[2] - u[2] * v[1]) / 2;
    normal[1] += (u[2] * v[0] - u[0] * v[2]) / 2;
    normal[2] += (u[0] * v[1] - u[1] * v[0]) / 2;
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

void MeshBuilder::note_cut(const PolygonCut& cut, size_t place) {
  if (cut.crosses && mesh_.crossing_faces++ == 0) crossing_place_ = place;
  if (cut.fanned && mesh_.fanned_faces++ == 0) fanned_place_ = place;
  if (!cut.bent) return;
  if (mesh_.bent_faces++ == 0) bent_place_ = place;
  off_plane_ = std::max(off_plane_, cut.off_plane);
}

void MeshBuilder::measure() {
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

void MeshBuilder::recentre() {
  const std::array<double, 3> middle = {(double{mesh_.low[0]} + mesh_.high[0]) / 2, mesh_.low[1],
                                        (double{mesh_.low[2]} + mesh_.high[2]) / 2};
  for (size_t i = 0; i < mesh_.vertices.size(); ++i) {
    mesh_.vertices[i] = static_cast<float>(mesh_.vertices[i] - middle[i % 3]);
  }
}

size_t MeshBuilder::count_crowded_edges() const {
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

void MeshBuilder::take_notes() {
  const auto is_or_are = [](size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  if (mesh_.faces_left_out > 0) {
    mesh_.notes.push_back(
        is_or_are(mesh_.faces_left_out, "face without area was left out", "faces without area were left out"));
  }
  if (mesh_.crossing_faces > 0) {
    mesh_.notes.push_back(
        fmt::format("{}, the first in {} {}",
                    is_or_are(mesh_.crossing_faces, "face crosses itself and is cut as well as can be",
                              "faces cross themselves and are cut as well as can be"),
                    place_, crossing_place_));
  }
  if (mesh_.bent_faces > 0) {
    mesh_.notes.push_back(fmt::format("{}, the first in {} {}: corners lie up to {:.2g} from the plane of their face",
                                      is_or_are(mesh_.bent_faces, "face is not flat", "faces are not flat"), place_,
                                      bent_place_, off_plane_));
  }
  if (mesh_.fanned_faces > 0) {
    mesh_.notes.push_back(fmt::format("{}, the first in {} {}: notches may be filled",
                                      is_or_are(mesh_.fanned_faces, "face has too many corners to be cut exactly",
                                                "faces have too many corners to be cut exactly"),
                                      place_, fanned_place_));
  }
  if (mesh_.crowded_edges > 0) {
    mesh_.notes.push_back(is_or_are(mesh_.crowded_edges, "edge belongs to more than two triangles",
                                    "edges belong to more than two triangles"));
  }
}

}  // namespace strata
