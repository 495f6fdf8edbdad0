#include "app/window/picture_textures.hpp"

#include "app/lab/map_thumbnails.hpp"
#include "app/window/frame_digest.hpp"
#include "app/window/gl.hpp"

namespace strata {

PictureTextures::~PictureTextures() {
  for (const auto& [picture, texture] : textures_) glDeleteTextures(1, &texture);
}

uint32_t PictureTextures::of(const std::shared_ptr<const MapThumbnail>& picture) {
  const auto [place, made] = textures_.try_emplace(picture, 0);
  if (!made) return place->second;
  // The new texture may have the number of a deleted one, so that the next frame must be drawn.
  FrameDigest::note_upload();
  glGenTextures(1, &place->second);
  glBindTexture(GL_TEXTURE_2D, place->second);
  // A small map is enlarged with sharp squares as cells; a large one is reduced smoothly.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture->width, picture->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               picture->pixels.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  return place->second;
}

void PictureTextures::forget_unused() {
  for (auto it = textures_.begin(); it != textures_.end();) {
    if (it->first.use_count() > 1) {
      ++it;
      continue;
    }
    glDeleteTextures(1, &it->second);
    it = textures_.erase(it);
  }
}

}  // namespace strata
