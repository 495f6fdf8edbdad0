#include "core/navmesh/mesh_blocks.hpp"

#include <algorithm>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

constexpr uint32_t kLooks = 1024;  // sides between two looks whether the search is still wanted

}  // namespace

void MeshBlocks::find_blocks(const NavMesh& mesh, PolygonId first) {
  const size_t first_block = blocks_.size();
  const uint32_t numbered_before = numbered_;
  const auto reach = [&](PolygonId polygon) {
    polygons_[polygon].number = ++numbered_;
    waiting_.push_back(polygon);
    steps_.push_back({polygon, 0, numbered_});
  };
  steps_.clear();
  waiting_.clear();
  reach(first);
  for (uint32_t looks = 1; !steps_.empty(); ++looks) {
    if (looks % kLooks == 0) interruption_point();
    Step& step = steps_.back();
    const std::span<const MeshSide> sides = mesh.sides(step.polygon);
    if (step.side < sides.size()) {
      const PortalId portal = sides[step.side++].portal;
      if (portal == kNoPortal) continue;
      const PolygonId next = mesh.portal(portal).across(step.polygon);
      const uint32_t number = polygons_[next].number;
      if (number == 0) {
        reach(next);
      } else {
        step.low = std::min(step.low, number);
      }
      continue;
    }
    const Step done = step;
    steps_.pop_back();
    if (steps_.empty()) break;
    Step& before = steps_.back();
    before.low = std::min(before.low, done.low);
    if (done.low < polygons_[before.polygon].number) continue;
    // Nothing behind this polygon leads past the one before it: here a block ends.
    const auto block = static_cast<uint32_t>(blocks_.size());
    blocks_.push_back({before.polygon, 0, 0});
    for (PolygonId polygon = kNoPolygon; polygon != done.polygon;) {
      polygon = waiting_.back();
      waiting_.pop_back();
      polygons_[polygon].block = block;
    }
  }
  // Blocks are found before those that they hang on.
  for (size_t i = blocks_.size(); i-- > first_block;) blocks_[i].depth = depth_of(blocks_[i].head) + 1;
  count_work(numbered_ - numbered_before);
}

void MeshBlocks::find_between(const NavMesh& mesh, PolygonId start, PolygonId goal) {
  if (built_for_ != mesh.version() || polygons_.size() != mesh.polygon_slots()) {
    built_for_ = UINT64_MAX;
    polygons_.assign(mesh.polygon_slots(), {});
    blocks_.clear();
    numbered_ = 0;
    mark_ = 0;
  }
  if (polygons_[start].number == 0) {
    built_for_ =
        UINT64_MAX;  // an area that is left half done, because memory ran out or the search was stopped, is none
    find_blocks(mesh, start);
  }
  built_for_ = mesh.version();
  if (mark_ >= 0xfffffff0u) {
    for (Block& block : blocks_) block.mark = 0;
    mark_ = 0;
  }
  ++mark_;
  top_ = kNoPolygon;
  if (polygons_[goal].number == 0) return;
  while (start != goal) {
    const uint32_t start_block = polygons_[start].block, goal_block = polygons_[goal].block;
    const bool climbs_from_start = depth_of(start) >= depth_of(goal);
    const uint32_t block = climbs_from_start ? start_block : goal_block;
    if (block == kNone) {  // the goal is in another area, which was searched for another query
      ++mark_;
      return;
    }
    blocks_[block].mark = mark_;
    if (start_block == goal_block) start = goal = blocks_[block].head;
    (climbs_from_start ? start : goal) = blocks_[block].head;
  }
  top_ = start;
}

size_t MeshBlocks::memory_bytes() const {
  return polygons_.capacity() * sizeof(PolygonRecord) + blocks_.capacity() * sizeof(Block) +
         steps_.capacity() * sizeof(Step) + waiting_.capacity() * sizeof(PolygonId);
}

}  // namespace strata
