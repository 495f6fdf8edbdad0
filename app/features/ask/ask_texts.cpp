#include "app/features/ask/ask_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/count_text.hpp"
#include "app/features/ask/ask_answer.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_state.hpp"
#include "core/base/count_of.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

double percent_more(Cost cost, Cost least) { return least == 0 ? 0 : 100.0 * cost / least - 100; }

std::string goal_text(const AskAnswer& answer) {
  const Cell at = answer.task.goals[answer.goal];
  return answer.goal == 0 ? fmt::format("Goal G at ({},{})", at.x, at.y)
                          : fmt::format("Goal {} at ({},{})", answer.goal, at.x, at.y);
}

// Returns the sentence about a question that has no answer.
std::string no_answer(const AskAnswer& answer, const World& world) {
  const size_t goals = answer.task.goals.size();
  if (answer.task.settings.question == AskQuestion::kNearest && goals > 1) {
    if (answer.status == PlanStatus::kGoalBlocked) return fmt::format("All {} goals are blocked.", goals);
    if (answer.status == PlanStatus::kNoPath) return fmt::format("No path leads to any of the {} goals.", goals);
  }
  std::string why = answer_text(world, *planner_named("astar"), answer.task.query, answer.status);
  if (!why.empty() && why[0] >= 'a' && why[0] <= 'z') why[0] = static_cast<char>(why[0] - 'a' + 'A');
  return why + ".";
}

std::string longer_text(const AskAnswer& answer) {
  const double longer = percent_more(answer.paths[0].cost, answer.shortest.cost);
  return longer == 0 ? std::string("the path is a shortest one") : fmt::format("the path is {:.1f} % longer", longer);
}

std::string nearest_sentence(const AskAnswer& answer, Cost unit) {
  const size_t goals = answer.task.goals.size();
  const std::string cost = cost_text(answer.paths[0].cost, unit);
  if (goals == 1) return fmt::format("There is one goal; the path to it costs {}.", cost);
  return fmt::format("{} is the nearest of {}: the path costs {}.", goal_text(answer), goals, cost);
}

std::string reach_sentence(const AskAnswer& answer, const World& world) {
  const uint32_t all = world.moves().passable_count();
  return fmt::format("{} can be reached at a cost of at most {}: {:.1f} % of those where the agent can stand.{}",
                     answer.reached == 1 ? std::string("1 cell") : count_text(answer.reached) + " cells",
                     cost_text(answer.limit, cost_unit(world)),
                     all == 0 ? 0.0 : 100.0 * static_cast<double>(answer.reached) / all,
                     answer.lines_cut ? fmt::format(" Only the first {} lines are drawn.", AskAnswer::kMaxLines) : "");
}

std::string alternatives_sentence(const AskAnswer& answer) {
  if (answer.paths.size() == 1) return "No path is a choice beside the shortest one.";
  Cost longest = 0, shared = 0;
  for (const AskPath& path : answer.paths) {
    longest = std::max(longest, path.cost);
    shared = std::max(shared, path.shared);
  }
  const Cost least = answer.paths[0].cost;
  return fmt::format("{} paths: the others are at most {:.1f} % longer, and share at most {:.0f} %.{}",
                     answer.paths.size(), percent_more(longest, least), least == 0 ? 0.0 : 100.0 * shared / least,
                     answer.truncated ? " There may be more: not all candidates were tried." : "");
}

std::string turns_sentence(const AskAnswer& answer) {
  return fmt::format("{} instead of {} on the path of A*; {}.", count_of(answer.paths[0].turns, "turn"),
                     answer.shortest.turns, longer_text(answer));
}

// Beyond WallOptions::kMaxMargin distances from walls are not told apart.
std::string rings_text(int rings) {
  return rings == WallOptions::kMaxMargin ? fmt::format("{} or more", rings) : fmt::format("{}", rings);
}

std::string walls_sentence(const AskAnswer& answer) {
  return fmt::format("At least {} free cells to every wall, {} on the path of A*; {}.",
                     rings_text(answer.paths[0].rings), rings_text(answer.shortest.rings), longer_text(answer));
}

std::string sentence_of(const AskAnswer& answer, const World& world) {
  if (!answer.found() && answer.reached == 0) return no_answer(answer, world);
  switch (answer.task.settings.question) {
    case AskQuestion::kShortest:
      break;
    case AskQuestion::kNearest:
      return nearest_sentence(answer, cost_unit(world));
    case AskQuestion::kReach:
      return reach_sentence(answer, world);
    case AskQuestion::kAlternatives:
      return alternatives_sentence(answer);
    case AskQuestion::kTurns:
      return turns_sentence(answer);
    case AskQuestion::kWalls:
      return walls_sentence(answer);
  }
  return {};
}

}  // namespace

AskTexts ask_texts(const AskAnswer& answer, const World& world) {
  AskTexts texts;
  texts.sentence = sentence_of(answer, world);
  const Cost unit = cost_unit(world);
  const AskQuestion question = answer.task.settings.question;
  const auto add = [&](std::string_view key, const char* title, std::string text, const char* help) {
    texts.numbers.push_back({key, title, std::move(text), help});
  };
  if (!answer.paths.empty() && question != AskQuestion::kAlternatives) {
    add("cost", "Cost", cost_text(answer.paths[0].cost, unit), "Cost of the steps of the path");
    if (answer.total != kInfinite) {
      add("total", question == AskQuestion::kTurns ? "With turns" : "With walls", cost_text(answer.total, unit),
          question == AskQuestion::kTurns ? "Cost of the steps and the turns; no path has a smaller one"
                                          : "Cost with what steps near walls cost more; no path has a smaller one");
    }
    add("turns", "Turns", fmt::format("{}", answer.paths[0].turns),
        "Changes of direction between two steps of the path");
  }
  add("expanded", "Expanded", count_text(answer.expanded), "Nodes that the search has expanded");
  return texts;
}

}  // namespace strata
