#include "app/features/scenarios/scenario_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/count_of.hpp"

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
    case RowProblem::kLonger:
      return "above optimal";
    case RowProblem::kShorter:
      return "below the scenario cost";
    case RowProblem::kHasPath:
      return "has a path";
  }
  return "";
}

void ProblemCounts::add(RowProblem problem) {
  if (problem == RowProblem::kNone) return;
  ++(problem == RowProblem::kLonger    ? longer
     : problem == RowProblem::kShorter ? shorter
     : problem == RowProblem::kNoPath  ? no_path
     : problem == RowProblem::kHasPath ? has_path
                                       : unusable);
}

std::string_view problem_summary(const ProblemCounts& problems) {
  const size_t all = problems.all();
  return problems.longer == all     ? "above optimal"
         : problems.shorter == all  ? "below scenario cost"
         : problems.no_path == all  ? "without a path"
         : problems.has_path == all ? "with a path, none listed"
         : problems.unusable == all ? "not usable"
                                    : "marked";
}

std::vector<std::string> problem_sentences(const ProblemCounts& problems, std::string_view planner) {
  std::vector<std::string> sentences;
  if (problems.unusable > 0) {
    sentences.push_back(fmt::format("{} cannot be asked on this map", count_of(problems.unusable, "row")));
  }
  if (problems.no_path > 0) {
    sentences.push_back(fmt::format("{} finds no path in {}", planner, count_of(problems.no_path, "row")));
  }
  if (problems.longer > 0) {
    sentences.push_back(fmt::format("{} is above optimal in {}", planner, count_of(problems.longer, "row")));
  }
  if (problems.shorter > 0) {
    sentences.push_back(fmt::format("{} is below the scenario cost in {}", planner, count_of(problems.shorter, "row")));
  }
  if (problems.has_path > 0) {
    sentences.push_back(fmt::format("{} finds a path in {} without one", planner, count_of(problems.has_path, "row")));
  }
  return sentences;
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

PlanQuery query_of(const ScenarioRow& row) { return {{row.start_x, row.start_y}, {row.goal_x, row.goal_y}}; }

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
  const PlanQuery query = query_of(row);
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
  const PlanQuery query = query_of(row);
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
    case RowProblem::kLonger:
    case RowProblem::kShorter:
    case RowProblem::kHasPath:
      break;
  }
  return {};
}

bool lengths_apply(const MoveGrid& moves) {
  const Rules& rules = moves.rules();
  return rules.profile == Profile::kOctile && rules.agent_size == 1 && moves.uniform() && moves.unit_weight() == 1;
}

}  // namespace strata
