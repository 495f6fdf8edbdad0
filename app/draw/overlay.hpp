// Purpose: OverlayBuilder builds the draw lists of all views, for the layers that belong to no feature and for those
//          of the features.
// How: What depends on the map alone is divided into tiles, squares of several clusters. So an edit rebuilds only the
//      tiles around it, and a frame without changes builds nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/playback/playback.hpp"

namespace strata {

// The draw lists of all views in a frame, and the notes about them that the lab shows (note_drawn).
struct DrawnViews {
  std::span<const Overlay* const> overlays;
  // The states of the layers by number. The note of a layer says why it draws less than it could.
  std::span<const LayerState> layers;
  std::array<std::string, kMaxViews> view_notes;
  // The entries of the legend to which the shapes and pictures belong, from bottom to top.
  std::vector<LegendEntry> entries;
  // There was too much to draw, so that something is missing.
  bool truncated = false;
  // Tiles that have come in sight are missing or out of date: the next frames build them.
  bool tiles_due = false;
};

class OverlayBuilder : public Painter {
 public:
  OverlayBuilder();

  // Number of clusters of level 1 on a side of a tile. Tiles of higher levels have the same size in cells.
  static constexpr int kTileClusters = 16;
  // Entrances, transitions and inter-edges are drawn if clusters have at least this side on the screen, in pixels.
  static constexpr double kMinClusterPixels = 6;
  static constexpr double kMinClusterPixelsIntra = 8;
  // While all levels are shown together, intra-edges of higher levels are drawn only from this side of a cluster on, in
  // pixels: many long edges close together cannot be told apart.
  static constexpr double kMinClusterPixelsTogether = 64;
  static constexpr double kMinClusterPixelsBorder = 4;
  // Returns the opacity of border lines that are `pixels` apart. Below about 8 pixels they fade, so that they do not
  // hide the map; at kMinClusterPixelsBorder they vanish.
  static constexpr double border_fade(double pixels) {
    return std::clamp((pixels - kMinClusterPixelsBorder) / (2 * kMinClusterPixelsBorder), 0.0, 1.0);
  }
  // Return the width and the colour of borders of clusters that are `pixels` apart. When the view is zoomed out they
  // are thinner and fainter, so that the map stays visible.
  static constexpr float border_width(double pixels, float widest) {
    return std::min(widest, std::max(0.8f, static_cast<float>(pixels) * 0.05f));
  }
  static constexpr Rgba border_color(double pixels, Rgba color) {
    const auto alpha = static_cast<uint32_t>(std::clamp(60 + pixels * 1.5, 70.0, 190.0));
    return faded(with_alpha(color, alpha), border_fade(pixels));
  }
  static constexpr double kMinCellPixelsGrid = 5;
  static constexpr double kMinCellPixelsTree = 5;
  // Minimum size of a cell at which g, h and f are written into it, in pixels.
  static constexpr double kMinCellPixelsLabel = 42;
  // Minimum size of a cell at which f alone is written into it, in pixels.
  static constexpr double kMinCellPixelsF = 26;
  // Minimum size of a cell at which clearances are written as numbers, in pixels.
  static constexpr double kMinCellPixelsClearance = 18;
  static constexpr double kMinCellPixelsAnnotation = 24;
  // The opacity of marks is multiplied by this while the pointer is over the entry of others.
  static constexpr float kPale = 0.2f;
  // The opacity of the search is multiplied by this while agents come first, and that of agents while a search does.
  static constexpr float kBackground = 0.25f;

  // Builds the draw lists of all LabState::view_count views. The lab does not change. The result is valid until the
  // next call. Views with the same content share batches. Once tiles that have come in sight have taken `tile_work`
  // (see kCellsPerWork), the others are left for the next calls.
  const DrawnViews& build_views(const Lab& lab, size_t tile_work = SIZE_MAX);

 private:
  void build_view(const Lab& lab);
  void hide_layers(const Lab& lab);
  void paint_features(const Lab& lab, int below);
  void note_entries(const Lab& lab);
  void find_searched_layers();
  void make_others_pale(const LegendEntry& entry);
  bool is_stepped(const Lab& lab) const;
  void make_background_pale(const Lab& lab);
  void note_missing_level(const Lab& lab);
  void show_pictures(const Lab& lab);
  bool renew_all(std::span<const DrawListTag> tags, uint64_t stamp);
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
  void build_tool_marks(const Lab& lab);
  void build_inspected(const Lab& lab);
  void build_ends(const Lab& lab);
  void find_fill_region(const Lab& lab);
  void add_fill_region(const Lab& lab, DrawList& out) const;
  void build_crosshair(const Lab& lab);
  void build_labels(const Lab& lab, const Rect& visible);
  void label_search(const Lab& lab, const Rect& visible);
  void label_clearance(const Lab& lab, const Rect& visible);
  void add_other_paths(const Lab& lab, const PlannerRow* pointed);
  void add_final_path(const Lab& lab, const PlannerRow& row, float width, float dash, Rgba color, DrawList& list) const;
  bool has_final_path(const Lab& lab, const PlannerRow& row) const;
  const PlannerRow* path_under_pointer(const Lab& lab) const;
  void add_abstract_path(const Lab& lab, const PlannerRow& row, DrawList& list);
  void add_path(const Lab& lab, std::span<const CellId> path, float width, float dash, Rgba color,
                DrawList& list) const;

  // The region that the fill tool would fill: that of the cell `seed`. Without runs it is too large to be shown.
  struct FillRegion {
    std::pair<uint64_t, uint64_t> of{};  // the version of the world and the revision of the map
    Cell seed{-1, -1};
    std::vector<CellRun> runs;
  };
  FillRegion fill_;

  std::array<const Overlay*, kMaxViews> overlays_{};
  DrawnViews drawn_;
  struct FeaturePaintStep {
    PaintStep step;
    // The structure of the feature that the step belongs to.
    StructureId structure;
  };
  std::vector<FeaturePaintStep> steps_;  // steps of the features, by depth
  size_t next_step_ = 0;
  std::vector<SearchMarks> marks_;
  std::vector<LabelStep> labels_;
  std::vector<bool> searched_;  // by the number of a layer: it shows a search, or what a planner searches
  // These members are reused in every frame to avoid allocations.
  std::vector<CellId> cells_;
  std::vector<NodeId> chain_;
  std::vector<const PlannerRow*> rows_;
  std::vector<AbstractNodeAtCursor> nodes_;
  std::vector<PathEdge> path_edges_;
};

}  // namespace strata
