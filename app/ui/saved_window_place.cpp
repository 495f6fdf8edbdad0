#include "app/ui/saved_window_place.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr double kFarthestPixel = 100'000;
constexpr size_t kMostOfLayout = 1 << 18;

nlohmann::ordered_json layout_json(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const auto text = read_file(path, kMostOfLayout);
  return text ? nlohmann::ordered_json::parse(text.value(), nullptr, false) : nlohmann::ordered_json();
}

}  // namespace

std::optional<WindowPlace> load_window(const std::string& path) {
  const nlohmann::ordered_json json = layout_json(path);
  if (!json.is_object() || !json.contains("window") || !json["window"].is_object()) return std::nullopt;
  const auto& window = json["window"];
  WindowPlace place;
  const std::array<std::pair<const char*, int*>, 4> numbers = {
      {{"x", &place.x}, {"y", &place.y}, {"width", &place.width}, {"height", &place.height}}};
  for (const auto& [key, number] : numbers) {
    if (!window.contains(key) || !window[key].is_number()) return std::nullopt;
    *number = static_cast<int>(std::clamp(window[key].get<double>(), -kFarthestPixel, kFarthestPixel));
  }
  if (place.width <= 0 || place.height <= 0) return std::nullopt;
  place.maximized = window.contains("maximized") && window["maximized"].is_boolean() && window["maximized"].get<bool>();
  return place;
}

Status save_window(const WindowPlace& place, const std::string& path) {
  if (Status status = make_folders(std::filesystem::path(path).parent_path().string()); !status) return status;
  nlohmann::ordered_json json = layout_json(path);
  if (!json.is_object()) json = nlohmann::ordered_json::object();
  json["window"] = {
      {"x", place.x}, {"y", place.y}, {"width", place.width}, {"height", place.height}, {"maximized", place.maximized}};
  return write_file_atomic(path, json.dump() + "\n");
}

}  // namespace strata
