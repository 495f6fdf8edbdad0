#include "app/features/course/course_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/features/scenarios/scenario_results.hpp"
#include "app/lab/chart.hpp"
#include "core/base/stopwatch.hpp"
#include "core/io/csv.hpp"
#include "core/search/workspace.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// Duration of a slice of a build in milliseconds. After each slice the run checks whether it was cancelled.
constexpr double kSliceMs = 20;

class PlannerRun {
 public:
  PlannerRun(const CourseTask& task, size_t planner, JobControl& control, uint64_t& steps)
      : task_(task),
        planner_(*task.planners[planner]),
        control_(control),
        steps_(steps),
        copy_(task.course->map, task.setups[planner]) {
    History none;
    none.keep(false);
    copy_.set_history(std::move(none));
    own_ = depends_on(copy_, planner_);
  }

  CourseTotals totals() {
    CourseTotals& out = totals_;
    out.planner = &planner_;
    lengths_ = lengths_apply(copy_.moves()) && !planner_.any_angle;
    out.worst_above = lengths_ ? 0 : kNoValue;
    out.total = out.changes_total = out.longest_change = out.mean = out.longest = 0;
    out.refused = why_not(copy_, planner_);
    if (out.refused.empty()) wait_until_right();
    for (size_t phase = 0; phase < task_.course->phases.size() && goes_on(); ++phase) {
      if (phase > 0) change(task_.course->phases[phase].change);
      for (const DynamicQuery& query : task_.course->phases[phase].queries) {
        if (!goes_on()) break;
        ask(query);
      }
    }
    if (out.queries > 0) out.mean = (out.total - out.changes_total) / static_cast<double>(out.queries);
    if (!task_.timed || out.queries == 0) out.mean = out.longest = kNoValue;
    if (!task_.timed) out.total = out.changes_total = out.longest_change = kNoValue;
    return std::move(totals_);
  }

 private:
  bool goes_on() const { return totals_.refused.empty() && !control_.cancelled(); }
  bool is_right() const {
    return std::ranges::all_of(kAllStructures, [&](StructureId id) { return !own_.contains(id) || copy_.ready(id); });
  }

  void wait_until_right() {
    while (!is_right() && !control_.cancelled()) {
      (void)copy_.work(kSliceMs, own_);
      if (is_right()) return;
      totals_.refused = why_not(copy_, planner_);
      if (!totals_.refused.empty()) return;
      std::this_thread::sleep_for(std::chrono::microseconds(10));  // a job is building
    }
  }

  void change(const Edit& edit) {
    const Stopwatch watch;
    (void)copy_.apply(edit, "Change");
    wait_until_right();
    const double micros = watch.micros();
    totals_.total += micros;
    totals_.changes_total += micros;
    totals_.longest_change = std::max(totals_.longest_change, micros);
    ++totals_.changes;
    control_.set_done(++steps_);
  }

  void ask(const DynamicQuery& query) {
    const Stopwatch watch;
    plan(copy_, planner_, {query.start, query.goal}, task_.options, workspace_, result_);
    const double micros = own_micros(planner_, watch.micros());
    totals_.total += micros;
    totals_.longest = std::max(totals_.longest, micros);
    ++totals_.queries;
    control_.set_done(++steps_);
    const bool listed = query.length >= 0;
    totals_.found += result_.found();
    if (result_.found() != listed) {
      ++totals_.contradicting;
      return;
    }
    if (!listed || !lengths_) return;
    const double length = static_cast<double>(result_.cost) / profile_info(copy_.rules().profile).straight;
    if (!length_differs(length, query.length)) return;
    if (length < query.length) {
      ++totals_.contradicting;
      return;
    }
    ++totals_.longer;
    if (query.length > 0) totals_.worst_above = std::max(totals_.worst_above, 100 * (length / query.length - 1));
  }

  const CourseTask& task_;
  const Planner& planner_;
  JobControl& control_;
  uint64_t& steps_;
  World copy_;
  StructureSet own_;  // the structures that the planner needs
  bool lengths_ = false;
  Workspace workspace_;
  PlanResult result_;
  CourseTotals totals_{};
};

}  // namespace

std::vector<CourseTotals> run_course(const CourseTask& task, JobControl& control) {
  const DynamicCourse& course = *task.course;
  control.set_total(task.planners.size() * (course.queries + course.phases.size() - 1));
  std::vector<CourseTotals> totals;
  uint64_t steps = 0;
  for (size_t planner = 0; planner < task.planners.size(); ++planner) {
    CourseTotals one = PlannerRun(task, planner, control, steps).totals();
    if (control.cancelled()) break;
    totals.push_back(std::move(one));
    steps = (planner + 1) * (course.queries + course.phases.size() - 1);
    control.set_done(steps);
  }
  return totals;
}

std::string course_csv(const std::vector<CourseTotals>& totals) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  fmt::format_to(at,
                 "planner,status,queries,found,contradicting,longer,worst_percent_over,changes,total_ms,changes_ms,"
                 "longest_change_micros,mean_micros,longest_micros\n");
  const auto figure = [](double value, double unit = 1) {
    return is_figure(value) ? fmt::format("{:.4f}", value / unit) : std::string();
  };
  for (const CourseTotals& one : totals) {
    fmt::format_to(at, "{},{},", one.planner->name, csv_field(one.refused.empty() ? "done" : one.refused));
    if (!one.refused.empty()) {
      fmt::format_to(at, ",,,,,,,,,,\n");
      continue;
    }
    fmt::format_to(at, "{},{},{},{},{},{},{},{},{},{},{}\n", one.queries, one.found, one.contradicting, one.longer,
                   figure(one.worst_above), one.changes, figure(one.total, 1e3), figure(one.changes_total, 1e3),
                   figure(one.longest_change), figure(one.mean), figure(one.longest));
  }
  return fmt::to_string(out);
}

}  // namespace strata
