#include "app/features/crowd/crowd.hpp"

#include <nlohmann/json.hpp>

#include "app/features/crowd/crowd_dump.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

constexpr std::array<const FeatureLayer*, 5> kLayers = {&kCrowdLayer, &kTrailLayer, &kCrowdHeatLayer, &kFlowLayer,
                                                        &kJamLayer};

class CrowdRecord : public Desk {
 public:
  explicit CrowdRecord(Lab& lab) : Desk(lab) {}

  void dump(nlohmann::json& out, bool durations) const override {
    out["tables"] = {{"on", world_->has(Structure::kTables)},
                     {"ready", world_->ready(Structure::kTables)},
                     {"refusal", refusal(*world_, Structure::kTables)}};
    out["crowd"] = dump::crowd_json(lab_, durations);
  }
};

}  // namespace

const FeatureLayer kCrowdLayer = {
    {.name = "crowd",
     .title = "Crowd",
     .legend = "Agents: arrows walk, squares wait, discs have arrived, rings are being planned, crosses have no way",
     .order = 320,
     .structure = Structure::kTables,
     .comes_along = true}};
const FeatureLayer kTrailLayer = {{.name = "trails",
                                   .title = "Trails",
                                   .legend = "Lines behind the agents: the last cells that they came over",
                                   .order = 300,
                                   .structure = Structure::kTables}};
const FeatureLayer kCrowdHeatLayer = {
    {.name = "crowd-heat",
     .title = "Crowd heat map",
     .legend = "Dark to light: where the crowd has been, is now, or has waited. See its tab",
     .order = 10,
     .structure = Structure::kTables}};
const FeatureLayer kFlowLayer = {{.name = "flow",
                                  .title = "Crowd flow",
                                  .legend = "Arrows: where the steps of the crowd have led, longer for more of them",
                                  .order = 290,
                                  .structure = Structure::kTables}};
const FeatureLayer kJamLayer = {{.name = "jams",
                                 .title = "Jams",
                                 .legend = "Orange rings: agents that have waited for a cell, larger for longer",
                                 .order = 310,
                                 .structure = Structure::kTables}};

const Feature kCrowdFeature = {
    .name = "crowd",
    .title = "Crowd",
    .structure = Structure::kTables,
    .layers = kLayers,
    .commands = kCrowdCommands,
    .paint = kCrowdPaint,
    .make_desk = [](Lab& lab) -> std::unique_ptr<Desk> { return std::make_unique<CrowdRecord>(lab); },
};

}  // namespace strata
