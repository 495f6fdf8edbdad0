// Purpose: This header lists the shared layers that can be drawn over the map, and describes a layer. Layers of
//          features stand beside their features.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/base/palette.hpp"
#include "core/world/structure_id.hpp"

namespace strata {

class Lab;

// The number of a layer. The layers that belong to no feature are named here, in drawing order; those of features have
// the numbers after these.
enum class Layer : uint8_t {
  // The open and expanded cells of the stepped planner at the cursor.
  kSearch,
  // For each cell, the size of the largest agent with the present capability that fits there.
  kClearance,
  kGrid,
  kTree,  // search tree: from each searched node to its parent
  kAbstractPath,
  kRawPath,
  kPath,
  // The stepped search at the cursor: the path on every level as far as it is known, and the edge whose path
  // is being searched.
  kDrillDown,
  kAgent,  // the agent in its true size, if it is larger than a cell
  // The clusters that were just rebuilt.
  kFlash,
};
inline constexpr int kSharedLayers = 10;

// LayerInfo::while_stepped of areas, of nodes and edges, and of edges that are long and many.
inline constexpr float kPaleAreas = 0.5f, kPaleNodes = 0.5f, kPaleEdges = 0.3f;
// The same of any layer that was switched on by hand (LayerState::pinned).
inline constexpr float kPaleByHand = 0.8f;

struct LayerInfo {
  std::string_view name;    // "inter-edges"
  std::string_view title;   // "Inter-edges"
  std::string_view legend;  // description in the legend, one line
  // The entry of the glossary about the layer, where it is not that of a term in the title.
  std::string_view term = {};
  // The layer consists of texts alone.
  bool texts = false;
  // Position in lists of all layers, roughly in drawing order. order / 10 is the number of the layer that belongs to no
  // feature near which it stands.
  int order = 0;
  // The layer can be shown while this structure is switched on; kMoves: always.
  StructureId structure = StructureId::kMoves;
  // The layer is visible by default.
  bool usual = false;
  // The layer belongs to no planner: it stays visible whichever planner is stepped.
  bool general = false;
  // The layer colours cells by a number. Only one such layer is visible at a time.
  bool heat_map = false;
  // The layer shows the answer to a question beside the planners. Unless a search is stepped, search and paths of the
  // planners are pale meanwhile.
  bool answer = false;
  // The layer becomes visible when its structure is switched on.
  bool follows_structure = false;
  // The layer shows a graph with levels, which views of one level need.
  bool levels = false;
  // The layer shows agents, or what they have done.
  bool agents = false;
  // If no layer with levels is visible when the view is split, this layer becomes visible.
  bool splits = false;
  float opacity = 1;  // default opacity
  // The opacity is multiplied by this while a search is stepped, so that the marks of the search stand out.
  float while_stepped = 1;
  // Returns whether the layer becomes visible with its structure; null: always.
  bool (*comes)(const Lab&) = nullptr;
  // Returns whether there is anything to show, apart from its structure; null: there always is.
  bool (*there)(const Lab&) = nullptr;
  // Returns the values of the darkest and the lightest colour as text, "0 to 58.31"; empty: there are none. Null: the
  // colours of the layer stand for no values.
  std::string (*scale)(const Lab&) = nullptr;
};

// A layer of a feature. Its number is assigned when the list of features is made, see app/lab/feature.hpp.
struct FeatureLayer : LayerInfo {
  mutable Layer number = static_cast<Layer>(255);
  operator Layer() const { return number; }
};

// The signs with which the legend shows a mark. kEnds: the marks of start and goal.
enum class LegendSymbolShape : uint8_t { kRamp, kBox, kRing, kDisc, kSquare, kCurrent, kLine, kEnds };

// Marks on the map that belong to no layer, such as start and goal.
struct MarkWithoutLayer {
  std::string_view text;  // in the legend
  LegendSymbolShape shape = LegendSymbolShape::kRing;
  Rgba color = 0;
  // The marks follow the pointer, so that the legend does not list them.
  bool of_pointer = false;
};

// The kinds of marks of a layer that have a row each in the legend. kWhole: all marks that are of no other kind.
enum class LegendPart : uint8_t {
  kWhole,
  kExpanded,
  kOpen,
  kCurrent,  // the node of the current event, and the path or edge that leads to it
  kFromStart,
  kFromGoal,
  kOthers,  // the paths of the planners that are not stepped
  kCells,   // paths on the cells
  kLevels,  // paths on the abstract levels
};

// The entry of the legend to which something on the map belongs: marks of a layer, or marks that belong to none.
struct LegendEntry {
  static constexpr Layer kNone = static_cast<Layer>(255);
  Layer layer = kNone;
  LegendPart part = LegendPart::kWhole;
  const MarkWithoutLayer* mark = nullptr;  // null: the entry is that of the layer
  LegendEntry() = default;
  LegendEntry(Layer of, LegendPart kind = LegendPart::kWhole) : layer(of), part(kind) {}
  LegendEntry(const FeatureLayer& of) : layer(of.number) {}
  LegendEntry(const MarkWithoutLayer& of) : mark(&of) {}
  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

std::span<const Layer> layers();  // all layers in list order
const LayerInfo& layer_info(Layer layer);
std::optional<Layer> layer_named(std::string_view name);
inline std::string_view layer_name(Layer layer) { return layer_info(layer).name; }
inline std::string_view layer_title(Layer layer) { return layer_info(layer).title; }
inline std::string_view layer_legend(Layer layer) { return layer_info(layer).legend; }
inline StructureId layer_structure(Layer layer) { return layer_info(layer).structure; }
inline float default_opacity(Layer layer) { return layer_info(layer).opacity; }

}  // namespace strata
