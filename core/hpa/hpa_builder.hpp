// Purpose: HpaBuilder and HpaLevelBuilder implement the building and updating of Hpa, on the first level and on the
//          upper levels, and report their steps to an observer. Only the files that implement Hpa include this header.
#pragma once

#include "core/hpa/hpa.hpp"

namespace strata {

struct HpaBuilder {
  template <class Observer>
  struct ObservedBuild;

  // Implements Hpa::update_some.
  template <class Observer>
  static bool update_some(Hpa& hpa, const MoveGrid& grid, HpaUpdate& report, size_t max_clusters, Observer observer);
};

struct HpaLevelBuilder {
  template <class Observer>
  struct ObservedBuild;

  // Updates the levels above the first, about `max_clusters` clusters of them. Returns false if work is left.
  template <class Observer>
  static bool settle(Hpa& hpa, HpaUpdate& report, size_t max_clusters, Observer observer);
};

}  // namespace strata
