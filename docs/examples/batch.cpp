// Many paths at once: 20,000 requests on one map in all threads, with their turning points and as lengths alone, and
// the questions that need no structure.
//   batch [MAP]   a file of any format of docs/formats.md; without one, a map of random walls
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <strata/strata.hpp>
#include <utility>
#include <vector>

namespace {

template <class T>
T must(strata::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().message().c_str());
  std::exit(1);
}

strata::Navigator random_walls() {
  constexpr int kSide = 192;
  std::mt19937 random(7);
  std::vector<uint8_t> cost(kSide * kSide, 1);
  for (int i = 0; i < 260; ++i) {
    const int x = static_cast<int>(random() % (kSide - 12)), y = static_cast<int>(random() % (kSide - 12));
    const bool flat = random() % 2 == 0;
    for (int k = 0; k < 12; ++k) cost[static_cast<size_t>(flat ? y * kSide + x + k : (y + k) * kSide + x)] = 0;
  }
  return must(strata::Navigator::create({.width = kSide, .height = kSide, .cost = cost}));
}

double sum_of(const strata::Paths& paths) {
  double sum = 0;
  for (const double length : paths.length) sum += length;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  strata::Navigator navigator = argc > 1 ? must(strata::Navigator::open(argv[1])) : random_walls();
  const strata::AgentId agent = must(navigator.add_agent({}));

  std::mt19937 random(3);
  const auto some_cell = [&] {
    for (;;) {
      const strata::Cell cell{static_cast<int>(random() % static_cast<unsigned>(navigator.width())),
                              static_cast<int>(random() % static_cast<unsigned>(navigator.height()))};
      if (navigator.cost(cell) > 0) return cell;
    }
  };
  std::vector<strata::Request> requests(20'000);
  for (strata::Request& request : requests) request = {some_cell(), some_cell()};

  // Hub labels pay for so many queries. They are built once; `wait` ends when they are.
  const strata::PlannerSpec labels = strata::labels();
  must(must(navigator.prepare(labels, agent)).wait());

  strata::Query query(navigator);
  strata::Paths paths, lengths;  // used again by the next call, they keep their memory
  must(query.find_all(agent, requests, paths, {.find = {.planner = &labels}}));
  must(query.find_all(agent, requests, lengths, {.find = {.planner = &labels, .only_length = true}}));
  size_t found = 0;
  for (size_t i = 0; i < paths.size(); ++i) found += paths[i].found() ? 1 : 0;
  std::printf("%zu requests, %zu paths, %zu turning points, length %.1f\n", paths.size(), found, paths.turns.size(),
              sum_of(paths));
  const bool same = std::abs(sum_of(paths) - sum_of(lengths)) < 1e-6 * sum_of(paths) + 1e-6;
  std::printf("lengths alone: %s\n", same ? "the same" : "others");

  // Questions that search by themselves.
  const strata::Cell start = requests[0].start;
  const std::vector<strata::Cell> depots = {some_cell(), some_cell(), some_cell()};
  const strata::GoalPath nearest = must(query.nearest(agent, start, depots));
  if (nearest.goal) std::printf("nearest depot: %zu, length %.2f\n", *nearest.goal, nearest.path.length);
  const auto reachable = must(query.within(agent, start, 10));
  std::printf("within 10: %zu cells\n", reachable.size());
  return same && found > 0 ? 0 : 1;
}
