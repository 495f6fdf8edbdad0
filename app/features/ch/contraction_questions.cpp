#include "app/features/ch/contraction_questions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/contraction_terms.hpp"
#include "app/lab/lab.hpp"
#include "core/ch/contraction_code.hpp"

namespace strata {
namespace {

int64_t priority_before(const Lab& lab, size_t event, uint32_t node) {
  const HierarchyController& controller = hierarchy_controller(lab);
  const ChCoefficients& weights = controller.ch_options().order == ChOrder::kSmall ? kChSmall : kChLarge;
  return terms_before(controller.contracted_graph(), recorded_events(lab), event, node).priority(weights);
}

std::optional<uint32_t> node_in(const ContractedGraph& graph, CellId cell) {
  const auto at = std::ranges::lower_bound(graph.by_cell, cell, {}, [&](uint32_t node) { return graph.cells[node]; });
  if (at == graph.by_cell.end() || graph.cells[*at] != cell) return std::nullopt;
  return *at;
}

StepJudgement judge_contracted(const Lab& lab, size_t event, Cell answer) {
  const ContractedGraph& graph = hierarchy_controller(lab).contracted_graph();
  const std::vector<SearchEvent>& events = recorded_events(lab);
  const std::string name = fmt::format("({},{})", answer.x, answer.y);
  const CellId cell = lab.world().map().id(answer);
  const std::optional<uint32_t> node = node_in(graph, cell);
  if (!node) return {AnswerKind::kNotOpen, fmt::format("{} is no node of the graph that is contracted.", name)};
  for (size_t i = 0; i < event; ++i) {
    if (events[i].type != EventType::kContract || events[i].node != cell) continue;
    return {AnswerKind::kClosed, fmt::format("{} is contracted already, with rank {}.", name, events[i].g + 1)};
  }
  const int64_t own = priority_before(lab, event, *node);
  if (events[event].node == cell) {
    return {AnswerKind::kExpanded, fmt::format("{} has the smallest priority, {}.", name, own)};
  }
  const int64_t least = priority_before(lab, event, *node_in(graph, events[event].node));
  if (own == least) {
    return {AnswerKind::kAllowed,
            fmt::format("Also right: {} has the same priority, {}, as the node that goes before it.", name, own)};
  }
  if (own < least) {
    return {AnswerKind::kAllowed,
            fmt::format("Also right: {} has priority {} by now, but in the heap it still has an older, larger one.",
                        name, own)};
  }
  return {AnswerKind::kOpen, fmt::format("{} has priority {}, and another node has a smaller one.", name, own)};
}

StepSolution solve_contracted(const Lab& lab, size_t event) {
  const SearchEvent& own = recorded_events(lab)[event];
  const Cell cell = lab.world().map().cell(own.node);
  const int64_t priority =
      priority_before(lab, event, *node_in(hierarchy_controller(lab).contracted_graph(), own.node));
  return {cell, fmt::format("({},{}) is contracted: it has the smallest priority, {}.", cell.x, cell.y, priority)};
}

}  // namespace

const ProcessQuestions kContractionQuestions = {
    .about =
        [](const SearchEvent& event) {
          return event.type == EventType::kContract && event.line == contraction_code::kNode;
        },
    .ask = [](const Lab&, size_t) { return std::string("Which node is contracted next? Click it."); },
    .judge = judge_contracted,
    .solve = solve_contracted,
};

}  // namespace strata
