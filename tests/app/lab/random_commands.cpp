#include "tests/app/lab/random_commands.hpp"
#include "app/features/graph/graph.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/playback/breakpoints.hpp"
#include "app/playback/search_progress.hpp"
#include "core/world/ch_graphs.hpp"
#include "core/world/scenes.hpp"
#include "tests/lab_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace strata::test {

namespace {

// What a user might do on any screen, by a number.
class RandomLine {
 public:
  RandomLine(Rng& rng, const Lab& lab)
      : rng_(rng), lab_(lab), planner_(planners()[rng.below(static_cast<uint32_t>(planners().size()))].name) {}

  std::string line() {
    const uint32_t kind = rng_.below(75);
    return kind < 38   ? basics(kind)
           : kind < 59 ? structures(kind)
           : kind < 70 ? graph_and_crowd(kind)
           : kind < 73 ? scenario(kind)
                       : lesson();
  }

 private:
  int x() { return rng_.between(-2, lab_.world().map().width() + 1); }
  int y() { return rng_.between(-2, lab_.world().map().height() + 1); }
  const char* terrain() {
    static constexpr const char* kTerrains[] = {"ground", "swamp", "water", "trees", "blocked"};
    return kTerrains[rng_.below(5)];
  }
  std::string basics(uint32_t kind);
  std::string compare();
  std::string any_switch();
  std::string structures(uint32_t kind);
  std::string walkers();
  std::string graph_and_crowd(uint32_t kind);
  std::string scenario(uint32_t kind);
  std::string lesson();

  Rng& rng_;
  const Lab& lab_;
  std::string planner_;
};

std::string RandomLine::basics(uint32_t kind) {
  switch (kind) {
    case 0:
      return fmt::format("query.start {} {}", x(), y());
    case 1:
      return fmt::format("query.goal {} {}", x(), y());
    case 2:
      return fmt::format("paint.stroke brush {} {} {} {},{} {},{} {},{}", terrain(), rng_.below(5),
                         rng_.percent(50) ? "round" : "square", x(), y(), x(), y(), x(), y());
    case 3:
      return fmt::format("paint.fill {} {} {}", x(), y(), terrain());
    case 4:
      return fmt::format("paint.rectangle {} {} {} {} {} {}", x(), y(), x(), y(),
                         rng_.percent(50) ? "filled" : "outline", terrain());
    case 5:
      return fmt::format("paint.line {} {} {} {}", x(), y(), x(), y());
    case 6:
    case 7:
      return "edit.undo";
    case 8:
      return "edit.redo";
    case 9:
      return fmt::format("hpa.cluster_size {}", rng_.between(2, 20));
    case 10:
      return fmt::format("rules.profile {}", profile_info(static_cast<Profile>(rng_.below(3))).name);
    case 11:
      if (rng_.percent(30)) return fmt::format("terrain.letter {} {}", "SsWTOE"[rng_.below(6)], terrain());
      return fmt::format("terrain.weight {} {}", terrain(), rng_.between(1, 16));
    case 12:
      return rng_.percent(50) ? "rules.capability ground,swamp" : "rules.capability ground,water,trees";
    case 13:
      return fmt::format("planner.trace {}", planner_);
    case 14:
      return fmt::format("planner.show {} toggle", planner_);
    case 15:
      return fmt::format("step.to {}", rng_.below(3000));
    case 16:
      return rng_.percent(50) ? "step.forward 7" : "step.back 9";
    case 17:
      if (rng_.percent(30)) {
        static constexpr const char* kPredict[] = {"predict toggle", "predict.hide future", "predict.show all",
                                                   "predict.next 3"};
        return rng_.percent(50) ? fmt::format("predict.answer {} {}", x(), y()) : kPredict[rng_.below(4)];
      }
      return rng_.percent(50) ? "step.next_expansion" : "step.previous_expansion";
    case 18:
      return fmt::format("inspect {} {}", x(), y());
    case 19:
      return fmt::format("step.next_of {} {}", x(), y());
    case 20:
      return fmt::format("layer {} toggle", layer_name(layers()[rng_.below(static_cast<uint32_t>(layers().size()))]));
    case 21:
      return fmt::format("view.center {} {} {}", x(), y(), rng_.percent(50) ? 70 : 3);
    case 22:
      if (rng_.percent(40)) {
        return rng_.percent(30) ? fmt::format("step.condition touched on {} {}", x(), y())
                                : fmt::format("step.condition {} toggle", kBreakConditionNames[rng_.below(3)]);
      }
      return rng_.percent(40) ? "step.run" : rng_.percent(50) ? "view.fit" : "step.play";
    case 23:
      return "query.swap";
    case 24:
      return fmt::format("query.random {}", rng_.below(100));
    case 25:
      return fmt::format("brush.radius {}", rng_.below(6));
    case 26:
      return fmt::format("tool.select {}",
                         tool_name(static_cast<Tool>(rng_.below(static_cast<uint32_t>(tool_count())))));
    case 27:
      return fmt::format("terrain.select {}", terrain());
    case 29:
      return fmt::format("hpa.levels {}", rng_.between(1, 4));
    case 30:
      return fmt::format("hpa.factor {}", rng_.between(2, 4));
    case 31:
      return fmt::format("agent.size {}", rng_.between(1, 4));
    case 32:
      return rng_.percent(30) ? "haa toggle" : "haa.published toggle";
    case 33:
      return rng_.percent(50) ? fmt::format("haa.sizes {}", rng_.between(1, 3)) : "haa.dominated toggle";
    case 34:
      return fmt::format("haa.cluster_size {}", rng_.between(3, 20));
    case 35:
      return rng_.percent(40) ? fmt::format("view.split {}", 1 << rng_.below(3)) : compare();
    case 36:
      return fmt::format("view.level {} {}", rng_.between(1, 4),
                         rng_.percent(20) ? (rng_.percent(50) ? "all" : "step") : std::to_string(rng_.below(5)));
    case 37:
      return fmt::format("step.phase refine {}", rng_.between(1, 3));
    case 28:
      return rng_.percent(50) ? "hpa.cache toggle" : "plan.smooth toggle";
    default:
      return {};
  }
}

std::string RandomLine::lesson() {
  static constexpr const char* kLines[] = {"lesson.next",  "lesson.next", "lesson.back",     "lesson.tell",
                                           "lesson.done",  "lesson.hint", "lesson.answer 1", "lesson.answer 3,4",
                                           "lesson.reset", "lesson.close"};
  const auto lessons = lesson_list();
  if (rng_.percent(25)) {
    return fmt::format("lesson.open {}", lessons[rng_.below(static_cast<uint32_t>(lessons.size()))].id);
  }
  return kLines[rng_.below(static_cast<uint32_t>(std::size(kLines)))];
}

std::string RandomLine::compare() {
  switch (rng_.below(8)) {
    case 0:
      return fmt::format("view.compare {} toggle", 2 << rng_.below(2));
    case 1:
      return fmt::format("view.compare {}", 2 << rng_.below(2));
    case 2:
      return fmt::format("view.planner {} {}", rng_.between(1, 4), planner_);
    case 3:
      return fmt::format("view.beside {}", planner_);
    case 4:
      return rng_.percent(50) ? "view.difference toggle" : "view.compare off";
    case 5:
      return fmt::format("view.pace {}", progress_by_name(static_cast<ProgressMeasure>(rng_.below(kPaces))));
    case 6:
      return fmt::format("step.head {}", rng_.below(2000));
    default:
      return fmt::format("step.divergence {}", rng_.between(2, 4));
  }
}

// Of any structure, so that those without a line below are switched, too.
std::string RandomLine::any_switch() {
  const std::vector<std::string> all = structure_switches({"mesh-classes"});
  const std::string& line = all[rng_.below(static_cast<uint32_t>(all.size()))];
  return rng_.percent(70) ? line : line.substr(0, line.find(' ')) + " toggle";
}

std::string RandomLine::structures(uint32_t kind) {
  switch (kind) {
    case 38:
      if (rng_.percent(20)) return rng_.percent(60) ? "rooms.search published" : "rooms.search exits";
      return rng_.percent(70) ? "rooms on" : "rooms toggle";
    case 39:
      if (rng_.percent(20)) return any_switch();
      return rng_.percent(70) ? "sectors on" : "sectors toggle";
    case 40:
      return rng_.percent(70) ? "landmarks on" : "landmarks toggle";
    case 41:
      if (rng_.percent(30)) return fmt::format("plan.ida_expansions {}", rng_.between(1, 3000));
      return fmt::format("plan.interleave {}", rng_.below(3));
    case 42:
      return fmt::format("sectors.size {}", rng_.between(4, 20));
    case 43:
      return fmt::format("sectors.second {}", rng_.percent(40) ? 0 : rng_.between(8, 50));
    case 44:
      return rng_.percent(50) ? "sectors.improve toggle" : fmt::format("sectors.landmarks {}", rng_.below(4));
    case 45:
      return fmt::format("plan.segment {}", rng_.below(4));
    case 46:
      return rng_.percent(30) ? "landmarks.auto" : fmt::format("landmarks.count {}", rng_.between(1, 6));
    case 47:
      return fmt::format("landmarks.move {} {},{}", rng_.between(1, 6), x(), y());
    case 48:
      return fmt::format("landmarks.add {},{}", x(), y());
    case 49:
      return rng_.percent(50) ? fmt::format("landmarks.remove {}", rng_.between(1, 6))
                              : fmt::format("landmarks.place {},{} {},{}", x(), y(), x(), y());
    case 50:
      return rng_.percent(50) ? "landmarks.cancel" : "landmarks.rebuild";
    case 51:
      return fmt::format("heuristic.show {}", rng_.percent(50) ? "distance 1" : rng_.percent(50) ? "gain" : "bound");
    case 52:
      return rng_.percent(70) ? "ch on" : "ch toggle";
    case 53:
      return rng_.percent(70) ? "cch on" : "cch toggle";
    case 54:
      return fmt::format("{} {}", rng_.percent(60) ? "ch.graph" : "cch.graph",
                         ch_graph_name(static_cast<ChGraph>(rng_.below(kChGraphs))));
    case 55:
      return fmt::format("ch.order {}", ch_order_name(static_cast<ChOrder>(rng_.below(kChOrders))));
    case 56:
      return rng_.percent(60) ? "ch.contract" : "ch.contract off";
    case 57:
      if (rng_.percent(30))
        return fmt::format("plan.heuristic {}", kHeuristicNames[rng_.below(kHeuristicNames.size())]);
      if (rng_.percent(30)) return fmt::format("plan.weight {}", rng_.between(1, 3));
      if (rng_.percent(30)) return fmt::format("plan.ties {}", kTiesNames[rng_.below(kTiesNames.size())]);
      return rng_.percent(50) ? "plan.stall toggle" : "plan.potentials toggle";
    case 58:
      return rng_.percent(50)   ? fmt::format("ch.top {}", rng_.between(1, 100))
             : rng_.percent(50) ? "ch.cancel"
                                : "cch.rebuild";
    default:
      return {};
  }
}

std::string RandomLine::walkers() {
  switch (rng_.below(8)) {
    case 0:
    case 1:
      return fmt::format("walkers.spawn {}", rng_.between(1, 40));
    case 2:
    case 3:
      return fmt::format("walkers.step {}", rng_.between(1, 40));
    case 4:
      return rng_.percent(70) ? "walkers.run toggle" : "walkers.clear";
    case 5:
      return rng_.percent(50) ? "walkers.goal marker" : "walkers.goal random";
    case 6: {
      const char* methods[] = {"pccp", "hna", "mesh-tables", "mesh-astar"};
      return fmt::format("walkers.method {}", methods[rng_.below(4)]);
    }
    default:
      return rng_.percent(50) ? "walkers.follow next" : fmt::format("walkers.radius 0.{}", rng_.between(1, 9));
  }
}

std::string RandomLine::graph_and_crowd(uint32_t kind) {
  switch (kind) {
    case 59:
    case 60: {
      const auto nodes = graph_controller(lab_).graph().nodes();
      if (nodes.size() < 2 || rng_.percent(40)) return fmt::format("graph.node {},{}", x(), y());
      const Cell a = nodes[rng_.below(static_cast<uint32_t>(nodes.size()))];
      const Cell b = nodes[rng_.below(static_cast<uint32_t>(nodes.size()))];
      switch (rng_.below(4)) {
        case 0:
          return fmt::format("graph.move {},{} {},{}", a.x, a.y, x(), y());
        case 1:
          return fmt::format("graph.remove {},{}", a.x, a.y);
        case 2:
          return fmt::format("query.start {} {}", a.x, a.y);
        default:
          return fmt::format("graph.edge {},{} {},{}", a.x, a.y, b.x, b.y);
      }
    }
    case 61:
      return rng_.percent(50) ? "graph.clear" : "inspect.arc ch 1,1 2,2";
    case 62:
      return rng_.percent(50) ? fmt::format("crowd.spawn {}", rng_.between(1, 60))
                              : fmt::format("crowd.stroke {} round 50 {},{} {},{}", rng_.below(3), x(), y(), x(), y());
    case 63:
    case 64:
      return rng_.percent(80) ? fmt::format("crowd.step {}", rng_.between(1, 40)) : "crowd.run toggle";
    case 65: {
      const char* tasks[] = {"wander", "goal", "evacuate", "own"};
      return rng_.percent(60) ? fmt::format("crowd.goals {}", tasks[rng_.below(4)])
                              : fmt::format("crowd.exit {} {}", x(), y());
    }
    case 66:
      return rng_.percent(40)   ? "crowd.holding toggle"
             : rng_.percent(50) ? "crowd.follow next"
                                : fmt::format("crowd.size {}", rng_.between(1, 3));
    case 67: {
      const char* methods[] = {"tables", "hpa", "astar", "flow"};
      return fmt::format("crowd.method {}", methods[rng_.below(4)]);
    }
    case 68:
      return rng_.percent(60)   ? "tables toggle"
             : rng_.percent(30) ? "crowd.clear"
                                : fmt::format("crowd.speed {} {}", rng_.between(1, 60), rng_.between(1, 60));
    default:
      if (rng_.percent(15)) return walkers();
      if (rng_.percent(30)) return rng_.percent(70) ? "xray.show on" : "xray.show toggle";
      if (rng_.percent(30)) return fmt::format("pay.against {}", planner_);
      if (rng_.percent(30)) {
        const char* remedies[] = {"here", "transitions", "clusters", "centres", "segment", "quality", "smaller", "off"};
        return fmt::format("xray.try {}", remedies[rng_.below(8)]);
      }
      return rng_.percent(90) ? fmt::format("hpa.spacing {}", rng_.below(8)) : "query.clear";
  }
}

std::string RandomLine::scenario(uint32_t kind) {
  if (scenarios_controller(lab_).rows().empty() && rng_.percent(80)) return "scenario.add";
  switch (kind) {
    case 70:
      return rng_.percent(60) ? "scenario.add" : fmt::format("scenario.row {}", rng_.between(1, 8));
    case 71:
      return rng_.percent(50) ? "scenario.next" : "scenario.previous";
    default:
      return rng_.percent(80) ? "scenario.run" : "scenario.cancel";
  }
}

}  // namespace

std::string random_line(Rng& rng, const Lab& lab) { return RandomLine(rng, lab).line(); }

namespace {

// Arguments after a usage such as "X Y [TERRAIN]" or "PLANNER on|off".
class ArgumentMaker {
 public:
  ArgumentMaker(Rng& rng, const Lab& lab, const CommandInfo& info, const std::string& path)
      : rng_(rng), lab_(lab), info_(info), path_(path) {}

  std::string line() {
    std::string line(info_.name);
    std::string_view usage = info_.usage;
    // Two usages: one of them.
    if (const size_t bar = usage.find(" | "); bar != usage.npos) {
      usage = rng_.percent(50) ? usage.substr(0, bar) : usage.substr(bar + 3);
    }
    while (!usage.empty()) {
      const size_t end = std::min(usage.find(' '), usage.size());
      std::string_view word = usage.substr(0, end);
      usage.remove_prefix(std::min(end + 1, usage.size()));
      if (word.starts_with('[')) {
        if (rng_.percent(50)) continue;
        word = word.substr(1, word.size() - 2);
      }
      line += " " + argument(word);
    }
    return line;
  }

 private:
  std::string argument(std::string_view word) {
    if (const size_t bars = static_cast<size_t>(std::count(word.begin(), word.end(), '|')); bars > 0) {
      for (uint32_t skipped = rng_.below(static_cast<uint32_t>(bars) + 1); skipped > 0; --skipped) {
        word.remove_prefix(word.find('|') + 1);
      }
      word = word.substr(0, word.find('|'));
    }
    if (word.empty() || word[0] < 'A' || word[0] > 'Z') return std::string(word);
    if (word == "COMMAND...") return "paint.fill -1 -1";
    if (word.starts_with("TERRAIN,")) return one_of({"ground", "ground,swamp", "ground,water,trees"});
    if (word == "X,Y...") {
      std::string points = point();
      for (uint32_t more = rng_.below(4); more > 0; --more) points += " " + point();
      return points;
    }
    return named(word);
  }

  std::string named(std::string_view word) {
    if (word == "PATH") return path_;
    if (word == "X,Y") return point();
    if (word == "X" || word == "X0" || word == "X1") return number(-2, lab_.world().map().width() + 1);
    if (word == "Y" || word == "Y0" || word == "Y1") return number(-2, lab_.world().map().height() + 1);
    if (word == "DX" || word == "DY") return number(-20, 20);
    if (word == "TERRAIN") return one_of({"ground", "swamp", "water", "trees", "blocked"});
    if (word == "TOOL")
      return std::string(tool_name(static_cast<Tool>(rng_.below(static_cast<uint32_t>(tool_count())))));
    if (word == "KEYS") return one_of({"F9", "Ctrl+J", "F12", "9"});
    if (word == "SETTING=VALUE...") {
      return one_of({"cell-size=0.5", "cell-size=0.3 slope=30", "agent-radius=0.4", "agent-climb=2", "partition=layers",
                     "partition=monotone region-min=4", "size=3", "slope=steep"});
    }
    if (word == "OPTIONS...") {
      if (info_.name == "export.chart") return one_of({"ground white", "scale 0.5 palette grey"});
      if (info_.name == "export.animation") return one_of({"every 400 pixels 60", "by event every 3000 pixels 40"});
      return one_of({"area all", "ground dark legend on", "pixels 90 palette grey stroke 0.5",
                     "width 80 caption sentence", "area selection zoom 8", "ground none view 1 scale 0.5"});
    }
    if (word == "LETTER") return one_of({"S", "E", "W", "."});
    if (word == "LETTER=TERRAIN...") return one_of({"E=ground", "S=ground E=water", "s=trees", "S=ground s=ground"});
    if (word == "WIDTH" || word == "HEIGHT") return number(8, 90);
    if (word == "PERCENT" || word == "ZOOM") return number(1, 100);
    if (word == "SEED") return number(0, 999);
    if (word == "KEY") return one_of({"map.width", "query.set", "planners.astar.cost"});
    if (word == "OP") return one_of({"exists", ">=", "missing"});
    if (word == "TEXT") return "outside";
    if (word == "COMMAND") return "paint.fill";
    if (word == "LAYER") return std::string(layer_name(layers()[rng_.below(static_cast<uint32_t>(layers().size()))]));
    if (word == "PLANNER") {
      return std::string(planners()[rng_.below(static_cast<uint32_t>(planners().size()))].name);
    }
    if (word == "CHART") {
      const std::vector<const FeatureChart*> all = charts();
      return std::string(all[rng_.below(static_cast<uint32_t>(all.size()))]->name);
    }
    if (word == "SERIES") return one_of({"astar", "hpa1", "search", "plan"});
    if (word == "NAME") return "kept";
    if (word == "COLOUR") return one_of({"ff5500", "usual", "red"});
    return number(rng_.percent(10) ? -1 : 1, rng_.percent(50) ? 4 : 25);
  }

  std::string number(int low, int high) { return std::to_string(rng_.between(low, high)); }
  // Often a node of the drawn graph, which commands of graphs need.
  std::string point() {
    const auto nodes = graph_controller(lab_).graph().nodes();
    if (!nodes.empty() && rng_.percent(70)) {
      const Cell cell = nodes[rng_.below(static_cast<uint32_t>(nodes.size()))];
      return fmt::format("{},{}", cell.x, cell.y);
    }
    return number(-1, lab_.world().map().width()) + "," + number(-1, lab_.world().map().height());
  }
  std::string one_of(std::initializer_list<const char*> words) {
    return *(words.begin() + rng_.below(static_cast<uint32_t>(words.size())));
  }

  Rng& rng_;
  const Lab& lab_;
  const CommandInfo& info_;
  const std::string& path_;
};

}  // namespace

std::string line_by_usage(Rng& rng, const Lab& lab, const CommandInfo& info, const std::string& path) {
  return ArgumentMaker(rng, lab, info, path).line();
}

}  // namespace strata::test
