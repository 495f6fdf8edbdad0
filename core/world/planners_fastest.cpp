// This file defines the planner that asks the fastest planner that is ready, and which structures it keeps.
#include <fmt/format.h>

#include <utility>

#include "core/base/stopwatch.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/planner_rows.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

constexpr double kAreasWait = 4;  // they may take so many times as long as a query without a path

FastestCandidate candidate_at(size_t index) { return static_cast<FastestCandidate>(index); }

bool candidate_ready(const World& world, const Planner& planner) {
  return available(world, planner) && world.ready(planner.needs) && finds_optimum(world, planner) &&
         !plans_own_graph(world, planner);
}

// Returns why a candidate is not asked, in a few words.
std::string why_not_asked(const World& world, const Planner& planner) {
  if (std::string rule = unsupported(world, planner); !rule.empty()) return rule;
  if (!world.has(planner.needs)) return "off";
  if (std::string why = why_not(world, planner); !why.empty()) return why;
  if (!finds_optimum(world, planner) || plans_own_graph(world, planner)) return "over a graph that is not the map's";
  return waiting_for(world, planner);
}

std::string time_text(int64_t nanos) {
  const double micros = static_cast<double>(nanos) / 1000;
  return micros < 1000 ? fmt::format("{:.3g} µs", micros) : fmt::format("{:.3g} ms", micros / 1000);
}

}  // namespace

const Planner& fastest_candidate(FastestCandidate one) {
  static const ByCandidate<const Planner*> kRows = {planner_named("labels"), planner_named("ch"), planner_named("jps+"),
                                                    planner_named("jps"), planner_named("astar")};
  return *kRows[static_cast<size_t>(one)];
}

std::optional<FastestCandidate> candidate_of(const Planner& planner) {
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    if (&fastest_candidate(candidate_at(i)) == &planner) return candidate_at(i);
  }
  return std::nullopt;
}

StructureSet fastest_structures() {
  StructureSet all;
  for (size_t i = 0; i < kFastestCandidates; ++i) all.insert(fastest_candidate(candidate_at(i)).needs);
  all.erase(StructureId::kMoves);
  return all;
}

ByCandidate<bool> ready_candidates(const World& world) {
  ByCandidate<bool> ready{};
  for (size_t i = 0; i < kFastestCandidates; ++i) ready[i] = candidate_ready(world, fastest_candidate(candidate_at(i)));
  return ready;
}

const Planner& fastest_ready(const World& world) {
  for (size_t i = 0; i + 1 < kFastestCandidates; ++i) {
    const Planner& one = fastest_candidate(candidate_at(i));
    if (candidate_ready(world, one)) return one;
  }
  return optimum_planner();
}

std::string why_fastest(const World& world) {
  const Planner& asked = fastest_ready(world);
  std::string before;
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    const Planner& one = fastest_candidate(candidate_at(i));
    if (&one == &asked) break;
    before += fmt::format("{}{} ({})", before.empty() ? "" : ", ", one.title, why_not_asked(world, one));
  }
  if (before.empty()) return fmt::format("Asked {}, its first choice: up to date with the map.", asked.title);
  return fmt::format("Asked {}, which is up to date with the map; before it would come {}.", asked.title, before);
}

// Switches structures, and returns those that are switched on but not ready.
StructureSet FastestKeeper::switch_structures(World& world) {
  ByCandidate<bool> possible{}, on{};
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    const Planner& one = fastest_candidate(candidate_at(i));
    on[i] = world.has(one.needs);
    possible[i] = !refused_[i] && supports(world, one) && (!on[i] || finds_optimum(world, one));
  }
  const ByCandidate<bool> kept = choice_.keep(possible, on);
  StructureSet unfinished;
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    const StructureId structure = fastest_candidate(candidate_at(i)).needs;
    if (!FastestChoice::has_structure(candidate_at(i))) continue;
    if (kept[i] && !on[i]) {
      AnyOptions options = world.setup().of(structure);  // the structure may have been given up
      if (!options.has_value()) options = default_options(structure, world.rules());
      on[i] = own_[i] = world.set(structure, std::move(options));
      refused_[i] = !on[i];
    } else if (own_[i] && on[i] && !kept[i]) {
      (void)world.set(structure, AnyOptions());
      on[i] = own_[i] = false;
    }
    if (!on[i] || world.ready(structure)) continue;
    unfinished.insert(structure);
    refused_[i] = !refusal(world, structure).empty();
  }
  return unfinished;
}

const Planner& FastestKeeper::ask(const World& world) {
  std::optional<FastestCandidate> asked = choice_.ask(ready_);
  // Its structure may have been switched off elsewhere since the decision.
  if (asked && !candidate_ready(world, fastest_candidate(*asked))) {
    ready_ = ready_candidates(world);
    asked = choice_.ask(ready_);
  }
  asked_ = asked ? &fastest_candidate(*asked) : &optimum_planner();
  return *asked_;
}

PlanOptions exact_options(const PlanOptions& options) {
  const PlanOptions defaults;
  PlanOptions exact = options;
  exact.heuristic = defaults.heuristic;
  exact.weight = defaults.weight;
  exact.ties = defaults.ties;
  return exact;
}

void FastestKeeper::leave(StructureId structure) {
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    if (fastest_candidate(candidate_at(i)).needs == structure) own_[i] = false;
  }
}

const Planner& FastestKeeper::prepare(World& world) {
  if (world_number_ != world_number(world)) {
    *this = FastestKeeper(areas_micros_per_cell_);
    world_number_ = world_number(world);
    choice_ = FastestChoice(world.moves().passable_count());
  }
  const uint64_t revision = world.map().revision();
  if (decided_for_ == revision && decided_queries_ > 0) {
    --decided_queries_;
    return ask(world);
  }
  const StructureSet unfinished = switch_structures(world);
  if (!unfinished.empty()) {
    const Stopwatch watch;
    world.work(0, unfinished);
    if (update_micros_ && unfinished.contains(StructureId::kJumpDistances)) *update_micros_ += watch.micros();
  }
  note_builds(world);
  ready_ = ready_candidates(world);
  decided_for_ = revision;
  decided_queries_ = unfinished.empty() ? kQueriesPerDecision : 0;
  return ask(world);
}

const Planner& FastestKeeper::plan(World& world, const PlanQuery& query, const PlanOptions& options,
                                   Workspace& workspace, PlanResult& result) {
  const Planner* asked = &prepare(world);
  parted_ = areas_part(world, query, options);
  if (parted_) {
    result.clear(PlanStatus::kNoPath);
    return *asked;
  }
  const PlanOptions exact = exact_options(options);
  const Stopwatch watch;
  strata::plan(world, *asked, query, exact, workspace, result);
  const double micros = watch.micros();
  note_query(*asked, micros);
  if (result.status == PlanStatus::kNoPath) {
    no_path_micros_ = micros;
    lost_micros_ += micros;
  }
  if (result.status == PlanStatus::kCostOverflow && asked != &optimum_planner()) {
    asked = &optimum_planner();
    strata::plan(world, *asked, query, exact, workspace, result);
  }
  return *asked;
}

// Returns whether the connected areas say that there is no path. They are found once that pays.
bool FastestKeeper::areas_part(const World& world, const PlanQuery& query, const PlanOptions& options) {
  const MoveGrid& moves = world.moves();
  if (areas_for_ != moves.built_for() || areas_rules_ != moves.rules()) {
    // Each query that the areas have answered would have taken a planner about as long as the last one it had to.
    lost_micros_ += std::exchange(saved_micros_, 0);
    const double price = areas_micros_ > 0 ? areas_micros_ : areas_micros_per_cell_ * moves.cell_count();
    if (lost_micros_ < price || no_path_micros_ * kAreasWait < price || moves.links() != nullptr) return false;
    const Stopwatch watch;
    areas_.find(moves);
    areas_micros_ = watch.micros();
    areas_for_ = moves.built_for();
    areas_rules_ = moves.rules();
    lost_micros_ = 0;
  }
  if (options.partial || moves.links() != nullptr || !moves.passable(query.start) || !moves.passable(query.goal))
    return false;
  if (areas_.joined(moves.id(query.start), moves.id(query.goal))) return false;
  saved_micros_ += no_path_micros_;
  return true;
}

void FastestKeeper::note_builds(const World& world) {
  for (size_t i = 0; i < kFastestCandidates; ++i) {
    const StructureId structure = fastest_candidate(candidate_at(i)).needs;
    if (!FastestChoice::has_structure(candidate_at(i)) || !world.has(structure) || !world.ready(structure)) continue;
    const double micros = world.state(structure).built_micros;
    if (micros <= 0 || micros == built_micros_[i]) continue;
    built_micros_[i] = micros;
    choice_.note_build(candidate_at(i), nanos_of_micros(micros));
  }
}

void FastestKeeper::note_query(const Planner& asked, double micros) {
  if (const auto candidate = candidate_of(asked)) choice_.note_query(*candidate, nanos_of_micros(micros));
}

void FastestKeeper::note_change(const EditReport& done) {
  if (!done.moves_changed) return;
  choice_.note_change();
  refused_ = {};
  // What `prepare` had to do after the last change belongs to the time of that change.
  if (update_micros_) choice_.note_update(FastestCandidate::kJumpDistances, nanos_of_micros(*update_micros_));
  update_micros_.reset();
  for (const StructureReport& updated : done.structures) {
    if (updated.structure == StructureId::kJumpDistances) update_micros_ = updated.micros;
    if (updated.structure != StructureId::kJumps) continue;
    choice_.note_update(FastestCandidate::kJumps, nanos_of_micros(updated.micros));
  }
}

std::string FastestKeeper::why(const World& world) const {
  if (asked_ == nullptr) return why_fastest(world);
  if (parted_) return "Asked no planner; start and goal lie in different connected areas of the map.";
  std::string text = fmt::format("Asked {}", asked_->title);
  const ByCandidate<bool> ready = ready_candidates(world);
  for (size_t i = 0; i < kFastestCandidates && &fastest_candidate(candidate_at(i)) != asked_; ++i) {
    const Planner& one = fastest_candidate(candidate_at(i));
    const PlannerTimes& times = choice_.times(candidate_at(i));
    if (ready[i]) {
      text += fmt::format("; {} takes {} for a query", one.title, time_text(times.query));
    } else if (const std::string rule = unsupported(world, one); !rule.empty()) {
      text += fmt::format("; {} {}", one.title, rule);
    } else {
      text +=
          fmt::format("; {} would take {} to {}", one.title, time_text(choice_.changes() ? times.edit : times.prepare),
                      choice_.changes() ? "follow a change" : "be built");
    }
  }
  if (!choice_.changes()) return text + ".";
  const uint64_t queries = choice_.queries_between_changes();
  return text + fmt::format("; {} {} between changes.", queries, queries == 1 ? "query comes" : "queries come");
}

namespace planner_rows {
namespace {

constexpr PlannerFamily kFastest{.name = "Choice"};

void plan_fastest(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  const PlanOptions exact = exact_options(options);
  const Planner* asked = &fastest_ready(world);
  asked->plan(world, query, exact, workspace, result, trace);
  if (result.status == PlanStatus::kCostOverflow && asked != &optimum_planner()) {
    asked = &optimum_planner();
    asked->plan(world, query, exact, workspace, result, trace);
  }
  if (trace != nullptr) trace->set_asked(asked->name);
}

std::string stamp_fastest(const World& world, const PlanOptions& options) {
  const Planner& asked = fastest_ready(world);
  return fmt::format("{}: {}", asked.name, asked.stamp(world, options));
}

}  // namespace

Planner fastest() {
  return {.name = "fastest",
          .title = "Fastest (choice)",
          .short_title = "Fastest",
          .source = "Break-even of the planners that it asks",
          .family = &kFastest,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kMoves,
          .links = true,
          .shown = PlannerVisibility::kOnRequest,
          .pseudo_code = &grid_search_code::kAStar,
          .plan = plan_fastest,
          .stamp = stamp_fastest,
          .asks = fastest_ready};
}

}  // namespace planner_rows
}  // namespace strata
