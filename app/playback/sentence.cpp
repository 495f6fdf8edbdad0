#include "app/playback/sentence.hpp"

#include <algorithm>
#include <vector>

#include "app/playback/construction.hpp"

namespace strata {

std::string sentence(const Playback& playback, const Narration& narration, Cost unit, const NarratedSearch& about) {
  if (playback.empty()) return "No search is recorded.";
  if (playback.current() == nullptr) {
    if (is_construction(playback.outline())) return "The construction is about to begin.";
    return playback.outline().contracting ? "The contraction is about to begin." : "The search is about to begin.";
  }
  std::string text = narration.tell({playback, narration, playback.cursor() - 1, unit, about});
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string_view phase_purpose(const Playback& playback, const Narration& narration, Phase phase, Cost unit,
                               const NarratedSearch& about) {
  const std::vector<PhaseSpan>& spans = playback.outline().phases;
  const auto first = std::ranges::find(spans, phase, &PhaseSpan::phase);
  if (first == spans.end() || playback.event(first->begin) == nullptr) return {};
  const NarratedEvent event(playback, narration, first->begin, unit, about);
  const std::string_view own = event.is_result() ? std::string_view() : narration.purpose(event);
  // Where start and goal are connected for the same reason, it is said when the start is.
  if (!own.empty() || phase != Phase::kInsertGoal) return own;
  return phase_purpose(playback, narration, Phase::kInsertStart, unit, about);
}

}  // namespace strata
