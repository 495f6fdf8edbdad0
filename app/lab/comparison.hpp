// Purpose: A Comparison holds what the table of planners says: the figures of each row, which value is the smallest,
// and
//          how many times the smallest another one is. The panel draws it and adds nothing.
// How: Values are compared with those of planners that answer the same query on the same graph; costs, in addition,
// with
//      those of the same kind of paths. While an answer to be compared is still outstanding, no value is called the
//      smallest.
// Units: As in PlannerRow; costs in costs of the row (QueryController::row_unit).
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

// One figure of every planner.
struct ComparedFigure {
  const char* title;
  const char* heading;  // of its column, which is narrow: a line break begins a second row
  const char* name;     // in the UI dump
  const char* help;
  bool smallest_wins;                  // the smallest value is highlighted
  bool ratio;                          // values are told as a multiple of the smallest, and have a bar
  bool of_path;                        // it is one of the path, and compared with that of paths of the same kind
  double (*value)(const PlannerRow&);  // NaN: there is nothing to show
  std::string (*text)(const LabState&, const PlannerRow&, Cost unit);
};
// The most useful figures come first: a narrow panel shows as many as fit.
enum : size_t {
  kExpandedFigure,
  kTimeFigure,
  kPercentFigure,
  kMemoryFigure,
  kCostFigure,
  kBuildFigure,
  kGeneratedFigure,
  kComparedFigures
};
const std::array<ComparedFigure, kComparedFigures>& compared_figures();

// The values of a figure over rows that may be compared.
struct FigureRange {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  int rows = 0;          // with a value
  bool complete = true;  // no row waits for an answer
};

struct ComparedCell {
  enum class Kind : uint8_t {
    kEmpty,    // nothing: the row is not compared
    kDash,     // there is no value
    kValue,    // a value
    kUnrated,  // a remark in place of a value
    kReason    // the row's note stands here and over the cells that follow
  } kind = Kind::kEmpty;
  std::string text = {};
  double value = 0;
  bool best = false;  // no row that may be compared has a smaller value
  bool bar = false;
};

// A line about a row, for its tooltip.
struct ComparedLine {
  const char* title = "";
  std::string text = {};
  double times_best = 0;  // how many times the smallest value it is; 0: that is not said
};
struct ComparedLines {
  std::array<ComparedLine, kComparedFigures + 2> lines;
  size_t count = 0;
};

class Comparison {
 public:
  void read(const Lab& lab);
  ComparedCell cell(const Lab& lab, const PlannerRow& row, size_t figure) const;
  ComparedLines lines(const Lab& lab, const PlannerRow& row) const;
  // Returns where the value lies among those that it is compared with: 0 for the smallest possible, 1 for the largest,
  // by its logarithm.
  double share(const Lab& lab, const PlannerRow& row, size_t figure, double value) const;

 private:
  enum class Group : uint8_t { kMap, kDrawnGraph, kAnyAngle };  // rows that may be compared
  static Group group_of(const Lab& lab, const PlannerRow& row, size_t figure);
  const FigureRange& range(const Lab& lab, const PlannerRow& row, size_t figure) const {
    return ranges_[figure][static_cast<size_t>(group_of(lab, row, figure))];
  }
  bool is_best(const Lab& lab, const PlannerRow& row, size_t figure, double value) const;

  std::array<std::array<FigureRange, 3>, kComparedFigures> ranges_;
};

// Returns why the row has no figures; empty if it has some, or if there is nothing to say.
std::string_view row_reason(const PlannerRow& row, bool shown);
// Returns the cost above the optimum of the problem that the planner solves, as text.
std::string percent_text(const Planner& planner, std::optional<double> percent);

}  // namespace strata
