#include "core/batch/batch_work.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "core/base/check.hpp"
#include "core/batch/batch_turns.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/grid_search.hpp"

namespace strata {
namespace {

constexpr size_t kGrain = 8192;  // agents per work item, in loops that do little for each agent

TablesView view_of_cells(const MoveGrid& moves) {
  TablesView view;
  view.set_shape(moves.width(), moves.height(), 1);
  view.moves = moves.moves().data();
  view.weights = moves.weights().data();
  view.straight = moves.base(0);
  view.diagonal = moves.base(1);
  const DistanceBound bound = moves.bound();
  view.least_straight = bound.straight;
  view.least_diagonal = bound.straight + bound.extra;
  return view;
}

// By `labels`, agents whose goals lie in the same part of the map are planned one after the other, in the order of the
// parts of their starts, so that the labels of both stay in the cache. These are the numbers of parts in a row.
constexpr uint32_t kGoalParts = 8, kStartParts = 32;
uint32_t part_of(const TablesView& view, CellId cell, uint32_t parts) {
  const Cell at = view.cell(cell);
  const auto over = [parts](int32_t value, int32_t size) {
    return static_cast<uint32_t>(value) * parts / static_cast<uint32_t>(size);
  };
  return over(at.y, view.height) * parts + over(at.x, view.width);
}

bool all_of_one_kind(const AgentBatch& batch, Threads& threads) {
  const BatchAgent& first = batch.agents.front();
  std::atomic<bool> mixed = false;
  threads.for_pieces(0, batch.agents.size(), kGrain, [&](size_t begin, size_t end, size_t) {
    bool other = false;
    for (size_t i = begin; i < end; ++i) {
      other |= batch.agents[i].size != first.size || batch.agents[i].capability != first.capability;
    }
    if (other) mixed = true;
  });
  return !mixed;
}

}  // namespace

std::vector<AgentKindInput> kind_inputs(const BatchMap& map, const BatchOptions& options) {
  const BatchMethod method = options.method;
  STRATA_CHECK(map.kinds.size() <= BatchMap::kMaxKinds);
  std::vector<AgentKindInput> inputs;
  for (const BatchAgentKind& kind : map.kinds) {
    AgentKindInput input;
    input.kind = &kind;
    input.limit = cost_limit(*kind.moves);
    input.on_host = kind.moves->links() != nullptr;
    if (method == BatchMethod::kAstar) {
      input.view = view_of_cells(*kind.moves);
    } else if (method == BatchMethod::kLabels) {
      input.view = view_of_cells(*kind.moves);
      const bool possible = CornerLabels::possible(*kind.moves);
      if (!possible) input.refusal = PlanStatus::kUnsupported;
      input.stale = !possible || kind.corner_labels == nullptr || !kind.corner_labels->is_current_for(*kind.moves);
      if (!input.stale) input.corners = kind.corner_labels->view();
    } else if (kind.tables == nullptr || !kind.tables->ready() || kind.tables->built_for() != kind.moves->built_for()) {
      input.stale = true;
    } else {
      input.view = kind.tables->view(*kind.moves);
      if (kind.tables->too_many_links()) {
        input.stale = true;
        input.refusal = PlanStatus::kUnsupported;
      }
      if (method == BatchMethod::kTables && kind.labels != nullptr && kind.labels->is_current_for(*kind.tables)) {
        input.looks_up = true;
        input.labels = kind.labels->view();
        input.label_version = kind.tables->graph_version();
      }
    }
    if (options.paths && options.turns && input.on_host) {
      input.stale = true;
      input.refusal = PlanStatus::kUnsupported;
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

// --- AgentPermutation -----------------------------------------------------------------------------------------------

void AgentPermutation::build(const BatchMap& map, std::span<const AgentKindInput> kinds, const AgentBatch& batch,
                             bool by_goal, Threads& threads) {
  const size_t count = batch.agents.size();
  STRATA_CHECK(count < UINT32_MAX);
  size_ = count;
  order_.clear();
  ranges_.clear();
  if (count == 0) return;
  if (!by_goal && all_of_one_kind(batch, threads)) return build_as_one_kind(map, batch);

  // The keys by which agents are sorted: they number the kinds one after the other, and the clusters within a kind. The
  // last key is for agents of unknown kinds.
  std::vector<uint32_t> first_key;
  uint32_t keys = 0;
  for (const AgentKindInput& kind : kinds) {
    first_key.push_back(keys);
    if (by_goal && kind.by_corners()) {
      keys += kGoalParts * kGoalParts * kStartParts * kStartParts;
      continue;
    }
    const bool split = by_goal && !kind.stale && kind.view.clusters != nullptr;
    const auto rows = static_cast<uint32_t>((kind.view.height + kind.view.side - 1) / kind.view.side);
    const size_t cells = static_cast<size_t>(kind.view.width) * static_cast<size_t>(kind.view.height);
    // If there are about as many agents as cells, agents are sorted by goal cell.
    cell_keys_ = split && kinds.size() == 1 && cells <= 4 * count;
    keys += cell_keys_ ? static_cast<uint32_t>(cells) : split ? static_cast<uint32_t>(kind.view.columns) * rows : 1;
  }
  first_key.push_back(keys++);

  keys_.resize(count);
  threads.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t) {
    int last = -1;
    for (size_t i = begin; i < end; ++i) {
      const BatchAgent& agent = batch.agents[i];
      if (last < 0 || kinds[static_cast<size_t>(last)].kind->agent.size != agent.size ||
          kinds[static_cast<size_t>(last)].kind->agent.capability.bits() != agent.capability) {
        last = map.kind_of(agent.size, agent.capability);
      }
      if (last < 0) {
        keys_[i] = first_key.back();
        continue;
      }
      const auto kind = static_cast<size_t>(last);
      const TablesView& view = kinds[kind].view;
      uint32_t key = first_key[kind];
      if (by_goal && first_key[kind + 1] - key > 1 && view.contains(agent.goal)) {
        if (kinds[kind].by_corners()) {
          key += part_of(view, agent.goal, kGoalParts) * kStartParts * kStartParts;
          if (view.contains(agent.start)) key += part_of(view, agent.start, kStartParts);
        } else {
          key += cell_keys_ ? view.key_of(agent.goal) : view.cluster_of(view.cell(agent.goal));
        }
      }
      keys_[i] = key;
    }
  });

  const size_t blocks = std::clamp<size_t>(count / kGrain, 1, threads.count());
  const auto block_begin = [&](size_t block) { return count * block / blocks; };
  std::vector<size_t> kind_sizes(kinds.size() + 1);
  if (keys <= 4 * count / blocks + 1024) {
    // Counting sort: counts each key in each block, then computes the positions.
    counts_.assign(blocks * keys, 0);
    threads.for_pieces(0, blocks, 1, [&](size_t block, size_t, size_t) {
      uint32_t* counts = counts_.data() + block * keys;
      for (size_t i = block_begin(block); i < block_begin(block + 1); ++i) ++counts[keys_[i]];
    });
    uint32_t sum = 0;
    size_t kind = 0;
    for (uint32_t key = 0; key < keys; ++key) {
      while (kind + 1 < first_key.size() && key >= first_key[kind + 1]) ++kind;
      for (size_t block = 0; block < blocks; ++block) {
        const uint32_t here = counts_[block * keys + key];
        counts_[block * keys + key] = sum;
        sum += here;
        kind_sizes[kind] += here;
      }
    }
    const bool needed =
        by_goal || std::count_if(kind_sizes.begin(), kind_sizes.end(), [](size_t s) { return s > 0; }) > 1;
    if (needed) {
      order_.resize(count);
      threads.for_pieces(0, blocks, 1, [&](size_t block, size_t, size_t) {
        uint32_t* next = counts_.data() + block * keys;
        for (size_t i = block_begin(block); i < block_begin(block + 1); ++i) {
          order_[next[keys_[i]]++] = static_cast<uint32_t>(i);
        }
      });
    }
  } else {
    pairs_.resize(count);
    for (size_t i = 0; i < count; ++i) pairs_[i] = static_cast<uint64_t>(keys_[i]) << 32 | i;
    threads.sort(pairs_);
    order_.resize(count);
    size_t kind = 0;
    for (size_t i = 0; i < count; ++i) {
      order_[i] = static_cast<uint32_t>(pairs_[i]);
      while (kind + 1 < first_key.size() && (pairs_[i] >> 32) >= first_key[kind + 1]) ++kind;
      ++kind_sizes[kind];
    }
  }
  size_t begin = 0;
  for (size_t kind = 0; kind < kind_sizes.size(); ++kind) {
    if (kind_sizes[kind] == 0) continue;
    ranges_.push_back({kind < kinds.size() ? static_cast<int>(kind) : -1, begin, begin + kind_sizes[kind]});
    begin += kind_sizes[kind];
  }
}

size_t AgentPermutation::memory_bytes() const {
  return (keys_.capacity() + order_.capacity() + counts_.capacity()) * sizeof(uint32_t) +
         pairs_.capacity() * sizeof(uint64_t);
}

void AgentPermutation::build_as_one_kind(const BatchMap& map, const AgentBatch& batch) {
  size_ = batch.agents.size();
  order_.clear();
  ranges_.clear();
  if (size_ == 0) return;
  const BatchAgent& first = batch.agents.front();
  ranges_.push_back({map.kind_of(first.size, first.capability), 0, size_});
}

// --- HostSearch -----------------------------------------------------------------------------------------------------

HostAnswer HostSearch::answer(const AgentKindInput& kind, const BatchOptions& options, const AgentStartGoal& agent,
                              std::vector<CellId>* path) {
  HostAnswer answer =
      options.method == BatchMethod::kTables ? look_up(kind, agent, path) : plan(kind, options.method, agent, path);
  if (path != nullptr && options.turns && answer.length > 0) keep_turns(kind, options.method, answer, *path);
  return answer;
}

// Replaces the path of an answer, which was appended to `path`, by its turning points.
void HostSearch::keep_turns(const AgentKindInput& kind, BatchMethod method, HostAnswer& answer,
                            std::vector<CellId>& path) {
  turns_.clear();
  const size_t begin = path.size() - answer.length;
  const uint32_t count =
      emit_turns(kind.view, method, path.data() + begin, answer.length, [&](CellId cell) { turns_.push_back(cell); });
  STRATA_CHECK(count > 0 && count == turns_.size());
  path.resize(begin);
  path.insert(path.end(), turns_.begin(), turns_.end());
  answer.length = count;
}

HostAnswer HostSearch::plan(const AgentKindInput& kind, BatchMethod method, const AgentStartGoal& agent,
                            std::vector<CellId>* path) {
  HostAnswer answer;
  answer.status = check_agent(kind.view, agent);
  if (answer.status != PlanStatus::kFound) return answer;
  if (method == BatchMethod::kAstar) return plan_cells(kind, agent, path);
  if (method == BatchMethod::kLabels) return plan_corners(kind, agent, path);
  for (;;) {
    answer = plan_nodes(kind, agent, path);
    if (answer.status != kOutOfScratch) return answer;
    open_.resize(open_.size() * 2);
  }
}

HostAnswer HostSearch::look_up(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path) {
  HostAnswer answer;
  const TableEnds ends = table_ends(kind.view, agent.start, agent.goal);
  answer.status = ends.status;
  if (ends.status != PlanStatus::kFound) return answer;
  const size_t begin = path == nullptr ? 0 : path->size();
  const auto emit = [path](CellId cell) {
    path->push_back(cell);
    return true;
  };
  with_goal(kind.view, kind.labels, ends, agent.start, agent.goal, goal_, [&](auto& goal) {
    const TableAnswer found = table_look_up(kind.view, ends, agent.start, goal);
    answer.status = table_status(kind.view, ends, found);
    if (answer.status != PlanStatus::kFound) return;
    answer.cost = found.cost;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(goal)>, HostLabelGoal>) {
      const UnpackByMiddles walk{kind.labels, goal_.walk(kind.labels, path != nullptr)};
      TablePathHub meeting;
      if (path != nullptr || table_starts_on_node(kind.view, found, agent.start)) {
        meeting = table_hub(kind.view, ends, found, goal);
      }
      if (path == nullptr) {
        answer.hop = table_first_hop(kind.view, walk, found, meeting, agent.start, agent.goal);
      } else {
        answer.length = table_unpack(kind.view, walk, found, meeting, agent.start, agent.goal, emit);
      }
    } else if (path == nullptr) {
      answer.hop = table_hop(kind.view, ends, found, agent.start, agent.goal, goal);
    } else {
      answer.length = table_walk(kind.view, ends, found, agent.start, agent.goal, goal, emit);
    }
  });
  if (path == nullptr || answer.status != PlanStatus::kFound) return answer;
  STRATA_CHECK(answer.length == path->size() - begin && answer.length > 0);
  answer.hop = (*path)[begin + (answer.length > 1 ? 1 : 0)];
  return answer;
}

HostAnswer HostSearch::plan_corners(const AgentKindInput& kind, const AgentStartGoal& agent,
                                    std::vector<CellId>* path) {
  if (ways_.size() < kind.corners.height) ways_.resize(kind.corners.height);
  const HostCornerQuery query{kind.view, kind.corners, ways_.data()};
  const CornerLookUp found = query.look_up(agent.start, agent.goal);
  HostAnswer answer;
  answer.status = found.status;
  if (found.status != PlanStatus::kFound) return answer;
  answer.cost = found.cost;
  answer.hop = query.first_hop(found, agent.start, agent.goal);
  if (path != nullptr) {
    answer.length = query.walk(found, agent.start, agent.goal, [path](CellId cell) { path->push_back(cell); });
  }
  return answer;
}

// Runs the A* of single queries, which expands the same cells in the same order as search_cells, but has
// a faster open list.
HostAnswer HostSearch::plan_cells(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path) {
  const PlanQuery query{kind.view.cell(agent.start), kind.view.cell(agent.goal)};
  plan_on_grid(*kind.kind->moves, GridHeuristic::kDistance, query, workspace_, single_);
  HostAnswer answer;
  answer.status = single_.status;
  if (!single_.found()) return answer;
  answer.cost = single_.cost;
  answer.hop = single_.path[single_.path.size() > 1 ? 1 : 0];
  if (path == nullptr) return answer;
  answer.length = static_cast<uint32_t>(single_.path.size());
  path->insert(path->end(), single_.path.begin(), single_.path.end());
  return answer;
}

HostAnswer HostSearch::plan_nodes(const AgentKindInput& kind, const AgentStartGoal& agent, std::vector<CellId>* path) {
  const TablesView& view = kind.view;
  HostAnswer answer;
  AgentLinks links;
  const auto side = static_cast<size_t>(view.side);
  const CellScratch cells = cells_.scratch(side * side, open_);
  const auto link = [&](CellId end, CellId other, std::vector<Cost>& costs, Cost& direct) {
    costs.resize(view.clusters[view.cluster_of(view.cell(end))].nodes);
    return link_agent(view, end, other, cells, costs.data(), direct);
  };
  Cost back = kNoWay;
  answer.status = link(agent.start, agent.goal, start_links_, links.direct);
  if (answer.status != PlanStatus::kFound) return answer;
  answer.status = link(agent.goal, agent.start, goal_links_, back);
  if (answer.status != PlanStatus::kFound) return answer;
  links.start = start_links_.data();
  links.goal = goal_links_.data();

  const NodeScratch nodes = nodes_.scratch(size_t{view.nodes} + 2, open_);
  answer.status = search_nodes(view, agent, links, nodes);
  if (answer.status != PlanStatus::kFound) return answer;
  answer.cost = nodes.records[view.nodes + 1].g;
  if (path == nullptr) {
    walk_nodes_back(view, nodes, agent, answer.hop, [](CellId) {});
    return answer;
  }
  const auto begin = static_cast<std::ptrdiff_t>(path->size());
  answer.length = walk_nodes_back(view, nodes, agent, answer.hop, [&](CellId cell) { path->push_back(cell); });
  std::reverse(path->begin() + begin, path->end());
  return answer;
}

size_t HostSearch::memory_bytes() const {
  return workspace_.cells.memory_bytes() + workspace_.queue.memory_bytes() + cells_.bytes() + nodes_.bytes() +
         open_.capacity() * sizeof(OpenEntry) +
         (start_links_.capacity() + goal_links_.capacity() + ways_.capacity()) * sizeof(Cost) +
         turns_.capacity() * sizeof(CellId) + goal_.memory_bytes();
}

// --- PathJoiner -----------------------------------------------------------------------------------------------------

void PathJoiner::begin(size_t agents, size_t buffers) {
  pieces_.assign(agents, {});
  if (buffers_.size() < buffers) buffers_.resize(buffers);
  for (std::vector<CellId>& buffer : buffers_) buffer.clear();
}

void PathJoiner::join(BatchResult& result, Threads& threads) const {
  const size_t count = pieces_.size();
  result.path_begin.resize(count + 1);
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    result.path_begin[i] = sum;
    sum += pieces_[i].length;
  }
  result.path_begin[count] = sum;
  result.path_cells.resize(sum);
  threads.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) {
      const PathPiece& piece = pieces_[i];
      if (piece.length == 0) continue;
      const auto from = buffers_[piece.buffer].begin() + static_cast<std::ptrdiff_t>(piece.offset);
      std::copy_n(from, piece.length, result.path_cells.begin() + static_cast<std::ptrdiff_t>(result.path_begin[i]));
    }
  });
}

size_t PathJoiner::memory_bytes() const {
  size_t bytes = pieces_.capacity() * sizeof(PathPiece);
  for (const std::vector<CellId>& buffer : buffers_) bytes += buffer.capacity() * sizeof(CellId);
  return bytes;
}

size_t count_solved(const BatchResult& result) {
  return static_cast<size_t>(std::count(result.status.begin(), result.status.end(), PlanStatus::kFound));
}

}  // namespace strata
