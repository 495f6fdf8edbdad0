// Purpose: The layer of this header shows the temporary edges of a query, which connect start and goal to the abstract
//          graph for one search. An edge is visible from the step that adds it to the end of the recording.
// Source: Botea, Müller, Schaeffer 2004, section 4.2; Harabor, Botea 2008; Harabor, Botea 2010, section 3; Sturtevant,
//         Geisberger 2010; Rahmani, Pelechano 2020, section 3.3.
#pragma once

#include <array>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/playback/playback.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kEndsOfQueryFeature;
FeaturePanel ends_of_query_panel();

extern const FeatureLayer kEndLinkLayer;
extern const std::array<PaintStep, 1> kEndsOfQueryPaint;

// A temporary edge.
struct TemporaryEdge {
  // The level of the abstract graph that the edge connects the start or goal to.
  int level = 0;
  // True: the edge connects the goal; false: the start.
  bool of_goal = false;
  // `end` is the start or goal, `node` the abstract node at the other end of the edge.
  NodePlace end, node;
  Cost cost = 0;  // in the planner's unit
};

// A source of temporary edges that the recording has no events for. It is asked once the search has begun. Every source
// is one static object.
class TemporaryEdgeSource {
 public:
  using Add = void (*)(const Lab&, const Planner&, std::vector<TemporaryEdge>&);
  // Registers a source. `structure` is the structure whose planners the source adds edges for; the events of their
  // recordings are not read for such edges.
  TemporaryEdgeSource(StructureId structure, Add adder);
  StructureId structure() const { return structure_; }
  void add(const Lab& lab, const Planner& planner, std::vector<TemporaryEdge>& links) const {
    add_(lab, planner, links);
  }
  // Returns the source for planners of this structure; null: the events of the recording contain all temporary edges.
  static const TemporaryEdgeSource* of(StructureId structure);

 private:
  StructureId structure_;
  Add add_;
};

// Finds the temporary edges of a recorded search, and caches what it has read.
class TemporaryEdges {
 public:
  // Reads the temporary edges that the search has added before the cursor. `current`: the recording belongs to the
  // present map and query, so that a TemporaryEdgeSource can be asked.
  void read(const Lab& lab, const Playback& playback, const Planner& planner, bool current);
  const std::vector<TemporaryEdge>& links() const { return links_; }
  // Returns a number that changes with everything that the edges of the last read() depend on.
  uint64_t stamp() const { return stamp_; }

 private:
  // Version of the recording that `events_` was read from.
  uint64_t trace_ = 0;
  std::vector<uint32_t> events_;  // events that add a temporary edge
  uint64_t stamp_ = 0;
  std::vector<TemporaryEdge> links_;
};

}  // namespace strata
