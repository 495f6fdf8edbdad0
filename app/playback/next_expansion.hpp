// Purpose: A person may be asked which node a search expands next. These functions find the nodes that are right
//          answers in a recorded search, and judge the person's answer. They read only the recording.
// How: The question is asked just before the next expansion. By then the neighbours of the previously expanded node
//      have been generated, so that a person who has followed the search knows its open list.
// Units: Costs are those of the trace; the texts divide them by `unit`, the cost of a straight step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/playback/open_list.hpp"

namespace strata {

// The next expansion of a search, and all nodes that the rules of the algorithm would allow to be expanded instead.
struct NextExpansion {
  // Index of the event that expands `taken`. The question is asked while the cursor is just before it.
  size_t event = 0;
  int level = 0;
  bool backward = false;  // the expansion belongs to the backward side of a bidirectional search
  // The node that the search does expand next, by its tie-breaking.
  OpenNode taken;
  // The open nodes that are right answers, as no open node has a smaller key; `taken` is the first.
  std::vector<OpenNode> allowed;
  // Number of nodes in the open list; `taken` is one of them.
  size_t open = 0;
};

// Returns the next expansion after the cursor; nullopt: the search expands no further node. An open node may be
// expanded if its key is the least: the least f, the least h, or the longest time in the open list, depending on
// `order`. If the events do not contain the key, the only right answer is the node that the search has expanded.
std::optional<NextExpansion> allowed_next(const Trace& trace, size_t cursor, const ExpansionOrder& order);

enum class AnswerKind : uint8_t {
  // Right: the search expands this node.
  kExpanded,
  // Right: the node has the same key as the expanded one, which only tie-breaking prefers.
  kAllowed,
  kOpen,  // wrong: the node is in the open list, but another node has a smaller key
  // Wrong: the node was expanded before.
  kClosed,
  // Wrong: the node has left the open list without being expanded.
  kDropped,
  // Wrong: the node was never in the open list of this search.
  kNotOpen,
};
constexpr bool is_right(AnswerKind kind) { return kind == AnswerKind::kExpanded || kind == AnswerKind::kAllowed; }
std::string_view answer_kind_name(AnswerKind kind);  // "taken", "allowed", "open", "closed", "passed", "not-open"

struct ExpansionAnswer {
  AnswerKind kind = AnswerKind::kNotOpen;
  // The node that was answered; kNoNodeId for kNotOpen.
  OpenNode node;
};

// These functions judge the answer that this node, or the node in this cell, is expanded next. If the cell has several
// nodes, the best judgement counts.
ExpansionAnswer judge_answer(const Trace& trace, const NextExpansion& next, NodeId node);
ExpansionAnswer judge_answer(const Trace& trace, const NodePlaces& places, const NextExpansion& next, CellId cell);

// What the sentences about an answer need.
struct AnswerTextInputs {
  const NodePlaces& places;
  ExpansionOrder order;
  Cost unit = 1;
  // What to call an answer that is no node: "(12,7)".
  std::string where;
};
// Returns why the answer is right or wrong: "(12,7) is open, but its f = 14.24 (g 8.00 + h 6.24) is not the smallest."
// The reason for a wrong answer does not reveal the right one.
std::string answer_reason(const NextExpansion& next, const ExpansionAnswer& answer, const AnswerTextInputs& words);
// Returns the right answer with its reason: "(11,6) is expanded: its f = 13.41 (g 9.00 + h 4.41) is the smallest."
std::string right_answer(const NextExpansion& next, const AnswerTextInputs& words);

}  // namespace strata
