// Purpose: "Does it pay?" in the interface: its tab, with the plot of total time over queries and the same in words.
#pragma once

namespace strata {

struct FeaturePanel;

FeaturePanel pay_panel();

}  // namespace strata
