#include "core/level/level_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/stopwatch.hpp"
#include "core/level/level_polygons.hpp"

namespace strata {

std::span<const PolygonId> LevelMesh::near(LatticePoint point) const {
  if (point.x < 0 || point.y < 0 || point.x > 2 * map_.width() || point.y > 2 * map_.height()) return {};
  const int x = std::min(point.x / (2 * kBlock), blocks_across_ - 1);
  const int y = std::min(point.y / (2 * kBlock), blocks_down_ - 1);
  const auto block = static_cast<size_t>(y * blocks_across_ + x);
  const uint32_t begin = block == 0 ? 0 : block_ends_[block - 1];
  return {in_blocks_.data() + begin, block_ends_[block] - begin};
}

float LevelMesh::height_at(PolygonId polygon, LatticePoint point) const {
  const std::span<const MeshSide> sides = mesh_.sides(polygon);
  const std::span<const float> at = heights(polygon);
  // In the triangle of the fan from the first side that holds the point.
  for (size_t i = 1; i + 1 < sides.size(); ++i) {
    const LatticePoint a = sides[0].from, b = sides[i].from, c = sides[i + 1].from;
    const int64_t area = turn(a, b, c), to_a = turn(b, c, point), to_b = turn(c, a, point), to_c = turn(a, b, point);
    if (area == 0 || to_a < 0 || to_b < 0 || to_c < 0) continue;
    return static_cast<float>((static_cast<double>(to_a) * at[0] + static_cast<double>(to_b) * at[i] +
                               static_cast<double>(to_c) * at[i + 1]) /
                              static_cast<double>(area));
  }
  return mean_heights_[polygon];
}

bool LevelMesh::is_on_top(PolygonId polygon, LatticePoint point) const {
  const Cell cell{std::min(point.x / 2, map_.width() - 1), std::min(point.y / 2, map_.height() - 1)};
  return cell_regions_[map_.id(cell)] == regions_[polygon];
}

bool LevelMesh::is_above(PolygonId a, PolygonId b, LatticePoint point) const {
  const bool a_on_top = is_on_top(a, point), b_on_top = is_on_top(b, point);
  if (a_on_top != b_on_top) return a_on_top;
  const float a_height = height_at(a, point), b_height = height_at(b, point);
  return a_height != b_height ? a_height > b_height : a < b;
}

MeshEnd LevelMesh::end_at(LatticePoint point) const {
  MeshEnd end{point, kNoPolygon};
  for (const PolygonId polygon : near(point)) {
    if (!mesh_.contains(polygon, point)) continue;
    if (end.polygon == kNoPolygon || is_above(polygon, end.polygon, point)) end.polygon = polygon;
  }
  return end;
}

void LevelMesh::polygons_at(LatticePoint point, std::vector<PolygonId>& polygons) const {
  polygons.clear();
  for (const PolygonId polygon : near(point)) {
    if (mesh_.contains(polygon, point)) polygons.push_back(polygon);
  }
  std::sort(polygons.begin(), polygons.end(), [&](PolygonId a, PolygonId b) { return is_above(a, b, point); });
}

size_t LevelMesh::memory_bytes() const {
  return mesh_.memory_bytes() + map_.cell_count() +
         (cell_heights_.capacity() + heights_.capacity() + mean_heights_.capacity()) * sizeof(float) +
         (cell_regions_.capacity() + regions_.capacity()) * sizeof(uint16_t) +
         (first_.capacity() + block_ends_.capacity() + in_blocks_.capacity()) * sizeof(uint32_t);
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
    level.cell_heights_.reserve(voxels.cell_heights.size());
    for (const uint16_t height : voxels.cell_heights) {
      level.cell_heights_.push_back(low + unit * static_cast<float>(height));
    }
  }

  template <class Visit>
  void visit_blocks(PolygonId id, Visit&& visit) const {
    constexpr int kUnits = 2 * LevelMesh::kBlock;
    const LatticePoint from = level.mesh_.low(id), to = level.mesh_.high(id);
    // A point on the border of blocks is looked for in the later one, and beyond the last one in the last one.
    const int last_x = std::min(to.x / kUnits, level.blocks_across_ - 1);
    const int last_y = std::min(to.y / kUnits, level.blocks_down_ - 1);
    for (int y = std::min(from.y / kUnits, last_y); y <= last_y; ++y) {
      for (int x = std::min(from.x / kUnits, last_x); x <= last_x; ++x) {
        visit(static_cast<size_t>(y * level.blocks_across_ + x));
      }
    }
  }

  void make_index() {
    level.blocks_across_ = (level.map_.width() + LevelMesh::kBlock - 1) / LevelMesh::kBlock;
    level.blocks_down_ = (level.map_.height() + LevelMesh::kBlock - 1) / LevelMesh::kBlock;
    std::vector<uint32_t>& ends = level.block_ends_;
    ends.assign(static_cast<size_t>(level.blocks_across_ * level.blocks_down_), 0);
    const PolygonId count = level.mesh_.polygon_slots();
    for (PolygonId id = 0; id < count; ++id) {
      visit_blocks(id, [&](size_t block) { ++ends[block]; });
    }
    uint32_t sum = 0;
    for (uint32_t& end : ends) end = std::exchange(sum, sum + end);  // where each block begins
    level.in_blocks_.resize(sum);
    for (PolygonId id = 0; id < count; ++id) {
      visit_blocks(id, [&](size_t block) { level.in_blocks_[ends[block]++] = id; });
    }
  }

  Status run(const ObjMesh& obj, const LevelOptions& options, LevelVoxels&& voxels) {
    const Stopwatch watch;
    level.options_ = options;
    level.low_ = obj.low;
    level.high_ = obj.high;
    level.notes_ = obj.notes;
    level.notes_.insert(level.notes_.end(), voxels.notes.begin(), voxels.notes.end());
    level.times_ = voxels.times;
    take_mesh(link_polygons(voxels.polygons, kMaxLevelCorners));
    if (level.mesh_.polygon_count() == 0) return error_at("", "none of the polygons that Recast made can be used");
    take_map(std::move(voxels));
    make_index();
    level.times_.mesh_ms = watch.micros() / 1000;
    return success();
  }
};

Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits) {
  Result<LevelVoxels> voxels = voxelise_level(obj, options, control, limits);
  if (!voxels) return voxels.error();
  LevelBuilder builder;
  if (Status status = builder.run(obj, options, std::move(voxels.value())); !status) return status.error();
  control.set_done(kLevelSteps);
  return std::move(builder.level);
}

Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options) {
  JobControl control;
  return build_level_mesh(obj, options, control);
}

}  // namespace strata
