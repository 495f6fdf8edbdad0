// Purpose: Renderer draws the map, the pictures of the search and of the heuristic, and the overlay into one or more
//          views. Only renderer*.cpp, gl.cpp and window.cpp have OpenGL code.
// How: Map and pictures are textures of one byte a cell, cut into tiles where the driver's largest texture is smaller
//      than the map; edits upload the dirty rectangle. Each batch of the overlay has buffers of its own that are filled
//      when the batch's version is new.
// Units: Framebuffer pixels, (0,0) top left.
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
  // Makes a renderer. `max_texture` is the largest texture; 0: the driver's limit.
  static Result<std::unique_ptr<Renderer>> create(int max_texture = 0);
  ~Renderer();

  // Takes over what changed in the map and the search picture since the last call. `overlays` are those of all views;
  // batches with the same key and version share their buffers.
  void update(Lab& lab, std::span<const Overlay* const> overlays);
  // Whether tiles are still to be sent, so that another frame is needed.
  bool pending() const { return pending_; }
  // Adds all that draw() reads for a view, but for what update() sends.
  void describe(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height, float ui_scale,
                const ClearColor& background, FrameDigest& digest) const;
  // Draws one view. `background` is the colour around the map.
  void draw(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height, float ui_scale,
            const ClearColor& background);

 private:
  // A picture on the device, one byte per cell. At most one whole tile is sent per frame, so that a large map never
  // holds up the screen.
  struct Picture {
    GLuint texture = 0;
    bool there = false;  // the picture has been sent before; until then the tile shows nothing of it
    bool due = true;     // the whole picture must be sent
  };
  // The numbers of the pictures. From kHeat on there is one picture for each search that views show.
  enum Which : size_t { kLetters, kGround, kField, kUpper, kHeat };
  static constexpr size_t kPictures = kHeat + kHeatSlots;
  struct Tile {
    Rect cells;
    std::array<Picture, kPictures> pictures;
  };
  struct BatchBuffers {
    uint64_t version = 0;
    uint64_t used = 0;
    GlThings rects, facets, lines, markers, agents;
  };
  struct ViewUniforms {
    GLint view = -1, origin = -1, zoom = -1, pixel = -1, opacity = -1;
    void find(const GlProgram& program);
  };

  Renderer() = default;
  Status compile();
  void make_tables();
  void update_terrains(const LetterTerrains& terrains);  // terrains of letters
  void make_tiles(int width, int height);
  void drop_tiles();
  // Sends what changed, and one tile of those that are queued. With `all`, everything has changed.
  void upload(size_t which, bool all, const Rect& dirty, const uint8_t* cells);
  void send(const Tile& tile, const Picture& picture, const Rect& part, const uint8_t* cells) const;
  // Whether the picture is on and has the size of the tiles' map.
  bool is_shown(const FieldPicture& picture) const {
    return picture.on && picture.cells != nullptr && picture.width == width_ && picture.height == height_;
  }
  void update_picture(size_t which, const FieldPicture& field, uint64_t& version);
  void upload_batches(const Overlay& overlay);
  void draw_map(const Lab& lab, const Overlay& overlay);
  void draw_batches(const Overlay& overlay);
  void set_view(const GlProgram& program, const ViewUniforms& uniforms) const;

  int max_texture_ = 0;
  GlProgram map_program_, quad_program_, facet_program_, line_program_, marker_program_, agent_program_;
  ViewUniforms map_view_, quad_view_, facet_view_, line_view_, marker_view_, agent_view_;
  GLint map_rect_ = -1, map_colors_ = -1, map_inks_ = -1, map_heat_alpha_ = -1, map_letters_ = -1, map_terrain_ = -1,
        map_heat_ = -1, map_heat_colors_ = -1, map_field_ = -1, map_field_colors_ = -1, map_field_alpha_ = -1,
        map_upper_ = -1, map_upper_alpha_ = -1, map_ground_ = -1, map_ground_alpha_ = -1, map_other_ = -1,
        map_difference_ = -1, map_difference_colors_ = -1;
  GLuint empty_array_ = 0;
  GLuint terrain_table_ = 0, heat_table_ = 0, field_table_ = 0, difference_table_ = 0;
  std::vector<Tile> tiles_;
  int width_ = 0, height_ = 0;
  LetterTerrains terrains_;  // terrains of the map's letters, as the device has them
  std::array<bool, kHeatSlots> heat_valid_{};
  bool pending_ = false;
  uint64_t field_version_ = 0;  // version that the tiles hold; 0: none
  uint64_t upper_version_ = 0;
  uint64_t ground_version_ = 0;
  std::unordered_map<uint64_t, std::unique_ptr<BatchBuffers>> buffers_;
  uint64_t frame_ = 0;

  // Values for the view that is being drawn.
  float view_width_ = 1, view_height_ = 1, origin_x_ = 0, origin_y_ = 0, zoom_ = 1, pixel_ = 1;
};

}  // namespace strata
