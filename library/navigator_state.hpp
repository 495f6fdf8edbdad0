// Purpose: NavigatorState is what a Navigator, its edits, its queries and its thread share: a world for each kind of
//          agents, and the gate that lets either many queries or one change in.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/world/fastest_planner.hpp"
#include "core/world/world.hpp"
#include "strata/navigator.hpp"

namespace strata {

// Lets many readers in, or one writer. A writer that waits goes before readers that come later, so that many queries
// do not keep an edit waiting.
class Gate {
 public:
  class Reader {
   public:
    explicit Reader(Gate& gate) : lock_(gate.enter()) {}

   private:
    std::shared_lock<std::shared_mutex> lock_;
  };
  class Writer {
   public:
    explicit Writer(Gate& gate) : turn_(gate.turn_), lock_(gate.inside_) {}

   private:
    std::unique_lock<std::mutex> turn_;
    std::unique_lock<std::shared_mutex> lock_;
  };

 private:
  std::shared_lock<std::shared_mutex> enter() {
    const std::lock_guard turn(turn_);
    return std::shared_lock(inside_);
  }
  std::mutex turn_;
  std::shared_mutex inside_;
};

// How long a query took, for the planner that learns from it.
struct QueryTime {
  const Planner* planner;
  double micros;
};

struct AgentWorld {
  AgentWorld(const AgentSpec& agent, GridMap map, const Rules& rules) : spec(agent), world(std::move(map), rules) {
    times.reserve(kMostTimes);
  }

  AgentSpec spec;
  World world;
  bool broken = false;  // memory ran out within an edit: it has another map than the others
  FastestKeeper keeper;
  bool builds_what_pays = true;                  // false: a structure of the keeper went beyond the limit of memory
  ByCandidate<bool> ready{};                     // the planners that `fastest` may ask now
  std::array<std::string, kStructures> refused;  // why a structure was switched off again

  static constexpr size_t kMostTimes = 256;
  std::mutex times_mutex;
  std::vector<QueryTime> times;  // of queries since the last round of work
};

struct NavigatorState {
  ~NavigatorState() { stop(); }

  mutable Gate gate;
  // Only writers change what follows; readers may read it.
  int width = 0, height = 0;
  Profile profile = Profile::kOctile;
  size_t memory_limit = 0;
  std::vector<uint8_t> cost;
  std::shared_ptr<const MapLinks> links;  // of all agents
  uint64_t revision = 1;
  std::vector<std::unique_ptr<AgentWorld>> agents;

  // The thread that builds.
  void start();
  void stop();
  void wake();
  // Waits until the thread has worked once more, or for some milliseconds.
  void wait_a_little();

  const AgentWorld* agent(AgentId id) const { return id.number < agents.size() ? agents[id.number].get() : nullptr; }
  AgentWorld* agent(AgentId id) { return id.number < agents.size() ? agents[id.number].get() : nullptr; }
  size_t memory_bytes() const;

  // The following functions are for writers.
  // Switches off what has been switched on if all structures together are beyond the limit. Returns whether it did.
  bool keep_to_limit(AgentWorld& agent, StructureSet added);
  // Notes which planners can answer. Call it after every change of a world.
  static void note_ready(AgentWorld& agent) { agent.ready = ready_candidates(agent.world); }

 private:
  void run();
  bool work(AgentWorld& agent);  // a slice; returns whether something is left to do

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable woken_, worked_;
  bool stopping_ = false, pending_ = false;
  uint64_t rounds_ = 0;
};

// Returns the letter and the weight of a cell of this cost for an agent that enters cells of up to `max_cost`.
inline CellRun run_of_cost(CellId first, uint32_t count, int cost, int max_cost) {
  const bool open = cost > 0 && cost <= max_cost;
  return {first, count, open ? '.' : '@', static_cast<int16_t>(open && cost > 1 ? cost : 0)};
}

// Returns an error about an argument.
inline Error wrong_argument(std::string where, std::string what) {
  return {std::move(where), std::move(what), ErrorCode::kArgument};
}
inline Error no_memory(std::string where) { return {std::move(where), "memory ran out", ErrorCode::kMemory}; }
inline Error no_such_agent(std::string where) {
  return wrong_argument(std::move(where), "the navigator has no agents of this id");
}

}  // namespace strata
