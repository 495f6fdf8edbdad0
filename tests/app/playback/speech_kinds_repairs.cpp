// The kinds of sentences of searches that are repaired (LPA*, D* Lite) and of iterative deepening (IDA*), and what each
// claims beyond its fields.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/search/ida_star_code.hpp"
#include "core/search/incremental_code.hpp"
#include "core/search/plan_options.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

using MomentRef = const SpeechMoment&;
using enum EventType;

void cheapest(MomentRef at) {
  const World& world = at.rec.world();
  at.claim("{g} is the cost of the answer", at.event.g == at.rec.result.cost);
  at.claim("no path is cheaper", at.event.g == at.rec.from_start[world.map().id(at.rec.search.query.goal)]);
}

// --- LPA* and D* Lite -----------------------------------------------------------------------------------------------

bool from_goal(MomentRef at) { return at.rec.planner().name == "dlite"; }

// Returns the line of D* Lite that means the same as this line of the planner.
uint8_t line_of_either(MomentRef at) {
  const uint8_t line = at.event.line;
  // D* Lite has one line more before the edits, and one before it lowers a cell.
  if (from_goal(at) || line <= lpa_star_code::Lines::kKept) return line;
  return static_cast<uint8_t>(line + (line < lpa_star_code::Lines::kLower ? 1 : 2));
}

void repaired_root(MomentRef at) {
  const PlanQuery& query = at.rec.search.query;
  at.claim("it is the end from which costs are counted",
           at.event.node == at.rec.world().map().id(from_goal(at) ? query.goal : query.start) && at.event.g == 0);
}
void over_parent(MomentRef at) {
  const std::optional<Cost> step = at.rec.step(at.rec.cell(at.event.parent), at.rec.cell(at.event.node));
  at.claim("a step joins it and {parent}", step.has_value());
  const SpeechReplay::Node* const parent = at.replay.node(0, at.event.parent);
  if (step && parent != nullptr && parent->last == kExpand) {
    at.claim("rhs is g of {parent} and the step", at.event.g == parent->g + *step);
  }
}
void kept_open(MomentRef at) {
  at.claim("nothing has been expanded yet", at.replay.side(0).expanded == kNoNodeId);
  at.claim("it is named for the first time", at.own() == nullptr);
}
void beside_edit(MomentRef at) {
  at.claim("the line is that of cells beside an edit", line_of_either(at) == d_star_lite_code::Lines::kEdited);
  at.claim("nothing has been expanded yet", at.replay.side(0).expanded == kNoNodeId);
  if (at.event.parent != kNoNodeId) over_parent(at);
}
void new_rhs(MomentRef at) {
  const uint8_t line = line_of_either(at);
  at.claim("a cell was lowered or raised",
           line == d_star_lite_code::Lines::kLowered || line == d_star_lite_code::Lines::kRaised);
  if (at.event.parent != kNoNodeId) over_parent(at);
}
void new_key(MomentRef at) {
  at.claim("only D* Lite moves its start", from_goal(at) && at.event.line == d_star_lite_code::kGrown);
  at.claim("it was open, with the same g", at.own() != nullptr && at.own()->open() && at.own()->g == at.event.g);
}
void lowered_cell(MomentRef at) {
  at.check_smallest_f();
  at.claim("the line is the one that lowers", line_of_either(at) == d_star_lite_code::Lines::kLower);
}
void raised_cell(MomentRef at) {
  at.check_smallest_f();
  at.claim("the line is the one that raises", line_of_either(at) == d_star_lite_code::Lines::kRaise);
  at.claim("no neighbour was to give its rhs", at.own() != nullptr && at.own()->parent == kNoNodeId);
}
void equal_again(MomentRef at) {
  at.claim("it was open", at.own() != nullptr && at.own()->open());
  if (at.has("equal")) at.same("equal", at.rec.cost(at.event.g));
}
void both_infinite(MomentRef at) {
  at.claim("it was open", at.own() != nullptr && at.own()->open());
  at.claim("its costs are infinite", at.event.g == kInfinite);
}
void target_certain(MomentRef at) {
  cheapest(at);
  at.claim("{word} is the end that is searched for", at.field("word") == (from_goal(at) ? "start" : "goal"));
}

// --- IDA* -----------------------------------------------------------------------------------------------------------

bool begins_iteration(const SearchEvent& event) {
  return event.type == kGenerate && event.line == ida_star_code::kBegin;
}

// Returns the limit of the iteration to which the event belongs, and its number.
std::pair<uint64_t, size_t> limit_at(const SpeechRecording& rec, size_t index) {
  uint64_t limit = 0, next = UINT64_MAX;
  size_t iterations = 0;
  for (size_t i = 0; i <= index; ++i) {
    const SearchEvent& event = rec.events[i];
    const uint64_t f = uint64_t{event.g} + event.h;
    if (begins_iteration(event)) {
      limit = iterations++ == 0 ? f : next;
      next = UINT64_MAX;
    }
    if (event.type == kStall) next = std::min(next, f);
  }
  return {limit, iterations};
}

void first_iteration(MomentRef at) {
  at.claim("it is the first iteration", limit_at(at.rec, at.index).second == 1);
  at.claim("it begins at the start", at.event.node == at.rec.world().map().id(at.rec.search.query.start));
}
void next_iteration(MomentRef at) {
  const auto [limit, iteration] = limit_at(at.rec, at.index);
  at.same("limit", at.rec.sum(limit));
  at.same("count", fmt::format("{}", iteration));
}
void visited(MomentRef at) {
  const std::optional<Cost> step = at.rec.step(at.rec.cell(at.event.parent), at.rec.cell(at.event.node));
  const SpeechReplay::Node* const parent = at.replay.node(0, at.event.parent);
  at.claim("a step leads there from a cell that was expanded",
           step && parent != nullptr && parent->last == kExpand && at.event.g == parent->g + *step);
}
void within_limit(MomentRef at) {
  at.claim("f is within the limit", uint64_t{at.event.g} + at.event.h <= limit_at(at.rec, at.index).first);
  at.claim("it was visited by the event before", at.own() != nullptr && at.own()->event + 1 == at.index);
}
void above_limit(MomentRef at) {
  at.claim("f is above the limit", uint64_t{at.event.g} + at.event.h > limit_at(at.rec, at.index).first);
}
void gives_up(MomentRef at) {
  at.same("count", fmt::format("{}", at.rec.options.ida_expansions));
  at.claim("it gives up", at.rec.result.status == PlanStatus::kTooManyExpansions);
  at.claim("nothing follows", at.index + 1 == at.rec.events.size());
}
void none_above(MomentRef at) {
  at.claim("there is no path", !at.rec.result.found() && at.rec.from_start[at.event.node] == kInfinite);
}

const std::vector<SpeechKind> kRepairKinds = {
    {kSource, "The start is {node}: the search comes from the goal."},
    {kDestination, "The goal is {node}, from which D* Lite counts all costs."},
    {kDestination, "The goal is {node}: the search ends when no key is below that of the goal."},
    {kGenerate, "{node} is put into the open list: rhs = {g}, h = {h}.", repaired_root},
    {kGenerate, "{node} is still open from the search before: key f = {f} with h = {h}.", kept_open},
    {kGenerate, "Beside the edit: rhs of {node} is {g} over {parent}, and its g is larger: key f = {f} with h = {h}.",
     beside_edit},
    {kUpdate, "Beside the edit: rhs of {node} is {g} over {parent}, and its g is larger: key f = {f} with h = {h}.",
     beside_edit},
    {kUpdate, "Beside the edit: rhs of {node} has grown, and its g = {g} is smaller: key f = {f} with h = {h}.",
     beside_edit},
    {kGenerate, "rhs of {node} is {g} over {parent}, and its g is larger: key f = {f} with h = {h}.", new_rhs},
    {kUpdate, "rhs of {node} is {g} over {parent}, and its g is larger: key f = {f} with h = {h}.", new_rhs},
    {kUpdate, "rhs of {node} has grown, and its g = {g} is smaller: key f = {f} with h = {h}.", new_rhs},
    {kUpdate, "{node} is put back with the key f = {f}: the start has moved since it got its key.", new_key},
    {kExpand, "{node} is the only open {noun}, with the key f = {f}: its g is lowered to its rhs, {g}.", lowered_cell},
    {kExpand, "{node} has the smallest key f = {f} of {list}: its g is lowered to its rhs, {g}.", lowered_cell},
    {kExpand,
     "{node} is the only open {noun}, with the key f = {f}: its g = {g} is below its rhs, so that g is raised to "
     "infinity.",
     raised_cell},
    {kExpand,
     "{node} has the smallest key f = {f} of {list}: its g = {g} is below its rhs, so that g is raised to infinity.",
     raised_cell},
    {kStall, "{node} leaves the open list: its g and rhs are equal again, {equal}.", equal_again},
    {kStall, "{node} leaves the open list: its g and rhs are both infinite.", both_infinite},
    {kFound, "No key is below that of the {word}: the path to {node} costs {g}.", target_certain},

    {kDestination, "The goal is {node}: the search ends when a path within the limit visits it."},
    {kGenerate, "Iteration 1 begins at {node}: the limit of f is h = {h}.", first_iteration},
    {kGenerate,
     "Iteration {count} begins at {node} with h = {h}: the limit of f is {limit}, the smallest f above that before.",
     next_iteration},
    {kGenerate, "{node} is visited from {parent}: {costs}.", visited},
    {kExpand, "{node} is within the limit with f = {f}: it is expanded.", within_limit},
    {kStall, "{node} is above the limit with f = {f}: it is not expanded, and the next limit is at most this f.",
     above_limit},
    {kStall, "{node} would be expanded, but IDA* has expanded {count} cells, the most it may: it gives up.", gives_up},
    {kFound, "The goal {goal} is within the limit: the path costs {g}, and no smaller limit has led to it.", cheapest},
    {kNoPath, "No cell was above the limit, so that a larger one would change nothing: there is no path to {node}.",
     none_above},
};

}  // namespace

const std::vector<SpeechKind>& speech_kinds_of_repairs() { return kRepairKinds; }

}  // namespace strata::test
