// Purpose: Sectors in the lab: their layers, commands, options, counts, painting, dump and inspection.
// Source: Sturtevant 2007; core/sectors/sectors.hpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {

class EndLinkSource;
struct FeaturePanel;

extern const Feature kSectorsFeature;
FeaturePanel sectors_panel();
extern const std::array<PlannerAppearance, 1> kSectorPlanners;

extern const FeatureLayer kSectorLayer;  // borders of sectors
extern const FeatureLayer kRegionLayer;
extern const FeatureLayer kCentreLayer;
extern const FeatureLayer kSectorEdgeLayer;
extern const FeatureLayer kSecondSectorLayer;  // the second level: borders, edges and centres
extern const TileSource kSectorTiles;
extern const std::array<PaintStep, 3> kSectorPaint;
extern const EndLinkSource kSectorLinks;
// Draws the cells of the regions that the abstract path leads through, and joins the ends of the abstract path to start
// and goal. The abstract path goes over centres, which need not be on the path of cells.
void paint_corridor(const Lab& lab, const PlannerRow& row, int level, DrawList& out);

Rgba sector_color(int level);  // that of level_style
// Colours of regions: sectors that touch have different colours, and so do up to kRegionShades regions of one sector.
inline constexpr int kRegionShades = 3;
Rgba region_color(int sector_column, int sector_row, uint32_t number_in_sector);

// The region of the inspected cell on one level of the sectors.
struct RegionInspection {
  bool known = false;
  uint32_t sector = 0;
  int64_t region = -1;  // -1: the cell is blocked
  uint32_t cells = 0;
  CellId centre = kNoCell;
  int64_t parent = -1;            // on level 1 of two: the region of level 2 that contains the centre
  std::vector<SectorEdge> edges;  // edges of the region, which is their `from`
};

class SectorsController : public FeatureController {
 public:
  explicit SectorsController(Lab& lab) : FeatureController(lab) {}

  // Options of the sectors, also while they are switched off.
  const SectorOptions& options() const { return options_; }
  Status set_options(const SectorOptions& options);
  using Counts = std::array<SectorCounts, 2>;
  const Counts& counts() const { return counts_; }  // indexed by level - 1
  void set_counts(const Counts& counts) { counts_ = counts; }
  // Indexed by level - 1.
  const std::array<RegionInspection, 2>& inspected() const { return inspected_; }

  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kGivenUp) counts_ = {};
  }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapSectors>() = options_; }
  bool has_results() override;
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void look_up(Cell cell, int level, RegionInspection& at) const;

  SectorOptions options_;
  uint64_t landmarks_version_ = 0;
  Counts counts_;
  std::array<RegionInspection, 2> inspected_;
};

SectorsController& sectors_controller(const Lab& lab);

}  // namespace strata
