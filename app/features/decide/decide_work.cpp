#include "app/features/decide/decide_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "core/base/median_and_spread.hpp"
#include "core/base/rng.hpp"
#include "core/base/stopwatch.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/random_pairs.hpp"
#include "core/search/workspace.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// Duration of a slice of a build in milliseconds. After each slice the build checks whether it was cancelled.
constexpr double kSliceMs = 20;
constexpr size_t kRounds = 5, kFewRounds = 3;
// If answering every query once takes longer than this, fewer rounds are measured.
constexpr double kManySeconds = 2;
// A build is repeated until there are so many or they have taken so long together; a longer one is timed once.
constexpr size_t kBuilds = 5;
constexpr double kBuildsMicros = 0.5e6;
// The shares of the build and of the strokes in the displayed progress, as multiples of the time of one round.
constexpr uint64_t kBuildSteps = 4, kStormSteps = 4;

// The inputs, the results so far, and the memory of a measurement.
struct DecideMeasurement {
  DecideTask& task;
  World& copy;
  JobControl& control;
  Workspace workspace;
  PlanResult result;
  // Cost of an optimal path; index: query.
  std::vector<Cost> optimum;
  DecideResults out;
  bool cancelled() const { return control.cancelled(); }
  void set_at(int at) const {
    if (task.at != nullptr) task.at->store(at, std::memory_order_relaxed);
  }
};

double median_of(std::vector<double>& values) {
  if (values.empty()) return kNoValue;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Gives a hierarchy as many levels as the planners need, or as many as its options allow.
template <class Kept>
void raise_levels_for(World& world, const std::vector<const Planner*>& planners) {
  std::optional<typename Kept::Options> options = world.setup().get<Kept>();
  if (!options) return;
  int wanted = options->levels;
  for (const Planner* planner : planners) {
    if (planner->needs == Kept::kId) wanted = std::max(wanted, planner->abstract_level);
  }
  for (; wanted > options->levels; --wanted) {
    std::optional<typename Kept::Options> raised = options;
    raised->levels = wanted;
    if constexpr (requires { raised->valid(); }) {
      if (!raised->valid()) continue;
    }
    if (world.set<Kept>(raised)) return;
  }
}

// Switches on all structures that the planners need. Returns those that would take too much memory.
StructureSet switch_on_all(World& world, const DecideTask& task) {
  StructureSet wanted, too_large;
  for (const Planner* planner : task.planners) wanted.insert(planner->needs);
  // Which structures another one is built from depends on its options, so that a second round finds those of the
  // structures added in the first.
  for (int round = 0; round < 2; ++round) {
    for (const StructureId id : kAllStructures) {
      if (!wanted.contains(id)) continue;
      if (!world.has(id) && !too_large.contains(id)) {
        AnyOptions options = task.offered.of(id);
        if (!options.has_value()) options = default_options(id, world.rules());
        if (!world.set(id, std::move(options))) too_large.insert(id);
      }
      wanted.insert(world.structure(id).depends_on());
    }
  }
  if (task.raises_levels) {
    raise_levels_for<MapHpa>(world, task.planners);
    raise_levels_for<MapHna>(world, task.planners);
  }
  return too_large;
}

// Writes which options of HPA* are measured, and whether they fit the map. Numbers of levels do not count, as each
// planner has its own.
void name_hpa_options(const World& world, const DecideTask& task, DecideResults& out) {
  const std::optional<HpaOptions> measured = world.setup().get<MapHpa>();
  const bool searched = std::ranges::any_of(task.planners, [](const auto* one) { return one->needs == MapHpa::kId; });
  if (!searched || !measured) return;
  HpaOptions own = *measured, fitting = automatic_options(world.moves()).options;
  if (fitting.levels == 1) fitting.level_factor = own.level_factor;
  own.levels = fitting.levels = 1;
  out.hpa_fits = own == fitting;
  out.hpa = fmt::format("clusters of {}{}{}", own.cluster_size, own.cache_paths ? ", stored paths" : "",
                        own == HpaOptions() ? ", as published"
                        : out.hpa_fits      ? ", fitted to this map"
                                            : "");
}

// Returns why the planner cannot be measured; empty: it can.
std::string refusal_of(const World& world, const DecideTask& task, const Planner& planner, StructureSet too_large) {
  if (too_large.contains(planner.needs)) return "its structure would take more memory than it may";
  const std::optional<HpaOptions> hpa = world.setup().get<MapHpa>();
  if (task.raises_levels && planner.needs == MapHpa::kId && hpa && planner.abstract_level > hpa->levels) {
    return fmt::format("over clusters of {} there are {} levels at most", hpa->cluster_size, hpa->levels);
  }
  return why_not(world, planner);
}

bool is_building(const World& world, StructureSet only) {
  return std::ranges::any_of(kAllStructures,
                             [&](StructureId id) { return only.contains(id) && world.state(id).building; });
}

// Builds all structures in `only`, in slices, and waits for builds in the background.
void build_copy(World& world, StructureSet only, const JobControl& control) {
  // The result of one background build may be the input of another, so that two quiet rounds in a row are needed.
  for (int quiet = 0; quiet < 2 && !control.cancelled();) {
    const bool done = world.work(kSliceMs, only);
    const bool builds = is_building(world, only);
    quiet = done && !builds ? quiet + 1 : 0;
    if (builds) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

void choose_queries(DecideMeasurement& m) {
  std::vector<PlanQuery> wanted = std::move(m.task.queries);
  m.out.random = m.task.random_queries > 0;
  if (m.out.random) wanted = random_pairs(m.copy.moves(), m.task.random_queries, m.task.seed);
  m.task.queries.clear();
  for (const PlanQuery& query : wanted) {
    if (m.cancelled()) return;
    plan_on_grid(m.copy.moves(), GridHeuristic::kDistance, query, m.workspace, m.result);
    if (!m.result.found()) {
      ++m.out.without_path;
      continue;
    }
    m.task.queries.push_back(query);
    m.optimum.push_back(m.result.cost);
    m.out.lengths.push_back(static_cast<double>(m.result.cost) / profile_info(m.copy.rules().profile).straight);
  }
  m.out.queries = m.task.queries.size();
}

// Lets the planner answer every query once. `best` has the costs to compare with; kInfinite: not known. The planner
// that finds these costs itself appends them to `costs`, which is null for all others.
void answer_all(DecideMeasurement& m, DecideRow& row, const std::vector<Cost>& best, std::vector<Cost>* costs) {
  row.asked = m.task.queries.size();
  double expanded = 0, above = 0, worst = 0;
  size_t compared = 0;
  for (size_t i = 0; i < row.asked; ++i) {
    if (m.cancelled()) return;
    plan(m.copy, *row.planner, m.task.queries[i], m.task.options, m.workspace, m.result);
    if (costs != nullptr) costs->push_back(m.result.found() ? m.result.cost : kInfinite);
    row.query_expanded.push_back(m.result.found() ? static_cast<double>(m.result.stats.total().expanded) : kNoValue);
    if (!m.result.found()) continue;
    ++row.found;
    expanded += row.query_expanded.back();
    if (i >= best.size() || best[i] == kInfinite) continue;
    const double more = best[i] == 0 ? 0 : 100.0 * (static_cast<double>(m.result.cost) / best[i] - 1);
    above += more;
    worst = compared == 0 ? more : std::max(worst, more);
    ++compared;
  }
  if (row.found > 0) row.expanded = expanded / static_cast<double>(row.found);
  if (compared == 0) return;
  row.above_mean = above / static_cast<double>(compared);
  row.above_worst = worst;
}

void answer_by_all(DecideMeasurement& m, StructureSet too_large) {
  // The costs of Polyanya's paths, which any-angle paths are compared with.
  std::vector<Cost> taut;
  for (const bool reference : {true, false}) {
    for (DecideRow& row : m.out.rows) {
      const bool is_reference = row.planner == &any_angle_optimum_planner();
      if (is_reference != reference) continue;
      m.set_at(static_cast<int>(&row - m.out.rows.data()));
      row.refused = refusal_of(m.copy, m.task, *row.planner, too_large);
      if (!row.refused.empty()) continue;
      const double build = prepare_micros(m.copy, *row.planner);
      if (build >= 0 && m.task.timed) row.build = build;
      row.memory = static_cast<double>(memory_bytes(m.copy, *row.planner));
      if (is_reference) {
        answer_all(m, row, {}, &taut);
        row.above_mean = row.above_worst = row.found > 0 ? 0 : kNoValue;
      } else {
        answer_all(m, row, row.planner->any_angle ? taut : m.optimum, nullptr);
      }
      if (m.cancelled()) return;
    }
  }
}

// Replaces the build times by medians of several builds, each in a world that has only what the planner searches: in
// the first one many structures are built at once, and slow each other.
void time_builds(DecideMeasurement& m) {
  std::vector<bool> timed(m.out.rows.size());
  for (size_t i = 0; i < m.out.rows.size(); ++i) {
    if (timed[i] || !is_figure(m.out.rows[i].build)) continue;
    m.set_at(static_cast<int>(i));
    WorldSetup alone = m.copy.setup();
    for (const StructureId id : kAllStructures) {
      if (id != StructureId::kMoves && !m.out.structures[i].contains(id)) alone.of(id) = AnyOptions();
    }
    // The planners that search the same structures, and the times of each build for them.
    std::vector<size_t> same;
    for (size_t k = i; k < m.out.rows.size(); ++k) {
      if (!is_figure(m.out.rows[k].build) || !(m.out.structures[k] == m.out.structures[i])) continue;
      same.push_back(k);
      timed[k] = true;
    }
    std::vector<std::vector<double>> times(same.size());
    double longest = 0, spent = 0;
    for (const size_t row : same) longest = std::max(longest, m.out.rows[row].build);
    for (size_t build = 0; build < kBuilds && spent + longest < kBuildsMicros; ++build) {
      const Stopwatch watch;
      World world(m.copy.map(), alone, m.copy.level());
      if (m.task.drawn != nullptr) world.set_drawn_graph(*m.task.drawn);
      build_copy(world, StructureSet::all(), m.control);
      if (m.cancelled()) return;
      longest = 0;
      for (size_t k = 0; k < same.size(); ++k) {
        const double micros = prepare_micros(world, *m.out.rows[same[k]].planner);
        if (micros >= 0) times[k].push_back(micros);
        longest = std::max(longest, micros);
      }
      spent += watch.micros();
    }
    for (size_t k = 0; k < same.size(); ++k) {
      if (!times[k].empty()) m.out.rows[same[k]].build = median_of(times[k]);
    }
  }
}

// Measures the times of all queries in rounds; in each round the planners take turns.
void time_in_rounds(DecideMeasurement& m) {
  const size_t queries = m.task.queries.size(), rounds = m.out.rounds;
  // Index: row; then query * rounds + round.
  std::vector<std::vector<double>> times(m.out.rows.size());
  const uint64_t planners = m.out.rows.size();
  uint64_t passes = (kBuildSteps + 1) * planners;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < m.out.rows.size(); ++i) {
      m.control.set_done(++passes);
      m.set_at(static_cast<int>(i));
      if (!m.out.rows[i].answers()) continue;
      times[i].resize(rounds * queries);
      const auto ask = [&](const PlanQuery& query) {
        const Stopwatch watch;
        plan(m.copy, *m.out.rows[i].planner, query, m.task.options, m.workspace, m.result);
        return watch.micros();
      };
      // The planners before this one have filled the caches with their own data: an untimed pass loads this
      // planner's data first.
      for (size_t query = 0; query < queries; ++query) {
        if (m.cancelled()) return;
        (void)ask(m.task.queries[query]);
      }
      for (size_t query = 0; query < queries; ++query) {
        if (m.cancelled()) return;
        times[i][query * rounds + round] = ask(m.task.queries[query]);
      }
    }
  }
  for (size_t i = 0; i < times.size(); ++i) {
    if (times[i].empty() || queries == 0) continue;
    double middle = 0, spread = 0;
    for (size_t query = 0; query < queries; ++query) {
      const MedianAndSpread of = median_and_spread({&times[i][query * rounds], rounds});
      m.out.rows[i].query_times.push_back(of.median);
      middle += of.median;
      spread += of.spread;
    }
    m.out.rows[i].query = middle / static_cast<double>(queries);
    m.out.rows[i].spread = spread / static_cast<double>(queries);
  }
}

// Returns the part of the last edit's update that the planner's first answer must wait for, in microseconds.
double waiting_micros(const World& world, const Planner& planner, const EditCosts& stroke) {
  double sum = 0;
  for_charged(world, planner, [&](StructureId id, int level) {
    if (id == StructureId::kMoves) return;
    const Structure& structure = world.structure(id);
    const auto index = static_cast<size_t>(id);
    sum += stroke.micros[index] * share_of_levels(stroke.level_micros[index], level);
    if (structure.rebuilt_after_edits() && !world.ready(id)) sum += structure.built_micros_up_to(world.inputs(), level);
  });
  return sum;
}

// Builds the mesh of a level, and the groups over it, which the background does after a stroke, and adds the times.
// Returns whether the stroke has changed the mesh.
bool add_mesh_update(DecideMeasurement& m, EditCosts& stroke) {
  const bool changed = m.copy.has(StructureId::kNavmesh) && !m.copy.ready(StructureId::kNavmesh);
  for (const StructureId id : {StructureId::kNavmesh, StructureId::kHna}) {
    if (!m.copy.has(id) || m.copy.ready(id)) continue;
    StructureSet only;
    only.insert(id);
    const Stopwatch watch;
    build_copy(m.copy, only, m.control);
    stroke.micros[static_cast<size_t>(id)] += watch.micros();
  }
  return changed;
}

// Paints the strokes one by one, and measures the updates and how long the first answers have to wait for them.
void paint_storm(DecideMeasurement& m) {
  Rng rng(m.task.seed);
  m.set_at(DecideTask::kPainting);
  // Most strokes over a level leave its mesh as it is: planners over the mesh are measured by the others.
  std::vector<EditCosts> costs, mesh_costs;
  const size_t planners = m.out.rows.size();
  std::vector<std::vector<double>> waits(planners);
  const auto strokes = static_cast<size_t>(std::max(m.task.strokes, 0));
  for (size_t stroke = 0; stroke < strokes; ++stroke) {
    if (m.cancelled()) return;
    m.control.set_done((kBuildSteps + 1 + m.out.rounds) * planners + kStormSteps * planners * stroke / strokes);
    costs.emplace_back().add(m.copy.apply(random_stroke(m.copy.map(), m.copy.rules(), m.task.radius, rng), "Brush"));
    const bool on_level = m.task.level != nullptr, changes_mesh = on_level && add_mesh_update(m, costs.back());
    if (changes_mesh) mesh_costs.push_back(costs.back());
    // Structures that the background rebuilds completely after an edit are not built here: building them would slow
    // what is timed, and their build time is known.
    StructureSet live;
    for (const StructureId id : kAllStructures) {
      if (m.copy.has(id) && (m.copy.ready(id) || !m.copy.structure(id).rebuilt_after_edits())) live.insert(id);
    }
    const bool at_once =
        std::ranges::all_of(kAllStructures, [&](StructureId id) { return !live.contains(id) || m.copy.ready(id); });
    if (!at_once) build_copy(m.copy, live, m.control);
    for (size_t i = 0; i < planners; ++i) {
      const DecideRow& row = m.out.rows[i];
      if (row.answers() && (changes_mesh || !(on_level && m.out.structures[i].contains(StructureId::kNavmesh))))
        waits[i].push_back(waiting_micros(m.copy, *row.planner, costs.back()));
    }
    build_copy(m.copy, live, m.control);
    m.out.strokes = stroke + 1;
  }
  for (size_t i = 0; i < planners; ++i) {
    DecideRow& row = m.out.rows[i];
    if (!row.answers()) continue;
    const bool over_mesh = m.task.level != nullptr && m.out.structures[i].contains(StructureId::kNavmesh);
    const double update = edit_micros(m.copy, *row.planner, over_mesh ? mesh_costs : costs);
    if (update >= 0) row.update = update;
    row.first_answer = median_of(waits[i]) + row.query;
  }
}

}  // namespace

DecideResults measure_decide(DecideTask task, JobControl& control) {
  World copy(std::move(task.map), task.setup, task.level);
  if (task.drawn != nullptr) copy.set_drawn_graph(*task.drawn);
  DecideMeasurement m{
      .task = task, .copy = copy, .control = control, .workspace = {}, .result = {}, .optimum = {}, .out = {}};
  m.out.timed = task.timed;
  for (const Planner* planner : task.planners) m.out.rows.push_back({.planner = planner, .refused = {}});
  const uint64_t planners = m.out.rows.size();
  m.out.rounds = task.timed ? kRounds : 0;
  const auto count_steps = [&] {
    control.set_total((kBuildSteps + 1 + m.out.rounds + (task.timed ? kStormSteps : 0)) * planners);
  };
  count_steps();
  const StructureSet too_large = switch_on_all(copy, task);
  build_copy(copy, StructureSet::all(), control);
  if (control.cancelled()) return std::move(m.out);
  control.set_done(kBuildSteps * planners);
  name_hpa_options(copy, task, m.out);
  for (const Planner* planner : task.planners) m.out.structures.push_back(depends_on(copy, *planner));
  choose_queries(m);
  const Stopwatch watch;
  answer_by_all(m, too_large);
  if (control.cancelled() || !task.timed) return std::move(m.out);
  if (watch.micros() > kManySeconds * 1e6) m.out.rounds = kFewRounds;
  count_steps();
  time_builds(m);
  time_in_rounds(m);
  if (!control.cancelled()) paint_storm(m);
  return std::move(m.out);
}

}  // namespace strata
