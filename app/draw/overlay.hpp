// Purpose: OverlayBuilder builds what is drawn over the map in all views: the shared layers, and those of the features.
// How: What depends on the map alone is cut into tiles of clusters, so that an edit renews one tile and a frame in
//      which nothing happens builds nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/playback/playback.hpp"

namespace strata {

// All views of a frame, and what is to be said of them, which the lab shows (note_drawn).
struct DrawnViews {
  std::span<const Overlay* const> overlays;
  std::span<const LayerState> layers;  // by number, each with a note on why it shows less than it could
  std::array<std::string, kMaxViews> view_notes;
  bool truncated = false;  // there is more to draw than is drawn
};

class OverlayBuilder : public Painter {
 public:
  OverlayBuilder();

  static constexpr int kTileClusters = 16;        // side of a tile of level 1; tiles of higher levels are as wide
  static constexpr double kMinClusterPixels = 6;  // entrances, transitions, inter-edges are shown from this side on
  static constexpr double kMinClusterPixelsIntra = 8;
  // The same limit for levels above the first, where all levels are shown at once: many long edges on few pixels are
  // illegible.
  static constexpr double kMinClusterPixelsTogether = 64;
  static constexpr double kMinClusterPixelsBorder = 4;
  // Lines that stand closer than about 8 pixels fade out, and are gone at kMinClusterPixelsBorder: they would cover the
  // map. Returns their opacity at this distance.
  static constexpr double border_fade(double pixels) {
    return std::clamp((pixels - kMinClusterPixelsBorder) / (2 * kMinClusterPixelsBorder), 0.0, 1.0);
  }
  static constexpr double kMinCellPixelsGrid = 5;
  static constexpr double kMinCellPixelsTree = 5;
  static constexpr double kMinCellPixelsLabel = 42;      // g, h and f
  static constexpr double kMinCellPixelsF = 26;          // f alone
  static constexpr double kMinCellPixelsClearance = 18;  // for the numbers of clearances
  static constexpr double kMinCellPixelsAnnotation = 24;

  // Draws what the lab's camera shows in all views, of which there are LabState::view_count. The lab is only read. The
  // result is valid until the next call. Views that show the same share batches.
  const DrawnViews& build_views(const Lab& lab);

 private:
  void build_view(const Lab& lab);
  void hide_layers(const Lab& lab);
  void paint_features(const Lab& lab, int below);
  void note_missing_level(const Lab& lab);
  void show_pictures(const Lab& lab);
  void show_grid(const Lab& lab);
  void show_search(const Lab& lab);
  void show_clearance(const Lab& lab);

  void build_grid(const Rect& visible);
  void build_tree(const Lab& lab, const Rect& visible);
  void build_abstract_tree(const Playback& playback, DrawList& out);
  void build_sparse(const Lab& lab, bool tree);
  void build_nodes(const Lab& lab);
  void build_paths(const Lab& lab);
  void build_drill_down(const Lab& lab);
  void build_way_of_cones(const Playback& playback, DrawList& out);
  void add_way_of_cones(const Playback& playback, NodeId node, float width, Rgba color, DrawList& out) const;
  void build_step(const Lab& lab);
  void build_flashes(const Lab& lab);
  void build_agent(const Lab& lab);
  void build_top(const Lab& lab);
  void build_crosshair(const Lab& lab);
  void build_labels(const Lab& lab, const Rect& visible);
  void label_search(const Lab& lab, const Rect& visible);
  void label_clearance(const Lab& lab, const Rect& visible);
  void add_abstract_path(const Lab& lab, const PlannerRow& row, DrawList& list);
  void add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                DrawList& list) const;

  std::array<const Overlay*, kMaxViews> overlays_{};
  DrawnViews drawn_;
  struct FeatureStep {
    PaintStep step;
    StructureId structure;  // structure of its feature
  };
  std::vector<FeatureStep> steps_;  // steps of the features, by depth
  size_t next_step_ = 0;
  std::vector<SearchMarks> marks_;
  std::vector<LabelStep> labels_;
  // Members reused from frame to frame to save memory allocations.
  std::vector<CellId> cells_;
  std::vector<NodeId> chain_;
  std::vector<const PlannerRow*> rows_;
  std::vector<AbstractNodeAt> nodes_;
  std::vector<PathEdge> path_edges_;
};

}  // namespace strata
