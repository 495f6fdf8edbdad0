#include "app/features/ask/ask_answer.hpp"

#include <algorithm>
#include <utility>

#include "app/base/palette.hpp"
#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/reach.hpp"
#include "core/search/workspace.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kAskQuestions> kAskNames = {"shortest",     "nearest", "reach",
                                                                   "alternatives", "turns",   "walls"};
constexpr std::array<std::string_view, kAskQuestions> kAskTitles = {
    "Shortest path", "Nearest goal", "What can be reached", "Alternative paths", "Fewest turns", "Keep off walls"};

// Returns the middle one of the cells of the path that are not on any path before it; if there are none, the middle
// cell of the path.
CellId own_middle(const std::vector<CellId>& path, std::span<const AskPath> before) {
  std::vector<CellId> others;
  for (const AskPath& one : before) others.insert(others.end(), one.path.begin(), one.path.end());
  std::ranges::sort(others);
  std::vector<CellId> own;
  for (const CellId cell : path) {
    if (!std::ranges::binary_search(others, cell)) own.push_back(cell);
  }
  const std::vector<CellId>& cells = own.empty() ? path : own;
  return cells[cells.size() / 2];
}

class AskSearch {
 public:
  AskSearch(const MoveGrid& grid, const Clearance* clearance, Workspace& workspace, AskAnswer& answer)
      : grid_(grid), clearance_(clearance), workspace_(workspace), answer_(answer) {}

  void run() {
    switch (answer_.task.settings.question) {
      case AskQuestion::kShortest:
        break;
      case AskQuestion::kNearest:
        return nearest();
      case AskQuestion::kReach:
        return reach();
      case AskQuestion::kAlternatives:
        return alternatives();
      case AskQuestion::kTurns:
        return turns();
      case AskQuestion::kWalls:
        return walls();
    }
    STRATA_CHECK(false);
  }

 private:
  const AskSettings& settings() const { return answer_.task.settings; }

  AskPath path_of(Cost cost, std::vector<CellId> path) const {
    AskPath made;
    made.cost = cost;
    made.turns = count_turns(grid_, path);
    if (settings().question == AskQuestion::kWalls) made.rings = least_rings(path);
    made.middle = own_middle(path, answer_.paths);
    made.path = std::move(path);
    return made;
  }
  int least_rings(const std::vector<CellId>& path) const {
    int least = WallOptions::kMaxMargin;
    for (const CellId cell : path) {
      least = std::min(least, free_rings(*clearance_, grid_.rules().agent_size, grid_.cell(cell), least));
    }
    return least;
  }
  void take(PlanResult& result) {
    answer_.status = result.status;
    answer_.expanded = result.stats.total().expanded;
    if (result.found()) answer_.paths.push_back(path_of(result.cost, std::move(result.path)));
  }

  void nearest() {
    PlanResult result;
    answer_.goal = plan_to_nearest(grid_, answer_.task.query.start, answer_.task.goals, workspace_, result);
    take(result);
  }

  void reach() {
    answer_.limit = cost_of_steps(grid_, settings().limit);
    std::vector<Cost> levels;
    for (int at = settings().lines; at > 0 && at <= settings().limit; at += settings().lines) {
      answer_.lines_cut = levels.size() == AskAnswer::kMaxLines;
      if (answer_.lines_cut) break;
      levels.push_back(cost_of_steps(grid_, at));
    }
    const Cost searched = levels.empty() ? answer_.limit : std::max(answer_.limit, contour_limit(grid_, levels.back()));
    Reach found;
    reach_within(grid_, answer_.task.query.start, searched, workspace_, found);
    answer_.status = found.status;
    answer_.expanded = found.stats.expanded;
    if (found.cells.empty()) return;
    costs_of_cells(grid_, found, answer_.costs);
    // The cells are ordered by their costs.
    answer_.reached = static_cast<size_t>(std::ranges::upper_bound(found.costs, answer_.limit) - found.costs.begin());
    found = {};
    contour_lines(grid_, answer_.costs, levels, answer_.lines);
    paint_reach();
  }
  // Makes the picture, and leaves out the costs above the limit, which only the lines need.
  void paint_reach() {
    answer_.picture.assign(answer_.costs.size(), 0);
    const double scale = (255.0 - kFieldFirst) / std::max<double>(answer_.limit, 1);
    const auto width = static_cast<size_t>(grid_.width());
    for (size_t row = 0; row < answer_.costs.size(); row += width) {
      for (size_t i = row; i < row + width; ++i) {
        Cost& cost = answer_.costs[i];
        if (cost > answer_.limit) cost = kInfinite;
        if (cost != kInfinite) answer_.picture[i] = static_cast<uint8_t>(kFieldFirst + static_cast<int>(cost * scale));
      }
      count_work(width);
      interruption_point();
    }
  }

  void alternatives() {
    AlternativePaths found;
    plan_alternatives(grid_, settings().alternatives(), answer_.task.query, workspace_, found);
    answer_.status = found.status;
    answer_.expanded = found.stats.total().expanded;
    answer_.truncated = found.truncated;
    for (AlternativePath& path : found.paths) {
      AskPath made = path_of(path.cost, std::move(path.path));
      made.shared = path.shared;
      answer_.paths.push_back(std::move(made));
    }
  }

  void turns() {
    PlanResult result;
    const TurnOptions options = settings().turns();
    const uint32_t count = plan_few_turns(grid_, options, answer_.task.query, workspace_, result);
    take(result);
    if (answer_.paths.empty()) return;
    if (options.order == TurnOrder::kSum) {
      answer_.total = total(answer_.paths[0].cost + uint64_t{count} * cost_of_turn(grid_, options));
    }
    find_shortest();
  }
  void walls() {
    STRATA_CHECK(clearance_ != nullptr);
    PlanResult result;
    answer_.total = plan_off_walls(grid_, *clearance_, settings().walls(), answer_.task.query, workspace_, result);
    take(result);
    if (!answer_.paths.empty()) find_shortest();
  }
  static Cost total(uint64_t cost) { return static_cast<Cost>(std::min<uint64_t>(cost, kInfinite)); }
  // Finds the path of A*, with which the path of the answer is compared.
  void find_shortest() {
    PlanResult result;
    plan_on_grid(grid_, GridHeuristic::kDistance, answer_.task.query, workspace_, result);
    if (result.found()) answer_.shortest = path_of(result.cost, std::move(result.path));
  }

  const MoveGrid& grid_;
  const Clearance* clearance_;
  Workspace& workspace_;
  AskAnswer& answer_;
};

}  // namespace

std::string_view ask_name(AskQuestion question) { return kAskNames[static_cast<size_t>(question)]; }
std::string_view ask_title(AskQuestion question) { return kAskTitles[static_cast<size_t>(question)]; }

AlternativeOptions AskSettings::alternatives() const {
  AlternativeOptions options;
  options.paths = paths;
  options.longer = longer;
  options.sharing = sharing;
  return options;
}

std::span<const SettingOf<AskSettings>> ask_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      choice<&AskSettings::question>({.name = "ask.question", .title = "Question",
          .help = "What is asked about the map: the shortest path as always, the nearest of several goals, what can be "
                  "reached, alternative paths, few turns, or a path off walls",
          .words = kAskNames}),
      number<&AskSettings::limit>({.name = "ask.limit", .title = "Largest cost of reach", .label = "Largest cost", .word = "STEPS",
          .unit = "steps", .range = {1, 1'000'000}, .slider = {1, 1000}, .logarithmic = true,
          .help = "The cells that can be reached at this cost, in straight steps over ground, are coloured"}),
      number<&AskSettings::lines>({.name = "ask.lines", .title = "Distance of contour lines", .label = "A line every", .word = "STEPS",
          .unit = "steps", .range = {0, 1'000'000}, .slider = {0, 50}, .zero = "none",
          .help = "Difference in cost of two contour lines, in straight steps over ground"}),
      number<&AskSettings::paths>({.name = "ask.paths", .title = "Number of alternative paths", .label = "Paths", .word = "COUNT",
          .range = {1, 100}, .slider = {1, 8},
          .help = "The most alternative paths to find, the shortest one included"}),
      number<&AskSettings::longer>({.name = "ask.longer", .title = "Alternative paths: longer by at most", .label = "Longer by",
          .word = "PERCENT", .unit = "%", .range = {0, 400}, .slider = {0, 100},
          .help = "An alternative path costs at most this much more than the shortest path"}),
      number<&AskSettings::sharing>({.name = "ask.sharing", .title = "Alternative paths: shared at most", .label = "Shared",
          .word = "PERCENT", .unit = "%", .range = {0, 100},
          .help = "An alternative path shares at most this part of the shortest path's cost with the paths before it"}),
      choice<&AskSettings::turn_order>({.name = "ask.turn_order", .title = "Turns count",
          .help = "Beside the cost of the steps, before it, or only among the shortest paths",
          .words = kTurnOrderNames}),
      number<&AskSettings::turn_cost>({.name = "ask.turn_cost", .title = "Cost of a turn", .word = "STEPS",
          .unit = "steps", .range = {0, TurnOptions::kLimit / 100}, .slider = {0, 20},
          .help = "A turn costs as much as so many straight steps over ground"}),
      number<&AskSettings::wall_distance>({.name = "ask.wall_distance", .title = "Wall distance", .word = "CELLS",
          .unit = "cells", .range = {1, WallOptions::kMaxMargin},
          .help = "Cells nearer to a wall than this cost more"}),
      number<&AskSettings::wall_cost>({.name = "ask.wall_cost", .title = "Cost near walls", .word = "PERCENT",
          .unit = "%", .range = {0, WallOptions::kMaxWeight},
          .help = "So much of a straight step over ground is added to a step for each cell by which it is too near to "
                  "a wall"}),
  };
  // clang-format on
  return kRows;
}

Cost cost_of_steps(const MoveGrid& grid, int steps) {
  return static_cast<Cost>(std::min<uint64_t>(static_cast<uint64_t>(steps) * grid.base(0), kInfinite - 1));
}

AskAnswer answer_question(const MoveGrid& grid, const Clearance* clearance, AskTask task, Workspace& workspace) {
  AskAnswer answer;
  answer.task = std::move(task);
  AskSearch(grid, clearance, workspace, answer).run();
  return answer;
}

}  // namespace strata
