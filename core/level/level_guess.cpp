#include "core/level/level_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "core/io/obj_file.hpp"

namespace strata {
namespace {

// A guess must be better than the present import by this factor.
constexpr double kClearly = 2;
// Plausible sides of levels for people, in metres.
constexpr double kSmallLevel = 3, kUsualLevel = 5, kLargeLevel = 1500;

std::string grouped(size_t number) {
  std::string text = fmt::format("{}", number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

struct UnitGuess {
  float scale;
  const char* question;
};

// Returns a common unit in which a level of this side has a plausible size.
std::optional<UnitGuess> unit_for(double side) {
  static constexpr std::array kSmaller = {UnitGuess{0.01f, "is it in centimetres?"},
                                          UnitGuess{0.001f, "is it in millimetres?"}};
  if (side > kLargeLevel) {
    for (const UnitGuess unit : kSmaller) {
      if (side * double{unit.scale} >= kUsualLevel && side * double{unit.scale} <= kLargeLevel) return unit;
    }
  }
  if (side < kSmallLevel && side * 100 >= kUsualLevel) return UnitGuess{100, "is it a hundred times too small?"};
  if (side < kSmallLevel && side * 1000 >= kUsualLevel) return UnitGuess{1000, "is it in kilometres?"};
  return std::nullopt;
}

}  // namespace

std::string faces_pointing(size_t count, size_t all, const char* where) {
  return fmt::format("{} of {} {} {} {}", grouped(count), grouped(all), all == 1 ? "face" : "faces",
                     count == 1 ? "points" : "point", where);
}

std::optional<LevelImportGuess> guess_import(const ObjMesh& obj, const LevelOptions& options) {
  const ObjImport& now = options.import;
  const double up = obj.area(FaceDirection::kUp), down = obj.area(FaceDirection::kDown);
  const size_t all = std::accumulate(obj.faces_facing.begin(), obj.faces_facing.end(), size_t{0});
  const std::array<double, 3> size = {double{obj.high[0]} - obj.low[0], double{obj.high[1]} - obj.low[1],
                                      double{obj.high[2]} - obj.low[2]};
  // If the other axis points up in the file, floors face to the front or back as read now, along or against z.
  const bool y_up = now.up == ObjUpAxis::kY || now.up == ObjUpAxis::kMinusY;
  const bool ahead = now.up == ObjUpAxis::kY || now.up == ObjUpAxis::kMinusZ;
  const FaceDirection along = ahead ? FaceDirection::kFront : FaceDirection::kBack;
  const FaceDirection against = ahead ? FaceDirection::kBack : FaceDirection::kFront;
  const double most = std::max(obj.area(along), obj.area(against));
  if (most > kClearly * std::max(up, down) && size[2] < size[1]) {
    LevelImportGuess guess{.import = now, .question = {}, .because = {}, .how = {}};
    guess.import.up = y_up ? ObjUpAxis::kZ : ObjUpAxis::kY;
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
    LevelImportGuess guess{.import = now,
                           .question = fmt::format("is the winding turned, or is {} up?", y_up ? "z" : "y"),
                           .because = faces_pointing(obj.faces(FaceDirection::kDown), all, "down"),
                           .how = "faces flipped"};
    guess.import.flip = !now.flip;
    return guess;
  }
  const double side = std::max(size[0], size[2]);
  if (const auto unit = now.scale == 1 ? unit_for(side) : std::nullopt) {
    LevelImportGuess guess{.import = now,
                           .question = unit->question,
                           .because = fmt::format("its longer side is {:.4g} m", side),
                           .how = fmt::format("a scale of {}", unit->scale)};
    guess.import.scale = unit->scale;
    return guess;
  }
  return std::nullopt;
}

}  // namespace strata
