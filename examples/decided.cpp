// Plans with HPA* 2 levels. Link strata_core.
//   PROGRAM [MAP]
#include <cstdio>

#include "core/strata.hpp"

constexpr const char* kMap = "assets/maps/running-example.map";

int main(int argc, char** argv) {
  strata::Rules rules;
  rules.profile = strata::Profile::kPaper;
  rules.capability = strata::Capability().with(strata::Terrain::kGround).with(strata::Terrain::kWater);
  rules.weights = {1, 2, 3, 1};  // ground, swamp, water, trees
  auto opened = strata::Pathfinder::open(argc > 1 ? argv[1] : kMap, rules);
  if (!opened) return std::fprintf(stderr, "%s\n", opened.error().message().c_str()), 2;
  strata::Pathfinder& finder = opened.value();
  strata::Status set = finder.set("hpa.cluster_size", 8);
  if (set) set = finder.set("hpa.threshold", 4);
  if (set) set = finder.set("hpa.cache", 1);  // on
  if (!set) return std::fprintf(stderr, "%s\n", set.error().message().c_str()), 2;

  strata::PlanOptions options;
  options.smooth = false;
  options.heuristic = strata::Heuristic::kEuclid;
  options.ties = strata::TieBreaking::kFifo;
  const auto path = finder.find({2, 14}, {36, 15}, "hpa2", options);
  if (!path) return std::fprintf(stderr, "%s\n", path.error().message().c_str()), 2;
  if (!path.value().found()) return std::printf("%s\n", path.value().why.c_str()), 1;
  std::printf("length %.2f, %llu nodes expanded\n", path.value().length,
              static_cast<unsigned long long>(path.value().stats.total().expanded));
}
