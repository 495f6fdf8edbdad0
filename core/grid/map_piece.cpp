#include "core/grid/map_piece.hpp"

#include <algorithm>
#include <cstddef>

#include "core/base/work_count.hpp"
#include "core/grid/cell_set.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

namespace {

// Side of the squares in which a piece is rotated: their rows and columns stay in the processor's cache.
constexpr int kTurnSide = 64;

std::ptrdiff_t offset(int width, int x, int y) { return static_cast<std::ptrdiff_t>(y) * width + x; }

// Collects runs into edits of at most kPartCells cells each.
class EditSplitter {
 public:
  void add(CellId first, uint32_t count, char letter) {
    while (count > 0) {
      if (parts_.empty() || room_ == 0) {
        parts_.emplace_back();
        room_ = kPartCells;
      }
      const uint32_t now = std::min(count, room_);
      parts_.back().runs.push_back({first, now, letter});
      first += now;
      count -= now;
      room_ -= now;
    }
  }
  std::vector<Edit> take() { return std::move(parts_); }

 private:
  std::vector<Edit> parts_;
  uint32_t room_ = 0;
};

}  // namespace

MapPiece cut_out(const GridMap& map, const CellSet& cells) {
  const Rect box = cells.bounds();
  if (box.empty()) return {};
  MapPiece piece{box.width(), box.height(), {}};
  piece.letters.assign(static_cast<size_t>(piece.width) * static_cast<size_t>(piece.height), MapPiece::kMissing);
  const std::span<const char> letters = map.letters();
  count_work(piece.letters.size());
  cells.for_runs(box, [&](int y, int x0, int x1) {
    const auto from = letters.begin() + offset(map.width(), x0, y);
    std::copy(from, from + (x1 - x0), piece.letters.begin() + offset(piece.width, x0 - box.x0, y - box.y0));
  });
  return piece;
}

MapPiece mirrored(const MapPiece& piece, bool upside_down) {
  count_work(piece.letters.size());
  MapPiece turned{piece.width, piece.height, std::vector<char>(piece.letters.size())};
  for (int y = 0; y < piece.height; ++y) {
    const auto row = piece.letters.begin() + offset(piece.width, 0, y);
    if (upside_down) {
      std::copy(row, row + piece.width, turned.letters.begin() + offset(piece.width, 0, piece.height - 1 - y));
    } else {
      std::reverse_copy(row, row + piece.width, turned.letters.begin() + offset(piece.width, 0, y));
    }
  }
  return turned;
}

MapPiece rotated(const MapPiece& piece, bool right) {
  count_work(piece.letters.size());
  MapPiece turned{piece.height, piece.width, std::vector<char>(piece.letters.size())};
  for (int top = 0; top < piece.height; top += kTurnSide) {
    for (int left = 0; left < piece.width; left += kTurnSide) {
      const int bottom = std::min(top + kTurnSide, piece.height), end = std::min(left + kTurnSide, piece.width);
      for (int x = left; x < end; ++x) {
        for (int y = top; y < bottom; ++y) {
          const int column = right ? piece.height - 1 - y : y;
          const int row = right ? x : piece.width - 1 - x;
          turned.letters[static_cast<size_t>(offset(turned.width, column, row))] = piece.at(x, y);
        }
      }
    }
  }
  return turned;
}

void fill(MapPiece& piece, char letter) {
  count_work(piece.letters.size());
  for (char& one : piece.letters) one = one == MapPiece::kMissing ? one : letter;
}

CellSet cells_of(const MapPiece& piece, Cell at, int width, int height) {
  count_work(piece.letters.size());
  CellSet cells(width, height);
  for (int y = 0; y < piece.height; ++y) {
    for (int x = 0; x < piece.width;) {
      int end = x;
      while (end < piece.width && piece.at(end, y) != MapPiece::kMissing) ++end;
      if (end > x) cells.put({at.x + x, at.y + y, at.x + end, at.y + y + 1}, true);
      x = end + 1;
    }
  }
  return cells;
}

std::vector<Edit> edits_of(const GridMap& map, const PieceEdit& change) {
  const Rect cleared = change.clear != nullptr ? change.clear->bounds() : Rect{};
  const Rect put = change.piece != nullptr ? change.piece->box(change.at).clipped(map.bounds()) : Rect{};
  Rect reached = cleared;
  reached.include(put);
  EditSplitter parts;
  std::vector<char> row(static_cast<size_t>(std::max(reached.width(), 0)));
  count_work(static_cast<uint64_t>(row.size()) * static_cast<uint64_t>(std::max(reached.height(), 0)));
  for (int y = reached.y0; y < reached.y1; ++y) {
    const CellId first = map.id({reached.x0, y});
    const auto old = map.letters().begin() + static_cast<std::ptrdiff_t>(first);
    std::copy(old, old + reached.width(), row.begin());
    if (change.clear != nullptr) {
      change.clear->for_runs({reached.x0, y, reached.x1, y + 1}, [&](int, int x0, int x1) {
        std::fill(row.begin() + (x0 - reached.x0), row.begin() + (x1 - reached.x0), change.ground);
      });
    }
    if (y >= put.y0 && y < put.y1) {
      for (int x = put.x0; x < put.x1; ++x) {
        const char letter = change.piece->at(x - change.at.x, y - change.at.y);
        if (letter != MapPiece::kMissing) row[static_cast<size_t>(x - reached.x0)] = letter;
      }
    }
    for (int x = 0; x < reached.width();) {
      const char letter = row[static_cast<size_t>(x)];
      int end = x;
      while (end < reached.width() && row[static_cast<size_t>(end)] == letter && old[end] != letter) ++end;
      if (end > x) parts.add(first + static_cast<CellId>(x), static_cast<uint32_t>(end - x), letter);
      x = std::max(end, x + 1);
    }
  }
  return parts.take();
}

GridMap with_sides(const GridMap& map, int width, int height, Cell at, char fill) {
  std::vector<char> letters(static_cast<size_t>(width) * static_cast<size_t>(height), fill);
  const Rect kept = Rect{at.x, at.y, at.x + map.width(), at.y + map.height()}.clipped({0, 0, width, height});
  for (int y = kept.y0; y < kept.y1; ++y) {
    const auto from = map.letters().begin() + offset(map.width(), kept.x0 - at.x, y - at.y);
    std::copy(from, from + std::max(kept.width(), 0), letters.begin() + offset(width, kept.x0, y));
  }
  GridMap moved(width, height, std::move(letters), map.letter_terrains());
  if (map.links() == nullptr) return moved;
  Edit edit;
  for (const MapLink& link : map.links()->all()) {
    const Cell from = map.cell(link.from), to = map.cell(link.to);
    const Cell new_from{from.x + at.x, from.y + at.y}, new_to{to.x + at.x, to.y + at.y};
    if (!moved.contains(new_from) || !moved.contains(new_to)) continue;
    edit.links.push_back({moved.id(new_from), moved.id(new_to), link.length});
  }
  moved.apply(edit);
  return moved;
}

}  // namespace strata
