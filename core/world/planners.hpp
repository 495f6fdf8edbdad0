// Purpose: This header declares the table of planners. All programs find planners here by name; a row holds the
//          properties of its planner that programs need.
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

// Planners that search the same graph with different settings, such as HPA* on one level and on two. They often find
// the same path. Each family is one object, defined with the rows of its planners.
struct PlannerFamily {
  std::string_view name;
  // Its planners search an abstraction instead of the map; comparisons use jump point search as their baseline.
  bool hierarchical = false;
};

// When comparisons show a planner: by default, on request, or while its structure is switched on.
enum class PlannerVisibility : uint8_t { kAtFirst, kOnRequest, kWithStructure };

struct Planner {
  std::string_view name;              // stable key: "astar", "jps", "hpa1", "haa-high", "rooms", "sectors", "alt", ...
  std::string_view title;             // displayed name: "A*", "HPA* 2 levels"
  std::string_view short_title = {};  // shorter name for narrow places; empty: `title`
  std::string_view source;
  const PlannerFamily* family;
  // Whether the costs of the planner's paths equal those of A*. A contraction hierarchy guarantees it over cells, for
  // costs below 2^30 (1.3 million straight steps), see finds_optimum.
  bool optimal;
  bool profiles[kProfiles];  // whether the planner supports each Profile
  bool uniform_only;         // all passable cells must have the same terrain weight
  StructureId needs;         // the structure that must be switched on, besides the moves
  int abstract_level = 0;    // level of the nodes of its abstract path; 0: cells, or no abstract path
  bool sparse = false;  // the cells that the planner searches are far apart: its search is drawn as lines, not as areas
  bool levels_only = false;     // the planner searches the meshes of levels (.obj files), not grid maps
  bool any_angle = false;       // the planner's paths are points joined by straight lines, and `path` is empty
  bool diagonal_first = false;  // refines an edge by diagonal steps first, then straight ones; false: straight first
  bool links = false;  // plans over the links of the map (core/grid/map_links.hpp); false: refuses a map with links
  PlannerVisibility shown = PlannerVisibility::kWithStructure;
  const PseudoCode* pseudo_code;
  void (*plan)(const World&, const PlanQuery&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  // Returns a stamp of everything that influences its answer besides map, rules and query: its structures and the
  // options that it reads. While the stamp is the same, so are the answer and the recorded search.
  std::string (*stamp)(const World&, const PlanOptions&);

  // Functions for properties that depend on the world. Null: the property does not.
  int (*highest_level)(const World&) = nullptr;   // replaces `abstract_level`
  std::string (*lacks)(const World&) = nullptr;   // what its structure lacks for it, in words; empty: nothing
  bool (*finds_optimum)(const World&) = nullptr;  // replaces `optimal`
  // Returns whether the planner plans on a drawn graph, whose costs differ from those of the map.
  bool (*own_graph)(const World&) = nullptr;
  // Returns the place of a node of its paths and traces, if its nodes are not cells. If places depend on the search,
  // the trace holds them.
  NodePlace (*place)(const World&, const PlanQuery&, int level, NodeId node) = nullptr;
  // Returns the query with the goal of a partial path, the nearest reachable place; nothing if the goal itself is
  // reachable, or if no place is. Null: it plans over cells, and the place is a cell (nearest_reachable).
  std::optional<PlanQuery> (*nearest)(const World&, const PlanQuery&, Workspace&, uint64_t& visited) = nullptr;
  // Sets chains[0] to the cells of the path below the edge from `from` to the event's node, and the other chains to the
  // nodes on the levels between. Returns kInfinite if there is no path to show.
  Cost (*edge_way)(const World&, const SearchEvent&, NodeId from, Workspace&,
                   std::vector<std::vector<NodeId>>& chains) = nullptr;
  // Returns the planner that answers in its place; the lines of a recorded search are those of that planner's
  // pseudo-code (Trace::asked). Null: it answers itself.
  const Planner& (*asks)(const World&) = nullptr;
  // The planner that answers in its place while its structure is not ready (Trace::asked). Empty: none does.
  std::string_view meanwhile = {};
};

// Returns whether the planner supports the world's rules, and the map or level that it shows.
bool supports(const World& world, const Planner& planner);
// Returns the rule of movement, or the property of the map, that the planner does not support: "needs 4-connected
// moves". Empty if it supports the world.
std::string unsupported(const World& world, const Planner& planner);
// Returns whether the planner is supported and its structure is switched on. While that is built, plans are kStale.
bool available(const World& world, const Planner& planner);
// Returns why the planner is not available, and what helps: a rule, or a structure that is off or does not suit it.
// Empty if it is available.
std::string unavailable(const World& world, const Planner& planner);
// Returns why the options of its structure do not suit the planner: "needs 3 levels, HPA* has 2". Empty if they do.
std::string lacking(const World& world, const Planner& planner);

// Returns the planner that answers while the structure of this one is not ready; null: none does.
const Planner* planner_meanwhile(const Planner& planner);
// Returns whether an available planner answers now: its structure is ready, or that of the planner that answers
// meanwhile.
bool answers_now(const World& world, const Planner& planner);

// Returns whether every path found on this world costs as much as that of A*.
bool finds_optimum(const World& world, const Planner& planner);
// Returns the level of the nodes of the planner's abstract path on this world; 0: cells.
int abstract_level(const World& world, const Planner& planner);
// Returns whether the planner answers queries on a drawn graph instead of the map.
bool plans_own_graph(const World& world, const Planner& planner);
std::string_view short_title(const Planner& planner);
// Returns the structure that the planner searches and those on which this depends, without the moves.
StructureSet depends_on(const World& world, const Planner& planner);

// Returns the planner whose search the trace has recorded: the planner itself, or the one that it has asked.
const Planner& recorded_planner(const Trace& trace, const Planner& planner);

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown
// Returns A*, with whose paths those of other planners are compared. They are optimal unless its options
// are not (is_admissible).
const Planner& optimum_planner();
// Returns Polyanya, the reference of any-angle planners: its paths are the shortest any-angle paths, which may be
// shorter than those over cells.
const Planner& any_angle_optimum_planner();
// Returns jump point search, the baseline of all abstractions, because it needs almost no preparation.
const Planner& baseline_planner();

// Returns the cost of one cell's width in the searches and traces of an any-angle planner. It does not depend on the
// rules; on a mesh with a finer lattice it is larger (NavMesh::units).
Cost any_angle_unit(const World& world, const Planner& planner);

// Plans a path. If there is none, the status says why: first a fault of the query, then a refusal (kRefused,
// kUnsupported), then a structure that is still being built (kStale); core/world/refusal.hpp has the texts.
// PlanOptions::answer says how much of the path the result holds; every planner offers all answers.
// `trace` may be null and does not change the result. A trace contains the places of its nodes. For partial
// paths see core/world/partial_path.hpp.
void plan(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
          Workspace& workspace, PlanResult& result, Trace* trace = nullptr);

}  // namespace strata
