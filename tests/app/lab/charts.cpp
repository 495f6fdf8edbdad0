// Charts: what is drawn as data (axes, marks, the nearest point, ranges, tables) against the values of its source.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/chart_plot.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "core/base/rng.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

ChartData random_chart(Rng& rng, ChartMark mark, size_t points, bool logarithmic) {
  ChartData data;
  data.y.logarithmic = logarithmic;
  for (const char* name : {"one", "two"}) {
    ChartSeries series{.name = name, .title = name, .mark = mark, .points = {}};
    for (size_t i = 0; i < points; ++i) {
      series.points.push_back({static_cast<double>(rng.below(10'000)) / 10, 1 + rng.below(100'000) / 7.0, 0, -1});
    }
    std::ranges::stable_sort(series.points, {}, &ChartPoint::x);
    data.series.push_back(std::move(series));
  }
  return data;
}

nlohmann::json chart_state(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["chart"]; }

}  // namespace

TEST_CASE("chart: every point lies where its values say, and the axes hold all points that are shown") {
  Rng rng(11);
  for (int round = 0; round < 40; ++round) {
    const bool logarithmic = rng.percent(50);
    const ChartData data = random_chart(rng, ChartMark::kDots, 1 + rng.below(300), logarithmic);
    ChartVisibility shown;
    if (rng.percent(50)) shown.range = {200.0, 200.0 + 1 + rng.below(600)};
    if (rng.percent(30)) shown.hidden = {"one"};
    ChartPlot plot;
    plot.follow(data, 1, shown, 640, 360, 1);
    size_t expected = 0, seen = 0;
    for (size_t i = 0; i < 2; ++i) {
      std::set<uint32_t> marked;
      for (const ChartPlot::PlottedPoint& mark : plot.marks(i)) {
        const ChartPoint& point = data.series[i].points[mark.point];
        REQUIRE(mark.x == doctest::Approx(plot.x_of(point.x)).epsilon(1e-4));
        REQUIRE(plot.value_at(mark.x) == doctest::Approx(point.x).epsilon(1e-3));
        REQUIRE(mark.y == doctest::Approx(360 - 360 * plot.y().share(point.y)).epsilon(1e-4));
        REQUIRE(mark.x >= -0.01f);
        REQUIRE(mark.x <= 640.01f);
        REQUIRE(mark.y >= -0.01f);
        REQUIRE(mark.y <= 360.01f);
        REQUIRE(marked.insert(mark.point).second);
      }
      seen += marked.size();
      for (const ChartPoint& point : data.series[i].points) {
        if (shown.hidden.contains(data.series[i].name)) continue;
        expected += !shown.range || (point.x >= shown.range->first && point.x <= shown.range->second);
      }
    }
    // Only points that fall into the same pixel as another one are left out.
    CHECK(seen <= expected);
    CHECK(seen >= expected * 9 / 10);
    REQUIRE(plot.x().ticks.size() == plot.x_texts().size());
    for (const double tick : plot.x().ticks) {
      CHECK(tick >= plot.x().low - 1e-9);
      CHECK(tick <= plot.x().high + 1e-9);
    }
    if (shown.range) {
      CHECK(plot.x().low == shown.range->first);
      CHECK(plot.x().high == shown.range->second);
    }
  }
}

TEST_CASE("chart: a number whose unit stands in the title has three digits, and the CSV names the unit") {
  const auto text = [](double value) { return std::string(ChartText(ChartUnit::kPlain, value).view()); };
  CHECK(text(0) == "0");
  CHECK(text(0.0123) == "0.012");
  CHECK(text(0.5) == "0.50");
  CHECK(text(21.34) == "21.3");
  CHECK(text(1234.5) == "1234");
  CHECK(text(kNoValue) == "\u2013");
  ChartTable table;
  table.columns = {{.title = "build", .unit = ChartUnit::kPlain, .in = "ms"}};
  table.cells = {2.5};
  CHECK(table.columns.front().full_title() == "build (ms)");
  CHECK(table_csv(table, std::vector<uint32_t>{0}) == "build (ms)\n2.5\n");
  table.best = 1;
  table.ordered_by = 0;
  table.command_then = "ui.chart off";
  table.clear();
  CHECK_FALSE(table.best);
  CHECK_FALSE(table.ordered_by);
  CHECK(table.command_then.empty());
}

TEST_CASE("chart: the nearest point is the nearest of all that are shown") {
  Rng rng(12);
  for (int round = 0; round < 40; ++round) {
    const ChartData data = random_chart(rng, rng.percent(50) ? ChartMark::kDots : ChartMark::kLine, 400, true);
    ChartVisibility shown;
    if (rng.percent(50)) shown.range = {100.0, 300.0};
    if (rng.percent(50)) shown.hidden = {"two"};
    ChartPlot plot;
    plot.follow(data, 1, shown, 500, 300, 2);
    for (int i = 0; i < 20; ++i) {
      const auto x = static_cast<float>(rng.below(500)), y = static_cast<float>(rng.below(300));
      float best = 1e9f;
      for (const ChartSeries& series : data.series) {
        if (shown.hidden.contains(series.name)) continue;
        for (const ChartPoint& point : series.points) {
          if (point.x < plot.x().low || point.x > plot.x().high) continue;
          const float dx = plot.x_of(point.x) - x, dy = 300 - 300 * static_cast<float>(plot.y().share(point.y)) - y;
          best = std::min(best, std::hypot(dx, dy));
        }
      }
      const auto near = plot.nearest(data, x, y);
      REQUIRE(near.has_value());
      REQUIRE(near->distance == doctest::Approx(best).epsilon(1e-3));
      REQUIRE_FALSE(shown.hidden.contains(data.series[near->series].name));
    }
  }
}

TEST_CASE("chart: a line of a million points is drawn with at most four marks a pixel, its peaks among them") {
  ChartData data;
  ChartSeries series{.name = "line", .title = "line", .mark = ChartMark::kLine, .points = {}};
  Rng rng(13);
  double most = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const double y = 1 + rng.below(1000);
    most = std::max(most, y);
    series.points.push_back({static_cast<double>(i), y, 0, -1});
  }
  series.points[123'456].y = 5000;
  data.series.push_back(std::move(series));
  ChartPlot plot;
  plot.follow(data, 1, {}, 700, 300, 2);
  CHECK(plot.mark_count() <= 4 * 701);
  CHECK(std::ranges::any_of(plot.marks(0), [](const ChartPlot::PlottedPoint& mark) { return mark.point == 123'456; }));
  // A range brings the points themselves back.
  plot.follow(data, 1, {.range = ChartRange{1000, 1100}, .hidden = {}}, 700, 300, 2);
  CHECK(plot.mark_count() >= 101);
}

TEST_CASE("chart: marks of axes between two values are round and inside") {
  Rng rng(14);
  for (int round = 0; round < 200; ++round) {
    const double low = 1 + rng.below(1000) / 3.0, high = low + 1 + rng.below(100'000) / 7.0;
    for (const bool factors : {false, true}) {
      const ChartAxis axis = axis_between(low, high, factors);
      CAPTURE(low);
      CAPTURE(high);
      CHECK(axis.low == low);
      CHECK(axis.high == high);
      REQUIRE_FALSE(axis.ticks.empty());
      for (const double tick : axis.ticks) {
        CHECK(tick >= low * (1 - 1e-6));
        CHECK(tick <= high * (1 + 1e-6));
        CHECK(axis.value(axis.place(tick)) == doctest::Approx(tick));
        const double lead = tick / std::pow(10, std::floor(std::log10(tick) - 1));  // two digits are enough
        CHECK(std::abs(lead - std::round(lead * 10) / 10) < 1e-6);
      }
    }
  }
}

TEST_CASE("chart: a table is sorted by any column, without values last, and comes as CSV in that order") {
  ChartTable table;
  table.columns = {{.title = "row", .unit = ChartUnit::kNumber},
                   {.title = "who", .unit = ChartUnit::kName, .names = {"b", "a, c"}},
                   {.title = "time", .unit = ChartUnit::kMicros}};
  table.cells = {1, 0, 5, 2, 1, kNoValue, 3, 1, 2, 4, kNoValue, 2};
  std::vector<uint32_t> order;
  const auto sorted = [&](std::optional<size_t> column, bool down) {
    sort_rows(table, {column, down}, order);
    return order;
  };
  using Order = std::vector<uint32_t>;
  CHECK(sorted({}, false) == Order{0, 1, 2, 3});
  CHECK(sorted(0, true) == Order{3, 2, 1, 0});
  CHECK(sorted(1, false) == Order{1, 2, 0, 3});
  CHECK(sorted(2, false) == Order{2, 3, 0, 1});
  CHECK(sorted(2, true) == Order{0, 2, 3, 1});
  CHECK(table_csv(table, order) == "row,who,time (\u00b5s)\n1,b,5\n3,\"a, c\",2\n4,,2\n2,\"a, c\",\n");
  // A row that stands aside comes last in either direction.
  table.aside = {"too slow", "", "", ""};
  CHECK(sorted(0, false) == Order{1, 2, 3, 0});
  CHECK(sorted(0, true) == Order{3, 2, 1, 0});
  CHECK(sorted(2, true) == Order{2, 3, 1, 0});
}

TEST_CASE("chart: a scenario's rows that differ from the optimum come first, and points are the run's figures") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab(fixed_clock());
  run(lab, "ui.chart scenario-expanded");
  CHECK(chart_state(lab)["reason"] == "No scenario is open: a scenario is a list of queries of the map.");
  run(lab, "scenario.open " + folder.file("a.map.scen"));
  CHECK(std::string(chart_state(lab)["reason"]).starts_with("Run the scenario first"));
  show_only(lab, {"astar", "hpa1"});
  run(lab, "scenario.run");
  const ScenariosController& controller = scenarios_controller(lab);
  ChartReader* chart = lab.charts().open();
  REQUIRE(chart != nullptr);
  const ChartData& data = chart->data();
  REQUIRE(data.empty() == false);
  REQUIRE(data.table.rows() == controller.rows().size());
  // Row 6 has no path and row 7 is longer than it says; both are answers of A*, which finds the optimum.
  CHECK(data.table.at(0, 0) == 6);
  CHECK(ChartText(ChartUnit::kMore, data.table.at(0, 3)).view() == "no path");
  CHECK(data.table.at(1, 0) == 7);
  CHECK(data.table.at(1, 3) == doctest::Approx(1));
  CHECK(data.table.columns[4].names[static_cast<size_t>(data.table.at(1, 4))] == "A*");
  bool differs = true;
  for (size_t row = 0; row < data.table.rows(); ++row) {
    const bool own = is_figure(data.table.at(row, 3));
    CHECK((differs || !own));  // those without a difference are after all others
    differs = own;
  }
  // Every dot is an answer of the run, and every answer with a path has a dot.
  const ScenarioResults& results = controller.results();
  for (size_t planner = 0; planner < results.planners.size(); ++planner) {
    size_t found = 0;
    for (size_t row = 0; row < controller.rows().size(); ++row) {
      if (!results.knows(row, planner) || !results.at(row, planner).found()) continue;
      ++found;
      const double x = controller.rows()[row].length, y = static_cast<double>(results.at(row, planner).expanded);
      const ChartSeries& dots = data.series[2 * planner + 1];
      CHECK(dots.name == results.planners[planner]->name);
      CHECK(std::ranges::any_of(dots.points, [&](const ChartPoint& point) { return point.x == x && point.y == y; }));
    }
    CHECK(data.series[2 * planner + 1].points.size() == found);
  }
  // A line goes through the means of groups of rows of similar length, with five rows or more each.
  std::vector<uint32_t> by_length;
  for (const uint32_t row : controller.order().rows) {
    if (results.knows(row, 0)) by_length.push_back(row);
  }
  std::ranges::stable_sort(by_length, {}, [&](uint32_t row) { return controller.rows()[row].length; });
  const size_t groups = std::max<size_t>(by_length.size() / 5, 1);
  REQUIRE(groups <= 8);
  REQUIRE(data.series[0].points.size() == groups);
  by_length.resize(by_length.size() / groups);  // the first group
  double sum = 0, found = 0, length = 0;
  for (const uint32_t row : by_length) {
    length += controller.rows()[row].length;
    if (!results.at(row, 0).found()) continue;
    sum += static_cast<double>(results.at(row, 0).expanded);
    ++found;
  }
  CHECK(data.series[0].points[0].x == doctest::Approx(length / static_cast<double>(by_length.size())));
  CHECK(data.series[0].points[0].y == doctest::Approx(sum / found));
  // Sorts the table by a column, and then as it was before.
  run(lab, "ui.chart_sort scenario-expanded 1 down");
  CHECK(chart_state(lab)["first_row"][0] == 11);
  run(lab, "ui.chart_sort scenario-expanded 1 off");
  CHECK(chart_state(lab)["first_row"][0] == 6);
  // A range, and all points again.
  run(lab, "ui.chart_range 5 12");
  CHECK(chart_state(lab)["range"] == nlohmann::json({5.0, 12.0}));
  CHECK(chart_state(lab)["x"]["high"] == 12);
  run(lab, "ui.chart_range off");
  CHECK(chart_state(lab)["range"].empty());
  run(lab, "ui.chart_csv " + folder.file("chart.csv"));
  const std::string csv = read_file(folder.file("chart.csv")).value();
  CHECK(csv.starts_with("row,bucket,scenario cost (cells)"));
  CHECK(std::ranges::count(csv, '\n') == static_cast<std::ptrdiff_t>(controller.rows().size()) + 1);
  run(lab, "ui.chart off");
  CHECK(chart_state(lab)["open"] == "");
}

TEST_CASE("chart: commands that cannot be are refused and change nothing") {
  Lab lab(fixed_clock());
  lab.finish_updates();
  CHECK(failure(lab, "ui.chart_range 1 2") == "ui.chart_range: no chart is open");
  CHECK(failure(lab, "ui.chart_copy") == "ui.chart_copy: no chart is open");
  CHECK(failure(lab, "ui.chart nonsense").find("scenario-expanded") != std::string::npos);
  run(lab, "ui.chart effort");
  const nlohmann::json before = chart_state(lab);
  CHECK(failure(lab, "ui.chart_range 3 2") == "ui.chart_range: the range must end above its beginning");
  CHECK(failure(lab, "ui.chart_series nobody off") == "ui.chart_series: the chart shows nothing of 'nobody'");
  CHECK(failure(lab, "ui.chart_sort effort 1 sideways") == "ui.chart_sort: 'sideways' is neither up, down nor off");
  CHECK(failure(lab, "ui.chart_copy") == "ui.chart_copy: there is no clipboard without a window");
  CHECK(chart_state(lab) == before);
}

TEST_CASE("chart: the effort of a search is what the comparison says, phase upon phase") {
  Lab lab(fixed_clock());
  lab.finish_updates();
  run(lab, "ui.chart effort");
  const ChartReader* chart = lab.charts().open();
  REQUIRE(chart != nullptr);
  const ChartData& data = chart->data();
  REQUIRE(data.table.rows() >= 3);
  size_t at = 0;
  for (const PlannerRow& row : lab.state().rows) {
    if (!row.shown || !row.solved || row.result.stats.total().expanded == 0) continue;
    CHECK(data.x.names[at] == lab.state().names.brief(*row.planner));
    double top = 0;
    for (const ChartSeries& series : data.series) {
      for (const ChartPoint& point : series.points) {
        if (point.x != static_cast<double>(at)) continue;
        CHECK(point.from == top);
        top = point.y;
      }
    }
    CHECK(top == static_cast<double>(row.result.stats.total().expanded));
    CHECK(data.table.at(at, 1) == top);
    ++at;
  }
  CHECK(at == data.table.rows());
}

TEST_CASE("chart: ten thousand rows are read and placed in the time of a frame, and not again while nothing changes") {
  Rng rng(15);
  ChartData data;
  for (int planner = 0; planner < 4; ++planner) {
    ChartSeries series{.name = fmt::format("{}", planner), .title = "", .mark = ChartMark::kDots, .points = {}};
    for (int i = 0; i < 10'000; ++i) {
      series.points.push_back({i / 10.0, 1 + rng.below(1'000'000) / 3.0, 0, -1});
    }
    data.series.push_back(std::move(series));
  }
  data.y.logarithmic = true;
  ChartPlot plot;
  const auto time = [&](uint64_t version) {
    const auto begin = std::chrono::steady_clock::now();
    plot.follow(data, version, {}, 900, 500, 2);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  };
  double first = 1e9, again = 1e9;
  for (uint64_t round = 1; round <= 5; ++round) {
    first = std::min(first, time(round));
    again = std::min(again, time(round));
  }
  MESSAGE(fmt::format("40 000 points: {:.2f} ms, {} marks; again {:.4f} ms", first, plot.mark_count(), again));
  CHECK(first < 100);
  CHECK(again < 1);
  // At most one dot of a series in each square of two by two pixels.
  CHECK(plot.mark_count() <= 4u * 451 * 251);
}

TEST_CASE("chart: a few points far above all others do not stretch a robust axis, and are said and kept") {
  ChartData data;
  data.y = {.title = "above optimal", .unit = ChartUnit::kPercent, .robust = true};
  ChartSeries dots{.name = "hpa1", .title = "HPA*", .mark = ChartMark::kDots, .points = {}};
  for (int i = 0; i < 200; ++i) dots.points.push_back({static_cast<double>(i), 1 + 0.02 * i, 0, -1});
  dots.points[90].y = 400;
  dots.points[120].y = 180;
  data.series = {dots};
  ChartPlot plot;
  plot.follow(data, 1, {}, 400, 200, 2);
  CHECK(plot.y().high >= 5);
  CHECK(plot.y().high < 12);
  CHECK(plot.beyond_text() == fmt::format("2 rows above {:g} %, at the edge", plot.y().high));
  CHECK(plot.is_beyond(data.series[0].points[90]));
  CHECK_FALSE(plot.is_beyond(data.series[0].points[91]));
  // The pointer finds it at the edge, with its own value.
  const auto near = plot.nearest(data, plot.x_of(90), 0);
  REQUIRE(near);
  CHECK(near->point == 90);
  CHECK(near->y == 0);
  // Without the outliers, or with an axis that is not robust, all points are inside.
  data.y.robust = false;
  plot.follow(data, 2, {}, 400, 200, 2);
  CHECK(plot.y().high >= 400);
  CHECK(plot.beyond_text().empty());
  data.y.robust = true;
  data.series[0].points[90].y = data.series[0].points[120].y = 3;
  plot.follow(data, 3, {}, 400, 200, 2);
  CHECK(plot.beyond_text().empty());
  CHECK(plot.y().high >= 4.98);
}
