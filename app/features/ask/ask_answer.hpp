// Purpose: answer_question answers a question about a map that is more than one shortest path: the nearest of several
//          goals, the cells that can be reached, alternative paths, a path with few turns, a path off walls.
// Source: The searches and their papers are in core/search: several_goals.hpp, reach.hpp, contours.hpp,
//         alternatives.hpp, turn_search.hpp, wall_search.hpp.
// Units: Costs of the movement profile (core/grid/cost.hpp); settings in straight steps over terrain of weight 1, in
//        cells and in percent.
// Shapes: A query needs 8 bytes a cell of the map; alternatives need 32 more, and the answer about reach has 5.
// Errors: PlanStatus.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/setting.hpp"
#include "core/grid/cost.hpp"
#include "core/search/alternatives.hpp"
#include "core/search/contours.hpp"
#include "core/search/plan.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/turn_search.hpp"
#include "core/search/wall_search.hpp"

namespace strata {

class Clearance;
class MoveGrid;
struct Workspace;

// What is asked about the map. kShortest: nothing besides the query of the planners.
enum class AskQuestion : uint8_t { kShortest, kNearest, kReach, kAlternatives, kTurns, kWalls };
inline constexpr int kAskQuestions = 6;
std::string_view ask_name(AskQuestion question);   // "nearest"
std::string_view ask_title(AskQuestion question);  // "Nearest goal"

struct AskSettings {
  AskQuestion question = AskQuestion::kShortest;
  int limit = 20;  // kReach: the largest cost, in straight steps
  int lines = 5;   // kReach: difference in cost of two contour lines, in straight steps; 0: no lines
  int paths = 3;   // kAlternatives: see AlternativeOptions
  int longer = 25;
  int sharing = 80;
  TurnOrder turn_order = TurnOrder::kSum;  // kTurns: see TurnOptions
  int turn_cost = 1;                       // kTurns: in straight steps
  int wall_distance = 3;                   // kWalls: see WallOptions
  int wall_cost = 100;
  friend bool operator==(const AskSettings&, const AskSettings&) = default;

  AlternativeOptions alternatives() const;
  TurnOptions turns() const { return {turn_order, static_cast<uint32_t>(turn_cost) * 100}; }
  WallOptions walls() const { return {wall_distance, static_cast<uint32_t>(wall_cost)}; }
};
std::span<const SettingOf<AskSettings>> ask_settings();

struct AskTask {
  AskSettings settings;
  PlanQuery query;
  std::vector<Cell> goals;  // kNearest: all goals; the first one is that of the query
};

struct AskPath {
  Cost cost = kInfinite;  // cost of the steps alone
  Cost shared = 0;        // kAlternatives: cost of the steps that are shared with the paths before it
  uint32_t turns = 0;
  int rings = 0;             // kWalls: the least number of free rings of cells around the agent on the path
  CellId middle = kNoCell;   // a cell in the middle of what the path does not have in common with those before it
  std::vector<CellId> path;  // from start to goal
};

struct AskAnswer {
  static constexpr int kMaxLines = 100;  // number of levels of contour lines

  AskTask task;
  PlanStatus status = PlanStatus::kNoPath;
  // The path; with kAlternatives all of them, the optimal one first. Empty with kReach, and if there is no path.
  std::vector<AskPath> paths;
  uint64_t expanded = 0;
  uint32_t goal = kNoGoal;  // kNearest: index of the goal that the path leads to
  Cost total = kInfinite;   // kTurns with TurnOrder::kSum, kWalls: cost of the path with its turns or with the walls
  AskPath shortest;         // kTurns, kWalls: the path of A*
  bool truncated = false;   // kAlternatives: not all candidates were tried
  // kReach: the largest cost, the number of cells, the cost by cell (kInfinite: out of reach), the contour lines, and
  // whether there are more levels than kMaxLines.
  Cost limit = 0;
  size_t reached = 0;
  std::vector<Cost> costs;
  std::vector<ContourLine> lines;
  bool lines_cut = false;
  // kReach: the costs as a picture, see field_palette().
  std::vector<uint8_t> picture;

  bool found() const { return status == PlanStatus::kFound; }
};

// Answers the question; it must not be kShortest. `clearance` may be null, except for kWalls. Throws SearchStopped if
// it is interrupted (core/base/interruption.hpp).
AskAnswer answer_question(const MoveGrid& grid, const Clearance* clearance, AskTask task, Workspace& workspace);

// Returns the cost of so many straight steps over terrain of weight 1.
Cost cost_of_steps(const MoveGrid& grid, int steps);

}  // namespace strata
