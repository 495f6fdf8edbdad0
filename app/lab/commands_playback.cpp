// Commands that step the recorded search.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/base/command_arguments.hpp"
#include "app/lab/breakpoint_checks.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/enum_names.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {

struct Lab::Handlers::PlaybackCommands {
  // Waits until the search to be stepped is recorded. Returns an error if there is none.
  static Status recorded(Lab& lab) {
    if (lab.view_searches().active()) {
      lab.query().solve_now();
      for (int i = 1; i < lab.view_searches().count(); ++i) {
        if (!lab.view_searches().playback(i).empty()) return success();
      }
    }
    if (const SteppedProcess* process = lab.state().process) {
      lab.query().solve_now();
      if (!lab.playback().empty()) return success();
      return error_at("", fmt::format("there is no recorded {}", process->name));
    }
    if (!lab.world().ready(lab.state().traced_planner()->needs) &&
        lab.world_->get<MapHpa>().hpa().clusters().count() <= MapHpa::kLiveClusters) {
      lab.finish_updates();
    }
    lab.query().solve_now();
    if (!lab.playback().empty()) return success();
    if (const std::string why = unavailable(lab.world(), *lab.state().traced_planner()); !why.empty()) {
      return error_at("", fmt::format("no search to step: {} {}", lab.state().traced_planner()->title, why));
    }
    const Planner& planner = *lab.state().traced_planner();
    const bool waits = !lab.world().ready(planner.needs);
    return error_at("",
                    waits ? fmt::format("no search to step: {}: {}", planner.title, lab.query().building_note(planner))
                    : !lab.state_.has_query         ? "there is no start and goal, so there is no search to step"
                    : lab.state_.query_note.empty() ? "there is no recorded search"
                                                    : "no search to step: " + lab.state_.query_note);
  }
  static Status step_by(Lab& lab, const Command& command, int sign) {
    int count = 1;
    if (!command.args.empty()) {
      STRATA_TRY(given, integer(command.args[0], 1, 1 << 30, "COUNT"));
      count = given;
    }
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback().clock().pause();
    if (lab.view_searches().step_beyond(static_cast<int64_t>(sign) * count)) return success();
    lab.playback().step(static_cast<int64_t>(sign) * count);
    lab.view_searches().follow_lead();
    return success();
  }
  static Status step_to(Lab& lab, const Command& command) {
    STRATA_TRY(at, large_integer(command.args[0], "N"));
    if (Status ready = recorded(lab); !ready) return ready;
    if (at > lab.playback().size() && !lab.playback().future_hidden()) {
      return error_at("", fmt::format("the search has {} events, there is no {}", lab.playback().size(), at));
    }
    lab.playback().clock().pause();
    lab.playback().jump(at);
    lab.view_searches().follow_lead();
    return success();
  }
  static Status step_forward(Lab& lab, const Command& command) { return step_by(lab, command, 1); }
  static Status step_back(Lab& lab, const Command& command) { return step_by(lab, command, -1); }
  template <auto kMove>
  static Status step_move(Lab& lab, const Command&) {
    if (Status ready = recorded(lab); !ready) return ready;
    if (Status moved = kMove(lab); !moved) return moved;
    lab.playback().clock().pause();
    lab.view_searches().follow_lead();
    return success();
  }
  static Status to_first(Lab& lab) {
    lab.playback().jump(0);
    return success();
  }
  // Goes to the end of the search; if views compare searches, to the ends of all.
  static Status step_last(Lab& lab, const Command&) {
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback().clock().pause();
    lab.playback().jump(SIZE_MAX);
    lab.view_searches().go(lab.view_searches().end_place());
    return success();
  }
  static Status to_next_expansion(Lab& lab) {
    if (lab.playback().next_expansion()) return success();
    return error_at("", "no expansion follows");
  }
  static Status step_next_expansion(Lab& lab, const Command& command) {
    if (Status ready = recorded(lab); !ready) return ready;
    if (lab.view_searches().step_beyond(1)) return success();
    return step_move<to_next_expansion>(lab, command);
  }
  static Status to_previous_expansion(Lab& lab) {
    if (lab.playback().previous_expansion()) return success();
    return error_at("", "no expansion comes before");
  }
  static Status step_previous_expansion(Lab& lab, const Command& command) {
    if (Status ready = recorded(lab); !ready) return ready;
    if (lab.view_searches().step_beyond(-1)) return success();
    return step_move<to_previous_expansion>(lab, command);
  }
  static Status to_breakpoint(Lab& lab) {
    lab.playback().run_to_breakpoint();
    return success();
  }
  static Status step_play(Lab& lab, const Command&) {
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback().clock().pause();
    lab.view_searches().play();
    return success();
  }
  static Status step_pause(Lab& lab, const Command&) {
    lab.playback().clock().pause();
    return success();
  }
  static Status step_toggle(Lab& lab, const Command&) {
    if (lab.playback().clock().playing()) {
      lab.playback().clock().pause();
      return success();
    }
    if (Status ready = recorded(lab); !ready) return ready;
    lab.view_searches().play();
    return success();
  }
  static Status step_next_of(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    if (Status ready = recorded(lab); !ready) return ready;
    if (!lab.playback().next_event_of(lab.world_->map().id(cell))) {
      return error_at("", fmt::format("no later event concerns ({},{})", cell.x, cell.y));
    }
    lab.playback().clock().pause();
    lab.view_searches().follow_lead();
    return success();
  }
  static Status step_phase(Lab& lab, const Command& command) {
    int level = -1;
    if (command.args.size() > 1) {
      STRATA_TRY(given, integer(command.args[1], 0, HpaOptions::kMaxLevels, "LEVEL"));
      level = given;
    }
    if (Status ready = recorded(lab); !ready) return ready;
    for (int i = 0; i < kPhases; ++i) {
      std::string name(phase_name(static_cast<Phase>(i)));
      std::replace(name.begin(), name.end(), ' ', '-');
      if (name != command.args[0]) continue;
      const auto phase = static_cast<Phase>(i);
      const size_t end =
          level < 0 ? lab.playback().outline().phase_end(phase) : lab.playback().outline().phase_end(phase, level);
      if (end == 0 && lab.playback().future_hidden()) {
        return error_at("", "the search has not come to the phase " + name + " yet");
      }
      if (end == 0) {
        return error_at("", "the recorded search has no phase " + name +
                                (level < 0 ? std::string() : fmt::format(" on level {}", level)));
      }
      lab.playback().clock().pause();
      lab.playback().jump(end);
      lab.view_searches().follow_lead();
      return success();
    }
    return error_at("", "unknown phase '" + command.args[0] + "': insert-start, insert-goal, search, refine or smooth");
  }
  static Status step_breakpoint(Lab& lab, const Command& command) {
    const auto lines = static_cast<int>(lab.query().pseudo_code().lines.size());
    STRATA_TRY(line, integer(command.args[0], 0, lines - 1, "LINE"));
    STRATA_TRY(on, on_off(command.args[1], lab.playback().breakpoints().at(static_cast<uint8_t>(line))));
    lab.playback().breakpoints().set(static_cast<uint8_t>(line), on);
    if (on) say_never(lab, line_never_stops(lab, static_cast<uint8_t>(line)));
    return success();
  }
  static Status step_condition(Lab& lab, const Command& command) {
    const auto conditions = static_cast<int>(kBreakConditionNames.size());
    const std::optional<BreakCondition> when = enum_named(conditions, break_condition_name, command.args[0]);
    if (!when) {
      return error_at("", "unknown condition '" + command.args[0] + "': f-grows, reopened, level or touched");
    }
    const bool touched = *when == BreakCondition::kTouched;
    if (command.args.size() != 2 && (!touched || command.args.size() != 4)) {
      return error_at("", touched ? "touched needs a cell: touched on X Y" : "only touched has a cell");
    }
    Breakpoints& breakpoints = lab.playback().breakpoints();
    STRATA_TRY(on, on_off(command.args[1], breakpoints.at(*when)));
    if (on && touched) {
      if (command.args.size() != 4) return error_at("", "touched needs a cell: touched on X Y");
      STRATA_TRY(x, integer(command.args[2], -GridMap::kMaxSide, GridMap::kMaxSide, "X"));
      STRATA_TRY(y, integer(command.args[3], -GridMap::kMaxSide, GridMap::kMaxSide, "Y"));
      breakpoints.watch({x, y});
    }
    breakpoints.set(*when, on);
    if (on) say_never(lab, never_stops(lab, *when));
    return success();
  }
  // Says that a lesson keeps the stepped search from going on, as it asks what comes next.
  static bool keeps_search(Lab& lab, const Command&, std::string_view) {
    if (!search_held(lab)) return false;
    lab.say(MessageKind::kInfo, "The lesson hides what the search does next");
    return true;
  }
  static void say_never(Lab& lab, std::string text) {
    if (!text.empty()) lab.say(MessageKind::kInfo, std::move(text));
  }
};

auto Lab::Handlers::playback_commands() -> std::span<const HandlerEntry> {
  static constexpr CommandHooks kHeld = {.holds = PlaybackCommands::keeps_search};
  static constexpr HandlerEntry kEntries[] = {
      {"step.to", PlaybackCommands::step_to},
      {"step.forward", PlaybackCommands::step_forward, kHeld},
      {"step.back", PlaybackCommands::step_back},
      {"step.first", PlaybackCommands::step_move<PlaybackCommands::to_first>},
      {"step.last", PlaybackCommands::step_last, kHeld},
      {"step.play", PlaybackCommands::step_play, kHeld},
      {"step.pause", PlaybackCommands::step_pause},
      {"step.toggle", PlaybackCommands::step_toggle, kHeld},
      {"step.next_expansion", PlaybackCommands::step_next_expansion, kHeld},
      {"step.previous_expansion", PlaybackCommands::step_previous_expansion},
      {"step.next_of", PlaybackCommands::step_next_of, kHeld},
      {"step.phase", PlaybackCommands::step_phase},
      {"step.breakpoint", PlaybackCommands::step_breakpoint},
      {"step.condition", PlaybackCommands::step_condition},
      {"step.run", PlaybackCommands::step_move<PlaybackCommands::to_breakpoint>, kHeld},
  };
  return kEntries;
}

}  // namespace strata
