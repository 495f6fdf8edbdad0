// Purpose: When planners over the navigation mesh find no path, NarrowestGapCache searches, in the background, for the
// gap of the
//          map that is too narrow for the agent.
// Source: core/navmesh/narrowest_gap.hpp.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/base/job.hpp"
#include "core/navmesh/narrowest_gap.hpp"

namespace strata {

class Lab;
class MoveGrid;
struct PlannerRow;
struct PlanQuery;

class NarrowestGapCache {
 public:
  // Searches for the narrow gap between start and goal, and stores the result. Call it in every frame while there
  // is no path. `revision` must change whenever the map or the rules change. `wait`: the function returns only
  // after the search.
  void follow(const PlanQuery& query, const MoveGrid& moves, MeshRadius radius, uint64_t revision, bool wait);
  void forget();
  // Returns the gap; null until it is found.
  const NarrowestGap* found() const { return gap_ ? &*gap_ : nullptr; }
  MeshRadius radius() const { return key_ ? key_->radius : MeshRadius(); }
  // Returns a number that changes with the result.
  uint64_t version() const { return version_; }
  // Returns why there is no path. The text is empty if the agent's width is not the reason, or if no
  // search was started.
  std::string text() const;
  void dump(nlohmann::json& out) const;

 private:
  struct Key {
    Cell start, goal;
    MeshRadius radius;
    uint64_t revision = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  std::optional<Key> key_;  // inputs of the result or of the running search
  std::optional<NarrowestGap> gap_;
  Job<std::optional<NarrowestGap>> job_;
  bool failed_ = false;
  uint64_t version_ = 1;
};

}  // namespace strata
