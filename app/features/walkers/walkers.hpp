// Purpose: Walkers in the lab: a crowd on the navigation mesh that walks at any angle, each walker with a radius of its
//          own. Its layer, commands and dump.
// Source: Rahmani, Pelechano 2020, section 5; see core/crowd/mesh_crowd.hpp.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/walkers/walkers_desk.hpp"

namespace strata {

extern const Feature kWalkersFeature;

extern const FeatureLayer kWalkerLayer;
extern const std::array<PaintStep, 1> kWalkersPaint;
extern const std::array<FeatureCommand, 10> kWalkersCommands;
std::span<const LabSetting> walker_settings();

}  // namespace strata
