// Purpose: LongWork keeps the window responsive while one command takes long. The work is divided into slices, and
//          asks go_on() between two slices whether to continue. Meanwhile the program shows the work with a button
//          that stops it, and handles signals that end the program. Work for files from other people has a limit of
//          time and of memory.
// How: A WorkScope marks long work; a scope within another one is part of its work. Once go_on() has returned false, it
//      returns false until the stopped scope ends, so that all work in the scope ends soon. Outside of scopes
//      go_on() returns true.
// Units: Seconds of the system's clock; bytes of the whole program, above those at the beginning of the scope.
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
  double seconds = 0;  // 0: no limit
  size_t bytes = 0;    // 0: no limit
  // False: the user cannot stop the work, for example when it restores the user's own work.
  bool can_stop = true;
};
// The limits for preparing one step, or all steps, of a lesson or figure card; and for opening a workspace. A workspace
// may contain a large map of the user, so that its limits are higher.
inline constexpr WorkLimits kLessonLimits{20, size_t{2} << 30}, kWorkspaceLimits{60, size_t{4} << 30};

// What the program shows of the work.
struct LongWorkStatus {
  std::string_view title;
  double seconds = 0;  // time since the work began
  bool can_stop = true;
};

class LongWork : public FeatureController {
  using Clock = std::chrono::steady_clock;

  // The limits that result from all open scopes together.
  struct CombinedLimits {
    std::string title;
    Clock::time_point end = Clock::time_point::max();
    // The limit in seconds by which `end` was computed.
    double seconds = 0;
    size_t most_bytes = SIZE_MAX, bytes = 0;
    bool can_stop = true;
  };

 public:
  // A ProgressHost draws the work and handles input. It returns false if the user stops the work, or if a signal
  // ends the program.
  using ProgressHost = std::function<bool(const LongWorkStatus&)>;

  explicit LongWork(Lab& lab) : FeatureController(lab) {}

  class WorkScope {
   public:
    WorkScope(const Lab& lab, std::string_view title, const WorkLimits& limits = {});
    ~WorkScope();
    WorkScope(const WorkScope&) = delete;
    WorkScope& operator=(const WorkScope&) = delete;

    bool go_on() { return work_.go_on(); }
    Status status() const { return work_.status(); }

   private:
    LongWork& work_;
    CombinedLimits before_;
    // If the work is stopped within this scope, the outer scope goes on.
    bool ends_stop_;
  };

  // Returns whether the work shall go on. It is called between two slices, and takes next to no time.
  bool go_on();
  // Returns success, or an error with the reason why the work was stopped: "stopped, as it takes longer than 20 s".
  Status status() const;
  // Returns whether a scope is open.
  bool any() const { return leader().depth_ > 0; }
  bool has_host() const { return any() && leader().host_ != nullptr; }
  void set_host(ProgressHost host) { host_ = std::move(host); }
  // From now on the work of this lab counts as part of the work of the other lab, which must outlive this one.
  void follow(LongWork& other) { leader_ = &other; }
  // Replaces the limits of files, for tests.
  void set_limits_of_files(WorkLimits limits) { limits_of_files_ = limits; }
  WorkLimits limits_of_files(WorkLimits usual) const { return leader().limits_of_files_.value_or(usual); }

 private:
  LongWork& leader() { return leader_ != nullptr ? leader_->leader() : *this; }
  const LongWork& leader() const { return leader_ != nullptr ? leader_->leader() : *this; }

  LongWork* leader_ = nullptr;
  ProgressHost host_;
  std::optional<WorkLimits> limits_of_files_;
  int depth_ = 0;
  CombinedLimits bounds_;
  // Says why the work was stopped; empty: it was not.
  std::string stopped_;
  Clock::time_point begun_, next_look_;
};

LongWork& long_work(const Lab& lab);

// Does all builds that are due, in slices, and waits for those in the background. Returns false if the work was
// stopped; the next ticks then do the remaining builds. Outside of scopes nothing is built.
bool build_in_slices(Lab& lab);

}  // namespace strata
