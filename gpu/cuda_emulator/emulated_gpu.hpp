// Purpose: An EmulatedGpu is a GPU emulated on the processor, for the calls of gpu/cuda_emulator/runtime.hpp: it has
//          its own memory, streams that are threads, events, and asynchronous errors. Unlike a GPU, it reports every
//          misuse.
// How: Each stream is a list of tasks and a thread that runs them. The caller only adds tasks, and the thread only
//      removes them, without a lock, so that ThreadSanitizer sees no order between the two except at a wait. Only tasks
//      can access device memory: while no stream works, its pages are protected.
// Differs: Where CUDA leaves the result undefined, this device takes the worst case: work that was not waited for is
//          not done. Copies of unpinned host memory behave as in CUDA, or like copies of pinned memory.
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
  bool late = false;               // tasks run only when the caller waits for them
  bool pageable_is_waited = true;  // copies of unpinned memory: true: as in CUDA; false: like copies of pinned memory
  uint64_t fails_at = UINT64_MAX;  // number, from 0, of the task that fails and makes the device fail
  bool closes = false;             // protects its memory from the host, which takes time
  bool stops = false;              // ends the program at the first misuse
};

class EmulatedGpu;
struct Stream;

// The allocated memory of a device that protects it, in pieces as long as possible.
struct AllocatedRanges {
  std::vector<std::span<std::byte>> pieces;
  std::byte* begin = nullptr;  // lowest address that was ever allocated
  std::byte* end = nullptr;
};

// A task of a stream, queued or done.
struct StreamTask {
  std::function<void()> work;
  bool counts = false;  // it counts as a task that can fail
  bool rings = false;   // it wakes the caller that waits
  cudaError_t failure{};
  const AllocatedRanges* open = nullptr;  // the allocated memory when the task was queued
  std::atomic<StreamTask*> next = nullptr;
};

struct Event {
  bool alive = true;
  Stream* stream = nullptr;  // stream of the last cudaEventRecord
  uint64_t number = 0;       // number of that task in the stream
  std::atomic<int64_t> nanoseconds = 0;
};

struct Stream {
  EmulatedGpu* card = nullptr;
  bool alive = true;
  std::thread thread;
  sem_t work, done;
  StreamTask* first = nullptr;                     // used by the thread: the last finished task
  StreamTask* last = nullptr;                      // used by the caller: the last queued task
  uint64_t asked = 0, begun = 0, waited = 0;       // numbers of tasks: queued, begun, waited for
  std::vector<std::span<const std::byte>> pinned;  // pinned memory used by tasks since the last wait
};

class EmulatedGpu {
 public:
  explicit EmulatedGpu(const EmulatedGpuOptions& options);
  ~EmulatedGpu();
  EmulatedGpu(const EmulatedGpu&) = delete;
  EmulatedGpu& operator=(const EmulatedGpu&) = delete;

  const EmulatedGpuOptions& options() const { return options_; }
  size_t allocated() const { return allocated_; }
  // Returns the misuses so far, as sentences.
  const std::vector<std::string>& misuses() const { return misuses_; }
  void misuse(std::string what);

  // Returns the device that the calls of this thread use.
  static EmulatedGpu* current();

  // Returns the result of a call: `error`, or the failure of the device.
  cudaError_t answer(cudaError_t error);
  cudaError_t note(cudaError_t error);               // stores the error for a later call
  cudaError_t take_error();                          // returns and clears the stored error; a failed device keeps it
  cudaError_t error() const { return last_error_; }  // the stored error

  cudaError_t allocate(size_t bytes, void** memory);
  cudaError_t release(void* memory);
  cudaError_t allocate_host(size_t bytes, void** memory);
  cudaError_t release_host(void* memory);
  // Returns whether the bytes lie in one allocated piece of device memory. Otherwise it reports a misuse by `who`.
  bool on_card(const void* begin, size_t bytes, const char* who);
  bool on_host(const void* begin, size_t bytes, const char* who);
  bool is_pinned(const void* begin) const;
  // Checks the parameters of a kernel for pointers, which may only point to device memory.
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
  struct AllocatedBlock {
    size_t bytes = 0, reserved = 0;
  };
  StreamTask& add(Stream& stream);
  void work_off(Stream& stream);
  void do_task(const StreamTask& task);
  std::byte* place(size_t bytes);
  bool was_freed(const std::byte* at) const;
  void note_runs();
  void enter(const AllocatedRanges& runs, bool first);
  void leave();

  EmulatedGpuOptions options_;
  std::vector<std::string> misuses_;
  cudaError_t last_error_{};
  std::atomic<int> failed_ = 0;
  std::atomic<uint64_t> pieces_ = 0;

  // The device memory. If it is protected, its pages lie in one range of addresses.
  std::byte* arena_ = nullptr;
  std::byte* arena_end_ = nullptr;
  std::byte* next_place_ = nullptr;
  size_t allocated_ = 0;
  std::map<std::byte*, AllocatedBlock> blocks_;
  std::map<std::byte*, size_t> freed_;
  std::deque<AllocatedRanges> runs_;  // the last element is current; tasks still use earlier elements
  // The memory that is accessible while streams work. Only its addresses are stored, because the `AllocatedRanges` of
  // another stream's task must not be read here: nothing orders its writing before that.
  std::atomic<std::byte*> open_begin_ = nullptr;
  std::atomic<std::byte*> open_end_ = nullptr;
  std::atomic<int> working_ = 0;
  std::atomic<bool> gate_ = false;

  std::map<std::byte*, size_t> pinned_;
  std::deque<Stream> streams_;
  std::deque<Event> events_;
};

// While an EmulatedGpuInUse exists, calls of this thread use its device.
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
