// Purpose: PlannerNames provides the names of planners on the screen. The name of A* includes a heuristic or weight
//          other than the default. If A* need not be optimal, its name says "inadmissible" wherever its numbers stand,
//          so that nobody takes them for the optimum.
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
  // Computes the names for these options of A* and this movement profile.
  void read(const PlanOptions& options, Profile profile);

  // Returns the full name: "A*", "A* (Euclid)", "A* (Manhattan, weight 1.5; inadmissible)". Valid until the next
  // call of `read`.
  std::string_view title(const Planner& planner) const;
  // Returns a short name: "A*", "A* inadmissible".
  std::string_view brief(const Planner& planner) const;
  // Returns the heuristic and weight of A* for tables in files: "Manhattan, weight 1.5; inadmissible". Empty for the
  // default, and for all other planners.
  std::string_view guide(const Planner& planner) const {
    return &planner == &optimum_planner() ? std::string_view(guided_) : std::string_view();
  }
  // Returns whether the planner's answers may be suboptimal: it is A* with an inadmissible heuristic or a
  // weight above 1.
  bool inadmissible(const Planner& planner) const { return inadmissible_ && &planner == &optimum_planner(); }

 private:
  HeuristicSettings guide_;
  bool inadmissible_ = false;
  std::string title_, brief_, guided_;  // names of A*; empty: the default
};

}  // namespace strata
