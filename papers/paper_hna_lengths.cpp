// This file measures figure 7 of Rahmani, Pelechano 2020: how much longer the paths of PCCP are than those of
// HNA*, by distance.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bench/query_set.hpp"
#include "core/hna/hna_query.hpp"
#include "papers/paper_hna.hpp"

namespace strata::bench {
namespace {

constexpr int kLengthsGroupSize = 10;
constexpr size_t kTenths = 10;

// The lengths of the paths of one query, in cells.
struct QueryLengths {
  double hna = 0, pccp = 0, pccp_true = 0;
};

// Returns by how many percent the paths `begin` to `end` are longer than those of HNA*, in total.
double longer_percent(const std::vector<QueryLengths>& sorted, size_t begin, size_t end, double QueryLengths::*of) {
  double hna = 0, other = 0;
  for (size_t i = begin; i < end; ++i) {
    hna += sorted[i].hna;
    other += sorted[i].*of;
  }
  return percent_over(other, hna);
}

}  // namespace

Result<Report> paper_hna_lengths(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  const int pairs = options.pairs > 0 ? options.pairs : kPaperPairs;
  const auto maps = for_each_substitute(options, [&](const SubstituteMap& substitute) {
    const NavMesh& mesh = substitute.mesh.mesh();
    Workspace workspace;
    const QuerySet set = select_random_pairs(substitute.moves, pairs, options.seed, workspace);
    report.failures.insert(report.failures.end(), set.failures.begin(), set.failures.end());
    Hna hna;
    hna.build(mesh, {.levels = 1, .group_size = kLengthsGroupSize});
    std::vector<QueryLengths> lengths;
    HnaPath path;
    for (const ReferenceQuery& reference : set.valid) {
      const MeshQuery ends{substitute.mesh.end_at(reference.query.start), substitute.mesh.end_at(reference.query.goal)};
      QueryLengths& own = lengths.emplace_back();
      const auto plan = [&](HnaLinkMethod links, HnaEndpoints from, double& length) {
        plan_hna(mesh, hna, {ends, 1, links, from}, workspace, path);
        if (!path.path.found()) {
          report.failures.push_back(fmt::format("{} from ({},{}) to ({},{}): no path", substitute.map,
                                                reference.query.start.x, reference.query.start.y,
                                                reference.query.goal.x, reference.query.goal.y));
        }
        length = path.path.length;
      };
      plan(HnaLinkMethod::kDijkstra, HnaEndpoints::kTrue, own.hna);
      plan(HnaLinkMethod::kRows, HnaEndpoints::kCentroids, own.pccp);
      plan(HnaLinkMethod::kRows, HnaEndpoints::kTrue, own.pccp_true);
    }
    std::ranges::sort(lengths, {}, &QueryLengths::hna);
    SubstituteRows own(rows, substitute);
    const size_t count = lengths.size(), half = count / 2;
    own.add("pairs", static_cast<double>(count), "random, connected; level 1, mu 10");
    own.add_printed("excess_near", 5, longer_percent(lengths, 0, half, &QueryLengths::pccp),
                    "% of the length of HNA*, as published, from centroid to centroid; the nearer half of the "
                    "queries, those below 100 m in the paper");
    own.add_printed("excess_far", 3, longer_percent(lengths, half, count, &QueryLengths::pccp),
                    "the farther half; over 100 m in the paper");
    own.add("excess_all", longer_percent(lengths, 0, count, &QueryLengths::pccp), "% over all queries");
    own.add("excess_true_all", longer_percent(lengths, 0, count, &QueryLengths::pccp_true),
            "the same where paths begin and end where they are");
    double most = 0;
    for (const QueryLengths& one : lengths) most = std::max(most, percent_over(one.pccp, one.hna));
    own.add("excess_most", most, "% of the query whose path is the longest against HNA*");
    for (size_t tenth = 0; tenth < kTenths; ++tenth) {
      const size_t begin = tenth * count / kTenths, end = (tenth + 1) * count / kTenths;
      if (begin == end) continue;
      own.add(fmt::format("distance_tenth_{}", tenth + 1), lengths[(begin + end - 1) / 2].hna,
              "cells, in the middle of this tenth of the queries");
      own.add(fmt::format("excess_tenth_{}", tenth + 1), longer_percent(lengths, begin, end, &QueryLengths::pccp));
      own.add(fmt::format("excess_true_tenth_{}", tenth + 1),
              longer_percent(lengths, begin, end, &QueryLengths::pccp_true));
    }
  });
  if (!maps) return maps.error();
  report.notes.push_back("lengths are those of the paths that are pulled taut");
  return report;
}

}  // namespace strata::bench
