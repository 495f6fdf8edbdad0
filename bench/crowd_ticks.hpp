// Purpose: This header times the ticks of a crowd for the `crowd` command, over cells and over meshes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "bench/commands.hpp"

namespace strata::bench {

// Returns the processor time of all threads of this program.
inline double cpu_ms() {
  timespec at{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
  return static_cast<double>(at.tv_sec) * 1e3 + static_cast<double>(at.tv_nsec) / 1e6;
}

inline double wall_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Times of a group of ticks: those with first plans, or those after them.
struct TickTimes {
  std::vector<double> wall, cpu, plan, step;
  uint64_t planned = 0;
  // `times`: times of the crowd's last tick.
  void add(double tick_wall, double tick_cpu, const auto& times) {
    wall.push_back(tick_wall);
    cpu.push_back(tick_cpu);
    plan.push_back(times.plan_ms);
    step.push_back(times.step_ms);
    planned += times.planned;
  }
};

inline void put_figures(Row& row, const std::string& of, TickTimes& ticks) {
  row[of + "_p50_ms"] = rounded(percentile(ticks.wall, 50));
  row[of + "_p99_ms"] = rounded(percentile(ticks.wall, 99));
  row[of + "_cpu_ms"] = rounded(mean(ticks.cpu));
  row[of + "_cpu_p50_ms"] = rounded(percentile(ticks.cpu, 50));
  row[of + "_plan_ms"] = rounded(mean(ticks.plan));
  row[of + "_step_ms"] = rounded(mean(ticks.step));
  row[of + "_plans"] =
      rounded(static_cast<double>(ticks.planned) / std::max<double>(1, static_cast<double>(ticks.wall.size())));
}

// The times of a simulation.
struct Walk {
  TickTimes first, then;  // before and after every agent has had its first plan
  uint32_t until_planned = 0;
  uint32_t longest_wait = 0;
  // Where it was planned: a device that fails has the processor take over, and is named no longer than it has worked.
  std::string device;
};

template <class CrowdOfSomeKind, class Map>
Walk walk(CrowdOfSomeKind& crowd, const Map& map, const CrowdRunOptions& options) {
  Walk walk;
  std::string last;
  for (int i = 0; i < options.ticks; ++i) {
    const double wall = wall_ms(), cpu = cpu_ms();
    crowd.tick(map);
    const double took = wall_ms() - wall, worked = cpu_ms() - cpu;
    (walk.until_planned == 0 ? walk.first : walk.then).add(took, worked, crowd.times());
    // All agents have had their first plans when a tick plans fewer agents than it may.
    if (walk.until_planned == 0 && crowd.times().planned < options.plans) walk.until_planned = crowd.ticks();
    walk.longest_wait = std::max(walk.longest_wait, crowd.longest_wait());
    const std::string device = crowd.engine() == nullptr ? std::string() : crowd.engine()->device();
    if (device == last) continue;
    walk.device += walk.device.empty() ? device : fmt::format(", from tick {} on {}", i, device);
    last = device;
  }
  return walk;
}

// A crowd whose device fails walks on by the processor: its times are not those of the device that was asked for.
template <class CrowdOfSomeKind>
void tell_fallback(const CrowdOfSomeKind& crowd, const CrowdRunOptions& options, Report& report) {
  if (crowd.note().empty()) return;
  report.failures.push_back(fmt::format("on {}: {}", batch_backend_name(options.backend), crowd.note()));
}

inline void put_walk(Row& row, const CrowdRunOptions& options, Walk& walk) {
  row["device"] = walk.device.empty() ? Row() : Row(walk.device);
  row["plans_per_tick"] = options.plans;
  row["ticks"] = options.ticks;
  row["ticks_until_planned"] = walk.until_planned == 0 ? Row() : Row(walk.until_planned);
  put_figures(row, "first", walk.first);
  put_figures(row, "tick", walk.then);
}

// Simulates agents on the navigation mesh: see core/crowd/mesh_crowd.hpp.
Result<Report> run_crowd_on_mesh(const CrowdRunOptions& options);

}  // namespace strata::bench
