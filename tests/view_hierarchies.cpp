#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/playback.hpp"

using namespace strata;

namespace {

SearchEvent event_of(EventType type, Phase phase, CellId node, CellId parent, Cost g, Cost h = 0, uint8_t level = 1) {
  return {.type = type, .phase = phase, .level = level, .line = 0, .node = node, .parent = parent, .g = g, .h = h};
}

// A search from both ends over nodes 0..9 of a map of 10 x 1 cells, made up: node 3 is reached from both.
Trace two_ways() {
  using enum EventType;
  constexpr Phase kRefining = Phase::kRefine, kForward = Phase::kForward, kBackward = Phase::kBackward;
  Trace trace;
  for (const SearchEvent& event :
       {event_of(kSource, kForward, 0, kNoCell, 0), event_of(kDestination, kBackward, 9, kNoCell, 0),
        event_of(kGenerate, kForward, 0, kNoCell, 0, 9), event_of(kGenerate, kBackward, 9, kNoCell, 0, 9),
        event_of(kExpand, kForward, 0, kNoCell, 0, 9), event_of(kGenerate, kForward, 3, 0, 4, 6),
        event_of(kExpand, kBackward, 9, kNoCell, 0, 9), event_of(kGenerate, kBackward, 3, 9, 6, 3),
        event_of(kMeet, kBackward, 3, kNoCell, 10), event_of(kStall, kForward, 3, 5, 4, 3),
        event_of(kExpand, kBackward, 3, 9, 6, 3), event_of(kRefine, kRefining, 3, 0, 4),
        event_of(kPathEdge, kRefining, 1, 0, 2), event_of(kPathEdge, kRefining, 3, 1, 2),
        event_of(kPathEdge, kRefining, 9, 3, 6), event_of(kRefine, kRefining, 1, 0, 2),
        event_of(kPathEdge, kRefining, 1, 0, 2, 0, 0), event_of(kFound, kRefining, 9, kNoCell, 10)}) {
    trace.add(event);
  }
  return trace;
}

}  // namespace

TEST_CASE("a search from both ends keeps what each of them knows of a node") {
  const Trace trace = two_ways();
  Playback playback;
  playback.load(&trace, 10, 1);
  REQUIRE(playback.two_way());
  CHECK_FALSE(playback.contracting());
  CHECK(playback.node(1, 3).state == NodeState::kStalled);
  CHECK(playback.node(1, 3).parent == 0);  // not the node that it was stalled for
  CHECK(playback.node(1, 3).h == 6);
  CHECK(playback.node(1, 3, true).state == NodeState::kExpanded);
  CHECK(playback.node(1, 3, true).parent == 9);
  CHECK(playback.node(1, 9).state == NodeState::kUnseen);
  CHECK(playback.meeting() == 3);
  CHECK(playback.expanded_count() == 3);
  playback.jump(8);  // before they met
  CHECK(playback.meeting() == kNoCell);
  CHECK(playback.node(1, 3).state == NodeState::kOpen);
  CHECK(playback.open_count() == 2);
  std::vector<CellId> chain;
  playback.parent_chain(1, 3, chain, 100, true);
  CHECK(chain == std::vector<CellId>{3, 9});
}

TEST_CASE("stepping a search from both ends back shows what replaying it shows") {
  const Trace trace = two_ways();
  Playback playback, fresh;
  playback.load(&trace, 10, 1);
  for (size_t cursor = trace.events().size(); cursor-- > 0;) {
    CAPTURE(cursor);
    playback.step(-1);
    fresh.load(&trace, 10, 1);
    fresh.jump(0);
    fresh.jump(cursor);
    CHECK(playback.open_count() == fresh.open_count());
    CHECK(playback.expanded_count() == fresh.expanded_count());
    for (CellId node = 0; node < 10; ++node) {
      for (const bool backward : {false, true}) {
        CHECK(playback.node(1, node, backward).state == fresh.node(1, node, backward).state);
      }
    }
  }
}

TEST_CASE("both directions are one search on the timeline, and unpacking is told from refinement") {
  const Trace trace = two_ways();
  Playback playback;
  playback.load(&trace, 10, 1);
  std::vector<std::string> titles;
  for (const PhaseSpan& span : playback.phases()) titles.push_back(span_title(span));
  CHECK(titles == std::vector<std::string>{"search L1", "unpack L1", "refine L1"});
  CHECK(playback.phase_end(Phase::kMain) == 11);
  CHECK(playback.phase_end(Phase::kBackward) == 11);
  CHECK(playback.unpacks(11));
  CHECK_FALSE(playback.unpacks(15));
  std::vector<PathEdge> edges;
  playback.path_edges(1, edges);
  REQUIRE(edges.size() == 3);
  CHECK(edges[0].refined);
  CHECK_FALSE(edges[1].refined);
}

TEST_CASE("a search from both ends over cells has no level below its way") {
  using enum EventType;
  Trace trace;
  trace.add(event_of(kGenerate, Phase::kForward, 0, kNoCell, 0, 0, 0));
  trace.add(event_of(kRefine, Phase::kRefine, 2, 0, 2, 0, 0));
  trace.add(event_of(kPathEdge, Phase::kRefine, 1, 0, 1, 0, 0));
  trace.add(event_of(kPathEdge, Phase::kRefine, 2, 1, 1, 0, 0));
  Playback playback;
  playback.load(&trace, 3, 1);
  std::vector<PathEdge> edges;
  playback.path_edges(0, edges);
  REQUIRE(edges.size() == 2);
  CHECK_FALSE(edges[0].refined);
  CHECK(playback.unpacks(1));
}

TEST_CASE("a contraction knows at every moment which nodes are gone and which shortcuts there are") {
  using enum EventType;
  Trace trace;
  const Phase phase = Phase::kContract;
  trace.add(event_of(kContract, phase, 1, kNoCell, 0, 5));
  trace.add(event_of(kWitness, phase, 2, 0, kInfinite, 4));
  trace.add(event_of(kAddArc, phase, 2, 0, 4));
  trace.add(event_of(kContract, phase, 2, kNoCell, 1, 0));
  trace.add(event_of(kWitness, phase, 3, 0, 6, 7));
  trace.add(event_of(kPathEdge, phase, 3, 0, 6));
  Playback playback;
  playback.load(&trace, 4, 1);
  REQUIRE(playback.contracting());
  CHECK_FALSE(playback.two_way());
  CHECK(playback.contracted().size() == 2);
  CHECK(playback.added_arcs().size() == 1);
  std::vector<PathEdge> edges;
  playback.path_edges(1, edges);
  CHECK(edges.empty());  // the edges of a witness are no path
  CHECK(playback.events_of(0) == std::vector<size_t>{1, 2, 4});
  playback.jump(0);
  CHECK(playback.next_expansion());
  CHECK(playback.cursor() == 1);
  CHECK(playback.next_expansion());
  CHECK(playback.cursor() == 4);
  CHECK(playback.contracted().size() == 2);
  CHECK(playback.previous_expansion());
  CHECK(playback.cursor() == 1);
  CHECK(playback.added_arcs().empty());
  REQUIRE(playback.phases().size() == 1);
  CHECK(span_title(playback.phases()[0]) == "contract L1");
}

TEST_CASE("events of hierarchies say in words what happened") {
  using enum EventType;
  CHECK(event_text(event_of(kStall, Phase::kForward, 3, 5, 816 * 4, 816 * 3), 10, 816) ==
        "stall forward L1 (3,0)  g 4.00, but 3.00 by way of (5,0)");
  CHECK(event_text(event_of(kMeet, Phase::kBackward, 3, kNoCell, 816), 10, 816) == "meet (3,0)  cost 1.00");
  CHECK(event_text(event_of(kWitness, Phase::kContract, 3, 5, kInfinite, 1632), 10, 816) ==
        "witness L1 (5,0) - (3,0)  none costs 2.00 or less");
  CHECK(event_text(event_of(kWitness, Phase::kContract, 3, 5, 816, 1632), 10, 816) ==
        "witness L1 (5,0) - (3,0)  cost 1.00, not more than 2.00");
  CHECK(event_text(event_of(kAddArc, Phase::kContract, 3, 5, 1632), 10, 816) ==
        "add shortcut L1 (5,0) - (3,0)  cost 2.00");
  CHECK(event_text(event_of(kContract, Phase::kContract, 3, kNoCell, 7, 12), 10, 816) ==
        "contract L1 (3,0)  rank 7  priority 12");
  CHECK(event_text(event_of(kRefine, Phase::kRefine, 3, 5, 816), 10, 816, true) ==
        "unpack L1 (5,0) - (3,0)  cost 1.00");
}
