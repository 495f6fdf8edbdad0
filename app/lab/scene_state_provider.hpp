// Purpose: A SceneStateProvider is a controller that has content besides settings and structures: agents, a drawn
// graph, a
//          floating piece. A scene, the copy of a whole lab (app/lab/scene.hpp), contains it.
// Threads: As for FeatureController.
#pragma once

#include <any>

namespace strata {

class SceneStateProvider {
 public:
  virtual ~SceneStateProvider() = default;

  // Returns the content as a value; empty: the feature has none.
  virtual std::any content() const = 0;
  // Restores a content that content() of the same feature has returned, possibly in another lab. Map, settings and
  // query of the scene were restored before, but the structures may still be building: Lab::finish_updates builds them.
  virtual void take_content(const std::any& content) = 0;
};

}  // namespace strata
