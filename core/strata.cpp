#include "core/strata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "core/base/byte_text.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sort_unique.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/corner_labels.hpp"
#include "core/batch/nearest_goals.hpp"
#include "core/grid/map_links.hpp"
#include "core/grid/shapes.hpp"
#include "core/io/map_file.hpp"
#include "core/search/contours.hpp"
#include "core/search/flow_field.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/turns.hpp"
#include "core/search/workspace.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "core/world/world_batch.hpp"
#include "core/world/world_settings.hpp"

namespace strata {

// Memory that all calls reuse.
struct Pathfinder::CallMemory {
  Workspace workspace;
  PlanResult result;
  std::unique_ptr<BatchEngine> engine;
  std::unique_ptr<NearestGoals> nearest;  // null: partial paths were not yet requested
  int threads = 0;                        // number of threads of the engine and of `nearest`
  AgentBatch batch;
  BatchResult batch_result;
  CornerLabels corner_labels;  // of batches by labels
  std::vector<CellId> walked;
  Clearance clearance;  // of `off_walls`
  FlowField flow;       // of `flow_field`
  FastestKeeper fastest;
};

Result<Pathfinder> Pathfinder::open(const std::string& path, const Rules& rules) {
  try {
    auto opened = open_map_file(path);
    if (!opened) return opened.error();
    return Pathfinder(std::move(opened.value().loaded.map), rules);
  } catch (const std::bad_alloc&) {
    return error_at(path, "memory ran out: it is too large");
  }
}

Result<Pathfinder> Pathfinder::create(GridMap map, const Rules& rules) {
  try {
    return Pathfinder(std::move(map), rules);
  } catch (const std::bad_alloc&) {
    return error_at("map", "memory ran out: it is too large");
  }
}

Pathfinder::Pathfinder(GridMap map, const Rules& rules)
    : world_(std::make_unique<World>(std::move(map), rules)), scratch_(std::make_unique<CallMemory>()) {
  keep_undo(false);
}
Pathfinder::Pathfinder(Pathfinder&&) noexcept = default;
Pathfinder& Pathfinder::operator=(Pathfinder&&) noexcept = default;
Pathfinder::~Pathfinder() = default;

const GridMap& Pathfinder::map() const { return world_->map(); }

namespace {

// Increases the number of levels of a hierarchy to that of a planner.
template <class K>
Status raise_levels(World& world, const Planner& planner) {
  if (planner.needs != K::kId) return success();
  std::optional<typename K::Options> options = world.setup().get<K>();
  if (!options) options = *default_options(K::kId, world.rules()).template as<typename K::Options>();
  if (options->levels >= planner.abstract_level) return success();
  options->levels = planner.abstract_level;
  if (world.set<K>(options)) return success();
  return error_at(std::string(planner.name), "its levels would take more memory than they may");
}

}  // namespace

// Takes over the results of finished jobs.
void Pathfinder::take_results() {
  if (const StructureSet ended = background_results(*world_); !ended.empty()) world_->work(0, ended);
}

// Frees unfinished results, so that the next call has memory.
Error Pathfinder::free_memory(std::string_view planner) {
  scratch_.reset();
  return error_at(std::string(planner), std::string(kMemoryRanOut));
}

// Switches a structure on, together with those on which it depends, and waits until it is up to date with the map.
// Starts background work that is due for them without waiting for it. Where another planner answers meanwhile, it waits
// for the structure of that one only.
Status Pathfinder::prepare(StructureId structure, const Planner* meanwhile) {
  const auto refused = [](StructureId one, std::string why) {
    return error_at(std::string(structure_name(one)), std::move(why));
  };
  const auto switch_on = [&](StructureId one) {
    if (world_->has(one)) return true;
    AnyOptions options = world_->setup().of(one);  // the structure may have been given up
    if (!options.has_value()) options = default_options(one, world_->rules());
    return world_->set(one, std::move(options));
  };
  // The structures that it depends on follow from its options, which must be set first.
  StructureSet needed{structure};
  bool on = switch_on(structure);
  needed.insert(world_->structure(structure).depends_on());
  for (const StructureId one : kAllStructures) on = on && (!needed.contains(one) || switch_on(one));
  world_->work(0, needed);
  if (on && meanwhile != nullptr && !world_->ready(structure)) return prepare(meanwhile->needs);
  if (!world_->ready(structure)) world_->finish_updates(needed);
  if (world_->ready(structure)) return success();
  if (!on && refusal(*world_, structure).empty()) return refused(structure, "it would take more memory than it may");
  if (std::string why = refusal(*world_, structure); !why.empty()) return refused(structure, std::move(why));
  return success();
}

Status Pathfinder::set(std::string_view setting, double value) {
  const std::string name(setting);
  const WorldSetting* row = world_setting_named(setting);
  if (row == nullptr || row->structure == StructureId::kMoves) {
    return error_at(name, "no structure has a setting of this name");
  }
  const Result<double> taken = read_setting(row->row, setting_text(row->row, value), value, value);
  if (!taken) return error_at(name, taken.error().what);
  if (row->row.kind != SettingKind::kReal && taken.value() != value) {
    return error_at(name, fmt::format("it is {}, not {}", setting_usage(row->row), value));
  }
  try {
    WorldSetup setup = world_->setup();
    if (!setup.of(row->structure).has_value()) {
      setup.of(row->structure) = default_options(row->structure, world_->rules());
    }
    PlanOptions of_queries;
    row->set(setup, of_queries, value);
    if (row->valid && !row->valid(setup)) return error_at(name, "it does not go with the other settings");
    if (world_->set(row->structure, setup.of(row->structure))) return success();
    return error_at(name, "the structure would take more memory than it may");
  } catch (const std::bad_alloc&) {
    return free_memory(setting);
  }
}

Result<FoundPath> Pathfinder::find(Cell start, Cell goal, std::string_view planner, const PlanOptions& options) {
  try {
    return find_in_memory(start, goal, planner, options);
  } catch (const std::bad_alloc&) {
    return free_memory(planner);
  }
}

Result<FoundPath> Pathfinder::find_in_memory(Cell start, Cell goal, std::string_view planner,
                                             const PlanOptions& options) {
  if (scratch_ == nullptr) scratch_ = std::make_unique<CallMemory>();
  take_results();
  const Planner* row = planner_named(planner);
  if (row == nullptr) return error_at(std::string(planner), "there is no planner of this name");
  if (std::string rule = unsupported(*world_, *row); !rule.empty()) return error_at(std::string(planner), rule);
  PlanResult& result = scratch_->result;
  if (row->asks != nullptr) {
    row = &scratch_->fastest.plan(*world_, {start, goal}, options, scratch_->workspace, result);
  } else {
    if (Status raised = raise_levels<MapHpa>(*world_, *row); !raised) return raised.error();
    if (Status raised = raise_levels<MapHna>(*world_, *row); !raised) return raised.error();
    if (Status ready = prepare(row->needs, planner_meanwhile(*row)); !ready) return ready.error();
    if (std::string why = lacking(*world_, *row); !why.empty()) return error_at(std::string(planner), std::move(why));
    // The length of an any-angle path is that of its lines.
    PlanOptions asked = options;
    if (row->any_angle) asked.answer = Answer::kCells;
    plan(*world_, *row, {start, goal}, asked, scratch_->workspace, result);
    if (const Planner* other = planner_meanwhile(*row); other != nullptr && !world_->ready(row->needs)) row = other;
  }
  FoundPath found;
  found.planner = row->name;
  found.status = result.status;
  found.stats = result.stats;
  if (!result.found()) found.why = answer_text(*world_, *row, {start, goal}, result.status);
  if (result.has_partial_path()) {
    found.partial = true;
    found.distance_left = distance_left({start, goal}, result);
  } else if (!result.found()) {
    return found;
  }
  found.length = static_cast<double>(result.cost) / profile_info(world_->rules().profile).straight;
  for (const CellId cell : result.path) found.cells.push_back(map().cell(cell));
  for (const HalfCellPoint& point : result.points)
    found.turns.push_back({point.x / (2.0 * result.units), point.y / (2.0 * result.units)});
  for (const CellId turn : result.turns) {
    const Cell cell = map().cell(turn);
    found.turns.push_back({cell.x + 0.5, cell.y + 0.5});
  }
  found.links_at.assign(result.links_at.begin(), result.links_at.end());
  if (!row->any_angle) return found;
  found.length = 0;  // the costs of these planners are rounded and ignore terrain weights
  for (size_t i = 1; i < found.turns.size(); ++i) {
    if (std::ranges::binary_search(found.links_at, static_cast<uint32_t>(i - 1))) {
      const auto cell = [&](const TurningPoint& turn) {
        return map().id({static_cast<int>(turn.x), static_cast<int>(turn.y)});
      };
      found.length += map().links()->length(cell(found.turns[i - 1]), cell(found.turns[i])) / double{kLinkUnit};
      continue;
    }
    found.length += std::hypot(found.turns[i].x - found.turns[i - 1].x, found.turns[i].y - found.turns[i - 1].y);
  }
  if (options.answer == Answer::kCost) {
    found.turns.clear();
    found.links_at.clear();
  }
  return found;
}

std::string Pathfinder::why_fastest() const {
  return scratch_ != nullptr && scratch_->fastest.asked() ? scratch_->fastest.why(*world_) : std::string();
}

Result<FoundPaths> Pathfinder::find_all(std::span<const PlanQuery> queries, int threads, bool partial) {
  return find_all(queries, {.threads = threads, .partial = partial});
}

Result<FoundPaths> Pathfinder::find_all(std::span<const PlanQuery> queries, const BatchQueryOptions& options) {
  try {
    return find_all_in_memory(queries, options);
  } catch (const std::bad_alloc&) {
    return free_memory(options.planner);
  }
}

// Brings what the planner of a batch needs up to date.
Status Pathfinder::prepare_batch(const BatchQueryOptions& options) {
  const std::string name(options.planner);
  const bool by_labels = options.planner == "labels";
  if (!by_labels && options.planner != "tables") return error_at(name, "batches are planned by tables or labels");
  const Planner& planner = *planner_named(options.planner);
  if (options.answer == Answer::kTurns && map().links() != nullptr) {
    return error_at(name, "batches have no turning points on a map with links");
  }
  if (std::string rule = unsupported(*world_, planner); !rule.empty()) return error_at(name, std::move(rule));
  if (by_labels && !CornerLabels::possible(world_->moves())) {
    return error_at(name, "batches need 8-connected moves without cutting corners, one weight and no links");
  }
  if (Status ready = prepare(by_labels ? StructureId::kLabels : StructureId::kTables); !ready) return ready;
  if (std::string lack = lacking(*world_, planner); !lack.empty()) return error_at(name, std::move(lack));
  CornerLabels& labels = scratch_->corner_labels;
  if (!by_labels || labels.is_current_for(world_->moves())) return success();
  const auto too_large = [&] {
    return error_at(name,
                    "what batches read of the labels would take more than " + bytes_text(CornerLabels::kMaxBytes));
  };
  if (labels.too_large_for(world_->moves())) return too_large();
  const CellCh* hierarchy = world_->get<MapLabels>().hierarchy().cells();
  if (hierarchy == nullptr || (!hierarchy->canonical() && hierarchy->graph().node_count() > 0)) {
    return error_at(name, "batches need labels over corners (labels.graph)");
  }
  Threads threads(options.threads);
  try {
    labels.build(world_->moves(), *hierarchy, threads);
  } catch (const LabelsTooLargeError&) {
    return too_large();
  }
  return success();
}

// Appends the cells of an abstract path, or of the turning points of a path by labels.
void Pathfinder::append_cells(const BatchQueryOptions& options, std::span<const CellId> path,
                              std::vector<Cell>& cells) {
  if (options.answer == Answer::kTurns) {
    for (const CellId cell : path) cells.push_back(map().cell(cell));
  } else if (options.planner == "labels") {
    for (const CellId cell : walk_cells(path, {}, map().width())) cells.push_back(map().cell(cell));
  } else {
    std::vector<CellId>& walked = scratch_->walked;
    walked.assign(1, path.front());
    const TablesView view = world_->get<MapTables>().tables().view(world_->moves());
    STRATA_CHECK(append_moves(view, path.front(), path.data() + 1, path.size() - 1, walked));
    for (const CellId cell : walked) cells.push_back(map().cell(cell));
  }
}

Result<FoundPaths> Pathfinder::find_all_in_memory(std::span<const PlanQuery> queries,
                                                  const BatchQueryOptions& options) {
  if (scratch_ == nullptr) scratch_ = std::make_unique<CallMemory>();
  take_results();
  if (Status ready = prepare_batch(options); !ready) return ready.error();
  CallMemory& own = *scratch_;
  if (own.engine == nullptr || own.threads != options.threads) {
    own.engine = make_cpu_engine(options.threads);
    own.nearest.reset();
    own.threads = options.threads;
  }
  const bool partial = options.partial, by_labels = options.planner == "labels";
  if (partial && own.nearest == nullptr) own.nearest = std::make_unique<NearestGoals>(options.threads);
  const Rules& rules = world_->rules();
  const auto id = [&](Cell cell) { return map().contains(cell) ? map().id(cell) : kNoCell; };
  own.batch.agents.clear();
  for (const PlanQuery& query : queries) {
    own.batch.agents.push_back(
        {id(query.start), id(query.goal), static_cast<uint8_t>(rules.agent_size), rules.capability.bits()});
  }
  BatchResult& result = own.batch_result;
  BatchMap kinds = batch_map(*world_);
  kinds.kinds.front().corner_labels = by_labels ? &own.corner_labels : nullptr;
  // The cells of paths by labels are those between their turning points.
  const BatchOptions asked{by_labels ? BatchMethod::kLabels : BatchMethod::kTables, options.answer != Answer::kCost,
                           by_labels || options.answer == Answer::kTurns};
  Status planned = partial ? own.nearest->plan(*own.engine, kinds, own.batch, asked, result)
                           : own.engine->plan(kinds, own.batch, asked, result);
  if (!planned) return planned.error();
  FoundPaths found;
  found.status = result.status;
  found.begin.push_back(0);
  const Cost step = profile_info(rules.profile).straight;
  for (size_t i = 0; i < queries.size(); ++i) {
    const bool is_partial = partial && own.nearest->is_partial(i);
    const bool there = is_partial || result.status[i] == PlanStatus::kFound;
    found.partial.push_back(is_partial ? 1 : 0);
    found.length.push_back(there ? static_cast<double>(result.cost[i]) / step : 0);
    if (there && asked.paths) {
      const std::span<const CellId> paths(result.path_cells);
      append_cells(options, paths.subspan(result.path_begin[i], result.path_begin[i + 1] - result.path_begin[i]),
                   found.cells);
    }
    found.begin.push_back(found.cells.size());
  }
  return found;
}

// --- Questions that no structure answers ----------------------------------------------------------------------------

template <class Call>
auto Pathfinder::answer(std::string_view question, Call&& call) {
  using Answered = Result<decltype(call(*scratch_))>;
  try {
    if (scratch_ == nullptr) scratch_ = std::make_unique<CallMemory>();
    take_results();
    return Answered(call(*scratch_));
  } catch (const std::bad_alloc&) {
    return Answered(free_memory(question));
  }
}

double Pathfinder::length_of(Cost cost) const {
  if (cost == kInfinite) return std::numeric_limits<double>::infinity();
  return static_cast<double>(cost) / profile_info(world_->rules().profile).straight;
}

FoundPath Pathfinder::found_path(const PlanQuery& query, PlanStatus status, Cost cost, std::span<const CellId> path,
                                 const PlanStats& stats) const {
  FoundPath found;
  found.status = status;
  found.stats = stats;
  if (found.found()) {
    found.length = length_of(cost);
    for (const CellId cell : path) found.cells.push_back(map().cell(cell));
  } else {
    found.why = answer_text(*world_, *planner_named("astar"), query, status);
  }
  return found;
}

Result<FoundGoal> Pathfinder::nearest(Cell start, std::span<const Cell> goals) {
  return answer("nearest", [&](CallMemory& own) {
    const uint32_t goal = plan_to_nearest(world_->moves(), start, goals, own.workspace, own.result);
    FoundGoal found;
    const PlanResult& result = own.result;
    if (goal != kNoGoal) found.goal = goal;
    found.path = found_path({start, start}, result.status, result.cost, result.path, result.stats);
    if (result.status == PlanStatus::kGoalBlocked) found.path.why = "all goals are blocked or off the map";
    return found;
  });
}

Result<std::vector<double>> Pathfinder::lengths(Cell start, std::span<const Cell> goals) {
  return answer("lengths", [&](CallMemory& own) {
    GoalCosts costs;
    costs_to_goals(world_->moves(), start, goals, own.workspace, costs);
    std::vector<double> lengths;
    for (const Cost cost : costs.costs) lengths.push_back(length_of(cost));
    return lengths;
  });
}

Result<FoundFlow> Pathfinder::flow_field(std::span<const Cell> goals) {
  return answer("flow_field", [&](CallMemory& own) {
    const MoveGrid& moves = world_->moves();
    std::vector<CellId> cells;
    for (const Cell goal : goals) {
      if (moves.contains(goal)) cells.push_back(moves.id(goal));
    }
    sort_unique(cells);
    if (!own.flow.begun() || !std::ranges::equal(own.flow.goals(), cells)) own.flow.begin(moves, cells);
    own.flow.work(moves);
    FoundFlow found;
    found.lengths.reserve(moves.cell_count());
    found.directions.reserve(moves.cell_count());
    for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
      found.lengths.push_back(length_of(own.flow.cost(cell)));
      found.directions.push_back(own.flow.direction(cell));
    }
    return found;
  });
}

Result<FoundReach> Pathfinder::reach(Cell start, double limit, std::span<const double> lines) {
  // Returns the cost of a length; it is limited to what 32 bits hold.
  const auto cost_of = [&](double length) {
    const double cost = std::round(length * profile_info(world_->rules().profile).straight);
    return cost < kInfinite - 1.0 ? static_cast<Cost>(cost) : kInfinite - 1;
  };
  if (!(limit >= 0)) return error_at("reach", fmt::format("the limit is {}, not a length", limit));
  double before = -1;
  std::vector<Cost> levels;
  for (const double line : lines) {
    if (!(line >= 0 && line <= limit)) return error_at("reach", fmt::format("a line at {} of {}", line, limit));
    if (line <= before) return error_at("reach", fmt::format("a line at {} after one at {}", line, before));
    before = line;
    if (levels.empty() || levels.back() != cost_of(line)) levels.push_back(cost_of(line));
  }
  return answer("reach", [&](CallMemory&) { return reach_in_memory(start, cost_of(limit), levels); });
}

FoundReach Pathfinder::reach_in_memory(Cell start, Cost limit, const std::vector<Cost>& levels) {
  const MoveGrid& moves = world_->moves();
  Reach reach;
  const Cost searched = levels.empty() ? limit : std::max(limit, contour_limit(moves, levels.back()));
  reach_within(moves, start, searched, scratch_->workspace, reach);
  FoundReach found;
  found.status = reach.status;
  if (found.status != PlanStatus::kFound) {
    found.why = answer_text(*world_, *planner_named("astar"), {start, start}, found.status);
  }
  for (size_t i = 0; i < reach.cells.size() && reach.costs[i] <= limit; ++i) {
    found.cells.push_back(map().cell(reach.cells[i]));
    found.lengths.push_back(length_of(reach.costs[i]));
  }
  if (levels.empty()) return found;
  std::vector<Cost> costs;
  std::vector<ContourLine> lines;
  costs_of_cells(moves, reach, costs);
  contour_lines(moves, costs, levels, lines);
  for (const ContourLine& line : lines) {
    found.lines.push_back({length_of(line.level), line.closed, {}});
    for (const ContourPoint& point : line.points) found.lines.back().points.push_back({point.x, point.y});
  }
  return found;
}

Result<FoundAlternatives> Pathfinder::alternatives(Cell start, Cell goal, const AlternativeOptions& options) {
  if (!options.valid()) return error_at("alternatives", "an option is outside its range");
  return answer("alternatives", [&](CallMemory& own) {
    AlternativePaths result;
    plan_alternatives(world_->moves(), options, {start, goal}, own.workspace, result);
    FoundAlternatives found;
    found.truncated = result.truncated;
    for (const AlternativePath& path : result.paths) {
      found.paths.push_back(found_path({start, goal}, result.status, path.cost, path.path, result.stats));
    }
    if (found.paths.empty()) found.paths.push_back(found_path({start, goal}, result.status, 0, {}, result.stats));
    return found;
  });
}

Result<FoundPath> Pathfinder::few_turns(Cell start, Cell goal, const TurnOptions& options) {
  if (options.weight > TurnOptions::kLimit) return error_at("few_turns", "the weight is above its limit");
  return answer("few_turns", [&](CallMemory& own) {
    plan_few_turns(world_->moves(), options, {start, goal}, own.workspace, own.result);
    return found_path({start, goal}, own.result.status, own.result.cost, own.result.path, own.result.stats);
  });
}

Result<FoundPath> Pathfinder::off_walls(Cell start, Cell goal, const WallOptions& options) {
  if (!options.valid()) return error_at("off_walls", "an option is outside its range");
  return answer("off_walls", [&](CallMemory& own) {
    const MoveGrid& moves = world_->moves();
    const Capability capability = moves.rules().capability;
    if (own.clearance.built_for() != map().revision() || own.clearance.capability() != capability) {
      own.clearance.build(map(), capability);
    }
    plan_off_walls(moves, own.clearance, options, {start, goal}, own.workspace, own.result);
    return found_path({start, goal}, own.result.status, own.result.cost, own.result.path, own.result.stats);
  });
}

// Reports an edit to the planner "fastest" and to the flow field. The moves of a large agent change up to its size to
// the left and above.
void Pathfinder::note_edit(const EditReport& done) {
  const Rect& cells = done.dirty;
  if (scratch_ == nullptr || cells.empty()) return;
  scratch_->fastest.note_change(done);
  const int size = world_->rules().agent_size;
  const Rect around{cells.x0 - size, cells.y0 - size, cells.x1 + 1, cells.y1 + 1};
  try {
    scratch_->flow.map_changed(world_->moves(), around.clipped(map().bounds()));
  } catch (const std::bad_alloc&) {
    scratch_->flow.clear();  // the edit itself is done
  }
}

bool Pathfinder::paint(Cell corner, Cell opposite, Terrain terrain) {
  return apply([&] { return rectangle(map(), corner, opposite, true, terrain_info(terrain).letter); });
}

bool Pathfinder::weigh(Cell corner, Cell opposite, int weight) {
  if (weight < 0 || weight > kMaxCellWeight) return false;
  return apply([&] { return with_weight(rectangle(map(), corner, opposite, true, '.'), weight); });
}

// Applies the edit that `make` returns. Returns false if memory ran out.
template <class Make>
bool Pathfinder::apply(Make make) {
  try {
    note_edit(world_->apply(make()));
    take_results();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

Status Pathfinder::add_link(Cell from, Cell to, double length, bool both_ways) {
  for (const Cell& end : {from, to}) {
    if (!map().contains(end)) return error_at("add_link", fmt::format("({},{}) is off the map", end.x, end.y));
  }
  if (from == to) return error_at("add_link", "a link joins two different cells");
  const double hundredths = std::round(length * kLinkUnit);
  if (!(hundredths >= 1 && hundredths <= kMaxLinkLength)) {
    return error_at("add_link", fmt::format("the length is {}, not 0.01..{}", length, kMaxLinkLength / kLinkUnit));
  }
  try {
    note_edit(world_->apply({{}, links_of({from, to, static_cast<uint32_t>(hundredths), both_ways}, map().width())}));
    take_results();
    return success();
  } catch (const std::bad_alloc&) {
    return error_at("add_link", std::string(kMemoryRanOut));
  }
}

bool Pathfinder::remove_link(Cell from, Cell to) {
  if (map().links() == nullptr || !map().contains(from) || !map().contains(to)) return false;
  if (map().links()->length(map().id(from), map().id(to)) == 0) return false;
  try {
    note_edit(world_->apply({{}, {{map().id(from), map().id(to), 0}}}));
    take_results();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Pathfinder::keep_undo(bool on) {
  History history = world_->take_history();
  history.keep(on);
  world_->set_history(std::move(history));
}

bool Pathfinder::undo() {
  try {
    const std::optional<EditReport> done = world_->undo();
    if (done) note_edit(*done);
    take_results();
    return done.has_value();
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool Pathfinder::redo() {
  try {
    const std::optional<EditReport> done = world_->redo();
    if (done) note_edit(*done);
    take_results();
    return done.has_value();
  } catch (const std::bad_alloc&) {
    return false;
  }
}

std::string Pathfinder::why(const PlanQuery& query, PlanStatus status) const {
  return answer_text(*world_, *planner_named("tables"), query, status);
}

std::vector<std::string_view> planner_names() {
  std::vector<std::string_view> names;
  for (const Planner& planner : planners()) names.push_back(planner.name);
  return names;
}

}  // namespace strata
