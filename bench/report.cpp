#include "bench/report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <numeric>
#include <thread>

#include "core/io/csv.hpp"
#include "core/io/printable.hpp"
#include "strata_commit.hpp"

namespace strata::bench {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

std::string cpu() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string host() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

// Returns the present time in UTC: "2026-11-21T14:05:09Z".
std::string date() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string cell_text(const ReportRow& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "-";
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  if (value.is_array()) {
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : ",") + cell_text(item);
    return text;
  }
  return value.dump();
}

// Returns the columns of all rows, except those with objects.
std::vector<std::string> report_columns(const Report& report) {
  std::vector<std::string> columns;
  for (const ReportRow& row : report.rows) {
    for (const auto& [key, value] : row.items()) {
      if (value.is_object()) continue;
      if (std::find(columns.begin(), columns.end(), key) == columns.end()) columns.push_back(key);
    }
  }
  return columns;
}

}  // namespace

std::string machine_text() { return fmt::format("{}, {}, commit {}.", cpu(), compiler(), STRATA_COMMIT); }

std::string to_json(const Report& report, std::span<const std::string> arguments) {
  ReportRow out;
  out["command"] = report.command;
  out["commit"] = STRATA_COMMIT;
  out["compiler"] = compiler();
  out["cpu"] = cpu();
  out["rows"] = report.rows;
  out["failures"] = report.failures;
  out["arguments"] = std::vector<std::string>(arguments.begin(), arguments.end());
  out["date"] = date();
  out["host"] = host();
  out["threads"] = std::thread::hardware_concurrency();
  out["build"] = STRATA_BUILD_TYPE;
  out["maps"] = report.maps;
  return out.dump(-1, ' ', false, ReportRow::error_handler_t::replace) + "\n";
}

std::string to_csv(const Report& report) {
  const std::vector<std::string> columns = report_columns(report);
  std::string text;
  for (size_t i = 0; i < columns.size(); ++i) text += (i > 0 ? "," : "") + csv_field(columns[i]);
  text += '\n';
  for (const ReportRow& row : report.rows) {
    for (size_t i = 0; i < columns.size(); ++i) {
      const auto found = row.find(columns[i]);
      text += i > 0 ? "," : "";
      if (found != row.end() && !found->is_null()) text += csv_field(cell_text(*found));
    }
    text += '\n';
  }
  return text;
}

std::string to_table(const Report& report) {
  const std::vector<std::string> columns = report_columns(report);
  std::vector<std::vector<std::string>> lines = {columns};
  std::vector<bool> numeric(columns.size(), true);
  for (const ReportRow& row : report.rows) {
    auto& line = lines.emplace_back();
    for (size_t i = 0; i < columns.size(); ++i) {
      const auto found = row.find(columns[i]);
      line.push_back(found == row.end() ? "-" : printable(cell_text(*found)));
      if (found != row.end() && !found->is_number() && !found->is_null()) numeric[i] = false;
    }
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out;
    for (size_t i = 0; i < columns.size(); ++i) {
      size_t width = 0;
      for (const auto& other : lines) width = std::max(width, other[i].size());
      out += numeric[i] ? fmt::format("{:>{}}  ", line[i], width) : fmt::format("{:<{}}  ", line[i], width);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  for (const auto& note : report.notes) text += printable(note) + "\n";
  for (const auto& failure : report.failures) text += "FAILED: " + printable(failure) + "\n";
  return text;
}

double percentile(std::vector<double>& values, double percent) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<size_t>(std::ceil(percent / 100 * static_cast<double>(values.size())));
  return values[std::clamp<size_t>(rank, 1, values.size()) - 1];
}

double median_micros(int rounds, const std::function<void()>& call) {
  std::vector<double> times;
  for (int round = 0; round < std::max(rounds, 1); ++round) {
    const auto start = std::chrono::steady_clock::now();
    call();
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return percentile(times, 50);
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, 4 - std::ceil(std::log10(std::abs(value))));
  return std::abs(value) >= 1e4 ? std::round(value) : std::round(value * scale) / scale;
}

double rounded_ratio(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace strata::bench
