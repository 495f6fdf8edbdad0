// Contraction hierarchies: switched on and off, built otherwise, contracted step by step.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

struct Lab::Handlers::HierarchyCommands {
  static constexpr Structure kCh = Structure::kCh, kCch = Structure::kCch;

  template <Structure kStructure>
  static Status on(Lab& lab, const Command& command) {
    STRATA_TRY(wanted, on_off(command.args[0], lab.world_->has(kStructure)));
    lab.structures().apply_structure(kStructure, wanted);
    return success();
  }
  static Result<ChGraph> graph_word(const std::string& word) {
    if (const auto graph = ch_graph_named(word)) return *graph;
    return error_at("", fmt::format("unknown graph '{}': corners, cells, hpa, sectors or drawn", word));
  }
  static Status ch_graph(Lab& lab, const Command& command) {
    STRATA_TRY(graph, graph_word(command.args[0]));
    ChOptions options = lab.state_.ch_options;
    options.graph = graph;
    lab.hierarchies().set(options, lab.state_.cch_options);
    return success();
  }
  static Status cch_graph(Lab& lab, const Command& command) {
    STRATA_TRY(graph, graph_word(command.args[0]));
    lab.hierarchies().set(lab.state_.ch_options, {.graph = graph});
    return success();
  }
  static Status ch_order(Lab& lab, const Command& command) {
    const auto order = ch_order_named(command.args[0]);
    if (!order) {
      return error_at("",
                      fmt::format("unknown order '{}': nested, large, small, own or customisable", command.args[0]));
    }
    ChOptions options = lab.state_.ch_options;
    options.order = *order;
    lab.hierarchies().set(options, lab.state_.cch_options);
    return success();
  }
  template <Structure kStructure, bool kAgain>
  static Status build(Lab& lab, const Command&) {
    if (!lab.world_->has(kStructure)) return error_at("", "the hierarchy is off");
    World& world = lab.session().change_world();
    kAgain ? world.rebuild(kStructure) : world.cancel(kStructure);
    if (!kAgain && !world.state(kStructure).cancelled) lab.log().leave_out();  // it was built already
    lab.hierarchies().read();
    return success();
  }
  static Status ch_contract(Lab& lab, const Command& command) {
    if (command.args.empty() || command.args[0] == "on") return lab.hierarchies().begin_contraction();
    if (command.args[0] != "off") return error_at("", fmt::format("expected on or off, not '{}'", command.args[0]));
    lab.hierarchies().end_contraction();
    return success();
  }
  static Status ch_importance(Lab& lab, const Command& command) {
    if (command.args[0] != "colour" && command.args[0] != "size") {
      return error_at("", "importance is shown as colour or size");
    }
    lab.state_.hierarchy_view.by_size = command.args[0] == "size";
    return success();
  }
  static Status ch_top(Lab& lab, const Command& command) {
    STRATA_TRY(percent, integer(command.args[0], 1, 100, "PERCENT"));
    lab.state_.hierarchy_view.percent = percent;
    return success();
  }
  static Status plan_stall(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.plan_options.stall));
    lab.state_.plan_options.stall = on;
    lab.query().query_changed();
    return success();
  }
  static Status plan_potentials(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.plan_options.potentials));
    lab.state_.plan_options.potentials = on;
    lab.query().query_changed();
    return success();
  }
  static Status inspect_arc(Lab& lab, const Command& command) {
    const std::string& name = command.args[0];
    if (name != "ch" && name != "cch") return error_at("", fmt::format("the hierarchy is ch or cch, not '{}'", name));
    STRATA_TRY(a, point_word(command.args[1]));
    STRATA_TRY(b, point_word(command.args[2]));
    const GridMap& map = lab.world_->map();
    if (!map.contains(a) || !map.contains(b)) return error_at("", "the cells must lie on the map");
    ArcInspection arc;
    if (Status found = lab.hierarchies().look_up_arc(name == "ch" ? kCh : kCch, map.id(a), map.id(b), arc); !found)
      return found;
    if (!lab.state_.inspected || lab.state_.inspected->cell != map.cell(arc.arc.lower)) {
      lab.state_.inspected.emplace();
      lab.state_.inspected->cell = map.cell(arc.arc.lower);
    }
    lab.state_.inspected->arc = std::move(arc);
    lab.log().wait_before();
    lab.inspector().refresh();
    return success();
  }
};

auto Lab::Handlers::hierarchy_commands() -> std::span<const Entry> {
  using Commands = HierarchyCommands;
  static constexpr Entry kEntries[] = {
      {"ch", Commands::on<Structure::kCh>},
      {"ch.graph", Commands::ch_graph},
      {"ch.order", Commands::ch_order},
      {"ch.cancel", Commands::build<Structure::kCh, false>},
      {"ch.rebuild", Commands::build<Structure::kCh, true>},
      {"ch.contract", Commands::ch_contract},
      {"ch.importance", Commands::ch_importance},
      {"ch.top", Commands::ch_top},
      {"cch", Commands::on<Structure::kCch>},
      {"cch.graph", Commands::cch_graph},
      {"cch.cancel", Commands::build<Structure::kCch, false>},
      {"cch.rebuild", Commands::build<Structure::kCch, true>},
      {"plan.stall", Commands::plan_stall},
      {"plan.potentials", Commands::plan_potentials},
      {"inspect.arc", Commands::inspect_arc},
  };
  return kEntries;
}

}  // namespace strata
