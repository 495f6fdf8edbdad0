// Faces cut into triangles: areas, insides and overlaps are held against the polygon itself.
#include "core/io/polygon_ears.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/rng.hpp"
#include "tests/rounds.hpp"

using namespace strata;

namespace {

struct PlanePoint {
  int64_t x, y;
  friend auto operator<=>(const PlanePoint&, const PlanePoint&) = default;
};
using Ring = std::vector<PlanePoint>;

int64_t turn(PlanePoint a, PlanePoint b, PlanePoint c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
int sign(int64_t value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }
int64_t twice_area(const Ring& ring) {
  int64_t sum = 0;
  for (size_t i = 0; i < ring.size(); ++i) {
    const PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}
bool cross(PlanePoint a, PlanePoint b, PlanePoint c, PlanePoint d) {
  return sign(turn(a, b, c)) * sign(turn(a, b, d)) < 0 && sign(turn(c, d, a)) * sign(turn(c, d, b)) < 0;
}
bool on_side(PlanePoint a, PlanePoint b, PlanePoint p) {
  return turn(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}
bool meet(PlanePoint a, PlanePoint b, PlanePoint c, PlanePoint d) {
  return cross(a, b, c, d) || on_side(a, b, c) || on_side(a, b, d) || on_side(c, d, a) || on_side(c, d, b);
}
// 1: inside, 0: on the boundary, -1: outside.
int place(const Ring& ring, PlanePoint p) {
  bool inside = false;
  for (size_t i = 0; i < ring.size(); ++i) {
    const PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
    if (on_side(a, b, p)) return 0;
    if ((a.y > p.y) != (b.y > p.y) && (turn(a, b, p) > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside ? 1 : -1;
}

// A plane with whole steps along two vectors, so that corners on it are exact.
struct IntegerPlane {
  std::array<int, 3> origin{}, u{}, v{};
  std::array<float, 3> at(PlanePoint spot) const {
    std::array<float, 3> point{};
    for (size_t i = 0; i < 3; ++i) point[i] = static_cast<float>(origin[i] + spot.x * u[i] + spot.y * v[i]);
    return point;
  }
};
IntegerPlane random_plane(Rng& rng) {
  for (;;) {
    IntegerPlane plane;
    for (size_t i = 0; i < 3; ++i) {
      plane.origin[i] = rng.between(-200, 200);
      plane.u[i] = rng.between(-3, 3);
      plane.v[i] = rng.between(-3, 3);
    }
    const auto &u = plane.u, &v = plane.v;
    if (u[1] * v[2] != u[2] * v[1] || u[2] * v[0] != u[0] * v[2] || u[0] * v[1] != u[1] * v[0]) return plane;
  }
}

PolygonCut cut_on(const IntegerPlane& plane, const Ring& ring) {
  std::vector<std::array<float, 3>> corners;
  for (const PlanePoint spot : ring) corners.push_back(plane.at(spot));
  PolygonCutter cutter;
  return cutter.cut(corners);
}

// What is wrong with the triangles of a ring that is simple but for sides that touch; empty: nothing.
std::string fault(const Ring& ring, const PolygonCut& cut, Rng& rng) {
  if (cut.crosses) return "it is said to cross itself";
  if (cut.bent) return "it is said to be bent";
  if (cut.fanned) return "it is cut as a fan";
  const int around = sign(twice_area(ring));
  int64_t sum = 0;
  std::vector<std::array<PlanePoint, 3>> triangles;
  for (size_t i = 0; i < cut.triangles.size(); i += 3) {
    const std::array<PlanePoint, 3> t = {ring[cut.triangles[i]], ring[cut.triangles[i + 1]],
                                         ring[cut.triangles[i + 2]]};
    const int64_t area = turn(t[0], t[1], t[2]);
    if (area == 0) continue;
    if (sign(area) != around) return "a triangle is turned round";
    sum += area;
    triangles.push_back(t);
  }
  if (sum != twice_area(ring)) return "the areas do not add up";
  for (const auto& t : triangles) {
    for (size_t k = 0; k < 3; ++k) {
      for (size_t i = 0; i < ring.size(); ++i) {
        if (cross(t[k], t[(k + 1) % 3], ring[i], ring[(i + 1) % ring.size()])) return "a triangle leaves the polygon";
      }
    }
    // Three times as fine, so that the middle is exact.
    Ring finer = ring;
    for (PlanePoint& spot : finer) spot = {3 * spot.x, 3 * spot.y};
    if (place(finer, {t[0].x + t[1].x + t[2].x, t[0].y + t[1].y + t[2].y}) < 0) return "a triangle lies outside";
  }
  PlanePoint low = ring[0], high = ring[0];
  for (const PlanePoint spot : ring) {
    low = {std::min(low.x, spot.x), std::min(low.y, spot.y)};
    high = {std::max(high.x, spot.x), std::max(high.y, spot.y)};
  }
  for (int i = 0; i < 60; ++i) {
    const PlanePoint spot{rng.between(static_cast<int>(low.x), static_cast<int>(high.x)),
                          rng.between(static_cast<int>(low.y), static_cast<int>(high.y))};
    int holding = 0, touching = 0;
    for (const auto& t : triangles) {
      const int inside = place({t[0], t[1], t[2]}, spot);
      holding += inside > 0;
      touching += inside == 0;
    }
    if (touching > 0) continue;
    if (holding != (place(ring, spot) > 0 ? 1 : 0)) return "a point is in " + std::to_string(holding) + " triangles";
  }
  return "";
}

bool is_simple(const Ring& ring) {
  const size_t n = ring.size();
  for (size_t i = 0; i < n; ++i) {
    if (ring[i] == ring[(i + 1) % n]) return false;
    for (size_t k = i + 2; k < n; ++k) {
      if (i == 0 && k + 1 == n) continue;
      if (meet(ring[i], ring[i + 1], ring[k], ring[(k + 1) % n])) return false;
    }
    if (on_side(ring[i], ring[(i + 1) % n], ring[(i + 2) % n])) return false;
    if (on_side(ring[(i + 1) % n], ring[(i + 2) % n], ring[i])) return false;
  }
  return true;
}

// Round a middle, at random distances.
std::optional<Ring> star(Rng& rng, int corners, int size) {
  Ring ring;
  for (int i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * i / corners, far = size * (0.2 + rng.below(800) / 1000.0);
    ring.push_back({std::lround(far * std::cos(angle)), std::lround(far * std::sin(angle))});
  }
  if (!is_simple(ring)) return std::nullopt;
  return ring;
}

// Random points joined in a random order; pieces that cross are turned round until none do.
std::optional<Ring> untangled(Rng& rng, int corners, int size) {
  std::set<PlanePoint> spots;
  while (spots.size() < static_cast<size_t>(corners)) spots.insert({rng.between(0, size), rng.between(0, size)});
  Ring ring(spots.begin(), spots.end());
  for (size_t i = ring.size(); i > 1; --i) std::swap(ring[i - 1], ring[rng.below(static_cast<uint32_t>(i))]);
  const size_t n = ring.size();
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i + 1 < n; ++i) {
      for (size_t k = i + 2; k < n; ++k) {
        if (!cross(ring[i], ring[i + 1], ring[k], ring[(k + 1) % n])) continue;
        std::reverse(ring.begin() + static_cast<ptrdiff_t>(i + 1), ring.begin() + static_cast<ptrdiff_t>(k + 1));
        changed = true;
      }
    }
  }
  if (!is_simple(ring)) return std::nullopt;
  return ring;
}

// Teeth of many widths along a long side, many of them in line.
Ring comb(Rng& rng, int teeth) {
  Ring ring = {{0, 0}};
  for (int i = 0; i < teeth; ++i) {
    const int64_t x = 4 * i, depth = rng.between(1, 9);
    ring.push_back({x + 1, 0});
    ring.push_back({x + 1, depth});
    ring.push_back({x + 3, depth});
    ring.push_back({x + 3, 0});
  }
  ring.push_back({4 * teeth, 0});
  ring.push_back({4 * teeth, 12});
  ring.push_back({0, 12});
  return ring;
}

// Holes inside, each joined to the boundary so far by a bridge from one of its corners to one that it sees.
int bridge_holes(Rng& rng, Ring& ring, int holes, int size) {
  if (twice_area(ring) < 0) std::reverse(ring.begin(), ring.end());
  int made = 0;
  for (int tries = 0; made < holes && tries < 200; ++tries) {
    const PlanePoint at{rng.between(-size, size), rng.between(-size, size)};
    const int reach = rng.between(1, std::max(2, size / 12));
    // Against the direction of the boundary.
    Ring hole = {{at.x, at.y}, {at.x, at.y + reach}, {at.x + reach, at.y + reach}, {at.x + reach, at.y}};
    if (rng.percent(50)) hole = {{at.x, at.y}, {at.x - reach, at.y + 2 * reach}, {at.x + reach, at.y + reach}};
    if (twice_area(hole) > 0) std::reverse(hole.begin(), hole.end());
    bool fits = true;
    for (size_t i = 0; i < hole.size() && fits; ++i) {
      fits = place(ring, hole[i]) > 0;
      for (size_t k = 0; k < ring.size() && fits; ++k) {
        fits = !meet(hole[i], hole[(i + 1) % hole.size()], ring[k], ring[(k + 1) % ring.size()]);
      }
    }
    if (!fits) continue;
    for (int bridges = 0; bridges < 40; ++bridges) {
      const size_t from = rng.below(static_cast<uint32_t>(ring.size()));
      const size_t to = rng.below(static_cast<uint32_t>(hole.size()));
      const PlanePoint a = ring[from], b = hole[to];
      const PlanePoint before = ring[(from + ring.size() - 1) % ring.size()], after = ring[(from + 1) % ring.size()];
      // It leaves the corner on the inner side, and touches nothing but its ends.
      const bool convex = turn(before, a, after) > 0;
      const bool left_of_in = turn(before, a, b) > 0, left_of_out = turn(a, after, b) > 0;
      bool sees = convex ? left_of_in && left_of_out : left_of_in || left_of_out;
      for (size_t k = 0; k < ring.size() && sees; ++k) {
        const PlanePoint c = ring[k], d = ring[(k + 1) % ring.size()];
        sees = !cross(a, b, c, d) && (c == a || !on_side(a, b, c)) && !on_side(c, d, b);
        if (sees && c != a && d != a) sees = !on_side(c, d, a);
      }
      for (size_t k = 0; k < hole.size() && sees; ++k) {
        const PlanePoint c = hole[k], d = hole[(k + 1) % hole.size()];
        sees = !cross(a, b, c, d) && (c == b || !on_side(a, b, c));
      }
      if (!sees) continue;
      Ring piece;
      for (size_t k = 0; k <= hole.size(); ++k) piece.push_back(hole[(to + k) % hole.size()]);
      piece.push_back(a);
      ring.insert(ring.begin() + static_cast<ptrdiff_t>(from + 1), piece.begin(), piece.end());
      ++made;
      break;
    }
  }
  return made;
}

// Holes that touch the boundary: in the middle of a side, at a corner, with a bridge along a side, one another.
std::vector<Ring> touching() {
  return {
      {{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {4, 0}, {2, 2}, {4, 4}, {6, 2}, {4, 0}},
      {{0, 0}, {2, 5}, {5, 5}, {5, 2}, {0, 0}, {8, 0}, {8, 8}, {0, 8}},
      {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 1}, {1, 5}, {5, 5}, {5, 1}, {1, 1}},
      {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 1}, {1, 4}, {4, 4}, {4, 7}, {7, 7}, {7, 4}, {4, 4}, {4, 1}, {1, 1}},
      {{0, 0}, {6, 0}, {6, 3}, {9, 3}, {9, 9}, {0, 9}, {0, 3}, {6, 3}, {0, 3}},
  };
}

// Boundaries that go there and back where there is ground on both sides.
std::vector<Ring> slit() {
  return {
      {{0, 0}, {9, 0}, {9, 9}, {6, 9}, {6, 1}, {6, 9}, {3, 9}, {3, 2}, {3, 9}, {0, 9}},
      {{0, 0}, {9, 0}, {9, 4}, {1, 4}, {9, 4}, {9, 9}, {0, 9}},
      {{0, 0}, {6, 5}, {0, 0}, {9, 0}, {9, 9}, {0, 9}},
      {{0, 0}, {9, 0}, {9, 9}, {2, 9}, {7, 1}, {2, 9}, {0, 9}, {4, 2}, {0, 9}},
  };
}

void vary(Rng& rng, Ring& ring) {
  // Corners in line, and corners twice.
  for (size_t i = 0; i < ring.size(); ++i) {
    const PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
    if ((a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0 && rng.percent(10)) {
      ring.insert(ring.begin() + static_cast<ptrdiff_t>(i + 1), {(a.x + b.x) / 2, (a.y + b.y) / 2});
    } else if (rng.percent(5)) {
      ring.insert(ring.begin() + static_cast<ptrdiff_t>(i), ring[i]);
      ++i;
    }
  }
  std::rotate(ring.begin(), ring.begin() + rng.below(static_cast<uint32_t>(ring.size())), ring.end());
  if (rng.percent(50)) std::reverse(ring.begin(), ring.end());
}

std::string text_of(const Ring& ring) {
  std::string text;
  for (const PlanePoint spot : ring) text += " " + std::to_string(spot.x) + "," + std::to_string(spot.y);
  return text;
}

void check_cut(Rng& rng, const Ring& ring) {
  const std::string wrong = fault(ring, cut_on(random_plane(rng), ring), rng);
  if (!wrong.empty()) FAIL_CHECK(wrong, " in", text_of(ring));
}

}  // namespace

TEST_CASE("polygon ears: triangles fill the polygon and nothing else, in any plane") {
  Rng rng(11);
  int stars = 0, tangles = 0;
  for (int round = 0; round < test::rounds(600); ++round) {
    if (auto ring = star(rng, rng.between(4, 60), rng.between(8, 400))) {
      vary(rng, *ring);
      check_cut(rng, *ring);
      ++stars;
    }
    if (auto ring = untangled(rng, rng.between(4, 40), rng.between(7, 60))) {
      vary(rng, *ring);
      check_cut(rng, *ring);
      ++tangles;
    }
    Ring notched = comb(rng, rng.between(1, 12));
    vary(rng, notched);
    check_cut(rng, notched);
  }
  CHECK(stars > test::rounds(600) / 4);
  CHECK(tangles > test::rounds(600) / 4);
}

TEST_CASE("polygon ears: holes at the end of bridges stay open") {
  Rng rng(12);
  int holes = 0;
  for (int round = 0; round < test::rounds(500); ++round) {
    const int size = rng.between(20, 120);
    Ring ring = {{-size, -size}, {size, -size}, {size, size}, {-size, size}};
    if (rng.percent(50)) {
      if (auto other = star(rng, rng.between(5, 20), size)) ring = *other;
    }
    holes += bridge_holes(rng, ring, rng.between(1, 6), size);
    vary(rng, ring);
    check_cut(rng, ring);
  }
  CHECK(holes > test::rounds(500));
}

TEST_CASE("polygon ears: holes that touch the boundary or one another stay open") {
  Rng rng(13);
  for (const Ring& ring : touching()) {
    for (size_t first = 0; first < ring.size(); ++first) {
      Ring turned = ring;
      std::rotate(turned.begin(), turned.begin() + static_cast<ptrdiff_t>(first), turned.end());
      check_cut(rng, turned);
      std::reverse(turned.begin(), turned.end());
      check_cut(rng, turned);
    }
  }
}

TEST_CASE("polygon ears: a face in a plane that was rotated and rounded is flat, simple, and filled") {
  Rng rng(14);
  std::vector<Ring> rings = touching();
  for (const Ring& ring : slit()) rings.push_back(ring);
  for (int round = 0; round < test::rounds(600); ++round) {
    Ring ring = rings[rng.below(static_cast<uint32_t>(rings.size()))];
    if (rng.percent(40)) ring = comb(rng, rng.between(1, 12));
    if (auto made = star(rng, rng.between(5, 40), 100); made && rng.percent(50)) {
      ring = *made;
      bridge_holes(rng, ring, 3, 100);
    }
    vary(rng, ring);
    const double a = rng.below(6283) / 1000.0, b = rng.below(6283) / 1000.0, far = rng.percent(50) ? 0 : 500;
    std::vector<std::array<float, 3>> corners;
    for (const PlanePoint spot : ring) {
      const double x = static_cast<double>(spot.x) * 0.1, y = static_cast<double>(spot.y) * 0.1;
      const double turned = x * std::sin(a) + y * std::cos(a);
      corners.push_back({static_cast<float>(far + x * std::cos(a) - y * std::sin(a)),
                         static_cast<float>(turned * std::cos(b)), static_cast<float>(-far + turned * std::sin(b))});
    }
    PolygonCutter cutter;
    const PolygonCut& cut = cutter.cut(corners);
    CHECK_FALSE(cut.crosses);
    CHECK_FALSE(cut.bent);
    double sum = 0;
    for (size_t i = 0; i < cut.triangles.size(); i += 3) {
      const auto corner = [&](size_t k) { return ring[cut.triangles[i + k]]; };
      sum += static_cast<double>(std::abs(turn(corner(0), corner(1), corner(2))));
    }
    CHECK(sum == doctest::Approx(static_cast<double>(std::abs(twice_area(ring)))).epsilon(1e-3));
  }
}

TEST_CASE("polygon ears: a boundary that crosses itself, or is bent, is told and cut all the same") {
  const IntegerPlane ground{{}, {1, 0, 0}, {0, 0, 1}};
  const auto crosses = [&](const Ring& ring) { return cut_on(ground, ring).crosses; };
  CHECK(crosses({{0, 0}, {4, 4}, {4, 0}, {0, 4}}));                        // its halves add up to nothing
  CHECK(crosses({{0, 0}, {4, 4}, {9, 0}, {0, 3}}));                        // one is larger
  CHECK(crosses({{0, -9}, {5, 9}, {-9, -2}, {9, -2}, {-5, 9}}));           // round twice
  CHECK(crosses({{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}));        // through a corner
  CHECK_FALSE(crosses({{0, 0}, {2, 2}, {0, 4}, {4, 4}, {2, 2}, {4, 0}}));  // touches itself there
  CHECK_FALSE(crosses({{0, 0}, {4, 0}, {2, 0}, {8, 0}}));                  // a line
  CHECK_FALSE(crosses({{0, 0}, {4, 0}, {4, 9}, {4, 4}, {0, 4}}));          // with a spike
  PolygonCutter cutter;
  const std::vector<std::array<float, 3>> bent = {{0, 0, 0}, {0, 0, 4}, {4, 1, 4}, {4, 0, 0}};
  CHECK(cutter.cut(bent).bent);
  CHECK(cutter.cut(bent).off_plane == doctest::Approx(0.25).epsilon(0.05));
  CHECK(cutter.cut(bent).triangles.size() == 6);
  // Whatever the corners are, there are triangles of them, one fewer than corners at most, and it ends.
  Rng rng(15);
  for (int round = 0; round < test::rounds(3000); ++round) {
    std::vector<std::array<float, 3>> corners;
    const int n = rng.between(3, 30), size = rng.between(1, 12), high = rng.between(0, 2);
    for (int i = 0; i < n; ++i) {
      corners.push_back({static_cast<float>(rng.between(0, size)), static_cast<float>(rng.between(0, high)),
                         static_cast<float>(rng.between(0, size))});
    }
    const PolygonCut& cut = cutter.cut(corners);
    CHECK(cut.triangles.size() % 3 == 0);
    CHECK(cut.triangles.size() <= 3 * (corners.size() - 2));
    CHECK(std::ranges::all_of(cut.triangles, [&](uint32_t corner) { return corner < corners.size(); }));
    CHECK_FALSE(cut.fanned);
  }
}

TEST_CASE("polygon ears: long boundaries take little work, and what takes too much is cut as a fan") {
  // A spiral, a comb and a star of 10,000 corners each.
  Ring spiral;
  constexpr int kHalf = 5000;
  for (int i = 0; i < kHalf; ++i) spiral.push_back({0, 0});
  for (int i = 0; i < kHalf; ++i) {
    const double angle = 0.02 * i, far = 20 * angle;
    spiral[static_cast<size_t>(i)] = {std::lround((far + 100) * std::cos(angle)),
                                      std::lround((far + 100) * std::sin(angle))};
    spiral.insert(spiral.begin() + kHalf,
                  {std::lround((far + 160) * std::cos(angle)), std::lround((far + 160) * std::sin(angle))});
  }
  Rng rng(16);
  Ring teeth = comb(rng, 2500), spikes;
  for (int i = 0; i < 2 * kHalf; ++i) {
    const double angle = 6.283185307179586 * i / (2 * kHalf), far = i % 2 == 0 ? 4e5 : 1e5;
    spikes.push_back({std::lround(far * std::cos(angle)), std::lround(far * std::sin(angle))});
  }
  const IntegerPlane ground{{}, {1, 0, 0}, {0, 0, 1}};
  for (const Ring& ring : {spiral, teeth, spikes}) {
    std::vector<std::array<float, 3>> corners;
    for (const PlanePoint spot : ring) corners.push_back(ground.at(spot));
    PolygonCutter cutter(ring.size() * 1000);
    const PolygonCut cut = cutter.cut(corners);
    CHECK_FALSE(cut.fanned);
    CHECK_FALSE(cut.crosses);
    int64_t sum = 0;
    for (size_t i = 0; i < cut.triangles.size(); i += 3) {
      sum += std::abs(turn(ring[cut.triangles[i]], ring[cut.triangles[i + 1]], ring[cut.triangles[i + 2]]));
    }
    CHECK(sum == std::abs(twice_area(ring)));
    PolygonCutter tired(ring.size() / 2);
    const PolygonCut fan = tired.cut(corners);
    CHECK(fan.fanned);
    CHECK(fan.triangles.size() <= 3 * (ring.size() - 2));
  }
}
