// Purpose: These functions write and read the lines that the lab and an external planner exchange: JSON objects, one a
//          line. docs/external-planners.md describes them for those who write planners.
// Errors: A line that is not what was asked for is an error whose reason says what is wrong with it. Any bytes may
// come.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

// The map as a program is told of it: what it needs of the moves, as a copy of its own.
struct ToldMap {
  int width = 0, height = 0;
  Rules rules;
  std::vector<uint8_t> weights;  // by cell; 0: blocked

  static ToldMap of(const MoveGrid& moves);
  bool is(const MoveGrid& moves) const;  // whether it is what `of` would return
};

std::string map_message(const ToldMap& map, int ms_per_query);
// With `events` the program is asked for the events of its search as well.
std::string query_message(uint64_t id, Cell start, Cell goal, bool events = false);
std::string edit_message(const ToldMap& map, std::span<const CellId> changed);

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
  std::string events;  // the list of events as JSON; empty: it gives none
};
// Reads the answer to the query of this number, on a map of this size.
Result<AnswerMessage> read_answer(std::string_view line, uint64_t id, int width, int height);

}  // namespace strata
