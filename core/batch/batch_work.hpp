// Purpose: This header holds the code that the engines of batches over cells share: the input of each kind of agents,
//          the order of planning, the search for one agent on the host, and the joining of paths.
// Threads: Work on all agents runs in the threads that are passed in; a HostSearch belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/agent_search.hpp"
#include "core/batch/batch.hpp"
#include "core/batch/corner_labels.hpp"
#include "core/search/workspace.hpp"
#include "core/tables/label_goal.hpp"

namespace strata {

// A kind of agents, and its input for planning.
struct AgentKindInput {
  const BatchAgentKind* kind = nullptr;
  bool stale = false;  // the tables of the kind are needed, but missing or out of date; or see `refusal`
  // The status of agents if `stale`. kUnsupported: the map has more links between cells than the tables take.
  PlanStatus refusal = PlanStatus::kStale;
  bool on_host = false;        // the map has links between cells, which searches on a device do not follow
  TablesView view;             // view of the kind's tables, or only of the cells
  bool looks_up = false;       // paths are looked up in labels: the method is `tables`, and the labels are up to date
  TableLabelsView labels;      // set if `looks_up`
  uint64_t label_version = 0;  // version of the labels
  Cost limit = 0;              // cost limit of searches over cells
  CornerLabelsView corners;    // set if the method is `labels`
  bool by_corners() const { return corners.row_begin != nullptr; }
};
std::vector<AgentKindInput> kind_inputs(const BatchMap& map, const BatchOptions& options);

// The order in which the agents of a batch are planned: by kind and, on request, by the cluster of the goal or, for
// `labels`, by the parts of the map in which goal and start lie; otherwise the order of the batch.
class AgentPermutation {
 public:
  struct AgentRange {
    int kind = -1;  // -1: the batch has no such kind
    size_t begin = 0, end = 0;
  };
  void build(const BatchMap& map, std::span<const AgentKindInput> kinds, const AgentBatch& batch, bool by_goal,
             Threads& threads);
  // Takes the agents in the order of the batch, as if all were of the kind of the first one, without looking at them.
  void build_as_one_kind(const BatchMap& map, const AgentBatch& batch);

  size_t size() const { return size_; }
  bool as_they_came() const { return order_.empty(); }
  size_t agent(size_t place) const { return order_.empty() ? place : order_[place]; }
  const std::vector<AgentRange>& ranges() const { return ranges_; }
  size_t memory_bytes() const;

 private:
  size_t size_ = 0;
  bool cell_keys_ = false;
  std::vector<uint32_t> keys_, order_, counts_;
  std::vector<uint64_t> pairs_;
  std::vector<AgentRange> ranges_;
};

struct HostAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  CellId hop = kNoCell;
  uint32_t length = 0;  // number of cells appended to the path
};
inline void put_answer(BatchResult& result, size_t i, const HostAnswer& answer) {
  result.status[i] = answer.status;
  result.cost[i] = answer.cost;
  result.hop[i] = answer.hop;
}

// The memory of a search, which later searches reuse; it grows as needed.
template <class Record>
struct SearchMemory {
  std::vector<Record> records;
  uint32_t stamp = 0;
  SearchScratch<Record> scratch(size_t count, std::vector<OpenEntry>& open) {
    if (records.size() < count) records.resize(count);
    return {records.data(), static_cast<uint32_t>(records.size()), &stamp, open.data(),
            static_cast<uint32_t>(open.size())};
  }
  size_t bytes() const { return records.capacity() * sizeof(Record); }
};

// Plans for one agent at a time; its memory grows as needed.
class HostSearch {
 public:
  // Plans as the options say: `look_up` by tables, else `plan`.
  HostAnswer answer(const AgentKindInput& kind, const BatchOptions& options, const AgentStartGoal& agent,
                    std::vector<CellId>* path);
  // Plans by `method`. Appends the path to `path` unless that is null.
  HostAnswer plan(const AgentKindInput& kind, BatchMethod method, const AgentStartGoal& agent,
                  std::vector<CellId>* path);
  // Plans by tables: by look-ups or, without labels, by a search over the nodes, at the same cost. Call `forget`
  // whenever the tables or their labels may have changed.
  HostAnswer look_up(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path);
  void forget() { goal_.forget(); }
  size_t memory_bytes() const;

 private:
  void keep_turns(const AgentKindInput& kind, BatchMethod method, HostAnswer& answer, std::vector<CellId>& path);
  HostAnswer plan_corners(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path);
  HostAnswer plan_cells(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path);
  HostAnswer plan_nodes(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path);

  Workspace workspace_;
  PlanResult single_;
  SearchMemory<AgentCellRecord> cells_;
  SearchMemory<AgentNodeRecord> nodes_;
  std::vector<OpenEntry> open_ = std::vector<OpenEntry>(1024);
  std::vector<Cost> start_links_, goal_links_;
  std::vector<Cost> ways_;  // of a CornerQuery
  std::vector<CellId> turns_;
  GoalMemory goal_;
};

// Sorts paths that were written in any order into the order of the agents.
class PathJoiner {
 public:
  void begin(size_t agents, size_t buffers);
  std::vector<CellId>& buffer(size_t i) { return buffers_[i]; }
  // Sets the path of an agent to the last `length` cells of a buffer.
  void set_last(size_t agent, size_t buffer, uint32_t length) {
    set(agent, buffer, buffers_[buffer].size() - length, length);
  }
  void set(size_t agent, size_t buffer, size_t offset, uint32_t length) {
    pieces_[agent] = {offset, static_cast<uint32_t>(buffer), length};
  }
  void join(BatchResult& result, Threads& threads) const;
  size_t memory_bytes() const;

 private:
  struct PathPiece {
    size_t offset = 0;
    uint32_t buffer = 0;
    uint32_t length = 0;
  };
  std::vector<PathPiece> pieces_;
  std::vector<std::vector<CellId>> buffers_;
};

size_t count_solved(const BatchResult& result);

}  // namespace strata
