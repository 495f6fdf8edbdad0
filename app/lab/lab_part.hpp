// Purpose: LabPart is the base class of the parts of the lab. Each part has one concern, accesses the state of the
//          screen and the world, and reaches the other parts through the lab.
// Threads: As for Lab.
#pragma once

#include "app/lab/lab.hpp"

namespace strata {

// The map for which the options of structures are chosen. Options that belong to the open map hold for no other map.
// The running example has options of its own, which do not override what the user has set.
enum class ChosenFor : uint8_t { kOpenMap, kOtherMap, kRunningExample };

class LabPart {
 public:
  LabPart(const LabPart&) = delete;
  LabPart& operator=(const LabPart&) = delete;

 protected:
  explicit LabPart(Lab& lab) : lab_(lab), state_(lab.mutable_state()), world_(lab.world_), options_(lab.options()) {}
  ~LabPart() = default;

  // Returns the object that guards the world against changes. Only Session uses it: all other parts change the world
  // through Session.
  WorldGuard& world_guard() { return lab_.world_; }

  Lab& lab_;
  LabState& state_;
  // All parts may read the world. Changes go through Session::change_world and Session::edit_during_gesture.
  const WorldGuard& world_;
  const LabOptions& options_;
};

}  // namespace strata
