// Purpose: This header declares the feature of the grid crowd: its layers, commands and state dump.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/crowd/grid_crowd_controller.hpp"

namespace strata {

extern const Feature kCrowdFeature;
extern const std::array<PlannerAppearance, 1> kTablePlanners;

// The heat map of cells where agents have been, are, or wait.
extern const FeatureLayer kCrowdHeatLayer;
extern const FeatureLayer kFlowLayer;   // arrows in the directions of the agents' steps
extern const FeatureLayer kTrailLayer;  // the last cells of every agent
extern const FeatureLayer kJamLayer;    // agents that wait
extern const FeatureLayer kCrowdLayer;  // the agents themselves
extern const FeatureTool kCrowdTool;    // places agents
extern const std::array<PaintStep, 2> kCrowdPaint;
extern const std::array<FeatureCommand, 14> kCrowdCommands;
std::span<const LabSetting> crowd_lab_settings();
extern const std::array<FeatureChart, 2> kCrowdCharts;

}  // namespace strata
