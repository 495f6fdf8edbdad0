// Sentences for searches of the user's own programs: they repeat what the program has reported, without giving reasons.
#include <fmt/format.h>

#include "app/features/external/user_planner.hpp"
#include "app/features/traces/reported_narration.hpp"

namespace strata {
namespace {

class UserPlannerNarration : public ReportedNarration {
 public:
  explicit UserPlannerNarration(const UserPlanner& planner) : planner_(planner) {}
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
    return fmt::format("{} {}{}.", word(e), e.node, reported_costs(e, {costs, costs, costs}, true));
  }

 private:
  // Returns the program's own name for the type of the event.
  std::string_view word(const NarratedEvent& e) const { return planner_.code().event_word(e.event.type, e.event.line); }

  const UserPlanner& planner_;
};

}  // namespace

std::unique_ptr<Narration> make_own_narration(const UserPlanner& planner) {
  return std::make_unique<UserPlannerNarration>(planner);
}

}  // namespace strata
