#include "app/lab/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lab/feature.hpp"
#include "core/io/csv.hpp"

namespace strata {
namespace {

constexpr std::string_view kNothing = "\u2013";

// Returns the word for a unit that stands in the title of an axis, as it is not written with each number; empty
// if there is none.
std::string_view unit_word(ChartUnit unit) {
  switch (unit) {
    case ChartUnit::kCells:
    case ChartUnit::kMore:
      return "cells";
    case ChartUnit::kMicros:
      return "\u00b5s";
    case ChartUnit::kMillis:
      return "ms";
    case ChartUnit::kPercent:
      return "%";
    case ChartUnit::kBytes:
      return "bytes";
    case ChartUnit::kNumber:
    case ChartUnit::kCount:
    case ChartUnit::kPlain:
    case ChartUnit::kName:
      break;
  }
  return {};
}

}  // namespace

std::string ChartColumn::full_title() const { return in.empty() ? title : fmt::format("{} ({})", title, in); }

std::string ChartScale::full_title() const {
  // Times are written with their units, from microseconds to seconds, so that the title does not need one.
  const std::string_view word = unit == ChartUnit::kMicros ? std::string_view() : unit_word(unit);
  if (word.empty()) return logarithmic ? title + " (logarithmic)" : title;
  return fmt::format("{} ({}{})", title, word, logarithmic ? ", logarithmic" : "");
}

void ChartTable::clear() {
  columns.clear();
  cells.clear();
  command.clear();
  command_column = 0;
  command_then.clear();
  ordered_by.reset();
  aside.clear();
  best.reset();
}

void ChartData::clear() {
  about.clear();
  warning.clear();
  x = {};
  y = {};
  series.clear();
  limits.clear();
  table.clear();
  reason.clear();
  remedy.clear();
  remedy_lines.clear();
}

std::vector<const FeatureChart*> charts() {
  std::vector<const FeatureChart*> all;
  for (const Feature* feature : features()) {
    for (const FeatureChart& chart : feature->charts) all.push_back(&chart);
  }
  return all;
}

const FeatureChart* chart_named(std::string_view name) {
  for (const Feature* feature : features()) {
    for (const FeatureChart& chart : feature->charts) {
      if (chart.name == name) return &chart;
    }
  }
  return nullptr;
}

namespace {

// Writes a number in the format of its unit into `out`. Returns the end of the text.
char* write_value(char* out, size_t room, ChartUnit unit, double value, std::span<const std::string> names) {
  const auto put = [&]<class... Args>(fmt::format_string<Args...> format, Args&&... args) {
    return out + std::min(fmt::format_to_n(out, room, format, std::forward<Args>(args)...).size, room);
  };
  if (!is_figure(value)) return put("{}", kNothing);
  switch (unit) {
    case ChartUnit::kNumber:
      return put("{:.0f}", value);
    case ChartUnit::kCount:
      if (value < 10 && value != std::floor(value)) return put("{:.1f}", value);
      if (value < 1e6) return put("{:.0f}", value);
      return put("{:.2f}M", value / 1e6);
    case ChartUnit::kCells:
      return put("{:.2f}", value);
    case ChartUnit::kMore:
      if (value == 0) return put("0");
      if (std::isinf(value)) return put("no path");
      return put("{:+.2f}", value);
    case ChartUnit::kMicros:
      if (value < 10) return put("{:.1f} \u00b5s", value);
      if (value < 1e3) return put("{:.0f} \u00b5s", value);
      if (value < 1e5) return put("{:.1f} ms", value / 1e3);
      if (value < 1e6) return put("{:.0f} ms", value / 1e3);
      return put("{:.1f} s", value / 1e6);
    case ChartUnit::kMillis:
      return put("{:.2f} ms", value);
    case ChartUnit::kPercent:
      // The test avoids the text "-0.00".
      return put("{:.2f} %", value == 0 ? 0.0 : value);
    case ChartUnit::kBytes:
      if (value < 1024) return put("{:.0f} B", value);
      if (value < 1024 * 1024) return put("{:.0f} KB", value / 1024);
      if (value < 1024.0 * 1024 * 1024) return put("{:.1f} MB", value / (1024 * 1024));
      return put("{:.1f} GB", value / (1024.0 * 1024 * 1024));
    case ChartUnit::kPlain: {
      const double size = std::abs(value);
      if (size == 0) return put("0");
      return put("{:.{}f}", value, size < 0.1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0);
    }
    case ChartUnit::kName:
      break;
  }
  const auto index = static_cast<size_t>(std::max(std::round(value), 0.0));
  return put("{}", index < names.size() ? std::string_view(names[index]) : kNothing);
}

}  // namespace

ChartText::ChartText(ChartUnit unit, double value, std::span<const std::string> names)
    : size_(static_cast<size_t>(write_value(text_, sizeof text_, unit, value, names) - text_)) {}

std::string tick_text(const ChartScale& scale, double value) {
  static constexpr const char* kCounts[] = {"", "k", "M", "G"};
  static constexpr const char* kTimes[] = {" \u00b5s", " ms", " s", " ks"};
  switch (scale.unit) {
    case ChartUnit::kName: {
      const double index = std::round(value);
      const bool one = std::abs(index - value) < 1e-6 && index >= 0 && index < static_cast<double>(scale.names.size());
      return one ? scale.names[static_cast<size_t>(index)] : std::string();
    }
    case ChartUnit::kMicros:
    case ChartUnit::kCount: {
      size_t unit = 0;
      for (; unit < 3 && value >= 1000; ++unit) value /= 1000;
      return fmt::format("{:g}{}", value, scale.unit == ChartUnit::kMicros ? kTimes[unit] : kCounts[unit]);
    }
    case ChartUnit::kPercent:
      return fmt::format("{:g} %", value);
    case ChartUnit::kNumber:
    case ChartUnit::kCells:
    case ChartUnit::kMore:
    case ChartUnit::kMillis:
    case ChartUnit::kBytes:
    case ChartUnit::kPlain:
      break;
  }
  return fmt::format("{:g}", value);
}

void sort_rows(const ChartTable& table, const ChartSort& sort, std::vector<uint32_t>& order) {
  order.resize(table.rows());
  std::iota(order.begin(), order.end(), 0u);
  if (!sort.column || *sort.column >= table.columns.size()) return;
  const ChartColumn& column = table.columns[*sort.column];
  const auto before = [&](double a, double b) {
    if (column.unit != ChartUnit::kName) return a < b;
    const std::span<const std::string> names = column.names;
    return ChartText(column.unit, a, names).view() < ChartText(column.unit, b, names).view();
  };
  std::stable_sort(order.begin(), order.end(), [&](uint32_t one, uint32_t other) {
    if (table.is_aside(one) != table.is_aside(other)) return table.is_aside(other);
    const double a = table.at(one, *sort.column), b = table.at(other, *sort.column);
    if (!is_figure(a) || !is_figure(b)) return is_figure(a) && !is_figure(b);
    return sort.down ? before(b, a) : before(a, b);
  });
}

std::string table_csv(const ChartTable& table, std::span<const uint32_t> order) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const ChartColumn& column = table.columns[i];
    const std::string_view word = column.in.empty() ? unit_word(column.unit) : std::string_view(column.in);
    const std::string& title = column.help.empty() ? column.title : column.help;
    fmt::format_to(at, "{}{}", i > 0 ? "," : "", csv_field(word.empty() ? title : fmt::format("{} ({})", title, word)));
  }
  fmt::format_to(at, "\n");
  for (const uint32_t row : order) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      if (i > 0) fmt::format_to(at, ",");
      const double value = table.at(row, i);
      const ChartColumn& column = table.columns[i];
      if (!is_figure(value)) continue;
      if (column.unit == ChartUnit::kName || std::isinf(value)) {
        fmt::format_to(at, "{}", csv_field(ChartText(column.unit, value, column.names).view()));
      } else {
        fmt::format_to(at, "{}", value);
      }
    }
    fmt::format_to(at, "\n");
  }
  return fmt::to_string(out);
}

}  // namespace strata
