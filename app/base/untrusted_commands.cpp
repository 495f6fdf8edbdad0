#include "app/base/untrusted_commands.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "app/base/command.hpp"
#include "app/base/command_parameters.hpp"
#include "core/world/structure_id.hpp"

namespace strata {
namespace {

constexpr uint8_t bit(UntrustedFileKind file) { return static_cast<uint8_t>(1u << static_cast<unsigned>(file)); }
constexpr uint8_t kL = bit(UntrustedFileKind::kLesson), kF = bit(UntrustedFileKind::kFigure),
                  kW = bit(UntrustedFileKind::kWorkspace), kR = bit(UntrustedFileKind::kResult);

constexpr uint8_t kAll = kL | kF | kW | kR;

// The command opens the file that it names, which must lie beside the file with the command.
constexpr uint8_t kBeside = 1u << kForeignFiles;

// A command without a row is refused in all kinds of files, unless it is the switch of a structure.
constexpr UntrustedCommandRow kRows[] = {
    // Commands that open maps. A lesson and a card open maps of their own; a student's result begins with the
    // map of the lesson.
    {"graph.open", kF | kBeside},
    {"map.generate", kL | kF},
    {"map.new", kL | kF},
    {"map.open", kL | kF | kBeside},
    {"map.scene", kL | kF},
    {"scenario.open", kF | kBeside},
    // Changes of the map, and the tools for them.
    {"brush.radius", kAll},
    {"brush.shape", kAll},
    {"canvas.crop", kL | kR},
    {"canvas.resize", kL | kR},
    {"edit.redo", kL | kR},
    {"edit.undo", kL | kR},
    {"graph.clear", kL | kF | kR},
    {"graph.edge", kL | kF | kR},
    {"graph.move", kL | kF | kR},
    {"graph.node", kL | kF | kR},
    {"graph.order", kL | kF | kR},
    {"graph.remove", kL | kF | kR},
    {"link.add", kAll},
    {"link.both_ways", kAll},
    {"link.clear", kL | kF | kR},
    {"link.cost", kAll},
    {"link.remove", kL | kF | kR},
    {"paint.ellipse", kL | kF | kR},
    {"paint.fill", kL | kF | kR},
    {"paint.form", kAll},
    {"paint.line", kL | kF | kR},
    {"paint.rectangle", kL | kF | kR},
    {"paint.stroke", kL | kF | kR},
    {"piece.copy", kL | kF | kR},
    {"piece.cut", kL | kF | kR},
    {"piece.delete", kL | kF | kR},
    {"piece.discard", kL | kF | kR},
    {"piece.drop", kL | kF | kR},
    {"piece.fill", kL | kF | kR},
    {"piece.mirror", kL | kF | kR},
    {"piece.move", kL | kF | kR},
    {"piece.paste", kL | kF | kR},
    {"piece.rotate", kL | kF | kR},
    {"select.all", kL | kF | kR},
    {"select.inverse", kL | kF | kR},
    {"select.none", kL | kF | kR},
    {"select.rectangle", kL | kF | kR},
    {"select.wand", kL | kF | kR},
    {"tool.select", kAll},
    {"weights.mode", kAll},
    {"weights.shape", kAll},
    {"weights.value", kAll},
    // Commands that set names, colours, weights and letters of terrains, which are settings of a map.
    {"terrain.colour", kF | kW},
    {"terrain.name", kF | kW},
    {"terrain.next_letters", kW},
    {"terrain.pick", kL | kF | kR},
    {"terrain.select", kAll},
    {"terrain.weight", kAll},
    // The query, the agent and the rules.
    {"agent.capability", kAll},
    {"agent.size", kAll},
    {"inspect", kAll},
    {"inspect.arc", kL | kF | kR},
    {"inspect.clear", kL | kF | kR},
    {"predict", kAll},
    {"predict.answer", kL | kF | kR},
    {"predict.hide", kAll},
    {"predict.next", kL | kF | kR},
    {"predict.show", kAll},
    {"query.clear", kAll},
    {"query.goal", kL | kF | kR},
    {"query.partial", kAll},
    {"query.random", kL | kF | kR},
    {"query.set", kAll},
    {"query.start", kL | kF | kR},
    {"query.swap", kL | kF | kR},
    {"rules.capability", kAll},
    {"rules.profile", kAll},
    // Planners.
    {"heuristic.show", kAll},
    {"pay.against", kAll},
    {"pay.scale", kAll},
    {"pay.show", kL | kF | kR},
    {"plan.first_moves", kAll},
    {"plan.heuristic", kAll},
    {"plan.ida_expansions", kAll},
    {"plan.interleave", kAll},
    {"plan.potentials", kAll},
    {"plan.segment", kAll},
    {"plan.smooth", kAll},
    {"plan.stall", kAll},
    {"plan.step", kL | kF | kR},
    {"plan.ties", kAll},
    {"plan.weight", kAll},
    {"planner.levels_apart", kAll},
    {"planner.only", kAll},
    {"planner.path", kAll},
    {"planner.show", kAll},
    {"planner.trace", kAll},
    {"ask.add_goal", kL | kF | kR},
    {"ask.goals", kAll},
    {"ask.limit", kAll},
    {"ask.lines", kAll},
    {"ask.longer", kAll},
    {"ask.paths", kAll},
    {"ask.question", kAll},
    {"ask.remove_goal", kL | kF | kR},
    {"ask.sharing", kAll},
    {"ask.step", kAll},
    {"ask.turn_cost", kAll},
    {"ask.turn_order", kAll},
    {"ask.wall_cost", kAll},
    {"ask.wall_distance", kAll},
    {"xray.show", kAll},
    {"xray.try", kL | kF | kR},
    // Structures.
    {"cch.cancel", kL | kF | kR},
    {"cch.graph", kAll},
    {"cch.rebuild", kL | kF | kR},
    {"ch.cancel", kL | kF | kR},
    {"ch.contract", kAll},
    {"ch.graph", kAll},
    {"ch.importance", kAll},
    {"ch.order", kAll},
    {"ch.rebuild", kL | kF | kR},
    {"ch.top", kAll},
    {"haa.capabilities", kAll},
    {"haa.cluster_size", kAll},
    {"haa.construct", kAll},
    {"haa.dominated", kAll},
    {"haa.graph", kAll},
    {"haa.published", kAll},
    {"haa.sizes", kAll},
    {"hna.cancel", kL | kF | kR},
    {"hna.centres", kAll},
    {"hna.construct", kAll},
    {"hna.levels", kAll},
    {"hna.links", kAll},
    {"hna.mu", kAll},
    {"hna.rebuild", kL | kF | kR},
    {"hpa.cache", kAll},
    {"hpa.cluster_size", kAll},
    {"hpa.construct", kAll},
    {"hpa.factor", kAll},
    {"hpa.levels", kAll},
    {"hpa.only", kAll},
    {"hpa.options", kAll},
    {"hpa.spacing", kAll},
    {"hpa.threshold", kAll},
    {"labels.cancel", kL | kF | kR},
    {"labels.graph", kAll},
    {"labels.levels", kAll},
    {"labels.rebuild", kL | kF | kR},
    {"landmarks.add", kL | kF | kR},
    {"landmarks.auto", kL | kF | kR},
    {"landmarks.cancel", kL | kF | kR},
    {"landmarks.count", kAll},
    {"landmarks.move", kL | kF | kR},
    {"landmarks.place", kL | kF | kR},
    {"landmarks.rebuild", kL | kF | kR},
    {"landmarks.remove", kL | kF | kR},
    {"level.set", kF | kW | kR},
    {"mesh-classes", kW | kR},
    {"navmesh.cancel", kL | kF | kR},
    {"navmesh.costs", kAll},
    {"navmesh.radius", kAll},
    {"navmesh.rebuild", kL | kF | kR},
    {"navmesh.source", kAll},
    {"navmesh.tile", kAll},
    {"rooms.construct", kAll},
    {"rooms.search", kAll},
    {"sectors.improve", kAll},
    {"sectors.landmarks", kAll},
    {"sectors.second", kAll},
    {"sectors.size", kAll},
    // Scenarios and sweeps.
    {"scenario.add", kL},
    {"scenario.cancel", kL},
    {"scenario.next", kL},
    {"scenario.previous", kL},
    {"scenario.row", kL | kW},
    {"scenario.run", kL | kF},
    {"sweep.choose", kF | kW | kR},
    {"sweep.measure", kF | kW | kR},
    {"sweep.over", kF | kW | kR},
    {"sweep.run", kF},
    {"decide.any_angle", kW | kR},
    {"decide.bound", kW | kR},
    {"decide.over", kW | kR},
    {"decide.planners", kW | kR},
    {"decide.queries", kW | kR},
    {"decide.radius", kW | kR},
    {"decide.rate", kW | kR},
    {"decide.strokes", kW | kR},
    // Commands of crowds. Those that choose a device are missing: crowds of foreign files are simulated on the
    // processor, so that they take no device from others.
    {"crowd.capability", kAll},
    {"crowd.clear", kL | kF | kR},
    {"crowd.colour", kAll},
    {"crowd.count", kAll},
    {"crowd.density", kAll},
    {"crowd.exit", kAll},
    {"crowd.exits.clear", kL | kF | kR},
    {"crowd.follow", kAll},
    {"crowd.forget", kAll},
    {"crowd.goals", kAll},
    {"crowd.heat", kAll},
    {"crowd.holding", kAll},
    {"crowd.method", kAll},
    {"crowd.on", kAll},
    {"crowd.plans", kAll},
    {"crowd.rate", kAll},
    {"crowd.run", kL | kF | kR},
    {"crowd.scenario", kW | kBeside},
    {"crowd.seed", kAll},
    {"crowd.size", kAll},
    {"crowd.spawn", kAll},
    {"crowd.speed", kAll},
    {"crowd.step", kAll},
    {"crowd.stroke", kAll},
    {"walkers.add", kAll},
    {"walkers.clear", kL | kF | kR},
    {"walkers.count", kAll},
    {"walkers.follow", kAll},
    {"walkers.goal", kAll},
    {"walkers.method", kAll},
    {"walkers.radius", kAll},
    {"walkers.run", kL | kF | kR},
    {"walkers.seed", kAll},
    {"walkers.spawn", kAll},
    {"walkers.speed", kAll},
    {"walkers.step", kAll},
    // Steps and views.
    {"layer", kAll},
    {"layer.opacity", kAll},
    {"layer.pin", kAll},
    {"layer.reset", kAll},
    {"step.back", kL | kF | kR},
    {"step.breakpoint", kAll},
    {"step.condition", kAll},
    {"step.divergence", kL | kF | kR},
    {"step.first", kL | kF | kR},
    {"step.forward", kL | kF | kR},
    {"step.head", kAll},
    {"step.heat", kL | kW | kR},
    {"step.last", kAll},
    {"step.next_expansion", kL | kF | kR},
    {"step.next_of", kL | kF | kR},
    {"step.pause", kL | kF | kR},
    {"step.phase", kL | kF | kR},
    {"step.play", kL | kF | kR},
    {"step.previous_expansion", kL | kF | kR},
    {"step.run", kL | kF | kR},
    {"step.speed", kAll},
    {"step.to", kAll},
    {"step.toggle", kL | kF | kR},
    {"trace.step", kF},
    {"ui.chart", kF},
    {"ui.place", kF},
    {"view.beside", kL | kF | kR},
    {"view.center", kAll},
    {"view.compare", kAll},
    {"view.difference", kAll},
    {"view.fit", kL | kF | kR},
    {"view.full", kL | kF | kR},
    {"view.goto", kL | kF | kR},
    {"view.level", kAll},
    {"view.pace", kAll},
    {"view.pan", kL | kF | kR},
    {"view.planner", kAll},
    {"view.split", kAll},
    {"view.zoom", kL | kF | kR},
    {"view.zoom_to", kL | kF | kR},
    // These commands check the numbers that a card shows.
    {"assert", kF},
    {"remember", kF},
    {"wait.ready", kAll},
};

const UntrustedCommandRow* row_of(const CommandInfo& info) {
  const auto* const row = std::ranges::find(kRows, info.name, &UntrustedCommandRow::command);
  return row == std::end(kRows) ? nullptr : row;
}

bool is_structure_switch(const CommandInfo& info) {
  return info.usage == "on|off|toggle" &&
         std::ranges::find(kAllStructures, info.name, structure_name) != kAllStructures.end();
}

}  // namespace

bool opens_named_file(const CommandInfo& info) {
  const auto* const row = row_of(info);
  return row != nullptr && (row->files & kBeside) != 0;
}

bool may_give(UntrustedFileKind file, const CommandInfo& info) {
  using enum ParameterType;
  const bool reaches =
      std::ranges::any_of(std::array{kPath, kProgram, kCommand}, [&](ParameterType type) { return takes(info, type); });
  if (reaches && !opens_named_file(info)) return false;
  const auto* const row = row_of(info);
  return row != nullptr ? (row->files & bit(file)) != 0 : is_structure_switch(info);
}

std::span<const UntrustedCommandRow> foreign_rows() { return kRows; }

}  // namespace strata
