#include "app/features/course/course_recorder.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/grid/map_links.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/workspace.hpp"

namespace strata {
namespace {

char letter_for(Terrain terrain) { return terrain == Terrain::kGround ? '.' : '@'; }

}  // namespace

std::string CourseRecorder::why_not(const GridMap& map, const Rect& cells) {
  constexpr const char* kOnly = "a dynamic scenario has free and blocked cells only";
  if (map.has_weights()) return fmt::format("{}, and the map has weights of single cells", kOnly);
  if (map.links() != nullptr && !map.links()->empty()) return fmt::format("{}, and the map has links", kOnly);
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) {
      const Terrain terrain = map.terrain(Cell{x, y});
      if (terrain == Terrain::kGround || terrain == Terrain::kOut) continue;
      return fmt::format("{}, and cell {},{} is {}", kOnly, x, y, terrain_info(terrain).name);
    }
  }
  return {};
}

CourseRecorder::CourseRecorder(const GridMap& map) {
  std::vector<char> letters(map.cell_count());
  for (CellId cell = 0; cell < map.cell_count(); ++cell) letters[cell] = letter_for(map.terrain(cell));
  map_ = GridMap(map.width(), map.height(), std::move(letters));
  scenario_.width = map.width();
  scenario_.height = map.height();
  place(map_.bounds());
}

void CourseRecorder::place(const Rect& cells) {
  MapPatch patch{cells.width(), cells.height(), {}};
  for (int y = cells.y0; y < cells.y1; ++y) {
    for (int x = cells.x0; x < cells.x1; ++x) patch.letters += map_.letter(Cell{x, y});
  }
  placed_cells_ += patch.letters.size();
  auto& steps = scenario_.steps;
  // The format has no mark between two changes without a query: they are read as one.
  if (steps.empty() || !std::holds_alternative<ScenarioChange>(steps.back())) steps.emplace_back(ScenarioChange{});
  std::get<ScenarioChange>(steps.back())
      .placements.push_back(
          {static_cast<uint32_t>(changes_), static_cast<uint32_t>(scenario_.patches.size()), {cells.x0, cells.y0}});
  scenario_.patches.push_back(std::move(patch));
}

void CourseRecorder::add_change(const GridMap& map, const Rect& cells) {
  Rect changed;
  Edit edit;
  const Rect part = cells.clipped(map_.bounds());
  for (int y = part.y0; y < part.y1; ++y) {
    for (int x = part.x0; x < part.x1; ++x) {
      const CellId cell = map_.id({x, y});
      const char letter = letter_for(map.terrain(cell));
      if (letter == map_.letter(cell)) continue;
      changed.include(Cell{x, y});
      edit.runs.push_back({cell, 1, letter});
    }
  }
  if (changed.empty()) return;
  (void)map_.apply(edit);
  ++changes_;
  place(changed);
}

void CourseRecorder::add_query(const PlanQuery& query, bool goes_on) {
  auto& steps = scenario_.steps;
  if (goes_on && std::holds_alternative<DynamicQuery>(steps.back())) {
    auto& last = std::get<DynamicQuery>(steps.back());
    last.start = query.start;
    last.goal = query.goal;
    return;
  }
  steps.emplace_back(DynamicQuery{.bucket = static_cast<uint32_t>(changes_), .start = query.start, .goal = query.goal});
  ++queries_;
}

bool measure_lengths(DynamicScenario& scenario, const JobControl& control) {
  GridMap map(scenario.width, scenario.height);
  MoveGrid moves;
  moves.build(map, {});
  Workspace workspace;
  PlanResult result;
  for (auto& step : scenario.steps) {
    if (control.cancelled()) return false;
    if (const auto* change = std::get_if<ScenarioChange>(&step)) {
      const EditResult done = map.apply(edit_of(scenario, *change));
      if (!done.dirty.empty()) (void)moves.update(map, done.dirty);
      continue;
    }
    auto& query = std::get<DynamicQuery>(step);
    plan_on_grid(moves, GridHeuristic::kDistance, {query.start, query.goal}, workspace, result);
    query.length = result.found() ? static_cast<double>(result.cost) / profile_info(Profile::kOctile).straight
                                  : DynamicQuery::kNoPath;
  }
  return true;
}

}  // namespace strata
