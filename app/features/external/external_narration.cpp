// The sentences of a search of a program of the user's own: what the program says. They claim nothing about why.
#include <fmt/format.h>

#include "app/features/external/own_planner.hpp"
#include "app/features/traces/told_narration.hpp"

namespace strata {
namespace {

class OwnNarration : public ToldNarration {
 public:
  explicit OwnNarration(const OwnPlanner& planner) : planner_(planner) {}
  std::string_view algorithm() const override { return "the program"; }

 protected:
  std::string no_path(const NarratedEvent& e) const override {
    if (e.event.line == own_line::kNoEvents) {
      const std::string problem = planner_.events().problem;
      if (!problem.empty()) return fmt::format("The events of {} cannot be read: {}.", planner_.name(), problem);
      return fmt::format("{} gives no events of its search: only its answer is known.", planner_.name());
    }
    if (e.event.line == own_line::kAnswer) return fmt::format("{} gives no path that can be used.", planner_.name());
    return fmt::format("{} without a cell of the map.", word(e));
  }
  std::string found(const NarratedEvent& e) const override {
    return fmt::format("{} answers with a path, which is legal and costs {}.", planner_.name(), e.g);
  }

  std::string told(const NarratedEvent& e) const override {
    const bool costs = e.event.type != EventType::kLink && planner_.events().costs;
    return fmt::format("{} {}{}.", word(e), e.node, told_costs(e, {costs, costs, costs}, true));
  }

 private:
  // The type of the event, as the program has named it.
  std::string_view word(const NarratedEvent& e) const { return planner_.code().event_word(e.event.type, e.event.line); }

  const OwnPlanner& planner_;
};

}  // namespace

std::unique_ptr<Narration> make_own_narration(const OwnPlanner& planner) {
  return std::make_unique<OwnNarration>(planner);
}

}  // namespace strata
