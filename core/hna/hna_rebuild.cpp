// This file builds and updates the graph of HNA* by the same code: a build is an update in which all groups are dirty.
#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/sort_unique.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/work_count.hpp"
#include "core/hna/hna_build.hpp"
#include "core/hna/hna_build_code.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/build_observer.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Estimated steps of a microsecond: for a group, for the entries of its rows, and for copying polygons of a grouping.
constexpr size_t kGroupSteps = 2, kEntriesPerStep = 24, kPolygonsPerStep = 16;

double length_of(const Portal& portal) { return static_cast<double>(squared_distance(portal.a, portal.b)); }

}  // namespace

struct HnaBuilder {
  template <class Observer>
  struct ObservedBuild;
};

template <class Observer>
struct HnaBuilder::ObservedBuild {
  Hna& hna;
  const NavMesh& mesh;
  BuildReporter<Observer> observed;
  Hna::BuildScratch& work = hna.work_;

  static void mark(HnaLevel& level, uint32_t group) {
    if (level.is_dirty_[group] != 0) return;
    level.is_dirty_[group] = 1;
    level.dirty_.push_back(group);
  }

  static uint32_t new_group(HnaLevel& level) {
    uint32_t group;
    if (level.unused_.empty()) {
      group = level.group_slots();
      level.groups_.emplace_back();
      level.is_dirty_.push_back(0);
    } else {
      group = level.unused_.back();
      level.unused_.pop_back();
    }
    mark(level, group);
    return group;
  }

  // Extends the arrays to the numbers of polygons and portals.
  void make_room() {
    for (HnaLevel& level : hna.levels_) {
      if (level.group_of_.size() < mesh.polygon_slots()) {
        level.group_of_.resize(mesh.polygon_slots(), kNoGroup);
        level.place_of_.resize(mesh.polygon_slots(), 0);
      }
      if (level.portal_places_.size() < mesh.portal_slots()) level.portal_places_.resize(mesh.portal_slots());
    }
    if (work.stamps.size() < mesh.polygon_slots()) work.stamps.resize(mesh.polygon_slots(), 0);
  }

  static void begin(Hna& hna, Grouping grouping) {
    STRATA_CHECK(grouping.group_of.size() == static_cast<size_t>(hna.options_.levels));
    hna.levels_.assign(grouping.group_of.size(), {});
    hna.incoming_ = std::move(grouping);
    hna.taken_ = 0;
  }

  // Copies the grouping of the polygons, a limited number at a time. Returns true when it is complete.
  bool take_over(size_t max_steps, size_t& steps) {
    if (hna.incoming_.group_of.empty()) return true;
    if (hna.taken_ == 0) {
      make_room();
      for (size_t l = 0; l < hna.levels_.size(); ++l) {
        hna.levels_[l].groups_.resize(hna.incoming_.groups[l]);
        hna.levels_[l].is_dirty_.assign(hna.incoming_.groups[l], 0);
      }
    }
    for (const PolygonId end = mesh.polygon_slots(); hna.taken_ < end; ++hna.taken_) {
      if (hna.taken_ % kPolygonsPerStep == 0 && steps++ >= max_steps) return false;
      if (!mesh.has_polygon(hna.taken_)) continue;
      for (size_t l = 0; l < hna.levels_.size(); ++l) {
        HnaLevel& level = hna.levels_[l];
        const uint32_t group = hna.incoming_.group_of[l][hna.taken_];
        level.group_of_[hna.taken_] = group;
        level.groups_[group].polygons.push_back(hna.taken_);
        mark(level, group);
      }
    }
    hna.incoming_ = {};
    // The largest groups of a new partition are half again as large as intended; small groups exceed
    // their size by more.
    constexpr size_t kScatter = 8;
    size_t wanted = 1;
    for (int level = 0; level < hna.options_.levels; ++level) wanted *= static_cast<size_t>(hna.options_.group_size);
    size_t largest = 0;
    for (const HnaGroup& group : hna.levels_.back().groups_) largest = std::max(largest, group.polygons.size());
    hna.most_ = std::max(2 * wanted + kScatter, largest + largest / 2);
    return true;
  }

  // --- Edits ------------------------------------------------------------------------------------------------------

  void leave_groups(const MeshUpdate& change) {
    for (HnaLevel& level : hna.levels_) {
      for (const PolygonId polygon : change.removed) {
        if (polygon >= level.group_of_.size() || level.group_of_[polygon] == kNoGroup) continue;
        mark(level, level.group_of_[polygon]);
        level.group_of_[polygon] = kNoGroup;
      }
      for (const PolygonId polygon : change.relinked) {
        if (polygon < level.group_of_.size() && level.group_of_[polygon] != kNoGroup) {
          mark(level, level.group_of_[polygon]);
        }
      }
    }
  }

  // Stores the groups of the predecessors of new polygons before the predecessors are removed.
  void note_origins(const MeshUpdate& change) {
    work.joined.resize(change.added.size());
    for (size_t i = 0; i < change.added.size(); ++i) {
      const PolygonId from = change.predecessors[i];
      for (size_t l = 0; l < hna.levels_.size(); ++l) {
        const std::vector<uint32_t>& group_of = hna.levels_[l].group_of_;
        work.joined[i][l] = from < group_of.size() ? group_of[from] : kNoGroup;
      }
    }
  }

  // Returns the neighbour, among those with a group, with the longest common portal.
  PolygonId nearest_neighbour(PolygonId polygon) const {
    PolygonId best = kNoPolygon;
    double length = -1;
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal) continue;
      const Portal& portal = mesh.portal(side.portal);
      const PolygonId other = portal.across(polygon);
      if (hna.levels_[0].group_of_[other] == kNoGroup || length_of(portal) <= length) continue;
      best = other;
      length = length_of(portal);
    }
    return best;
  }

  void join(PolygonId polygon, const std::array<uint32_t, kMaxHnaLevels>& groups) {
    for (size_t l = 0; l < hna.levels_.size(); ++l) {
      HnaLevel& level = hna.levels_[l];
      level.group_of_[polygon] = groups[l];
      level.groups_[groups[l]].polygons.push_back(polygon);
      mark(level, groups[l]);
    }
  }

  void find_groups(const MeshUpdate& change) {
    std::array<uint32_t, kMaxHnaLevels> groups;
    const auto is_open = [&](PolygonId polygon) {
      return mesh.has_polygon(polygon) && hna.levels_[0].group_of_[polygon] == kNoGroup;
    };
    // First the polygons whose predecessors had groups are assigned.
    for (size_t i = 0; i < change.added.size(); ++i) {
      if (is_open(change.added[i]) && work.joined[i][0] != kNoGroup) join(change.added[i], work.joined[i]);
    }
    // Then the others get the group of a neighbour.
    for (bool found = true; found;) {
      found = false;
      for (const PolygonId polygon : change.added) {
        if (!is_open(polygon)) continue;
        const PolygonId neighbour = nearest_neighbour(polygon);
        if (neighbour == kNoPolygon) continue;
        for (size_t l = 0; l < hna.levels_.size(); ++l) groups[l] = hna.levels_[l].group_of_[neighbour];
        join(polygon, groups);
        found = true;
      }
    }
    for (const PolygonId polygon : change.added) {
      if (!is_open(polygon)) continue;
      for (size_t l = 0; l < hna.levels_.size(); ++l) groups[l] = new_group(hna.levels_[l]);
      join(polygon, groups);
    }
  }

  // Removes polygons that have left a group from its list.
  static void tidy(HnaLevel& level, uint32_t number) {
    std::vector<PolygonId>& polygons = level.groups_[number].polygons;
    std::erase_if(polygons, [&](PolygonId polygon) { return level.group_of_[polygon] != number; });
    sort_unique(polygons);
  }

  // Splits a dirty group that is no longer connected: the largest part stays, the others become new groups. Lower
  // levels are split first, so that a group lies in one group of the next level.
  void split(HnaLevel& level, uint32_t number) {
    tidy(level, number);
    const size_t all = level.groups_[number].polygons.size();
    if (all < 2) return;
    const uint64_t seen = ++work.stamp;
    // `begins` holds the indices in `found` where each connected part begins.
    std::vector<PolygonId>& found = work.found;
    std::vector<uint32_t>& begins = work.origins;
    found.clear();
    begins.clear();
    for (const PolygonId first : level.groups_[number].polygons) {
      if (work.stamps[first] == seen) continue;
      begins.push_back(static_cast<uint32_t>(found.size()));
      work.stamps[first] = seen;
      found.push_back(first);
      for (size_t next = begins.back(); next < found.size(); ++next) {
        const PolygonId polygon = found[next];
        for (const MeshSide& side : mesh.sides(polygon)) {
          if (side.portal == kNoPortal) continue;
          const PolygonId other = mesh.portal(side.portal).across(polygon);
          if (level.group_of_[other] != number || work.stamps[other] == seen) continue;
          work.stamps[other] = seen;
          found.push_back(other);
        }
      }
    }
    if (begins.size() < 2) return;
    begins.push_back(static_cast<uint32_t>(found.size()));
    size_t largest = 0;
    for (size_t i = 1; i + 1 < begins.size(); ++i) {
      if (begins[i + 1] - begins[i] > begins[largest + 1] - begins[largest]) largest = i;
    }
    for (size_t i = 0; i + 1 < begins.size(); ++i) {
      if (i == largest) continue;
      const uint32_t piece = new_group(level);
      for (uint32_t at = begins[i]; at < begins[i + 1]; ++at) {
        level.group_of_[found[at]] = piece;
        level.groups_[piece].polygons.push_back(found[at]);
      }
      tidy(level, piece);
    }
    tidy(level, number);
  }

  void follow(const MeshUpdate& change) {
    make_room();
    note_origins(change);
    leave_groups(change);
    find_groups(change);
    for (HnaLevel& level : hna.levels_) {
      // Groups created by a split are appended to the list, and are connected.
      const size_t count = level.dirty_.size();
      for (size_t i = 0; i < count; ++i) split(level, level.dirty_[i]);
      mark_links(level);
    }
  }

  // --- Links ------------------------------------------------------------------------------------------------------

  std::vector<MeshEndpoint> link_starts_of(const HnaGroup& group) const {
    std::vector<MeshEndpoint> starts;
    for (const PolygonId polygon : group.polygons) {
      const auto [first, last] = mesh.links_from(polygon);
      for (uint32_t link = first; link < last; ++link) starts.push_back(mesh.links()[link].from);
    }
    std::ranges::sort(starts, is_before_start);
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    return starts;
  }

  // Marks the groups in which other links begin than those that they know.
  void mark_links(HnaLevel& level) {
    if (level.linked_.empty() && mesh.links().empty()) return;
    std::vector<uint32_t> before = std::exchange(level.linked_, {});
    for (const MeshLink& link : mesh.links()) level.linked_.push_back(level.group_of_[link.from.polygon]);
    sort_unique(level.linked_);
    before.insert(before.end(), level.linked_.begin(), level.linked_.end());
    sort_unique(before);
    for (const uint32_t number : before) {
      if (link_starts_of(level.groups_[number]) != level.groups_[number].link_starts) mark(level, number);
    }
  }

  // Runs Dijkstra's algorithm from the points where links begin over the portals of their group.
  template <class Costs>
  void fill_starts(HnaLevel& level, uint32_t number, const Costs& costs) {
    HnaGroup& group = level.groups_[number];
    group.link_starts = link_starts_of(group);
    const size_t count = group.portals.size(), starts = group.link_starts.size();
    group.start_costs.assign(count * starts, kInfinite);
    group.start_hops.assign(count * starts, HnaFirstStep());
    if (starts == 0) return;
    level.linked_.push_back(number);
    for (size_t start = 0; start < starts; ++start) {
      const MeshEndpoint& at = group.link_starts[start];
      clear_row(count);
      for_portals(level, at.polygon, [&](uint32_t place, uint32_t, uint32_t which, PortalId id) {
        reach(place, costs.link(at, id), HnaFirstStep(which, HnaFirstStep::kEnd));
      });
      spread([](EventType, uint8_t, uint32_t, uint32_t, Cost) {});
      for (size_t portal = 0; portal < count; ++portal) {
        group.start_costs[portal * starts + start] = work.costs[portal];
        group.start_hops[portal * starts + start] = work.hops[portal];
      }
    }
  }

  // --- Rows -------------------------------------------------------------------------------------------------------

  // Lists the portals of a group in the order of HnaGroup::portals, and sets their indices.
  void list_portals(HnaLevel& level, uint32_t number) {
    HnaGroup& group = level.groups_[number];
    group.portals.clear();
    for (uint32_t place = 0; place < group.polygons.size(); ++place) {
      const PolygonId polygon = group.polygons[place];
      level.place_of_[polygon] = place;
      for (const MeshSide& side : mesh.sides(polygon)) {
        if (side.portal == kNoPortal) continue;
        const Portal& portal = mesh.portal(side.portal);
        // A portal inside the group is listed only for its first polygon.
        if (level.is_inter_edge(portal) || portal.polygons[0] == polygon) group.portals.push_back(side.portal);
      }
    }
    const auto inner = std::partition(group.portals.begin(), group.portals.end(),
                                      [&](PortalId id) { return level.is_inter_edge(mesh.portal(id)); });
    std::sort(group.portals.begin(), inner);
    std::sort(inner, group.portals.end());
    group.inter_edges = static_cast<uint32_t>(inner - group.portals.begin());
    for (uint32_t place = 0; place < group.portals.size(); ++place) {
      const PortalId id = group.portals[place];
      for (size_t which = 0; which < 2; ++which) {
        if (level.group_of_[mesh.portal(id).polygons[which]] == number) level.portal_places_[id][which] = place;
      }
    }
  }

  // Calls use(place, side, which, portal) for every portal of a polygon.
  template <class Use>
  void for_portals(const HnaLevel& level, PolygonId polygon, Use&& use) const {
    const std::span<const MeshSide> sides = mesh.sides(polygon);
    for (uint32_t side = 0; side < sides.size(); ++side) {
      if (sides[side].portal == kNoPortal) continue;
      const Portal& portal = mesh.portal(sides[side].portal);
      const uint32_t which = portal.polygons[0] == polygon ? 0 : 1;
      use(level.portal_places_[sides[side].portal][which], side, which, sides[side].portal);
    }
  }

  template <class Costs>
  void list_arcs(const HnaLevel& level, const HnaGroup& group, const Costs& costs) {
    const size_t count = group.portals.size();
    work.first.assign(count + 1, 0);
    for (const PolygonId polygon : group.polygons) {
      uint32_t portals = 0;
      for_portals(level, polygon, [&](uint32_t, uint32_t, uint32_t, PortalId) { ++portals; });
      for_portals(level, polygon,
                  [&](uint32_t place, uint32_t, uint32_t, PortalId) { work.first[place + 1] += portals - 1; });
    }
    for (size_t i = 0; i < count; ++i) work.first[i + 1] += work.first[i];
    work.fill.assign(work.first.begin(), work.first.end() - 1);
    work.arcs.resize(work.first[count]);
    for (const PolygonId polygon : group.polygons) {
      for_portals(level, polygon, [&](uint32_t from, uint32_t side, uint32_t, PortalId from_id) {
        for_portals(level, polygon, [&](uint32_t to, uint32_t, uint32_t which, PortalId to_id) {
          if (to != from) work.arcs[work.fill[from]++] = {to, costs.step(from_id, to_id), HnaFirstStep(which, side)};
        });
      });
    }
  }

  void clear_row(size_t portals) {
    work.costs.assign(portals, kInfinite);
    work.hops.assign(portals, HnaFirstStep());
    work.heap.clear();
  }
  void reach(uint32_t portal, Cost cost, HnaFirstStep hop) {
    work.costs[portal] = cost;
    work.hops[portal] = hop;
    work.heap.push_back(uint64_t{cost} << 32 | portal);
    std::push_heap(work.heap.begin(), work.heap.end(), std::greater<>());
  }

  // Runs Dijkstra's algorithm from an inter-edge over the portals of its group.
  void fill_row(const HnaGroup& group, int level, uint32_t inter_edge) {
    const auto tell = [&](EventType type, uint8_t line, uint32_t portal, uint32_t from, Cost cost) {
      observed.searched(type, level, line, group.portals[portal], from == kNoNodeId ? from : group.portals[from], cost);
    };
    clear_row(group.portals.size());
    reach(inter_edge, 0, HnaFirstStep());
    tell(EventType::kGenerate, hna_build_code::kFrom, inter_edge, kNoNodeId, 0);
    spread(tell);
  }

  // Goes on from the portals that are reached to the other portals of the group; tell(type, line, portal, parent,
  // cost).
  template <class Tell>
  void spread(Tell&& tell) {
    while (!work.heap.empty()) {
      std::pop_heap(work.heap.begin(), work.heap.end(), std::greater<>());
      const auto at = static_cast<uint32_t>(work.heap.back());
      const auto cost = static_cast<Cost>(work.heap.back() >> 32);
      work.heap.pop_back();
      if (cost != work.costs[at]) continue;
      tell(EventType::kExpand, hna_build_code::kPop, at, kNoNodeId, cost);
      for (uint32_t i = work.first[at]; i < work.first[at + 1]; ++i) {
        const Hna::LocalArc& arc = work.arcs[i];
        const Cost next = cost + arc.cost;
        if (next >= work.costs[arc.to]) continue;
        tell(work.costs[arc.to] == kInfinite ? EventType::kGenerate : EventType::kUpdate, hna_build_code::kReach,
             arc.to, at, next);
        reach(arc.to, next, arc.hop);
      }
    }
  }

  Cost centre_link(const MidpointCosts&, PolygonId polygon, PortalId portal) const {
    return CentroidMidpointCosts(mesh).link(polygon, portal);
  }
  Cost centre_link(const CentroidCosts& costs, PolygonId, PortalId portal) const { return costs.half(portal); }

  template <class Costs>
  void fill_centres(const HnaLevel& level, HnaGroup& group, const Costs& costs) {
    const size_t inter_edges = group.inter_edges;
    group.centre_costs.assign(group.polygons.size() * inter_edges, kInfinite);
    group.centre_sides.assign(group.polygons.size() * inter_edges, 0);
    for (size_t place = 0; place < group.polygons.size(); ++place) {
      const PolygonId polygon = group.polygons[place];
      Cost* row = group.centre_costs.data() + place * inter_edges;
      uint8_t* row_sides = group.centre_sides.data() + place * inter_edges;
      for_portals(level, polygon, [&](uint32_t portal, uint32_t side, uint32_t, PortalId id) {
        const Cost link = centre_link(costs, polygon, id);
        const Cost* rest = group.costs.data() + portal * inter_edges;
        for (size_t inter_edge = 0; inter_edge < inter_edges; ++inter_edge) {
          if (rest[inter_edge] == kInfinite || link + rest[inter_edge] >= row[inter_edge]) continue;
          row[inter_edge] = link + rest[inter_edge];
          row_sides[inter_edge] = static_cast<uint8_t>(side);
        }
      });
    }
  }

  NodeId polygon_node(PolygonId polygon) const { return mesh.portal_slots() + polygon; }

  // Reports the intra-edges from an inter-edge to the later inter-edges of the group, so that each
  // pair is reported once.
  void report_intra_edges(const HnaGroup& group, int level, uint32_t inter_edge) const {
    if constexpr (Observer::kEnabled) {
      for (uint32_t other = inter_edge + 1; other < group.inter_edges; ++other) {
        const Cost cost = group.cost(other, inter_edge);
        if (cost == kInfinite) continue;
        observed.report(build_event::kAddEdge, level, hna_build_code::kIntra, group.portals[other],
                        group.portals[inter_edge], cost);
      }
    }
  }

  // Reports the stored paths of the polygons of the group with their portals.
  void report_stored(const HnaLevel& level, const HnaGroup& group, int level_number, uint32_t number) const {
    if constexpr (Observer::kEnabled) {
      for (uint32_t place = 0; place < group.polygons.size(); ++place) {
        const PolygonId own = group.polygons[place];
        observed.report(build_event::kPart, level_number, hna_build_code::kPolygon, polygon_node(own),
                        polygon_node(own), number, own);
        for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
          const Cost cost = group.centre_costs[size_t{place} * group.inter_edges + inter_edge];
          if (cost == kInfinite) continue;
          const PortalId end = group.portals[inter_edge];
          PortalId at = mesh.sides(own)[group.centre_sides[size_t{place} * group.inter_edges + inter_edge]].portal;
          Cost polygons = 1;
          observed.report(build_event::kPick, level_number, hna_build_code::kLeave, at, polygon_node(own), polygons);
          while (at != end) {
            const Portal& portal = mesh.portal(at);
            const uint32_t which = level.group_of(portal.polygons[0]) == number ? 0 : 1;
            const HnaFirstStep step = group.hop(level.place_of(at, which), inter_edge);
            const PortalId next = mesh.sides(portal.polygons[step.which()])[step.side()].portal;
            observed.report(build_event::kPick, level_number, hna_build_code::kFollow, next, at, ++polygons);
            at = next;
          }
          observed.report(build_event::kAddEdge, level_number, hna_build_code::kStore, end, polygon_node(own), cost,
                          polygons);
        }
      }
    }
  }

  // Rebuilds a group. Returns the number of its entries of R and P.
  size_t redo(HnaLevel& level, uint32_t number) {
    HnaGroup& group = level.groups_[number];
    const auto level_number = static_cast<int>(&level - hna.levels_.data()) + 1;
    level.largest_ = std::max(level.largest_, group.polygons.size());
    list_portals(level, number);
    observed.report(build_event::kPart, level_number, hna_build_code::kGroup, polygon_node(group.polygons.back()),
                    polygon_node(group.polygons.front()), number,
                    hna_build_code::polygons_and_exits(group.polygons.size(), group.inter_edges));
    const size_t portals = group.portals.size(), inter_edges = group.inter_edges;
    group.costs.assign(portals * inter_edges, kInfinite);
    group.hops.assign(portals * inter_edges, HnaFirstStep());
    with_costs(mesh, hna.options_.costs, [&](const auto& costs) {
      list_arcs(level, group, costs);
      for (uint32_t inter_edge = 0; inter_edge < inter_edges; ++inter_edge) {
        fill_row(group, level_number, inter_edge);
        for (size_t portal = 0; portal < portals; ++portal) {
          group.costs[portal * inter_edges + inter_edge] = work.costs[portal];
          group.hops[portal * inter_edges + inter_edge] = work.hops[portal];
        }
        report_intra_edges(group, level_number, inter_edge);
      }
      fill_centres(level, group, costs);
      fill_starts(level, number, costs);
    });
    report_stored(level, group, level_number, number);
    return (portals + group.polygons.size()) * inter_edges + group.start_costs.size();
  }

  bool update_some(HnaUpdate& report, size_t max_steps) {
    size_t steps = 0;
    if (!take_over(max_steps, steps)) return false;
    for (size_t l = 0; l < hna.levels_.size(); ++l) {
      HnaLevel& level = hna.levels_[l];
      observed.stage(static_cast<int>(l) + 1, hna_build_code::kGroups, level.dirty_.size(),
                     static_cast<size_t>(hna.options_.group_size));
      HnaUpdate::LevelUpdate& told = report.levels[l];
      const Stopwatch watch;
      const auto note_time = [&] { told.micros += watch.micros(); };
      while (!level.dirty_.empty()) {
        if (steps >= max_steps) {
          note_time();
          return false;
        }
        const uint32_t number = level.dirty_.back();
        level.dirty_.pop_back();
        level.is_dirty_[number] = 0;
        HnaGroup& group = level.groups_[number];
        if (group.polygons.empty()) {
          group = {};
          level.unused_.push_back(number);
          ++told.dissolved;
          continue;
        }
        const size_t entries = redo(level, number);
        told.groups.push_back(number);
        told.entries += entries;
        steps += kGroupSteps + entries / kEntriesPerStep;
        count_work(entries);
      }
      note_time();
    }
    hna.built_for_ = mesh.version();
    return true;
  }
};

void Hna::reset(const HnaOptions& options, Grouping grouping) {
  options_ = options;
  built_for_ = 0;
  HnaBuilder::ObservedBuild<NoObserver>::begin(*this, std::move(grouping));
}

void Hna::follow(const NavMesh& mesh, const MeshUpdate& change) {
  STRATA_CHECK(incoming_.group_of.empty());
  built_for_ = 0;
  HnaBuilder::ObservedBuild<NoObserver>{*this, mesh, {}}.follow(change);
}

bool Hna::update_some(const NavMesh& mesh, HnaUpdate& report, size_t max_steps) {
  return HnaBuilder::ObservedBuild<NoObserver>{*this, mesh, {}}.update_some(report, max_steps);
}

size_t Hna::pending() const {
  size_t groups = 0;
  for (const HnaLevel& level : levels_) groups += level.dirty_.size();
  for (const uint32_t waiting : incoming_.groups) groups += waiting;
  return groups * kGroupSteps * 8;
}

HnaUpdate Hna::build(const NavMesh& mesh, const HnaOptions& options) {
  HnaUpdate report;
  reset(options, group_polygons(polygon_graph(mesh), options.levels, options.group_size));
  update_some(mesh, report);
  return report;
}

HnaUpdate build_recorded(Hna& hna, const NavMesh& mesh, const Hna& groups_of, Trace& trace) {
  Grouping grouping;
  for (int l = 1; l <= groups_of.levels(); ++l) {
    const HnaLevel& level = groups_of.level(l);
    std::vector<uint32_t>& group_of = grouping.group_of.emplace_back();
    for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
      group_of.push_back(mesh.has_polygon(polygon) ? level.group_of(polygon) : kNoGroup);
    }
    grouping.groups.push_back(level.group_slots());
  }
  HnaUpdate report;
  hna.reset(groups_of.options(), std::move(grouping));
  HnaBuilder::ObservedBuild<TraceObserver>{hna, mesh, {{&trace}}}.update_some(report, SIZE_MAX);
  trace.keep_places([&](int, NodeId node) {
    if (node < mesh.portal_slots()) return place_of_point(mesh.portal_middle(node), mesh.units());
    const HalfCellPoint centre = mesh.centre16(node - mesh.portal_slots());
    const auto unit = static_cast<float>(16 * mesh.units());
    return NodePlace{static_cast<float>(centre.x) / unit, static_cast<float>(centre.y) / unit, kNoCell};
  });
  return report;
}

}  // namespace strata
