// Purpose: These functions write and parse the messages between the lab and an external planner: JSON objects, one per
//          line. docs/external-planners.md describes them for authors of planners.
// Errors: A line that is not the expected message is an error with the reason. Any bytes may arrive.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

// The map in the form in which it is sent to a program: a copy of what planning needs of the moves.
struct MapSnapshot {
  int width = 0, height = 0;
  Rules rules;
  std::vector<uint8_t> weights;  // by cell; 0: blocked

  static MapSnapshot of(const MoveGrid& moves);
  bool is(const MoveGrid& moves) const;  // returns whether it equals of(moves)
};

// Returns the weights that the map's message gives letters: those of passable terrains under the rules and of cells.
std::bitset<256> told_weights(const MapSnapshot& map);
std::string map_message(const MapSnapshot& map, int ms_per_query);
// Returns the message that asks a query. With `events` the program is also asked for the events of its search.
std::string query_message(uint64_t id, Cell start, Cell goal, bool events = false);
std::string edit_message(const MapSnapshot& map, std::span<const CellId> changed);

struct ReadyMessage {
  std::string name;        // name that the program reports; empty: none
  double prepared_ms = 0;  // reported by the program
  bool takes_edits = false;
};
Result<ReadyMessage> read_ready(std::string_view line);

struct AnswerMessage {
  bool found = false;
  std::vector<Cell> path;  // inside the map
  double cost = 0;         // cost of the path in straight steps, reported by the program
  uint64_t expanded = 0, generated = 0;
  std::string events;  // JSON list of events; empty: none were reported
};
// Parses the answer to query `id`, on a map of this size.
Result<AnswerMessage> read_answer(std::string_view line, uint64_t id, int width, int height);

}  // namespace strata
