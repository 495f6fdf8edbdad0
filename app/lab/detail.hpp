// Purpose: This header says what the simple view of the lab leaves out: lists show A*, JPS and HPA* alone, and no
//          settings of structures. What is switched on stays on and is counted, so that a line can say so.
#pragma once

#include <cstddef>

#include "app/lab/lab_state.hpp"

namespace strata {

struct Feature;
struct LayerGroup;

// Whether the simple view shows the planner.
bool is_simple(const Planner& planner);
// Whether lists show the planner, or the group of layers, in the present detail.
bool is_listed(const LabState& state, const Planner& planner);
bool is_listed(const LabState& state, const LayerGroup& group);
// Whether menus and lists offer the settings of the feature: in the simple view, those of features without a structure.
bool offers_settings(const LabState& state, const Feature& feature);
// Returns the number of planners that are compared or stepped, and that lists do not show.
size_t unlisted_planners(const LabState& state);

}  // namespace strata
