#include "papers/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/options.hpp"
#include "bench/program.hpp"
#include "core/base/stop_signals.hpp"
#include "core/grid/clearance.hpp"
#include "core/io/files.hpp"
#include "core/io/printable.hpp"
#include "papers/all.hpp"
#include "papers/paper.hpp"

namespace strata::bench {

int run_papers(int argc, char** argv, BenchProgram program) {
  program.arguments = arguments_of(argc, argv);
  make_write_signals_errors();
  take_stop_signals(end_by_signal);
  CLI::App app("Tables and figures of the papers, measured anew.", "strata-bench paper");
  app.set_version_flag("--version", version_text(program));
  ReportOutput output;
  PaperOptions papers;
  add_report_output(app, output);
  std::vector<std::string> tables = paper_tables();
  const std::string last = tables.back();
  tables.pop_back();
  app.add_option("table", papers.table, fmt::format("{}, {} or all", fmt::join(tables, ", "), last))->required();
  app.add_option("--maps", papers.maps,
                 "The folder that holds bg/, or the other sets that a table uses (hpa-1 needs none; all: without it, "
                 "the maps that come with Strata stand in)");
  add_letters(app, papers.letters);
  app.add_option("--every", papers.every, "Use the first and every Nth map after it")->check(CLI::Range(1, kMaxCount));
  app.add_option("--pairs", papers.pairs, "Random solvable pairs a map (haa: and kind of agent)")
      ->check(CLI::Range(1, kMaxCount));
  app.add_option("--seed", papers.seed, "Seed of the pairs and of painted terrain")->capture_default_str();
  add_rounds(app, papers.rounds);
  app.add_option("--max-size", papers.max_size, "haa: agents of sizes 1 to this")
      ->check(CLI::Range(1, kMaxAgentSize))
      ->capture_default_str();
  PaperAllOptions all;
  CLI::Option* const of_all[] = {
      app.add_option("--report", all.report, "all: the page to write, such as out/report.html"),
      app.add_option("--only", all.only, "all: these tables alone")->delimiter(','),
      app.add_flag("--resume", all.resume, "all: go on where an earlier run with the same options was ended"),
      app.add_option("--threads", all.threads, "all: tables measured at once; 0: as many as there are processors")
          ->check(CLI::Range(0, 1024)),
  };
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUnusable;
  }
  if (papers.table == "all") {
    all.tables = papers;
    all.progress = [](const std::string& line) { std::fprintf(stderr, "paper all: %s\n", printable(line).c_str()); };
    return report_on([&all] { return run_all_papers(all); }, output, program);
  }
  for (const CLI::Option* option : of_all) {
    if (option->count() == 0) continue;
    std::fprintf(stderr, "strata-bench paper: %s is for the table 'all' alone\n", option->get_name().c_str());
    return kUnusable;
  }
  return report_on([&papers] { return run_paper(papers); }, output, program);
}

}  // namespace strata::bench
