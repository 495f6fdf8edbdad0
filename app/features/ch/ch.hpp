// Purpose: This header declares the features of contraction hierarchies (CH) and customisable ones (CCH): their layers,
//          commands, drawing, and the stepped contraction.
// Source: core/ch/contraction.hpp, core/ch/cch.hpp.
#pragma once

#include <array>

#include "app/draw/painter.hpp"
#include "app/features/ch/hierarchy_controller.hpp"
#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kChFeature;
extern const std::array<PlannerAppearance, 1> kChPlanners;
extern const Feature kCchFeature;
extern const std::array<PlannerAppearance, 1> kCchPlanners;

extern const FeatureLayer kChLayer;   // nodes by importance, shortcuts as arcs above their paths
extern const FeatureLayer kCchLayer;  // nodes and shortcuts of the customisable hierarchy
extern const SteppedProcess kContraction;
extern const std::array<FeatureCommand, 5> kChCommands;
extern const std::array<FeatureCommand, 3> kCchCommands;
std::span<const LabSetting> ch_lab_settings();
std::span<const LabSetting> cch_lab_settings();
extern const std::array<PaintStep, 4> kChPaint;
extern const std::array<SearchMarks, 1> kChMarks;

// Returns the controller of both hierarchies.
HierarchyController& hierarchy_controller(const Lab& lab);

void add_curve(DrawList& list, const ArcCurve& curve, int pieces, float width, float dash, Rgba color);

}  // namespace strata
