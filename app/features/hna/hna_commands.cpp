// Commands and settings of HNA*.
#include "app/base/command_arguments.hpp"
#include "app/features/hna/hna.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/world/mesh_settings.hpp"

namespace strata {
namespace {

Status switch_hna(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kHna)));
  lab.structures().apply_structure(StructureId::kHna, on);
  return success();
}

Status set_hna(Lab& lab, const Setting&, const MapHnaOptions& options) {
  if (is_users_choice(lab)) hna_controller(lab).fitting().stop();
  hna_controller(lab).set_options(options);
  return success();
}

Status choose_hna(Lab& lab, const Command& command) {
  STRATA_TRY(automatic, automatic_or("usual", command.args[0]));
  return hna_controller(lab).choose_options(automatic);
}

const MapHnaOptions& hna_options_of(const Lab& lab) { return hna_controller(lab).options(); }

template <bool kAgain>
Status build(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kHna)) return error_at("", "HNA* is off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kHna) : world.cancel(StructureId::kHna);
  if (!kAgain && !world.state(StructureId::kHna).cancelled)
    // The groups were already complete when the user cancelled, so that the command had no effect.
    lab.log().leave_out();
  hna_controller(lab).read_world();
  return success();
}

}  // namespace

// clang-format off
const std::array<FeatureCommand, 4> kHnaCommands = {{
    {{"hna", "on|off|toggle", "HNA*: groups of polygons", CommandGroup::kSearch, 1, 1, "Groups the polygons of the mesh on up to three levels; switches the navigation mesh on as well", keeps::kSetting}, switch_hna},
    {{"hna.cancel", "", "Cancel the grouping", CommandGroup::kSearch, 0, 0, "Cancels the grouping until the next edit"}, build<false>},
    {{"hna.options", "automatic|usual", "Options of HNA*", CommandGroup::kSearch, 1, 1, "automatic: levels and groups that suit the mesh; usual: two levels with 10 polygons to a group"}, choose_hna},
    {{"hna.rebuild", "", "Group the polygons again", CommandGroup::kSearch, 0, 0, "Groups all polygons again, in the background"}, build<true>},
}};
// clang-format on

std::span<const LabSetting> hna_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(hna_settings(), {}, hna_options_of, set_hna);
    // Fewer levels hide the rows of planners, but more levels do not show them again. So the log must contain both
    // commands.
    setting_in(made, "hna.levels").keeps = keeps::kSetting;
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
