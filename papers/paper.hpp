// Purpose: This header declares the `paper` command, which measures the tables and figures of the papers again, on the
//          maps of the papers.
// Shapes: Rows have the columns item (a stable key), paper (the printed figure, or null), measured (a number), note;
//         those with a statement of the paper have agrees, too (papers/statements.hpp).
// Errors: A missing folder and unknown tables are errors; a missing path, unequal costs and a map that cannot be read
//         are failures of the report.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bench/commands.hpp"
#include "core/grid/grid_map.hpp"

namespace strata::bench {

struct PaperOptions {
  std::string table;            // name of the table: "hpa-2"
  std::string maps;             // the folder with bg/ and the other sets of maps
  bool stock = false;           // use the stock maps instead of every set; `maps` is ignored
  LetterTerrains letters = {};  // terrains of letters in map files
  int every = 1;                // the first map and every Nth after it are used
  int pairs = 0;                // random solvable pairs per map; 0: the number of the table
  uint64_t seed = kSeed;
  int rounds = kRounds;
  int max_size = 2;  // table haa: largest size of agents
  // Receives the reasons why maps cannot be read; the other maps are still measured. run_paper sets it. Null: the first
  // such map ends the table.
  std::vector<std::string>* unread = nullptr;
};
Result<Report> run_paper(const PaperOptions& options);
std::vector<std::string> paper_tables();  // names of the tables

struct PaperTable {
  std::string_view name;   // "hpa-2"
  std::string_view paper;  // "HPA*: Botea, Müller, Schaeffer 2004"
  std::string_view title;  // "Table 2: mean sizes of the graphs"
  Result<Report> (*run)(const PaperOptions&);
};
std::span<const PaperTable> all_paper_tables();  // tables of the same paper are adjacent

// Return the rules and options of Botea, Müller, Schaeffer 2004: 1-clusters of 10x10, level factor 2, threshold
// 6, no stored paths.
Rules paper_rules();
HpaOptions paper_hpa(int levels);
inline constexpr int kPaperPairs = 100;  // random solvable pairs per map
inline constexpr int kPaperLevels = 3;   // abstract levels of the paper's figures
inline constexpr int kLengthBucket = 50;
// Returns the lower end of the length bucket of a path with this cost, in straight steps.
inline int length_bucket(Cost cost) {
  return static_cast<int>(cost / profile_info(Profile::kPaper).straight) / kLengthBucket * kLengthBucket;
}

class PaperRows {
 public:
  explicit PaperRows(Report& report) : report_(report) {}
  // Adds a row without a printed figure. The difference from `reference`, an independent implementation, is
  // put into the note.
  void add(std::string item, double measured, std::string_view note = {}, std::optional<double> reference = {});
  // Adds a row with a printed figure; the note also gets the difference from that figure.
  void add_printed(std::string item, double paper, double measured, std::string_view note = {},
                   std::optional<double> reference = {});

 private:
  void push(std::string item, std::optional<double> paper, double measured, std::string_view note,
            std::optional<double> reference);
  Report& report_;
};

// Calls `visit` for the maps in DIR/bg or another subfolder of DIR, every Nth in alphabetical order. Returns the number
// of visited maps, at least one.
Result<size_t> for_each_paper_map(const PaperOptions& options,
                                  const std::function<void(const std::string& name, GridMap map)>& visit,
                                  std::string_view subfolder = "bg");

struct RunningMean {
  double sum = 0;
  size_t count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

inline double percent_over(double sum, double optimum) { return optimum == 0 ? 0 : 100 * (sum / optimum - 1); }

// One function for each family of tables; the comments name the tables.
Result<Report> paper_maze_table(const PaperOptions& options);         // hpa-1
Result<Report> paper_graph_sizes(const PaperOptions& options);        // hpa-2
Result<Report> paper_open_lists(const PaperOptions& options);         // hpa-3
Result<Report> paper_effort(const PaperOptions& options);             // hpa-fig5, hpa-fig6
Result<Report> paper_quality(const PaperOptions& options);            // hpa-fig7
Result<Report> paper_cluster_sizes(const PaperOptions& options);      // hpa-fig8
Result<Report> paper_haa(const PaperOptions& options);                // haa
Result<Report> paper_room_sizes(const PaperOptions& options);         // rooms-1
Result<Report> paper_room_search(const PaperOptions& options);        // rooms-fig5
Result<Report> paper_sector_sizes(const PaperOptions& options);       // sectors-1
Result<Report> paper_sector_search(const PaperOptions& options);      // sectors-2
Result<Report> paper_sector_refinement(const PaperOptions& options);  // sectors-3
Result<Report> paper_sector_unpacking(const PaperOptions& options);   // sectors-4
Result<Report> paper_methods(const PaperOptions& options);            // sectors-5
Result<Report> paper_sector_ranks(const PaperOptions& options);       // sectors-fig8
Result<Report> paper_hna_lengths(const PaperOptions& options);        // hna-fig7
Result<Report> paper_hna_memory(const PaperOptions& options);         // hna-memory
Result<Report> paper_hna_levels(const PaperOptions& options);         // hna-levels
Result<Report> paper_hna_agents(const PaperOptions& options);         // hna-agents

}  // namespace strata::bench
