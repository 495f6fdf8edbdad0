// Purpose: An Interruption pauses or ends a search in another thread, so that the owner of the data that the search
//          reads can change them.
// How: The search calls interruption_point some thousand times a second. A call reads one thread-local variable, and
//      does nothing if the thread has no Interruption.
// Errors: A search that must end throws SearchStopped, which only the main loop of its thread catches. Its
//         result is discarded.
// Threads: The owner's thread calls `pause`, `resume`, `stop` and `open`; the thread of the search calls `enter`,
//          `leave` and `point`.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace strata {

struct SearchStopped {};

class Interruption {
 public:
  // For the search: it reads data of the owner only between `enter` and `leave`. `enter` waits while the search is
  // paused; it returns false after `stop`, when the data must not be read.
  bool enter();
  void leave();
  void point() {
    if (wanted_.load(std::memory_order_relaxed)) rest();
  }
  // Returns how long the search has been paused since `enter`, in microseconds.
  double rested_micros() const { return rested_micros_; }

  // For the owner: the search is paused between `pause` and `resume`. In that time the data may change only so far that
  // the search can continue with what it has already read.
  void pause();
  void resume();
  // Ends the current search and rejects others until `open`. When `stop` returns, no search reads the data.
  void stop();
  void open();

  static Interruption*& of_this_thread();

 private:
  void rest();

  std::atomic<bool> wanted_ = false;  // the search must pause or end
  std::mutex mutex_;
  std::condition_variable changed_;
  bool active_ = false;  // between `enter` and `leave`
  bool inside_ = false;  // active and not paused
  bool paused_ = false;
  bool stopped_ = false;
  double rested_micros_ = 0;
};

// Pauses or ends the search of this thread if the owner of its data wants that.
inline void interruption_point() {
  if (Interruption* interruption = Interruption::of_this_thread()) interruption->point();
}

}  // namespace strata
