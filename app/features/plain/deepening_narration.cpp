// Sentences for the steps of IDA*: iterations with a growing limit of f, visits, and what is above the limit.
#include "app/features/plain/deepening_narration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/lab/cell_without_node.hpp"
#include "app/playback/playback.hpp"
#include "core/search/ida_star_code.hpp"

namespace strata {
namespace {

bool begins_iteration(const SearchEvent& event) {
  return event.type == EventType::kGenerate && event.line == ida_star_code::kBegin;
}

bool is_above_limit(const SearchEvent& event) {
  return event.type == EventType::kStall && event.line == ida_star_code::kPrune;
}

// Returns the limit of the iteration that begins with event `index`: the smallest f that was above the limit of the
// iteration before. Nullopt: it is the first iteration.
std::optional<uint64_t> next_limit(const Playback& playback, size_t index) {
  std::optional<uint64_t> least;
  while (index-- > 0 && !begins_iteration(*playback.event(index))) {
    const SearchEvent& event = *playback.event(index);
    if (!is_above_limit(event)) continue;
    const uint64_t f = uint64_t{event.g} + event.h;
    least = std::min(least.value_or(f), f);
  }
  return least;
}

}  // namespace

std::string DeepeningNarration::sentence(const NarratedEvent& e) const {
  if (e.event.type != EventType::kStall) return Narration::sentence(e);
  if (is_above_limit(e.event)) {
    return fmt::format("{} is above the limit with f = {}: it is not expanded, and the next limit is at most this f.",
                       e.node, e.f);
  }
  return fmt::format("{} would be expanded, but IDA* has expanded {} cells, the most it may: it gives up.", e.node,
                     e.playback.counts().expanded);
}

std::string DeepeningNarration::destination(const NarratedEvent& e) const {
  return fmt::format("The goal is {}: the search ends when a path within the limit visits it.", e.node);
}

std::string DeepeningNarration::first_node(const NarratedEvent& e) const {
  size_t iteration = 0;
  for (size_t i = 0; i <= e.index; ++i) iteration += begins_iteration(*e.playback.event(i)) ? 1 : 0;
  const std::optional<uint64_t> limit = next_limit(e.playback, e.index);
  if (!limit) return fmt::format("Iteration 1 begins at {}: the limit of f is h = {}.", e.node, e.h);
  return fmt::format("Iteration {} begins at {} with h = {}: the limit of f is {}, the smallest f above that before.",
                     iteration, e.node, e.h, e.words.sum64(*limit));
}

std::string DeepeningNarration::new_node(const NarratedEvent& e) const {
  return fmt::format("{} is visited from {}: {}.", e.node, e.parent, costs(e));
}

std::string DeepeningNarration::expanded(const NarratedEvent& e) const {
  return fmt::format("{} is within the limit with f = {}: it is expanded.", e.node, e.f);
}

std::string DeepeningNarration::found(const NarratedEvent& e) const {
  return fmt::format("The goal {} is within the limit: the path costs {}, and no smaller limit has led to it.", e.node,
                     e.g);
}

std::string DeepeningNarration::no_path(const NarratedEvent& e) const {
  if (next_limit(e.playback, e.index)) {
    return fmt::format("The search for {} is given up: costs have passed what can be counted.", e.node);
  }
  return fmt::format("No cell was above the limit, so that a larger one would change nothing: there is no path to {}.",
                     e.node);
}

std::string DeepeningNarration::stalled_because(const EventFormatter& words, const SearchEvent& event) const {
  if (is_above_limit(event)) return fmt::format("its f = {} was above the limit", words.sum(event.g, event.h));
  return "IDA* had expanded the most cells it may";
}

std::string DeepeningNarration::expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const {
  return fmt::format(": its f = {} (g {} + h {}) was within the limit", words.sum(event.g, event.h),
                     words.cost(event.g), words.cost(event.h));
}

std::optional<std::string> DeepeningNarration::generated_only(const Playback& playback, const EventFormatter& words,
                                                              size_t index) const {
  const SearchEvent& event = *playback.event(index);
  return fmt::format("visited by event {} with f = {} (g {} + h {})", index + 1, words.sum(event.g, event.h),
                     words.cost(event.g), words.cost(event.h));
}

std::string why_never_visited(const CellWithoutNode&) { return "Not reached: no path that IDA* has tried came here."; }

}  // namespace strata
