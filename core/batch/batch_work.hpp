// Purpose: This header has what the engines of the batch planner share: the input of each kind of agents, the order in
//          which agents are planned, the search of one agent on the host, and the joining of paths.
// Threads: Work on all agents runs in the threads that are passed in; a HostSearch belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/agent_search.hpp"
#include "core/batch/batch.hpp"
#include "core/search/workspace.hpp"
#include "core/tables/label_goal.hpp"

namespace strata {

// A kind of agents, and its input for planning.
struct KindInput {
  const BatchKind* kind = nullptr;
  bool stale = false;          // it needs tables that are missing or out of date
  TablesView view;             // of its tables, or of cells alone
  bool looks_up = false;       // it looks up labels: the method is `tables`, and the labels are up to date
  TableLabelsView labels;      // set if `looks_up`
  uint64_t label_version = 0;  // the version that the labels are up to date with
  Cost limit = 0;              // cost limit of a search over cells
};
std::vector<KindInput> kind_inputs(const BatchMap& map, BatchMethod method);

// The order of a batch's agents: by kind and, on request, by the cluster of their goals, else as in the batch.
class BatchOrder {
 public:
  struct Range {
    int kind = -1;  // -1: there is no such kind
    size_t begin = 0, end = 0;
  };
  void build(const BatchMap& map, std::span<const KindInput> kinds, const AgentBatch& batch, bool by_goal,
             Threads& threads);

  size_t size() const { return size_; }
  bool as_they_came() const { return order_.empty(); }
  size_t agent(size_t place) const { return order_.empty() ? place : order_[place]; }
  const std::vector<Range>& ranges() const { return ranges_; }
  size_t memory_bytes() const;

 private:
  size_t size_ = 0;
  bool cell_keys_ = false;
  std::vector<uint32_t> keys_, order_, counts_;
  std::vector<uint64_t> pairs_;
  std::vector<Range> ranges_;
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

// Memory that one search after the other reuses; it grows as needed.
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
  // Appends the path to `path` unless `path` is null.
  HostAnswer plan(const KindInput& kind, BatchMethod method, const AgentEnds& agent, std::vector<CellId>* path);
  // Plans by tables: by look-ups or, without labels, by a search over the nodes at the same cost. Call `forget`
  // whenever the tables or their labels may have changed.
  HostAnswer look_up(const KindInput& kind, const AgentEnds& agent, std::vector<CellId>* path);
  void forget() { goal_.forget(); }
  size_t memory_bytes() const;

 private:
  HostAnswer plan_cells(const KindInput& kind, const AgentEnds& agent, std::vector<CellId>* path);
  HostAnswer plan_nodes(const KindInput& kind, const AgentEnds& agent, std::vector<CellId>* path);

  Workspace workspace_;
  PlanResult single_;
  SearchMemory<AgentCellRecord> cells_;
  SearchMemory<AgentNodeRecord> nodes_;
  std::vector<OpenEntry> open_ = std::vector<OpenEntry>(1024);
  std::vector<Cost> start_links_, goal_links_;
  GoalMemory goal_;
};

// Joins paths that were written in any order in the order of the agents.
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
  struct Piece {
    size_t offset = 0;
    uint32_t buffer = 0;
    uint32_t length = 0;
  };
  std::vector<Piece> pieces_;
  std::vector<std::vector<CellId>> buffers_;
};

size_t count_solved(const BatchResult& result);

}  // namespace strata
