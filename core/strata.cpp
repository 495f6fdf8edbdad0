#include "core/strata.hpp"

#include <fmt/format.h>

#include <cmath>
#include <new>

#include "core/batch/batch.hpp"
#include "core/batch/nearest_goals.hpp"
#include "core/grid/shapes.hpp"
#include "core/io/movingai.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"
#include "core/world/world_batch.hpp"

namespace strata {

// Memory that is used again by every call.
struct Pathfinder::Scratch {
  Workspace workspace;
  PlanResult result;
  std::unique_ptr<BatchEngine> engine;
  std::unique_ptr<NearestGoals> nearest;  // null: no partial paths have been asked for
  int threads = 0;                        // of both
  AgentBatch batch;
  BatchResult batch_result;
  std::vector<CellId> walked;
};

Result<Pathfinder> Pathfinder::open(const std::string& path, const Rules& rules) {
  try {
    auto loaded = load_map(path);
    if (!loaded) return loaded.error();
    return Pathfinder(std::move(loaded.value().map), rules);
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
    : world_(std::make_unique<World>(std::move(map), rules)), scratch_(std::make_unique<Scratch>()) {
  keep_undo(false);
}
Pathfinder::Pathfinder(Pathfinder&&) noexcept = default;
Pathfinder& Pathfinder::operator=(Pathfinder&&) noexcept = default;
Pathfinder::~Pathfinder() = default;

const GridMap& Pathfinder::map() const { return world_->map(); }

namespace {

// Gives the hierarchy that a planner searches as many levels as it needs.
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

// Takes over what jobs have finished.
void Pathfinder::take_results() {
  if (const StructureSet ended = background_results(*world_); !ended.empty()) world_->work(0, ended);
}

// What was half done is freed, so that the next call finds memory.
Error Pathfinder::free_memory(std::string_view planner) {
  scratch_.reset();
  return error_at(std::string(planner), std::string(kMemoryRanOut));
}

// Switches the structure on, and what it stands on, and waits until it is true for the map. Starts what is due for them
// in the background, without waiting for that.
Status Pathfinder::prepare(StructureId structure) {
  const auto refused = [](StructureId one, std::string why) {
    return error_at(std::string(structure_name(one)), std::move(why));
  };
  const auto switch_on = [&](StructureId one) {
    if (world_->has(one)) return true;
    AnyOptions options = world_->setup().of(one);  // it may have been given up
    if (!options.has_value()) options = default_options(one, world_->rules());
    return world_->set(one, std::move(options));
  };
  // What it stands on depends on its options.
  StructureSet needed{structure};
  bool on = switch_on(structure);
  needed.insert(world_->structure(structure).depends_on());
  for (const StructureId one : kAllStructures) on = on && (!needed.contains(one) || switch_on(one));
  world_->work(0, needed);
  if (!world_->ready(structure)) world_->finish_updates(needed);
  if (world_->ready(structure)) return success();
  if (!on && refusal(*world_, structure).empty()) return refused(structure, "it would take more memory than it may");
  if (std::string why = refusal(*world_, structure); !why.empty()) return refused(structure, std::move(why));
  return success();
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
  if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>();
  take_results();
  const Planner* row = planner_named(planner);
  if (row == nullptr) return error_at(std::string(planner), "there is no planner of this name");
  if (std::string rule = unsupported(*world_, *row); !rule.empty()) return error_at(std::string(planner), rule);
  if (Status raised = raise_levels<MapHpa>(*world_, *row); !raised) return raised.error();
  if (Status raised = raise_levels<MapHna>(*world_, *row); !raised) return raised.error();
  if (Status ready = prepare(row->needs); !ready) return ready.error();
  if (std::string why = lacking(*world_, *row); !why.empty()) return error_at(std::string(planner), std::move(why));
  PlanResult& result = scratch_->result;
  plan(*world_, *row, {start, goal}, options, scratch_->workspace, result);
  FoundPath found;
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
  if (!row->any_angle) return found;
  found.length = 0;  // their costs are rounded, and know no weights
  for (size_t i = 1; i < found.turns.size(); ++i) {
    found.length += std::hypot(found.turns[i].x - found.turns[i - 1].x, found.turns[i].y - found.turns[i - 1].y);
  }
  return found;
}

Result<FoundPaths> Pathfinder::find_all(std::span<const Query> queries, int threads, bool partial) {
  try {
    return find_all_in_memory(queries, threads, partial);
  } catch (const std::bad_alloc&) {
    return free_memory("tables");
  }
}

Result<FoundPaths> Pathfinder::find_all_in_memory(std::span<const Query> queries, int threads, bool partial) {
  if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>();
  take_results();
  if (Status ready = prepare(StructureId::kTables); !ready) return ready.error();
  Scratch& own = *scratch_;
  if (own.engine == nullptr || own.threads != threads) {
    own.engine = make_cpu_engine(threads);
    own.nearest.reset();
    own.threads = threads;
  }
  if (partial && own.nearest == nullptr) own.nearest = std::make_unique<NearestGoals>(threads);
  const Rules& rules = world_->rules();
  const auto id = [&](Cell cell) { return map().contains(cell) ? map().id(cell) : kNoCell; };
  own.batch.agents.clear();
  for (const Query& query : queries) {
    own.batch.agents.push_back(
        {id(query.start), id(query.goal), static_cast<uint8_t>(rules.agent_size), rules.capability.bits()});
  }
  BatchResult& result = own.batch_result;
  const BatchMap kinds = batch_map(*world_);
  const BatchOptions options{BatchMethod::kTables, true};
  Status planned = partial ? own.nearest->plan(*own.engine, kinds, own.batch, options, result)
                           : own.engine->plan(kinds, own.batch, options, result);
  if (!planned) return planned.error();
  FoundPaths found;
  found.status = result.status;
  found.begin.push_back(0);
  const TablesView view = world_->get<MapTables>().tables().view(world_->moves());
  const Cost step = profile_info(rules.profile).straight;
  for (size_t i = 0; i < queries.size(); ++i) {
    const bool is_partial = partial && own.nearest->is_partial(i);
    const bool there = is_partial || result.status[i] == PlanStatus::kFound;
    found.partial.push_back(is_partial ? 1 : 0);
    found.length.push_back(there ? static_cast<double>(result.cost[i]) / step : 0);
    if (there) {
      const CellId* path = &result.path_cells[result.path_begin[i]];
      own.walked.assign(1, path[0]);
      STRATA_CHECK(
          append_moves(view, path[0], path + 1, result.path_begin[i + 1] - result.path_begin[i] - 1, own.walked));
      for (const CellId cell : own.walked) found.cells.push_back(map().cell(cell));
    }
    found.begin.push_back(found.cells.size());
  }
  return found;
}

bool Pathfinder::paint(Cell corner, Cell opposite, Terrain terrain) {
  try {
    world_->apply(rectangle(map(), corner, opposite, true, terrain_info(terrain).letter));
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
    const bool done = world_->undo().has_value();
    take_results();
    return done;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool Pathfinder::redo() {
  try {
    const bool done = world_->redo().has_value();
    take_results();
    return done;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

std::string Pathfinder::why(const Query& query, PlanStatus status) const {
  return answer_text(*world_, *planner_named("tables"), query, status);
}

std::vector<std::string_view> planner_names() {
  std::vector<std::string_view> names;
  for (const Planner& planner : planners()) names.push_back(planner.name);
  return names;
}

}  // namespace strata
