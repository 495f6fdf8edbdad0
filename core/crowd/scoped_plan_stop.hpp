// Purpose: A ScopedPlanStop can end the planning of a tick early. During its lifetime the crowd calls its function
//          between the searches of a tick, of which there may be thousands, and stops planning when that returns false.
//          The remaining agents are planned in later ticks.
// Threads: It applies to ticks of the thread that created it, during its lifetime.
#pragma once

#include <functional>
#include <utility>

namespace strata {

class ScopedPlanStop {
 public:
  // Planning stops once `go_on` returns false. `go_on` may be null: then planning is never stopped.
  explicit ScopedPlanStop(std::function<bool()> go_on)
      : go_on_(std::move(go_on)), before_(std::exchange(of_thread(), this)) {}
  ~ScopedPlanStop() { of_thread() = before_; }
  ScopedPlanStop(const ScopedPlanStop&) = delete;
  ScopedPlanStop& operator=(const ScopedPlanStop&) = delete;

  static bool any() { return of_thread() != nullptr && of_thread()->go_on_ != nullptr; }
  static bool go_on() { return !any() || of_thread()->go_on_(); }

 private:
  static ScopedPlanStop*& of_thread() {
    static thread_local ScopedPlanStop* now = nullptr;
    return now;
  }

  std::function<bool()> go_on_;
  ScopedPlanStop* before_;
};

}  // namespace strata
