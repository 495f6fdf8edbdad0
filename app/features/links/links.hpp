// Purpose: The temporary edges of a query as a layer: those that join start and goal to the abstract graph for one
//          search. They stay on the map from the step that adds them to the end of the recording.
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

extern const Feature kLinksFeature;
FeaturePanel links_panel();

extern const FeatureLayer kEndLinkLayer;
extern const std::array<PaintStep, 1> kLinksPaint;

// A temporary edge.
struct EndLink {
  int level = 0;         // of the graph that it leads to
  bool of_goal = false;  // it belongs to the goal; false: to the start
  NodePlace end, node;   // start or goal, and the node of the graph
  Cost cost = 0;         // in costs of the planner
};

// Adds temporary edges that no event of the search names, once it has begun. Each source has one static object.
class EndLinkSource {
 public:
  using Add = void (*)(const Lab&, const Planner&, std::vector<EndLink>&);
  // `structure`: of the planners whose edges these are. Their events are not read then.
  EndLinkSource(StructureId structure, Add adder);
  StructureId structure() const { return structure_; }
  void add(const Lab& lab, const Planner& planner, std::vector<EndLink>& links) const { add_(lab, planner, links); }
  static const EndLinkSource* of(StructureId structure);  // null: events tell all edges

 private:
  StructureId structure_;
  Add add_;
};

// Finds the temporary edges of a recorded search. It keeps what it has read of a recording.
class EndLinks {
 public:
  // Reads the edges that the search has added at its cursor. `current`: the recording is of the present map and query,
  // so that sources of edges can be asked.
  void read(const Lab& lab, const Playback& playback, const Planner& planner, bool current);
  const std::vector<EndLink>& links() const { return links_; }
  // Returns a stamp of all that the links depend on; read() has brought it up to date.
  uint64_t stamp() const { return stamp_; }

 private:
  uint64_t trace_ = 0;            // version of the trace that `events_` belongs to
  std::vector<uint32_t> events_;  // its events that add a temporary edge
  uint64_t stamp_ = 0;
  std::vector<EndLink> links_;
};

}  // namespace strata
