// Purpose: A device unpacks the paths of hub labels with this header: each arc leads to the two arcs that it stands
//          for, without a search.
// Source: Geisberger, Sanders, Schultes, Delling 2008, section 2.3 (shortcuts are unpacked by what they consist of).
// Differs: The host stores only middles, as what arcs consist of would have to be found again with every edit; a device
//          finds it for all arcs at once.
// Shapes: Arcs are numbered as in TableLabelsView::targets.
// Ties: The path is that of label_unpack, node for node.
#pragma once

#include "core/tables/label_unpack.hpp"

namespace strata {

// The two arcs that an arc stands for: they lead from its middle to both of its ends. The arc itself leads from its
// lower end up to `upper`.
struct TableArcParts {
  uint32_t upper = kNoTableNode;
  uint32_t middle = kNoTableNode;  // kNoTableNode: the arc is an edge, and the two fields below are not valid
  uint32_t to_lower = 0, to_upper = 0;
};

// Returns the arc from one rank up to another; there must be one.
STRATA_HD inline uint32_t label_arc(const TableLabelsView& labels, uint32_t lower, uint32_t upper) {
  uint32_t begin = labels.ranks[lower].arcs, length = labels.ranks[lower + 1].arcs - begin;
  while (length > 1) {
    const uint32_t half = length / 2;
    begin += labels.targets[begin + half] <= upper ? half : 0;
    length -= half;
  }
  return begin;
}

STRATA_HD inline TableArcParts label_arc_parts(const TableLabelsView& labels, uint32_t arc) {
  TableArcParts parts;
  parts.upper = labels.targets[arc];
  parts.middle = labels.middles[arc];
  if (parts.middle == kNoTableNode) return parts;
  // The lower end is the last rank whose first arc is not after `arc`.
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
  uint32_t arc, end;  // not initialised: an item has many of them
};
// Memory of one item; a capacity of TableLabelsView::height * 2 + 1 always suffices.
struct LabelArcMemory {
  LabelArc* waiting = nullptr;
  uint32_t capacity = 0;
};

struct UnpackByArcs {
  const TableLabelsView& labels;
  const TableArcParts* parts;
  LabelArcMemory memory;

  // Unpacks like label_unpack, but in one loop whose rounds each take one step of any kind: lanes of a device run side
  // by side, so that the longest path counts, and not the sum of the longest parts.
  template <class Visit>
  STRATA_HD bool operator()(uint32_t from, uint32_t to, uint32_t hub, Visit&& visit) const {
    LabelArc* const waiting = memory.waiting;
    uint32_t count = 0;
    // The side of `to` climbs first; its path is unpacked last, backwards.
    for (uint32_t rank = to; labels.ranks[rank].depth > hub;) {
      if (count == memory.capacity) return false;
      const uint32_t arc = label_climb(labels, rank, hub);
      waiting[count++] = {arc, rank};
      rank = labels.targets[arc];
    }
    const uint32_t climbed = count;
    bool more = visit(from);
    uint32_t top = from;  // how far the side of `from` has climbed
    bool up = labels.ranks[top].depth > hub;
    LabelArc here = {};
    bool going = false;  // `here` is still to be unpacked
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
      const TableArcParts of = parts[here.arc];
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
