// What would hold up the screen on a large map is done in a thread while a dialog shows how far it has come: opening,
// saving, other rules, other options. Nothing else happens to the world until then, so the thread may read it. A script
// and a test wait for it as they wait for any other command.
#include <fmt/format.h>

#include <utility>

#include "app/lab.hpp"

namespace strata {

Status Lab::run_large(bool large, std::string title, LargeJob work) {
  if (!large || !asynchronous_ || options_.fixed_clock) {
    JobControl control;
    return work(control)();
  }
  while (large_) finish_large();
  (void)change_world();  // no gesture goes on, and the solver reads nothing
  large_ = std::make_unique<LargeWork>();
  large_->job.start(std::move(work));
  state_.large = {.on = true, .title = std::move(title), .progress = 0, .cancelled = false};
  return success();
}

bool Lab::is_large(size_t cells) const { return cells > options_.large_cells; }

void Lab::cancel_large() {
  if (!large_) return;
  large_->job.cancel();
  state_.large.cancelled = true;
}

void Lab::poll_large() {
  state_.large.progress = large_->job.progress();
  if (large_->job.finished()) finish_large();
}

void Lab::finish_large() {
  const std::unique_ptr<LargeWork> done = std::move(large_);
  std::optional<Finish> finish = done->job.wait();
  const bool cancelled = state_.large.cancelled;
  state_.large = {};
  const CommandInfo* info = command_named(done->command.name);
  const std::string title(info != nullptr ? info->title : "Problem");
  if (!finish) {
    if (cancelled) {
      say(MessageKind::kInfo, title + " was cancelled");
    } else {
      state_.dialogs.push_back({title, "There is not enough memory for this."});
    }
    return;
  }
  asynchronous_ = true;
  const Status status = (*finish)();
  asynchronous_ = false;
  if (status) {
    log_command(done->command);
  } else {
    state_.dialogs.push_back({title, status.error().message()});
  }
}

// --- Worlds --------------------------------------------------------------------------------------------------------

// What another map's world is to keep.
WorldSetup Lab::next_setup() const {
  if (!world_) {
    WorldSetup usual;
    usual.get<MapHpa>() = usual_hpa();
    return usual;
  }
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = chosen_setup();
  for_each_structure([&]<class K>(std::type_identity<K>) {
    if (setup.get<K>() && chosen.get<K>()) setup.get<K>() = chosen.get<K>();
  });
  // What lies on the map does not come along: landmarks are placed elsewhere, the crowd is gone.
  if (std::optional<LandmarkOptions>& landmarks = setup.get<MapLandmarks>()) landmarks->place_anew();
  if (std::optional<AgentTablesOptions>& tables = setup.get<MapTables>()) tables->kinds.clear();
  return setup;
}

Lab::MadeWorld Lab::make_world(GridMap map, WorldSetup setup, const Query* query) {
  MadeWorld made;
  if (std::optional<HaaOptions>& haa = setup.get<MapHaa>(); haa && haa_bytes(map, *haa) > kMaxAgentBytes) {
    haa.reset();
    made.haa_refused = true;
  }
  if (std::optional<LandmarkOptions>& landmarks = setup.get<MapLandmarks>();
      landmarks && !MapLandmarks::fits(map, *landmarks)) {
    landmarks.reset();
    made.landmarks_refused = true;
  }
  made.world = std::make_unique<World>(std::move(map), setup);
  made.query = query != nullptr ? *query : random_query_on(*made.world, 1);
  return made;
}

void Lab::change_setup_now(const WorldSetup& setup) {
  World& world = change_world();
  WorldParts before = world.install(setup, world.prepare(setup));
  if (is_large(world.map().cell_count())) dispose(std::move(before));
}

Status Lab::change_setup(WorldSetup setup, std::string title, std::function<void()> then) {
  const World& world = *world_;
  return run_large(is_large(world.map().cell_count()), std::move(title),
                   [this, &world, setup = std::move(setup), then = std::move(then)](JobControl&) -> Finish {
                     auto parts = std::make_shared<WorldParts>(world.prepare(setup));
                     return [this, setup, then, parts] {
                       WorldParts before = change_world().install(setup, std::move(*parts));
                       if (is_large(world_->map().cell_count())) dispose(std::move(before));
                       then();
                       return success();
                     };
                   });
}

}  // namespace strata
