// Purpose: PictureTextures keeps small pictures as textures, for lists that show them.
// Threads: The main thread, while the window is there.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace strata {

struct MapPicture;

class PictureTextures {
 public:
  PictureTextures() = default;
  ~PictureTextures();
  PictureTextures(const PictureTextures&) = delete;
  PictureTextures& operator=(const PictureTextures&) = delete;

  // Returns the texture of the picture, which is uploaded at the first call.
  uint32_t of(const std::shared_ptr<const MapPicture>& picture);
  // Deletes the textures of pictures that nobody else has any more.
  void forget_unused();

 private:
  std::map<std::shared_ptr<const MapPicture>, uint32_t> textures_;
};

}  // namespace strata
