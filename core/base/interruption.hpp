// Purpose: An Interruption pauses or ends a search in another thread whenever the owner of what the search reads wants
//          to change it.
// How: The search passes points at which it may be paused (interruption_point), some thousand times a second. Such a
//      point reads one variable of the thread, and costs nothing where no owner can interrupt.
// Errors: A search that has to end throws SearchStopped, which only the loop of its thread catches. Its result would be
//         useless.
// Threads: `pause`, `resume` and `stop` are called from the owner's thread, `enter`, `leave` and `rest` from the
//          search's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace strata {

struct SearchStopped {};

class Interruption {
 public:
  // For the search: between `enter` and `leave` it reads data of the owner. `enter` waits while the owner changes the
  // data; it returns false if the data must not be read any more, see `stop`.
  bool enter();
  void leave();
  void point() {
    if (wanted_.load(std::memory_order_relaxed)) rest();
  }
  // How long the search has been paused since `enter`.
  double rested_micros() const { return rested_micros_; }

  // For the owner: between `pause` and `resume` the search is paused, and its data may be changed as long as the search
  // can go on with what it has read so far.
  void pause();
  void resume();
  // Ends the current search and lets no other enter until `open`. When it returns no search reads.
  void stop();
  void open();

  static Interruption*& of_this_thread();

 private:
  void rest();

  std::atomic<bool> wanted_ = false;  // the search must not read now
  std::mutex mutex_;
  std::condition_variable changed_;
  bool active_ = false;  // between `enter` and `leave`
  bool inside_ = false;  // active and not paused
  bool paused_ = false;
  bool stopped_ = false;
  double rested_micros_ = 0;
};

// A point at which the search may be interrupted.
inline void interruption_point() {
  if (Interruption* interruption = Interruption::of_this_thread()) interruption->point();
}

}  // namespace strata
