// What is said of a cell while a construction is stepped is true of the map and of what the construction has done so
// far.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/cell_explanations.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/grid/clusters.hpp"
#include "core/haa/haa_build_code.hpp"
#include "core/hna/hna_build_code.hpp"
#include "core/hpa/hpa_build_code.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "core/search/build_events.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/lab_support.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// A sentence about a cell at the cursor.
struct CellSentence {
  const Lab& lab;
  Cell cell;
  const SpeechFields& fields;
  std::vector<std::string>& faults;

  const Playback& playback() const { return lab.playback(); }
  const GridMap& map() const { return lab.world().map(); }
  CellId id() const { return map().id(cell); }
  const std::string& field(std::string_view name) const {
    static const std::string kNone;
    const auto own = std::ranges::find_if(fields, [&](const auto& f) { return f.first == name; });
    return own == fields.end() ? kNone : own->second;
  }
  bool has(std::string_view name) const { return !field(name).empty(); }
  uint64_t number(std::string_view name) const { return std::stoull(field(name)); }
  void claim(std::string_view what, bool holds) const {
    if (!holds) faults.emplace_back(what);
  }
  std::string text(uint8_t level, NodeId node) const { return place_text(playback().place(level, node)); }
  // Returns the event that is named; it has passed.
  const SearchEvent& event() const {
    const size_t index = number("event") - 1;
    claim("the event has passed", index < playback().cursor());
    const SearchEvent& own = *playback().event(std::min(index, playback().cursor() - 1));
    if (has("from")) claim("{from} is its first node", field("from") == text(own.level, own.parent));
    if (has("to")) claim("{to} is its second node", field("to") == text(own.level, own.node));
    return own;
  }
  Rect between(const SearchEvent& e) const {
    const Cell a = map().cell(e.parent), b = map().cell(e.node);
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1};
  }
  bool stands(Cell c) const { return map().contains(c) && can_stand(map(), lab.world().rules(), c); }
  // The count is that of the events before the cursor, and the event is the last of them.
  template <class Which>
  void counts(Which which) const {
    size_t count = 0, last = 0;
    for (size_t i = 0; i < playback().cursor(); ++i) {
      if (!which(*playback().event(i))) continue;
      ++count;
      last = i + 1;
    }
    claim("the number is right", has("count") ? number("count") == count : count == 1);
    claim("it is the last", number("event") == last);
  }
  bool ends(const SearchEvent& e) const { return e.node == id() || e.parent == id(); }
};
using CellRef = const CellSentence&;

// --- Common ------------------------------------------------------------------------------------------------------

void told_blocked(CellRef at) { at.claim("no agent stands here", !at.stands(at.cell)); }
void told_nothing(CellRef at) {
  for (size_t i = 0; i < at.playback().cursor(); ++i) {
    const SearchEvent& e = *at.playback().event(i);
    at.claim("no event has named the cell", e.node == kNoNodeId || !at.ends(e));
  }
}
void told_search(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is of the cell", own.node == at.id() && own.phase == build_event::kSearch);
  size_t root = at.playback().cursor();
  while (root-- > 0) {
    const SearchEvent& e = *at.playback().event(root);
    if (e.type == EventType::kGenerate && e.parent == kNoNodeId) break;
  }
  const SearchEvent& first = *at.playback().event(root);
  at.claim("it is of the search at the cursor", at.number("event") > root);
  for (size_t i = at.number("event"); i < at.playback().cursor(); ++i) {
    at.claim("no later event is of the cell", at.playback().event(i)->node != at.id());
  }
  if (!at.has("root")) return at.claim("it is its first event", &own == &first);
  at.claim("it began there", at.field("root") == at.text(first.level, first.node));
  at.claim("the g is right",
           at.field("g") == fmt::format("{:.2f}", own.g / static_cast<double>(at.lab.query().trace_unit())));
}
void told_expanded(CellRef at) {
  told_search(at);
  at.claim("it was expanded", at.event().type == EventType::kExpand);
}
void told_open(CellRef at) {
  told_search(at);
  at.claim("it is open", at.event().type != EventType::kExpand);
}

// --- HPA* --------------------------------------------------------------------------------------------------------

namespace hpa_code = hpa_build_code;
const Hpa& hpa_here(CellRef at) { return at.lab.world().get<MapHpa>().hpa(); }
// Returns whether the sentence names this cluster, by its first and its last cell.
bool tells_cluster(CellRef at, const ClusterGrid& clusters, uint32_t cluster) {
  const Rect cells = clusters.rect(cluster);
  return at.field("lower") == fmt::format("({},{})", cells.x0, cells.y0) &&
         at.field("upper") == fmt::format("({},{})", cells.x1 - 1, cells.y1 - 1);
}
void hpa_cluster_told(CellRef at) {
  const ClusterGrid& clusters = hpa_here(at).clusters(static_cast<int>(at.number("level")));
  at.claim("the cluster is right", tells_cluster(at, clusters, clusters.cluster_of(at.cell)));
}
void hpa_entrance(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event found an entrance", own.type == build_event::kPick);
  at.claim("it holds the cell", at.between(own).contains(at.cell));
}
void hpa_across(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event found an entrance", own.type == build_event::kPick);
  const Rect cells = at.between(own);
  const ClusterGrid& clusters = hpa_here(at).clusters();
  bool beside = false;
  for (const Cell step : {Cell{1, 0}, Cell{0, 1}}) {
    const Cell other{at.cell.x - step.x, at.cell.y - step.y};
    beside |= cells.contains(other) && clusters.cluster_of(other) != clusters.cluster_of(at.cell);
  }
  at.claim("it lies across a border", beside && !cells.contains(at.cell));
}
void node_made(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event adds an inter-edge of the cell", own.type == build_event::kAddEdge && at.ends(own));
}
void hpa_no_entrance(CellRef at) {
  const SearchEvent& own = at.event();
  const ClusterGrid& clusters = hpa_here(at).clusters();
  const uint32_t here = clusters.cluster_of(at.cell);
  at.claim("the event began with that border", own.line == hpa_code::kBorder && own.type == build_event::kPart);
  const uint32_t beside = own.g == here ? own.h : own.g;
  at.claim("the clusters are these", tells_cluster(at, clusters, beside) && (own.g == here || own.h == here));
  // The cell across the border cannot be entered.
  for (const Cell step : {Cell{1, 0}, Cell{0, 1}, Cell{-1, 0}, Cell{0, -1}}) {
    const Cell other{at.cell.x + step.x, at.cell.y + step.y};
    if (!at.map().contains(other) || clusters.cluster_of(other) != beside) continue;
    at.claim("it cannot be crossed here", !at.stands(other));
  }
}
void hpa_intra(CellRef at) {
  at.counts([&](const SearchEvent& e) {
    return e.type == build_event::kAddEdge && e.level == at.number("level") && e.line != hpa_code::kPair && at.ends(e);
  });
}
void hpa_raised(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event raised it", own.type == build_event::kRaise && own.node == at.id());
  at.claim("to this level", own.level == at.number("level"));
  at.claim("for this edge", at.field("other") == at.text(own.level, own.parent));
}
void hpa_link_end(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event raised it, without an edge",
           own.type == build_event::kRaise && own.node == at.id() && own.parent == kNoNodeId);
  at.claim("to this level", own.level == (at.has("level") ? at.number("level") : 1));
  const Hpa& hpa = hpa_here(at);
  at.claim("it is an end of a link", std::ranges::binary_search(hpa.link_ends(), at.id()));
}
void hpa_no_node(CellRef at) { at.claim("it is no node", hpa_here(at).node_at(at.id()) < 0); }
void no_entrance_yet(CellRef at) {
  for (size_t i = 0; i < at.playback().cursor(); ++i) {
    const SearchEvent& e = *at.playback().event(i);
    at.claim("no entrance holds it", e.type != build_event::kPick || !at.between(e).contains(at.cell));
  }
}

// --- Rooms -------------------------------------------------------------------------------------------------------

namespace rooms_code = rooms_build_code;
const SearchEvent* room_of(CellRef at, uint8_t line) {
  for (size_t i = 0; i < at.playback().cursor(); ++i) {
    const SearchEvent& e = *at.playback().event(i);
    if (e.type == build_event::kPart && e.line == line && at.between(e).contains(at.cell)) return &e;
  }
  return nullptr;
}
void bound_lowered(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is of this cell", own.line == rooms_code::kLower && own.node == at.id());
  at.claim("the bounds are these", at.number("before") == own.g && at.number("after") == own.h);
}
void bound_measured(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is of this cell", own.line == rooms_code::kSmaller && own.parent == at.id());
  if (!at.has("before")) return at.claim("there is none", own.h == 0);
  at.claim("the bounds are these", at.number("before") == own.g && at.number("after") == own.h);
}
void room_took(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is that of its room", &own == room_of(at, rooms_code::kRoom));
  at.claim("the number is right", at.number("room") == own.g);
  at.claim("it is so in the structure", at.lab.world().get<MapRooms>().rooms().room_of(at.id()) == own.g);
}
void no_room_yet(CellRef at) { at.claim("no room holds it", room_of(at, rooms_code::kRoom) == nullptr); }
void room_none(CellRef at) {
  at.claim("no room holds it", at.lab.world().get<MapRooms>().rooms().room_of(at.id()) < 0);
}
void room_pruned(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is that of its room", &own == room_of(at, rooms_code::kInterior) && at.number("room") == own.g);
  at.claim("it is pruned", at.lab.world().get<MapRooms>().rooms().pruned(at.id()));
}
void room_perimeter(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event is that of its room", &own == room_of(at, rooms_code::kInterior) && at.number("room") == own.g);
  at.claim("it is not pruned", !at.lab.world().get<MapRooms>().rooms().pruned(at.id()));
}
void room_macro(CellRef at) {
  at.counts([&](const SearchEvent& e) { return e.line == rooms_code::kMacro && at.ends(e); });
}

// --- HAA* --------------------------------------------------------------------------------------------------------

namespace haa_code = haa_build_code;
void haa_wall(CellRef at) { at.claim("it is a wall", at.map().terrain(at.cell) == Terrain::kOut); }
void haa_entrances(CellRef at) {
  at.counts([&](const SearchEvent& e) { return e.type == build_event::kPick && at.between(e).contains(at.cell); });
  (void)at.event();
}
void haa_cluster(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event turned to it", own.line == haa_code::kInside && own.type == build_event::kPart);
  at.claim("it holds the cell", at.between(own).contains(at.cell));
  at.claim("its number of nodes is right", own.h == at.number("nodes"));
}
void haa_intra(CellRef at) {
  at.counts([&](const SearchEvent& e) { return e.line == haa_code::kIntra && at.ends(e); });
}
void haa_strong(CellRef at) {
  at.counts([&](const SearchEvent& e) {
    return e.type == build_event::kDropEdge && e.line == haa_code::kStrong && at.ends(e);
  });
}
void haa_weak(CellRef at) {
  at.counts([&](const SearchEvent& e) {
    return e.type == build_event::kDropEdge && e.line == haa_code::kWeakDrop && at.ends(e);
  });
}
void haa_no_node(CellRef at) {
  for (size_t i = 0; i < at.playback().size(); ++i) {
    const SearchEvent& e = *at.playback().event(i);
    at.claim("no inter-edge ends here", e.line != haa_code::kPair || !at.ends(e));
  }
}

// --- HNA* --------------------------------------------------------------------------------------------------------

namespace hna_code = hna_build_code;
PolygonId polygon_here(CellRef at) { return at.lab.world().get<MapNavmesh>().end_at(at.cell).polygon; }
void no_polygon(CellRef at) { at.claim("no polygon lies here", polygon_here(at) == kNoPolygon); }
void polygon_told(CellRef at) { at.claim("it is its polygon", polygon_here(at) == at.number("polygon")); }
void hna_group_told(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event turned to the group", own.line == hna_code::kGroup && own.g == at.number("group"));
  const Hna& hna = at.lab.world().get<MapHna>().hna();
  at.claim("it is its group",
           own.level == at.number("level") && hna.level(own.level).group_of(polygon_here(at)) == own.g);
}
void hna_polygon_told(CellRef at) {
  const SearchEvent& own = at.event();
  at.claim("the event turned to it", own.line == hna_code::kPolygon && own.h == polygon_here(at));
  at.claim("on this level", own.level == at.number("level"));
}
void hna_stored_told(CellRef at) {
  const NavMesh& mesh = at.lab.world().get<MapNavmesh>().mesh();
  at.counts([&](const SearchEvent& e) {
    return e.line == hna_code::kStore && e.level == at.number("level") &&
           e.parent == mesh.portal_slots() + polygon_here(at);
  });
  const SearchEvent& own = at.event();
  at.claim("the cost is right",
           at.field("cost") == fmt::format("{:.2f}", own.g / static_cast<double>(at.lab.query().trace_unit())));
}
void hna_not_yet(CellRef at) {
  const Hna& hna = at.lab.world().get<MapHna>().hna();
  for (size_t i = 0; i < at.playback().cursor(); ++i) {
    const SearchEvent& e = *at.playback().event(i);
    at.claim("no event turned to a group of it",
             e.line != hna_code::kGroup || hna.level(e.level).group_of(polygon_here(at)) != e.g);
  }
}

struct CellSentenceKind {
  std::string_view pattern;
  void (*check)(CellRef);
};

const std::vector<CellSentenceKind> kCommonTold = {
    {"The construction has not looked at this cell yet.", told_nothing},
    {"Nothing is built here, as the agent cannot stand here: a wall.", told_blocked},
    {"Nothing is built here, as the agent cannot stand here: the agent cannot enter {what}.", told_blocked},
};
const std::vector<CellSentenceKind> kSearchTold = {
    {"The Dijkstra at this step began here, by event {event}.", told_search},
    {"The Dijkstra from {root} expanded it by event {event}, with g = {g}.", told_expanded},
    {"The Dijkstra from {root} reached it by event {event}, with g = {g}: it is open.", told_open},
};
const std::vector<CellSentenceKind> kHpaTold = {
    {"It lies in the cluster from {lower} to {upper} of level {level}.", hpa_cluster_told},
    {"Event {event} found the entrance from {from} to {to}; this cell is part of it.", hpa_entrance},
    {"Event {event} found the entrance from {from} to {to}; this cell lies across the border from it.", hpa_across},
    {"Event {event} made it a node of level 1, as an end of the transition {from} - {to}.", node_made},
    {"Event {event} made it a node of level 1, as an end of a link.", hpa_link_end},
    {"Event {event} raised it to level {level}, as an end of a link.", hpa_link_end},
    {"Event {event} began to search its border with the cluster from {lower} to {upper}: it is part of no entrance "
     "there.",
     hpa_no_entrance},
    {"1 intra-edge of level {level} ends here so far, added by event {event}.", hpa_intra},
    {"{count} intra-edges of level {level} end here so far, the last one added by event {event}.", hpa_intra},
    {"Event {event} raised it to level {level}, as its inter-edge to {other} leaves its cluster of that level.",
     hpa_raised},
    {"It is no end of a transition or link, so it is no node.", hpa_no_node},
    {"No entrance has been found here so far.", no_entrance_yet},
};
const std::vector<CellSentenceKind> kRoomsTold = {
    {"Event {event} lowered its bound from {before} to {after}.", bound_lowered},
    {"Event {event} measured the largest empty rectangle from it: its bound fell from {before} to {after}.",
     bound_measured},
    {"Event {event} found no empty rectangle from it with interior cells: it left the heap.", bound_measured},
    {"Event {event} took it for room {room}, from {from} to {to}.", room_took},
    {"No room has taken it so far.", no_room_yet},
    {"It lies in no room: searches go over it as before.", room_none},
    {"Event {event} pruned it, as it lies inside room {room}.", room_pruned},
    {"Event {event} left it in place, as it lies on the perimeter of room {room}.", room_perimeter},
    {"1 macro edge ends here so far, added by event {event}.", room_macro},
};
const std::vector<CellSentenceKind> kHaaTold = {
    {"Nothing is built here: it is a wall.", haa_wall},
    {"1 entrance holds it so far; event {event} found it, from {from} to {to}.", haa_entrances},
    {"{count} entrances hold it so far; event {event} found the last, from {from} to {to}.", haa_entrances},
    {"Event {event} made it a node, as an end of the transition {from} - {to}.", node_made},
    {"Event {event} turned to its cluster, which has {nodes} nodes.", haa_cluster},
    {"Event {event} turned to its cluster, which has {nodes} node.", haa_cluster},
    {"1 intra-edge ends here so far, added by event {event}.", haa_intra},
    {"{count} intra-edges end here so far, the last one added by event {event}.", haa_intra},
    {"Strong dominance has dropped 1 edge with an end here so far, the last by event {event}.", haa_strong},
    {"Strong dominance has dropped {count} edges with an end here so far, the last by event {event}.", haa_strong},
    {"Weak dominance has dropped 1 inter-edge with an end here so far, the last by event {event}.", haa_weak},
    {"Weak dominance has dropped {count} inter-edges with an end here so far, the last by event {event}.", haa_weak},
    {"It is no end of a transition, so it is no node.", haa_no_node},
    {"No entrance has been found here so far.", no_entrance_yet},
};
const std::vector<CellSentenceKind> kHnaTold = {
    {"No polygon of the mesh lies here, so nothing is built here.", no_polygon},
    {"It lies in polygon {polygon}.", polygon_told},
    {"Event {event} turned to its group of level {level}, group {group}.", hna_group_told},
    {"Event {event} turned to the paths of its polygon on level {level}.", hna_polygon_told},
    {"1 path of its polygon is stored so far on level {level}; event {event} stored the last, to {to}, of {cost}.",
     hna_stored_told},
    {"{count} paths of its polygon are stored so far on level {level}; event {event} stored the last, to {to}, of "
     "{cost}.",
     hna_stored_told},
    {"Its groups have not come up yet.", hna_not_yet},
};

// Asks for cells at moments all over the construction.
void check_told_cells(Lab& lab, const std::vector<const std::vector<CellSentenceKind>*>& kinds,
                      std::set<std::string_view>& heard) {
  const size_t size = lab.playback().size();
  REQUIRE(size > 50);
  std::map<std::string, std::string> faults;
  CellExplanations explanations;
  std::vector<size_t> moments;
  for (size_t i = 0; i < 60; ++i) moments.push_back(i < 12 ? i : size * i / 60);
  moments.push_back(size - 1);
  // The first steps of some searches.
  for (size_t i = 0; i < size && moments.size() < 70; ++i) {
    const SearchEvent& event = *lab.playback().event(i);
    if (event.type != EventType::kGenerate || event.parent != kNoNodeId) continue;
    moments.push_back(i + 1);
    moments.push_back(i + 4);
  }
  for (size_t moment = 0; moment < moments.size(); ++moment) {
    lab.playback().jump(std::min(moments[moment], size - 1));
    const CellId every = moment >= 60 ? 1 : 7;  // all cells at the end and while a search begins
    for (CellId id = static_cast<CellId>(moment) % every; id < lab.world().map().cell_count(); id += every) {
      const Cell cell = lab.world().map().cell(id);
      const std::string all = explanations.why(explained_search(lab), cell);
      std::istringstream lines(all);
      for (std::string line; std::getline(lines, line);) {
        SpeechFields fields;
        const CellSentenceKind* kind = nullptr;
        for (const auto* list : kinds) {
          for (const CellSentenceKind& own : *list) {
            if (kind == nullptr && speech_matches(own.pattern, line, fields)) kind = &own;
          }
        }
        if (kind == nullptr) {
          faults.emplace("no pattern", line);
          continue;
        }
        heard.insert(kind->pattern);
        std::vector<std::string> untrue;
        kind->check({lab, cell, fields, untrue});
        for (const std::string& claim : untrue) {
          faults.emplace(fmt::format("{} -- \"{}\"", claim, kind->pattern),
                         fmt::format("({},{}) at {}: {}", cell.x, cell.y, lab.playback().cursor(), line));
        }
      }
    }
  }
  for (const auto& [what, text] : faults) FAIL_CHECK(what << ": " << text);
}

void check_told_scenes(const std::vector<std::vector<const char*>>& scenes,
                       const std::vector<const std::vector<CellSentenceKind>*>& kinds,
                       std::set<std::string_view> unheard = {}) {
  std::set<std::string_view> heard;
  for (const auto& scene : scenes) {
    CAPTURE(std::string(scene.front()));
    Lab lab;
    for (const char* line : scene) {
      run_settled(lab, line);
    }
    check_told_cells(lab, kinds, heard);
  }
  for (const auto* list : kinds) {
    if (list == &kCommonTold) continue;
    for (const CellSentenceKind& kind : *list) {
      CAPTURE(std::string(kind.pattern));
      CHECK((heard.contains(kind.pattern) || unheard.contains(kind.pattern)));
    }
  }
}

}  // namespace

TEST_CASE("what is said of a cell while HPA* is constructed is true") {
  check_told_scenes({{"map.generate cave 30 26 1", "hpa.cluster_size 6", "hpa.levels 3", "hpa.construct"},
                     {"map.generate rooms 26 24 3", "hpa.cluster_size 5", "hpa.levels 2", "hpa.construct"},
                     {"map.generate random 9 40 2", "hpa.cluster_size 10", "hpa.levels 2", "hpa.construct"},
                     {"map.new 16 14", "link.add 2,2 13,8 2", "hpa.cluster_size 5", "hpa.levels 2", "hpa.construct"}},
                    {&kCommonTold, &kSearchTold, &kHpaTold});
}

TEST_CASE("what is said of a cell while rooms are constructed is true") {
  check_told_scenes({{"map.generate cave 24 20 1", "rules.profile four", "rooms on", "rooms.construct"},
                     {"map.generate random 22 18 2", "rules.profile four", "rooms on", "rooms.construct"},
                     {"map.generate rooms 26 22 3", "rules.profile four", "rooms on", "rooms.construct"}},
                    {&kCommonTold, &kRoomsTold});
}

TEST_CASE("what is said of a cell while HAA* is constructed is true") {
  check_told_scenes(
      {{"map.generate forest 24 20 1", "haa.sizes 2", "haa on", "haa.construct"},
       {"map.generate forest 22 20 3", "haa.sizes 2", "haa.cluster_size 6", "haa on", "haa.construct"},
       {"map.generate rooms 24 22 3", "haa.sizes 1", "haa on", "haa.construct"},
       {"map.new 20 20", "paint.rectangle 6 3 14 7 filled water", "haa.capabilities ground;water;ground,water",
        "haa.sizes 2", "haa.cluster_size 5", "haa on", "haa.construct"}},
      {&kCommonTold, &kSearchTold, &kHaaTold},
      {"Event {event} turned to its cluster, which has {nodes} node.",
       "Weak dominance has dropped {count} inter-edges with an end here so far, the last by event "
       "{event}."});
}

TEST_CASE("what is said of a cell while the tables of HNA* are constructed is true") {
  check_told_scenes({{"map.generate cave 26 22 1", "hna.mu 4", "hna.levels 2", "hna on", "hna.construct"},
                     {"map.generate rooms 30 26 2", "hna.mu 6", "hna.levels 1", "hna on", "hna.construct"}},
                    {&kCommonTold, &kHnaTold});
}

}  // namespace strata::test
