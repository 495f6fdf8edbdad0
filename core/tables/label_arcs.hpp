// Purpose: This header lets a device unpack the paths of hub labels: each shortcut stores the two arcs that it consists
//          of, so that no search is needed.
// Source: Geisberger, Sanders, Schultes, Delling 2008, section 2.3 (recursive unpacking of shortcuts).
// Differs: The host stores only middle nodes, because every edit changes the two arcs of many shortcuts; a device
//          computes them for all arcs at once.
// Shapes: Arcs are numbered as in TableLabelsView::targets.
// Ties: The path is that of label_unpack, node by node.
#pragma once

#include "core/tables/label_unpack.hpp"

namespace strata {

// The two arcs of a shortcut, which lead from its middle node up to both of its ends. The shortcut itself leads from
// its lower end up to `upper`.
struct TableShortcutArcs {
  uint32_t upper = kNoTableNode;
  uint32_t middle = kNoTableNode;  // kNoTableNode: the arc is an edge, and the fields below are not valid
  uint32_t to_lower = 0, to_upper = 0;
};

// Returns the arc from a rank up to another rank. It must exist.
STRATA_HD inline uint32_t label_arc(const TableLabelsView& labels, uint32_t lower, uint32_t upper) {
  uint32_t begin = labels.ranks[lower].arcs, length = labels.ranks[lower + 1].arcs - begin;
  while (length > 1) {
    const uint32_t half = length / 2;
    begin += labels.targets[begin + half] <= upper ? half : 0;
    length -= half;
  }
  return begin;
}

STRATA_HD inline TableShortcutArcs label_arc_parts(const TableLabelsView& labels, uint32_t arc) {
  TableShortcutArcs parts;
  parts.upper = labels.targets[arc];
  parts.middle = labels.middles[arc];
  if (parts.middle == kNoTableNode) return parts;
  // The lower end is the last rank whose first arc does not come after `arc`.
  uint32_t lower = 0, ranks = labels.count;
  while (ranks > 1) {
    const uint32_t half = ranks / 2;
    lower += labels.ranks[lower + half].arcs <= arc ? half : 0;
    ranks -= half;
  }
  parts.to_lower = label_arc(labels, parts.middle, lower);
  parts.to_upper = label_arc(labels, parts.middle, parts.upper);
  return parts;
}

// A queued arc, and the end from which it is unpacked.
struct LabelArc {
  uint32_t arc, end;  // not initialised, because a work item has many of them
};
// The memory of one work item; a capacity of TableLabelsView::height * 2 + 1 always suffices.
struct LabelArcMemory {
  LabelArc* waiting = nullptr;
  uint32_t capacity = 0;
};

struct UnpackByArcs {
  const TableLabelsView& labels;
  const TableShortcutArcs* parts;
  LabelArcMemory memory;

  // Unpacks like label_unpack, but in one loop in which each round does a single step. On a device the lanes run in
  // lockstep, so that the time is that of the longest path.
  template <class Visit>
  STRATA_HD bool operator()(uint32_t from, uint32_t to, uint32_t hub, Visit&& visit) const {
    LabelArc* const waiting = memory.waiting;
    uint32_t count = 0;
    // The side of `to` climbs first; its path is unpacked last, in reverse.
    for (uint32_t rank = to; labels.ranks[rank].depth > hub;) {
      if (count == memory.capacity) return false;
      const uint32_t arc = label_climb(labels, rank, hub);
      waiting[count++] = {arc, rank};
      rank = labels.targets[arc];
    }
    const uint32_t climbed = count;
    bool more = visit(from);
    uint32_t top = from;  // the rank that the side of `from` has reached
    bool up = labels.ranks[top].depth > hub;
    LabelArc here = {};
    bool going = false;  // `here` still has to be unpacked
    while (more && (going || up || count > 0)) {
      if (!going) {
        if (up && count == climbed) {
          here.arc = label_climb(labels, top, hub);
          here.end = top = labels.targets[here.arc];
          up = labels.ranks[top].depth > hub;
        } else {
          here = waiting[--count];
        }
      }
      const TableShortcutArcs of = parts[here.arc];
      going = of.middle != kNoTableNode;
      if (going) {
        if (count == memory.capacity) return false;
        const bool upwards = here.end == of.upper;
        waiting[count++] = {upwards ? of.to_upper : of.to_lower, here.end};
        here = {upwards ? of.to_lower : of.to_upper, of.middle};
      } else {
        more = visit(here.end);
      }
    }
    return true;
  }
};

}  // namespace strata
