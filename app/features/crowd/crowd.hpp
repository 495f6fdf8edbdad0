// Purpose: Crowds in the lab: their layers, commands and dump.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/crowd/crowd_desk.hpp"

namespace strata {

extern const Feature kCrowdFeature;
extern const std::array<PlannerAppearance, 1> kTablePlanners;

extern const FeatureLayer kCrowdHeatLayer;  // heat map of where agents have been, are, or wait
extern const FeatureLayer kFlowLayer;       // arrows that show where the steps of agents lead
extern const FeatureLayer kTrailLayer;      // the last cells of every agent
extern const FeatureLayer kJamLayer;        // agents that wait
extern const FeatureLayer kCrowdLayer;      // the agents themselves
extern const FeatureTool kCrowdTool;        // places agents
extern const std::array<PaintStep, 2> kCrowdPaint;
extern const std::array<FeatureCommand, 14> kCrowdCommands;
std::span<const LabSetting> crowd_lab_settings();
extern const std::array<FeatureChart, 2> kCrowdCharts;

}  // namespace strata
