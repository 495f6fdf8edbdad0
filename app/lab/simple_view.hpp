// Purpose: These functions say what the simple view of the lab leaves out: it lists only A*, JPS and HPA*, and no
//          settings of structures. Whatever else is switched on stays on; it is counted, so that a line on the
//          screen can say so.
#pragma once

#include <cstddef>

#include "app/lab/lab_state.hpp"

namespace strata {

struct Feature;
struct LayerGroup;

// Returns whether the simple view lists the planner.
bool is_simple(const Planner& planner);
// These functions return whether lists show the planner, or the group of layers, in the present view.
bool is_listed(const LabState& state, const Planner& planner);
bool is_listed(const LabState& state, const LayerGroup& group);
// Returns whether menus and lists contain the settings of the feature. In the simple view they do only for features
// without a structure.
bool offers_settings(const LabState& state, const Feature& feature);
// Returns how many planners that are compared or stepped are missing from the lists.
size_t unlisted_planners(const LabState& state);

}  // namespace strata
