// The list of the program's features. A new feature adds a line here and one in feature_panels.cpp.
#include <array>

#include "app/features/ask/ask.hpp"
#include "app/features/break_even/break_even.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/ch/ch_altitude.hpp"
#include "app/features/course/course.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/decide/decide.hpp"
#include "app/features/effort/effort.hpp"
#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/features/external/external.hpp"
#include "app/features/figure/figure_feature.hpp"
#include "app/features/flow_field/flow_field_layer.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/features/haa/haa_process.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/hna/hna_process.hpp"
#include "app/features/hna/hna_texts.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/features/hpa/hpa_process.hpp"
#include "app/features/jumps/jumps.hpp"
#include "app/features/labels/labels.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_recorder.hpp"
#include "app/features/level/level.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/features/mesh_labels/mesh_labels.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/features/plain/plain.hpp"
#include "app/features/predict/predict.hpp"
#include "app/features/repairs/repairs.hpp"
#include "app/features/rooms/rooms.hpp"
#include "app/features/rooms/rooms_process.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/features/sectors/sector_texts.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/features/selection/selection.hpp"
#include "app/features/show/show.hpp"
#include "app/features/sweep/sweep.hpp"
#include "app/features/traces/traces.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/features/weights/weights.hpp"
#include "app/features/whatif/whatif.hpp"
#include "app/features/workspace/workspace.hpp"
#include "app/features/xray/xray.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/user_exports.hpp"

namespace strata {

std::span<const Feature* const> own_features() {
  static constexpr std::array kFeatures = {&kSelectionFeature,    &kWandFeature,        &kPlainFeature,
                                           &kJumpsFeature,        &kRepairsFeature,     &kHpaFeature,
                                           &kHaaFeature,          &kRoomsFeature,       &kSectorsFeature,
                                           &kLevelFeature,        &kNavmeshFeature,     &kMeshLabelsFeature,
                                           &kHnaFeature,          &kLandmarksFeature,   &kChFeature,
                                           &kCchFeature,          &kLabelsFeature,      &kGraphFeature,
                                           &kCrowdFeature,        &kWalkersFeature,     &kXrayFeature,
                                           &kBreakEvenFeature,    &kScenariosFeature,   &kCourseFeature,
                                           &kEffortFeature,       &kWhatifFeature,      &kFigureFeature,
                                           &kGalleryFeature,      &kEndsOfQueryFeature, &kHpaClusterFeature,
                                           &kHaaGraphFeature,     &kSectorTextFeature,  &kHnaTextFeature,
                                           &kAltitudeFeature,     &kTracesFeature,      &kPlansFeature,
                                           &kWorkspaceFeature,    &kPredictFeature,     &kLessonFeature,
                                           &kHpaProcessFeature,   &kHaaProcessFeature,  &kRoomsProcessFeature,
                                           &kHnaProcessFeature,   &kSweepFeature,       &kDecideFeature,
                                           &kExternalFeature,     &kLayerFollowFeature, &kHiddenFeature,
                                           &kWorkAsideFeature,    &kLongWorkFeature,    &kLessonRecorderFeature,
                                           &kExportFolderFeature, &kFlowFieldFeature,   &kAskFeature,
                                           &kWeightsFeature,      &kLinksFeature,       &kShowFeature};
  return kFeatures;
}

}  // namespace strata
