// Commands of crowds: add agents, send them, run the clock, follow an agent.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/base/command_arguments.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/crowd/crowd_settings.hpp"
#include "app/features/crowd/crowd_texts.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/lab/agents_first.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/count_of.hpp"

namespace strata {

struct CrowdCommands {
  static CrowdSettings& settings(Lab& lab) { return grid_crowd_controller(lab).state().settings; }
  static Status needs_crowd(const Lab& lab) {
    return grid_crowd_controller(lab).crowd_ ? success() : Status(error_at("", std::string(kNoAgentsYet)));
  }

  static Status spawn(Lab& lab, const Command& command) {
    int count = settings(lab).count;
    if (!command.args.empty()) {
      STRATA_TRY(given, integer(command.args[0], 1, 1'000'000, "COUNT"));
      count = given;
    }
    const uint64_t usual = settings(lab).options.seed;
    if (command.args.size() > 1) {
      STRATA_TRY(seed, large_integer(command.args[1], "SEED"));
      settings(lab).options.seed = seed;
    }
    const CrowdSettings before = settings(lab);
    const Result<uint32_t> spawned = grid_crowd_controller(lab).spawn_random(static_cast<uint32_t>(count));
    if (!spawned) {
      settings(lab).options.seed = usual;
      return spawned.error();
    }
    const uint32_t added = spawned.value();
    if (added < static_cast<uint32_t>(count)) {
      lab.say(MessageKind::kWarning,
              fmt::format("There was room for {} of {}", added, count_of(static_cast<uint64_t>(count), "agent")));
    }
    settings(lab).on_mesh = false;
    grid_crowd_controller(lab).note_added(before, fmt::format("crowd.spawn {}", count));
    return success();
  }
  static Status stroke(Lab& lab, const Command& command) {
    STRATA_TRY(radius, number(command.args[0], 0, 100, "RADIUS"));
    if (command.args[1] != "round" && command.args[1] != "square") return error_at("", "the brush is round or square");
    const auto wanted = brush_of_radius(radius, command.args[1] == "round" ? BrushShape::kRound : BrushShape::kSquare);
    if (!wanted) return error_at("", "RADIUS must be a multiple of 0.5, not '" + command.args[0] + "'");
    STRATA_TRY(density, integer(command.args[2], 1, 400, "DENSITY"));
    std::vector<Cell> points;
    for (size_t i = 3; i < command.args.size(); ++i) {
      STRATA_TRY(point, point_word(command.args[i]));
      points.push_back(point);
    }
    if (!grid_crowd_controller(lab).crowd_line_.empty()) grid_crowd_controller(lab).stroke_end();
    if (Status there = grid_crowd_controller(lab).ensure(settings(lab).agent); !there) return there;
    const Brush brush = std::exchange(lab.mutable_state().brush, *wanted);
    const int usual = std::exchange(settings(lab).density, density);
    grid_crowd_controller(lab).crowd_covered_.assign(lab.world().map().cell_count(), 0);
    for (size_t i = 0; i < points.size(); ++i)
      grid_crowd_controller(lab).spawn_along(points[i == 0 ? 0 : i - 1], points[i]);
    ++grid_crowd_controller(lab).crowd_strokes_;
    lab.mutable_state().brush = brush;
    settings(lab).density = usual;
    grid_crowd_controller(lab).note_added(settings(lab), format_command(command));
    return success();
  }
  static Status scenario(Lab& lab, const Command& command) {
    std::string path;
    if (command.args.empty()) {
      if (lab.mutable_state().map_path.empty()) return error_at("", "the map has no file, and so no scenario");
      path = lab.mutable_state().map_path + ".scen";
    } else {
      path = lab.scripts().resolve(command.args[0]);
    }
    const CrowdSettings settings_before = settings(lab);
    const CrowdTask before = settings_before.task;
    settings(lab).task = CrowdTask::kOwn;
    uint32_t left_out = 0;
    const Result<uint32_t> added = grid_crowd_controller(lab).spawn_rows(path, left_out);
    if (!added) {
      settings(lab).task = before;
      return added.error();
    }
    grid_crowd_controller(lab).note_added(settings_before, "crowd.scenario", path);
    lab.say(left_out > 0 ? MessageKind::kWarning : MessageKind::kInfo,
            left_out > 0 ? fmt::format("{} added; {} left out: not for this map", count_of(added.value(), "agent"),
                                       count_of(left_out, "row"))
                         : count_of(added.value(), "agent") + " added");
    return success();
  }
  static Status clear(Lab& lab, const Command&) {
    grid_crowd_controller(lab).clear();
    return success();
  }

  static Status run(Lab& lab, const Command& command) {
    if (Status there = needs_crowd(lab); !there) return there;
    STRATA_TRY(on, on_off(command.args[0], grid_crowd_controller(lab).state().running));
    if (on) {
      take_map(lab, grid_crowd_controller(lab));
      put_agents_first(lab);
    }
    grid_crowd_controller(lab).state().running = on;
    grid_crowd_controller(lab).state().slow = false;
    grid_crowd_controller(lab).state().ahead = 0;
    grid_crowd_controller(lab).crowd_time_ = 0;
    return success();
  }
  static Status step(Lab& lab, const Command& command) {
    if (Status there = needs_crowd(lab); !there) return there;
    int ticks = 1;
    if (!command.args.empty()) {
      STRATA_TRY(given, integer(command.args[0], 1, 10'000'000, "TICKS"));
      ticks = given;
    }
    if (!lab.world().ready(StructureId::kTables) || grid_crowd_controller(lab).labels_due()) lab.finish_updates();
    put_agents_first(lab);
    const uint32_t before = grid_crowd_controller(lab).state().ticks;
    grid_crowd_controller(lab).run(static_cast<uint32_t>(ticks), 1e12);
    if (grid_crowd_controller(lab).crowd() == nullptr) return error_at("", "there was not enough memory for the crowd");
    grid_crowd_controller(lab).read();
    return walked_all(lab, grid_crowd_controller(lab).state().ticks - before, static_cast<uint32_t>(ticks));
  }
  static Status exit(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world().map(), command.args));
    std::vector<CellId>& exits = grid_crowd_controller(lab).state().exits;
    const CellId id = lab.world().map().id(cell);
    const auto same = std::find(exits.begin(), exits.end(), id);
    constexpr size_t kMaxExits = 64;
    if (same != exits.end()) {
      exits.erase(same);
    } else if (exits.size() == kMaxExits) {
      return error_at("", fmt::format("{} exits at most", kMaxExits));
    } else {
      if (exits.empty()) grid_crowd_controller(lab).show_layer();
      exits.push_back(id);
    }
    return take_exits(lab);
  }
  static Status exits_clear(Lab& lab, const Command&) {
    grid_crowd_controller(lab).state().exits.clear();
    return take_exits(lab);
  }
  static Status take_exits(Lab& lab) {
    grid_crowd_controller(lab).note_lost("exits were changed");
    ++grid_crowd_controller(lab).state().version;
    if (grid_crowd_controller(lab).crowd_)
      grid_crowd_controller(lab).crowd_->set_exits(grid_crowd_controller(lab).state().exits);
    grid_crowd_controller(lab).read();
    return success();
  }
  static Status speed(Lab& lab, const Command& command) {
    STRATA_TRY(slowest, number(command.args[0], 0.1, GridCrowd::kMaxCellsPerSecond, "SLOWEST"));
    STRATA_TRY(fastest, number(command.args[1], 0.1, GridCrowd::kMaxCellsPerSecond, "FASTEST"));
    const CrowdSettings before = settings(lab);
    settings(lab).slowest = std::min(slowest, fastest);
    settings(lab).fastest = std::max(slowest, fastest);
    grid_crowd_controller(lab).note_changed(before, format_command(command));
    if (grid_crowd_controller(lab).crowd_)
      grid_crowd_controller(lab).crowd_->set_paces(GridCrowd::pace(settings(lab).slowest),
                                                   GridCrowd::pace(settings(lab).fastest));
    return success();
  }
  static Status capability(Lab& lab, const Command& command) {
    const auto given = Capability::from_string(command.args[0]);
    if (!given) return error_at("", "expects a list such as ground,swamp");
    settings(lab).agent.capability = *given;
    return success();
  }
  static Status seed(Lab& lab, const Command& command) {
    STRATA_TRY(given, large_integer(command.args[0], "SEED"));
    settings(lab).options.seed = given;
    return success();
  }

  static Status follow(Lab& lab, const Command& command) {
    const std::string& text = command.args[0];
    if (text == "none") {
      grid_crowd_controller(lab).follow({});
      return success();
    }
    if (Status there = needs_crowd(lab); !there) return there;
    const auto count = grid_crowd_controller(lab).crowd_->count();
    if (text != "next") {
      STRATA_TRY(agent, integer(text, 1, static_cast<int>(count), "AGENT"));
      const bool here = command.args.size() > 1;
      if (here && command.args[1] != "here") return error_at("", "expected here, not '" + command.args[1] + "'");
      grid_crowd_controller(lab).follow(static_cast<uint32_t>(agent - 1), !here);
      return success();
    }
    const std::optional<FollowedAgent>& now = grid_crowd_controller(lab).state().followed;
    uint32_t next = now ? now->agent : count - 1;
    for (uint32_t i = 0; i < count; ++i) {
      next = (next + 1) % count;
      if (grid_crowd_controller(lab).crowd_->status(next) == CrowdStatus::kGone) continue;
      grid_crowd_controller(lab).follow(next);
      return success();
    }
    return error_at("", "all agents are gone");
  }
  // The lab that executes the log need not have followed the same agent before.
  static Command followed(const Lab& lab, const Command& command) {
    const std::optional<FollowedAgent>& now = grid_crowd_controller(lab).state().followed;
    if (command.args[0] != "next" || !now) return command;
    Command logged = command;
    logged.args[0] = std::to_string(now->agent + 1);
    return logged;
  }
  // When the log is executed, the map may have no file.
  static Command scenario_of_map(const Lab& lab, const Command& command) {
    return command.args.empty() ? Command{command.name, {lab.state().map_path + ".scen"}} : command;
  }
  static Status take(Lab& lab, const Setting&, const CrowdSettings& next) {
    settings(lab) = next;
    grid_crowd_controller(lab).read();
    return success();
  }
  // Makes a setting affect agents that walk; the controller notes the change, so that a workspace file contains it.
  static void affect_walking(LabSetting& setting, void (*change)(GridCrowd&, const CrowdSettings&)) {
    setting.set = [set = std::move(setting.set), row = setting.row, change](Lab& lab, double value) {
      const CrowdSettings before = settings(lab);
      GridCrowdController& controller = grid_crowd_controller(lab);
      if (Status done = set(lab, value); !done) return done;
      controller.note_changed(before, fmt::format("{} {}", row.name, setting_text(row, value)));
      if (controller.crowd_) change(*controller.crowd_, settings(lab));
      controller.read();
      return success();
    };
  }
  // The user has chosen a device again, so the program searches for one again.
  static void choose_device(Lab& lab, double) {
    GridCrowdController& controller = grid_crowd_controller(lab);
    controller.no_cuda_.reset();
    if (controller.crowd_) controller.choose_engine();
    controller.read();
  }
  static const CrowdSettings& settings_now(const Lab& lab) { return grid_crowd_controller(lab).state().settings; }

  static Status forget(Lab& lab, const Command&) {
    if (Status there = needs_crowd(lab); !there) return there;
    grid_crowd_controller(lab).crowd_->forget_statistics();
    grid_crowd_controller(lab).note_changed(settings(lab), "crowd.forget");
    grid_crowd_controller(lab).read();
    return success();
  }
  static Status tables(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kTables)));
    lab.structures().apply_structure(StructureId::kTables, on);
    grid_crowd_controller(lab).read();
    return success();
  }
};

const std::array<FeatureCommand, 14> kCrowdCommands = {{
    {{.name = "tables",
      .usage = "on|off|toggle",
      .title = "Next-hop tables (HPA*)",
      .group = CommandGroup::kSearch,
      .min_args = 1,
      .max_args = 1,
      .help =
          "Next hops inside clusters and costs between all their nodes: paths are looked up, and crowds walk by them",
      .keeps = keeps::kSetting},
     CrowdCommands::tables},
    {{.name = "crowd.spawn",
      .usage = "[COUNT] [SEED]",
      .title = "Add agents",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 2,
      .help = "At random places where they can stand",
      .keeps = keeps::kLogged},
     CrowdCommands::spawn},
    {{.name = "crowd.stroke",
      .usage = "RADIUS round|square DENSITY X,Y...",
      .title = "Add agents by brush",
      .group = CommandGroup::kCrowd,
      .min_args = 4,
      .max_args = -1,
      .help = "Along the points; DENSITY in agents per 100 cells",
      .keeps = keeps::kLogged},
     CrowdCommands::stroke},
    {{.name = "crowd.scenario",
      .usage = "[PATH]",
      .title = "Add agents of scenario",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 1,
      .help = "One for every row of a .scen file; without PATH that of the map",
      .keeps = keeps::kLogged},
     CrowdCommands::scenario,
     {.logged = CrowdCommands::scenario_of_map}},
    {{.name = "crowd.clear",
      .usage = "",
      .title = "Remove all agents",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 0,
      .help = "There is no crowd any more",
      .keeps = keeps::kLogged},
     CrowdCommands::clear},
    {{.name = "crowd.run",
      .usage = "on|off|toggle",
      .title = "Run or pause the crowd",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "The crowd walks, or stands still"},
     CrowdCommands::run},
    {{.name = "crowd.step",
      .usage = "[TICKS]",
      .title = "Step the crowd",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 1,
      .help = "One tick, or TICKS; finishes builds first"},
     CrowdCommands::step},
    {{.name = "crowd.exit",
      .usage = "X Y",
      .title = "Exit",
      .group = CommandGroup::kCrowd,
      .min_args = 2,
      .max_args = 2,
      .help = "Where evacuated agents leave the map; the same again takes it away",
      .keeps = keeps::kLogged},
     CrowdCommands::exit},
    {{.name = "crowd.exits.clear",
      .usage = "",
      .title = "Remove all exits",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 0,
      .help = "There is no exit any more",
      .keeps = keeps::kLogged},
     CrowdCommands::exits_clear},
    {{.name = "crowd.speed",
      .usage = "SLOWEST FASTEST",
      .title = "Speed of agents",
      .group = CommandGroup::kCrowd,
      .min_args = 2,
      .max_args = 2,
      .help = "Cells per nominal second, up to 60; each has a speed of its own between them",
      .keeps = keeps::kSetting | keeps::kLast,
      .usual = "6 12"},
     CrowdCommands::speed},
    {{.name = "crowd.capability",
      .usage = "TERRAIN,...",
      .title = "Terrains of new agents",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "Those that they enter",
      .keeps = keeps::kSetting | keeps::kLast,
      .usual = "ground,swamp"},
     CrowdCommands::capability},
    {{.name = "crowd.seed",
      .usage = "SEED",
      .title = "Seed of the crowd",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 1,
      .help = "The same seed and commands repeat the same run; takes effect on a new crowd",
      .keeps = keeps::kSetting | keeps::kLast,
      .usual = "1"},
     CrowdCommands::seed},
    {{.name = "crowd.follow",
      .usage = "AGENT|next|none [here]",
      .title = "Follow agent",
      .group = CommandGroup::kCrowd,
      .min_args = 1,
      .max_args = 2,
      .help = "Its path is shown and the view goes along, or stays here; AGENT from 1",
      .keeps = keeps::kLast},
     CrowdCommands::follow,
     {.logged = CrowdCommands::followed}},
    {{.name = "crowd.forget",
      .usage = "",
      .title = "Reset statistics",
      .group = CommandGroup::kCrowd,
      .min_args = 0,
      .max_args = 0,
      .help = "Heat maps, flow and arrivals begin again",
      .keeps = keeps::kLogged},
     CrowdCommands::forget},
}};

std::span<const LabSetting> crowd_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(crowd_settings(), {}, CrowdCommands::settings_now, CrowdCommands::take);
    for (LabSetting& setting : made) setting.group = CommandGroup::kCrowd;
    setting_in(made, "crowd.backend").page = "computing";
    follow_setting(setting_in(made, "crowd.backend"), CrowdCommands::choose_device);
    const auto affect = [&made](std::string_view name, void (*change)(GridCrowd&, const CrowdSettings&)) {
      CrowdCommands::affect_walking(setting_in(made, name), change);
    };
    affect("crowd.goals", [](GridCrowd& crowd, const CrowdSettings& s) { crowd.set_task(s.task); });
    affect("crowd.holding", [](GridCrowd& crowd, const CrowdSettings& s) { crowd.set_holding(s.options.holding); });
    affect("crowd.method", [](GridCrowd& crowd, const CrowdSettings& s) { crowd.set_method(s.options.method); });
    affect("crowd.plans",
           [](GridCrowd& crowd, const CrowdSettings& s) { crowd.set_plans_per_tick(s.options.plans_per_tick); });
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
