// Purpose: This header declares the feature of HAA*: its layers, commands, settings, state dump and inspection.
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

extern const FeatureLayer kHaaClusterLayer;  // borders of clusters
extern const FeatureLayer kHaaIntraLayer;    // intra-edges; with capability and clearance if there is room
extern const FeatureLayer kHaaInterLayer;    // inter-edges; with capability and clearance if there is room
// The edges that the graphs of high and low quality omit as dominated, crossed out.
extern const FeatureLayer kHaaDominatedLayer;
extern const TileSource kHaaTiles;
extern const std::array<PaintStep, 2> kHaaPaint;
extern const std::array<LabelStep, 1> kHaaLabels;

// How the edges of a capability look. The table is indexed like the capabilities in HaaOptions.
struct CapabilityStyle {
  Rgba color = palette::kBlack;
  float dash = 0;  // pixels; 0: solid
};
CapabilityStyle capability_style(size_t index);

// What HAA* knows about the inspected cell.
struct HaaInspection {
  bool node = false;
  // The edges of the node in the inspected cell, which is their `from`.
  std::vector<HaaEdge> edges;
};

class HaaController : public FeatureController {
 public:
  explicit HaaController(Lab& lab) : FeatureController(lab) {}

  // Returns the options of HAA*; they are stored here also while HAA* is switched off,
  // see World::has(StructureId::kHaa).
  const HaaOptions& options() const { return options_; }
  void set(HaaOptions options);
  const HaaInspection& inspected() const { return inspected_; }

  bool switch_structure(bool on) override;
  void structure_event(StructureId which, StructureEvent news) override;
  std::function<void()> follow_rules(const Rules& rules, WorldSetup& setup) override;
  void choose(WorldSetup& setup, ChosenFor map) const override;
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  void say_refused();
  void include_agent(const Agent& agent);
  void apply_options(bool on);

  HaaOptions options_;
  HaaInspection inspected_;
};

HaaController& haa_controller(const Lab& lab);

}  // namespace strata
