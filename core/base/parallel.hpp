// Purpose: Threads divides a loop over many items among several threads (oneTBB).
// How: ThreadSanitizer does not see the synchronisation inside oneTBB, which is built without it, and would report
//      races. So atomic variables here repeat the order of the pieces for it.
// Threads: An object serves one call at a time. limit_threads() is called from one thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace strata {

class Threads {
 public:
  explicit Threads(int count = 0);  // 0: the number of hardware threads
  ~Threads();
  Threads(const Threads& other) : Threads(static_cast<int>(other.count_)) {}  // new threads, the same number
  Threads& operator=(const Threads&) = delete;

  size_t count() const { return count_; }

  // Calls visit(begin, end, thread) for pieces of [begin, end), of at most `grain` items each, in any order. Pieces
  // that run at the same time have different values of `thread`, all below count().
  template <class Visit>
  void for_pieces(size_t begin, size_t end, size_t grain, Visit&& visit) {
    if (begin >= end) return;
    if (count_ == 1 || end - begin <= grain) {
      visit(begin, end, size_t{0});
      return;
    }
    LoopBody<Visit> body{visit, *this};
    const auto piece = [](void* of, size_t from, size_t to, size_t thread) {
      static_cast<void>(calls_.load(std::memory_order_acquire));
      (*static_cast<LoopBody<Visit>*>(of))(from, to, thread);
    };
    calls_.fetch_add(1, std::memory_order_release);
    run(begin, end, grain, &body, piece);
    for (ThreadSync& slot : slots_) static_cast<void>(slot.order.load(std::memory_order_acquire));
  }
  // Sorts in several threads.
  void sort(std::vector<uint64_t>& values);

 private:
  // Synchronises the pieces that run under one thread number: each sees the writes of the earlier ones, and the caller
  // sees those of all pieces.
  struct alignas(64) ThreadSync {
    std::atomic<uint32_t> order = 0;
  };
  template <class Visit>
  struct LoopBody {
    Visit& visit;
    Threads& threads;
    void operator()(size_t from, size_t to, size_t thread) {
      std::atomic<uint32_t>& order = threads.slots_[thread].order;
      static_cast<void>(order.load(std::memory_order_acquire));
      visit(from, to, thread);
      order.fetch_add(1, std::memory_order_release);
    }
  };
  using PieceFunction = void (*)(void* body, size_t from, size_t to, size_t thread);
  void run(size_t begin, size_t end, size_t grain, void* body, PieceFunction piece);

  // A call of for_pieces writes this variable before its pieces read it: everything done before the call is
  // visible to the pieces.
  static inline std::atomic<uint64_t> calls_ = 0;

  struct TaskArena;
  std::unique_ptr<TaskArena> arena_;
  size_t count_ = 1;
  std::vector<ThreadSync> slots_;
};

// Limits the number of threads that work at once in all Threads of the program; 0: the number of hardware threads. The
// limit takes effect at once, also for existing objects.
void limit_threads(int count);
int machine_threads();  // number of hardware threads

}  // namespace strata
