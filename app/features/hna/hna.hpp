// Purpose: HNA* in the lab: groups of polygons on up to three levels, their layers, commands, options, counts, what is
//          known of the inspected cell, settings and dump.
// Source: Rahmani, Pelechano 2020; core/hna/hna.hpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/feature.hpp"
#include "core/hna/hna_query.hpp"
#include "core/world/map_hna.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHnaFeature;
FeaturePanel hna_panel();
extern const std::array<PlannerAppearance, 4> kHnaPlanners;

extern const FeatureLayer kGroupLayer;
extern const FeatureLayer kExitLayer;    // inter-edges, the nodes of a level
extern const FeatureLayer kInsideLayer;  // intra-edges
extern const FeatureLayer kReachLayer;   // paths that PCCP has stored for the inspected cell
extern const TileSource kHnaTiles;
extern const std::array<FeatureCommand, 3> kHnaCommands;
std::span<const LabSetting> hna_lab_settings();
extern const std::array<PaintStep, 4> kHnaPaint;
extern const std::array<LabelStep, 1> kHnaLabels;
// Draws the links from the start to the first inter-edge of an abstract path, and from the last one to the goal.
void paint_hna_links(const Lab& lab, const PlannerRow& row, int level, DrawList& out);

struct HnaLevelCounts {
  size_t groups = 0, inter_edges = 0, intra_edges = 0, largest = 0, row_bytes = 0;
  size_t most_inter_edges = 0;  // of a group
  // Upper bounds of that, section 4.1: of groups of the size that is set, and of the largest group there is.
  size_t bound = 0, bound_of_largest = 0;
};

// Returns the most inter-edges that a group of `polygons` polygons of at most `sides` sides can have: each of its
// polygons is joined to another one of the group over two sides, counted once at each of them.
inline size_t hna_inter_edge_bound(size_t polygons, size_t sides) {
  return sides < 2 || polygons == 0 ? 0 : polygons * (sides - 2) + 2;
}

struct HnaStatus {
  bool building = false;  // in the background
  bool ready = false;
  bool cancelled = false;
};

// The group of the inspected polygon on one level.
struct GroupInspection {
  uint32_t group = kNoGroup;  // kNoGroup: there is no group
  size_t polygons = 0;
  uint32_t inter_edges = 0;
  // Table P of the paper: costs from the centre of the polygon to every inter-edge of the group, cheapest first.
  struct Entry {
    PortalId inter_edge = kNoPortal;
    Cell at;
    Cost cost = kInfinite;
    uint8_t side = 0;              // side of the polygon by which the path leaves it
    std::vector<PolygonId> path;   // polygons that the stored path crosses after the inspected one
    uint32_t to_group = kNoGroup;  // the group beyond the inter-edge
    std::string path_text;         // "13-16"; "none": the inter-edge is a side of the polygon
  };
  std::vector<Entry> entries;
};

class HnaController : public FeatureController {
 public:
  explicit HnaController(Lab& lab) : FeatureController(lab) {}

  // Options of the groups, also while HNA* is switched off.
  const MapHnaOptions& options() const { return options_; }
  void set_options(const MapHnaOptions& options);
  const HnaStatus& status() const { return status_; }
  using Counts = std::array<HnaLevelCounts, kMaxHnaLevels>;
  const Counts& counts() const { return counts_; }  // indexed by level - 1
  void set_counts(const Counts& counts) { counts_ = counts; }
  const MeshStamps& stamps() const { return stamps_; }
  // Indexed by level - 1, one entry per level.
  const std::vector<GroupInspection>& inspected() const { return inspected_; }

  void read_world() override;
  void structure_event(StructureId which, StructureEvent news) override;
  Activity activity() const override { return status_.building ? Activity::kWorks : Activity::kRests; }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapHna>() = options_; }
  void stamp_all() override { stamps_.renew(*world_); }
  void map_changed(const MapChange& change) override;
  void look_at(Cell cell) override;
  void look_away() override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  void show_rows(int from, int to);
  void look_up(const Hna& hna, int level, GroupInspection& at) const;
  void read_path(const NavMesh& mesh, const HnaLevel& level, GroupInspection::Entry& entry) const;

  MapHnaOptions options_;
  HnaStatus status_;
  Counts counts_;
  MeshStamps stamps_;
  uint64_t version_ = 0;  // version of the groups that the stamps and answers belong to
  PolygonId polygon_ = kNoPolygon;
  std::vector<GroupInspection> inspected_;
  Cell looked_at_;
  uint64_t looked_stamp_ = 0;  // state of the world that `inspected_` was read from
};

HnaController& hna_controller(const Lab& lab);

}  // namespace strata
