// Purpose: A Comparison computes the content of the table of planners: the figures of each row, which value is the
//          smallest, and how many times larger the others are. The panel only draws it.
// How: A value is compared with those of planners that answer the same query on the same graph; a cost also only with
//      costs of the same kind of path. While an answer is outstanding, no value is marked as the smallest.
// Units: As in PlannerRow; costs have the unit of the row's planner (QueryController::row_unit).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "app/lab/lab_state.hpp"
#include "core/grid/cost.hpp"

namespace strata {

class Lab;

// A figure that is computed for every planner: a column of the table.
struct ComparedMeasure {
  const char* title;
  // The heading above its narrow column; '\n' begins a second line.
  const char* heading;
  const char* name;  // name in the UI dump
  const char* help;
  // The smallest value of the column is highlighted.
  bool smallest_wins;
  // Each value is shown as a multiple of the smallest, with a bar.
  bool ratio;
  // The figure describes the path; it is compared only with those of paths of the same kind.
  bool of_path;
  double (*value)(const PlannerRow&);  // NaN: no value
  std::string (*text)(const LabState&, const PlannerRow&, Cost unit);
};
// The order of the columns: the most useful figures come first, as a narrow panel shows only as many as
// there is room for.
enum : size_t {
  kExpandedFigure,
  kTimeFigure,
  kPercentFigure,
  kMemoryFigure,
  kCostFigure,
  kBuildFigure,
  kGeneratedFigure,
  kComparedMeasures
};
const std::array<ComparedMeasure, kComparedMeasures>& compared_figures();

// The range of a figure over the rows that can be compared with each other.
struct MeasureRange {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  int rows = 0;          // number of rows with a value
  bool complete = true;  // no row still waits for an answer
};

struct ComparisonTableCell {
  enum class Kind : uint8_t {
    // The row takes no part in the comparison.
    kEmpty,
    kDash,   // the row has no value
    kValue,  // a value
    // A remark stands in place of the value.
    kUnrated,
    // The note of the row, which extends over the following columns.
    kReason
  } kind = Kind::kEmpty;
  std::string text = {};
  double value = 0;
  // No row that it is compared with has a smaller value.
  bool best = false;
  bool bar = false;
};

// A line in the tooltip of a row.
struct ComparisonTooltipLine {
  const char* title = "";
  std::string text = {};
  double times_best = 0;  // multiple of the smallest value; 0: not shown
};
struct ComparisonTooltipLines {
  std::array<ComparisonTooltipLine, kComparedMeasures + 2> lines;
  size_t count = 0;
};

class Comparison {
 public:
  void read(const Lab& lab);
  ComparisonTableCell cell(const Lab& lab, const PlannerRow& row, size_t figure) const;
  // Returns the figures of the row in words, without those of the columns before `first`.
  ComparisonTooltipLines lines(const Lab& lab, const PlannerRow& row, size_t first = 0) const;
  // Returns the length of the bar for the value on a logarithmic scale: it is 1 for the largest of the compared values.
  double share(const Lab& lab, const PlannerRow& row, size_t figure, double value) const;

 private:
  enum class ComparableGroup : uint8_t { kMap, kDrawnGraph, kAnyAngle };  // rows of one group are comparable
  static ComparableGroup group_of(const Lab& lab, const PlannerRow& row, size_t figure);
  const MeasureRange& range(const Lab& lab, const PlannerRow& row, size_t figure) const {
    return ranges_[figure][static_cast<size_t>(group_of(lab, row, figure))];
  }
  bool is_best(const Lab& lab, const PlannerRow& row, size_t figure, double value) const;

  std::array<std::array<MeasureRange, 3>, kComparedMeasures> ranges_;
};

// Returns why the row has no figures; empty if it has some, or if no reason needs to be shown.
std::string_view row_reason(const PlannerRow& row, bool shown);
// Returns, as text, by how much the cost exceeds the optimum of the problem that the planner solves.
std::string percent_text(const Planner& planner, std::optional<double> percent);

}  // namespace strata
