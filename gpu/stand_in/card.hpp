// Purpose: A card on the processor, for the calls of gpu/stand_in/runtime.hpp: memory of its own, streams that are
//          threads, events, errors that come late; and what only a stand-in can do: it tells whoever misuses it.
// How: What is asked of a stream is a task in a list that its thread works off. The caller only gives and the thread
// only
//      takes, so that ThreadSanitizer sees no order between the two but at a wait; that is why there is no lock.
//      Nothing but work of a stream can touch memory of the card: without any its pages are closed.
// Differs: Other than a card it takes the unlucky side wherever CUDA leaves it open: what was not waited for is not
//          done. Memory of the host that is not pinned is copied as CUDA does, or as if it was pinned.
// Threads: Calls from one thread at a time. Those of a stream are its own.
#pragma once

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace strata::cuda_emulator {

enum cudaError_t : int;

struct EmulatedGpuOptions {
  size_t memory_bytes = SIZE_MAX;
  unsigned processors = 1;
  unsigned threads_per_processor = 64;
  bool late = false;  // streams do nothing before somebody waits for them
  bool pageable_is_waited =
      true;  // copies of memory that is not pinned: true: as CUDA does; false: as of pinned memory
  uint64_t fails_at = UINT64_MAX;  // this piece of work fails, counted from 0, and the card with it
  bool closes = false;             // its memory to the host; takes time
  bool stops = false;              // the program, at the first misuse
};

class EmulatedGpu;
struct Stream;

// Memory of the card that belongs to somebody, in pieces as long as they can be, where it is closed.
struct Runs {
  std::vector<std::span<std::byte>> pieces;
  std::byte* begin = nullptr;  // of the addresses that were ever given to anybody
  std::byte* end = nullptr;
};

// What a stream is to do, or has done.
struct Task {
  std::function<void()> work;
  bool counts = false;  // as a piece of work that can fail
  bool rings = false;   // tells the one who waits
  cudaError_t failure{};
  const Runs* open = nullptr;  // as they were when it was asked for
  std::atomic<Task*> next = nullptr;
};

struct Event {
  bool alive = true;
  Stream* stream = nullptr;  // in which it was recorded last
  uint64_t number = 0;       // as so-many-th task
  std::atomic<int64_t> nanoseconds = 0;
};

struct Stream {
  EmulatedGpu* card = nullptr;
  bool alive = true;
  std::thread thread;
  sem_t work, done;
  Task* first = nullptr;                           // of the thread: done with
  Task* last = nullptr;                            // of the caller
  uint64_t asked = 0, begun = 0, waited = 0;       // tasks
  std::vector<std::span<const std::byte>> pinned;  // read or written by what was not waited for
};

class EmulatedGpu {
 public:
  explicit EmulatedGpu(const EmulatedGpuOptions& options);
  ~EmulatedGpu();
  EmulatedGpu(const EmulatedGpu&) = delete;
  EmulatedGpu& operator=(const EmulatedGpu&) = delete;

  const EmulatedGpuOptions& options() const { return options_; }
  size_t allocated() const { return allocated_; }
  // What was done that must not be done, in words.
  const std::vector<std::string>& misuses() const { return misuses_; }
  void misuse(std::string what);

  // The card that the calls of this thread mean.
  static EmulatedGpu* current();

  // What a call returns: `error`, or that the card has failed.
  cudaError_t answer(cudaError_t error);
  cudaError_t note(cudaError_t error);               // for those who ask for it later
  cudaError_t take_error();                          // forgets it, but for that of a card that has failed
  cudaError_t error() const { return last_error_; }  // of the calls since

  cudaError_t allocate(size_t bytes, void** memory);
  cudaError_t release(void* memory);
  cudaError_t allocate_host(size_t bytes, void** memory);
  cudaError_t release_host(void* memory);
  // All of it in one piece of memory of the card that is not freed; else it is a misuse by `who`.
  bool on_card(const void* begin, size_t bytes, const char* who);
  bool on_host(const void* begin, size_t bytes, const char* who);
  bool is_pinned(const void* begin) const;
  // A kernel may get pointers to memory of the card and to no other: looks for such in the bytes of its parameters.
  void inspect(std::span<const std::byte> parameters);

  Stream* open_stream();
  bool knows(const Stream* stream, const char* who);
  void close(Stream& stream);
  void ask(Stream& stream, std::function<void()> work, bool counts, cudaError_t failure);
  void wait(Stream& stream);
  void wait_for_all();
  Event* make_event();
  bool knows(const Event* event, const char* who);

 private:
  friend class EmulatedGpuInUse;
  struct Block {
    size_t bytes = 0, reserved = 0;
  };
  Task& add(Stream& stream);
  void work_off(Stream& stream);
  void do_task(const Task& task);
  std::byte* place(size_t bytes);
  bool was_freed(const std::byte* at) const;
  void note_runs();
  void enter(const Runs& runs, bool first);
  void leave();

  EmulatedGpuOptions options_;
  std::vector<std::string> misuses_;
  cudaError_t last_error_{};
  std::atomic<int> failed_ = 0;
  std::atomic<uint64_t> pieces_ = 0;

  // Memory of the card; if it is closed, pages of one range of addresses.
  std::byte* arena_ = nullptr;
  std::byte* arena_end_ = nullptr;
  std::byte* next_place_ = nullptr;
  size_t allocated_ = 0;
  std::map<std::byte*, Block> blocks_;
  std::map<std::byte*, size_t> freed_;
  std::deque<Runs> runs_;  // the last ones are those now; the others are still known to tasks
  // What is open while streams work. These are addresses and not the runs of another stream's task: its vector must not
  // be read here, because nothing orders its writing before it.
  std::atomic<std::byte*> open_begin_ = nullptr;
  std::atomic<std::byte*> open_end_ = nullptr;
  std::atomic<int> working_ = 0;
  std::atomic<bool> gate_ = false;

  std::map<std::byte*, size_t> pinned_;
  std::deque<Stream> streams_;
  std::deque<Event> events_;
};

// While it lives, calls of this thread mean the card.
class EmulatedGpuInUse {
 public:
  explicit EmulatedGpuInUse(EmulatedGpu& card);
  ~EmulatedGpuInUse();
  EmulatedGpuInUse(const EmulatedGpuInUse&) = delete;
  EmulatedGpuInUse& operator=(const EmulatedGpuInUse&) = delete;

 private:
  EmulatedGpu* before_;
};

}  // namespace strata::cuda_emulator
