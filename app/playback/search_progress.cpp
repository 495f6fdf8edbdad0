#include "app/playback/search_progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/playback/playback.hpp"

namespace strata {

namespace {

constexpr std::array<std::string_view, kPaces> kNames = {"expansions", "time", "phase"};

// Returns the number of a phase in the order in which hierarchical planners go through them.
int stage_number(Phase phase) { return static_cast<int>(TraceOutline::joined(phase)); }

}  // namespace

std::string_view progress_by_name(ProgressMeasure by) { return kNames[static_cast<size_t>(by)]; }

void SearchProgress::read(const Playback& playback) {
  events_ = playback.size();
  outline_ = &playback.outline();
  stages_.clear();
  // A phase may occur again after a later one, such as a search within a refinement. It then counts as part of
  // the later phase.
  for (const PhaseSpan& span : playback.outline().phases) {
    const int number = stage_number(span.phase);
    if (!stages_.empty() && stages_.back().number >= number) {
      stages_.back().end = span.end;
    } else {
      stages_.push_back({number, span.begin, span.end});
    }
  }
}

double SearchProgress::place(size_t cursor, ProgressMeasure by, double micros) const {
  if (cursor == 0) return kBeginning;
  switch (by) {
    case ProgressMeasure::kExpansions: {
      const std::vector<uint32_t>& expansions = outline_->expansions;
      return static_cast<double>(std::ranges::lower_bound(expansions, cursor) - expansions.begin());
    }
    case ProgressMeasure::kTime: {
      const double each = micros > 0 ? micros / static_cast<double>(events_) : 1;
      return each * static_cast<double>(cursor);
    }
    case ProgressMeasure::kPhase:
      break;
  }
  const auto after = std::upper_bound(stages_.begin(), stages_.end(), cursor - 1,
                                      [](size_t event, const PhaseGroup& stage) { return event < stage.begin; });
  if (after == stages_.begin()) return 0;
  const PhaseGroup& stage = *(after - 1);
  const auto passed = static_cast<double>(std::min(cursor, stage.end) - stage.begin);
  return stage.number + passed / static_cast<double>(std::max<size_t>(stage.end - stage.begin, 1));
}

// Returns the first cursor for which `before` is false. It must be true for all smaller cursors.
template <class Before>
size_t SearchProgress::first_not(Before before) const {
  size_t low = 0, high = events_ + 1;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

size_t SearchProgress::cursor(double place, ProgressMeasure by, double micros) const {
  const size_t beyond = first_not([&](size_t cursor) { return this->place(cursor, by, micros) <= place; });
  return beyond == 0 ? 0 : beyond - 1;
}

std::optional<double> SearchProgress::next(double place, ProgressMeasure by, double micros) const {
  const size_t beyond = first_not([&](size_t cursor) { return this->place(cursor, by, micros) <= place; });
  if (beyond > events_) return std::nullopt;
  return this->place(beyond, by, micros);
}

std::optional<double> SearchProgress::previous(double place, ProgressMeasure by, double micros) const {
  const size_t at = first_not([&](size_t cursor) { return this->place(cursor, by, micros) < place; });
  if (at == 0) return std::nullopt;
  return this->place(at - 1, by, micros);
}

}  // namespace strata
