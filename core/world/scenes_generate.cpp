// The six map generators. They use only integers, so that every machine generates the same maps.
#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/check.hpp"
#include "core/base/disjoint_sets.hpp"
#include "core/base/rng.hpp"
#include "core/world/scenes.hpp"

namespace strata {
namespace {

// A map under construction.
struct MapCanvas {
  int width;
  int height;
  std::vector<char> letters;

  MapCanvas(int w, int h, char fill)
      : width(w), height(h), letters(static_cast<size_t>(w) * static_cast<size_t>(h), fill) {}
  size_t index(int x, int y) const {
    return static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
  }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
  char& at(int x, int y) { return letters[index(x, y)]; }
  char at(int x, int y) const { return letters[index(x, y)]; }
  void fill(const Rect& rect, char letter) {
    const Rect r = rect.clipped({0, 0, width, height});
    for (int y = r.y0; y < r.y1; ++y) {
      for (int x = r.x0; x < r.x1; ++x) at(x, y) = letter;
    }
  }
};

bool is_walkable(char letter) { return Capability::walker().has(terrain_of(letter)); }

template <class T>
void shuffle(std::vector<T>& items, Rng& rng) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(static_cast<uint32_t>(i))]);
}

// ---- One component ----

// The 4-connected components of walkable cells. Legal octile moves connect no further cells.
struct WalkableComponents {
  static constexpr uint32_t kNone = 0xffffffffu;
  std::vector<uint32_t> of;  // by cell: its component
  std::vector<uint32_t> size;
  uint32_t largest = kNone;
};

WalkableComponents find_components(const MapCanvas& canvas) {
  WalkableComponents found;
  found.of.assign(canvas.letters.size(), WalkableComponents::kNone);
  const auto width = static_cast<uint32_t>(canvas.width);
  std::vector<uint32_t> stack;
  for (uint32_t seed = 0; seed < canvas.letters.size(); ++seed) {
    if (!is_walkable(canvas.letters[seed]) || found.of[seed] != WalkableComponents::kNone) continue;
    const auto component = static_cast<uint32_t>(found.size.size());
    uint32_t size = 0;
    const auto visit = [&](uint32_t cell) {
      if (!is_walkable(canvas.letters[cell]) || found.of[cell] != WalkableComponents::kNone) return;
      found.of[cell] = component;
      stack.push_back(cell);
      ++size;
    };
    visit(seed);
    while (!stack.empty()) {
      const uint32_t cell = stack.back();
      stack.pop_back();
      const uint32_t x = cell % width;
      if (x > 0) visit(cell - 1);
      if (x + 1 < width) visit(cell + 1);
      if (cell >= width) visit(cell - width);
      if (cell + width < canvas.letters.size()) visit(cell + width);
    }
    if (found.largest == WalkableComponents::kNone || size > found.size[found.largest]) found.largest = component;
    found.size.push_back(size);
  }
  return found;
}

char trail_through(char letter) { return terrain_of(letter) == Terrain::kWater ? 'S' : '.'; }

// Connects every component of at least `worth` cells to the largest one by a shortest corridor, and fills smaller
// components with the letter `fill` (0: leaves them).
void join_components(MapCanvas& canvas, uint32_t worth, char fill) {
  const WalkableComponents areas = find_components(canvas);
  if (areas.largest == WalkableComponents::kNone) return;
  constexpr uint8_t kUnseen = 4, kOrigin = 5;
  constexpr std::array<int, 4> kX = {1, 0, -1, 0}, kY = {0, 1, 0, -1};
  const auto width = static_cast<uint32_t>(canvas.width);

  // Breadth-first search through all cells from the largest component; `from` holds the direction back to it.
  std::vector<uint8_t> from(canvas.letters.size(), kUnseen);
  std::vector<uint32_t> queue;
  std::vector<uint8_t> reached(areas.size.size(), 0);
  std::vector<uint32_t> landings;
  for (uint32_t cell = 0; cell < from.size(); ++cell) {
    if (areas.of[cell] != areas.largest) continue;
    from[cell] = kOrigin;
    queue.push_back(cell);
  }
  reached[areas.largest] = 1;
  for (size_t head = 0; head < queue.size(); ++head) {
    const uint32_t cell = queue[head];
    const uint32_t area = areas.of[cell];
    if (area != WalkableComponents::kNone && !reached[area]) {
      reached[area] = 1;
      if (areas.size[area] >= worth) landings.push_back(cell);
    }
    for (size_t d = 0; d < 4; ++d) {
      const int x = static_cast<int>(cell % width) + kX[d], y = static_cast<int>(cell / width) + kY[d];
      if (!canvas.contains(x, y)) continue;
      const auto next = static_cast<uint32_t>(canvas.index(x, y));
      if (from[next] != kUnseen) continue;
      from[next] = static_cast<uint8_t>(d);
      queue.push_back(next);
    }
  }
  if (fill != 0) {
    for (size_t cell = 0; cell < from.size(); ++cell) {
      if (areas.of[cell] != WalkableComponents::kNone && areas.size[areas.of[cell]] < worth &&
          areas.of[cell] != areas.largest) {
        canvas.letters[cell] = fill;
      }
    }
  }
  for (uint32_t cell : landings) {
    while (from[cell] != kOrigin) {
      if (!is_walkable(canvas.letters[cell])) canvas.letters[cell] = trail_through(canvas.letters[cell]);
      cell = static_cast<uint32_t>(static_cast<int64_t>(cell) - kX[from[cell]] - int64_t{kY[from[cell]]} * width);
    }
  }
}

// ---- Noise ----

// Value noise between 0 and 65535: random numbers on a lattice of `scale` cells, smoothly interpolated, with three
// finer octaves added.
class Noise {
 public:
  Noise(uint64_t seed, int scale) : seed_(seed), scale_(std::max(scale, 2)) {}

  int operator()(int x, int y) const {
    int64_t sum = 0, weight = 0;
    int scale = scale_;
    for (int octave = 0; octave < 4 && scale >= 2; ++octave, scale /= 2) {
      const int64_t share = 8 >> octave;
      sum += share * layer(x, y, scale, octave);
      weight += share;
    }
    return static_cast<int>(sum / weight);
  }

 private:
  int64_t lattice(int x, int y, int octave) const {
    const auto key = static_cast<uint64_t>(static_cast<uint32_t>(x)) << 32 | static_cast<uint32_t>(y);
    Rng mixed(Rng(seed_ + static_cast<uint64_t>(octave)).next() ^ Rng(key).next());
    return static_cast<int64_t>(mixed.next() >> 48);
  }
  int64_t layer(int x, int y, int scale, int octave) const {
    const auto smooth = [scale](int offset) {  // 3t^2 - 2t^3 in 1/65536
      const int64_t t = int64_t{offset} * 65536 / scale;
      return (3 * t * t - 2 * t * t / 256 * t / 256) / 65536;
    };
    const int cx = x / scale, cy = y / scale;
    const int64_t fx = smooth(x % scale), fy = smooth(y % scale);
    const int64_t top = lattice(cx, cy, octave) * (65536 - fx) + lattice(cx + 1, cy, octave) * fx;
    const int64_t bottom = lattice(cx, cy + 1, octave) * (65536 - fx) + lattice(cx + 1, cy + 1, octave) * fx;
    return (top / 65536 * (65536 - fy) + bottom / 65536 * fy) / 65536;
  }

  uint64_t seed_;
  int scale_;
};

// The noise of the whole map by cell, and the value that `percent` of the cells are below.
struct NoiseField {
  std::vector<uint16_t> values;
  NoiseField(const MapCanvas& canvas, uint64_t seed, int scale) : values(canvas.letters.size()) {
    const Noise noise(seed, scale);
    for (int y = 0; y < canvas.height; ++y) {
      for (int x = 0; x < canvas.width; ++x) values[canvas.index(x, y)] = static_cast<uint16_t>(noise(x, y));
    }
  }
  uint16_t quantile(int percent) const {
    std::vector<uint32_t> counts(65536, 0);
    for (const uint16_t value : values) ++counts[value];
    const uint64_t wanted = uint64_t{values.size()} * static_cast<uint64_t>(percent) / 100;
    uint64_t below = 0;
    for (uint32_t value = 0; value < 65536; ++value) {
      below += counts[value];
      if (below > wanted) return static_cast<uint16_t>(value);
    }
    return 65535;
  }
};

// ---- Rooms: walls with doors ----

struct WallOpening {
  uint32_t a, b;  // rooms that the wall separates
  uint32_t cell;  // a cell of the wall
};

MapCanvas rooms(const SceneSpec& spec, int side, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '@');
  // Splits the interior in two until the pieces are about `side` long.
  std::vector<Rect> todo = {{1, 1, spec.width - 1, spec.height - 1}}, found;
  while (!todo.empty()) {
    const Rect r = todo.back();
    todo.pop_back();
    const bool across = r.width() != r.height() ? r.width() > r.height() : rng.percent(50);
    const int length = across ? r.width() : r.height();
    const int least = std::max(side * 2 / 3, 2);
    if (length <= side + side / 2 || length < 2 * least + 1) {
      found.push_back(r);
      continue;
    }
    const int wall = rng.between(least, length - least - 1);
    if (across) {
      todo.push_back({r.x0, r.y0, r.x0 + wall, r.y1});
      todo.push_back({r.x0 + wall + 1, r.y0, r.x1, r.y1});
    } else {
      todo.push_back({r.x0, r.y0, r.x1, r.y0 + wall});
      todo.push_back({r.x0, r.y0 + wall + 1, r.x1, r.y1});
    }
  }
  constexpr uint32_t kWall = 0xffffffffu;
  std::vector<uint32_t> room_of(canvas.letters.size(), kWall);
  for (uint32_t room = 0; room < found.size(); ++room) {
    const Rect& r = found[room];
    canvas.fill(r, '.');
    for (int y = r.y0; y < r.y1; ++y) {
      std::fill_n(room_of.begin() + static_cast<ptrdiff_t>(canvas.index(r.x0, y)), r.width(), room);
    }
    // Some large rooms are halls of pillars.
    if (r.width() >= 9 && r.height() >= 9 && rng.percent(20)) {
      for (int y = r.y0 + 2; y < r.y1 - 2; y += 4) {
        for (int x = r.x0 + 2; x < r.x1 - 2; x += 4) canvas.fill({x, y, x + 2, y + 2}, '@');
      }
    }
  }
  // Wall cells between two rooms, sorted by the two rooms.
  std::vector<WallOpening> openings;
  for (int y = 1; y < spec.height - 1; ++y) {
    for (int x = 1; x < spec.width - 1; ++x) {
      if (room_of[canvas.index(x, y)] != kWall) continue;
      for (const auto& [ax, ay] : {std::pair{1, 0}, std::pair{0, 1}}) {
        const uint32_t a = room_of[canvas.index(x - ax, y - ay)], b = room_of[canvas.index(x + ax, y + ay)];
        if (a == kWall || b == kWall || a == b) continue;
        openings.push_back({std::min(a, b), std::max(a, b), static_cast<uint32_t>(canvas.index(x, y))});
      }
    }
  }
  std::sort(openings.begin(), openings.end(), [](const WallOpening& l, const WallOpening& r) {
    return std::array{l.a, l.b, l.cell} < std::array{r.a, r.b, r.cell};
  });
  std::vector<std::pair<size_t, size_t>> walls;  // ranges of openings between the same two rooms
  for (size_t i = 0; i < openings.size();) {
    size_t end = i;
    while (end < openings.size() && openings[end].a == openings[i].a && openings[end].b == openings[i].b) ++end;
    walls.push_back({i, end});
    i = end;
  }
  // A random spanning tree of doors connects all rooms; about every third other wall also gets a door.
  shuffle(walls, rng);
  std::vector<uint32_t> reached(found.size());
  std::iota(reached.begin(), reached.end(), 0u);
  for (const auto& [begin, end] : walls) {
    const bool needed = join_sets(reached, openings[begin].a, openings[begin].b);
    if (!needed && !rng.percent(35)) continue;
    const int length = static_cast<int>(end - begin);
    const int wide = rng.percent(25) ? rng.between(6, 9) : rng.between(1, 3);
    const int door = std::min(wide, length);
    const int first = rng.between(0, length - door);
    for (int i = first; i < first + door; ++i) canvas.letters[openings[begin + static_cast<size_t>(i)].cell] = '.';
  }
  return canvas;
}

// ---- Maze ----

MapCanvas maze(const SceneSpec& spec, int corridor, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '@');
  corridor = std::min({corridor, spec.width - 2, spec.height - 2});
  const int pitch = corridor + 1;
  const int columns = (spec.width - 1) / pitch, lines = (spec.height - 1) / pitch;
  constexpr std::array<int, 4> kX = {1, 0, -1, 0}, kY = {0, 1, 0, -1};
  const auto open_between = [&](int x, int y, size_t d) {
    const int nx = x + kX[d], ny = y + kY[d];
    const int x0 = std::min(x, nx) * pitch + 1, y0 = std::min(y, ny) * pitch + 1;
    canvas.fill({x0, y0, std::max(x, nx) * pitch + 1 + corridor, std::max(y, ny) * pitch + 1 + corridor}, '.');
  };
  // Iterative depth-first search.
  std::vector<uint8_t> visited(static_cast<size_t>(columns) * static_cast<size_t>(lines), 0);
  const auto slot = [&](int x, int y) {
    return static_cast<size_t>(y) * static_cast<size_t>(columns) + static_cast<size_t>(x);
  };
  std::vector<std::pair<int, int>> stack = {{rng.between(0, columns - 1), rng.between(0, lines - 1)}};
  visited[slot(stack[0].first, stack[0].second)] = 1;
  canvas.fill({stack[0].first * pitch + 1, stack[0].second * pitch + 1, (stack[0].first + 1) * pitch,
               (stack[0].second + 1) * pitch},
              '.');
  while (!stack.empty()) {
    const auto [x, y] = stack.back();
    std::array<size_t, 4> ways{};
    uint32_t count = 0;
    for (size_t d = 0; d < 4; ++d) {
      const int nx = x + kX[d], ny = y + kY[d];
      if (nx >= 0 && ny >= 0 && nx < columns && ny < lines && !visited[slot(nx, ny)]) ways[count++] = d;
    }
    if (count == 0) {
      stack.pop_back();
      continue;
    }
    const size_t d = ways[rng.below(count)];
    open_between(x, y, d);
    stack.push_back({x + kX[d], y + kY[d]});
    visited[slot(stack.back().first, stack.back().second)] = 1;
  }
  // Adds a few loops, so that there are several paths.
  for (int y = 0; y < lines; ++y) {
    for (int x = 0; x < columns; ++x) {
      const bool right = rng.percent(50);
      if (!rng.percent(4)) continue;
      if (right && x + 1 < columns) open_between(x, y, 0);
      if (!right && y + 1 < lines) open_between(x, y, 1);
    }
  }
  return canvas;
}

// ---- Cave: a cellular automaton ----

MapCanvas cave(const SceneSpec& spec, int percent, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '.');
  for (char& letter : canvas.letters) letter = rng.percent(static_cast<uint32_t>(percent)) ? '@' : '.';
  const auto frame = [&] {
    canvas.fill({0, 0, spec.width, 1}, '@');
    canvas.fill({0, spec.height - 1, spec.width, spec.height}, '@');
    canvas.fill({0, 0, 1, spec.height}, '@');
    canvas.fill({spec.width - 1, 0, spec.width, spec.height}, '@');
  };
  frame();
  std::vector<char> next;
  for (int round = 0; round < 5; ++round) {
    next = canvas.letters;
    for (int y = 1; y < spec.height - 1; ++y) {
      for (int x = 1; x < spec.width - 1; ++x) {
        int rock = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) rock += canvas.at(x + dx, y + dy) == '@';
        }
        next[canvas.index(x, y)] = rock >= 5 ? '@' : '.';
      }
    }
    canvas.letters.swap(next);
  }
  if (std::find(canvas.letters.begin(), canvas.letters.end(), '.') == canvas.letters.end()) {
    canvas.fill({2, 2, spec.width - 2, spec.height - 2}, '.');  // rock filled a small or dense map completely
  }
  join_components(canvas, 30, '@');
  return canvas;
}

// ---- Random obstacles ----

MapCanvas random_obstacles(const SceneSpec& spec, int percent, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '.');
  for (char& letter : canvas.letters) {
    if (rng.percent(static_cast<uint32_t>(percent))) letter = '@';
  }
  const auto worth = static_cast<uint32_t>(std::clamp<size_t>(canvas.letters.size() / 256, 2, 16));
  join_components(canvas, worth, 0);  // enclosed cells remain, because they are typical of these maps
  return canvas;
}

// ---- Forest with lakes and swamp ----

MapCanvas forest(const SceneSpec& spec, int percent, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '.');
  const int scale = std::clamp(std::min(spec.width, spec.height) / 3, 12, 72);
  const NoiseField height(canvas, rng.next(), scale), growth(canvas, rng.next(), scale / 2);
  const uint16_t lake = height.quantile(13), shore = height.quantile(20), dense = growth.quantile(100 - percent);
  const uint16_t thin = growth.quantile(std::max(100 - 2 * percent, 0));
  for (size_t i = 0; i < canvas.letters.size(); ++i) {
    const bool single = rng.percent(12);
    char& letter = canvas.letters[i];
    if (height.values[i] < lake) {
      letter = 'W';
    } else if (height.values[i] < shore) {
      letter = 'S';
    } else if (growth.values[i] >= dense || (growth.values[i] >= thin && single)) {
      letter = 'T';
    }
  }
  join_components(canvas, 12, 'T');
  return canvas;
}

// ---- City blocks ----

struct Street {
  int begin, end;
};

// Divides a length into blocks of about `block` cells and streets between them; every fourth street is an avenue.
// Returns the streets.
std::vector<Street> lay_streets(int length, int block, Rng& rng) {
  std::vector<Street> streets;
  int at = rng.between(1, std::max(block / 2, 1));
  for (int i = rng.between(0, 3); at < length; ++i) {
    const int wide = i % 4 == 0 ? rng.between(5, 7) : rng.between(2, 3);
    streets.push_back({at, std::min(at + wide, length)});
    at += wide + std::max(block + rng.between(-block / 4, block / 4), 2);
  }
  return streets;
}

void build_block(MapCanvas& canvas, const Rect& r, Rng& rng) {
  const int shape = rng.between(0, 99);
  const int shorter = std::min(r.width(), r.height());
  if (shape < 12) {  // a park: trees, and sometimes a pond
    for (int y = r.y0; y < r.y1; ++y) {
      for (int x = r.x0; x < r.x1; ++x) {
        if (rng.percent(22)) canvas.at(x, y) = 'T';
      }
    }
    if (shorter >= 8 && rng.percent(50)) canvas.fill(r.grown(-shorter / 3), 'W');
    return;
  }
  if (shape < 17) {  // a square with a monument
    if (shorter >= 6) canvas.fill(r.grown(-shorter / 2 + 1), '@');
    return;
  }
  if (shape < 40 && shorter >= 8) {  // a courtyard with one gate
    canvas.fill(r, '@');
    const Rect yard = r.grown(-std::max(shorter / 4, 2));
    canvas.fill(yard, '.');
    const int gate = rng.between(yard.x0, yard.x1 - 2);
    if (rng.percent(50)) {
      canvas.fill({gate, r.y0, gate + 2, yard.y0}, '.');
    } else {
      canvas.fill({gate, yard.y1, gate + 2, r.y1}, '.');
    }
    return;
  }
  canvas.fill(r, '@');
  if (shape < 75 && shorter >= 7) {  // two alleys
    const int x = rng.between(r.x0 + 2, r.x1 - 4), y = rng.between(r.y0 + 2, r.y1 - 4);
    canvas.fill({x, r.y0, x + rng.between(1, 2), r.y1}, '.');
    if (rng.percent(60)) canvas.fill({r.x0, y, r.x1, y + rng.between(1, 2)}, '.');
  } else if (shape < 85 && shorter >= 6) {  // a corner left open
    const int w = rng.between(2, shorter / 2), h = rng.between(2, shorter / 2);
    const bool right = rng.percent(50), below = rng.percent(50);
    canvas.fill({right ? r.x1 - w : r.x0, below ? r.y1 - h : r.y0, right ? r.x1 : r.x0 + w, below ? r.y1 : r.y0 + h},
                '.');
  }
}

MapCanvas city(const SceneSpec& spec, int block, Rng& rng) {
  MapCanvas canvas(spec.width, spec.height, '.');
  const auto columns = lay_streets(spec.width, block, rng), lines = lay_streets(spec.height, block, rng);
  const auto blocks = [](const std::vector<Street>& streets, int length) {
    std::vector<Street> between;
    int begin = 0;
    for (const Street& street : streets) {
      if (street.begin > begin) between.push_back({begin, street.begin});
      begin = street.end;
    }
    if (begin < length) between.push_back({begin, length});
    return between;
  };
  const auto across = blocks(columns, spec.width);
  for (const Street& down : blocks(lines, spec.height)) {
    for (const Street& over : across) build_block(canvas, {over.begin, down.begin, over.end, down.end}, rng);
  }
  // A river from left to right; streets of four and more cells cross it on bridges.
  if (spec.width >= 48 && spec.height >= 48) {
    const Noise bend(rng.next(), std::max(spec.width / 3, 8));
    const int wide = std::clamp(spec.height / 32, 3, 12);
    for (int x = 0; x < spec.width; ++x) {
      const int middle = spec.height * 3 / 10 + static_cast<int>(int64_t{bend(x, 0)} * spec.height * 4 / 10 / 65536);
      const bool bridge = std::any_of(columns.begin(), columns.end(), [&](const Street& s) {
        return s.end - s.begin >= 4 && x >= s.begin && x < s.end;
      });
      for (int y = middle; y < middle + wide; ++y) {
        if (canvas.contains(x, y)) canvas.at(x, y) = bridge ? '.' : 'W';
      }
      // Quays keep the streets along the river passable.
      for (const int y : {middle - 2, middle - 1, middle + wide, middle + wide + 1}) {
        if (canvas.contains(x, y)) canvas.at(x, y) = '.';
      }
    }
  }
  join_components(canvas, 6, '@');
  return canvas;
}

}  // namespace

GridMap generate(const SceneSpec& spec) {
  STRATA_CHECK(spec.width >= 8 && spec.width <= GridMap::kMaxSide);
  STRATA_CHECK(spec.height >= 8 && spec.height <= GridMap::kMaxSide);
  const auto detail = [&](int usual, int least, int most) {
    return spec.detail == 0 ? usual : std::clamp(spec.detail, least, most);
  };
  // Kinds have different random sequences, so that maps of different kinds with the same seed do not have
  // the same patterns.
  Rng rng(spec.seed * static_cast<uint64_t>(kSceneKinds) + static_cast<uint64_t>(spec.kind));
  const auto draw = [&]() -> MapCanvas {
    switch (spec.kind) {
      case SceneKind::kRooms:
        return rooms(spec, detail(14, 4, 256), rng);
      case SceneKind::kMaze:
        return maze(spec, detail(3, 1, 64), rng);
      case SceneKind::kCave:
        return cave(spec, detail(47, 30, 55), rng);
      case SceneKind::kRandom:
        return random_obstacles(spec, detail(25, 1, 38), rng);
      case SceneKind::kForest:
        return forest(spec, detail(28, 5, 45), rng);
      case SceneKind::kCity:
        break;
    }
    return city(spec, detail(16, 6, 128), rng);
  };
  MapCanvas canvas = draw();
  return GridMap(canvas.width, canvas.height, std::move(canvas.letters));
}

}  // namespace strata
