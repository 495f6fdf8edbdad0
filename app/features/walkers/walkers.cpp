#include "app/features/walkers/walkers.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/crowd/crowd_present.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/features/walkers/blocks_chart.hpp"
#include "app/lab/agents_first.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/count_of.hpp"
#include "core/crowd/crowd.hpp"

namespace strata {
namespace {

MeshCrowdController& controller(const Lab& lab) { return mesh_crowd_controller(lab); }
MeshCrowdSettings& settings(Lab& lab) { return controller(lab).state().settings; }

Status switch_meshes(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kMeshClasses)));
  lab.structures().apply_structure(StructureId::kMeshClasses, on);
  return success();
}

template <bool kAgain>
Status build_meshes(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kMeshClasses)) return error_at("", "the meshes of the walkers are off");
  World& world = lab.session().change_world();
  kAgain ? world.rebuild(StructureId::kMeshClasses) : world.cancel(StructureId::kMeshClasses);
  if (!kAgain && !world.state(StructureId::kMeshClasses).cancelled)
    // The meshes were already complete when the user cancelled their build, so that the command had no effect.
    lab.log().leave_out();
  return success();
}

Status needs_walkers(const Lab& lab) {
  return controller(lab).crowd() != nullptr
             ? success()
             : Status(error_at("", "there are no walkers yet: add some in the place Crowd"));
}

Status spawn(Lab& lab, const Command& command) {
  int count = settings(lab).count;
  if (!command.args.empty()) {
    STRATA_TRY(given, integer(command.args[0], 1, 1'000'000, "COUNT"));
    count = given;
  }
  STRATA_TRY(added, controller(lab).spawn(static_cast<uint32_t>(count)));
  if (added < static_cast<uint32_t>(count)) {
    lab.say(MessageKind::kWarning, fmt::format("{} of {} were added: for the others there is no room, or nowhere to go",
                                               added, count_of(static_cast<uint64_t>(count), "walker")));
  }
  grid_crowd_controller(lab).state().settings.on_mesh = true;
  return success();
}

Status add_at(Lab& lab, const Command& command) {
  STRATA_TRY(cell, cell_inside(lab.world().map(), command.args));
  if (Status added = controller(lab).add_at(cell); !added) return added;
  grid_crowd_controller(lab).state().settings.on_mesh = true;
  return success();
}

Status clear(Lab& lab, const Command&) {
  controller(lab).clear();
  return success();
}

Status run(Lab& lab, const Command& command) {
  if (Status there = needs_walkers(lab); !there) return there;
  STRATA_TRY(on, on_off(command.args[0], controller(lab).state().running));
  if (on) {
    take_map(lab, controller(lab));
    put_agents_first(lab);
  }
  controller(lab).state().running = on;
  controller(lab).start_over();
  return success();
}

Status step(Lab& lab, const Command& command) {
  if (Status there = needs_walkers(lab); !there) return there;
  int ticks = 1;
  if (!command.args.empty()) {
    STRATA_TRY(given, integer(command.args[0], 1, 10'000'000, "TICKS"));
    ticks = given;
  }
  if (!controller(lab).can_walk()) lab.finish_updates();
  if (!controller(lab).can_walk()) return error_at("", "the meshes of the walkers are off, or could not be built");
  put_agents_first(lab);
  const uint32_t before = controller(lab).state().ticks;
  controller(lab).run(static_cast<uint32_t>(ticks), 1e12);
  if (controller(lab).crowd() == nullptr) return error_at("", "there was not enough memory for the walkers");
  controller(lab).read();
  return walked_all(lab, controller(lab).state().ticks - before, static_cast<uint32_t>(ticks));
}

Status set_seed(Lab& lab, const Command& command) {
  STRATA_TRY(given, large_integer(command.args[0], "SEED"));
  settings(lab).seed = given;
  return success();
}

std::span<const SettingOf<MeshCrowdSettings>> walker_rows() {
  using namespace setting_rows;
  static constexpr std::array<std::string_view, 2> kGoals = {"random", "marker"};
  static const auto kMethods = words_of<MeshBatchMethod, kMeshBatchMethods>(mesh_batch_method_name);
  // clang-format off
  static const std::array kRows = {
      number<&MeshCrowdSettings::count>({.name = "walkers.count", .title = "Walkers of a spawn", .label = "Count",
          .word = "N", .unit = "walkers", .range = {1, 1'000'000}, .slider = {1, 100'000}, .logarithmic = true,
          .help = "How many are added at once"}),
      number<&MeshCrowdSettings::radius>({.name = "walkers.radius", .title = "Radius of new walkers",
          .word = "CELLS", .unit = "cells", .range = {0.07, 4},
          .help = "How far from each other and from walls they keep; each eighth of a cell needs a mesh of its own"}),
      number<&MeshCrowdSettings::speed>({.name = "walkers.speed", .title = "Speed of new walkers", .word = "CELLS",
          .unit = "cells a second", .range = {0.1, 30}, .help = "In cells per nominal second"}),
      choice<&MeshCrowdSettings::to_goal>({.name = "walkers.goal", .title = "Where walkers go",
          .help = "Each to random places for ever, or all to the goal marker", .words = kGoals}),
      choice<&MeshCrowdSettings::method>({.name = "walkers.method", .title = "How walkers are planned",
          .help = "By HNA* with links that are searched or looked up, by tables of all inter-edges, or by A* over "
                  "portals", .words = kMethods}),
  };
  // clang-format on
  return kRows;
}

Status take_walker_setting(Lab& lab, const Setting&, const MeshCrowdSettings& next) {
  settings(lab) = next;
  return success();
}
const MeshCrowdSettings& walker_settings_now(const Lab& lab) { return mesh_crowd_controller(lab).state().settings; }

Status follow(Lab& lab, const Command& command) {
  std::optional<uint32_t>& followed = controller(lab).state().followed;
  if (command.args[0] == "none") {
    followed.reset();
    return success();
  }
  if (Status there = needs_walkers(lab); !there) return there;
  const auto count = static_cast<int>(controller(lab).crowd()->count());
  if (count == 0) return error_at("", "there are no walkers yet: add some in the place Crowd");
  if (command.args[0] == "next") {
    followed = followed ? (*followed + 1) % static_cast<uint32_t>(count) : 0;
    return success();
  }
  STRATA_TRY(given, integer(command.args[0], 1, count, "WALKER"));
  followed = static_cast<uint32_t>(given - 1);
  return success();
}

// The lab that executes the log need not have followed the same walker before.
Command followed(const Lab& lab, const Command& command) {
  const std::optional<uint32_t>& now = controller(lab).state().followed;
  return command.args[0] == "next" && now ? Command{command.name, {std::to_string(*now + 1)}} : command;
}

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kWalkerLayer};

// Adds the counts of the crowd on the mesh.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  const MeshCrowdState& crowd = mesh_crowd_controller(lab).state();
  if (part != PresentedPart::kCrowd || !crowd.there || crowd.agents == 0) return;
  add_crowd_counts(out, "Crowd on the mesh", crowd.counts, false, true);
  add_crowd_replanned(out, crowd.replan_stats);
}

}  // namespace

const std::array<FeatureCommand, 10> kWalkersCommands = {{
    {{.name = "mesh-classes",
      .usage = "on|off|toggle",
      .title = "Meshes of the walkers",
      .group = CommandGroup::kSearch,
      .min_args = 1,
      .max_args = 1,
      .help = "A navigation mesh for every class of radii of the walkers, with its navigation graph",
      .keeps = keeps::kSetting},
     switch_meshes},
    {{.name = "mesh-classes.cancel",
      .usage = "",
      .title = "Cancel the build of the walkers' meshes",
      .group = CommandGroup::kSearch,
      .help = "Ends the builds in the background; they begin again after the next edit"},
     build_meshes<false>},
    {{.name = "mesh-classes.rebuild",
      .usage = "",
      .title = "Rebuild the walkers' meshes",
      .group = CommandGroup::kSearch,
      .help = "Groups the polygons again, and fills the tables, in the background"},
     build_meshes<true>},
    {{.name = "walkers.spawn",
      .usage = "[COUNT]",
      .title = "Add walkers on the mesh",
      .group = CommandGroup::kCrowd,
      .max_args = 1,
      .help = "A crowd on the navigation mesh, at random places; it walks at any angle",
      .keeps = keeps::kLogged},
     spawn},
    {{.name = "walkers.add",
      .usage = "X Y",
      .title = "Add a walker at a cell",
      .group = CommandGroup::kCrowd,
      .min_args = 2,
      .max_args = 2,
      .help = "One walker in the middle of a cell, if it fits there; it goes to random places or to the marker",
      .keeps = keeps::kLogged},
     add_at},
    {{.name = "walkers.clear",
      .usage = "",
      .title = "Remove all walkers",
      .group = CommandGroup::kCrowd,
      .help = "There is nobody on the mesh any more",
      .keeps = keeps::kLogged},
     clear},
    {{.name = "walkers.run",
      .usage = "on|off|toggle",
      .title = "Run or pause the walkers",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "The crowd on the mesh walks, or stands still"},
     run},
    {{.name = "walkers.step",
      .usage = "[TICKS]",
      .title = "Step the walkers",
      .group = CommandGroup::kCrowd,
      .max_args = 1,
      .help = "One tick, or TICKS; finishes builds first"},
     step},
    {{.name = "walkers.seed",
      .usage = "SEED",
      .title = "Seed of the walkers",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "The same seed and commands repeat the same run; takes effect on a new crowd",
      .keeps = keeps::kSetting | keeps::kLast,
      .usual = "1"},
     set_seed},
    {{.name = "walkers.follow",
      .usage = "WALKER|next|none",
      .title = "Show the path of a walker",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "The rest of its path, pulled taut; WALKER from 1",
      .keeps = keeps::kLast},
     follow,
     {.logged = followed}},
}};

const FeatureLayer kWalkerLayer = {
    {.name = "walkers",
     .title = "Walkers",
     .legend = "Discs as wide as the walkers, with a nose in the direction of travel. Blue: walking, orange: "
               "blocked, green: arrived, sky blue: planning, red: no path, yellow: walled in",
     .term = "crowd",
     .order = 322,
     .structure = StructureId::kMeshClasses,
     .general = true,
     .follows_structure = true,
     .agents = true}};

const Feature kWalkersFeature = {
    .name = "walkers",
    .title = "Crowd on the mesh",
    .tab = "crowd",
    .structure = StructureId::kMeshClasses,
    .layers = kLayers,
    .commands = kWalkersCommands,
    .settings = walker_settings,
    .paint = kWalkersPaint,
    .charts = kBlockCharts,
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<MeshCrowdController>(lab);
    },
};

MeshCrowdController& mesh_crowd_controller(const Lab& lab) {
  return static_cast<MeshCrowdController&>(lab.controller(kWalkersFeature));
}

std::span<const LabSetting> walker_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(walker_rows(), {}, walker_settings_now, take_walker_setting);
    for (LabSetting& setting : made) setting.group = CommandGroup::kCrowd;
    follow_setting(setting_in(made, "walkers.goal"), [](Lab& lab, double) { controller(lab).send(); });
    follow_setting(setting_in(made, "walkers.method"), [](Lab& lab, double) { controller(lab).choose_method(); });
    return with_texts(std::move(made));
  }();
  return all;
}

void MeshCrowdController::leave_map() {
  if (!std::exchange(own_.running, false)) return;
  lab_.say(MessageKind::kInfo, "The walkers are paused: \"Run the walkers\" lets them walk on");
}

}  // namespace strata
