#include "app/ui/panel_layout.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/settings.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr float kToolbar = 38;
constexpr float kStatus = 26;
constexpr float kSplitter = 5;
constexpr float kMinMap = 200;
constexpr float kTimelineOnly = kBottomSizes.least;
constexpr float kLeftNeeds = 940;  // width from which on the left panel opens by itself
constexpr float kRightNeeds = 600;

bool is_open(PanelMode mode, bool by_itself) {
  return mode == PanelMode::kOpen || (mode == PanelMode::kAuto && by_itself);
}

}  // namespace

PanelBoxes arrange(const PanelLayout& layout, float width, float height, float menu_height, float scale,
                   bool presentation) {
  PanelBoxes boxes;
  if (presentation) {
    boxes.map = {0, 0, width, height};
    return boxes;
  }
  const float logical_width = width / scale;
  const float logical_height = height / scale;
  const float splitter = kSplitter * scale;
  float top = menu_height;
  boxes.toolbar = {0, top, width, kToolbar * scale};
  top += boxes.toolbar.height;
  boxes.status = {0, height - kStatus * scale, width, kStatus * scale};
  float bottom_edge = boxes.status.y;
  if (is_open(layout.bottom_mode, true)) {
    // A low window gets the timeline alone.
    boxes.timeline_only = layout.bottom_mode == PanelMode::kAuto && logical_height < 560;
    float wanted = boxes.timeline_only ? kTimelineOnly : std::max(layout.bottom, kTimelineOnly + 40);
    wanted = std::min(wanted * scale, std::max((bottom_edge - top) - kMinMap * 0.7f * scale, kTimelineOnly * scale));
    boxes.bottom = {0, bottom_edge - wanted, width, wanted};
    boxes.split_bottom = {0, boxes.bottom.y - splitter, width, splitter};
    bottom_edge = boxes.timeline_only ? boxes.bottom.y : boxes.split_bottom.y;
    if (boxes.timeline_only) boxes.split_bottom = {};
  }
  float left_edge = 0;
  float right_edge = width;
  const bool right_open = is_open(layout.right_mode, logical_width >= kRightNeeds);
  const bool left_open = is_open(layout.left_mode, logical_width >= kLeftNeeds);
  float left = left_open ? std::clamp(layout.left, kLeftSizes.least, kLeftSizes.most) : 0;
  float right = right_open ? std::clamp(layout.right, kRightSizes.least, kRightSizes.most) : 0;
  // The map keeps its share: the right panel gives first, then the left.
  const float spare = logical_width - kMinMap - left - right;
  if (spare < 0 && right_open) right = std::max(kRightSizes.least, right + spare);
  const float still = logical_width - kMinMap * 0.5f - left - right;
  if (still < 0 && left_open) left = std::max(kLeftSizes.least, left + still);
  if (left_open) {
    boxes.left = {0, top, left * scale, bottom_edge - top};
    boxes.split_left = {boxes.left.width, top, splitter, bottom_edge - top};
    left_edge = boxes.split_left.x + splitter;
  }
  if (right_open) {
    boxes.right = {width - right * scale, top, right * scale, bottom_edge - top};
    boxes.split_right = {boxes.right.x - splitter, top, splitter, bottom_edge - top};
    right_edge = boxes.split_right.x;
  }
  boxes.map = {left_edge, top, std::max(right_edge - left_edge, 1.0f), std::max(bottom_edge - top, 1.0f)};
  return boxes;
}

Panes arrange_panes(const Box& centre, int count, float header_height, float gap) {
  Panes result;
  result.count = count;
  // Two stand side by side, unless the centre is a tower.
  const int columns = count == 4 || (count == 2 && centre.width > centre.height * 0.8f) ? 2 : 1;
  const int rows = count / columns;
  const float width = std::floor((centre.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  const float height = std::floor((centre.height - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
  const float header = std::min(std::floor(header_height), height * 0.5f);
  for (int i = 0; i < count; ++i) {
    const float x = centre.x + static_cast<float>(i % columns) * (width + gap);
    const float y = centre.y + static_cast<float>(i / columns) * (height + gap);
    Pane& pane = result.panes[static_cast<size_t>(i)];
    pane.header = {x, y, width, header};
    pane.map = {x, y + header, std::max(width, 1.0f), std::max(height - header, 1.0f)};
  }
  if (columns == 2) result.gaps[0] = {centre.x + width, centre.y, gap, centre.height};
  if (rows == 2) result.gaps[1] = {centre.x, centre.y + height, centre.width, gap};
  return result;
}

PanelLayout load_layout(const std::string& path, std::string& problem) {
  PanelLayout layout;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return layout;
  const auto text = read_file(path, 1 << 16);
  if (!text) {
    problem = text.error().message();
    return layout;
  }
  const auto json = nlohmann::json::parse(text.value(), nullptr, false);
  if (!json.is_object()) {
    problem = path + ": not a layout file, the default layout is used";
    return layout;
  }
  const auto number = [&json](const char* key, const PanelSizes& sizes, float& out) {
    if (json.contains(key) && json[key].is_number()) out = std::clamp(json[key].get<float>(), sizes.least, sizes.most);
  };
  const auto mode = [&json](const char* key, PanelMode& out) {
    if (json.contains(key) && json[key].is_number_integer()) {
      out = static_cast<PanelMode>(std::clamp(json[key].get<int>(), 0, 2));
    }
  };
  number("left", kLeftSizes, layout.left);
  number("right", kRightSizes, layout.right);
  number("bottom", kBottomSizes, layout.bottom);
  mode("left_mode", layout.left_mode);
  mode("right_mode", layout.right_mode);
  mode("bottom_mode", layout.bottom_mode);
  if (json.contains("dark") && json["dark"].is_boolean()) layout.dark = json["dark"].get<bool>();
  return layout;
}

Status save_layout(const PanelLayout& layout, const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  if (Status status = make_folders(folder); !status) return status;
  nlohmann::ordered_json json = {{"left", layout.left},
                                 {"right", layout.right},
                                 {"bottom", layout.bottom},
                                 {"left_mode", static_cast<int>(layout.left_mode)},
                                 {"right_mode", static_cast<int>(layout.right_mode)},
                                 {"bottom_mode", static_cast<int>(layout.bottom_mode)},
                                 {"dark", layout.dark}};
  return write_file_atomic(path, json.dump(2) + "\n");
}

}  // namespace strata
