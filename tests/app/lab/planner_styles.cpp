// Colours and dashes of planners: any two planners can be shown at once, so any two must be told apart. A colour has
// one meaning: start and goal, levels, states of nodes and planners do not share colours. And what the guides claim of
// paths is what the table of planners says. Source: Ottosson 2020, OKLab;
// Machado, Oliveira, Fernandes 2009 (colour vision deficiencies, severity 1).
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "core/world/planners.hpp"

using namespace strata;

namespace {

using ColorVector = std::array<double, 3>;
using ColorMatrix = std::array<ColorVector, 3>;

constexpr ColorMatrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr ColorMatrix kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr ColorMatrix kTritanopia = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr ColorMatrix kToCones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                                   {0.2119034982, 0.6806995451, 0.1073969566},
                                   {0.0883024619, 0.2817188376, 0.6299787005}}};
constexpr ColorMatrix kToLab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                                 {1.9779984951, -2.4285922050, 0.4505937099},
                                 {0.0259040371, 0.7827717662, -0.8086757660}}};

ColorVector times(const ColorMatrix& matrix, const ColorVector& v) {
  ColorVector out{};
  for (size_t i = 0; i < 3; ++i) out[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return out;
}

ColorVector linear(Rgba color) {
  const auto part = [&](int shift) {
    const double c = (color >> shift & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {part(0), part(8), part(16)};
}

// In hundredths of OKLab: about 2 is the least difference that one sees.
ColorVector lab_of(ColorVector rgb) {
  ColorVector cones = times(kToCones, rgb);
  for (double& cone : cones) cone = std::cbrt(cone);
  ColorVector lab = times(kToLab, cones);
  for (double& part : lab) part *= 100;
  return lab;
}

ColorVector as_seen(const ColorMatrix& matrix, ColorVector rgb) {
  ColorVector seen = times(matrix, rgb);
  for (double& part : seen) part = std::clamp(part, 0.0, 1.0);
  return lab_of(seen);
}

double distance(const ColorVector& a, const ColorVector& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct SeenColor {
  ColorVector usual, grey;
  std::array<ColorVector, 3> deficient;
};
SeenColor seen(Rgba color) {
  const ColorVector rgb = linear(color);
  return {lab_of(rgb),
          {lab_of(rgb)[0], 0, 0},
          {as_seen(kDeuteranopia, rgb), as_seen(kProtanopia, rgb), as_seen(kTritanopia, rgb)}};
}

double least_deficient(const SeenColor& a, const SeenColor& b) {
  double least = std::numeric_limits<double>::max();
  for (size_t i = 0; i < a.deficient.size(); ++i) least = std::min(least, distance(a.deficient[i], b.deficient[i]));
  return least;
}

// One of them is solid, or their dashes differ by more than a half.
bool dashes_differ(float a, float b) { return a != b && std::max(a, b) >= 1.5f * std::min(a, b); }

// The least distances among pairs of planners: as everyone sees them, with a deficiency of colour vision, in grey, and
// on a dark panel.
struct LeastDistances {
  double usual = 1e9, deficient = 1e9, grey = 1e9, dark = 1e9;
};

}  // namespace

TEST_CASE("every planner has a colour and a dash that tell it from every other planner, in grey as well") {
  const Lab lab;
  LeastDistances same, other;
  size_t pairs = 0;
  for (const Planner& first : planners()) {
    for (const Planner& second : planners()) {
      if (&first >= &second) continue;
      const PlannerStyle a = planner_style(lab.state(), first.name), b = planner_style(lab.state(), second.name);
      INFO(first.name << " and " << second.name);
      const bool differ = dashes_differ(a.dash, b.dash);
      CHECK((differ || a.dash == b.dash));  // no dash is nearly that of another
      LeastDistances& least = differ ? other : same;
      const SeenColor own = seen(a.color), its = seen(b.color);
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
  const auto said = [](const LeastDistances& least) {
    return std::to_string(least.usual) + ", with a deficiency " + std::to_string(least.deficient) + ", in grey " +
           std::to_string(least.grey) + ", on a dark panel " + std::to_string(least.dark);
  };
  MESSAGE("least distance of one dash: " << said(same) << "; of two dashes: " << said(other));
}

TEST_CASE("the paths of all planners can be seen on the ground of the map") {
  const Lab lab;
  const ColorVector ground = seen(terrain_color(usual_terrain_looks(), Terrain::kGround)).usual;
  for (const Planner& planner : planners()) {
    INFO(planner.name);
    CHECK(ground[0] - seen(planner_style(lab.state(), planner.name).color).usual[0] >= 18);
  }
}

namespace {

// What a colour means on the map.
struct ColorMeaning {
  std::string_view family, name;
  Rgba color;
};

constexpr std::string_view kEndColors = "ends", kLevelColors = "levels", kStateColors = "states", kSideColors = "sides",
                           kPlannerColors = "planners";

std::vector<ColorMeaning> meanings(const LabState& state) {
  std::vector<ColorMeaning> all = {{kEndColors, "start", palette::kStart},
                                   {kEndColors, "goal", palette::kGoal},
                                   {kStateColors, "open", palette::kOpen},
                                   {kStateColors, "node of this step", palette::kCurrent},
                                   {kSideColors, "reached from the start", palette::kForward},
                                   {kSideColors, "reached from the goal", palette::kBackward}};
  static constexpr std::array<std::string_view, 4> kNames = {"level 1", "level 2", "level 3", "level 4"};
  for (int level = 1; level <= 4; ++level) {
    all.push_back({kLevelColors, kNames[static_cast<size_t>(level) - 1], level_style(level).color});
  }
  for (const Planner& planner : planners()) {
    all.push_back({kPlannerColors, planner.name, planner_style(state, planner.name).color});
  }
  return all;
}

// The least distance of a planner's colour to one that means something else. The table of planners is nearly full, so
// that it is less than that between the other families.
double least_to_planner(std::string_view family) { return family == kEndColors || family == kSideColors ? 8.0 : 5.0; }

// Returns what the colour looks like over the ground of the map.
Rgba over_ground(Rgba color) {
  const Rgba ground = terrain_color(usual_terrain_looks(), Terrain::kGround);
  const uint32_t alpha = color >> 24;
  Rgba mixed = 0xff000000u;
  for (int shift = 0; shift < 24; shift += 8) {
    const uint32_t parts = (color >> shift & 255) * alpha + (ground >> shift & 255) * (255 - alpha);
    mixed |= (parts + 127) / 255 << shift;
  }
  return mixed;
}

}  // namespace

TEST_CASE("start and goal, levels, states of nodes and planners do not share colours, on the map and on a dark panel") {
  const Lab lab;
  const std::vector<ColorMeaning> all = meanings(lab.state());
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t k = i + 1; k < all.size(); ++k) {
      const ColorMeaning &a = all[i], &b = all[k];
      if (a.family == kPlannerColors && b.family == kPlannerColors) continue;  // see above
      INFO(a.name << " and " << b.name);
      const SeenColor own = seen(a.color), its = seen(b.color);
      const double usual = distance(own.usual, its.usual);
      const double dark = distance(seen(on_dark(a.color)).usual, seen(on_dark(b.color)).usual);
      if (b.family == kPlannerColors) {
        CHECK(usual >= least_to_planner(a.family));
      } else {
        CHECK(usual >= 11);
        CHECK(dark >= 7);
        CHECK(least_deficient(own, its) >= 4);
      }
    }
  }
}

TEST_CASE("an expanded cell, early or late, does not have the colour of the node of this step") {
  const SeenColor step = seen(palette::kCurrent);
  for (size_t value = kHeatFirst; value < heat_palette().size(); ++value) {
    CAPTURE(value);
    const SeenColor expanded = seen(over_ground(heat_palette()[value]));
    CHECK(distance(expanded.usual, step.usual) >= 11);
    CHECK(least_deficient(expanded, step) >= 8);
  }
}

TEST_CASE("rooms do not have the colours of paths, start, goal or levels") {
  const Lab lab;
  for (int tint = 0; tint < kRoomTints; ++tint) {
    const SeenColor room = seen(over_ground(room_color(tint)));
    for (const ColorMeaning& other : meanings(lab.state())) {
      INFO("room " << tint << " and " << other.name);
      CHECK(distance(room.usual, seen(other.color).usual) >= 8);
    }
  }
}

TEST_CASE("the colours of levels can be seen on the ground, and are calmer than those of start and goal") {
  const ColorVector ground = seen(terrain_color(usual_terrain_looks(), Terrain::kGround)).usual;
  const auto chroma = [](Rgba color) { return std::hypot(seen(color).usual[1], seen(color).usual[2]); };
  for (int level = 1; level <= 4; ++level) {
    CAPTURE(level);
    CHECK(ground[0] - seen(level_style(level).color).usual[0] >= 30);
    CHECK(chroma(level_style(level).color) <= 13.5);
  }
}

TEST_CASE("every planner has a guide, and only the paths of those that are not optimal may be above optimal") {
  const Lab lab;
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    const PlannerGuide* guide = planner_appearance(lab.state(), planner.name).guide;
    REQUIRE(guide != nullptr);
    CHECK(!planner.source.empty());
    for (const std::string_view part : {guide->idea, guide->prepares, guide->query, guide->choose, guide->avoid}) {
      CAPTURE(std::string(part));
      REQUIRE(!part.empty());
      CHECK(part[0] >= 'A');
      CHECK(part[0] <= 'Z');
      CHECK(part.ends_with('.'));
      CHECK(part.size() < 320);
    }
    if (planner.any_angle || planner.levels_only) continue;
    CHECK((guide->avoid.find("above optimal") != std::string_view::npos) == !planner.optimal);
    const bool refuses_weights = guide->avoid.find("weights") != std::string_view::npos ||
                                 guide->avoid.find("Weighted") != std::string_view::npos;
    CHECK(refuses_weights == planner.uniform_only);
    CHECK((guide->prepares == "Nothing.") == (planner.needs == StructureId::kMoves));
  }
  CHECK(planner_appearance(lab.state(), "astar").guide != planner_appearance(lab.state(), "jps").guide);
  CHECK(planner_appearance(lab.state(), "hpa").guide == nullptr);
}
