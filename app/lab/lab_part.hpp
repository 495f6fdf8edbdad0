// Purpose: LabPart is the base of the parts of the lab. Each part has one concern, sees the state of the screen and the
//          world, and reaches the other parts through the lab.
// Threads: As for Lab.
#pragma once

#include "app/lab/lab.hpp"

namespace strata {

class LabPart {
 public:
  LabPart(const LabPart&) = delete;
  LabPart& operator=(const LabPart&) = delete;

 protected:
  explicit LabPart(Lab& lab) : lab_(lab), state_(lab.mutable_state()), world_(lab.world_), options_(lab.options()) {}
  ~LabPart() = default;

  // Returns the guard for Session, through which the other parts change the world.
  WorldGuard& world_guard() { return lab_.world_; }

  Lab& lab_;
  LabState& state_;
  const WorldGuard& world_;  // all parts read it; changes go through Session::change_world and edit_during_gesture
  const LabOptions& options_;
};

}  // namespace strata
