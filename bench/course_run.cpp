#include "bench/course_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>

#include "bench/chosen_settings.hpp"
#include "bench/peak_memory.hpp"
#include "bench/query_run.hpp"
#include "bench/query_structures.hpp"
#include "core/base/median_and_spread.hpp"
#include "core/base/stopwatch.hpp"
#include "core/io/movingai.hpp"
#include "core/search/path.hpp"
#include "core/world/fastest_planner.hpp"
#include "core/world/planner_costs.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata::bench {
namespace {

constexpr uint32_t kFirstSteps = 20;
constexpr size_t kMostToldFaults = 10;  // limit of told faults of one planner on one course

double steps_of(const World& world, Cost cost) {
  return static_cast<double>(cost) / profile_info(world.rules().profile).straight;
}

// The times of one run.
struct CourseTimes {
  std::vector<double> queries, changes;
  double total_us = 0;
};

class CourseRun {
 public:
  CourseRun(const Course& course, const Planner& planner, const QueryOptions& options, Report& report)
      : course_(course), planner_(planner), options_(options), failures_(report.failures), notes_(report.notes) {}

  CourseTally tally() {
    const PeakMemory peak;
    const size_t rounds = static_cast<size_t>(std::max(options_.rounds, 1));
    std::vector<CourseTimes> times;
    for (size_t round = 0; round < rounds; ++round) {
      begin();
      if (!tally_.refused.empty()) return refused();
      times.push_back(run(plan_options_of(options_), round == 0));
      if (!tally_.refused.empty()) return refused();
      if (round == 0) tally_.memory_bytes = memory_bytes(*world_, planner_);
    }
    tally_.peak_bytes = peak.bytes().value_or(0);
    tally_.micros = medians(times, &CourseTimes::queries);
    tally_.change_micros = medians(times, &CourseTimes::changes);
    std::vector<double> totals;
    for (const CourseTimes& one : times) totals.push_back(one.total_us);
    tally_.total_us = median_and_spread(totals).median;
    tally_.first_micros = tally_.micros;
    if (hands_out_steps()) time_first_steps(rounds);
    measure_preparation();
    if (tally_.wrong > kMostToldFaults) {
      failures_.push_back(
          fmt::format("{}, {}: {} more wrong answers", planner_.name, course_.name, tally_.wrong - kMostToldFaults));
    }
    return std::move(tally_);
  }

 private:
  // Makes the world of the first query, with what the planner needs.
  void begin() {
    world_.reset();  // before the next one is made, because both together are more than a planner needs
    WorldSetup setup(options_.rules);
    const std::vector<const Planner*> only = {&planner_};
    setup.get<MapHpa>() = hpa_for(only, options_);
    world_ = std::make_unique<World>(course_.map, setup);
    History none;
    none.keep(false);
    world_->set_history(std::move(none));
    std::vector<std::string> reasons;
    fit_to_map(*world_, only, options_, reasons);
    for (const std::string& reason : reasons) {
      const std::string note = fmt::format("{}: {}", course_.name, reason);
      if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
    }
    // "fastest" prepares nothing beforehand: it switches on what pays between the queries.
    const bool too_large = planner_.asks == nullptr && !switch_on(*world_, only, options_).empty();
    own_ = depends_on(*world_, planner_);
    if (planner_.asks != nullptr) {
      keeper_.emplace();
      own_ = fastest_structures();
    }
    tally_.refused = too_large ? fmt::format("{} would take more memory than it may", structure_name(planner_.needs))
                               : why_not(*world_, planner_);
    if (tally_.refused.empty()) wait_until_right();
  }

  // Measures the builds for the first map, after all else: it builds some structures once more.
  void measure_preparation() {
    begin();
    const std::vector<const Planner*> only = {&planner_};
    QueryTally prepared;
    measure_structures(BuiltGraphs(*world_, only), planner_, options_, prepared);
    tally_.build_ms = prepared.build_ms;
  }

  CourseTally refused() {
    CourseTally none;
    none.refused = tally_.refused;
    none.refused_maps = 1;
    return none;
  }

  // Does all steps. `counts` says whether answers are checked and counted.
  CourseTimes run(const PlanOptions& options, bool counts) {
    CourseTimes times;
    Workspace workspace;
    PlanResult result;
    if (counts) {
      tally_.maps = 1;
      tally_.invalid = course_.invalid;
      tally_.queries = course_.invalid;
    }
    for (const auto& step : course_.steps) {
      if (const auto* placed = std::get_if<ScenarioChange>(&step)) {
        times.changes.push_back(change(edit_of(course_.scenario, *placed), counts));
        times.total_us += times.changes.back();
        if (!tally_.refused.empty()) return times;
        continue;
      }
      const auto& query = std::get<CourseQuery>(step);
      const Stopwatch watch;
      const Planner* asked = &planner_;
      if (keeper_) {
        asked = &keeper_->plan(*world_, query.query, options, workspace, result);
      } else {
        plan(*world_, planner_, query.query, options, workspace, result);
      }
      times.queries.push_back(watch.micros());
      times.total_us += times.queries.back();
      if (counts) count(query, result);
      if (counts && keeper_) count_asked(tally_.asked, *asked);
    }
    return times;
  }

  // Changes the map, and waits until the planner's structures are right. Returns the time without that of structures
  // which the planner does not need.
  double change(const Edit& edit, bool counts) {
    const Stopwatch watch;
    const EditReport done = world_->apply(edit, "Change");
    if (keeper_) keeper_->note_change(done);
    wait_until_right();
    double micros = watch.micros();
    for (const StructureReport& one : done.structures) {
      if (one.structure != StructureId::kMoves && !own_.contains(one.structure)) micros -= one.micros;
    }
    if (counts) {
      ++tally_.changes;
      tally_.change_cells.push_back(static_cast<double>(done.changed_cells));
    }
    return micros;
  }

  // Returns whether the planner can answer. "fastest" always can, and waits for nothing.
  bool is_right() const {
    return keeper_ ||
           std::ranges::all_of(kAllStructures, [&](StructureId id) { return !own_.contains(id) || world_->ready(id); });
  }

  void wait_until_right() {
    while (!is_right()) {
      world_->work(1e3, own_);
      if (is_right()) return;
      tally_.refused = why_not(*world_, planner_);
      if (!tally_.refused.empty()) return;
      std::this_thread::sleep_for(std::chrono::microseconds(10));  // a job is building
    }
  }

  void count(const CourseQuery& query, const PlanResult& result) {
    ++tally_.queries;
    if (const auto fault = fault_of(query, result)) {
      if (tally_.wrong++ < kMostToldFaults) {
        failures_.push_back(fmt::format("{}, {}:{} from ({},{}) to ({},{}): {}", planner_.name, course_.name,
                                        query.number, query.query.start.x, query.query.start.y, query.query.goal.x,
                                        query.query.goal.y, *fault));
      }
      return;
    }
    if (!result.found()) {
      ++tally_.no_path;
      return;
    }
    ++tally_.solved;
    const double length = steps_of(*world_, result.cost);
    tally_.optimal += length <= query.shortest + length_tolerance(query.shortest);
    // Listed lengths are rounded: a shortest path is not above them.
    if (query.shortest > 0) tally_.above.push_back(std::max(0.0, (length / query.shortest - 1) * 100));
  }

  // Returns what is wrong with an answer; nothing if it is right.
  std::optional<std::string> fault_of(const CourseQuery& query, const PlanResult& result) const {
    const bool none = query.shortest < 0;
    const bool says_none = result.status == PlanStatus::kNoPath || result.status == PlanStatus::kStartBlocked ||
                           result.status == PlanStatus::kGoalBlocked;
    if (none && says_none) return std::nullopt;
    if (none && result.found()) return "a path, but there is none";
    if (none) return fmt::format("{}, but it is listed that there is no path", status_text(result.status));
    if (!result.found())
      return fmt::format("{}, but a path of length {} is listed", status_text(result.status), query.shortest);
    if (planner_.any_angle) {
      if (auto fault = any_angle_fault(*world_, planner_, query.query, result)) return fault;
    } else if (auto fault =
                   path_fault(world_->moves(), result.path, query.query.start, query.query.goal, result.cost)) {
      return fault;
    }
    const double length = steps_of(*world_, result.cost), tolerance = length_tolerance(query.shortest);
    if (length < query.shortest - tolerance ||
        (length > query.shortest + tolerance && finds_optimum(*world_, planner_))) {
      return fmt::format("length {:.4f} instead of {:.4f}", length, query.shortest);
    }
    return std::nullopt;
  }

  PlanOptions first_steps() const {
    PlanOptions first = plan_options_of(options_);
    first.first_moves = kFirstSteps;
    return first;
  }

  // Returns whether the planner hands out the first steps of a path before the whole.
  bool hands_out_steps() const {
    Workspace workspace;
    PlanResult result;
    for (const auto& step : course_.steps) {
      const auto* query = std::get_if<CourseQuery>(&step);
      if (query == nullptr) continue;
      plan(*world_, planner_, query->query, first_steps(), workspace, result);
      if (result.found() && !result.complete) return true;
    }
    return false;
  }

  void time_first_steps(size_t rounds) {
    std::vector<CourseTimes> times;
    for (size_t round = 0; round < rounds; ++round) {
      begin();
      if (tally_.refused.empty()) times.push_back(run(first_steps(), false));
      if (!tally_.refused.empty()) {  // later than in the runs above: they stand
        tally_.refused.clear();
        return;
      }
    }
    tally_.first_micros = medians(times, &CourseTimes::queries);
  }

  // Returns the medians over the rounds.
  static std::vector<double> medians(const std::vector<CourseTimes>& times, std::vector<double> CourseTimes::*of) {
    std::vector<double> all, one;
    for (size_t i = 0; i < (times.front().*of).size(); ++i) {
      one.clear();
      for (const CourseTimes& round : times) one.push_back((round.*of)[i]);
      all.push_back(median_and_spread(one).median);
    }
    return all;
  }

  const Course& course_;
  const Planner& planner_;
  QueryOptions options_;
  std::vector<std::string>& failures_;
  std::vector<std::string>& notes_;
  std::unique_ptr<World> world_;
  StructureSet own_;                     // the structures that the planner needs
  std::optional<FastestKeeper> keeper_;  // of "fastest"
  CourseTally tally_;
};

}  // namespace

CourseTally run_planner(const Course& course, const Planner& planner, const CourseOptions& options, Report& report) {
  return CourseRun(course, planner, options.queries, report).tally();
}

Status measure_by_polyanya(Course& course, const QueryOptions& options) {
  const Planner& polyanya = any_angle_optimum_planner();
  const std::vector<const Planner*> only = {&polyanya};
  World world(course.map, options.rules);
  (void)switch_on(world, only, options);
  if (const std::string why = why_not(world, polyanya); !why.empty()) return error_at(course.name, why);
  Workspace workspace;
  PlanResult result;
  for (auto& step : course.steps) {
    auto* query = std::get_if<CourseQuery>(&step);
    if (query == nullptr) continue;
    plan(world, polyanya, query->query, {}, workspace, result);
    query->shortest = result.found() ? steps_of(world, result.cost) : -1;
  }
  return success();
}

}  // namespace strata::bench
