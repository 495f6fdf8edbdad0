// Colours and dashes of planners: any two planners can be shown at once, so any two must be told apart.
// Source: Ottosson 2020, OKLab; Machado, Oliveira, Fernandes 2009 (colour vision deficiencies, severity 1).
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "app/lab/planner_appearance.hpp"
#include "core/world/planners.hpp"

using namespace strata;

namespace {

using Three = std::array<double, 3>;
using Matrix = std::array<Three, 3>;

constexpr Matrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kTritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix kToCones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                              {0.2119034982, 0.6806995451, 0.1073969566},
                              {0.0883024619, 0.2817188376, 0.6299787005}}};
constexpr Matrix kToLab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                            {1.9779984951, -2.4285922050, 0.4505937099},
                            {0.0259040371, 0.7827717662, -0.8086757660}}};

Three times(const Matrix& matrix, const Three& v) {
  Three out{};
  for (size_t i = 0; i < 3; ++i) out[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return out;
}

Three linear(Rgba color) {
  const auto part = [&](int shift) {
    const double c = (color >> shift & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {part(0), part(8), part(16)};
}

// In hundredths of OKLab: about 2 is the least difference that one sees.
Three lab_of(Three rgb) {
  Three cones = times(kToCones, rgb);
  for (double& cone : cones) cone = std::cbrt(cone);
  Three lab = times(kToLab, cones);
  for (double& part : lab) part *= 100;
  return lab;
}

Three as_seen(const Matrix& matrix, Three rgb) {
  Three seen = times(matrix, rgb);
  for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
  return lab_of(seen);
}

double distance(const Three& a, const Three& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

struct Seen {
  Three usual, grey;
  std::array<Three, 3> deficient;
};
Seen seen(Rgba color) {
  const Three rgb = linear(color);
  return {lab_of(rgb),
          {lab_of(rgb)[0], 0, 0},
          {as_seen(kDeuteranopia, rgb), as_seen(kProtanopia, rgb), as_seen(kTritanopia, rgb)}};
}

double least_deficient(const Seen& a, const Seen& b) {
  double least = std::numeric_limits<double>::max();
  for (size_t i = 0; i < a.deficient.size(); ++i) least = std::min(least, distance(a.deficient[i], b.deficient[i]));
  return least;
}

// One of them is solid, or their dashes differ by more than a half.
bool dashes_differ(float a, float b) { return a != b && std::max(a, b) >= 1.5f * std::min(a, b); }

// The least distances among pairs of planners: as everyone sees them, with a deficiency of colour vision, in grey, and
// on a dark panel.
struct Least {
  double usual = 1e9, deficient = 1e9, grey = 1e9, dark = 1e9;
};

}  // namespace

TEST_CASE("every planner has a colour and a dash that tell it from every other planner, in grey as well") {
  Least same, other;
  size_t pairs = 0;
  for (const Planner& first : planners()) {
    for (const Planner& second : planners()) {
      if (&first >= &second) continue;
      const PlannerStyle a = planner_style(first.name), b = planner_style(second.name);
      INFO(first.name << " and " << second.name);
      const bool differ = dashes_differ(a.dash, b.dash);
      CHECK((differ || a.dash == b.dash));  // no dash is nearly that of another
      Least& least = differ ? other : same;
      const Seen own = seen(a.color), its = seen(b.color);
      const double usual = distance(own.usual, its.usual), grey = distance(own.grey, its.grey);
      const double dark = distance(seen(on_dark(a.color)).usual, seen(on_dark(b.color)).usual);
      CHECK(usual >= (differ ? 8.0 : 14.0));
      CHECK(least_deficient(own, its) >= (differ ? 5.0 : 10.5));
      CHECK(dark >= (differ ? 5.5 : 9.0));
      if (!differ) CHECK(grey >= 7.0);
      least.usual = std::min(least.usual, usual);
      least.deficient = std::min(least.deficient, least_deficient(own, its));
      least.grey = std::min(least.grey, grey);
      least.dark = std::min(least.dark, dark);
      ++pairs;
    }
  }
  CHECK(pairs == planners().size() * (planners().size() - 1) / 2);
  const auto said = [](const Least& least) {
    return std::to_string(least.usual) + ", with a deficiency " + std::to_string(least.deficient) + ", in grey " +
           std::to_string(least.grey) + ", on a dark panel " + std::to_string(least.dark);
  };
  MESSAGE("least distance of one dash: " << said(same) << "; of two dashes: " << said(other));
}

TEST_CASE("the paths of all planners can be seen on the ground of the map") {
  const Three ground = seen(terrain_color(Terrain::kGround)).usual;
  for (const Planner& planner : planners()) {
    INFO(planner.name);
    CHECK(ground[0] - seen(planner_style(planner.name).color).usual[0] >= 18);
  }
}
