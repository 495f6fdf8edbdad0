// Purpose: This header declares layers that show one cluster of HPA*: only its intra-edges are drawn, with their costs
//          and the widths of its entrances as texts.
// Source: Botea, Müller, Schaeffer 2004, section 4.1, whose figures show clusters like this.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/scene_state_provider.hpp"
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

// The cluster that the user has picked to be shown alone.
struct PickedCluster {
  // A cell of the picked cluster.
  Cell cell;
  bool alone = false;  // the rest of the map is dimmed
};

class HpaClusterController : public FeatureController, public LogContributor, public SceneStateProvider {
 public:
  explicit HpaClusterController(Lab& lab) : FeatureController(lab) {}

  const std::optional<PickedCluster>& picked() const { return picked_; }
  void pick(const std::optional<PickedCluster>& picked) { picked_ = picked; }

  void map_changes(const MapChange& change) override {
    if (change.what == MapChange::Kind::kOther) picked_.reset();
  }
  void content_lines(SavedContent& content) const override;
  std::any content() const override { return picked_; }
  void take_content(const std::any& content) override {
    picked_ = std::any_cast<const std::optional<PickedCluster>&>(content);
  }
  void dump(nlohmann::json& out) const override;

 private:
  std::optional<PickedCluster> picked_;
};

HpaClusterController& hpa_cluster_controller(const Lab& lab);

// Draws the intra-edges of the cluster with this cell strongly.
void show_cluster_edges(Painter& painter, const Lab& lab, int level, Cell cell);

// Returns the level whose clusters the view annotates with texts. In a view of all levels it is the level that the
// planner searches, or level 1. 0: the view shows no level of HPA*.
int level_of_texts(const Painter& painter, const Lab& lab);
// Appends the intra-edges of the level in the picked cluster. If no cluster is picked, appends those in all clusters
// that `visible` touches.
void append_shown_intra_edges(const Lab& lab, const Rect& visible, int level, std::vector<HpaEdge>& edges);
// Appends the entrances on borders of the level within `visible`.
void append_shown_entrances(const Lab& lab, const Rect& visible, int level, std::vector<Entrance>& entrances);

}  // namespace strata
