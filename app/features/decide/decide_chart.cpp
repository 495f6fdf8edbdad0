// The table of measured planners, with a row per planner, and the chart of their total times: an edit and the queries
// after it, by the number of these queries.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/features/decide/decide.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "core/base/hash.hpp"

namespace strata {
namespace {

// Number of points of a line.
constexpr int kDecideSamples = 64;
// The x axis of the chart reaches at least this number of queries per edit.
constexpr double kFewestDecideQueries = 1000;
// The x axis reaches at least this multiple of the chosen number of queries per edit.
constexpr double kBeyondRate = 10;

void add_total_lines(const Lab& lab, const DecideController& decide, ChartData& out) {
  const std::vector<DecideRow>& rows = decide.results().rows;
  const double most = std::max(kFewestDecideQueries, kBeyondRate * decide.rule().queries);
  out.x = {.title = "queries between two edits", .unit = ChartUnit::kCount, .logarithmic = true};
  out.y = {.title = "an edit and its queries", .unit = ChartUnit::kMicros, .logarithmic = true};
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!takes_part(rows[i], decide.rule()) || !is_figure(total_micros(rows[i], 1))) continue;
    const PlannerStyle style = planner_style(lab.state(), rows[i].planner->name);
    ChartSeries series{.name = std::string(rows[i].planner->name),
                       .title = std::string(decide.brief(i)),
                       .color = style.color,
                       .dash = style.dash,
                       .mark = ChartMark::kLine,
                       .points = {}};
    double before = 0;
    for (int sample = 0; sample <= kDecideSamples; ++sample) {
      const double queries = std::round(std::pow(most, static_cast<double>(sample) / kDecideSamples));
      if (queries == before) continue;
      before = queries;
      series.points.push_back({queries, total_micros(rows[i], queries), 0, -1});
    }
    out.series.push_back(std::move(series));
  }
}

// Adds bars of the expanded nodes of each planner. They replace the chart of times if no times were taken.
void add_expanded_bars(const Lab& lab, const DecideController& decide, ChartData& out) {
  const std::vector<DecideRow>& rows = decide.results().rows;
  out.x = {.title = "planner", .unit = ChartUnit::kName};
  out.y = {.title = "nodes expanded", .unit = ChartUnit::kCount};
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!takes_part(rows[i], decide.rule()) || !is_figure(rows[i].expanded)) continue;
    const auto place = static_cast<double>(out.x.names.size());
    out.x.names.emplace_back(decide.brief(i));
    out.series.push_back({.name = std::string(rows[i].planner->name),
                          .title = std::string(decide.brief(i)),
                          .color = planner_style(lab.state(), rows[i].planner->name).color,
                          .mark = ChartMark::kBars,
                          .points = {{place, rows[i].expanded, 0, -1}}});
  }
}

// Adds the dots of each query of the planner that is stepped, and of the chosen one to compare with: its time by the
// length of its optimal path, or its expanded nodes if no times were taken.
void add_query_dots(const Lab& lab, const DecideController& decide, ChartData& out) {
  const DecideResults& results = decide.results();
  out.x = {.title = "length of the optimal path", .unit = ChartUnit::kCells};
  out.y = results.timed ? ChartScale{.title = "time of a query", .unit = ChartUnit::kMicros, .logarithmic = true}
                        : ChartScale{.title = "nodes expanded", .unit = ChartUnit::kCount};
  const auto add = [&](size_t i) {
    const DecideRow& row = results.rows[i];
    const std::vector<double>& values = results.timed ? row.query_times : row.query_expanded;
    ChartSeries series{.name = std::string(row.planner->name),
                       .title = std::string(decide.brief(i)),
                       .color = planner_style(lab.state(), row.planner->name).color,
                       .mark = ChartMark::kDots,
                       .points = {}};
    for (size_t query = 0; query < std::min(values.size(), results.lengths.size()); ++query) {
      if (is_figure(values[query])) series.points.push_back({results.lengths[query], values[query], 0, -1});
    }
    std::ranges::stable_sort(series.points, {}, &ChartPoint::x);
    if (!series.points.empty()) out.series.push_back(std::move(series));
  };
  const auto stepped = decide.stepped();
  const auto chosen = decide.choice(results.timed ? DecideCriterion::kRate : DecideCriterion::kMemory);
  if (stepped) add(*stepped);
  if (chosen && chosen != stepped) add(*chosen);
}

// Returns the rows as the table lists them: by the total time at the chosen rate, or by expanded nodes if no times were
// taken. Those that take part in the choice come first, planners without an answer last.
std::vector<size_t> rows_by_total(const std::vector<DecideRow>& rows, const DecideRule& rule, bool timed) {
  std::vector<size_t> order(rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto figure = [&](size_t i) { return timed ? total_micros(rows[i], rule.queries) : rows[i].expanded; };
  std::ranges::stable_sort(order, [&](size_t one, size_t other) {
    const bool first = takes_part(rows[one], rule);
    if (first != takes_part(rows[other], rule)) return first;
    const double a = figure(one), b = figure(other);
    if (!is_figure(a) || !is_figure(b)) return is_figure(a) && !is_figure(b);
    return a < b;
  });
  return order;
}

// Columns of the table that its own order follows, see rows_by_total.
constexpr size_t kExpandedColumn = 3, kTotalColumn = 10;
constexpr double kMicrosInMilli = 1000, kBytesInMega = 1024 * 1024;

void add_decide_table(const DecideController& decide, ChartTable& table) {
  const std::vector<DecideRow>& rows = decide.results().rows;
  const DecideRule rule = decide.rule();
  const bool timed = decide.results().timed;
  table.command = "decide.choose";
  table.command_then = "ui.chart decide-queries";
  table.ordered_by = timed ? kTotalColumn : kExpandedColumn;
  if (const auto best = decide.choice(timed ? DecideCriterion::kRate : DecideCriterion::kMemory))
    table.best = *best + 1;
  const auto column = [](std::string title, std::string_view in, std::string help, bool bars = false) {
    return ChartColumn{.title = std::move(title),
                       .unit = ChartUnit::kPlain,
                       .help = std::move(help),
                       .in = std::string(in),
                       .bars = bars};
  };
  table.columns = {
      {.title = "planner",
       .unit = ChartUnit::kName,
       .help = "Planner; a click compares and steps it, and shows its queries one by one"},
      column("query", "\u00b5s",
             "Time of a query: mean over the queries of medians of warmed runs, in which the planners take turns"),
      column("spread", "\u00b5s",
             fmt::format("Half the distance between the quartiles of the runs of a query, as a mean. {}", kDecideTie)),
      {.title = "expanded", .unit = ChartUnit::kCount, .help = "Nodes expanded, mean over the queries"},
      column("above", "%", "Cost above optimal, mean; of paths at any angle, above Polyanya's"),
      column("worst", "%", "Cost above optimal, worst query"),
      column("build", "ms",
             "Time to build all that the planner searches, on copies of the map: median of up to 5 builds, as far as "
             "they take half a second together; a longer one is timed once. The comparison and the break-even have "
             "the last build of the open map"),
      column("memory", "MB",
             "Memory of the moves and the structures that the planner searches; the map, and open lists and g values "
             "of a query, do not count"),
      column("update", "ms",
             "Update after an edit, without the moves that every planner needs: median over the strokes; a rebuild in "
             "the background counts as a full build; for the mesh of a level, over the strokes that change it"),
      column("first answer", "ms",
             "From an edit to the first answer: what of the update has to be waited for, median over the strokes, plus "
             "the time of a query in this row"),
      column(fmt::format("edit + {:.0f}", rule.queries), "ms",
             fmt::format("Total time of an update and {:.0f} queries", rule.queries), true)};
  // Row numbers begin at 1, so that the name of number 0 is empty.
  table.columns.front().names.emplace_back();
  for (size_t i = 0; i < rows.size(); ++i) table.columns.front().names.emplace_back(decide.brief(i));
  for (const size_t i : rows_by_total(rows, rule, timed)) {
    const DecideRow& row = rows[i];
    table.aside.push_back(decide_aside_text(row, rule));
    table.cells.insert(
        table.cells.end(),
        {static_cast<double>(i + 1), row.query, row.spread, row.expanded, row.above_mean, row.above_worst,
         row.build / kMicrosInMilli, row.memory / kBytesInMega, row.update / kMicrosInMilli,
         row.first_answer / kMicrosInMilli, total_micros(row, rule.queries) / kMicrosInMilli});
  }
}

// Fills a chart of the page: its table, and the points that add(lab, decide, out) adds.
template <class Add>
void fill_page(const Lab& lab, ChartData& out, Add&& add) {
  const DecideController& decide = decide_controller(lab);
  const DecideResults& results = decide.results();
  if (results.rows.empty() || results.queries == 0) {
    const DecideRefusal refusal = decide.refusal();
    out.reason = refusal.why;
    out.remedy = refusal.remedy;
    out.remedy_lines = refusal.lines;
    return;
  }
  out.about = decide.sentence() + "\n" + decide.method();
  if (decide.running()) {
    out.warning = fmt::format("They are being measured again: {:.0f} %.", 100 * decide.progress());
  } else if (decide.outdated()) {
    out.warning = std::string(kDecideOutdated);
  }
  add(lab, decide, out);
  add_decide_table(decide, out.table);
}

void fill_decide(const Lab& lab, ChartData& out) {
  fill_page(lab, out, [](const Lab& in, const DecideController& decide, ChartData& to) {
    decide.results().timed ? add_total_lines(in, decide, to) : add_expanded_bars(in, decide, to);
  });
}

void fill_decide_queries(const Lab& lab, ChartData& out) { fill_page(lab, out, add_query_dots); }

uint64_t decide_version(const Lab& lab) { return decide_controller(lab).version() * 2 + future_hidden(lab); }

// The dots are those of the stepped planner, too.
uint64_t decide_queries_version(const Lab& lab) {
  const auto row = decide_controller(lab).stepped();
  return mix_stamp(decide_version(lab), row ? *row + 1 : 0);
}

std::optional<size_t> stepped_row(const Lab& lab) {
  const auto row = decide_controller(lab).stepped();
  return row ? std::optional(*row + 1) : std::nullopt;
}

}  // namespace

const std::array<FeatureChart, 2> kDecideCharts = {
    {{"decide", "Decide: which planner for this map?", "decide", decide_version, fill_decide, stepped_row, true},
     {"decide-queries", "Decide: query by query", "decide", decide_queries_version, fill_decide_queries, stepped_row,
      true}}};

}  // namespace strata
