// Purpose: ChartReader keeps the data of one chart up to date with the lab. Charts owns the chart of the open window:
//          commands change it, the state dump writes it, and the interface draws it.
// Threads: As for Lab.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/chart.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

class ChartReader {
 public:
  // Fills the data again if the chart's version has changed.
  void follow(const Lab& lab, const FeatureChart& chart);
  const FeatureChart* chart() const { return chart_; }  // null before the first follow()
  const ChartData& data() const { return data_; }
  uint64_t version() const { return version_; }  // changes with the data
  // Returns the rows of the table in the order of `sort`.
  std::span<const uint32_t> order(const ChartSort& sort);

 private:
  const FeatureChart* chart_ = nullptr;
  ChartData data_;
  uint64_t version_ = 0, seen_ = 0;
  std::vector<uint32_t> order_;
  ChartSort sorted_;
  uint64_t sorted_version_ = 0;
};

// Returns how the table of the chart is sorted by the user.
const ChartSort& sort_of(const LabState& state, const FeatureChart& chart);

class Charts : public LabPart {
 public:
  explicit Charts(Lab& lab) : LabPart(lab) {}

  // Returns the open chart, up to date; null if none is open.
  ChartReader* open();
  // Opens the chart of this name in the window; "off" closes the window.
  Status show(std::string_view name);
  Status set_range(std::optional<ChartRange> range);
  Status show_series(const std::string& series, const std::string& wanted);
  // Sorts the table of a chart by a column, counted from 1. `how` is "up", "down" or "off".
  Status sort(const std::string& chart, size_t column, std::string_view how);
  Result<std::string> csv();
  void dump(nlohmann::json& out);

 private:
  ChartReader reader_;
};

}  // namespace strata
