// An entry for the classic track of the Grid-Based Path Planning Competition. Its start kit calls the functions below.
#include <cstdint>
#include <string>
#include <vector>

#include "examples/competition/entry.hpp"

// The interface of the start kit, in declarations of our own.
namespace GPPC {
struct xyLoc {
  int16_t x;
  int16_t y;
};
}  // namespace GPPC
void PreprocessMap(const std::vector<bool>& bits, int width, int height, const std::string& filename);
void* PrepareForSearch(const std::vector<bool>& bits, int width, int height, const std::string& filename);
bool GetPath(void* data, GPPC::xyLoc start, GPPC::xyLoc goal, std::vector<GPPC::xyLoc>& path);
std::string GetName();

namespace {

using strata::competition::Entry;

const char* const kUsualPlanner = "labels";

GPPC::xyLoc place_of(strata::Cell cell) { return {static_cast<int16_t>(cell.x), static_cast<int16_t>(cell.y)}; }

}  // namespace

// Nothing is kept in files: PrepareForSearch builds everything in fractions of a second.
void PreprocessMap(const std::vector<bool>&, int, int, const std::string&) {}

void* PrepareForSearch(const std::vector<bool>& bits, int width, int height, const std::string&) {
  return new Entry(strata::competition::map_of(width, height, [&](size_t cell) { return bits[cell]; }),
                   strata::competition::planner_name(kUsualPlanner));
}

bool GetPath(void* data, GPPC::xyLoc start, GPPC::xyLoc goal, std::vector<GPPC::xyLoc>& path) {
  Entry& entry = *static_cast<Entry*>(data);
  path.clear();
  if (start.x == goal.x && start.y == goal.y) return true;  // the kit expects an empty path
  const strata::PlanResult& result = entry.plan({start.x, start.y}, {goal.x, goal.y});
  if (!result.found()) return true;  // an empty path says that there is none
  const strata::MoveGrid& moves = entry.world().moves();
  for (const strata::CellId cell : result.path) path.push_back(place_of(moves.cell(cell)));
  return true;
}

std::string GetName() { return "strata-" + strata::competition::planner_name(kUsualPlanner); }
