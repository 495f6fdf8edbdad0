// Purpose: HpaBuilder and HpaLevelBuilder do the work of building and updating Hpa, on the first level and on those
//          above. Only the files that implement Hpa include this header. Each tells an observer what it does.
#pragma once

#include "core/hpa/hpa.hpp"

namespace strata {

struct HpaBuilder {
  template <class Observer>
  struct With;

  // Does the work of Hpa::update_some.
  template <class Observer>
  static bool update_some(Hpa& hpa, const MoveGrid& grid, HpaUpdate& report, size_t max_clusters, Observer observer);
};

struct HpaLevelBuilder {
  template <class Observer>
  struct With;

  // Updates the levels above the first. Subtracts what it does from `max_clusters`; returns false if work is left.
  template <class Observer>
  static bool settle(Hpa& hpa, HpaUpdate& report, size_t max_clusters, Observer observer);
};

}  // namespace strata
