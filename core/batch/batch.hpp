// Purpose: A batch engine plans the paths of many agents in one call: costs and first hops, abstract paths, and
//          moves on demand. It plans by next-hop tables or by a search for every agent, in threads of the processor
//          or on a CUDA device.
// Source: Rahmani, Pelechano 2020, section 5 (one search per agent on the device, start and goal linked in parallel, A*
//         per agent as the baseline), on the abstraction of Botea, Müller, Schaeffer 2004; tables are ours.
// Differs: Every back end runs the same functions and gives the same answers, bit for bit. Costs are integers and equal
//          those of the planners for single queries: `tables` and `hpa` those of HPA* on level 1 before smoothing,
//          `astar` and `labels` those of A*. `tables` and `labels` answer PlanStatus::kCostOverflow for paths that cost
//          2^30 - 1 and more.
// Shapes: Results are by agent, in the order of the batch. Paths are stored one after the other: the path of agent i is
//         path_cells[path_begin[i]..path_begin[i + 1]).
// Errors: Failures of the device and of memory are returned as Result, with an empty batch result. An agent that cannot
//         be planned has its own status: kUnsupported for `tables` and `hpa` on a map with too many links for HPA*, for
//         `labels` where CornerLabels::possible does not hold, and for turning points on a map with links.
// Links: The other methods follow links between cells (core/grid/map_links.hpp), in threads of the processor alone: a
//        device leaves the agents of such a map to the host.
// Threads: An engine plans one batch at a time. The map must not change during the call.
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

class CornerLabels;

enum class BatchMethod : uint8_t {
  kTables,  // look-ups in the tables and labels
  kHpa,     // links start and goal, then runs A* over the abstract graph, for every agent
  kAstar,   // A* over cells for every agent: the baseline
  kLabels,  // look-ups in the hub labels of the corners that start and goal see: shortest paths
};
inline constexpr int kBatchMethods = 4;
std::string_view batch_method_name(BatchMethod method);  // "tables", "hpa", "astar", "labels"
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

// The input for the agents of one size and capability. The pointers must outlive the call.
struct BatchAgentKind {
  Agent agent;
  const MoveGrid* moves = nullptr;
  const Tables* tables = nullptr;               // null or not ready: only `astar` can plan
  const TableLabels* labels = nullptr;          // null or out of date: `tables` searches the nodes
  bool labels_due = false;                      // labels are being built: a crowd delays its plans until they are ready
  const CornerLabels* corner_labels = nullptr;  // null or out of date: `labels` cannot plan
};
struct BatchMap {
  std::vector<BatchAgentKind> kinds;  // at most kMaxKinds
  static constexpr size_t kMaxKinds = 16;
  int kind_of(int size, uint8_t capability) const;  // -1: the map has no such kind
};

struct BatchOptions {
  BatchMethod method = BatchMethod::kTables;
  bool paths = false;  // also return abstract paths (for `astar`: the cells of the path)
  // With `paths`: the turning points of the paths of cells (core/search/turns.hpp) in place of the abstract paths.
  bool turns = false;
};

struct BatchTimes {
  double plan_ms = 0;  // total time without transfers
  // Time that transfers to and from the device add to plan_ms. They overlap with planning if possible.
  double transfer_ms = 0;
};

// The result of a batch. Use one object for many batches: its vectors keep their memory.
struct BatchResult {
  std::vector<PlanStatus> status;
  std::vector<Cost> cost;  // kInfinite: no path was found
  // The first cell after the start on the abstract path (for `astar`: on the path of cells; for `labels`: on the path
  // over corners). It is the goal if start and goal are one cell, and kNoCell if there is no path.
  std::vector<CellId> hop;
  std::vector<uint64_t> path_begin;  // one entry more than agents; empty without paths
  std::vector<CellId> path_cells;
  size_t solved = 0;
  BatchTimes times;
  size_t size() const { return status.size(); }
  void clear();
};

// A back end that plans batches over cells or a mesh: threads (batch_cpu.cpp) or a device.
template <class MapType, class BatchType, class OptionsType>
class BatchEngineBase {
 public:
  using Map = MapType;
  using Batch = BatchType;
  using Options = OptionsType;
  virtual ~BatchEngineBase() = default;
  virtual Status plan(const Map& map, const Batch& batch, const Options& options, BatchResult& result) = 0;
  virtual BatchBackend backend() const = 0;
  virtual std::string device() const = 0;   // for display: "2 threads", "NVIDIA H100 80GB HBM3"
  virtual size_t memory_bytes() const = 0;  // memory on the device or of the threads
};

class BatchEngine : public BatchEngineBase<BatchMap, AgentBatch, BatchOptions> {};

// Makes an engine of `threads` threads; 0: as many as the processor has.
std::unique_ptr<BatchEngine> make_cpu_engine(int threads);
// Appends the moves of an agent to `cells`, and the cells to which links lead: from the cell `from`, which is left out,
// to one cell after the other of its abstract path. Returns false if the path is blocked.
bool append_moves(const TablesView& view, CellId from, const CellId* path, size_t length, std::vector<CellId>& cells);

}  // namespace strata
