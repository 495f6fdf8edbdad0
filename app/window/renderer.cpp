#include "app/window/renderer.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/palette.hpp"
#include "app/base/terrain_ink.hpp"
#include "strata_shaders.hpp"

namespace strata {

// The shaders rely on these sizes and values.
static_assert(sizeof(DrawRect) == 5 * 4 && sizeof(DrawFacet) == 9 * 4 && sizeof(DrawLine) == 8 * 4 &&
              sizeof(DrawMarker) == 6 * 4 && sizeof(DrawAgent) == 4 * 4);
static_assert(heat_was_expanded(2) && !heat_was_expanded(1));

namespace {

// Side of a tile in cells. A tile has 16 MB, which are uploaded in some milliseconds.
constexpr int kTileSide = 4096;

void set_color(float* out, Rgba color) {
  out[0] = static_cast<float>(color & 255) / 255.0f;
  out[1] = static_cast<float>(color >> 8 & 255) / 255.0f;
  out[2] = static_cast<float>(color >> 16 & 255) / 255.0f;
}

GLuint make_texture() {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

}  // namespace

void Renderer::ViewUniformLocations::find(const GlProgram& program) {
  view = program.uniform("u_view");
  origin = program.uniform("u_origin");
  zoom = program.uniform("u_zoom");
  pixel = program.uniform("u_pixel");
  opacity = program.uniform("u_opacity");
  size = program.uniform("u_size");
}

Result<std::unique_ptr<Renderer>> Renderer::create(int max_texture) {
  std::unique_ptr<Renderer> renderer(new Renderer);
  if (Status status = renderer->compile(); !status) return status.error();
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &renderer->max_texture_);
  if (max_texture > 0) renderer->max_texture_ = std::min(renderer->max_texture_, max_texture);
  glGenVertexArrays(1, &renderer->empty_array_);
  renderer->make_tables();
  return renderer;
}

Renderer::~Renderer() {
  drop_tiles();
  if (terrain_table_) glDeleteTextures(1, &terrain_table_);
  if (heat_table_) glDeleteTextures(1, &heat_table_);
  if (field_table_) glDeleteTextures(1, &field_table_);
  if (difference_table_) glDeleteTextures(1, &difference_table_);
  if (empty_array_) glDeleteVertexArrays(1, &empty_array_);
}

Status Renderer::compile() {
  const auto build = [](GlProgram& program, const char* name, const char* vertex, const char* fragment) -> Status {
    auto built = GlProgram::build(name, vertex, fragment);
    if (!built) return built.error();
    program = std::move(built.value());
    return success();
  };
  if (Status s = build(map_program_, "map", shaders::map_vert, shaders::map_frag); !s) return s;
  if (Status s = build(quad_program_, "quad", shaders::quad_vert, shaders::quad_frag); !s) return s;
  if (Status s = build(facet_program_, "facet", shaders::facet_vert, shaders::quad_frag); !s) return s;
  if (Status s = build(line_program_, "line", shaders::line_vert, shaders::line_frag); !s) return s;
  if (Status s = build(marker_program_, "marker", shaders::marker_vert, shaders::marker_frag); !s) return s;
  if (Status s = build(agent_program_, "agent", shaders::agent_vert, shaders::agent_frag); !s) return s;
  map_view_.find(map_program_);
  quad_view_.find(quad_program_);
  facet_view_.find(facet_program_);
  line_view_.find(line_program_);
  marker_view_.find(marker_program_);
  agent_view_.find(agent_program_);
  map_rect_ = map_program_.uniform("u_rect");
  map_colors_ = map_program_.uniform("u_color");
  map_inks_ = map_program_.uniform("u_ink");
  map_heat_alpha_ = map_program_.uniform("u_heat_alpha");
  map_heat_parts_ = map_program_.uniform("u_heat_parts");
  map_letters_ = map_program_.uniform("u_letters");
  map_terrain_ = map_program_.uniform("u_terrain");
  map_heat_ = map_program_.uniform("u_heat");
  map_heat_colors_ = map_program_.uniform("u_heat_colors");
  map_field_ = map_program_.uniform("u_field");
  map_field_colors_ = map_program_.uniform("u_field_colors");
  map_field_alpha_ = map_program_.uniform("u_field_alpha");
  map_upper_ = map_program_.uniform("u_upper");
  map_upper_alpha_ = map_program_.uniform("u_upper_alpha");
  map_ground_ = map_program_.uniform("u_ground");
  map_ground_alpha_ = map_program_.uniform("u_ground_alpha");
  map_other_ = map_program_.uniform("u_other");
  map_difference_ = map_program_.uniform("u_difference");
  map_difference_colors_ = map_program_.uniform("u_difference_colors");
  return success();
}

void Renderer::update_terrains(const LetterTerrains& terrains) {
  terrains_ = terrains;
  FrameDigest::note_upload();
  uint8_t terrain[256];
  for (int i = 0; i < 256; ++i) terrain[i] = static_cast<uint8_t>(terrains.of(static_cast<char>(i)));
  glBindTexture(GL_TEXTURE_2D, terrain_table_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, 256, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, terrain);
}

void Renderer::make_tables() {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  terrain_table_ = make_texture();
  update_terrains({});
  heat_table_ = make_texture();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, heat_palette().data());
  field_table_ = make_texture();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, field_palette().data());
  difference_table_ = make_texture();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, kDifferenceRows, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               difference_palette().data());
}

void Renderer::drop_tiles() {
  for (MapTile& tile : tiles_) {
    for (const MapPicture& picture : tile.pictures) glDeleteTextures(1, &picture.texture);
  }
  tiles_.clear();
}

void Renderer::make_tiles(int width, int height) {
  drop_tiles();
  FrameDigest::note_upload();
  width_ = width;
  height_ = height;
  heat_valid_.fill(false);
  field_version_ = upper_version_ = ground_version_ = 0;
  const int side = std::min(max_texture_, kTileSide);
  for (int y = 0; y < height; y += side) {
    for (int x = 0; x < width; x += side) {
      MapTile tile;
      tile.cells = Rect{x, y, x + side, y + side}.clipped({0, 0, width, height});
      for (MapPicture& picture : tile.pictures) {
        picture.texture = make_texture();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, 1, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, "");
      }
      tiles_.push_back(tile);
    }
  }
}

void Renderer::send(const MapTile& tile, const MapPicture& picture, const Rect& part, const uint8_t* cells) const {
  FrameDigest::note_upload();
  glBindTexture(GL_TEXTURE_2D, picture.texture);
  const uint8_t* first = cells + static_cast<size_t>(part.y0) * static_cast<size_t>(width_) + part.x0;
  if (!picture.there) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, part.width(), part.height(), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, first);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, part.x0 - tile.cells.x0, part.y0 - tile.cells.y0, part.width(), part.height(),
                    GL_RED_INTEGER, GL_UNSIGNED_BYTE, first);
  }
}

void Renderer::upload(size_t which, bool all, const Rect& dirty, const uint8_t* cells) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, width_);
  const bool much = static_cast<int64_t>(dirty.width()) * dirty.height() > int64_t{kTileSide} * kTileSide;
  bool sent = false;
  for (MapTile& tile : tiles_) {
    MapPicture& own = tile.pictures[which];
    const Rect part = dirty.clipped(tile.cells);
    if (all || (much && !part.empty())) own.due = true;
    if (!own.due) {
      if (!part.empty()) send(tile, own, part, cells);
    } else if (!sent) {
      send(tile, own, tile.cells, cells);
      own.there = sent = true;
      own.due = false;
    }
    pending_ = pending_ || own.due;
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void Renderer::update_picture(size_t which, const ScalarFieldImage& field, uint64_t& version) {
  const bool due =
      std::any_of(tiles_.begin(), tiles_.end(), [&](const MapTile& tile) { return tile.pictures[which].due; });
  if (field.version == version && !due) return;
  const bool same = field.version == version;
  const bool next = version != 0 && field.version == version + 1;
  upload(which, !same && !next, same ? Rect{} : field.dirty, field.cells);
  version = field.version;
}

void Renderer::update(Lab& lab, std::span<const Overlay* const> overlays) {
  const GridMap& map = lab.world().map();
  const DirtyMapCells change = lab.session().take_changed_letters();
  const bool other_size = map.width() != width_ || map.height() != height_;
  if (other_size) make_tiles(map.width(), map.height());
  if (map.letter_terrains() != terrains_) update_terrains(map.letter_terrains());
  pending_ = false;
  upload(kLetters, change.all || other_size, change.dirty.clipped(map.bounds()),
         reinterpret_cast<const uint8_t*>(map.letters().data()));
  // Views that show the same search share its heat map. A view of differences also needs the heat map of
  // the first search.
  std::array<bool, kHeatSlots> wanted{};
  for (const Overlay* overlay : overlays) {
    const HeatMapImage& heat = overlay->heat;
    if (!heat.on || heat.cells == nullptr || heat.width != width_ || heat.height != height_) continue;
    wanted[static_cast<size_t>(heat.slot)] = true;
    wanted[0] = wanted[0] || heat.difference;
  }
  for (size_t slot = 0; slot < wanted.size(); ++slot) {
    if (!wanted[slot]) continue;
    Playback& playback = lab.view_searches().playback(static_cast<int>(slot));
    const HeatMap& heat = playback.heat();
    if (heat.width != width_ || heat.height != height_) continue;
    upload(kHeat + slot, !heat_valid_[slot], playback.take_heat_dirty(), heat.cells.data());
    heat_valid_[slot] = true;
  }
  // All views that show such a picture show the same one.
  const auto update_from = [&](ScalarFieldImage Overlay::*from, size_t to, uint64_t& version) {
    for (const Overlay* overlay : overlays) {
      const ScalarFieldImage& picture = overlay->*from;
      if (!is_shown(picture)) continue;
      update_picture(to, picture, version);
      break;
    }
  };
  update_from(&Overlay::ground, kGround, ground_version_);
  update_from(&Overlay::field, kField, field_version_);
  update_from(&Overlay::upper, kUpper, upper_version_);
  ++frame_;
  for (const Overlay* overlay : overlays) upload_batches(*overlay);
  // Buffers of batches that were not drawn recently are freed.
  if (frame_ % 256 == 0) {
    std::erase_if(buffers_, [this](const auto& entry) { return entry.second->used + 256 < frame_; });
  }
}

void Renderer::upload_batches(const Overlay& overlay) {
  for (const DrawBatch& batch : overlay.batches) {
    auto& buffers = buffers_[batch.key];
    if (!buffers) buffers = std::make_unique<BatchBuffers>();
    buffers->used = frame_;
    if (buffers->version == batch.version) continue;
    buffers->version = batch.version;
    FrameDigest::note_upload();
    buffers->rects.upload(batch.list->rects.data(), batch.list->rects.size(), sizeof(DrawRect));
    buffers->facets.upload(batch.list->facets.data(), batch.list->facets.size(), sizeof(DrawFacet));
    buffers->lines.upload(batch.list->lines.data(), batch.list->lines.size(), sizeof(DrawLine));
    buffers->markers.upload(batch.list->markers.data(), batch.list->markers.size(), sizeof(DrawMarker));
    buffers->agents.upload(batch.list->agents.data(), batch.list->agents.size(), sizeof(DrawAgent));
  }
}

void Renderer::set_view(const GlProgram& program, const ViewUniformLocations& uniforms) const {
  program.use();
  glUniform2f(uniforms.view, view_width_, view_height_);
  glUniform2f(uniforms.origin, origin_x_, origin_y_);
  glUniform1f(uniforms.zoom, zoom_);
  glUniform1f(uniforms.pixel, pixel_);
}

void Renderer::draw_map(const Lab& lab, const Overlay& overlay) {
  set_view(map_program_, map_view_);
  float colors[kTerrains * 3];
  float inks[kTerrains * 3];
  for (int i = 0; i < kTerrains; ++i) {
    set_color(colors + i * 3, terrain_color(lab.state().terrain_looks, static_cast<Terrain>(i)));
    set_color(inks + i * 3, terrain_ink(static_cast<Terrain>(i)));
  }
  glUniform3fv(map_colors_, kTerrains, colors);
  glUniform3fv(map_inks_, kTerrains, inks);
  const auto slot = static_cast<size_t>(overlay.heat.slot);
  const bool heat =
      overlay.heat.on && heat_valid_[slot] && overlay.heat.width == width_ && overlay.heat.height == height_;
  const bool ground = is_shown(overlay.ground) && ground_version_ != 0;
  const bool field = is_shown(overlay.field) && field_version_ != 0;
  const bool upper = is_shown(overlay.upper) && upper_version_ != 0;
  glUniform1i(map_ground_, 7);
  glUniform1i(map_upper_, 6);
  glUniform1i(map_letters_, 0);
  glUniform1i(map_terrain_, 1);
  glUniform1i(map_heat_, 2);
  glUniform1i(map_heat_colors_, 3);
  glUniform1i(map_field_, 4);
  glUniform1i(map_field_colors_, 5);
  glUniform1i(map_other_, 8);
  glUniform1i(map_difference_colors_, 9);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, terrain_table_);
  glActiveTexture(GL_TEXTURE3);
  glBindTexture(GL_TEXTURE_2D, heat_table_);
  glActiveTexture(GL_TEXTURE5);
  glBindTexture(GL_TEXTURE_2D, field_table_);
  glActiveTexture(GL_TEXTURE9);
  glBindTexture(GL_TEXTURE_2D, difference_table_);
  glBindVertexArray(empty_array_);
  const Rect visible = lab.state().camera.visible();
  for (const MapTile& tile : tiles_) {
    if (tile.cells.clipped(visible).empty() || !tile.pictures[kLetters].there) continue;
    const MapPicture& own = tile.pictures[kHeat + slot];
    const MapPicture& first = tile.pictures[kHeat];
    const bool difference = overlay.heat.difference && first.there && heat_valid_[0];
    glUniform1i(map_difference_, difference ? 1 : 0);
    glUniform1f(map_heat_alpha_, heat && own.there ? overlay.heat.opacity : 0.0f);
    glUniform2f(map_heat_parts_, overlay.heat.expanded_opacity, overlay.heat.open_opacity);
    glUniform1f(map_field_alpha_, field && tile.pictures[kField].there ? overlay.field.opacity : 0.0f);
    glUniform1f(map_ground_alpha_, ground && tile.pictures[kGround].there ? overlay.ground.opacity : 0.0f);
    glUniform1f(map_upper_alpha_, upper && tile.pictures[kUpper].there ? overlay.upper.opacity : 0.0f);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, difference ? first.texture : own.texture);
    glActiveTexture(GL_TEXTURE8);
    glBindTexture(GL_TEXTURE_2D, own.texture);
    glActiveTexture(GL_TEXTURE4);
    glBindTexture(GL_TEXTURE_2D, tile.pictures[kField].texture);
    glActiveTexture(GL_TEXTURE6);
    glBindTexture(GL_TEXTURE_2D, tile.pictures[kUpper].texture);
    glActiveTexture(GL_TEXTURE7);
    glBindTexture(GL_TEXTURE_2D, tile.pictures[kGround].texture);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, tile.pictures[kLetters].texture);
    glUniform4f(map_rect_, static_cast<float>(tile.cells.x0), static_cast<float>(tile.cells.y0),
                static_cast<float>(tile.cells.x1), static_cast<float>(tile.cells.y1));
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(0);
}

void Renderer::draw_batches(const Overlay& overlay) {
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  set_view(quad_program_, quad_view_);
  set_view(facet_program_, facet_view_);
  set_view(line_program_, line_view_);
  set_view(marker_program_, marker_view_);
  set_view(agent_program_, agent_view_);
  glBindVertexArray(empty_array_);
  for (const DrawBatch& batch : overlay.batches) {
    const auto found = buffers_.find(batch.key);
    if (found == buffers_.end()) continue;
    const BatchBuffers& buffers = *found->second;
    const auto draw = [&batch](const GlProgram& program, const ViewUniformLocations& uniforms,
                               const GlPrimitives& things) {
      if (things.count() == 0) return;
      program.use();
      glUniform1f(uniforms.opacity, batch.opacity);
      glUniform1f(uniforms.size, batch.size);
      things.draw();
    };
    draw(quad_program_, quad_view_, buffers.rects);
    draw(facet_program_, facet_view_, buffers.facets);
    draw(line_program_, line_view_, buffers.lines);
    draw(marker_program_, marker_view_, buffers.markers);
    draw(agent_program_, agent_view_, buffers.agents);
  }
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  glBindVertexArray(0);
  glDisable(GL_BLEND);
}

void Renderer::describe(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height,
                        float ui_scale, const ClearColor& background, FrameDigest& digest) const {
  const Camera& camera = lab.state().camera;
  digest.add(view.x, view.y, view.width, view.height, framebuffer_height, ui_scale, background.r, background.g,
             background.b, camera.zoom, camera.map_x(0), camera.map_y(0));
  for (int i = 0; i < kTerrains; ++i) {
    digest.add(terrain_color(lab.state().terrain_looks, static_cast<Terrain>(i)), terrain_ink(static_cast<Terrain>(i)));
  }
  const HeatMapImage& heat = overlay.heat;
  digest.add(heat.on, heat.opacity, heat.expanded_opacity, heat.open_opacity, heat.width, heat.height, heat.slot,
             heat.difference);
  for (const ScalarFieldImage* picture : {&overlay.ground, &overlay.field, &overlay.upper}) {
    digest.add(is_shown(*picture), picture->opacity);
  }
  for (const DrawBatch& batch : overlay.batches) digest.add(batch.key, batch.version, batch.opacity, batch.size);
}

void Renderer::draw(const Lab& lab, const Overlay& overlay, const ViewRect& view, int framebuffer_height,
                    float ui_scale, const ClearColor& background) {
  if (view.width <= 0 || view.height <= 0) return;
  const Camera& camera = lab.state().camera;
  view_width_ = static_cast<float>(view.width);
  view_height_ = static_cast<float>(view.height);
  zoom_ = static_cast<float>(camera.zoom);
  pixel_ = ui_scale;
  // The origin is rounded to whole pixels, so that the edges of cells are sharp at zooms that are whole numbers.
  origin_x_ = static_cast<float>(std::round(camera.map_x(0) * camera.zoom) / camera.zoom);
  origin_y_ = static_cast<float>(std::round(camera.map_y(0) * camera.zoom) / camera.zoom);
  glViewport(view.x, framebuffer_height - view.y - view.height, view.width, view.height);
  glEnable(GL_SCISSOR_TEST);
  glScissor(view.x, framebuffer_height - view.y - view.height, view.width, view.height);
  glClearColor(background.r, background.g, background.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  draw_map(lab, overlay);
  draw_batches(overlay);
  glDisable(GL_SCISSOR_TEST);
  glUseProgram(0);
}

}  // namespace strata
