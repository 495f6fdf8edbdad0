// Purpose: Which of HAA*'s three graphs is drawn, its entrances by capability, and the names and dominators of the
//          edges of the inspected node.
// Source: Harabor, Botea 2008, section 5, whose figures show the graphs so.
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
extern const FeatureLayer kHaaEntranceLayer;  // free runs along borders, one for each capability and size
extern const std::array<PaintStep, 2> kHaaGraphPaint;

class HaaGraphController : public FeatureController {
 public:
  explicit HaaGraphController(Lab& lab) : FeatureController(lab) {}

  // Returns the graph that is drawn, for all planners; nullopt: the graph that the planner of the view searches.
  std::optional<HaaQuality> shown() const { return shown_; }
  void show(std::optional<HaaQuality> shown) { shown_ = shown; }
  // By edge of the inspected node, as HaaController lists them.
  const std::vector<HaaDominator>& dominators() const { return dominators_; }
  const std::vector<std::string>& reasons() const { return reasons_; }  // sentences; empty: not dominated

  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::optional<HaaQuality> shown_;
  std::vector<HaaDominator> dominators_;
  std::vector<std::string> reasons_;
};

HaaGraphController& haa_graph_controller(const Lab& lab);

std::string_view haa_quality_name(HaaQuality quality);
// Returns the graph that the view draws. Compared views draw what their planners search, the first one what is chosen.
HaaQuality drawn_quality(const Painter& painter, const Lab& lab);
inline bool part_of_graph(const HaaEdge& edge, HaaQuality quality) {
  return quality == HaaQuality::kInitial ||
         (!edge.strongly_dominated && (quality == HaaQuality::kHigh || !edge.weakly_dominated));
}

// Where an annotated edge is drawn: edges between the same two cells lie side by side.
struct HaaEdgePlace {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float mid_x() const { return (x0 + x1) / 2; }
  float mid_y() const { return (y0 + y1) / 2; }
};
// Brings edges between the same two cells together.
void sort_for_places(std::vector<HaaEdge>& edges);
// Returns the place of the i-th edge of a sorted list, on a map of this width.
HaaEdgePlace place_of_edge(std::span<const HaaEdge> edges, size_t i, int map_width);
// Returns the name of an edge of the inspected node: "E5", "E5 by E3"; empty: it is none of them. An edge elsewhere
// that dominates some of them: "dominates E2".
std::string haa_edge_name(const Lab& lab, const HaaEdge& edge);

// Appends the entrances of one border for one capability and size.
void append_haa_entrances(const MapHaa& map, uint32_t cluster, Side side, int capability, int size,
                          std::vector<Entrance>& entrances);

}  // namespace strata
