// Purpose: What the command line and the rows call the choices that navigation meshes and HNA* leave.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/hna/hna_query.hpp"
#include "core/navmesh/mesh_space.hpp"

namespace strata::bench {

// By MeshCosts.
inline constexpr std::array<std::string_view, 2> kMeshCostsNames = {"middles", "centres"};
// By HnaLinks.
inline constexpr std::array<std::string_view, 4> kHnaLinksNames = {"dijkstra", "per-portal", "parallel", "rows"};

constexpr std::string_view mesh_costs_name(MeshCosts costs) { return kMeshCostsNames[static_cast<size_t>(costs)]; }
constexpr std::string_view hna_links_name(HnaLinks links) { return kHnaLinksNames[static_cast<size_t>(links)]; }

}  // namespace strata::bench
