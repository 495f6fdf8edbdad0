// Purpose: Plain search in the interface: the tab with what guides A*, and the searches that are taught beside it.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel plain_panel();

}  // namespace strata
