// Purpose: This header declares the feature of sectors: their layers, commands, options, counts, drawing, state
//          dump and inspection.
// Source: Sturtevant 2007; core/sectors/sectors.hpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {

class TemporaryEdgeSource;
struct FeaturePanel;

extern const Feature kSectorsFeature;
FeaturePanel sectors_panel();
extern const std::array<PlannerAppearance, 1> kSectorPlanners;

extern const FeatureLayer kSectorLayer;  // borders of sectors
extern const FeatureLayer kRegionLayer;
extern const FeatureLayer kCentreLayer;
extern const FeatureLayer kSectorEdgeLayer;
extern const FeatureLayer kSecondSectorLayer;  // level 2: borders, edges and centres
extern const TileSource kSectorTiles;
extern const std::array<PaintStep, 3> kSectorPaint;
extern const TemporaryEdgeSource kSectorLinks;
// Draws the corridor: all cells of the regions on the abstract path. Also connects the first and the last centre of the
// abstract path to start and goal, as the path of cells need not pass the centres.
void paint_corridor(const Lab& lab, const PlannerRow& row, int level, DrawList& out);

Rgba sector_color(int level);  // the colour in level_style
// Colours of regions. Adjacent sectors have different colours, and so have the first kRegionShades regions of a sector.
inline constexpr int kRegionShades = 3;
Rgba region_color(int sector_column, int sector_row, uint32_t number_in_sector);

// What the sectors know about the region of the inspected cell on one level.
struct RegionInspection {
  bool known = false;
  uint32_t sector = 0;
  // Number of the region; -1: the cell is blocked.
  int64_t region = -1;
  uint32_t cells = 0;
  CellId centre = kNoCell;
  // On level 1 of two levels, the region of level 2 that contains the region's centre; -1: there is none.
  int64_t parent = -1;
  // The edges of the region, which is their `from`.
  std::vector<SectorEdge> edges;
};

class SectorsController : public FeatureController, public SceneStateProvider, public FitsMaps {
 public:
  explicit SectorsController(Lab& lab) : FeatureController(lab), fitted_(lab, "sectors") {}

  // Returns the options of the sectors; they are stored here also while sectors are switched off.
  const SectorOptions& options() const { return options_; }
  Status set_options(const SectorOptions& options);
  // Sets all options: to those that suit the map, or to the usual ones.
  Status choose_options(bool automatic);
  MapFitting& fitting() override { return fitted_; }
  // Returns why the present options were chosen, as a sentence; empty: they were set one by one, or are the usual ones.
  std::string_view reason() const { return fitted_.reason(options_); }
  // Returns one entry per level; index: level - 1.
  const std::array<RegionInspection, 2>& inspected() const { return inspected_; }

  void tick(double dt_seconds) override;
  void map_changed(const MapChange& change) override { fitted_.map_changed(change); }
  // The content is why the options were chosen.
  std::any content() const override { return fitted_.content(options_); }
  void take_content(const std::any& content) override {
    fitted_.note(std::any_cast<const AutomaticOptions<SectorOptions>&>(content));
  }
  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapSectors>() = options_; }
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void look_up(Cell cell, int level, RegionInspection& at) const;

  SectorOptions options_;
  FittedOptions<SectorOptions> fitted_;
  std::array<RegionInspection, 2> inspected_;
};

SectorsController& sectors_controller(const Lab& lab);

}  // namespace strata
