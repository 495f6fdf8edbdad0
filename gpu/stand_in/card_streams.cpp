// The streams of an emulated card, and the opening of its memory.
#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "gpu/stand_in/card.hpp"
#include "gpu/stand_in/runtime.hpp"

namespace strata::cuda_emulator {
namespace {

void take(sem_t& semaphore) {
  while (sem_wait(&semaphore) != 0 && errno == EINTR) {
  }
}

// Lets streams change the open memory one at a time. The memory order is relaxed on purpose: ThreadSanitizer must not
// see work of one stream as ordered before that of another.
class AtGate {
 public:
  explicit AtGate(std::atomic<bool>& gate) : gate_(gate) {
    while (gate_.exchange(true, std::memory_order_relaxed)) std::this_thread::yield();
  }
  ~AtGate() { gate_.store(false, std::memory_order_relaxed); }
  AtGate(const AtGate&) = delete;
  AtGate& operator=(const AtGate&) = delete;

 private:
  std::atomic<bool>& gate_;
};

}  // namespace

Stream* EmulatedGpu::open_stream() {
  Stream& stream = streams_.emplace_back();
  stream.card = this;
  sem_init(&stream.work, 0, 0);
  sem_init(&stream.done, 0, 0);
  stream.first = stream.last = new Task;
  stream.thread = std::thread([this, &stream] { work_off(stream); });
  return &stream;
}

void EmulatedGpu::close(Stream& stream) {
  add(stream);  // a task without work ends the thread
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

// Adds a task, which the caller may fill in until the stream is told to begin it.
Task& EmulatedGpu::add(Stream& stream) {
  auto* const task = new Task;
  task->open = &runs_.back();
  stream.last->next.store(task, std::memory_order_release);
  stream.last = task;
  ++stream.asked;
  return *task;
}

void EmulatedGpu::ask(Stream& stream, std::function<void()> work, bool counts, cudaError_t failure) {
  Task& task = add(stream);
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
  const Runs* open = nullptr;
  take(stream.work);
  for (;;) {
    Task* const task = stream.first->next.load(std::memory_order_acquire);
    delete std::exchange(stream.first, task);
    if (task->work) {
      if (!inside || open != task->open) enter(*task->open, !inside);
      inside = true;
      open = task->open;
      do_task(*task);
    }
    // Its memory is closed before anybody learns that the work is done.
    const bool more = task->work && sem_trywait(&stream.work) == 0;
    if (more) continue;
    if (inside) leave();
    inside = false;
    if (task->rings) sem_post(&stream.done);
    if (!task->work && !task->rings) return;
    take(stream.work);
  }
}

void EmulatedGpu::do_task(const Task& task) {
  if (failed_.load(std::memory_order_relaxed) != 0) return;
  if (task.counts && pieces_.fetch_add(1, std::memory_order_relaxed) == options_.fails_at) {
    failed_.store(task.failure, std::memory_order_relaxed);
    return;
  }
  task.work();
}

void EmulatedGpu::enter(const Runs& runs, bool first) {
  if (!options_.closes) return;
  const AtGate at_gate(gate_);
  if (first) working_.fetch_add(1, std::memory_order_relaxed);
  for (const std::span<std::byte> piece : runs.pieces) mprotect(piece.data(), piece.size(), PROT_READ | PROT_WRITE);
  if (runs.begin != nullptr) open_begin_.store(runs.begin, std::memory_order_relaxed);
  if (open_end_.load(std::memory_order_relaxed) < runs.end) open_end_.store(runs.end, std::memory_order_relaxed);
}

// Closes the memory when the last stream stops working. While streams work no memory is freed, and new memory lies
// behind the last end that any stream knows: it stays open to the host, which fills it.
void EmulatedGpu::leave() {
  if (!options_.closes) return;
  const AtGate at_gate(gate_);
  if (working_.fetch_sub(1, std::memory_order_relaxed) != 1) return;
  std::byte* const begin = open_begin_.load(std::memory_order_relaxed);
  if (begin == nullptr) return;
  mprotect(begin, static_cast<size_t>(open_end_.load(std::memory_order_relaxed) - begin), PROT_NONE);
}

}  // namespace strata::cuda_emulator
