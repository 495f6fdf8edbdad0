#include "app/playback/sentence.hpp"

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

}  // namespace strata
