// This file measures the batches of Rahmani, Pelechano 2020, section 6: many agents planned by HNA*, by PCCP, and by
// A* for each agent.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench/agent_rows.hpp"
#include "core/base/rng.hpp"
#include "core/batch/mesh_batch.hpp"
#include "core/io/printable.hpp"
#include "gpu/cuda_engines.hpp"
#include "papers/paper_hna.hpp"

namespace strata::bench {
namespace {

constexpr size_t kBatches[] = {1000, 10'000, 50'000, 100'000, 500'000};
// Larger batches of A* over all portals take minutes: the speed of A* is measured on batches of this size.
constexpr size_t kMaxAstar = 10'000;
constexpr size_t kChecked = 300;  // agents of each batch that are compared with A* on the mesh
constexpr int kLevels = 2, kGroupSize = 10;

struct PrintedSpeedUp {
  MeshBatchMethod method;
  double batch_ms;     // time of a batch of 500,000 agents
  double least, most;  // speed-up over one A* per agent
};
constexpr PrintedSpeedUp kPrinted[] = {{MeshBatchMethod::kPccp, 6.5, 4.3, 15.7},
                                       {MeshBatchMethod::kHna, 7.2, 3.6, 9.8}};

// The range of a method's speed-up over all batches.
struct SpeedUpRange {
  double least = 0, most = 0;
  void include(double value) {
    least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  }
};
using SpeedUpRanges = std::map<MeshBatchMethod, SpeedUpRange>;

MeshBatch random_batch(const SubstituteMap& substitute, size_t count, uint64_t seed) {
  std::vector<MeshEndpoint> ends;
  for (CellId cell = 0; cell < substitute.moves.cell_count(); ++cell) {
    if (substitute.moves.passable(cell)) ends.push_back(substitute.mesh.end_at(substitute.moves.cell(cell)));
  }
  Rng rng(seed);
  MeshBatch batch;
  for (size_t i = 0; i < count && !ends.empty(); ++i) {
    const MeshEndpoint start = ends[rng.below(static_cast<uint32_t>(ends.size()))];
    batch.agents.push_back({start, ends[rng.below(static_cast<uint32_t>(ends.size()))]});
  }
  return batch;
}

// Measures all batches on one substitute map with one engine.
class BatchMeasurement {
 public:
  BatchMeasurement(const SubstituteMap& substitute, MeshBatchEngine& engine, const PaperOptions& options,
                   Report& report)
      : substitute_(substitute), engine_(engine), options_(options), report_(report) {
    hna_.build(substitute.mesh.mesh(), {.levels = kLevels, .group_size = kGroupSize});
    pack_.build(substitute.mesh.mesh(), hna_, kLevels);
    Threads threads;
    tables_.build(pack_, {}, threads);
  }

  Status measure(const std::vector<size_t>& sizes, const std::string& prefix, SubstituteRows& rows,
                 SpeedUpRanges& ranges) {
    for (const size_t count : sizes) {
      std::fprintf(stderr, "%s: %zu agents\n", printable(substitute_.map).c_str(), count);
      const MeshBatch batch = random_batch(substitute_, count, options_.seed);
      const std::string name = fmt::format("{}{}_", prefix, count);
      if (count <= kMaxAstar || astar_per_s_ == 0) {
        const auto ms = time_one(batch, MeshBatchMethod::kAstar);
        if (!ms) return ms.error();
        astar_per_s_ = per_second(count, ms.value());
        rows.add(name + "astar_ms", ms.value(), "A* over portals for every agent");
      }
      for (const MeshBatchMethod method : {MeshBatchMethod::kHna, MeshBatchMethod::kPccp, MeshBatchMethod::kTables}) {
        if (!map().has(method)) continue;
        const auto ms = time_one(batch, method);
        if (!ms) return ms.error();
        const std::string own = name + std::string(mesh_batch_method_name(method));
        const PrintedSpeedUp* const printed = printed_of(method);
        if (printed != nullptr && count == 500'000) {
          rows.add_printed(own + "_ms", printed->batch_ms, ms.value(), "the paper's on a GPU of 2496 cores");
        } else {
          rows.add(own + "_ms", ms.value());
        }
        const double speedup = per_second(count, ms.value()) / astar_per_s_;
        rows.add(own + "_speedup", speedup,
                 count <= kMaxAstar
                     ? "over A* for every agent"
                     : fmt::format("over A* for every agent, by what that does in a batch of {}", kMaxAstar));
        ranges[method].include(speedup);
      }
    }
    rows.add(prefix + "mismatches", static_cast<double>(mismatches_),
             "of the agents that were held against A* on the mesh");
    return success();
  }

 private:
  static double per_second(size_t count, double ms) { return static_cast<double>(count) / std::max(ms, 1e-6) * 1000; }
  static const PrintedSpeedUp* printed_of(MeshBatchMethod method) {
    const auto found = std::ranges::find(kPrinted, method, &PrintedSpeedUp::method);
    return found == std::end(kPrinted) ? nullptr : &*found;
  }
  MeshBatchMap map() const { return {&substitute_.mesh.mesh(), &pack_, &tables_}; }

  Result<double> time_one(const MeshBatch& batch, MeshBatchMethod method) {
    BatchResult result;
    const auto timed = time_batch(
        options_.rounds, [&] { return engine_.plan(map(), batch, {method}, result); }, result.times);
    if (!timed) return timed.error();
    compare(batch, method, result);
    return timed.value().wall_ms;
  }

  void compare(const MeshBatch& batch, MeshBatchMethod method, const BatchResult& result) {
    const size_t count = batch.agents.size(), checked = std::min(count, kChecked);
    size_t wrong = 0;
    for (size_t k = 0; k < checked; ++k) {
      const size_t i = k * count / checked;
      plan_mesh(substitute_.mesh.mesh(), MeshCosts::kMidpoints, {batch.agents[i].start, batch.agents[i].goal},
                workspace_, single_);
      wrong += result.status[i] != single_.status || result.cost[i] != single_.cost;
    }
    mismatches_ += wrong;
    if (wrong == 0) return;
    report_.failures.push_back(fmt::format("{}, {} on {}: of {} agents {} do not cost what A* on the mesh finds",
                                           substitute_.map, mesh_batch_method_name(method), engine_.device(), checked,
                                           wrong));
  }

  const SubstituteMap& substitute_;
  MeshBatchEngine& engine_;
  const PaperOptions& options_;
  Report& report_;
  Hna hna_;
  PackedMesh pack_;
  MeshTables tables_;
  Workspace workspace_;
  MeshPath single_;
  double astar_per_s_ = 0;
  size_t mismatches_ = 0;
};

}  // namespace

Result<Report> paper_hna_agents(const PaperOptions& options) {
  Report report{.command = "paper", .rows = {}, .failures = {}, .notes = {}};
  PaperRows rows(report);
  std::vector<size_t> sizes;
  for (const size_t size : kBatches) {
    if (options.pairs <= 0 || size <= static_cast<size_t>(options.pairs)) sizes.push_back(size);
  }
  if (sizes.empty()) sizes.push_back(static_cast<size_t>(options.pairs));
  // The batches run in threads of the processor, and on a device if there is one.
  std::vector<std::pair<std::string, std::unique_ptr<MeshBatchEngine>>> engines;
  engines.emplace_back("", make_cpu_mesh_engine(0));
  if (auto made = make_cuda_mesh_engine()) {
    engines.emplace_back("cuda_", std::move(made.value()));
  } else {
    report.notes.push_back(fmt::format("no device: {}", made.error().message()));
  }
  std::vector<SpeedUpRanges> ranges(engines.size());
  // Engines that have failed are not used any more; the rows of the others are still measured.
  std::vector<bool> failed(engines.size());
  const auto maps = for_each_substitute(options, [&](const SubstituteMap& substitute) {
    SubstituteRows own(rows, substitute);
    for (size_t e = 0; e < engines.size(); ++e) {
      if (failed[e]) continue;
      BatchMeasurement batches(substitute, *engines[e].second, options, report);
      const Status done = batches.measure(sizes, engines[e].first, own, ranges[e]);
      if (done) continue;
      failed[e] = true;
      report.failures.push_back(
          fmt::format("{} on {}: {}", substitute.map, engines[e].second->device(), done.error().message()));
    }
  });
  if (!maps) return maps.error();
  for (size_t e = 0; e < engines.size(); ++e) {
    report.notes.push_back(fmt::format("{}: {}", e == 0 ? "in threads" : "cuda_", engines[e].second->device()));
    if (failed[e]) continue;
    for (const PrintedSpeedUp& printed : kPrinted) {
      const std::string name = fmt::format("{}{}_speedup_", engines[e].first, mesh_batch_method_name(printed.method));
      const SpeedUpRange& range = ranges[e][printed.method];
      rows.add_printed(name + "least", printed.least, range.least, "of all batches, over A* for every agent");
      rows.add_printed(name + "most", printed.most, range.most, "of all batches, over A* for every agent");
    }
  }
  report.notes.push_back(
      fmt::format("level {}, mu {}; ends where they are; costs and first portals", kLevels, kGroupSize));
  return report;
}

}  // namespace strata::bench
