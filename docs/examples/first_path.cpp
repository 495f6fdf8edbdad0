// The first path: a map, two kinds of agents, a path for each, and an edit.
#include <cstdint>
#include <cstdio>
#include <strata/strata.hpp>
#include <vector>

namespace {

void print(const char* what, const strata::Path& path) {
  if (!path.found()) {
    std::printf("%s: %s\n", what, std::string(strata::path_status_text(path.status)).c_str());
    return;
  }
  std::printf("%s: length %.2f by %s, turns at", what, path.length, std::string(path.planner).c_str());
  for (const strata::Cell turn : path.turns()) std::printf(" (%d, %d)", turn.x, turn.y);
  std::printf("\n");
}

}  // namespace

int main() {
  // 40 x 20 cells of cost 1. A wall stands at x = 20, with a gap of one cell at the top and one of three at the bottom.
  constexpr int kWidth = 40, kHeight = 20;
  std::vector<uint8_t> cost(kWidth * kHeight, 1);
  for (int y = 1; y < kHeight - 3; ++y) cost[static_cast<size_t>(y * kWidth + 20)] = 0;

  auto navigator = strata::Navigator::create({.width = kWidth, .height = kHeight, .cost = cost});
  if (!navigator) return std::fprintf(stderr, "%s\n", navigator.error().message().c_str()), 1;
  const auto scout = navigator->add_agent({.size = 1});
  const auto tank = navigator->add_agent({.size = 2});
  if (!scout || !tank) return 1;

  strata::Query query(*navigator);
  const strata::Cell start{2, 3}, goal{36, 3};
  // No planner is named: the fastest exact one that is ready answers.
  auto path = query.find(*scout, start, goal);
  if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 1;
  print("scout", *path);
  path = query.find(*tank, start, goal);
  if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 1;
  print("tank", *path);

  // A planner over an abstraction is prepared first: a thread of the navigator builds its structure.
  const strata::PlannerSpec hpa = strata::hpa(1);
  auto building = navigator->prepare(hpa, *scout);
  if (!building) return std::fprintf(stderr, "%s\n", building.error().message().c_str()), 1;
  if (const auto built = building->wait(); !built)
    return std::fprintf(stderr, "%s\n", built.error().message().c_str()), 1;
  path = query.find(*scout, start, goal, {.planner = &hpa});
  if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 1;
  print("scout by HPA*", *path);

  // The upper gap is closed: all structures follow, and the next query is of the new map.
  const auto edited = navigator->edit().fill({{20, 0}, {20, 0}}, 0).commit();
  if (!edited) return std::fprintf(stderr, "%s\n", edited.error().message().c_str()), 1;
  std::printf("closed: %zu cell changed\n", edited->changed_cells);
  path = query.find(*scout, start, goal);
  if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 1;
  print("scout", *path);
  print("into the wall", *query.find(*scout, start, {20, 5}));
}
