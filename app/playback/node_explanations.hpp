// Purpose: NodeExplanations explains why a node of a recorded search is in its state at a moment: expanded, still open,
//          left open at the end, or not reached yet. app/lab/explain.hpp explains what the recording does not name,
//          such as cells that are no nodes.
// Units: Costs are divided by `unit`, a straight step of the recorded search. Events are counted from 1, as lists show
//        them.
#pragma once

#include <string>

#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/trace_nodes.hpp"

namespace strata {

enum class NodeOutcome : uint8_t {
  kTaken,     // taken from the open list
  kPassedBy,  // stalled or skipped
  kOpen,      // in the open list of the search under way
  kLeftOpen,  // in the open list of a search that is over
  kNotYet,    // its first event is later
  kNoNode,    // no event of a search concerns it
};

class NodeExplanations {
 public:
  // Sets what the explanations are made from. Reads the trace if it is another trace than before.
  void begin(const Playback& playback, const Narration& narration, const ExpansionOrder& order, Cost unit);
  const TraceNodes& nodes() const { return nodes_; }

  // Returns the state of the node at the cursor.
  NodeOutcome fate(const NodeKey& key);
  // Returns one or two sentences; empty for kNoNode. With `rivals` they name the node that was second when this node
  // was expanded, which takes a pass over the search's events.
  std::string why(const NodeKey& key, bool rivals = true);
  // Returns how the search that event `index` belongs to ended: "the goal (39,20) was taken first, with f = 41.66".
  std::string end_of_search(size_t index);

 private:
  std::string why_taken(const NodeKey& key, size_t event, bool rivals);
  std::string why_open(const NodeKey& key, size_t event);
  std::string why_left(const NodeKey& key, size_t event);
  std::string by_rule(const OpenNode& own, const OpenNode& other) const;
  std::string later(const std::vector<size_t>& events) const;
  size_t past(const std::vector<size_t>& events) const;  // how many events lie before the cursor
  bool is_over(size_t event) const;                      // whether the event's search is over at the cursor
  const OpenList& list_at(size_t moment, bool backward);

  const Playback* playback_ = nullptr;
  const Narration* narration_ = nullptr;
  ExpansionOrder order_;
  Cost unit_ = 1;
  TraceNodes nodes_;
  std::vector<size_t> events_;
  // The open lists asked for last, one per direction.
  struct CachedOpenList {
    uint64_t version = 0;
    size_t moment = 0;
    OpenList list;
  };
  CachedOpenList kept_[2];
};

}  // namespace strata
