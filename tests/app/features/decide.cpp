// Decide: the choice is the row with the least total at the rate; rows of all planners that can answer; figures that
// are those of the bench program; what ends a run; the program that is copied; the report.
#include "app/features/decide/decide.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/features/decide/decide_code.hpp"
#include "app/features/decide/decide_report.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "bench/commands.hpp"
#include "bench/report.hpp"
#include "core/base/rng.hpp"
#include "core/base/xml_text.hpp"
#include "core/io/files.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/app/figure/figure_support.hpp"
#include "tests/scenario_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using test::failure;
using test::run;
using test::TempFolder;

namespace {

nlohmann::json decide_state(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["decide"]; }

// Few queries and strokes, so that a run takes no time.
void make_small(Lab& lab) {
  for (const char* line : {"decide.queries 6", "decide.strokes 5"}) run(lab, line);
}

DecideRow random_row(Rng& rng) {
  const auto some = [&](uint32_t most) { return static_cast<double>(rng.below(most)); };
  DecideRow row;
  row.planner = &planners()[rng.below(static_cast<uint32_t>(planners().size()))];
  if (rng.percent(10)) row.refused = "it does not fit";
  row.asked = 10;
  row.found = rng.percent(85) ? 10 : 9;
  row.query = some(20);
  row.spread = some(3);
  row.update = some(500);
  row.memory = some(4) * 1000;
  row.above_worst = rng.percent(80) ? some(12) : kNoValue;
  row.above_mean = row.above_worst / 3;
  if (rng.percent(10)) row.query = kNoValue;
  if (rng.percent(10)) row.update = kNoValue;
  return row;
}

DecideCodeInput example_input() {
  DecideCodeInput input;
  input.planner = planner_named("hpa2");
  input.map = "assets/maps/running-example.map";
  input.query = {{2, 14}, {36, 15}};
  Rules rules;
  rules.profile = Profile::kPaper;
  rules.capability = Capability().with(Terrain::kGround).with(Terrain::kWater);
  rules.weights = {1, 2, 3, 1};
  input.setup = WorldSetup(rules);
  HpaOptions hpa = *input.setup.get<MapHpa>();
  hpa.cluster_size = 8;
  hpa.entrance_threshold = 4;
  hpa.cache_paths = true;
  hpa.levels = 3;
  input.setup.get<MapHpa>() = hpa;
  input.structures.insert(StructureId::kHpa);
  input.options.smooth = false;
  input.options.heuristic = Heuristic::kEuclid;
  input.options.ties = TieBreaking::kFifo;
  return input;
}

}  // namespace

TEST_CASE("decide: the choice is the row with the least total among those that take part, whatever the table") {
  Rng rng(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<DecideRow> rows;
    std::vector<std::string> titles;
    for (uint32_t i = rng.below(12); i > 0; --i) {
      rows.push_back(random_row(rng));
      titles.push_back(fmt::format("planner {}", i));
    }
    DecideRule rule;
    rule.queries = 1 + rng.below(200);
    rule.bound = rng.percent(30) ? kAnyBound : static_cast<double>(rng.below(12));
    rule.any_angle = rng.percent(50);
    const auto fits = [&](const DecideRow& row) {
      return row.refused.empty() && row.found == row.asked && (rule.any_angle || !row.planner->any_angle) &&
             (std::isinf(rule.bound) || row.above_worst <= rule.bound);
    };
    const auto cost = [&](const DecideRow& row, DecideCriterion what) {
      return what == DecideCriterion::kStatic ? row.query
             : what == DecideCriterion::kRate ? row.update + rule.queries * row.query
                                              : row.memory;
    };
    for (const DecideCriterion what : {DecideCriterion::kStatic, DecideCriterion::kRate, DecideCriterion::kMemory}) {
      CAPTURE(static_cast<int>(what));
      const auto chosen = decide_choice(rows, what, rule);
      bool any = false;
      for (const DecideRow& row : rows) {
        if (!fits(row) || std::isnan(cost(row, what))) continue;
        any = true;
        REQUIRE(chosen);
        REQUIRE(cost(rows[*chosen], what) <= cost(row, what));
        if (cost(rows[*chosen], what) == cost(row, what)) REQUIRE(rows[*chosen].memory <= row.memory);
      }
      REQUIRE(chosen.has_value() == any);
      if (chosen) REQUIRE(fits(rows[*chosen]));
    }
    // The leaders are the choices at every rate, but for times that are equal.
    const std::vector<DecideBestPlannerRange> leaders = decide_leaders(rows, rule);
    for (size_t i = 0; i < leaders.size(); ++i) {
      DecideRule there = rule;
      there.queries = static_cast<double>(leaders[i].from);
      const auto chosen = decide_choice(rows, DecideCriterion::kRate, there);
      REQUIRE(chosen);
      CHECK(total_micros(rows[*chosen], there.queries) ==
            doctest::Approx(total_micros(rows[leaders[i].row], there.queries)).epsilon(1e-6));
    }
    const std::string sentence = decide_sentence(rows, titles, rule, true);
    if (const auto best = decide_choice(rows, DecideCriterion::kRate, rule)) {
      CHECK(sentence.find(fmt::format("an edit: {},", titles[*best])) != std::string::npos);
    }
    if (const auto best = decide_choice(rows, DecideCriterion::kMemory, rule)) {
      CHECK(sentence.find(fmt::format("Least memory: {},", titles[*best])) != std::string::npos);
    } else {
      CHECK(sentence.starts_with("No planner"));
    }
  }
}

TEST_CASE("decide: every planner that the rules allow has a row, and its figures are those of the bench program") {
  const TempFolder folder;
  test::write_cave(folder, 5, 64);
  Lab lab(test::fixed_clock());
  run(lab, test::open_line(folder.file("cave.map")));
  run(lab, "scenario.open " + folder.file("cave.map.scen") + " here");
  run(lab, "decide.run");
  lab.finish_updates();
  const DecideController& decide = decide_controller(lab);
  const DecideResults& results = decide.results();
  CHECK(results.queries == 5);
  CHECK_FALSE(results.random);
  std::set<std::string_view> rows;
  for (const DecideRow& row : results.rows) {
    CAPTURE(row.planner->name);
    rows.insert(row.planner->name);
    CHECK(std::isnan(row.query));  // no times under a fixed clock
    CHECK(std::isnan(row.build));
    CHECK(std::isnan(row.update));
    if (!row.answers()) continue;
    CHECK(row.memory > 0);
    if (row.planner->optimal && row.planner->finds_optimum == nullptr) CHECK(row.above_worst == 0);
    if (!row.planner->any_angle && row.found > 0) CHECK(row.above_mean >= 0);
  }
  for (const Planner& planner : planners()) {
    CAPTURE(planner.name);
    CHECK(rows.contains(planner.name) == supports(lab.world(), planner));
  }
  bench::QueryOptions options;
  options.map = folder.file("cave.map");
  options.scen = folder.file("cave.map.scen");
  options.rules = lab.world().rules();
  options.hpa = *lab.world().get<MapHpa>().options();
  options.smooth = lab.state().plan_options().smooth;
  options.rounds = 1;
  options.planners = {"astar", "jps", "dijkstra", "hpa1", "hpa2", "rooms", "theta"};
  std::erase_if(options.planners, [&](const std::string& name) { return !rows.contains(name); });
  const auto report = bench::run_queries(options);
  REQUIRE_MESSAGE(report.ok(), report.error().message());
  size_t compared = 0;
  for (const bench::ReportRow& wanted : report.value().rows) {
    if (wanted["map"] != "cave.map") continue;
    const auto row = std::ranges::find_if(
        results.rows, [&](const DecideRow& one) { return one.planner->name == wanted["planner"].get<std::string>(); });
    REQUIRE(row != results.rows.end());
    CAPTURE(row->planner->name);
    CHECK(row->found == wanted["solved"].get<size_t>());
    // Counts and bytes are equal; the bench rounds means when it writes them.
    CHECK(bench::rounded(row->expanded) == wanted["mean_expanded"].get<double>());
    if (row->planner->abstract_level == 0) CHECK(row->memory == wanted["memory_bytes"].get<double>());
    if (!row->planner->any_angle && wanted["mean_ratio"].is_number()) {
      CHECK(1 + row->above_mean / 100 == doctest::Approx(wanted["mean_ratio"].get<double>()).epsilon(1e-4));
      CHECK(1 + row->above_worst / 100 == doctest::Approx(wanted["max_ratio"].get<double>()).epsilon(1e-4));
    }
    ++compared;
  }
  CHECK(compared == options.planners.size());
  const nlohmann::json state = decide_state(lab);
  CHECK(state["rows"]["astar"]["above_worst"] == 0);
  CHECK(state["rows"]["astar"]["query_micros"].is_null());
  CHECK(state["choice"]["rate"].is_null());
  CHECK(state["choice"]["memory"].is_string());
  CHECK(state["measured"]["queries"] == 5);
  CHECK(decide.sentence().find("Least memory") != std::string::npos);
  CHECK(decide.sentence().find("Static map") == std::string::npos);
}

TEST_CASE("decide: times are taken in turns, and there is a choice for each use") {
  Lab lab;
  lab.finish_updates();
  make_small(lab);
  run(lab, "ui.detail simple");
  run(lab, "decide.run");
  CHECK(decide_controller(lab).running());
  CHECK(failure(lab, "decide.run").find("being measured") != std::string::npos);
  lab.finish_updates();
  const DecideController& decide = decide_controller(lab);
  REQUIRE_FALSE(decide.running());
  const DecideResults& results = decide.results();
  CHECK(results.random);
  CHECK(results.queries == 6);
  CHECK(results.strokes == 5);
  CHECK(results.rounds >= 3);
  for (const DecideRow& row : results.rows) {
    if (!row.answers()) continue;
    CAPTURE(row.planner->name);
    CHECK(row.query > 0);
    CHECK(row.spread >= 0);
    CHECK_FALSE(row.build < 0);
    CHECK(row.update >= 0);
    CHECK(row.first_answer >= row.query);
    CHECK(total_micros(row, 7) == doctest::Approx(row.update + 7 * row.query));
  }
  for (const DecideCriterion what : {DecideCriterion::kStatic, DecideCriterion::kRate, DecideCriterion::kMemory})
    CHECK(decide.choice(what));
  const nlohmann::json state = decide_state(lab);
  for (const char* use : {"static", "rate", "memory"}) CHECK(state["choice"][use].is_string());
  CHECK(decide.sentence().find("100 queries an edit: ") != std::string::npos);
  CHECK(decide.sentence().find("The shortest total of those with paths at most 5 % above optimal: ") !=
        std::string::npos);
  const uint64_t version = decide.version();
  run(lab, "decide.rate 1");
  CHECK(decide.version() != version);
  CHECK(decide.sentence().find("1 query an edit: ") != std::string::npos);
  // The table has a row for each planner and a line for each that takes part.
  ChartReader chart;
  chart.follow(lab, kDecideCharts[0]);
  CHECK(chart.data().table.rows() == results.rows.size());
  CHECK(chart.data().series.size() > 1);
  // The rows stand by their totals at the chosen rate, those aside after the others, and the choice is marked.
  const ChartTable& table = chart.data().table;
  REQUIRE(table.ordered_by);
  for (size_t row = 1; row < table.rows(); ++row) {
    CHECK((table.is_aside(row) || !table.is_aside(row - 1)));
    if (table.is_aside(row) != table.is_aside(row - 1)) continue;
    const double before = table.at(row - 1, *table.ordered_by), own = table.at(row, *table.ordered_by);
    CHECK((std::isnan(own) || before <= own));
  }
  REQUIRE(table.best);
  CHECK(*table.best == *decide.choice(DecideCriterion::kRate) + 1);
  for (size_t row = 0; row < table.rows(); ++row) {
    const DecideRow& own = results.rows[static_cast<size_t>(table.at(row, 0)) - 1];
    CHECK(table.is_aside(row) != takes_part(own, decide.rule()));
    if (!own.answers()) continue;
    CHECK(table.at(row, *table.ordered_by) == doctest::Approx(total_micros(own, 1) / 1000));
    CHECK(own.query_times.size() == results.queries);
    double sum = 0;
    for (const double time : own.query_times) sum += time;
    CHECK(own.query == doctest::Approx(sum / static_cast<double>(results.queries)));
  }
  // A verdict for each use, which says what the choice does.
  REQUIRE(decide.verdicts().size() == 3);
  for (const DecideVerdict& verdict : decide.verdicts()) {
    CHECK(verdict.row == *decide.choice(verdict.what));
    CHECK(decide.sentence().find(fmt::format("{}: {}, {}. ", verdict.use, verdict.planner, verdict.figure)) !=
          std::string::npos);
    CHECK(verdict.reason.ends_with("."));
  }
  // The second chart has a dot for each query of the planner that is stepped.
  run(lab, "decide.choose astar");
  chart.follow(lab, kDecideCharts[1]);
  REQUIRE_FALSE(chart.data().series.empty());
  CHECK(chart.data().series.front().name == "astar");
  CHECK(chart.data().series.front().points.size() == results.queries);
  CHECK(chart.data().table.rows() == table.rows());
}

TEST_CASE("decide: where nothing can be shown the page says why, and its button does what is needed") {
  const TempFolder folder;
  test::write_cave(folder, 5, 48);
  Lab lab(test::fixed_clock());
  run(lab, test::open_line(folder.file("cave.map")));
  const DecideController& decide = decide_controller(lab);
  const auto press = [&](std::string_view title) {
    ChartReader chart;
    chart.follow(lab, kDecideCharts[0]);
    CHECK_FALSE(chart.data().reason.empty());
    REQUIRE(chart.data().remedy == title);
    std::string_view lines = chart.data().remedy_lines;
    while (!lines.empty()) {
      const size_t end = std::min(lines.find('\n'), lines.size());
      run(lab, std::string(lines.substr(0, end)));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    lab.finish_updates();
  };
  press("100 random queries");
  CHECK(decide.results().random);
  CHECK(decide.results().queries + decide.results().without_path == 100);
  CHECK_FALSE(decide.results().rows.empty());
  run(lab, "map.new 20 20 force");
  run(lab, test::open_line(folder.file("cave.map")));
  run(lab, "scenario.open " + folder.file("cave.map.scen") + " here");
  press("Measure by the scenario");
  CHECK_FALSE(decide.results().random);
  CHECK(decide.results().queries == 5);
  // The future of a search is hidden.
  run(lab, "query.random 3");
  run(lab, "predict.hide future");
  lab.finish_updates();
  CHECK(decide.results().rows.empty());
  CHECK(decide.verdicts().empty());
  press("Go to the end of the search");
  CHECK_FALSE(decide.results().rows.empty());
}

TEST_CASE("decide: planners whose times cannot be told apart are a tie, a far slower one with noisy times is not") {
  const auto row = [](const char* planner, double query, double spread) {
    DecideRow made;
    made.planner = planner_named(planner);
    made.asked = made.found = 10;
    made.query = query;
    made.spread = spread;
    made.above_mean = made.above_worst = made.update = 0;
    made.memory = query;
    return made;
  };
  std::vector<DecideRow> rows = {row("astar", 57, 129), row("jps", 10, 1), row("hpa1", 11, 1)};
  const std::vector<std::string> titles = {"A*", "JPS", "HPA*"};
  const std::string sentence = decide_sentence(rows, titles, {.bound = 0}, true);
  CHECK(sentence.find("Static map: JPS") != std::string::npos);
  CHECK(sentence.find("A tie, within the spread and 1.5 times the time: HPA*.") != std::string::npos);
  CHECK(decide_tie(rows[2], rows[1], DecideCriterion::kStatic, {}));
  CHECK_FALSE(decide_tie(rows[0], rows[1], DecideCriterion::kStatic, {}));
  // However large the spread is, a tie is at most 1.5 times as slow.
  CHECK(decide_tie(row("hpa1", 16, 135), row("jps", 11, 23), DecideCriterion::kStatic, {}));
  CHECK_FALSE(decide_tie(row("hpa1", 17.6, 135), row("jps", 11.1, 23), DecideCriterion::kStatic, {}));
  CHECK(sentence.find("Chosen among 3 of 3 planners.") != std::string::npos);
  rows[0].above_worst = 3;
  CHECK(decide_sentence(rows, titles, {.bound = 0}, true)
            .ends_with("Chosen among 2 of 3 planners. Not ranked, last in the table: 1 with a path above optimal."));
  CHECK(decide_sentence(rows, titles, {.bound = 2}, true).find("1 with a path more than 2 % above optimal") !=
        std::string::npos);
  CHECK(decide_sentence(rows, titles, {.bound = 3}, true).find("Chosen among 3 of 3 planners.") != std::string::npos);
  CHECK(decide_aside_text(rows[0], {.bound = 2}) == "Its worst path is 3.00 % above optimal; 2 % is allowed.");
  CHECK(decide_aside_text(rows[0], {.bound = 3}).empty());
  rows[1].found = 9;
  CHECK(decide_aside_text(rows[1], {.bound = 2}) == "It finds 9 of 10 paths.");
  // A planner that was not measured is not counted.
  rows[2].refused = "it does not fit";
  CHECK(decide_aside_text(rows[2], {.bound = 2}) == "It was not measured: it does not fit.");
  CHECK(decide_scope(rows, {.bound = 3}) ==
        "Chosen among 1 of 2 planners. Not ranked, last in the table: 1 without a path for some query.");
}

TEST_CASE("decide: planners that need as little memory are a tie, which is said") {
  std::vector<DecideRow> rows;
  std::vector<std::string> titles;
  const auto memory_sentence = [&] {
    for (const DecideVerdict& verdict : decide_verdicts(rows, titles, {.bound = 0}, false)) {
      if (verdict.what == DecideCriterion::kMemory) return verdict.planner + ": " + verdict.reason;
    }
    return std::string();
  };
  for (const char* planner : {"hpa1", "astar", "dijkstra", "bfs", "best-first", "bidirectional"}) {
    DecideRow& row = rows.emplace_back();
    row.planner = planner_named(planner);
    row.asked = row.found = 10;
    row.above_mean = row.above_worst = 0;
    row.expanded = static_cast<double>(rows.size());
    row.memory = rows.size() == 1 ? 5000 : 1000;
    titles.emplace_back(planner);
    if (rows.size() == 1) CHECK(memory_sentence() == "hpa1: What it searches takes the least memory.");
    if (rows.size() == 3) {
      CHECK(memory_sentence() ==
            "astar: It needs the legal moves of the map alone, which every planner needs. A tie: dijkstra needs as "
            "little; of these the choice expands the fewest nodes.");
    }
  }
  CHECK(memory_sentence().find("A tie: dijkstra, bfs, best-first and 1 other need as little") != std::string::npos);
}

TEST_CASE("decide: the rows of HPA* say what was measured, and the page offers to fit it") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  make_small(lab);
  run(lab, "ui.detail simple");
  const DecideController& decide = decide_controller(lab);
  const auto measure = [&] {
    run(lab, "decide.run");
    lab.finish_updates();
  };
  const auto brief_of = [&](std::string_view planner) {
    const std::vector<DecideRow>& rows = decide.results().rows;
    const auto row = std::ranges::find_if(rows, [&](const DecideRow& one) { return one.planner->name == planner; });
    REQUIRE(row != rows.end());
    return std::string(decide.brief(static_cast<size_t>(row - rows.begin())));
  };
  run(lab, "hpa.options published");
  measure();
  CHECK(decide.results().hpa == "clusters of 10, as published");
  CHECK_FALSE(decide.results().hpa_fits);
  CHECK(brief_of("hpa2") == "HPA* 2 levels, clusters of 10");
  CHECK(brief_of("astar") == "A*");
  // What the button of the page does.
  run(lab, "hpa.options automatic");
  measure();
  CHECK(decide.results().hpa == "clusters of 16, stored paths, fitted to this map");
  CHECK(decide.results().hpa_fits);
  run(lab, "hpa.cluster_size 12");
  measure();
  CHECK(decide.results().hpa == "clusters of 12, stored paths");
  CHECK_FALSE(decide.results().hpa_fits);
}

TEST_CASE("decide: a number of levels that the clusters are too wide for is left out of the counts, with the reason") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  make_small(lab);
  for (const char* line :
       {"ui.detail simple", "hpa.options published", "hpa.cluster_size 32", "hpa.factor 6", "decide.run"}) {
    run(lab, line);
  }
  lab.finish_updates();
  const DecideController& decide = decide_controller(lab);
  const std::vector<DecideRow>& rows = decide.results().rows;
  const auto row = std::ranges::find_if(rows, [](const DecideRow& one) { return one.planner->name == "hpa3"; });
  REQUIRE(row != rows.end());
  CHECK(row->refused == "over clusters of 32 there are 2 levels at most");
  const auto measured = std::ranges::count_if(rows, [](const DecideRow& one) { return one.answers(); });
  CHECK(decide.about().find(fmt::format(" of {} planners.", measured)) != std::string::npos);
  // It stands at the end of the table, with the reason.
  ChartReader chart;
  chart.follow(lab, kDecideCharts[0]);
  const ChartTable& table = chart.data().table;
  for (size_t i = 0; i < table.rows(); ++i) {
    if (rows[static_cast<size_t>(table.at(i, 0)) - 1].planner != row->planner) continue;
    CHECK(table.aside[i] == "It was not measured: " + row->refused + ".");
    CHECK(i >= static_cast<size_t>(measured));
  }
}

TEST_CASE("decide: a run is cancelled, ends when the map changes, and its results are of their map") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  make_small(lab);
  run(lab, "ui.detail simple");
  CHECK(failure(lab, "decide.cancel") == "decide.cancel: no planners are being measured");
  CHECK(failure(lab, "decide.report " + TempFolder().file("a.html")).find("nothing has been measured") !=
        std::string::npos);
  run(lab, "decide.run");
  run(lab, "decide.cancel");
  CHECK_FALSE(decide_controller(lab).running());
  lab.finish_updates();
  CHECK(decide_controller(lab).results().rows.empty());
  run(lab, "decide.run");
  run(lab, "paint.rectangle 3 3 4 4 filled blocked");
  CHECK_FALSE(decide_controller(lab).running());
  run(lab, "decide.run");
  lab.finish_updates();
  CHECK_FALSE(decide_controller(lab).outdated());
  // The result does not depend on start and goal, or on a structure that is switched on for stepping.
  run(lab, "query.goal 5 5");
  run(lab, "decide.choose hpa4");
  lab.finish_updates();
  CHECK(lab.state().traced == "hpa4");
  CHECK_FALSE(decide_controller(lab).outdated());
  run(lab, "hpa.cluster_size 6");
  lab.finish_updates();
  CHECK(decide_controller(lab).outdated());
  run(lab, "decide.run");
  lab.finish_updates();
  CHECK_FALSE(decide_controller(lab).outdated());
  // Other queries would be measured now.
  for (const char* goal : {"query.goal 6 5", "query.goal 7 5"}) {
    run(lab, goal);
    run(lab, "scenario.add");
    lab.tick(0.01);
    CHECK(decide_controller(lab).outdated());
    run(lab, "decide.run");
    lab.finish_updates();
    CHECK_FALSE(decide_controller(lab).outdated());
  }
  run(lab, "paint.rectangle 5 5 6 6 filled blocked");
  CHECK(decide_controller(lab).outdated());
  CHECK_FALSE(decide_controller(lab).results().rows.empty());
  run(lab, "map.new 20 20 force");
  CHECK(decide_controller(lab).results().rows.empty());
}

TEST_CASE("decide: a row is chosen by name or number, and a long scenario is measured by rows that are spread evenly") {
  const TempFolder folder;
  test::write_cave(folder, 40, 48);
  Lab lab(test::fixed_clock());
  run(lab, test::open_line(folder.file("cave.map")));
  run(lab, "scenario.open " + folder.file("cave.map.scen") + " here");
  run(lab, "decide.queries 7");
  run(lab, "ui.detail simple");
  CHECK(failure(lab, "decide.choose 1").find("nothing has been measured") != std::string::npos);
  CHECK(failure(lab, "decide.choose nobody").find("there is no planner") != std::string::npos);
  run(lab, "decide.run");
  lab.finish_updates();
  const DecideController& decide = decide_controller(lab);
  CHECK(decide.results().queries == 7);
  CHECK(decide.method().find("7 of 40 rows of cave.map.scen, evenly spaced") != std::string::npos);
  const auto& rows = decide.results().rows;
  for (const size_t row : {rows.size(), size_t{1}}) {
    run(lab, fmt::format("decide.choose {}", row));
    CHECK(lab.state().traced == rows[row - 1].planner->name);
    CHECK(decide.stepped() == row - 1);
    CHECK(decide.copied() == row - 1);
    CHECK(decide.code("").value() == decide.code(fmt::format("{}", row)).value());
  }
  // A setting of the choice, and new results, bring the choice back.
  run(lab, "decide.rate 20");
  CHECK(decide.copied() == decide.choice(DecideCriterion::kMemory));
  CHECK(failure(lab, fmt::format("decide.choose {}", rows.size() + 1)).find("rows 1 to") != std::string::npos);
  run(lab, "decide.over random");
  run(lab, "decide.run");
  lab.finish_updates();
  CHECK(decide.results().random);
  CHECK(decide.method().starts_with("7 random queries"));
}

TEST_CASE("decide: the program that is copied is examples/decided.cpp; STRATA_WRITE_DOCS=1 writes it") {
  const Result<std::string> code = decide_code(example_input());
  REQUIRE(code.ok());
  const std::string path = test::source_path("examples/decided.cpp");
  if (std::getenv("STRATA_WRITE_DOCS") != nullptr) REQUIRE(write_file_atomic(path, code.value()).ok());
  const Result<std::string> kept = read_file(path);
  REQUIRE(kept.ok());
  CHECK(kept.value() == code.value());
}

TEST_CASE("decide: the program that is copied has the planner and its settings, and says what it leaves out") {
  Lab lab(test::fixed_clock());
  lab.finish_updates();
  std::string clipboard;
  LabHost host;
  host.set_clipboard = [&](const std::string& text) { clipboard = text; };
  lab.set_host(std::move(host));
  CHECK(failure(lab, "decide.copy").find("no planner is chosen") != std::string::npos);
  run(lab, "decide.copy jps");
  CHECK(clipboard.find("finder.find({") != std::string::npos);
  CHECK(clipboard.find("\"jps\");") != std::string::npos);
  CHECK(clipboard.find("finder.set") == std::string::npos);
  for (const char* line : {"sectors.size 8", "sectors.second 40", "plan.segment 5"}) run(lab, line);
  run(lab, "decide.copy sectors");
  CHECK(clipboard.find("set = finder.set(\"sectors.size\", 8);") != std::string::npos);
  CHECK(clipboard.find("set = finder.set(\"sectors.second\", 40);") != std::string::npos);
  CHECK(clipboard.find("options.segment = 5;") != std::string::npos);
  // A planner that was measured is copied with the settings that were measured, whatever they are now.
  make_small(lab);
  for (const char* line : {"hpa.options published", "hpa.cluster_size 16", "decide.run"}) run(lab, line);
  lab.finish_updates();
  for (const char* line : {"hpa.cluster_size 12", "plan.segment 7", "decide.copy hpa1"}) run(lab, line);
  CHECK(clipboard.find("finder.set(\"hpa.cluster_size\", 16)") != std::string::npos);
  CHECK(clipboard.find("options.segment = 5;") != std::string::npos);
  DecideCodeInput input = example_input();
  input.map = "a\"b\\c?\n.map";
  CHECK(decide_code(input).value().find("kMap = \"a\\\"b\\\\c\\?\\012.map\"") != std::string::npos);
  input.planner = planner_named("haa-high");
  input.structures = {StructureId::kHaa};
  input.setup.get<MapHaa>() = HaaOptions{.capabilities = {Capability::walker(), Capability().with(Terrain::kWater)}};
  CHECK(decide_code(input).value().find("it has options that no setting has") != std::string::npos);
  input.is_level = true;
  CHECK_FALSE(decide_code(input).ok());
}

TEST_CASE("decide: the report is one page without any sign of HTML from names") {
  const TempFolder folder;
  Lab lab(test::fixed_clock());
  run(lab, "map.new 20 20 force");
  const std::string map = folder.file("a<b>&\"c\".map");
  run(lab, format_command({"map.save_as", {map}}));
  make_small(lab);
  run(lab, "ui.detail simple");
  run(lab, "decide.run");
  lab.finish_updates();
  CHECK(failure(lab, format_command({"decide.report", {folder.file("a.txt")}})).find("ends in .html or .pdf") !=
        std::string::npos);
  run(lab, format_command({"decide.report", {folder.file("a.html")}}));
  const Result<std::string> page = read_file(folder.file("a.html"));
  REQUIRE(page.ok());
  CHECK(page.value().starts_with("<!DOCTYPE html>"));
  run(lab, format_command({"decide.report", {folder.file("a.pdf")}}));
  const Result<std::string> pdf = read_file(folder.file("a.pdf"));
  REQUIRE(pdf.ok());
  CHECK(pdf.value().starts_with("%PDF-"));
  CHECK(pdf.value().find("%%EOF") != std::string::npos);
  if (test::program_is_there("pdftotext")) {
    const std::string out = folder.file("a.txt");
    REQUIRE(std::system(fmt::format("pdftotext -layout '{}' '{}'", folder.file("a.pdf"), out).c_str()) == 0);
    const Result<std::string> text = read_file(out);
    REQUIRE(text.ok());
    CHECK(text.value().find("a<b>&\"c\".map") != std::string::npos);
    CHECK(text.value().find("Least memory") != std::string::npos);
    CHECK(text.value().find("A*") != std::string::npos);
    // One page: a form feed ends each.
    CHECK(std::ranges::count(text.value(), '\f') == 1);
  }
  CHECK(page.value().find("a&lt;b&gt;&amp;&quot;c&quot;.map") != std::string::npos);
  CHECK(page.value().find("a<b>") == std::string::npos);
  CHECK(page.value().find("<svg") != std::string::npos);
  CHECK(page.value().find("<?xml") == std::string::npos);
  CHECK(page.value().find("Least memory") != std::string::npos);
  run(lab, "decide.bound optimal");
  run(lab, format_command({"decide.report", {folder.file("b.html")}}));
  const Result<std::string> optimal = read_file(folder.file("b.html"));
  REQUIRE(optimal.ok());
  // HPA*, whose paths are longer, stands aside.
  CHECK(optimal.value().find("<tr class=\"dim\" title=") != std::string::npos);
  CHECK(optimal.value().find("<dt>Most above optimal, percent</dt><dd>0</dd>") != std::string::npos);
  for (const DecideRow& row : decide_controller(lab).results().rows) {
    CHECK(page.value().find(xml_text(short_title(*row.planner))) != std::string::npos);
  }
}
