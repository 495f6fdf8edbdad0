#include "app/ui/panel_layout.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/settings.hpp"
#include "app/lab/chart.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr float kStatus = 26;
constexpr float kSplitter = 5;
constexpr float kMinMap = 200;
// Margin and size of the chart's window by default.
constexpr float kChartMargin = 12, kChartWidth = 640, kChartHeight = 340;
// Maximum height of that window, relative to the height of the map.
constexpr float kChartShare = 0.6f;
// The bottom panel can contain the chart from this height on.
constexpr float kLeastRoom = 240;
constexpr Box kLeastChart{0, 0, 240, 160};
// In a narrower window the sentence about the event takes more lines.
constexpr float kNarrowStrip = 900;
// For these lines the strip has this height if there is room.
constexpr float kHigherStrip = 122;
constexpr float kLowWindow = 700;     // UI pixels
constexpr float kNarrowWindow = 720;  // UI pixels
// Width of the right panel when a section needs much room.
constexpr float kRoomyRight = 344;
constexpr float kFarthest = 10'000;  // UI pixels
constexpr size_t kMaxFile = 1 << 18;

// The panels of a place with their names in the file.
std::array<std::pair<const char*, bool*>, 5> names_of(PlacePanels& panels) {
  return {{{"right", &panels.right},
           {"bottom", &panels.bottom},
           {"steps", &panels.steps},
           {"tools", &panels.tools},
           {"tree", &panels.tree}}};
}

}  // namespace

PlacePanels panels_of(const PanelLayout& layout) {
  return {.right = layout.right_mode != PanelMode::kClosed,
          .bottom = layout.bottom_mode != PanelMode::kClosed,
          .steps = layout.steps_open,
          .tools = layout.tools_open,
          .tree = layout.tree_open};
}

void set_panels(PanelLayout& layout, const PlacePanels& panels) {
  const auto set = [](PanelMode& mode, bool open) {
    if (open != (mode != PanelMode::kClosed)) mode = open ? PanelMode::kAuto : PanelMode::kClosed;
  };
  set(layout.right_mode, panels.right);
  set(layout.bottom_mode, panels.bottom);
  layout.steps_open = panels.steps;
  layout.tools_open = panels.tools;
  layout.tree_open = panels.tree;
}

PanelLayout with_room_at_right(const PanelLayout& layout, float height, float scale) {
  PanelLayout result = layout;
  if (layout.right_mode == PanelMode::kClosed) return result;
  const bool automatic = layout.right_mode == PanelMode::kAuto;
  if (automatic) result.right = std::max(layout.right, kRoomyRight);
  if (height / scale >= kLowWindow) return result;
  result.right_reaches_down = true;
  if (automatic) result.right_mode = PanelMode::kOpen;
  return result;
}

float strip_height(float width, float scale) {
  return (width / scale < kNarrowStrip ? kHigherStrip : kBottomSizes.least) * scale;
}

PanelBoxes arrange(const PanelLayout& layout, float width, float height, float menu_height, float scale) {
  PanelBoxes boxes;
  const float rail = width / scale < kNarrowWindow ? kNarrowRail : kRailWidth;
  const float logical_width = width / scale - rail;
  const float splitter = kSplitter * scale;
  float top = menu_height;
  if (layout.tools_open) {
    boxes.toolbar = {0, top, width, kToolbarHeight * scale};
    top += boxes.toolbar.height;
  }
  boxes.status = {0, height - kStatus * scale, width, kStatus * scale};
  float bottom_edge = boxes.status.y;
  if (layout.bottom_mode != PanelMode::kClosed) {
    const float strip = strip_height(width, scale), least = kBottomSizes.least * scale;
    float wanted = layout.bottom * scale;
    if (!layout.steps_open) wanted = std::min(wanted, strip);
    wanted = std::min(std::max(wanted, least), std::max((bottom_edge - top) - kMinMap * 0.7f * scale, least));
    boxes.timeline_only = wanted < strip + kLeastDrawer * scale;
    boxes.bottom = {0, bottom_edge - wanted, width, wanted};
    boxes.split_bottom = {0, boxes.bottom.y - splitter, width, splitter};
    bottom_edge = boxes.split_bottom.y;
  }
  boxes.rail = {0, top, rail * scale, bottom_edge - top};
  float left_edge = boxes.rail.width;
  float right_edge = width;
  const bool right_open = layout.right_mode != PanelMode::kClosed;
  const bool left_open = layout.left_mode != PanelMode::kClosed;
  float left = left_open ? std::clamp(layout.left, kLeftSizes.least, kLeftSizes.most) : 0;
  float right = right_open ? std::clamp(layout.right, kRightSizes.least, kRightSizes.most) : 0;
  // The map must have its minimum width. For that, the right panel becomes narrower first, then the left one.
  const float spare = logical_width - kMinMap - left - right;
  if (spare < 0 && right_open) right = std::max(kRightSizes.least, right + spare);
  const float still = logical_width - kMinMap * 0.5f - left - right;
  if (still < 0 && left_open) left = std::max(kLeftSizes.least, left + still);
  if (left_open) {
    boxes.left = {left_edge, top, left * scale, bottom_edge - top};
    boxes.split_left = {left_edge + boxes.left.width, top, splitter, bottom_edge - top};
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
    // Beside the search tree, the map must have its part of the space between the panels.
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
  // Two panes lie side by side, unless the centre is much higher than wide.
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
  // The window covers only the lower part of the views, so that a part of the map stays visible.
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

Box page_room(const PanelBoxes& boxes, float width) {
  if (boxes.status.empty()) return boxes.map;
  return {boxes.map.x, boxes.map.y, width - boxes.map.x, boxes.status.y - boxes.map.y};
}

Box figure_room(const PanelBoxes& boxes, float width) {
  Box room = page_room(boxes, width);
  if (!boxes.right.empty()) room.width = boxes.split_right.x - room.x;
  return room;
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
      // Earlier versions wrote kOpen even for panels that were to be folded in small windows.
      const auto kept = static_cast<PanelMode>(std::clamp(json[key].get<int>(), 0, 2));
      out = kept == PanelMode::kClosed ? kept : PanelMode::kAuto;
    }
  };
  // Earlier versions had no such switches: all panels were open, and the sections were inside the left panel.
  const bool earlier = json.contains("left_mode") && !json.contains("steps_open");
  layout.tools_open = layout.steps_open = earlier;
  const auto flag = [&json](const char* key, bool& out) {
    if (json.contains(key) && json[key].is_boolean()) out = json[key].get<bool>();
  };
  flag("tools_open", layout.tools_open);
  flag("steps_open", layout.steps_open);
  number("left", kLeftSizes, layout.left);
  if (earlier && json.contains("left")) layout.left = std::max(layout.left - kRailWidth, kLeftSizes.least);
  number("right", kRightSizes, layout.right);
  number("bottom", kBottomSizes, layout.bottom);
  number("tree", kTreeSizes, layout.tree);
  number("log_share", {kLeastColumn, kMostColumn}, layout.log_share);
  number("explain_share", {kLeastColumn, kMostColumn}, layout.explain_share);
  mode("left_mode", layout.left_mode);
  mode("right_mode", layout.right_mode);
  mode("bottom_mode", layout.bottom_mode);
  flag("tree_open", layout.tree_open);
  if (json.contains("chart") && json["chart"].is_string()) {
    const FeatureChart* chart = chart_named(json["chart"].get<std::string>());
    if (chart != nullptr) layout.chart = chart->name;
  }
  flag("chart_table", layout.chart_table);
  if (json.contains("chart_box") && json["chart_box"].is_array() && json["chart_box"].size() == 4) {
    float* const sides[] = {&layout.chart_box.x, &layout.chart_box.y, &layout.chart_box.width,
                            &layout.chart_box.height};
    for (size_t i = 0; i < 4; ++i) {
      const auto& side = json["chart_box"][i];
      if (side.is_number()) *sides[i] = std::clamp(side.get<float>(), 0.0f, kFarthest);
    }
  }
  flag("dark", layout.dark);
  if (json.contains("places") && json["places"].is_array() && json["places"].size() == kPlaces) {
    for (size_t i = 0; i < kPlaces; ++i) {
      const auto& place = json["places"][i];
      if (!place.is_object()) continue;
      PlacePanels& panels = layout.places[i].emplace();
      for (const auto& [key, open] : names_of(panels)) {
        if (place.contains(key) && place[key].is_boolean()) *open = place[key].get<bool>();
      }
    }
  }
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
      {"tools_open", layout.tools_open},
      {"steps_open", layout.steps_open},
      {"left_mode", static_cast<int>(layout.left_mode)},
      {"right_mode", static_cast<int>(layout.right_mode)},
      {"bottom_mode", static_cast<int>(layout.bottom_mode)},
      {"chart", layout.chart},
      {"chart_table", layout.chart_table},
      {"chart_box", {layout.chart_box.x, layout.chart_box.y, layout.chart_box.width, layout.chart_box.height}},
      {"dark", layout.dark}};
  json["places"] = nlohmann::ordered_json::array();
  for (std::optional<PlacePanels> panels : layout.places) {
    nlohmann::ordered_json place;
    if (panels) {
      for (const auto& [key, open] : names_of(*panels)) place[key] = *open;
    }
    json["places"].push_back(place);
  }
  // The file also contains the states of panels (panel_memory.hpp) and their sizes (saved_panel_sizes.hpp), which
  // must stay in it.
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    const auto text = read_file(path, kMaxFile);
    const auto old = text ? nlohmann::ordered_json::parse(text.value(), nullptr, false) : nlohmann::ordered_json();
    for (const char* key : {"panels", "kept", "window"}) {
      if (old.is_object() && old.contains(key)) json[key] = old[key];
    }
  }
  return write_file_atomic(path, json.dump() + "\n");
}

}  // namespace strata
