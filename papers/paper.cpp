#include "papers/paper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "core/base/build_info.hpp"
#include "core/io/movingai.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHpa = "HPA*: Botea, Müller, Schaeffer 2004";
constexpr std::string_view kHaa = "HAA*: Harabor, Botea 2008";
constexpr std::string_view kRooms = "Room pruning: Harabor, Botea 2010";
constexpr std::string_view kSectors = "Sectors, landmarks, contraction: Sturtevant, Geisberger 2010";
constexpr std::string_view kHna = "HNA*, PCCP: Rahmani, Pelechano 2020";
constexpr std::array kTables = {
    PaperTable{"hpa-1", kHpa, "Table 1: expansions on the maze", paper_maze_table},
    PaperTable{"hpa-2", kHpa, "Table 2: mean sizes of the graphs", paper_graph_sizes},
    PaperTable{"hpa-3", kHpa, "Table 3: mean size of the open list", paper_open_lists},
    PaperTable{"hpa-fig5", kHpa, "Figure 5: expansions and time over the length of the path", paper_effort},
    PaperTable{"hpa-fig6", kHpa, "Figure 6: expansions by phase, for one to four levels", paper_effort},
    PaperTable{"hpa-fig7", kHpa, "Figure 7: excess length before and after smoothing", paper_quality},
    PaperTable{"hpa-fig8", kHpa, "Figure 8: expansions over the cluster size", paper_cluster_sizes},
    PaperTable{"haa", kHaa, "Sizes of the graphs, quality of paths, speed", paper_haa},
    PaperTable{"rooms-1", kRooms, "Table 1: share of cells that is pruned", paper_room_sizes},
    PaperTable{"rooms-fig5", kRooms, "Figure 5: speed-up over the length of the path", paper_room_search},
    PaperTable{"sectors-1", kSectors, "Table 1: sizes of the graphs, memory", paper_sector_sizes},
    PaperTable{"sectors-2", kSectors, "Table 2: expansions and time by method and kind of problem",
               paper_sector_search},
    PaperTable{"sectors-3", kSectors, "Table 3: refinement of the second level", paper_sector_refinement},
    PaperTable{"sectors-4", kSectors, "Table 4: unpacking of shortcuts", paper_sector_unpacking},
    PaperTable{"sectors-5", kSectors, "Table 5: what the methods need and give", paper_methods},
    PaperTable{"sectors-fig8", kSectors, "Figure 8: maps that are easy for one method and hard for another",
               paper_sector_ranks},
    PaperTable{"hna-memory", kHna, "Figure 6: memory of stored paths", paper_hna_memory},
    PaperTable{"hna-fig7", kHna, "Figure 7: length of PCCP against HNA*, by distance", paper_hna_lengths},
    PaperTable{"hna-levels", kHna, "Figures 9, 10, 13, 14, table 3: time over the size of groups, by level",
               paper_hna_levels},
    PaperTable{"hna-agents", kHna, "Figures 11, 12: batches of agents", paper_hna_agents},
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
  ReportRow row;
  row["item"] = std::move(item);
  row["paper"] = paper ? ReportRow(*paper) : ReportRow(nullptr);
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
  if (options.maps.empty() && !options.stock) {
    return error_at("paper", "give --maps DIR, the folder that holds bg/");
  }
  const std::string folder = options.stock ? assets_folder("maps") : fmt::format("{}/{}", options.maps, subfolder);
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
    if (!loaded) {
      if (options.unread == nullptr) return loaded.error();
      options.unread->push_back(loaded.error().message());
      continue;
    }
    if (visited % 20 == 0) std::fprintf(stderr, "%s: map %zu of %zu\n", options.table.c_str(), i + 1, files.size());
    visit(fs::path(files[i]).filename().string(), std::move(loaded.value().map));
    ++visited;
  }
  if (visited == 0) return error_at(folder, "none of its maps can be read; the first: " + options.unread->front());
  return visited;
}

std::vector<std::string> paper_tables() {
  std::vector<std::string> names;
  for (const PaperTable& table : kTables) names.emplace_back(table.name);
  return names;
}

std::span<const PaperTable> all_paper_tables() { return kTables; }

Result<Report> run_paper(const PaperOptions& options) {
  for (const PaperTable& table : kTables) {
    if (table.name != options.table) continue;
    std::vector<std::string> unread;
    PaperOptions own = options;
    own.unread = &unread;
    auto report = table.run(own);
    if (report) report.value().failures.insert(report.value().failures.begin(), unread.begin(), unread.end());
    return report;
  }
  return error_at("paper",
                  fmt::format("there is no table '{}'; there are {}", options.table, fmt::join(paper_tables(), ", ")));
}

}  // namespace strata::bench
