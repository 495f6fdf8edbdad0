// Purpose: This header declares the feature of the drawn graph: its layer, tool, commands, drawing and state dump.
#pragma once

#include <array>

#include "app/features/graph/graph_controller.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kGraphFeature;
FeaturePanel graph_panel();

extern const FeatureTool kGraphTool;  // draws nodes and edges
extern const FeatureLayer kDrawnLayer;
extern const std::array<FeatureCommand, 8> kGraphCommands;
extern const std::array<PaintStep, 1> kGraphPaint;
extern const std::array<LabelStep, 1> kGraphLabels;

GraphController& graph_controller(const Lab& lab);

}  // namespace strata
