// Purpose: FigureColors converts the colours of the view to those of a figure: they fit its background, and for a
//          monochrome print they are greys of the same lightness.
#pragma once

#include <array>

#include "app/base/palette.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/figure/figure_options.hpp"

namespace strata {

class FigureColors {
 public:
  // `looks` gives the colours of terrains; charts have none.
  explicit FigureColors(const FigureOptions& options, const TerrainLooks& looks = usual_terrain_looks());

  // Returns the colour of the background around the map; 0: it is transparent.
  Rgba page() const { return page_; }
  Rgba text() const { return text_; }  // colour of legend and caption
  // These functions return the colour of a terrain and that of its pattern. If the figure has no background, plain
  // ground is 0 (transparent).
  Rgba terrain(Terrain terrain) const { return terrains_[static_cast<size_t>(terrain)]; }
  Rgba ink(Terrain terrain) const { return inks_[static_cast<size_t>(terrain)]; }
  // Returns whether walls have shadows, as in the view.
  bool shadows() const { return shadows_; }
  // Returns the colour of a mark that lies over the map. A dark colour becomes lighter on a dark background.
  Rgba mark(Rgba color) const;
  // Returns the colour of a mark that lies beside the map, on the page.
  Rgba beside(Rgba color) const;
  // Returns the colour of a series of a chart, which has enough contrast with the page.
  Rgba series(Rgba color) const;
  // Returns the colour of something with a background of its own, such as a picture or text.
  Rgba plain(Rgba color) const { return grey_ ? to_grey(color) : color; }
  static Rgba to_grey(Rgba color);

 private:
  bool grey_, dark_, shadows_;
  Rgba page_, text_;
  std::array<Rgba, kTerrains> terrains_{}, inks_{};
};

}  // namespace strata
