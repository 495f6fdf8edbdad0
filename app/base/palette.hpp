// Purpose: This header defines the colours of the lab: categorical colours that colour-blind readers can distinguish,
//          and perceptual colour maps for quantities.
// Source: Okabe, Ito 2008, "Color universal design", and Tol 2021, "Colour schemes", muted (categories); Ottosson 2020,
//         OKLab (interpolation of the heat map).
// Shapes: A colour is 0xAABBGGRR: bytes R, G, B, A in memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace strata {

using Rgba = uint32_t;

constexpr Rgba rgba(uint32_t rgb, uint32_t alpha = 255) {  // `rgb` as in CSS: 0xRRGGBB
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
// Colours that are named after what they stand for. Start and goal, the levels (level_style), the states of nodes and
// the planners do not share colours.
inline constexpr Rgba kStart = rgba(0x13875a), kGoal = rgba(0xe44051), kCluster = rgba(0x5b6b7b, 200),
                      kGridLine = rgba(0x000000, 36), kEntrance = rgba(0xe69f00, 150), kFlash = kOrange,
                      kInspect = kBlack, kTree = rgba(0x404040, 120), kPartialPath = rgba(0x202020), kOpen = kPurple,
                      kCurrent = kYellow, kLandmark = rgba(0x332288), kMacroEdge = rgba(0x882255),
                      kDrawn = rgba(0x1f3a5f), kHierarchy = rgba(0x332288), kHierarchyLive = rgba(0x8a3b00),
                      kHierarchyEdge = rgba(0x303a46), kShortcut = rgba(0x882255), kWitness = rgba(0x009e73),
                      kForward = rgba(0x006078), kBackward = rgba(0xfc8448), kPortal = rgba(0x0b5d66);
}  // namespace palette

// Returns a lighter version of the colour that is visible on a dark panel.
Rgba on_dark(Rgba color);
// Returns the contrast of two opaque colours, 1 to 21 (WCAG 2).
double contrast(Rgba a, Rgba b);
// Returns the colour; as long as its contrast with the ground is below `least`, darker on a light ground and lighter on
// a dark one.
Rgba with_contrast(Rgba color, Rgba ground, double least);
// The least contrast of graphics with what is around them (WCAG 2).
inline constexpr double kGraphicsContrast = 3;
// Returns the grey of the same lightness (OKLab).
Rgba in_grey(Rgba color);
// The colours for planners: colours that colour-blind readers can distinguish, or greys for a monochrome printer.
enum class PlannerColours : uint8_t { kUsual, kGrey };
inline constexpr int kPlannerColours = 2;
// How the path and the row of a planner are drawn. Dashes tell planners apart without colour. Planners with the same
// dashes have clearly different lightness, so that they differ in grey, too; planners with different dashes may be of
// similar lightness.
struct PlannerStyle {
  Rgba color = palette::kBlack;
  float width = 3;  // pixels
  float dash = 0;   // pixels; 0: solid
};

// How an abstract level is drawn: its colour; and its line width, dashes and marker, by which it is
// recognised without colour.
enum class MarkerShape : uint32_t { kDisc, kRing, kSquare, kDiamond, kCross, kTriangle };
struct LevelStyle {
  Rgba color = palette::kBlack;
  // Widths of lines in pixels: of inter-edges, of intra-edges, and of the borders of clusters.
  float inter = 2.5f;
  float intra = 1.2f;
  float border = 1.5f;
  float dash = 0;  // pixels; 0: solid
  MarkerShape marker = MarkerShape::kSquare;
  // Minimum radius of the markers of nodes, in pixels.
  float radius = 1.5f;
  // Minimum radius of the markers of nodes, as a share of a cell.
  float share = 0.26f;
};
LevelStyle level_style(int level);  // 1, 2, ...

inline constexpr int kRoomTints = 7;
Rgba room_color(int tint);

// Returns the colour for a clearance, 1 or more. All clearances above kClearanceShades have the same colour as it.
inline constexpr int kClearanceShades = 8;
Rgba clearance_color(int clearance);

// Returns a colour of a perceptual ramp from dark blue over green-grey to light green, with evenly rising lightness.
// `t` is in 0..1.
Rgba heat_color(double t);

// Values in the heat map of a search (playback.hpp), one byte per cell. 0: the search has not seen the cell.
// kHeatOpen: it is open and was never expanded. kHeatOpenAgain: it is open, and was expanded before (in an earlier
// search of the planner, or before it was reopened). kHeatFirst..255: it is expanded; the value rises with the time of
// the expansion, or with g.
inline constexpr uint8_t kHeatOpen = 1, kHeatOpenAgain = 2, kHeatFirst = 8;
constexpr bool heat_is_open(uint8_t heat) { return heat == kHeatOpen || heat == kHeatOpenAgain; }
// Returns whether the cell was expanded at least once, even if it is open again now.
constexpr bool heat_was_expanded(uint8_t heat) { return heat >= kHeatOpenAgain; }
const std::array<Rgba, 256>& heat_palette();

// Colours for a heat map that shows two searches: three rows of 256 colours, for cells that only the first search has
// expanded, only the second, or both. The column is the value of the cell in its heat map; in the third row that of the
// first search. The columns of cells that were never expanded are transparent.
inline constexpr int kDifferenceRows = 3;
inline constexpr Rgba kOnlyFirst = palette::kBlue, kOnlySecond = palette::kOrange, kInBoth = rgba(0x7b8794);
const std::array<Rgba, 256 * kDifferenceRows>& difference_palette();

// Returns a colour for the heat map of a heuristic: from dark purple over red to light orange, with evenly rising
// lightness. A value of this map is 0 for none, or kFieldFirst..255, from small to large.
Rgba field_color(double t);
inline constexpr uint8_t kFieldFirst = 1;
const std::array<Rgba, 256>& field_palette();

}  // namespace strata
