#include "app/draw/painter.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

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

// Marks become smaller from this share of the ink on that they may have, down to the least size.
constexpr double kThinFrom = 0.4, kLeastSize = 0.6;
// Marks that would be fainter than this are left out.
constexpr double kFaintest = 0.04;
// If there are more tiles than this, those that were not shown recently are freed.
constexpr size_t kManyTiles = 4096;

}  // namespace

InkCoverage::InkCoverage(const DrawList& list) {
  for (const DrawLine& line : list.lines) {
    lines_ += static_cast<double>(std::hypot(line.x1 - line.x0, line.y1 - line.y0)) * line.width;
  }
  for (const DrawMarker& marker : list.markers) {
    least_markers_ += std::numbers::pi * marker.radius * marker.radius;
    markers_ += std::numbers::pi * marker.min_cell * marker.min_cell;
  }
  for (const DrawRect& rect : list.rects) {
    const double width = rect.x1 - rect.x0, height = rect.y1 - rect.y0;
    thin_ += std::max(width, height);
    rects_ += width * height;
  }
}

double InkCoverage::pixels(double zoom, double size) const {
  // A rectangle is at least a pixel wide.
  return size * zoom * lines_ + size * size * std::max(least_markers_, zoom * zoom * markers_) +
         std::max(zoom * thin_, zoom * zoom * rects_);
}

double size_of_marks(double ink, double most_ink) {
  return ink > 0 ? std::clamp(std::sqrt(kThinFrom * most_ink / ink), kLeastSize, 1.0) : 1;
}

double opacity_of_marks(double ink, double most_ink) {
  const double opacity = ink > most_ink ? most_ink / ink : 1;
  return opacity < kFaintest ? 0 : opacity;
}

size_t DrawListTag::next_ = 0;

Painter::Painter() : sources_(shared_tile_sources().begin(), shared_tile_sources().end()) {
  for (const Feature* feature : features())
    sources_.insert(sources_.end(), feature->tiles.begin(), feature->tiles.end());
}

const Playback& Painter::search(const Lab& lab) const { return lab.view_searches().playback(index_); }

const Planner& Painter::searched(const Lab& lab) const { return lab.view_searches().searched(index_); }
const Planner& Painter::planner(const Lab& lab) const { return lab.view_searches().planner(index_); }

bool Painter::up_to_date(const Lab& lab) const { return lab.view_searches().up_to_date(index_); }

bool Painter::concerns(const Lab& lab, StructureId structure) const {
  return !lab.view_searches().active() || structure == StructureId::kMoves ||
         depends_on(lab.world(), planner(lab)).contains(structure);
}

Painter::PaintedList& Painter::part_of(std::vector<std::unique_ptr<PaintedList>>& parts, const DrawListTag& tag) {
  if (parts.size() <= tag.index()) parts.resize(DrawListTag::count());
  std::unique_ptr<PaintedList>& part = parts[tag.index()];
  if (part == nullptr) part = std::make_unique<PaintedList>();
  return *part;
}

bool Painter::renew(PaintedList& part, uint64_t stamp) {
  if (part.stamp == stamp) return false;
  part.stamp = stamp;
  part.version = next_version_++;
  part.list.clear();
  ++rebuilt_;
  return true;
}

bool Painter::renew(const DrawListTag& tag, uint64_t stamp) {
  const auto shown = static_cast<uint64_t>(level_ + 1) << 1 | static_cast<uint64_t>(draws_cells_);
  return renew(part(tag), (DrawInputHash() << stamp << shown).value());
}

void Painter::show(const PaintedList& shown, uint64_t key, float opacity, const LegendEntry& entry) {
  if (shown.list.size() == 0) return;
  view_->primitives += shown.list.size();
  view_->overlay.batches.push_back({key, shown.version, opacity, &shown.list, entry});
}

void Painter::show(const DrawListTag& tag, float opacity, bool of_step) {
  const size_t before = view_->overlay.batches.size();
  show(part(tag), static_cast<uint64_t>(index_) << 32 | static_cast<uint64_t>(tag.index()), opacity, tag.entry());
  if (view_->overlay.batches.size() > before) view_->overlay.batches.back().of_step = of_step;
}

void Painter::show_shared(const DrawListTag& tag, float opacity) {
  show(shared_part(tag), uint64_t{1} << 62 | static_cast<uint64_t>(tag.index()), opacity, tag.entry());
}

void Painter::forget_shared(const DrawListTag& tag) {
  shared_part(tag).stamp = 0;
  shared_part(tag).list.clear();
}

DrawList& Painter::search_list(LegendPart part) {
  const LegendEntry wanted(Layer::kSearch, part);
  const auto tag = std::ranges::find(kSearchParts, wanted, &DrawListTag::entry);
  STRATA_CHECK(tag != kSearchParts.end());
  return list(*tag);
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
  // Size of a letter of the default font, with a margin, in pixels.
  constexpr double kLetterWidth = 8, kHeight = 16;
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

// Frees all tiles if the map or the geometry of the clusters has changed.
void Painter::forget_tiles(const Lab& lab) {
  DrawInputHash stamp;
  for (const TileSource* source : sources_) stamp << (source->geometry != nullptr ? source->geometry(lab) : 0);
  if (world_version_ != lab.state().world_version || geometry_ != stamp.value()) {
    tiles_.clear();
    world_version_ = lab.state().world_version;
    geometry_ = stamp.value();
  }
  // Frees the tiles that were not shown recently, if there are many.
  if (tiles_.size() > kManyTiles && frame_ % 64 == 0) {
    std::erase_if(tiles_, [&](const auto& entry) { return entry.second.used + 256 < frame_; });
  }
}

void Painter::forget_tiles(const TileSource& source) {
  const uint64_t number = number_of(source);
  std::erase_if(tiles_, [&](const auto& entry) { return (entry.first >> 56 & 0x7f) == number; });
}

// Returns the tile. If its content has changed, builds it again. A tile that was up to date in the last frame shows an
// edit at once; others wait, with their previous content, if the frame has no work left for them.
Painter::PaintedTile& Painter::tile_of(const Lab& lab, const TiledLayer& tiled, const Tiling& tiling,
                                       const Rect& inside, uint64_t key) {
  PaintedTile& tile = tiles_[key];
  // Another view has already updated the tile in this frame.
  if (tile.used == frame_) return tile;
  const bool comes_in_sight = !tile.current || tile.used + 1 < frame_;
  tile.used = frame_;
  uint64_t newest = 0;
  for (int row = inside.y0; row < inside.y1; ++row) {
    const auto stamp =
        tiling.stamps->begin() + static_cast<std::ptrdiff_t>(row) * tiling.clusters.columns() + inside.x0;
    newest = std::max(newest, *std::max_element(stamp, stamp + inside.width()));
  }
  tile.current = tile.stamp == newest;
  if (tile.current || !tiling.ready) return tile;
  if (comes_in_sight && tile_work_left_ == 0) {
    tiles_due_ = true;
    return tile;
  }
  build_tile(lab, tiled, inside, tile);
  tile.stamp = newest;
  tile.current = true;
  if (comes_in_sight) {
    const auto side = static_cast<size_t>(tiling.clusters.cluster_size());
    const size_t clusters = static_cast<size_t>(inside.width()) * static_cast<size_t>(inside.height());
    tile_work_left_ -= std::min(tile_work_left_, side * side * clusters / kCellsPerWork + tile.list.size());
  }
  return tile;
}

void Painter::build_tile(const Lab& lab, const TiledLayer& tiled, const Rect& inside, PaintedTile& tile) {
  tile.list.clear();
  tiled.source->build(*this, lab, tiled, inside, tile.list);
  tile.ink = InkCoverage(tile.list);
  tile.version = next_version_++;
  ++rebuilt_;
}

// Begins a frame: removes the notes that the previous frame has made.
void Painter::begin_layers(std::span<const LayerState> layers) {
  layers_.resize(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) {
    layers_[i].on = layers[i].on;
    layers_[i].opacity = layers[i].opacity;
    layers_[i].pinned = layers[i].pinned;
    layers_[i].note.clear();
  }
}

// Returns the share of the screen that the drawn tiles cover with marks of this size. It is that of the tiles with many
// marks: the share of each tile counts as often as the tile has ink.
double Painter::crowding(double zoom, double size) const {
  double ink = 0, crowded = 0;
  for (const DrawnTile& tile : drawn_tiles_) {
    const double own = tile.ink->pixels(zoom, size);
    ink += own;
    crowded += own * own / (zoom * zoom * tile.cells);
  }
  return ink > 0 ? crowded / ink : 0;
}

// Makes the batches from `first` on, which are those of the drawn tiles, smaller and more transparent, all to the same
// degree, so that there are no visible seams between tiles. Leaves them out if they are too dense.
void Painter::thin_out(size_t first, double zoom, double most_ink) {
  std::vector<DrawBatch>& batches = view_->overlay.batches;
  const double size = size_of_marks(crowding(zoom, 1), most_ink);
  const double opacity = opacity_of_marks(crowding(zoom, size), most_ink);
  if (opacity == 0) return batches.resize(first);
  for (size_t i = first; i < batches.size(); ++i) {
    batches[i].opacity *= static_cast<float>(opacity);
    batches[i].size = static_cast<float>(size);
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
  const size_t first = view_->overlay.batches.size(), before = view_->primitives;
  drawn_tiles_.clear();
  const uint64_t kind = 1ull << 63 | number_of(*tiled.source) << 56 | static_cast<uint64_t>(tiled.level) << 48 |
                        static_cast<uint64_t>(tiled.list) << 44;
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      const Rect inside =
          Rect{x * n, y * n, (x + 1) * n, (y + 1) * n}.clipped({0, 0, t.clusters.columns(), t.clusters.rows()});
      const auto place = static_cast<uint64_t>(y) * static_cast<uint64_t>(tile_columns) + static_cast<uint64_t>(x);
      const PaintedTile& tile = tile_of(lab, tiled, t, inside, kind | place);
      // A tile that could not be updated stays on the screen with its previous content.
      missing |= !tile.current && !t.ready;
      const DrawList& drawn = tile.list;
      if (drawn.size() == 0) continue;
      if (view_->primitives + drawn.size() > kMaxPrimitives) {
        cut = true;
        continue;
      }
      view_->primitives += drawn.size();
      view_->overlay.batches.push_back({kind | place, tile.version, layer.opacity, &drawn, tiled.layer});
      const int size = t.clusters.cluster_size();
      const Rect cells = Rect{inside.x0 * size, inside.y0 * size, inside.x1 * size, inside.y1 * size}.clipped(
          lab.world().map().bounds());
      drawn_tiles_.push_back({&tile.ink, static_cast<double>(cells.width()) * cells.height()});
    }
  }
  if (tiled.most_ink > 0 && !drawn_tiles_.empty()) {
    thin_out(first, zoom, tiled.most_ink);
    if (view_->overlay.batches.size() == first) {
      view_->primitives = before;
      if (layer.note.empty()) layer.note = "zoom in to see them: they are too dense on the screen";
    }
  }
  if (missing && layer.note.empty()) layer.note = "the abstraction is being built";
  if (cut) {
    view_->overlay.truncated = true;
    layer.note = "too much for one screen: parts are left out, zoom in";
  }
}

Tiling structure_tiling(const Lab& lab, StructureId structure, int level, int per_tile) {
  const ClusterStamps& stamps = lab.strokes().stamps(structure)[static_cast<size_t>(level) - 1];
  return {stamps.clusters(), per_tile, &stamps.all(), lab.world().ready(structure)};
}

}  // namespace strata
