// Purpose: HAA* in the lab: its layers, commands, settings, dump and inspection.
// Source: Harabor, Botea 2008; core/haa/haa.hpp.
#pragma once

#include <array>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/haa/haa.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kHaaFeature;
FeaturePanel haa_panel();
extern const std::array<PlannerAppearance, 2> kHaaPlanners;

extern const FeatureLayer kHaaClusterLayer;    // borders of clusters
extern const FeatureLayer kHaaIntraLayer;      // intra-edges, with capability and clearance where there is room
extern const FeatureLayer kHaaInterLayer;      // inter-edges, with capability and clearance where there is room
extern const FeatureLayer kHaaDominatedLayer;  // edges that the high or the low quality leaves out, crossed out
extern const TileSource kHaaTiles;
extern const std::array<PaintStep, 2> kHaaPaint;
extern const std::array<LabelStep, 1> kHaaLabels;

// Style of a capability's edges, by the index of the capability among those that HAA* knows.
struct CapabilityStyle {
  Rgba color = palette::kBlack;
  float dash = 0;  // pixels; 0: solid
};
CapabilityStyle capability_style(size_t index);

// What HAA* holds for the inspected cell.
struct HaaInspection {
  bool node = false;
  std::vector<HaaEdge> edges;  // edges of the node; `from` is the cell
};

class HaaController : public FeatureController {
 public:
  explicit HaaController(Lab& lab) : FeatureController(lab) {}

  // Options of HAA*, also while it is switched off, see World::has(StructureId::kHaa).
  const HaaOptions& options() const { return options_; }
  void set(HaaOptions options);
  void keep_dominated() { options_.keep_dominated = true; }  // takes effect when HAA* is switched on
  // Indexed by quality; kInitial is counted only with HaaOptions::keep_dominated.
  const std::array<HaaCounts, kHaaQualities>& counts() const { return counts_; }
  void set_counts(const std::array<HaaCounts, kHaaQualities>& counts) { counts_ = counts; }
  const HaaInspection& inspected() const { return inspected_; }

  bool switch_structure(bool on) override;
  void structure_event(StructureId which, StructureEvent news) override;
  std::function<void()> follow_rules(const Rules& rules, WorldSetup& setup) override;
  void choose(WorldSetup& setup, bool other_map) const override;
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void say_refused();
  void include_agent(const Agent& agent);
  void carry_over(bool on);

  HaaOptions options_;
  std::array<HaaCounts, kHaaQualities> counts_;
  HaaInspection inspected_;
};

HaaController& haa_controller(const Lab& lab);

}  // namespace strata
