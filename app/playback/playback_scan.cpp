// What is known of a recorded trace as a whole: its phases, searches, ways and unpackings.
#include <algorithm>

#include "app/playback/playback.hpp"

namespace strata {

// The two directions of a search alternate: they are one phase.
Phase Playback::joined(Phase phase) {
  return phase == Phase::kForward || phase == Phase::kBackward ? Phase::kMain : phase;
}

// A search begins with its source, with every edge to refine, where the phase changes, and when the links of one level
// are done and those of the next are searched.
bool Playback::starts_search(const SearchEvent& event, const SearchEvent* before) {
  return before == nullptr || joined(event.phase) != joined(before->phase) || event.type == EventType::kRefine ||
         event.type == EventType::kSource || (before->type == EventType::kLink && event.type != EventType::kLink);
}

namespace {

// Level of the span that the event belongs to; `open` is the span before it.
uint8_t span_level(const SearchEvent& event, const PhaseSpan* open) {
  const bool goes_on = open != nullptr && open->phase == Playback::joined(event.phase);
  const bool ends = event.type == EventType::kFound || event.type == EventType::kNoPath;
  if (ends && goes_on) return open->level;
  switch (event.phase) {
    case Phase::kInsertStart:
    case Phase::kInsertGoal:
      // The nodes of a level are linked by a search on the level below.
      if (event.type == EventType::kLink) return event.level;
      return static_cast<uint8_t>(event.level + 1);
    case Phase::kMain:
    case Phase::kForward:
    case Phase::kBackward:
      return goes_on ? open->level : event.level;
    case Phase::kRefine:
      if (event.type == EventType::kRefine) return event.level;
      return goes_on ? open->level : uint8_t{0};
    case Phase::kContract:
      return event.level;
    case Phase::kSmooth:
      break;
  }
  return 0;
}

}  // namespace

// Of a search from both ends: its level, and what the refinements are. A hierarchy's way is unpacked into edges of the
// level that was searched; what then leads to edges of a lower one is refinement as elsewhere.
void Playback::scan_two_ways() {
  two_way_ = contracting_ = false;
  two_way_level_ = 0;
  for (std::vector<uint32_t>* list : {&unpacks_, &meets_, &contracted_, &added_arcs_}) list->clear();
  if (trace_ == nullptr) return;
  const std::vector<SearchEvent>& events = trace_->events();
  for (size_t i = 0; i < events.size(); ++i) {
    const SearchEvent& event = events[i];
    const auto index = static_cast<uint32_t>(i);
    contracting_ |= event.phase == Phase::kContract;
    if (event.type == EventType::kMeet) meets_.push_back(index);
    if (event.type == EventType::kContract) contracted_.push_back(index);
    if (event.type == EventType::kAddArc) added_arcs_.push_back(index);
    if (joined(event.phase) == event.phase || !concerns_node(event.type)) continue;
    two_way_ = true;
    two_way_level_ = event.level;
  }
  if (!two_way_) return;
  std::vector<uint32_t> begun;  // refinements without an edge of the way yet
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].type == EventType::kRefine) begun.push_back(static_cast<uint32_t>(i));
    if (events[i].type != EventType::kPathEdge) continue;
    if (events[i].level == two_way_level_) unpacks_.insert(unpacks_.end(), begun.begin(), begun.end());
    begun.clear();
  }
}

bool Playback::unpacks(size_t index) const {
  return std::binary_search(unpacks_.begin(), unpacks_.end(), static_cast<uint32_t>(index));
}

std::span<const uint32_t> Playback::before_cursor(const std::vector<uint32_t>& events) const {
  return {events.begin(), std::lower_bound(events.begin(), events.end(), cursor_)};
}

CellId Playback::meeting() const {
  const std::span<const uint32_t> met = before_cursor(meets_);
  return met.empty() ? kNoCell : trace_->events()[met.back()].node;
}

// What is known of the trace as a whole.
void Playback::scan() {
  scan_two_ways();
  spans_.clear();
  searches_.clear();
  for (LevelPath& path : level_paths_) {
    path.edges.clear();
    path.refines.clear();
  }
  top_level_ = 0;
  total_expanded_ = 0;
  max_g_ = 0;
  goal_ = kNoCell;
  low_ = kNoCell;
  high_ = 0;
  if (trace_ == nullptr) return;
  const std::vector<SearchEvent>& events = trace_->events();
  bool announced = true;  // the span under way has said no more than where the search begins and ends
  for (size_t i = 0; i < events.size(); ++i) {
    const SearchEvent& event = events[i];
    if (event.type == EventType::kDestination) goal_ = event.node;
    if (event.type != EventType::kSource && event.type != EventType::kDestination) {
      // Only now is it known on which level the search goes on.
      const bool searching = joined(event.phase) == Phase::kMain;
      if (announced && searching && !spans_.empty() && spans_.back().phase == Phase::kMain) {
        spans_.back().level = event.level;
      }
      announced = false;
    }
    // What linked the hierarchy's way to the map may tell it once more, edge by edge: that belongs to its unpacking.
    const bool in_unpacking = !spans_.empty() && spans_.back().unpacking;
    const bool own_edge = two_way_ && event.type == EventType::kPathEdge && event.level == two_way_level_;
    const bool repeated = own_edge && in_unpacking && event.phase != Phase::kRefine;
    const bool unpacking =
        repeated || (event.phase == Phase::kRefine && (event.type == EventType::kRefine     ? unpacks(i)
                                                       : event.type == EventType::kPathEdge ? own_edge
                                                                                            : in_unpacking));
    const uint8_t level = unpacking ? two_way_level_ : span_level(event, spans_.empty() ? nullptr : &spans_.back());
    const Phase phase = repeated ? Phase::kRefine : joined(event.phase);
    // That there is a goal is said at the beginning, before anything is done for it.
    const bool said = event.type == EventType::kDestination && !spans_.empty();
    if (said) {
      // stays in the span under way
    } else if (spans_.empty() || spans_.back().phase != phase || spans_.back().level != level ||
               spans_.back().unpacking != unpacking) {
      if (!spans_.empty()) spans_.back().end = i;
      spans_.push_back({phase, level, i, events.size(), unpacking});
    }
    top_level_ = std::max<int>(top_level_, event.level);
    if (event.level < kLevels && event.phase != Phase::kContract) {
      LevelPath& path = level_paths_[event.level];
      if (event.type == EventType::kPathEdge && !repeated) path.edges.push_back(static_cast<uint32_t>(i));
      if (event.type == EventType::kRefine && !unpacking) path.refines.push_back(static_cast<uint32_t>(i));
    }
    if (starts_search(event, i == 0 ? nullptr : &events[i - 1])) searches_.push_back(i);
    if (!concerns_node(event.type)) continue;
    if (event.type == EventType::kExpand) {
      ++total_expanded_;
      if (event.g != kInfinite) max_g_ = std::max(max_g_, event.g);
    }
    if (event.level == 0) {
      low_ = std::min(low_, event.node);
      high_ = std::max(high_, event.node);
    }
  }
}

}  // namespace strata
