// Purpose: An Interruption pauses or ends a search in another thread whenever the owner of what the search reads wants
//          to change it.
// How: The search passes points at which it may be paused (interruption_point), some thousand times a second. Such a
//      point costs the look at one variable of the thread, and nothing where nobody can interrupt.
// Errors: A search that has to end throws SearchStopped, which only the loop of its thread catches. Its answer would be
//         of no use to anybody.
// Threads: `pause`, `resume` and `stop` come from the owner's thread, `enter`, `leave` and `rest` from the search's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace strata {

struct SearchStopped {};

class Interruption {
 public:
  // The search's side: between these two it reads what belongs to the owner. `enter` waits while the owner changes it;
  // false: nothing may be read any more, see `stop`.
  bool enter();
  void leave();
  void point() {
    if (wanted_.load(std::memory_order_relaxed)) rest();
  }
  // How long the search has stood still since `enter`.
  double rested_micros() const { return rested_micros_; }

  // The owner's side. After `pause` and until `resume` the search stands still: what it reads may be changed as long as
  // it can go on with what it has read so far.
  void pause();
  void resume();
  // The search under way gives up, and none enters until `open`. When this returns nobody reads.
  void stop();
  void open();

  static Interruption*& of_this_thread();

 private:
  void rest();

  std::atomic<bool> wanted_ = false;  // the search must not read now
  std::mutex mutex_;
  std::condition_variable changed_;
  bool active_ = false;  // between `enter` and `leave`
  bool inside_ = false;  // active, and not at rest
  bool paused_ = false;
  bool stopped_ = false;
  double rested_micros_ = 0;
};

// Where a search may be interrupted.
inline void interruption_point() {
  if (Interruption* interruption = Interruption::of_this_thread()) interruption->point();
}

}  // namespace strata
