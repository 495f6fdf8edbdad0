// Purpose: BuildReporter reports the construction of a structure to an observer: its stages, parts, nodes, edges and
//          searches. With NoObserver its calls compile to nothing.
#pragma once

#include "core/grid/cell.hpp"
#include "core/search/astar.hpp"
#include "core/search/build_events.hpp"

namespace strata {

// Forwards the events of a search. The event that generates the first node gets the line `first_line`.
template <class Observer>
struct FirstLineObserver {
  static constexpr bool kEnabled = Observer::kEnabled;
  Observer observer;
  uint8_t first_line = 0;
  void on(SearchEvent event) const {
    if constexpr (kEnabled) {
      if (event.type == EventType::kGenerate && event.parent == kNoNodeId) event.line = first_line;
      observer.on(event);
    }
  }
};

template <class Observer>
struct BuildReporter {
  static constexpr bool kEnabled = Observer::kEnabled;
  Observer observer;

  void report(EventType type, int level, uint8_t line, NodeId node, NodeId parent, Cost g, Cost h = 0) const {
    if constexpr (kEnabled) {
      observer.on({.type = type,
                   .phase = build_event::kBuild,
                   .level = static_cast<uint8_t>(level),
                   .line = line,
                   .node = node,
                   .parent = parent,
                   .g = g,
                   .h = h});
    }
  }
  // Reports one event of a search within the construction.
  void searched(EventType type, int level, uint8_t line, NodeId node, NodeId parent, Cost g) const {
    if constexpr (kEnabled) {
      observer.on({type, build_event::kSearch, static_cast<uint8_t>(level), line, node, parent, g, 0});
    }
  }
  void stage(int level, uint8_t line, size_t g, size_t h = 0) const {
    report(build_event::kStage, level, line, kNoNodeId, kNoNodeId, static_cast<Cost>(g), static_cast<Cost>(h));
  }
  // Reports a part that is a rectangle of cells on a map of this width.
  void part(int level, uint8_t line, const Rect& cells, int width, size_t g, size_t h = 0) const {
    const auto id = [&](int x, int y) { return static_cast<CellId>(y * width + x); };
    report(build_event::kPart, level, line, id(cells.x1 - 1, cells.y1 - 1), id(cells.x0, cells.y0),
           static_cast<Cost>(g), static_cast<Cost>(h));
  }
  // Returns an observer for a search within the construction.
  FirstLineObserver<Observer> search(uint8_t first_line) const { return {observer, first_line}; }
};

}  // namespace strata
