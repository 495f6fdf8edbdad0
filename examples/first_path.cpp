// Opens a map, plans a path, paints a wall across it, plans again, and plans for three agents at once.
//   first_path MAP
#include <cstdio>

#include "core/strata.hpp"

int main(int argc, char** argv) {
  auto opened = strata::Pathfinder::open(argc > 1 ? argv[1] : "assets/maps/running-example.map");
  if (!opened) return std::fprintf(stderr, "%s\n", opened.error().message().c_str()), 2;
  strata::Pathfinder& finder = opened.value();

  const strata::Cell start{2, 14}, goal{36, 15};
  for (const char* planner : {"astar", "hpa2", "ch"}) {
    const auto path = finder.find(start, goal, planner);
    if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 2;
    std::printf("%-6s length %.2f, %zu cells\n", planner, path.value().length, path.value().cells.size());
  }

  finder.paint({24, 9}, {24, 23}, strata::Terrain::kOut);
  const auto detour = finder.find(start, goal, "hpa2");
  std::printf("hpa2   length %.2f around the wall\n", detour.value().length);

  const strata::PlanQuery agents[] = {{start, goal}, {goal, start}, {{1, 1}, {38, 38}}};
  const auto paths = finder.find_all(agents);
  for (size_t i = 0; i < paths.value().size(); ++i) {
    std::printf("agent %zu length %.2f\n", i, paths.value().length[i]);
  }
}
