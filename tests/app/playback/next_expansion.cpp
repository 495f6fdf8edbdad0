// What is expanded next: the allowed nodes are those of a plain reading of the open list, and answers are judged by it.
#include "app/playback/next_expansion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/open_list.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "tests/explain_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using OrderKey = ExpansionOrder::OrderKey;

ExpansionOrder order_of(const Lab& lab) {
  return stepped_narration(lab).expansion_order(lab.state().plan_options().ties);
}

uint64_t plain_key(const OpenNode& node, OrderKey by) {
  return by == OrderKey::kTurn ? node.event : by == OrderKey::kH ? node.h : node.f();
}

// The nodes that may be expanded after `moment` events, by the open list of the playback.
std::set<NodeId> plainly_allowed(const Lab& lab, const NextExpansion& next) {
  const ExpansionOrder order = order_in(lab.trace().events()[next.event], order_of(lab));
  const OpenList list = open_list(lab.playback(), next.event, order, SIZE_MAX, next.backward);
  std::set<NodeId> allowed = {next.taken.node};
  if (order.by == OrderKey::kRank || order.by == OrderKey::kOnly || list.level != next.level) return allowed;
  uint64_t least = UINT64_MAX;
  for (const OpenNode& node : list.nodes) least = std::min(least, plain_key(node, order.by));
  for (const OpenNode& node : list.nodes) {
    if (plain_key(node, order.by) == least) allowed.insert(node.node);
  }
  return allowed;
}

// Asks at every expansion of the recording, but at no more than some hundred.
void check_next(Lab& lab, size_t& asked) {
  const Trace& trace = lab.trace();
  const std::vector<SearchEvent>& events = trace.events();
  const size_t stride = events.size() / 100 + 1;
  for (size_t cursor = 0; cursor < events.size(); cursor += stride) {
    const auto next = allowed_next(trace, cursor, order_of(lab));
    const auto taken = std::find_if(events.begin() + static_cast<std::ptrdiff_t>(cursor), events.end(),
                                    [](const SearchEvent& event) { return event.type == EventType::kExpand; });
    REQUIRE(next.has_value() == (taken != events.end()));
    if (!next) break;
    ++asked;
    REQUIRE(next->event == static_cast<size_t>(taken - events.begin()));
    REQUIRE(next->taken.node == taken->node);
    REQUIRE(next->allowed.front().node == taken->node);
    std::set<NodeId> allowed;
    for (const OpenNode& node : next->allowed) {
      allowed.insert(node.node);
      REQUIRE(is_right(judge_answer(trace, *next, node.node).kind));
    }
    REQUIRE(allowed.size() == next->allowed.size());
    REQUIRE(allowed == plainly_allowed(lab, *next));
  }
}

}  // namespace

TEST_CASE("every node that may be expanded next has the least key, in the recordings of all planners") {
  size_t asked = 0;
  for (const char* ties : {"plan.ties large-g", "plan.ties fifo"}) {
    Lab lab;
    for (const char* line : {ties, "plan.ida_expansions 1500", "repairs on", "rooms on", "sectors on", "landmarks on",
                             "navmesh on", "hna on", "ch on", "labels on", "mesh-labels on"})
      run(lab, line);
    lab.finish_updates();
    test::each_planner(lab, [&](Lab& own) { check_next(own, asked); });
  }
  CHECK(asked > 1000);
}

TEST_CASE("an interval of Polyanya that is followed at once is the only right answer, whatever the open list holds") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 60 50 4", "navmesh on", "query.random 3", "planner.trace polyanya"});
  const Trace& trace = lab.trace();
  const NodePlaces places = trace.places(60);
  const ExpansionOrder order = order_of(lab);
  int followed = 0, others = 0;
  for (size_t i = 0; i < trace.events().size(); ++i) {
    const SearchEvent& event = trace.events()[i];
    if (event.type != EventType::kExpand || event.line != polyanya_code::kFollow) continue;
    const auto next = allowed_next(trace, i, order);
    REQUIRE(next);
    REQUIRE(next->event == i);
    CHECK(next->allowed.size() == 1);
    const AnswerTextInputs words{places, order_in(event, order), lab.query().trace_unit(), "(8,0)"};
    CHECK(right_answer(*next, words)
              .ends_with("is expanded at once: it is the only node that the last expansion has generated."));
    ++followed;
    for (const OpenNode& open : open_list(lab.playback(), i, order, 3).nodes) {
      if (open.node == event.node) continue;
      const ExpansionAnswer answer = judge_answer(trace, *next, open.node);
      CHECK(answer.kind == AnswerKind::kOpen);
      CHECK(answer_reason(*next, answer, words).ends_with("a single node, which is expanded at once."));
      ++others;
    }
  }
  CHECK(followed > 5);
  CHECK(others > 5);
}

TEST_CASE("an answer is judged with its reason, and a wrong one does not give the right one away") {
  Lab lab;
  run_settled(lab, {"map.new 9 5", "query.set 1 2 7 2", "paint.line 4 1 4 3"});
  const Trace& trace = lab.trace();
  const NodePlaces places = trace.places(9);
  const ExpansionOrder order = order_of(lab);
  const AnswerTextInputs words{places, order, lab.query().trace_unit(), "(8,0)"};
  const auto cell = [](int x, int y) { return static_cast<CellId>(y * 9 + x); };
  // The start is expanded first, and is the only open node.
  auto next = allowed_next(trace, 0, order);
  REQUIRE(next);
  CHECK(judge_answer(trace, places, *next, cell(1, 2)).kind == AnswerKind::kExpanded);
  CHECK(right_answer(*next, words) == "(1,2) is expanded with f = 6.00 (g 0.00 + h 6.00): it is the only open node.");
  // Then the cells towards the goal: (2,2) with f = 6, and around it cells with a larger f.
  next = allowed_next(trace, next->event + 1, order);
  REQUIRE(next);
  CHECK(next->taken.node == cell(2, 2));
  CHECK(next->allowed.size() == 1);
  const ExpansionAnswer open = judge_answer(trace, places, *next, cell(2, 1));
  CHECK(open.kind == AnswerKind::kOpen);
  CHECK(answer_reason(*next, open, words) == "(2,1) is open, but its f = 6.83 (g 1.41 + h 5.41) is not the smallest.");
  const ExpansionAnswer closed = judge_answer(trace, places, *next, cell(1, 2));
  CHECK(closed.kind == AnswerKind::kClosed);
  CHECK(answer_reason(*next, closed, words) == "(1,2) is already closed: it has been expanded.");
  const ExpansionAnswer far = judge_answer(trace, places, *next, cell(8, 0));
  CHECK(far.kind == AnswerKind::kNotOpen);
  CHECK(answer_reason(*next, far, words) ==
        "(8,0) is not in the open list: no node that was expanded leads there yet.");
  for (const ExpansionAnswer& wrong : {open, closed, far}) {
    CHECK(answer_reason(*next, wrong, words).find("(2,2)") == std::string::npos);
  }
  // Somewhere before the wall two cells have the same f, one on each side of the straight line.
  bool tied = false;
  for (size_t cursor = 0; cursor < trace.events().size() && !tied; ++cursor) {
    next = allowed_next(trace, cursor, order);
    if (!next || next->allowed.size() < 2) continue;
    tied = true;
    const ExpansionAnswer also = judge_answer(trace, *next, next->allowed[1].node);
    CHECK(also.kind == AnswerKind::kAllowed);
    const std::string reason = answer_reason(*next, also, words);
    CHECK(reason.starts_with("Also right: "));
    CHECK(reason.find("The tie-breaking takes " + place_text(places.at(0, next->taken.node))) != std::string::npos);
  }
  CHECK(tied);
  CHECK_FALSE(allowed_next(trace, trace.events().size(), order));
}
