#include "app/figure/figure_colors.hpp"

#include <cmath>

#include "app/base/terrain_ink.hpp"

namespace strata {
namespace {

// The colours of the terrains ground, swamp, water, trees and blocked on a dark background, and those
// of their patterns.
constexpr std::array<uint32_t, kTerrains> kDarkTerrains = {0x1c222a, 0x4a432c, 0x23475f, 0x29513f, 0x8b96a3};
constexpr std::array<uint32_t, kTerrains> kDarkInks = {0x5b6673, 0x8c7f52, 0x6fb0dd, 0x6fbf97, 0x5b6673};
constexpr uint32_t kDarkPage = 0x12161b;

}  // namespace

Rgba FigureColors::to_grey(Rgba color) {
  const auto linear = [color](int shift) {
    const double c = static_cast<double>(color >> shift & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double light = 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
  const double shown = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  const auto level = static_cast<uint32_t>(std::lround(shown * 255));
  return (color & 0xff000000u) | level << 16 | level << 8 | level;
}

FigureColors::FigureColors(const FigureOptions& options, const TerrainLooks& looks)
    : grey_(options.grey),
      dark_(options.ground == FigureBackground::kDark),
      shadows_(options.ground == FigureBackground::kView),
      page_(dark_                                       ? rgba(kDarkPage)
            : options.ground == FigureBackground::kNone ? Rgba{0}
                                                        : palette::kWhite),
      text_(dark_ ? rgba(0xe6ebf0) : rgba(0x1a1f24)) {
  for (size_t i = 0; i < terrains_.size(); ++i) {
    terrains_[i] = plain(dark_ ? rgba(kDarkTerrains[i]) : terrain_color(looks, static_cast<Terrain>(i)));
    inks_[i] = plain(dark_ ? rgba(kDarkInks[i]) : terrain_ink(static_cast<Terrain>(i)));
  }
  if (options.ground == FigureBackground::kWhite) terrains_[0] = palette::kWhite;
  if (options.ground == FigureBackground::kNone) terrains_[0] = 0;
}

Rgba FigureColors::beside(Rgba color) const {
  return dark_ ? plain(with_alpha(on_dark(color), color >> 24)) : mark(color);
}

Rgba FigureColors::series(Rgba color) const {
  // A page that is transparent is taken for white, on which papers are printed.
  const Rgba page = page_ == 0 ? palette::kWhite : page_;
  return plain(with_contrast(dark_ ? on_dark(color) : color | 0xff000000u, page, kGraphicsContrast));
}

Rgba FigureColors::mark(Rgba color) const {
  if (dark_ && color << 8 != palette::kWhite << 8) color = with_alpha(on_dark(color), color >> 24);
  return plain(color);
}

}  // namespace strata
