// Purpose: FigureColors are the colours of a figure: those of the view, changed for its ground, and greys of the same
//          lightness if it is to be printed without colour.
#pragma once

#include <array>

#include "app/base/palette.hpp"
#include "app/figure/figure_options.hpp"

namespace strata {

class FigureColors {
 public:
  explicit FigureColors(const FigureOptions& options);

  Rgba page() const { return page_; }  // around the map; 0: nothing
  Rgba text() const { return text_; }  // of legend and caption
  // Of a terrain, and of the pattern on it. Without a ground, cells of plain ground are 0.
  Rgba terrain(Terrain terrain) const { return terrains_[static_cast<size_t>(terrain)]; }
  Rgba ink(Terrain terrain) const { return inks_[static_cast<size_t>(terrain)]; }
  bool shadows() const { return shadows_; }  // walls throw a shadow, as in the view
  // Of what is drawn over the map: on a dark ground, dark colours are lighter.
  Rgba mark(Rgba color) const;
  // Of what is drawn beside the map, on the page.
  Rgba beside(Rgba color) const;
  // Of pictures and labels, which have a ground of their own.
  Rgba plain(Rgba color) const { return grey_ ? to_grey(color) : color; }
  static Rgba to_grey(Rgba color);

 private:
  bool grey_, dark_, dark_page_, shadows_;
  Rgba page_, text_;
  std::array<Rgba, kTerrains> terrains_{}, inks_{};
};

}  // namespace strata
