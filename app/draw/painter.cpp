#include "app/draw/painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/draw/overlay_parts.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/tile_sources.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/view_searches.hpp"
#include "core/base/check.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr double kLeastFade = 0.15;
constexpr double kLeastLineFade = 0.06;
constexpr size_t kManyTiles = 4096;  // above this number, tiles that were not shown for a while are freed

}  // namespace

size_t ListTag::next_ = 0;

Painter::Painter() : sources_(shared_tile_sources().begin(), shared_tile_sources().end()) {
  for (const Feature* feature : features())
    sources_.insert(sources_.end(), feature->tiles.begin(), feature->tiles.end());
}

const Playback& Painter::search(const Lab& lab) const { return lab.view_searches().playback(index_); }

const Planner& Painter::planner(const Lab& lab) const { return lab.view_searches().planner(index_); }

bool Painter::up_to_date(const Lab& lab) const { return lab.view_searches().up_to_date(index_); }

bool Painter::concerns(const Lab& lab, StructureId structure) const {
  return !lab.view_searches().active() || structure == StructureId::kMoves ||
         depends_on(lab.world(), planner(lab)).contains(structure);
}

Painter::Part& Painter::part_of(std::vector<std::unique_ptr<Part>>& parts, const ListTag& tag) {
  if (parts.size() <= tag.index()) parts.resize(ListTag::count());
  std::unique_ptr<Part>& part = parts[tag.index()];
  if (part == nullptr) part = std::make_unique<Part>();
  return *part;
}

bool Painter::renew(Part& part, uint64_t stamp) {
  if (part.stamp == stamp) return false;
  part.stamp = stamp;
  part.version = next_version_++;
  part.list.clear();
  ++rebuilt_;
  return true;
}

bool Painter::renew(const ListTag& tag, uint64_t stamp) {
  return renew(part(tag), (Stamp() << stamp << static_cast<uint64_t>(level_ + 1)).value());
}

void Painter::show(const Part& shown, uint64_t key, float opacity) {
  if (shown.list.size() == 0) return;
  view_->primitives += shown.list.size();
  view_->overlay.batches.push_back({key, shown.version, opacity, &shown.list});
}

void Painter::show(const ListTag& tag, float opacity) {
  show(part(tag), static_cast<uint64_t>(index_) << 32 | static_cast<uint64_t>(tag.index()), opacity);
}

void Painter::show_shared(const ListTag& tag, float opacity) {
  show(shared_part(tag), uint64_t{1} << 62 | static_cast<uint64_t>(tag.index()), opacity);
}

void Painter::forget_shared(const ListTag& tag) {
  shared_part(tag).stamp = 0;
  shared_part(tag).list.clear();
}

void Painter::add_label(float x, float y, float share, Rgba color, Rgba back, std::string_view text) {
  Overlay& overlay = view_->overlay;
  if (overlay.labels.size() >= kMaxLabels) {
    overlay.truncated = true;
    return;
  }
  DrawLabel label;
  label.x = x;
  label.y = y;
  label.share = share;
  label.color = color;
  label.back = back;
  size_t length = std::min(text.size(), sizeof label.text - 1);
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  std::memcpy(label.text, text.data(), length);
  label.text[length] = '\0';
  overlay.labels.push_back(label);
}

void Painter::free_places(const Camera& camera) {
  taken_.assign(static_cast<size_t>(camera.view_width / kTakenPixels + 1) *
                    static_cast<size_t>(camera.view_height / kTakenPixels + 1),
                0);
}

bool Painter::take_place(const Camera& camera, float x, float y, size_t letters) {
  constexpr double kLetterWidth = 8, kHeight = 16;  // pixels of texts of the usual size, with a margin
  const double scale = memory<TextScale>().factor;
  const int columns = camera.view_width / kTakenPixels + 1;
  const int rows = camera.view_height / kTakenPixels + 1;
  const double half = scale * kLetterWidth * static_cast<double>(letters) / 2, half_height = scale * kHeight / 2;
  const double cx = camera.screen_x(x), cy = camera.screen_y(y);
  const auto at = [](double pixel, int count) {
    return std::clamp(static_cast<int>(pixel / kTakenPixels), 0, count - 1);
  };
  const Rect box{at(cx - half, columns), at(cy - half_height, rows), at(cx + half, columns) + 1,
                 at(cy + half_height, rows) + 1};
  const auto row_of = [&](int row) { return taken_.begin() + static_cast<std::ptrdiff_t>(row) * columns; };
  for (int row = box.y0; row < box.y1; ++row) {
    if (std::any_of(row_of(row) + box.x0, row_of(row) + box.x1, [](uint8_t t) { return t != 0; })) return false;
  }
  for (int row = box.y0; row < box.y1; ++row) std::fill(row_of(row) + box.x0, row_of(row) + box.x1, uint8_t{1});
  return true;
}

uint64_t Painter::number_of(const TileSource& source) {
  const auto it = std::find(sources_.begin(), sources_.end(), &source);
  STRATA_CHECK(it != sources_.end());
  return static_cast<uint64_t>(it - sources_.begin());
}

// Frees all tiles if the map or the shape of the clusters has changed.
void Painter::forget_tiles(const Lab& lab) {
  Stamp stamp;
  for (const TileSource* source : sources_) stamp << (source->geometry != nullptr ? source->geometry(lab) : 0);
  if (world_version_ != lab.session().world_version() || geometry_ != stamp.value()) {
    tiles_.clear();
    world_version_ = lab.session().world_version();
    geometry_ = stamp.value();
  }
  // Tiles that were not shown for a while are freed when there are many.
  if (tiles_.size() > kManyTiles && frame_ % 64 == 0) {
    std::erase_if(tiles_, [&](const auto& entry) { return entry.second.used + 256 < frame_; });
  }
}

void Painter::forget_tiles(const TileSource& source) {
  const uint64_t number = number_of(source);
  std::erase_if(tiles_, [&](const auto& entry) { return (entry.first >> 56 & 0x7f) == number; });
}

// Returns the tile, rebuilt if what it shows has changed.
Painter::Tile& Painter::tile_of(const Lab& lab, const TiledLayer& tiled, const Tiling& tiling, const Rect& inside,
                                uint64_t key) {
  Tile& tile = tiles_[key];
  if (tile.used == frame_) return tile;  // another view shows the tile too
  tile.used = frame_;
  uint64_t newest = 0;
  for (int row = inside.y0; row < inside.y1; ++row) {
    const auto stamp =
        tiling.stamps->begin() + static_cast<std::ptrdiff_t>(row) * tiling.clusters.columns() + inside.x0;
    newest = std::max(newest, *std::max_element(stamp, stamp + inside.width()));
  }
  tile.current = tile.stamp == newest;
  if (tile.current || !tiling.ready) return tile;
  tile.list.clear();
  tiled.source->build(*this, lab, tiled, inside, tile.list);
  tile.length = 0;
  for (const DrawLine& line : tile.list.lines) tile.length += std::hypot(line.x1 - line.x0, line.y1 - line.y0);
  tile.version = next_version_++;
  ++rebuilt_;
  tile.stamp = newest;
  tile.current = true;
  return tile;
}

// Begins a frame: the notes of the frame before are removed.
void Painter::begin_layers(std::span<const LayerState> layers) {
  layers_.resize(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) {
    layers_[i].on = layers[i].on;
    layers_[i].opacity = layers[i].opacity;
    layers_[i].note.clear();
  }
}

void Painter::show_tiled(const Lab& lab, const TiledLayer& tiled) {
  LayerState& layer = this->layer(tiled.layer);
  if (visible_.empty()) return;
  const Tiling t = tiled.source->tiling(lab, tiled.level);
  const double zoom = lab.state().camera.zoom;
  if (zoom * t.clusters.cluster_size() < tiled.min_pixels) {
    if (layer.note.empty()) layer.note = "zoom in to see them: they are too small on the screen";
    return;
  }
  const Rect touched = t.clusters.touched(visible_);
  const int n = t.per_tile;
  const int tile_columns = (t.clusters.columns() + n - 1) / n;
  const Rect tiles{touched.x0 / n, touched.y0 / n, (touched.x1 - 1) / n + 1, (touched.y1 - 1) / n + 1};
  bool missing = false, cut = false;
  // What is drawn of small clusters would cover the map.
  const double side = zoom * t.clusters.cluster_size();
  const double fade = tiled.min_pixels > 0 ? std::clamp(side / tiled.min_pixels - 1, kLeastFade, 1.0) : 1;
  const float opacity = layer.opacity * static_cast<float>(fade);
  const size_t first = view_->overlay.batches.size();
  double length = 0, crowding = 0;  // of the lines in all tiles; the second weighted by how close they are
  const uint64_t kind = 1ull << 63 | number_of(*tiled.source) << 56 | static_cast<uint64_t>(tiled.level) << 48 |
                        static_cast<uint64_t>(tiled.list) << 44;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      const Rect inside =
          Rect{x * n, y * n, (x + 1) * n, (y + 1) * n}.clipped({0, 0, t.clusters.columns(), t.clusters.rows()});
      const auto place = static_cast<uint64_t>(y) * static_cast<uint64_t>(tile_columns) + static_cast<uint64_t>(x);
      const Tile& tile = tile_of(lab, tiled, t, inside, kind | place);
      missing |= !tile.current;  // the tile's old content stays on the screen
      const DrawList& drawn = tile.list;
      if (drawn.size() == 0) continue;
      if (view_->primitives + drawn.size() > kMaxPrimitives) {
        cut = true;
        continue;
      }
      view_->primitives += drawn.size();
      view_->overlay.batches.push_back({kind | place, tile.version, opacity, &drawn});
      const int size = t.clusters.cluster_size();
      const Rect cells = Rect{inside.x0 * size, inside.y0 * size, inside.x1 * size, inside.y1 * size}.clipped(
          lab.world().map().bounds());
      length += tile.length;
      crowding += tile.length * tile.length / (static_cast<double>(cells.width()) * cells.height());
    }
  }
  // All tiles fade alike, as seams would be seen otherwise. Parallel lines of this length are so far apart.
  if (tiled.fades && length > 0) {
    const double distance = zoom * length / crowding;
    const auto faint = static_cast<float>(std::clamp(distance / kLeastLineDistance, kLeastLineFade, 1.0));
    for (size_t i = first; i < view_->overlay.batches.size(); ++i) view_->overlay.batches[i].opacity *= faint;
  }
  if (missing && layer.note.empty()) layer.note = "the abstraction is being built";
  if (cut) {
    view_->overlay.truncated = true;
    layer.note = "too much for one screen: parts are left out, zoom in";
  }
}

Tiling structure_tiling(const Lab& lab, StructureId structure, int level, int per_tile) {
  const StampGrid& stamps = lab.strokes().stamps(structure)[static_cast<size_t>(level) - 1];
  return {stamps.clusters(), per_tile, &stamps.all(), lab.world().ready(structure)};
}

}  // namespace strata
