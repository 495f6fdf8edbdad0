// Purpose: The lab's world behind a door: anybody reads it, and whoever changes it says so first. What a change ends (a
//          gesture that is held, an answer that is being worked out) is thereby ended by one rule, not by a list of
//          commands.
// Threads: The owner's calls come from one thread.
#pragma once

#include <memory>
#include <utility>

#include "core/world/world.hpp"

namespace strata {

class HeldWorld {
 public:
  const World& operator*() const { return *world_; }
  const World* operator->() const { return world_.get(); }
  explicit operator bool() const { return world_ != nullptr; }

  // For the lab's doors alone (Lab::change_world and Lab::stroke_world).
  World& unguarded() { return *world_; }
  std::unique_ptr<World> replace(std::unique_ptr<World> world) { return std::exchange(world_, std::move(world)); }

 private:
  std::unique_ptr<World> world_;
};

}  // namespace strata
