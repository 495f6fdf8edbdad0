#include "cluster/mpi_messages.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdint>
#include <cstdlib>

#include "core/base/check.hpp"

namespace strata::bench {
namespace {

// MPI is not initialised without mpirun, because that takes time, and resources that a single process does not need.
bool started_by_mpirun() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

class MpiMessages : public RankMessages {
 public:
  MpiMessages() {
    // Tables are measured in threads, but only the main thread communicates with other ranks.
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
  }
  ~MpiMessages() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int count() const override { return count_; }

  void send(int to, const std::string& text) override {
    STRATA_CHECK(text.size() < INT32_MAX);
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD);
  }

  Message receive(int from) override {
    MPI_Status status;
    MPI_Probe(from == kAnyRank ? MPI_ANY_SOURCE : from, 0, MPI_COMM_WORLD, &status);
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    Message message{status.MPI_SOURCE, std::string(static_cast<size_t>(length), '\0')};
    MPI_Recv(message.text.data(), length, MPI_CHAR, message.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return message;
  }

  void end_all(int code) override { MPI_Abort(MPI_COMM_WORLD, code); }

 private:
  int rank_ = 0, count_ = 1;
};

}  // namespace

std::unique_ptr<RankMessages> mpi_messages() { return started_by_mpirun() ? std::make_unique<MpiMessages>() : nullptr; }

}  // namespace strata::bench
