// This file holds the memory of an emulated device, and checks for its misuse. Streams are in emulated_gpu_streams.cpp.
#include "gpu/cuda_emulator/emulated_gpu.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "gpu/cuda_emulator/runtime.hpp"

namespace strata::cuda_emulator {
namespace {

constexpr size_t kAddresses = size_t{1} << 36;    // address range of a device, of which only a small part is ever used
constexpr size_t kRim = 64;                       // smallest number of guard bytes after every block
constexpr std::byte kRubbish{0xcd}, kMark{0xb5};  // fill bytes of new memory, and of guard bytes
constexpr std::align_val_t kAlignment{256};
constexpr int kMapping = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

size_t page_bytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}
size_t whole_pages(size_t bytes) { return (bytes + page_bytes() - 1) / page_bytes() * page_bytes(); }

bool is_marked(const std::byte* begin, const std::byte* end) {
  return std::all_of(begin, end, [](std::byte b) { return b == kMark; });
}

thread_local EmulatedGpu* card_in_use = nullptr;

}  // namespace

EmulatedGpuInUse::EmulatedGpuInUse(EmulatedGpu& card) : before_(std::exchange(card_in_use, &card)) {}
EmulatedGpuInUse::~EmulatedGpuInUse() { card_in_use = before_; }
EmulatedGpu* EmulatedGpu::current() { return card_in_use; }

EmulatedGpu::EmulatedGpu(const EmulatedGpuOptions& options) : options_(options) { runs_.emplace_back(); }

EmulatedGpu::~EmulatedGpu() {
  for (Stream& stream : streams_) {
    if (!stream.alive) continue;
    misuse("a stream was not destroyed");
    close(stream);
  }
  if (std::any_of(events_.begin(), events_.end(), [](const Event& event) { return event.alive; })) {
    misuse("an event was not destroyed");
  }
  if (!blocks_.empty()) misuse(std::to_string(blocks_.size()) + " blocks of memory were not freed");
  if (!pinned_.empty()) misuse(std::to_string(pinned_.size()) + " blocks of pinned memory were not freed");
  while (!blocks_.empty()) release(blocks_.begin()->first);
  for (const auto& [memory, bytes] : pinned_) ::operator delete(memory);
  if (arena_ != nullptr) munmap(arena_, kAddresses);
}

void EmulatedGpu::misuse(std::string what) {
  if (options_.stops) {
    std::fprintf(stderr, "strata: misuse of the card: %s\n", what.c_str());
    std::abort();
  }
  misuses_.push_back(std::move(what));
}

cudaError_t EmulatedGpu::answer(cudaError_t error) {
  if (const int failed = failed_.load(std::memory_order_relaxed); failed != 0) return static_cast<cudaError_t>(failed);
  return note(error);
}

cudaError_t EmulatedGpu::note(cudaError_t error) {
  if (error != cudaSuccess) last_error_ = error;
  return error;
}

cudaError_t EmulatedGpu::take_error() {
  const cudaError_t error = std::exchange(last_error_, cudaSuccess);
  const cudaError_t lasting = answer(cudaSuccess);
  return lasting == cudaSuccess ? error : lasting;
}

// --- Device memory --------------------------------------------------------------------------------------------------

// Returns `bytes` bytes at a multiple of kAlignment, or nullptr if there are none. Protectable memory has pages of its
// own in a range of addresses, which are reused only when all have been used once.
std::byte* EmulatedGpu::place(size_t bytes) {
  if (!options_.closes) return static_cast<std::byte*>(::operator new(bytes, kAlignment, std::nothrow));
  if (arena_ == nullptr) {
    void* const memory = mmap(nullptr, kAddresses, PROT_NONE, kMapping, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    arena_ = next_place_ = static_cast<std::byte*>(memory);
    arena_end_ = arena_ + kAddresses;
  }
  std::byte* begin = nullptr;
  if (bytes <= static_cast<size_t>(arena_end_ - next_place_)) {
    begin = std::exchange(next_place_, next_place_ + bytes);
  } else {
    wait_for_all();  // a stream that stops working must not protect memory that is freed here
    std::byte* gap = arena_;
    for (const auto& [memory, block] : blocks_) {
      if (bytes <= static_cast<size_t>(memory - gap)) break;
      gap = memory + block.reserved;
    }
    if (bytes <= static_cast<size_t>(arena_end_ - gap)) begin = gap;
  }
  return begin != nullptr && mprotect(begin, bytes, PROT_READ | PROT_WRITE) == 0 ? begin : nullptr;
}

cudaError_t EmulatedGpu::allocate(size_t bytes, void** memory) {
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > options_.memory_bytes - allocated_) return cudaErrorMemoryAllocation;
  const size_t reserved = options_.closes ? whole_pages(bytes + kRim) : bytes + kRim;
  std::byte* const begin = place(reserved);
  if (begin == nullptr) return cudaErrorMemoryAllocation;
  std::fill(begin, begin + bytes, kRubbish);
  std::fill(begin + bytes, begin + reserved, kMark);
  // Deletes the records of freed blocks at these addresses.
  for (auto old = freed_.lower_bound(begin); old != freed_.end() && old->first < begin + reserved;) {
    old = freed_.erase(old);
  }
  blocks_[begin] = {bytes, reserved};
  allocated_ += bytes;
  note_runs();
  *memory = begin;
  return cudaSuccess;
}

// Waits for all work of the streams, as a GPU does.
cudaError_t EmulatedGpu::release(void* memory) {
  if (memory == nullptr) return cudaSuccess;
  wait_for_all();
  const auto found = blocks_.find(static_cast<std::byte*>(memory));
  if (found == blocks_.end()) {
    misuse(freed_.contains(static_cast<std::byte*>(memory))
               ? "memory of the card is freed twice"
               : "what is freed is no memory of the card, or not its beginning");
    return cudaErrorInvalidValue;
  }
  const auto [begin, block] = *found;
  if (options_.closes) mprotect(begin, block.reserved, PROT_READ);
  if (!is_marked(begin + block.bytes, begin + block.reserved)) misuse("something was written behind a block");
  if (options_.closes) {
    mmap(begin, block.reserved, PROT_NONE, kMapping | MAP_FIXED, -1, 0);  // the pages become inaccessible
  } else {
    ::operator delete(begin, kAlignment);
  }
  allocated_ -= block.bytes;
  freed_[begin] = block.bytes;
  blocks_.erase(found);
  note_runs();
  return cudaSuccess;
}

void EmulatedGpu::note_runs() {
  if (!options_.closes) return;
  std::vector<std::span<std::byte>>& now = runs_.emplace_back(AllocatedRanges{{}, arena_, next_place_}).pieces;
  for (const auto& [begin, block] : blocks_) {
    if (!now.empty() && now.back().data() + now.back().size() == begin) {
      now.back() = {now.back().data(), now.back().size() + block.reserved};
    } else {
      now.emplace_back(begin, block.reserved);
    }
  }
}

bool EmulatedGpu::was_freed(const std::byte* at) const {
  const auto after = freed_.upper_bound(const_cast<std::byte*>(at));
  return after != freed_.begin() && at < std::prev(after)->first + std::prev(after)->second;
}

bool EmulatedGpu::on_card(const void* begin, size_t bytes, const char* who) {
  const auto* const at = static_cast<const std::byte*>(begin);
  const auto after = blocks_.upper_bound(const_cast<std::byte*>(at));
  if (after != blocks_.begin()) {
    const auto& [memory, block] = *std::prev(after);
    if (at + bytes <= memory + block.bytes) return true;
    if (at < memory + block.bytes) {
      misuse(std::string(who) + " goes beyond its block of memory");
      return false;
    }
  }
  misuse(std::string(who) +
         (was_freed(at) ? " is asked for memory that was freed" : " is asked for memory of the host"));
  return false;
}

// --- Pinned host memory ---------------------------------------------------------------------------------------------

cudaError_t EmulatedGpu::allocate_host(size_t bytes, void** memory) {
  *memory = ::operator new(bytes + kRim, std::nothrow);
  if (*memory == nullptr) return cudaErrorMemoryAllocation;
  auto* const begin = static_cast<std::byte*>(*memory);
  std::fill(begin, begin + bytes, kRubbish);
  std::fill(begin + bytes, begin + bytes + kRim, kMark);
  pinned_[begin] = bytes;
  return cudaSuccess;
}

// Frees pinned host memory; unlike `release` it does not wait for the streams.
cudaError_t EmulatedGpu::release_host(void* memory) {
  if (memory == nullptr) return cudaSuccess;
  const auto found = pinned_.find(static_cast<std::byte*>(memory));
  if (found == pinned_.end()) {
    misuse("what is freed is no pinned memory, or was freed before");
    return cudaErrorInvalidValue;
  }
  const auto [begin, bytes] = *found;
  for (const Stream& stream : streams_) {
    for (const std::span<const std::byte> used : stream.pinned) {
      if (used.data() < begin + bytes && begin < used.data() + used.size()) {
        misuse("pinned memory is freed while a copy is under way");
        for (Stream& each : streams_) wait(each);  // otherwise that copy would use freed memory
        break;
      }
    }
  }
  if (!is_marked(begin + bytes, begin + bytes + kRim)) misuse("something was written behind a block of pinned memory");
  pinned_.erase(found);
  ::operator delete(memory);
  return cudaSuccess;
}

bool EmulatedGpu::is_pinned(const void* begin) const {
  const auto* const at = static_cast<const std::byte*>(begin);
  const auto after = pinned_.upper_bound(const_cast<std::byte*>(at));
  return after != pinned_.begin() && at < std::prev(after)->first + std::prev(after)->second;
}

bool EmulatedGpu::on_host(const void* begin, size_t bytes, const char* who) {
  const auto* const at = static_cast<const std::byte*>(begin);
  const auto behind = blocks_.lower_bound(const_cast<std::byte*>(at) + bytes);
  if (behind != blocks_.begin() && at < std::prev(behind)->first + std::prev(behind)->second.bytes) {
    misuse(std::string(who) + " is asked for memory of the card where that of the host belongs");
    return false;
  }
  if (!is_pinned(begin)) return true;
  const auto& [memory, size] = *std::prev(pinned_.upper_bound(const_cast<std::byte*>(at)));
  if (at + bytes <= memory + size) return true;
  misuse(std::string(who) + " goes beyond its block of pinned memory");
  return false;
}

void EmulatedGpu::inspect(std::span<const std::byte> parameters) {
  for (size_t at = 0; at + sizeof(uintptr_t) <= parameters.size(); at += sizeof(uintptr_t)) {
    uintptr_t word = 0;
    std::memcpy(&word, parameters.data() + at, sizeof word);
    auto* const pointer = reinterpret_cast<std::byte*>(word);
    const auto after = blocks_.upper_bound(pointer);
    if (after != blocks_.begin() && pointer <= std::prev(after)->first + std::prev(after)->second.bytes) continue;
    if (was_freed(pointer)) {
      misuse("a kernel gets a pointer to memory that was freed");
      continue;
    }
    bool of_host = is_pinned(pointer);
    // Programs, heaps and stacks have high addresses, so that two small adjacent numbers are not taken for an address.
    constexpr uintptr_t kLowest = uintptr_t{5} << 44, kHighest = uintptr_t{1} << 48;
    unsigned char resident = 0;
    of_host = of_host || (word >= kLowest && word < kHighest &&
                          mincore(reinterpret_cast<void*>(word / page_bytes() * page_bytes()), 1, &resident) == 0);
    if (of_host) misuse("a kernel gets a pointer to memory of the host");
  }
}

}  // namespace strata::cuda_emulator
