// The claims that fields of sentences make wherever they stand.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <cctype>
#include <string_view>

#include <algorithm>
#include <cmath>

#include "app/playback/sentence.hpp"
#include "core/grid/clusters.hpp"
#include "core/search/incremental_code.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/app/playback/speech.hpp"

namespace strata::test {

void SpeechMoment::claim(std::string_view what, bool holds) const {
  ++report_.claims;
  if (holds) return;
  report_.fault(
      fmt::format("{}: {} -- \"{}\"", rec.planner().name, what, kind_),
      fmt::format("event {} of {}: \"{}\" (open {} + {}, g {}, h {}, line {})", index + 1, rec.events.size(), text_,
                  replay.side(0).open, replay.side(1).open, rec.cost(event.g), rec.cost(event.h), event.line));
}

bool SpeechMoment::has(std::string_view name) const {
  return std::any_of(fields_.begin(), fields_.end(), [&](const auto& field) { return field.first == name; });
}

const std::string& SpeechMoment::field(std::string_view name) const {
  static const std::string kNone;
  const auto own = std::find_if(fields_.begin(), fields_.end(), [&](const auto& f) { return f.first == name; });
  return own == fields_.end() ? kNone : own->second;
}

double SpeechMoment::number(std::string_view name) const {
  const std::string& text = field(name);
  return text.empty() || text == "no end" ? -1 : std::stod(text);
}

void SpeechMoment::same(std::string_view name, const std::string& truth) const {
  claim(fmt::format("{{{}}} is {}", name, "what the recording has"), field(name) == truth);
}

void SpeechMoment::check_fields() const {
  const SpeechReplay::Node* const known = own();
  const bool takes = event.type == EventType::kExpand || event.type == EventType::kStall;
  for (const auto& [name, text] : fields_) {
    if (name == "node") {
      // The goal of Polyanya is named without its root, which the search has still to find.
      claim("{node} is the node",
            text == (event.type == EventType::kDestination ? place_text(rec.place(event.level, event.node))
                                                           : rec.words(event.level, event.node)));
    } else if (name == "parent") {
      claim("{parent} is the node that it was reached from",
            event.parent != kNoNodeId && text == rec.words(event.level, event.parent));
    } else if (name == "g") {
      claim("{g} is g", text == rec.cost(event.g) && (!takes || (known != nullptr && known->g == event.g)));
    } else if (name == "h" && event.type != EventType::kStall && event.type != EventType::kWitness) {
      claim("{h} is h", text == rec.cost(event.h) && (!takes || (known != nullptr && known->h == event.h)));
    } else if (name == "f") {
      claim("{f} is g + h", text == rec.sum(uint64_t{event.g} + event.h));
    } else if (name == "open") {
      claim("{open} counts the open nodes of this search and side", text == fmt::format("{}", replay.side(side).open));
    } else if (name == "others") {
      claim("{others} counts the open nodes of the other side", text == fmt::format("{}", replay.side(1 - side).open));
    } else if (name == "nouns") {
      claim("{nouns} names the nodes of the search",
            text == rec.search.narration.open_noun(event.level) + (number("open") == 1 ? "" : "s"));
    } else if (name == "only") {
      claim("it is open, and the only one", known != nullptr && known->open() && replay.side(side).open == 1);
    } else if (name == "ends") {
      const SearchEvent* const next = index + 1 < rec.events.size() ? &rec.events[index + 1] : nullptr;
      claim("its search ends here",
            next == nullptr || !SpeechReplay::concerns_node(next->type) || SpeechReplay::is_root(*next));
    } else if (name == "noun") {
      claim("{noun} names the nodes of the search", text == rec.search.narration.node_noun(event.level));
    } else if (name == "open_noun") {
      claim("{open_noun} names what is open", text == rec.search.narration.open_noun(event.level));
    } else if (name == "level") {
      claim("{level} is the level", text == fmt::format("{}", event.level));
    } else if (name == "goal") {
      claim("{goal} is the goal", text == rec.words(0, rec.playback.outline().goal));
    }
  }
}

// What no path is cheaper than, what is the optimum, and why a search stops.
void SpeechMoment::check_graph() const {
  if (speaks_of_all_paths(text_))
    claim("it is true of the graph that it names, or of the map", rec.graph_is_right(text_, event.level));
}

bool counts_one_as_many(std::string_view text) {
  static constexpr std::string_view kNouns[] = {
      "cell",     "node",       "edge",     "inter-edge", "intra-edge", "shortcut", "cluster",   "border",
      "entrance", "transition", "portal",   "polygon",    "region",     "sector",   "neighbour", "expansion",
      "event",    "step",       "hub",      "label",      "agent",      "group",    "room",      "end",
      "landmark", "link",       "interval", "corner",     "path",       "arc"};
  const auto is_word = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '-'; };
  for (size_t at = text.find("1 "); at != text.npos; at = text.find("1 ", at + 1)) {
    const std::string_view before = text.substr(0, at);
    if (!before.empty() && before.back() != ' ') continue;  // "11 nodes", "4.1 nodes"
    if (before.ends_with("level ") || before.ends_with("size ") || before.ends_with("sizes ")) continue;
    std::string_view rest = text.substr(at + 2);
    // An adjective may stand before the noun: "1 interior cells".
    for (int words = 0; words < 2; ++words) {
      const auto length = static_cast<size_t>(std::ranges::find_if_not(rest, is_word) - rest.begin());
      const std::string_view word = rest.substr(0, length);
      const auto is_plural = [&](std::string_view one) {
        return word.size() == one.size() + 1 && word.starts_with(one) && word.back() == 's';
      };
      if (std::ranges::any_of(kNouns, is_plural)) return true;
      if (word == "of" || length >= rest.size() || rest[length] != ' ') break;
      rest.remove_prefix(length + 1);
    }
  }
  return false;
}

bool speaks_of_all_paths(std::string_view text) {
  std::string left(text);
  // What says that nothing is claimed, and what is said of one path alone.
  for (const std::string_view harmless :
       {"cheaper path to ", "a cheaper path passes over", "nothing proves that no path is cheaper",
        "its heuristic is inadmissible, so a cheaper path may exist", "a path over it could not be cheaper",
        "knows the cheapest path from there", "The optimum on the map is"}) {
    if (const size_t at = left.find(harmless); at != left.npos) {
      left.erase(at, harmless.size());
      if (harmless.starts_with("nothing proves") || harmless.starts_with("its heuristic")) return false;
    }
  }
  for (const std::string_view word : {"cheap", "optim", "stops"}) {
    if (left.find(word) != left.npos) return left.find("fewer steps") == left.npos;
  }
  return false;
}

bool SpeechRecording::graph_is_right(std::string_view text, int level) const {
  if (const std::string_view own = search.narration.graph(level); !own.empty()) return text.find(own) != text.npos;
  if (from_start.empty() || !result.found()) return false;
  return result.cost == from_start[world().map().id(search.query.goal)];
}

void SpeechMoment::check_smallest_f() const {
  const SpeechReplay::Node* const known = own();
  claim("it is open before it is expanded", known != nullptr && known->open());
  if (known == nullptr) return;
  const std::optional<uint64_t> least = replay.least_f(side);
  // Polyanya and Detour compare finer numbers than costs.
  const bool fine = !rec.cells() && rec.planner().any_angle;
  claim("no open node has a smaller f", least && (known->f() == *least || (fine && known->f() <= *least + 3)));
}

namespace {

// Returns what a step of the search costs by the rules of the map; nullopt: the planner's own costs.
std::optional<Cost> cost_between(const SpeechMoment& at) {
  const SearchEvent& event = at.event;
  const SpeechRecording& rec = at.rec;
  if (!rec.cells() || plans_own_graph(rec.world(), rec.planner())) return std::nullopt;
  const Cell from = rec.cell(event.parent), to = rec.cell(event.node);
  const std::string_view name = rec.planner().name;
  if (rec.planner().family == planner_named("jps")->family) return rec.bound(from, to);
  if (name == "theta" || name == "rooms" || name == "tables") return std::nullopt;
  if (event.level == 0) {
    if (event.phase == Phase::kForward || event.phase == Phase::kBackward) {
      return name == "bidirectional" ? rec.step(from, to) : std::nullopt;
    }
    return rec.step(from, to);
  }
  if (name.starts_with("hpa") && event.phase != Phase::kForward && event.phase != Phase::kBackward) {
    return rec.hpa_edge(event.level, from, to);
  }
  if (name.starts_with("haa")) {
    const ClusterGrid& clusters = rec.world().get<MapHaa>().haa().clusters();
    const uint32_t cluster = clusters.cluster_of(from);
    if (cluster != clusters.cluster_of(to)) return rec.step(from, to);
    return rec.inside(clusters.rect(cluster), from, to);
  }
  if (name == "sectors") return rec.bound(from, to);
  return std::nullopt;
}

}  // namespace

void SpeechMoment::check_costs() const {
  if (!rec.from_start.empty() && rec.cells() && event.phase == Phase::kMain && rec.planner().name != "sectors" &&
      rec.planner().name != "theta") {
    claim("g is no less than the distance from the start", event.g >= rec.from_start[event.node]);
  }
  if (event.parent == kNoNodeId) return;
  const SpeechReplay::Node* const parent = replay.node(side, event.parent);
  // The start of Polyanya is not expanded.
  claim("the node that it was reached from was expanded",
        parent != nullptr ? parent->expanded : event.parent == replay.source);
  if (parent == nullptr) return;
  // Labels and look-ups sum up along the tree of ancestors.
  if (const std::optional<Cost> cost = cost_between(*this)) {
    const std::optional<Cost> link =
        rec.cells() && event.level == 0 ? rec.link(event.parent, event.node) : std::nullopt;
    claim("g is that of the node before and the cost of the step",
          event.g == parent->g + *cost || (link && event.g == parent->g + *link));
  } else if (rec.planner().name == "theta" || rec.planner().name == "navmesh" ||
             rec.planner().name.starts_with("hna")) {
    const NodePlace a = rec.place(event.level, event.parent), b = rec.place(event.level, event.node);
    const double line = std::hypot(a.x - b.x, a.y - b.y),
                 cells = static_cast<double>(event.g - parent->g) / static_cast<double>(rec.unit());
    const bool exact = event.level == 0 && !rec.centroid_costs;
    if (exact) claim("g is that of the node before and the length of the line", std::abs(line - cells) <= 0.01);
  }
}

bool SpeechMoment::is_linked_end(NodeId node) const {
  const NodeId goal = rec.playback.outline().goal;
  const NodePlace at = rec.place(event.level, node), start = rec.place(0, replay.source), end = rec.place(0, goal);
  if (event.phase == Phase::kInsertStart) return at == start;
  if (event.phase != Phase::kInsertGoal) return true;
  // Inside the cluster that both share, a search runs from start to goal.
  return at == end || (rec.cells() && at == start);
}

void SpeechMoment::check_stop() const {
  if (!has("stop")) return;
  claim("{best_cost} is that of the best meeting", field("best_cost") == rec.cost(ended.best));
  const bool by_f = has("f_start") || has("start_side");
  for (int number = 0; by_f && number < 2; ++number) {
    const std::string_view name = number == 0 ? "f_start" : "f_goal";
    const std::optional<uint64_t> least = ended.least_f(number);
    claim("the open list of the side is empty, or its least f is this one", has(name) == least.has_value());
    if (least && has(name)) {
      claim("it is the least f of the side", field(name) == rec.sum(*least));
      claim("it is not below the best path", *least >= ended.best);
    }
  }
  claim("the path is the first thing after the search",
        index > 0 && TraceOutline::joined(rec.events[index - 1].phase) != rec.events[index - 1].phase);
}

namespace {

std::string_view said_as(const std::string& text, const SearchEvent& event, SpeechFields& fields,
                         const SpeechKind*& kind) {
  for (const auto* list : {&speech_kinds_of_nodes(), &speech_kinds_of_paths(), &speech_kinds_of_repairs()})
    for (const SpeechKind& own : *list) {
      if (own.type != event.type || !speech_matches(own.pattern, text, fields)) continue;
      kind = &own;
      return own.pattern;
    }
  kind = nullptr;
  return {};
}

constexpr std::string_view kAbstract = "hpa1 hpa2 hpa3 hpa4 haa-high haa-low ";
constexpr std::string_view kGroups = "hna1 hna2 hna3 pccp ";
constexpr std::string_view kMeshes = "hna1 hna2 hna3 pccp navmesh detour ";
constexpr std::string_view kClimbs = "ch cch ";
constexpr std::string_view kRepairing = "lpa dlite ";

constexpr SpeechPurpose kPurposes[] = {
    {kAbstract, Phase::kInsertStart,
     "Now start and goal are connected to the abstract graph, because it is entered and left only at its nodes."},
    {kAbstract, Phase::kMain,
     "Now A* searches the abstract graph, because an intra-edge stands for a whole path through a cluster."},
    {kAbstract, Phase::kRefine,
     "Now the abstract path is refined, because an abstract edge names two cells, not the path between them."},
    {kAbstract, Phase::kSmooth,
     "Now the path is smoothed, because it may bend at transitions where the straight line is free."},
    {kGroups, Phase::kInsertStart,
     "Now paths from start and goal to inter-edges of their groups are found, because other groups are reached only "
     "over these."},
    {kGroups, Phase::kMain,
     "Now A* searches the inter-edges, because an edge between two of them stands for a whole path through a group."},
    {kGroups, Phase::kRefine,
     "Now the corridor is read from portal to portal, because the search of inter-edges has found costs alone."},
    {kMeshes, Phase::kSmooth,
     "Now the path is pulled taut, because the search has gone from portal to portal, and straighter lines may fit "
     "into "
     "the corridor."},
    {"sectors ", Phase::kMain,
     "A* searches regions instead of cells, because a region stands for all cells of a sector that are connected "
     "inside "
     "it."},
    {"sectors ", Phase::kRefine,
     "Now the path over regions is refined, because it names their centres, not the cells between them."},
    {"sectors ", Phase::kSmooth,
     "Now the path is smoothed, because it may bend at centres where the straight line is free."},
    {"rooms ", Phase::kMain,
     "A* leaves out the insides of rooms, because a path through an empty room has an equally short one along its "
     "sides "
     "and straight across."},
    {kRepairing, Phase::kMain, "Now the search before is repaired, because an edit changes the costs of few cells."},
    {kClimbs, Phase::kInsertStart,
     "Now start and goal are connected to the graph that was contracted, because it is entered and left only at its "
     "nodes."},
    {kClimbs, Phase::kMain,
     "Two searches climb, from the start and from the goal, because with the shortcuts a cheapest path leads up to a "
     "most important node and down again."},
    {"", Phase::kContract,
     "Nodes are taken out one after the other, because shortcuts keep the distances between those that are left, and a "
     "query then only has to climb."},
};

// Removes the sentence on why a phase begins from the text of an event. It must be the planner's; no phase may begin
// without it or twice. `first`: no earlier event belongs to the phase.
void take_purpose(const SpeechRecording& rec, size_t index, bool first, std::string& text, SpeechReport& report) {
  const SearchEvent& event = rec.events[index];
  const Phase phase = TraceOutline::joined(event.phase);
  const std::string name = std::string(rec.planner().name) + " ";
  const auto of_planner = [&](const SpeechPurpose& own) {
    const size_t at = own.planners.find(name);
    if (rec.process_code != nullptr) return own.planners.empty();
    return at != own.planners.npos && (at == 0 || own.planners[at - 1] == ' ');
  };
  const auto own = std::find_if(std::begin(kPurposes), std::end(kPurposes),
                                [&](const SpeechPurpose& one) { return text.starts_with(one.text); });
  if (own != std::end(kPurposes)) {
    ++report.claims;
    ++report.heard[std::string(own->text)];
    text.erase(0, std::min(own->text.size() + 1, text.size()));
    if (of_planner(*own) && own->phase == phase && first) return;
    return report.fault(fmt::format("{}: a purpose of another phase", rec.planner().name), std::string(own->text));
  }
  if (!first || event.type == EventType::kFound || event.type == EventType::kNoPath) return;
  for (const SpeechPurpose& one : kPurposes) {
    if (!of_planner(one) || one.phase != phase) continue;
    // Where start and goal lie in one polygon, no inter-edges are searched and no corridor is pulled taut.
    const bool corridor =
        std::any_of(rec.events.begin(), rec.events.begin() + static_cast<int64_t>(index),
                    [](const SearchEvent& e) { return e.type == EventType::kPathEdge && e.level == 0; });
    if (one.planners == kMeshes && !corridor) continue;
    if (one.planners == kGroups && phase == Phase::kMain && event.level == 0) continue;
    // A fresh search repairs nothing.
    if (one.planners == kRepairing && event.line == lpa_star_code::Lines::kFresh) continue;
    report.fault(fmt::format("{}: a phase begins without its purpose", rec.planner().name), text);
  }
}

}  // namespace

std::span<const SpeechPurpose> speech_purposes() { return kPurposes; }

void check_speech(const SpeechRecording& rec, SpeechReport& report) {
  SpeechReplay replay, ended;
  SpeechFields fields;
  std::set<Phase> phases;
  ++report.queries[std::string(rec.planner().name)];
  for (size_t i = 0; i < rec.events.size(); ++i) {
    const SearchEvent& event = rec.events[i];
    rec.playback.jump(i + 1);
    std::string text = sentence(rec.playback, rec.search.narration, rec.unit(), rec.search.narrated());
    const bool first = event.type != EventType::kDestination && phases.insert(TraceOutline::joined(event.phase)).second;
    take_purpose(rec, i, first, text, report);
    const bool begins = replay.begins(event);
    if (begins) {
      ended = replay;
      replay.clear();
    }
    const SpeechKind* kind = nullptr;
    const std::string_view pattern = said_as(text, event, fields, kind);
    ++report.sentences;
    if (counts_one_as_many(text)) report.fault(fmt::format("{}: one is no plural", rec.planner().name), text);
    if (kind == nullptr) {
      report.fault(fmt::format("{}: a kind of sentence that this test does not know", rec.planner().name), text);
    } else {
      ++report.heard[std::string(pattern)];
      const size_t before = report.claims;
      const SpeechMoment moment(rec, replay, begins ? ended : replay, i, text, pattern, fields, report);
      moment.check_fields();
      moment.check_graph();
      if (kind->check != nullptr) kind->check(moment);
      if (report.claims == before) report.unchecked.insert(std::string(pattern));
    }
    check_lit_lines(rec, replay, i, report);
    replay.apply(event, i);
  }
}

}  // namespace strata::test
