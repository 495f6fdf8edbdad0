// This file holds the thread of a Navigator, which builds structures in slices.
#include <algorithm>
#include <chrono>

#include "core/world/refusal.hpp"
#include "library/navigator_state.hpp"

namespace strata {
namespace {

constexpr double kSliceMillis = 1;                     // an edit and the queries wait about so long for a slice
constexpr auto kPause = std::chrono::milliseconds(2);  // between two looks at background jobs
// The keeper decides anew after some calls; a round of work asks for one decision at most.
constexpr uint32_t kCallsOfKeeper = 17;

}  // namespace

size_t NavigatorState::memory_bytes() const {
  size_t bytes = cost.size();
  for (const auto& one : agents) bytes += strata::memory_bytes(one->world);
  return bytes;
}

bool NavigatorState::keep_to_limit(AgentWorld& agent, StructureSet grown) {
  if (memory_limit == 0 || memory_bytes() <= memory_limit) return false;
  bool off = false;
  for (const StructureId one : kAllStructures) {
    if (!grown.contains(one) || is_always_kept(one) || !agent.world.has(one)) continue;
    (void)agent.world.set(one, AnyOptions());
    agent.refused[static_cast<size_t>(one)] = "it would take more memory than the limit of the navigator";
    off = true;
  }
  return off;
}

bool NavigatorState::work(AgentWorld& agent) {
  World& world = agent.world;
  uint32_t queries = 0;
  {
    const std::lock_guard lock(agent.times_mutex);
    for (const QueryTimes& time : agent.times) {
      for (uint32_t i = 0; i < time.count; ++i) agent.keeper.note_query(*time.planner, time.micros);
      queries += time.count;
    }
    agent.times.clear();
  }
  std::array<size_t, kStructures> bytes{};
  StructureSet ready;
  for (const StructureId one : kAllStructures) {
    if (memory_limit == 0 || !world.has(one)) continue;
    bytes[static_cast<size_t>(one)] = strata::memory_bytes(world, one);
    if (world.ready(one)) ready.insert(one);
  }
  if (agent.builds_what_pays) {
    const uint32_t calls = std::clamp<uint32_t>(queries, 1, kCallsOfKeeper);
    for (uint32_t i = 0; i < calls; ++i) (void)agent.keeper.prepare(world);
  }
  (void)world.work(kSliceMillis);
  if (memory_limit > 0 && memory_bytes() > memory_limit) {
    StructureSet grown;
    for (const StructureId one : kAllStructures) {
      if (!world.has(one)) continue;
      const bool larger = strata::memory_bytes(world, one) > bytes[static_cast<size_t>(one)];
      if (larger || !ready.contains(one)) grown.insert(one);
    }
    if (keep_to_limit(agent, grown)) agent.builds_what_pays = false;
  }
  note_ready(agent);
  return !is_finished(world);
}

void NavigatorState::start() {
  thread_ = std::thread([this] { run(); });
}

void NavigatorState::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  woken_.notify_all();
  worked_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void NavigatorState::wake() {
  {
    const std::lock_guard lock(mutex_);
    pending_ = true;
  }
  woken_.notify_one();
}

bool NavigatorState::wait_a_little() {
  std::unique_lock lock(mutex_);
  const uint64_t now = rounds_;
  worked_.wait_for(lock, 10 * kPause, [&] { return rounds_ != now || stopping_; });
  return !stopping_;
}

void NavigatorState::run() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [this] { return pending_ || stopping_; });
      if (stopping_) return;
      pending_ = false;
    }
    bool left = false, slices = false;
    gate.give_way();
    for (size_t i = 0;; ++i) {
      const Gate::Writer inside(gate);
      if (i >= agents.size()) break;
      try {
        left = work(*agents[i]) || left;
      } catch (const std::bad_alloc&) {  // the world gives up what it had not enough memory for
        note_ready(*agents[i]);
        left = true;
      }
      slices = slices || !agents[i]->world.ready();
    }
    std::unique_lock lock(mutex_);
    ++rounds_;
    worked_.notify_all();
    if (!left) continue;
    pending_ = true;
    // Jobs in other threads are waited for; slices leave the gate to those who wait there.
    woken_.wait_for(lock, slices ? std::chrono::milliseconds(0) : kPause, [this] { return stopping_; });
  }
}

}  // namespace strata
