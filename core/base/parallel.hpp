// Purpose: Threads shares work on many items out among several threads (oneTBB). ThreadSanitizer does not see how
//          oneTBB synchronises, as oneTBB is not built with it, and would report races. So every piece of work says
//          here what it comes after.
// Threads: One call at a time for each object. limit_threads() is called from one thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace strata {

class Threads {
 public:
  explicit Threads(int count = 0);  // 0: as many as the processor has
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  size_t count() const { return count_; }

  // Calls visit(begin, end, thread) for pieces of [begin, end), of at most `grain` items each, in any order; pieces
  // that run at the same time have different thread numbers, below count().
  template <class Visit>
  void for_pieces(size_t begin, size_t end, size_t grain, Visit&& visit) {
    if (begin >= end) return;
    if (count_ == 1 || end - begin <= grain) {
      visit(begin, end, size_t{0});
      return;
    }
    Body<Visit> body{visit, *this};
    const auto piece = [](void* of, size_t from, size_t to, size_t thread) {
      static_cast<void>(calls_.load(std::memory_order_acquire));
      (*static_cast<Body<Visit>*>(of))(from, to, thread);
    };
    calls_.fetch_add(1, std::memory_order_release);
    run(begin, end, grain, &body, piece);
    for (Slot& slot : slots_) static_cast<void>(slot.order.load(std::memory_order_acquire));
  }
  // Sorts in several threads.
  void sort(std::vector<uint64_t>& values);

 private:
  // Orders the pieces of one thread number one after the other, and before the end of the call.
  struct alignas(64) Slot {
    std::atomic<uint32_t> order = 0;
  };
  template <class Visit>
  struct Body {
    Visit& visit;
    Threads& threads;
    void operator()(size_t from, size_t to, size_t thread) {
      std::atomic<uint32_t>& order = threads.slots_[thread].order;
      static_cast<void>(order.load(std::memory_order_acquire));
      visit(from, to, thread);
      order.fetch_add(1, std::memory_order_release);
    }
  };
  using Piece = void (*)(void* body, size_t from, size_t to, size_t thread);
  void run(size_t begin, size_t end, size_t grain, void* body, Piece piece);

  // Orders everything before a call before its pieces.
  static inline std::atomic<uint64_t> calls_ = 0;

  struct Arena;
  std::unique_ptr<Arena> arena_;
  size_t count_ = 1;
  std::vector<Slot> slots_;
};

// Limits how many threads work at once in all objects of the program; 0: as many as the processor has. It holds at
// once, also for objects that are there already.
void limit_threads(int count);
int machine_threads();  // threads of the processor

}  // namespace strata
