// Every planner of the table and every question about a map, on random maps with everything that a map can have and
// after random edits of it. What they answer is held against plain searches and against the row of the planner: the
// optimum if the row promises it, no less than the optimum otherwise, or a refusal by the property that the row names.
// Structures that were updated are those of a fresh world, and recorded searches are those that were not recorded.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/search/alternatives.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/trace.hpp"
#include "core/search/turn_search.hpp"
#include "core/search/wall_search.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/core/world/answers_support.hpp"
#include "tests/rounds.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

constexpr int kEditsOfMap = 20, kPlainQueries = 5;
constexpr int kMostFaults = 10;

// Returns whether the planner's row says that it cannot plan on this map.
bool row_refuses(const Planner& planner, const PlainMap& plain) {
  return !planner.profiles[static_cast<size_t>(plain.rules.profile)] || planner.levels_only ||
         (planner.uniform_only && plain.weights.size() > 1) || (!planner.links && plain.map.links() != nullptr) ||
         (planner.needs == StructureId::kMeshLabels && plain.rules.agent_size > 1);
}

std::string until_comma(const std::string& text) { return text.substr(0, text.find(',')); }

// An answer of a planner, judged: what it is, and what is wrong with it; empty: nothing.
struct Judged {
  Outcome outcome = Outcome::kExact;
  std::string fault = {};
};

// One map that is edited, with all structures.
class Round {
 public:
  // Every fourth map has what all planners of its profile support, so that a few maps reach them all.
  Round(uint64_t seed, Tally& tally)
      : rng_(seed),
        tally_(tally),
        plain_profile_(seed % 4 == 0 ? std::optional(static_cast<Profile>(seed / 4 % kProfiles)) : std::nullopt),
        world_{first_map(), first_setup()} {
    world_.finish_updates();
  }

  // Edits the map and asks; returns the first fault, empty if there is none.
  std::string run() {
    for (int edit = 0; edit < kEditsOfMap; ++edit) {
      if (std::string fault = edit_once(); !fault.empty()) return fmt::format("edit {}: {}", edit, fault);
      if (std::string fault = ask(edit % 4 == 3); !fault.empty()) return fmt::format("edit {}: {}", edit, fault);
      ++tally_.edits;
    }
    return {};
  }

 private:
  Rules some_rules() {
    Rules rules = all_rules()[rng_.below(static_cast<uint32_t>(all_rules().size()))];
    if (rng_.percent(40)) rules.weights = kUniformWeights;
    if (rng_.percent(30)) rules.profile = Profile::kOctile;
    if (plain_profile_) rules = {*plain_profile_, Capability::walker(), kUniformWeights};
    rules.agent_size = rng_.percent(65) ? 1 : rng_.between(2, 3);
    return rules;
  }

  GridMap first_map() {
    weighs_ = !plain_profile_ && rng_.percent(40);
    if (!plain_profile_ && rng_.percent(60)) links_ = rng_.percent(50) ? Links::kBothWays : Links::kAny;
    const int width = rng_.between(8, rng_.percent(30) ? 64 : 30), height = rng_.between(8, rng_.percent(30) ? 64 : 30);
    GridMap map = rng_.percent(50) ? random_map(width, height, 3 + rng_.below(24), rng_.next())
                                   : random_rooms(width, height, rng_.between(5, 12), rng_.next());
    if (weighs_) add_random_weights(map, 20, rng_.next());
    if (links_ != Links::kNone && rng_.percent(80)) map.apply(links_edit(map, rng_.percent(10) ? 120 : 6));
    return map;
  }

  WorldSetup first_setup() {
    const Rules rules = some_rules();
    WorldSetup setup(rules);
    for (const StructureId id : kAllStructures) setup.of(id) = default_options(id, rules);
    setup.get<MapMoves>()->clearance = true;  // paths off walls read them
    setup.get<MapHpa>() = {.cluster_size = rng_.between(3, 10),
                           .entrance_threshold = rng_.between(2, 7),
                           .transition_spacing = rng_.percent(50) ? 0 : rng_.between(1, 5),
                           .cache_paths = rng_.percent(50),
                           .levels = rng_.between(plain_profile_ ? 4 : 1, 4),
                           .level_factor = rng_.between(2, 3)};
    setup.get<MapHaa>() = {
        .cluster_size = rng_.between(4, 10), .max_size = rng_.between(1, 3), .capabilities = {rules.capability}};
    setup.get<MapSectors>() = {.sector_size = rng_.between(4, 10),
                               .second_size = rng_.percent(50) ? rng_.between(11, 24) : 0,
                               .improve_centres = rng_.percent(30),
                               .landmarks = rng_.percent(30) ? 3 : 0};
    setup.get<MapLandmarks>() = {.count = rng_.between(1, 6), .placed = {}};
    setup.get<MapHierarchy>() = {.graph = some_graph(), .order = static_cast<ChOrder>(rng_.below(3))};
    setup.get<MapCch>() = {.graph = some_graph()};
    setup.get<MapLabels>() = {.graph = some_graph()};
    setup.get<MapNavmesh>()->mesh.tile_size = rng_.between(8, 40);
    setup.get<MapNavmesh>()->mesh.source = static_cast<MeshDecomposition>(rng_.below(kMeshDecompositions));
    setup.get<MapNavmesh>()->costs = static_cast<MeshCosts>(rng_.below(2));
    setup.get<MapHna>() = {.levels = rng_.between(plain_profile_ ? kMaxHnaLevels : 1, kMaxHnaLevels),
                           .group_size = rng_.between(2, 8)};
    return setup;
  }
  // Any but a drawn one.
  ChGraph some_graph() { return rng_.percent(60) ? static_cast<ChGraph>(rng_.below(2)) : ChGraph(rng_.below(4)); }

  Edit links_edit(const GridMap& map, int count) {
    const Edit any = random_links(map, count, rng_);
    return links_ == Links::kBothWays ? both_ways(any) : any;
  }
  static Edit both_ways(Edit edit) {
    std::vector<MapLink> links;
    for (const MapLink& link : edit.links) {
      links.push_back(link);
      links.push_back({link.to, link.from, link.length});
    }
    edit.links = std::move(links);
    return edit;
  }

  Edit some_edit() {
    const GridMap& map = world_.map();
    if (links_ != Links::kNone && rng_.percent(35)) {
      if (map.links() != nullptr && rng_.percent(6)) {  // removes all
        Edit none;
        for (const MapLink& link : map.links()->all()) none.links.push_back({link.from, link.to, 0});
        return none;
      }
      const Edit edit = random_link_edit(map, 8, rng_);
      return links_ == Links::kBothWays ? both_ways(edit) : edit;
    }
    if (weighs_ && rng_.percent(4)) return {{weight_run(0, map.cell_count(), rng_.percent(50) ? 0 : 3)}};
    return weighs_ ? random_edit_with_weights(map, 8, rng_) : random_edit(map, 8, rng_);
  }

  // Edits, undoes, or changes the rules; asks once before the structures are up to date.
  std::string edit_once() {
    if (rng_.percent(3)) {
      set_rules(world_, some_rules());
    } else {
      const GridMap before = world_.map();
      world_.begin_stroke("Stroke");
      for (int pieces = rng_.percent(25) ? rng_.between(2, 5) : 1; pieces > 0; --pieces) {
        world_.apply(some_edit());
        if (rng_.percent(20)) world_.work(0);  // what is half built meets the next piece
      }
      world_.end_stroke();
      const GridMap after = world_.map();
      if (rng_.percent(15) && before.revision() != after.revision()) {
        ++tally_.undone;
        if (!world_.undo() || !(world_.map() == before)) return "undo does not lead back";
        if (rng_.percent(50) && (!world_.redo() || !(world_.map() == after))) return "redo does not lead back";
      }
    }
    if (rng_.percent(20)) {
      world_.set<MapRepairs>(
          RepairsOptions{PlanQuery{random_cell(world_.map(), rng_), random_cell(world_.map(), rng_)}});
    }
    if (rng_.percent(30)) {
      const PlainMap plain(world_.map(), world_.rules());
      if (std::string fault = ask_planners(plain, some_query(), false, nullptr); !fault.empty()) {
        return "before the structures are up to date, " + fault;
      }
    }
    world_.finish_updates();
    return {};
  }

  PlanQuery some_query() {
    const PlanQuery& kept = world_.get<MapRepairs>().options()->query.value_or(PlanQuery{});
    if (kept.start != kept.goal && rng_.percent(30)) return kept;
    PlanQuery query{some_end(), some_end()};
    if (const auto& links = world_.map().links(); links != nullptr && rng_.percent(30)) {  // where a link begins
      query.start = world_.map().cell(links->all()[rng_.below(static_cast<uint32_t>(links->size()))].from);
    }
    return query;
  }

  // Nearly always where the agent can stand.
  Cell some_end() {
    Cell end = random_cell(world_.map(), rng_);
    for (int i = 0; i < 12 && !can_stand(world_.map(), world_.rules(), end); ++i) end = random_cell(world_.map(), rng_);
    return end;
  }

  PlanOptions some_options() {
    PlanOptions options{.ida_expansions = 1500};
    options.smooth = rng_.percent(70);
    options.segment = rng_.below(4);
    options.stall = rng_.percent(70);
    options.potentials = rng_.percent(70);
    options.mesh_links = static_cast<uint8_t>(rng_.below(4));
    options.from_centres = rng_.percent(30);
    options.interleave = rng_.percent(50) ? 0 : rng_.next();
    if (rng_.percent(40)) {
      options.heuristic = static_cast<Heuristic>(rng_.below(kHeuristicNames.size()));
      options.weight = static_cast<uint16_t>(rng_.percent(50) ? kWeightOne : rng_.between(kWeightOne, 300));
      options.ties = static_cast<TieBreaking>(rng_.below(kTiesNames.size()));
    }
    return options;
  }

  // Asks ten queries. With `as_fresh` a fresh world must have the same structures and give the same answers.
  std::string ask(bool as_fresh) {
    const PlainMap plain(world_.map(), world_.rules());
    std::optional<World> fresh;
    if (as_fresh) {
      fresh.emplace(world_.map(), world_.setup());
      fresh->finish_updates();
      ++tally_.fresh;
      for (const StructureId id : kAllStructures) {
        if (world_.ready(id) != fresh->ready(id)) return fmt::format("{} is not as ready", structure_name(id));
        if (!world_.ready(id)) continue;
        const auto difference = world_.structure(id).difference(fresh->structure(id), world_.inputs());
        if (difference) return fmt::format("{} is not what a fresh world has: {}", structure_name(id), *difference);
      }
    }
    for (int i = 0; i < kPlainQueries; ++i) {
      const std::string fault = ask_planners(plain, some_query(), true, fresh ? &*fresh : nullptr);
      if (!fault.empty()) return fault;
      ++tally_.queries;
    }
    const std::array<std::string (Round::*)(const PlainMap&), 5> questions = {
        &Round::ask_nearest, &Round::ask_reach, &Round::ask_alternatives, &Round::ask_turns, &Round::ask_off_walls};
    for (const auto question : questions) {
      if (std::string fault = (this->*question)(plain); !fault.empty()) return fault;
      ++tally_.queries;
    }
    return {};
  }

  // Asks all planners. `settled`: the structures are up to date.
  std::string ask_planners(const PlainMap& plain, const PlanQuery& query, bool settled, const World* fresh) {
    const std::vector<Cost> distance = plain.distances(query.start);
    const Cost optimum = distance[plain.map.id(query.goal)];
    const PlanOptions options = some_options();
    const bool record = rng_.percent(40);
    // Any-angle planners are held against the shortest any-angle path.
    PlanResult shortest;
    plan(world_, any_angle_optimum_planner(), query, options, workspace_, shortest);
    for (const Planner& planner : planners()) {
      const auto says = [&](std::string_view fault) {
        return fmt::format("{} from ({}, {}) to ({}, {}): {}", planner.name, query.start.x, query.start.y, query.goal.x,
                           query.goal.y, fault);
      };
      plan(world_, planner, query, options, workspace_, result_);
      const Judged judged = judge(plain, planner, query, options, optimum, shortest, settled);
      if (!judged.fault.empty()) return says(judged.fault);
      Answers& answers = tally_.planners[planner.name];
      ++answers.outcomes[static_cast<size_t>(judged.outcome)];
      if (judged.outcome == Outcome::kRefused) ++answers.refusals[until_comma(why_not(world_, planner))];
      if (judged.outcome == Outcome::kAbove && !planner.any_angle) {
        answers.longest = std::max(answers.longest, static_cast<double>(result_.cost) / std::max<Cost>(optimum, 1));
      }
      if (std::string fault =
              short_answers_fault(world_, planner, query, options, result_, workspace_, record ? &trace_ : nullptr);
          !fault.empty()) {
        return says(fault);
      }
      if (record) {
        plan(world_, planner, query, options, workspace_, other_, &trace_);
        if (!same_answer(other_)) return says("the recorded search has another answer");
        if (!(other_.stats == result_.stats)) return says("the recorded search has other counts");
        if (result_.found() && trace_.events().empty()) return says("nothing was recorded");
        ++tally_.traced;
      }
      if (fresh != nullptr) {
        plan(*fresh, planner, query, options, workspace_, other_);
        // Of corridors that cost the same a mesh planner takes one by the numbers of polygons, which updates leave in
        // another order; pulled taut they differ in length.
        const bool same_cost = other_.cost == result_.cost || planner.any_angle;
        if (other_.status != result_.status || other_.raw_cost != result_.raw_cost || !same_cost) {
          return says("a fresh world has another answer");
        }
      }
    }
    return {};
  }
  bool same_answer(const PlanResult& other) const {
    return other.status == result_.status && other.cost == result_.cost && other.raw_cost == result_.raw_cost &&
           other.path == result_.path && other.points == result_.points && other.links_at == result_.links_at &&
           other.abstract_path == result_.abstract_path;
  }

  Judged judge(const PlainMap& plain, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
               Cost optimum, const PlanResult& shortest, bool settled) const {
    const PlanStatus expected = plain.status(query.start, query.goal, optimum);
    const bool blocked = expected == PlanStatus::kStartBlocked || expected == PlanStatus::kGoalBlocked;
    const std::string status(status_text(result_.status));
    if (result_.found() == result_.path.empty() && !planner.any_angle) return {{}, status + ", and its path"};
    if (blocked) return {Outcome::kBlocked, result_.status == expected ? "" : status};
    const std::string why = why_not(world_, planner);
    if (row_refuses(planner, plain)) {
      const bool named = !why.empty() && why == unsupported(world_, planner) &&
                         answer_text(world_, planner, query, result_.status) == why;
      return {Outcome::kRefused, result_.status == PlanStatus::kUnsupported && named ? "" : status};
    }
    if (!why.empty()) {
      const bool refused = result_.status == PlanStatus::kRefused || result_.status == PlanStatus::kNoSuchAgent;
      const bool named = answer_text(world_, planner, query, result_.status) == why;
      return {Outcome::kRefused, refused && named ? "" : status + ", not " + why};
    }
    if (result_.status == PlanStatus::kStale) {
      const bool waits = !settled && !waiting_for(world_, planner).empty();
      return {Outcome::kBeingBuilt, waits ? "" : status};
    }
    if (result_.status == PlanStatus::kTooManyExpansions) {
      return {Outcome::kGaveUp, result_.stats.total().expanded >= options.ida_expansions ? "" : status};
    }
    if (result_.status != expected) return {{}, status};
    if (!result_.found()) return {Outcome::kNoPath};
    if (planner.any_angle) return judge_lines(query, optimum, shortest);
    if (std::string fault = plain.fault(result_.path, query.start, query.goal, result_.cost); !fault.empty()) {
      return {{}, fault};
    }
    if (result_.raw_cost < result_.cost) return {{}, "smoothing made the path longer"};
    return judge_cost(planner, options, optimum);
  }

  // Holds the cost of a path over cells against what the row promises.
  Judged judge_cost(const Planner& planner, const PlanOptions& options, Cost optimum) const {
    bool promised = finds_optimum(world_, planner);
    if (&planner == &optimum_planner()) {  // it alone reads these options
      const bool admissible = is_admissible(options.heuristic, world_.rules().profile);
      promised = is_admissible(options.heuristic, world_.rules().profile, options.weight);
      if (admissible && uint64_t{result_.cost} * kWeightOne > uint64_t{optimum} * options.weight) {
        return {{}, "beyond its weight"};
      }
    }
    const std::string costs = fmt::format("{} where the optimum is {}", result_.cost, optimum);
    if (result_.cost < optimum) return {{}, "below the optimum: " + costs};
    if (result_.cost == optimum) return {Outcome::kExact};
    return {Outcome::kAbove, promised ? "not optimal: " + costs : ""};
  }

  // Holds an any-angle path against the shortest one, which is at most as long as one over cells.
  Judged judge_lines(const PlanQuery& query, Cost optimum, const PlanResult& shortest) const {
    const Cost unit = world_.moves().base(0) * static_cast<Cost>(world_.moves().unit_weight());
    const auto fault =
        points_fault(world_.moves(), result_.points, query.start, query.goal, unit, result_.cost, result_.links_at);
    if (fault) return {{}, *fault};
    if (!shortest.found()) return {Outcome::kAbove};
    if (world_.map().links() == nullptr && shortest.cost > optimum + 1) return {{}, "the shortest is above A*'s"};
    if (result_.cost + 1 < shortest.cost) {
      return {{}, fmt::format("below the shortest: {} where that is {}", result_.cost, shortest.cost)};
    }
    return {result_.cost <= shortest.cost + 1 ? Outcome::kExact : Outcome::kAbove};
  }

  // Counts an answer of a question.
  void count(std::string_view question, PlanStatus status, bool above = false) {
    const bool blocked = status == PlanStatus::kStartBlocked || status == PlanStatus::kGoalBlocked;
    const Outcome outcome = blocked                        ? Outcome::kBlocked
                            : status != PlanStatus::kFound ? Outcome::kNoPath
                            : above                        ? Outcome::kAbove
                                                           : Outcome::kExact;
    ++tally_.questions[question].outcomes[static_cast<size_t>(outcome)];
  }

  std::string ask_nearest(const PlainMap& plain) {
    const MoveGrid& grid = world_.moves();
    const Cell start = some_query().start;
    std::vector<Cell> goals;
    for (int i = rng_.between(0, 14); i > 0; --i) goals.push_back(random_cell(plain.map, rng_));
    if (rng_.percent(10)) goals.push_back({-1, 2});
    const std::vector<Cost> distance = plain.distances(start);
    uint32_t nearest = kNoGoal;
    bool any = goals.empty();
    std::vector<Cost> costs;
    for (uint32_t i = 0; i < goals.size(); ++i) {
      costs.push_back(plain.stands(goals[i]) ? distance[plain.map.id(goals[i])] : kInfinite);
      any = any || plain.stands(goals[i]);
      if (costs[i] != kInfinite && (nearest == kNoGoal || costs[i] < costs[nearest])) nearest = i;
    }
    const PlanStatus status = !plain.stands(start) ? PlanStatus::kStartBlocked
                              : !any               ? PlanStatus::kGoalBlocked
                              : nearest == kNoGoal ? PlanStatus::kNoPath
                                                   : PlanStatus::kFound;
    const uint32_t chosen = plan_to_nearest(grid, start, goals, workspace_, result_);
    if (result_.status != status || chosen != nearest) return "nearest goal: another goal or status";
    if (result_.found()) {
      if (result_.cost != costs[nearest]) return "nearest goal: not the optimum";
      const std::string fault = plain.fault(result_.path, start, goals[nearest], result_.cost);
      if (!fault.empty()) return "nearest goal: " + fault;
    }
    trace_.clear();
    if (plan_to_nearest(grid, start, goals, workspace_, other_, trace_) != chosen || !same_answer(other_)) {
      return "nearest goal: the recorded search has another answer";
    }
    GoalCosts all;
    costs_to_goals(grid, start, goals, workspace_, all);
    if (all.status != status || all.costs != costs) return "costs to several goals: not those of Dijkstra";
    count("nearest", status);
    return {};
  }

  std::string ask_reach(const PlainMap& plain) {
    const Cell start = some_query().start;
    const std::vector<Cost> distance = plain.distances(start);
    const Cost limit = rng_.below(rng_.percent(50) ? 12'000 : 200'000);
    Reach reach, traced;
    reach_within(world_.moves(), start, limit, workspace_, reach);
    trace_.clear();
    reach_within(world_.moves(), start, limit, workspace_, traced, trace_);
    if (traced.cells != reach.cells || traced.costs != reach.costs) return "reach: the recorded search differs";
    const auto within = std::ranges::count_if(distance, [&](Cost cost) { return cost <= limit && cost != kInfinite; });
    if (reach.cells.size() != static_cast<size_t>(within)) return "reach: another number of cells";
    for (size_t i = 0; i < reach.cells.size(); ++i) {
      if (reach.costs[i] != distance[reach.cells[i]]) return "reach: another cost";
    }
    if (reach.status != plain.status(start, start, 0)) return "reach: another status";
    count("reach", reach.status);
    return {};
  }

  std::string ask_alternatives(const PlainMap& plain) {
    const AlternativeOptions options{.paths = rng_.between(1, 5),
                                     .longer = rng_.between(0, 80),
                                     .sharing = rng_.between(20, 100),
                                     .local = rng_.between(1, 50),
                                     .apart = rng_.between(0, 2)};
    const PlanQuery query = some_query();
    const uint64_t optimum = plain.distances(query.start)[plain.map.id(query.goal)];
    AlternativePaths found, traced;
    plan_alternatives(world_.moves(), options, query, workspace_, found);
    trace_.clear();
    plan_alternatives(world_.moves(), options, query, workspace_, traced, trace_);
    if (traced.status != found.status || traced.paths != found.paths) return "alternatives: the recorded ones differ";
    if (found.status != plain.status(query.start, query.goal, static_cast<Cost>(optimum))) {
      return "alternatives: " + std::string(status_text(found.status));
    }
    count("alternatives", found.status, found.paths.size() > 1);
    if (found.status != PlanStatus::kFound) return found.paths.empty() ? "" : "alternatives without a path";
    if (found.paths.empty() || found.paths[0].cost != optimum) return "alternatives: the first is not the optimum";
    if (found.paths.size() > static_cast<size_t>(options.paths)) return "alternatives: too many";
    std::vector<uint8_t> close(plain.map.cell_count(), 0);  // cells near the paths before
    for (size_t p = 0; p < found.paths.size(); ++p) {
      const AlternativePath& path = found.paths[p];
      std::string fault = plain.fault(path.path, query.start, query.goal, path.cost);
      if (p > 0 && fault.empty()) fault = alternative_fault(plain, options, path, optimum, close);
      if (!fault.empty()) return "alternatives: " + fault;
      for (const CellId id : path.path) {
        const Cell c = plain.map.cell(id);
        const int by = options.apart;
        for (int y = std::max(0, c.y - by); y <= std::min(plain.map.height() - 1, c.y + by); ++y) {
          for (int x = std::max(0, c.x - by); x <= std::min(plain.map.width() - 1, c.x + by); ++x) {
            close[plain.map.id({x, y})] = 1;
          }
        }
      }
    }
    return {};
  }
  std::string alternative_fault(const PlainMap& plain, const AlternativeOptions& options, const AlternativePath& path,
                                uint64_t optimum, const std::vector<uint8_t>& close) {
    const auto percent = [&](int of) { return optimum * static_cast<uint64_t>(of); };
    if (std::set<CellId>(path.path.begin(), path.path.end()).size() != path.path.size()) return "a cell twice";
    if (uint64_t{path.cost} * 100 > percent(100 + options.longer)) return "too long";
    std::vector<Cost> along = {0};
    Cost shared = 0;
    for (size_t i = 1; i < path.path.size(); ++i) {
      const Cost step = plain.step(path.path[i - 1], path.path[i]);
      along.push_back(along.back() + step);
      if (close[path.path[i - 1]] != 0 && close[path.path[i]] != 0) shared += step;
    }
    if (shared != path.shared) return "another share";
    if (uint64_t{shared} * 100 > percent(options.sharing)) return "too much is shared";
    if (uint64_t{path.plateau} * 100 < percent(options.local)) return "too short a plateau";
    const size_t first = rng_.below(static_cast<uint32_t>(path.path.size()));
    const std::vector<Cost> distance = plain.distances(plain.map.cell(path.path[first]));
    for (size_t i = first; i < path.path.size() && along[i] - along[first] <= path.plateau; ++i) {
      if (distance[path.path[i]] != along[i] - along[first]) return "not locally optimal";
    }
    return {};
  }

  std::string ask_turns(const PlainMap& plain) {
    const TurnOptions options{static_cast<TurnOrder>(rng_.below(kTurnOrderNames.size())), rng_.below(400)};
    const PlanQuery query = some_query();
    // Both criteria in one number: what counts first in the high bits.
    const auto sum = [&](uint64_t cost, uint64_t turns) {
      const uint64_t turn = (uint64_t{profile_info(plain.rules.profile).straight} * options.weight + 50) / 100;
      if (options.order == TurnOrder::kSum) return cost + turns * turn;
      return options.order == TurnOrder::kFewest ? turns << 40 | cost : cost << 20 | turns;
    };
    constexpr uint32_t kStates = 10;  // by direction of the last step, over a link, at the start
    std::vector<uint64_t> least(plain.map.cell_count() * kStates, UINT64_MAX);
    if (plain.stands(query.start)) {
      least = plain_search(
          least.size(), plain.map.id(query.start) * kStates + 9, UINT64_MAX, [&](uint32_t state, auto&& visit) {
            const uint32_t before = state % kStates;
            for (const PlainStep& step : plain.steps[state / kStates]) {
              const bool turned = before < 8 && step.direction < 8 && before != step.direction;
              // Beside a link a move has no direction either, and the cheaper of the two counts.
              const Cost cost = step.direction == kOverLink ? plain.step(state / kStates, step.to) : step.cost;
              visit(step.to * kStates + step.direction, sum(cost, turned));
            }
          });
    }
    const auto at_goal = least.begin() + plain.map.id(query.goal) * kStates;
    const uint64_t best = *std::min_element(at_goal, at_goal + kStates);
    const uint32_t turns = plan_few_turns(world_.moves(), options, query, workspace_, result_);
    trace_.clear();
    const uint32_t traced = plan_few_turns(world_.moves(), options, query, workspace_, other_, trace_);
    if (traced != turns || !same_answer(other_)) return "few turns: the recorded search has another answer";
    const PlanStatus status = plain.status(query.start, query.goal, best == UINT64_MAX ? kInfinite : 0);
    if (result_.status != status) return "few turns: " + std::string(status_text(result_.status));
    count("few turns", status);
    if (!result_.found()) return {};
    if (std::string fault = plain.fault(result_.path, query.start, query.goal, result_.cost); !fault.empty()) {
      return "few turns: " + fault;
    }
    if (turns != count_turns(world_.moves(), result_.path)) return "few turns: another number of turns";
    if (sum(result_.cost, turns) != best) return "few turns: not the best";
    return {};
  }

  std::string ask_off_walls(const PlainMap& plain) {
    const WallOptions options{rng_.between(1, 4), rng_.below(300)};
    const PlanQuery query = some_query();
    std::vector<Cost> added(plain.map.cell_count(), 0);
    for (CellId id = 0; id < plain.map.cell_count(); ++id) {
      if (!plain.stands(id)) continue;
      const Cell at = plain.map.cell(id);
      int rings = 0;
      while (rings < options.margin &&
             square_is_free(plain.map, plain.rules.capability, {at.x - rings - 1, at.y - rings - 1},
                            plain.rules.agent_size + 2 * rings + 2)) {
        ++rings;
      }
      added[id] = options.weight * static_cast<Cost>(options.margin - rings);
    }
    const MoveProfileInfo info = profile_info(plain.rules.profile);
    const auto cost_of = [&](CellId from, const PlainStep& step) {
      if (step.direction == kOverLink) return step.cost;
      const Cost base = is_diagonal(static_cast<int>(step.direction)) ? info.diagonal : info.straight;
      return step.cost + base * (added[from] + added[step.to]) / 200;
    };
    const Cost best = plain.distances(query.start, cost_of)[plain.map.id(query.goal)];
    const Clearance& clearance = *world_.get<MapMoves>().clearance();
    const Cost cost = plan_off_walls(world_.moves(), clearance, options, query, workspace_, result_);
    trace_.clear();
    const Cost traced = plan_off_walls(world_.moves(), clearance, options, query, workspace_, other_, trace_);
    if (traced != cost || !same_answer(other_)) return "off walls: the recorded search has another answer";
    const PlanStatus status = plain.status(query.start, query.goal, best);
    if (result_.status != status) return "off walls: " + std::string(status_text(result_.status));
    count("off walls", status);
    if (!result_.found()) return cost == kInfinite ? "" : "off walls: a cost without a path";
    if (cost != best) return "off walls: not the best";
    if (std::string fault = plain.fault(result_.path, query.start, query.goal, result_.cost); !fault.empty()) {
      return "off walls: " + fault;
    }
    return plain.fault(result_.path, query.start, query.goal, cost, cost_of).empty() ? "" : "off walls: another cost";
  }

  enum class Links { kNone, kBothWays, kAny };

  Rng rng_;
  Tally& tally_;
  const std::optional<Profile> plain_profile_;
  bool weighs_ = false;
  Links links_ = Links::kNone;
  World world_;
  Workspace workspace_;
  PlanResult result_, other_;
  Trace trace_;
};

}  // namespace

// STRATA_ANSWERS=EDITS makes so many edits and prints a table; STRATA_ANSWERS_SEED is the seed of the first map. The
// seed of a fault makes its map first.
TEST_CASE("on maps with all that they can have every planner keeps what its row promises, and questions are exact") {
  const char* edits = std::getenv("STRATA_ANSWERS");
  const char* first = std::getenv("STRATA_ANSWERS_SEED");
  const int rounds_of_suite = rounds(12);
  const int maps = edits != nullptr ? (std::atoi(edits) + kEditsOfMap - 1) / kEditsOfMap : rounds_of_suite;
  uint64_t seed = first != nullptr ? std::strtoull(first, nullptr, 10) : 1;
  Tally tally;
  for (int map = 0; map < maps && tally.faults < kMostFaults; ++map, ++seed) {
    const std::string fault = Round(seed, tally).run();
    if (fault.empty()) continue;
    ++tally.faults;
    FAIL_CHECK("seed " << seed << ", " << fault);
  }
  if (edits != nullptr) tally.print();
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    const Answers& answers = tally.planners[planner.name];
    const size_t found = answers.of(Outcome::kExact) + answers.of(Outcome::kAbove);
    if (!kSanitized && first == nullptr) CHECK((found > 0) == !planner.levels_only);
  }
}

}  // namespace strata::test
