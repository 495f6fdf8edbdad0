// Purpose: Builds what is drawn over the map in all views: the shared layers, and those of the features.
// How: What depends on the map alone is cut into tiles of clusters, so that an edit renews one tile and a frame in
// which
//      nothing happens builds nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"

namespace strata {

class OverlayBuilder : public Painter {
 public:
  OverlayBuilder();

  static constexpr int kTileClusters = 16;        // side of a tile of level 1; those of the levels above are as wide
  static constexpr double kMinClusterPixels = 6;  // entrances, transitions, inter-edges: shown from this side on
  static constexpr double kMinClusterPixelsIntra = 8;
  // Of the levels above the first, where all are shown at once: many long edges on few pixels are a blot.
  static constexpr double kMinClusterPixelsTogether = 64;
  static constexpr double kMinClusterPixelsBorder = 3;
  static constexpr double kMinCellPixelsGrid = 5;
  static constexpr double kMinCellPixelsTree = 5;
  static constexpr double kMinCellPixelsLabel = 56;
  static constexpr double kMinCellPixelsClearance = 18;  // for their numbers
  static constexpr double kMinCellPixelsAnnotation = 24;
  static constexpr size_t kFieldCells = size_t{3} << 17;  // of the picture of a heuristic, looked at in one frame
  static constexpr size_t kMaxSparseEvents = 200'000;     // of a search whose nodes are drawn one by one

  // Of all views, LabState::view_count of them: what the lab's camera shows. Writes the layers' and the views' notes
  // into the lab's state. The result is valid until the next call. Views that show the same share batches.
  std::span<const Overlay* const> build_views(Lab& lab);
  // Of the first view, the same way.
  const Overlay& build(Lab& lab) { return *build_views(lab).front(); }

 private:
  void build_view(Lab& lab);
  void paint_features(Lab& lab, int below);
  void note_missing_level(Lab& lab);
  void show_pictures(Lab& lab);
  void show_grid(Lab& lab);
  void show_clusters(Lab& lab);
  void show_search(Lab& lab);
  void show_tiles(Lab& lab);
  void show_clearance(Lab& lab);
  void show_haa(Lab& lab);

  // Landmarks.
  void paint_field(Lab& lab);
  void build_landmarks(const Lab& lab);
  void label_landmarks(const Lab& lab);

  // Contraction hierarchies.
  void show_hierarchy(Lab& lab, Structure structure);
  uint32_t first_shown(const Lab& lab, const HierarchyPicture& picture) const;
  bool build_hierarchy(const Lab& lab, const HierarchyPicture& picture, Structure structure, uint32_t first,
                       const Rect& area);
  void build_inspected_arc(const Lab& lab);
  void build_two_ways(Lab& lab);
  void build_unpacking(const Lab& lab, const HierarchyPicture* picture);
  void build_contraction(const Lab& lab);
  void build_witness(const Lab& lab, CellId over);

  // The drawn graph.
  void build_drawn(const Lab& lab);
  void label_drawn(const Lab& lab);

  void build_grid(const Rect& visible);
  void build_cluster_lines(const Lab& lab, const Rect& visible);
  void build_tree(const Lab& lab, const Rect& visible);
  void build_abstract_tree(const Playback& playback, DrawList& out);
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
  void add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                DrawList& list) const;

  std::array<const Overlay*, kMaxViews> overlays_{};
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
  std::vector<PaintStep> steps_;  // of the features, by depth
  size_t next_step_ = 0;
  // Scratch.
  std::vector<HaaEdge> haa_edges_;
  std::vector<CellId> cells_;
  std::vector<NodeId> chain_;
  std::vector<const PlannerRow*> rows_;
  std::vector<AbstractNodeAt> nodes_;
  std::vector<PathEdge> path_edges_;
};

}  // namespace strata
