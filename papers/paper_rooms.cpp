// Tables of Harabor, Botea 2010 on room pruning: the pruned share of maps (table 1), and the speed-up of A* (figure 5).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "bench/query_set.hpp"
#include "core/base/rng.hpp"
#include "core/rooms/rooms.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "papers/paper.hpp"
#include "papers/statements.hpp"

namespace strata::bench {
namespace {

const Rules kRoomRules{.profile = Profile::kFour};

// --- Maps of rooms ---------------------------------------------------------------------------------------------------

constexpr int kRoomMaps = 300;
constexpr int kRoomsAcross = 32;
constexpr int kRoomSide = 7;
constexpr uint32_t kSpareDoors = 20;  // share of the other walls that have a door, in percent

// Returns a map of 32x32 rooms of 7x7 cells with walls one cell thick. A random tree of doors connects all rooms, and
// some other walls have a door, too: the share of cells inside rooms is then about that of the paper.
GridMap map_of_rooms(uint64_t seed) {
  constexpr int kPitch = kRoomSide + 1;
  constexpr int kSide = kRoomsAcross * kPitch;
  Rng rng(seed);
  std::vector<char> letters(static_cast<size_t>(kSide) * kSide, '@');
  const auto at = [&](int x, int y) -> char& { return letters[static_cast<size_t>(y * kSide + x)]; };
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      if (x % kPitch != kRoomSide && y % kPitch != kRoomSide) at(x, y) = '.';
    }
  }
  struct Wall {
    int room, beside;
  };
  std::vector<Wall> walls;
  for (int room = 0; room < kRoomsAcross * kRoomsAcross; ++room) {
    if (room % kRoomsAcross + 1 < kRoomsAcross) walls.push_back({room, room + 1});
    if (room / kRoomsAcross + 1 < kRoomsAcross) walls.push_back({room, room + kRoomsAcross});
  }
  for (size_t i = walls.size(); i > 1; --i) std::swap(walls[i - 1], walls[rng.below(static_cast<uint32_t>(i))]);
  std::vector<int> parent(static_cast<size_t>(kRoomsAcross) * kRoomsAcross);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int room) {
    while (parent[static_cast<size_t>(room)] != room) room = parent[static_cast<size_t>(room)];
    return room;
  };
  for (const Wall& wall : walls) {
    const int a = root(wall.room), b = root(wall.beside);
    if (a == b && !rng.percent(kSpareDoors)) continue;
    parent[static_cast<size_t>(a)] = b;
    const int x = wall.room % kRoomsAcross * kPitch, y = wall.room / kRoomsAcross * kPitch;
    const int along = rng.between(0, kRoomSide - 1);
    if (wall.beside == wall.room + 1) {
      at(x + kRoomSide, y + along) = '.';
    } else {
      at(x + along, y + kRoomSide) = '.';
    }
  }
  return GridMap(kSide, kSide, std::move(letters));
}

// --- The three sets of maps ------------------------------------------------------------------------------------------

struct MapSet {
  std::string_view key, folder, text;
  double printed_mean;
  double reference_mean;  // mean of an independent implementation; 0: none
};
constexpr MapSet kSets[] = {
    {"bg", "bg", "maps of Baldur's Gate", 42.33, 42.37},
    {"ad", "adaptive-depth", "adaptive-depth maps", 63.24, 62.98},
    {"rooms", "", "generated maps of 32x32 rooms of 7x7; those of the paper are not at hand", 49.8, 0},
};

Result<size_t> for_each_map(const PaperOptions& options, const MapSet& set,
                            const std::function<void(const std::string& name, GridMap map)>& visit) {
  if (!set.folder.empty()) return for_each_paper_map(options, visit, set.folder);
  size_t visited = 0;
  for (int i = 0; i < kRoomMaps; i += std::max(options.every, 1)) {
    visit(fmt::format("rooms {}", i + 1), map_of_rooms(options.seed * kRoomMaps + static_cast<uint64_t>(i)));
    ++visited;
  }
  return visited;
}

double percent_pruned(const Rooms& rooms) {
  const RoomsCounts counts = rooms.counts();
  return counts.passable == 0 ? 0 : 100 * static_cast<double>(counts.pruned) / static_cast<double>(counts.passable);
}

void expect_valid(const std::string& name, const Rooms& rooms, const MoveGrid& moves, Report& report) {
  if (const auto fault = rooms.fault(moves)) report.failures.push_back(fmt::format("{}: {}", name, *fault));
}

}  // namespace

Result<Report> paper_room_sizes(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  for (const MapSet& set : kSets) {
    std::vector<double> pruned, count, build_ms;
    const auto maps = for_each_map(options, set, [&](const std::string& name, const GridMap& map) {
      MoveGrid moves;
      moves.build(map, kRoomRules);
      Rooms rooms;
      build_ms.push_back(median_micros(options.rounds, [&] { rooms.build(moves); }) / 1000);
      expect_valid(name, rooms, moves, report);
      pruned.push_back(percent_pruned(rooms));
      count.push_back(static_cast<double>(rooms.counts().rooms));
    });
    if (!maps) return maps.error();
    const double average = mean(pruned);
    double squares = 0;
    for (const double p : pruned) squares += (p - average) * (p - average);
    const double sd = std::sqrt(squares / static_cast<double>(std::max<size_t>(pruned.size(), 2) - 1));
    const double least = *std::min_element(pruned.begin(), pruned.end());
    const double most = *std::max_element(pruned.begin(), pruned.end());
    const std::string key(set.key);
    const std::string note = fmt::format("% of the passable cells, {} {}", maps.value(), set.text);
    rows.add_printed(key + "_mean", set.printed_mean, average, note,
                     set.reference_mean > 0 ? std::optional(set.reference_mean) : std::nullopt);
    if (set.key == "bg") {
      rows.add_printed(key + "_min", 19.82, least, "", 18.74);
      rows.add_printed(key + "_max", 78.36, most, "", 77.40);
      rows.add_printed(key + "_sd", 11.80, sd, "", 11.7);
    } else if (set.key == "ad") {
      rows.add_printed(key + "_min", 57.98, least, "", 57.48);
      rows.add_printed(key + "_max", 66.69, most, "", 67.63);
      rows.add_printed(key + "_sd", 2.10, sd, "", 2.38);
    } else {
      rows.add_printed(key + "_min", 49.46, least, "inside a room of 7x7 lie 25 cells; the paper says 24");
      rows.add_printed(key + "_max", 49.96, most);
      rows.add_printed(key + "_sd", 0.19, sd);
    }
    rows.add(key + "_rooms", mean(count), "rooms a map");
    rows.add(key + "_build_ms", mean(build_ms), "ms a map, rules of moves aside");
  }
  return report;
}

namespace {

// The speed-up of a search with rooms over A*: the mean over queries, and the ratio of the sums over all queries.
struct SpeedUp {
  RunningMean ratio;
  double astar = 0, rooms = 0;
  void add(double before, double after) {
    ratio.add(before / after);
    astar += before;
    rooms += after;
  }
  double overall() const { return rooms == 0 ? 0 : astar / rooms; }
};

struct SpeedUps {
  SpeedUp expanded, micros;
};

struct LengthBucketSpeedUps {
  SpeedUps exits, published;
};

// Lengths below this have a bucket of their own, as the paper says how fast rooms are there.
constexpr int kShortLength = 15;
// Return the ends of the bucket of a length, in steps.
int bucket_begin(double steps) {
  const int begin = static_cast<int>(steps) / kLengthBucket * kLengthBucket;
  return begin == 0 && steps >= kShortLength ? kShortLength : begin;
}
int bucket_end(int begin) { return begin == 0 ? kShortLength : (begin / kLengthBucket + 1) * kLengthBucket; }

// Returns the expansions of a query, at least one: some queries are answered without a search.
double expanded_by(const PlanResult& result) {
  return static_cast<double>(std::max<uint64_t>(result.stats.total().expanded, 1));
}

}  // namespace

Result<Report> paper_room_search(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  const Cost step = profile_info(Profile::kFour).straight;
  Workspace workspace;
  PlanResult astar, result;
  for (const MapSet& set : kSets) {
    LengthBucketSpeedUps all;
    std::map<int, LengthBucketSpeedUps> buckets;  // by length of the path
    const auto maps = for_each_map(options, set, [&](const std::string& name, const GridMap& map) {
      MoveGrid moves;
      moves.build(map, kRoomRules);
      Rooms rooms;
      rooms.build(moves);
      const QuerySet queries = select_random_pairs(moves, pairs, options.seed, workspace);
      report.failures.insert(report.failures.end(), queries.failures.begin(), queries.failures.end());
      for (const ReferenceQuery& reference : queries.valid) {
        const PlanQuery& query = reference.query;
        const auto plan_astar = [&] { plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, astar); };
        plan_astar();
        const double expanded = expanded_by(astar);
        const double micros = median_micros(options.rounds, plan_astar);
        LengthBucketSpeedUps& bucket = buckets[bucket_begin(static_cast<double>(reference.cost / step))];
        const auto compare = [&](SpeedUps LengthBucketSpeedUps::*gains, const auto& plan) {
          plan();
          const auto fault = result.found() && result.cost == reference.cost
                                 ? path_fault(moves, result.path, query.start, query.goal, reference.cost)
                                 : std::optional<std::string>("another cost than that of A*");
          if (fault) {
            report.failures.push_back(fmt::format("{}, from ({},{}) to ({},{}): {}", name, query.start.x, query.start.y,
                                                  query.goal.x, query.goal.y, *fault));
          }
          const double own_expanded = expanded_by(result);
          const double own_micros = median_micros(options.rounds, plan);
          for (LengthBucketSpeedUps* into : {&all, &bucket}) {
            (into->*gains).expanded.add(expanded, own_expanded);
            (into->*gains).micros.add(micros, own_micros);
          }
        };
        compare(&LengthBucketSpeedUps::exits, [&] { rooms.plan(moves, query, {}, workspace, result); });
        compare(&LengthBucketSpeedUps::published, [&] { rooms.plan_published(moves, query, {}, workspace, result); });
      }
    });
    if (!maps) return maps.error();
    const std::string key(set.key);
    const double queries = static_cast<double>(all.exits.expanded.ratio.count);
    const auto mean_of = [&](double sum) { return sum / std::max(queries, 1.0); };
    rows.add(key + "_queries", queries,
             fmt::format("{} {}, {} random solvable pairs each", maps.value(), set.text, pairs));
    rows.add(key + "_expanded_speedup", all.exits.expanded.overall(),
             fmt::format("A* expands as many times as many nodes over all queries; mean over the queries {:.2f}",
                         all.exits.expanded.ratio.mean()));
    rows.add(key + "_time_speedup", all.exits.micros.overall(),
             fmt::format("A* takes as many times as long over all queries; mean over the queries {:.2f}",
                         all.exits.micros.ratio.mean()));
    rows.add(key + "_published_expanded_speedup", all.published.expanded.overall(),
             fmt::format("every cell of a perimeter a node, as published; mean over the queries {:.2f}",
                         all.published.expanded.ratio.mean()),
             set.key == "bg" ? std::optional(1.93) : std::nullopt);
    rows.add(key + "_published_time_speedup", all.published.micros.overall(),
             fmt::format("mean over the queries {:.2f}", all.published.micros.ratio.mean()));
    rows.add(key + "_expanded_astar", mean_of(all.exits.expanded.astar), "nodes a query");
    rows.add(key + "_expanded", mean_of(all.exits.expanded.rooms));
    rows.add(key + "_published_expanded", mean_of(all.published.expanded.rooms));
    rows.add(key + "_time_astar", mean_of(all.exits.micros.astar), "µs a query, path included");
    rows.add(key + "_time", mean_of(all.exits.micros.rooms), "µs");
    rows.add(key + "_published_time", mean_of(all.published.micros.rooms), "µs");
    for (const auto& [length, bucket] : buckets) {
      const std::string suffix = fmt::format("_len_{}", length);
      rows.add(
          key + "_expanded_speedup" + suffix, bucket.exits.expanded.overall(),
          fmt::format("{} queries of length {} to {}", bucket.exits.expanded.ratio.count, length, bucket_end(length)));
      rows.add(key + "_time_speedup" + suffix, bucket.exits.micros.overall());
      rows.add(key + "_published_expanded_speedup" + suffix, bucket.published.expanded.overall());
      rows.add(key + "_published_time_speedup" + suffix, bucket.published.micros.overall());
      rows.add(key + "_published_expanded_mean" + suffix, bucket.published.expanded.ratio.mean(),
               length == 0 ? "mean of the speed-ups of the queries; the rows above are ratios of sums" : "");
    }
  }
  add_statements(report);
  return report;
}

}  // namespace strata::bench
