#include "app/features/crowd/crowd.hpp"

#include <fmt/format.h>

#include "app/base/icons.hpp"
#include "app/features/crowd/crowd_present.hpp"
#include "app/features/crowd/crowd_texts.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

constexpr KeyBinding kKeys[] = {{"C", "tool.select crowd", "Place agents"},
                                {"K", "crowd.run toggle", "Run or pause the crowd"},
                                {"J", "crowd.step", "Step the crowd", true},
                                {"N", "crowd.follow next", "Follow the next agent", true}};
constexpr std::array<const FeatureLayer*, 5> kLayers = {&kCrowdLayer, &kTrailLayer, &kCrowdHeatLayer, &kFlowLayer,
                                                        &kJamLayer};

void fill_cell_menu(const Lab& lab, Cell cell, MenuList& list) {
  const Brush& brush = lab.state().brush;
  list.command("Agents here", "cell.agents",
               fmt::format("crowd.stroke {:g} {} {} {},{}", brush.exact_radius(),
                           brush.shape == BrushShape::kRound ? "round" : "square",
                           grid_crowd_controller(lab).state().settings.density, cell.x, cell.y));
}

void fill_menu(const Lab& lab, const MenuContext& context, MenuList& list, MenuSection section) {
  if (section == MenuSection::kCell) return fill_cell_menu(lab, context.cell, list);
  if (section != MenuSection::kOwn) return;
  const LabState& s = lab.state();
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  list.command("Add " + count_of(static_cast<uint64_t>(crowd.settings.count), "agent"), "menu.crowd.spawn",
               "crowd.spawn");
  list.command("Place agents by brush", "menu.crowd.brush", "tool.select crowd", true, s.tool == kCrowdTool);
  list.command("Add agents of scenario", "menu.crowd.scenario", "crowd.scenario");
  list.unless(!s.map_path.empty(), "the map has no file");
  list.command("Remove all agents", "menu.crowd.clear", "crowd.clear");
  list.unless(crowd.there, kNoAgentsYet);
  list.separator();
  list.command(crowd.running ? "Pause" : "Run", "menu.crowd.run", "crowd.run toggle");
  list.unless(crowd.there, kNoAgentsYet);
  list.command("One tick", "menu.crowd.step", "crowd.step");
  list.unless(crowd.there, kNoAgentsYet);
  list.command("Follow the next agent", "menu.crowd.follow", "crowd.follow next");
  list.unless(crowd.there, kNoAgentsYet);
  list.command("Do not follow", "menu.crowd.unfollow", "crowd.follow none");
  list.unless(crowd.followed.has_value(), "no agent is followed");
  list.separator();
  list.begin("Goals", "menu.crowd.goals");
  static constexpr std::pair<CrowdTask, const char*> kTasks[] = {{CrowdTask::kWander, "All wander for ever"},
                                                                 {CrowdTask::kGoal, "All to the goal marker"},
                                                                 {CrowdTask::kEvacuate, "All out over the exits"},
                                                                 {CrowdTask::kOwn, "Each to its own goal"}};
  for (const auto& [task, title] : kTasks) {
    list.choice(title, fmt::format("crowd.goals {}", crowd_task_name(task)), true, crowd.settings.task == task);
  }
  list.end();
  list.command("One agent per cell", "menu.crowd.holding", "crowd.holding toggle", true,
               crowd.settings.options.holding);
  list.command("Reset statistics", "menu.crowd.forget", "crowd.forget");
  list.unless(crowd.there, kNoAgentsYet);
}

// Next-hop tables may be on only because their planner uses them, with neither agents nor exits. Then no layer of
// the crowd is shown or in the legend.
bool has_agents_or_exits(const Lab& lab) {
  const GridCrowdController& controller = grid_crowd_controller(lab);
  return controller.crowd() != nullptr || !controller.state().exits.empty();
}

// Returns the range of the heat map, whose scale is logarithmic.
std::string crowd_heat_scale(const Lab& lab) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  if (crowd.heat_most == 0) return {};
  return fmt::format("{}, 1 to {} (logarithmic)", crowd_heat_title(crowd.settings.heat), crowd.heat_most);
}

// Adds the counts of the crowd.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  if (part != PresentedPart::kCrowd || !crowd.there || crowd.agents == 0) return;
  add_crowd_counts(out, "Crowd", crowd.counts, true, !crowd.settings.by_group);
  add_crowd_replanned(out, crowd.replan_stats);
}

}  // namespace

const FeatureLayer kCrowdLayer = {
    {.name = "crowd",
     .title = "Crowd",
     .legend = "Agents. Arrows: walking, squares: waiting, discs: arrived, rings: planning, crosses: no path",
     .order = 320,
     .structure = StructureId::kTables,
     .general = true,
     .follows_structure = true,
     .agents = true,
     .comes = has_agents_or_exits}};
const FeatureLayer kTrailLayer = {{.name = "trails",
                                   .title = "Trails",
                                   .legend = "Lines behind the agents: the last cells that they came over",
                                   .term = "crowd",
                                   .order = 300,
                                   .structure = StructureId::kTables,
                                   .general = true,
                                   .agents = true,
                                   .comes = has_agents_or_exits}};
const FeatureLayer kCrowdHeatLayer = {{.name = "crowd-heat",
                                       .title = "Crowd heat map",
                                       .legend = "Dark to light: where the crowd has been, is now, or has waited",
                                       .order = 10,
                                       .structure = StructureId::kTables,
                                       .general = true,
                                       .heat_map = true,
                                       .agents = true,
                                       .comes = has_agents_or_exits,
                                       .scale = crowd_heat_scale}};
const FeatureLayer kFlowLayer = {{.name = "flow",
                                  .title = "Crowd flow",
                                  .legend = "Arrows: where the steps of the crowd have led, longer for more of them",
                                  .order = 290,
                                  .structure = StructureId::kTables,
                                  .general = true,
                                  .agents = true,
                                  .comes = has_agents_or_exits}};
const FeatureLayer kJamLayer = {{.name = "jams",
                                 .title = "Jams",
                                 .legend = "Orange rings: agents that have waited for a cell, larger for longer",
                                 .order = 310,
                                 .structure = StructureId::kTables,
                                 .general = true,
                                 .agents = true,
                                 .comes = has_agents_or_exits}};

const FeatureTool kCrowdTool = {.name = "crowd",
                                .title = "Place agents",
                                .icon = icon::kUsers,
                                .bar_name = "toolbar.crowd",
                                .line = "tool.select crowd",
                                .hint = "Drag over the map; right click makes a cell an exit",
                                .status_hint =
                                    "Drag to place agents; right click makes a cell an exit; the place Crowd "
                                    "runs and steps them",
                                .short_hint = "Drag: agents; right click: exit",
                                .tab = "tab.crowd",
                                .draws_like = [](const Lab&) { return Tool::kBrush; }};

const Feature kCrowdFeature = {
    .name = "crowd",
    .title = "Crowd",
    .planners = kTablePlanners,
    .structure = StructureId::kTables,
    .layers = kLayers,
    .commands = kCrowdCommands,
    .settings = crowd_lab_settings,
    .paint = kCrowdPaint,
    .menu = fill_menu,
    .charts = kCrowdCharts,
    .own_menu = {"Crowd", "menu.crowd"},
    .tool = &kCrowdTool,
    .keys = kKeys,
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<GridCrowdController>(lab);
    },
};

GridCrowdController& grid_crowd_controller(const Lab& lab) {
  return static_cast<GridCrowdController&>(lab.controller(kCrowdFeature));
}

CrowdStyle crowd_style(CrowdStatus status) {
  switch (status) {
    case CrowdStatus::kPlanning:
      return {palette::kSky, 2};
    case CrowdStatus::kWalking:
      return {palette::kBlue, 0};
    case CrowdStatus::kWaiting:
      return {palette::kOrange, 1};
    case CrowdStatus::kArrived:
      return {palette::kGreen, 3};
    case CrowdStatus::kCutOff:
      return {palette::kVermilion, 4};
    case CrowdStatus::kBlockedEnd:
      return {palette::kPurple, 5};
    case CrowdStatus::kWalledIn:
      return {palette::kYellow, 6};
    case CrowdStatus::kGone:
      break;
  }
  return {rgba(0x808080), 3};
}

Rgba crowd_group_color(uint8_t group) {
  static constexpr std::array<Rgba, 6> kGroups = {palette::kBlue,   palette::kVermilion, palette::kGreen,
                                                  palette::kPurple, palette::kOrange,    palette::kSky};
  return kGroups[group % kGroups.size()];
}

std::string_view crowd_backend_name(CrowdBackend backend) {
  static constexpr std::array<std::string_view, kCrowdBackends> kNames = {"auto", "cuda", "cpu"};
  return kNames[static_cast<size_t>(backend)];
}

std::string_view crowd_heat_name(CrowdHeat heat) {
  static constexpr std::array<std::string_view, kCrowdHeats> kNames = {"visits", "now", "waits"};
  return kNames[static_cast<size_t>(heat)];
}

std::string_view crowd_heat_title(CrowdHeat heat) {
  static constexpr std::array<std::string_view, kCrowdHeats> kTitles = {"Visits so far", "Agents now", "Ticks waited"};
  return kTitles[static_cast<size_t>(heat)];
}

}  // namespace strata
