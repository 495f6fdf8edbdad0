// The crowd on the mesh: adds walkers, simulates them with the clock, and tells them of edits.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/features/crowd/crowd.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/crowd/crowd.hpp"
#include "core/world/map_mesh_classes.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

using json = nlohmann::json;

constexpr double kTickBudget = 11;  // most ms of a frame that ticks may take
constexpr uint32_t kMaxFrameTicks = 64;
constexpr size_t kMaxTraces = 500;
constexpr double kPickPixels = 7;  // a walker is picked within this distance, however small a cell is

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Gives the crowd up if there is not enough memory for the work: it may be half done. Returns whether there is.
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

// Returns the class of a mesh that walkers have.
MeshRadius radius_of(const MeshCrowd& crowd, size_t ground) {
  return MeshRadius::for_agents(crowd.widest(ground) / static_cast<double>(kFineCell));
}

// Whether the middle of a walker may be in the square, see core/navmesh/mesh_radius.hpp.
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

bool MeshCrowdController::can_walk() const { return world_->get<MapMeshClasses>().settled(world_->inputs()); }

MeshCrowdGrounds MeshCrowdController::grounds() const {
  return MeshCrowdGrounds(world_->get<MapMeshClasses>().batch_classes(world_->inputs()));
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
  // Both hold for walkers whether the structures themselves are on or off; the radius is that of the class.
  options.navmesh = navmesh_controller(lab_).options();
  options.navmesh.mesh.radius = {};
  options.hna = hna_controller(lab_).options();
  options.tables.tables = own_.settings.method == MeshBatchMethod::kTables;
  return options;
}

// Has the world keep a mesh for the radius of new walkers, besides those of the walkers that are there.
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

// Undoes what ensure_class has done, so that a refused command changes nothing.
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
  goal_told_.reset();
  start_over();
}

MeshCrowdMember MeshCrowdController::member() const {
  MeshCrowdMember member;
  member.radius = static_cast<int32_t>(std::lround(own_.settings.radius * kFineCell));
  member.pace = static_cast<int32_t>(std::lround(own_.settings.speed * kFineCell / GridCrowd::kTicksPerSecond));
  return member;
}

// Adds walkers, and has a mesh made for their radius. Returns the number of walkers added.
Result<uint32_t> MeshCrowdController::spawn(uint32_t count) {
  // What is refused changes nothing: no mesh is built to find that out.
  if (world_->level() == nullptr && !is_any_free(world_->moves(), MeshRadius::for_agents(own_.settings.radius))) {
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
  if (world_->level() == nullptr && !is_free(world_->moves(), radius, 2 * cell.x, 2 * cell.y)) return too_near();
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
  note_added(fmt::format("walkers.add {} {}", cell.x, cell.y));
  say_refused();
  return success();
}

// Walkers that were added cannot be planned under the rules in use.
void MeshCrowdController::say_refused() {
  const std::string why = MapMeshClasses::rules_refusal(world_->inputs());
  if (!why.empty()) lab_.say(MessageKind::kWarning, fmt::format("Walkers stand still: {}", why));
}

void MeshCrowdController::clear() {
  before_log_line();
  crowd_.reset();
  MeshCrowdState cleared;
  cleared.settings = own_.settings;
  own_ = std::move(cleared);
  goal_told_.reset();
  additions_.clear();
  lost_.clear();
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
    if (goal_told_) note_lost("where they go was changed");
    if (goal_told_) crowd_->set_goal(grounds(), {});
    goal_told_.reset();
    return;
  }
  // If nobody can stand at the goal, walkers go on to the goal before.
  const GoalTold wanted{state_.query.goal, classes().size()};
  if (!anybody_fits_at_goal() || goal_told_ == wanted) return;
  note_lost("where they go was changed");
  goal_told_ = wanted;
  crowd_->set_goal(grounds(), goals());
}

void MeshCrowdController::choose(WorldSetup& setup, bool other_map) const {
  const auto& kept = world_->get<MapMeshClasses>().options();
  std::vector<MeshRadius> radii = {MeshRadius::for_agents(own_.settings.radius)};
  if (kept && !other_map) radii = kept->radii;
  setup.get<MapMeshClasses>() = options_for(std::move(radii));
}

// Has the world keep tables while walkers are planned by them.
void MeshCrowdController::choose_method() {
  note_lost("how they are planned was changed");
  if (crowd_) crowd_->set_method(own_.settings.method);
  if (!world_->has(StructureId::kMeshClasses)) return;
  WorldSetup setup = world_->setup();
  choose(setup, false);
  lab_.large_map_task().change_setup_now(setup);
}

void MeshCrowdController::start_over() {
  time_ = 0;
  own_.slow = false;
  own_.ahead = 0;
}

// Tells the crowd of edits, and of a goal that it has not been told of.
void MeshCrowdController::tell() {
  if (!crowd_ || !can_walk()) return;
  crowd_->mesh_changed(grounds(), std::exchange(new_stroke_, false));
  note_moved();
  send();
}

// Returns how far a walker that was moved aside is still drawn from its place.
std::pair<float, float> MeshCrowdController::behind(const MovedGlide& glide) {
  const float done = std::clamp(glide.age / kGlideSeconds, 0.0f, 1.0f);
  const float left = 1 - done * done * (3 - 2 * done);
  return {glide.behind_x * left, glide.behind_y * left};
}

// Notes which walkers the change of the meshes has moved aside.
void MeshCrowdController::note_moved() {
  const uint64_t times = crowd_->times_moved_aside();
  if (times == own_.moved_aside) return;
  unsaid_ += times - own_.moved_aside;
  own_.moved_aside = times;
  const auto cells = [](int32_t fixed) { return static_cast<float>(fixed) / kFineCell; };
  for (const MovedAside& moved : crowd_->moved_aside()) {
    MovedGlide glide;
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

// A stroke is told of once, when it has ended.
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
  const double begin = now_ms();
  const MeshCrowdGrounds meshes = grounds();
  own_.slow = false;
  for (uint32_t done = 0; done < ticks; ++done) {
    if (done > 0 && now_ms() - begin > budget_ms) {
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
  for (MovedTrace& trace : traces_) trace.age += static_cast<float>(dt_seconds);
  std::erase_if(traces_, [](const MovedTrace& trace) { return trace.age > kMovedSeconds; });
  for (auto& [agent, glide] : glides_) glide.age += static_cast<float>(dt_seconds);
  std::erase_if(glides_, [this](const auto& one) {
    return one.second.age > kGlideSeconds && one.second.tick != crowd_->ticks();
  });
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
  } else if (own_.settings.to_goal && !anybody_fits_at_goal()) {
    own_.note = goal_told_ ? "No walker fits at the goal marker: they go on to where it was before"
                           : "No walker fits at the goal marker: they go to random places";
  } else if (!why.empty()) {
    own_.note = fmt::format("Planned by PCCP: {}", why);
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
  if (change.what != MapChange::What::kEdit) return;
  note_lost("the map was painted");
  tell();
}

void MeshCrowdController::add_trips(std::vector<TripGroup>& groups) const {
  if (!crowd_) return;
  const GridMap& map = world_->map();
  TripGroup& own = groups.emplace_back();
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

void MeshCrowdController::note_added(std::string line) {
  additions_.push_back({walker_lines(), std::move(line), crowd_ ? crowd_->ticks() : 0});
}

void MeshCrowdController::note_lost(std::string_view what) {
  if (crowd_ && crowd_->ticks() > 0 && lost_.empty()) lost_ = what;
}

// Walkers come and walk again as agents of the crowd on cells do.
void MeshCrowdController::content_lines(SavedContent& content) const {
  std::vector<std::string>& lines = content.agents;
  const std::vector<std::string> wanted = walker_lines();
  std::vector<std::string> present = wanted;
  const uint64_t ticks = crowd_ ? crowd_->ticks() : 0;
  const bool far = crowd_ && ticks * crowd_->count() * kWaitingCosts > kMostWalked;
  const bool walks = lost_.empty() && !far;
  if (far) content.missing.emplace_back("the walkers stand where they began, as they have walked too far");
  if (!lost_.empty()) {
    content.missing.push_back(fmt::format("the walkers stand where they began, as {} while they walked", lost_));
  }
  uint64_t walked = 0;
  const auto walk_to = [&](uint64_t tick) {
    if (walks && tick > walked) lines.push_back(fmt::format("walkers.step {}", tick - walked));
    walked = tick;
  };
  for (const Addition& addition : additions_) {
    walk_to(addition.ticks);
    add_changed_lines(lines, present, addition.settings);
    lines.push_back(addition.line);
    present = addition.settings;
  }
  walk_to(ticks);
  add_changed_lines(lines, present, wanted);
  if (additions_.empty()) return;
  if (!grid_crowd_controller(lab_).state().settings.on_mesh) lines.emplace_back("crowd.on cells");
  if (!state_.layer(kWalkerLayer).on) lines.emplace_back("layer walkers off");
  if (own_.followed) lines.push_back(fmt::format("walkers.follow {}", *own_.followed + 1));
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
