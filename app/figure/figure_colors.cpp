#include "app/figure/figure_colors.hpp"

#include <cmath>

#include "app/base/terrain_ink.hpp"

namespace strata {
namespace {

// In the order of Terrain: ground, swamp, water, trees, blocked.
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

FigureColors::FigureColors(const FigureOptions& options)
    : grey_(options.grey),
      dark_(options.ground == FigureGround::kDark),
      dark_page_(dark_ || (options.ground == FigureGround::kView && options.dark_page)),
      shadows_(options.ground == FigureGround::kView),
      page_(dark_page_                              ? rgba(kDarkPage)
            : options.ground == FigureGround::kNone ? Rgba{0}
                                                    : palette::kWhite),
      text_(dark_page_ ? rgba(0xe6ebf0) : rgba(0x1a1f24)) {
  for (size_t i = 0; i < terrains_.size(); ++i) {
    terrains_[i] = plain(dark_ ? rgba(kDarkTerrains[i]) : terrain_color(static_cast<Terrain>(i)));
    inks_[i] = plain(dark_ ? rgba(kDarkInks[i]) : terrain_ink(static_cast<Terrain>(i)));
  }
  if (options.ground == FigureGround::kWhite) terrains_[0] = palette::kWhite;
  if (options.ground == FigureGround::kNone) terrains_[0] = 0;
}

Rgba FigureColors::beside(Rgba color) const {
  return dark_page_ ? plain(with_alpha(on_dark(color), color >> 24)) : mark(color);
}

Rgba FigureColors::mark(Rgba color) const {
  if (dark_ && color << 8 != palette::kWhite << 8) color = with_alpha(on_dark(color), color >> 24);
  return plain(color);
}

}  // namespace strata
