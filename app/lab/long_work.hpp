// Purpose: LongWork lets the window live while one command takes long: work in slices asks between two slices whether
// it
//          goes on. Meanwhile the program draws what is at work, with a button that stops it, and sees signals that end
//          the program. Files from other hands have a limit of time and of memory.
// How: A Scope says that something is at work; scopes within it are part of it. Once go_on() has said no it does so
// until
//      the scope that was stopped ends, so that all work in it ends soon. Outside of scopes work is not asked about.
// Units: Seconds of the system's clock; bytes of the whole program, beyond those when the scope began.
// Threads: The lab's thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kLongWorkFeature;

struct WorkLimits {
  double seconds = 0;    // 0: no limit
  size_t bytes = 0;      // 0: no limit
  bool can_stop = true;  // false: it goes on whatever happens, as what brings the user's own work back must
};
// What lessons, cards and workspaces may take while one of their steps, or all of them, is prepared. A workspace may be
// of a large map of the user's own.
inline constexpr WorkLimits kLessonLimits{20, size_t{2} << 30}, kWorkspaceLimits{60, size_t{4} << 30};

// What is told of the work.
struct ShownWork {
  std::string_view title;
  double seconds = 0;  // since it began
  bool can_stop = true;
};

class LongWork : public FeatureController {
  using Clock = std::chrono::steady_clock;

  // Of the scopes that are open, together.
  struct Bounds {
    std::string title;
    Clock::time_point end = Clock::time_point::max();
    double seconds = 0;  // until the end, from where it was set
    size_t most_bytes = SIZE_MAX, bytes = 0;
    bool can_stop = true;
  };

 public:
  // Draws what is at work. Returns false if the user stops it, or a signal ends the program.
  using Host = std::function<bool(const ShownWork&)>;

  explicit LongWork(Lab& lab) : FeatureController(lab) {}

  class Scope {
   public:
    Scope(const Lab& lab, std::string_view title, const WorkLimits& limits = {});
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

    bool go_on() { return work_.go_on(); }
    Status status() const { return work_.status(); }

   private:
    LongWork& work_;
    Bounds before_;
    bool ends_stop_;  // what stops the work within it goes no further
  };

  // Between two slices: whether the work goes on. It takes no time to speak of.
  bool go_on();
  // Success, or that the work was stopped and why: "stopped, as it takes longer than 20 s".
  Status status() const;
  bool any() const { return leader().depth_ > 0; }  // something is at work that can be stopped
  bool has_host() const { return any() && leader().host_ != nullptr; }
  void set_host(Host host) { host_ = std::move(host); }
  // The work of this lab counts as that of another one, whose lab lives longer.
  void follow(LongWork& other) { leader_ = &other; }
  // For tests: limits in place of those that files have.
  void set_limits_of_files(WorkLimits limits) { limits_of_files_ = limits; }
  WorkLimits limits_of_files(WorkLimits usual) const { return leader().limits_of_files_.value_or(usual); }

 private:
  LongWork& leader() { return leader_ != nullptr ? leader_->leader() : *this; }
  const LongWork& leader() const { return leader_ != nullptr ? leader_->leader() : *this; }

  LongWork* leader_ = nullptr;
  Host host_;
  std::optional<WorkLimits> limits_of_files_;
  int depth_ = 0;
  Bounds bounds_;
  std::string stopped_;  // why; empty: it goes on
  Clock::time_point begun_, next_look_;
};

LongWork& long_work(const Lab& lab);

// Builds what is due in slices, and waits for what the background builds. Returns false if it was stopped: the rest is
// built as the next ticks go on. Outside of scopes it builds nothing.
bool build_in_slices(Lab& lab);

}  // namespace strata
