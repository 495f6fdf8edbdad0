// Purpose: This header declares the feature of LPA* and D* Lite, which repair their last search after an edit: the
//          switch of the structure that keeps their costs, what the last repair did, and the costs of a cell.
// Source: Koenig, Likhachev, Furcy 2004; Koenig, Likhachev 2002; core/world/map_repairs.hpp.
#pragma once

#include <array>
#include <optional>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/search/incremental_search.hpp"
#include "core/world/map_repairs.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kRepairsFeature;
FeaturePanel repairs_panel();
extern const std::array<PlannerAppearance, 2> kRepairPlanners;

extern const FeatureLayer kRepairLayer;  // the areas that the edits since the search before have changed
extern const std::array<PaintStep, 1> kRepairPaint;
inline constexpr Rgba kRepairColor = palette::kOrange;

// The costs of the inspected cell in the search before the last edit.
struct InspectedRepair {
  CellCosts lpa, dstar;
  bool known = false;  // at least one of the two planners has kept costs of this query
};

// Keeps the query of the structure that of the lab.
class RepairsController : public FeatureController {
 public:
  explicit RepairsController(Lab& lab) : FeatureController(lab) {}

  const InspectedRepair& inspected() const { return inspected_; }

  void tick(double) override { follow_query(); }
  void finish_updates() override { follow_query(); }
  void query_changed() override { follow_query(); }
  void choose(WorldSetup& setup, ChosenFor map) const override;
  void structure_event(StructureId which, StructureEvent news) override;
  bool switch_structure(bool on) override;
  void inspect_cell(Cell cell) override;
  void end_inspection() override { inspected_ = {}; }
  void dump_inspected(nlohmann::json& out) const override;

 private:
  RepairsOptions wanted() const;
  void follow_query();
  void say_refused();

  InspectedRepair inspected_;
};

RepairsController& repairs_controller(const Lab& lab);

}  // namespace strata
