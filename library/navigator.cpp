#include "strata/navigator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <system_error>

#include "core/alt/automatic_landmarks.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/map_links.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/io/map_file.hpp"
#include "core/search/plan_options.hpp"
#include "core/sectors/automatic_sectors.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_landmarks.hpp"
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

// Gives a hierarchy as many levels as the planner searches, and no fewer than another planner has asked for before.
template <class K>
void keep_levels(WorldSetup& setup, const Planner& planner, const AnyOptions& before) {
  if (planner.needs != K::kId) return;
  auto& options = setup.get<K>();
  if (!options) return;
  options->levels = std::max(options->levels, planner.abstract_level);
  if (const auto& old = before.template as<typename K::Options>()) {
    options->levels = std::max(options->levels, old->levels);
  }
}

// Sets the settings of a planner by name: those of its structure, and of the structures under it.
Status take_settings(const PlannerSpec& planner, StructureSet structures, WorldSetup& setup) {
  const auto refused = [](const std::string& name, std::string why, ErrorCode code) {
    return Error{name, std::move(why), code};
  };
  std::vector<const WorldSetting*> taken;
  for (const auto& [name, value] : planner.settings()) {
    const WorldSetting* row = world_setting_named(name);
    if (row == nullptr || !structures.contains(row->structure)) {
      return refused(name, fmt::format("no structure of {} has a setting of this name", planner.name()),
                     ErrorCode::kUnknownPlanner);
    }
    const Result<double> read = read_setting(row->row, setting_text(row->row, value), value, value);
    if (!read) return refused(name, read.error().what, ErrorCode::kArgument);
    if (row->row.kind != SettingKind::kReal && read.value() != value) {
      return refused(name, fmt::format("it is {}, not {}", setting_usage(row->row), value), ErrorCode::kArgument);
    }
    PlanOptions of_queries;
    row->set(setup, of_queries, value);
    taken.push_back(row);
  }
  for (const WorldSetting* row : taken) {
    if (row->valid && !row->valid(setup)) {
      return refused(std::string(row->row.name), "it does not go with the other settings", ErrorCode::kArgument);
    }
  }
  return success();
}

// Switches on what the planner needs. Returns the structures that were off before.
Result<StructureSet> switch_on(AgentWorld& agent, const PlannerSpec& spec) {
  const Planner& planner = *spec.row();
  World& world = agent.world;
  StructureSet added;
  if (planner.needs == StructureId::kMoves) return added;
  WorldSetup setup = world.setup();
  const AnyOptions before = setup.of(planner.needs);
  setup.of(planner.needs) = default_options(planner.needs, world.rules());
  if (!spec.is_published()) fit_to_map(world, planner, setup);
  keep_levels<MapHpa>(setup, planner, before);
  keep_levels<MapHna>(setup, planner, before);
  const auto set = [&](StructureId one) -> Status {
    agent.refused[static_cast<size_t>(one)].clear();
    if (!world.has(one)) added.insert(one);
    agent.keeper.leave(one);
    if (world.set(one, setup.of(one))) return success();
    return Error{std::string(spec.name()), fmt::format("{} would take more memory than it may", structure_title(one)),
                 ErrorCode::kMemory};
  };
  // What it depends on follows from its options, which are set first.
  if (Status taken = take_settings(spec, {planner.needs}, setup); !taken) {
    // A setting of a structure under it is taken below.
    if (taken.error().code != ErrorCode::kUnknownPlanner) return taken.error();
  }
  if (Status done = set(planner.needs); !done) return done.error();
  const StructureSet needed = world.structure(planner.needs).depends_on();
  StructureSet all = needed;
  all.insert(planner.needs);
  for (const StructureId one : kAllStructures) {
    if (needed.contains(one) && !setup.of(one).has_value()) setup.of(one) = default_options(one, world.rules());
  }
  if (Status taken = take_settings(spec, all, setup); !taken) return taken.error();
  for (const StructureId one : kAllStructures) {
    if (!needed.contains(one)) continue;
    if (Status done = set(one); !done) return done.error();
  }
  return added;
}

constexpr std::string_view kCancelledText = "its building was cancelled";

enum class Prepared : uint8_t { kBuilding, kReady, kOff };

Prepared prepared(const AgentWorld& agent, const Planner& planner) {
  if (planner.needs == StructureId::kMoves) return Prepared::kReady;
  if (!agent.world.has(planner.needs)) return Prepared::kOff;
  if (!lacking(agent.world, planner).empty()) return Prepared::kOff;
  if (agent.world.ready(planner.needs)) return Prepared::kReady;
  return refusal(agent.world, planner.needs).empty() ? Prepared::kBuilding : Prepared::kOff;
}

// Returns why the planner's structure is off or does not suit it.
Error why_off(const AgentWorld& agent, const Planner& planner) {
  const std::string name(planner.name);
  const std::string& own = agent.refused[static_cast<size_t>(planner.needs)];
  if (own == kCancelledText) return {name, own, ErrorCode::kCancelled};
  if (!own.empty()) return {name, own, ErrorCode::kMemory};
  if (std::string why = lacking(agent.world, planner); !why.empty())
    return {name, std::move(why), ErrorCode::kNotReady};
  const ErrorCode code = out_of_memory(agent.world, planner.needs) ? ErrorCode::kMemory : ErrorCode::kNotReady;
  std::string why = refusal(agent.world, planner.needs);
  if (why.empty()) why = "its structure was switched off";
  return {name, std::move(why), code};
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
  } catch (const std::system_error& refused) {
    return Error{"map", refused.what(), ErrorCode::kOther};
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
  } catch (const std::system_error& refused) {
    return Error{path, refused.what(), ErrorCode::kOther};
  }
}

int Navigator::width() const { return state_ == nullptr ? 0 : state_->width; }
int Navigator::height() const { return state_ == nullptr ? 0 : state_->height; }

int Navigator::cost(Cell cell) const {
  if (state_ == nullptr || !state_->contains(cell)) return 0;
  const Gate::Reader inside(state_->gate);
  return state_->cost[state_->id(cell)];
}

uint64_t Navigator::revision() const {
  if (state_ == nullptr) return 0;
  const Gate::Reader inside(state_->gate);
  return state_->revision;
}

size_t Navigator::memory_bytes() const {
  if (state_ == nullptr) return 0;
  const Gate::Reader inside(state_->gate);
  return state_->memory_bytes();
}

Result<AgentId> Navigator::add_agent(const AgentSpec& agent) {
  if (state_ == nullptr) return moved_from("agent");
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
  if (state_ == nullptr) return moved_from("prepare");
  const std::string name(planner.name());
  if (planner.row() == nullptr) return Error{name, "there is no planner of this name", ErrorCode::kUnknownPlanner};
  try {
    const Gate::Writer inside(state_->gate);
    for (const AgentId id : agents) {
      const AgentWorld* const agent = state_->agent(id);
      if (agent == nullptr) return no_such_agent(name);
      if (agent->broken) return no_memory(name);
      if (std::string rule = unsupported(agent->world, *planner.row()); !rule.empty()) {
        return Error{name, std::move(rule), ErrorCode::kUnsupported};
      }
    }
    Preparation preparation;
    preparation.state_ = state_;
    preparation.planner_ = planner;
    preparation.agents_.assign(agents.begin(), agents.end());
    std::optional<Error> failed;
    for (size_t i = 0; i < agents.size() && !failed; ++i) {
      AgentWorld& agent = *state_->agent(agents[i]);
      try {
        const Result<StructureSet> added = switch_on(agent, planner);
        if (!added) failed = added.error();
        if (added && state_->keep_to_limit(agent, *added)) failed = why_off(agent, *planner.row());
        for (const StructureId one : kAllStructures) {
          if (added && added->contains(one)) preparation.added_ |= uint64_t{1} << static_cast<int>(one);
        }
      } catch (const std::bad_alloc&) {
        failed = no_memory(name);
      }
      NavigatorState::note_ready(agent);
    }
    state_->wake();
    if (failed) return *failed;
    return preparation;
  } catch (const std::bad_alloc&) {
    return no_memory(name);
  }
}

MapEdit Navigator::edit() { return MapEdit(state_); }

bool Preparation::done() const {
  if (state_ == nullptr) return true;
  const Gate::Reader inside(state_->gate);
  return std::ranges::none_of(
      agents_, [&](AgentId id) { return prepared(*state_->agent(id), *planner_.row()) == Prepared::kBuilding; });
}

double Preparation::progress() const {
  if (state_ == nullptr || agents_.empty()) return 1;
  const Gate::Reader inside(state_->gate);
  double sum = 0;
  for (const AgentId id : agents_) {
    const AgentWorld& agent = *state_->agent(id);
    const bool building = prepared(agent, *planner_.row()) == Prepared::kBuilding;
    sum += building ? agent.world.state(planner_.row()->needs).progress : 1;
  }
  return sum / static_cast<double>(agents_.size());
}

void Preparation::cancel() {
  if (state_ == nullptr) return;
  const Gate::Writer inside(state_->gate);
  for (const AgentId id : agents_) {
    AgentWorld& agent = *state_->agent(id);
    if (prepared(agent, *planner_.row()) != Prepared::kBuilding) continue;
    for (const StructureId one : kAllStructures) {
      if ((added_ >> static_cast<int>(one) & 1) == 0 || is_always_kept(one)) continue;
      (void)agent.world.set(one, AnyOptions());
      agent.refused[static_cast<size_t>(one)] = kCancelledText;
    }
    NavigatorState::note_ready(agent);
  }
}

Status Preparation::wait() {
  if (state_ == nullptr) return success();
  const std::string name(planner_.name());
  while (!done()) {
    if (!state_->wait_a_little()) return Error{name, "the navigator is gone", ErrorCode::kCancelled};
  }
  const Gate::Reader inside(state_->gate);
  for (const AgentId id : agents_) {
    const AgentWorld& agent = *state_->agent(id);
    if (prepared(agent, *planner_.row()) != Prepared::kReady) return why_off(agent, *planner_.row());
  }
  return success();
}

}  // namespace strata
