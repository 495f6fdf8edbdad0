// Purpose: This header declares the feature of the mesh crowd, a crowd that walks on the navigation mesh at any angle,
//          with a radius for each walker: its layer, commands and state dump.
// Source: Rahmani, Pelechano 2020, section 5; see core/crowd/mesh_crowd.hpp.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/walkers/mesh_crowd_controller.hpp"

namespace strata {

extern const Feature kWalkersFeature;

extern const FeatureLayer kWalkerLayer;
extern const std::array<PaintStep, 1> kWalkersPaint;
extern const std::array<FeatureCommand, 10> kWalkersCommands;
std::span<const LabSetting> walker_settings();

}  // namespace strata
