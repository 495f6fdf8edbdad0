// The panels of the features, in the order of their tabs.

#include "app/features/ch/ch_panel.hpp"
#include "app/features/crowd/crowd_panel.hpp"
#include "app/features/graph/graph_panel.hpp"
#include "app/features/haa/haa_panel.hpp"
#include "app/features/hna/hna_panel.hpp"
#include "app/features/hpa/hpa_panel.hpp"
#include "app/features/labels/labels_panel.hpp"
#include "app/features/landmarks/landmarks_panel.hpp"
#include "app/features/level/level_panel.hpp"
#include "app/features/navmesh/navmesh_panel.hpp"
#include "app/features/pay/pay_panel.hpp"
#include "app/features/plain/plain_panel.hpp"
#include "app/features/rooms/rooms_panel.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/features/sectors/sectors_panel.hpp"
#include "app/features/walkers/walkers_panel.hpp"
#include "app/features/whatif/whatif_panel.hpp"
#include "app/features/xray/xray_panel.hpp"
#include "app/ui/feature_panel.hpp"

namespace strata {

std::span<const FeaturePanel> feature_panels() {
  static const FeaturePanel kPanels[] = {
      plain_panel(),   hpa_panel(),   haa_panel(),       rooms_panel(), sectors_panel(),   level_panel(),
      navmesh_panel(), hna_panel(),   landmarks_panel(), ch_panel(),    labels_panel(),    crowd_panel(),
      walkers_panel(), graph_panel(), xray_panel(),      pay_panel(),   scenarios_panel(), whatif_panel()};
  return kPanels;
}

}  // namespace strata
