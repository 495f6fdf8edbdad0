#include "core/level/level_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/io/obj_file.hpp"
#include "core/level/level_polygons.hpp"

namespace strata {
namespace {

bool comes_before(HalfCellPoint a, HalfCellPoint b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

}  // namespace

std::span<const PolygonId> LevelMesh::near(HalfCellPoint point) const {
  if (point.x < 0 || point.y < 0 || point.x > 2 * map_.width() || point.y > 2 * map_.height()) return {};
  const int x = std::min(point.x / (2 * kBlock), blocks_across_ - 1);
  const int y = std::min(point.y / (2 * kBlock), blocks_down_ - 1);
  const auto block = static_cast<size_t>(y * blocks_across_ + x);
  const uint32_t begin = block == 0 ? 0 : block_ends_[block - 1];
  return {in_blocks_.data() + begin, block_ends_[block] - begin};
}

size_t LevelMesh::first_corner(PolygonId polygon) const {
  const std::span<const MeshSide> sides = mesh_.sides(polygon);
  size_t first = 0;
  for (size_t i = 1; i < sides.size(); ++i) {
    if (comes_before(sides[i].from, sides[first].from)) first = i;
  }
  return first;
}

float LevelMesh::height_at(PolygonId polygon, HalfCellPoint point) const {
  const std::span<const MeshSide> sides = mesh_.sides(polygon);
  const std::span<const float> at = heights(polygon);
  // Interpolates in the triangle that contains the point, in the fan from the first corner.
  const size_t n = sides.size(), first = first_corner(polygon);
  for (size_t k = 1; k + 1 < n; ++k) {
    const size_t second = (first + k) % n, third = (second + 1) % n;
    const HalfCellPoint a = sides[first].from, b = sides[second].from, c = sides[third].from;
    const int64_t area = turn(a, b, c), to_a = turn(b, c, point), to_b = turn(c, a, point), to_c = turn(a, b, point);
    if (area == 0 || to_a < 0 || to_b < 0 || to_c < 0) continue;
    return static_cast<float>((static_cast<double>(to_a) * at[first] + static_cast<double>(to_b) * at[second] +
                               static_cast<double>(to_c) * at[third]) /
                              static_cast<double>(area));
  }
  return mean_heights_[polygon];
}

Cell LevelMesh::cell_of(HalfCellPoint point) const {
  return {std::clamp(point.x / 2, 0, map_.width() - 1), std::clamp(point.y / 2, 0, map_.height() - 1)};
}

template <class Visit>
void LevelMesh::each_ground(Cell cell, Visit&& visit) const {
  const CellId id = map_.id(cell);
  if (cell_regions_[id] != 0) visit(cell_heights_[id], cell_regions_[id]);
  const auto before = [](const LowerGround& ground, CellId other) { return ground.cell < other; };
  for (auto at = std::lower_bound(lower_.begin(), lower_.end(), id, before); at != lower_.end() && at->cell == id;
       ++at) {
    visit(from_voxels(at->height), at->region);
  }
}

float LevelMesh::ground_height(PolygonId polygon, HalfCellPoint point) const {
  constexpr int kReach = 2;
  const Cell middle = cell_of(point);
  int floors = 0;
  each_ground(middle, [&](float, uint16_t) { ++floors; });
  const CellId id = map_.id(middle);
  if (floors == 1 && cell_regions_[id] == regions_[polygon]) return cell_heights_[id];
  // The ground may be far from the polygon's plane, and sides follow the ground only approximately, so that the cell
  // itself may have no ground of the polygon's region. A region may also wind above itself.
  const float plane = height_at(polygon, point), apart = options_.agent_height;
  float height = plane, least = 2 * apart;
  for (int y = std::max(middle.y - kReach, 0); y <= std::min(middle.y + kReach, map_.height() - 1); ++y) {
    for (int x = std::max(middle.x - kReach, 0); x <= std::min(middle.x + kReach, map_.width() - 1); ++x) {
      const auto steps = static_cast<float>(std::max(std::abs(x - middle.x), std::abs(y - middle.y)));
      each_ground({x, y}, [&](float ground, uint16_t region) {
        const float off = std::abs(ground - plane) + (region == regions_[polygon] ? 0 : apart) + steps * apart / 8;
        if (off >= least) return;
        height = ground;
        least = off;
      });
    }
  }
  return ground_near(point, height);
}

float LevelMesh::ground_near(HalfCellPoint point, float height) const {
  float best = height, least = std::max(options_.agent_climb, options_.agent_height / 2);
  each_ground(cell_of(point), [&](float ground, uint16_t) {
    if (std::abs(ground - height) >= least) return;
    best = ground;
    least = std::abs(ground - height);
  });
  return best;
}

bool LevelMesh::is_on_top(PolygonId polygon, HalfCellPoint point) const {
  return cell_regions_[map_.id(cell_of(point))] == regions_[polygon];
}

bool LevelMesh::is_above(PolygonId a, PolygonId b, HalfCellPoint point) const {
  const bool a_on_top = is_on_top(a, point), b_on_top = is_on_top(b, point);
  if (a_on_top != b_on_top) return a_on_top;
  const float a_height = height_at(a, point), b_height = height_at(b, point);
  if (a_height != b_height) return a_height > b_height;
  // The point is on the border of both polygons. The corners decide, because numbers depend on earlier edits.
  const size_t a_first = first_corner(a), b_first = first_corner(b);
  const HalfCellPoint a_from = mesh_.sides(a)[a_first].from, b_from = mesh_.sides(b)[b_first].from;
  if (a_from != b_from) return comes_before(a_from, b_from);
  const HalfCellPoint a_to = mesh_.side_end(a, static_cast<int>(a_first));
  const HalfCellPoint b_to = mesh_.side_end(b, static_cast<int>(b_first));
  if (a_to != b_to) return comes_before(a_to, b_to);
  return a < b;
}

MeshEndpoint LevelMesh::end_at(HalfCellPoint point) const {
  MeshEndpoint end{point, kNoPolygon};
  for (const PolygonId polygon : near(point)) {
    if (!mesh_.contains(polygon, point)) continue;
    if (end.polygon == kNoPolygon || is_above(polygon, end.polygon, point)) end.polygon = polygon;
  }
  return end;
}

void LevelMesh::polygons_at(HalfCellPoint point, std::vector<PolygonId>& polygons) const {
  polygons.clear();
  for (const PolygonId polygon : near(point)) {
    if (mesh_.contains(polygon, point)) polygons.push_back(polygon);
  }
  std::sort(polygons.begin(), polygons.end(), [&](PolygonId a, PolygonId b) { return is_above(a, b, point); });
}

size_t LevelMesh::memory_bytes() const {
  return mesh_.memory_bytes() + map_.cell_count() +
         (cell_heights_.capacity() + heights_.capacity() + mean_heights_.capacity()) * sizeof(float) +
         (cell_regions_.capacity() + regions_.capacity()) * sizeof(uint16_t) + lower_.capacity() * sizeof(LowerGround) +
         (first_.capacity() + block_ends_.capacity() + in_blocks_.capacity()) * sizeof(uint32_t);
}

void LevelMesh::make_index() {
  constexpr int kUnits = 2 * kBlock;
  blocks_across_ = (map_.width() + kBlock - 1) / kBlock;
  blocks_down_ = (map_.height() + kBlock - 1) / kBlock;
  const auto visit_blocks = [&](PolygonId id, auto&& visit) {
    const HalfCellPoint from = mesh_.low(id), to = mesh_.high(id);
    // A point on the border of blocks belongs to the later block, a point beyond the last block to the last one.
    const int last_x = std::min(to.x / kUnits, blocks_across_ - 1), last_y = std::min(to.y / kUnits, blocks_down_ - 1);
    for (int y = std::min(from.y / kUnits, last_y); y <= last_y; ++y) {
      for (int x = std::min(from.x / kUnits, last_x); x <= last_x; ++x) {
        visit(static_cast<size_t>(y * blocks_across_ + x));
      }
    }
  };
  block_ends_.assign(static_cast<size_t>(blocks_across_ * blocks_down_), 0);
  const PolygonId count = mesh_.polygon_slots();
  for (PolygonId id = 0; id < count; ++id) {
    if (mesh_.has_polygon(id)) visit_blocks(id, [&](size_t block) { ++block_ends_[block]; });
  }
  uint32_t sum = 0;
  for (uint32_t& end : block_ends_) end = std::exchange(sum, sum + end);  // the beginning of each block
  in_blocks_.resize(sum);
  for (PolygonId id = 0; id < count; ++id) {
    if (mesh_.has_polygon(id)) visit_blocks(id, [&](size_t block) { in_blocks_[block_ends_[block]++] = id; });
  }
}

struct LevelBuilder {
  LevelMesh level;

  void take_mesh(LinkedPolygons&& linked) {
    const float unit = level.options_.cell_height, low = level.low_[1];
    level.mesh_ = std::move(linked.mesh);
    level.first_ = std::move(linked.first);
    level.regions_ = std::move(linked.regions);
    level.heights_.reserve(linked.heights.size());
    for (const uint16_t height : linked.heights) level.heights_.push_back(low + unit * static_cast<float>(height));
    for (PolygonId id = 0; id < level.mesh_.polygon_slots(); ++id) {
      float sum = 0;
      for (const float height : level.heights(id)) sum += height;
      level.mean_heights_.push_back(sum / static_cast<float>(level.heights(id).size()));
    }
    const auto note = [&](size_t count, const char* one, const char* many) {
      if (count > 0) level.notes_.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
    };
    note(linked.flat, "polygon without area was left out", "polygons without area were left out");
    note(linked.bent, "polygon that is not convex was left out", "polygons that are not convex were left out");
    note(linked.parted, "polygon with too many neighbours was parted",
         "cuts were made through polygons with too many neighbours");
  }

  void take_map(LevelVoxels&& voxels) {
    const float unit = level.options_.cell_height, low = level.low_[1];
    level.map_ = GridMap(voxels.width, voxels.height, std::move(voxels.letters));
    level.cell_regions_ = std::move(voxels.cell_regions);
    level.lower_ = std::move(voxels.lower);
    level.cell_heights_.reserve(voxels.cell_heights.size());
    for (const uint16_t height : voxels.cell_heights) {
      level.cell_heights_.push_back(low + unit * static_cast<float>(height));
    }
  }

  void run(const VoxelGround& ground, LevelVoxels&& voxels) {
    const Stopwatch watch;
    level.options_ = ground.options;
    level.low_ = ground.low;
    level.high_ = ground.high;
    level.notes_ = ground.notes;
    level.notes_.insert(level.notes_.end(), voxels.notes.begin(), voxels.notes.end());
    level.times_ = voxels.times;
    take_mesh(link_polygons(voxels.polygons, kMaxLevelCorners));
    take_map(std::move(voxels));
    level.make_index();
    level.times_.mesh_ms = watch.micros() / 1000;
  }
};

Result<LevelMesh> mesh_on_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                 std::optional<double> radius, JobControl& control, bool ground_too) {
  const uint64_t first_step = ground_too ? kGroundSteps : 0;
  if (!ground_too) control.set_total(kLevelSteps - kGroundSteps);
  Result<LevelVoxels> voxels = part_ground(ground, blocked, radius, control, first_step);
  if (!voxels) return voxels.error();
  const bool anywhere = voxels.value().anywhere;
  LevelBuilder builder;
  if (ground_too) voxels.value().times.add(ground.times);
  builder.run(ground, std::move(voxels.value()));
  const bool must_have_ground = blocked.empty() && !radius;
  if (must_have_ground && !anywhere) {
    return error_at(
        "", fmt::format(
                "there is nowhere in the level for the agent to stand: {}",
                !ground.doubt.empty() ? ground.doubt : "its ground is too steep, too low, too narrow or too small"));
  }
  if (must_have_ground && builder.level.mesh().polygon_count() == 0) {
    return error_at("", "none of the polygons that Recast made can be used");
  }
  control.set_done(first_step + kLevelSteps - kGroundSteps);
  return std::move(builder.level);
}

Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits) {
  control.set_total(kLevelSteps);
  const Result<VoxelGround> ground = find_ground(obj, options, control, limits);
  if (!ground) return ground.error();
  return mesh_on_ground(ground.value(), {}, {}, control, true);
}

Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options) {
  JobControl control;
  return build_level_mesh(obj, options, control);
}

}  // namespace strata
