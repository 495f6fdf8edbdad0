#include "strata/navigator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>

#include "core/alt/automatic_landmarks.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/map_links.hpp"
#include "core/hna/automatic_hna.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/io/map_file.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world_settings.hpp"
#include "library/navigator_state.hpp"

namespace strata {
namespace {

// Returns the map of one kind of agents.
GridMap map_for(const NavigatorState& state, const AgentSpec& agent) {
  std::vector<char> letters(state.cost.size());
  std::vector<uint8_t> weights;
  for (CellId cell = 0; cell < letters.size(); ++cell) {
    const CellRun run = run_of_cost(cell, 1, state.cost[cell], agent.max_cost);
    letters[cell] = run.letter;
    if (run.weight == 0) continue;
    weights.resize(letters.size());
    weights[cell] = static_cast<uint8_t>(run.weight);
  }
  GridMap map(state.width, state.height, std::move(letters));
  if (!weights.empty()) map.set_weights(std::move(weights));
  if (state.links != nullptr) {
    const auto all = state.links->all();
    (void)map.apply({{}, {all.begin(), all.end()}});
  }
  return map;
}

// Sets what a map suits, for the structures whose settings follow the map.
void fit_to_map(const World& world, const Planner& planner, WorldSetup& setup) {
  const MoveGrid& moves = world.moves();
  if (planner.needs == StructureId::kHpa) {
    HpaOptions fitted = automatic_options(moves).options;
    fitted.levels = std::max(planner.abstract_level, 1);
    while (!fitted.valid() && fitted.level_factor > 2) --fitted.level_factor;
    setup.get<MapHpa>() = fitted;
  } else if (planner.needs == StructureId::kSectors) {
    setup.get<MapSectors>() = automatic_sector_options(moves).options;
  } else if (planner.needs == StructureId::kLandmarks) {
    setup.get<MapLandmarks>() = automatic_landmark_options(moves).options;
  }
}

// Raises the number of levels of a hierarchy to that of the planner.
template <class K>
void raise_levels(WorldSetup& setup, const Planner& planner) {
  if (planner.needs != K::kId) return;
  if (auto& options = setup.get<K>()) options->levels = std::max(options->levels, planner.abstract_level);
}

// Sets the settings of a planner by name.
Status take_settings(const PlannerSpec& planner, WorldSetup& setup) {
  for (const auto& [name, value] : planner.settings()) {
    const auto refused = [&name](std::string why, ErrorCode code) { return Error{name, std::move(why), code}; };
    const WorldSetting* row = world_setting_named(name);
    if (row == nullptr || row->structure == StructureId::kMoves) {
      return refused("no structure has a setting of this name", ErrorCode::kUnknownPlanner);
    }
    const Result<double> taken = read_setting(row->row, setting_text(row->row, value), value, value);
    if (!taken) return refused(taken.error().what, ErrorCode::kArgument);
    if (row->row.kind != SettingKind::kReal && taken.value() != value) {
      return refused(fmt::format("it is {}, not {}", setting_usage(row->row), value), ErrorCode::kArgument);
    }
    PlanOptions of_queries;
    row->set(setup, of_queries, value);
    if (row->valid && !row->valid(setup)) {
      return refused("it does not go with the other settings", ErrorCode::kArgument);
    }
  }
  return success();
}

// Switches on what the planner needs. Returns the structures that were off before.
Result<StructureSet> switch_on(AgentWorld& agent, const PlannerSpec& spec) {
  const Planner& planner = *spec.row();
  World& world = agent.world;
  if (std::string rule = unsupported(world, planner); !rule.empty()) {
    return Error{std::string(spec.name()), std::move(rule), ErrorCode::kUnsupported};
  }
  StructureSet added;
  if (planner.needs == StructureId::kMoves) return added;
  WorldSetup setup = world.setup();
  setup.of(planner.needs) = default_options(planner.needs, world.rules());
  if (!spec.is_published()) fit_to_map(world, planner, setup);
  raise_levels<MapHpa>(setup, planner);
  raise_levels<MapHna>(setup, planner);
  if (Status taken = take_settings(spec, setup); !taken) return taken.error();
  const auto set = [&](StructureId one) -> Status {
    agent.refused[static_cast<size_t>(one)].clear();
    if (!world.has(one)) added.insert(one);
    if (world.set(one, setup.of(one))) return success();
    return Error{std::string(spec.name()), fmt::format("{} would take more memory than it may", structure_title(one)),
                 ErrorCode::kMemory};
  };
  // What it depends on follows from its options, which are set first.
  if (Status done = set(planner.needs); !done) return done.error();
  const StructureSet needed = world.structure(planner.needs).depends_on();
  for (const StructureId one : kAllStructures) {
    if (!needed.contains(one) || world.has(one)) continue;
    setup.of(one) = default_options(one, world.rules());
    if (Status done = set(one); !done) return done.error();
  }
  return added;
}

enum class Prepared : uint8_t { kBuilding, kReady, kOff };

Prepared prepared(const AgentWorld& agent, const Planner& planner) {
  if (planner.needs == StructureId::kMoves) return Prepared::kReady;
  if (!agent.world.has(planner.needs)) return Prepared::kOff;
  if (agent.world.ready(planner.needs)) return Prepared::kReady;
  return refusal(agent.world, planner.needs).empty() ? Prepared::kBuilding : Prepared::kOff;
}

std::string why_off(const AgentWorld& agent, const Planner& planner) {
  const std::string& own = agent.refused[static_cast<size_t>(planner.needs)];
  if (!own.empty()) return own;
  return refusal(agent.world, planner.needs);
}

Result<std::shared_ptr<NavigatorState>> state_of(int width, int height, Moves moves, size_t memory_limit) {
  if (width < 1 || height < 1 || width > GridMap::kMaxSide || height > GridMap::kMaxSide) {
    return wrong_argument("map", fmt::format("{} x {} cells: its sides are 1 to {}", width, height, GridMap::kMaxSide));
  }
  if (moves > Moves::kFour) return wrong_argument("map", "there are no such moves");
  auto state = std::make_shared<NavigatorState>();
  state->width = width;
  state->height = height;
  state->profile = static_cast<Profile>(moves);
  state->memory_limit = memory_limit;
  return state;
}

static_assert(static_cast<int>(Moves::kOctile) == static_cast<int>(Profile::kOctile) &&
              static_cast<int>(Moves::kLoose) == static_cast<int>(Profile::kPaper) &&
              static_cast<int>(Moves::kFour) == static_cast<int>(Profile::kFour));

}  // namespace

Navigator::Navigator(std::shared_ptr<NavigatorState> state) : state_(std::move(state)) {}
Navigator::Navigator(Navigator&&) noexcept = default;
Navigator& Navigator::operator=(Navigator&& other) noexcept {
  if (this != &other) {
    if (state_ != nullptr) state_->stop();
    state_ = std::move(other.state_);
  }
  return *this;
}
Navigator::~Navigator() {
  if (state_ != nullptr) state_->stop();
}

Result<Navigator> Navigator::create(const MapSpec& map) {
  try {
    auto made = state_of(map.width, map.height, map.moves, map.memory_limit);
    if (!made) return made.error();
    NavigatorState& state = *made.value();
    const size_t cells = static_cast<size_t>(map.width) * static_cast<size_t>(map.height);
    if (!map.cost.empty() && map.cost.size() != cells) {
      return wrong_argument("map", fmt::format("{} costs for {} x {} cells", map.cost.size(), map.width, map.height));
    }
    state.cost.assign(map.cost.begin(), map.cost.end());
    state.cost.resize(cells, 1);
    state.start();
    return Navigator(std::move(made.value()));
  } catch (const std::bad_alloc&) {
    return no_memory("map");
  }
}

Result<Navigator> Navigator::open(const std::string& path, const TerrainCosts& costs) {
  try {
    auto opened = open_map_file(path);
    if (!opened) {
      Error error = opened.error();
      error.code = ErrorCode::kFile;
      return error;
    }
    const GridMap& map = opened->loaded.map;
    auto made = state_of(map.width(), map.height(), costs.moves, costs.memory_limit);
    if (!made) return made.error();
    NavigatorState& state = *made.value();
    const std::array<uint8_t, kTerrains> by_terrain = {costs.ground, costs.swamp, costs.water, costs.trees, 0};
    state.cost.resize(map.cell_count());
    for (CellId cell = 0; cell < map.cell_count(); ++cell) {
      const uint8_t of_terrain = by_terrain[static_cast<size_t>(map.terrain(cell))];
      state.cost[cell] = of_terrain != 0 && map.weight(cell) != 0 ? static_cast<uint8_t>(map.weight(cell)) : of_terrain;
    }
    state.links = map.links();
    state.start();
    return Navigator(std::move(made.value()));
  } catch (const std::bad_alloc&) {
    return no_memory(path);
  }
}

int Navigator::width() const { return state_->width; }
int Navigator::height() const { return state_->height; }

int Navigator::cost(Cell cell) const {
  if (cell.x < 0 || cell.y < 0 || cell.x >= state_->width || cell.y >= state_->height) return 0;
  const Gate::Reader inside(state_->gate);
  return state_->cost[static_cast<size_t>(cell.y) * static_cast<size_t>(state_->width) + static_cast<size_t>(cell.x)];
}

uint64_t Navigator::revision() const {
  const Gate::Reader inside(state_->gate);
  return state_->revision;
}

size_t Navigator::memory_bytes() const {
  const Gate::Reader inside(state_->gate);
  return state_->memory_bytes();
}

Result<AgentId> Navigator::add_agent(const AgentSpec& agent) {
  if (agent.size < 1 || agent.size > kMaxAgentSize) {
    return wrong_argument("agent", fmt::format("its size is {}, not 1 to {}", agent.size, kMaxAgentSize));
  }
  if (agent.max_cost < 1 || agent.max_cost > 255) {
    return wrong_argument("agent", fmt::format("its highest cost is {}, not 1 to 255", agent.max_cost));
  }
  try {
    const Gate::Writer inside(state_->gate);
    for (uint32_t i = 0; i < state_->agents.size(); ++i) {
      const AgentSpec& there = state_->agents[i]->spec;
      if (there.size == agent.size && there.max_cost == agent.max_cost) return AgentId{i};
    }
    Rules rules;
    rules.profile = state_->profile;
    rules.agent_size = agent.size;
    auto added = std::make_unique<AgentWorld>(agent, map_for(*state_, agent), rules);
    History history = added->world.take_history();
    history.keep(false);  // nothing is undone here
    added->world.set_history(std::move(history));
    state_->note_ready(*added);
    state_->agents.push_back(std::move(added));
    state_->wake();
    return AgentId{static_cast<uint32_t>(state_->agents.size() - 1)};
  } catch (const std::bad_alloc&) {
    return no_memory("agent");
  }
}

Result<Preparation> Navigator::prepare(const PlannerSpec& planner, std::span<const AgentId> agents) {
  const std::string name(planner.name());
  if (planner.row() == nullptr) return Error{name, "there is no planner of this name", ErrorCode::kUnknownPlanner};
  try {
    const Gate::Writer inside(state_->gate);
    for (const AgentId id : agents) {
      if (state_->agent(id) == nullptr) return no_such_agent(name);
    }
    for (const AgentId id : agents) {
      AgentWorld& agent = *state_->agent(id);
      Result<StructureSet> added = switch_on(agent, planner);
      if (!added) return added.error();
      if (state_->keep_to_limit(agent, *added)) return Error{name, why_off(agent, *planner.row()), ErrorCode::kMemory};
      state_->note_ready(agent);
    }
    state_->wake();
    Preparation preparation;
    preparation.state_ = state_;
    preparation.planner_ = planner;
    preparation.agents_.assign(agents.begin(), agents.end());
    return preparation;
  } catch (const std::bad_alloc&) {
    return no_memory(name);
  }
}

MapEdit Navigator::edit() { return MapEdit(state_); }

bool Preparation::done() const {
  const Gate::Reader inside(state_->gate);
  return std::ranges::none_of(
      agents_, [&](AgentId id) { return prepared(*state_->agent(id), *planner_.row()) == Prepared::kBuilding; });
}

double Preparation::progress() const {
  const Gate::Reader inside(state_->gate);
  double sum = 0;
  for (const AgentId id : agents_) {
    const AgentWorld& agent = *state_->agent(id);
    const bool building = prepared(agent, *planner_.row()) == Prepared::kBuilding;
    sum += building ? agent.world.state(planner_.row()->needs).progress : 1;
  }
  return agents_.empty() ? 1 : sum / static_cast<double>(agents_.size());
}

void Preparation::cancel() {
  const Gate::Writer inside(state_->gate);
  for (const AgentId id : agents_) {
    AgentWorld& agent = *state_->agent(id);
    const StructureId structure = planner_.row()->needs;
    if (prepared(agent, *planner_.row()) != Prepared::kBuilding || is_always_kept(structure)) continue;
    (void)agent.world.set(structure, AnyOptions());
    agent.refused[static_cast<size_t>(structure)] = "cancelled";
    NavigatorState::note_ready(agent);
  }
}

Status Preparation::wait() {
  while (!done()) state_->wait_a_little();
  const Gate::Reader inside(state_->gate);
  for (const AgentId id : agents_) {
    const AgentWorld& agent = *state_->agent(id);
    if (prepared(agent, *planner_.row()) == Prepared::kReady) continue;
    std::string why = why_off(agent, *planner_.row());
    const bool cancelled = why == "cancelled";
    return Error{std::string(planner_.name()), std::move(why), cancelled ? ErrorCode::kCancelled : ErrorCode::kMemory};
  }
  return success();
}

}  // namespace strata
