// Commands for the query and the planners.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/undo_history.hpp"

namespace strata {

struct Lab::Handlers::SearchCommands {
  // Moves start and goal as one undo step. `goes_on`: the move belongs to the same undo step as the previous one.
  static void move_ends(Lab& lab, const PlanQuery& query, bool goes_on = false) {
    LabState& state = lab.state_;
    if (state.has_query && state.query == query) {
      // Although start and goal stay where they are, the command ends the previous drag.
      if (!goes_on) lab.undo_history().end_query_move();
      return;
    }
    lab.undo_history().add_query_move(&query, goes_on);
    state.has_query = true;
    state.query = query;
  }
  // Returns whether the command continues the previous move: then its last argument is the word "more". `numbers` is
  // the number of arguments without it.
  static Result<bool> goes_on(const Command& command, size_t numbers) {
    if (command.args.size() == numbers) return false;
    if (command.args[numbers] == kMoreMoves) return true;
    return error_at("", fmt::format("'{}' is not {}", command.args[numbers], kMoreMoves));
  }
  static Status query_end(Lab& lab, const Command& command, bool start) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), {command.args[0], command.args[1]}));
    STRATA_TRY(more, goes_on(command, 2));
    PlanQuery query{cell, cell};
    if (lab.state_.has_query) {
      query = lab.state_.query;
      (start ? query.start : query.goal) = cell;
    }
    move_ends(lab, query, more);
    return success();
  }
  static Status query_start(Lab& lab, const Command& command) { return query_end(lab, command, true); }
  static Status query_goal(Lab& lab, const Command& command) { return query_end(lab, command, false); }
  static Status query_set(Lab& lab, const Command& command) {
    const std::vector<std::string>& words = command.args;
    STRATA_TRY(start, cell_inside(lab.world_->map(), {words[0], words[1]}));
    STRATA_TRY(goal, cell_inside(lab.world_->map(), {words[2], words[3]}));
    STRATA_TRY(more, goes_on(command, 4));
    move_ends(lab, PlanQuery{start, goal}, more);
    return success();
  }
  static Status query_swap(Lab& lab, const Command& command) {
    if (!lab.state_.has_query) return error_at(command.name, "there is no start and goal");
    move_ends(lab, PlanQuery{lab.state_.query.goal, lab.state_.query.start});
    return success();
  }
  static Status query_random(Lab& lab, const Command& command) {
    // If no seed is given, a new one is used each time, so that each press of the key gives another query.
    uint64_t seed = lab.query().plan_version();
    if (!command.args.empty()) {
      STRATA_TRY(given, large_integer(command.args[0], "SEED"));
      seed = given;
    }
    const World& world = *lab.world_;
    return lab.large_map_task().run(lab.large_map_task().is_large(world.map().cell_count()), "Looking for a far goal",
                                    [&lab, &world, seed, name = command.name](JobControl&) -> LargeMapTask::FinishStep {
                                      const auto query = random_query_on(world, seed);
                                      return [&lab, query, name]() -> Status {
                                        if (!query) return error_at(name, "no two passable cells are connected");
                                        move_ends(lab, *query);
                                        return success();
                                      };
                                    });
  }
  // Returns whether the earlier command has set both start and goal. It does so if there was no query: then the first
  // one that is set becomes both.
  template <bool kStart>
  static bool sets_other_end(const Lab& lab, const Command& earlier, const Command&) {
    const Cell other = kStart ? lab.state_.query.goal : lab.state_.query.start;
    const Result<Cell> set = cell_words(earlier.args, 0);
    return set && set.value() == other;
  }
  // Without a seed every run of the command makes another choice.
  static Command chosen_query(const Lab& lab, const Command& command) {
    if (!command.args.empty()) return command;
    const auto [start, goal] = std::pair(lab.state_.query.start, lab.state_.query.goal);
    return parse_command(fmt::format("query.set {} {} {} {}", start.x, start.y, goal.x, goal.y)).value();
  }
  static Status query_clear(Lab& lab, const Command&) {
    if (!lab.state_.has_query) return success();
    lab.undo_history().add_query_move(nullptr, false);
    lab.state_.has_query = false;
    return success();
  }
  static Result<PlannerRow*> row_named(Lab& lab, const std::string& name) {
    for (PlannerRow& row : lab.state_.rows) {
      if (row.planner->name == name) return &row;
    }
    std::string known;
    for (const PlannerRow& row : lab.state_.rows) {
      known += (known.empty() ? "" : ", ") + std::string(row.planner->name);
    }
    return error_at("", fmt::format("unknown planner '{}': {}", name, known));
  }
  static Status planner_show(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    STRATA_TRY(on, on_off(command.args[1], row->shown));
    if (on) {
      if (Status there = lab.structures().ensure_structure_of(*row->planner); !there) return there;
    }
    row->shown = on;
    return success();
  }
  static Status planner_path(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    STRATA_TRY(on, on_off(command.args[1], !row->path_hidden));
    row->path_hidden = !on;
    return success();
  }
  static Status planner_trace(Lab& lab, const Command& command) {
    STRATA_TRY(row, row_named(lab, command.args[0]));
    if (const SteppedProcess* process = lab.state().process) process->end(lab);
    if (lab.state_.traced == row->planner->name) return success();
    if (Status there = lab.structures().ensure_structure_of(*row->planner); !there) return there;
    lab.query().set_stepped(row->planner->name, nullptr);
    lab.query().trace_soon();
    lab.query().rows_changed();
    return success();
  }
  static Status inspect_clear(Lab& lab, const Command&) {
    lab.inspector().end();
    return success();
  }
};

Status Lab::Handlers::inspect(Lab& lab, const Command& command) {
  STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
  lab.inspector().begin(cell);
  lab.inspector().refresh();
  return success();
}

auto Lab::Handlers::search_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"query.start", SearchCommands::query_start, {.leaves = SearchCommands::sets_other_end<true>}},
      {"query.goal", SearchCommands::query_goal, {.leaves = SearchCommands::sets_other_end<false>}},
      {"query.set", SearchCommands::query_set},
      {"query.swap", SearchCommands::query_swap},
      {"query.random", SearchCommands::query_random, {.logged = SearchCommands::chosen_query}},
      {"query.clear", SearchCommands::query_clear},
      {"planner.show", SearchCommands::planner_show},
      {"planner.path", SearchCommands::planner_path},
      {"planner.trace", SearchCommands::planner_trace},
      {"inspect", Handlers::inspect},
      {"inspect.clear", SearchCommands::inspect_clear},
  };
  return kEntries;
}

}  // namespace strata
