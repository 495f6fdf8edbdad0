// Purpose: One cluster of HPA* alone: only its intra-edges are drawn, and texts on the map say what they cost and how
//          wide entrances are.
// Source: Botea, Müller, Schaeffer 2004, section 4.1, whose figures show clusters so.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/grid/clusters.hpp"
#include "core/hpa/hpa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHpaClusterFeature;
FeaturePanel hpa_cluster_panel();

extern const FeatureLayer kIntraCostLayer;      // costs of intra-edges, as text
extern const FeatureLayer kEntranceWidthLayer;  // widths of entrances in cells, as text
extern const std::array<PaintStep, 1> kHpaClusterPaint;
extern const std::array<LabelStep, 1> kHpaClusterLabels;

// The cluster that is shown alone.
struct PickedCluster {
  Cell cell;           // some cell of it
  bool alone = false;  // a veil lies over the rest of the map
};

class HpaClusterController : public FeatureController {
 public:
  explicit HpaClusterController(Lab& lab) : FeatureController(lab) {}

  const std::optional<PickedCluster>& picked() const { return picked_; }
  void pick(const std::optional<PickedCluster>& picked) { picked_ = picked; }

  void map_changes(const MapChange& change) override {
    if (change.what == MapChange::What::kOther) picked_.reset();
  }
  void dump(nlohmann::json& out) const override;

 private:
  std::optional<PickedCluster> picked_;
};

HpaClusterController& hpa_cluster_controller(const Lab& lab);

// Draws the intra-edges that the picked cluster of the level has.
void show_picked_cluster(Painter& painter, const Lab& lab, int level);

// Returns the level that texts of clusters are about in the view: in a view of all levels, the one that its planner
// searches, or level 1. 0: the view shows no level of HPA*.
int level_of_texts(const Painter& painter, const Lab& lab);
// Appends the intra-edges of the level that lie in the picked cluster, or else in the clusters that `visible` touches.
void append_shown_intra_edges(const Lab& lab, const Rect& visible, int level, std::vector<HpaEdge>& edges);
// Appends the entrances on borders of the level within `visible`.
void append_shown_entrances(const Lab& lab, const Rect& visible, int level, std::vector<Entrance>& entrances);

}  // namespace strata
