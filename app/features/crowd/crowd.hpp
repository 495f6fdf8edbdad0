// Purpose: Crowds in the lab: their layers, commands and dump.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/crowd/crowd_desk.hpp"

namespace strata {

extern const Feature kCrowdFeature;
extern const std::array<PlannerAppearance, 1> kTablePlanners;

extern const FeatureLayer kCrowdHeatLayer;  // a picture of where the crowd has been, is, or waits
extern const FeatureLayer kFlowLayer;       // arrows of where its steps lead
extern const FeatureLayer kTrailLayer;      // the last cells of every agent
extern const FeatureLayer kJamLayer;        // agents that wait
extern const FeatureLayer kCrowdLayer;      // the agents themselves
extern const FeatureTool kCrowdTool;        // places agents
extern const std::array<PaintStep, 2> kCrowdPaint;
extern const std::array<FeatureCommand, 25> kCrowdCommands;

}  // namespace strata
