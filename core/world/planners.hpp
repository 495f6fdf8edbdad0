// Purpose: This header declares the one table of planners. Every program looks planners up here by name, and a row says
//          what a program must know of its planner.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/cost.hpp"
#include "core/search/plan.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

class Trace;
class World;
struct NodePlace;
struct PseudoCode;
struct SearchEvent;
struct Workspace;

// Planners that search the same thing and differ in a setting, as HPA* on one level and on two: they often find the
// same way. Each family is one object, beside the rows of its planners.
struct PlannerFamily {
  std::string_view name;
  bool hierarchical =
      false;  // it searches an abstraction in place of the map: what plain jump points are compared with
};

// Whether comparisons show a planner before anybody has asked for it.
enum class PlannerShown : uint8_t { kAtFirst, kOnRequest, kWithStructure };

struct Planner {
  std::string_view name;              // stable key: "astar", "jps", "hpa1", "haa-high", "rooms", "sectors", "alt", ...
  std::string_view title;             // for people: "A*", "HPA* 2 levels"
  std::string_view short_title = {};  // where there is little room; empty: `title`
  std::string_view source;
  const PlannerFamily* family;
  // Its cost equals A*'s; of contraction hierarchies those over cells, below 2^30 (1.3 million straight steps), see
  // finds_optimum.
  bool optimal;
  bool profiles[kProfiles];     // by Profile
  bool uniform_only;            // every passable cell must have the same terrain weight
  StructureId needs;            // what must be switched on, beyond the moves
  int abstract_level = 0;       // of the nodes of its abstract path; 0: cells far apart, or it has none
  bool sparse = false;          // the cells that it searches lie far apart: lines show its search, not areas
  bool levels_only = false;     // it searches what levels (.obj files) are made into, not cells
  bool any_angle = false;       // its paths are points joined by straight lines, and `path` is empty
  bool diagonal_first = false;  // between two of its nodes it walks diagonally and then straight; others: straight
  PlannerShown shown = PlannerShown::kWithStructure;
  const PseudoCode* pseudo_code;
  void (*plan)(const World&, const Query&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  // All that its answer depends on beside map, rules and query: what it stands on, and the options that it reads. Where
  // it stays the same, so do the answer and the recorded search.
  std::string (*stamp)(const World&, const PlanOptions&);

  // What depends on the world; a row leaves out what does not.
  int (*highest_level)(const World&) = nullptr;   // in place of `abstract_level`
  std::string (*lacks)(const World&) = nullptr;   // what its structure, switched on, lacks for it; empty: nothing
  bool (*finds_optimum)(const World&) = nullptr;  // in place of `optimal`
  bool (*own_graph)(const World&) = nullptr;      // it plans on a graph that was drawn, whose costs are not the map's
  // Where a node of a level of its paths and traces lies, if its nodes are no cells. A planner whose nodes have places
  // in one search only keeps them in the trace itself.
  NodePlace (*place)(const World&, const Query&, int level, NodeId node) = nullptr;
  // The way over the map that the edge from `from` to the event's node stands for, into chains[0], and the nodes of the
  // levels in between into theirs. kInfinite: there is none to show.
  Cost (*edge_way)(const World&, const SearchEvent&, NodeId from, Workspace&,
                   std::vector<std::vector<NodeId>>& chains) = nullptr;
};

// True if the planner can plan under the world's rules, and on what it shows.
bool supports(const World& world, const Planner& planner);
// True if the world keeps what the planner needs as well (it may still be under way: then plans are kStale).
bool available(const World& world, const Planner& planner);
// What the world has switched on, but not as the planner needs it: "needs 3 levels, HPA* has 2". Empty: nothing.
std::string lacking(const World& world, const Planner& planner);

// True if every path found on this world costs as much as A*'s.
bool finds_optimum(const World& world, const Planner& planner);
// Of the nodes of its abstract path on this world; 0: cells.
int abstract_level(const World& world, const Planner& planner);
// It answers queries on a graph that was drawn, not on the map.
bool plans_own_graph(const World& world, const Planner& planner);
std::string_view short_title(const Planner& planner);
// What it searches, and what that was made from; the moves, which are below everything, are left out.
StructureSet depends_on(const World& world, const Planner& planner);

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown
// A*: what it finds is the optimum that others are compared with, unless its options promise none (is_admissible).
const Planner& optimum_planner();
// Plain jump points, which need next to no preparation: what every abstraction has to beat.
const Planner& baseline_planner();

// `trace` may be null; the result is the same either way. A trace comes with the places of its nodes.
void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
          Workspace& workspace, PlanResult& result, Trace* trace = nullptr);

}  // namespace strata
