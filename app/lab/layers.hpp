// Purpose: This header lists the layers that can be shown over the map, one row a layer. Some are shared. The
//          other layers belong to features, whose rows stand beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/world/structure_id.hpp"

namespace strata {

class Lab;

// The number of a layer. The layers named here are shared and in drawing order; layers of features come after them.
enum class Layer : uint8_t {
  kSearch,     // open and expanded cells of the traced planner at the cursor
  kClearance,  // how large an agent of the capability in use can stand there
  kGrid,
  kTree,  // search tree: from each searched node to its parent
  kAbstractPath,
  kRawPath,
  kPath,
  kDrillDown,  // the traced search at the cursor: the path known so far on every level, the edge under way
  kAgent,      // at its true size, where it is larger than a cell
  kFlash,      // clusters that were just rebuilt
};
inline constexpr int kSharedLayers = 10;

struct LayerInfo {
  std::string_view name;    // "inter-edges"
  std::string_view title;   // "Inter-edges"
  std::string_view legend;  // what one sees there, one line
  // Order in lists of all layers, which is about the drawing order: a tenth of it is the place among the shared layers.
  int order = 0;
  StructureId structure = StructureId::kMoves;  // structure that must be switched on for it; kMoves: none
  bool usual = false;                           // shown from the start
  bool general = false;                         // belongs to no planner: shown whichever planner is stepped
  bool heat_map = false;                        // colours the cells of the map by a number: one such layer at a time
  bool follows_structure = false;               // shown when its structure is switched on
  bool levels = false;                          // a graph by levels, which views of single levels exist to show
  bool splits = false;                          // comes with the first split of the view, unless such a graph is shown
  float opacity = 1;                            // until the user changes it
  bool (*comes)(const Lab&) = nullptr;          // whether it is shown with its structure; null: always
  bool (*there)(const Lab&) = nullptr;          // whether there is anything to show, besides its structure; null: yes
  void (*before_switch_on)(Lab&) = nullptr;     // provides what the layer shows, before the structure is switched on
};

// A layer of a feature. It gets its number when the features are put together, see app/lab/feature.hpp.
struct FeatureLayer : LayerInfo {
  mutable Layer number = static_cast<Layer>(255);
  operator Layer() const { return number; }
};

std::span<const Layer> layers();  // all layers, in their order
const LayerInfo& layer_info(Layer layer);
std::optional<Layer> layer_named(std::string_view name);
inline std::string_view layer_name(Layer layer) { return layer_info(layer).name; }
inline std::string_view layer_title(Layer layer) { return layer_info(layer).title; }
inline std::string_view layer_legend(Layer layer) { return layer_info(layer).legend; }
inline StructureId layer_structure(Layer layer) { return layer_info(layer).structure; }
inline float default_opacity(Layer layer) { return layer_info(layer).opacity; }

}  // namespace strata
