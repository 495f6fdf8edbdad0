#include "app/draw/map_texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

namespace strata {
namespace {

constexpr Rgba kPlate = rgba(0x101820, 205);
constexpr float kRowShare = 0.86f;                                          // of the height of a row, the text in it
constexpr double kLetterShare = 0.45, kLeastLetter = 12, kMostLetter = 18;  // of a cell; pixels
constexpr double kSignShare = 0.52, kLeastSign = 8;                         // from the middle of a sign to its rim
constexpr double kSmallLetter = 8;  // pixels, the width of a letter of the usual size
constexpr double kSmallLine = 16;   // pixels, a line of the usual size

Cell cell_of(const DrawLabel& label) {
  return {static_cast<int>(std::floor(label.x)), static_cast<int>(std::floor(label.y))};
}

// Texts of the usual size in the very middle of a cell are those of a sign that stands there.
bool is_sign(const DrawLabel& label) {
  const Cell cell = cell_of(label);
  return label.share == 0 && label.x == static_cast<float>(cell.x) + 0.5f &&
         label.y == static_cast<float>(cell.y) + 0.5f;
}

auto order_of(Cell cell) { return std::tuple(cell.y, cell.x); }

// The middle of row `row` of so many in the cell.
float row_middle(Cell cell, int row, int rows) {
  return static_cast<float>(cell.y) + (static_cast<float>(row) + 0.5f) / static_cast<float>(rows);
}

}  // namespace

MapTexts::Sign* MapTexts::sign_at(const DrawLabel& label) {
  const Cell cell = cell_of(label);
  const auto found =
      std::ranges::lower_bound(signs_, order_of(cell), {}, [](const Sign& sign) { return order_of(sign.cell); });
  return found != signs_.end() && found->cell == cell ? &*found : nullptr;
}

// Returns the end whose letter the text of the usual size would cover; null: none.
MapTexts::Sign* MapTexts::end_below(const DrawLabel& label, double zoom, double pixel) {
  const double half = kSmallLetter * pixel * static_cast<double>(std::strlen(label.text)) / 2;
  for (Sign& sign : signs_) {
    if (!sign.is_end) continue;
    const double x = std::abs(static_cast<double>(label.x) - sign.cell.x - 0.5) * zoom;
    const double y = std::abs(static_cast<double>(label.y) - sign.cell.y - 0.5) * zoom;
    if (x < half + kMostLetter * pixel / 2 && y < (kSmallLine + kMostLetter) * pixel / 2) return &sign;
  }
  return nullptr;
}

void MapTexts::place(std::span<const DrawLabel> labels, const MapEnds& ends, double zoom, double pixel) {
  labels_.assign(labels.begin(), labels.end());
  letters_.clear();
  signs_.clear();
  if (ends.any) {
    signs_.push_back({.cell = ends.start, .is_end = true});
    if (ends.goal != ends.start) signs_.push_back({.cell = ends.goal, .is_end = true});
  }
  for (const DrawLabel& label : labels_) {
    const bool known = std::ranges::any_of(std::span(signs_).first(std::min<size_t>(signs_.size(), 2)),
                                           [&](const Sign& sign) { return sign.cell == cell_of(label); });
    if (is_sign(label) && !known) signs_.push_back({.cell = cell_of(label)});
  }
  if (signs_.empty()) return;
  std::ranges::sort(signs_, {}, [](const Sign& sign) { return order_of(sign.cell); });
  for (const DrawLabel& label : labels_) {
    if (Sign* sign = label.share > 0 ? sign_at(label) : nullptr) ++sign->rows;
  }
  for (DrawLabel& label : labels_) {
    Sign* sign = sign_at(label);
    if (label.share == 0 && (sign == nullptr || sign->is_end)) sign = end_below(label, zoom, pixel);
    if (sign == nullptr) continue;
    const int rows = sign->rows + 1;
    if (label.share > 0) {
      label.y = row_middle(sign->cell, ++sign->placed, rows);
      label.share = std::min(label.share, kRowShare / static_cast<float>(rows));
    } else if (is_sign(label) && !sign->is_end && !sign->lettered) {
      // The letter of the sign itself, in the first row if there are others.
      sign->lettered = true;
      if (rows == 1) continue;
      label.y = row_middle(sign->cell, 0, rows);
      label.share = kRowShare / static_cast<float>(rows);
    } else if (sign->is_end || is_sign(label)) {
      const double rim = std::max(kSignShare * zoom, kLeastSign * pixel);
      const double by = rim + (sign->below++ + 0.5) * kSmallLine * pixel;
      label.y = row_middle(sign->cell, 0, 1) + static_cast<float>(by / zoom);
    } else {
      continue;
    }
    if (label.back != 0) continue;
    label.back = kPlate;
    label.color = palette::kWhite;
  }
  if (!ends.any) return;
  const auto letter = [&](Cell cell, const char* text, Rgba back) {
    DrawLabel at;
    at.x = static_cast<float>(cell.x) + 0.5f;
    at.y = static_cast<float>(cell.y) + 0.5f;
    const int rows = sign_at(at)->rows + 1;
    const double size = std::clamp(zoom * kLetterShare, kLeastLetter * pixel, kMostLetter * pixel);
    const double fitting = rows == 1 ? size : std::min(size, zoom * static_cast<double>(kRowShare) / rows);
    letters_.push_back(
        {at.x, row_middle(cell, 0, rows), static_cast<float>(std::floor(fitting)), rows == 1 ? 0 : back, text});
  };
  if (ends.start == ends.goal) return letter(ends.start, "S G", palette::kStart);
  letter(ends.start, "S", palette::kStart);
  letter(ends.goal, "G", palette::kGoal);
}

}  // namespace strata
