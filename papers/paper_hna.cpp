// Tables of Rahmani, Pelechano 2020 on HNA* and PCCP: times by level and group size, and memory. The levels of the
// paper are not public: from each of four sets of game maps the map with the most polygons is used instead.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/query_set.hpp"
#include "core/hna/hna_query.hpp"
#include "core/io/printable.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "papers/paper_hna.hpp"

namespace strata::bench {
namespace {

constexpr std::array<std::string_view, 4> kSets = {"bg512", "dao", "sc1", "wc3"};
constexpr std::array kGroupSizes = {2, 4, 6, 8, 10, 15, 20};

}  // namespace

Result<size_t> for_each_substitute(const PaperOptions& options,
                                   const std::function<void(const SubstituteMap&)>& visit) {
  if (options.maps.empty() && !options.stock) {
    return error_at("paper", fmt::format("give --maps DIR, the folder that holds {}/", fmt::join(kSets, "/, ")));
  }
  static constexpr std::array<std::string_view, 1> kStock = {"stock"};
  size_t visited = 0;
  for (const std::string_view set : options.stock ? std::span<const std::string_view>(kStock) : kSets) {
    std::error_code code;
    if (!options.stock && !std::filesystem::is_directory(fmt::format("{}/{}", options.maps, set), code)) continue;
    SubstituteMap largest;
    const auto maps = for_each_paper_map(
        options,
        [&](const std::string& name, const GridMap& map) {
          SubstituteMap one{.set = std::string(set), .map = name, .moves = {}, .mesh = {}};
          one.moves.build(map, {});
          one.mesh.build(one.moves, {});
          if (largest.map.empty() || one.polygons() > largest.polygons()) largest = std::move(one);
        },
        set);
    if (!maps) {
      if (options.unread == nullptr) return maps.error();
      options.unread->push_back(maps.error().message());  // the other sets are still measured
      continue;
    }
    std::fprintf(stderr, "%s: %s/%s\n", options.table.c_str(), largest.set.c_str(), printable(largest.map).c_str());
    visit(largest);
    ++visited;
  }
  if (visited == 0 && options.unread != nullptr && !options.unread->empty()) {
    return error_at(options.maps, "no map can be read; the first: " + options.unread->front());
  }
  if (visited == 0) {
    return error_at(options.maps, fmt::format("holds none of the folders {}/", fmt::join(kSets, "/, ")));
  }
  return visited;
}

// --- Printed figures -------------------------------------------------------------------------------------------------

namespace {

struct PrintedFigure {
  std::string_view item;  // name of the figure, without the name of the set
  double value = 0;
};
}  // namespace

struct PrintedLevel {
  std::string_view name;
  double polygons = 0;
  std::array<PrintedFigure, 12> figures;  // microseconds, factors, bytes and agents
};
namespace {

constexpr PrintedLevel kPrinted[] = {
    {"City Island",
     5500,
     {{{"astar_us", 2200},
       {"l2_mu10_pccp_speedup", 9.3},
       {"frame_astar", 18},
       {"l1_mu20_frame_hna_portals", 11},
       {"l1_mu20_frame_pccp", 63}}}},
    {"Tropical Island",
     12700,
     {{{"astar_us", 1700},
       {"l2_mu20_hna_portals_us", 2060},
       {"l3_mu10_hna_portals_us", 9900},
       {"l2_mu20_pccp_us", 390},
       {"l2_mu20_pccp_speedup", 4.3},
       {"l3_mu10_pccp_us", 250},
       {"l3_mu10_pccp_speedup", 6.8},
       {"frame_astar", 24},
       {"l2_mu10_frame_hna_portals", 5},
       {"l2_mu10_frame_pccp", 140}}}},
    {"Medieval City",
     16900,
     {{{"astar_us", 3000},
       {"l2_mu15_hna_portals_us", 1280},
       {"l3_mu15_hna_portals_us", 3290},
       {"l3_mu10_portals_link_us", 9050},
       {"l2_mu20_pccp_us", 1830},
       {"l2_mu20_pccp_speedup", 1.6},
       {"l3_mu10_pccp_us", 1760},
       {"l3_mu10_pccp_speedup", 1.7},
       {"most_stored_bytes", 49.6e6}}}},
};

// Returns the level of the paper with the most similar number of polygons.
const PrintedLevel& nearest_level(double polygons) {
  const auto distance = [&](const PrintedLevel& level) { return std::abs(std::log(level.polygons / polygons)); };
  return *std::min_element(std::begin(kPrinted), std::end(kPrinted),
                           [&](const PrintedLevel& a, const PrintedLevel& b) { return distance(a) < distance(b); });
}

}  // namespace

SubstituteRows::SubstituteRows(PaperRows& rows, const SubstituteMap& substitute)
    : rows_(rows), set_(substitute.set), level_(nearest_level(substitute.polygons())) {
  add("polygons", substitute.polygons(),
      fmt::format("{}, {}x{} cells", substitute.map, substitute.moves.width(), substitute.moves.height()));
  add("portals", static_cast<double>(substitute.mesh.mesh().portal_count()));
}

void SubstituteRows::add(const std::string& item, double measured, std::string_view note) {
  const std::string name = set_ + "_" + item;
  for (const PrintedFigure& figure : level_.figures) {
    if (figure.item != item) continue;
    std::string text = fmt::format("{}, {} polygons", level_.name, level_.polygons);
    if (!note.empty()) text = fmt::format("{}; {}", note, text);
    return rows_.add_printed(name, figure.value, measured, text);
  }
  rows_.add(name, measured, note);
}

namespace {

std::string setting_name(int level, int group_size) { return fmt::format("l{}_mu{}_", level, group_size); }

// --- Memory ----------------------------------------------------------------------------------------------------------

struct CostTableBytes {
  double polygons_to_exits = 0;  // bytes of P, from polygons to inter-edges
  double portals_to_exits = 0;   // bytes of R, from portals to inter-edges
  double stored = 0;             // bytes of P as published: each entry has its cost and the polygons of the path
};

// Sums the numbers of polygons on the paths from the polygons of a group to its inter-edges.
class SequenceLengths {
 public:
  SequenceLengths(const NavMesh& mesh, const HnaLevel& level) : mesh_(mesh), level_(level) {}

  size_t of_group(uint32_t number) {
    const HnaGroup& group = level_.group(number);
    size_t sum = 0;
    for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
      lengths_.assign(group.portals.size(), 0);
      for (size_t i = 0; i < group.polygons.size(); ++i) {
        const size_t entry = i * group.inter_edges + inter_edge;
        if (group.centre_costs[entry] == kInfinite) continue;
        const PortalId first = mesh_.sides(group.polygons[i])[group.centre_sides[entry]].portal;
        sum += 1 + from_portal(group, number, first, inter_edge);
      }
    }
    return sum;
  }

 private:
  // Returns the number of polygons on the path from a portal of the group to one of its inter-edges.
  size_t from_portal(const HnaGroup& group, uint32_t number, PortalId from, uint32_t inter_edge) {
    passed_.clear();
    uint32_t place = place_in(number, from);
    while (place != inter_edge && lengths_[place] == 0) {
      passed_.push_back(place);
      const HnaFirstStep hop = group.hop(place, inter_edge);
      const PolygonId polygon = mesh_.portal(group.portals[place]).polygons[hop.which()];
      place = place_in(number, mesh_.sides(polygon)[hop.side()].portal);
    }
    size_t length = place == inter_edge ? 0 : lengths_[place];
    for (; !passed_.empty(); passed_.pop_back()) lengths_[passed_.back()] = ++length;
    return length;
  }
  uint32_t place_in(uint32_t number, PortalId id) const {
    return level_.place_of(id, level_.group_of(mesh_.portal(id).polygons[0]) == number ? 0 : 1);
  }

  const NavMesh& mesh_;
  const HnaLevel& level_;
  std::vector<size_t> lengths_;  // by portal of the group; 0: not yet computed
  std::vector<uint32_t> passed_;
};

CostTableBytes row_bytes(const NavMesh& mesh, const HnaLevel& level) {
  CostTableBytes bytes;
  SequenceLengths lengths(mesh, level);
  for (uint32_t number = 0; number < level.group_slots(); ++number) {
    if (!level.has_group(number)) continue;
    const HnaGroup& group = level.group(number);
    const auto entries = static_cast<double>(group.centre_costs.size());
    bytes.polygons_to_exits += entries * (sizeof(Cost) + sizeof(uint8_t));
    bytes.portals_to_exits += static_cast<double>(group.costs.size()) * (sizeof(Cost) + sizeof(HnaFirstStep));
    bytes.stored +=
        entries * sizeof(Cost) + static_cast<double>(lengths.of_group(number)) * static_cast<double>(sizeof(PolygonId));
  }
  return bytes;
}

}  // namespace

Result<Report> paper_hna_memory(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  const auto maps = for_each_substitute(options, [&](const SubstituteMap& substitute) {
    const NavMesh& mesh = substitute.mesh.mesh();
    SubstituteRows own(rows, substitute);
    double most_stored = 0;
    std::string most_stored_in;
    for (const int group_size : kGroupSizes) {
      Hna hna;
      hna.build(mesh, {.levels = kMaxHnaLevels, .group_size = group_size});
      for (int level = 1; level <= kMaxHnaLevels; ++level) {
        const CostTableBytes bytes = row_bytes(mesh, hna.level(level));
        const double all = bytes.polygons_to_exits + bytes.portals_to_exits;
        if (all != static_cast<double>(hna.level(level).row_bytes())) {
          report.failures.push_back(fmt::format("{}, level {}, mu {}: {} bytes in rows, of which {} are accounted for",
                                                substitute.map, level, group_size, hna.level(level).row_bytes(), all));
        }
        const std::string setting = setting_name(level, group_size);
        own.add(setting + "p_bytes", bytes.polygons_to_exits, "from every polygon to the inter-edges of its group");
        own.add(setting + "r_bytes", bytes.portals_to_exits, "from every portal to the inter-edges of its group");
        own.add(setting + "bytes_per_polygon", all / substitute.polygons());
        own.add(setting + "stored_bytes", bytes.stored,
                "instead of P as published: the cost, and four bytes for every polygon on the way");
        if (bytes.stored <= most_stored) continue;
        most_stored = bytes.stored;
        most_stored_in = fmt::format("with stored paths, level {} and mu {}, which takes the most", level, group_size);
      }
    }
    own.add("most_stored_bytes", most_stored, most_stored_in);
  });
  if (!maps) return maps.error();
  report.notes.push_back(
      "The paper also prints 2.9 MB for a level of 119 polygons, which is no map and cannot be measured here.");
  return report;
}

// --- Time by level and group size ------------------------------------------------------------------------------------

namespace {

// The mean times of one setting, and the number of queries whose cost differs from that of A* on the mesh.
struct SettingTimes {
  RunningMean hna, hna_link, portals, portals_link, pccp, pccp_link;
  size_t mismatches = 0;
};

class HnaSettingRun {
 public:
  HnaSettingRun(const SubstituteMap& substitute, const Hna& hna, int level, int rounds, Workspace& workspace)
      : mesh_(substitute.mesh.mesh()), hna_(hna), level_(level), rounds_(rounds), workspace_(workspace) {}

  // Measures one query with every method of linking. `cost` is that of A* on the mesh.
  void measure(const MeshQuery& ends, Cost cost) {
    measure(ends, cost, HnaLinkMethod::kDijkstra, times.hna, times.hna_link);
    measure(ends, cost, HnaLinkMethod::kPerPortal, times.portals, times.portals_link);
    measure(ends, cost, HnaLinkMethod::kRows, times.pccp, times.pccp_link);
  }

  SettingTimes times;

 private:
  void measure(const MeshQuery& ends, Cost cost, HnaLinkMethod links, RunningMean& all, RunningMean& linking) {
    const auto plan = [&] { plan_hna(mesh_, hna_, {ends, level_, links}, workspace_, path_); };
    plan();  // warm-up
    times.mismatches += !path_.path.found() || path_.path.cost != cost;
    all.add(median_micros(rounds_, plan));
    linking.add(median_micros(rounds_, [&] {
      link_end(mesh_, hna_, level_, links, ends.start, workspace_, costs_);
      link_end(mesh_, hna_, level_, links, ends.goal, workspace_, costs_);
    }));
  }

  const NavMesh& mesh_;
  const Hna& hna_;
  int level_, rounds_;
  Workspace& workspace_;
  HnaPath path_;
  std::vector<Cost> costs_;
};

// Returns the number of paths with this mean time in a frame at 25 frames per second.
double in_frame(const RunningMean& micros) {
  constexpr double kFrameMicros = 40'000;
  return micros.mean() > 0 ? std::floor(kFrameMicros / micros.mean()) : 0;
}

double inter_edges_per_group(const HnaLevel& level) {
  RunningMean inter_edges;
  for (uint32_t group = 0; group < level.group_slots(); ++group) {
    if (level.has_group(group)) inter_edges.add(static_cast<double>(level.group(group).inter_edges));
  }
  return inter_edges.mean();
}

struct FastestHnaSetting {
  double micros = 0;
  std::string name;
  void offer(double other, int level, int group_size) {
    if (!name.empty() && micros <= other) return;
    micros = other;
    name = fmt::format("level {} and mu {}", level, group_size);
  }
};

}  // namespace

Result<Report> paper_hna_levels(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  const auto maps = for_each_substitute(options, [&](const SubstituteMap& substitute) {
    const NavMesh& mesh = substitute.mesh.mesh();
    Workspace workspace;
    const QuerySet set = select_random_pairs(substitute.moves, pairs, options.seed, workspace);
    report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
    std::vector<MeshQuery> queries;
    std::vector<Cost> costs;
    RunningMean astar;
    MeshPath path;
    for (const ReferenceQuery& reference : set.valid) {
      const MeshQuery ends{substitute.mesh.end_at(reference.query.start), substitute.mesh.end_at(reference.query.goal)};
      const auto plan = [&] { plan_mesh(mesh, MeshCosts::kMidpoints, ends, workspace, path); };
      plan();
      if (!path.found()) {
        report.failures.push_back(
            fmt::format("{} from ({},{}) to ({},{}): A* on the mesh finds no path, but there "
                        "is one on the cells",
                        substitute.map, reference.query.start.x, reference.query.start.y, reference.query.goal.x,
                        reference.query.goal.y));
        continue;
      }
      queries.push_back(ends);
      costs.push_back(path.cost);
      astar.add(median_micros(options.rounds, plan));
    }
    SubstituteRows own(rows, substitute);
    own.add("pairs", static_cast<double>(queries.size()), "random, connected");
    own.add("astar_us", astar.mean(), "A* on the mesh, with the funnel");
    own.add("frame_astar", in_frame(astar), "paths one by one in a frame of 40 ms");
    FastestHnaSetting best_hna, best_pccp;
    for (const int group_size : kGroupSizes) {
      Hna hna;
      hna.build(mesh, {.levels = kMaxHnaLevels, .group_size = group_size});
      for (int level = 1; level <= kMaxHnaLevels; ++level) {
        HnaSettingRun setting(substitute, hna, level, options.rounds, workspace);
        for (size_t i = 0; i < queries.size(); ++i) setting.measure(queries[i], costs[i]);
        const SettingTimes& times = setting.times;
        if (times.mismatches > 0) {
          report.failures.push_back(fmt::format("{}, level {}, mu {}: {} costs are not those of A* on the mesh",
                                                substitute.map, level, group_size, times.mismatches));
        }
        const std::string name = setting_name(level, group_size);
        const auto speedup = [&](const RunningMean& share) { return share.sum == 0 ? 0 : astar.sum / share.sum; };
        own.add(name + "groups", static_cast<double>(hna.level(level).group_count()));
        own.add(name + "inter_edges", static_cast<double>(hna.level(level).inter_edge_count()));
        own.add(name + "hna_us", times.hna.mean(), "HNA*, ends linked by one search of their group");
        own.add(name + "hna_link_us", times.hna_link.mean(), "of which linking");
        own.add(name + "hna_speedup", speedup(times.hna), "over A*");
        own.add(name + "hna_portals_us", times.portals.mean(), "HNA*, as published: an A* for each inter-edge");
        own.add(name + "portals_link_us", times.portals_link.mean(), "of which linking");
        own.add(name + "pccp_us", times.pccp.mean(), "links looked up, ends where they are");
        own.add(name + "pccp_link_us", times.pccp_link.mean(), "of which linking");
        own.add(name + "pccp_speedup", speedup(times.pccp), "over A*");
        own.add(name + "frame_hna", in_frame(times.hna), "paths one by one in a frame of 40 ms");
        own.add(name + "frame_hna_portals", in_frame(times.portals));
        own.add(name + "frame_pccp", in_frame(times.pccp));
        own.add(name + "inter_edges_per_group", inter_edges_per_group(hna.level(level)),
                "mean; an inter-edge is one of both its groups");
        own.add(name + "mismatches", static_cast<double>(times.mismatches), "costs that are not those of A*");
        best_hna.offer(times.hna.mean(), level, group_size);
        best_pccp.offer(times.pccp.mean(), level, group_size);
      }
    }
    own.add("best_hna_us", best_hna.micros, best_hna.name);
    own.add("best_pccp_us", best_pccp.micros, best_pccp.name);
  });
  if (!maps) return maps.error();
  report.notes.push_back(
      "Table 3 of the paper also has a column for CUDA: 48 paths in a frame on City Island (level 1, mu 20) and 62 on "
      "Tropical Island (level 2, mu 10). It is not measured here: our device plans batches, not one path after "
      "another.");
  return report;
}

}  // namespace strata::bench
