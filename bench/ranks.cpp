#include "bench/ranks.hpp"

#ifdef STRATA_MPI
#  define OMPI_SKIP_MPICXX 1
#  include <mpi.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/base/check.hpp"

namespace strata::bench {
namespace {

const Ranks* of_program = nullptr;

#ifdef STRATA_MPI
// What is sent: by rank 0 the number of a task, or kNoMore; by the others an answer, after the number of its task.
enum Tag { kTask = 1, kAnswer = 2 };
constexpr uint64_t kNoMore = UINT64_MAX;

// Starting MPI without mpirun takes time, and asks the machine for more than a bench needs.
bool started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

void send_text(const std::string& text, uint64_t task) {
  std::string message(reinterpret_cast<const char*>(&task), sizeof task);
  message += text;
  STRATA_CHECK(message.size() < INT32_MAX);
  MPI_Send(message.data(), static_cast<int>(message.size()), MPI_CHAR, 0, kAnswer, MPI_COMM_WORLD);
}
#endif

}  // namespace

bool Ranks::built_in() {
#ifdef STRATA_MPI
  return true;
#else
  return false;
#endif
}

Ranks::Ranks() {
  STRATA_CHECK(of_program == nullptr);
  of_program = this;
#ifdef STRATA_MPI
  if (!started_by_mpirun()) return;
  // Tables are measured in threads, but the main thread alone talks to other ranks.
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  begun_ = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
#endif
}

Ranks::~Ranks() {
  of_program = nullptr;
#ifdef STRATA_MPI
  if (begun_) MPI_Finalize();
#endif
}

void Ranks::hand_out(size_t tasks, const std::function<std::string(size_t)>& work,
                     const std::function<void(size_t, std::string)>& take) const {
  if (!several()) {
    for (size_t i = 0; i < tasks; ++i) take(i, work(i));
    return;
  }
#ifdef STRATA_MPI
  const auto order = [](int to, uint64_t task) { MPI_Send(&task, 1, MPI_UINT64_T, to, kTask, MPI_COMM_WORLD); };
  if (!is_first()) {
    for (;;) {
      uint64_t task = kNoMore;
      MPI_Recv(&task, 1, MPI_UINT64_T, 0, kTask, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (task == kNoMore) return;
      send_text(work(task), task);
    }
  }
  size_t next = 0, open = 0;
  for (int to = 1; to < count_; ++to) {
    if (next < tasks) {
      order(to, next++);
      ++open;
    } else {
      order(to, kNoMore);
    }
  }
  std::vector<char> message;
  while (open > 0) {
    MPI_Status from;
    MPI_Probe(MPI_ANY_SOURCE, kAnswer, MPI_COMM_WORLD, &from);
    int length = 0;
    MPI_Get_count(&from, MPI_CHAR, &length);
    message.resize(static_cast<size_t>(length));
    MPI_Recv(message.data(), length, MPI_CHAR, from.MPI_SOURCE, kAnswer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uint64_t task = 0;
    STRATA_CHECK(message.size() >= sizeof task);
    std::copy_n(message.data(), sizeof task, reinterpret_cast<char*>(&task));
    --open;
    if (next < tasks) {
      order(from.MPI_SOURCE, next++);
      ++open;
    } else {
      order(from.MPI_SOURCE, kNoMore);
    }
    take(task, std::string(message.begin() + sizeof task, message.end()));
  }
#endif
}

void Ranks::end_all([[maybe_unused]] int code) const {
#ifdef STRATA_MPI
  if (several()) MPI_Abort(MPI_COMM_WORLD, code);
#endif
}

std::string Ranks::same_everywhere(const std::string& text) const {
  if (!several()) return text;
  std::string shared = text;
#ifdef STRATA_MPI
  uint64_t length = text.size();
  MPI_Bcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  shared.resize(length);
  MPI_Bcast(shared.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
#endif
  return shared;
}

const Ranks& ranks() {
  if (of_program != nullptr) return *of_program;
  static const Ranks one;
  return one;
}

}  // namespace strata::bench
