#include "core/ch/contraction.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/check.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

constexpr Cost kWeightLimit = kInfinite / 2;  // the sum of two such weights still fits into a Cost
constexpr uint32_t kNoNode = 0xffffffffu;
constexpr uint64_t kProgressMask = 63;  // the job control is checked after every 64 nodes

// An arc of the remaining graph. Each undirected edge is stored at both of its ends.
struct RemainingArc {
  uint32_t target = 0;
  Cost weight = 0;
  uint32_t middle = kNoNode;  // middle node; kNoNode: an edge
  uint32_t originals = 1;     // number of original edges below the arc
};

// A shortcut that contracting a node adds.
struct NewShortcut {
  uint32_t from = 0, to = 0;
  Cost weight = 0;
  uint32_t originals = 0;
};

// The shortcuts that contracting a node would add. They are cached, and may be out of date until the node's turn.
struct SimulatedContraction {
  std::vector<NewShortcut> shortcuts;
  int64_t originals = 0;  // number of original edges below these shortcuts

  void clear() {
    shortcuts.clear();
    originals = 0;
  }
  void add(const NewShortcut& shortcut) {
    shortcuts.push_back(shortcut);
    originals += shortcut.originals;
  }
};

struct NoTraceRecorder {
  static constexpr bool kEnabled = false;
  void on(EventType, uint8_t, uint32_t, uint32_t, Cost, Cost) const {}
};

struct TraceRecorder {
  static constexpr bool kEnabled = true;
  std::span<const CellId> cells;
  uint8_t level;
  Trace* trace;

  void on(EventType type, uint8_t line, uint32_t node, uint32_t parent, Cost g, Cost h) const {
    trace->add({.type = type,
                .phase = Phase::kContract,
                .level = level,
                .line = line,
                .node = cells[node],
                .parent = parent == kNoNode ? kNoCell : cells[parent],
                .g = g,
                .h = h});
  }
};

// A heap of nodes with their distances, least distance first.
class WitnessQueue {
 public:
  void clear() { keys_.clear(); }
  bool empty() const { return keys_.empty(); }
  void push(Cost distance, uint32_t node) {
    const uint64_t key = uint64_t{distance} << 32 | node;
    size_t i = keys_.size();
    keys_.push_back(key);
    while (i > 0) {
      const size_t parent = (i - 1) / kArity;
      if (keys_[parent] <= key) break;
      keys_[i] = keys_[parent];
      i = parent;
    }
    keys_[i] = key;
  }
  std::pair<Cost, uint32_t> pop() {
    const uint64_t best = keys_.front();
    const uint64_t key = keys_.back();
    keys_.pop_back();
    const size_t count = keys_.size();
    size_t i = 0;
    for (size_t child = 1; child < count; child = i * kArity + 1) {
      const size_t end = std::min(child + kArity, count);
      size_t least = child;
      for (size_t c = child + 1; c < end; ++c) {
        if (keys_[c] < keys_[least]) least = c;
      }
      if (keys_[least] >= key) break;
      keys_[i] = keys_[least];
      i = least;
    }
    if (count > 0) keys_[i] = key;
    return {static_cast<Cost>(best >> 32), static_cast<uint32_t>(best)};
  }

 private:
  static constexpr size_t kArity = 4;
  std::vector<uint64_t> keys_;
};

template <class Recorder>
class Contraction {
 public:
  Contraction(const CsrGraph& graph, const ContractionOptions& options, Recorder recorder)
      : options_(options),
        recorder_(recorder),
        count_(graph.node_count()),
        arcs_(count_),
        least_(count_, kInfinite),
        labels_(count_),
        rank_(count_, kNoRank) {
    if constexpr (Recorder::kEnabled) parents_.resize(count_);
    if (options.witness_hops > 0) hops_.resize(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      arcs_[node].reserve(graph.first[node + 1] - graph.first[node]);
      for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e)
        add_edge(node, graph.targets[e], graph.weights[e]);
    }
  }

  std::optional<Ch> run(JobControl* control) {
    control_ = control;
    if (control_ != nullptr) control_->set_total(count_);
    order_.reserve(count_);
    const bool done = options_.order.empty() ? contract_by_priority() : contract_in_order();
    if (!done) return std::nullopt;
    return upward_graph();
  }

 private:
  // The label of a node in a witness search.
  struct WitnessLabel {
    Cost distance = 0;
    uint32_t stamp = 0;   // number of the search that reached the node
    Cost need = 0;        // a path to this target of at most this cost is a witness
    uint32_t target = 0;  // number of the search that has this node as a target
  };
  struct QueueEntry {
    int64_t priority;
    uint32_t node;
    friend bool operator<(const QueueEntry& a, const QueueEntry& b) {  // for a heap with the least entry in front
      return a.priority != b.priority ? a.priority > b.priority : a.node > b.node;
    }
  };

  void add_edge(uint32_t node, uint32_t target, Cost weight) {
    if (target == node) return;
    least_[node] = std::min(least_[node], weight);
    // Parallel edges are adjacent, because targets are ascending.
    if (!arcs_[node].empty() && arcs_[node].back().target == target) {
      arcs_[node].back().weight = std::min(arcs_[node].back().weight, weight);
    } else {
      arcs_[node].push_back({target, weight, kNoNode, 1});
    }
  }

  bool cancelled(uint64_t step) const {
    return control_ != nullptr && (step & kProgressMask) == 0 && control_->cancelled();
  }

  // --- Witnesses -----------------------------------------------------------------------------------------------------

  static Cost over(const RemainingArc& a, const RemainingArc& b) { return std::min(a.weight + b.weight, kWeightLimit); }

  void look_for(uint32_t target, Cost need) {
    labels_[target].target = stamp_;
    labels_[target].need = need;
    bound_ = std::max(bound_, need);
    ++wanted_;
  }

  // Relaxes a node. Returns true once every target has a witness.
  bool reach(uint32_t node, Cost distance, uint32_t parent) {
    if (distance > bound_) return false;
    WitnessLabel& label = labels_[node];
    const bool seen = label.stamp == stamp_;
    if (seen && label.distance <= distance) return false;
    const bool answers = label.target == stamp_ && distance <= label.need && !(seen && label.distance <= label.need);
    label.distance = distance;
    label.stamp = stamp_;
    if constexpr (Recorder::kEnabled) parents_[node] = parent;
    if (options_.witness_hops > 0) {
      hops_[node] = parent == kNoNode ? 0 : hops_[parent] + 1;
      if (hops_[node] >= options_.witness_hops) return answers && --wanted_ == 0;
    }
    if (answers && --wanted_ == 0) return true;
    // Nodes whose neighbours all exceed the bound are not queued.
    if (distance + least_[node] <= bound_) queue_.push(distance, node);
    return false;
  }

  // Runs Dijkstra's algorithm from `from` to all targets, without the node `without`. A target may get its witness
  // before it is settled: a witness need not be a shortest path.
  void search(uint32_t from, uint32_t without) {
    queue_.clear();
    if (wanted_ == 0 || reach(from, 0, kNoNode)) return;
    uint32_t settled = 0;
    while (!queue_.empty()) {
      const auto [distance, node] = queue_.pop();
      if (distance != labels_[node].distance) continue;
      if (options_.witness_settled > 0 && settled == options_.witness_settled) return;
      ++settled;
      for (const RemainingArc& arc : arcs_[node]) {
        if (arc.target != without && reach(arc.target, distance + arc.weight, node)) return;
      }
    }
  }

  void next_search() {
    ++stamp_;
    bound_ = 0;
    wanted_ = 0;
  }
  bool witnessed(uint32_t target, Cost need) const {
    return labels_[target].stamp == stamp_ && labels_[target].distance <= need;
  }

  // Computes the shortcuts that contracting the node now would add.
  void simulate(uint32_t node, SimulatedContraction& simulation) {
    simulation.clear();
    const std::vector<RemainingArc>& arcs = arcs_[node];
    for (size_t i = 0; i + 1 < arcs.size(); ++i) {
      next_search();
      for (size_t k = i + 1; k < arcs.size(); ++k) look_for(arcs[k].target, over(arcs[i], arcs[k]));
      search(arcs[i].target, node);
      for (size_t k = i + 1; k < arcs.size(); ++k) {
        const Cost need = over(arcs[i], arcs[k]);
        const bool found = witnessed(arcs[k].target, need);
        if (!found) {
          simulation.add({arcs[i].target, arcs[k].target, need, arcs[i].originals + arcs[k].originals});
        }
      }
    }
  }

  // Records the simulation of a node when it is contracted.
  void record(uint32_t node, int32_t priority) {
    const uint8_t line = options_.order.empty() ? contraction_code::kNode : contraction_code::kGiven;
    recorder_.on(EventType::kContract, line, node, kNoNode, static_cast<Cost>(order_.size()),
                 static_cast<Cost>(priority));
    const std::vector<RemainingArc>& arcs = arcs_[node];
    std::vector<uint32_t> way;
    for (size_t i = 0; i + 1 < arcs.size(); ++i) {
      const uint32_t from = arcs[i].target;
      next_search();
      for (size_t k = i + 1; k < arcs.size(); ++k) look_for(arcs[k].target, over(arcs[i], arcs[k]));
      search(from, node);
      for (size_t k = i + 1; k < arcs.size(); ++k) {
        const uint32_t to = arcs[k].target;
        const Cost need = over(arcs[i], arcs[k]);
        if (!witnessed(to, need)) {
          recorder_.on(EventType::kWitness, contraction_code::kWitness, to, from, kInfinite, need);
          recorder_.on(EventType::kAddArc, contraction_code::kShortcut, to, from, need, 0);
          continue;
        }
        recorder_.on(EventType::kWitness, contraction_code::kWitness, to, from, labels_[to].distance, need);
        way.assign(1, to);
        while (way.back() != from) way.push_back(parents_[way.back()]);
        for (size_t w = way.size() - 1; w > 0; --w) {
          recorder_.on(EventType::kPathEdge, contraction_code::kWitnessEdge, way[w - 1], way[w],
                       labels_[way[w - 1]].distance - labels_[way[w]].distance, 0);
        }
      }
    }
  }

  // --- Contraction ---------------------------------------------------------------------------------------------------

  void add_half(uint32_t from, const RemainingArc& arc) {
    least_[from] = std::min(least_[from], arc.weight);
    for (RemainingArc& old : arcs_[from]) {
      if (old.target != arc.target) continue;
      if (arc.weight < old.weight) old = arc;
      return;
    }
    arcs_[from].push_back(arc);
  }

  // Removes a node from the remaining graph. It keeps its arcs to nodes above it.
  void contract(uint32_t node, const std::vector<NewShortcut>& shortcuts) {
    rank_[node] = static_cast<uint32_t>(order_.size());
    order_.push_back(node);
    for (const RemainingArc& arc : arcs_[node]) {
      std::vector<RemainingArc>& back = arcs_[arc.target];
      const auto own =
          std::find_if(back.begin(), back.end(), [node](const RemainingArc& a) { return a.target == node; });
      STRATA_CHECK(own != back.end());
      *own = back.back();
      back.pop_back();
    }
    for (const NewShortcut& s : shortcuts) {
      add_half(s.from, {s.to, s.weight, node, s.originals});
      add_half(s.to, {s.from, s.weight, node, s.originals});
    }
    if (control_ != nullptr) control_->set_done(order_.size());
  }

  bool contract_in_order() {
    STRATA_CHECK(options_.order.size() == count_);
    SimulatedContraction simulation;
    for (const uint32_t node : options_.order) {
      if (cancelled(order_.size())) return false;
      STRATA_CHECK(node < count_ && rank_[node] == kNoRank);
      simulate(node, simulation);
      if constexpr (Recorder::kEnabled) record(node, 0);
      contract(node, simulation.shortcuts);
    }
    return true;
  }

  int64_t priority(uint32_t node, const SimulatedContraction& simulation) const {
    const ChCoefficients& c = options_.coefficients;
    const auto difference =
        static_cast<int64_t>(simulation.shortcuts.size()) - static_cast<int64_t>(arcs_[node].size());
    return c.edge_difference * difference + c.original_edges * simulation.originals + c.depth * int64_t{depth_[node]} +
           c.contracted_neighbours * int64_t{contracted_neighbours_[node]};
  }

  void push(uint32_t node) {
    heap_.push_back({priorities_[node], node});
    std::push_heap(heap_.begin(), heap_.end());
  }

  // Updates the simulation of a neighbour of the node `contracted`, which was removed with these shortcuts. Distances
  // between other nodes have not changed, so its shortcuts stay valid; only new or cheaper arcs need witness searches.
  // If two paths have the same cost the result may be wrong; the node is simulated again at its turn.
  void follow(uint32_t node, uint32_t contracted, const std::vector<NewShortcut>& shortcuts) {
    changed_.clear();
    for (const NewShortcut& s : shortcuts) {
      if (s.from == node) changed_.push_back(s.to);
      if (s.to == node) changed_.push_back(s.from);
    }
    SimulatedContraction& known = known_[node];
    const auto gone = [&](uint32_t end) {
      return end == contracted || std::find(changed_.begin(), changed_.end(), end) != changed_.end();
    };
    const auto left = std::remove_if(known.shortcuts.begin(), known.shortcuts.end(), [&](const NewShortcut& s) {
      if (!gone(s.from) && !gone(s.to)) return false;
      known.originals -= s.originals;
      return true;
    });
    known.shortcuts.erase(left, known.shortcuts.end());
    const std::vector<RemainingArc>& arcs = arcs_[node];
    for (size_t c = 0; c < changed_.size(); ++c) {
      const auto is_first = [&](const RemainingArc& arc) { return arc.target == changed_[c]; };
      const RemainingArc first = *std::find_if(arcs.begin(), arcs.end(), is_first);
      const auto done = changed_.begin() + static_cast<std::ptrdiff_t>(c) + 1;
      const auto open = [&](const RemainingArc& arc) { return std::find(changed_.begin(), done, arc.target) == done; };
      next_search();
      for (const RemainingArc& arc : arcs) {
        if (open(arc)) look_for(arc.target, over(first, arc));
      }
      search(first.target, node);
      for (const RemainingArc& arc : arcs) {
        if (!open(arc)) continue;
        const Cost need = over(first, arc);
        if (!witnessed(arc.target, need)) known.add({first.target, arc.target, need, first.originals + arc.originals});
      }
    }
  }

  bool contract_by_priority() {
    known_.resize(count_);
    depth_.assign(count_, 0);
    contracted_neighbours_.assign(count_, 0);
    priorities_.resize(count_);
    heap_.reserve(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      if (cancelled(node)) return false;
      simulate(node, known_[node]);
      priorities_[node] = priority(node, known_[node]);
      heap_.push_back({priorities_[node], node});
    }
    std::make_heap(heap_.begin(), heap_.end());
    for (uint64_t step = 1; !heap_.empty(); ++step) {
      if (cancelled(step)) return false;
      std::pop_heap(heap_.begin(), heap_.end());
      const QueueEntry top = heap_.back();
      heap_.pop_back();
      const uint32_t node = top.node;
      if (rank_[node] != kNoRank || priorities_[node] != top.priority) continue;  // an outdated entry
      simulate(node, known_[node]);
      priorities_[node] = priority(node, known_[node]);
      if (priorities_[node] > top.priority) {
        push(node);
        continue;
      }
      if constexpr (Recorder::kEnabled) {
        record(node, static_cast<int32_t>(std::clamp<int64_t>(priorities_[node], INT32_MIN, INT32_MAX)));
      }
      const std::vector<NewShortcut> shortcuts = std::move(known_[node].shortcuts);
      known_[node] = {};
      contract(node, shortcuts);
      for (const RemainingArc& arc : arcs_[node]) {
        const uint32_t neighbour = arc.target;
        depth_[neighbour] = std::max(depth_[neighbour], depth_[node] + 1);
        ++contracted_neighbours_[neighbour];
        follow(neighbour, node, shortcuts);
        const int64_t before = std::exchange(priorities_[neighbour], priority(neighbour, known_[neighbour]));
        if (before != priorities_[neighbour]) push(neighbour);
      }
    }
    return true;
  }

  Ch upward_graph() {
    std::vector<uint32_t> first(count_ + 1, 0);
    std::vector<ChArc> up;
    size_t total = 0;
    for (const std::vector<RemainingArc>& arcs : arcs_) total += arcs.size();
    STRATA_CHECK(total <= std::numeric_limits<uint32_t>::max());
    up.reserve(total);
    for (uint32_t rank = 0; rank < count_; ++rank) {
      const size_t begin = up.size();
      for (const RemainingArc& arc : arcs_[order_[rank]]) {
        up.push_back({rank_[arc.target], arc.weight, arc.middle == kNoNode ? kNoRank : rank_[arc.middle]});
      }
      std::sort(up.begin() + static_cast<std::ptrdiff_t>(begin), up.end(),
                [](const ChArc& a, const ChArc& b) { return a.target < b.target; });
      first[rank + 1] = static_cast<uint32_t>(up.size());
    }
    return {std::move(order_), std::move(first), std::move(up)};
  }

  const ContractionOptions& options_;
  Recorder recorder_;
  JobControl* control_ = nullptr;
  uint32_t count_;
  std::vector<std::vector<RemainingArc>>
      arcs_;                 // by node: arcs to remaining nodes; for a contracted node its upward arcs
  std::vector<Cost> least_;  // by node: lower bound of the weights of its arcs
  // The following members are memory of witness searches.
  std::vector<WitnessLabel> labels_;
  std::vector<uint32_t> parents_;  // only if events are recorded
  std::vector<uint32_t> hops_;     // only if the number of hops is limited
  WitnessQueue queue_;
  uint32_t stamp_ = 0;
  Cost bound_ = 0;       // largest need of all targets
  uint32_t wanted_ = 0;  // number of targets without a witness
  // Arrays by node, for an order by priority.
  std::vector<SimulatedContraction> known_;
  std::vector<uint32_t> depth_, contracted_neighbours_;
  std::vector<int64_t> priorities_;
  std::vector<QueueEntry> heap_;  // entries with an outdated priority are skipped
  std::vector<uint32_t> changed_;
  // The following arrays are the result.
  std::vector<uint32_t> rank_;   // by node
  std::vector<uint32_t> order_;  // nodes
};

}  // namespace

std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, JobControl* control) {
  return Contraction<NoTraceRecorder>(graph, options, {}).run(control);
}

std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, std::span<const CellId> cells,
                           uint8_t level, Trace& trace) {
  STRATA_CHECK(cells.size() == graph.node_count());
  return Contraction<TraceRecorder>(graph, options, TraceRecorder{cells, level, &trace}).run(nullptr);
}

}  // namespace strata
