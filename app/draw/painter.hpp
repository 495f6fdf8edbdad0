// Purpose: A Painter is the interface through which features draw over the map. It provides draw lists that are rebuilt
//          only when their content has changed, tiles for what depends on the map alone, texts that do not overlap, and
//          memory for each feature.
// How: A draw list is identified by its tag. In each frame and view a feature passes a stamp to renew(), a number made
//      of everything that the list depends on. If the stamp has changed, the feature fills the list again; then it
//      shows the list. Features draw in steps, in ascending order of depth (app/lab/feature.hpp).
// Units: Map coordinates (cells); widths, dashes and marker sizes in pixels unless said.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/draw/draw_list.hpp"
#include "app/lab/lab.hpp"
#include "core/grid/clusters.hpp"

namespace strata {

class Playback;
class Painter;

// Depths of the steps that belong to no feature. A larger depth is drawn later, on top. The steps of features have
// depths between these.
namespace depth {
inline constexpr int kAreas = 100;      // regions, rooms
inline constexpr int kCells = 200;      // clearances, grid
inline constexpr int kBorders = 300;    // borders of clusters and sectors
inline constexpr int kGraphs = 400;     // abstract nodes and edges
inline constexpr int kNearEdges = 500;  // edges of the cell under the pointer
inline constexpr int kDrawn = 600;      // the drawn graph, and hierarchies above it
inline constexpr int kSearch = 700;     // the stepped search
inline constexpr int kPaths = 800;
inline constexpr int kFlashes = 900;
inline constexpr int kAgents = 1000;
inline constexpr int kSigns = 1100;  // landmarks, start and goal
}  // namespace depth

// Identifies a draw list that is not divided into tiles, and names its entry in the legend. Each list has one static
// tag.
class DrawListTag {
 public:
  explicit DrawListTag(Layer layer, LegendPart part = LegendPart::kWhole) : index_(next_++), entry_(layer, part) {}
  explicit DrawListTag(const FeatureLayer& layer) : index_(next_++), layer_(&layer) {}
  explicit DrawListTag(const MarkWithoutLayer& mark) : index_(next_++), entry_(mark) {}
  size_t index() const { return index_; }
  LegendEntry entry() const { return layer_ != nullptr ? LegendEntry(*layer_) : entry_; }
  static size_t count() { return next_; }

 private:
  static size_t next_;
  size_t index_;
  LegendEntry entry_;
  // The layer of a feature, whose number is not known when the tag is made; null: see entry_.
  const FeatureLayer* layer_ = nullptr;
};

// How the map is divided into tiles of one kind.
struct Tiling {
  ClusterGrid clusters;
  // Number of clusters on a side of a tile.
  int per_tile = 16;
  // For each cluster, the stamp of its last change.
  const std::vector<uint64_t>* stamps = nullptr;
  bool ready = false;
};
// Returns the tiles for the parts of the structure on a level. A tile has `per_tile` parts on a side.
Tiling structure_tiling(const Lab& lab, StructureId structure, int level, int per_tile);
struct TiledLayer;
// A TileSource builds the tiles of one kind. Each kind has one static TileSource.
struct TileSource {
  Tiling (*tiling)(const Lab& lab, int level);
  void (*build)(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out);
  // Returns a number; when it changes, all tiles must be built again. Null: that happens only with another map.
  uint64_t (*geometry)(const Lab& lab) = nullptr;
};
// A layer that consists of tiles of one kind.
struct TiledLayer {
  Layer layer;
  // Number of the list among those of its source, below 16.
  int list;
  const TileSource* source;
  int level;
  // The layer is drawn if the clusters of the level have at least this side on the screen.
  double min_pixels;
  // The share of the screen that the marks of the layer may cover, see `opacity_of_marks`. 0: the layer never fades.
  double most_ink = 0;
};

// Ink of marks, which says how much of the screen they cover: the area of the lines, markers and rectangles of a list
// in pixels, for a given size of a cell. Marks that overlap count more than once.
class InkCoverage {
 public:
  InkCoverage() = default;
  explicit InkCoverage(const DrawList& list);
  // `size`: widths of lines and sizes of markers are multiplied by it.
  double pixels(double zoom, double size = 1) const;

 private:
  double lines_ = 0;                        // lengths times widths, cells times pixels
  double least_markers_ = 0, markers_ = 0;  // areas of markers: square pixels at least, square cells at least
  double thin_ = 0, rects_ = 0;             // longer sides of rectangles, in cells; their areas, in square cells
};

// Ink that the marks of a graph may have. Edges through clusters fade first, as they are long, then nodes and edges
// across borders, then entrances and the sides of polygons.
inline constexpr double kEdgeInk = 0.05, kNodeInk = 0.03, kEntranceInk = 0.1, kPolygonInk = 0.12;
// Returns the size of marks that cover this share of the screen at their full size: where they are dense, lines are
// thinner and markers smaller.
double size_of_marks(double ink, double most_ink);
// Returns the opacity of marks that cover this share of the screen. Beyond `most_ink` they become transparent, so that
// together they stay as dark as they are there and never hide the cells. 0: they are so dense that they are left out.
double opacity_of_marks(double ink, double most_ink);

class Painter {
 public:
  Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  // Areas are coloured if a cell has at least this size on the screen.
  static constexpr double kMinCellPixelsShade = 0.35;
  // Areas are hatched, too, if a cell has at least this size on the screen.
  static constexpr double kMinCellPixelsHatch = 3;
  static constexpr size_t kMaxPrimitives = 1'500'000;  // per view
  static constexpr size_t kMaxLabels = 6'000;          // per view
  // The work of building a tile is counted in units of 50 to 100 ns: each shape is one, and so is each group of this
  // many cells.
  static constexpr size_t kCellsPerWork = 8;
  // The nodes of a search are drawn one by one only if it has at most this number of events.
  static constexpr size_t kMaxSparseEvents = 200'000;

  // The following functions concern the view that is being painted.
  int index() const { return index_; }  // index of the view
  int level() const { return level_; }  // kAllLevels, or the level that is drawn
  // Returns whether the view draws the level. A view of the step's level draws the cells, too.
  bool shows(int level) const { return level_ == kAllLevels || level_ == level || (level == 0 && draws_cells_); }
  // These functions return the recorded search that the view shows, and its planner.
  const Playback& search(const Lab& lab) const;
  const Planner& planner(const Lab& lab) const;
  // Returns the planner whose search is drawn: `planner`, or the one that it has asked.
  const Planner& searched(const Lab& lab) const;
  // Returns whether the search belongs to the present map and query.
  bool up_to_date(const Lab& lab) const;
  // Returns whether the view shows the layers of the structure. While views compare planners, a view leaves out
  // structures that its planner does not use.
  bool concerns(const Lab& lab, StructureId structure) const;
  const Rect& visible() const { return visible_; }
  // Returns the state of the layer in this frame. Its note says why the layer draws less than it could.
  LayerState& layer(Layer layer) { return layers_[static_cast<size_t>(layer)]; }
  const LayerState& layer(Layer layer) const { return layers_[static_cast<size_t>(layer)]; }
  Overlay& overlay() { return view_->overlay; }

  // Returns whether the list must be filled again, as the stamp differs from that of the last call. The
  // list is then empty.
  bool renew(const DrawListTag& tag, uint64_t stamp);
  DrawList& list(const DrawListTag& tag) { return part(tag).list; }
  // `of_step`: the list belongs to the step, so that it is not pale while a search is stepped.
  void show(const DrawListTag& tag, float opacity, bool of_step = false);
  // These functions are for lists with the same content in all views: once one view has filled such a list, the
  // others reuse it.
  bool renew_shared(const DrawListTag& tag, uint64_t stamp) { return renew(shared_part(tag), stamp); }
  DrawList& shared_list(const DrawListTag& tag) { return shared_part(tag).list; }
  void show_shared(const DrawListTag& tag, float opacity);
  void forget_shared(const DrawListTag& tag);
  // Returns the list of the stepped search for marks of this kind, into which the SearchMarks of a feature are added.
  DrawList& search_list(LegendPart part);

  // Builds the visible tiles of the layer that are out of date, as many as the frame may build, and adds all visible
  // tiles to the view.
  void show_tiled(const Lab& lab, const TiledLayer& tiled);
  void forget_tiles(const TileSource& source);

  // Reserves a place on the screen for a text. Returns false if another text is there.
  bool take_place(const Camera& camera, float x, float y, size_t letters);
  // Makes all places free again.
  void free_places(const Camera& camera);
  void note_crowded() { view_->labels_crowded = true; }  // notes that a text found no place
  void add_label(float x, float y, float share, Rgba color, Rgba back, std::string_view text);

  // Returns the object of type T in which a feature stores data between frames. The first call creates it.
  template <class T>
  T& memory() {
    std::shared_ptr<void>& kept = memory_[&kMemoryKey<T>];
    if (kept == nullptr) kept = std::make_shared<T>();
    return *static_cast<T*>(kept.get());
  }

  // Returns how many lists have been filled since the start.
  uint64_t rebuilt() const { return rebuilt_; }
  // Counts as filled something that is no list.
  void note_rebuilt() { ++rebuilt_; }
  // Returns the number of the frame. All views of a frame are painted one after the other.
  uint64_t frame() const { return frame_; }

 protected:
  struct PaintedList {
    uint64_t version = 0;
    // The stamp of the inputs for which the list was filled; 0: none.
    uint64_t stamp = 0;
    DrawList list;
  };
  struct PaintedView {
    Overlay overlay;
    std::vector<std::unique_ptr<PaintedList>> parts;  // by tag
    uint64_t label_stamp = 0;
    bool labels_cut = false;
    bool labels_crowded = false;
    size_t primitives = 0;
  };
  static constexpr int kTakenPixels = 4;

  static PaintedList& part_of(std::vector<std::unique_ptr<PaintedList>>& parts, const DrawListTag& tag);
  PaintedList& part(const DrawListTag& tag) { return part_of(view_->parts, tag); }
  PaintedList& shared_part(const DrawListTag& tag) { return part_of(shared_parts_, tag); }
  bool renew(PaintedList& part, uint64_t stamp);
  void show(const PaintedList& shown, uint64_t key, float opacity, const LegendEntry& entry);
  void forget_tiles(const Lab& lab);

  void begin_layers(std::span<const LayerState> layers);
  double crowding(double zoom, double size) const;
  void thin_out(size_t first, double zoom, double most_ink);

  std::vector<LayerState> layers_;  // by number
  std::array<PaintedView, kMaxViews> views_;
  PaintedView* view_ = nullptr;  // the view that is being painted
  int index_ = 0;
  int level_ = kAllLevels;
  bool draws_cells_ = true;
  Rect visible_;
  uint64_t frame_ = 0;
  uint64_t rebuilt_ = 0;
  // How much work (see kCellsPerWork) the tiles that come newly in sight may still take in this frame.
  size_t tile_work_left_ = SIZE_MAX;
  // Tiles are left for later frames.
  bool tiles_due_ = false;
  uint64_t next_version_ = 1;
  std::vector<std::unique_ptr<PaintedList>> shared_parts_;  // by tag
  // For each block of kTakenPixels x kTakenPixels pixels: 1 if a text is there.
  std::vector<uint8_t> taken_;

 private:
  struct PaintedTile {  // a tile of one list
    // The newest stamp of its clusters when the tile was built; 0: it was never built.
    uint64_t stamp = 0;
    uint64_t version = 0;
    // The last frame in which the tile was visible.
    uint64_t used = 0;
    bool current = false;  // the tile is up to date
    InkCoverage ink;
    DrawList list;
  };
  uint64_t number_of(const TileSource& source);
  PaintedTile& tile_of(const Lab& lab, const TiledLayer& tiled, const Tiling& tiling, const Rect& inside, uint64_t key);
  void build_tile(const Lab& lab, const TiledLayer& tiled, const Rect& inside, PaintedTile& tile);

  struct DrawnTile {
    const InkCoverage* ink = nullptr;
    double cells = 0;  // number of its cells
  };
  std::vector<DrawnTile> drawn_tiles_;  // scratch: the tiles of the layer that is shown

  template <class T>
  static constexpr char kMemoryKey = 0;
  std::unordered_map<const void*, std::shared_ptr<void>> memory_;
  std::unordered_map<uint64_t, PaintedTile> tiles_;
  std::vector<const TileSource*> sources_;  // by number
  // The map and the cluster geometry for which the tiles were built.
  uint64_t world_version_ = 0;
  uint64_t geometry_ = 0;
};

}  // namespace strata
