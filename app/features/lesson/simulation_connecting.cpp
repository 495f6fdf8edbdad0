// Simulation of an insertion: the nodes of S's cluster that HPA* connects S to, and the cost of one connection.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lesson/lesson_text.hpp"
#include "core/search/trace.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"

namespace strata {
namespace {

using namespace simulation_parts;

struct StartLink {
  Cell cell;
  Cost cost = 0;
};

class ConnectionSteps : public Simulation {
 public:
  ConnectionSteps(const Lab& lab, Cell start, std::vector<StartLink> links, size_t from, size_t end)
      : lab_(lab), unit_(lab.query().trace_unit()), start_(start), links_(std::move(links)), from_(from), end_(end) {}

  size_t size() const override { return links_.size() + 1; }
  size_t end() const override { return end_; }

  SimulationStep step(Given given) const override {
    SimulationStep step;
    step.moment = from_;
    if (given.size() == links_.size()) {
      const StartLink& asked = farthest();
      step.question = fmt::format("What does the connection from S to {} cost?", cell_name(asked.cell));
      step.number = true;
      step.cells = {asked.cell};
      step.right = {step_number_text(asked.cost, unit_)};
      step.wrong = {step_number_text(uint64_t{asked.cost} + 3 * uint64_t{unit_}, unit_)};
      return step;
    }
    const std::vector<Cell> left = still_open(given);
    step.question = left.size() == 1 ? "One more node is connected to S. Click it."
                                     : fmt::format("{} {}nodes are connected to S. Click one.", left.size(),
                                                   given.empty() ? "" : "more ");
    step.right = {fmt::format("{},{}", left.front().x, left.front().y)};
    // Without a node that is not connected there is no wrong answer.
    const Cell other = other_node();
    step.wrong = {fmt::format("{},{}", other.x, other.y)};
    return step;
  }

  std::vector<Cell> named(Given given) const override {
    const std::vector<Cell> left = still_open(given.first(std::min(given.size(), links_.size())));
    std::vector<Cell> named;
    for (const StartLink& link : links_) {
      if (std::ranges::find(left, link.cell) == left.end()) named.push_back(link.cell);
    }
    return named;
  }

  Result<JudgedStep> judge(Given given, const std::vector<std::string>& words) const override {
    if (given.size() == links_.size()) {
      const Result<double> number = number_answer(words);
      if (!number) return number.error();
      const StartLink& asked = farthest();
      const bool right = is_cost(number.value(), asked.cost, unit_);
      return JudgedStep{right ? StepVerdict::kRight : StepVerdict::kWrong,
                        fmt::format("The shortest path from S to {} that stays in the cluster costs {}.",
                                    cell_name(asked.cell), step_number_text(asked.cost, unit_))};
    }
    const Result<Cell> cell = cell_answer(lab_, words);
    if (!cell) return cell.error();
    const std::vector<Cell> left = still_open(given);
    const auto link = std::ranges::find(links_, cell.value(), &StartLink::cell);
    if (std::ranges::find(left, cell.value()) != left.end()) {
      // The costs stay untold, as the last step asks for one of them.
      return JudgedStep{StepVerdict::kRight, cell_name(cell.value()) + " is connected to S."};
    }
    if (link != links_.end()) {
      return error_at("", fmt::format("{} is connected already: click another node", cell_name(cell.value())));
    }
    if (hpa().node_at(lab_.world().map().id(cell.value())) < 0) {
      return error_at("", cell_name(cell.value()) + " is no node of the abstract graph: click a node");
    }
    return JudgedStep{StepVerdict::kWrong,
                      why_not(cell.value()) + fmt::format(" {} is connected.", cell_name(left[0]))};
  }

 private:
  // Returns the connected nodes that the answers have not named. A wrong answer has brought the first of those left.
  std::vector<Cell> still_open(Given given) const {
    std::vector<Cell> left;
    for (const StartLink& link : links_) left.push_back(link.cell);
    for (const std::string& answer : given) {
      const auto cell = cell_of(answer);
      const auto named = cell ? std::ranges::find(left, *cell) : left.end();
      left.erase(named == left.end() ? left.begin() : named);
    }
    return left;
  }

  // The link of the largest cost, the first one of several.
  const StartLink& farthest() const { return *std::ranges::max_element(links_, {}, &StartLink::cost); }

  std::string why_not(Cell cell) const {
    const std::string name = cell_name(cell);
    const auto& clusters = hpa().clusters();
    if (clusters.cluster_of(cell) != clusters.cluster_of(start_)) {
      return name + " is a node of another cluster: S is connected to those of its own.";
    }
    return name + " is a node of S's cluster, but no path that stays in the cluster leads there.";
  }

  const Hpa& hpa() const { return lab_.world().get<MapHpa>().hpa(); }

  // Returns the first node that S is not connected to, or the first cell if there is none.
  Cell other_node() const {
    const GridMap& map = lab_.world().map();
    for (CellId id = 0; id < map.cell_count(); ++id) {
      if (hpa().node_at(id) >= 0 && std::ranges::find(links_, map.cell(id), &StartLink::cell) == links_.end()) {
        return map.cell(id);
      }
    }
    return {0, 0};
  }

  const Lab& lab_;
  Cost unit_;
  Cell start_;
  std::vector<StartLink> links_;
  size_t from_, end_;
};

bool links_start(const SearchEvent& event) {
  return event.type == EventType::kLink && event.phase == Phase::kInsertStart && event.level == 1;
}

}  // namespace

Result<std::unique_ptr<Simulation>> make_connecting(const Lab& lab, size_t from) {
  // Other planners record links of S, too, and those lead to nodes of graphs of their own.
  if (lab.state().traced_planner()->needs != StructureId::kHpa) {
    return error_at("", "S is connected to nodes of HPA* only in its search: setup planner.trace hpa1");
  }
  const std::vector<SearchEvent>& events = lab.trace().events();
  const NodePlaces places = lab.trace().places(lab.world().map().width());
  std::vector<StartLink> links;
  size_t end = from;
  for (size_t i = from; i < events.size(); ++i) {
    if (!links_start(events[i])) continue;
    const CellId cell = places.at(events[i].level, events[i].node).cell;
    if (cell == kNoCell) return error_at("", "the nodes that S is connected to are no cells");
    links.push_back({lab.world().map().cell(cell), events[i].g});
    end = i + 1;
  }
  if (links.empty()) {
    return error_at("", "S is connected to no node of HPA* after this moment");
  }
  if (links.size() >= kMostSteps) {
    return error_at(
        "", fmt::format("S is connected to {} nodes, and fewer than {} can be asked for", links.size(), kMostSteps));
  }
  return std::unique_ptr<Simulation>(
      std::make_unique<ConnectionSteps>(lab, lab.state().query.start, std::move(links), from, end));
}

}  // namespace strata
