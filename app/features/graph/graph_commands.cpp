// Commands of the drawn graph: nodes, edges, order, file.
#include <fmt/format.h>

#include <algorithm>

#include "app/base/command_arguments.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "core/io/graph_file.hpp"

namespace strata {
namespace {

Status open(Lab& lab, const Command& command) {
  const auto args = without_force(command.args);
  const bool here = args.size() > 1;
  if (here && args[1] != "here") return error_at("", fmt::format("expected here or force, not '{}'", args[1]));
  // A graph that is opened on the open map can be undone like an edit, so that unsaved work is not lost and
  // nothing is asked.
  if (!here && lab.session().ask_unsaved(command)) return success();
  return graph_controller(lab).open_here(args[0], here);
}

Status save(Lab& lab, const Command& command) {
  if (!command.args.empty()) return graph_controller(lab).save_as(command.args[0]);
  if (graph_controller(lab).path().empty()) return error_at("", "the graph has no file yet; use graph.save PATH");
  if (!graph_controller(lab).path_has_own_format()) {
    return error_at("", "the graph is that of another program, which is left as it is; use graph.save PATH");
  }
  if (suspended_work(lab).is_borrowed(graph_controller(lab).path())) {
    return error_at(
        "", "the graph is that of a lesson, a figure or a run of show, which is left as it is; use graph.save PATH");
  }
  return graph_controller(lab).save_as(graph_controller(lab).path());
}

Status clear(Lab& lab, const Command&) {
  if (graph_controller(lab).graph().empty()) return error_at("", "there is no drawn graph");
  graph_controller(lab).edit({}, "Clear graph");
  return success();
}

Result<uint32_t> node_word(const Lab& lab, const std::string& word) {
  STRATA_TRY(cell, point_word(word));
  if (const auto node = graph_controller(lab).graph().node_at(cell)) return *node;
  return error_at("", fmt::format("there is no node at {},{}", cell.x, cell.y));
}

Error taken(Cell cell) { return error_at("", fmt::format("there is a node at {},{} already", cell.x, cell.y)); }

Status add_node(Lab& lab, const Command& command) {
  STRATA_TRY(cell, point_inside(lab.world().map(), command.args[0]));
  DrawnGraph graph = graph_controller(lab).graph();
  if (graph.node_at(cell)) return taken(cell);
  if (!graph.add_node(cell)) {
    return error_at("", fmt::format("a drawn graph has {} nodes at most", DrawnGraph::kMaxNodes));
  }
  graph_controller(lab).edit(std::move(graph), "Node");
  return success();
}

Status move_node(Lab& lab, const Command& command) {
  STRATA_TRY(node, node_word(lab, command.args[0]));
  STRATA_TRY(to, point_inside(lab.world().map(), command.args[1]));
  DrawnGraph graph = graph_controller(lab).graph();
  if (!graph.move_node(node, to)) return taken(to);
  graph_controller(lab).edit(std::move(graph), "Move node");
  return success();
}

Status set_edge(Lab& lab, const Command& command) {
  STRATA_TRY(a, node_word(lab, command.args[0]));
  STRATA_TRY(b, node_word(lab, command.args[1]));
  if (a == b) return error_at("", "an edge joins two nodes");
  DrawnGraph graph = graph_controller(lab).graph();
  Cost weight = graph.default_weight(a, b);
  if (command.args.size() > 2) {
    const auto given = parse_weight(command.args[2]);
    if (!given) {
      return error_at("", fmt::format("WEIGHT must be a number above 0, {} at most, not '{}'",
                                      format_weight(DrawnGraph::kMaxWeight), command.args[2]));
    }
    weight = *given;
    if (is_kept_otherwise(command.args[2], weight)) {
      lab.say(MessageKind::kWarning, fmt::format("The weight {} is kept as {}: weights are multiples of {}",
                                                 command.args[2], format_weight(weight), format_weight(1)));
    }
  }
  const bool known = graph.edge(a, b) != nullptr;
  graph.set_edge(a, b, weight);
  graph_controller(lab).edit(std::move(graph), known ? "Weight" : "Edge");
  return success();
}

Status remove(Lab& lab, const Command& command) {
  STRATA_TRY(a, node_word(lab, command.args[0]));
  DrawnGraph graph = graph_controller(lab).graph();
  if (command.args.size() == 1) {
    graph.remove_node(a);
    graph_controller(lab).edit(std::move(graph), "Remove node");
    return success();
  }
  STRATA_TRY(b, node_word(lab, command.args[1]));
  if (!graph.remove_edge(a, b)) return error_at("", "there is no edge between these nodes");
  graph_controller(lab).edit(std::move(graph), "Remove edge");
  return success();
}

Status set_order(Lab& lab, const Command& command) {
  DrawnGraph graph = graph_controller(lab).graph();
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
  graph_controller(lab).edit(std::move(graph), "Order");
  return success();
}

// Saving a graph without a file of its own asks for a file name.
bool ask_for_name(Lab& lab, const Command& command, std::string_view window) {
  const GraphController& controller = graph_controller(lab);
  if (!command.args.empty() || !controller.save_needs_name()) return false;
  if (!controller.path().empty()) lab.session().say_copy();
  return ask_in_place(lab, window, "ui.show save_graph on");
}

}  // namespace

// clang-format off
const std::array<FeatureCommand, 8> kGraphCommands = {{
    {{"graph.open", "PATH [here] [force]", "Open graph", CommandGroup::kFile, 1, 3, "Opens a .graph file, with its map if it names one, or a graph of DIMACS (.gr), GraphML (.graphml) or Graphviz (.dot, .gv) on the open map; here: on the open map", keeps::kOpens, does::kOpensMap}, open},
    {{"graph.save", "[PATH]", "Save graph", CommandGroup::kFile, 0, 1, "Writes the drawn graph, to its own file if no other is given; as .gr, .graphml, .dot or .gv for other programs"}, save, {.holds = ask_for_name}},
    {{"graph.node", "X,Y", "Add node", CommandGroup::kGraph, 1, 1, "A node of the drawn graph on a cell, the most important one", keeps::kWork}, add_node},
    {{"graph.move", "X,Y X,Y", "Move node", CommandGroup::kGraph, 2, 2, "From one cell to another; its edges keep their weights", keeps::kWork}, move_node},
    {{"graph.edge", "X,Y X,Y [WEIGHT]", "Edge", CommandGroup::kGraph, 2, 3, "Between two nodes; WEIGHT in cells, else their distance", keeps::kWork}, set_edge},
    {{"graph.remove", "X,Y [X,Y]", "Remove node or edge", CommandGroup::kGraph, 1, 2, "A node with its edges, or the edge between two", keeps::kWork}, remove},
    {{"graph.order", "X,Y... | X,Y up|down|first|last", "Order of the nodes", CommandGroup::kGraph, 1, -1, "In which the own order contracts them: all of them, or one moved", keeps::kWork}, set_order},
    {{"graph.clear", "", "Clear graph", CommandGroup::kGraph, 0, 0, "No nodes; undo brings them back", keeps::kWork}, clear},
}};
// clang-format on

}  // namespace strata
