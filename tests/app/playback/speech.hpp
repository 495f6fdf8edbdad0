// Purpose: These classes check the sentences about a recorded search against the recording. A SpeechReplay reads the
//          events and keeps its own open lists. A kind of sentence is a pattern of the displayed text, and each field
//          of a pattern is a claim that is checked at its event.
// Differs: The checks use neither the open list nor the counts nor the list of searches that the app computes
//          from the recording.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/trace.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata::test {

// Results of the checks: counts and false claims.
struct SpeechReport {
  struct Fault {
    size_t count = 0;
    std::string example;
  };
  std::map<std::string, Fault> faults;    // by planner, kind of sentence and claim
  std::map<std::string, size_t> heard;    // by kind of sentence
  std::map<std::string, size_t> queries;  // by planner
  std::set<std::string> unchecked;        // kinds of sentences without a checked field
  size_t sentences = 0, claims = 0, explanations = 0, lines = 0, comparisons = 0;

  void fault(const std::string& kind, const std::string& example) {
    Fault& own = faults[kind];
    if (own.count++ == 0) own.example = example;
  }
};

// The fields of a pattern with their matched texts. A pattern is a sentence with fields in braces. Names of places
// ("{node}", "{goal}") match coordinates, "{list}" matches "27 open cells", "{noun}" a noun for nodes, "{rest}" the
// remaining text, and all other names match numbers.
using SpeechFields = std::vector<std::pair<std::string_view, std::string>>;
bool speech_matches(std::string_view pattern, std::string_view text, SpeechFields& fields);

// Returns whether the text counts one thing in the plural: "1 shortcuts". "of level 1 nodes" counts nothing.
bool counts_one_as_many(std::string_view text);

// Returns whether a text claims something of all paths: that none is cheaper, or that a search may stop.
bool speaks_of_all_paths(std::string_view text);

// The graph below a hierarchy, if the costs of its edges are known to the test.
enum class GraphUnderneath : uint8_t { kOther, kCells, kHpa };

// A recorded search with its inputs. Distances come from plain Dijkstra searches over the map.
struct SpeechRecording {
  const ExplainedSearch& search;
  const PlanOptions& options;
  const PlanResult& result;
  Playback& playback;
  const std::vector<SearchEvent>& events;
  const std::vector<Cost>&from_start, &from_goal;       // by cell; empty: costs of the search are not comparable
  const std::vector<std::vector<Cost>>* landmark_rows;  // by landmark and cell; null: no landmarks
  const std::unordered_map<CellId, uint32_t>* ranks;    // ranks in the searched hierarchy; null: no hierarchy
  // Cache of distances inside areas, by area and cell; null: no cache.
  std::map<std::array<int, 5>, std::vector<Cost>>* inside_before = nullptr;
  // Middle nodes of the hierarchy's arcs, by the arc's ends, the smaller first; kNoCell: an original edge.
  const std::map<std::pair<CellId, CellId>, CellId>* middles = nullptr;
  GraphUnderneath graph = GraphUnderneath::kOther;  // below the hierarchy, unless that graph is drawn
  int least_weight = 1;                             // smallest weight of the cells where the agent can stand
  bool centroid_costs = false;                      // costs on the mesh are measured between centroids
  const PseudoCode* process_code = nullptr;         // pseudo-code of a contraction
  // What walls add to the weights of cells, in hundredths; null: nothing.
  const std::vector<uint32_t>* wall_weights = nullptr;
  bool order_given = false;  // the order of a contraction was given

  const World& world() const { return search.world; }
  const Planner& planner() const { return search.planner; }
  Cost unit() const { return search.unit; }
  std::string words(int level, NodeId node) const;
  NodePlace place(int level, NodeId node) const { return playback.places().at(static_cast<size_t>(level), node); }
  Cell cell(NodeId node) const { return world().map().cell(node); }
  bool cells() const { return playback.places().are_cells(); }
  // Returns the cost of the cheapest path between two cells inside an area; kInfinite: none.
  Cost inside(const Rect& part, Cell from, Cell to) const;
  // Returns the cost of the cheapest path inside a cluster of the level, over its transitions of HPA*; the two cells
  // are transitions or any other cells of the cluster.
  Cost inside_level(int level, Cell from, Cell to) const;
  // Returns the cost of an abstract edge of HPA*, computed from steps only.
  Cost hpa_edge(int level, Cell from, Cell to) const;
  // Returns the cost of the cheapest path from start to goal in the abstract graph of HPA*, by plain Dijkstra.
  Cost hpa_distance(int level) const;
  // Returns the cost of an arc of the searched hierarchy: the sum of the original edges below it in the contracted
  // graph. Nullopt: there is no such arc, or the graph's costs are unknown.
  std::optional<Cost> arc_weight(NodeId a, NodeId b) const;
  // Returns the cost of an edge in the contracted graph.
  std::optional<Cost> graph_edge(NodeId a, NodeId b) const;
  // Returns the cost of a step between neighbouring cells under the rules; nullopt: the step is illegal.
  std::optional<Cost> step(Cell from, Cell to) const;
  // Returns whether a claim about all paths is one about the graph that the search of the level goes over. Without the
  // name of a graph it is about the map: then the answer must cost what a plain Dijkstra search over the map finds.
  bool graph_is_right(std::string_view text, int level) const;
  Cost bound(Cell from, Cell to) const;  // distance on an empty map
  // Returns the cost of the link between two cells; nullopt: there is none.
  std::optional<Cost> link(NodeId from, NodeId to) const;
  // Returns the first illegal move on the straight line between two cell centres.
  std::optional<std::pair<Cell, Cell>> blocked_line(Cell from, Cell to) const;
  size_t least_steps() const;  // number of steps of the shortest path from start to goal
  double path_cells() const;   // length of the answer, in cells or in the unit of the graph
  int64_t rank(NodeId node) const;
  // Returns the distance between two nodes in the remaining graph of a contraction at an event.
  uint64_t left_distance(size_t index, NodeId from, NodeId to) const;
  std::string cost(Cost value) const;
  std::string sum(uint64_t value) const;
};

// The state of a search after a number of events, computed naively.
class SpeechReplay {
 public:
  struct Node {
    Cost g = 0, h = 0;
    NodeId parent = kNoNodeId;
    size_t event = 0;
    EventType last = EventType::kGenerate;
    bool expanded = false;  // was expanded at least once in the search
    bool open() const { return last == EventType::kGenerate || last == EventType::kUpdate; }
    uint64_t f() const { return uint64_t{g} + h; }
  };
  struct Side {
    std::unordered_map<NodeId, Node> nodes;
    size_t open = 0;
    NodeId expanded = kNoNodeId;  // last expanded node
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
  // Returns whether the event begins another search.
  bool begins(const SearchEvent& event) const {
    if (event.type == EventType::kRefine || event.type == EventType::kSource) return true;
    return is_root(event) && (went_on_ || TraceOutline::joined(event.phase) != phase_);
  }
  void apply(const SearchEvent& event, size_t index);
  void clear();

  const Side& side(int number) const { return sides_[static_cast<size_t>(number)]; }
  const Node* node(int side, NodeId node) const;
  // Returns the smallest value of `key` over the open nodes of a side; nullopt: none is open.
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
  // Returns the number of steps from a node back to the root of its search.
  size_t depth(int side, NodeId node) const;

  Cost best = kInfinite;  // cost of the best meeting
  NodeId meeting = kNoNodeId;
  const SearchEvent* refining = nullptr;  // the edge being refined
  NodeId source = kNoNodeId;
  size_t contracted = 0;
  NodeId gone = kNoNodeId;     // last contracted node
  NodeId on_path = kNoNodeId;  // last cell of the path so far

 private:
  std::array<Side, 2> sides_;
  bool went_on_ = false;  // the search has done more than begin
  Phase phase_ = Phase::kMain;
};

// A sentence with the state at its event, for checking the claims of its kind.
class SpeechMoment {
 public:
  // `search` is the search that the event ends if it begins another one; otherwise it equals `before`.
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

  // Counts a claim, and reports it if it is false.
  void claim(std::string_view what, bool holds) const;
  void same(std::string_view field, const std::string& truth) const;
  const std::string& field(std::string_view name) const;
  bool has(std::string_view name) const;
  double number(std::string_view name) const;

  // Returns the event's node before the event; null: it was not open.
  const SpeechReplay::Node* own() const { return replay.node(side, event.node); }
  // Checks the fields whose claims are the same in all patterns.
  void check_fields() const;
  void check_smallest_f() const;
  void check_graph() const;  // what is said of all paths must be true of the graph that is named, or of the map
  void check_costs() const;  // g must be the cost of the path over the parent
  void check_stop() const;   // both sides must be allowed to stop
  // Returns whether a node is at the end (start or goal) that the event's phase connects.
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
// Return the kinds of sentences about nodes, and about everything else.
const std::vector<SpeechKind>& speech_kinds_of_nodes();
const std::vector<SpeechKind>& speech_kinds_of_paths();
// Returns those of LPA*, D* Lite and IDA*.
const std::vector<SpeechKind>& speech_kinds_of_repairs();

// A sentence on why a phase begins, which stands before that of the phase's first event.
struct SpeechPurpose {
  std::string_view planners;  // names of planners, each followed by a blank; empty: a contraction
  Phase phase;
  std::string_view text;
};
std::span<const SpeechPurpose> speech_purposes();

// Check the sentence of every event, and that the highlighted lines of the pseudo-code are true.
void check_speech(const SpeechRecording& recording, SpeechReport& report);
void check_lit_lines(const SpeechRecording& recording, const SpeechReplay& before, size_t index, SpeechReport& report);
// Checks the explanations of cells at the cursor, and the inspector's texts about them.
void check_explanations(const SpeechRecording& recording, const std::vector<Cell>& cells, SpeechReport& report);
// Checks the texts of the comparison of two searches of one query.
void check_comparison(const SpeechRecording& first, const SpeechRecording& second, SpeechReport& report);

}  // namespace strata::test
