// Purpose: The paths of many agents in one call: costs and first hops, abstract paths, moves on demand; by tables or by
//          a search for every agent, in the threads of the processor or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel, A*
//         per agent as the baseline), on the abstraction of Botea, Müller, Schaeffer 2004; tables are ours.
// Differs: Every back end runs the same functions and answers the same, bit for bit; costs are integers and equal those
//          of the planners for single queries: `tables` and `hpa` those of HPA* on level 1 before smoothing, `astar`
//          those of A*. Ways of 2^30 - 1 and more are told by `tables` as too long (PlanStatus::kCostOverflow).
// Shapes: Results are by agent, in the order of the batch. Paths are flat: that of agent i are the path_cells from
//         path_begin[i] up to path_begin[i + 1].
// Errors: Of the device, and of memory, as Result; the result of the batch is empty then. An agent that cannot be
//         planned has a status of its own.
// Threads: A planner plans one batch at a time. The map must not change meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/agent_grids.hpp"
#include "core/search/plan.hpp"
#include "core/tables/table_labels.hpp"
#include "core/tables/tables.hpp"

namespace strata {

enum class BatchMethod : uint8_t {
  kTables,  // look-ups in the tables and labels
  kHpa,     // start and goal linked, then A* over the abstract graph, for every agent
  kAstar,   // A* over cells for every agent: the baseline
};
inline constexpr int kBatchMethods = 3;
std::string_view batch_method_name(BatchMethod method);  // "tables", "hpa", "astar"
std::optional<BatchMethod> batch_method_named(std::string_view name);

enum class BatchBackend : uint8_t { kCpu, kCuda };
std::string_view batch_backend_name(BatchBackend backend);  // "cpu", "cuda"

struct BatchAgent {
  CellId start = kNoCell;
  CellId goal = kNoCell;
  uint8_t size = 1;
  uint8_t capability = Capability::walker().bits();
};

struct AgentBatch {
  std::vector<BatchAgent> agents;
};

// What the agents of one size and capability plan on. The pointers must outlive the call.
struct BatchKind {
  Agent agent;
  const MoveGrid* moves = nullptr;
  const Tables* tables = nullptr;       // null, or not ready: only `astar` can plan
  const TableLabels* labels = nullptr;  // null, or not true for the tables: the nodes are searched
  bool labels_due = false;              // there are none, but there will be: a crowd waits for them with its plans
};
struct BatchMap {
  std::vector<BatchKind> kinds;  // at most kMaxKinds
  static constexpr size_t kMaxKinds = 16;
  int kind_of(int size, uint8_t capability) const;  // -1: none
};

struct BatchOptions {
  BatchMethod method = BatchMethod::kTables;
  bool paths = false;  // abstract paths as well (of `astar`: the cells of the path)
};

struct BatchTimes {
  double plan_ms = 0;      // everything but transfers
  double transfer_ms = 0;  // to the device and back: what they add to plan_ms, as they run beside it where they can
};

// Reuse one result for many batches: its vectors keep their memory.
struct BatchResult {
  std::vector<PlanStatus> status;
  std::vector<Cost> cost;   // kInfinite where none was found
  std::vector<CellId> hop;  // the first cell of the abstract path that is not the start; the goal where start is goal;
                            // kNoCell where none was found. With `astar` the first cell of the path.
  std::vector<uint64_t> path_begin;  // agents + 1; empty without paths
  std::vector<CellId> path_cells;
  size_t solved = 0;
  BatchTimes times;
  size_t size() const { return status.size(); }
  void clear();
};

// One way of working over cells or a mesh: in threads (batch_cpu.cpp), or on a device.
template <class MapType, class BatchType, class OptionsType>
class EngineOver {
 public:
  using Map = MapType;
  using Batch = BatchType;
  using Options = OptionsType;
  virtual ~EngineOver() = default;
  virtual Status plan(const Map& map, const Batch& batch, const Options& options, BatchResult& result) = 0;
  virtual BatchBackend backend() const = 0;
  virtual std::string device() const = 0;   // for people: "2 threads", "NVIDIA H100 80GB HBM3"
  virtual size_t memory_bytes() const = 0;  // held on the device, or by the threads
};

class BatchEngine : public EngineOver<BatchMap, AgentBatch, BatchOptions> {};

// `threads` 0: as many as the processor has.
std::unique_ptr<BatchEngine> make_cpu_engine(int threads);
// The moves of an agent from the cell `from` to the next cells of its abstract path, one after the other: appends the
// cells walked, `from` left out. False if the way is gone.
bool append_moves(const TablesView& view, CellId from, const CellId* path, size_t length, std::vector<CellId>& cells);

}  // namespace strata
