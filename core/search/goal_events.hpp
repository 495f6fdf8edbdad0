// Purpose: GoalObserver reports the events of an abstract search whose goal may lie in the cell of a graph node. The
//          search then has two nodes, but a recording only one, as events name nodes by their cell. The observer merges
//          the events of both: the cell is open with the smaller g, and if the node is expanded while the goal is open,
//          the cell enters the open list again.
#pragma once

#include "core/search/astar.hpp"
#include "core/search/observer.hpp"

namespace strata {

struct GoalEvents {
  struct GoalState {
    bool open = false;
    SearchEvent event;
  };
  GoalState node, goal;
  bool shown = false;  // the cell is open in the recording
  Cost g = 0;          // g of the cell in the recording
};

template <class Observer>
struct GoalObserver {
  static constexpr bool kEnabled = Observer::kEnabled;
  Observer inner;
  uint32_t goal;  // id of the goal in the search
  CellId cell;    // cell of the goal
  EventContext context;
  GoalEvents* state;

  void on(const SearchEvent& event) const { inner.on(event); }
  void on_node(uint32_t id, const SearchEvent& event) const {
    if (event.node != cell) return inner.on(event);
    GoalEvents::GoalState& own = id == goal ? state->goal : state->node;
    const GoalEvents::GoalState& other = id == goal ? state->node : state->goal;
    own.open = event.type != EventType::kExpand;
    if (!own.open) {
      inner.on(event);
      state->shown = false;
      if (other.open) show(EventType::kGenerate, context.line_generate, other.event);
      return;
    }
    own.event = event;
    if (!state->shown) {
      show(event.type, event.line, event);
    } else if (event.g < state->g) {
      show(EventType::kUpdate, context.line_update, event);
    }
  }

 private:
  void show(EventType type, uint8_t line, SearchEvent event) const {
    event.type = type;
    event.line = line;
    state->shown = true;
    state->g = event.g;
    inner.on(event);
  }
};

// Calls search(observer) with an observer that merges the events of the goal and of a graph node in the same cell.
template <class Observer, class Search>
auto with_goal_observer(Observer observer, uint32_t goal, CellId cell, const EventContext& context, Search&& search) {
  if constexpr (Observer::kEnabled) {
    GoalEvents events;
    return search(GoalObserver<Observer>{observer, goal, cell, context, &events});
  } else {
    return search(observer);
  }
}

}  // namespace strata
