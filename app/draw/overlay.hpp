// Purpose: What is drawn over the map, as plain lists that a renderer uploads as they are.
// How: Lists come in batches. A batch has a key, which stays, and a version, which changes with its content: the
// renderer
//      keeps one buffer per key and uploads only when the version is new. What depends on the map alone is cut into
//      tiles of clusters, so that an edit renews one tile and a frame in which nothing happens builds nothing.
// Units: Map coordinates (cells); widths, dashes and marker sizes in pixels unless said.
// Shapes: The structs are instance data: floats and one colour word (0xAABBGGRR).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/lab.hpp"

namespace strata {

struct DrawRect {  // filled
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  Rgba color = 0;
};
struct DrawLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float width = 1;
  float dash = 0;  // 0: solid; else length of dashes and gaps
  Rgba color = 0;
};
struct DrawMarker {
  float x = 0, y = 0;
  float radius = 4;    // pixels
  float min_cell = 0;  // the radius is at least this share of a cell
  MarkerShape shape = MarkerShape::kDisc;
  Rgba color = 0;
};
struct DrawAgent {
  float x = 0, y = 0;  // map: its middle
  uint32_t sign = 0;   // shape (crowd_style) | heading << 4 (a direction, 8: none) | side in cells << 8
  Rgba color = 0;
};
struct DrawLabel {
  float x = 0, y = 0;  // map; the text is centred there
  Rgba color = 0;
  float share = 0.3f;  // height of the text as a share of a cell, up to the small font's; 0: the small font
  Rgba back = 0;       // a box behind the text; 0: none
  char text[20] = {};
};

struct DrawList {
  std::vector<DrawRect> rects;  // drawn first
  std::vector<DrawLine> lines;
  std::vector<DrawMarker> markers;
  std::vector<DrawAgent> agents;  // drawn last
  void clear() {
    rects.clear();
    lines.clear();
    markers.clear();
    agents.clear();
  }
  size_t size() const { return rects.size() + lines.size() + markers.size() + agents.size(); }
};

struct Batch {
  uint64_t key = 0;      // of the buffer; the same batch has the same key in every frame
  uint64_t version = 0;  // of the content; never reused for other content under the same key
  float opacity = 1;     // multiplies the alpha of the colours
  const DrawList* list = nullptr;
};

// The search picture: a byte a cell, to be looked up in heat_palette().
struct HeatPicture {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  const uint8_t* cells = nullptr;  // rows of `width` bytes; what changed: Playback::take_heat_dirty()
};

// What landmarks tell, see HeuristicView, or where the crowd has been, see CrowdHeat: a byte a cell, to be looked up in
// field_palette().
struct FieldPicture {
  bool on = false;
  float opacity = 1;
  int width = 0;
  int height = 0;
  const uint8_t* cells = nullptr;  // rows of `width` bytes
  // Counts changes. `dirty` is what changed since the version before; who has seen an older one needs everything.
  uint64_t version = 0;
  Rect dirty;
};

// What one view shows over the map.
struct Overlay {
  FieldPicture field;          // below everything else
  FieldPicture crowd;          // on it
  HeatPicture heat;            // below all batches
  std::vector<Batch> batches;  // bottom to top
  std::vector<DrawLabel> labels;
  bool truncated = false;  // more than kMaxPrimitives: the layers' notes say what is missing
};

class OverlayBuilder {
 public:
  static constexpr int kTileClusters = 16;        // side of a tile of level 1; those of the levels above are as wide
  static constexpr double kMinClusterPixels = 6;  // entrances, transitions, inter-edges: shown from this side on
  static constexpr double kMinClusterPixelsIntra = 8;
  // Of the levels above the first, where all are shown at once: many long edges on few pixels are a blot.
  static constexpr double kMinClusterPixelsTogether = 64;
  static constexpr double kMinClusterPixelsBorder = 3;
  static constexpr double kMinCellPixelsGrid = 5;
  static constexpr double kMinCellPixelsTree = 5;
  static constexpr double kMinCellPixelsLabel = 56;
  static constexpr double kMinCellPixelsShade = 0.35;    // of clearances
  static constexpr double kMinCellPixelsClearance = 18;  // for their numbers
  static constexpr double kMinCellPixelsAnnotation = 24;
  static constexpr size_t kMaxPrimitives = 1'500'000;  // of one view
  static constexpr int kTakenPixels = 4;
  static constexpr size_t kMaxLabels = 6'000;             // of one view
  static constexpr double kMinCellPixelsHatch = 3;        // for the hatching of pruned cells
  static constexpr size_t kFieldCells = size_t{3} << 17;  // of the picture of a heuristic, looked at in one frame
  static constexpr size_t kMaxSparseEvents = 200'000;     // of a search whose nodes are drawn one by one

  // Of all views, LabState::view_count of them: what the lab's camera shows. Writes the layers' and the views' notes
  // into the lab's state. The result is valid until the next call. Views that show the same share batches.
  std::span<const Overlay* const> build_views(Lab& lab);
  // Of the first view, the same way.
  const Overlay& build(Lab& lab) { return *build_views(lab).front(); }
  // Lists built anew since the start: does not move while nothing changes.
  uint64_t rebuilt() const { return rebuilt_; }

 private:
  // Tiles of the graphs. What shows one level and what shows all of them at once differ in style.
  enum TileList : int {
    kEntranceList,
    kTransitionList,
    kInterList,
    kIntraList,
    kTileLists,
    kDominatedList = kEntranceList,  // of HAA*
    kShadeList = kEntranceList,      // of clearances
    kRoomList = kEntranceList,
    kPrunedList = kTransitionList,
    kHatchList = kInterList,
    kRegionList = kEntranceList,  // of sectors
    kCentreList = kTransitionList,
    kSectorEdgeList = kInterList,
  };
  enum class TileKind : uint64_t { kLevel, kTogether, kHaa, kClearance, kRooms, kSectors };
  struct Tile {          // of one list
    uint64_t stamp = 0;  // newest of its clusters when it was built; 0: never
    uint64_t version = 0;
    uint64_t used = 0;     // frame
    bool current = false;  // it shows what there is now
    DrawList list;
  };
  // The lists that are not tiled, in drawing order.
  enum PartId : int {
    kGridPart,
    kClusterPart,
    kSectorPart,
    kSector2Part,
    kMacroPart,
    kDrawnPart,
    kCchPart,
    kChPart,
    kArcPart,
    kTreePart,
    kNodePart,
    kAbstractPart,
    kRawPart,
    kPathPart,
    kDrillPart,
    kStepPart,
    kFlashPart,
    kExitPart,
    kAgentPart,
    kLandmarkPart,
    kTopPart,
    kCrossPart,
    kParts
  };
  struct Part {
    uint64_t version = 0;
    uint64_t stamp = 0;  // of what it was built from
    DrawList list;
  };
  struct View {
    Overlay overlay;
    std::array<Part, kParts> parts;
    uint64_t label_stamp = 0;
    bool labels_cut = false;
    bool labels_crowded = false;
    size_t primitives = 0;
    std::array<bool, 2> hierarchy_cut{};  // kCh, kCch: not all arcs are there
  };
  // A kind of tiles as they lie over the map.
  struct Tiling {
    ClusterGrid clusters;
    int per_tile = kTileClusters;
    const std::vector<uint64_t>* stamps = nullptr;
    bool ready = false;
  };
  Tiling tiling(const Lab& lab, TileKind kind, int level) const;
  // One layer of one kind of tiles.
  struct TiledLayer {
    Layer layer;
    TileList list;
    TileKind kind;
    int level;
    double min_pixels;  // of a cluster of the level
  };

  void build_view(Lab& lab);
  // True if the part must be built anew, with its list empty.
  bool renew(PartId part, uint64_t stamp);
  void show(PartId part, float opacity);
  DrawList& list(PartId part) { return view_->parts[static_cast<size_t>(part)].list; }
  // The view shows this level (0: cells).
  bool shows(int level) const { return level_ == kAllLevels || level_ == level; }

  void show_tiles(Lab& lab, const Rect& visible);
  void show_tiled(Lab& lab, const TiledLayer& tiled, const Rect& visible);
  void show_clearance(Lab& lab, const Rect& visible);
  void show_haa(Lab& lab, const Rect& visible);
  void build_hpa_tile(const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out);
  void build_haa_tile(const Lab& lab, TileList wanted, const Rect& clusters, DrawList& out);
  void build_clearance_tile(const Lab& lab, const Rect& blocks, DrawList& out);
  void forget_tiles(const Lab& lab);

  // Rooms.
  void show_rooms(Lab& lab, const Rect& visible);
  void build_room_tile(const Lab& lab, TileList wanted, const Rect& blocks, DrawList& out);
  void build_macro_edges(const Lab& lab);
  void tint_rooms(const Lab& lab);
  void tint_all_rooms(const Rooms& rooms);
  bool tint_room(const Rooms& rooms, uint32_t number);

  // Sectors. `level` is that of the sectors.
  void show_regions(Lab& lab, const Rect& visible);
  void show_sector_borders(Lab& lab, const Rect& visible);
  void show_sector_graph(Lab& lab, const Rect& visible);
  void show_sector_layer(Lab& lab, Layer layer, TileList tile_list, int level, const Rect& visible);
  void build_sector_lines(const Lab& lab, PartId part, int level, const Rect& visible);
  void build_sector_tile(const Lab& lab, const TiledLayer& tiled, const Rect& sectors, DrawList& out);
  void add_centroid(const Sectors& sectors, uint32_t region, DrawList& out);

  // Landmarks.
  void paint_field(Lab& lab);
  void build_landmarks(const Lab& lab);
  void label_landmarks(const Lab& lab);

  // Contraction hierarchies.
  void show_hierarchy(Lab& lab, Structure structure, const Rect& visible);
  uint32_t first_shown(const Lab& lab, const HierarchyPicture& picture) const;
  bool build_hierarchy(const Lab& lab, const HierarchyPicture& picture, Structure structure, uint32_t first,
                       const Rect& area);
  void build_inspected_arc(const Lab& lab);
  void build_two_ways(Lab& lab);
  void build_unpacking(const Lab& lab, const HierarchyPicture* picture);
  void build_contraction(const Lab& lab);
  void build_witness(const Lab& lab, CellId over);

  // The crowd.
  void build_crowd(Lab& lab);
  void paint_crowd_heat(Lab& lab, const Crowd& crowd);
  void build_agents(const Lab& lab, const Crowd& crowd, const Rect& visible);
  void build_trails(const Lab& lab, const Crowd& crowd, const Rect& visible);
  void build_jams(const Lab& lab, const Crowd& crowd, const Rect& visible);
  void build_flow(const Lab& lab, const Crowd& crowd, const Rect& visible);
  void build_followed(const Lab& lab, const Crowd& crowd);
  void build_exits(const Lab& lab);

  // The drawn graph.
  void build_drawn(const Lab& lab);
  void label_drawn(const Lab& lab);

  void build_grid(const Rect& visible);
  void build_cluster_lines(const Lab& lab, const Rect& visible);
  void build_tree(const Lab& lab, const Rect& visible);
  void build_sparse(Lab& lab, bool tree);
  void build_nodes(const Lab& lab);
  void build_paths(const Lab& lab);
  void build_drill_down(const Lab& lab);
  void build_step(Lab& lab);
  void build_flashes(const Lab& lab);
  void build_agent(const Lab& lab);
  void build_top(const Lab& lab);
  void build_crosshair(const Lab& lab);
  void build_labels(Lab& lab, const Rect& visible);
  void label_search(const Lab& lab, const Rect& visible);
  void label_clearance(const Lab& lab, const Rect& visible);
  void label_haa(const Lab& lab, const Rect& visible);
  // Takes the place of a text on the screen; false if another text is there.
  bool take_place(const Camera& camera, float x, float y, size_t letters);
  void add_label(float x, float y, float share, Rgba color, Rgba back, std::string_view text);
  void add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                DrawList& list) const;
  void add_corridor(const Lab& lab, std::span<const CellId> centres, int level, DrawList& list) const;

  std::array<View, kMaxViews> views_;
  std::array<const Overlay*, kMaxViews> overlays_{};
  std::unordered_map<uint64_t, Tile> tiles_;
  uint64_t frame_ = 0;
  uint64_t rebuilt_ = 0;
  uint64_t next_version_ = 1;
  // What the tiles were built for.
  uint64_t world_version_ = 0;
  uint64_t geometry_ = 0;
  // A tint for every room, by number, other than those of the rooms that touch it.
  struct RoomTint {
    Rect cells;  // of the room that it was chosen for
    uint8_t tint = 0;
  };
  std::vector<RoomTint> room_tints_;
  uint64_t tinted_for_ = 0;  // stamp of the rooms
  uint64_t tint_world_ = 0;
  Rect tint_map_;
  // The picture of a heuristic, in two passes over its cells: what values there are, then their colours.
  struct Field {
    enum class Stage : uint8_t { kDone, kMeasure, kPaint };
    std::vector<uint8_t> cells;
    int width = 0;
    int height = 0;
    uint64_t stamp = 0;   // of what it shows, or will show
    uint64_t fields = 0;  // MapLandmarks::version() of that
    uint64_t version = 0;
    Rect dirty;
    Stage stage = Stage::kDone;
    int row = 0;  // next one of the stage
    Cost low = kInfinite;
    Cost high = 0;
  };
  Field field_;
  // The crowd is the same in all views; in drawing order.
  enum CrowdPartId : int { kFlowCrowd, kTrailCrowd, kFollowedCrowd, kJamCrowd, kAgentCrowd, kCrowdParts };
  struct CrowdPart {
    uint64_t version = 0;
    uint64_t stamp = 0;
    DrawList list;
  };
  std::array<CrowdPart, kCrowdParts> crowd_parts_;
  std::vector<Batch> crowd_batches_;
  bool trails_cut_ = false;
  struct CrowdPicture {
    std::vector<uint8_t> cells;
    int width = 0;
    int height = 0;
    uint64_t stamp = 0;
    uint64_t version = 0;
  };
  CrowdPicture crowd_heat_;
  // The view under way.
  View* view_ = nullptr;
  int index_ = 0;
  int level_ = kAllLevels;
  // Scratch.
  std::vector<Entrance> entrances_;
  std::vector<HpaEdge> edges_;
  std::vector<HaaEdge> haa_edges_;
  std::vector<SectorEdge> sector_edges_;
  std::vector<CellId> cells_;
  std::vector<AbstractNodeAt> nodes_;
  std::vector<PathEdge> path_edges_;
  std::vector<uint8_t> taken_;  // by kTakenPixels x kTakenPixels of the screen
};

}  // namespace strata
