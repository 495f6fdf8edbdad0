// The drawn graph: nodes, edges, order, file.
#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_parts.hpp"
#include "core/io/graph_file.hpp"

namespace strata {

struct Lab::Handlers::GraphCommands {
  static Status open(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    const bool here = args.size() > 1;
    if (here && args[1] != "here") return error_at("", fmt::format("expected here or force, not '{}'", args[1]));
    // On the open map it is an edit like others: undo brings back what was drawn before.
    if (!here && lab.session().ask_unsaved(command)) return success();
    return lab.graph().open(args[0], here);
  }
  static Status save(Lab& lab, const Command& command) {
    if (!command.args.empty()) return lab.graph().save_as(command.args[0]);
    if (lab.state_.graph_path.empty()) return error_at("", "the graph has no file yet; use graph.save PATH");
    return lab.graph().save_as(lab.state_.graph_path);
  }
  static Status clear(Lab& lab, const Command&) {
    if (lab.state_.drawn.empty()) return error_at("", "there is no drawn graph");
    lab.graph().edit({}, "Clear graph");
    return success();
  }

  static Result<Cell> cell_word(const Lab& lab, const std::string& word) {
    const GridMap& map = lab.world_->map();
    STRATA_TRY(cell, point_word(word));
    if (map.contains(cell)) return cell;
    return error_at(
        "", fmt::format("({},{}) is outside the map of {} x {} cells", cell.x, cell.y, map.width(), map.height()));
  }
  static Result<uint32_t> node_word(const Lab& lab, const std::string& word) {
    STRATA_TRY(cell, point_word(word));
    if (const auto node = lab.state_.drawn.node_at(cell)) return *node;
    return error_at("", fmt::format("there is no node at {},{}", cell.x, cell.y));
  }
  static Error taken(Cell cell) {
    return error_at("", fmt::format("there is a node at {},{} already", cell.x, cell.y));
  }

  static Status node(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_word(lab, command.args[0]));
    DrawnGraph graph = lab.state_.drawn;
    if (graph.node_at(cell)) return taken(cell);
    if (!graph.add_node(cell)) {
      return error_at("", fmt::format("a drawn graph has {} nodes at most", DrawnGraph::kMaxNodes));
    }
    lab.graph().edit(std::move(graph), "Node");
    return success();
  }
  static Status move(Lab& lab, const Command& command) {
    STRATA_TRY(node, node_word(lab, command.args[0]));
    STRATA_TRY(to, cell_word(lab, command.args[1]));
    DrawnGraph graph = lab.state_.drawn;
    if (!graph.move_node(node, to)) return taken(to);
    lab.graph().edit(std::move(graph), "Move node");
    return success();
  }
  static Status edge(Lab& lab, const Command& command) {
    STRATA_TRY(a, node_word(lab, command.args[0]));
    STRATA_TRY(b, node_word(lab, command.args[1]));
    if (a == b) return error_at("", "an edge joins two nodes");
    DrawnGraph graph = lab.state_.drawn;
    Cost weight = graph.usual_weight(a, b);
    if (command.args.size() > 2) {
      const auto given = parse_weight(command.args[2]);
      if (!given) {
        return error_at("", fmt::format("WEIGHT must be a number from {} to {}, not '{}'", format_weight(1),
                                        format_weight(DrawnGraph::kMaxWeight), command.args[2]));
      }
      weight = *given;
    }
    const bool known = graph.edge(a, b) != nullptr;
    graph.set_edge(a, b, weight);
    lab.graph().edit(std::move(graph), known ? "Weight" : "Edge");
    return success();
  }
  static Status remove(Lab& lab, const Command& command) {
    STRATA_TRY(a, node_word(lab, command.args[0]));
    DrawnGraph graph = lab.state_.drawn;
    if (command.args.size() == 1) {
      graph.remove_node(a);
      lab.graph().edit(std::move(graph), "Remove node");
      return success();
    }
    STRATA_TRY(b, node_word(lab, command.args[1]));
    if (!graph.remove_edge(a, b)) return error_at("", "there is no edge between these nodes");
    lab.graph().edit(std::move(graph), "Remove edge");
    return success();
  }
  static Status order(Lab& lab, const Command& command) {
    DrawnGraph graph = lab.state_.drawn;
    std::vector<uint32_t> order(graph.order().begin(), graph.order().end());
    const std::string& word = command.args.back();
    if (word == "up" || word == "down" || word == "first" || word == "last") {
      if (command.args.size() != 2) return error_at("", "expects X,Y up|down|first|last, or all nodes");
      STRATA_TRY(node, node_word(lab, command.args[0]));
      const auto at = std::find(order.begin(), order.end(), node);
      if (word == "up" && at != order.begin()) std::iter_swap(at, at - 1);
      if (word == "down" && at + 1 != order.end()) std::iter_swap(at, at + 1);
      if (word == "first") std::rotate(order.begin(), at, at + 1);
      if (word == "last") std::rotate(at, at + 1, order.end());
    } else {
      order.clear();
      for (const std::string& cell : command.args) {
        STRATA_TRY(node, node_word(lab, cell));
        order.push_back(node);
      }
    }
    if (!graph.set_order(order)) {
      return error_at("", fmt::format("the order has each of the {} nodes once", graph.node_count()));
    }
    lab.graph().edit(std::move(graph), "Order");
    return success();
  }
};

auto Lab::Handlers::graph_commands() -> std::span<const Entry> {
  static constexpr Entry kEntries[] = {
      {"graph.open", GraphCommands::open},     {"graph.save", GraphCommands::save},
      {"graph.clear", GraphCommands::clear},   {"graph.node", GraphCommands::node},
      {"graph.move", GraphCommands::move},     {"graph.edge", GraphCommands::edge},
      {"graph.remove", GraphCommands::remove}, {"graph.order", GraphCommands::order},
  };
  return kEntries;
}

}  // namespace strata
