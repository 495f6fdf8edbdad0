// Purpose: This header defines the colours of the lab: colours of categories that colour-blind readers can tell apart,
//          and perceptual colour maps for quantities.
// Source: Okabe, Ito 2008, "Color universal design", and Tol 2021, "Colour schemes", muted (categories); Ottosson 2020,
//         OKLab (interpolation of the heat map).
// Shapes: A colour is 0xAABBGGRR: bytes R, G, B, A in memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/grid/terrain.hpp"

namespace strata {

using Rgba = uint32_t;

constexpr Rgba rgba(uint32_t rgb, uint32_t alpha = 255) {  // rgb as written in CSS: 0xRRGGBB
  return (rgb >> 16 & 0xff) | (rgb & 0xff00) | (rgb & 0xff) << 16 | alpha << 24;
}
constexpr Rgba with_alpha(Rgba color, uint32_t alpha) { return (color & 0x00ffffff) | alpha << 24; }
constexpr Rgba faded(Rgba color, double factor) {
  return with_alpha(color, static_cast<uint32_t>((color >> 24) * factor));
}

namespace palette {
inline constexpr Rgba kBlack = rgba(0x000000), kOrange = rgba(0xe69f00), kSky = rgba(0x56b4e9), kGreen = rgba(0x009e73),
                      kYellow = rgba(0xf0e442), kBlue = rgba(0x0072b2), kVermilion = rgba(0xd55e00),
                      kPurple = rgba(0xcc79a7), kWhite = rgba(0xffffff);
// Colours by meaning.
inline constexpr Rgba kStart = kGreen, kGoal = kVermilion, kCluster = rgba(0x5b6b7b, 200),
                      kGridLine = rgba(0x000000, 36), kEntrance = rgba(0xe69f00, 150), kTransition = rgba(0x9a5b00),
                      kInterEdge = kVermilion, kIntraEdge = rgba(0x0072b2, 130), kAbstractPath = kPurple,
                      kFlash = kOrange, kInspect = kBlack, kTree = rgba(0x404040, 120), kPartialPath = rgba(0x202020),
                      kOpen = kSky, kCurrent = kYellow, kLandmark = rgba(0x332288), kMacroEdge = rgba(0x882255),
                      kDrawn = rgba(0x1f3a5f), kHierarchy = rgba(0x332288), kHierarchyLive = rgba(0x8a3b00),
                      kHierarchyEdge = rgba(0x303a46), kShortcut = rgba(0x882255), kWitness = rgba(0x009e73),
                      kForward = rgba(0x0072b2), kBackward = rgba(0xe69f00), kPortal = rgba(0x0b5d66);
}  // namespace palette

// Returns the colour of the terrain on the open map (app/base/terrain_looks.hpp).
Rgba terrain_color(Terrain terrain);
// Returns the colour as it can be seen on a dark panel.
Rgba on_dark(Rgba color);
// Returns the grey of the same lightness (OKLab).
Rgba in_grey(Rgba color);
// The colours of planners: the usual ones, which colour-blind readers can tell apart, or greys as a printer makes them.
enum class PlannerColours : uint8_t { kUsual, kGrey };
inline constexpr int kPlannerColours = 2;
// How a planner's path and its row are drawn; the dash is a second cue beside the colour. Planners of one dash differ
// in lightness, so that they can be told apart in grey; planners of different dashes may come nearer.
struct PlannerStyle {
  Rgba color = palette::kBlack;
  float width = 3;  // pixels
  float dash = 0;   // pixels; 0: solid
};

// How an abstract level is drawn: its colour, and a thickness, dash and marker that tell it apart without colour.
enum class MarkerShape : uint32_t { kDisc, kRing, kSquare, kDiamond, kCross, kTriangle };
struct LevelStyle {
  Rgba color = palette::kBlack;
  float inter = 2.5f;  // line widths, pixels
  float intra = 1.2f;
  float border = 1.5f;
  float dash = 0;  // pixels; 0: solid
  MarkerShape marker = MarkerShape::kSquare;
  float radius = 1.5f;  // radius of the marker, pixels
  float share = 0.26f;  // the marker takes at least this share of a cell
};
LevelStyle level_style(int level);  // 1, 2, ...

inline constexpr int kRoomTints = 7;
Rgba room_color(int tint);

// Returns the colour of a clearance, 1 to kClearanceShades. A larger clearance has the colour of kClearanceShades.
inline constexpr int kClearanceShades = 8;
Rgba clearance_color(int clearance);

// Returns a colour of a perceptual ramp from dark blue over green-grey to yellow, with evenly rising lightness. `t` is
// in 0..1.
Rgba heat_color(double t);

// Meaning of a byte of the search picture (playback.hpp): 0 nothing, kHeatOpen open and not expanded so far,
// kHeatOpenAgain open after an earlier expansion (the planner's next search, or a reopened cell), kHeatFirst..255
// expanded, early to late (or small to large g).
inline constexpr uint8_t kHeatOpen = 1, kHeatOpenAgain = 2, kHeatFirst = 8;
constexpr bool heat_is_open(uint8_t heat) { return heat == kHeatOpen || heat == kHeatOpenAgain; }
// Whether the cell has been expanded so far, whatever has happened to it since.
constexpr bool heat_was_expanded(uint8_t heat) { return heat >= kHeatOpenAgain; }
const std::array<Rgba, 256>& heat_palette();

// Palette for two searches in one picture, three rows of 256: cells that only the first search has expanded, cells that
// only the second has expanded, and cells that both have expanded. The column is the byte of the search picture (of the
// first search in the third row); columns of cells that were never expanded are transparent.
inline constexpr int kDifferenceRows = 3;
inline constexpr Rgba kOnlyFirst = palette::kBlue, kOnlySecond = palette::kOrange, kInBoth = rgba(0x7b8794);
const std::array<Rgba, 256 * kDifferenceRows>& difference_palette();

// Returns a colour for the picture of a heuristic: another perceptual ramp, from dark purple over red to light orange.
// A byte of that picture is 0 for nothing, else kFieldFirst..255, small to large.
Rgba field_color(double t);
inline constexpr uint8_t kFieldFirst = 1;
const std::array<Rgba, 256>& field_palette();

}  // namespace strata
