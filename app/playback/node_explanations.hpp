// Purpose: NodeExplanations explains why a node of a recorded search is in its state at the cursor: expanded, open,
//          still open at the end, or not reached yet. app/lab/cell_explanations.hpp explains cells without a node.
// Units: Costs are divided by `unit`, the cost of a straight step. Texts count events from 1, as lists of events do.
#pragma once

#include <string>

#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/trace_nodes.hpp"

namespace strata {

enum class NodeOutcome : uint8_t {
  kExpanded,  // the search has expanded the node
  // The node was stalled or skipped, and not expanded.
  kSkipped,
  kOpen,  // in the open list of the present search
  // The node was left in the open list when its search ended.
  kLeftOpen,
  // The first event of the node comes after the cursor.
  kNotYet,
  // No event of a search concerns the node.
  kNoNode,
};

class NodeExplanations {
 public:
  // Sets the recording to explain and the words to use. Reads the recording if it is another one than before.
  void begin(const Playback& playback, const Narration& narration, const ExpansionOrder& order, Cost unit);
  const TraceNodes& nodes() const { return nodes_; }

  // Returns the state of the node at the cursor.
  NodeOutcome fate(const NodeKey& key);
  // Returns one or two sentences; empty for kNoNode. If `rivals`, they also name the open node that came second when
  // this node was expanded; finding it takes a pass over the events of the search.
  std::string why(const NodeKey& key, bool rivals = true);
  // Returns a clause on how the search with event `index` has ended: "the goal (39,20) was taken first,
  // with f = 41.66".
  std::string end_of_search(size_t index);

 private:
  std::string why_taken(const NodeKey& key, size_t event, bool rivals);
  std::string why_open(const NodeKey& key, size_t event);
  std::string why_left(const NodeKey& key, size_t event);
  // Returns the rule by which the node `own`, which event `index` expands, goes before `other`.
  std::string by_rule(size_t index, const OpenNode& own, const OpenNode& other) const;
  // Returns whether the search of the event orders its nodes by g alone.
  bool by_distance(size_t index) const;
  // Returns what decides the turn of the event's node: "f = 5.00 (g 2.00 + h 3.00)", or "g = 2.00".
  std::string turn_words(size_t index) const;
  std::string later(const std::vector<size_t>& events) const;
  // Returns how many of the events are before the cursor.
  size_t past(const std::vector<size_t>& events) const;
  // Returns whether the search of the event has ended at the cursor.
  bool is_over(size_t event) const;
  const OpenList& list_at(size_t moment, bool backward);

  const Playback* playback_ = nullptr;
  const Narration* narration_ = nullptr;
  ExpansionOrder order_;
  Cost unit_ = 1;
  TraceNodes nodes_;
  std::vector<size_t> events_;
  // The last open lists that were computed, one for each direction of a bidirectional search.
  struct CachedOpenList {
    uint64_t version = 0;
    size_t moment = 0;
    OpenList list;
  };
  CachedOpenList kept_[2];
};

}  // namespace strata
