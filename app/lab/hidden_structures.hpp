// Purpose: These functions say whether a structure is hidden: a process that builds it is stepped, its future is
// hidden,
//          and the finished structure would tell how it goes on.
// Threads: As for FeatureController.
#pragma once

#include <string_view>

#include "core/world/structure_id.hpp"

namespace strata {

class Lab;
struct Feature;

// Whether nothing may be said or drawn of a structure, or of a feature that shows it.
bool hides_structure(const Lab& lab, StructureId structure);
bool hides_feature(const Lab& lab, const Feature& feature);
bool hides_feature(const Lab& lab, std::string_view name);
// Whether a layer shows no more than how the options cut the map, which is no secret.
bool is_cut_by_options(std::string_view layer);
// What panels say in place of a hidden structure.
inline constexpr const char* kHiddenStructure = "Hidden until its construction has ended.";

}  // namespace strata
