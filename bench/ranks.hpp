// Purpose: Ranks hands tasks out over the processes that `mpirun` has started, so that commands run on many machines
//          as they do on one: rank 0 hands out one task after another and takes the answers as they come, the other
//          ranks work on them. Without mpirun, or where the program was built without MPI, there is one rank.
// Errors: A rank that ends early ends the run: mpirun stops the others.
// Threads: All functions are called by the main thread.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace strata::bench {

class Ranks {
 public:
  // Call it at the beginning of main. If mpirun has started the program, MPI begins here and ends with the object.
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  static bool built_in();  // whether the program was built with MPI

  int rank() const { return rank_; }
  int count() const { return count_; }
  bool is_first() const { return rank_ == 0; }
  bool several() const { return count_ > 1; }

  // Has the other ranks do all tasks: `work` returns the answer to the task of a number, and runs on any of them. On
  // rank 0 `take` is called with each answer, in the order in which they come. Returns on all ranks when all is done.
  // All ranks call it with equal `tasks`; with one rank, that one does them all.
  void hand_out(size_t tasks, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, std::string)>& take) const;
  // Ends all ranks with the exit code, if there are several.
  void end_all(int code) const;
  // Returns the text of rank 0 on all ranks.
  std::string same_everywhere(const std::string& text) const;

 private:
  int rank_ = 0, count_ = 1;
  bool begun_ = false;
};

// Returns those of this program: one rank, if main made none.
const Ranks& ranks();

}  // namespace strata::bench
