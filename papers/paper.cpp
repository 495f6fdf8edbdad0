#include "papers/paper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "core/io/movingai.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

struct Table {
  std::string_view name;
  Result<Report> (*run)(const PaperOptions&);
};
constexpr std::array kTables = {
    Table{"hpa-1", paper_running_example},
    Table{"hpa-2", paper_graph_sizes},
    Table{"hpa-3", paper_open_lists},
    Table{"hpa-fig5", paper_effort},
    Table{"hpa-fig6", paper_effort},
    Table{"hpa-fig7", paper_quality},
    Table{"hpa-fig8", paper_cluster_sizes},
    Table{"haa", paper_haa},
    Table{"rooms-1", paper_room_sizes},
    Table{"rooms-fig5", paper_room_search},
    Table{"sectors-1", paper_sector_sizes},
    Table{"sectors-2", paper_sector_search},
    Table{"sectors-3", paper_sector_refinement},
    Table{"sectors-4", paper_sector_unpacking},
    Table{"hna-memory", paper_hna_memory},
    Table{"hna-levels", paper_hna_levels},
    Table{"hna-agents", paper_hna_agents},
};

std::string difference(double measured, double to) {
  return to == 0 ? std::string{} : fmt::format(" ({:+.1f} %)", 100 * (measured / to - 1));
}

}  // namespace

Rules paper_rules() { return {.profile = Profile::kPaper}; }

HpaOptions paper_hpa(int levels) {
  return {.cluster_size = 10,
          .entrance_threshold = 6,
          .transition_spacing = 0,
          .cache_paths = false,
          .levels = levels,
          .level_factor = 2};
}

void PaperRows::push(std::string item, std::optional<double> paper, double measured, std::string_view note,
                     std::optional<double> reference) {
  Row row;
  row["item"] = std::move(item);
  row["paper"] = paper ? Row(*paper) : Row(nullptr);
  row["measured"] = rounded(measured);
  std::string text(note);
  const auto append = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (paper) append(fmt::format("paper {}{}", *paper, difference(measured, *paper)));
  if (reference) append(fmt::format("independent reference {}{}", *reference, difference(measured, *reference)));
  row["note"] = text;
  report_.rows.push_back(std::move(row));
}

void PaperRows::add(std::string item, double measured, std::string_view note, std::optional<double> reference) {
  push(std::move(item), std::nullopt, measured, note, reference);
}

void PaperRows::add_printed(std::string item, double paper, double measured, std::string_view note,
                            std::optional<double> reference) {
  push(std::move(item), paper, measured, note, reference);
}

Result<size_t> for_each_paper_map(const PaperOptions& options,
                                  const std::function<void(const std::string& name, GridMap map)>& visit,
                                  std::string_view subfolder) {
  if (options.maps.empty()) return error_at("paper", "give --maps DIR, the folder that holds bg/");
  const std::string folder = fmt::format("{}/{}", options.maps, subfolder);
  std::error_code code;
  if (!fs::is_directory(folder, code)) {
    return error_at(folder, fmt::format("there is no such folder; --maps is the one that holds {}/", subfolder));
  }
  std::vector<std::string> files;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() == ".map" && it->is_regular_file(code)) files.push_back(it->path().string());
  }
  if (code) return error_at(folder, code.message());
  if (files.empty()) return error_at(folder, "holds no .map file");
  std::sort(files.begin(), files.end());
  size_t visited = 0;
  for (size_t i = 0; i < files.size(); i += static_cast<size_t>(std::max(options.every, 1))) {
    auto loaded = load_map(files[i], options.letters);
    if (!loaded) return loaded.error();
    if (visited % 20 == 0) std::fprintf(stderr, "%s: map %zu of %zu\n", options.table.c_str(), i + 1, files.size());
    visit(fs::path(files[i]).filename().string(), std::move(loaded.value().map));
    ++visited;
  }
  return visited;
}

std::vector<std::string> paper_tables() {
  std::vector<std::string> names;
  for (const Table& table : kTables) names.emplace_back(table.name);
  return names;
}

Result<Report> run_paper(const PaperOptions& options) {
  for (const Table& table : kTables) {
    if (table.name == options.table) return table.run(options);
  }
  return error_at("paper",
                  fmt::format("there is no table '{}'; there are {}", options.table, fmt::join(paper_tables(), ", ")));
}

}  // namespace strata::bench
