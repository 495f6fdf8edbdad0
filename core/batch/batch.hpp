// Purpose: A batch plans the paths of many agents in one call: costs and first hops, abstract paths, moves on demand.
//          It plans by tables or by a search for every agent, in threads of the processor or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel, A*
//         per agent as the baseline), on the abstraction of Botea, Müller, Schaeffer 2004; tables are ours.
// Differs: Every back end runs the same functions and gives the same answers, bit for bit. Costs are integers and equal
//          those of the planners for single queries: `tables` and `hpa` those of HPA* on level 1 before smoothing,
//          `astar` those of A*. `tables` answers PlanStatus::kCostOverflow for paths that cost 2^30 - 1 and more.
// Shapes: Results are by agent, in the order of the batch. Paths are flat: that of agent i are the path_cells from
//         path_begin[i] up to path_begin[i + 1].
// Errors: Failures of the device and of memory are returned as Result, with an empty batch result. An agent that cannot
//         be planned has its own status.
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
  kHpa,     // links start and goal, then runs A* over the abstract graph, for every agent
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
  const TableLabels* labels = nullptr;  // null, or out of date: the nodes are searched
  bool labels_due = false;              // labels are being built: a crowd delays its plans until they are ready
};
struct BatchMap {
  std::vector<BatchKind> kinds;  // at most kMaxKinds
  static constexpr size_t kMaxKinds = 16;
  int kind_of(int size, uint8_t capability) const;  // -1: none
};

struct BatchOptions {
  BatchMethod method = BatchMethod::kTables;
  bool paths = false;  // also returns abstract paths (of `astar`: the cells of the path)
};

struct BatchTimes {
  double plan_ms = 0;      // all but transfers
  double transfer_ms = 0;  // to and from the device: what transfers add to plan_ms, as they overlap with it if possible
};

// The result of a batch. Reuse one result for many batches: its vectors keep their memory.
struct BatchResult {
  std::vector<PlanStatus> status;
  std::vector<Cost> cost;   // kInfinite: no path was found
  std::vector<CellId> hop;  // the first cell after the start, of the abstract path or, with `astar`, of the path; the
                            // goal if start is goal; kNoCell: no path
  std::vector<uint64_t> path_begin;  // size agents + 1; empty without paths
  std::vector<CellId> path_cells;
  size_t solved = 0;
  BatchTimes times;
  size_t size() const { return status.size(); }
  void clear();
};

// A back end of planning over cells or a mesh: threads (batch_cpu.cpp), or a device.
template <class MapType, class BatchType, class OptionsType>
class EngineOver {
 public:
  using Map = MapType;
  using Batch = BatchType;
  using Options = OptionsType;
  virtual ~EngineOver() = default;
  virtual Status plan(const Map& map, const Batch& batch, const Options& options, BatchResult& result) = 0;
  virtual BatchBackend backend() const = 0;
  virtual std::string device() const = 0;   // for display: "2 threads", "NVIDIA H100 80GB HBM3"
  virtual size_t memory_bytes() const = 0;  // held on the device or by the threads
};

class BatchEngine : public EngineOver<BatchMap, AgentBatch, BatchOptions> {};

// `threads` 0: as many as the processor has.
std::unique_ptr<BatchEngine> make_cpu_engine(int threads);
// Appends the cells of an agent's moves from `from`, which is left out, to the next cells of its abstract path, one
// after the other. Returns false if the path is blocked.
bool append_moves(const TablesView& view, CellId from, const CellId* path, size_t length, std::vector<CellId>& cells);

}  // namespace strata
