// The stand-in of the CUDA runtime: that it is as late, as full and as broken as a card can be, and that it notices who
// misuses it. Without that, what runs on it would prove nothing.
#include "gpu/cuda_emulator/runtime.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/cuda_emulator/emulated_gpu.hpp"

using namespace strata::cuda_emulator;

namespace {

// A card in use with one stream or two.
struct EmulatorTestDevice {
  explicit EmulatorTestDevice(const EmulatedGpuOptions& options = {.late = true}) : card(options), use(card) {
    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
  }
  ~EmulatorTestDevice() {
    if (stream->alive) static_cast<void>(cudaStreamDestroy(stream));
    if (other->alive) static_cast<void>(cudaStreamDestroy(other));
  }
  template <class T>
  T* device(size_t count) {
    void* memory = nullptr;
    REQUIRE(cudaMalloc(&memory, count * sizeof(T)) == cudaSuccess);
    return static_cast<T*>(memory);
  }
  template <class T>
  T* pinned(size_t count) {
    void* memory = nullptr;
    REQUIRE(cudaMallocHost(&memory, count * sizeof(T)) == cudaSuccess);
    return static_cast<T*>(memory);
  }
  // One thing was misused since the last call, and the words are in what was told of it.
  void check_misuse(const char* words) {
    REQUIRE(card.misuses().size() == known + 1);
    CAPTURE(card.misuses().back());
    CHECK(card.misuses().back().find(words) != std::string::npos);
    ++known;
  }
  template <class... Arguments>
  cudaError_t launch(void (*kernel)(Arguments...), unsigned blocks, unsigned threads, cudaStream_t in,
                     std::type_identity_t<Arguments>... arguments) {
    void* list[] = {&arguments...};
    return cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), list, 0, in);
  }
  EmulatedGpu card;
  EmulatedGpuInUse use;
  cudaStream_t stream = nullptr, other = nullptr;
  size_t known = 0;
};

void add_one(int* values, size_t count) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}
void wait_for(uint32_t* flag) {
  while (std::atomic_ref<uint32_t>(*flag).load() == 0) std::this_thread::yield();
}
void raise_flag(uint32_t* flag) { std::atomic_ref<uint32_t>(*flag).store(1); }
void double_step(double step, int* value) { *value = static_cast<int>(step * 2); }

}  // namespace

TEST_CASE("a copy of the stand-in is not there before somebody has waited for it") {
  EmulatorTestDevice bench;
  int* const memory = bench.device<int>(4);
  int* const from = bench.pinned<int>(4);
  int* const to = bench.pinned<int>(4);
  for (int i = 0; i < 4; ++i) from[i] = i, to[i] = -1;
  REQUIRE(cudaMemcpyAsync(memory, from, 16, cudaMemcpyHostToDevice, bench.stream) == cudaSuccess);
  from[3] = 30;  // pinned memory is read when the copy is made
  REQUIRE(bench.launch(add_one, 2, 32, bench.stream, memory, 3) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(to, memory, 16, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(bench.other) == cudaSuccess);  // of another stream
  CHECK(std::vector<int>(to, to + 4) == std::vector<int>{-1, -1, -1, -1});
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
  CHECK(std::vector<int>(to, to + 4) == std::vector<int>{1, 2, 3, 30});

  // Memory that is not pinned is taken along at once, and waited for on the way back.
  std::vector<int> plain{7, 7, 7, 7};
  REQUIRE(cudaMemcpyAsync(memory, plain.data(), 16, cudaMemcpyHostToDevice, bench.stream) == cudaSuccess);
  plain.assign(4, 8);
  REQUIRE(cudaMemcpyAsync(plain.data(), memory, 16, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(plain == std::vector<int>(4, 7));
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaFreeHost(from) == cudaSuccess);
  CHECK(cudaFreeHost(to) == cudaSuccess);
  CHECK(bench.card.misuses().empty());
}

TEST_CASE("a stand-in that is told so treats all memory as pinned") {
  EmulatorTestDevice bench({.late = true, .pageable_is_waited = false});
  int* const memory = bench.device<int>(1);
  int sent = 1, received = 0;
  REQUIRE(cudaMemcpyAsync(memory, &sent, 4, cudaMemcpyHostToDevice, bench.stream) == cudaSuccess);
  sent = 2;
  REQUIRE(cudaMemcpyAsync(&received, memory, 4, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(received == 0);
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
  CHECK(received == 2);
  CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("streams of the stand-in work at the same time, each in its order, and their events tell when") {
  EmulatorTestDevice bench({.late = false});
  auto* const flag = bench.device<uint32_t>(1);
  cudaEvent_t begin = nullptr, end = nullptr;
  REQUIRE(cudaEventCreate(&begin) == cudaSuccess);
  REQUIRE(cudaEventCreate(&end) == cudaSuccess);
  REQUIRE(cudaMemsetAsync(flag, 0, 4, bench.stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
  REQUIRE(cudaEventRecord(begin, bench.stream) == cudaSuccess);
  // It ends only when the other stream has worked meanwhile.
  REQUIRE(bench.launch(wait_for, 1, 1, bench.stream, flag) == cudaSuccess);
  REQUIRE(cudaEventRecord(end, bench.stream) == cudaSuccess);
  REQUIRE(bench.launch(raise_flag, 1, 1, bench.other, flag) == cudaSuccess);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaErrorNotReady);
  bench.check_misuse("nobody waited for");
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaSuccess);
  CHECK(ms >= 0);
  REQUIRE(cudaEventDestroy(begin) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaErrorInvalidResourceHandle);
  bench.check_misuse("not there any more");
  REQUIRE(cudaEventDestroy(end) == cudaSuccess);
  cudaEvent_t idle = nullptr;
  REQUIRE(cudaEventCreate(&idle) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, idle, idle) == cudaErrorInvalidResourceHandle);
  bench.check_misuse("never recorded");
  CHECK(cudaEventDestroy(idle) == cudaSuccess);
  CHECK(cudaFree(flag) == cudaSuccess);
}

TEST_CASE("what fails in a stream of the stand-in is told by a later call, and by all after it") {
  for (const bool late : {false, true}) {
    EmulatorTestDevice bench({.late = late, .fails_at = 1});
    int* const memory = bench.device<int>(1);
    int* const host = bench.pinned<int>(1);
    *host = 5;
    REQUIRE(cudaMemsetAsync(memory, 0, 4, bench.stream) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
    // It fails, but nobody can know yet; or just so, if the stream is quick.
    const cudaError_t asked = bench.launch(add_one, 1, 1, bench.stream, memory, 1);
    CHECK((asked == cudaSuccess || (!late && asked == cudaErrorLaunchFailure)));
    CHECK(cudaStreamSynchronize(bench.stream) == cudaErrorLaunchFailure);
    CHECK(cudaMemcpyAsync(host, memory, 4, cudaMemcpyDeviceToHost, bench.stream) == cudaErrorLaunchFailure);
    CHECK(cudaStreamSynchronize(bench.other) == cudaErrorLaunchFailure);
    CHECK(*host == 5);
    void* more = nullptr;
    CHECK(cudaMalloc(&more, 4) == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    CHECK(cudaFree(memory) == cudaErrorLaunchFailure);
    CHECK(cudaFreeHost(host) == cudaErrorLaunchFailure);
    CHECK(bench.card.misuses().empty());
  }
}

TEST_CASE("memory of the stand-in is bounded, full of rubbish, and its own") {
  EmulatorTestDevice bench({.memory_bytes = 10'000, .closes = true});
  size_t free = 0, total = 0;
  auto* const bytes = bench.device<unsigned char>(6000);
  CHECK(reinterpret_cast<uintptr_t>(bytes) % 256 == 0);
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  CHECK(free == 4000);
  CHECK(total == 10'000);
  void* more = nullptr;
  CHECK(cudaMalloc(&more, 4001) == cudaErrorMemoryAllocation);
  CHECK(more == nullptr);
  // The error waits for somebody who asks, and a scan does.
  size_t needed = 0;
  auto* const counts = bench.device<uint32_t>(4);
  auto* const sums = bench.device<uint64_t>(4);
  REQUIRE(inclusive_scan(nullptr, needed, counts, sums, 0, 4, bench.stream) == cudaSuccess);
  CHECK(inclusive_scan(bytes, needed, counts, sums, 0, 4, bench.stream) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaSuccess);
  const std::vector<uint32_t> values{3, 0, 4, 1};
  std::vector<uint64_t> found(4);
  REQUIRE(cudaMemcpyAsync(counts, values.data(), 16, cudaMemcpyHostToDevice, bench.stream) == cudaSuccess);
  CHECK(inclusive_scan(bytes, needed, counts, sums, 0, 4, bench.stream) == cudaSuccess);
  REQUIRE(cudaMemcpyAsync(found.data(), sums, 32, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(found == std::vector<uint64_t>{3, 3, 7, 8});
  REQUIRE(cudaFree(bytes) == cudaSuccess);
  auto* const again = bench.device<unsigned char>(9000);
  std::vector<unsigned char> content(9000);
  REQUIRE(cudaMemcpyAsync(content.data(), again, 9000, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(content == std::vector<unsigned char>(9000, 0xcd));
  // The host cannot read it.
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK(write(ends[1], again, 1) == -1);
  CHECK(errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  for (void* const memory : {static_cast<void*>(again), static_cast<void*>(counts), static_cast<void*>(sums)}) {
    CHECK(cudaFree(memory) == cudaSuccess);
  }
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(bench.card.misuses().empty());
}

TEST_CASE("a launch of the stand-in calls every thread once, with the arguments as they were") {
  EmulatorTestDevice bench;
  for (const size_t count : {size_t{1}, size_t{31}, size_t{64}, size_t{1000}}) {
    int* const values = bench.device<int>(count);
    REQUIRE(cudaMemsetAsync(values, 0, count * 4, bench.stream) == cudaSuccess);
    REQUIRE(bench.launch(add_one, static_cast<unsigned>(count / 32 + 1), 32, bench.stream, values, count) ==
            cudaSuccess);
    std::vector<int> found(count);
    REQUIRE(cudaMemcpyAsync(found.data(), values, count * 4, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
    CHECK(found == std::vector<int>(count, 1));
    CHECK(cudaFree(values) == cudaSuccess);
  }
  int* const value = bench.device<int>(1);
  double step = 3;
  void* list[] = {&step, const_cast<int**>(&value)};
  REQUIRE(cudaLaunchKernel(double_step, dim3(1), dim3(1), list, 0, bench.stream) == cudaSuccess);
  step = 100;
  int found = 0;
  REQUIRE(cudaMemcpyAsync(&found, value, 4, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(found == 6);
  CHECK(bench.launch(add_one, 0, 32, bench.stream, value, 1) == cudaErrorInvalidConfiguration);
  CHECK(bench.launch(add_one, 1, 2000, bench.stream, value, 1) == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaFree(value) == cudaSuccess);
  CHECK(bench.card.misuses().empty());
}

TEST_CASE("the stand-in notices memory that is used by whom it does not belong to") {
  EmulatorTestDevice bench;
  int* const memory = bench.device<int>(8);
  int* const pinned = bench.pinned<int>(8);
  std::vector<int> plain(8);
  const auto copy = [&](void* to, const void* from, size_t bytes, cudaMemcpyKind kind, const char* words) {
    CHECK(cudaMemcpyAsync(to, from, bytes, kind, bench.stream) == cudaErrorInvalidValue);
    bench.check_misuse(words);
  };
  copy(pinned, memory, 32, cudaMemcpyHostToDevice, "memory of the host");
  copy(memory, pinned, 32, cudaMemcpyDeviceToHost, "memory of the host");
  copy(memory, memory, 32, cudaMemcpyDeviceToHost, "memory of the card where");
  copy(memory, pinned, 33, cudaMemcpyHostToDevice, "beyond its block");
  copy(memory + 1, pinned, 32, cudaMemcpyHostToDevice, "beyond its block");
  copy(memory, pinned + 1, 32, cudaMemcpyHostToDevice, "beyond its block of pinned memory");
  CHECK(cudaMemsetAsync(plain.data(), 0, 32, bench.stream) == cudaErrorInvalidValue);
  bench.check_misuse("memory of the host");
  size_t needed = 0;
  REQUIRE(inclusive_scan(nullptr, needed, nullptr, nullptr, 0, 8, bench.stream) == cudaSuccess);
  static_cast<void>(cudaGetLastError());
  CHECK(inclusive_scan(memory, needed, nullptr, nullptr, 0, 8, bench.stream) == cudaErrorInvalidValue);
  bench.check_misuse("beyond its block");

  CHECK(bench.launch(add_one, 1, 1, bench.stream, memory + 8, 0) == cudaSuccess);  // its end is no harm
  CHECK(bench.known == bench.card.misuses().size());
  static_cast<void>(bench.launch(add_one, 1, 1, bench.stream, pinned, 0));
  bench.check_misuse("pointer to memory of the host");
  static_cast<void>(bench.launch(add_one, 1, 1, bench.stream, plain.data(), 0));
  bench.check_misuse("pointer to memory of the host");
  CHECK(cudaFree(memory) == cudaSuccess);
  static_cast<void>(bench.launch(add_one, 1, 1, bench.stream, memory, 0));
  bench.check_misuse("was freed");
  copy(memory, plain.data(), 32, cudaMemcpyHostToDevice, "was freed");
  CHECK(cudaFree(memory) == cudaErrorInvalidValue);
  bench.check_misuse("freed twice");
  CHECK(cudaFree(plain.data()) == cudaErrorInvalidValue);
  bench.check_misuse("no memory of the card");
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaErrorInvalidValue);
  bench.check_misuse("no pinned memory");
}

TEST_CASE("the stand-in notices memory that is written behind, freed too early, or never") {
  EmulatorTestDevice bench;
  int* const memory = bench.device<int>(8);
  int* const pinned = bench.pinned<int>(8);
  REQUIRE(bench.launch(add_one, 1, 9, bench.stream, memory, 9) == cudaSuccess);
  CHECK(cudaFree(memory) == cudaSuccess);
  bench.check_misuse("behind a block");
  ++pinned[8];
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  bench.check_misuse("behind a block of pinned memory");

  int* const next = bench.device<int>(8);
  int* const target = bench.pinned<int>(8);
  REQUIRE(cudaMemcpyAsync(target, next, 32, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  CHECK(cudaFreeHost(target) == cudaSuccess);
  bench.check_misuse("under way");
  int* const last = bench.pinned<int>(8);
  REQUIRE(cudaMemcpyAsync(last, next, 32, cudaMemcpyDeviceToHost, bench.stream) == cudaSuccess);
  REQUIRE(cudaStreamSynchronize(bench.stream) == cudaSuccess);
  CHECK(cudaFreeHost(last) == cudaSuccess);
  CHECK(bench.known == bench.card.misuses().size());

  REQUIRE(cudaStreamDestroy(bench.stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(bench.stream) == cudaErrorInvalidResourceHandle);
  bench.check_misuse("not there any more");
  CHECK(cudaMemsetAsync(next, 0, 4, bench.stream) == cudaErrorInvalidResourceHandle);
  bench.check_misuse("not there any more");
  CHECK(cudaMemsetAsync(next, 0, 4, nullptr) == cudaErrorInvalidResourceHandle);
  bench.check_misuse("in no stream");
  CHECK(cudaFree(next) == cudaSuccess);
}

TEST_CASE("without a card in use every call of the stand-in says so") {
  void* memory = nullptr;
  int count = -1;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 0);
  CHECK(cudaMalloc(&memory, 1) == cudaErrorNoDevice);
  CHECK(cudaGetLastError() == cudaErrorNoDevice);
  CHECK(memory == nullptr);
}
