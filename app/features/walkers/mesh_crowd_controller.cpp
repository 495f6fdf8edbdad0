// The mesh crowd in the lab: it adds walkers, simulates them by the clock, and updates them after edits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/features/crowd/crowd.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/agents_first.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/base/hash.hpp"
#include "core/base/stopwatch.hpp"
#include "core/crowd/crowd.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using json = nlohmann::json;

constexpr double kTickBudget = 11;  // maximum time of ticks per frame, ms
constexpr uint32_t kMaxFrameTicks = 64;
constexpr size_t kMaxTraces = 500;
constexpr double kPickPixels = 7;  // a walker can be picked within this distance, in any zoom

// Does the work. If memory runs out, it may be half done: removes the crowd and returns false.
template <class Work>
bool has_memory_for(Lab& lab, MeshCrowdController& crowd, Work&& work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    crowd.clear();
    lab.log().add("walkers.clear");
    lab.say(MessageKind::kError, "there is not enough memory for so many walkers: they were removed");
    return false;
  }
}

// Returns the radius for which the mesh number `ground` of the crowd was built.
MeshRadius radius_of(const MeshCrowd& crowd, size_t ground) {
  return MeshRadius::for_agents(crowd.widest(ground) / static_cast<double>(kFineCell));
}

// Returns whether the centre of a walker may lie in this square, see core/navmesh/mesh_radius.hpp.
bool is_free(const MoveGrid& moves, MeshRadius radius, int square_x, int square_y) {
  for (int y = radius.first_cell(square_y); y <= radius.last_cell(square_y); ++y) {
    for (int x = radius.first_cell(square_x); x <= radius.last_cell(square_x); ++x) {
      if (!moves.contains({x, y}) || !moves.passable(Cell{x, y})) return false;
    }
  }
  return true;
}

bool is_any_free(const MoveGrid& moves, MeshRadius radius) {
  for (int y = 0; y < radius.squares(moves.height()); ++y) {
    for (int x = 0; x < radius.squares(moves.width()); ++x) {
      if (is_free(moves, radius, x, y)) return true;
    }
  }
  return false;
}

// Returns whether walkers of the radius can be added at the cell, or anywhere if none is given. Of a level only the
// mesh of the radius knows this, if there is one.
bool has_room(const World& world, MeshRadius radius, std::optional<Cell> at) {
  if (world.level() == nullptr) {
    return at ? is_free(world.moves(), radius, 2 * at->x, 2 * at->y) : is_any_free(world.moves(), radius);
  }
  const MeshClass* own = world.get<MapMeshClasses>().class_of(radius);
  if (own == nullptr || own->radius() != radius) return true;
  return at ? own->navmesh().end_at(*at).polygon != kNoPolygon : own->navmesh().mesh().polygon_count() > 0;
}

// Returns why walkers stand still on a map with links; empty: they do not.
std::string links_note(const World& world, const MeshCrowd& crowd) {
  const bool refuses = world.map().links() != nullptr && !mesh_links_refusal({crowd.options().method}).empty();
  return std::string(refuses ? crowd.note() : std::string_view());
}

// Returns a hash of the positions of all walkers: equal runs have equal hashes.
uint64_t hash_of(const MeshCrowd& crowd) {
  Fnv1a hash;
  for (uint32_t i = 0; i < crowd.count(); ++i) {
    hash.add(static_cast<uint32_t>(crowd.place(i).at.x));
    hash.add(static_cast<uint32_t>(crowd.place(i).at.y));
    hash.add(static_cast<uint64_t>(crowd.status(i)));
  }
  return hash.value();
}

}  // namespace

bool MeshCrowdController::can_walk() const { return world_->get<MapMeshClasses>().settled(world_->inputs()); }

CrowdMeshes MeshCrowdController::grounds() const {
  return CrowdMeshes(world_->get<MapMeshClasses>().batch_classes(world_->inputs()));
}

std::span<const std::unique_ptr<MeshClass>> MeshCrowdController::classes() const {
  return world_->get<MapMeshClasses>().classes();
}

const NavMesh* MeshCrowdController::mesh_of(uint32_t agent) const {
  const MeshRadius radius = radius_of(*crowd_, crowd_->ground(agent));
  const MeshClass* own = world_->get<MapMeshClasses>().class_of(radius);
  return own != nullptr && own->radius() == radius ? &own->navmesh().mesh() : nullptr;
}

MapMeshClassesOptions MeshCrowdController::options_for(std::vector<MeshRadius> radii) const {
  MapMeshClassesOptions options;
  options.radii = std::move(radii);
  // Walkers use the options of the mesh and of HNA* even if these structures are off. Only the radius is
  // that of their class.
  options.navmesh = navmesh_controller(lab_).options();
  options.navmesh.mesh.radius = {};
  options.hna = hna_controller(lab_).options();
  options.tables.tables = own_.settings.method == MeshBatchMethod::kTables;
  return options;
}

// Makes the world have a mesh for the radius of new walkers, besides those of the present walkers.
Status MeshCrowdController::ensure_class() {
  const MeshRadius wanted = MeshRadius::for_agents(own_.settings.radius);
  std::set<MeshRadius> radii = {wanted};
  for (size_t i = 0; crowd_ && i < crowd_->ground_count(); ++i) radii.insert(radius_of(*crowd_, i));
  if (radii.size() > MapMeshClassesOptions::kMost) {
    return error_at("", fmt::format("there are walkers of {} classes of radii already", MapMeshClassesOptions::kMost));
  }
  const auto& kept = world_->get<MapMeshClasses>().options();
  if (!kept) {
    lab_.structures().apply_structure(StructureId::kMeshClasses, true);
  } else if (!std::ranges::equal(kept->radii, radii)) {
    WorldSetup setup = world_->setup();
    setup.get<MapMeshClasses>()->radii.assign(radii.begin(), radii.end());
    lab_.large_map_task().change_setup_now(setup);
  }
  if (!can_walk()) lab_.finish_updates();
  if (can_walk()) return success();
  const std::string why = refusal(*world_, StructureId::kMeshClasses);
  return error_at("", why.empty() ? "there is no mesh to walk on" : why);
}

// Undoes what ensure_class() has done, so that a refused command changes nothing.
void MeshCrowdController::take_back(const WorldSetup& before, bool shown) {
  if (!before.get<MapMeshClasses>()) {
    lab_.structures().apply_structure(StructureId::kMeshClasses, false);
  } else if (before.get<MapMeshClasses>() != world_->setup().get<MapMeshClasses>()) {
    lab_.large_map_task().change_setup_now(before);
    lab_.finish_updates();
  }
  state_.switch_layer(kWalkerLayer, shown);
}

void MeshCrowdController::begin_crowd() {
  if (crowd_) return;
  crowd_ = std::make_unique<MeshCrowd>(MeshCrowdOptions{.seed = own_.settings.seed, .method = own_.settings.method});
  crowd_goal_.reset();
  start_over();
}

MeshCrowdMember MeshCrowdController::member() const {
  MeshCrowdMember member;
  member.radius = static_cast<int32_t>(std::lround(own_.settings.radius * kFineCell));
  member.pace = static_cast<int32_t>(std::lround(own_.settings.speed * kFineCell / GridCrowd::kTicksPerSecond));
  return member;
}

// Adds walkers, and requests a mesh for their radius. Returns the number of walkers added.
Result<uint32_t> MeshCrowdController::spawn(uint32_t count) {
  // This check comes first and needs no mesh, so that a refused command has changed nothing.
  if (!has_room(*world_, MeshRadius::for_agents(own_.settings.radius), {})) {
    return error_at("",
                    fmt::format("nowhere on the map is there room for a walker of radius {}", own_.settings.radius));
  }
  const WorldSetup before = world_->setup();
  const bool shown = state_.layer(kWalkerLayer).on;
  if (Status there = ensure_class(); !there) {
    take_back(before, shown);
    return there.error();
  }
  begin_crowd();
  const uint32_t added = crowd_->add_random(grounds(), member(), count);
  tell();
  read();
  if (added > 0) {
    note_added(fmt::format("walkers.spawn {}", count));
    say_refused();
    return added;
  }
  const bool is_room = crowd_->nowhere_to_go() > 0;
  if (crowd_->count() == 0) clear();
  take_back(before, shown);
  if (is_room) {
    return error_at("",
                    "no random goal was found that walkers can reach from where they would stand: send them to the "
                    "goal marker, or add them in larger rooms");
  }
  return error_at("", fmt::format("nowhere on the map is there room for a walker of radius {}", own_.settings.radius));
}

Status MeshCrowdController::add_at(Cell cell) {
  if (!world_->map().contains(cell)) return error_at("", "the cell is not on the map");
  const auto too_near = [&] {
    return error_at("", world_->moves().passable(cell)
                            ? fmt::format("a wall is too near: a walker of radius {} does not fit at ({},{})",
                                          own_.settings.radius, cell.x, cell.y)
                            : fmt::format("({},{}) is blocked", cell.x, cell.y));
  };
  const MeshRadius radius = MeshRadius::for_agents(own_.settings.radius);
  if (!has_room(*world_, radius, cell)) return too_near();
  const WorldSetup before = world_->setup();
  const bool shown = state_.layer(kWalkerLayer).on;
  if (Status there = ensure_class(); !there) {
    take_back(before, shown);
    return there;
  }
  const MeshClass* own = world_->get<MapMeshClasses>().class_of(MeshRadius::for_agents(own_.settings.radius));
  const MeshEndpoint end = own->navmesh().end_at(cell);
  if (end.polygon == kNoPolygon) {
    take_back(before, shown);
    return too_near();
  }
  begin_crowd();
  MeshCrowdMember one = member();
  one.at = {fine(own->navmesh().mesh(), end.at), end.polygon};
  const bool added = crowd_->add(grounds(), one);
  tell();
  read();
  if (!added) return error_at("", "there are too many walkers");
  note_added(fmt::format("walkers.add {} {}", cell.x, cell.y), cell);
  say_refused();
  return success();
}

// Tells the user if no path can be planned for the added walkers under the present rules.
void MeshCrowdController::say_refused() {
  const std::string why = MapMeshClasses::rules_refusal(world_->inputs());
  if (!why.empty()) {
    lab_.say(MessageKind::kWarning, fmt::format("Walkers stand still: {}", why));
  } else if (std::string links = links_note(*world_, *crowd_); !links.empty()) {
    lab_.say(MessageKind::kWarning, std::move(links));
  }
}

void MeshCrowdController::clear() {
  before_log_line();
  crowd_.reset();
  MeshCrowdState cleared;
  cleared.settings = own_.settings;
  own_ = std::move(cleared);
  crowd_goal_.reset();
  history_.clear();
  traces_.clear();
  glides_.clear();
  unsaid_ = 0;
}

std::vector<MeshEndpoint> MeshCrowdController::goals() const {
  std::vector<MeshEndpoint> ends;
  const bool known = state_.has_query && world_->map().contains(state_.query.goal);
  for (const auto& one : classes()) {
    ends.push_back(known ? one->navmesh().end_at(state_.query.goal) : MeshEndpoint{});
  }
  return ends;
}

bool MeshCrowdController::anybody_fits_at_goal() const {
  return std::ranges::any_of(goals(), [](const MeshEndpoint& end) { return end.polygon != kNoPolygon; });
}

void MeshCrowdController::send() {
  if (!crowd_ || !can_walk()) return;
  if (!own_.settings.to_goal) {
    if (crowd_goal_) note_lost("where they go was changed");
    if (crowd_goal_) crowd_->set_goal(grounds(), {});
    crowd_goal_.reset();
    return;
  }
  // If no walker fits at the goal, they keep their previous goal.
  const CrowdGoal wanted{state_.query.goal, classes().size()};
  if (!anybody_fits_at_goal() || crowd_goal_ == wanted) return;
  note_lost("where they go was changed");
  crowd_goal_ = wanted;
  crowd_->set_goal(grounds(), goals());
}

void MeshCrowdController::choose(WorldSetup& setup, ChosenFor map) const {
  const auto& kept = world_->get<MapMeshClasses>().options();
  std::vector<MeshRadius> radii = {MeshRadius::for_agents(own_.settings.radius)};
  if (kept && map == ChosenFor::kOpenMap) radii = kept->radii;
  setup.get<MapMeshClasses>() = options_for(std::move(radii));
}

// Makes the world have tables as long as walkers are planned with them.
void MeshCrowdController::choose_method() {
  note_lost("how they are planned was changed");
  if (crowd_) crowd_->set_method(own_.settings.method);
  if (!world_->has(StructureId::kMeshClasses)) return;
  WorldSetup setup = world_->setup();
  choose(setup, ChosenFor::kOpenMap);
  lab_.large_map_task().change_setup_now(setup);
}

void MeshCrowdController::start_over() {
  time_ = 0;
  own_.slow = false;
  own_.ahead = 0;
}

// Passes edits and a new goal on to the crowd.
void MeshCrowdController::tell() {
  if (!crowd_ || !can_walk()) return;
  crowd_->mesh_changed(grounds(), std::exchange(new_stroke_, false));
  note_moved();
  send();
}

// Returns by how much a walker that was moved aside is drawn away from its position, while it still glides there.
std::pair<float, float> MeshCrowdController::behind(const MovedWalkerAnimation& glide) {
  const float done = std::clamp(glide.age / kGlideSeconds, 0.0f, 1.0f);
  const float left = 1 - done * done * (3 - 2 * done);
  return {glide.behind_x * left, glide.behind_y * left};
}

// Finds out which walkers were moved aside because the meshes have changed, and begins their animation.
void MeshCrowdController::note_moved() {
  const uint64_t times = crowd_->times_moved_aside();
  if (times == own_.moved_aside) return;
  unsaid_ += times - own_.moved_aside;
  own_.moved_aside = times;
  const auto cells = [](int32_t fixed) { return static_cast<float>(fixed) / kFineCell; };
  for (const RelocatedAgent& moved : crowd_->moved_aside()) {
    MovedWalkerAnimation glide;
    if (const auto before = glides_.find(moved.agent); before != glides_.end()) {
      const auto [x, y] = behind(before->second);
      glide = {.by = before->second.tick == crowd_->ticks() ? before->second.by : FixedPointPosition{},
               .behind_x = x,
               .behind_y = y};
    }
    glide.by = glide.by + (moved.to - moved.from);
    glide.behind_x += cells(moved.from.x) - cells(moved.to.x);
    glide.behind_y += cells(moved.from.y) - cells(moved.to.y);
    glide.tick = crowd_->ticks();
    glides_[moved.agent] = glide;
    traces_.push_back({cells(moved.from.x), cells(moved.from.y), cells(moved.to.x), cells(moved.to.y)});
  }
  if (traces_.size() > kMaxTraces) traces_.erase(traces_.begin(), traces_.end() - kMaxTraces);
}

// Tells the user how many walkers a stroke has moved aside, once the stroke has ended.
void MeshCrowdController::say_moved() {
  if (unsaid_ == 0 || state_.painting) return;
  const uint64_t times = std::exchange(unsaid_, 0);
  lab_.say(MessageKind::kInfo,
           times == 1 ? "A walker was moved aside: a wall is nearer than its radius"
                      : fmt::format("Walkers were moved aside {} times: a wall is nearer than their radius", times));
}

void MeshCrowdController::run(uint32_t ticks, double budget_ms) {
  if (!crowd_ || !can_walk()) return;
  tell();
  const Stopwatch watch;
  const CrowdMeshes meshes = grounds();
  own_.slow = false;
  for (uint32_t done = 0; done < ticks; ++done) {
    if (done > 0 && watch.micros() > budget_ms * 1000) {
      own_.slow = true;
      break;
    }
    if (!long_work(lab_).go_on()) break;
    if (!has_memory_for(lab_, *this, [&] { crowd_->tick(meshes); })) return;
    ++unlogged_;
    constexpr double kSmooth = 0.05;
    own_.plan_ms += kSmooth * (crowd_->times().plan_ms - own_.plan_ms);
    own_.step_ms += kSmooth * (crowd_->times().step_ms - own_.step_ms);
  }
}

void MeshCrowdController::tick(double dt_seconds) {
  if (!crowd_) return;
  tell();
  say_moved();
  for (MovedWalkerLine& trace : traces_) trace.age += static_cast<float>(dt_seconds);
  std::erase_if(traces_, [](const MovedWalkerLine& trace) { return trace.age > kMovedSeconds; });
  for (auto& [agent, glide] : glides_) glide.age += static_cast<float>(dt_seconds);
  std::erase_if(glides_, [this](const auto& one) {
    return one.second.age > kGlideSeconds && one.second.tick != crowd_->ticks();
  });
  if (own_.running) {
    // A run with a fixed clock must not depend on how fast the mesh is built.
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
  say_moved();
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
  own_.memory = crowd_->memory_bytes() + memory_bytes(*world_, StructureId::kMeshClasses);
  own_.note.clear();
  const std::string why = refusal(*world_, StructureId::kMeshClasses);
  if (!world_->has(StructureId::kMeshClasses)) {
    own_.note = "The meshes of the walkers are off: walkers stand still";
  } else if (!can_walk()) {
    own_.note = why.empty() ? "The meshes of the walkers are being built" : fmt::format("Walkers stand still: {}", why);
  } else if (const std::string rules = MapMeshClasses::rules_refusal(world_->inputs()); !rules.empty()) {
    own_.note = fmt::format("Walkers stand still: {}", rules);
  } else if (const std::string links = links_note(*world_, *crowd_); !links.empty()) {
    own_.note = links;
  } else if (own_.settings.to_goal && !anybody_fits_at_goal()) {
    own_.note = crowd_goal_ ? "No walker fits at the goal marker: they go on to where it was before"
                            : "No walker fits at the goal marker: they go to random places";
  } else if (!why.empty()) {
    own_.note = fmt::format("Planned by PCCP: {}", why);
  } else {
    own_.note = crowd_->note();
  }
}

void MeshCrowdController::query_changed() { send(); }

// The crowd does not get the edit here, but in tell(), once the mesh is up to date. Until then it does not tick.
void MeshCrowdController::map_changes(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) clear();
  if (change.what == MapChange::Kind::kGesture) new_stroke_ = true;
}

void MeshCrowdController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kEdit) return;
  note_lost("the map was painted");
  history_.renumber();
  tell();
}

void MeshCrowdController::add_trips(std::vector<StartGoalGroup>& groups) const {
  if (!crowd_) return;
  const GridMap& map = world_->map();
  StartGoalGroup& own = groups.emplace_back();
  own.of = "walkers on the mesh";
  for (uint32_t i = 0; i < crowd_->count(); ++i) {
    const Cell from = cell_at(crowd_->place(i).at), to = cell_at(crowd_->goal_at(i));
    if (map.contains(from) && map.contains(to)) own.ways.emplace_back(map.id(from), map.id(to));
  }
}

std::pair<float, float> MeshCrowdController::spot(uint32_t agent) const {
  const FixedPointPosition now = crowd_->place(agent).at, step = step_of(agent);
  const float left = own_.running ? 1 - own_.ahead : 0;
  std::pair<float, float> from_place = {-left * static_cast<float>(step.x) / kFineCell,
                                        -left * static_cast<float>(step.y) / kFineCell};
  if (const auto glide = glides_.find(agent); glide != glides_.end()) {
    const auto [x, y] = behind(glide->second);
    from_place = {from_place.first + x, from_place.second + y};
  }
  return {static_cast<float>(now.x) / kFineCell + from_place.first,
          static_cast<float>(now.y) / kFineCell + from_place.second};
}

FixedPointPosition MeshCrowdController::step_of(uint32_t agent) const {
  const FixedPointPosition step = crowd_->place(agent).at - crowd_->before(agent);
  const auto glide = glides_.find(agent);
  return glide != glides_.end() && glide->second.tick == crowd_->ticks() ? step - glide->second.by : step;
}

// Follows the walker nearest to the pointer. Returns false if none is within reach.
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

// Logs the ticks since the last logged ones. So a replay of the log simulates the same number of ticks
// between two commands.
void MeshCrowdController::before_log_line() {
  if (unlogged_ == 0) return;
  log_ticks(lab_.log(), "walkers.step", std::exchange(unlogged_, 0));
}

void MeshCrowdController::unlogged_lines(std::vector<std::string>& lines) const {
  if (unlogged_ > 0) lines.push_back(fmt::format("walkers.step {}", unlogged_));
}

void MeshCrowdController::late_setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, walker_settings(), lines);
  if (own_.settings.seed != MeshCrowdSettings{}.seed)
    lines.push_back(fmt::format("walkers.seed {}", own_.settings.seed));
}

std::vector<std::string> MeshCrowdController::walker_lines() const {
  const MeshCrowdSettings& s = own_.settings;
  return {fmt::format("walkers.radius {}", s.radius), fmt::format("walkers.speed {}", s.speed),
          fmt::format("walkers.goal {}", s.to_goal ? "marker" : "random"),
          fmt::format("walkers.method {}", mesh_batch_method_name(s.method)), fmt::format("walkers.seed {}", s.seed)};
}

void MeshCrowdController::note_added(std::string line, std::optional<Cell> at) {
  const MeshRadius radius = MeshRadius::for_agents(own_.settings.radius);
  history_.add({world_->rules(),
                walker_lines(),
                walker_lines(),
                std::move(line),
                {},
                ticks(),
                true,
                [radius, at](const World& world) { return has_room(world, radius, at); }});
  put_agents_first(lab_);
}

void MeshCrowdController::content_lines(SavedContent& content) const {
  const uint64_t walkers = crowd_ ? crowd_->count() : 0;
  const AgentHistory::RestoreResult restored = history_.write(*world_,
                                                              {.agents = "walkers",
                                                               .step = "walkers.step",
                                                               .settings = walker_lines(),
                                                               .ticks = ticks(),
                                                               .cost = ticks() * walkers * kWaitingCosts},
                                                              content);
  if (!restored.any) return;
  std::vector<std::string>& lines = content.agents;
  if (!grid_crowd_controller(lab_).state().settings.on_mesh) lines.emplace_back("crowd.on cells");
  if (!state_.layer(kWalkerLayer).on) lines.emplace_back("layer walkers off");
  if (own_.followed && restored.numbered) lines.push_back(fmt::format("walkers.follow {}", *own_.followed + 1));
}

std::any MeshCrowdController::content() const {
  if (!crowd_) return {};
  SceneState content;
  content.crowd = copy_of(*crowd_);
  if (crowd_goal_) content.crowd_goal = std::pair(crowd_goal_->cell, crowd_goal_->classes);
  content.followed = own_.followed;
  content.history = history_;
  content.unlogged = unlogged_;
  return content;
}

void MeshCrowdController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  // The walkers are put on meshes that are complete. The world has been opened with a mesh for each of their radii.
  if (world_->has(StructureId::kMeshClasses)) lab_.finish_updates();
  crowd_ = copy_of(*own.crowd);
  crowd_->move_onto(grounds());
  start_over();
  if (own.crowd_goal) crowd_goal_ = CrowdGoal{own.crowd_goal->first, own.crowd_goal->second};
  own_.followed = own.followed;
  own_.moved_aside = crowd_->times_moved_aside();
  history_ = own.history;
  unlogged_ = own.unlogged;
  read();
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
         {"moved_aside", state.moved_aside},
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
