#include "app/base/palette.hpp"

#include <algorithm>
#include <cmath>

namespace strata {

namespace {

// A colour in OKLab: L lightness 0..1, a green-red, b blue-yellow.
struct OklabColor {
  double l, a, b;
};

double to_srgb(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

Rgba to_rgba(const OklabColor& color) {
  const double l = std::pow(color.l + 0.3963377774 * color.a + 0.2158037573 * color.b, 3);
  const double m = std::pow(color.l - 0.1055613458 * color.a - 0.0638541728 * color.b, 3);
  const double s = std::pow(color.l - 0.0894841775 * color.a - 1.2914855480 * color.b, 3);
  const double r = to_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const double g = to_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const double b = to_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  const auto byte = [](double v) { return static_cast<uint32_t>(std::lround(v * 255)); };
  return rgba(byte(r) << 16 | byte(g) << 8 | byte(b));
}

// The colours of the heat map. Lightness rises evenly from the first colour to the last. The hues, from blue over teal
// and grey-green to light green, can be distinguished with any kind of colour vision. Yellow marks the node of the
// step.
constexpr OklabColor kHeat[] = {
    {0.36, 0.02, -0.13}, {0.50, -0.05, -0.08}, {0.64, -0.06, 0.00}, {0.78, -0.09, 0.04}, {0.91, -0.09, 0.04}};
// The colours of the heat map of a heuristic. Its hues are purple, red and orange, so that it is not mistaken for the
// heat map of a search.
constexpr OklabColor kField[] = {
    {0.28, 0.06, -0.09}, {0.43, 0.14, -0.05}, {0.58, 0.15, 0.05}, {0.74, 0.09, 0.12}, {0.92, 0.01, 0.09}};

// Returns the colour at position `t`, 0..1, between the first and the last of the given colours.
template <size_t N>
Rgba ramp(const OklabColor (&stops)[N], double t) {
  constexpr int kSteps = static_cast<int>(N) - 1;
  const double at = std::clamp(t, 0.0, 1.0) * kSteps;
  const int i = std::min(static_cast<int>(at), kSteps - 1);
  const double f = at - i;
  const OklabColor& p = stops[i];
  const OklabColor& q = stops[i + 1];
  return to_rgba({p.l + f * (q.l - p.l), p.a + f * (q.a - p.a), p.b + f * (q.b - p.b)});
}

double luminance(Rgba color) {
  const auto linear = [color](int shift) {
    const double c = (color >> shift & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
}

// Returns a mixture of the colour and of the grey whose parts are all `end`.
Rgba mixed(Rgba color, double end, double share) {
  Rgba result = color & 0xff000000u;
  for (const int shift : {0, 8, 16}) {
    const double part = color >> shift & 255;
    result |= static_cast<Rgba>(std::lround(part + (end - part) * share)) << shift;
  }
  return result;
}

}  // namespace

double contrast(Rgba a, Rgba b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

Rgba with_contrast(Rgba color, Rgba ground, double least) {
  // On a ground of this luminance black and white have the same contrast.
  constexpr double kMiddle = 0.179;
  const double end = luminance(ground) > kMiddle ? 0 : 255;
  Rgba result = color;
  for (double share = 0.05; share < 1 && contrast(result, ground) < least; share += 0.05) {
    result = mixed(color, end, share);
  }
  return result;
}

Rgba on_dark(Rgba color) {
  // The lightness of the colour, from 0 to 2550.
  const uint32_t light = (color & 255) * 3 + (color >> 8 & 255) * 6 + (color >> 16 & 255);
  if (light > 1100) return color | 0xff000000u;
  if (light < 100) return rgba(0xd0d0d0);
  const auto lighter = [color](int shift) {
    const uint32_t c = color >> shift & 255;
    return (c + (255 - c) * 4 / 10) << shift;
  };
  return lighter(0) | lighter(8) | lighter(16) | 0xff000000u;
}

Rgba in_grey(Rgba color) {
  const auto linear = [color](int shift) {
    const double c = (color >> shift & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double r = linear(0), g = linear(8), b = linear(16);
  const double lightness = 0.2104542553 * std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
                           0.7936177850 * std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
                           0.0040720468 * std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return (to_rgba({lightness, 0, 0}) & 0x00ffffff) | (color & 0xff000000u);
}

LevelStyle level_style(int level) {
  switch (level) {
    case 1:
      return {rgba(0x93451f), 2.2f, 1.2f, 1.5f, 0, MarkerShape::kSquare, 1.2f, 0.26f};
    case 2:
      return {rgba(0x3295d3), 2.8f, 1.4f, 2.6f, 4, MarkerShape::kDiamond, 1.8f, 0.36f};
    case 3:
      return {rgba(0x5363b3), 3.4f, 1.7f, 4.0f, 7, MarkerShape::kTriangle, 2.4f, 0.44f};
    default:
      break;
  }
  return {palette::kBlack, 4.0f, 2.1f, 5.5f, 2, MarkerShape::kRing, 3.0f, 0.52f};
}

Rgba room_color(int tint) {
  static constexpr std::array<Rgba, kRoomTints> kTints = {
      rgba(0x56b4e9), rgba(0xe69f00), rgba(0x009e73), rgba(0xcc79a7), rgba(0xf0e442), rgba(0x0072b2), rgba(0xd55e00)};
  return with_alpha(kTints[static_cast<size_t>(tint)], 95);
}

Rgba clearance_color(int clearance) {
  static const std::array<Rgba, kClearanceShades> shades = [] {
    std::array<Rgba, kClearanceShades> colors{};
    for (size_t i = 0; i < colors.size(); ++i) {
      colors[i] = with_alpha(heat_color(static_cast<double>(i) / static_cast<double>(kClearanceShades - 1)), 150);
    }
    return colors;
  }();
  return shades[static_cast<size_t>(std::clamp(clearance, 1, kClearanceShades) - 1)];
}

Rgba heat_color(double t) { return ramp(kHeat, t); }
Rgba field_color(double t) { return ramp(kField, t); }

const std::array<Rgba, 256>& field_palette() {
  static const std::array<Rgba, 256> table = [] {
    std::array<Rgba, 256> colors{};
    for (int i = kFieldFirst; i < 256; ++i) {
      colors[static_cast<size_t>(i)] =
          with_alpha(field_color((i - kFieldFirst) / static_cast<double>(255 - kFieldFirst)), 215);
    }
    return colors;
  }();
  return table;
}

const std::array<Rgba, 256>& heat_palette() {
  static const std::array<Rgba, 256> table = [] {
    std::array<Rgba, 256> colors{};
    colors[kHeatOpen] = colors[kHeatOpenAgain] = with_alpha(palette::kOpen, 210);
    for (int i = kHeatFirst; i < 256; ++i) {
      colors[static_cast<size_t>(i)] =
          with_alpha(heat_color((i - kHeatFirst) / static_cast<double>(255 - kHeatFirst)), 225);
    }
    return colors;
  }();
  return table;
}

const std::array<Rgba, 256 * kDifferenceRows>& difference_palette() {
  static const auto kColors = [] {
    std::array<Rgba, 256 * kDifferenceRows> colors{};
    // Cells that were expanded early are dark, late ones light, as in the heat map of one search.
    constexpr Rgba kRows[kDifferenceRows] = {kOnlyFirst, kOnlySecond, kInBoth};
    for (size_t row = 0; row < kDifferenceRows; ++row) {
      for (int value = kHeatFirst; value < 256; ++value) {
        const double t = (value - kHeatFirst) / (255.0 - kHeatFirst);
        Rgba mixed = 0;
        for (int shift = 0; shift < 24; shift += 8) {
          const double part = kRows[row] >> shift & 255;
          const double shade = t < 0.5 ? part * (0.55 + 0.9 * t) : part + (255 - part) * (t - 0.5) * 0.9;
          mixed |= static_cast<Rgba>(shade) << shift;
        }
        colors[row * 256 + static_cast<size_t>(value)] = with_alpha(mixed, 225);
      }
      // A cell that is open again after it was expanded has no single place in the order of expansions. It gets
      // the medium colour.
      colors[row * 256 + kHeatOpenAgain] = with_alpha(kRows[row], 225);
    }
    return colors;
  }();
  return kColors;
}

}  // namespace strata
