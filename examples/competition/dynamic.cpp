// An entry for the dynamic track of the Grid-Based Path Planning Competition. Its start kit calls the functions below.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "examples/competition/entry.hpp"

// The interface of the start kit, in declarations of our own.
extern "C" {
struct gppc_point {
  uint16_t x;
  uint16_t y;
};
struct gppc_path {
  const gppc_point* path;
  uint32_t length;
  uint8_t incomplete;
};
// Cells row by row, a bit each, from the lowest bit of a byte on; 1: free.
struct gppc_patch {
  const uint8_t* bitarray;
  uint16_t width;
  uint16_t height;
  gppc_point pos;
};
void gppc_preprocess_init_map(gppc_patch map, const char* file);
void* gppc_search_init(gppc_patch map, const char* file);
void gppc_map_change(void* data, const gppc_patch* changes, uint32_t count);
gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal);
void gppc_free_data(void* data);
const char* gppc_get_name();
}

namespace {

const char* const kUsualPlanner = "jps";

struct DynamicEntry {
  strata::competition::Entry entry;
  std::vector<gppc_point> path;
};

bool is_free(const gppc_patch& patch, size_t cell) { return (patch.bitarray[cell / 8] >> cell % 8 & 1) != 0; }

// Adds the runs of equal cells of a patch to an edit of a map of this width.
void append_runs(const gppc_patch& patch, int width, strata::Edit& edit) {
  for (uint32_t y = 0; y < patch.height; ++y) {
    const size_t row = size_t{y} * patch.width;
    const auto first = static_cast<strata::CellId>((patch.pos.y + y) * static_cast<uint32_t>(width) + patch.pos.x);
    for (uint32_t x = 0; x < patch.width;) {
      uint32_t end = x + 1;
      while (end < patch.width && is_free(patch, row + end) == is_free(patch, row + x)) ++end;
      edit.runs.push_back({first + x, end - x, is_free(patch, row + x) ? '.' : '@'});
      x = end;
    }
  }
}

}  // namespace

// Nothing is kept in files: gppc_search_init builds everything in fractions of a second.
void gppc_preprocess_init_map(gppc_patch, const char*) {}

void* gppc_search_init(gppc_patch map, const char*) {
  return new DynamicEntry{
      {strata::competition::map_of(map.width, map.height, [&](size_t cell) { return is_free(map, cell); }),
       strata::competition::planner_name(kUsualPlanner)},
      {}};
}

void gppc_map_change(void* data, const gppc_patch* changes, uint32_t count) {
  DynamicEntry& dynamic = *static_cast<DynamicEntry*>(data);
  strata::Edit edit;
  for (uint32_t i = 0; i < count; ++i) append_runs(changes[i], dynamic.entry.world().map().width(), edit);
  dynamic.entry.change(edit);
}

gppc_path gppc_get_path(void* data, gppc_point start, gppc_point goal) {
  DynamicEntry& dynamic = *static_cast<DynamicEntry*>(data);
  const strata::PlanResult& result = dynamic.entry.plan({start.x, start.y}, {goal.x, goal.y});
  dynamic.path.clear();
  if (!result.found()) return {nullptr, 0, 0};
  const strata::MoveGrid& moves = dynamic.entry.world().moves();
  for (const strata::CellId cell : result.path) {
    const strata::Cell at = moves.cell(cell);
    dynamic.path.push_back({static_cast<uint16_t>(at.x), static_cast<uint16_t>(at.y)});
  }
  if (dynamic.path.size() == 1) dynamic.path.push_back(dynamic.path.front());
  return {dynamic.path.data(), static_cast<uint32_t>(dynamic.path.size()), 0};
}

void gppc_free_data(void* data) { delete static_cast<DynamicEntry*>(data); }

const char* gppc_get_name() {
  static const std::string name = "strata-" + strata::competition::planner_name(kUsualPlanner);
  return name.c_str();
}
