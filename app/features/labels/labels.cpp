#include "app/features/labels/labels.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/hierarchy_settings.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using nlohmann::json;
using overlay_tools::DrawInputHash;

Status switch_labels(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kLabels)));
  lab.structures().apply_structure(StructureId::kLabels, on);
  return success();
}

Status set_labels(Lab& lab, const Setting&, const LabelsOptions& options) {
  labels_controller(lab).set(options);
  return success();
}
const LabelsOptions& labels_options_of(const Lab& lab) { return labels_controller(lab).options(); }

// clang-format off
constexpr std::array kLabelsViewRows = {
    setting_rows::number<&LabelsViewSettings::levels>({.name = "labels.levels", .title = "Show separators",
        .label = "Separators", .word = "LEVELS", .unit = "levels", .range = {0, LabelsController::kLevelLimit},
        .help = "Levels of separators that the layer Hub labels shows, the outermost first"})};
// clang-format on

Status set_labels_view(Lab& lab, const Setting&, const LabelsViewSettings& view) {
  labels_controller(lab).set_view(view);
  return success();
}
const LabelsViewSettings& labels_view_of(const Lab& lab) { return labels_controller(lab).view(); }

template <bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kLabels)) return error_at("", "labels are off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kLabels) : world.cancel(StructureId::kLabels);
  if (!kAgain && !world.state(StructureId::kLabels).cancelled)
    // The labels were already complete when the user cancelled their build, so that the command had no effect.
    lab.log().leave_out();
  labels_controller(lab).read_world();
  return success();
}

// Returns whether sectors stay on although the later command replaces the earlier one: the earlier command switched
// them on, and the later one does not switch them off.
bool sectors_stay(const Lab&, const Command& earlier, const Command& later) {
  return earlier.args[0] == "sectors" && later.args[0] != "sectors";
}

std::span<const LabSetting> labels_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(labels_settings(), {}, labels_options_of, set_labels);
    made.front().leaves = sectors_stay;
    for (LabSetting& one : settings_of<LabelsViewSettings>(kLabelsViewRows, {}, labels_view_of, set_labels_view))
      made.push_back(std::move(one));
    return with_texts(std::move(made));
  }();
  return all;
}

using keeps::kSetting;

// clang-format off
constexpr std::array<FeatureCommand, 3> kCommands = {{
    {{"labels", "on|off|toggle", "Hub labels", CommandGroup::kSearch, 1, 1, "Stores for every node the costs of the paths to its ancestors, so that queries need no search; built in the background", kSetting}, switch_labels},
    {{"labels.cancel", "", "Cancel the labels", CommandGroup::kSearch, 0, 0, "Cancels the build until the next edit"}, build<false>},
    {{"labels.rebuild", "", "Rebuild the labels", CommandGroup::kSearch, 0, 0, "Builds all labels again, in the background"}, build<true>},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kLabelLayer};

struct LabelCounts {
  size_t nodes = 0, entries = 0, height = 0;
};
constexpr std::array kFacts = {
    fact<&LabelCounts::nodes>(
        {"nodes", "nodes",
         "Nodes of the graph; on large graphs those at the bottom of the elimination tree have no label"}),
    fact<&LabelCounts::entries>(
        {"entries", "entries",
         "Entries of the stored labels: the cost of the path to an ancestor, and its first node"}),
    fact<&LabelCounts::height>(
        {"height", "longest", "Entries of the longest possible label: the deepest node and its ancestors"})};

FactRows count(const World& world) {
  if (!world.ready(StructureId::kLabels)) return {};
  const GraphCh& graph = *world.get<MapLabels>().hierarchy().graph();
  return {{"", LabelCounts{graph.node_count(), graph.labels().entry_count(), graph.labels().height()}}};
}

json cell_json(const GridMap& map, CellId id) {
  const Cell cell = map.cell(id);
  return json::array({cell.x, cell.y});
}

json meeting_json(const GridMap& map, const LabelMeeting& meeting) {
  json out = {{"read", meeting.read},
              {"start_only", meeting.start.size()},
              {"goal_only", meeting.goal.size()},
              {"common", meeting.both.size()}};
  if (meeting.hub == kNoCell) return out;
  out["hub"] = cell_json(map, meeting.hub);
  out["there"] = meeting.there;
  out["back"] = meeting.back;
  out["cost"] = meeting.cost;
  return out;
}

}  // namespace

const FeatureLayer kLabelLayer = {
    {.name = "labels",
     .title = "Hub labels",
     .legend = "Separators as nested curves, the outermost widest; nodes by depth; what start and goal have in "
               "common",
     .order = 235,
     .structure = StructureId::kLabels,
     .follows_structure = true}};

const Feature kLabelsFeature = {
    .name = "labels",
    .title = "Hub labels",
    .planners = kLabelPlanners,
    .planner_group = PlannerGroup::kGraphs,
    .structure = StructureId::kLabels,
    .layers = kLayers,
    .commands = kCommands,
    .settings = labels_lab_settings,
    .paint = kLabelPaint,
    .facts = {"labels", kFacts, count, FactsTold::kReady},
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<LabelsController>(lab);
    },
};

LabelsController& labels_controller(const Lab& lab) {
  return static_cast<LabelsController&>(lab.controller(kLabelsFeature));
}

Cost LabelsController::unit() const { return options_.graph == ChGraph::kDrawn ? kDrawnUnit : cost_unit(lab_.world()); }

void LabelsController::apply_options() {
  if (!world_->has(StructureId::kLabels)) return;
  if (options_.graph == ChGraph::kSectors && !world_->has(StructureId::kSectors)) {
    lab_.structures().apply_structure(StructureId::kSectors, true);
  }
  lab_.structures().set<MapLabels>(options_);
}

void LabelsController::set(const LabelsOptions& options) {
  options_ = options;
  if (!world_->has(StructureId::kLabels)) return;
  apply_options();
}

void LabelsController::read_world() {
  kept_ = world_->state(StructureId::kLabels);
  version_ = kept_.wanted ? kept_.version : 0;
}

uint64_t LabelsController::stamp() const {
  DrawInputHash stamp;
  stamp << version_ << lab_.state().world_version << static_cast<uint64_t>(world_->ready(StructureId::kLabels));
  return stamp.value();
}

uint64_t LabelsController::query_stamp(const PlanQuery& query) const {
  DrawInputHash stamp;
  stamp << this->stamp() << query.start << query.goal << world_->map().revision() << lab_.state().rules_version;
  return stamp.value();
}

bool LabelsController::too_large() const { return label_nodes(*world_) > kNodeLimit; }

const LabelTree& LabelsController::tree() {
  if (tree_stamp_ == stamp()) return tree_;
  tree_stamp_ = stamp();
  tree_ = too_large() ? LabelTree{} : label_tree(*world_);
  return tree_;
}

const LabelMeeting& LabelsController::meeting() {
  const uint64_t now = query_stamp(state_.query);
  if (meeting_stamp_ == now) return meeting_;
  meeting_stamp_ = now;
  meeting_ = label_meeting(*world_, state_.query, workspace_);
  return meeting_;
}

void LabelsController::inspect_cell(Cell cell) {
  DrawInputHash own;
  own << query_stamp(state_.query) << cell;
  if (inspected_stamp_ == own.value()) return;
  inspected_stamp_ = own.value();
  inspected_ = {};
  if (!world_->ready(StructureId::kLabels)) return;
  inspected_.known = true;
  inspected_.to_start = label_meeting(*world_, {cell, state_.query.start}, workspace_);
  inspected_.to_goal = label_meeting(*world_, {cell, state_.query.goal}, workspace_);
  const LabelTree& all = tree();
  const uint32_t rank = all.rank_at(world_->map().id(cell));
  if (rank == kNoRank) return;
  const GraphCh& graph = *world_->get<MapLabels>().hierarchy().graph();
  const PackedLabels& labels = graph.labels();
  PackedLabels::Scratch scratch;
  const std::span<const Cost> label = labels.read(rank, scratch);
  inspected_.rank = rank;
  inspected_.depth = all.nodes[rank].depth;
  inspected_.separator = all.separators[all.nodes[rank].separator].level;
  for (uint32_t above = all.nodes[rank].parent; above != kNoRank; above = all.nodes[above].parent) {
    const LabelNode& node = all.nodes[above];
    LabelInspection::Ancestor ancestor{node.cell, kInfinite, kNoCell, all.separators[node.separator].level};
    if (const Cost cost = label[node.depth]; cost < Cch::kNone) {
      ancestor.cost = cost;
      ancestor.over = graph.cell(labels.next_up(rank, node.depth, scratch));
    }
    inspected_.ancestors.push_back(ancestor);
  }
}

void LabelsController::dump(json& out) const {
  out["labels"] = {{"building", kept_.wanted && kept_.building}, {"cancelled", kept_.wanted && kept_.cancelled},
                   {"failed", kept_.wanted && kept_.failed},     {"refusal", refusal(*world_, StructureId::kLabels)},
                   {"graph", ch_graph_name(options_.graph)},     {"levels", view_.levels}};
}

void LabelsController::dump_inspected(json& out) const {
  if (!inspected_.known) return;
  const GridMap& map = world_->map();
  json& own = out["labels"] = {{"to_start", meeting_json(map, inspected_.to_start)},
                               {"to_goal", meeting_json(map, inspected_.to_goal)}};
  if (inspected_.rank == kNoRank) return;
  own["depth"] = inspected_.depth;
  own["separator"] = inspected_.separator;
  own["ancestors"] = json::array();
  for (const LabelInspection::Ancestor& ancestor : inspected_.ancestors) {
    json one = {{"at", cell_json(map, ancestor.cell)}};
    if (ancestor.cost != kInfinite) {
      one["cost"] = ancestor.cost;
      one["over"] = cell_json(map, ancestor.over);
    }
    own["ancestors"].push_back(std::move(one));
  }
}

void LabelsController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, labels_lab_settings(), lines);
}

// Labels over sectors switch the sectors on. If sectors are off at present, a line must switch them off
// again afterwards.
void LabelsController::late_setting_lines(std::vector<std::string>& lines) const {
  const bool come = world_->has(StructureId::kLabels) && options_.graph == ChGraph::kSectors;
  if (come && !world_->has(StructureId::kSectors)) lines.push_back("sectors off");
}

}  // namespace strata
