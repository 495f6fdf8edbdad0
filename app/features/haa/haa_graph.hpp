// Purpose: HaaGraphController selects which of HAA*'s three graphs is drawn, draws its entrances by capability, and
//          names the edges of the inspected node with their dominators.
// Source: Harabor, Botea 2008, section 5; the figures there show these graphs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/features/haa/haa_dominance.hpp"
#include "app/lab/feature.hpp"
#include "core/grid/clusters.hpp"
#include "core/haa/haa.hpp"

namespace strata {

class MapHaa;
struct FeaturePanel;

extern const Feature kHaaGraphFeature;
FeaturePanel haa_graph_panel();
// Entrances: runs of free cells along the borders of clusters, for each capability and size.
extern const FeatureLayer kHaaEntranceLayer;
extern const std::array<PaintStep, 2> kHaaGraphPaint;

class HaaGraphController : public FeatureController {
 public:
  explicit HaaGraphController(Lab& lab) : FeatureController(lab) {}

  // Returns which of the three graphs all views draw; nullopt: each view draws the graph that its planner searches.
  std::optional<HaaQuality> shown() const { return shown_; }
  void show(std::optional<HaaQuality> shown) { shown_ = shown; }
  // Returns the dominator of each edge of the inspected node, in the order of HaaController.
  const std::vector<HaaDominatingEdge>& dominators() const { return dominators_; }
  // The dominators as sentences; empty: the edge is not dominated.
  const std::vector<std::string>& reasons() const { return reasons_; }

  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::optional<HaaQuality> shown_;
  std::vector<HaaDominatingEdge> dominators_;
  std::vector<std::string> reasons_;
};

HaaGraphController& haa_graph_controller(const Lab& lab);

std::string_view haa_quality_name(HaaQuality quality);
// Returns which graph the view draws. While views compare planners, each draws the graph of its planner; otherwise the
// first view draws the graph of shown().
HaaQuality drawn_quality(const Painter& painter, const Lab& lab);
inline bool part_of_graph(const HaaEdge& edge, HaaQuality quality) {
  return quality == HaaQuality::kInitial ||
         (!edge.strongly_dominated && (quality == HaaQuality::kHigh || !edge.weakly_dominated));
}

// The line on which an edge with its annotations is drawn. Edges between the same two nodes lie side by side: the line
// of an edge that lies aside begins and ends at its nodes, too, and is bent at the ends of its middle part.
struct HaaEdgeLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;              // the middle part
  float from_x = 0, from_y = 0, to_x = 0, to_y = 0;  // the nodes
  bool aside() const { return x0 != from_x || y0 != from_y; }
  float mid_x() const { return (x0 + x1) / 2; }
  float mid_y() const { return (y0 + y1) / 2; }
};
// Sorts edges so that those between the same two cells are adjacent.
void sort_for_places(std::vector<HaaEdge>& edges);
// Returns the line of edge `i` of a sorted list, on a map of this width.
HaaEdgeLine place_of_edge(std::span<const HaaEdge> edges, size_t i, int map_width);
// Adds the line from node to node. The dashes go on from one piece to the next.
void add_edge_line(DrawList& out, const HaaEdgeLine& at, float width, float dash, Rgba color);
// Returns the name by which texts refer to an edge. An edge of the inspected node is "E5", or "E5 by E3" if E3
// dominates it; another edge that dominates one of these is "dominates E2"; any other edge has an empty name.
std::string haa_edge_name(const Lab& lab, const HaaEdge& edge);

// Appends the entrances of one border of a cluster for one capability and size.
void append_haa_entrances(const MapHaa& map, uint32_t cluster, Side side, int capability, int size,
                          std::vector<Entrance>& entrances);

}  // namespace strata
