// The crowd on the mesh: adds walkers, simulates them with the clock, and tells them of edits.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/features/walkers/walkers.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/crowd/crowd.hpp"
#include "core/world/map_mesh_tables.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using json = nlohmann::json;

constexpr double kTickBudget = 11;  // most ms of a frame that ticks may take
constexpr uint32_t kMaxFrameTicks = 64;
constexpr double kPickPixels = 7;  // a walker is picked within this distance, however small a cell is

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Returns a hash of the places of all walkers: runs that repeat have equal hashes.
uint64_t hash_of(const MeshCrowd& crowd) {
  uint64_t hash = 0xcbf29ce484222325ull;
  const auto mix = [&hash](uint64_t value) { hash = (hash ^ value) * 0x100000001b3ull; };
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    mix(static_cast<uint32_t>(crowd.place(i).at.x));
    mix(static_cast<uint32_t>(crowd.place(i).at.y));
    mix(static_cast<uint64_t>(crowd.status(i)));
  }
  return hash;
}

}  // namespace

bool MeshCrowdController::can_walk() const { return world_->get<MapMeshTables>().settled(world_->inputs()); }

MeshBatchMap MeshCrowdController::map() const { return world_->get<MapMeshTables>().batch_map(world_->inputs()); }

// Adds walkers, and switches on the mesh tables, which walkers need. Returns the number of walkers added.
Result<uint32_t> MeshCrowdController::spawn(uint32_t count) {
  const bool had_mesh = world_->has(StructureId::kNavmesh), had_groups = world_->has(StructureId::kHna);
  lab_.structures().apply_structure(StructureId::kMeshTables, true);
  // Hides the layers of structures that were switched on for the walkers alone.
  for (const Layer layer : layers()) {
    const StructureId of = layer_structure(layer);
    const bool came = (of == StructureId::kNavmesh && !had_mesh) || (of == StructureId::kHna && !had_groups);
    if (came && layer != kWalkerLayer) state_.layer(layer).on = false;
  }
  if (!can_walk()) lab_.finish_updates();
  if (!can_walk()) return error_at("", "there is no navigation mesh to walk on");
  const MeshCrowdSettings& settings = own_.settings;
  if (!crowd_) {
    crowd_ = std::make_unique<MeshCrowd>(MeshCrowdOptions{.seed = settings.seed, .method = settings.method});
    goal_told_.reset();
    start_over();
  }
  MeshCrowdMember member;
  member.radius = static_cast<int32_t>(std::lround(settings.radius * kFineCell));
  member.pace = static_cast<int32_t>(std::lround(settings.speed * kFineCell / GridCrowd::kTicksPerSecond));
  const uint32_t added = crowd_->add_random(map(), member, count);
  tell();
  read();
  return added;
}

void MeshCrowdController::clear() {
  before_log_line();
  crowd_.reset();
  MeshCrowdState cleared;
  cleared.settings = own_.settings;
  own_ = std::move(cleared);
  goal_told_.reset();
}

MeshEndpoint MeshCrowdController::goal() const {
  if (!state_.has_query || !world_->map().contains(state_.query.goal)) return {};
  return world_->get<MapNavmesh>().end_at(state_.query.goal);
}

void MeshCrowdController::send() {
  if (!crowd_ || !can_walk()) return;
  if (!own_.settings.to_goal) {
    if (goal_told_) crowd_->set_goal(map(), {});
    goal_told_.reset();
    return;
  }
  // If nobody can stand at the goal, walkers go on to the goal before.
  const MeshEndpoint wanted = goal();
  if (wanted.polygon == kNoPolygon || goal_told_ == state_.query.goal) return;
  goal_told_ = state_.query.goal;
  crowd_->set_goal(map(), wanted);
}

void MeshCrowdController::choose(WorldSetup& setup, bool) const {
  setup.get<MapMeshTables>() = MapMeshTablesOptions{.tables = own_.settings.method == MeshBatchMethod::kTables};
}

// Has the world keep tables while walkers are planned by them.
void MeshCrowdController::choose_method() {
  if (crowd_) crowd_->set_method(own_.settings.method);
  if (!world_->has(StructureId::kMeshTables)) return;
  WorldSetup setup = world_->setup();
  choose(setup, false);
  lab_.large_map_task().change_setup_now(setup);
}

void MeshCrowdController::structure_event(StructureId which, StructureEvent news) {
  if (which != StructureId::kMeshTables || news != StructureEvent::kWanted) return;
  lab_.structures().apply_structure(StructureId::kHna, true);
}

void MeshCrowdController::start_over() {
  time_ = 0;
  own_.slow = false;
  own_.ahead = 0;
}

// Tells the crowd of edits, and of a goal that it has not been told of.
void MeshCrowdController::tell() {
  if (!crowd_ || !can_walk()) return;
  crowd_->mesh_changed(map(), std::exchange(new_stroke_, false));
  send();
}

void MeshCrowdController::run(uint32_t ticks, double budget_ms) {
  if (!crowd_ || !can_walk()) return;
  tell();
  const double begin = now_ms();
  const MeshBatchMap ground = map();
  own_.slow = false;
  for (uint32_t done = 0; done < ticks; ++done) {
    if (done > 0 && now_ms() - begin > budget_ms) {
      own_.slow = true;
      break;
    }
    crowd_->tick(ground);
    ++unlogged_;
    constexpr double kSmooth = 0.05;
    own_.plan_ms += kSmooth * (crowd_->times().plan_ms - own_.plan_ms);
    own_.step_ms += kSmooth * (crowd_->times().step_ms - own_.step_ms);
  }
}

void MeshCrowdController::tick(double dt_seconds) {
  if (!crowd_) return;
  tell();
  if (own_.running) {
    // A run under a fixed clock must not depend on how fast the mesh is built.
    if (state_.fixed_clock && !can_walk()) lab_.finish_updates();
    time_ += dt_seconds * GridCrowd::kTicksPerSecond;
    const auto due = static_cast<uint32_t>(std::min(time_, static_cast<double>(kMaxFrameTicks)));
    time_ -= std::floor(time_);
    if (due > 0) run(due, state_.fixed_clock ? 1e9 : kTickBudget);
    own_.ahead = std::min(static_cast<float>(time_), 0.999f);
  }
  read();
}

void MeshCrowdController::finish_updates() {
  tell();
  read();
}

void MeshCrowdController::read() {
  own_.there = crowd_ != nullptr;
  if (!crowd_) return;
  own_.agents = crowd_->count();
  own_.ticks = crowd_->ticks();
  own_.queued = crowd_->queued();
  own_.arrivals = crowd_->arrivals();
  own_.longest_wait = crowd_->longest_wait();
  for (size_t s = 0; s < own_.counts.size(); ++s) own_.counts[s] = crowd_->count(static_cast<CrowdStatus>(s));
  own_.replan_stats = crowd_->replan_stats();
  own_.memory = crowd_->memory_bytes() + memory_bytes(*world_, StructureId::kMeshTables);
  own_.note.clear();
  const std::string no_graph = refusal(*world_, StructureId::kHna),
                    no_tables = refusal(*world_, StructureId::kMeshTables);
  if (!world_->has(StructureId::kHna)) {
    own_.note = "The navigation graph is off: walkers stand still";
  } else if (!world_->has(StructureId::kMeshTables)) {
    own_.note = "The mesh tables are off: walkers stand still";
  } else if (!no_graph.empty()) {
    own_.note = fmt::format("Walkers stand still: {}", no_graph);
  } else if (!can_walk()) {
    own_.note =
        world_->ready(StructureId::kHna) ? "The mesh tables are being built" : "The navigation graph is being built";
  } else if (own_.settings.to_goal && goal().polygon == kNoPolygon) {
    own_.note = goal_told_ ? "Nobody can stand at the goal marker: they go on to where it was before"
                           : "Nobody can stand at the goal marker: they go to random places";
  } else if (!no_tables.empty()) {
    own_.note = fmt::format("Planned by PCCP: {}", no_tables);
  } else {
    own_.note = crowd_->note();
  }
}

void MeshCrowdController::query_changed() { send(); }

// Edits reach the crowd in tell(), once the mesh is up to date; until then the crowd does not tick.
void MeshCrowdController::map_changes(const MapChange& change) {
  if (change.what == MapChange::What::kOther) clear();
  if (change.what == MapChange::What::kGesture) new_stroke_ = true;
}

void MeshCrowdController::map_changed(const MapChange& change) {
  if (change.what == MapChange::What::kEdit) tell();
}

void MeshCrowdController::add_trips(std::vector<TripGroup>& groups) const {
  if (!crowd_) return;
  const GridMap& map = world_->map();
  TripGroup& own = groups.emplace_back();
  own.of = "walkers on the mesh";
  for (uint32_t i = 0; i < crowd_->count(); ++i) {
    const Cell from = cell_at(coarse(crowd_->place(i).at)), to = cell_at(crowd_->goal(i).at);
    if (map.contains(from) && map.contains(to)) own.ways.emplace_back(map.id(from), map.id(to));
  }
}

std::pair<float, float> MeshCrowdController::spot(uint32_t agent) const {
  const FixedPointPosition before = crowd_->before(agent), now = crowd_->place(agent).at;
  const float share = own_.running ? own_.ahead : 1;
  const auto between = [&](int32_t a, int32_t b) {
    return (static_cast<float>(a) + share * static_cast<float>(b - a)) / kFineCell;
  };
  return {between(before.x, now.x), between(before.y, now.y)};
}

// Follows the walker under the pointer that is nearest to it. Returns false if there is none.
bool MeshCrowdController::click(const PointerEvent& event, Cell) {
  if (!crowd_ || !state_.layer(kWalkerLayer).on) return false;
  const Camera& camera = state_.camera;
  std::optional<uint32_t> nearest;
  double best = 0;
  for (uint32_t i = 0; i < crowd_->count(); ++i) {
    const auto [x, y] = spot(i);
    const double away = std::hypot(camera.screen_x(x) - event.x, camera.screen_y(y) - event.y);
    const double radius = static_cast<double>(crowd_->radius(i)) / kFineCell * camera.zoom;
    if (away > std::max(kPickPixels, radius) || (nearest && away >= best)) continue;
    nearest = i;
    best = away;
  }
  if (nearest) lab_.run(fmt::format("walkers.follow {}", *nearest + 1));
  return nearest.has_value();
}

// --- The log and the settings --------------------------------------------------------------------------------------

// Logs the ticks since the last line of the log, so that a replay simulates as many between two commands.
void MeshCrowdController::before_log_line() {
  if (unlogged_ == 0) return;
  constexpr std::string_view kStep = "walkers.step ";
  uint64_t ticks = unlogged_;
  if (!lab_.log().lines().empty() && lab_.log().lines().back().starts_with(kStep)) {
    ticks += std::strtoull(lab_.log().lines().back().c_str() + kStep.size(), nullptr, 10);
    lab_.log().pop();
  }
  lab_.log().add(fmt::format("{}{}", kStep, ticks));
  unlogged_ = 0;
}

void MeshCrowdController::unlogged_lines(std::vector<std::string>& lines) const {
  if (unlogged_ > 0) lines.push_back(fmt::format("walkers.step {}", unlogged_));
}

void MeshCrowdController::rewrite_for_log(Command& command) const {
  if (command.name != "walkers.follow" || command.args[0] != "next" || !own_.followed) return;
  command.args[0] = std::to_string(*own_.followed + 1);
}

void MeshCrowdController::late_setting_lines(std::vector<std::string>& lines) const {
  const MeshCrowdSettings& s = own_.settings;
  const MeshCrowdSettings usual;
  if (s.count != usual.count) lines.push_back(fmt::format("walkers.count {}", s.count));
  if (s.radius != usual.radius) lines.push_back(fmt::format("walkers.radius {}", s.radius));
  if (s.speed != usual.speed) lines.push_back(fmt::format("walkers.speed {}", s.speed));
  if (s.to_goal) lines.push_back("walkers.goal marker");
  if (s.method != usual.method) lines.push_back(fmt::format("walkers.method {}", mesh_batch_method_name(s.method)));
  // Switching the mesh tables on switches on what they are built from.
  if (world_->has(StructureId::kMeshTables) && !world_->has(StructureId::kHna)) {
    lines.push_back("hna off");
    if (!world_->has(StructureId::kNavmesh)) lines.push_back("navmesh off");
  }
  if (s.seed != usual.seed) lines.push_back(fmt::format("walkers.seed {}", s.seed));
}

void MeshCrowdController::dump(json& all) const {
  const MeshCrowdState& state = own_;
  json& out = all["walkers"];
  out = {{"there", state.there},
         {"running", state.running},
         {"agents", state.agents},
         {"ticks", state.ticks},
         {"queued", state.queued},
         {"arrivals", state.arrivals},
         {"longest_wait", state.longest_wait},
         {"note", state.note},
         {"count", state.settings.count},
         {"radius", state.settings.radius},
         {"speed", state.settings.speed},
         {"to_goal", state.settings.to_goal},
         {"method", mesh_batch_method_name(state.settings.method)},
         {"seed", state.settings.seed},
         {"followed", state.followed ? json(*state.followed + 1) : json()},
         {"wave",
          {{"edits", state.replan_stats.edits},
           {"affected", state.replan_stats.affected},
           {"pending", state.replan_stats.pending},
           {"walled_in", state.replan_stats.walled_in},
           {"ticks", state.replan_stats.ticks}}}};
  for (int s = 0; s < kCrowdStatuses; ++s) {
    const auto status = static_cast<CrowdStatus>(s);
    if (status != CrowdStatus::kGone) out["counts"][crowd_status_name(status)] = state.counts[static_cast<size_t>(s)];
  }
  if (crowd_) out["hash"] = hash_of(*crowd_);
}

}  // namespace strata
