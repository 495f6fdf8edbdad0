// Purpose: These functions tell which nodes a recorded search may expand next, and judge the answer of somebody who was
//          asked for it. They read the trace alone.
// How: The question belongs to the moment just before the next expansion. By then all neighbours of the node that was
//      expanded before have been generated, so that the open list of that moment is known to whoever has seen it.
// Units: Costs are those of the trace; the texts divide them by `unit`, a straight step of the recorded search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/open_list.hpp"

namespace strata {

// The nodes that the rules allow to be expanded next.
struct NextExpansion {
  size_t event = 0;  // index of the event that expands `taken`; the question belongs to the cursor `event`
  int level = 0;
  bool backward = false;          // the search from the goal, of a bidirectional search, expands
  OpenNode taken;                 // node that the tie-breaking takes
  std::vector<OpenNode> allowed;  // open nodes with the same least key; `taken` is the first of them
  size_t open = 0;                // nodes in the open list, `taken` included
};

// Returns what is expanded next at a cursor; nullopt if no node is expanded any more. All nodes with the least key of
// the order are allowed: the least f, the least h, or the longest wait. Where no event holds the key, `taken` alone is.
std::optional<NextExpansion> allowed_next(const Trace& trace, size_t cursor, const ExpansionOrder& order);

enum class AnswerKind : uint8_t {
  kTaken,    // right
  kAllowed,  // right as well: another node with the same key goes before it by the tie-breaking
  kOpen,     // in the open list, but not with the least key
  kClosed,   // expanded already
  kPassed,   // left the open list unexpanded
  kNotOpen,  // never put into the open list of this search
};
constexpr bool is_right(AnswerKind kind) { return kind == AnswerKind::kTaken || kind == AnswerKind::kAllowed; }
std::string_view answer_kind_name(AnswerKind kind);  // "taken", "allowed", "open", "closed", "passed", "not-open"

struct ExpansionAnswer {
  AnswerKind kind = AnswerKind::kNotOpen;
  OpenNode node;  // node that was meant; of kNotOpen kNoNodeId
};

// Judges the answer that a node is expanded next; and, of a cell, that the node in the cell is. Of several nodes in a
// cell the best answer counts.
ExpansionAnswer judge_answer(const Trace& trace, const NextExpansion& next, NodeId node);
ExpansionAnswer judge_answer(const Trace& trace, const NodePlaces& places, const NextExpansion& next, CellId cell);

// What the sentences of an answer need besides the answer.
struct AnswerWords {
  const NodePlaces& places;
  ExpansionOrder order;
  Cost unit = 1;
  std::string where;  // how an answer is named that is no node: "(12,7)"
};
// Returns why the answer is right or wrong: "(12,7) is open, but its f = 14.24 (g 8.00 + h 6.24) is not the smallest."
// A reason of a wrong answer does not give the right one away.
std::string answer_reason(const NextExpansion& next, const ExpansionAnswer& answer, const AnswerWords& words);
// Returns the right answer with its reason: "(11,6) is expanded: its f = 13.41 (g 9.00 + h 4.41) is the smallest."
std::string right_answer(const NextExpansion& next, const AnswerWords& words);

}  // namespace strata
