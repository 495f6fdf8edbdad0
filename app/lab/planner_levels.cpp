#include "app/lab/planner_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/hash.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"

namespace strata {

HpaOptions default_hpa_options() {
  HpaOptions options;
  for (const Planner& planner : planners()) {
    if (planner.needs == StructureId::kHpa && planner.shown == PlannerVisibility::kAtFirst) {
      options.levels = std::max(options.levels, planner.abstract_level);
    }
  }
  return options;
}
namespace {

// Returns how well the planner represents its family: the stepped one does best, then one that is compared.
int rank_among_levels(const LabState& state, const PlannerRow& row) {
  if (row.planner->name == state.traced) return 3;
  if (!row.shown) return 0;
  return row.allowed ? 2 : 1;
}

}  // namespace

bool draws_only(const LabState& state, const PlannerRow& row) {
  return state.only_stepped && state.traced == row.planner->name;
}

bool differ_in_levels(const Planner& a, const Planner& b) {
  return a.family == b.family && a.abstract_level > 0 && b.abstract_level > 0 && a.abstract_level != b.abstract_level;
}

LevelChoices level_choices(const LabState& state, const Planner& planner) {
  LevelChoices choices;
  for (const PlannerRow& row : state.rows) {
    if (choices.count == choices.rows.size()) break;
    if (row.planner != &planner && !differ_in_levels(*row.planner, planner)) continue;
    const bool offered = row.planner->shown != PlannerVisibility::kOnRequest || row.within_reach;
    if (offered || row.shown || row.planner == &planner) choices.rows[choices.count++] = &row;
  }
  std::sort(
      choices.rows.begin(), choices.rows.begin() + static_cast<std::ptrdiff_t>(choices.count),
      [](const PlannerRow* a, const PlannerRow* b) { return a->planner->abstract_level < b->planner->abstract_level; });
  return choices;
}

const PlannerRow& listed_row(const LabState& state, const PlannerRow& row) {
  if (state.levels_apart || row.planner->abstract_level == 0) return row;
  const PlannerRow* best = nullptr;
  for (const PlannerRow& other : state.rows) {
    if (!share_row(state, *row.planner, *other.planner)) continue;
    if (best == nullptr || rank_among_levels(state, other) > rank_among_levels(state, *best)) best = &other;
  }
  return *best;
}

bool draws_path(const LabState& state, const PlannerRow& row) {
  if (!row.shown) return false;
  return state.only_stepped ? draws_only(state, row) : !row.path_hidden && has_own_row(state, row);
}

uint64_t drawn_paths_stamp(const LabState& state) {
  Fnv1a stamp;
  for (const PlannerRow& row : state.rows) stamp.add(draws_path(state, row) ? 1 : 0);
  return stamp.value();
}

std::vector<std::string> lines_to_choose_levels(const LabState& state, const PlannerRow& row) {
  std::vector<std::string> lines = {fmt::format("planner.trace {}", row.planner->name)};
  if (!row.shown) lines.push_back(fmt::format("planner.show {} on", row.planner->name));
  for (const PlannerRow& other : state.rows) {
    if (&other != &row && other.shown && share_row(state, *row.planner, *other.planner)) {
      lines.push_back(fmt::format("planner.show {} off", other.planner->name));
    }
  }
  return lines;
}

std::vector<std::string> lines_to_compare(const LabState& state, const PlannerRow& row, bool compared) {
  if (compared) return {fmt::format("planner.show {} on", row.planner->name)};
  std::vector<std::string> lines;
  for (const PlannerRow& other : state.rows) {
    if (other.shown && share_row(state, *row.planner, *other.planner)) {
      lines.push_back(fmt::format("planner.show {} off", other.planner->name));
    }
  }
  return lines;
}

std::vector<std::string> lines_to_compare_levels(const LabState& state) {
  if (state.levels_apart) return {"planner.levels_apart off"};
  std::vector<std::string> lines = {"planner.levels_apart on"};
  for (const PlannerRow& row : state.rows) {
    const PlannerRow& listed = listed_row(state, row);
    const bool family_on = listed.shown || listed.planner->name == state.traced;
    if (&listed != &row && family_on && row.within_reach && !row.shown) {
      lines.push_back(fmt::format("planner.show {} on", row.planner->name));
    }
  }
  return lines;
}

std::vector<std::string> lines_to_draw_only(const LabState& state, const PlannerRow& row) {
  if (draws_only(state, row)) return {"planner.only off"};
  std::vector<std::string> lines;
  if (state.traced != row.planner->name) lines.push_back(fmt::format("planner.trace {}", row.planner->name));
  if (!row.shown) lines.push_back(fmt::format("planner.show {} on", row.planner->name));
  if (!state.only_stepped) lines.emplace_back("planner.only on");
  return lines;
}

}  // namespace strata
