#include "core/navmesh/mesh_unions.hpp"

#include <algorithm>

#include "core/base/sort_unique.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

PortalId portal_of(const NavMesh& mesh, PolygonSide at) { return mesh.sides(at.polygon)[at.side].portal; }
HalfCellPoint begin_of(const NavMesh& mesh, PolygonSide at) { return mesh.sides(at.polygon)[at.side].from; }
HalfCellPoint end_of(const NavMesh& mesh, PolygonSide at) {
  return mesh.side_end(at.polygon, static_cast<int>(at.side));
}

}  // namespace

PolygonSide MeshUnions::across(const NavMesh& mesh, PolygonSide at) {
  const Portal& portal = mesh.portal(portal_of(mesh, at));
  const size_t other = portal.polygons[0] == at.polygon ? 1 : 0;
  return {portal.polygons[other], portal.sides[other]};
}

PolygonSide MeshUnions::next(const NavMesh& mesh, PolygonSide at) const {
  for (;;) {
    at.side = at.side + 1 == mesh.sides(at.polygon).size() ? 0 : at.side + 1;
    const PortalId portal = portal_of(mesh, at);
    if (portal == kNoPortal || !joins(portal)) return at;
    at = across(mesh, at);
  }
}

PolygonSide MeshUnions::previous(const NavMesh& mesh, PolygonSide at) const {
  for (;;) {
    at.side = at.side == 0 ? static_cast<uint32_t>(mesh.sides(at.polygon).size()) - 1 : at.side - 1;
    const PortalId portal = portal_of(mesh, at);
    if (portal == kNoPortal || !joins(portal)) return at;
    at = across(mesh, at);
  }
}

// Joins the two unions at a portal if together they are convex.
void MeshUnions::try_to_join(const NavMesh& mesh, PortalId id) {
  if (joins(id)) return;
  const Portal& portal = mesh.portal(id);
  // The common border of both unions, round the first one from `first` to `last`. It may consist of several portals.
  PolygonSide first{portal.polygons[0], portal.sides[0]}, last = first;
  PolygonSide other_last = across(mesh, first), other_first = other_last;
  const auto continues = [&](PolygonSide side, PolygonSide beyond) {
    return portal_of(mesh, side) != kNoPortal && across(mesh, side) == beyond;
  };
  PolygonSide behind = next(mesh, last), other_before = previous(mesh, other_first);
  for (; continues(behind, other_before); other_before = previous(mesh, other_first)) {
    last = behind;
    other_first = other_before;
    behind = next(mesh, last);
  }
  PolygonSide before = previous(mesh, first), other_behind = next(mesh, other_last);
  for (; continues(before, other_behind); other_behind = next(mesh, other_last)) {
    first = before;
    other_last = other_behind;
    before = previous(mesh, first);
  }
  if (turn(begin_of(mesh, other_before), begin_of(mesh, behind), end_of(mesh, behind)) < 0) return;
  if (turn(begin_of(mesh, before), begin_of(mesh, first), end_of(mesh, other_behind)) < 0) return;
  // Points that only divide a straight side do not count: they depend on the neighbours.
  uint32_t corners = 0;
  const auto count = [&](PolygonSide from, PolygonSide end) {
    HalfCellPoint point = begin_of(mesh, from);
    for (PolygonSide side = from; side != end; side = next(mesh, side)) {
      const PolygonSide following = next(mesh, side);
      corners += turn(point, begin_of(mesh, following), end_of(mesh, following)) != 0 ? 1u : 0u;
      point = begin_of(mesh, following);
      if (corners > kMaxCorners) return;
    }
  };
  count(behind, first);
  count(other_behind, other_first);
  if (corners > kMaxCorners) return;
  // Sides are walked before they are joined, because a walk passes over joined ones.
  PolygonSide side = first;
  for (bool done = false; !done;) {
    done = side == last;
    const PolygonSide following = done ? side : next(mesh, side);
    joins_[portal_of(mesh, side)] = 1;
    side = following;
  }
}

void MeshUnions::add_candidates(const NavMesh& mesh, const Tiles& tiles, uint32_t tile, uint32_t other) {
  looked_at_ += tiles.polygons(tile).size();
  for (const PolygonId polygon : tiles.polygons(tile)) {
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal) continue;
      const Portal& portal = mesh.portal(side.portal);
      const PolygonId beyond = portal.across(polygon);
      if (tiles.tile_of(beyond) != other || (tile == other && portal.polygons[0] != polygon)) continue;
      const bool a_first = portal.a.y != portal.b.y ? portal.a.y < portal.b.y : portal.a.x < portal.b.x;
      candidates_.push_back({static_cast<uint64_t>(squared_distance(portal.a, portal.b)), a_first ? portal.a : portal.b,
                             a_first ? portal.b : portal.a, side.portal});
      joins_[side.portal] = 0;
    }
  }
}

// Adds the portals on one of the two lines that divide a block into four: the upright one, if `columns`.
void MeshUnions::add_border(const NavMesh& mesh, const Tiles& tiles, uint32_t block, uint32_t level, bool columns) {
  const uint32_t across_map = ((tiles.columns - 1) >> (level + 1)) + 1, half = 1u << level;
  const uint32_t left = (block % across_map) * 2 * half, top = (block / across_map) * 2 * half;
  const uint32_t right = std::min(left + 2 * half, tiles.columns), bottom = std::min(top + 2 * half, tiles.rows);
  if (columns && left + half < right) {
    for (uint32_t row = top; row < bottom; ++row) {
      const uint32_t tile = row * tiles.columns + left + half;
      add_candidates(mesh, tiles, tile - 1, tile);
    }
  }
  if (!columns && top + half < bottom) {
    for (uint32_t column = left; column < right; ++column) {
      const uint32_t tile = (top + half) * tiles.columns + column;
      add_candidates(mesh, tiles, tile - tiles.columns, tile);
    }
  }
}

void MeshUnions::join_candidates(const NavMesh& mesh) {
  looked_at_ += candidates_.size();
  std::sort(candidates_.begin(), candidates_.end());
  for (const Candidate& candidate : candidates_) try_to_join(mesh, candidate.portal);
}

void MeshUnions::begin_update(const NavMesh& mesh, const Tiles& tiles, std::span<const uint32_t> changed) {
  if (joins_.size() < mesh.portal_slots()) joins_.resize(mesh.portal_slots(), 0);
  blocks_.assign(changed.empty() ? 0 : kLevels + 1, {});
  position_ = {};
  for (const uint32_t tile : changed) {
    blocks_[0].push_back(tile);
    for (uint32_t level = 0; level < kLevels; ++level) {
      const uint32_t across_map = ((tiles.columns - 1) >> (level + 1)) + 1;
      const uint32_t column = tile % tiles.columns, row = tile / tiles.columns;
      blocks_[level + 1].push_back((row >> (level + 1)) * across_map + (column >> (level + 1)));
    }
  }
  for (std::vector<uint32_t>& of_level : blocks_) sort_unique(of_level);
  count_work(changed.size());
}

size_t MeshUnions::memory_bytes() const {
  size_t bytes = joins_.capacity() + candidates_.capacity() * sizeof(Candidate);
  for (const std::vector<uint32_t>& of_level : blocks_) bytes += of_level.capacity() * sizeof(uint32_t);
  return bytes;
}

bool MeshUnions::update_some(const NavMesh& mesh, const Tiles& tiles, size_t max_steps) {
  const auto add = [&](uint32_t level, uint32_t block, bool columns) {
    candidates_.clear();
    if (level > 0) {
      add_border(mesh, tiles, block, level - 1, columns);
    } else if (columns) {
      add_candidates(mesh, tiles, block, block);
    }
  };
  looked_at_ = 0;
  for (; !position_.at_end(blocks_); position_.advance(blocks_)) {
    if (looked_at_ > max_steps) break;
    const uint32_t level = position_.level;
    const uint32_t block = blocks_[level][position_.block];
    // First nothing is joined on any of the borders. A tile that is no longer in parts has no joins inside.
    const bool joins = position_.joins && (level > 0 || tiles.in_parts(block));
    for (const bool columns : {true, false}) {
      if (position_.joins && !joins) continue;
      add(level, block, columns);
      if (joins) join_candidates(mesh);
    }
    ++looked_at_;
  }
  count_work(looked_at_);
  if (!position_.at_end(blocks_)) return false;
  blocks_ = {};
  position_ = {};
  return true;
}

}  // namespace strata
