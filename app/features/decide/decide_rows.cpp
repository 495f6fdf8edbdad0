#include "app/features/decide/decide_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/count_of.hpp"
#include "core/world/break_even.hpp"
#include "core/world/planners.hpp"

namespace strata {
namespace {

// Returns whether the first figure is smaller. An unknown figure counts as larger than any other.
bool is_less(double a, double b) { return is_figure(a) && (!is_figure(b) || a < b); }

std::string percent_of(double percent) { return fmt::format("{:g} %", percent); }

// At most so many names of planners stand in a sentence.
constexpr size_t kMostNamed = 3;

// Returns the names as a list: "A*", "A* and JPS", "A*, JPS, Dijkstra and 2 others".
std::string names_text(std::span<const std::string> names) {
  const size_t named = std::min(names.size(), kMostNamed), others = names.size() - named;
  std::string text;
  for (size_t i = 0; i < named; ++i) {
    const bool last = i + 1 == named && others == 0;
    text += fmt::format("{}{}", i == 0 ? "" : last ? " and " : ", ", names[i]);
  }
  return others == 0 ? text : fmt::format("{} and {}", text, count_of(others, "other"));
}

// Returns a sentence with the planners that are a tie with the chosen one.
std::string alike_text(std::span<const DecideRow> rows, std::span<const std::string> titles, const DecideRule& rule,
                       DecideCriterion what, size_t chosen) {
  std::vector<std::string> alike;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i == chosen || !takes_part(rows[i], rule)) continue;
    if (decide_tie(rows[i], rows[chosen], what, rule)) alike.push_back(titles[i]);
  }
  if (alike.empty()) return {};
  return fmt::format(" A tie, within the spread and 1.5 times the time: {}.", names_text(alike));
}

// Returns why the planner has the least memory, and which others have as little.
std::string memory_reason(std::span<const DecideRow> rows, std::span<const std::string> titles, const DecideRule& rule,
                          size_t chosen) {
  const DecideRow& own = rows[chosen];
  std::string text = own.planner->needs == StructureId::kMoves
                         ? "It needs the legal moves of the map alone, which every planner needs."
                         : "What it searches takes the least memory.";
  std::vector<std::string> alike;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i != chosen && takes_part(rows[i], rule) && rows[i].memory == own.memory) alike.push_back(titles[i]);
  }
  if (alike.empty()) return text;
  return text + fmt::format(" A tie: {} {} as little; of these the choice {}.", names_text(alike),
                            alike.size() == 1 ? "needs" : "need",
                            is_figure(own.query) ? "is the fastest" : "expands the fewest nodes");
}

// Returns a sentence that warns of times that vary more than they are long; empty: they do not.
std::string_view busy_text(const DecideRow& row) {
  return row.spread > row.query ? " The machine was busy: measure again." : "";
}

}  // namespace

DecideAside decide_aside(const DecideRow& row, const DecideRule& rule) {
  if (!row.answers()) return DecideAside::kNotMeasured;
  if (row.found != row.asked) return DecideAside::kMissesPaths;
  const bool over_mesh = row.planner->any_angle && row.planner->place != nullptr;
  if (rule.over_mesh && !over_mesh) return DecideAside::kOverCells;
  if (row.planner->any_angle && !rule.any_angle && !rule.over_mesh) return DecideAside::kAnyAngle;
  const bool within = std::isinf(rule.bound) || (is_figure(row.above_worst) && row.above_worst <= rule.bound);
  return within ? DecideAside::kNone : DecideAside::kOverBound;
}

std::string decide_aside_text(const DecideRow& row, const DecideRule& rule) {
  switch (decide_aside(row, rule)) {
    case DecideAside::kNone:
      break;
    case DecideAside::kOverBound:
      if (!is_figure(row.above_worst)) return "The optimum that its paths would be compared with is not known.";
      return fmt::format("Its worst path is {:.2f} % above optimal; {} is allowed.", row.above_worst,
                         percent_of(rule.bound));
    case DecideAside::kAnyAngle:
      return "Its paths are at any angle, which is another problem than paths from cell to cell.";
    case DecideAside::kOverCells:
      return "It searches cells, which hold the top floor of a level alone.";
    case DecideAside::kMissesPaths:
      return fmt::format("It finds {} of {}.", row.found, count_of(row.asked, "path"));
    case DecideAside::kNotMeasured:
      return row.refused.empty() ? std::string("It was not measured.")
                                 : fmt::format("It was not measured: {}.", row.refused);
  }
  return {};
}

double total_micros(const DecideRow& row, double queries) { return row.update + queries * row.query; }

double decide_cost(const DecideRow& row, DecideCriterion what, const DecideRule& rule) {
  switch (what) {
    case DecideCriterion::kStatic:
      return row.query;
    case DecideCriterion::kRate:
      return total_micros(row, rule.queries);
    case DecideCriterion::kMemory:
      break;
  }
  return row.memory;
}

std::optional<size_t> decide_choice(std::span<const DecideRow> rows, DecideCriterion what, const DecideRule& rule) {
  std::optional<size_t> best;
  for (size_t i = 0; i < rows.size(); ++i) {
    const double own = decide_cost(rows[i], what, rule);
    if (!takes_part(rows[i], rule) || !is_figure(own)) continue;
    if (!best) {
      best = i;
      continue;
    }
    const DecideRow &row = rows[i], &other = rows[*best];
    const double least = decide_cost(other, what, rule);
    const auto before = [&](double one, double two, auto otherwise) {
      return is_less(one, two) || (!is_less(two, one) && otherwise());
    };
    const bool wins = before(own, least, [&] {
      return before(row.memory, other.memory, [&] {
        return before(row.query, other.query, [&] { return is_less(row.expanded, other.expanded); });
      });
    });
    if (wins) best = i;
  }
  return best;
}

bool decide_tie(const DecideRow& row, const DecideRow& chosen, DecideCriterion what, const DecideRule& rule) {
  // A far slower planner is no tie, however noisy its times were.
  constexpr double kMost = 1.5;
  const double queries = what == DecideCriterion::kStatic ? 1 : rule.queries;
  const double least = decide_cost(chosen, what, rule), own = decide_cost(row, what, rule);
  return own <= kMost * least && own - least <= queries * (row.spread + chosen.spread);
}

std::vector<DecideBestPlannerRange> decide_leaders(std::span<const DecideRow> rows, const DecideRule& rule) {
  // Times of the rows; a row without times does not take part in the comparison.
  std::vector<PlannerTimes> times(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!takes_part(rows[i], rule) || !is_figure(total_micros(rows[i], 1))) continue;
    times[i].prepare = nanos_of_micros(rows[i].update);
    times[i].query = nanos_of_micros(rows[i].query);
  }
  std::vector<DecideBestPlannerRange> found;
  for (const BestPlannerRange& leader : leaders(times)) found.push_back({leader.planner, leader.from});
  return found;
}

std::string decide_text(ChartUnit unit, double value) { return std::string(ChartText(unit, value).view()); }

std::string decide_rule_text(const DecideRule& rule) {
  return fmt::format(
      "The choice is the planner with the least total time: of a query on a static map, of the update and {} "
      "with edits. Of planners that find every path, with paths {}{}.",
      count_of(static_cast<uint64_t>(rule.queries), "query", "queries"),
      std::isinf(rule.bound) ? std::string("of any cost")
      : rule.bound == 0      ? std::string("that are optimal")
                             : fmt::format("at most {} above optimal, the worst included", percent_of(rule.bound)),
      rule.over_mesh   ? ", over the mesh of the level"
      : rule.any_angle ? ", from cell to cell or at any angle"
                       : ", from cell to cell");
}

std::vector<DecideVerdict> decide_verdicts(std::span<const DecideRow> rows, std::span<const std::string> titles,
                                           const DecideRule& rule, bool timed) {
  std::vector<DecideVerdict> all;
  const auto add = [&](DecideCriterion what, std::string use, ChartUnit unit, std::string_view figure, auto&& reason) {
    const auto best = decide_choice(rows, what, rule);
    if (!best) return;
    const std::string value = decide_text(unit, decide_cost(rows[*best], what, rule));
    all.push_back({what, *best, std::move(use), titles[*best], fmt::format("{}{}", value, figure), reason(*best)});
  };
  const std::string of_bound =
      std::isinf(rule.bound) ? std::string()
      : rule.bound == 0      ? std::string(" of those with optimal paths")
                             : fmt::format(" of those with paths at most {} above optimal", percent_of(rule.bound));
  if (timed) {
    add(DecideCriterion::kStatic, "Static map", ChartUnit::kMicros, " a query", [&](size_t best) {
      return fmt::format("The shortest time of a query{}, after a build of {}.{}{}", of_bound,
                         decide_text(ChartUnit::kMicros, rows[best].build),
                         alike_text(rows, titles, rule, DecideCriterion::kStatic, best), busy_text(rows[best]));
    });
    const std::string queries = count_of(static_cast<uint64_t>(rule.queries), "query", "queries");
    add(DecideCriterion::kRate, queries + " an edit", ChartUnit::kMicros, "", [&](size_t best) {
      std::string text = fmt::format("The shortest total{}: {} for the update, {} for each query.{}", of_bound,
                                     decide_text(ChartUnit::kMicros, rows[best].update),
                                     decide_text(ChartUnit::kMicros, rows[best].query),
                                     alike_text(rows, titles, rule, DecideCriterion::kRate, best));
      for (const DecideBestPlannerRange& leader : decide_leaders(rows, rule)) {
        if (static_cast<double>(leader.from) <= rule.queries) continue;
        text += fmt::format(" From {} an edit on: {}.", count_of(leader.from, "query", "queries"), titles[leader.row]);
        break;
      }
      return text.append(busy_text(rows[best]));
    });
  }
  add(DecideCriterion::kMemory, "Least memory", ChartUnit::kBytes, "",
      [&](size_t best) { return memory_reason(rows, titles, rule, best); });
  return all;
}

std::string decide_scope(std::span<const DecideRow> rows, const DecideRule& rule) {
  std::array<size_t, 6> counts{};
  for (const DecideRow& row : rows) ++counts[static_cast<size_t>(decide_aside(row, rule))];
  const auto count = [&](DecideAside aside) { return counts[static_cast<size_t>(aside)]; };
  const size_t part = count(DecideAside::kNone);
  if (part == 0) {
    if (std::isinf(rule.bound)) return "No planner finds every path.";
    return fmt::format("No planner finds every path {}: allow more above optimal.",
                       rule.bound == 0 ? std::string("at the optimal cost")
                                       : fmt::format("with at most {} above optimal", percent_of(rule.bound)));
  }
  const size_t measured = rows.size() - count(DecideAside::kNotMeasured);
  std::string text = fmt::format("Chosen among {} of {}.", part, count_of(measured, "planner"));
  std::string others;
  const auto add = [&](DecideAside aside, const std::string& what) {
    if (count(aside) > 0) others += fmt::format("{}{} {}", others.empty() ? "" : ", ", count(aside), what);
  };
  add(DecideAside::kOverBound, rule.bound == 0
                                   ? std::string("with a path above optimal")
                                   : fmt::format("with a path more than {} above optimal", percent_of(rule.bound)));
  add(DecideAside::kAnyAngle, "with paths at any angle");
  add(DecideAside::kOverCells, "over cells, which hold the top floor of a level alone");
  add(DecideAside::kMissesPaths, "without a path for some query");
  return others.empty() ? text : text + fmt::format(" Not ranked, last in the table: {}.", others);
}

std::string decide_sentence(std::span<const DecideRow> rows, std::span<const std::string> titles,
                            const DecideRule& rule, bool timed) {
  std::string text;
  for (const DecideVerdict& verdict : decide_verdicts(rows, titles, rule, timed)) {
    text += fmt::format("{}: {}, {}. {}\n", verdict.use, verdict.planner, verdict.figure, verdict.reason);
  }
  return text + decide_scope(rows, rule);
}

}  // namespace strata
