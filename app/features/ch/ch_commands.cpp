// Commands of contraction hierarchies: switch them on and off, set their options, step through the contraction.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/features/ch/ch.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"

namespace strata {
namespace {

template <StructureId kStructure>
Status switch_hierarchy(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(kStructure)));
  lab.structures().apply_structure(kStructure, on);
  return success();
}

Result<ChGraph> graph_word(const std::string& word) {
  if (const auto graph = ch_graph_named(word)) return *graph;
  return error_at("", fmt::format("unknown graph '{}': corners, cells, hpa, sectors or drawn", word));
}

Status set_graph(Lab& lab, const Command& command) {
  STRATA_TRY(graph, graph_word(command.args[0]));
  HierarchyController& controller = hierarchy_controller(lab);
  ChOptions options = controller.ch_options();
  options.graph = graph;
  controller.set(options, controller.cch_options());
  return success();
}

Status set_cch_graph(Lab& lab, const Command& command) {
  STRATA_TRY(graph, graph_word(command.args[0]));
  HierarchyController& controller = hierarchy_controller(lab);
  controller.set(controller.ch_options(), {.graph = graph});
  return success();
}

Status set_order(Lab& lab, const Command& command) {
  const auto order = ch_order_named(command.args[0]);
  if (!order) {
    return error_at("", fmt::format("unknown order '{}': nested, large, small, own or customisable", command.args[0]));
  }
  HierarchyController& controller = hierarchy_controller(lab);
  ChOptions options = controller.ch_options();
  options.order = *order;
  controller.set(options, controller.cch_options());
  return success();
}

template <StructureId kStructure, bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(kStructure)) return error_at("", "the hierarchy is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(kStructure) : world.cancel(kStructure);
  if (!kAgain && !world.state(kStructure).cancelled) lab.log().leave_out();  // the hierarchy was built already
  hierarchy_controller(lab).read_world();
  lab.query().solve_soon();  // the planners' rows show its state, also while it is queued behind its graph
  return success();
}

Status contract_by_steps(Lab& lab, const Command& command) {
  if (command.args.empty() || command.args[0] == "on") return hierarchy_controller(lab).begin_contraction();
  if (command.args[0] != "off") return error_at("", fmt::format("expected on or off, not '{}'", command.args[0]));
  hierarchy_controller(lab).end_contraction();
  return success();
}

Status show_importance(Lab& lab, const Command& command) {
  if (command.args[0] != "colour" && command.args[0] != "size") {
    return error_at("", "importance is shown as colour or size");
  }
  hierarchy_controller(lab).view().by_size = command.args[0] == "size";
  return success();
}

Status show_top(Lab& lab, const Command& command) {
  STRATA_TRY(percent, integer(command.args[0], 1, 100, "PERCENT"));
  hierarchy_controller(lab).view().percent = percent;
  return success();
}

template <bool PlanOptions::*kOption>
Status set_plan_option(Lab& lab, const Command& command) {
  bool& option = lab.mutable_state().plan_options.*kOption;
  STRATA_TRY(on, on_off(command.args[0], option));
  option = on;
  lab.query().query_changed();
  return success();
}

Status inspect_arc(Lab& lab, const Command& command) {
  const std::string& name = command.args[0];
  if (name != "ch" && name != "cch") return error_at("", fmt::format("the hierarchy is ch or cch, not '{}'", name));
  STRATA_TRY(a, point_word(command.args[1]));
  STRATA_TRY(b, point_word(command.args[2]));
  const GridMap& map = lab.world().map();
  if (!map.contains(a) || !map.contains(b)) return error_at("", "the cells must lie on the map");
  return hierarchy_controller(lab).inspect_arc(name == "ch" ? StructureId::kCh : StructureId::kCch, map.id(a),
                                               map.id(b));
}

// Returns true if the earlier command switched sectors on, which the later command does not undo.
bool sectors_stay(const Lab&, const Command& earlier, const Command& later) {
  return earlier.args[0] == "sectors" && later.args[0] != "sectors";
}

using keeps::kLast;
using keeps::kSetting;

}  // namespace

// clang-format off
const std::array<FeatureCommand, 11> kChCommands = {{
    {{"ch", "on|off|toggle", "Contraction hierarchy", "Search", 1, 1, "Contracts the nodes in an order of importance, with shortcuts that keep the costs; built in the background", kSetting}, switch_hierarchy<StructureId::kCh>},
    {{"ch.graph", "corners|cells|hpa|sectors|drawn", "Graph that is contracted", "Search", 1, 1, "Corners of obstacles, all cells, transitions of HPA*, regions of sectors, or the drawn graph", kSetting}, set_graph, sectors_stay},
    {{"ch.order", "nested|large|small|own|customisable", "Order of contraction", "Search", 1, 1, "By nested dissection, by either of the paper's priorities, or that of the drawn graph", kSetting | kLast}, set_order},
    {{"ch.cancel", "", "Cancel the hierarchy", "Search", 0, 0, "Cancels the build until the next edit"}, build<StructureId::kCh, false>},
    {{"ch.rebuild", "", "Rebuild the hierarchy", "Search", 0, 0, "Builds the hierarchy again, in the background"}, build<StructureId::kCh, true>},
    {{"ch.contract", "[on|off]", "Step through the contraction", "Search", 0, 1, "Records the contraction of the graph, up to 5000 nodes, for stepping; off goes back to the search"}, contract_by_steps},
    {{"ch.importance", "colour|size", "Show importance by", "Search", 1, 1, "Whether the layers of hierarchies show importance by colour or by size", kSetting | kLast}, show_importance},
    {{"ch.top", "PERCENT", "Show the most important nodes", "Search", 1, 1, "1 to 100 percent of the nodes, in the layers of hierarchies", kSetting | kLast}, show_top},
    {{"plan.stall", "on|off|toggle", "Stall-on-demand", "Search", 1, 1, "Does not expand a node that is reached cheaper over a more important one", kSetting | kLast}, set_plan_option<&PlanOptions::stall>},
    {{"plan.potentials", "on|off|toggle", "A* potentials", "Search", 1, 1, "Guides both directions of a hierarchy's search by the distance, as A* does", kSetting | kLast}, set_plan_option<&PlanOptions::potentials>},
    {{"inspect.arc", "ch|cch X,Y X,Y", "Inspect arc", "Search", 3, 3, "Shows the cost of an arc of a hierarchy, what a shortcut unpacks into, and the path under it", kLast}, inspect_arc},
}};

const std::array<FeatureCommand, 4> kCchCommands = {{
    {{"cch", "on|off|toggle", "Customisable hierarchy", "Search", 1, 1, "Its order depends on the shape of the graph alone; over sectors it is updated with every stroke", kSetting}, switch_hierarchy<StructureId::kCch>},
    {{"cch.graph", "corners|cells|hpa|sectors|drawn", "Graph of the customisable hierarchy", "Search", 1, 1, "Over sectors it is updated in place, over others it is built in the background", kSetting}, set_cch_graph, sectors_stay},
    {{"cch.cancel", "", "Cancel the customisable hierarchy", "Search", 0, 0, "Cancels the build"}, build<StructureId::kCch, false>},
    {{"cch.rebuild", "", "Rebuild the customisable hierarchy", "Search", 0, 0, "Builds the customisable hierarchy again"}, build<StructureId::kCch, true>},
}};
// clang-format on

}  // namespace strata
