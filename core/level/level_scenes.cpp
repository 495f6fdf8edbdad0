#include "core/level/level_scenes.hpp"

#include <fmt/format.h>

#include <array>

namespace strata {
namespace {

struct GroundPoint {
  double x, z;
};

class ObjWriter {
 public:
  void comment(std::string_view text) { text_ += fmt::format("# {}\n", text); }
  void group(std::string_view name) { text_ += fmt::format("g {}\n", name); }
  // Adds a quadrangle. The corners go counterclockwise as seen from the visible side.
  void quad(const std::array<std::array<double, 3>, 4>& corners) {
    for (const auto& [x, y, z] : corners) text_ += fmt::format("v {:g} {:g} {:g}\n", x, y, z);
    text_ += "f -4 -3 -2 -1\n";
  }
  // Adds a slope from height y0 at a.x to y1 at b.x.
  void ramp(GroundPoint a, GroundPoint b, double y0, double y1) {
    quad({{{a.x, y0, a.z}, {a.x, y0, b.z}, {b.x, y1, b.z}, {b.x, y1, a.z}}});
  }
  void floor(GroundPoint a, GroundPoint b, double y) { ramp(a, b, y, y); }
  // Adds a box without its underside.
  void box(GroundPoint a, GroundPoint b, double y0, double y1) {
    floor(a, b, y1);
    quad({{{a.x, y0, a.z}, {a.x, y1, a.z}, {b.x, y1, a.z}, {b.x, y0, a.z}}});
    quad({{{b.x, y0, b.z}, {b.x, y1, b.z}, {a.x, y1, b.z}, {a.x, y0, b.z}}});
    quad({{{a.x, y0, b.z}, {a.x, y1, b.z}, {a.x, y1, a.z}, {a.x, y0, a.z}}});
    quad({{{b.x, y0, a.z}, {b.x, y1, a.z}, {b.x, y1, b.z}, {b.x, y0, b.z}}});
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

constexpr double kWidth = 72, kDepth = 48, kWall = 3.6, kThick = 0.8, kTerrace = 3.2;

// Adds the walls of the rooms in the west, with doors of two metres.
void add_rooms(ObjWriter& obj) {
  obj.group("rooms");
  for (const double x : {10.0, 20.0}) {
    double from = 0;
    for (const double door : {5.0, 17.0, 29.0, 41.0}) {
      const double shifted = door + (x > 15 ? 3 : 0);
      obj.box({x, from}, {x + kThick, shifted}, 0, kWall);
      from = shifted + 2;
    }
    obj.box({x, from}, {x + kThick, kDepth}, 0, kWall);
  }
  for (const double z : {12.0, 24.0, 36.0}) {
    obj.box({0, z}, {4, z + kThick}, 0, kWall);
    obj.box({6, z}, {14, z + kThick}, 0, kWall);
    obj.box({16, z}, {20, z + kThick}, 0, kWall);
  }
}

void add_pillars(ObjWriter& obj) {
  obj.group("pillars");
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 5; ++row) {
      const double x = 26 + 6 * column, z = 6 + 8.5 * row;
      obj.box({x, z}, {x + 1.6, z + 1.6}, 0, kWall);
    }
  }
}

// Adds two terraces, a bridge between them, a ramp up to one and stairs up to the other.
void add_terraces(ObjWriter& obj) {
  obj.group("terraces");
  obj.box({52, 2}, {70, 16}, 0, kTerrace);
  obj.box({52, 32}, {70, 46}, 0, kTerrace);
  obj.group("bridge");
  obj.floor({58, 15.6}, {63, 32.4}, kTerrace);
  obj.quad({{{58, kTerrace - 0.3, 16}, {63, kTerrace - 0.3, 16}, {63, kTerrace - 0.3, 32}, {58, kTerrace - 0.3, 32}}});
  obj.group("ramp");
  obj.ramp({43, 6}, {52, 11}, 0, kTerrace);
  obj.group("stairs");
  constexpr int kSteps = 8;
  for (int step = 0; step < kSteps; ++step) {
    obj.box({52 - 0.75 * (kSteps - step), 37}, {52, 42}, kTerrace * step / kSteps, kTerrace * (step + 1) / kSteps);
  }
}

}  // namespace

std::string courtyard_level() {
  ObjWriter obj;
  obj.comment("A courtyard for path-finding: rooms, pillars, two terraces, and a bridge to walk over and under.");
  obj.comment("Metres; y goes up. Made by strata-bench generate --stock-level.");
  obj.group("ground");
  obj.floor({0, 0}, {kWidth, kDepth}, 0);
  obj.group("outer walls");
  obj.box({-kThick, -kThick}, {kWidth + kThick, 0}, 0, kWall);
  obj.box({-kThick, kDepth}, {kWidth + kThick, kDepth + kThick}, 0, kWall);
  obj.box({-kThick, 0}, {0, kDepth}, 0, kWall);
  obj.box({kWidth, 0}, {kWidth + kThick, kDepth}, 0, kWall);
  add_rooms(obj);
  add_pillars(obj);
  add_terraces(obj);
  return obj.take();
}

}  // namespace strata
