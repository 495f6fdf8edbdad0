#include "app/features/mesh_labels/mesh_labels.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using nlohmann::json;
using overlay_tools::DrawInputHash;

Status switch_mesh_labels(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kMeshLabels)));
  lab.structures().apply_structure(StructureId::kMeshLabels, on);
  return success();
}

Status set_mesh_labels(Lab& lab, const Setting&, const MeshLabelsOptions& options) {
  mesh_labels_controller(lab).set(options);
  return success();
}
const MeshLabelsOptions& mesh_labels_options_of(const Lab& lab) { return mesh_labels_controller(lab).options(); }

std::span<const LabSetting> mesh_labels_lab_settings() {
  static const std::vector<LabSetting> all =
      with_texts(settings_of(MapMeshLabels::settings(), {}, mesh_labels_options_of, set_mesh_labels));
  return all;
}

template <bool kAgain>
Status build_mesh_labels(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kMeshLabels)) return error_at("", "any-angle labels are off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kMeshLabels) : world.cancel(StructureId::kMeshLabels);
  // The labels were already complete when the user cancelled their build, so that the command had no effect.
  if (!kAgain && !world.state(StructureId::kMeshLabels).cancelled) lab.log().leave_out();
  mesh_labels_controller(lab).read_world();
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 3> kCommands = {{
    {{"mesh-labels", "on|off|toggle", "Any-angle labels", CommandGroup::kSearch, 1, 1, "Stores for every corner of a wall the lengths of shortest paths to a few hubs, so that shortest paths at any angle need no search; built in the background", keeps::kSetting}, switch_mesh_labels},
    {{"mesh-labels.cancel", "", "Cancel the any-angle labels", CommandGroup::kSearch, 0, 0, "Cancels the build until the next edit"}, build_mesh_labels<false>},
    {{"mesh-labels.rebuild", "", "Rebuild the any-angle labels", CommandGroup::kSearch, 0, 0, "Builds all any-angle labels again, in the background"}, build_mesh_labels<true>},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 2> kLayers = {&kCornerLayer, &kCornerHubLayer};

constexpr std::array kFacts = {
    fact<&MeshLabelsCounts::corners>({"corners", "corners", "Convex corners of walls; each has a label"}),
    fact<&MeshLabelsCounts::taut_edges>(
        {"taut_edges", "taut\nedges", "Pairs of corners that see each other, and at both of which a path may bend"}),
    fact<&MeshLabelsCounts::entries>(
        {"entries", "entries", "Entries of all labels: the length of the shortest path to a hub, and its next corner"}),
    fact<&MeshLabelsCounts::region_side>(
        {"region_side", "region\nside", "Side of a region in cells: all cells of a region share one list of corners"}),
    fact<&MeshLabelsCounts::bytes_per_cell>(
        {"bytes_per_cell", "bytes\na cell", "Memory of labels and lists, divided by the cells of the map"}),
    fact<&MeshLabelsCounts::listed_corners>({"listed_corners"})};

FactRows count(const World& world) {
  if (!world.ready(StructureId::kMeshLabels)) return {};
  const MeshLabels& labels = *world.get<MapMeshLabels>().labels();
  const size_t cells = world.map().cell_count();
  return {{"", MeshLabelsCounts{.corners = labels.corners().size(),
                                .taut_edges = labels.edge_count(),
                                .entries = labels.labels().entry_count(),
                                .listed_corners = labels.listed_corners(),
                                .region_side = static_cast<size_t>(labels.region_side()),
                                .bytes_per_cell = (labels.memory_bytes() + cells - 1) / cells}}};
}

json point_json(HalfCellPoint at) { return json::array({at.x / 2.0, at.y / 2.0}); }

}  // namespace

const FeatureLayer kCornerLayer = {
    {.name = "mesh-corners",
     .title = "Corners of walls",
     .legend = "Convex corners, at which shortest paths bend. Lines: taut edges of the corner beside the cell that is "
               "pointed at or inspected",
     .term = "convex corner",
     .order = 250,
     .structure = StructureId::kMeshLabels,
     .follows_structure = true}};
const FeatureLayer kCornerHubLayer = {
    {.name = "mesh-hub",
     .title = "Hub of the query",
     .legend = "The hub where the labels of both ends meet, the path from each end to it, and the corners that the "
               "ends see",
     .term = "any-angle label",
     .order = 252,
     .structure = StructureId::kMeshLabels,
     .follows_structure = true}};

const Feature kMeshLabelsFeature = {
    .name = "mesh-labels",
    .title = "Any-angle labels",
    .planners = kMeshLabelsPlanners,
    .planner_group = PlannerGroup::kMeshes,
    .structure = StructureId::kMeshLabels,
    .layers = kLayers,
    .commands = kCommands,
    .settings = mesh_labels_lab_settings,
    .paint = kMeshLabelsPaint,
    .facts = {"mesh_labels", kFacts, count, FactsTold::kReady},
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<MeshLabelsController>(lab);
    },
};

MeshLabelsController& mesh_labels_controller(const Lab& lab) {
  return static_cast<MeshLabelsController&>(lab.controller(kMeshLabelsFeature));
}

std::string corner_text(HalfCellPoint at) { return fmt::format("({:g},{:g})", at.x / 2.0, at.y / 2.0); }

void MeshLabelsController::set(const MeshLabelsOptions& options) {
  options_ = options;
  if (world_->has(StructureId::kMeshLabels)) lab_.structures().set<MapMeshLabels>(options_);
}

// The planner follows the ground of the navigation mesh, which is therefore switched on with the labels.
void MeshLabelsController::structure_event(StructureId, StructureEvent news) {
  if (news != StructureEvent::kWanted || world_->has(StructureId::kNavmesh)) return;
  lab_.say(MessageKind::kInfo, "The navigation mesh is switched on as well: any-angle labels follow its settings");
  lab_.structures().apply_structure(StructureId::kNavmesh, true);
}

void MeshLabelsController::read_world() {
  kept_ = world_->state(StructureId::kMeshLabels);
  version_ = kept_.wanted ? kept_.version : 0;
}

const MeshLabels* MeshLabelsController::labels() const {
  return world_->ready(StructureId::kMeshLabels) ? world_->get<MapMeshLabels>().labels() : nullptr;
}

uint64_t MeshLabelsController::stamp() const {
  DrawInputHash stamp;
  stamp << version_ << lab_.state().world_version << static_cast<uint64_t>(labels() != nullptr);
  return stamp.value();
}

const MeshLabelsHub& MeshLabelsController::hub() {
  DrawInputHash now;
  now << stamp() << state_.query.start << state_.query.goal << static_cast<uint64_t>(state_.has_query)
      << world_->map().revision() << lab_.state().rules_version;
  if (hub_stamp_ == now.value()) return hub_;
  hub_stamp_ = now.value();
  const MeshLabels* own = labels();
  hub_ = own != nullptr && state_.has_query ? mesh_labels_hub(*own, state_.query.start, state_.query.goal)
                                            : MeshLabelsHub{};
  return hub_;
}

bool MeshLabelsController::hides_hub() const { return future_hidden(lab_) || hidden_names(lab_).hides("path"); }

void MeshLabelsController::inspect_cell(Cell cell) {
  if (is_same_inspection(cell, stamp())) return;
  inspected_ = {};
  const MeshLabels* own = labels();
  if (own == nullptr || !world_->moves().passable(cell)) return;
  inspected_.known = true;
  inspected_.seen = seen_corners(*own, cell);
  for (const uint32_t corner : inspected_.seen) inspected_.entries += own->labels().hubs(corner).size();
  for (const MeshLabels::ListedCorner& listed : own->listed(cell)) {
    if (own->sees(cell, listed.corner)) own->for_useful(listed, [&](uint32_t) { ++inspected_.useful; });
  }
}

void MeshLabelsController::dump(json& out) const {
  out["mesh_labels"] = {{"building", kept_.wanted && kept_.building},
                        {"cancelled", kept_.wanted && kept_.cancelled},
                        {"failed", kept_.wanted && kept_.failed},
                        {"refusal", refusal(*world_, StructureId::kMeshLabels)},
                        {"memory", options_.bytes_per_cell}};
}

void MeshLabelsController::dump_inspected(json& out) const {
  if (!inspected_.known) return;
  const MeshLabels* own = labels();
  json corners = json::array();
  for (const uint32_t corner : inspected_.seen) {
    if (own != nullptr && corner < own->corners().size()) corners.push_back(point_json(own->corners()[corner].at));
  }
  out["mesh_labels"] = {
      {"corners", std::move(corners)}, {"entries", inspected_.entries}, {"useful", inspected_.useful}};
}

void MeshLabelsController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, mesh_labels_lab_settings(), lines);
}

}  // namespace strata
