// What is said of a recorded search is true: sentences name what happens, open lists and trees are those of a plain
// reading of the events, and conditions stop where a plain scan says.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/event_words.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/search_tree.hpp"
#include "app/playback/sentence.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "tests/explain_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::vector<SearchEvent>& events_of(Lab& lab) { return lab.trace().events(); }

// Moments at which all kinds of events of a trace are seen, many of each.
std::vector<size_t> sample(const std::vector<SearchEvent>& events, size_t of_each_kind) {
  std::vector<size_t> moments;
  std::map<std::tuple<EventType, Phase, uint8_t, uint8_t>, size_t> seen;
  const size_t stride = events.size() / 2000 + 1;
  for (size_t i = 0; i < events.size(); ++i) {
    const SearchEvent& event = events[i];
    size_t& count = seen[{event.type, event.phase, event.level, event.line}];
    if (++count <= of_each_kind || i % stride == 0 || i + 1 == events.size()) moments.push_back(i + 1);
  }
  return moments;
}

void check_sentences(Lab& lab) {
  Playback& playback = lab.playback();
  const Narration& narration = stepped_narration(lab);
  const Cost unit = lab.query().trace_unit();
  const EventFormatter words(playback, unit);
  playback.jump(0);
  REQUIRE(sentence(playback, narration, unit).ends_with("is about to begin."));
  for (const size_t moment : sample(events_of(lab), 40)) {
    playback.jump(moment);
    const SearchEvent& event = *playback.current();
    const std::string text = sentence(playback, narration, unit);
    CAPTURE(text);
    CAPTURE(std::string(event_name(event.type)));
    REQUIRE(text.ends_with("."));
    REQUIRE((text[0] == '(' || (text[0] >= 'A' && text[0] <= 'Z')));
    // From where Polyanya sees the goal is not told before the search has found it.
    std::string node = event.node == kNoNodeId ? std::string() : words.node(event.level, event.node);
    if (event.type == EventType::kDestination) node = node.substr(0, node.find(" seen from "));
    REQUIRE(text.find(node) != text.npos);
    const bool costs = event.type == EventType::kGenerate || event.type == EventType::kUpdate ||
                       event.type == EventType::kLink || event.type == EventType::kFound;
    const bool shown = text.find(words.cost(event.g)) != text.npos || text.find(words.cost(event.h)) != text.npos ||
                       text.find(words.sum(event.g, event.h)) != text.npos;
    REQUIRE((shown || !costs));
  }
  playback.jump(playback.size());
}

// The open nodes after `moment` events, by reading all of them one after the other.
std::vector<OpenNode> plainly_open(const Playback& playback, size_t moment, bool backward) {
  std::map<NodeId, OpenNode> open;
  for (size_t i = 0; i < moment; ++i) {
    const SearchEvent& event = *playback.event(i);
    if (TraceOutline::starts_search(event, i == 0 ? nullptr : playback.event(i - 1))) open.clear();
    if ((event.phase == Phase::kBackward) != backward) continue;
    if (event.type == EventType::kGenerate || event.type == EventType::kUpdate) {
      open[event.node] = {event.node, event.parent, event.g, event.h, i};
    } else if (event.type == EventType::kExpand || event.type == EventType::kStall) {
      open.erase(event.node);
    }
  }
  std::vector<OpenNode> nodes;
  for (const auto& [node, own] : open) nodes.push_back(own);
  return nodes;
}

void check_open_lists(Lab& lab) {
  Playback& playback = lab.playback();
  const std::string_view planner = lab.state().traced_planner()->name;
  const ExpansionOrder order = stepped_narration(lab).expansion_order(lab.state().plan_options().ties);
  const std::vector<SearchEvent>& events = events_of(lab);
  const size_t stride = std::max<size_t>(events.size() / 60, 1);
  for (size_t moment = 1; moment <= events.size(); moment += stride) {
    CAPTURE(moment);
    for (const bool backward : {false, true}) {
      const std::vector<OpenNode> plain = plainly_open(playback, moment, backward);
      const OpenList list = open_list(playback, moment, order, SIZE_MAX, backward);
      REQUIRE(list.total == plain.size());
      REQUIRE_FALSE(list.truncated);
      for (const OpenNode& node : list.nodes) {
        const auto own =
            std::find_if(plain.begin(), plain.end(), [&](const OpenNode& n) { return n.node == node.node; });
        REQUIRE(own != plain.end());
        REQUIRE(own->event == node.event);
        REQUIRE(own->f() == node.f());
      }
      const ExpansionOrder own_order = order_in(events[moment - 1], order);
      if (own_order.by != ExpansionOrder::OrderKey::kRank) {
        for (size_t i = 2; i < list.nodes.size(); ++i) {
          REQUIRE_FALSE(goes_before(list.nodes[i], list.nodes[i - 1], own_order));
        }
      }
      const OpenList few = open_list(playback, moment, order, 3, backward);
      REQUIRE(few.total == list.total);
      REQUIRE(few.truncated == (list.total > 3));
      for (size_t i = 0; i < few.nodes.size(); ++i) REQUIRE(few.nodes[i].node == list.nodes[i].node);
    }
  }
  // What is opened was the first of the list.
  size_t looked = 0;
  for (size_t i = 1; i < events.size() && looked < 150; i += 1 + events.size() / 20'000) {
    const SearchEvent& event = events[i];
    // What one side alone drops from its list need not be the first.
    const bool stalls = event.type == EventType::kStall && playback.outline().two_way;
    const bool takes = event.type == EventType::kExpand || stalls;
    if (!takes || planner == "tables") continue;
    ++looked;
    CAPTURE(i);
    const OpenList list = open_list(playback, i, order, 4, event.phase == Phase::kBackward);
    REQUIRE(!list.nodes.empty());
    // Polyanya and Detour compare finer numbers than costs.
    if (planner == "polyanya" || planner == "detour") continue;
    REQUIRE(list.nodes[0].node == event.node);
    playback.jump(i + 1);
    if (event.type == EventType::kExpand) {
      const size_t both = open_list(playback, i, order, 1, false).total + open_list(playback, i, order, 1, true).total;
      REQUIRE(both == playback.counts().open + 1);
    }
  }
  playback.jump(playback.size());
}

void check_tree(Lab& lab) {
  Playback& playback = lab.playback();
  const std::vector<SearchEvent>& events = events_of(lab);
  const size_t stride = std::max<size_t>(events.size() / 12, 1);
  for (size_t moment = 1; moment <= events.size(); moment += stride) {
    CAPTURE(moment);
    playback.jump(moment);
    for (const size_t most : {size_t{SearchTree::kNodeLimit}, size_t{40}}) {
      const SearchTree tree = search_tree(playback, moment, most);
      std::set<std::pair<NodeId, bool>> named;
      for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& node = tree.nodes[i];
        REQUIRE(named.emplace(node.node, node.backward).second);
        const NodeAtCursor at = playback.node(node.level, node.node, node.backward);
        if (node.parent != TreeNode::kNone) {
          REQUIRE(node.parent < i);
          const TreeNode& parent = tree.nodes[node.parent];
          REQUIRE(node.y == parent.y + 1);
          REQUIRE(parent.backward == node.backward);
          REQUIRE((at.parent == parent.node || at.parent == node.node));
        } else if (node.state != NodeState::kUnseen) {
          REQUIRE((at.parent == kNoNodeId || at.parent == node.node));
        }
        if (node.state != NodeState::kUnseen) REQUIRE(node.state == at.state);
        REQUIRE(node.x >= 0);
        REQUIRE(node.x <= tree.width);
        REQUIRE(node.y < tree.height);
      }
      if (tree.nodes.empty()) continue;
      REQUIRE(tree.truncated == (tree.nodes.size() < tree.total));
      REQUIRE(tree.current < tree.nodes.size());
      for (uint32_t i = tree.current; i != TreeNode::kNone; i = tree.nodes[i].parent) REQUIRE(tree.nodes[i].on_way);
      // No two nodes of a row lie on each other.
      std::map<std::pair<uint32_t, float>, size_t> places;
      for (const TreeNode& node : tree.nodes) REQUIRE(++places[{node.y, node.x}] == 1);
    }
  }
  playback.jump(playback.size());
}

// Where each condition holds, by a plain scan from the first event.
std::vector<size_t> plain_stops(const Playback& playback, BreakCondition when, CellId touched) {
  std::vector<size_t> stops;
  std::map<std::tuple<uint8_t, bool, NodeId>, EventType> last;
  uint64_t f[2] = {~0ull, ~0ull};
  for (size_t i = 0; i < playback.size(); ++i) {
    const SearchEvent& event = *playback.event(i);
    const SearchEvent* before = i == 0 ? nullptr : playback.event(i - 1);
    const bool side = event.phase == Phase::kBackward;
    if (TraceOutline::starts_search(event, before)) {
      last.clear();
      f[0] = f[1] = ~0ull;
    }
    const auto key = std::tuple(event.level, side, event.node);
    const bool puts = event.type == EventType::kGenerate || event.type == EventType::kUpdate;
    const auto own = last.find(key);
    const bool reopens = puts && own != last.end() && own->second == EventType::kExpand;
    if (TraceOutline::concerns_node(event.type)) last[key] = event.type;
    const uint64_t now = uint64_t{event.g} + event.h;
    const bool grows = event.type == EventType::kExpand && f[side] != ~0ull && now > f[side];
    if (event.type == EventType::kExpand) f[side] = now;
    const bool holds = when == BreakCondition::kFGrows         ? grows
                       : when == BreakCondition::kReopened     ? reopens
                       : when == BreakCondition::kLevelChanges ? before != nullptr && before->level != event.level
                                                               : concerns_cell(event, playback.places(), touched);
    if (holds) stops.push_back(i);
  }
  return stops;
}

void check_conditions(Lab& lab, std::set<BreakCondition>& held) {
  Playback& playback = lab.playback();
  const Cell cell = lab.state().query.goal;
  const CellId id = lab.world().map().id(cell);
  for (size_t i = 0; i < kBreakConditionNames.size(); ++i) {
    const auto when = static_cast<BreakCondition>(i);
    CAPTURE(std::string(break_condition_name(when)));
    const std::vector<size_t> plain = plain_stops(playback, when, id);
    playback.breakpoints().watch(cell);
    playback.breakpoints().set(when, true);
    const std::optional<size_t> first = first_stop(playback, playback.breakpoints().only(when));
    CHECK(first.has_value() == !plain.empty());
    if (first && !plain.empty()) CHECK(*first == plain[0]);
    std::vector<size_t> stops;
    playback.jump(0);
    while (stops.size() <= plain.size() && playback.run_to_breakpoint()) stops.push_back(playback.cursor() - 1);
    CHECK(stops == plain);
    // From the middle of the trace as well.
    for (const size_t from : {playback.size() / 3, playback.size() / 2 + 1}) {
      playback.jump(from);
      const auto next = std::lower_bound(plain.begin(), plain.end(), playback.cursor());
      CHECK(playback.run_to_breakpoint() == (next != plain.end()));
      if (next != plain.end()) CHECK(playback.cursor() == *next + 1);
    }
    playback.breakpoints().set(when, false);
    if (!plain.empty()) held.insert(when);
  }
  playback.jump(playback.size());
}

}  // namespace

TEST_CASE("every event of every planner has a sentence that names its node, every cell a why, over all stock maps") {
  std::set<const Narration*> heard;
  const auto check = [&](Lab& lab) {
    if (lab.playback().empty()) return;
    heard.insert(&stepped_narration(lab));
    check_sentences(lab);
  };
  test::each_small_recording(check);
  test::each_stock_recording([&](Lab& lab) {
    check(lab);
    test::check_why_of_cells(lab, test::rounds(200), 101);
  });
  const Lab lab;
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    CHECK(heard.contains(planner_appearance(lab.state(), planner.name).narration));
  }
  for (const Feature* feature : features()) {
    if (feature->process != nullptr) CHECK(heard.contains(feature->process->narration));
  }
}

TEST_CASE("every planner has one face, and every face is that of a planner") {
  std::map<std::string_view, int> faces;
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& appearance : feature->planners) {
      ++faces[appearance.planner];
      CHECK(planner_named(appearance.planner) != nullptr);
      CHECK(appearance.narration != nullptr);
      // Planners do not count alike: each says what it counts, as the rest of a sentence.
      CHECK_MESSAGE(appearance.counts.size() > 10, appearance.planner);
      CHECK_MESSAGE(!appearance.counts.ends_with("."), appearance.planner);
    }
  }
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    CHECK(faces[planner.name] == 1);
  }
  // Nothing is promised of a planner that is not known.
  CHECK(planner_appearance(Lab().state(), "of a guest").narration->never_reopens({}, Profile::kOctile).empty());
}

TEST_CASE("an open list is that of a plain reading, and what is opened next comes first") {
  test::each_small_recording([](Lab& lab) {
    if (!lab.playback().empty() && lab.state().process == nullptr) check_open_lists(lab);
  });
}

TEST_CASE("a search tree has the parents of its nodes, roots at the top and nothing on top of another") {
  test::each_small_recording([](Lab& lab) {
    if (!lab.playback().empty()) check_tree(lab);
  });
}

TEST_CASE("conditions stop exactly where a scan of the trace says, from wherever playing begins") {
  std::set<BreakCondition> held;
  test::each_small_recording([&](Lab& lab) {
    if (!lab.playback().empty()) check_conditions(lab, held);
  });
  CHECK(held.size() == kBreakConditionNames.size());
}

TEST_CASE("a sentence has the values of its moment") {
  Lab lab;
  lab.finish_updates();
  Playback& playback = lab.playback();
  const auto says = [&](size_t moment) {
    playback.jump(moment);
    return sentence(playback, stepped_narration(lab), lab.query().trace_unit());
  };
  CHECK(says(1) == "The search begins at the start, (3,15).");
  CHECK(says(3) ==
        "(3,15) is put into the open list: g = 0.00, and the lower bound of the remaining cost is h = 33.00.");
  CHECK(says(4) == "(3,15) is the only open cell: f = 33.00 = g 0.00 + h 33.00.");
  CHECK(says(5) == "(3,14) is generated from (3,15): g = 1.00, h = 33.41, f = 34.41.");
  run_settled(lab, "planner.trace dijkstra");
  CHECK(says(5) == "(3,14) is generated from (3,15): g = 1.00.");
}
