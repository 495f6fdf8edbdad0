// Purpose: An EmulatedGpu is a card on the processor, for the calls of gpu/stand_in/runtime.hpp: its own memory,
//          streams that are threads, events, and errors that come late. Unlike a card, it reports every misuse.
// How: Work of a stream is a list of tasks that its thread runs. The caller only adds tasks and the thread only removes
//      them, without a lock, so that ThreadSanitizer sees no order between the two except at a wait. Only work of a
//      stream can access memory of the card: while no stream works, its pages are closed.
// Differs: Where CUDA leaves the result open, this card takes the worst case: work that was not waited for is not done.
//          Copies of host memory that is not pinned behave as in CUDA, or like copies of pinned memory.
// Threads: Calls come from one thread at a time. Streams have their own threads.
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
  bool late = false;  // streams run work only when the caller waits for it
  bool pageable_is_waited =
      true;  // copies of memory that is not pinned: true: as in CUDA; false: like copies of pinned memory
  uint64_t fails_at = UINT64_MAX;  // this piece of work, counted from 0, fails, and so does the card
  bool closes = false;             // closes its memory to the host, which takes time
  bool stops = false;              // ends the program at the first misuse
};

class EmulatedGpu;
struct Stream;

// Allocated memory of a card that closes it, in pieces as long as possible.
struct Runs {
  std::vector<std::span<std::byte>> pieces;
  std::byte* begin = nullptr;  // first of the addresses that were ever allocated
  std::byte* end = nullptr;
};

// A task of a stream, queued or done.
struct Task {
  std::function<void()> work;
  bool counts = false;  // it is a piece of work that can fail
  bool rings = false;   // it wakes the caller that waits
  cudaError_t failure{};
  const Runs* open = nullptr;  // the allocated memory when the task was queued
  std::atomic<Task*> next = nullptr;
};

struct Event {
  bool alive = true;
  Stream* stream = nullptr;  // stream of the last record
  uint64_t number = 0;       // number of its task in the stream
  std::atomic<int64_t> nanoseconds = 0;
};

struct Stream {
  EmulatedGpu* card = nullptr;
  bool alive = true;
  std::thread thread;
  sem_t work, done;
  Task* first = nullptr;                           // used by the thread: the last task that is done
  Task* last = nullptr;                            // used by the caller: the last task that was queued
  uint64_t asked = 0, begun = 0, waited = 0;       // numbers of tasks
  std::vector<std::span<const std::byte>> pinned;  // pinned memory that work since the last wait reads or writes
};

class EmulatedGpu {
 public:
  explicit EmulatedGpu(const EmulatedGpuOptions& options);
  ~EmulatedGpu();
  EmulatedGpu(const EmulatedGpu&) = delete;
  EmulatedGpu& operator=(const EmulatedGpu&) = delete;

  const EmulatedGpuOptions& options() const { return options_; }
  size_t allocated() const { return allocated_; }
  // Returns the misuses so far, in words.
  const std::vector<std::string>& misuses() const { return misuses_; }
  void misuse(std::string what);

  // Returns the card that calls of this thread use.
  static EmulatedGpu* current();

  // Returns the result of a call: `error`, or that the card has failed.
  cudaError_t answer(cudaError_t error);
  cudaError_t note(cudaError_t error);               // keeps the error for a later call
  cudaError_t take_error();                          // forgets the error, unless the card has failed
  cudaError_t error() const { return last_error_; }  // error of the calls since the last take_error

  cudaError_t allocate(size_t bytes, void** memory);
  cudaError_t release(void* memory);
  cudaError_t allocate_host(size_t bytes, void** memory);
  cudaError_t release_host(void* memory);
  // Returns whether the bytes lie in one allocated piece of the card's memory. If not, that is a misuse by `who`.
  bool on_card(const void* begin, size_t bytes, const char* who);
  bool on_host(const void* begin, size_t bytes, const char* who);
  bool is_pinned(const void* begin) const;
  // Checks a kernel's parameters for pointers: they may only point to memory of the card.
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

  // Memory of the card. If it is closed, it has pages of one range of addresses.
  std::byte* arena_ = nullptr;
  std::byte* arena_end_ = nullptr;
  std::byte* next_place_ = nullptr;
  size_t allocated_ = 0;
  std::map<std::byte*, Block> blocks_;
  std::map<std::byte*, size_t> freed_;
  std::deque<Runs> runs_;  // the last element is current; tasks still use earlier elements
  // The memory that is open while streams work. Only addresses are kept, not the runs of another stream's task: that
  // vector must not be read here, because nothing orders its writing before the read.
  std::atomic<std::byte*> open_begin_ = nullptr;
  std::atomic<std::byte*> open_end_ = nullptr;
  std::atomic<int> working_ = 0;
  std::atomic<bool> gate_ = false;

  std::map<std::byte*, size_t> pinned_;
  std::deque<Stream> streams_;
  std::deque<Event> events_;
};

// While an object lives, calls of this thread use its card.
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
