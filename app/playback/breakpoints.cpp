#include "app/playback/breakpoints.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

#include <algorithm>
#include <array>

namespace strata {

namespace {

bool is_backward(const SearchEvent& event) { return event.phase == Phase::kBackward; }

// Finds expansions with a larger f than the expansion before, in the same search and direction.
class FIncreaseDetector {
 public:
  // Computes the state just before event `begin`, which belongs to the search that begins with event `search`.
  FIncreaseDetector(std::span<const SearchEvent> events, size_t search, size_t begin) {
    bool open[2] = {true, true};
    for (size_t i = begin; i > search && (open[0] || open[1]); --i) {
      const SearchEvent& event = events[i - 1];
      const bool side = is_backward(event);
      if (event.type != EventType::kExpand || !open[side]) continue;
      open[side] = false;
      last_[side] = f_of(event);
    }
  }
  void begin_search() { last_[0] = last_[1] = kNone; }
  bool take(const SearchEvent& event) {
    if (event.type != EventType::kExpand) return false;
    uint64_t& last = last_[is_backward(event)];
    const bool grows = last != kNone && f_of(event) > last;
    last = f_of(event);
    return grows;
  }

 private:
  static constexpr uint64_t kNone = ~uint64_t{0};
  static uint64_t f_of(const SearchEvent& event) { return uint64_t{event.g} + event.h; }
  uint64_t last_[2] = {kNone, kNone};
};

}  // namespace

void Breakpoints::set_code(const PseudoCode& code) {
  if (code_ == &code) return;
  code_ = &code;
  lines_ = 0;
}

void Breakpoints::set(uint8_t line, bool on) {
  if (line >= kLines) return;
  lines_ = on ? lines_ | 1ull << line : lines_ & ~(1ull << line);
}

void Breakpoints::set(BreakCondition when, bool on) {
  const auto bit = static_cast<uint8_t>(1u << static_cast<int>(when));
  conditions_ = static_cast<uint8_t>(on ? conditions_ | bit : conditions_ & ~bit);
}

template <class Stop>
Breakpoints Breakpoints::with_only(Stop stop) const {
  Breakpoints one = *this;
  one.lines_ = 0;
  one.conditions_ = 0;
  one.set(stop, true);
  return one;
}

Breakpoints Breakpoints::only(BreakCondition when) const { return with_only(when); }
Breakpoints Breakpoints::only(uint8_t line) const { return with_only(line); }

std::optional<size_t> Breakpoints::next(std::span<const SearchEvent> events, size_t begin, size_t end,
                                        const BreakContext& context) const {
  const std::optional<size_t> line = next_line(events, begin, end, context);
  const std::optional<size_t> condition = next_condition(events, begin, line.value_or(end), context);
  return condition ? condition : line;
}

std::optional<size_t> Breakpoints::next_line(std::span<const SearchEvent> events, size_t begin, size_t end,
                                             const BreakContext& context) const {
  if (lines_ == 0) return std::nullopt;
  // For most events, the line alone shows that playback does not stop there.
  std::array<bool, 256> possible{};
  for (size_t line = 0; line < possible.size(); ++line) {
    const auto own = static_cast<uint8_t>(line);
    possible[line] = code_ == nullptr ? at(own) : (code_->lines_of(own) & lines_) != 0;
  }
  const auto stops_at = [&](size_t i) {
    return code_ == nullptr || (code_->lines_of(events[i], i == 0, context.places, context.goal) & lines_) != 0;
  };
  for (size_t i = begin; i < end; ++i) {
    if (possible[events[i].line] && stops_at(i)) return i;
  }
  return std::nullopt;
}

std::optional<size_t> Breakpoints::next_condition(std::span<const SearchEvent> events, size_t begin, size_t end,
                                                  const BreakContext& context) const {
  if (conditions_ == 0 || begin >= end) return std::nullopt;
  const bool grows = at(BreakCondition::kFGrows), reopened = at(BreakCondition::kReopened),
             level = at(BreakCondition::kLevelChanges);
  const Rect map{0, 0, context.map_width, context.map_height};
  const bool touched = at(BreakCondition::kTouched) && map.contains(watched_);
  const CellId cell = touched ? static_cast<CellId>(watched_.y) * static_cast<CellId>(context.map_width) +
                                    static_cast<CellId>(watched_.x)
                              : kNoCell;
  // The search that event `begin` belongs to, or that begins with it.
  size_t next_search = static_cast<size_t>(std::lower_bound(context.searches.begin(), context.searches.end(), begin) -
                                           context.searches.begin());
  size_t search = next_search == 0 ? 0 : context.searches[next_search - 1];
  FIncreaseDetector f(events, search, grows ? begin : search);
  for (size_t i = begin; i < end; ++i) {
    const SearchEvent& event = events[i];
    if (next_search < context.searches.size() && context.searches[next_search] == i) {
      search = i;
      ++next_search;
      f.begin_search();
    }
    if (grows && f.take(event)) return i;
    if (reopened && (event.type == EventType::kUpdate || event.type == EventType::kGenerate)) {
      const uint32_t before = context.before[i];
      if (before > search && events[before - 1].type == EventType::kExpand) return i;
    }
    if (level && i > 0 && events[i - 1].level != event.level) return i;
    if (touched && concerns_cell(event, context.places, cell)) return i;
  }
  return std::nullopt;
}

bool concerns_cell(const SearchEvent& event, const NodePlaces& places, CellId cell) {
  const bool both = event.type == EventType::kWitness || event.type == EventType::kAddArc ||
                    event.type == build_event::kAddEdge || event.type == build_event::kDropEdge;
  if (places.are_cells()) return event.node == cell || (both && event.parent == cell);
  return places.lies_in(event.level, event.node, cell) || (both && places.lies_in(event.level, event.parent, cell));
}

}  // namespace strata
