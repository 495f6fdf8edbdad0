// Commands of HNA*: switch it on and off, change the groups, and choose how queries are linked to the groups.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/features/hna/hna.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"

namespace strata {
namespace {

Status switch_hna(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kHna)));
  lab.structures().apply_structure(StructureId::kHna, on);
  return success();
}

Status set_levels(Lab& lab, const Command& command) {
  STRATA_TRY(levels, integer(command.args[0], 1, kMaxHnaLevels, "LEVELS"));
  MapHnaOptions options = hna_controller(lab).options();
  options.levels = levels;
  hna_controller(lab).set_options(options);
  return success();
}

Status set_group_size(Lab& lab, const Command& command) {
  STRATA_TRY(size, integer(command.args[0], HnaOptions::kMinSize, HnaOptions::kMaxSize, "N"));
  MapHnaOptions options = hna_controller(lab).options();
  options.group_size = size;
  hna_controller(lab).set_options(options);
  return success();
}

Status set_links(Lab& lab, const Command& command) {
  const auto name = std::find(kHnaLinksNames.begin(), kHnaLinksNames.end(), command.args[0]);
  if (name == kHnaLinksNames.end()) {
    return error_at("", fmt::format("links come from {}, not '{}'", fmt::join(kHnaLinksNames, ", "), command.args[0]));
  }
  lab.mutable_state().plan_options.mesh_links = static_cast<uint8_t>(name - kHnaLinksNames.begin());
  lab.query().query_changed();
  return success();
}

Status set_centres(Lab& lab, const Command& command) {
  bool& centres = lab.mutable_state().plan_options.from_centres;
  STRATA_TRY(on, on_off(command.args[0], centres));
  centres = on;
  lab.query().query_changed();
  return success();
}

template <bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kHna)) return error_at("", "HNA* is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kHna) : world.cancel(StructureId::kHna);
  if (!kAgain && !world.state(StructureId::kHna).cancelled) lab.log().leave_out();  // the groups were built already
  hna_controller(lab).read_world();
  lab.query().solve_soon();
  return success();
}

}  // namespace

// clang-format off
const std::array<FeatureCommand, 7> kHnaCommands = {{
    {{"hna", "on|off|toggle", "HNA*: groups of polygons", "Search", 1, 1, "Groups the polygons of the mesh on up to three levels; switches the navigation mesh on as well", keeps::kSetting}, switch_hna},
    {{"hna.levels", "LEVELS", "Levels of HNA*", "Search", 1, 1, "1 to 3 levels of groups", keeps::kSetting}, set_levels},
    {{"hna.mu", "N", "Polygons per HNA* group", "Search", 1, 1, "2 to 64 polygons in a group, and groups in a group of the next level", keeps::kSetting | keeps::kLast}, set_group_size},
    {{"hna.links", "dijkstra|per-portal|parallel|rows", "How HNA* connects start and goal", "Search", 1, 1, "One search of the group, A* for each portal as in the paper, the same in several threads, or costs that are looked up", keeps::kSetting | keeps::kLast}, set_links},
    {{"hna.centres", "on|off|toggle", "PCCP: start at centroids", "Search", 1, 1, "As in the paper, PCCP counts start and goal as the centroids of their polygons; off: from where they are", keeps::kSetting | keeps::kLast}, set_centres},
    {{"hna.cancel", "", "Cancel the grouping", "Search", 0, 0, "Cancels the grouping until the next edit"}, build<false>},
    {{"hna.rebuild", "", "Group the polygons again", "Search", 0, 0, "Groups all polygons again, in the background"}, build<true>},
}};
// clang-format on

}  // namespace strata
