// Purpose: This header defines the heuristics, heuristic weights and tie-breaking rules that A* can use, and which
//          heuristics are admissible.
// Source: Hart, Nilsson, Raphael 1968 (admissible, consistent); Pohl 1970 (weights).
// Units: Costs of the movement profile, scaled by the smallest terrain weight of the map and rounded down. Weights are
//        in hundredths: 150 is 1.5.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/grid/cost.hpp"
#include "core/grid/half_cells.hpp"

namespace strata {

enum class Heuristic : uint8_t {
  kOctile,     // the cost on an empty map with the moves of the profile; with four neighbours it equals kManhattan
  kEuclid,     // Euclidean distance
  kManhattan,  // straight steps only
  kChebyshev,  // the longer side of the rectangle between the two cells
  kZero,       // 0: A* becomes Dijkstra
};
inline constexpr std::array<std::string_view, 5> kHeuristicNames = {"octile", "euclid", "manhattan", "chebyshev",
                                                                    "zero"};

// The order of nodes with equal f in the open list. Remaining ties are broken by the smaller id.
enum class TieBreaking : uint8_t {
  kLargeG,  // larger g first
  kSmallG,  // smaller g first
  kFifo,    // first in, first out
};
inline constexpr std::array<std::string_view, 3> kTiesNames = {"large-g", "small-g", "fifo"};

constexpr std::string_view heuristic_name(Heuristic heuristic) {
  return kHeuristicNames[static_cast<size_t>(heuristic)];
}
constexpr std::string_view tie_breaking_name(TieBreaking ties) { return kTiesNames[static_cast<size_t>(ties)]; }

inline constexpr uint16_t kWeightOne = 100, kWeightLimit = 1000;

// Returns whether the heuristic never exceeds the cost of a path, so that A* finds the optimum. The admissible
// heuristics here are also consistent, so that no cell is expanded twice: for every move from n to m
//   h(n) <= cost(n, m) + h(m)
//
//              octile  paper  four
//   octile      yes     yes    yes
//   euclid      yes     yes    yes    a diagonal step costs no less than sqrt(2) straight ones
//   manhattan   no      no     yes    a diagonal step costs less than two straight ones
//   chebyshev   yes     yes    yes
//   zero        yes     yes    yes    with any weight; the others with a weight of 1 only
//
// With a weight of w > 1, A* with an admissible heuristic finds a path of at most w times the optimum.
constexpr bool is_admissible(Heuristic heuristic, Profile profile, int weight = kWeightOne) {
  if (heuristic == Heuristic::kZero) return true;
  if (weight > kWeightOne) return false;
  return heuristic != Heuristic::kManhattan || profile == Profile::kFour;
}

// Computes the weighted heuristic between two cells.
class HeuristicBound {
 public:
  HeuristicBound() = default;
  HeuristicBound(Heuristic heuristic, Profile profile, int min_weight, int weight)
      : euclid_(heuristic == Heuristic::kEuclid), weight_(static_cast<uint64_t>(weight)), linear_(profile, min_weight) {
    if (heuristic == Heuristic::kZero) linear_.straight = 0;
    if (heuristic == Heuristic::kZero || heuristic == Heuristic::kChebyshev) linear_.extra = 0;
    if (heuristic == Heuristic::kManhattan) linear_.extra = linear_.straight;
  }

  Cost operator()(int dx, int dy) const { return static_cast<Cost>(in_64_bits(dx, dy)); }
  // The value between far corners of a large map may exceed 32 bits.
  uint64_t in_64_bits(int dx, int dy) const {
    const uint64_t plain = euclid_ ? line(dx, dy) : linear_(dx, dy);
    return plain * weight_ / kWeightOne;
  }

 private:
  // Returns the cost of a straight line. The argument of the root is below 2^63: 8192 cells a side, 816 * 255 per cell.
  uint64_t line(int dx, int dy) const {
    const uint64_t squared = static_cast<uint64_t>(int64_t{dx} * dx + int64_t{dy} * dy);
    return root_down(uint64_t{linear_.straight} * linear_.straight * squared);
  }

  bool euclid_ = false;
  uint64_t weight_ = kWeightOne;
  DistanceBound linear_;
};

// The options of A*: heuristic, weight of the heuristic, tie-breaking.
struct HeuristicSettings {
  Heuristic heuristic = Heuristic::kOctile;
  uint16_t weight = kWeightOne;  // kWeightOne..kWeightLimit
  TieBreaking ties = TieBreaking::kLargeG;
  friend bool operator==(const HeuristicSettings&, const HeuristicSettings&) = default;
};

}  // namespace strata
