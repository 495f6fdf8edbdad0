// Purpose: This header declares the feature of HNA*, groups of polygons on up to three levels: its layers, commands,
//          options, counts, inspection, settings and state dump.
// Source: Rahmani, Pelechano 2020; core/hna/hna.hpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/hna/hna_query.hpp"
#include "core/world/map_hna.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHnaFeature;
FeaturePanel hna_panel();
extern const std::array<PlannerAppearance, 4> kHnaPlanners;

extern const FeatureLayer kGroupLayer;
// Inter-edges, which are the nodes of the abstract graph of a level.
extern const FeatureLayer kExitLayer;
extern const FeatureLayer kInsideLayer;  // intra-edges
// The paths that PCCP has stored from the inspected polygon.
extern const FeatureLayer kReachLayer;
extern const TileSource kHnaTiles;
extern const std::array<FeatureCommand, 4> kHnaCommands;
std::span<const LabSetting> hna_lab_settings();
extern const std::array<PaintStep, 4> kHnaPaint;
extern const std::array<LabelStep, 1> kHnaLabels;
// Draws the line from the start to the first inter-edge of an abstract path, and the line from its last
// inter-edge to the goal.
void paint_hna_links(const Lab& lab, const PlannerRow& row, int level, DrawList& out);

struct HnaLevelCounts {
  size_t groups = 0, inter_edges = 0, intra_edges = 0, largest = 0;
  size_t most_inter_edges = 0;  // maximum over all groups
  // Upper bounds of `most_inter_edges` (section 4.1 of the paper): for groups of the chosen size, and for the
  // largest existing group.
  size_t bound = 0, bound_of_largest = 0;
};

// Returns the maximum number of inter-edges of a group of `polygons` polygons that have at most `sides` sides each.
// Joining the polygons to one group uses up at least 2 * (polygons - 1) of their sides.
inline size_t hna_inter_edge_bound(size_t polygons, size_t sides) {
  return sides < 2 || polygons == 0 ? 0 : polygons * (sides - 2) + 2;
}

struct HnaStatus {
  bool building = false;  // a background build is running
  bool ready = false;
  bool cancelled = false;
};

// The group of the inspected polygon on one level.
struct GroupInspection {
  // kNoGroup: the polygon belongs to no group on this level.
  uint32_t group = kNoGroup;
  size_t polygons = 0;
  uint32_t inter_edges = 0;
  // An entry of table P of the paper: the cost from the centroid of the polygon to an inter-edge of its group. The
  // entries are sorted, cheapest first.
  struct PathTableEntry {
    PortalId inter_edge = kNoPortal;
    Cell at;
    Cost cost = kInfinite;
    // The side of the inspected polygon through which the path leaves it.
    uint8_t side = 0;
    // The polygons on the stored path after the inspected one.
    std::vector<PolygonId> path;
    // The group on the other side of the inter-edge.
    uint32_t to_group = kNoGroup;
    // The path as text: "13-16"; "none" if the inter-edge is a side of the inspected polygon itself.
    std::string path_text;
  };
  std::vector<PathTableEntry> entries;
};

class HnaController : public FeatureController, public SceneStateProvider, public FitsMaps {
 public:
  explicit HnaController(Lab& lab) : FeatureController(lab), fitted_(lab, "hna") {}

  // Returns the options of the groups; they are stored here also while HNA* is switched off.
  const MapHnaOptions& options() const { return options_; }
  void set_options(const MapHnaOptions& options);
  // Sets levels and size of groups: to those that suit the mesh, or to the usual ones. Errors: there is no mesh.
  Status choose_options(bool automatic);
  // Returns why choose_options(true) is not possible now; empty: it is.
  std::string_view why_not_automatic() const;
  MapFitting& fitting() override { return fitted_; }
  // Returns why the present options were chosen, as a sentence; empty: they were set one by one, or are the usual ones.
  std::string_view reason() const { return fitted_.reason(options_); }
  const HnaStatus& status() const { return status_; }
  const MeshBlockStamps& stamps() const { return stamps_; }
  // Returns one entry per level; index: level - 1.
  const std::vector<GroupInspection>& inspected() const { return inspected_; }

  void tick(double dt_seconds) override;
  // The content is why the options were chosen.
  std::any content() const override { return fitted_.content(options_); }
  void take_content(const std::any& content) override {
    fitted_.note(std::any_cast<const AutomaticOptions<MapHnaOptions>&>(content));
  }
  void read_world() override;
  void structure_event(StructureId which, StructureEvent news) override;
  Activity activity() const override { return status_.building ? Activity::kWorks : Activity::kIdle; }
  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapHna>() = options_; }
  void map_changed(const MapChange& change) override;
  void inspect_cell(Cell cell) override;
  void end_inspection() override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  void show_rows(int from, int to);
  void look_up(const Hna& hna, int level, GroupInspection& at) const;
  void read_path(const NavMesh& mesh, const HnaLevel& level, GroupInspection::PathTableEntry& entry) const;

  AutomaticOptions<MapHnaOptions> fitting_options() const;

  MapHnaOptions options_;
  FittedOptions<MapHnaOptions> fitted_;
  HnaStatus status_;
  MeshBlockStamps stamps_;
  // Version of the groups for which `stamps_` and `inspected_` were computed.
  uint64_t version_ = 0;
  PolygonId polygon_ = kNoPolygon;
  std::vector<GroupInspection> inspected_;
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;  // stamp of the world when inspected_ was computed
};

HnaController& hna_controller(const Lab& lab);

}  // namespace strata
