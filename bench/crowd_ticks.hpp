// Purpose: This header measures the times of a crowd's ticks for the `crowd` command, over cells and over meshes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "bench/commands.hpp"

namespace strata::bench {

// Returns the processor time of all threads of this program, in milliseconds.
inline double cpu_ms() {
  timespec at{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
}

inline double wall_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The times of a group of ticks: those up to the first plans of all agents, or those after that.
struct TickTimes {
  std::vector<double> wall, cpu, plan, step;
  uint64_t planned = 0;
  // Adds the times of one tick. `times` are those that the crowd measured.
  void add(double tick_wall, double tick_cpu, const auto& times) {
    wall.push_back(tick_wall);
    cpu.push_back(tick_cpu);
    plan.push_back(times.plan_ms);
    step.push_back(times.step_ms);
    planned += times.planned;
  }
};

inline void put_figures(ReportRow& row, const std::string& of, TickTimes& ticks) {
  row[of + "_p50_ms"] = rounded(percentile(ticks.wall, 50));
  row[of + "_p99_ms"] = rounded(percentile(ticks.wall, 99));
  row[of + "_cpu_ms"] = rounded(mean(ticks.cpu));
  row[of + "_cpu_p50_ms"] = rounded(percentile(ticks.cpu, 50));
  row[of + "_plan_ms"] = rounded(mean(ticks.plan));
  row[of + "_step_ms"] = rounded(mean(ticks.step));
  row[of + "_plans"] =
      rounded(static_cast<double>(ticks.planned) / std::max<double>(1, static_cast<double>(ticks.wall.size())));
}

// The measurements of one simulation.
struct CrowdRunResult {
  TickTimes first, then;  // up to and after the first plans of all agents
  uint32_t until_planned = 0;
  uint32_t longest_wait = 0;
  // The device that planned. If it fails, the processor takes over, and the device is no longer named.
  std::string device;
};

template <class CrowdOfSomeKind, class Map>
CrowdRunResult walk(CrowdOfSomeKind& crowd, const Map& map, const CrowdRunOptions& options) {
  CrowdRunResult walk;
  std::string last;
  for (int i = 0; i < options.ticks; ++i) {
    const double wall = wall_ms(), cpu = cpu_ms();
    crowd.tick(map);
    const double took = wall_ms() - wall, worked = cpu_ms() - cpu;
    (walk.until_planned == 0 ? walk.first : walk.then).add(took, worked, crowd.times());
    // All agents have their first plans once a tick plans fewer agents than its limit.
    // While tables, labels or a flow field are computed it plans none.
    const bool waits = crowd.times().planned == 0 && crowd.queued() > 0;
    if (walk.until_planned == 0 && !waits && crowd.times().planned < options.plans) walk.until_planned = crowd.ticks();
    walk.longest_wait = std::max(walk.longest_wait, crowd.longest_wait());
    const std::string device = crowd.engine() == nullptr ? std::string() : crowd.engine()->device();
    if (device == last) continue;
    walk.device += walk.device.empty() ? device : fmt::format(", from tick {} on {}", i, device);
    last = device;
  }
  return walk;
}

// Reports a failed device: the crowd continued on the processor, so that the times are not those of the device.
template <class CrowdOfSomeKind>
void tell_fallback(const CrowdOfSomeKind& crowd, const CrowdRunOptions& options, Report& report) {
  if (crowd.note().empty()) return;
  report.failures.push_back(fmt::format("on {}: {}", batch_backend_name(options.backend), crowd.note()));
}

inline void put_walk(ReportRow& row, const CrowdRunOptions& options, CrowdRunResult& walk) {
  row["device"] = walk.device.empty() ? ReportRow() : ReportRow(walk.device);
  row["plans_per_tick"] = options.plans;
  row["ticks"] = options.ticks;
  row["ticks_until_planned"] = walk.until_planned == 0 ? ReportRow() : ReportRow(walk.until_planned);
  put_figures(row, "first", walk.first);
  put_figures(row, "tick", walk.then);
}

// Simulates agents on the navigation mesh (core/crowd/mesh_crowd.hpp).
Result<Report> run_crowd_on_mesh(const CrowdRunOptions& options);

}  // namespace strata::bench
