// The panels of the features, in the order of their tabs and sections. The panel of the open figure card comes first.

#include "app/features/ask/ask.hpp"
#include "app/features/break_even/break_even.hpp"
#include "app/features/ch/ch_altitude.hpp"
#include "app/features/ch/ch_panel.hpp"
#include "app/features/course/course.hpp"
#include "app/features/crowd/crowd_panel.hpp"
#include "app/features/decide/decide.hpp"
#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/features/external/external.hpp"
#include "app/features/figure/figure_feature.hpp"
#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/hna/hna_texts.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/features/jumps/jumps.hpp"
#include "app/features/labels/labels.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/features/lesson/lesson_panel.hpp"
#include "app/features/level/level.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/features/mesh_labels/mesh_labels.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/features/plain/plain.hpp"
#include "app/features/predict/predict.hpp"
#include "app/features/repairs/repairs.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/features/sectors/sector_texts.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/features/selection/selection.hpp"
#include "app/features/show/show.hpp"
#include "app/features/sweep/sweep.hpp"
#include "app/features/traces/traces.hpp"
#include "app/features/walkers/walkers_panel.hpp"
#include "app/features/weights/weights.hpp"
#include "app/features/whatif/whatif.hpp"
#include "app/features/xray/xray.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"

namespace strata {

std::span<const FeaturePanel> feature_panels() {
  static const FeaturePanel kPanels[] = {gallery_panel(),       weights_panel(),     selection_panel(),
                                         links_panel(),         plain_panel(),       jumps_panel(),
                                         repairs_panel(),       hpa_panel(),         haa_panel(),
                                         rooms_panel(),         sectors_panel(),     level_panel(),
                                         navmesh_panel(),       mesh_labels_panel(), hna_panel(),
                                         landmarks_panel(),     ch_panel(),          labels_panel(),
                                         crowd_panel(),         mesh_crowd_panel(),  graph_panel(),
                                         ask_panel(),           xray_panel(),        break_even_panel(),
                                         scenarios_panel(),     course_panel(),      whatif_panel(),
                                         ends_of_query_panel(), hpa_cluster_panel(), haa_graph_panel(),
                                         sector_text_panel(),   hna_text_panel(),    altitude_panel(),
                                         sweep_panel(),         decide_panel(),      traces_panel(),
                                         predict_panel(),       lesson_panel(),      lesson_recorder_panel(),
                                         show_panel(),          external_panel(),    flow_field_panel()};
  return kPanels;
}

std::span<const PanelDialog> feature_dialogs() {
  static const PanelDialog kDialogs[] = {figure_dialog(),     animation_dialog(),    gallery_dialog(),
                                         lessons_dialog(),    own_planners_dialog(), decide_report_dialog(),
                                         ask_export_dialog(), course_save_dialog(),  course_csv_dialog()};
  return kDialogs;
}

}  // namespace strata
