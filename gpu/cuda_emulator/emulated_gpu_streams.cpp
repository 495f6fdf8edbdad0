// This file holds the streams of an emulated device, and the protection of its memory.
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "gpu/cuda_emulator/emulated_gpu.hpp"
#include "gpu/cuda_emulator/runtime.hpp"

namespace strata::cuda_emulator {
namespace {

void take(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0 && errno == EINTR) {
  }
}

// A lock for changes of the accessible memory. The memory order is relaxed on purpose: ThreadSanitizer must not see the
// work of one stream as ordered before that of another.
class GateLock {
 public:
  explicit GateLock(std::atomic<bool>& gate) : gate_(gate) {
    while (gate_.exchange(true, std::memory_order_relaxed)) std::this_thread::yield();
  }
  ~GateLock() { gate_.store(false, std::memory_order_relaxed); }
  GateLock(const GateLock&) = delete;
  GateLock& operator=(const GateLock&) = delete;

 private:
  std::atomic<bool>& gate_;
};

}  // namespace

Stream* EmulatedGpu::open_stream() {
  Stream& stream = streams_.emplace_back();
  stream.card = this;
  sem_init(&stream.work, 0, 0);
  sem_init(&stream.done, 0, 0);
  stream.first = stream.last = new StreamTask;
  stream.thread = std::thread([this, &stream] { work_off(stream); });
  return &stream;
}

void EmulatedGpu::close(Stream& stream) {
  add(stream);  // a task without a function ends the thread
  for (; stream.begun < stream.asked; ++stream.begun) sem_post(&stream.work);
  stream.thread.join();
  delete stream.first;
  stream.first = stream.last = nullptr;
  sem_destroy(&stream.work);
  sem_destroy(&stream.done);
  stream.alive = false;
}

bool EmulatedGpu::knows(const Stream* stream, const char* who) {
  if (stream != nullptr && stream->card == this && stream->alive) return true;
  misuse(std::string(who) + (stream == nullptr ? " in no stream" : " in a stream that is not there any more"));
  return false;
}

Event* EmulatedGpu::make_event() { return &events_.emplace_back(); }

bool EmulatedGpu::knows(const Event* event, const char* who) {
  if (event != nullptr && event->alive) return true;
  misuse(std::string(who) + " an event that is not there any more");
  return false;
}

// Adds a task. The caller may set its members until the stream is told to begin it.
StreamTask& EmulatedGpu::add(Stream& stream) {
  auto* const task = new StreamTask;
  task->open = &runs_.back();
  stream.last->next.store(task, std::memory_order_release);
  stream.last = task;
  ++stream.asked;
  return *task;
}

void EmulatedGpu::ask(Stream& stream, std::function<void()> work, bool counts, cudaError_t failure) {
  StreamTask& task = add(stream);
  task.work = std::move(work);
  task.counts = counts;
  task.failure = failure;
  if (options_.late) return;
  ++stream.begun;
  sem_post(&stream.work);
}

void EmulatedGpu::wait(Stream& stream) {
  if (!stream.alive || stream.waited == stream.asked) return;
  add(stream).rings = true;
  for (; stream.begun < stream.asked; ++stream.begun) sem_post(&stream.work);
  take(stream.done);
  stream.waited = stream.asked;
  stream.pinned.clear();
}

void EmulatedGpu::wait_for_all() {
  for (Stream& stream : streams_) wait(stream);
}

// --- In the thread of a stream --------------------------------------------------------------------------------------

void EmulatedGpu::work_off(Stream& stream) {
  bool inside = false;
  const AllocatedRanges* open = nullptr;
  take(stream.work);
  for (;;) {
    StreamTask* const task = stream.first->next.load(std::memory_order_acquire);
    delete std::exchange(stream.first, task);
    if (task->work) {
      if (!inside || open != task->open) enter(*task->open, !inside);
      inside = true;
      open = task->open;
      do_task(*task);
    }
    // The memory is protected before any thread learns that the work is done.
    const bool more = task->work && sem_trywait(&stream.work) == 0;
    if (more) continue;
    if (inside) leave();
    inside = false;
    if (task->rings) sem_post(&stream.done);
    if (!task->work && !task->rings) return;
    take(stream.work);
  }
}

void EmulatedGpu::do_task(const StreamTask& task) {
  if (failed_.load(std::memory_order_relaxed) != 0) return;
  if (task.counts && pieces_.fetch_add(1, std::memory_order_relaxed) == options_.fails_at) {
    failed_.store(task.failure, std::memory_order_relaxed);
    return;
  }
  task.work();
}

void EmulatedGpu::enter(const AllocatedRanges& runs, bool first) {
  if (!options_.closes) return;
  const GateLock at_gate(gate_);
  if (first) working_.fetch_add(1, std::memory_order_relaxed);
  for (const std::span<std::byte> piece : runs.pieces) mprotect(piece.data(), piece.size(), PROT_READ | PROT_WRITE);
  if (runs.begin != nullptr) open_begin_.store(runs.begin, std::memory_order_relaxed);
  if (open_end_.load(std::memory_order_relaxed) < runs.end) open_end_.store(runs.end, std::memory_order_relaxed);
}

// Protects the memory when the last stream stops working. While streams work no memory is freed, and new memory lies
// beyond the last address that any stream knows, so that it stays accessible to the host.
void EmulatedGpu::leave() {
  if (!options_.closes) return;
  const GateLock at_gate(gate_);
  if (working_.fetch_sub(1, std::memory_order_relaxed) != 1) return;
  std::byte* const begin = open_begin_.load(std::memory_order_relaxed);
  if (begin == nullptr) return;
  mprotect(begin, static_cast<size_t>(open_end_.load(std::memory_order_relaxed) - begin), PROT_NONE);
}

}  // namespace strata::cuda_emulator
