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
    explicit Writer(Gate& gate) : turn_(gate.turn()), lock_(gate.inside_) {}

   private:
    std::unique_lock<std::mutex> turn_;
    std::unique_lock<std::shared_mutex> lock_;
  };

  // Lets those in who wait: a thread that comes back at once would otherwise be the first again.
  void give_way() const {
    for (int i = 0; i < 1000 && waiting_.load(std::memory_order_relaxed) > 0; ++i) std::this_thread::yield();
  }

 private:
  std::unique_lock<std::mutex> turn() {
    waiting_.fetch_add(1, std::memory_order_relaxed);
    std::unique_lock lock(turn_);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    return lock;
  }
  std::shared_lock<std::shared_mutex> enter() {
    const auto in_turn = turn();
    return std::shared_lock(inside_);
  }
  std::atomic<int> waiting_ = 0;
  std::mutex turn_;
  std::shared_mutex inside_;
};

// How long queries of a planner took, for `fastest`, which learns from it.
struct QueryTimes {
  const Planner* planner;
  double micros;  // of each
  uint32_t count;
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

  // Queries keep so many times at most, and wake the thread of the navigator after so many.
  static constexpr size_t kMostTimes = 256, kFewTimes = 32;
  std::mutex times_mutex;
  std::vector<QueryTimes> times;  // of queries since the last round of work
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

  bool contains(Cell cell) const { return cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height; }
  CellId id(Cell cell) const {
    return static_cast<CellId>(cell.y) * static_cast<CellId>(width) + static_cast<CellId>(cell.x);
  }

  // The thread that builds.
  void start();
  void stop();
  void wake();
  // Waits until the thread has worked once more, or for some milliseconds. Returns false if the thread has ended.
  bool wait_a_little();

  const AgentWorld* agent(AgentId id) const { return id.number < agents.size() ? agents[id.number].get() : nullptr; }
  AgentWorld* agent(AgentId id) { return id.number < agents.size() ? agents[id.number].get() : nullptr; }
  size_t memory_bytes() const;

  // The following functions are for writers.
  // Switches these structures off if all agents together are beyond the limit of memory. Returns whether it did.
  bool keep_to_limit(AgentWorld& agent, StructureSet grown);
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
inline Error moved_from(std::string where) { return wrong_argument(std::move(where), "this object was moved from"); }
inline Error no_memory(std::string where) { return {std::move(where), "memory ran out", ErrorCode::kMemory}; }
inline Error no_such_agent(std::string where) {
  return wrong_argument(std::move(where), "the navigator has no agents of this id");
}

}  // namespace strata
