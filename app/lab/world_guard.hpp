// Purpose: A WorldGuard owns the lab's world. Everybody can read the world, but a change goes through Session. So one
//          rule, not a list of commands, ends what a change must end: a gesture in progress, an answer that is being
//          computed.
// Threads: The owner's calls come from one thread.
#pragma once

#include <memory>
#include <utility>

#include "core/world/world.hpp"

namespace strata {

class WorldGuard {
 public:
  const World& operator*() const { return *world_; }
  const World* operator->() const { return world_.get(); }
  explicit operator bool() const { return world_ != nullptr; }

  // Returns the world for changes. Session calls this after it has ended whatever reads the world
  // (Session::change_world, Session::edit_during_gesture); so does Lab::continue_builds, which pauses the readers
  // meanwhile.
  World& unguarded() { return *world_; }
  std::unique_ptr<World> replace(std::unique_ptr<World> world) { return std::exchange(world_, std::move(world)); }

 private:
  std::unique_ptr<World> world_;
};

}  // namespace strata
