// Purpose: PictureTextures stores the small pictures of maps as textures, for the lists that show them.
// Threads: The main thread, while the window exists.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

namespace strata {

struct MapThumbnail;

class PictureTextures {
 public:
  PictureTextures() = default;
  ~PictureTextures();
  PictureTextures(const PictureTextures&) = delete;
  PictureTextures& operator=(const PictureTextures&) = delete;

  // Returns the texture of the thumbnail, which the first call uploads.
  uint32_t of(const std::shared_ptr<const MapThumbnail>& picture);
  // Deletes the textures of thumbnails that no other code uses any more.
  void forget_unused();

 private:
  std::map<std::shared_ptr<const MapThumbnail>, uint32_t> textures_;
};

}  // namespace strata
