// Simulations of a search: its next expansions, and what an expansion does to the neighbours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/next_expansion.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

using namespace simulation_parts;

ExpansionOrder recorded_order(const Lab& lab) {
  return stepped_narration(lab).expansion_order(lab.state().plan_options().ties);
}

Cell cell_of_place(const NodePlace& at) {
  return {static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.y))};
}

// Returns whether the expansion is one of a search from both sides, each of which has an open list of its own.
bool is_two_sided(const SearchEvent& expanded) { return TraceOutline::joined(expanded.phase) != expanded.phase; }

class ExpansionSteps : public Simulation {
 public:
  ExpansionSteps(const Lab& lab, std::vector<NextExpansion> next) : lab_(lab), next_(std::move(next)) {}

  size_t size() const override { return next_.size(); }
  size_t end() const override { return next_.back().event + 1; }

  SimulationStep step(Given given) const override {
    const NextExpansion& next = next_[given.size()];
    SimulationStep step;
    step.moment = next.event;
    step.question = "Which node is expanded now? Click it.";
    const Cell right = cell_of_node(next, next.taken.node);
    step.right = {fmt::format("{},{}", right.x, right.y)};
    // A corner of the map that is not allowed.
    const GridMap& map = lab_.world().map();
    for (const Cell corner : {Cell{0, 0}, Cell{map.width() - 1, 0}, Cell{0, map.height() - 1}}) {
      const bool allowed = std::ranges::any_of(
          next.allowed, [&](const OpenNode& node) { return cell_of_node(next, node.node) == corner; });
      if (!allowed) step.wrong = {fmt::format("{},{}", corner.x, corner.y)};
    }
    return step;
  }

  Result<JudgedStep> judge(Given given, const std::vector<std::string>& words) const override {
    const Result<Cell> cell = cell_answer(lab_, words);
    if (!cell) return cell.error();
    const NextExpansion& next = next_[given.size()];
    const Trace& trace = lab_.trace();
    const NodePlaces places = trace.places(lab_.world().map().width());
    const ExpansionAnswer answer = judge_answer(trace, places, next, lab_.world().map().id(cell.value()));
    const ExpansionOrder order = order_in(trace.events()[next.event], recorded_order(lab_));
    const AnswerTextInputs texts{places, order, lab_.query().trace_unit(), cell_name(cell.value())};
    JudgedStep judged;
    judged.reason = lab_.world().moves().passable(cell.value())
                        ? answer_reason(next, answer, texts)
                        : fmt::format("{} is blocked: no search comes there.", texts.where);
    judged.verdict = answer.kind == AnswerKind::kExpanded  ? StepVerdict::kRight
                     : answer.kind == AnswerKind::kAllowed ? StepVerdict::kAlsoRight
                                                           : StepVerdict::kWrong;
    if (judged.verdict == StepVerdict::kWrong) judged.reason += " " + right_answer(next, texts);
    return judged;
  }

 private:
  Cell cell_of_node(const NextExpansion& next, NodeId node) const {
    const NodePlaces places = lab_.trace().places(lab_.world().map().width());
    return cell_of_place(places.at(static_cast<size_t>(next.level), node));
  }

  const Lab& lab_;
  std::vector<NextExpansion> next_;
};

// What the expansion of a cell does to one of its neighbours.
struct RelaxedEdge {
  enum class Outcome : uint8_t { kNew, kImproved, kUnchanged, kClosed };
  Outcome outcome = Outcome::kNew;
  Cell cell;
  Cost step = 0;            // cost of the step to the neighbour
  Cost before = 0;          // its g before the expansion, unless it is new
  size_t event = SIZE_MAX;  // the event that the expansion has for it, if any
  bool was_closed = false;  // it had been expanded before it is improved
};

class RelaxationSteps : public Simulation {
 public:
  RelaxationSteps(const Lab& lab, const SearchEvent& expanded, size_t first, std::vector<RelaxedEdge> edges)
      : unit_(lab.query().trace_unit()),
        from_(lab.world().map().cell(expanded.node)),
        g_(expanded.g),
        first_(first),
        edges_(std::move(edges)) {
    // Each event is shown once its neighbour has been asked about, unless that would show one too early.
    size_t last = first_;
    for (const RelaxedEdge& edge : edges_) {
      if (edge.event == SIZE_MAX) continue;
      in_order_ = in_order_ && edge.event >= last;
      last = std::max(last, edge.event + 1);
    }
    end_ = last;
  }

  size_t size() const override { return edges_.size(); }
  size_t end() const override { return end_; }

  SimulationStep step(Given given) const override {
    const RelaxedEdge& edge = edges_[given.size()];
    SimulationStep step;
    step.moment = moment(given.size());
    step.question = fmt::format("{} has g = {}: what becomes of {}?", cell_name(from_), step_number_text(g_, unit_),
                                cell_name(edge.cell));
    step.cells = {edge.cell};
    step.choices = choices();
    step.right = {step.choices[static_cast<size_t>(edge.outcome)].word};
    if (step.choices[static_cast<size_t>(edge.outcome)].has_number)
      step.right.push_back(step_number_text(after(edge), unit_));
    step.wrong = {edge.outcome == RelaxedEdge::Outcome::kClosed ? "unchanged" : "closed"};
    return step;
  }

  Result<JudgedStep> judge(Given given, const std::vector<std::string>& words) const override {
    const RelaxedEdge& edge = edges_[given.size()];
    const Result<ChosenAnswer> answer = chosen_answer(choices(), words);
    if (!answer) return answer.error();
    const SimulationChoice own = choices()[static_cast<size_t>(edge.outcome)];
    bool right = answer.value().word == own.word;
    if (right && own.has_number) right = is_cost(answer.value().number, after(edge), unit_);
    return JudgedStep{right ? StepVerdict::kRight : StepVerdict::kWrong, reason(edge)};
  }

 private:
  static std::vector<SimulationChoice> choices() {
    return {{"new", "New, with g =", true},
            {"improved", "Improved, g =", true},
            {"unchanged", "Open, stays as it is", false},
            {"closed", "Closed already", false}};
  }

  uint64_t after(const RelaxedEdge& edge) const { return uint64_t{g_} + edge.step; }

  size_t moment(size_t index) const {
    size_t moment = first_;
    if (!in_order_) return moment;
    for (size_t i = 0; i < index; ++i) {
      if (edges_[i].event != SIZE_MAX) moment = edges_[i].event + 1;
    }
    return moment;
  }

  std::string reason(const RelaxedEdge& edge) const {
    const std::string name = cell_name(edge.cell), g = step_number_text(g_, unit_),
                      by = step_number_text(edge.step, unit_), sum = step_number_text(after(edge), unit_),
                      before = step_number_text(edge.before, unit_);
    switch (edge.outcome) {
      case RelaxedEdge::Outcome::kNew:
        return fmt::format("{} is new: g = {} + {} = {}.", name, g, by, sum);
      case RelaxedEdge::Outcome::kImproved:
        return fmt::format("{} was {} with g = {}, and over {} it costs {} + {} = {}: its g is improved{}.", name,
                           edge.was_closed ? "closed" : "open", before, cell_name(from_), g, by, sum,
                           edge.was_closed ? ", and it is opened again" : "");
      case RelaxedEdge::Outcome::kUnchanged:
        return fmt::format("{} is open with g = {}, and over {} it costs {} + {} = {}, which is not less: it stays.",
                           name, before, cell_name(from_), g, by, sum);
      case RelaxedEdge::Outcome::kClosed:
        break;
    }
    return fmt::format("{} is closed: it was expanded with g = {}, and over {} it costs {} + {} = {}.", name, before,
                       cell_name(from_), g, by, sum);
  }

  Cost unit_;
  Cell from_;
  Cost g_;
  size_t first_, end_ = 0;
  std::vector<RelaxedEdge> edges_;
  bool in_order_ = true;
};

// Returns what the expansion of event `at` does to the cell, or nullopt if the search leaves the cell out.
std::optional<RelaxedEdge> relaxed_edge(const std::vector<SearchEvent>& events, size_t at, CellId cell) {
  RelaxedEdge edge;
  const SearchEvent* known = nullptr;
  for (size_t i = at; i-- > 0 && known == nullptr;) {
    const SearchEvent& event = events[i];
    if (TraceOutline::concerns_node(event.type) && event.node == cell) known = &event;
    if (TraceOutline::starts_search(event, i == 0 ? nullptr : &events[i - 1])) break;
  }
  const bool closed = known != nullptr && !enters_open_list(known->type);
  if (known != nullptr) edge.before = known->g;
  for (size_t i = at + 1; i < events.size() && enters_open_list(events[i].type); ++i) {
    if (events[i].node != cell || events[i].parent != events[at].node) continue;
    edge.event = i;
    edge.outcome = known == nullptr ? RelaxedEdge::Outcome::kNew : RelaxedEdge::Outcome::kImproved;
    edge.was_closed = closed;
    return edge;
  }
  if (known == nullptr) return std::nullopt;
  edge.outcome = closed ? RelaxedEdge::Outcome::kClosed : RelaxedEdge::Outcome::kUnchanged;
  return edge;
}

}  // namespace

Result<std::unique_ptr<Simulation>> make_expansions(const Lab& lab, int count, size_t from) {
  if (lab.state().process != nullptr) return error_at("", "no search is stepped, whose expansions could be asked for");
  std::vector<NextExpansion> found;
  const ExpansionOrder order = recorded_order(lab);
  for (int i = 0; i < count; ++i) {
    const auto next = allowed_next(lab.trace(), from, order);
    if (!next) break;
    if (is_two_sided(lab.trace().events()[next->event])) {
      return error_at("", "the search goes on from both sides: its expansions cannot be asked for");
    }
    found.push_back(*next);
    from = next->event + 1;
  }
  if (found.size() < static_cast<size_t>(count)) {
    return error_at("", fmt::format("{} expansions are asked for, and the search has {} left", count, found.size()));
  }
  return std::unique_ptr<Simulation>(std::make_unique<ExpansionSteps>(lab, std::move(found)));
}

Result<std::unique_ptr<Simulation>> make_relaxation(const Lab& lab, size_t from) {
  const std::vector<SearchEvent>& events = lab.trace().events();
  const auto next =
      lab.state().process == nullptr ? allowed_next(lab.trace(), from, recorded_order(lab)) : std::nullopt;
  if (!next) return error_at("", "no node is expanded any more, whose neighbours could be asked for");
  const SearchEvent& expanded = events[next->event];
  if (is_two_sided(expanded)) {
    return error_at("", "the search goes on from both sides: its relaxed edges cannot be asked for");
  }
  const MoveGrid& grid = lab.world().moves();
  if (expanded.level != 0 || !lab.trace().places(grid.width()).are_cells()) {
    return error_at("", "the next node that is expanded is no cell: its neighbours cannot be asked for");
  }
  std::vector<RelaxedEdge> edges;
  for (int direction = 0; direction < kDirections; ++direction) {
    if ((grid.moves(expanded.node) >> direction & 1) == 0) continue;
    const CellId neighbour = grid.neighbour(expanded.node, direction);
    auto edge = relaxed_edge(events, next->event, neighbour);
    if (!edge) continue;
    edge->cell = grid.cell(neighbour);
    edge->step = grid.step_cost(expanded.node, direction);
    const bool enters = edge->event != SIZE_MAX;
    if (enters && events[edge->event].g != expanded.g + edge->step) {
      return error_at("", "this search does not add costs step by step: its relaxed edges cannot be asked for");
    }
    edges.push_back(*edge);
  }
  if (edges.empty()) return error_at("", "the next node that is expanded has no neighbour to ask for");
  return std::unique_ptr<Simulation>(
      std::make_unique<RelaxationSteps>(lab, expanded, next->event + 1, std::move(edges)));
}

}  // namespace strata
