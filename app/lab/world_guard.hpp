// Purpose: A WorldGuard owns the lab's world. All code may read the world, but only Session gives it out for changes.
//          So Session can first end work that a change would disturb: a gesture, or an answer that is being computed.
// Threads: All calls come from one thread.
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

  // Returns the world for changes. Only two callers may use it: Session, after it has stopped all readers
  // (Session::change_world, Session::edit_during_gesture); and Lab::continue_builds, while it pauses the readers.
  World& unguarded() { return *world_; }
  std::unique_ptr<World> replace(std::unique_ptr<World> world) { return std::exchange(world_, std::move(world)); }

 private:
  std::unique_ptr<World> world_;
};

}  // namespace strata
