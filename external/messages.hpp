// Purpose: These functions write and read the lines that the lab and an external planner exchange: JSON objects, one a
//          line. docs/external-planners.md describes them for those who write planners.
// Errors: A line that is not what was asked for is an error whose reason says what is wrong with it. Any bytes may
// come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

std::string map_message(const MoveGrid& moves, int ms_per_query);
std::string query_message(uint64_t id, Cell start, Cell goal);
std::string edit_message(const MoveGrid& moves, const Rect& changed);  // the cells of the rectangle

struct ReadyMessage {
  std::string name;        // empty: it says none
  double prepared_ms = 0;  // as it says
  bool takes_edits = false;
};
Result<ReadyMessage> read_ready(std::string_view line);

struct AnswerMessage {
  bool found = false;
  std::vector<Cell> path;  // on the map
  double cost = 0;         // in straight steps, as it says
  uint64_t expanded = 0, generated = 0;
};
// Reads the answer to the query of this number, on a map of this size.
Result<AnswerMessage> read_answer(std::string_view line, uint64_t id, int width, int height);

}  // namespace strata
