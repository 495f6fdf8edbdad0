#include "app/draw/map_texts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

namespace strata {
namespace {

constexpr Rgba kPlate = rgba(0x101820, 205);
// Height of a text, as a share of the row in which it stands.
constexpr float kRowShare = 0.86f;
// Height of the letters S and G: as a share of a cell, with a minimum and a maximum in pixels.
constexpr double kLetterShare = 0.45, kLeastLetter = 12, kMostLetter = 18;
// Radius of the marker of a sign: as a share of a cell, with a minimum in pixels.
constexpr double kSignShare = 0.52, kLeastSign = 8;
constexpr double kSmallLetter = 8;  // pixels: width of a letter of the default size
constexpr double kSmallLine = 16;   // pixels: height of a line of the default size

Cell cell_of(const DrawLabel& label) {
  return {static_cast<int>(std::floor(label.x)), static_cast<int>(std::floor(label.y))};
}

// Returns whether the text is the letter or number of a sign. Such texts have the default size and stand in the
// middle of a cell.
bool is_sign(const DrawLabel& label) {
  const Cell cell = cell_of(label);
  return label.share == 0 && label.x == static_cast<float>(cell.x) + 0.5f &&
         label.y == static_cast<float>(cell.y) + 0.5f;
}

auto order_of(Cell cell) { return std::tuple(cell.y, cell.x); }

// Returns the y coordinate of the middle of row `row`, if the cell is divided into `rows` rows.
float row_middle(Cell cell, int row, int rows) {
  return static_cast<float>(cell.y) + (static_cast<float>(row) + 0.5f) / static_cast<float>(rows);
}

}  // namespace

MapTexts::CellTextRows* MapTexts::sign_at(const DrawLabel& label) {
  const Cell cell = cell_of(label);
  const auto found = std::ranges::lower_bound(signs_, order_of(cell), {},
                                              [](const CellTextRows& sign) { return order_of(sign.cell); });
  return found != signs_.end() && found->cell == cell ? &*found : nullptr;
}

// Returns the start or goal whose letter a text of the default size would cover; null: it covers neither.
MapTexts::CellTextRows* MapTexts::end_below(const DrawLabel& label, double zoom, double pixel) {
  const double half = kSmallLetter * pixel * static_cast<double>(std::strlen(label.text)) / 2;
  for (CellTextRows& sign : signs_) {
    if (!sign.is_end) continue;
    const double x = std::abs(static_cast<double>(label.x) - sign.cell.x - 0.5) * zoom;
    const double y = std::abs(static_cast<double>(label.y) - sign.cell.y - 0.5) * zoom;
    if (x < half + kMostLetter * pixel / 2 && y < (kSmallLine + kMostLetter) * pixel / 2) return &sign;
  }
  return nullptr;
}

void MapTexts::place(std::span<const DrawLabel> labels, const QueryEndCells& ends, double zoom, double pixel) {
  labels_.assign(labels.begin(), labels.end());
  letters_.clear();
  signs_.clear();
  if (ends.any) {
    signs_.push_back({.cell = ends.start, .is_end = true});
    if (ends.goal != ends.start) signs_.push_back({.cell = ends.goal, .is_end = true});
  }
  for (const DrawLabel& label : labels_) {
    const bool known = std::ranges::any_of(std::span(signs_).first(std::min<size_t>(signs_.size(), 2)),
                                           [&](const CellTextRows& sign) { return sign.cell == cell_of(label); });
    if (is_sign(label) && !known) signs_.push_back({.cell = cell_of(label)});
  }
  if (signs_.empty()) return;
  std::ranges::sort(signs_, {}, [](const CellTextRows& sign) { return order_of(sign.cell); });
  for (const DrawLabel& label : labels_) {
    if (CellTextRows* sign = label.share > 0 ? sign_at(label) : nullptr) ++sign->rows;
  }
  for (DrawLabel& label : labels_) {
    CellTextRows* sign = sign_at(label);
    if (label.share == 0 && (sign == nullptr || sign->is_end)) sign = end_below(label, zoom, pixel);
    if (sign == nullptr) continue;
    const int rows = sign->rows + 1;
    if (label.share > 0) {
      label.y = row_middle(sign->cell, ++sign->placed, rows);
      label.share = std::min(label.share, kRowShare / static_cast<float>(rows));
    } else if (is_sign(label) && !sign->is_end && !sign->lettered) {
      // This is the sign's own letter. If the cell has other texts, it moves to the first row.
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
    // A text on the sign of start or goal stands on a plate of its own, not on the colour of its cell.
    if (label.back != 0 && !sign->is_end) continue;
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
