// Purpose: ChartData is a chart as plain data: the meaning of its axes, its points by series, and its table. Features
//          fill charts (FeatureChart), a ChartReader updates one, a ChartPlot computes where its points lie, and the
//          interface draws them.
// Units: A ChartUnit says how a value is written.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/palette.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

class Lab;

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr bool is_figure(double value) { return value == value; }

enum class ChartUnit : uint8_t {
  // An index or identifier, such as the number of a row.
  kNumber,
  // A number of things; at a mark of an axis it is written as "3.4k".
  kCount,
  kCells,    // lengths and costs, in cells
  kMore,     // a difference of lengths: "+0.83"
  kMicros,   // "12 µs", "3.4 ms"
  kMillis,   // "16.7 ms"
  kPercent,  // "1.25 %"
  kBytes,    // "1.2 MB"
  // A number with three digits, whose unit stands in the title of its column, see ChartColumn::in.
  kPlain,
  // The value is an index into names, which are given with the axis or column.
  kName,
};

struct ChartPoint {
  double x = 0, y = 0;
  // For the mark kBars: the value at which the bar of this point begins; it ends at y.
  double from = 0;
  // Index into `notes` of the series of the note on this point; -1: it has none.
  int note = -1;
};

enum class ChartMark : uint8_t { kLine, kDots, kBars };

struct ChartSeries {
  // Name of the series in commands, such as that of its planner. Several series may have the same name.
  std::string name;
  std::string title;  // "A*"
  Rgba color = palette::kBlack;
  // Length of the dashes of the line, as in PlannerStyle; 0: solid.
  float dash = 0;
  ChartMark mark = ChartMark::kLine;
  std::vector<ChartPoint> points;  // ascending by x
  std::vector<std::string> notes{};
};

struct ChartScale {
  std::string title;  // "scenario cost"
  ChartUnit unit = ChartUnit::kCount;
  bool logarithmic = false;
  // For the y axis: a few outliers do not stretch the axis, see ChartAxes::beyond.
  bool robust = false;
  // For the unit kName: the names of the values 0, 1, ...
  std::vector<std::string> names{};
  std::string full_title() const;  // "scenario cost (cells)"
};

struct ChartColumn {
  std::string title;
  ChartUnit unit = ChartUnit::kCount;
  // The tooltip of the column: its full title.
  std::string help{};
  // Name of the series whose values the column contains; empty: none.
  std::string series{};
  // For the unit kName: the names of the values 0, 1, ...
  std::vector<std::string> names{};
  // For the unit kPlain: the unit of the numbers, such as "ms".
  std::string in{};
  // Every number has a bar behind it, as long as its share of the largest one.
  bool bars = false;
  std::string full_title() const;  // "build (ms)"
};

struct ChartTable {
  std::vector<ChartColumn> columns;
  // The values, row by row; kNoValue: the cell is empty.
  std::vector<double> cells;
  // A click on a row runs this command with the row's number, such as "scenario.row"; empty: nothing.
  std::string command;
  // The column whose value is the number for `command`.
  size_t command_column = 0;
  // A line that runs after the command of a row; empty: none.
  std::string command_then;
  // The rows stand in ascending order of this column unless the user sorts them; nullopt: in no such order.
  std::optional<size_t> ordered_by;
  // For each row, why it stands aside: it is pale, and comes after the others in every order. An empty text: it does
  // not. No texts: no row does.
  std::vector<std::string> aside;
  // The number of the row that is marked as the best one, as it stands in the command column.
  std::optional<size_t> best;

  size_t rows() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  double at(size_t row, size_t column) const { return cells[row * columns.size() + column]; }
  bool is_aside(size_t row) const { return row < aside.size() && !aside[row].empty(); }
  void clear();
};

// A limit that is drawn as a line across the chart, such as the time that a frame has.
struct ChartLimit {
  double y = 0;
  std::string title;
};

struct ChartData {
  std::string about;  // what the chart shows, in one sentence
  std::string warning;
  ChartScale x, y;
  std::vector<ChartSeries> series;
  std::vector<ChartLimit> limits;
  ChartTable table;
  // `reason` says why there is nothing to show; it is empty if there is something. `remedy` is the text of a button
  // that changes this by running `remedy_lines`, one command per line.
  std::string reason, remedy, remedy_lines;

  bool empty() const { return !reason.empty(); }
  void clear();
};

// A chart that a feature offers.
struct FeatureChart {
  std::string_view name;                      // name in commands: "scenario-time"
  std::string_view title;                     // "Scenario: time"
  std::string_view group;                     // charts of one group share one table and its sorting
  uint64_t (*version)(const Lab&) = nullptr;  // changes whenever something that `fill` reads changes
  // Fills the data of the chart. They are empty before.
  void (*fill)(const Lab&, ChartData&) = nullptr;
  // Returns the number of the row that is the present query, as it stands in the command column; nullopt: no row is.
  std::optional<size_t> (*current)(const Lab&) = nullptr;
  // The chart is shown as a page in place of the map, below the head that FeaturePanel::page draws.
  bool page = false;
};
// Returns the charts of all features, in their order.
std::vector<const FeatureChart*> charts();
const FeatureChart* chart_named(std::string_view name);  // null: there is none

// The text of a value, stored in the object itself so that no memory is allocated.
class ChartText {
 public:
  ChartText(ChartUnit unit, double value, std::span<const std::string> names = {});
  operator std::string_view() const { return {text_, size_}; }
  std::string_view view() const { return {text_, size_}; }

 private:
  char text_[64];
  size_t size_;
};
// Returns the text of an axis mark, whose value is a round number: "2k", "50 µs".
std::string tick_text(const ChartScale& scale, double value);

// Writes the row indices in the order of `sort`. Rows without a value come after the others, and rows that stand aside
// last; ties keep the order of the table.
void sort_rows(const ChartTable& table, const ChartSort& sort, std::vector<uint32_t>& order);
// Returns the table as CSV, with its rows in the given order.
std::string table_csv(const ChartTable& table, std::span<const uint32_t> order);

}  // namespace strata
