#include "app/features/predict/process_questions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/lab/cluster_text.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "core/grid/clusters.hpp"
#include "core/search/build_events.hpp"

namespace strata {
namespace {

std::string named(Cell cell) { return fmt::format("({},{})", cell.x, cell.y); }

}  // namespace

const ProcessQuestions* asked_of_process(const Lab& lab) {
  const PredictedProcess* process = predicted_process(lab);
  return process == nullptr ? nullptr : process->questions();
}

const std::vector<SearchEvent>& recorded_events(const Lab& lab) { return lab.trace().events(); }

std::optional<size_t> next_question(const Lab& lab, const ProcessQuestions& questions, size_t from) {
  const std::vector<SearchEvent>& events = recorded_events(lab);
  for (size_t i = from; i < events.size(); ++i) {
    if (questions.about(events[i])) return i;
  }
  return std::nullopt;
}

BorderQuestion::BorderQuestion(const Lab& of, size_t at, int cluster_size, BlockedReasonFunction why, bool agents)
    : lab(of), world(of.world()), events(recorded_events(of)), event(at), blocked(why), by_agents(agents) {
  size_t border = event;
  while (events[border].type != build_event::kPart) --border;
  const uint32_t first = events[border].g, second = events[border].h;
  const ClusterGrid grid(world.map().width(), world.map().height(), cluster_size);
  own = grid.rect(first);
  other = grid.rect(second);
  east = grid.has_right(first) && grid.right(first) == second;
}

std::string BorderQuestion::both_clusters() const {
  return fmt::format("the clusters {} and {}", corners_text(own), corners_text(other));
}

Rect BorderQuestion::pairs(const SearchEvent& entrance) const {
  const Cell a = world.map().cell(entrance.parent), b = world.map().cell(entrance.node);
  const Cell end = across({std::max(a.x, b.x), std::max(a.y, b.y)});
  return {std::min(a.x, b.x), std::min(a.y, b.y), end.x + 1, end.y + 1};
}

StepJudgement BorderQuestion::judge(Cell answer) const {
  const SearchEvent& entrance = events[event];
  const std::string name = named(answer);
  if (pairs(entrance).contains(answer)) {
    return {AnswerKind::kExpanded, fmt::format("{} is part of it: an agent can cross there.", name)};
  }
  const bool own_side = own.contains(answer) && !own.contains(across(answer));
  const Cell before = east ? Cell{answer.x - 1, answer.y} : Cell{answer.x, answer.y - 1};
  const bool other_side = own.contains(before) && !own.contains(answer);
  if (!own_side && !other_side) {
    return {AnswerKind::kNotOpen, fmt::format("{} does not lie on the border of {}.", name, both_clusters())};
  }
  const Cell pair = own_side ? answer : before;
  for (const Cell cell : {pair, across(pair)}) {
    if (const std::string why = blocked(lab, entrance, cell); !why.empty()) {
      return {AnswerKind::kNotOpen,
              cell == answer ? fmt::format("{} cannot be crossed: {}.", name, why)
                             : fmt::format("{} cannot be crossed: across from it, at {}, {}.", name, named(cell), why)};
    }
  }
  for (size_t i = event; i-- > 0 && events[i].type != build_event::kPart;) {
    const bool alike = events[i].type == entrance.type && (!by_agents || events[i].h == entrance.h);
    if (alike && pairs(events[i]).contains(answer)) {
      return {AnswerKind::kClosed, fmt::format("{} is part of the entrance that event {} has found.", name, i + 1)};
    }
  }
  return {AnswerKind::kOpen,
          fmt::format("{} can be crossed, but the run of pairs that it is in does not come next: the "
                      "border is searched from its {} end.",
                      name, east ? "upper" : "left")};
}

StepSolution BorderQuestion::solve() const {
  const SearchEvent& entrance = events[event];
  const Rect all = pairs(entrance);
  const Cell first{all.x0, all.y0}, last{east ? all.x0 : all.x1 - 1, east ? all.y1 - 1 : all.y0};
  return {first, fmt::format("The entrance goes from {} to {}: the pairs before and after it cannot be crossed, or lie "
                             "beyond the border.",
                             named(first), named(last))};
}

}  // namespace strata
