// Purpose: This header declares the one table of planners. Every program looks planners up here by name, and a row says
//          what a program must know of its planner.
#pragma once

#include <optional>
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

// Planners that search the same graph and differ in a setting, as HPA* on one level and on two: they often find the
// same path. Each family is one object, next to the rows of its planners.
struct PlannerFamily {
  std::string_view name;
  bool hierarchical =
      false;  // searches an abstraction in place of the map; comparisons hold it against jump point search
};

// When comparisons show a planner: at first, on request, or if its structure is kept.
enum class PlannerShown : uint8_t { kAtFirst, kOnRequest, kWithStructure };

struct Planner {
  std::string_view name;              // stable key: "astar", "jps", "hpa1", "haa-high", "rooms", "sectors", "alt", ...
  std::string_view title;             // for display: "A*", "HPA* 2 levels"
  std::string_view short_title = {};  // where there is little room; empty: `title`
  std::string_view source;
  const PlannerFamily* family;
  // Whether its cost equals A*'s. A contraction hierarchy promises it over cells, for costs below 2^30 (1.3 million
  // straight steps), see finds_optimum.
  bool optimal;
  bool profiles[kProfiles];  // by Profile
  bool uniform_only;         // every passable cell must have the same terrain weight
  StructureId needs;         // the structure that must be switched on, besides the moves
  int abstract_level = 0;    // level of the nodes of its abstract path; 0: cells far apart, or it has no abstract path
  bool sparse = false;       // the cells that it searches lie far apart: lines show its search, not areas
  bool levels_only = false;  // it searches the meshes of levels (.obj files), not cells
  bool any_angle = false;    // its paths are points joined by straight lines, and `path` is empty
  bool diagonal_first = false;  // refines an edge by diagonal steps first, then straight ones; false: straight first
  PlannerShown shown = PlannerShown::kWithStructure;
  const PseudoCode* pseudo_code;
  void (*plan)(const World&, const Query&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  // Returns a stamp of what its answer depends on besides map, rules and query: its structures and the options that it
  // reads. While the stamp is the same, so are the answer and the recorded search.
  std::string (*stamp)(const World&, const PlanOptions&);

  // Functions for what depends on the world. A row leaves out what does not.
  int (*highest_level)(const World&) = nullptr;   // in place of `abstract_level`
  std::string (*lacks)(const World&) = nullptr;   // what its structure does not provide for it; empty: nothing
  bool (*finds_optimum)(const World&) = nullptr;  // in place of `optimal`
  bool (*own_graph)(const World&) = nullptr;      // whether it plans on a drawn graph, whose costs are not the map's
  // Returns the place of a node of its paths and traces, if its nodes are not cells. A planner whose nodes have places
  // only within one search keeps the places in the trace itself.
  NodePlace (*place)(const World&, const Query&, int level, NodeId node) = nullptr;
  // Returns the query with the goal of a partial path: the nearest place that the start can reach. Nothing: the goal
  // itself can be reached, or nothing can. Null: it plans over cells, and the place is a cell (nearest_reachable).
  std::optional<Query> (*nearest)(const World&, const Query&, Workspace&, uint64_t& visited) = nullptr;
  // Fills chains[0] with the path over the map under the edge from `from` to the event's node, and the other chains
  // with the nodes of the levels in between. Returns kInfinite if there is no path to show.
  Cost (*edge_way)(const World&, const SearchEvent&, NodeId from, Workspace&,
                   std::vector<std::vector<NodeId>>& chains) = nullptr;
};

// Whether the planner can plan under the world's rules, and on the map or level that it shows.
bool supports(const World& world, const Planner& planner);
// Returns the rule of movement, or what else of the map, that keeps the planner from planning: "needs 4-connected
// moves". Empty: it supports the world.
std::string unsupported(const World& world, const Planner& planner);
// Whether the world also keeps what the planner needs. It may still be building: then plans are kStale.
bool available(const World& world, const Planner& planner);
// Returns why it is not available, and what helps: a rule, a structure that is off or does not suit it. Empty: it is.
std::string unavailable(const World& world, const Planner& planner);
// Returns how a structure that is switched on does not suit the planner: "needs 3 levels, HPA* has 2". Empty: it does.
std::string lacking(const World& world, const Planner& planner);

// Whether every path found on this world costs as much as A*'s.
bool finds_optimum(const World& world, const Planner& planner);
// Returns the level of the nodes of its abstract path on this world. 0: cells.
int abstract_level(const World& world, const Planner& planner);
// Whether it answers queries on a drawn graph, not on the map.
bool plans_own_graph(const World& world, const Planner& planner);
std::string_view short_title(const Planner& planner);
// Returns the structures that it searches and those that they are built from. The moves, which all need, are left out.
StructureSet depends_on(const World& world, const Planner& planner);

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown
// A*: other planners are compared with its paths, which are optimal unless its options say otherwise (is_admissible).
const Planner& optimum_planner();
// Polyanya: its paths are the shortest at any angle, and planners at any angle are compared with them. They solve
// another problem than A* over cells.
const Planner& any_angle_optimum_planner();
// Jump point search, which needs next to no preparation: the baseline that every abstraction has to beat.
const Planner& baseline_planner();

// Returns what the width of a cell costs in the searches of a planner at any angle and in their traces. These costs do
// not depend on the rules; on a mesh with a finer lattice they are larger (NavMesh::units).
Cost any_angle_unit(const World& world, const Planner& planner);

// Without an answer the status says what is in the way: the query's own fault first, then what is refused (kRefused,
// kUnsupported), then what is still being built (kStale). core/world/refusal.hpp has the words for it.
// `trace` may be null; the result is the same either way. A trace comes with the places of its nodes. For partial paths
// see core/world/partial_path.hpp.
void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
          Workspace& workspace, PlanResult& result, Trace* trace = nullptr);

}  // namespace strata
