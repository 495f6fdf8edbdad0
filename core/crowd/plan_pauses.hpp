// Purpose: PlanPauses lets whoever has a crowd go a tick cut the tick short: between the searches of one tick, of which
//          there may be thousands, the crowd asks whether it goes on. Agents that are left are planned in later ticks.
// Threads: It holds for ticks of the thread that made it, while it lives.
#pragma once

#include <functional>
#include <utility>

namespace strata {

class PlanPauses {
 public:
  // Null: nobody is asked.
  explicit PlanPauses(std::function<bool()> go_on)
      : go_on_(std::move(go_on)), before_(std::exchange(of_thread(), this)) {}
  ~PlanPauses() { of_thread() = before_; }
  PlanPauses(const PlanPauses&) = delete;
  PlanPauses& operator=(const PlanPauses&) = delete;

  static bool any() { return of_thread() != nullptr && of_thread()->go_on_ != nullptr; }
  static bool go_on() { return !any() || of_thread()->go_on_(); }

 private:
  static PlanPauses*& of_thread() {
    static thread_local PlanPauses* now = nullptr;
    return now;
  }

  std::function<bool()> go_on_;
  PlanPauses* before_;
};

}  // namespace strata
