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

extern const FeatureLayer kHaaIntraLayer;      // annotated with capability and clearance where there is room
extern const FeatureLayer kHaaInterLayer;      // so are these
extern const FeatureLayer kHaaDominatedLayer;  // edges that the other qualities leave out, struck out
extern const TileSource kHaaTiles;
extern const std::array<PaintStep, 1> kHaaPaint;
extern const std::array<LabelStep, 1> kHaaLabels;

// How the edges of a capability are drawn, by its place among those that HAA* knows.
struct CapabilityStyle {
  Rgba color = palette::kBlack;
  float dash = 0;  // pixels; 0: solid
};
CapabilityStyle capability_style(size_t index);

// What a cell is in HAA*.
struct HaaInspection {
  bool node = false;
  std::vector<HaaEdge> edges;  // of that node: from is the cell
};

class HaaController : public FeatureController {
 public:
  explicit HaaController(Lab& lab) : FeatureController(lab) {}

  // HAA* as it is, or as it will be when it is switched on. World::has(Structure::kHaa) says which.
  const HaaOptions& options() const { return options_; }
  void set(HaaOptions options);
  void keep_dominated() { options_.keep_dominated = true; }  // from when it is switched on
  // By quality; kInitial: only with HaaOptions::keep_dominated.
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
