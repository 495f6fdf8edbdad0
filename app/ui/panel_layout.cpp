#include "app/ui/panel_layout.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/settings.hpp"
#include "app/lab/chart.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr float kStatus = 26;
constexpr float kSplitter = 5;
constexpr float kMinMap = 200;
constexpr float kChartMargin = 12, kChartWidth = 640, kChartHeight = 340;  // where the user has not put the window
constexpr float kChartShare = 0.6f;                                        // of the height of the map
constexpr float kLeastRoom = 240;                                          // of the bottom panel, to have the chart
constexpr Box kLeastChart{0, 0, 240, 160};
constexpr float kTimelineOnly = kBottomSizes.least;
constexpr float kLowWindow = 700;    // UI pixels
constexpr float kFarthest = 10'000;  // UI pixels
constexpr size_t kMaxFile = 1 << 18;
constexpr float kLogNeeds = 40;  // below this height the list of events is left out

}  // namespace

PanelLayout with_room_at_right(const PanelLayout& layout, float height, float scale) {
  PanelLayout result = layout;
  if (height / scale >= kLowWindow || layout.right_mode == PanelMode::kClosed) return result;
  result.right_reaches_down = true;
  if (layout.right_mode != PanelMode::kAuto) return result;
  result.right_mode = PanelMode::kOpen;
  result.right = std::max(layout.right, PanelLayout().right);
  return result;
}

PanelBoxes arrange(const PanelLayout& layout, float width, float height, float menu_height, float scale) {
  PanelBoxes boxes;
  const float logical_width = width / scale;
  const float splitter = kSplitter * scale;
  float top = menu_height;
  boxes.toolbar = {0, top, width, kToolbarHeight * scale};
  top += boxes.toolbar.height;
  boxes.status = {0, height - kStatus * scale, width, kStatus * scale};
  float bottom_edge = boxes.status.y;
  if (layout.bottom_mode != PanelMode::kClosed) {
    float wanted = std::max(layout.bottom, kTimelineOnly);
    wanted = std::min(wanted * scale, std::max((bottom_edge - top) - kMinMap * 0.7f * scale, kTimelineOnly * scale));
    boxes.timeline_only = wanted < (kTimelineOnly + kLogNeeds) * scale;
    boxes.bottom = {0, bottom_edge - wanted, width, wanted};
    boxes.split_bottom = {0, boxes.bottom.y - splitter, width, splitter};
    bottom_edge = boxes.split_bottom.y;
  }
  float left_edge = 0;
  float right_edge = width;
  const bool right_open = layout.right_mode != PanelMode::kClosed;
  const bool left_open = layout.left_mode != PanelMode::kClosed;
  float left = left_open ? std::clamp(layout.left, kLeftSizes.least, kLeftSizes.most) : 0;
  float right = right_open ? std::clamp(layout.right, kRightSizes.least, kRightSizes.most) : 0;
  // The map keeps its share: the right panel shrinks first, then the left.
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
    const float end = layout.right_reaches_down ? boxes.status.y : bottom_edge;
    boxes.right = {width - right * scale, top, right * scale, end - top};
    boxes.split_right = {boxes.right.x - splitter, top, splitter, end - top};
    right_edge = boxes.split_right.x;
    if (layout.right_reaches_down && !boxes.bottom.empty()) boxes.bottom.width = boxes.split_bottom.width = right_edge;
  }
  if (layout.tree_open) {
    // The map keeps its share of the space between the panels.
    const float room = right_edge - left_edge - splitter - kMinMap * 0.5f * scale;
    const float tree = std::min(std::clamp(layout.tree, kTreeSizes.least, kTreeSizes.most) * scale, room);
    if (tree >= 1) {
      boxes.tree = {right_edge - tree, top, tree, bottom_edge - top};
      boxes.split_tree = {boxes.tree.x - splitter, top, splitter, bottom_edge - top};
      right_edge = boxes.split_tree.x;
    }
  }
  boxes.map = {left_edge, top, std::max(right_edge - left_edge, 1.0f), std::max(bottom_edge - top, 1.0f)};
  return boxes;
}

Panes arrange_panes(const Box& centre, int count, float header_height, float gap) {
  Panes result;
  result.count = count;
  // Two panes stand side by side, unless the centre is much higher than wide.
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

Box chart_room(const PanelBoxes& boxes, const Box& views, bool stepped, float scale) {
  if (!stepped && boxes.bottom.height >= kLeastRoom * scale) return boxes.bottom;
  // Below, so that something of the map stays in sight.
  Box room = views;
  const float least = (kChartHeight + 2 * kChartMargin) * scale;
  room.height = std::min(std::max(std::floor(views.height * kChartShare), least), views.height);
  room.y += views.height - room.height;
  return room;
}

Box arrange_chart(const PanelLayout& layout, const Box& room, float width, float height, float scale) {
  Box box{layout.chart_box.x * scale, layout.chart_box.y * scale, layout.chart_box.width * scale,
          layout.chart_box.height * scale};
  if (layout.chart_box.empty()) {
    const float margin = kChartMargin * scale;
    box.width = std::max(room.width - 2 * margin, kChartWidth * scale);
    box.height = room.height - 2 * margin;
    box.x = room.x + (room.width - box.width) / 2;
    box.y = room.y + margin;
  }
  box.width = std::min(std::max(box.width, kLeastChart.width * scale), width);
  box.height = std::min(std::max(box.height, kLeastChart.height * scale), height);
  box.x = std::floor(std::clamp(box.x, 0.0f, width - box.width));
  box.y = std::floor(std::clamp(box.y, 0.0f, height - box.height));
  return box;
}

PanelLayout load_layout(const std::string& path, std::string& problem) {
  PanelLayout layout;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return layout;
  const auto text = read_file(path, kMaxFile);
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
      // Earlier programs wrote kOpen of panels whose sizes were to hold in every window, however small.
      const auto kept = static_cast<PanelMode>(std::clamp(json[key].get<int>(), 0, 2));
      out = kept == PanelMode::kClosed ? kept : PanelMode::kAuto;
    }
  };
  number("left", kLeftSizes, layout.left);
  number("right", kRightSizes, layout.right);
  number("bottom", kBottomSizes, layout.bottom);
  number("tree", kTreeSizes, layout.tree);
  number("log_share", {kLeastColumn, kMostColumn}, layout.log_share);
  number("explain_share", {kLeastColumn, kMostColumn}, layout.explain_share);
  mode("left_mode", layout.left_mode);
  mode("right_mode", layout.right_mode);
  mode("bottom_mode", layout.bottom_mode);
  if (json.contains("tree_open") && json["tree_open"].is_boolean()) layout.tree_open = json["tree_open"].get<bool>();
  if (json.contains("chart") && json["chart"].is_string()) {
    const FeatureChart* chart = chart_named(json["chart"].get<std::string>());
    if (chart != nullptr) layout.chart = chart->name;
  }
  if (json.contains("chart_table") && json["chart_table"].is_boolean()) {
    layout.chart_table = json["chart_table"].get<bool>();
  }
  if (json.contains("chart_box") && json["chart_box"].is_array() && json["chart_box"].size() == 4) {
    float* const sides[] = {&layout.chart_box.x, &layout.chart_box.y, &layout.chart_box.width,
                            &layout.chart_box.height};
    for (size_t i = 0; i < 4; ++i) {
      const auto& side = json["chart_box"][i];
      if (side.is_number()) *sides[i] = std::clamp(side.get<float>(), 0.0f, kFarthest);
    }
  }
  if (json.contains("dark") && json["dark"].is_boolean()) layout.dark = json["dark"].get<bool>();
  return layout;
}

Status save_layout(const PanelLayout& layout, const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  if (Status status = make_folders(folder); !status) return status;
  nlohmann::ordered_json json = {
      {"left", layout.left},
      {"right", layout.right},
      {"bottom", layout.bottom},
      {"tree", layout.tree},
      {"log_share", layout.log_share},
      {"explain_share", layout.explain_share},
      {"tree_open", layout.tree_open},
      {"left_mode", static_cast<int>(layout.left_mode)},
      {"right_mode", static_cast<int>(layout.right_mode)},
      {"bottom_mode", static_cast<int>(layout.bottom_mode)},
      {"chart", layout.chart},
      {"chart_table", layout.chart_table},
      {"chart_box", {layout.chart_box.x, layout.chart_box.y, layout.chart_box.width, layout.chart_box.height}},
      {"dark", layout.dark}};
  // The states of the panels in the file (panel_memory.hpp) and their kept sizes (kept_sizes.hpp) stay.
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    const auto text = read_file(path, kMaxFile);
    const auto old = text ? nlohmann::ordered_json::parse(text.value(), nullptr, false) : nlohmann::ordered_json();
    for (const char* key : {"panels", "kept"}) {
      if (old.is_object() && old.contains(key)) json[key] = old[key];
    }
  }
  return write_file_atomic(path, json.dump() + "\n");
}

}  // namespace strata
