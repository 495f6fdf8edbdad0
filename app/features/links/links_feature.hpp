// Purpose: This header declares the feature that edits links between cells: its tool, layer, commands and drawing.
#pragma once

#include <array>

#include "app/features/links/links_controller.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kLinksFeature;
FeaturePanel links_panel();

extern const FeatureTool kLinkTool;  // draws links
extern const FeatureLayer kLinksLayer;
extern const std::array<FeatureCommand, 3> kLinkCommands;
extern const std::array<PaintStep, 1> kLinksPaint;
extern const std::array<LabelStep, 1> kLinksLabels;
std::span<const LabSetting> link_lab_settings();

LinksController& links_controller(const Lab& lab);

}  // namespace strata
