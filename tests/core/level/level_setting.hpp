// Purpose: These helpers of the tests of levels build levels from planes and boxes, and choose points on their meshes.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/rng.hpp"
#include "core/io/obj_file.hpp"
#include "core/level/level.hpp"
#include "core/level/level_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"

namespace strata::test {

// Builds the text of an .obj file, with y upwards.
class Scene {
 public:
  // Adds a parallelogram with these corners, facing up: from a along z to b, from a along x to d.
  void quad(std::array<double, 3> a, std::array<double, 3> b, std::array<double, 3> c, std::array<double, 3> d) {
    for (const auto& at : {a, b, c, d}) {
      text_ += "v " + std::to_string(at[0]) + " " + std::to_string(at[1]) + " " + std::to_string(at[2]) + "\n";
    }
    text_ += "f -4 -3 -2 -1\n";
  }
  void plane(double x0, double z0, double x1, double z1, double y) { ramp(x0, z0, x1, z1, y, y); }
  // Adds a plane that rises from height y0 at x0 to y1 at x1.
  void ramp(double x0, double z0, double x1, double z1, double y0, double y1) {
    quad({x0, y0, z0}, {x0, y0, z1}, {x1, y1, z1}, {x1, y1, z0});
  }
  // Adds a box on the ground y0: its top and four walls.
  void box(double x0, double z0, double x1, double z1, double y0, double y1) {
    plane(x0, z0, x1, z1, y1);
    quad({x0, y0, z0}, {x0, y1, z0}, {x1, y1, z0}, {x1, y0, z0});
    quad({x0, y0, z1}, {x0, y1, z1}, {x1, y1, z1}, {x1, y0, z1});
    quad({x0, y0, z0}, {x0, y1, z0}, {x0, y1, z1}, {x0, y0, z1});
    quad({x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x1, y0, z1});
  }
  void triangle(std::array<double, 3> a, std::array<double, 3> b, std::array<double, 3> c) {
    for (const auto& at : {a, b, c}) {
      text_ += "v " + std::to_string(at[0]) + " " + std::to_string(at[1]) + " " + std::to_string(at[2]) + "\n";
    }
    text_ += "f -3 -2 -1\n";
  }
  const std::string& text() const { return text_; }
  ObjMesh obj() const {
    const auto parsed = parse_obj(text_, "scene");
    const std::string refused = parsed.ok() ? "" : parsed.error().message();
    INFO(refused);
    REQUIRE(parsed.ok());
    return parsed.value();
  }
  LevelMesh level(const LevelOptions& options = {}) const {
    const auto built = build_level_mesh(obj(), options);
    const std::string refused = built.ok() ? "" : built.error().message();
    INFO(refused);
    REQUIRE(built.ok());
    return built.value();
  }
  std::shared_ptr<const Level> kept_level(const LevelOptions& options = {}) const {
    JobControl control;
    const auto made = Level::make(obj(), options, control);
    const std::string refused = made.ok() ? "" : made.error().message();
    INFO(refused);
    REQUIRE(made.ok());
    return made.value();
  }
  std::string refusal(const LevelOptions& options = {}) const {
    const auto built = build_level_mesh(obj(), options);
    return built ? "accepted" : built.error().message();
  }

 private:
  std::string text_;
};

// Returns a scene with boxes of many heights, ramps and plates above them: climbable and unclimbable steps,
// and stacked floors.
inline Scene random_scene(uint64_t seed) {
  Rng rng(seed);
  Scene scene;
  const double side = 20 + rng.below(20);
  const auto at = [&](double most) { return rng.below(1000) * most / 1000; };
  scene.plane(0, 0, side, side, 0);
  for (int i = 0; i < 14; ++i) {
    const double x = at(side - 6), z = at(side - 6), high = 0.3 * rng.between(1, 8);
    scene.box(x, z, x + 1 + at(5), z + 1 + at(5), 0, high);
  }
  for (int i = 0; i < 4; ++i) {
    const double x = at(side - 8), z = at(side - 8), low = at(1), high = 2 + at(3);
    scene.ramp(x, z, x + 5 + at(3), z + 2 + at(3), low, high);
    scene.plane(x + 7, z, x + 7 + at(8), z + 3 + at(6), high);
  }
  for (int i = 0; i < 5; ++i) {
    const auto point = [&] { return std::array{at(side), at(4), at(side)}; };
    scene.triangle(point(), point(), point());
  }
  return scene;
}

// Returns a point of a random polygon. The mesh must have polygons.
inline MeshEndpoint random_end(const NavMesh& mesh, Rng& rng) {
  PolygonId id = rng.below(mesh.polygon_slots());
  while (!mesh.has_polygon(id)) id = rng.below(mesh.polygon_slots());
  const HalfCellPoint low = mesh.low(id), high = mesh.high(id);
  for (int tries = 0; tries < 50; ++tries) {
    const HalfCellPoint point{rng.between(low.x, high.x), rng.between(low.y, high.y)};
    if (mesh.contains(id, point)) return {point, id};
  }
  return {mesh.sides(id)[0].from, id};
}

// By polygon: the smallest number of a polygon in its connected area.
inline std::vector<PolygonId> areas_of(const NavMesh& mesh) {
  std::vector<PolygonId> area(mesh.polygon_slots(), kNoPolygon), open;
  for (PolygonId first = 0; first < area.size(); ++first) {
    if (area[first] != kNoPolygon) continue;
    area[first] = first;
    open.push_back(first);
    while (!open.empty()) {
      const PolygonId id = open.back();
      open.pop_back();
      for (const MeshSide& side : mesh.sides(id)) {
        if (side.portal == kNoPortal) continue;
        const PolygonId next = mesh.portal(side.portal).across(id);
        if (area[next] != kNoPolygon) continue;
        area[next] = first;
        open.push_back(next);
      }
    }
  }
  return area;
}

// Returns random options, which give other polygons for the same level.
inline LevelOptions random_options(uint64_t seed) {
  return {.agent_radius = seed % 4 == 0 ? 0 : 0.6f,
          .region_min = seed % 5 == 0 ? 0 : 4,
          .max_error = seed % 2 == 0 ? 0.4f : 1.3f,
          .partition = static_cast<LevelPartition>(seed % 3)};
}

// Identifies a polygon independent of its number: its corners with x, y and height, beginning with the smallest.
using PolygonKey = std::vector<std::tuple<int, int, float>>;
inline PolygonKey key_of(const LevelMesh& level, PolygonId id) {
  std::vector<HalfCellPoint> corners;
  level.mesh().append_corners(id, corners);
  PolygonKey key;
  for (const HalfCellPoint corner : corners) {
    for (int side = 0; side < static_cast<int>(level.mesh().sides(id).size()); ++side) {
      if (level.mesh().sides(id)[static_cast<size_t>(side)].from == corner) {
        key.emplace_back(corner.x, corner.y, level.height(id, side));
      }
    }
  }
  std::rotate(key.begin(), std::min_element(key.begin(), key.end()), key.end());
  return key;
}

// Identifies a portal: its ends and the polygons on both sides, the smaller end first.
using PortalKey = std::tuple<int, int, int, int, PolygonKey, PolygonKey>;
inline PortalKey key_of_portal(const LevelMesh& level, PortalId id) {
  const Portal& portal = level.mesh().portal(id);
  HalfCellPoint a = portal.a, b = portal.b;
  PolygonKey first = key_of(level, portal.polygons[0]), second = key_of(level, portal.polygons[1]);
  if (std::tie(b.x, b.y) < std::tie(a.x, a.y)) {
    std::swap(a, b);
    std::swap(first, second);
  }
  return {a.x, a.y, b.x, b.y, first, second};
}

// The content of a mesh without numbers. For each polygon it also has the points where its sides begin, with heights,
// and their mean.
struct MeshContents {
  std::multiset<std::tuple<PolygonKey, PolygonKey, float>> polygons;
  std::multiset<PortalKey> portals;

  explicit MeshContents(const LevelMesh& level) {
    for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
      if (!level.mesh().has_polygon(id)) continue;
      PolygonKey points;
      for (size_t i = 0; i < level.mesh().sides(id).size(); ++i) {
        const HalfCellPoint from = level.mesh().sides(id)[i].from;
        points.emplace_back(from.x, from.y, level.heights(id)[i]);
      }
      std::sort(points.begin(), points.end());
      polygons.emplace(key_of(level, id), points, level.mean_height(id));
    }
    for (PortalId id = 0; id < level.mesh().portal_slots(); ++id) {
      if (level.mesh().portal(id).exists()) portals.insert(key_of_portal(level, id));
    }
  }
  friend bool operator==(const MeshContents&, const MeshContents&) = default;
};

// Updates the set of blocked cells as if a square were painted.
inline void paint_square(std::set<CellId>& blocked, const GridMap& map, Cell centre, int radius, bool free) {
  for (int y = centre.y - radius; y <= centre.y + radius; ++y) {
    for (int x = centre.x - radius; x <= centre.x + radius; ++x) {
      if (x < 0 || y < 0 || x >= map.width() || y >= map.height()) continue;
      if (free) blocked.erase(map.id({x, y}));
      if (!free) blocked.insert(map.id({x, y}));
    }
  }
}

inline LevelMesh mesh_without(const Level& level, const std::set<CellId>& blocked, std::optional<double> radius = {}) {
  JobControl control;
  auto made = level.mesh_without(std::vector<CellId>(blocked.begin(), blocked.end()), control, radius);
  const std::string refused = made.ok() ? "" : made.error().message();
  INFO(refused);
  REQUIRE(made.ok());
  CHECK(control.progress() == 1);
  return std::move(made.value());
}

}  // namespace strata::test
