// This file holds the `generate` command: it generates maps and scenarios from seeds.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "bench/commands.hpp"
#include "bench/query_set.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/level/level_scenes.hpp"

namespace strata::bench {
namespace {

ReportRow map_row(const std::string& file, const GridMap& map) {
  size_t passable = 0;
  for (const char letter : map.letters()) passable += Capability::walker().has(terrain_of(letter));
  ReportRow row;
  row["file"] = file;
  row["width"] = map.width();
  row["height"] = map.height();
  row["passable"] = passable;
  return row;
}

// Returns a scenario with random pairs and their lengths by A*, in buckets of four steps, as in the public scenarios.
Scenario random_scenario(const GridMap& map, const std::string& file, int queries, uint64_t seed) {
  const World world(map);
  Workspace workspace;
  const QuerySet set = select_random_pairs(world.moves(), queries, seed, workspace);
  Scenario scenario;
  for (const ReferenceQuery& reference : set.valid) {
    ScenarioRow row;
    row.length = static_cast<double>(reference.cost) / profile_info(Profile::kOctile).straight;
    row.bucket = static_cast<uint32_t>(row.length / 4);
    row.map = file;
    row.width = map.width();
    row.height = map.height();
    row.start_x = reference.query.start.x;
    row.start_y = reference.query.start.y;
    row.goal_x = reference.query.goal.x;
    row.goal_y = reference.query.goal.y;
    scenario.rows.push_back(std::move(row));
  }
  std::stable_sort(scenario.rows.begin(), scenario.rows.end(),
                   [](const ScenarioRow& a, const ScenarioRow& b) { return a.bucket < b.bucket; });
  return scenario;
}

}  // namespace

Result<Report> run_generate(const GenerateOptions& options) {
  Report report{.command = "generate", .rows = {}, .failures = {}, .notes = {}};
  if (!options.out.empty() + !options.stock.empty() + !options.stock_level.empty() != 1) {
    return error_at("generate", "give either --out, --stock or --stock-level");
  }
  if (!options.stock_level.empty()) {
    const std::string path = options.stock_level + "/" + std::string(kCourtyardFile);
    const std::string text = courtyard_level();
    ReportRow row;
    row["file"] = path;
    row["bytes"] = text.size();
    report.rows.push_back(std::move(row));
    if (Status saved = write_file_atomic(path, text); !saved) return saved.error();
    return report;
  }
  if (!options.stock.empty()) {
    // If a map cannot be written, the others are still written.
    std::optional<Error> first;
    const auto write = [&](std::string_view file, const GridMap& map) {
      const std::string path = options.stock + "/" + std::string(file);
      if (const Status saved = save_map(map, path); saved) {
        report.rows.push_back(map_row(path, map));
      } else {
        report.failures.push_back(saved.error().message());
        if (!first) first = saved.error();
      }
    };
    for (const StockMap& stock : stock_maps()) write(stock.file, generate(stock.spec));
    write(kRunningExampleFile, running_example());
    if (report.rows.empty()) return *first;
    return report;
  }
  const GridMap map = generate(options.spec);
  if (auto saved = save_map_file(map, options.out); !saved) return saved.error();
  ReportRow row = map_row(options.out, map);
  row["kind"] = scene_kind_name(options.spec.kind);
  row["seed"] = options.spec.seed;
  report.rows.push_back(std::move(row));
  if (options.queries > 0) {
    const std::string file = std::filesystem::path(options.out).filename().string();
    const Scenario scenario = random_scenario(map, file, options.queries, options.spec.seed);
    if (auto saved = save_scenario(scenario, options.out + ".scen"); !saved) {
      report.failures.push_back(saved.error().message());  // the map itself is already written
    } else {
      report.notes.push_back(fmt::format("{}.scen: {} queries", options.out, scenario.rows.size()));
    }
  }
  return report;
}

}  // namespace strata::bench
