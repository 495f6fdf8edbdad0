// Purpose: The pseudo-code of each planner, to whose lines the events of a trace point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace strata {

// Line numbers are indices into the text of the planner the event belongs to.
namespace code_line {
// Dijkstra and A*.
inline constexpr uint8_t kInit = 0, kPop = 2, kDone = 3, kGenerate = 6, kUpdate = 8, kFail = 9;
// HPA*.
inline constexpr uint8_t kHpaInsertStart = 0, kHpaInsertGoal = 1, kHpaPop = 4, kHpaDone = 5, kHpaGenerate = 7,
                         kHpaUpdate = 8, kHpaFail = 9, kHpaRefineEdge = 11, kHpaRefineSearch = 12, kHpaSmooth = 14,
                         kHpaShortcut = 15;
}  // namespace code_line

std::span<const std::string_view> grid_search_pseudo_code(bool with_heuristic);
std::span<const std::string_view> hpa_pseudo_code();

}  // namespace strata
