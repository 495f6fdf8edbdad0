// Search traces of other programs: what is read of them, and what is wrong with them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "core/io/movingai.hpp"
#include "core/io/trace_export.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "tests/asked_bytes.hpp"
#include "tests/must.hpp"
#include "tests/world_support.hpp"
#include "traces/search_trace.hpp"

using namespace strata;

namespace {

// A small search as the format's own examples have it, with an event type of its own.
constexpr std::string_view kYaml = R"(version: 1.0.4
render:
  context: &colours { size: 1 }
  components:
    tile: [{ $: rect, fill: "${{ color[$.event.type] }}" }]
  main: *colours
events:
  - { type: source, id: "a", x: 1, y: 1, f: 2, g: 0 }
  - { type: destination, id: "c", x: 3, y: 1 }
  - type: expanding
    id: "a"
    f: 2
    g: 0
  - { type: generating, id: "b", pId: "a", x: 2, y: 1, f: 2, g: 1, h: 1 }
  - { type: pondering, id: "b", mood: { x: [99, 98] } }
  - { type: expanding, id: "b", pId: "a", f: 2, g: 1 }
  - { type: generating, id: "c", pId: "b", f: 2, g: 2, h: 0 }
  - { type: closing, id: "b" }
  - { type: expanding, id: "c", pId: "b", g: 2, f: 2, h: .inf }
  - { type: end, id: "c", g: 2 }
)";

std::string trace_error(std::string_view text, const std::string& name, const ReadLimits& limits = {}) {
  const Result<SearchTrace> parsed = parse_search_trace(text, name, limits);
  return parsed ? "read" : parsed.error().message();
}

GridMap drawn_map(std::string_view rows, int width, int height) {
  const std::string text = fmt::format("type octile\nheight {}\nwidth {}\nmap\n{}", height, width, rows);
  return parse_map(text, "drawn").value().map;
}

}  // namespace

TEST_CASE("search traces: events keep their types, nodes, places and costs, and drawings are left out") {
  const SearchTrace trace = test::must(parse_search_trace(kYaml, "small.trace.yaml"));
  CHECK(trace.version == "1.0.4");
  CHECK(trace.types ==
        std::vector<std::string>{"source", "destination", "expanding", "generating", "pondering", "closing", "end"});
  CHECK(trace.nodes == std::vector<std::string>{"a", "c", "b"});
  REQUIRE(trace.events.size() == 10);
  CHECK(trace.events[2].line == 10);
  CHECK(SearchTrace::cell(trace.events[2]) == Cell{1, 1});  // where its node was before
  CHECK(trace.kind(trace.events[4]) == TraceEventKind::kOther);
  CHECK(SearchTrace::cell(trace.events[4]) == Cell{2, 1});  // 98 and 99 belong to no event
  CHECK(trace.events[6].parent == 2);
  CHECK(trace.events[6].g == 2);
  CHECK(std::isnan(trace.events[7].g));
  CHECK(trace.unread_costs == 1);
  CHECK(trace.unplaced == 0);
  CHECK(trace.extent() == Cell{4, 2});
}

TEST_CASE("search traces: JSON and YAML of the same events are read the same") {
  const std::string json = R"({"version": "2.0.0", "views": {"main": [{"$": "rect"}]}, "events": [
    {"type": "source", "id": 7, "x": 0, "y": 2, "g": 0, "f": 2.5},
    {"type": "expanding", "id": "7", "pId": null, "x": 0, "y": 2, "g": 0, "f": 2.5, "deep": [[{"x": 9}]]}]})";
  const std::string yaml =
      "version: 2.0.0\nevents:\n- {type: source, id: 7, x: 0, y: 2, g: 0, f: 2.5}\n"
      "- type: expanding\n  id: '7'\n  pId: null\n  x: 0\n  y: 2\n  g: 0\n  f: 2.5\n  deep: [[{x: 9}]]\n";
  for (const auto& [text, name] : {std::pair(json, "a.trace.json"), std::pair(yaml, "a.trace.yaml"),
                                   std::pair(json, "flow.yaml")}) {  // JSON is YAML as well
    CAPTURE(name);
    const SearchTrace parsed = test::must(parse_search_trace(text, name));
    REQUIRE(parsed.events.size() == 2);
    CHECK(parsed.nodes == std::vector<std::string>{"7"});
    CHECK(parsed.events[0].node == parsed.events[1].node);
    CHECK(parsed.events[1].parent == kNoTraceNode);
    CHECK(parsed.events[1].f == 2.5);
  }
}

TEST_CASE("search traces: what cannot be read is refused with file and line") {
  CHECK(trace_error("", "a.json") == "a.json:1: the text ends too early for JSON");
  CHECK(trace_error("{\n\"version\": \"3.1.0\"}", "a.json") ==
        "a.json:2: version '3.1.0' is not read; versions 1.0.4 to 2.x are");
  CHECK(trace_error("[1]", "a.json") == "a.json: is no search trace: it holds no object");
  CHECK(trace_error("{\"version\": \"1.4.0\"}", "a.json") == "a.json: is no search trace: it has no list of events");
  CHECK(trace_error("events: []", "a.yaml") == "a.yaml: has no events");
  CHECK(trace_error("events:\n- {type: source, x: 1, y: 1}\n- {id: 3}\n", "a.yaml") ==
        "a.yaml:3: the event has no type");
  CHECK(trace_error("events:\n- {type: source, x: 1}\n", "a.yaml") == "a.yaml:2: the event has one of x and y alone");
  CHECK(trace_error("{\"events\": [\n{\"type\": \"source\",\n\"x\": \"left\"}]}", "a.json") ==
        "a.json:3: x must be a number, not 'left'");
  CHECK(trace_error("events:\n- {type: a, x: 5e9, y: 1}", "a.yaml") == "a.yaml:2: x = '5e9' lies on no map");
  CHECK(trace_error("events:\n- 5\n", "a.yaml") == "a.yaml:2: an event must be an object");
  CHECK(trace_error("events:\n- [1]\n", "a.yaml") == "a.yaml:2: an event must be an object");
  CHECK(trace_error("events:\n- {type: a\n", "a.yaml") ==
        "a.yaml:2: a list or an object cannot be a key; is a bracket left open?");
  CHECK(trace_error("events:\n- {type: a]\n", "a.yaml") == "a.yaml:2: is no YAML here: 'illegal flow end'");
  CHECK(trace_error("{\"events\": [\n\n{\"type\": tru}]}", "a.json").starts_with("a.json:3: is no JSON here"));
  CHECK(trace_error("? [a]\n: b\n", "a.yaml") ==
        "a.yaml:1: a list or an object cannot be a key; is a bracket left open?");
}

TEST_CASE("search traces: whatever a file repeats, reading it takes a small multiple of its size and ends") {
  const auto repeated = [](std::string_view part, size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += part;
    return text;
  };
  constexpr size_t kBytes = size_t{1} << 18;
  const ReadLimits limits{.yaml_ahead = size_t{1} << 14};
  for (const char* name : {"a.yaml", "a.json"}) {
    for (const char* begin : {"", "events: ", "version: 1.4.0\nevents:\n- ", "{\"events\": "}) {
      for (const char* part :
           {"[",  "{",  "{\"a\":", "[1,", "[],",   "{a: ", "[[],", "- ",  "? ", "- - ", "&a [", "!a [", "'",
            "\"", "\\", "\"[",     "a: ", "a:\n ", "[\n",  "{\n",  "*a ", "#",  "| ",   ",",    "]",    "}"}) {
        CAPTURE(std::string(name));
        CAPTURE(std::string(begin) + part);
        const std::string text = begin + repeated(part, kBytes);
        const size_t before = test::asked_bytes();
        CHECK(trace_error(text, name, limits) != "read");
        // Some 240 bytes for each of a list in brackets, and a text is copied some times while it grows.
        CHECK(test::asked_bytes() - before < 240 * limits.yaml_ahead + 66 * kBytes);
      }
    }
  }
  // The limits are about brackets that are open: many short lists one after the other, and brackets in texts, are fine.
  const std::string quoted_brackets = "note: \"" + std::string(100, '[') + "\"\nother: '" + std::string(100, '{') +
                                      "'\nword: a" + std::string(100, '[') + " # " + std::string(100, '[') + "\n";
  CHECK(trace_error(quoted_brackets + "events:\n" + repeated("- {type: a, at: [1, 2]}\n", kBytes), "a.yaml", limits) ==
        "read");
  // A list that its parser can read part by part may be as long as a file.
  CHECK(trace_error("events: [" + repeated("{type: a},", 6 * kBytes) + "]\n", "a.yaml") == "read");
}

TEST_CASE("search traces: size, depth and number of events have limits") {
  const std::string deep = "{\"views\": " + std::string(100'000, '[');
  CHECK(trace_error(deep, "a.json") == "a.json:1: lists and objects are nested deeper than 64");
  CHECK(trace_error(deep, "a.yaml") == "a.yaml:1: lists and objects are nested deeper than 64");
  const std::string three = "events:\n- {type: a}\n- {type: b}\n- {type: c}\n";
  CHECK(trace_error(three, "a.yaml", {.items = 2}) == "a.yaml:4: has more than 2 events");
  CHECK(trace_error(three, "a.yaml", {.bytes = 10}) == "a.yaml: is too large");
  CHECK(trace_error(three, "a.yaml", {.yaml_bytes = 10}) ==
        "a.yaml: is too large for YAML, which may have 0 MB; the same as JSON may have 256");
  std::string many = "{\"events\": [";
  for (int i = 0; i < 5000; ++i) many += fmt::format("{}{{\"type\": \"a\"}}", i == 0 ? "" : ",\n");
  CHECK(trace_error(many + "]}", "a.json") == "read");
  CHECK(trace_error(many + "]}", "a.json", {.seconds = 0}).ends_with("reading takes longer than 0 s"));
  // Aliases repeat parts: ten levels of nine are 3 thousand million.
  std::string bomb = "a0: &a0 [x]\n";
  for (int i = 1; i <= 10; ++i) {
    bomb += fmt::format("a{}: &a{} [", i, i);
    for (int k = 0; k < 9; ++k) bomb += fmt::format("{}*a{}", k == 0 ? "" : ",", i - 1);
    bomb += "]\n";
  }
  CHECK(trace_error(bomb + "events: *a10\n", "a.yaml") == "a.yaml: is no search trace: it has no list of events");
  // So do merges of maps.
  bomb = "a0: &a0 {type: a}\n";
  for (int i = 1; i <= 30; ++i)
    bomb += fmt::format("a{0}: &a{0} {{<<: [*a{1}, *a{1}, *a{1}], b{0}: *a{1}}}\n", i, i - 1);
  CHECK(trace_error(bomb + "events:\n- {<<: *a30, type: a}\n", "a.yaml") == "read");
}

TEST_CASE(
    "search traces: a check names events off the map, in walls, without parents, and counts what the search did") {
  const GridMap map = drawn_map("...\n.@.\n", 3, 2);
  const SearchTrace parsed = test::must(parse_search_trace(R"(events:
- {type: source, id: s, x: 0, y: 0, g: 0}
- {type: destination, id: t, x: 2, y: 0}
- {type: expanding, id: s, g: 0, f: 2}
- {type: generating, id: u, pId: s, x: 1, y: 1, g: 1, f: 2}
- {type: generating, id: t, pId: nobody, x: 2, y: 0, g: 2.5, f: 2}
- {type: expanding, id: w, x: 5, y: 0, g: 1}
- {type: end, id: t, g: 2}
)",
                                                           "a.yaml"));
  const TraceReport report = check_search_trace(parsed, map, Capability::walker());
  CHECK(report.findings == std::vector<TraceFinding>{{TraceFault::kBlocked, 3},
                                                     {TraceFault::kUnknownParent, 4},
                                                     {TraceFault::kSum, 4},
                                                     {TraceFault::kOffMap, 5},
                                                     {TraceFault::kNotGenerated, 5}});
  CHECK(report.count == 5);
  CHECK(report.expanded == 2);
  CHECK(report.generated == 2);
  CHECK(report.source == 0);
  CHECK(report.destination == 1);
  CHECK(report.cost == 2);
}

TEST_CASE("search traces: what Strata exports of its own searches is read back equal, and nothing is wrong with it") {
  World world(running_example());
  world.finish_updates();
  const PlanQuery query = running_example_query();
  Workspace workspace;
  for (const char* name : {"astar", "dijkstra", "bidirectional"}) {
    CAPTURE(name);
    const Planner* planner = planner_named(name);
    REQUIRE(planner != nullptr);
    PlanResult result;
    Trace trace;
    plan(world, *planner, query, {}, workspace, result, &trace);
    REQUIRE(result.found());
    const SearchTrace read = test::must(parse_search_trace(format_trace(trace, world.map()), "own.trace.json"));
    CHECK(read.width == world.map().width());
    CHECK(read.height == world.map().height());
    size_t at = 0;
    for (const SearchEvent& event : trace.events()) {
      if (event.node == kNoNodeId) continue;
      // Ends of expansions are written between our events.
      while (at < read.events.size() && read.kind(read.events[at]) == TraceEventKind::kClosing) ++at;
      REQUIRE(at < read.events.size());
      const TraceEvent& other = read.events[at++];
      CHECK(SearchTrace::cell(other) == world.map().cell(event.node));
      CHECK(other.g == event.g);
      CHECK(other.h == event.h);
      if (event.type == EventType::kExpand) CHECK(read.kind(other) == TraceEventKind::kExpanding);
      if (event.type == EventType::kGenerate) CHECK(read.kind(other) == TraceEventKind::kGenerating);
      const bool parent = event.parent != kNoNodeId && event.parent != event.node;
      CHECK((other.parent == kNoTraceNode) == !parent);
      if (parent) CHECK(read.nodes[other.parent] == std::to_string(event.parent + 1));
    }
    const TraceReport report = check_search_trace(read, world.map(), Capability::walker());
    CHECK(report.count == 0);
    CHECK(report.expanded == result.stats.total().expanded);
    if (std::string_view(name) == "astar") CHECK(report.cost == result.cost);
  }
}
