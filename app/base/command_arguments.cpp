#include "app/base/command_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.hpp"

namespace strata {

Result<int> integer(const std::string& text, int low, int high, std::string_view what) {
  const auto value = parse_number<int>(text);
  if (!value || *value < low || *value > high) {
    return error_at("", fmt::format("{} must be a whole number from {} to {}, not '{}'", what, low, high, text));
  }
  return *value;
}

Result<uint64_t> large_integer(const std::string& text, std::string_view what) {
  const auto value = parse_number<uint64_t>(text);
  if (!value) return error_at("", fmt::format("{} must be a whole number, not '{}'", what, text));
  return *value;
}

Result<double> number(const std::string& text, double low, double high, std::string_view what) {
  const auto value = parse_number<double>(text);
  if (!value || !(*value >= low && *value <= high)) {
    return error_at("", fmt::format("{} must be a number from {} to {}, not '{}'", what, low, high, text));
  }
  return *value;
}

Result<bool> on_off(const std::string& text, bool now) {
  if (text == "on") return true;
  if (text == "off") return false;
  if (text == "toggle") return !now;
  return error_at("", fmt::format("expected on or off, not '{}'", text));
}

Result<Cell> cell_words(const std::vector<std::string>& args, size_t first) {
  const Result<int> x = integer(args[first], -kFarCell, kFarCell, "X");
  if (!x) return x.error();
  const Result<int> y = integer(args[first + 1], -kFarCell, kFarCell, "Y");
  if (!y) return y.error();
  return Cell{x.value(), y.value()};
}

Result<Cell> point_word(const std::string& text) {
  const size_t comma = text.find(',');
  if (comma == std::string::npos) return error_at("", fmt::format("expected X,Y, not '{}'", text));
  return cell_words({text.substr(0, comma), text.substr(comma + 1)}, 0);
}

Result<double> changed_number(const std::string& text, double now, double low, double high, std::string_view what) {
  if (text.size() > 1 && (text[0] == '+' || text[0] == '-')) {
    const Result<double> by = number(text.substr(1), 0, 1e9, what);
    if (!by) return by.error();
    return std::clamp(text[0] == '+' ? now + by.value() : now - by.value(), low, high);
  }
  return number(text, low, high, what);
}

namespace {

Result<Cell> on_map(const GridMap& map, const Result<Cell>& cell) {
  if (!cell || map.contains(cell.value())) return cell;
  return error_at("", fmt::format("({},{}) is outside the map of {} x {} cells", cell.value().x, cell.value().y,
                                  map.width(), map.height()));
}

}  // namespace

Result<Cell> cell_inside(const GridMap& map, const std::vector<std::string>& args) {
  return on_map(map, cell_words(args, 0));
}

Result<Cell> point_inside(const GridMap& map, const std::string& text) { return on_map(map, point_word(text)); }

std::vector<std::string> without_force(std::vector<std::string> args) {
  if (!args.empty() && args.back() == "force") args.pop_back();
  return args;
}

}  // namespace strata
