// Purpose: Renderer draws the map, heat maps, fields and overlay into one or more views. Only renderer*.cpp, gl.cpp and
//          window.cpp contain OpenGL code.
// How: Map, heat maps and fields are textures of one byte per cell, divided into tiles if the map exceeds the driver's
//      maximum texture size. An edit uploads its dirty rectangle. Each batch of the overlay has its own buffers, which
//      are filled when its version is new.
// Units: Framebuffer pixels, (0,0) at the top left.
// Errors: The driver refuses a shader.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"
#include "app/window/frame_digest.hpp"
#include "app/window/gl.hpp"

namespace strata {

struct ViewRect {
  int x = 0, y = 0, width = 0, height = 0;
};
struct ClearColor {
  float r = 0, g = 0, b = 0;  // 0..1
};

class Renderer {
 public:
  // Creates a renderer. `max_texture` is the maximum side of a texture; 0: the driver's limit.
  static Result<std::unique_ptr<Renderer>> create(int max_texture = 0);
  ~Renderer();

  // Uploads what has changed in the map, heat maps and pictures since the last call. `overlays` are those of all views;
  // batches with the same key and version share buffers.
  void update(Lab& lab, std::span<const Overlay* const> overlays);
  // Returns whether some tiles of the map are still to be uploaded, so that another frame is needed.
  bool pending() const { return pending_; }
  // Adds to the digest everything that draw() uses for a view, except what update() uploads.
  void describe(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height, float ui_scale,
                const ClearColor& background, FrameDigest& digest) const;
  // Draws one view. `background` is the colour around the map.
  void draw(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height, float ui_scale,
            const ClearColor& background);

 private:
  // A picture of the map with one byte per cell, on the graphics device. Per frame at most one complete tile is
  // uploaded, so that a large map never blocks the screen.
  struct MapPicture {
    GLuint texture = 0;
    // The picture was uploaded before. Until then the tile does not show it.
    bool there = false;
    // All of the picture must be uploaded.
    bool due = true;
  };
  // The pictures of a tile. From kHeat on there is one heat map for each search that is displayed.
  enum PictureIndex : size_t { kLetters, kGround, kField, kUpper, kHeat };
  static constexpr size_t kPictures = kHeat + kHeatSlots;
  struct MapTile {
    Rect cells;
    std::array<MapPicture, kPictures> pictures;
  };
  struct BatchBuffers {
    uint64_t version = 0;
    uint64_t used = 0;
    GlPrimitives rects, facets, lines, markers, agents;
  };
  struct ViewUniformLocations {
    GLint view = -1, origin = -1, zoom = -1, pixel = -1, opacity = -1, size = -1;
    void find(const GlProgram& program);
  };

  Renderer() = default;
  Status compile();
  void make_tables();
  // Updates which terrains the letters of the map stand for.
  void update_terrains(const LetterTerrains& terrains);
  void make_tiles(int width, int height);
  void drop_tiles();
  // Uploads the cells that have changed, and one of the tiles that wait. `all`: everything has changed.
  void upload(size_t which, bool all, const Rect& dirty, const uint8_t* cells);
  void send(const MapTile& tile, const MapPicture& picture, const Rect& part, const uint8_t* cells) const;
  // Returns whether the field is shown and has the size of the map.
  bool is_shown(const ScalarFieldImage& picture) const {
    return picture.on && picture.cells != nullptr && picture.width == width_ && picture.height == height_;
  }
  void update_picture(size_t which, const ScalarFieldImage& field, uint64_t& version);
  void upload_batches(const Overlay& overlay);
  void draw_map(const Lab& lab, const Overlay& overlay);
  void draw_batches(const Overlay& overlay);
  void set_view(const GlProgram& program, const ViewUniformLocations& uniforms) const;

  int max_texture_ = 0;
  GlProgram map_program_, quad_program_, facet_program_, line_program_, marker_program_, agent_program_;
  ViewUniformLocations map_view_, quad_view_, facet_view_, line_view_, marker_view_, agent_view_;
  GLint map_rect_ = -1, map_colors_ = -1, map_inks_ = -1, map_heat_alpha_ = -1, map_heat_parts_ = -1, map_letters_ = -1,
        map_terrain_ = -1, map_heat_ = -1, map_heat_colors_ = -1, map_field_ = -1, map_field_colors_ = -1,
        map_field_alpha_ = -1, map_upper_ = -1, map_upper_alpha_ = -1, map_ground_ = -1, map_ground_alpha_ = -1,
        map_other_ = -1, map_difference_ = -1, map_difference_colors_ = -1;
  GLuint empty_array_ = 0;
  GLuint terrain_table_ = 0, heat_table_ = 0, field_table_ = 0, difference_table_ = 0;
  std::vector<MapTile> tiles_;
  int width_ = 0, height_ = 0;
  // The terrains of letters as they are on the graphics device.
  LetterTerrains terrains_;
  std::array<bool, kHeatSlots> heat_valid_{};
  bool pending_ = false;
  // The version that the tiles have; 0: none.
  uint64_t field_version_ = 0;
  uint64_t upper_version_ = 0;
  uint64_t ground_version_ = 0;
  std::unordered_map<uint64_t, std::unique_ptr<BatchBuffers>> buffers_;
  uint64_t frame_ = 0;

  // Values that belong to the view being drawn.
  float view_width_ = 1, view_height_ = 1, origin_x_ = 0, origin_y_ = 0, zoom_ = 1, pixel_ = 1;
};

}  // namespace strata
