// Purpose: The one best-first search of the project: A* and Dijkstra over cells, parts of a map, and abstract graphs.
// Source: Hart, Nilsson, Raphael 1968. Consistent heuristics only: a node is never opened twice.
//
// A Space offers
//   using Token             what is remembered of how a node was reached (a direction, a parent)
//   records                 with set(index, g, token), seen(index), g(index)
//   index(id)               dense index of the node for the records
//   cell(id)                the cell for events
//   h(id)                   consistent lower bound of the cost to the goal
//   push(f, g, id), pop(id, g)
//   successors(id, index, g, visit)   visit(next id, next index, step cost, token)
#pragma once

#include "core/search/observer.hpp"
#include "core/search/plan.hpp"

namespace strata {

// Where the events of a search belong.
struct EventContext {
  Phase phase = Phase::kMain;
  uint8_t level = 0;
  uint8_t line_pop = 0, line_generate = 0, line_update = 0;
};

// Opens nodes until is_goal(id, index), asked once for every node taken from the open list, says so: kFound. Otherwise
// kNoPath, or kCostOverflow once g passes `limit`.
template <class Space, class IsGoal, class Observer>
PlanStatus best_first_search(Space& space, uint32_t start, uint32_t start_token, Cost limit, IsGoal&& is_goal,
                             PhaseStats& stats, Observer observer, const EventContext& context) {
  const auto report = [&](EventType type, uint8_t line, uint32_t id, CellId parent, Cost g) {
    if constexpr (Observer::kEnabled) {
      observer.on({type, context.phase, context.level, line, space.cell(id), parent, g, space.h(id)});
    }
  };
  PhaseStats count;
  space.records.set(space.index(start), 0, start_token);
  space.push(space.h(start), 0, start);
  ++count.generated;
  report(EventType::kGenerate, context.line_generate, start, kNoCell, 0);

  PlanStatus status = PlanStatus::kNoPath;
  uint32_t id = 0;
  Cost g = 0;
  while (space.pop(id, g)) {
    const uint32_t index = space.index(id);
    if (space.records.g(index) != g) continue;  // a shorter way was found after this entry was pushed
    ++count.expanded;
    report(EventType::kExpand, context.line_pop, id, kNoCell, g);
    if (is_goal(id, index)) {
      status = PlanStatus::kFound;
      break;
    }
    if (g > limit) {
      status = PlanStatus::kCostOverflow;
      break;
    }
    space.successors(id, index, [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      ++count.touched;
      const Cost next_g = g + step;
      const bool seen = space.records.seen(next_index);
      if (seen && space.records.g(next_index) <= next_g) return;
      space.records.set(next_index, next_g, token);
      space.push(next_g + space.h(next), next_g, next);
      ++count.generated;
      report(seen ? EventType::kUpdate : EventType::kGenerate, seen ? context.line_update : context.line_generate, next,
             space.cell(id), next_g);
    });
  }
  stats.expanded += count.expanded;
  stats.generated += count.generated;
  stats.touched += count.touched;
  return status;
}

}  // namespace strata
