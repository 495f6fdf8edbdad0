#include "app/lab/layers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

constexpr std::array<LayerInfo, kSharedLayers> kShared = {{
    {.name = "search",
     .title = "Searched cells",
     .legend = "Pink: in the open list. Dark to light: expanded, early to late. Discs: abstract nodes",
     .term = "expand",
     .order = 20,
     .usual = true,
     .heat_map = true},
    {.name = "clearance",
     .title = "Clearance",
     .legend = "Shades: the largest agent that can stand there, 1 to 8 cells. Numbers when near",
     .order = 60,
     .heat_map = true,
     .scale = [](const Lab&) { return "1 to " + std::to_string(kClearanceShades) + " cells"; }},
    {.name = "grid", .title = "Grid", .legend = "Cell borders", .order = 70},
    {.name = "tree", .title = "Search tree", .legend = "From each searched cell to its parent", .order = 240},
    {.name = "abstract-path",
     .title = "Abstract path",
     .legend = "Thin, in the colour of its planner: the path over abstract nodes",
     .order = 250},
    {.name = "raw-path",
     .title = "Refined path",
     .legend = "Thin dots: the refined path before smoothing",
     .order = 260},
    {.name = "path",
     .title = "Path",
     .legend = "The final path of each planner, in its colour and dash",
     .order = 270,
     .usual = true},
    {.name = "drill-down",
     .title = "Drill-down",
     .legend = "While stepping: the path as each level knows it; what is refined fades",
     .term = "refinement",
     .order = 280,
     .usual = true},
    {.name = "agent",
     .title = "Agent",
     .legend = "Its square where it is larger than a cell; the corner marks its position",
     .order = 330,
     .usual = true},
    {.name = "flash",
     .title = "Rebuilt parts",
     .legend = "Flash: clusters, sectors, rooms, tiles and groups that an edit has updated",
     .term = "update",
     .order = 340,
     .usual = true},
}};

// All layers, in the order of their numbers and in the order of lists.
struct AllLayers {
  std::vector<const LayerInfo*> by_number;
  std::vector<Layer> in_order;
  // Version of the list of features from which the layers were collected.
  uint64_t features = 0;
};

const AllLayers& all() {
  static AllLayers made;
  if (made.features == features_version()) return made;
  made = {.by_number = {}, .in_order = {}, .features = features_version()};
  for (const LayerInfo& layer : kShared) made.by_number.push_back(&layer);
  for (const Feature* feature : features()) {
    for (const FeatureLayer* layer : feature->layers) {
      layer->number = static_cast<Layer>(made.by_number.size());
      made.by_number.push_back(layer);
    }
  }
  for (size_t i = 0; i < made.by_number.size(); ++i) made.in_order.push_back(static_cast<Layer>(i));
  std::stable_sort(made.in_order.begin(), made.in_order.end(), [](Layer a, Layer b) {
    return made.by_number[static_cast<size_t>(a)]->order < made.by_number[static_cast<size_t>(b)]->order;
  });
  return made;
}

}  // namespace

std::span<const Layer> layers() { return all().in_order; }

const LayerInfo& layer_info(Layer layer) { return *all().by_number[static_cast<size_t>(layer)]; }

std::optional<Layer> layer_named(std::string_view name) {
  for (const Layer layer : layers()) {
    if (layer_name(layer) == name) return layer;
  }
  return std::nullopt;
}

}  // namespace strata
