// Purpose: A TreeSchedule visits all ranks of an elimination in several threads, so that each rank comes after all its
//          ancestors in the elimination tree, or after all its descendants. Small eliminations are visited in one
//          thread.
// Differs: Small subtrees are visited by one thread each. The ranks above them are visited depth by depth.
// Threads: An object serves one call at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/parallel.hpp"
#include "core/ch/elimination.hpp"

namespace strata {

class TreeSchedule {
 public:
  explicit TreeSchedule(const Elimination& elimination);

  size_t threads() const { return threads_ ? threads_->count() : 1; }

  // Calls visit(rank, thread) for all ranks: for a rank after the calls for all its ancestors have returned. Calls at
  // the same time have different values of `thread`, below threads(). Returns false if `control`, which may be null,
  // was cancelled.
  template <class Visit>
  bool go_down(const JobControl* control, Visit&& visit) {
    for (size_t batch = 0; batch + 1 < batches_.size(); ++batch) {
      if (!run(batch, control, true, visit)) return false;
    }
    return true;
  }
  // The same for a rank after all its descendants.
  template <class Visit>
  bool go_up(const JobControl* control, Visit&& visit) {
    for (size_t batch = batches_.size() - 1; batch-- > 0;) {
      if (!run(batch, control, false, visit)) return false;
    }
    return true;
  }

 private:
  static constexpr uint32_t kLooks = 256;  // ranks between two checks for a cancel

  // Visits the lists of one batch, none of which has an ancestor of a rank in another one.
  template <class Visit>
  bool run(size_t batch, const JobControl* control, bool down, Visit& visit) {
    std::atomic<bool> cancelled = false;
    const auto visit_lists = [&](size_t begin, size_t end, size_t thread) {
      for (size_t list = begin; list < end; ++list) {
        const uint32_t first = lists_[list], last = lists_[list + 1];
        for (uint32_t i = 0; i < last - first; ++i) {
          if (control != nullptr && i % kLooks == 0 && control->cancelled()) cancelled = true;
          if (cancelled.load(std::memory_order_relaxed)) return;
          visit(ranks_[down ? first + i : last - 1 - i], thread);
        }
      }
    };
    const size_t begin = batches_[batch], end = batches_[batch + 1];
    if (threads_) {
      threads_->for_pieces(begin, end, 1, visit_lists);
    } else {
      visit_lists(begin, end, 0);
    }
    return !cancelled;
  }

  std::optional<Threads> threads_;
  std::vector<uint32_t> ranks_;    // by list, descending
  std::vector<uint32_t> lists_;    // start of each list in `ranks_`, and the end of the last one
  std::vector<uint32_t> batches_;  // start of each batch in `lists_`, and the end of the last one
};

}  // namespace strata
