// Purpose: The navigation mesh in the interface: its tab, the signs of its layers, what the inspector and the meter say
//          of it.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel navmesh_panel();

}  // namespace strata
