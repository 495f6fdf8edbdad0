// Purpose: EventFormatter writes nodes and costs of a recorded search as words for sentences.
// Units: Costs are divided by the cost of a straight step.
#pragma once

#include <cstdint>
#include <string>

#include "app/playback/playback.hpp"
#include "core/grid/cost.hpp"

namespace strata {

// Returns in words the part of the mesh that a node of Polyanya sees, an interval seen from a root:
// "(3.0,4.0)-(3.0,7.0) seen from (1.5,2.5)". If the root is another one than that of `before`, the path turns there:
// "... round (1.5,2.5)".
std::string cone_text(const NodeCone& cone, const NodeCone* before);

class EventFormatter {
 public:
  EventFormatter(const Playback& playback, Cost unit) : playback_(playback), unit_(unit) {}

  // Returns a node in words: "(12,7)" or "(12.3,7.5)"; a node of Polyanya as its interval and root.
  std::string node(int level, NodeId node) const;
  // Returns whether the node is the goal. On a level whose nodes are no cells, returns whether the node
  // lies at the goal.
  bool is_goal(int level, NodeId node) const;
  // Returns a cost in words: "8.41"; "no end" if it is infinite.
  std::string cost(Cost value) const;
  std::string sum(Cost g, Cost h) const { return sum64(uint64_t{g} + h); }
  std::string sum64(uint64_t value) const;
  // Returns "1 open cell", "27 open cells".
  static std::string count(size_t number, const std::string& noun);

 private:
  const Playback& playback_;
  Cost unit_;
};

}  // namespace strata
