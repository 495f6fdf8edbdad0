// Purpose: SlicedHeatMap computes a heat map of costs over several frames, so that a large map holds up none of them: a
//          first pass over the cells finds the range of the costs, a second one the colours, from the top row down.
// Shapes: cells has a colour index for each cell, row by row: 0 without a cost, else from kFieldFirst for the lowest
//         cost up to 255 for the highest. A row has its previous colours until it is computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/base/palette.hpp"
#include "app/draw/draw_list.hpp"
#include "core/grid/cost.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

class SlicedHeatMap {
 public:
  // The versions of the heat maps that share a picture must not be mixed up: each begins at another one.
  explicit SlicedHeatMap(uint64_t first_version = 0) : version_(first_version) {}

  // Adapts the size to the map. Returns whether it was another one: then all cells are without a colour.
  bool fit(const GridMap& map) {
    if (width_ == map.width() && height_ == map.height()) return false;
    width_ = map.width();
    height_ = map.height();
    cells_.assign(map.cell_count(), 0);
    note_all();
    return true;
  }
  // Begins again with the first pass.
  void begin() {
    row_ = 0;
    low_ = kInfinite;
    high_ = 0;
    stage_ = Stage::kMeasure;
  }
  // Takes all colours away.
  void blank() {
    std::ranges::fill(cells_, uint8_t{0});
    note_all();
    stage_ = Stage::kDone;
    shown_low_ = 1;
    shown_high_ = 0;
  }
  // Goes on with about `budget` cells; value(id, cell) returns the cost of a cell, kInfinite if it has none. Costs may
  // change between two calls: they are then cut off at the range that was found.
  template <class Value>
  void work(const GridMap& map, size_t budget, Value&& value) {
    const auto width = static_cast<size_t>(width_);
    budget = std::max(budget, width);
    const auto rows = [&](auto&& visit) {
      for (; row_ < height_ && budget >= width; ++row_, budget -= width) visit(row_);
    };
    if (stage_ == Stage::kMeasure) {
      rows([&](int y) {
        for (int x = 0; x < width_; ++x) {
          const Cost v = value(map.id({x, y}), Cell{x, y});
          if (v == kInfinite) continue;
          low_ = std::min(low_, v);
          high_ = std::max(high_, v);
        }
      });
      if (row_ < height_) return;
      row_ = 0;
      stage_ = Stage::kPaint;
      shown_low_ = low_ == kInfinite ? 1 : low_;
      shown_high_ = low_ == kInfinite ? 0 : high_;
    }
    if (stage_ != Stage::kPaint || budget < width) return;
    const int begin = row_;
    const double scale = high_ > low_ ? (255.0 - kFieldFirst) / (high_ - low_) : 0;
    rows([&](int y) {
      uint8_t* out = cells_.data() + static_cast<size_t>(y) * width;
      for (int x = 0; x < width_; ++x) {
        Cost v = value(map.id({x, y}), Cell{x, y});
        if (v != kInfinite) v = low_ > high_ ? kInfinite : std::clamp(v, low_, high_);
        out[x] = v == kInfinite ? uint8_t{0} : static_cast<uint8_t>(kFieldFirst + static_cast<int>((v - low_) * scale));
      }
    });
    dirty_ = {0, begin, width_, row_};
    ++version_;
    if (row_ == height_) stage_ = Stage::kDone;
  }

  bool done() const { return stage_ == Stage::kDone; }
  // The costs that the lowest and the highest colour stand for; low > high: there are none.
  Cost low() const { return shown_low_; }
  Cost high() const { return shown_high_; }
  bool empty() const { return cells_.empty(); }
  ScalarFieldImage image(bool on, float opacity, const LegendEntry& entry) const {
    return {on && !cells_.empty(), opacity, width_, height_, cells_.data(), version_, dirty_, entry};
  }

 private:
  enum class Stage : uint8_t { kDone, kMeasure, kPaint };

  void note_all() {
    dirty_ = {0, 0, width_, height_};
    ++version_;
  }

  std::vector<uint8_t> cells_;
  int width_ = 0, height_ = 0;
  uint64_t version_ = 0;
  Rect dirty_;
  Stage stage_ = Stage::kDone;
  int row_ = 0;  // the row that the present pass computes next
  Cost low_ = kInfinite, high_ = 0;
  Cost shown_low_ = 1, shown_high_ = 0;
};

}  // namespace strata
