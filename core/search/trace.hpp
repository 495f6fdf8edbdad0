// Purpose: The bounded record of one search, for stepping and scrubbing after the fact.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/search/observer.hpp"

namespace strata {

std::string_view event_name(EventType type);

class Trace {
 public:
  static constexpr size_t kDefaultCapacity = 4'000'000;  // 80 MB

  explicit Trace(size_t capacity = kDefaultCapacity) : capacity_(capacity) {}
  void clear() {
    events_.clear();
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
  // Gives events other lines: line_of(index, event).
  template <class LineOf>
  void relabel(LineOf line_of) {
    for (size_t i = 0; i < events_.size(); ++i) events_[i].line = line_of(i, events_[i]);
  }
  bool truncated() const { return truncated_; }  // events beyond the capacity were not kept
  size_t capacity() const { return capacity_; }

 private:
  size_t capacity_;
  bool truncated_ = false;
  std::vector<SearchEvent> events_;
};

struct TraceObserver {
  static constexpr bool kEnabled = true;
  Trace* trace;
  void on(const SearchEvent& event) const { trace->add(event); }
};

}  // namespace strata
