// Purpose: MeshGap finds out, in the background, which gap of the map keeps an agent of a radius from its goal, while
//          planners over the mesh answer that there is no path.
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
struct Query;

class MeshGap {
 public:
  // Looks for the gap between the ends of the query, and takes it over when it is found; call it in every frame while
  // there is no path. `revision` changes with the map and the rules. `wait`: does not return before it is found.
  void follow(const Query& query, const MoveGrid& moves, MeshRadius radius, uint64_t revision, bool wait);
  void forget();
  // Returns null until the gap is found.
  const NarrowestGap* found() const { return gap_ ? &*gap_ : nullptr; }
  MeshRadius radius() const { return key_ ? key_->radius : MeshRadius(); }
  uint64_t version() const { return version_; }  // changes with what is known
  // Returns why there is no path, in words. Empty: width is not the reason, or no gap is looked for.
  std::string text() const;
  void dump(nlohmann::json& out) const;

 private:
  struct Key {
    Cell start, goal;
    MeshRadius radius;
    uint64_t revision = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  std::optional<Key> key_;  // of what is shown or looked for
  std::optional<NarrowestGap> gap_;
  Job<std::optional<NarrowestGap>> job_;
  bool failed_ = false;
  uint64_t version_ = 1;
};

}  // namespace strata
