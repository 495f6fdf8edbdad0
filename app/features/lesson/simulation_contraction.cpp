// Simulation of a contraction: a shortcut or a witness for each pair of neighbours of the node that is contracted next.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/features/ch/ch.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"

namespace strata {
namespace {

using namespace simulation_parts;

// The graph that is left at a moment of a contraction: its edges by cells, each in both directions.
using RemainingEdges = std::map<CellId, std::map<CellId, Cost>>;

void add_remaining_edge(RemainingEdges& edges, CellId a, CellId b, Cost cost) {
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
    const auto [at, added] = edges[from].emplace(to, cost);
    if (!added) at->second = std::min(at->second, cost);
  }
}

RemainingEdges remaining_edges(const ContractedGraph& contracted, const std::vector<SearchEvent>& events, size_t at) {
  RemainingEdges edges;
  const CsrGraph& graph = contracted.graph;
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    for (uint32_t e = graph.first[node]; e < graph.first[node + 1]; ++e) {
      if (graph.targets[e] != node) {
        add_remaining_edge(edges, contracted.cells[node], contracted.cells[graph.targets[e]], graph.weights[e]);
      }
    }
  }
  std::set<CellId> gone;
  for (size_t i = 0; i < at; ++i) {
    if (events[i].type == EventType::kAddArc) add_remaining_edge(edges, events[i].parent, events[i].node, events[i].g);
    if (events[i].type == EventType::kContract) gone.insert(events[i].node);
  }
  for (const CellId node : gone) {
    for (const auto& [other, cost] : edges[node]) edges[other].erase(node);
    edges.erase(node);
  }
  return edges;
}

// Returns the cost of a shortest path that does not pass `without`; kInfinite: there is none.
uint64_t cost_without(const RemainingEdges& edges, CellId from, CellId to, CellId without) {
  std::map<CellId, uint64_t> cost{{from, 0}};
  std::set<std::pair<uint64_t, CellId>> queue{{0, from}};
  while (!queue.empty()) {
    const auto [g, node] = *queue.begin();
    queue.erase(queue.begin());
    if (node == to) return g;
    const auto own = edges.find(node);
    if (own == edges.end()) continue;
    for (const auto& [next, weight] : own->second) {
      if (next == without) continue;
      const auto known = cost.find(next);
      if (known != cost.end() && known->second <= g + weight) continue;
      cost[next] = g + weight;
      queue.emplace(g + weight, next);
    }
  }
  return kInfinite;
}

// A pair of neighbours of the contracted node.
struct WitnessPair {
  size_t event = 0;
  CellId from = kNoCell, to = kNoCell;
  Cost over = 0;          // cost over the contracted node
  Cost recorded = 0;      // of the witness that the program has found; kInfinite: it adds a shortcut
  uint64_t shortest = 0;  // cost of a shortest path without the contracted node
};

class ContractionSteps : public Simulation {
 public:
  ContractionSteps(const Lab& lab, CellId node, std::vector<WitnessPair> pairs, size_t end)
      : lab_(lab), unit_(lab.query().trace_unit()), node_(node), pairs_(std::move(pairs)), end_(end) {}

  size_t size() const override { return pairs_.size(); }
  size_t end() const override { return end_; }

  SimulationStep step(Given given) const override {
    const WitnessPair& pair = pairs_[given.size()];
    SimulationStep step;
    step.moment = pair.event;
    step.question = fmt::format("What does the pair {} and {} get?", name(pair.from), name(pair.to));
    step.cells = {lab_.world().map().cell(pair.from), lab_.world().map().cell(pair.to)};
    step.choices = choices();
    const bool shortcut = pair.recorded == kInfinite;
    step.right = {shortcut ? "shortcut" : "witness", step_number_text(shortcut ? pair.over : pair.shortest, unit_)};
    step.wrong = {shortcut ? "witness" : "shortcut", step_number_text(pair.over, unit_)};
    return step;
  }

  Result<JudgedStep> judge(Given given, const std::vector<std::string>& words) const override {
    const WitnessPair& pair = pairs_[given.size()];
    const Result<ChosenAnswer> answer = chosen_answer(choices(), words);
    if (!answer) return answer.error();
    const double number = answer.value().number;
    const bool shortcut = pair.recorded == kInfinite;
    bool right = (answer.value().word == "shortcut") == shortcut;
    // A witness need not be a shortest path: the program takes the first one that is cheap enough.
    const bool cost_fits = shortcut ? is_cost(number, pair.over, unit_)
                                    : is_cost(number, pair.shortest, unit_) || is_cost(number, pair.recorded, unit_);
    right = right && cost_fits;
    return JudgedStep{right ? StepVerdict::kRight : StepVerdict::kWrong, reason(pair)};
  }

 private:
  static std::vector<SimulationChoice> choices() {
    return {{"shortcut", "Shortcut, cost", true}, {"witness", "Witness, cost", true}};
  }
  std::string name(CellId cell) const { return cell_name(lab_.world().map().cell(cell)); }

  std::string reason(const WitnessPair& pair) const {
    const std::string over = step_number_text(pair.over, unit_);
    if (pair.recorded != kInfinite) {
      return fmt::format("Without {} a path from {} to {} costs {}, and over it {}: that is the witness.", name(node_),
                         name(pair.from), name(pair.to), step_number_text(pair.shortest, unit_), over);
    }
    const std::string without = pair.shortest == kInfinite
                                    ? std::string("no path leads")
                                    : fmt::format("the cheapest path costs {}", step_number_text(pair.shortest, unit_));
    return fmt::format("Over {} it costs {}, and without it {} from {} to {}: a shortcut of cost {} is added.",
                       name(node_), over, without, name(pair.from), name(pair.to), over);
  }

  const Lab& lab_;
  Cost unit_;
  CellId node_;
  std::vector<WitnessPair> pairs_;
  size_t end_;
};

}  // namespace

Result<std::unique_ptr<Simulation>> make_contraction(const Lab& lab, size_t from) {
  const HierarchyController& hierarchies = hierarchy_controller(lab);
  if (!hierarchies.contracting()) return error_at("", "no contraction is stepped: setup ch.contract on begins one");
  const std::vector<SearchEvent>& events = lab.trace().events();
  size_t at = from;
  while (at < events.size() && events[at].type != EventType::kContract) ++at;
  if (at == events.size()) return error_at("", "no node is contracted any more");
  size_t end = at + 1, count = 0;
  for (; end < events.size() && events[end].type != EventType::kContract; ++end) {
    if (events[end].type == EventType::kWitness) ++count;
  }
  if (count == 0) return error_at("", "the next node that is contracted has fewer than two neighbours");
  if (count > kMostSteps) {
    return error_at("",
                    fmt::format("the next node that is contracted has {} pairs of neighbours, and {} at most can be "
                                "asked for",
                                count, kMostSteps));
  }
  const RemainingEdges edges = remaining_edges(hierarchies.contracted_graph(), events, at);
  std::vector<WitnessPair> pairs;
  for (size_t i = at + 1; i < end; ++i) {
    const SearchEvent& event = events[i];
    if (event.type != EventType::kWitness) continue;
    pairs.push_back({i, event.parent, event.node, event.h, event.g,
                     cost_without(edges, event.parent, event.node, events[at].node)});
  }
  return std::unique_ptr<Simulation>(std::make_unique<ContractionSteps>(lab, events[at].node, std::move(pairs), end));
}

}  // namespace strata
