// Purpose: A Trace records the events of one search up to a capacity, so that the search can be played step by step. It
//          also stores the places of nodes that are not cells.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/search/observer.hpp"

namespace strata {

std::string_view event_name(EventType type);

class Trace {
 public:
  static constexpr size_t kDefaultCapacity = 4'000'000;  // number of events, which take 80 MB

  explicit Trace(size_t capacity = kDefaultCapacity) : capacity_(capacity) {}
  void clear() {
    events_.clear();
    places_.clear();
    asked_ = {};
    truncated_ = false;
  }
  void add(const SearchEvent& event) {
    if (events_.size() < capacity_) {
      events_.push_back(event);
    } else {
      truncated_ = true;
    }
  }
  const std::vector<SearchEvent>& events() const { return events_; }
  // For nodes that are not cells: stores place_of(level, node) for each node that an event names. Without this
  // call nodes are cells.
  template <class PlaceOf>
  void keep_places(PlaceOf place_of) {
    std::vector<uint64_t> keys = named_nodes();
    places_.build(keys, place_of);
  }
  // Stores cone_of(level, node) for each node that an event names, for nodes that are intervals seen from a root.
  template <class ConeOf>
  void keep_cones(ConeOf cone_of) {
    std::vector<uint64_t> keys = named_nodes();
    places_.build_cones(keys, cone_of);
  }
  NodePlaces places(int map_width) const { return NodePlaces(map_width, &places_); }
  // Sets the pseudo-code line of every event to line_of(index, event).
  template <class LineOf>
  void relabel(LineOf line_of) {
    for (size_t i = 0; i < events_.size(); ++i) events_[i].line = line_of(i, events_[i]);
  }
  // The name of the planner whose search this is, if the planner that was asked has asked another one; else empty. It
  // must be a constant.
  std::string_view asked() const { return asked_; }
  void set_asked(std::string_view planner) { asked_ = planner; }
  bool truncated() const { return truncated_; }  // later events were dropped because the capacity was reached
  size_t capacity() const { return capacity_; }

 private:
  // Returns the keys of all nodes that events name, for NodePlaceTable::build.
  std::vector<uint64_t> named_nodes() const {
    std::vector<uint64_t> keys;
    for (const SearchEvent& event : events_) {
      for (const NodeId node : {event.node, event.parent}) {
        if (node != kNoNodeId) keys.push_back(uint64_t{event.level} << 32 | node);
      }
    }
    return keys;
  }

  size_t capacity_;
  bool truncated_ = false;
  std::vector<SearchEvent> events_;
  NodePlaceTable places_;
  std::string_view asked_;
};

struct TraceObserver {
  static constexpr bool kEnabled = true;
  Trace* trace;
  void on(const SearchEvent& event) const { trace->add(event); }
};

// Calls `run` with an observer that records into the trace; without a trace, with one that costs nothing.
template <class Run>
decltype(auto) with_observer(Trace* trace, Run run) {
  return trace != nullptr ? run(TraceObserver{trace}) : run(NoObserver{});
}

}  // namespace strata
