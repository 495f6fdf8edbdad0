#include "core/world/planners.hpp"

#include <fmt/format.h>

#include <array>

#include "core/navmesh/navmesh.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/turns.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/refusal.hpp"

namespace strata {

// Each is defined with its family (planners_*.cpp).
namespace planner_rows {
Planner dijkstra();
Planner astar();
Planner bfs();            // breadth-first search
Planner best_first();     // greedy best-first search
Planner bidirectional();  // bidirectional A*
Planner theta();          // Theta*, any-angle
Planner ida();            // IDA*
Planner lpa();            // LPA*, which repairs its last search
Planner dlite();          // D* Lite, likewise
Planner jps();
Planner jps_plus();
Planner hpa1();  // HPA* on one level
Planner hpa2();
Planner hpa3();
Planner hpa4();
Planner haa_high();
Planner haa_low();
Planner rooms();
Planner sectors();
Planner alt();
Planner ch();
Planner cch();
Planner labels();
Planner tables();
Planner navmesh();      // A* over portals
Planner polyanya();     // any-angle and optimal
Planner mesh_labels();  // hub labels over corners, likewise
Planner hna1();         // HNA* on one level
Planner hna2();
Planner hna3();
Planner pccp();
Planner detour();   // the search of the Detour library, on meshes of levels
Planner fastest();  // asks the fastest planner that is ready
}  // namespace planner_rows

std::span<const Planner> planners() {
  // clang-format off
  static const std::array kPlanners = {
      planner_rows::dijkstra(),
      planner_rows::astar(),
      planner_rows::bfs(),
      planner_rows::best_first(),
      planner_rows::bidirectional(),
      planner_rows::theta(),
      planner_rows::ida(),
      planner_rows::lpa(),
      planner_rows::dlite(),
      planner_rows::jps(),
      planner_rows::jps_plus(),
      planner_rows::hpa1(),
      planner_rows::hpa2(),
      planner_rows::hpa3(),
      planner_rows::hpa4(),
      planner_rows::haa_high(),
      planner_rows::haa_low(),
      planner_rows::rooms(),
      planner_rows::sectors(),
      planner_rows::alt(),
      planner_rows::ch(),
      planner_rows::cch(),
      planner_rows::labels(),
      planner_rows::tables(),
      planner_rows::navmesh(),
      planner_rows::polyanya(),
      planner_rows::mesh_labels(),
      planner_rows::hna1(),
      planner_rows::hna2(),
      planner_rows::hna3(),
      planner_rows::pccp(),
      planner_rows::detour(),
      planner_rows::fastest(),
  };
  // clang-format on
  return kPlanners;
}

const Planner* planner_named(std::string_view name) {
  for (const Planner& planner : planners()) {
    if (planner.name == name) return &planner;
  }
  return nullptr;
}

const Planner& optimum_planner() {
  static const Planner& planner = *planner_named("astar");
  return planner;
}

const Planner& any_angle_optimum_planner() {
  static const Planner& planner = *planner_named("polyanya");
  return planner;
}

const Planner& baseline_planner() {
  static const Planner& planner = *planner_named("jps");
  return planner;
}

Cost any_angle_unit(const World& world, const Planner& planner) {
  constexpr auto kUnit = static_cast<Cost>(2 * kCostOfHalfCell);
  const NavMesh* mesh = depends_on(world, planner).contains(StructureId::kNavmesh) ? world.inputs().navmesh : nullptr;
  return mesh != nullptr ? kUnit * static_cast<Cost>(mesh->units()) : kUnit;
}

namespace {

// Returns whether the map has no links that the planner would ignore. A drawn graph has edges of its own.
bool follows_links(const World& world, const Planner& planner) {
  return planner.links || world.map().links() == nullptr || plans_own_graph(world, planner);
}

}  // namespace

// Any-angle labels are for points; whether the planner suits agents of the world's size.
static bool suits_size(const World& world, const Planner& planner) {
  return planner.needs != StructureId::kMeshLabels || world.rules().agent_size == 1;
}

bool supports(const World& world, const Planner& planner) {
  return suits_size(world, planner) && planner.profiles[static_cast<size_t>(world.rules().profile)] &&
         (!planner.uniform_only || world.moves().uniform()) && (!planner.levels_only || world.level() != nullptr) &&
         follows_links(world, planner);
}

std::string unsupported(const World& world, const Planner& planner) {
  const auto plans = [&](Profile profile) { return planner.profiles[static_cast<size_t>(profile)]; };
  if (!plans(world.rules().profile)) {
    if (plans(Profile::kFour)) return "needs 4-connected moves";
    return plans(Profile::kPaper) ? "needs 8-connected moves" : "needs 8-connected moves, no corner cutting";
  }
  if (planner.levels_only && world.level() == nullptr) return "searches levels (.obj files) only";
  if (!follows_links(world, planner)) return "needs a map without links";
  if (!suits_size(world, planner)) return "plans for points: choose size 1";
  if (!supports(world, planner)) return "needs equal weights everywhere";
  return {};
}

std::string lacking(const World& world, const Planner& planner) {
  if (const AddedPlanner* own = added_planner(planner)) return own->lacks(world);
  return planner.lacks != nullptr ? planner.lacks(world) : std::string();
}

bool available(const World& world, const Planner& planner) {
  return supports(world, planner) && world.has(planner.needs) && lacking(world, planner).empty();
}

std::string unavailable(const World& world, const Planner& planner) {
  if (std::string rule = unsupported(world, planner); !rule.empty()) return rule;
  if (!world.has(planner.needs)) {
    const std::string_view title = structure_title(planner.needs);
    return fmt::format("{} {} off: switch {} on", title, title.ends_with('s') ? "are" : "is",
                       title.ends_with('s') ? "them" : "it");
  }
  return lacking(world, planner);
}

const Planner* planner_meanwhile(const Planner& planner) {
  return planner.meanwhile.empty() ? nullptr : planner_named(planner.meanwhile);
}

bool answers_now(const World& world, const Planner& planner) {
  if (world.ready(planner.needs)) return true;
  const Planner* other = planner_meanwhile(planner);
  return other != nullptr && world.ready(other->needs);
}

bool finds_optimum(const World& world, const Planner& planner) {
  return planner.finds_optimum != nullptr ? planner.finds_optimum(world) : planner.optimal;
}

int abstract_level(const World& world, const Planner& planner) {
  return planner.highest_level != nullptr ? planner.highest_level(world) : planner.abstract_level;
}

bool plans_own_graph(const World& world, const Planner& planner) {
  return planner.own_graph != nullptr && planner.own_graph(world);
}

StructureSet depends_on(const World& world, const Planner& planner) {
  if (planner.needs == StructureId::kMoves) return {};
  StructureSet all = world.structure(planner.needs).depends_on();
  all.insert(planner.needs);
  return all;
}

const Planner& recorded_planner(const Trace& trace, const Planner& planner) {
  return trace.asked().empty() ? planner : *planner_named(trace.asked());
}

std::string_view short_title(const Planner& planner) {
  return planner.short_title.empty() ? planner.title : planner.short_title;
}

namespace {

bool is_without_search(PlanStatus status) {
  return status == PlanStatus::kStale || status == PlanStatus::kUnsupported || status == PlanStatus::kNoSuchAgent;
}

// Sets the status of an answer that no search has given.
void distinguish_too_far(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                         PlanResult& result) {
  if (!plans_own_graph(world, planner)) {
    const PlanStatus ends = check_ends(world.moves(), query.mesh_goal ? PlanQuery{query.start, query.start} : query);
    // A partial path may end near a blocked goal.
    const bool may_be_near = options.partial && ends == PlanStatus::kGoalBlocked && world.map().contains(query.goal);
    if (ends != PlanStatus::kFound && !may_be_near) return result.clear(ends);
  }
  if (result.status == PlanStatus::kNoSuchAgent) return;
  if (!supports(world, planner)) {
    result.clear(PlanStatus::kUnsupported);
  } else if (!why_not(world, planner).empty()) {
    result.clear(PlanStatus::kRefused);
  }
}

void plan_by_options(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                     Workspace& workspace, PlanResult& result, Trace* trace) {
  if (follows_links(world, planner)) {
    plan_to_goal(world, planner, query, options, workspace, result, trace);
  } else {
    if (trace != nullptr) trace->clear();
    result.clear(PlanStatus::kUnsupported);
  }
  if (options.partial && !result.found()) {
    plan_to_nearest(world, planner, query, options, workspace, result, trace);
  }
  if (is_without_search(result.status) && !is_added(planner))
    distinguish_too_far(world, planner, query, options, result);
}

// Reduces the answer of a planner to what is asked for, if the planner has answered more.
void reduce_answer(const MoveGrid& grid, Answer answer, PlanResult& result) {
  if (answer == Answer::kTurns && !result.path.empty()) turns_of(grid, result.path, result.turns, result.links_at);
  result.path.clear();
  if (answer == Answer::kTurns) return;
  result.turns.clear();
  result.raw_path.clear();
  result.abstract_path.clear();
  result.points.clear();
  result.links_at.clear();
}

}  // namespace

void plan(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
          Workspace& workspace, PlanResult& result, Trace* trace) {
  if (options.answer == Answer::kCells)
    return plan_by_options(world, planner, query, options, workspace, result, trace);
  // Traces and paths before smoothing have cells, which a planner writes only if it is asked for them.
  PlanOptions asked = options;
  if (trace != nullptr || options.keep_raw_path) asked.answer = Answer::kCells;
  plan_by_options(world, planner, query, asked, workspace, result, trace);
  reduce_answer(world.moves(), options.answer, result);
}

}  // namespace strata
