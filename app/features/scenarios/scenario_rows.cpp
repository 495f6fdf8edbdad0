#include "app/features/scenarios/scenario_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace strata {

std::string_view problem_word(RowProblem problem) {
  switch (problem) {
    case RowProblem::kNone:
      return "";
    case RowProblem::kOtherMap:
      return "other map";
    case RowProblem::kOtherSize:
      return "other size";
    case RowProblem::kStartOutside:
      return "start out";
    case RowProblem::kGoalOutside:
      return "goal out";
    case RowProblem::kStartBlocked:
      return "S blocked";
    case RowProblem::kGoalBlocked:
      return "G blocked";
    case RowProblem::kNoPath:
      return "no path";
    case RowProblem::kLength:
      return "differs";
  }
  return "";
}

ScenarioOrder order_rows(std::span<const ScenarioRow> rows) {
  ScenarioOrder order;
  order.rows.resize(rows.size());
  std::iota(order.rows.begin(), order.rows.end(), 0u);
  std::stable_sort(order.rows.begin(), order.rows.end(),
                   [&](uint32_t a, uint32_t b) { return rows[a].bucket < rows[b].bucket; });
  order.places.resize(rows.size());
  for (uint32_t place = 0; place < order.rows.size(); ++place) {
    const uint32_t row = order.rows[place];
    order.places[row] = place;
    if (order.buckets.empty() || order.buckets.back().bucket != rows[row].bucket) {
      order.buckets.push_back({rows[row].bucket, place, 0});
    }
    ++order.buckets.back().count;
  }
  return order;
}

Query query_of(const ScenarioRow& row) { return {{row.start_x, row.start_y}, {row.goal_x, row.goal_y}}; }

bool same_row(const ScenarioRow& a, const ScenarioRow& b) {
  return a.bucket == b.bucket && a.map == b.map && a.width == b.width && a.height == b.height &&
         query_of(a) == query_of(b) && a.length == b.length;
}

std::string_view map_name(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == path.npos ? path : path.substr(slash + 1);
}

RowProblem row_problem(const ScenarioRow& row, const MoveGrid& moves, std::string_view map) {
  if (map_name(row.map) != map) return RowProblem::kOtherMap;
  if (row.width != moves.width() || row.height != moves.height()) return RowProblem::kOtherSize;
  const Query query = query_of(row);
  if (!moves.contains(query.start)) return RowProblem::kStartOutside;
  if (!moves.contains(query.goal)) return RowProblem::kGoalOutside;
  if (!moves.passable(query.start)) return RowProblem::kStartBlocked;
  if (!moves.passable(query.goal)) return RowProblem::kGoalBlocked;
  return RowProblem::kNone;
}

std::string problem_text(RowProblem problem, const ScenarioRow& row, const GridMap& map) {
  const auto outside = [&](std::string_view end, Cell cell) {
    return fmt::format("the {} {},{} is outside of the map of {} x {} cells", end, cell.x, cell.y, map.width(),
                       map.height());
  };
  const auto blocked = [](std::string_view end, Cell cell) {
    return fmt::format("the agent cannot stand on the {} {},{}", end, cell.x, cell.y);
  };
  const Query query = query_of(row);
  switch (problem) {
    case RowProblem::kOtherMap:
      return fmt::format("the row is for another map: {}", map_name(row.map));
    case RowProblem::kOtherSize:
      return fmt::format("the row is for {} x {} cells, the map has {} x {}", row.width, row.height, map.width(),
                         map.height());
    case RowProblem::kStartOutside:
      return outside("start", query.start);
    case RowProblem::kGoalOutside:
      return outside("goal", query.goal);
    case RowProblem::kStartBlocked:
      return blocked("start", query.start);
    case RowProblem::kGoalBlocked:
      return blocked("goal", query.goal);
    case RowProblem::kNone:
    case RowProblem::kNoPath:
    case RowProblem::kLength:
      break;
  }
  return {};
}

bool lengths_apply(const MoveGrid& moves) {
  const Rules& rules = moves.rules();
  return rules.profile == Profile::kOctile && rules.agent_size == 1 && moves.uniform() && moves.min_weight() == 1;
}

}  // namespace strata
