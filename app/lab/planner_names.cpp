#include "app/lab/planner_names.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/weighted_search.hpp"

#include <fmt/format.h>

#include <array>

namespace strata {
namespace {

// Names of the heuristics for the screen; index: Heuristic.
constexpr std::array<std::string_view, kHeuristicNames.size()> kHeuristicTitles = {"octile", "Euclid", "Manhattan",
                                                                                   "Chebyshev", "no heuristic"};

}  // namespace

void PlannerNames::read(const PlanOptions& options, Profile profile) {
  const HeuristicSettings guide = heuristic_settings_of(options);
  const bool inadmissible = !is_admissible(guide.heuristic, profile, guide.weight);
  if (guide == guide_ && inadmissible == inadmissible_) return;
  guide_ = guide;
  inadmissible_ = inadmissible;
  title_.clear();
  brief_.clear();
  guided_.clear();
  const HeuristicSettings usual;
  const bool weighted = guide.weight != usual.weight && guide.heuristic != Heuristic::kZero;
  if (guide.heuristic == usual.heuristic && !weighted) return;
  if (guide.heuristic != usual.heuristic) guided_ = kHeuristicTitles[static_cast<size_t>(guide.heuristic)];
  if (weighted) guided_ += fmt::format("{}weight {}", guided_.empty() ? "" : ", ", weight_text(guide.weight));
  if (inadmissible) guided_ += "; inadmissible";
  const Planner& astar = optimum_planner();
  title_ = fmt::format("{} ({})", astar.title, guided_);
  if (inadmissible) brief_ = fmt::format("{} inadmissible", astar.title);
}

std::string_view PlannerNames::title(const Planner& planner) const {
  return title_.empty() || &planner != &optimum_planner() ? planner.title : std::string_view(title_);
}

std::string_view PlannerNames::brief(const Planner& planner) const {
  return brief_.empty() || &planner != &optimum_planner() ? short_title(planner) : std::string_view(brief_);
}

}  // namespace strata
