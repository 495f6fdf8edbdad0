// All tables of the papers in one run: what the page says, what threads and an interrupted run make of it, and what is
// refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/world/scenes.hpp"
#include "papers/all.hpp"
#include "papers/plots.hpp"
#include "tests/bench/reports.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::bench;

namespace {

// Three small maps in bg/; adaptive-depth/ is not there.
void write_small_maps(const TempFolder& folder) {
  std::filesystem::create_directory(folder.file("bg"));
  REQUIRE(save_map(generate({SceneKind::kRooms, 48, 40, 1, 9}), folder.file("bg/a.map")).ok());
  REQUIRE(save_map(generate({SceneKind::kCave, 50, 40, 2, 0}), folder.file("bg/b.map")).ok());
}

PaperAllOptions small_run(const TempFolder& folder) {
  PaperAllOptions options;
  options.tables.maps = folder.path();
  options.tables.pairs = 5;
  options.tables.rounds = 1;
  options.report = folder.file("report.html");
  options.only = {"hpa-1", "hpa-2", "hpa-fig6", "hpa-fig7", "hpa-fig8", "rooms-1"};
  options.threads = 2;
  return options;
}

std::string text_of(const std::string& path) {
  const auto text = read_file(path);
  REQUIRE_MESSAGE(text.ok(), path);
  return text.value();
}

nlohmann::ordered_json rows_of(const TempFolder& folder, const std::string& name) {
  const auto all = nlohmann::ordered_json::parse(text_of(folder.file("report.html.rows.json")));
  for (const auto& table : all["tables"]) {
    if (table["name"] == name) return table["rows"];
  }
  return nullptr;
}

// Every element is closed, in order. Elements that HTML leaves open are not counted.
bool balanced(std::string_view markup) {
  std::vector<std::string> open;
  for (size_t at = markup.find('<'); at != markup.npos; at = markup.find('<', at + 1)) {
    const size_t end = markup.find('>', at);
    if (end == markup.npos) return false;
    const std::string_view tag = markup.substr(at + 1, end - at - 1);
    if (tag.starts_with('!') || tag.ends_with('/')) continue;
    const bool closes = tag.starts_with('/');
    const size_t from = closes ? 1 : 0;
    const std::string name(tag.substr(from, tag.find_first_of(" >", from) - from));
    if (name == "meta" || name == "th") continue;
    if (!closes) {
      open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

}  // namespace

TEST_CASE("paper all: the page has printed and measured figures, plots, and what is missing") {
  const TempFolder folder;
  write_small_maps(folder);
  const auto report = run_all_papers(small_run(folder));
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  CHECK(report.value().checks_held());
  REQUIRE(report.value().rows.size() == 6);
  for (const ReportRow& row : report.value().rows) {
    CAPTURE(row.dump());
    const bool missing = row["table"] == "rooms-1";
    CHECK((row["missing"] == "") == !missing);
    CHECK((row["rows"] > 0) == !missing);
  }
  const std::string page = text_of(folder.file("report.html"));
  CHECK(balanced(page));
  CHECK(page.find("adaptive-depth: there is no such folder") != page.npos);
  CHECK(page.find("<td class=\"n\">4469</td>") != page.npos);  // a printed figure
  CHECK(page.find("strata-bench paper hpa-fig8") != page.npos);
  CHECK(page.find("Expansions by phase") != page.npos);
  CHECK(page.find("<td>the paper says: the sum is least at 10; size with the least</td>") != page.npos);
  CHECK(page.find("still to be measured") == page.npos);
  CHECK(page.find("http") == page.find("http://www.w3.org/2000/svg"));  // nothing is loaded from elsewhere
}

TEST_CASE("paper all: in threads the figures are those of a table alone") {
  const TempFolder folder;
  write_small_maps(folder);
  PaperAllOptions options = small_run(folder);
  options.threads = 4;
  REQUIRE(run_all_papers(options).ok());
  for (const char* name : {"hpa-1", "hpa-2", "hpa-fig7", "hpa-fig8"}) {
    CAPTURE(name);
    PaperOptions alone = options.tables;
    alone.table = name;
    const Report report = must(run_paper(alone));
    CHECK(rows_of(folder, name).dump() == nlohmann::ordered_json(report.rows).dump());
  }
}

TEST_CASE("paper all: a run that was ended goes on with what is left") {
  const TempFolder folder;
  write_small_maps(folder);
  PaperAllOptions options = small_run(folder);
  std::vector<std::string> lines;
  options.progress = [&lines](const std::string& line) { lines.push_back(line.substr(0, line.find(':'))); };
  options.threads = 1;
  REQUIRE(run_all_papers(options).ok());
  CHECK(lines == std::vector<std::string>{"hpa-1", "hpa-2", "hpa-fig6", "hpa-fig7", "hpa-fig8", "rooms-1"});
  const std::string whole = text_of(folder.file("report.html"));

  // As if it had been ended before hpa-fig7 was done.
  const std::string path = folder.file("report.html.rows.json");
  auto all = nlohmann::ordered_json::parse(text_of(path));
  auto& tables = all["tables"];
  tables.erase(
      std::find_if(tables.begin(), tables.end(), [](const auto& table) { return table["name"] == "hpa-fig7"; }));
  REQUIRE(write_file_atomic(path, all.dump()).ok());
  lines.clear();
  options.resume = true;
  REQUIRE(run_all_papers(options).ok());
  // Maps that were missing may be there now.
  CHECK(lines == std::vector<std::string>{"hpa-fig7", "rooms-1"});
  CHECK(text_of(folder.file("report.html")).size() ==
        doctest::Approx(static_cast<double>(whole.size())).epsilon(0.001));

  std::filesystem::create_directory(folder.file("adaptive-depth"));
  std::filesystem::copy(folder.file("bg/a.map"), folder.file("adaptive-depth/a.map"));
  options.tables.every = 1;
  lines.clear();
  REQUIRE(run_all_papers(options).ok());
  CHECK(lines == std::vector<std::string>{"rooms-1"});
  CHECK(text_of(folder.file("report.html")).find("no such folder") == std::string::npos);
}

TEST_CASE("paper all: what cannot be gone on from is refused with the place") {
  const TempFolder folder;
  write_small_maps(folder);
  PaperAllOptions options = small_run(folder);
  options.only = {"hpa-1"};
  REQUIRE(run_all_papers(options).ok());
  const std::string path = folder.file("report.html.rows.json"), good = text_of(path);
  options.resume = true;
  const auto refused = [&](const std::string& text) {
    REQUIRE(write_file_atomic(path, text).ok());
    const auto report = run_all_papers(options);
    REQUIRE_FALSE(report.ok());
    CHECK(report.error().where == path);
    return report.error().what;
  };
  CHECK(refused("{") == "is not JSON");
  CHECK(refused("[]") == "has no settings and tables");
  auto all = nlohmann::ordered_json::parse(good);
  const auto spoiled = [&](const char* key, const nlohmann::ordered_json& value) {
    auto other = all;
    other["tables"][0][key] = value;
    return refused(other.dump());
  };
  CHECK(spoiled("name", 1) == "table 1: has no name");
  CHECK(spoiled("rows", "x") == "table 1: has no rows");
  CHECK(spoiled("rows", {{{"item", "x"}}}) == "table 1: has a row without item, paper, measured and note");
  CHECK(spoiled("notes", {1}) == "table 1: has something else than text in its notes");
  CHECK(spoiled("seconds", "long") == "table 1: does not say how long it took");
  options.tables.seed = 7;
  CHECK(refused(good).starts_with("was measured with other settings: "));
  // Every prefix of the file is refused, or is the file.
  options.tables.seed = small_run(folder).tables.seed;
  for (size_t length = 0; length + 2 < good.size(); length += 97) (void)refused(good.substr(0, length));

  options = small_run(folder);
  options.only = {"hpa-9"};
  CHECK(run_all_papers(options).error().what.starts_with("there is no table 'hpa-9'"));
  options.only = {"hpa-1"};
  options.report = folder.file("none/report.html");
  CHECK_FALSE(run_all_papers(options).ok());
  options.report.clear();
  CHECK(run_all_papers(options).ok());
  options.resume = true;
  CHECK(run_all_papers(options).error().what == "--resume needs --report");
}

TEST_CASE("paper all: without maps those that come with Strata stand in") {
  const TempFolder folder;
  PaperAllOptions options = small_run(folder);
  options.tables.maps.clear();
  options.tables.every = 6;
  options.only = {"hpa-2", "rooms-1"};
  const auto report = run_all_papers(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  for (const ReportRow& row : report.value().rows) CHECK(row["missing"] == "");
  CHECK(text_of(options.report).find("stand in for those of the papers") != std::string::npos);
}

TEST_CASE("plots of the papers have the points of their rows") {
  std::vector<ReportRow> rows;
  const auto add = [&rows](const char* item, double measured, nlohmann::ordered_json paper = nullptr) {
    rows.push_back({{"item", item}, {"paper", paper}, {"measured", measured}, {"note", ""}});
  };
  add("dao_astar_us", 50);
  add("dao_l1_mu2_hna_us", 40);
  add("dao_l1_mu10_hna_us", 20);
  add("sc1_l1_mu4_hna_us", 7);
  add("dao_l1_mu4_groups", 10);
  add("dao_l1_mu4_inter_edges", 35);
  add("dao_l1_mu4_inter_edges_per_group", 7);
  const std::vector<Plot> plots = plots_of("hna-levels", rows);
  const auto named = [&](std::string_view title) {
    const auto found = std::ranges::find(plots, title, &Plot::title);
    REQUIRE_MESSAGE(found != plots.end(), title);
    return *found;
  };
  const Plot times = named("Time of a path, level 1: dao");
  REQUIRE(times.series.size() == 2);
  using Points = std::vector<std::pair<double, double>>;
  CHECK(times.series[0].points == Points{{2, 50}, {10, 50}});  // the level line of A*
  CHECK(times.series[1].points == Points{{2, 40}, {10, 20}});
  CHECK(named("Time of a path, level 1: sc1").series[0].points == Points{{4, 7}});
  CHECK(named("Inter-edges of a group: dao").series[0].points == Points{{4, 7}});
  for (const Plot& plot : plots) CHECK(balanced(svg_of(plot)));

  CHECK(svg_of_ratios(rows).empty());
  add("a", 10, 20);
  add("b<c", 30, 20);
  const std::string ratios = svg_of_ratios(rows);
  CHECK(balanced(ratios));
  CHECK(ratios.find(">0.50<") != ratios.npos);
  CHECK(ratios.find(">1.50<") != ratios.npos);
  CHECK(ratios.find("b&lt;c") != ratios.npos);
  CHECK(count_printed(rows).printed == 2);
  CHECK(count_printed(rows).close == 0);
}
