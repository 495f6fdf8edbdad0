// Purpose: best_first_search is the A* and Dijkstra that most planners of the project share. It searches cells, parts
//          of a map, and abstract graphs.
// Source: Hart, Nilsson, Raphael 1968. It is for consistent heuristics only: a node is never reopened.
//
// A Space offers
//   records                           with set(index, g, token), seen(index), g(index); a token says how a node was
//                                     reached (a direction, a parent)
//   queue                             the open list, with push(f, g, id) and pop(entry), as BucketQueue has them
//   index(id)                         dense index of the node for the records
//   cell(id)                          the cell for events
//   h(id)                             consistent lower bound of the cost to the goal
//   successors(id, index, visit)      visit(next id, next index, step cost, token)
#pragma once

#include <type_traits>

#include "core/search/observer.hpp"
#include "core/search/plan.hpp"

namespace strata {

// The phase, level and pseudo-code lines that the events of a search get.
struct EventContext {
  Phase phase = Phase::kMain;
  uint8_t level = 0;
  uint8_t line_pop = 0, line_generate = 0, line_update = 0;
};

// Expands nodes until is_goal(id, index) returns true for the node to be expanded, and then returns kFound. Returns
// kNoPath if the open list becomes empty, and kCostOverflow if g exceeds `limit`.
template <class Space, class IsGoal, class Observer>
PlanStatus best_first_search(Space& space, uint32_t start, uint32_t start_token, Cost limit, IsGoal&& is_goal,
                             PhaseStats& stats, Observer observer, const EventContext& context) {
  const auto report = [&](EventType type, uint8_t line, uint32_t id, CellId parent, Cost g) {
    if constexpr (Observer::kEnabled) {
      const SearchEvent event{type, context.phase, context.level, line, space.cell(id), parent, g, space.h(id)};
      if constexpr (requires { observer.on_node(id, event); }) {
        observer.on_node(id, event);
      } else {
        observer.on(event);
      }
    }
  };
  PhaseStats count;
  space.records.set(space.index(start), 0, start_token);
  space.queue.push(space.h(start), 0, start);
  ++count.generated;
  report(EventType::kGenerate, context.line_generate, start, kNoCell, 0);

  PlanStatus status = PlanStatus::kNoPath;
  typename std::remove_reference_t<decltype(space.queue)>::Entry entry;
  while (space.queue.pop(entry)) {
    const Cost g = entry.g;
    const uint32_t id = entry.id;
    const uint32_t index = space.index(id);
    if (space.records.g(index) != g) continue;  // a shorter path was found after this entry was pushed
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
      space.queue.push(next_g + space.h(next), next_g, next);
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
