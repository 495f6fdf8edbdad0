// Purpose: GoalObserver reports the events of a search over abstract nodes in which the goal may lie in the cell of a
//          node. Events name both by that cell, so a recording has one node where the search has two. The observer
//          reports what the two do as the doings of one: the cell is open with the smaller g of both, and when the node
//          has been expanded while the goal is open, the cell enters the open list again.
#pragma once

#include "core/search/astar.hpp"
#include "core/search/observer.hpp"

namespace strata {

struct GoalEvents {
  struct Entry {
    bool open = false;
    SearchEvent event;
  };
  Entry node, goal;
  bool shown = false;  // the cell is open in the recording
  Cost g = 0;          // its g there
};

template <class Observer>
struct GoalObserver {
  static constexpr bool kEnabled = Observer::kEnabled;
  Observer inner;
  uint32_t goal;  // id in the search
  CellId cell;    // of the goal
  EventContext context;
  GoalEvents* state;

  void on(const SearchEvent& event) const { inner.on(event); }
  void on_node(uint32_t id, const SearchEvent& event) const {
    if (event.node != cell) return inner.on(event);
    GoalEvents::Entry& own = id == goal ? state->goal : state->node;
    const GoalEvents::Entry& other = id == goal ? state->node : state->goal;
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

// Calls search(observer) with an observer that reports the events of the goal and of a node in its cell as those of one
// node.
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
