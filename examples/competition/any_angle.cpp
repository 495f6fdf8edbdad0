// An entry for the any-angle track of the Grid-Based Path Planning Competition. Its start kit calls the functions
// below. Its places are corners of cells: (x, y) is the upper left corner of the free cell (x, y).
#include <string>
#include <utility>
#include <vector>

#include "core/navmesh/polyanya.hpp"
#include "core/world/map_navmesh.hpp"
#include "examples/competition/entry.hpp"

// The interface of the start kit, in declarations of our own.
namespace GPPC {
struct xyLoc {
  double x;
  double y;
};
}  // namespace GPPC
void PreprocessMap(const std::vector<bool>& bits, int width, int height, const std::string& filename);
void* PrepareForSearch(const std::vector<bool>& bits, int width, int height, const std::string& filename);
bool GetPath(void* data, GPPC::xyLoc start, GPPC::xyLoc goal, std::vector<GPPC::xyLoc>& path);
std::string GetName();

namespace {

struct AnyAngleEntry {
  strata::competition::Entry entry;
  strata::PolyanyaMemory memory;
  strata::MeshPath path, shortest;

  // Returns the place in each polygon that an agent there can enter without cutting a corner: that of its own cell, and
  // those of the cells around the place that are joined to it by a side.
  std::vector<strata::MeshEndpoint> ends_at(GPPC::xyLoc place) const {
    const strata::Cell own{static_cast<int>(place.x), static_cast<int>(place.y)};
    const strata::GridMap& map = entry.world().map();
    const auto is_free = [&](int dx, int dy) {
      const strata::Cell cell{own.x + dx, own.y + dy};
      return map.contains(cell) && map.letter(cell) == '.';
    };
    std::vector<strata::MeshEndpoint> ends;
    const auto add = [&](int dx, int dy) {
      strata::MeshEndpoint end = entry.world().get<strata::MapNavmesh>().end_at({own.x + dx, own.y + dy});
      end.at = {own.x * 2, own.y * 2};
      for (const strata::MeshEndpoint& other : ends) {
        if (other.polygon == end.polygon) return;
      }
      ends.push_back(end);
    };
    add(0, 0);
    if (is_free(-1, 0)) add(-1, 0);
    if (is_free(0, -1)) add(0, -1);
    if (is_free(-1, -1) && (is_free(-1, 0) || is_free(0, -1))) add(-1, -1);
    return ends;
  }
};

}  // namespace

// Nothing is kept in files: the mesh is built in fractions of a second.
void PreprocessMap(const std::vector<bool>&, int, int, const std::string&) {}

void* PrepareForSearch(const std::vector<bool>& bits, int width, int height, const std::string&) {
  return new AnyAngleEntry{
      {strata::competition::map_of(width, height, [&](size_t cell) { return bits[cell]; }), "polyanya"}, {}, {}, {}};
}

bool GetPath(void* data, GPPC::xyLoc start, GPPC::xyLoc goal, std::vector<GPPC::xyLoc>& path) {
  AnyAngleEntry& any_angle = *static_cast<AnyAngleEntry*>(data);
  path.clear();
  if (start.x == goal.x && start.y == goal.y) return true;  // the kit expects an empty path
  const strata::MapNavmesh& navmesh = any_angle.entry.world().get<strata::MapNavmesh>();
  // A search begins in one polygon, so each polygon that holds an end is tried. Mostly there is one.
  any_angle.shortest.status = strata::PlanStatus::kNoPath;
  const std::vector<strata::MeshEndpoint> goals = any_angle.ends_at(goal);
  for (const strata::MeshEndpoint& from : any_angle.ends_at(start)) {
    for (const strata::MeshEndpoint& to : goals) {
      strata::plan_polyanya(navmesh.mesh(), {from, to}, any_angle.memory, any_angle.path, &navmesh.tiles()->unions());
      if (!any_angle.path.found()) continue;
      if (!any_angle.shortest.found() || any_angle.path.length < any_angle.shortest.length) {
        std::swap(any_angle.path, any_angle.shortest);
      }
    }
  }
  if (!any_angle.shortest.found()) return true;
  for (const strata::HalfCellPoint point : any_angle.shortest.points) {
    const GPPC::xyLoc at{point.x / 2.0, point.y / 2.0};
    if (path.empty() || path.back().x != at.x || path.back().y != at.y) path.push_back(at);
  }
  return true;
}

std::string GetName() { return "strata-polyanya"; }
