#include "app/lab/command_synonyms.hpp"

namespace strata {
namespace {

struct CommandSynonyms {
  // A command line, or the words with which it begins.
  std::string_view line;
  std::string_view words;
};

// Lines with arguments stand before lines that are the beginning of them, as the first one that matches is used.
constexpr CommandSynonyms kSynonyms[] = {
    {"xray.show",
     "why longer, why is the path longer, above optimal, suboptimal, optimality gap, error, excess, quality, detour"},
    {"xray.try", "improve the path, fix, above optimal, suboptimal"},
    {"ask.question",
     "isochrone, isochrones, reachable, distance field, flood, nearest goal, several goals, alternative routes, "
     "k shortest paths, turns, smooth path, clearance, avoid walls, wall hugging"},
    {"ask.goals", "several goals, nearest goal, destinations"},
    {"ask.add_goal", "several goals, nearest goal, destination"},
    {"ask.step", "step, trace, nearest goal, isochrone, pseudo-code"},
    {"ask.export", "isochrone, distances, csv, table"},
    {"pay.show", "does it pay, worth it, amortise, amortize, preparation, preprocessing, build time"},
    {"pay.against", "compare with, reference"},
    {"ui.place planners", "results, benchmark, statistics, error, above optimal"},
    {"ui.place crowd", "agents, units, multi-agent"},
    {"ui.place scenario", "benchmark, batch, experiment, scen"},
    {"ui.place agent", "unit size, diagonal moves, rules"},
    {"planner.show", "algorithm, add planner, compare algorithms, benchmark"},
    {"planner.only", "solo, isolate, hide others, focus"},
    {"planner.path", "hide path, show path, eye"},
    {"planner.levels_apart", "levels side by side, number of levels, HPA* levels"},
    {"planner.trace", "run algorithm, start search, solve, algorithm"},
    {"view.compare", "side by side, split screen, two algorithms"},
    {"view.difference", "diff"},
    {"view.split", "panes, levels side by side, level stack"},
    {"view.fit", "zoom to map, whole map, reset view, home"},
    {"view.zoom", "magnify, enlarge, scale"},
    {"tool.select brush", "paint, draw walls, obstacle, wall, pencil, pen, edit map"},
    {"tool.select erase", "eraser, rubber, delete walls, remove walls"},
    {"tool.select fill", "bucket, flood fill"},
    {"tool.select pick", "eyedropper, sample terrain"},
    {"tool.select select", "pointer, move start and goal, drag"},
    {"tool.select crowd", "agents, units, spawn, add agents, brush"},
    {"tool.select graph", "draw graph, nodes, edges"},
    {"tool.select weight", "movement cost, cell cost, traversal cost, cost map"},
    {"tool.select link", "teleport, portal, stairs, jump, off-mesh link"},
    {"terrain.select blocked", "wall, obstacle"},
    {"terrain.select", "material, ground type, tile"},
    {"terrain.weight", "movement cost, terrain cost, weighted"},
    {"brush.radius", "pen width, thickness"},
    {"brush.shape", "pen shape"},
    {"crowd.spawn", "agents, units, multi-agent, mapf, add units"},
    {"crowd.run", "agents, start agents, simulate, simulation, units, walk"},
    {"crowd.step", "agents, simulate one step"},
    {"crowd.clear", "delete agents, reset crowd"},
    {"crowd.count", "number of agents"},
    {"crowd.goals", "agents, destinations"},
    {"crowd.backend", "gpu, cuda, graphics card"},
    {"crowd.heat", "density, congestion, occupancy"},
    {"walkers.spawn", "agents on the mesh, navmesh agents"},
    {"walkers.run", "agents on the mesh, simulate"},
    {"rules.profile", "diagonal, diagonals, 4-connected, 8-connected, neighbours, corner cutting, movement"},
    {"agent.size", "unit size, large agents, clearance, width"},
    {"plan.heuristic", "manhattan, euclidean, octile, chebyshev, distance function"},
    {"plan.weight", "weighted a*, epsilon, inflation, bounded suboptimal, suboptimality bound"},
    {"plan.ties", "ties, fifo, lifo"},
    {"plan.smooth", "shorten the path, string pulling, straighten, post-processing"},
    {"query.random", "new query, shuffle"},
    {"query.set", "endpoints, source, target"},
    {"query.start", "source, from, begin"},
    {"query.goal", "target, destination, end"},
    {"query.swap", "reverse"},
    {"query.partial", "unreachable, no path"},
    {"step.toggle", "run, start, animate, animation, pause, stop"},
    {"step.play", "run, start, animate"},
    {"step.forward", "next, single step"},
    {"step.back", "previous, rewind"},
    {"step.first", "restart, rewind, reset"},
    {"step.last", "finish, skip to end, result"},
    {"step.speed", "faster, slower, animation speed"},
    {"step.breakpoint", "stop at line, debug"},
    {"step.run", "continue, debug"},
    {"inspect", "why this node, g h f, details of a cell"},
    {"hpa.cluster_size", "block size, sector size, abstraction, granularity"},
    {"hpa.levels", "hierarchy, layers of abstraction, abstraction"},
    {"hpa.spacing", "transitions, entrances"},
    {"hna.mu", "group size, polygons per group"},
    {"landmarks.count", "alt, pivots"},
    {"labels", "hub labelling, 2-hop"},
    {"ch", "contraction, shortcuts, road networks"},
    {"navmesh", "polygons, navigation mesh, any angle"},
    {"haa", "clearance, large agents"},
    {"scenario.open", "benchmark, scen, batch, load queries, experiment"},
    {"scenario.run", "benchmark, batch, experiment, all queries"},
    {"scenario.csv", "spreadsheet, table, results"},
    {"decide.run", "which planner, best, choose, recommend, benchmark, compare all"},
    {"decide.copy", "code, program, source, library"},
    {"sweep.run", "parameter study, vary, tune, experiment"},
    {"ui.chart scenario-excess", "error, suboptimal, excess, quality"},
    {"ui.chart", "plot, graph, diagram"},
    {"export.table", "spreadsheet, csv, save results"},
    {"ui.show export", "csv, spreadsheet, posthoc, save results"},
    {"export.figure", "svg, pdf, png, image, picture"},
    {"ui.show figure", "svg, pdf, png, image, picture, save image, screenshot"},
    {"export.animation", "gif, video, mp4, movie"},
    {"ui.show animation", "gif, video, mp4, movie, record"},
    {"screenshot", "image, picture, capture"},
    {"copy.reproduction", "reproduce, share, clipboard, script"},
    {"ui.theme", "dark mode, light mode, colours, colors, appearance"},
    {"ui.scale", "font size, zoom interface, larger text, dpi"},
    {"ui.presentation", "full screen, fullscreen, projector, lecture, slides, hide panels"},
    {"ui.show preferences", "settings, options, configuration, setup"},
    {"ui.show help", "shortcuts, hotkeys, manual"},
    {"ui.show lessons", "tutorial, course, learn, exercise"},
    {"ui.show gallery", "papers, publications, examples"},
    {"ui.show glossary", "terms, dictionary, definitions, what is"},
    {"ui.show first_run", "tutorial, getting started, welcome"},
    {"predict", "quiz, guess, exam"},
    {"lesson.open", "tutorial, course, learn"},
    {"show.open", "lecture, talk, class, present"},
    {"map.generate", "random map, maze, rooms, create"},
    {"map.new", "empty map, blank, create"},
    {"map.open", "load, import, file"},
    {"ui.show open", "load, import, file"},
    {"workspace.save", "project, session"},
    {"workspace.open", "project, session"},
    {"map.reload", "revert, refresh"},
    {"edit.undo", "revert, back"},
    {"select.rectangle", "marquee, region"},
    {"canvas.resize", "size of the map, larger map, width, height"},
    {"lab.threads", "cores, cpu, processor, performance"},
    {"recovery.copies", "autosave, backup"},
    {"key.bind", "shortcuts, hotkeys, remap"},
    {"app.quit", "exit, close"},
    {"layer heuristic", "h values, potential, bound"},
    {"layer clearance", "large agents, room around a cell"},
    {"layer clusters", "blocks, abstraction"},
    {"layer trails", "agents, traces"},
};

// Returns whether the line begins with the words in `of`.
bool begins_with(std::string_view line, std::string_view of) {
  return line.starts_with(of) && (line.size() == of.size() || line[of.size()] == ' ');
}

}  // namespace

std::string_view synonyms_of(std::string_view line) {
  for (const CommandSynonyms& row : kSynonyms) {
    if (begins_with(line, row.line)) return row.words;
  }
  return {};
}

}  // namespace strata
