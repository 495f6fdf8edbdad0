// Purpose: PlannerNames says what planners are called on the screen. A* with another heuristic or weight than the
//          default says so. Where it does not promise the optimum it is marked as inadmissible wherever its numbers
//          stand, as they must not be read as the optimum.
// Source: See core/search/heuristic.hpp.
// Threads: Not shared.
#pragma once

#include <string>
#include <string_view>

#include "core/search/heuristic.hpp"
#include "core/world/planners.hpp"

namespace strata {

class PlannerNames {
 public:
  // Makes the names for these options and this movement profile.
  void read(const PlanOptions& options, Profile profile);

  // Returns the full name: "A*", "A* (Euclid)", "A* (Manhattan, weight 1.5; inadmissible)". Valid until the next
  // `read`.
  std::string_view title(const Planner& planner) const;
  // Returns a short name: "A*", "A* inadmissible".
  std::string_view brief(const Planner& planner) const;
  // Returns the heuristic and weight, for tables in files: "Manhattan, weight 1.5; inadmissible". Empty for the
  // default.
  std::string_view guide(const Planner& planner) const {
    return &planner == &optimum_planner() ? std::string_view(guided_) : std::string_view();
  }
  // Whether the planner's answers need not be optimal: A* with an inadmissible heuristic or weight.
  bool inadmissible(const Planner& planner) const { return inadmissible_ && &planner == &optimum_planner(); }

 private:
  HeuristicSettings guide_;
  bool inadmissible_ = false;
  std::string title_, brief_, guided_;  // for A*; empty: the default
};

}  // namespace strata
