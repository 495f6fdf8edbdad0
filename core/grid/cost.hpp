// Purpose: This header defines the movement profiles (which steps are legal, and their integer costs), and the distance
//          heuristic for each of them.
// Source: Botea, Müller, Schaeffer 2004, section 3 (`paper`); Sturtevant 2012, grid benchmarks (`octile`);
//         Harabor, Botea 2010, section 3 (`four`).
// Units: A straight step over terrain of weight 1 costs `straight` units; divide by it for display. Costs are integers,
//        so that the costs of different planners can be compared exactly. 1154/816 is sqrt(2) up to an error of 1.5e-6.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/grid/cell.hpp"

namespace strata {

using Cost = uint32_t;
inline constexpr Cost kInfinite = 0xffffffffu;

enum class Profile : uint8_t {
  kOctile,  // 8 neighbours; a diagonal step needs both orthogonal cells passable
  kPaper,   // 8 neighbours; a diagonal step needs at least one orthogonal cell passable
  kFour,    // 4 neighbours
};
inline constexpr int kProfiles = 3;

struct MoveProfileInfo {
  std::string_view name;
  Cost straight;
  Cost diagonal;  // unused by kFour
  int neighbours;
  bool diagonal_needs_both;
};

constexpr MoveProfileInfo profile_info(Profile profile) {
  switch (profile) {
    case Profile::kPaper:
      return {"paper", 100, 142, 8, false};
    case Profile::kFour:
      return {"four", 816, 1632, 4, true};
    case Profile::kOctile:
      break;
  }
  return {"octile", 816, 1154, 8, true};
}

inline std::optional<Profile> profile_named(std::string_view name) {
  for (int i = 0; i < kProfiles; ++i) {
    if (profile_info(static_cast<Profile>(i)).name == name) return static_cast<Profile>(i);
  }
  return std::nullopt;
}

inline constexpr uint32_t kLinkUnit = 100;  // length of a straight step
// Returns the cost of a link of this length, rounded to the nearest unit of the profile, at least 1.
constexpr Cost cost_of_link(Profile profile, uint32_t length) {
  const uint64_t cost = (uint64_t{profile_info(profile).straight} * length + kLinkUnit / 2) / kLinkUnit;
  return static_cast<Cost>(std::max<uint64_t>(cost, 1));
}

// The octile or Manhattan distance of two cells times the smallest terrain weight: an admissible and consistent
// heuristic. The profile kFour has diagonal = 2 * straight, which turns the octile formula into the Manhattan distance.
struct DistanceBound {
  Cost straight = 0;
  Cost extra = 0;  // difference of the costs of a diagonal and a straight step

  DistanceBound() = default;
  DistanceBound(Profile profile, int min_weight)
      : straight(profile_info(profile).straight * static_cast<Cost>(min_weight)),
        extra((profile_info(profile).diagonal - profile_info(profile).straight) * static_cast<Cost>(min_weight)) {}

  Cost operator()(int dx, int dy) const {
    const auto ax = static_cast<Cost>(std::abs(dx));
    const auto ay = static_cast<Cost>(std::abs(dy));
    return straight * std::max(ax, ay) + extra * std::min(ax, ay);
  }
  Cost operator()(Cell a, Cell b) const { return (*this)(a.x - b.x, a.y - b.y); }
};

}  // namespace strata
