#include "core/world/map_hna.hpp"
#include "core/world/mesh_settings.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace strata {
namespace {

constexpr size_t kHnaPiece = 500;     // steps between two checks of the clock
constexpr uint32_t kGathered = 4000;  // polygons copied between two checks of the clock

std::vector<double> level_micros(const HnaUpdate& update) {
  std::vector<double> micros;
  for (const HnaUpdate::LevelUpdate& level : update.levels) micros.push_back(level.micros);
  return micros;
}

}  // namespace

HnaOptions MapHna::hna_options(const BuildInputs& inputs) const {
  return {.levels = options_->levels, .group_size = options_->group_size, .costs = inputs.mesh_costs};
}

void MapHna::install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags&, Part& part) {
  const bool other = wanted != options_ || (options_ && hna_.levels() > 0 && hna_.options().costs != inputs.mesh_costs);
  if (!other) return;
  options_ = wanted;
  ++version_;
  job_.abandon();
  part = std::exchange(hna_, {});
  next_ = {};
  allow();
  has_next_ = false;
  followed_ = {};
}

bool MapHna::is_due(const BuildInputs& inputs) const {
  if (!options_ || cancelled_ || failed_ || !has_mesh(inputs)) return false;
  if (has_next_ && next_followed_ == now(inputs)) return false;
  return followed_ != now(inputs) || wanted_anew_ || hna_.unbalanced();
}

// Updates the graph with the changes of the mesh, if all changes since its version are known.
void MapHna::catch_up(const BuildInputs& inputs) {
  if (!options_ || !has_mesh(inputs) || followed_ == now(inputs)) return;
  if (has_next_ && next_followed_ != now(inputs)) {
    next_ = {};
    has_next_ = false;
  }
  const NavmeshChanges& changes = *inputs.navmesh_changes;
  if (followed_ == NavmeshState{changes.generation, changes.since} && hna_.options() == hna_options(inputs)) {
    hna_.follow(*inputs.navmesh, changes.update);
    followed_ = now(inputs);
    failed_ = false;
  }
}

bool MapHna::update_some(const BuildInputs& inputs, size_t max_steps) {
  const bool was_ready = hna_.ready();
  bool done = true;
  if (followed_ == now(inputs) && !hna_.ready()) done = hna_.update_some(*inputs.navmesh, update_, max_steps);
  if (done && has_next_ && next_followed_ == now(inputs)) {
    const std::vector<double> before = level_micros(update_);
    const Stopwatch watch;
    done = next_.update_some(*inputs.navmesh, update_, max_steps);
    build_.spend(watch.micros());
    std::vector<double> spent = level_micros(update_);
    for (size_t i = 0; i < spent.size(); ++i) spent[i] -= before[i];
    level_times_.add(spent);
    if (done) {
      level_times_.finish();
      std::swap(hna_, next_);
      followed_ = next_followed_;
      next_ = {};
      has_next_ = wanted_anew_ = false;
      build_.finish();
      ++version_;
    }
  }
  if (!was_ready && hna_.ready()) ++version_;
  return done;
}

bool MapHna::map_changed(const BuildInputs& inputs, EditChanges& change) {
  if (!options_) return false;
  if (!change.moves.empty()) ++version_;
  allow_after_edit(!change.moves.empty());
  update_.clear();
  touched_.clear();
  const bool was_ready = hna_.ready();
  catch_up(inputs);
  if (!has_mesh(inputs) || followed_ != now(inputs)) return false;
  update_some(inputs, was_ready ? kLiveSteps : 0);
  edit_micros_ = level_micros(update_);
  const NavMesh& mesh = *inputs.navmesh;
  for (int level = 1; level <= hna_.levels(); ++level) {
    const HnaUpdate::LevelUpdate& told = update_.levels[static_cast<size_t>(level - 1)];
    const HnaLevel& groups = hna_.level(level);
    const auto cells_of = [&](uint32_t number) {
      Rect cells;
      if (!groups.has_group(number)) return cells;
      for (const PolygonId polygon : groups.group(number).polygons) {
        const HalfCellPoint low = mesh.low(polygon), high = mesh.high(polygon);
        cells.include(Rect{low.x / 2, low.y / 2, (high.x + 1) / 2, (high.y + 1) / 2});
      }
      return cells;
    };
    touched_.add(level, level, told.groups, cells_of, [](const Rect& cells) { return cells.grown(1); });
    touched_.add("entries", level, told.entries);
    touched_.add("dissolved", level, told.dissolved);
  }
  return true;
}

void MapHna::work(const BuildInputs& inputs, WorkBudget& budget) {
  if (!options_ || !has_mesh(inputs)) return;
  catch_up(inputs);
  update_.clear();
  const auto under_way = [&] {
    return (followed_ == now(inputs) && !hna_.ready()) || (has_next_ && next_followed_ == now(inputs));
  };
  while (under_way() && budget.more()) update_some(inputs, kHnaPiece);
  while (gathers(inputs) && budget.more()) gather(inputs, kGathered);
}

// Returns whether the input of the next job still has to be copied.
bool MapHna::gathers(const BuildInputs& inputs) const {
  return !job_.running() && !inputs.in_stroke && is_due(inputs) && !(has_graph_ && graph_mesh_ == now(inputs));
}

bool MapHna::gather(const BuildInputs& inputs, uint32_t polygons) {
  if (graph_mesh_ != now(inputs)) {
    graph_ = {};
    graph_mesh_ = now(inputs);
  }
  has_graph_ = grow_polygon_graph(*inputs.navmesh, polygons, graph_);
  return has_graph_;
}

void MapHna::start(const BuildInputs& inputs, bool at_once) {
  if (at_once) {
    // After updates the groups may be so unbalanced that another grouping is due.
    if (options_ && has_mesh(inputs)) update_some(inputs, SIZE_MAX);
    while (gathers(inputs)) gather(inputs, kGathered);
  }
  if (job_.running() || inputs.in_stroke || !is_due(inputs) || gathers(inputs)) return;
  has_graph_ = false;
  graph_mesh_ = {};
  start_job(now(inputs), [graph = std::exchange(graph_, {}), options = *options_](JobControl&) {
    return group_polygons(graph, options.levels, options.group_size);
  });
}

bool MapHna::is_current(const BuildInputs& inputs) const {
  return options_ && has_mesh(inputs) && job_key_ == now(inputs);
}

void MapHna::take(const BuildInputs& inputs, Grouping grouping, double /*micros*/) {
  if (!is_current(inputs)) return;
  const std::vector<double> grouped = std::move(grouping.micros);
  next_.reset(hna_options(inputs), std::move(grouping));
  next_followed_ = now(inputs);
  has_next_ = true;
  build_.restart(std::accumulate(grouped.begin(), grouped.end(), 0.0), next_.pending());
  level_times_.restart();
  level_times_.add(grouped);
}

void MapHna::poll(const BuildInputs& inputs) {
  catch_up(inputs);
  BackgroundStructure::poll(inputs);
}

void MapHna::finish(const BuildInputs& inputs) {
  catch_up(inputs);
  BackgroundStructure::finish(inputs);
}

void MapHna::rebuild() {
  allow();
  wanted_anew_ = options_.has_value();
}

std::vector<ClusterGrid> MapHna::grids(const BuildInputs& inputs) const {
  if (!options_) return {};
  // One grid for each level.
  return std::vector<ClusterGrid>(static_cast<size_t>(std::max(1, options_->levels)), drawn_blocks(inputs).front());
}

bool MapHna::ready(const BuildInputs& inputs) const {
  return options_ && has_mesh(inputs) && hna_.ready() && followed_ == now(inputs);
}

bool MapHna::work_done(const BuildInputs& inputs) const {
  if (!options_ || !has_mesh(inputs)) return true;  // the graph is built when the mesh is ready
  if (followed_ == now(inputs) && !hna_.ready()) return false;
  return !(has_next_ && next_followed_ == now(inputs)) && !gathers(inputs);
}

StructureState MapHna::state(const BuildInputs& inputs) const {
  if (!options_) return {.built_micros = build_.micros(), .version = version_};
  StructureState state = job_state(ready(inputs), build_.micros(), version_);
  state.work_done = work_done(inputs);
  state.sliced = !state.work_done;
  if (!state.ready) state.progress = state.sliced ? build_.progress(has_next_ ? next_.pending() : hna_.pending()) : 0;
  return state;
}

// Returns the stamp with versions: groups depend on the history of edits, and may lead to another path of equal cost.
std::string MapHna::stamp(const BuildInputs& inputs) const {
  if (!options_) return "none";
  const auto& [levels, group_size] = *options_;
  return fmt::format("hna {} {} {} {}", levels, group_size, static_cast<int>(inputs.mesh_costs), version_);
}

std::string MapHna::refusal(const BuildInputs& inputs) const {
  if (inputs.navmesh == nullptr) return "waits for the navigation mesh: switch it on";
  if (inputs.navmesh_given_up) return "waits for the mesh of the level, which was given up: rebuild that";
  if (failed_) return "not enough memory for the groups: larger tiles of the mesh take less, or rebuild";
  if (cancelled_) return "the grouping was cancelled: rebuild it";
  return {};
}

// Checks only whether the graph is valid, because after edits the groups differ from those of a fresh build.
std::optional<std::string> MapHna::difference(const Structure&, const BuildInputs& inputs) const {
  return hna_.difference(*inputs.navmesh);
}

std::span<const SettingOf<MapHna::Options>> MapHna::settings() { return hna_settings(); }

}  // namespace strata
