// Purpose: While a learner predicts the construction of a structure, the finished structure would reveal the rest of
//          the construction. These functions say which structures must be hidden for this reason, and whose sizes must
//          not be told, as a learner is asked for them.
// Threads: As for FeatureController.
#pragma once

#include <string_view>

#include "core/world/structure_id.hpp"

namespace strata {

class Lab;
struct Feature;

// These functions return whether the structure, or a feature that shows it, must be neither drawn nor described.
bool hides_structure(const Lab& lab, StructureId structure);
bool hides_feature(const Lab& lab, const Feature& feature);
bool hides_feature(const Lab& lab, std::string_view name);
// These functions return whether the sizes of the structure must not be told: its nodes, edges and memory, and how much
// of it an edit has updated. They are hidden by the name "counts", and with the structure.
bool hides_counts(const Lab& lab, StructureId structure);
bool hides_counts(const Lab& lab, const Feature& feature);
bool hides_counts(const Lab& lab, std::string_view feature);
// Returns whether the layer shows only the division into clusters. The options alone define it, so that it
// reveals nothing.
bool is_cut_by_options(std::string_view layer);
// The text of panels in place of a hidden structure.
inline constexpr const char* kHiddenStructure = "Hidden until its construction has ended.";
// The text of panels in place of the hidden sizes of a structure.
inline constexpr const char* kHiddenCounts = "The sizes are hidden.";

}  // namespace strata
