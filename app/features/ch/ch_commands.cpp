// Commands of contraction hierarchies: switch them on and off, set their options, step through the contraction.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/features/ch/ch.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/world/hierarchy_settings.hpp"

namespace strata {
namespace {

template <StructureId kStructure>
Status switch_hierarchy(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(kStructure)));
  lab.structures().apply_structure(kStructure, on);
  return success();
}

Status set_ch(Lab& lab, const Setting&, const ChOptions& options) {
  HierarchyController& controller = hierarchy_controller(lab);
  controller.set(options, controller.cch_options());
  return success();
}
const ChOptions& ch_of(const Lab& lab) { return hierarchy_controller(lab).ch_options(); }

Status set_cch(Lab& lab, const Setting&, const CchOptions& options) {
  HierarchyController& controller = hierarchy_controller(lab);
  controller.set(controller.ch_options(), options);
  return success();
}
const CchOptions& cch_of(const Lab& lab) { return hierarchy_controller(lab).cch_options(); }

constexpr std::array<std::string_view, 2> kImportances = {"colour", "size"};

// clang-format off
constexpr std::array kChViewRows = {
    setting_rows::choice<&HierarchyView::by_size>({.name = "ch.importance", .title = "Show importance by",
        .help = "Whether the layers of hierarchies show importance by colour or by size: dark or small is "
                "contracted early", .words = kImportances}),
    setting_rows::number<&HierarchyView::percent>({.name = "ch.top", .title = "Show the most important nodes",
        .label = "Shown", .word = "PERCENT", .unit = "%", .range = {1, 100},
        .help = "Share of the nodes that the layers of hierarchies show, with the arcs between them"}),
};
// clang-format on

Status set_ch_view(Lab& lab, const Setting&, const HierarchyView& view) {
  hierarchy_controller(lab).view() = view;
  return success();
}
const HierarchyView& ch_view_of(const Lab& lab) { return hierarchy_controller(lab).view(); }

template <StructureId kStructure, bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(kStructure)) return error_at("", "the hierarchy is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(kStructure) : world.cancel(kStructure);
  if (!kAgain && !world.state(kStructure).cancelled)
    // The hierarchy was already complete when the user cancelled its build, so that the command had no effect.
    lab.log().leave_out();
  hierarchy_controller(lab).read_world();
  return success();
}

Status contract_by_steps(Lab& lab, const Command& command) {
  if (command.args.empty() || command.args[0] == "on") return hierarchy_controller(lab).begin_contraction();
  if (command.args[0] != "off") return error_at("", fmt::format("expected on or off, not '{}'", command.args[0]));
  hierarchy_controller(lab).end_contraction();
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

// Returns whether sectors stay on although the later command replaces the earlier one: the earlier command switched
// them on, and the later one does not switch them off.
bool sectors_stay(const Lab&, const Command& earlier, const Command& later) {
  return earlier.args[0] == "sectors" && later.args[0] != "sectors";
}

using keeps::kLast;
using keeps::kSetting;

}  // namespace

// clang-format off
const std::array<FeatureCommand, 5> kChCommands = {{
    {{"ch", "on|off|toggle", "Contraction hierarchy", CommandGroup::kSearch, 1, 1, "Contracts the nodes in an order of importance, with shortcuts that keep the costs; built in the background", kSetting}, switch_hierarchy<StructureId::kCh>},
    {{"ch.cancel", "", "Cancel the hierarchy", CommandGroup::kSearch, 0, 0, "Cancels the build until the next edit"}, build<StructureId::kCh, false>},
    {{"ch.rebuild", "", "Rebuild the hierarchy", CommandGroup::kSearch, 0, 0, "Builds the hierarchy again, in the background"}, build<StructureId::kCh, true>},
    {{"ch.contract", "[on|off]", "Step through the contraction", CommandGroup::kSearch, 0, 1, "Records the contraction of the graph, up to 5000 nodes, for stepping; off goes back to the search"}, contract_by_steps},
    {{"inspect.arc", "ch|cch X,Y X,Y", "Inspect arc", CommandGroup::kSearch, 3, 3, "Shows the cost of an arc of a hierarchy, what a shortcut unpacks into, and the path under it", kLast}, inspect_arc},
}};

const std::array<FeatureCommand, 3> kCchCommands = {{
    {{"cch", "on|off|toggle", "Customisable hierarchy", CommandGroup::kSearch, 1, 1, "Its order depends on the shape of the graph alone; over sectors it is updated with every stroke", kSetting}, switch_hierarchy<StructureId::kCch>},
    {{"cch.cancel", "", "Cancel the customisable hierarchy", CommandGroup::kSearch, 0, 0, "Cancels the build"}, build<StructureId::kCch, false>},
    {{"cch.rebuild", "", "Rebuild the customisable hierarchy", CommandGroup::kSearch, 0, 0, "Builds the customisable hierarchy again"}, build<StructureId::kCch, true>},
}};
// clang-format on

std::span<const LabSetting> ch_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(ch_settings(), {}, ch_of, set_ch);
    made.front().leaves = sectors_stay;
    for (LabSetting& one : settings_of<HierarchyView>(kChViewRows, {}, ch_view_of, set_ch_view))
      made.push_back(std::move(one));
    return with_texts(std::move(made));
  }();
  return all;
}

std::span<const LabSetting> cch_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(cch_settings(), {}, cch_of, set_cch);
    made.front().leaves = sectors_stay;
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
