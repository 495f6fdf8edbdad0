// These functions count the parts of an HNA* graph, and check it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/hna/hna.hpp"

namespace strata {

size_t HnaLevel::inter_edge_count() const {
  size_t ends = 0;
  for (const HnaGroup& group : groups_) ends += group.inter_edges;
  return ends / 2;
}

size_t HnaLevel::intra_edge_count() const {
  size_t pairs = 0;
  for (const HnaGroup& group : groups_) {
    if (group.inter_edges > 1) pairs += size_t{group.inter_edges} * (group.inter_edges - 1) / 2;
  }
  return pairs;
}

size_t HnaLevel::largest_group() const {
  size_t largest = 0;
  for (const HnaGroup& group : groups_) largest = std::max(largest, group.polygons.size());
  return largest;
}

size_t HnaLevel::row_bytes() const {
  size_t bytes = 0;
  for (const HnaGroup& group : groups_) {
    bytes += group.costs.size() * (sizeof(Cost) + sizeof(HnaFirstStep));
    bytes += group.centre_costs.size() * (sizeof(Cost) + sizeof(uint8_t));
    bytes += group.start_costs.size() * (sizeof(Cost) + sizeof(HnaFirstStep));
  }
  return bytes;
}

size_t HnaLevel::memory_bytes() const {
  size_t bytes =
      (group_of_.capacity() + place_of_.capacity() + unused_.capacity() + dirty_.capacity() + linked_.capacity()) *
      sizeof(uint32_t);
  bytes += portal_places_.capacity() * sizeof(portal_places_[0]) + is_dirty_.capacity();
  for (const HnaGroup& group : groups_) {
    bytes += sizeof group + group.polygons.capacity() * sizeof(PolygonId) + group.portals.capacity() * sizeof(PortalId);
    bytes += group.costs.capacity() * sizeof(Cost) + group.hops.capacity() * sizeof(HnaFirstStep);
    bytes += group.centre_costs.capacity() * sizeof(Cost) + group.centre_sides.capacity();
    bytes += group.link_starts.capacity() * sizeof(MeshEndpoint);
    bytes += group.start_costs.capacity() * sizeof(Cost) + group.start_hops.capacity() * sizeof(HnaFirstStep);
  }
  return bytes;
}

size_t Hna::memory_bytes(int up_to_level) const {
  size_t bytes = 0;
  for (int l = 1; l <= std::min(levels(), up_to_level); ++l) bytes += level(l).memory_bytes();
  return bytes;
}

std::optional<std::string> Hna::difference(const NavMesh& mesh) const {
  Grouping grouping;
  for (const HnaLevel& level : levels_) {
    grouping.group_of.push_back(level.group_of_);
    grouping.groups.push_back(level.group_slots());
  }
  Hna fresh;
  HnaUpdate ignored;
  fresh.reset(options_, std::move(grouping));
  fresh.update_some(mesh, ignored);
  for (int l = 1; l <= levels(); ++l) {
    const HnaLevel &mine = level(l), &other = fresh.level(l);
    for (uint32_t group = 0; group < mine.group_slots(); ++group) {
      if (mine.group(group) != other.group(group)) return fmt::format("level {}: group {} is another", l, group);
    }
    for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
      const bool grouped = mine.group_of(polygon) != kNoGroup;
      if (grouped != mesh.has_polygon(polygon)) {
        return fmt::format("level {}: polygon {} is {} a group", l, polygon, grouped ? "gone, but in" : "in no such");
      }
      if (!grouped) continue;
      if (mine.place_of(polygon) != other.place_of(polygon)) {
        return fmt::format("level {}: polygon {} is in another place of its group", l, polygon);
      }
      if (l > 1 && !levels_.empty()) {
        // All polygons of a group must be in one group of the next level.
        const HnaGroup& below = level(l - 1).group(level(l - 1).group_of(polygon));
        if (mine.group_of(below.polygons.front()) != mine.group_of(polygon)) {
          return fmt::format("level {}: group {} of level {} is torn", l, level(l - 1).group_of(polygon), l - 1);
        }
      }
    }
    for (PortalId portal = 0; portal < mesh.portal_slots(); ++portal) {
      if (!mesh.portal(portal).exists()) continue;
      for (uint32_t which = 0; which < 2; ++which) {
        if (mine.place_of(portal, which) != other.place_of(portal, which)) {
          return fmt::format("level {}: portal {} is in another place of its group", l, portal);
        }
      }
    }
  }
  return std::nullopt;
}

}  // namespace strata
