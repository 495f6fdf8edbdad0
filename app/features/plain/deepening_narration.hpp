// Purpose: DeepeningNarration describes the iterations of IDA* in words.
#pragma once

#include <string>

#include "app/playback/narration.hpp"

namespace strata {

class CellWithoutNode;

class DeepeningNarration : public Narration {
 public:
  RemainingCostBound rest_bound() const override { return RemainingCostBound::kUnknown; }
  std::string_view algorithm() const override { return "IDA*"; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }
  std::string_view first_event_does() const override { return "comes upon it"; }
  std::string stalled_because(const EventFormatter& words, const SearchEvent& event) const override;
  std::string expanded_out_of_turn(const EventFormatter& words, const SearchEvent& event) const override;
  std::optional<std::string> generated_only(const Playback& playback, const EventFormatter& words,
                                            size_t index) const override;

 protected:
  std::string sentence(const NarratedEvent& e) const override;
  std::string destination(const NarratedEvent& e) const override;
  std::string first_node(const NarratedEvent& e) const override;
  std::string new_node(const NarratedEvent& e) const override;
  std::string expanded(const NarratedEvent& e) const override;
  std::string found(const NarratedEvent& e) const override;
  std::string no_path(const NarratedEvent& e) const override;
};

// Returns why IDA* has no node in the cell.
std::string why_never_visited(const CellWithoutNode& at);

}  // namespace strata
