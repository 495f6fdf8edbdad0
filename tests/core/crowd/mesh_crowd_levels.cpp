// Crowds on levels: whoever has a path arrives, and nobody comes to another floor but by walking there. Random levels
// have ramps, steps, bridges and floors above one another, and each floor is painted while agents walk.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/crowd/mesh_crowd.hpp"
#include "core/level/level_scenes.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/world.hpp"
#include "tests/core/level/level_setting.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr double kRise = 3, kAgentHeight = 2;  // metres
constexpr double kCell = 0.3;
constexpr double kError = 0.12;     // with which sides of polygons follow the ground, in metres
constexpr double kSameFloor = 1.4;  // two floors are farther apart, a step and a slope between two looks are not

// A piece of ground, level or sloping along x or along z.
struct GroundPiece {
  double x0, z0, x1, z1;
  double at_x0, at_x1, at_z0, at_z1;  // heights; of a slope along x those of z are 0

  double height(double x, double z) const {
    const auto part = [](double at, double from, double to) { return std::clamp((at - from) / (to - from), 0.0, 1.0); };
    return at_x0 + (at_x1 - at_x0) * part(x, x0, x1) + at_z0 + (at_z1 - at_z0) * part(z, z0, z1);
  }
  void snap() {
    for (double* const at : {&x0, &z0, &x1, &z1}) *at = kCell * std::round(*at / kCell);
  }
  bool holds(double x, double z, double beyond) const {
    return x >= x0 - beyond && x <= x1 + beyond && z >= z0 - beyond && z <= z1 + beyond;
  }
};

// Ground in pieces, as triangles and as what it is.
class LevelGround {
 public:
  Scene scene;

  // Borders are moved to those of voxels.
  void add(GroundPiece piece) {
    piece.snap();
    const auto corner = [&](double x, double z) { return std::array{x, piece.height(x, z), z}; };
    scene.quad(corner(piece.x0, piece.z0), corner(piece.x0, piece.z1), corner(piece.x1, piece.z1),
               corner(piece.x1, piece.z0));
    pieces_.push_back(piece);
    covers_.push_back(piece);
  }
  void plane(double x0, double z0, double x1, double z1, double y) { add({x0, z0, x1, z1, y, y, 0, 0}); }
  void box(double x0, double z0, double x1, double z1, double y0, double y1) {
    GroundPiece top{x0, z0, x1, z1, y1, y1, 0, 0};
    top.snap();
    scene.box(top.x0, top.z0, top.x1, top.z1, y0, y1);
    pieces_.push_back(top);
    covers_.push_back(top);
  }
  // Returns the ground at the point that is nearest in height, of that above which there is room for an agent.
  double follow(double x, double z, double height) const {
    double best = height, nearest = 1e9;
    for (const GroundPiece& piece : pieces_) {
      const double at = piece.height(x, z);
      if (!piece.holds(x, z, kError) || std::abs(at - height) >= nearest || is_covered(x, z, at)) continue;
      best = at;
      nearest = std::abs(at - height);
    }
    return best;
  }

 private:
  bool is_covered(double x, double z, double height) const {
    return std::any_of(covers_.begin(), covers_.end(), [&](const GroundPiece& above) {
      const double by = above.height(x, z) - height;
      return by > 0.05 && by < kAgentHeight && above.holds(x, z, -kError);
    });
  }

  std::vector<GroundPiece> covers_;
  std::vector<GroundPiece> pieces_;
};

// A plate above the ground, with a ramp or stairs up to it from one side, which begin at height `from`.
struct RaisedPlate {
  double x0, z0, x1, z1, y;
};

void add_way_up(LevelGround& floors, Rng& rng, const RaisedPlate& to, double from, int side, bool stairs) {
  const double wide = 2.4 + 0.3 * rng.between(0, 6), rise = to.y - from;
  const double length = stairs ? 0.6 * std::ceil(rise / 0.4) : rise * (1.2 + 0.1 * rng.between(0, 12));
  const bool along_x = side < 2;
  const double low = along_x ? to.z0 : to.x0, high = along_x ? to.z1 : to.x1;
  const double begin = low + (high - low - wide) * rng.below(101) / 100;
  const auto put = [&](double near, double far, double at_near, double at_far) {  // distances from the plate
    switch (side) {
      case 0:
        return GroundPiece{to.x0 - far, begin, to.x0 - near, begin + wide, at_far, at_near, 0, 0};
      case 1:
        return GroundPiece{to.x1 + near, begin, to.x1 + far, begin + wide, at_near, at_far, 0, 0};
      case 2:
        return GroundPiece{begin, to.z0 - far, begin + wide, to.z0 - near, 0, 0, at_far, at_near};
      default:
        return GroundPiece{begin, to.z1 + near, begin + wide, to.z1 + far, 0, 0, at_near, at_far};
    }
  };
  if (!stairs) return floors.add(put(0, length, to.y, from));
  const int steps = static_cast<int>(std::ceil(rise / 0.4));
  for (int step = 1; step <= steps; ++step) {
    const GroundPiece piece = put(0.6 * (steps - step), 0.6 * (steps - step + 1), 0, 0);
    floors.box(piece.x0, piece.z0, piece.x1, piece.z1, from, from + rise * step / steps);
  }
}

LevelGround random_floors(uint64_t seed) {
  Rng rng(seed);
  LevelGround floors;
  const double side = 28 + rng.below(9);
  floors.plane(0, 0, side, side, 0);
  const auto between = [&](double low, double high) { return low + (high - low) * rng.below(1001) / 1000; };
  std::vector<RaisedPlate> plates;
  // Two plates side by side with a bridge between them, and a ramp or stairs up to each.
  for (int i = 0; i < 2; ++i) {
    const double wide = between(5, 8), deep = between(6, 10);
    const double x = i == 0 ? between(6, 8) : side - 7 - wide, z = between(6, side - 6 - deep);
    plates.push_back({x, z, x + wide, z + deep, kRise});
    floors.plane(x, z, x + wide, z + deep, kRise);
  }
  add_way_up(floors, rng, plates[0], 0, rng.below(2) == 0 ? 0 : 2, rng.percent(50));
  if (rng.percent(60)) add_way_up(floors, rng, plates[1], 0, rng.below(2) == 0 ? 1 : 3, rng.percent(50));
  const double low = std::max(plates[0].z0, plates[1].z0), high = std::min(plates[0].z1, plates[1].z1);
  if (high - low > 3 && plates[1].x0 - plates[0].x1 > 1) {
    const double z = between(low, high - 2.7);
    floors.plane(plates[0].x1 - 0.3, z, plates[1].x0 + 0.3, z + between(2.1, 2.7), kRise);
  }
  // A floor above one of the plates, reached from it.
  if (rng.percent(70)) {
    const RaisedPlate& under = plates[rng.below(2)];
    const double wide = (under.x1 - under.x0) / 2;
    const RaisedPlate top{under.x0 - 3, under.z0, under.x0 + wide - 1.5, under.z1, 2 * kRise};
    floors.plane(top.x0, top.z0, top.x1, top.z1, top.y);
    add_way_up(floors, rng, {top.x0, under.z0, top.x1, under.z1, top.y}, kRise, 1, rng.percent(50));
  }
  for (int i = 0; i < 6; ++i) {
    const double x = between(0, side - 3), z = between(0, side - 3);
    const double y = rng.percent(50) ? between(0.2, 0.8) : between(1, 1.8);
    floors.box(x, z, x + between(0.6, 3), z + between(0.6, 3), 0, y);
  }
  return floors;
}

// A level with meshes for two radii, a crowd on it, and where on the ground each of its agents and goals really is.
class LevelCrowd {
 public:
  static constexpr double kNarrow = 0.25, kWide = 1;  // radii in cells

  LevelCrowd(std::shared_ptr<const Level> level, uint64_t seed, const LevelGround& floors, MeshBatchMethod method)
      : world_(level->map(), WorldSetup{}, level), floors_(floors), crowd_({.seed = seed, .method = method}) {
    MapMeshClassesOptions options{.radii = {MeshRadius::for_agents(kNarrow), MeshRadius::for_agents(kWide)}};
    options.tables.tables = method == MeshBatchMethod::kTables;
    world_.set<MapMeshClasses>(options);
    world_.finish_updates();
  }

  MeshCrowd& crowd() { return crowd_; }
  const LevelMesh& mesh_of(uint32_t agent) const { return *navmesh(crowd_.radius(agent)).level_mesh(); }
  CrowdMeshes grounds() const { return CrowdMeshes(world_.get<MapMeshClasses>().batch_classes(world_.inputs())); }

  // Adds an agent with random ends. Returns false if the level has no mesh for it.
  bool add(Rng& rng) {
    MeshCrowdMember member;
    member.radius = static_cast<int32_t>(std::lround((rng.percent(70) ? kNarrow : kWide) * kFineCell));
    member.pace = rng.between(20, 90);
    const LevelMesh& level = *navmesh(member.radius).level_mesh();
    if (level.mesh().polygon_count() == 0) return false;
    const MeshEndpoint start = random_end(level.mesh(), rng), goal = random_end(level.mesh(), rng);
    member.at = {fine(level.mesh(), start.at), start.polygon};
    member.goal = goal;
    if (!crowd_.add(grounds(), member)) return false;
    heights_.push_back(true_height(level, start.polygon, start.at));
    goal_heights_.push_back(true_height(level, goal.polygon, goal.at));
    places_.push_back(member.at.at);
    return true;
  }

  void paint(const Cell& centre, int radius, bool free) {
    Edit edit;
    const GridMap& map = world_.map();
    for (int y = std::max(centre.y - radius, 0); y <= std::min(centre.y + radius, map.height() - 1); ++y) {
      const int from = std::max(centre.x - radius, 0), to = std::min(centre.x + radius, map.width() - 1);
      edit.runs.push_back({map.id({from, y}), static_cast<uint32_t>(to - from + 1), free ? '.' : '@'});
    }
    world_.apply(edit);
    world_.finish_updates();
    crowd_.mesh_changed(grounds(), true);
    follow();
  }
  void tick(const CrowdMeshes& meshes) {
    crowd_.tick(meshes);
    follow();
  }

  // What is wrong with the floors of agents and of their goals; empty: nothing.
  std::string floor_fault() const {
    for (uint32_t agent = 0; agent < crowd_.count(); ++agent) {
      const std::string who = "agent " + std::to_string(agent) + ": ";
      const LevelMesh& level = mesh_of(agent);
      const FixedPointPlace at = crowd_.place(agent);
      if (crowd_.status(agent) != CrowdStatus::kWalledIn) {
        if (!level.mesh().has_polygon(at.polygon) || !holds(level.mesh(), at.polygon, at.at))
          return who + "off the mesh";
        const double is = true_height(level, at.polygon, coarse(level.mesh(), at.at));
        if (std::abs(is - heights_[agent]) > kSameFloor) {
          return who + "is at " + std::to_string(is) + ", and has walked to " + std::to_string(heights_[agent]);
        }
        if (std::abs(crowd_.height(agent) - heights_[agent]) > kSameFloor) {
          return who + "has walked to " + std::to_string(heights_[agent]) + ", and says " +
                 std::to_string(crowd_.height(agent));
        }
      }
      const MeshEndpoint& goal = crowd_.goal(agent);
      if (!level.mesh().has_polygon(goal.polygon)) continue;
      const double is = true_height(level, goal.polygon, goal.at);
      if (std::abs(is - goal_heights_[agent]) > kSameFloor) {
        return who + "its goal is at " + std::to_string(is) + ", and was at " + std::to_string(goal_heights_[agent]);
      }
      if (crowd_.status(agent) == CrowdStatus::kArrived &&
          std::abs(heights_[agent] - goal_heights_[agent]) > kSameFloor) {
        return who + "has arrived on another floor than that of its goal";
      }
    }
    return "";
  }
  // What is wrong with agents that do not walk; empty: nothing.
  std::string standing_fault() const {
    for (uint32_t agent = 0; agent < crowd_.count(); ++agent) {
      const std::string who = "agent " + std::to_string(agent) + ": ";
      const LevelMesh& level = mesh_of(agent);
      const std::vector<PolygonId> areas = areas_of(level.mesh());
      const FixedPointPlace at = crowd_.place(agent);
      const PolygonId goal = crowd_.goal(agent).polygon;
      switch (crowd_.status(agent)) {
        case CrowdStatus::kCutOff:
          if (goal != kNoPolygon && areas[at.polygon] == areas[goal]) return who + "cut off, though there is a path";
          break;
        case CrowdStatus::kBlockedEnd:
          if (is_on_floor(level, fine(level.mesh(), crowd_.goal(agent).at), goal_heights_[agent])) {
            return who + "its goal is free";
          }
          break;
        case CrowdStatus::kWalledIn:
          if (is_on_floor(level, at.at, heights_[agent])) return who + "walled in on free ground";
          break;
        default:
          break;
      }
    }
    return "";
  }
  uint32_t on_the_way() const {
    return crowd_.count(CrowdStatus::kWalking) + crowd_.count(CrowdStatus::kWaiting) +
           crowd_.count(CrowdStatus::kPlanning);
  }
  double height(uint32_t agent) const { return heights_[agent]; }

 private:
  const MapNavmesh& navmesh(int32_t radius) const {
    return world_.get<MapMeshClasses>().class_of(MeshRadius::for_agents(radius / double{kFineCell}))->navmesh();
  }
  // Returns the height of the ground at a point of a polygon: found by walking there from a corner, whose height is
  // known.
  double true_height(const LevelMesh& level, PolygonId polygon, HalfCellPoint point) const {
    const HalfCellPoint corner = level.mesh().sides(polygon).front().from;
    const auto metres = [&](double half_cells) { return half_cells / 2 * level.options().cell_size; };
    double height = level.height(polygon, 0);
    const double dx = point.x - corner.x, dz = point.y - corner.y;
    const int steps = static_cast<int>(std::hypot(dx, dz)) + 1;
    for (int i = 0; i <= steps; ++i) {
      const double part = static_cast<double>(i) / steps;
      height = floors_.follow(level.low()[0] + metres(corner.x + part * dx),
                              level.low()[2] + metres(corner.y + part * dz), height);
    }
    return height;
  }
  bool is_on_floor(const LevelMesh& level, FixedPointPosition point, double height) const {
    for (PolygonId id = 0; id < level.mesh().polygon_slots(); ++id) {
      if (!level.mesh().has_polygon(id) || !holds(level.mesh(), id, point)) continue;
      if (std::abs(true_height(level, id, coarse(level.mesh(), point)) - height) < kSameFloor) return true;
    }
    return false;
  }
  // Takes the true heights of the agents on to where they are now.
  void follow() {
    for (uint32_t agent = 0; agent < crowd_.count(); ++agent) {
      const FixedPointPosition at = crowd_.place(agent).at;
      if (at == places_[agent]) continue;
      const auto metres = [&](int32_t fixed) { return fixed / double{kFineCell} * mesh_of(agent).options().cell_size; };
      const LevelMesh& level = mesh_of(agent);
      heights_[agent] = floors_.follow(level.low()[0] + metres(at.x), level.low()[2] + metres(at.y), heights_[agent]);
      places_[agent] = at;
    }
  }

  World world_;
  const LevelGround& floors_;
  MeshCrowd crowd_;
  std::vector<double> heights_, goal_heights_;  // by agent: true heights, followed tick by tick
  std::vector<FixedPointPosition> places_;
};

// The environment variable asks for more levels: STRATA_LEVEL_CROWDS=200.
int levels_to_play() {
  const char* const wanted = std::getenv("STRATA_LEVEL_CROWDS");
  return wanted != nullptr ? std::atoi(wanted) : rounds(20);
}

struct SimulationCounts {
  size_t arrived = 0, climbed = 0, moved = 0, stood = 0;
};

void play(uint64_t seed, SimulationCounts& played) {
  Rng rng(seed);
  const LevelGround floors = random_floors(seed);
  LevelOptions options = random_options(seed);
  options.max_error = 0.4f;
  const auto level = floors.scene.kept_level(options);
  LevelCrowd walk(level, seed, floors, seed % 2 == 0 ? MeshBatchMethod::kPccp : MeshBatchMethod::kTables);
  MeshCrowd& crowd = walk.crowd();
  for (int i = 0; i < 14; ++i) walk.add(rng);
  std::vector<double> least(crowd.count()), most(crowd.count());
  for (uint32_t agent = 0; agent < crowd.count(); ++agent) least[agent] = most[agent] = walk.height(agent);
  std::vector<Cell> painted;
  REQUIRE(walk.floor_fault() == "");
  CrowdMeshes meshes = walk.grounds();
  constexpr int kStrokes = 8, kEvery = 70, kMost = 12000;
  for (int tick = 0; tick < kMost; ++tick) {
    if (tick % kEvery == kEvery - 1 && tick / kEvery < kStrokes && crowd.count() > 0) {
      CAPTURE(tick);
      // Near an agent or its goal, which is on any floor.
      const uint32_t by = rng.below(crowd.count());
      const Cell at = cell_at(rng.percent(60) ? crowd.place(by).at : crowd.goal_at(by));
      const bool free = !painted.empty() && rng.percent(30);
      if (!free) painted.push_back({at.x + rng.between(-4, 4), at.y + rng.between(-4, 4)});
      const Cell centre = painted[free ? rng.below(static_cast<uint32_t>(painted.size())) : painted.size() - 1];
      walk.paint(centre, rng.between(1, 3), free);
      meshes = walk.grounds();
      REQUIRE(walk.floor_fault() == "");
    }
    walk.tick(meshes);
    for (uint32_t agent = 0; agent < crowd.count(); ++agent) {
      least[agent] = std::min(least[agent], walk.height(agent));
      most[agent] = std::max(most[agent], walk.height(agent));
    }
    if (tick % 500 == 0) REQUIRE(walk.floor_fault() == "");
    if (tick > kStrokes * kEvery && walk.on_the_way() == 0) break;
  }
  REQUIRE(walk.floor_fault() == "");
  REQUIRE(walk.standing_fault() == "");
  CHECK(walk.on_the_way() == 0);
  played.arrived += crowd.count(CrowdStatus::kArrived);
  played.stood += crowd.count() - crowd.count(CrowdStatus::kArrived);
  played.moved += crowd.times_moved_aside();
  for (size_t agent = 0; agent < least.size(); ++agent) played.climbed += most[agent] - least[agent] > kRise - 0.5;
}

}  // namespace

TEST_CASE("On random levels whoever has a path arrives, on the floor of its goal, while walls are painted") {
  SimulationCounts played;
  const int levels = levels_to_play();
  for (int round = 0; round < levels; ++round) {
    CAPTURE(round);
    play(static_cast<uint64_t>(round), played);
  }
  INFO(played.arrived, " arrived, ", played.climbed, " came to another floor, ", played.stood, " have no path, ",
       played.moved, " times moved aside");
  CHECK(played.arrived > static_cast<size_t>(5 * levels));
  CHECK(played.climbed > static_cast<size_t>(levels));
  CHECK(played.stood > 0);
  CHECK(played.moved > 0);
}

TEST_CASE("On a level with slopes and stairs nobody stands for long though its path is free") {
  JobControl control;
  const auto obj = parse_obj(courtyard_level(), "courtyard");
  REQUIRE(obj.ok());
  const auto level = Level::make(obj.value(), {}, control);
  REQUIRE(level.ok());
  World world(level.value()->map(), WorldSetup{}, level.value());
  MapMeshClassesOptions options{.radii = {MeshRadius::for_agents(0.25)}};
  options.tables.tables = false;
  world.set<MapMeshClasses>(options);
  world.finish_updates();
  const CrowdMeshes grounds(world.get<MapMeshClasses>().batch_classes(world.inputs()));
  MeshCrowd crowd({.seed = 1, .method = MeshBatchMethod::kPccp});
  REQUIRE(crowd.add_random(grounds, {}, 40) == 40);
  constexpr uint32_t kMinute = 3600, kTicks = 5 * kMinute;
  uint32_t longest = 0;
  while (crowd.ticks() < kTicks) {
    crowd.tick(grounds);
    longest = std::max(longest, crowd.longest_wait());
  }
  CHECK(longest < kMinute);
  CHECK(crowd.arrivals() > 300);
}

TEST_CASE("Who walks along a wall at any angle gets to its end, from each polygon at the beginning of the wall") {
  size_t walls = 0, corners = 0;
  for (int round = 0; round < rounds(8); ++round) {
    CAPTURE(round);
    const LevelMesh level =
        random_scene(static_cast<uint64_t>(round)).level(random_options(static_cast<uint64_t>(round)));
    const NavMesh& mesh = level.mesh();
    const auto walk = [&](FixedPointPlace at, FixedPointPosition to) {
      constexpr int32_t kPace = 26;
      for (int left = 2 * length_of(to - at.at) / kPace + 8; left > 0 && at.at != to; --left) {
        const FixedPointPosition ahead = to - at.at;
        at = walk_over(mesh, at, at.at + (length_of(ahead) > kPace ? resized(ahead, kPace) : ahead)).end;
        REQUIRE(holds(mesh, at.polygon, at.at));
      }
      return at.at;
    };
    for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
      if (!mesh.has_polygon(id)) continue;
      const std::span<const MeshSide> sides = mesh.sides(id);
      for (size_t i = 0; i < sides.size(); ++i) {
        if (sides[i].portal != kNoPortal) continue;
        const FixedPointPosition from = fine(mesh, sides[i].from);
        const FixedPointPosition to = fine(mesh, mesh.side_end(id, static_cast<int>(i)));
        REQUIRE(walk({from, id}, to) == to);
        REQUIRE(walk({to, id}, from) == from);
        ++walls;
        // The polygons that portals at the beginning of the wall lead to.
        for (const MeshSide& side : sides) {
          if (side.portal == kNoPortal) continue;
          const PolygonId beside = mesh.portal(side.portal).across(id);
          if (!holds(mesh, beside, from)) continue;
          REQUIRE(walk({from, beside}, to) == to);
          ++corners;
        }
      }
    }
  }
  CHECK(walls > 200);
  CHECK(corners > 100);
}
