// The temporary edges of start and goal: what is drawn is what the planner's graph says.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "app/features/ends_of_query/ends_of_query.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using LinkLine = std::array<float, 4>;  // from start or goal to a node

LinkLine line_between(Cell from, Cell to) {
  return {static_cast<float>(from.x) + 0.5f, static_cast<float>(from.y) + 0.5f, static_cast<float>(to.x) + 0.5f,
          static_cast<float>(to.y) + 0.5f};
}

// The dashed lines of the layer, in the colour of one end.
std::set<LinkLine> dashed_links(Lab& lab, OverlayBuilder& builder, bool of_goal) {
  std::set<LinkLine> lines;
  for (const DrawLine& line : only(lab, builder, kEndLinkLayer).lines) {
    if (line.dash == 0 || (line.color & 0xffffffu) != ((of_goal ? palette::kGoal : palette::kStart) & 0xffffffu)) {
      continue;
    }
    lines.insert({line.x0, line.y0, line.x1, line.y1});
  }
  return lines;
}

// Steps to just after the start of the main search, to the middle and to the end, and calls check() there.
template <class Check>
void at_moments(Lab& lab, Check&& check) {
  lab.finish_updates();
  const TraceOutline& outline = lab.playback().outline();
  const size_t inserted = std::max(outline.phase_end(Phase::kInsertGoal), size_t{1});
  for (const size_t cursor : {inserted, (inserted + lab.playback().size()) / 2, lab.playback().size()}) {
    run(lab, fmt::format("step.to {}", cursor));
    check();
  }
}

}  // namespace

TEST_CASE("links of HPA* join start and goal to all nodes of their clusters, on each level, to the end of the search") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run(lab, {"view.fit", "hpa.levels 3"});
  Workspace workspace;
  std::vector<CellId> path;
  size_t compared = 0;
  for (const int top : {1, 2, 3}) {
    run_settled(lab, fmt::format("planner.trace hpa{}", top));
    const Hpa& hpa = lab.world().get<MapHpa>().hpa();
    const MoveGrid& moves = lab.world().moves();
    for (int level = 1; level <= top; ++level) {
      run(lab, fmt::format("view.level 1 {}", level));
      at_moments(lab, [&] {
        for (const bool of_goal : {false, true}) {
          const Cell end = of_goal ? lab.state().query.goal : lab.state().query.start;
          std::set<LinkLine> expected;
          for (const HpaNode& node : hpa.nodes(level)) {
            const Cell at = moves.cell(node.cell);
            if (node.cluster != hpa.clusters(level).cluster_of(end)) continue;
            if (hpa.edge_path(moves, level, end, at, 0, workspace, path) == kInfinite) continue;
            expected.insert(line_between(end, at));
          }
          CHECK(dashed_links(lab, builder, of_goal) == expected);
          compared += expected.size();
        }
      });
    }
    run(lab, "view.level 1 all");
  }
  CHECK(compared > 30);
  // Before the first of them is added there is none.
  run(lab, "step.to 2");
  CHECK(dashed_links(lab, builder, false).empty());
  holds(lab, "links.start == 0");
}

TEST_CASE("the dump lists the links with the costs of the paths under them") {
  Lab lab;
  run_settled(lab, "planner.trace hpa1");
  TemporaryEdges read;
  read.read(lab, lab.playback(), *lab.state().traced_planner(), true);
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  Workspace workspace;
  std::vector<CellId> path;
  int starts = 0, goals = 0;
  for (const TemporaryEdge& link : read.links()) {
    const Cell from = lab.world().map().cell(link.end.cell), to = lab.world().map().cell(link.node.cell);
    CHECK(hpa.edge_path(lab.world().moves(), 1, from, to, 0, workspace, path) == link.cost);
    (link.of_goal ? goals : starts) += 1;
  }
  CHECK(starts > 0);
  CHECK(goals > 0);
  holds(lab, fmt::format("links.start == {}", starts));
  holds(lab, fmt::format("links.goal == {}", goals));
  run(lab, "planner.trace astar");
  holds(lab, "links.start == 0");
}

TEST_CASE("links of sectors lead to the centres of the regions and of their parents") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"view.fit", "sectors on", "sectors.second 32", "planner.trace sectors", "view.level 1 all"});
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  const GridMap& map = lab.world().map();
  at_moments(lab, [&] {
    for (const bool of_goal : {false, true}) {
      const Cell end = of_goal ? lab.state().query.goal : lab.state().query.start;
      const SectorRegion& region = sectors.region(static_cast<uint32_t>(sectors.region_of(map.id(end))), 1);
      const SectorRegion& parent = sectors.region(region.parent, 2);
      const std::set<LinkLine> expected = {line_between(end, map.cell(region.centre)),
                                           line_between(map.cell(region.centre), map.cell(parent.centre))};
      CHECK(dashed_links(lab, builder, of_goal) == expected);
    }
  });
}

TEST_CASE("links of HNA* lead to the inter-edges of the groups of start and goal, and those of HAA* to nodes") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"view.fit", "view.level 1 all", "hna on", "haa on"});
  const MapNavmesh& navmesh = lab.world().get<MapNavmesh>();
  for (const int level : {1, 2}) {
    run(lab, fmt::format("planner.trace hna{}", level));
    at_moments(lab, [&] {
      const HnaLevel& groups = lab.world().get<MapHna>().hna().level(level);
      for (const bool of_goal : {false, true}) {
        const Cell end = of_goal ? lab.state().query.goal : lab.state().query.start;
        const HnaGroup& group = groups.group(groups.group_of(navmesh.end_at(end).polygon));
        CHECK(dashed_links(lab, builder, of_goal).size() == group.inter_edges);
      }
    });
  }
  run(lab, "planner.trace haa-high");
  const Haa& haa = lab.world().get<MapHaa>().haa();
  at_moments(lab, [&] {
    for (const bool of_goal : {false, true}) {
      const Cell end = of_goal ? lab.state().query.goal : lab.state().query.start;
      const std::set<LinkLine> shown = dashed_links(lab, builder, of_goal);
      CHECK_FALSE(shown.empty());
      for (const LinkLine& line : shown) {
        const Cell to{static_cast<int>(line[2]), static_cast<int>(line[3])};
        CHECK(line_between(end, to) == line);
        CHECK(haa.node_at(lab.world().map().id(to)) >= 0);
        CHECK(haa.clusters().cluster_of(to) == haa.clusters().cluster_of(end));
      }
    }
  });
}
