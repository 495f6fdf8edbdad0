#include "core/grid/map_piece.hpp"

#include <algorithm>
#include <cstddef>

#include "core/base/work_count.hpp"
#include "core/grid/cell_set.hpp"

namespace strata {

namespace {

// Side of the squares in which a piece is rotated: their rows and columns stay in the processor's cache.
constexpr int kTurnSide = 64;

std::ptrdiff_t offset(int width, int x, int y) { return static_cast<std::ptrdiff_t>(y) * width + x; }

// Collects runs into edits of at most kPartCells cells each.
class EditSplitter {
 public:
  // `weight`: CellRun::kSameWeight or a weight.
  void add(CellId first, uint32_t count, char letter, int weight) {
    while (count > 0) {
      if (parts_.empty() || room_ == 0) {
        parts_.emplace_back();
        room_ = kPartCells;
      }
      const uint32_t now = std::min(count, room_);
      parts_.back().runs.push_back({first, now, letter, static_cast<int16_t>(weight)});
      first += now;
      count -= now;
      room_ -= now;
    }
  }
  // Puts the links into the last part.
  void add_links(std::vector<MapLink> links) {
    if (links.empty()) return;
    if (parts_.empty()) parts_.emplace_back();
    parts_.back().links = std::move(links);
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
  count_work(piece.letters.size());
  const auto copy_from = [&](const auto& of_map, auto& of_piece) {
    cells.for_runs(box, [&](int y, int x0, int x1) {
      const auto from = of_map.begin() + offset(map.width(), x0, y);
      std::copy(from, from + (x1 - x0), of_piece.begin() + offset(piece.width, x0 - box.x0, y - box.y0));
    });
  };
  copy_from(map.letters(), piece.letters);
  if (map.links() != nullptr) {
    const auto id = [&](Cell cell) {
      return static_cast<CellId>(offset(piece.width, cell.x - box.x0, cell.y - box.y0));
    };
    std::vector<MapLink> inside;
    for (const MapLink& link : map.links()->all()) {
      const Cell from = map.cell(link.from), to = map.cell(link.to);
      if (cells.contains(from) && cells.contains(to)) inside.push_back({id(from), id(to), link.length});
    }
    piece.links.set(inside);
  }
  if (!map.has_weights()) return piece;
  piece.weights.assign(piece.letters.size(), 0);
  copy_from(map.weights(), piece.weights);
  if (std::ranges::count(piece.weights, 0) == std::ssize(piece.weights)) piece.weights = {};
  return piece;
}

namespace {

// Mirrors the cells of a piece of this size; none stay none.
template <class Value>
std::vector<Value> mirrored_cells(const std::vector<Value>& cells, int width, int height, bool upside_down) {
  count_work(cells.size());
  std::vector<Value> turned(cells.size());
  if (cells.empty()) return turned;
  for (int y = 0; y < height; ++y) {
    const auto row = cells.begin() + offset(width, 0, y);
    if (upside_down) {
      std::copy(row, row + width, turned.begin() + offset(width, 0, height - 1 - y));
    } else {
      std::reverse_copy(row, row + width, turned.begin() + offset(width, 0, y));
    }
  }
  return turned;
}

template <class Value>
std::vector<Value> rotated_cells(const std::vector<Value>& cells, int width, int height, bool right) {
  count_work(cells.size());
  std::vector<Value> turned(cells.size());
  if (cells.empty()) return turned;
  for (int top = 0; top < height; top += kTurnSide) {
    for (int left = 0; left < width; left += kTurnSide) {
      const int bottom = std::min(top + kTurnSide, height), end = std::min(left + kTurnSide, width);
      for (int x = left; x < end; ++x) {
        for (int y = top; y < bottom; ++y) {
          const int column = right ? height - 1 - y : y;
          const int row = right ? x : width - 1 - x;
          turned[static_cast<size_t>(offset(height, column, row))] = cells[static_cast<size_t>(offset(width, x, y))];
        }
      }
    }
  }
  return turned;
}

// Returns the links of a piece for a piece of another width, in which `moved` says where each cell lies.
template <class Moved>
MapLinks moved_links(const MapPiece& piece, int width, Moved moved) {
  const auto id = [&](CellId old) {
    const auto side = static_cast<CellId>(piece.width);
    const Cell cell = moved(Cell{static_cast<int>(old % side), static_cast<int>(old / side)});
    return static_cast<CellId>(offset(width, cell.x, cell.y));
  };
  std::vector<MapLink> moved_all;
  for (const MapLink& link : piece.links.all()) moved_all.push_back({id(link.from), id(link.to), link.length});
  MapLinks links;
  links.set(moved_all);
  return links;
}

}  // namespace

MapPiece mirrored(const MapPiece& piece, bool upside_down) {
  const int last_x = piece.width - 1, last_y = piece.height - 1;
  return {piece.width, piece.height, mirrored_cells(piece.letters, piece.width, piece.height, upside_down),
          mirrored_cells(piece.weights, piece.width, piece.height, upside_down),
          moved_links(piece, piece.width, [=](Cell c) {
            return upside_down ? Cell{c.x, last_y - c.y} : Cell{last_x - c.x, c.y};
          })};
}

MapPiece rotated(const MapPiece& piece, bool right) {
  const int last_x = piece.width - 1, last_y = piece.height - 1;
  return {piece.height, piece.width, rotated_cells(piece.letters, piece.width, piece.height, right),
          rotated_cells(piece.weights, piece.width, piece.height, right), moved_links(piece, piece.height, [=](Cell c) {
            return right ? Cell{last_y - c.y, c.x} : Cell{c.y, last_x - c.x};
          })};
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

namespace {

// Returns the links that a change of the map removes, adds, or gives another length.
std::vector<MapLink> link_changes(const GridMap& map, const PieceEdit& change) {
  MapLinks added;
  if (change.piece != nullptr) {
    const auto place = [&](CellId id) {
      const auto side = static_cast<CellId>(change.piece->width);
      return Cell{change.at.x + static_cast<int>(id % side), change.at.y + static_cast<int>(id / side)};
    };
    const auto is_put = [&](Cell cell) { return map.contains(cell) && change.piece->covers(change.at, cell); };
    std::vector<MapLink> put;
    for (const MapLink& link : change.piece->links.all()) {
      const Cell from = place(link.from), to = place(link.to);
      if (is_put(from) && is_put(to)) put.push_back({map.id(from), map.id(to), link.length});
    }
    added.set(put);
  }
  std::vector<MapLink> changes;
  const auto loses_links = [&](CellId id) {
    const Cell cell = map.cell(id);
    return (change.clear != nullptr && !change.only_letters && change.clear->contains(cell)) ||
           (change.piece != nullptr && change.piece->covers(change.at, cell));
  };
  const MapLinks none;
  const MapLinks& before = map.links() != nullptr ? *map.links() : none;
  for (const MapLink& link : before.all()) {
    if (!loses_links(link.from) && !loses_links(link.to)) continue;
    if (added.length(link.from, link.to) == 0) changes.push_back({link.from, link.to, 0});
  }
  for (const MapLink& link : added.all()) {
    if (before.length(link.from, link.to) != link.length) changes.push_back(link);
  }
  return changes;
}

}  // namespace

std::vector<Edit> edits_of(const GridMap& map, const PieceEdit& change) {
  const Rect cleared = change.clear != nullptr ? change.clear->bounds() : Rect{};
  const Rect put = change.piece != nullptr ? change.piece->box(change.at).clipped(map.bounds()) : Rect{};
  Rect reached = cleared;
  reached.include(put);
  // Without weights on the map and in the piece, the edits say nothing of weights.
  const bool weighs = map.has_weights() || (change.piece != nullptr && !change.piece->weights.empty());
  EditSplitter parts;
  const auto width = static_cast<size_t>(std::max(reached.width(), 0));
  std::vector<char> row(width);
  std::vector<int16_t> weights(width, CellRun::kSameWeight);
  count_work(static_cast<uint64_t>(width) * static_cast<uint64_t>(std::max(reached.height(), 0)));
  for (int y = reached.y0; y < reached.y1; ++y) {
    const CellId first = map.id({reached.x0, y});
    const auto old = map.letters().begin() + static_cast<std::ptrdiff_t>(first);
    std::copy(old, old + reached.width(), row.begin());
    if (weighs) {
      for (size_t x = 0; x < width; ++x) weights[x] = static_cast<int16_t>(map.weight(first + static_cast<CellId>(x)));
    }
    if (change.clear != nullptr) {
      change.clear->for_runs({reached.x0, y, reached.x1, y + 1}, [&](int, int x0, int x1) {
        std::fill(row.begin() + (x0 - reached.x0), row.begin() + (x1 - reached.x0), change.ground);
        if (!weighs || change.only_letters) return;
        std::fill(weights.begin() + (x0 - reached.x0), weights.begin() + (x1 - reached.x0), int16_t{0});
      });
    }
    if (y >= put.y0 && y < put.y1) {
      for (int x = put.x0; x < put.x1; ++x) {
        const char letter = change.piece->at(x - change.at.x, y - change.at.y);
        if (letter == MapPiece::kMissing) continue;
        const auto at = static_cast<size_t>(x - reached.x0);
        row[at] = letter;
        if (weighs) weights[at] = static_cast<int16_t>(change.piece->weight_at(x - change.at.x, y - change.at.y));
      }
    }
    const auto changes = [&](size_t x) {
      return old[static_cast<std::ptrdiff_t>(x)] != row[x] ||
             (weighs && map.weight(first + static_cast<CellId>(x)) != weights[x]);
    };
    for (size_t x = 0; x < width;) {
      size_t end = x;
      while (end < width && row[end] == row[x] && weights[end] == weights[x] && changes(end)) ++end;
      if (end > x) parts.add(first + static_cast<CellId>(x), static_cast<uint32_t>(end - x), row[x], weights[x]);
      x = std::max(end, x + 1);
    }
  }
  parts.add_links(link_changes(map, change));
  return parts.take();
}

GridMap with_sides(const GridMap& map, int width, int height, Cell at, char fill) {
  const Rect kept = Rect{at.x, at.y, at.x + map.width(), at.y + map.height()}.clipped({0, 0, width, height});
  const auto moved = [&](const auto& cells, auto filled) {
    std::vector made(static_cast<size_t>(width) * static_cast<size_t>(height), filled);
    for (int y = kept.y0; y < kept.y1; ++y) {
      const auto from = cells.begin() + offset(map.width(), kept.x0 - at.x, y - at.y);
      std::copy(from, from + std::max(kept.width(), 0), made.begin() + offset(width, kept.x0, y));
    }
    return made;
  };
  GridMap resized(width, height, moved(map.letters(), fill), map.letter_terrains());
  if (map.has_weights()) resized.set_weights(moved(map.weights(), uint8_t{0}));
  if (map.links() == nullptr) return resized;
  Edit edit;
  for (const MapLink& link : map.links()->all()) {
    const Cell from = map.cell(link.from), to = map.cell(link.to);
    const Cell new_from{from.x + at.x, from.y + at.y}, new_to{to.x + at.x, to.y + at.y};
    if (!resized.contains(new_from) || !resized.contains(new_to)) continue;
    edit.links.push_back({resized.id(new_from), resized.id(new_to), link.length});
  }
  resized.apply(edit);
  return resized;
}

}  // namespace strata
