// Purpose: A chart of the analysis as plain data: what its axes mean, its points by series, and its table. Features
//          fill charts (FeatureChart), ChartReader keeps one up to date, ChartPlot computes where its points lie, and
//          the interface draws that.
// Units: ChartUnit says how a number is written.
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

inline constexpr double kNoFigure = std::numeric_limits<double>::quiet_NaN();
constexpr bool is_figure(double value) { return value == value; }

enum class ChartUnit : uint8_t {
  kNumber,   // a whole number that names something, such as a row
  kCount,    // "3.4k" at a mark of an axis
  kCells,    // lengths and costs in straight steps
  kMore,     // a difference of such lengths: "+0.83"
  kMicros,   // "12 µs", "3.4 ms"
  kMillis,   // "16.7 ms"
  kPercent,  // "1.25 %"
  kName,     // an index into names
};

struct ChartPoint {
  double x = 0, y = 0;
  double from = 0;  // of a bar: its lower end
  int note = -1;    // index into the notes of the series: what is special about the point; -1: nothing
};

enum class ChartMark : uint8_t { kLine, kDots, kBars };

struct ChartSeries {
  std::string name;   // its name in commands, such as that of a planner; several series may share one
  std::string title;  // "A*"
  Rgba color = palette::kBlack;
  float dash = 0;  // as of PlannerStyle
  ChartMark mark = ChartMark::kLine;
  std::vector<ChartPoint> points;  // ascending by x
  std::vector<std::string> notes{};
};

struct ChartScale {
  std::string title;  // "scenario cost"
  ChartUnit unit = ChartUnit::kCount;
  bool logarithmic = false;
  bool robust = false;  // of y: a few points far above all others do not stretch the axis; see ChartAxes::beyond
  std::vector<std::string> names{};  // kName: the names of 0, 1, ...
  std::string full_title() const;    // "scenario cost (cells)"
};

struct ChartColumn {
  std::string title;
  ChartUnit unit = ChartUnit::kCount;
  std::string help{};                // the whole title
  std::string series{};              // name of the series whose values stand here; empty: none
  std::vector<std::string> names{};  // kName: the names of 0, 1, ...
};

struct ChartTable {
  std::vector<ChartColumn> columns;
  std::vector<double> cells;  // row by row; kNoFigure: empty
  std::string command;        // the command of a click on a row, such as "scenario.row"; empty: none
  size_t command_column = 0;  // the column whose number goes into it

  size_t rows() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  double at(size_t row, size_t column) const { return cells[row * columns.size() + column]; }
  void clear();
};

// A limit that is drawn as a line across the chart, such as the time that a frame has.
struct ChartLimit {
  double y = 0;
  std::string title;
};

struct ChartData {
  std::string about;  // what is shown, in one sentence
  std::string warning;
  ChartScale x, y;
  std::vector<ChartSeries> series;
  std::vector<ChartLimit> limits;
  ChartTable table;
  // Why there is nothing to show, and a button that changes this: its label, and its commands, one to a line.
  std::string reason, remedy, remedy_lines;

  bool empty() const { return !reason.empty(); }
  void clear();
};

// A chart that a feature offers.
struct FeatureChart {
  std::string_view name;                      // in commands: "scenario-time"
  std::string_view title;                     // "Scenario: time"
  std::string_view group;                     // the charts of one group have the same table, whose order they share
  uint64_t (*version)(const Lab&) = nullptr;  // changes with all that `fill` reads
  void (*fill)(const Lab&, ChartData&) = nullptr;  // the data is clear before
  // Returns the number of the row, as in the command column, that is the query now; null: there is none.
  std::optional<size_t> (*current)(const Lab&) = nullptr;
};
// Returns the charts of all features, in their order.
std::vector<const FeatureChart*> charts();
const FeatureChart* chart_named(std::string_view name);  // null: there is none

// A number as it is written, in place.
class ChartText {
 public:
  ChartText(ChartUnit unit, double value, std::span<const std::string> names = {});
  operator std::string_view() const { return {text_, size_}; }
  std::string_view view() const { return {text_, size_}; }

 private:
  char text_[64];
  size_t size_;
};
// Returns the text of a mark of an axis, whose value is a round number: "2k", "50 µs".
std::string tick_text(const ChartScale& scale, double value);

// Returns the rows in that order. Rows without a value come last, equal ones in their own order.
void sort_rows(const ChartTable& table, const ChartSort& sort, std::vector<uint32_t>& order);
// Returns the table as CSV, in that order.
std::string table_csv(const ChartTable& table, std::span<const uint32_t> order);

}  // namespace strata
