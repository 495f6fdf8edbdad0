#include "app/ui/saved_panel_sizes.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr float kMostPixels = 10'000;
constexpr size_t kMostBytes = 1 << 18;

nlohmann::ordered_json file_content(const std::string& path) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const auto text = read_file(path, kMostBytes);
  return text ? nlohmann::ordered_json::parse(text.value(), nullptr, false) : nlohmann::ordered_json();
}

}  // namespace

SavedPanelSizes sizes_now(const PanelBoxes& boxes, float width, float height, float scale) {
  return {width / scale, height / scale, boxes.left.width / scale, boxes.right.width / scale,
          boxes.bottom.height / scale};
}

PanelLayout in_window(const PanelLayout& layout, const SavedPanelSizes& kept, float width, float height, float scale) {
  PanelLayout result = layout;
  const float wider = width / scale - kept.width, higher = height / scale - kept.height;
  static constexpr float kRounding = 0.5f;
  if (kept.width <= 0 || wider < -kRounding || higher < -kRounding) return result;
  const auto hold = [](float size, float growth, float& own, PanelMode& mode) {
    if (size <= 0 || mode != PanelMode::kAuto) return;
    own = std::max(size, std::min(own, size + std::max(growth, 0.0f) / 2));
    mode = PanelMode::kOpen;
  };
  hold(kept.left, wider, result.left, result.left_mode);
  hold(kept.right, wider, result.right, result.right_mode);
  hold(kept.bottom, higher, result.bottom, result.bottom_mode);
  return result;
}

SavedPanelSizes load_sizes(const std::string& path) {
  SavedPanelSizes kept;
  const nlohmann::ordered_json json = file_content(path);
  if (!json.is_object() || !json.contains("kept") || !json["kept"].is_array()) return kept;
  const std::array<float*, 5> sizes = {&kept.width, &kept.height, &kept.left, &kept.right, &kept.bottom};
  if (json["kept"].size() != sizes.size()) return kept;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto& size = json["kept"][i];
    if (size.is_number()) *sizes[i] = std::clamp(size.get<float>(), 0.0f, kMostPixels);
  }
  return kept;
}

Status save_sizes(const SavedPanelSizes& kept, const std::string& path) {
  if (Status status = make_folders(std::filesystem::path(path).parent_path().string()); !status) return status;
  nlohmann::ordered_json json = file_content(path);
  if (!json.is_object()) json = nlohmann::ordered_json::object();
  json["kept"] = {kept.width, kept.height, kept.left, kept.right, kept.bottom};
  return write_file_atomic(path, json.dump() + "\n");
}

}  // namespace strata
