// Purpose: A Painter is what features paint with over the map. It has lists that are built again only when what they
//          show has changed, tiles of what depends on the map alone, labels that do not lie over each other, and memory
//          for each feature.
// How: A list is known by its tag. A feature renews it with a stamp of all that it depends on, then shows it, once a
//      frame and view. Steps are painted in the order of their depths (app/lab/feature.hpp).
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

// Depths of the shared steps: what is painted later lies on top. A feature's step names a depth between these.
namespace depth {
inline constexpr int kAreas = 100;      // regions, rooms
inline constexpr int kCells = 200;      // clearances, grid
inline constexpr int kBorders = 300;    // borders of clusters and sectors
inline constexpr int kGraphs = 400;     // abstract nodes and edges
inline constexpr int kNearEdges = 500;  // edges of the cell under the pointer
inline constexpr int kDrawn = 600;      // the drawn graph, hierarchies above it
inline constexpr int kSearch = 700;     // the search that is stepped
inline constexpr int kPaths = 800;
inline constexpr int kFlashes = 900;
inline constexpr int kAgents = 1000;
inline constexpr int kSigns = 1100;  // landmarks, start and goal
}  // namespace depth

// The name of a list that is not tiled. Each list has one static object.
class ListTag {
 public:
  ListTag() : index_(next_++) {}
  size_t index() const { return index_; }
  static size_t count() { return next_; }

 private:
  static size_t next_;
  size_t index_;
};

// How tiles of one kind lie over the map.
struct Tiling {
  ClusterGrid clusters;
  int per_tile = 16;                              // clusters per side
  const std::vector<uint64_t>* stamps = nullptr;  // by cluster
  bool ready = false;
};
// Returns a tiling along the parts of a structure, `per_tile` of them per side.
Tiling structure_tiling(const Lab& lab, StructureId structure, int level, int per_tile);
struct TiledLayer;
// A TileSource builds tiles of one kind. Each kind has one static object.
struct TileSource {
  Tiling (*tiling)(const Lab& lab, int level);
  void (*build)(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out);
  // If this value changes, all old tiles are useless. Null: tiles are only freed with the map.
  uint64_t (*geometry)(const Lab& lab) = nullptr;
};
// A layer made of one kind of tiles.
struct TiledLayer {
  Layer layer;
  int list;  // index among the source's lists, below 16
  const TileSource* source;
  int level;
  double min_pixels;   // smallest side of a cluster of the level
  bool fades = false;  // fades where its lines are close to one another on the screen
};

class Painter {
 public:
  Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  static constexpr double kMinCellPixelsShade = 0.35;  // areas are coloured from this size of a cell on
  static constexpr double kMinCellPixelsHatch = 3;     // areas are also hatched from this size of a cell on
  // Lines that are closer to one another than this fade, so that they never cover what lies below them: pixels.
  static constexpr double kLeastLineDistance = 8;
  static constexpr size_t kMaxPrimitives = 1'500'000;  // per view
  static constexpr size_t kMaxLabels = 6'000;          // per view
  static constexpr size_t kMaxSparseEvents = 200'000;  // limit for a search whose nodes are drawn one by one

  // The next functions concern the view that is being painted.
  int index() const { return index_; }  // index of the view
  int level() const { return level_; }
  bool shows(int level) const { return level_ == kAllLevels || level_ == level; }
  // Return the recorded search that the view shows, and its planner.
  const Playback& search(const Lab& lab) const;
  const Planner& planner(const Lab& lab) const;
  bool up_to_date(const Lab& lab) const;  // the search is of the present map and the present query
  // Whether the view shows what belongs to the structure: views that compare planners leave out structures that their
  // planner does not depend on.
  bool concerns(const Lab& lab, StructureId structure) const;
  const Rect& visible() const { return visible_; }
  // Returns the layer as it is drawn. Its note says why it shows less than it could.
  LayerState& layer(Layer layer) { return layers_[static_cast<size_t>(layer)]; }
  const LayerState& layer(Layer layer) const { return layers_[static_cast<size_t>(layer)]; }
  Overlay& overlay() { return view_->overlay; }

  // Returns true if the list must be rebuilt; it is empty then.
  bool renew(const ListTag& tag, uint64_t stamp);
  DrawList& list(const ListTag& tag) { return part(tag).list; }
  void show(const ListTag& tag, float opacity);
  // Do the same for lists that are the same in all views: if one view has renewed the list, the next view need not.
  bool renew_shared(const ListTag& tag, uint64_t stamp) { return renew(shared_part(tag), stamp); }
  DrawList& shared_list(const ListTag& tag) { return shared_part(tag).list; }
  void show_shared(const ListTag& tag, float opacity);
  void forget_shared(const ListTag& tag);

  // Brings the visible tiles of a layer up to date and adds them.
  void show_tiled(const Lab& lab, const TiledLayer& tiled);
  void forget_tiles(const TileSource& source);

  // Takes the place of a text on the screen; returns false if another text is there.
  bool take_place(const Camera& camera, float x, float y, size_t letters);
  void free_places(const Camera& camera);                // frees all places
  void note_crowded() { view_->labels_crowded = true; }  // there was no place for a text
  void add_label(float x, float y, float share, Rgba color, Rgba back, std::string_view text);

  // Returns what T's owner keeps from frame to frame; made at the first call.
  template <class T>
  T& memory() {
    std::shared_ptr<void>& kept = memory_[&kMemoryKey<T>];
    if (kept == nullptr) kept = std::make_shared<T>();
    return *static_cast<T*>(kept.get());
  }

  // Returns the number of lists rebuilt since the start: it stays the same while nothing changes.
  uint64_t rebuilt() const { return rebuilt_; }
  void note_rebuilt() { ++rebuilt_; }        // counts something other than a list
  uint64_t frame() const { return frame_; }  // frame number; all views of a frame are painted one after the other

 protected:
  struct Part {
    uint64_t version = 0;
    uint64_t stamp = 0;  // stamp of what the list was built from
    DrawList list;
  };
  struct View {
    Overlay overlay;
    std::vector<std::unique_ptr<Part>> parts;  // by tag
    uint64_t label_stamp = 0;
    bool labels_cut = false;
    bool labels_crowded = false;
    size_t primitives = 0;
  };
  static constexpr int kTakenPixels = 4;

  static Part& part_of(std::vector<std::unique_ptr<Part>>& parts, const ListTag& tag);
  Part& part(const ListTag& tag) { return part_of(view_->parts, tag); }
  Part& shared_part(const ListTag& tag) { return part_of(shared_parts_, tag); }
  bool renew(Part& part, uint64_t stamp);
  void show(const Part& shown, uint64_t key, float opacity);
  void forget_tiles(const Lab& lab);

  void begin_layers(std::span<const LayerState> layers);

  std::vector<LayerState> layers_;  // by number
  std::array<View, kMaxViews> views_;
  View* view_ = nullptr;  // the view that is being painted
  int index_ = 0;
  int level_ = kAllLevels;
  Rect visible_;
  uint64_t frame_ = 0;
  uint64_t rebuilt_ = 0;
  uint64_t next_version_ = 1;
  std::vector<std::unique_ptr<Part>> shared_parts_;  // by tag
  std::vector<uint8_t> taken_;                       // by block of kTakenPixels x kTakenPixels of the screen

 private:
  struct Tile {          // tile of one list
    uint64_t stamp = 0;  // newest stamp of its clusters when it was built; 0: never
    uint64_t version = 0;
    uint64_t used = 0;     // the frame that used the tile last
    bool current = false;  // the tile is up to date
    double length = 0;     // of all its lines, in cells
    DrawList list;
  };
  uint64_t number_of(const TileSource& source);
  Tile& tile_of(const Lab& lab, const TiledLayer& tiled, const Tiling& tiling, const Rect& inside, uint64_t key);

  template <class T>
  static constexpr char kMemoryKey = 0;
  std::unordered_map<const void*, std::shared_ptr<void>> memory_;
  std::unordered_map<uint64_t, Tile> tiles_;
  std::vector<const TileSource*> sources_;  // by number
  // What the tiles were built for: the map and the shape of the clusters.
  uint64_t world_version_ = 0;
  uint64_t geometry_ = 0;
};

}  // namespace strata
