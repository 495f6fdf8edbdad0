// Purpose: What the program says of a recorded search is held against the recording. A SpeechReplay reads the events
//          one by one and keeps open lists of its own; kinds of sentences are patterns over the text that the user
//          reads, and every field of a pattern is a claim that is checked at its moment.
// Differs: Nothing here uses the open list, the counts or the searches that the app has found in the recording.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/lab/explain.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/trace.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata::test {

// What has been checked, and what was found untrue.
struct SpeechReport {
  struct Fault {
    size_t count = 0;
    std::string example;
  };
  std::map<std::string, Fault> faults;    // by planner, kind of sentence and claim
  std::map<std::string, size_t> heard;    // by kind of sentence
  std::map<std::string, size_t> queries;  // by planner
  std::set<std::string> unchecked;        // kinds of sentences of which no field is a claim
  size_t sentences = 0, claims = 0, explanations = 0, lines = 0, comparisons = 0;

  void fault(const std::string& kind, const std::string& example) {
    Fault& own = faults[kind];
    if (own.count++ == 0) own.example = example;
  }
};

// The fields of a pattern with the texts that they matched. A pattern is a sentence with fields in braces: names of
// places ("{node}", "{goal}") match places of the map, "{list}" matches "27 open cells", "{noun}" the name of a kind of
// node, "{rest}" everything that is left, and all other names match numbers.
using SpeechFields = std::vector<std::pair<std::string_view, std::string>>;
bool speech_matches(std::string_view pattern, std::string_view text, SpeechFields& fields);

// The graph that a hierarchy is built on, as far as the costs of its edges are known here.
enum class GraphUnderneath : uint8_t { kOther, kCells, kHpa };

// A recorded search and what it was made from. Distances are of plain Dijkstra searches over the map.
struct SpeechRecording {
  const ExplainedSearch& search;
  const PlanOptions& options;
  const PlanResult& result;
  Playback& playback;
  const std::vector<SearchEvent>& events;
  const std::vector<Cost>&from_start, &from_goal;       // by cell; empty: the search has costs of its own
  const std::vector<std::vector<Cost>>* landmark_rows;  // by landmark and cell; null: there are none
  const std::unordered_map<CellId, uint32_t>* ranks;    // of the hierarchy that is searched; null: there is none
  // Distances inside parts of the map that were asked for before, by part and cell; null: they are not kept.
  std::map<std::array<int, 5>, std::vector<Cost>>* inside_before = nullptr;
  // Middles of the arcs of the hierarchy, by their ends, the smaller first; kNoCell: an edge.
  const std::map<std::pair<CellId, CellId>, CellId>* middles = nullptr;
  GraphUnderneath graph = GraphUnderneath::kOther;  // of a hierarchy, if it is not drawn
  int least_weight = 1;                             // of the cells where the agent can stand
  bool centroid_costs = false;                      // a step on the mesh is measured between centroids
  const PseudoCode* process_code = nullptr;         // of a contraction
  bool order_given = false;                         // a contraction follows an order that was given

  const World& world() const { return search.world; }
  const Planner& planner() const { return search.planner; }
  Cost unit() const { return search.unit; }
  std::string words(int level, NodeId node) const;
  NodePlace place(int level, NodeId node) const { return playback.places().at(static_cast<size_t>(level), node); }
  Cell cell(NodeId node) const { return world().map().cell(node); }
  bool cells() const { return playback.places().are_cells(); }
  // Returns the cost of the least path between two cells inside a part of the map; kInfinite if there is none.
  Cost inside(const Rect& part, Cell from, Cell to) const;
  // Returns the same over the transitions of HPA* inside the cluster of a level: between two of them, or from and to
  // any cell of the cluster.
  Cost inside_level(int level, Cell from, Cell to) const;
  // Returns the cost of an abstract edge of HPA* by the costs of steps alone.
  Cost hpa_edge(int level, Cell from, Cell to) const;
  // Returns what an arc of the hierarchy that is searched costs: the sum of the edges under it, each by what it costs
  // in the graph that was contracted. Nullopt: there is no such arc, or the graph's costs are not known here.
  std::optional<Cost> arc_weight(NodeId a, NodeId b) const;
  // Returns the cost of the edge in that graph.
  std::optional<Cost> graph_edge(NodeId a, NodeId b) const;
  // Returns the cost of a step between two neighbouring cells by the rules; nullopt: it is not a legal step.
  std::optional<Cost> step(Cell from, Cell to) const;
  Cost bound(Cell from, Cell to) const;  // the distance on an empty map
  // Returns the first move that is not legal on the straight line between the middles of two cells.
  std::optional<std::pair<Cell, Cell>> blocked_line(Cell from, Cell to) const;
  size_t least_steps() const;  // of all paths from start to goal
  double path_cells() const;   // length of the answer, in cells or units of the graph
  int64_t rank(NodeId node) const;
  // Returns the distance between two nodes of the graph that is contracted, in what is left of it at an event.
  uint64_t left_distance(size_t index, NodeId from, NodeId to) const;
  std::string cost(Cost value) const;
  std::string sum(uint64_t value) const;
};

// The state of a search after some events, by a plain reading of them.
class SpeechReplay {
 public:
  struct Node {
    Cost g = 0, h = 0;
    NodeId parent = kNoNodeId;
    size_t event = 0;
    EventType last = EventType::kGenerate;
    bool expanded = false;  // at some time in the search
    bool open() const { return last == EventType::kGenerate || last == EventType::kUpdate; }
    uint64_t f() const { return uint64_t{g} + h; }
  };
  struct Side {
    std::unordered_map<NodeId, Node> nodes;
    size_t open = 0;
    NodeId expanded = kNoNodeId;  // the node expanded last
    uint64_t last_f = 0;
  };

  static int side_of(const SearchEvent& event) { return event.phase == Phase::kBackward ? 1 : 0; }
  static bool is_root(const SearchEvent& event) {
    return event.type == EventType::kGenerate && event.parent == kNoNodeId;
  }
  static bool concerns_node(EventType type) {
    return type == EventType::kGenerate || type == EventType::kUpdate || type == EventType::kExpand ||
           type == EventType::kStall;
  }
  // Whether the event is the first of another search.
  bool begins(const SearchEvent& event) const {
    if (event.type == EventType::kRefine || event.type == EventType::kSource) return true;
    return is_root(event) && (went_on_ || TraceOutline::joined(event.phase) != phase_);
  }
  void apply(const SearchEvent& event, size_t index);
  void clear();

  const Side& side(int number) const { return sides_[static_cast<size_t>(number)]; }
  const Node* node(int side, NodeId node) const;
  // Returns the least value over the open nodes of a side; nullopt if none is open.
  template <class Key>
  std::optional<uint64_t> least(int number, Key key) const {
    std::optional<uint64_t> found;
    for (const auto& [id, node] : side(number).nodes) {
      if (node.open() && (!found || key(node) < *found)) found = key(node);
    }
    return found;
  }
  std::optional<uint64_t> least_f(int number) const {
    return least(number, [](const Node& node) { return node.f(); });
  }
  // Returns the number of steps from a node back to where its search began.
  size_t depth(int side, NodeId node) const;

  Cost best = kInfinite;  // of the best meeting
  NodeId meeting = kNoNodeId;
  const SearchEvent* refining = nullptr;  // the edge that is refined
  NodeId source = kNoNodeId;
  size_t contracted = 0;
  NodeId gone = kNoNodeId;     // the node contracted last
  NodeId on_path = kNoNodeId;  // the cell to which the path has come

 private:
  std::array<Side, 2> sides_;
  bool went_on_ = false;  // the search has done more than to begin
  Phase phase_ = Phase::kMain;
};

// A sentence at its moment, for the claims of its kind.
class SpeechMoment {
 public:
  // `search`: the search that the event ends, if it begins another one; else the same as `before`.
  SpeechMoment(const SpeechRecording& recording, const SpeechReplay& before, const SpeechReplay& search, size_t at,
               std::string_view text, std::string_view kind, const SpeechFields& fields, SpeechReport& report)
      : rec(recording),
        replay(before),
        ended(search),
        index(at),
        event(recording.events[at]),
        side(SpeechReplay::side_of(event)),
        text_(text),
        kind_(kind),
        fields_(fields),
        report_(report) {}

  // Notes a claim, and that it is false if it is.
  void claim(std::string_view what, bool holds) const;
  void same(std::string_view field, const std::string& truth) const;
  const std::string& field(std::string_view name) const;
  bool has(std::string_view name) const;
  double number(std::string_view name) const;

  // Returns the open node of the event before it happened; null if it was not open.
  const SpeechReplay::Node* own() const { return replay.node(side, event.node); }
  // The claims that fields of a name make wherever they stand.
  void check_fields() const;
  void check_smallest_f() const;
  void check_costs() const;  // g is that of the path over the parent
  void check_stop() const;   // both sides may stop
  // Whether a node lies where the end lies that the event's phase links.
  bool is_linked_end(NodeId node) const;
  std::string last_contracted() const { return rec.words(event.level, replay.gone); }
  NodeId last_on_path() const { return replay.on_path; }

  const SpeechRecording& rec;
  const SpeechReplay &replay, &ended;
  const size_t index;
  const SearchEvent& event;
  const int side;

 private:
  std::string_view text_, kind_;
  const SpeechFields& fields_;
  SpeechReport& report_;
};

struct SpeechKind {
  EventType type;
  std::string_view pattern;
  void (*check)(const SpeechMoment&) = nullptr;
};
// Return the kinds of sentences of steps: of nodes, and of all else.
const std::vector<SpeechKind>& speech_kinds_of_nodes();
const std::vector<SpeechKind>& speech_kinds_of_paths();

// Checks the sentence of every event; and that the lit lines of the pseudo-code are true.
void check_speech(const SpeechRecording& recording, SpeechReport& report);
void check_lit_lines(const SpeechRecording& recording, const SpeechReplay& before, size_t index, SpeechReport& report);
// Checks what is said of cells at the moment of the cursor, and what the inspector says of them.
void check_explanations(const SpeechRecording& recording, const std::vector<Cell>& cells, SpeechReport& report);
// Checks what the comparison of two searches of one query says.
void check_comparison(const SpeechRecording& first, const SpeechRecording& second, SpeechReport& report);

}  // namespace strata::test
