// Purpose: A JobTurn lets a job in the background wait until it is its turn, so that no more jobs work at once than the
//          user wants.
// Threads: Any.
#pragma once

#include <functional>

namespace strata {

// Sets how many jobs that wait for their turn may work at once; 0: all of them.
void limit_jobs(int count);
// Lets jobs that wait see that they were cancelled.
void wake_waiting_jobs();

class JobTurn {
 public:
  // Waits for the turn, unless `in_turn` is false. `cancelled` ends the wait.
  JobTurn(bool in_turn, const std::function<bool()>& cancelled);
  ~JobTurn();
  JobTurn(const JobTurn&) = delete;
  JobTurn& operator=(const JobTurn&) = delete;

  bool ours() const { return ours_; }  // false: the job was cancelled before its turn

 private:
  bool ours_ = true;
  bool counted_ = false;
};

}  // namespace strata
