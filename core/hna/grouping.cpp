#include "core/hna/grouping.hpp"

#include <metis.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <numeric>

#include "core/base/check.hpp"
#include "core/base/metis_lock.hpp"
#include "core/base/stopwatch.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

// The members that one level groups: polygons, or groups of the level below.
struct MemberGraph {
  std::vector<uint32_t> first = {0};
  std::vector<uint32_t> targets;
  std::vector<uint32_t> portals;   // by entry of `targets`: number of portals to it
  std::vector<uint32_t> polygons;  // by member: number of polygons in it
  uint32_t count() const { return static_cast<uint32_t>(first.size() - 1); }
};

// Calls part(its members) for every connected part, the parts with the lowest numbers first. same(a, b) tells whether
// two neighbours may be in one part.
template <class Same, class Part>
void for_each_part(const MemberGraph& graph, Same&& same, Part&& part) {
  std::vector<uint8_t> seen(graph.count(), 0);
  std::vector<uint32_t> found;
  for (uint32_t begin = 0; begin < graph.count(); ++begin) {
    if (seen[begin] != 0) continue;
    found.assign(1, begin);
    seen[begin] = 1;
    for (size_t next = 0; next < found.size(); ++next) {
      const uint32_t member = found[next];
      for (uint32_t i = graph.first[member]; i < graph.first[member + 1]; ++i) {
        const uint32_t target = graph.targets[i];
        if (seen[target] != 0 || !same(member, target)) continue;
        seen[target] = 1;
        found.push_back(target);
      }
    }
    part(found);
  }
}

class Partitioner {
 public:
  explicit Partitioner(const MemberGraph& graph) : graph_(graph), local_(graph.count(), 0) {}

  // Partitions a connected component; returns the part by member, from 0.
  const std::vector<idx_t>& run(const std::vector<uint32_t>& component, uint32_t parts) {
    for (size_t i = 0; i < component.size(); ++i) local_[component[i]] = static_cast<idx_t>(i);
    first_.assign(1, 0);
    targets_.clear();
    weights_.clear();
    sizes_.clear();
    for (const uint32_t member : component) {
      for (uint32_t i = graph_.first[member]; i < graph_.first[member + 1]; ++i) {
        targets_.push_back(local_[graph_.targets[i]]);
        weights_.push_back(static_cast<idx_t>(graph_.portals[i]));
      }
      first_.push_back(static_cast<idx_t>(targets_.size()));
      sizes_.push_back(static_cast<idx_t>(graph_.polygons[member]));
    }
    part_.assign(component.size(), 0);
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_NUMBERING] = 0;
    options[METIS_OPTION_CONTIG] = 1;
    idx_t count = static_cast<idx_t>(component.size());
    idx_t constraints = 1, wanted = static_cast<idx_t>(parts), cut = 0;
    const std::lock_guard lock(metis_lock());
    const int status = METIS_PartGraphKway(&count, &constraints, first_.data(), targets_.data(), sizes_.data(), nullptr,
                                           weights_.data(), &wanted, nullptr, nullptr, options, &cut, part_.data());
    if (status == METIS_ERROR_MEMORY) throw std::bad_alloc();
    STRATA_CHECK(status == METIS_OK);
    return part_;
  }

 private:
  const MemberGraph& graph_;
  std::vector<idx_t> local_, first_, targets_, weights_, sizes_, part_;
};

// Partitions the members into groups of about `size` members.
std::vector<uint32_t> partition(const MemberGraph& graph, uint32_t size, uint32_t& groups) {
  std::vector<uint32_t> part_of(graph.count(), 0);
  Partitioner partitioner(graph);
  uint32_t parts = 0;
  for_each_part(
      graph, [](uint32_t, uint32_t) { return true; },
      [&](const std::vector<uint32_t>& component) {
        const uint32_t wanted = (static_cast<uint32_t>(component.size()) + size / 2) / size;
        if (wanted < 2) {
          for (const uint32_t member : component) part_of[member] = parts;
          ++parts;
          return;
        }
        const std::vector<idx_t>& part = partitioner.run(component, wanted);
        for (size_t i = 0; i < component.size(); ++i) part_of[component[i]] = parts + static_cast<uint32_t>(part[i]);
        parts += wanted;
      });
  std::vector<uint32_t> group_of(graph.count(), 0);
  groups = 0;
  for_each_part(
      graph, [&](uint32_t a, uint32_t b) { return part_of[a] == part_of[b]; },
      [&](const std::vector<uint32_t>& group) {
        for (const uint32_t member : group) group_of[member] = groups;
        ++groups;
      });
  return group_of;
}

// Returns the groups as members of the next level.
MemberGraph join(const MemberGraph& graph, const std::vector<uint32_t>& group_of, uint32_t groups) {
  std::vector<uint32_t> order(graph.count());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return group_of[a] < group_of[b]; });
  MemberGraph joined;
  joined.polygons.assign(groups, 0);
  std::vector<uint32_t> at(groups, 0);  // index of a neighbour of the current group
  std::vector<uint32_t> met_by(groups, kNoGroup);
  size_t next = 0;
  for (uint32_t group = 0; group < groups; ++group) {
    for (; next < order.size() && group_of[order[next]] == group; ++next) {
      const uint32_t member = order[next];
      joined.polygons[group] += graph.polygons[member];
      for (uint32_t i = graph.first[member]; i < graph.first[member + 1]; ++i) {
        const uint32_t other = group_of[graph.targets[i]];
        if (other == group) continue;
        if (met_by[other] != group) {
          met_by[other] = group;
          at[other] = static_cast<uint32_t>(joined.targets.size());
          joined.targets.push_back(other);
          joined.portals.push_back(0);
        }
        joined.portals[at[other]] += graph.portals[i];
      }
    }
    joined.first.push_back(static_cast<uint32_t>(joined.targets.size()));
  }
  return joined;
}

}  // namespace

bool grow_polygon_graph(const NavMesh& mesh, uint32_t count, PolygonGraph& graph) {
  const auto known = static_cast<uint32_t>(graph.exists.size());
  const uint32_t end = known + std::min(count, mesh.polygon_slots() - known);
  for (PolygonId polygon = known; polygon < end; ++polygon) {
    graph.exists.push_back(mesh.has_polygon(polygon) ? 1 : 0);
    if (graph.exists.back() != 0) {
      const size_t begin = graph.targets.size();
      for (const MeshSide& side : mesh.sides(polygon)) {
        if (side.portal == kNoPortal) continue;
        const PolygonId other = mesh.portal(side.portal).across(polygon);
        const auto met = std::find(graph.targets.begin() + static_cast<ptrdiff_t>(begin), graph.targets.end(), other);
        if (met != graph.targets.end()) {
          ++graph.portals[static_cast<size_t>(met - graph.targets.begin())];
          continue;
        }
        graph.targets.push_back(other);
        graph.portals.push_back(1);
      }
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  count_work(end - known);
  return end == mesh.polygon_slots();
}

PolygonGraph polygon_graph(const NavMesh& mesh) {
  PolygonGraph graph;
  grow_polygon_graph(mesh, mesh.polygon_slots(), graph);
  return graph;
}

Grouping group_polygons(const PolygonGraph& graph, int levels, int group_size) {
  STRATA_CHECK(levels >= 1 && levels <= kMaxHnaLevels && group_size >= 2);
  Stopwatch watch;
  // The existing polygons, numbered without gaps.
  const auto slots = static_cast<uint32_t>(graph.exists.size());
  std::vector<uint32_t> member_of(slots, kNoGroup);
  uint32_t count = 0;
  for (uint32_t polygon = 0; polygon < slots; ++polygon) {
    if (graph.exists[polygon] != 0) member_of[polygon] = count++;
  }
  MemberGraph members;
  members.polygons.assign(count, 1);
  members.portals = graph.portals;
  for (uint32_t polygon = 0; polygon < slots; ++polygon) {
    if (graph.exists[polygon] == 0) continue;
    for (uint32_t i = graph.first[polygon]; i < graph.first[polygon + 1]; ++i) {
      members.targets.push_back(member_of[graph.targets[i]]);
    }
    members.first.push_back(static_cast<uint32_t>(members.targets.size()));
  }

  Grouping grouping;
  for (int level = 1; level <= levels; ++level) {
    uint32_t groups = 0;
    const std::vector<uint32_t> group_of = partition(members, static_cast<uint32_t>(group_size), groups);
    for (uint32_t& member : member_of) {
      if (member != kNoGroup) member = group_of[member];
    }
    grouping.group_of.push_back(member_of);
    grouping.groups.push_back(groups);
    grouping.micros.push_back(watch.micros());
    watch = {};
    if (level < levels) members = join(members, group_of, groups);
  }
  return grouping;
}

}  // namespace strata
