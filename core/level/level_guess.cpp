#include "core/level/level_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/io/obj_file.hpp"

namespace strata {
namespace {

// A guess must be better than the import in use by this factor.
constexpr double kClearly = 2;
// Sides of levels in which people walk, in metres.
constexpr double kSmallLevel = 3, kUsualLevel = 5, kLargeLevel = 1500;

std::string grouped(size_t number) {
  std::string text = fmt::format("{}", number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

struct Unit {
  float scale;
  const char* question;
};

// Returns the usual unit in which a level of this side has a usual size.
std::optional<Unit> unit_for(double side) {
  static constexpr std::array kSmaller = {Unit{0.01f, "is it in centimetres?"}, Unit{0.001f, "is it in millimetres?"}};
  if (side > kLargeLevel) {
    for (const Unit unit : kSmaller) {
      if (side * double{unit.scale} >= kUsualLevel && side * double{unit.scale} <= kLargeLevel) return unit;
    }
  }
  if (side < kSmallLevel && side * 100 >= kUsualLevel) return Unit{100, "is it a hundred times too small?"};
  if (side < kSmallLevel && side * 1000 >= kUsualLevel) return Unit{1000, "is it in kilometres?"};
  return std::nullopt;
}

}  // namespace

std::string faces_pointing(size_t count, size_t all, const char* where) {
  return fmt::format("{} of {} {} {} {}", grouped(count), grouped(all), all == 1 ? "face" : "faces",
                     count == 1 ? "points" : "point", where);
}

std::optional<LevelGuess> guess_import(const ObjMesh& obj, const LevelOptions& options) {
  const ObjImport& now = options.import;
  const double up = obj.area(ObjFacing::kUp), down = obj.area(ObjFacing::kDown);
  const size_t all = std::accumulate(obj.faces_facing.begin(), obj.faces_facing.end(), size_t{0});
  const std::array<double, 3> size = {double{obj.high[0]} - obj.low[0], double{obj.high[1]} - obj.low[1],
                                      double{obj.high[2]} - obj.low[2]};
  // In files in which the other axis goes up, floors face to the front or to the back here, along or against z.
  const bool y_up = now.up == ObjUp::kY || now.up == ObjUp::kMinusY;
  const bool ahead = now.up == ObjUp::kY || now.up == ObjUp::kMinusZ;
  const ObjFacing along = ahead ? ObjFacing::kFront : ObjFacing::kBack;
  const ObjFacing against = ahead ? ObjFacing::kBack : ObjFacing::kFront;
  const double most = std::max(obj.area(along), obj.area(against));
  if (most > kClearly * std::max(up, down) && size[2] < size[1]) {
    LevelGuess guess{.import = now, .question = {}, .because = {}, .how = {}};
    guess.import.up = y_up ? ObjUp::kZ : ObjUp::kY;
    const char* const axis = y_up ? "z" : "y";
    const bool turned = obj.area(against) > kClearly * obj.area(along);
    if (turned) guess.import.flip = !now.flip;
    guess.question = fmt::format("is {} up{}?", axis, turned ? ", and the winding turned" : "");
    guess.because = faces_pointing(obj.faces(turned ? against : along), all,
                                   turned ? (y_up ? "against z" : "against y") : (y_up ? "along z" : "along y"));
    guess.how = fmt::format("{} up{}", axis, turned ? " and faces flipped" : "");
    return guess;
  }
  if (down > kClearly * up) {
    LevelGuess guess{.import = now,
                     .question = fmt::format("is the winding turned, or is {} up?", y_up ? "z" : "y"),
                     .because = faces_pointing(obj.faces(ObjFacing::kDown), all, "down"),
                     .how = "faces flipped"};
    guess.import.flip = !now.flip;
    return guess;
  }
  const double side = std::max(size[0], size[2]);
  if (const auto unit = now.scale == 1 ? unit_for(side) : std::nullopt) {
    LevelGuess guess{.import = now,
                     .question = unit->question,
                     .because = fmt::format("its longer side is {:.4g} m", side),
                     .how = fmt::format("a scale of {}", unit->scale)};
    guess.import.scale = unit->scale;
    return guess;
  }
  return std::nullopt;
}

}  // namespace strata
