#include "app/ui/ui_dump.hpp"

#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/ui/imgui_versions.hpp"

namespace strata {

void UiDump::mark(std::string_view name) {
  if (!enabled_) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  ImVec2 clip_low, clip_high;
  imgui::window_clip(clip_low, clip_high);
  mark(name, std::max(low.x, clip_low.x), std::max(low.y, clip_low.y), std::min(high.x, clip_high.x),
       std::min(high.y, clip_high.y), !imgui::last_item_disabled());
}

void UiDump::mark(std::string_view name, float x0, float y0, float x1, float y1, bool enabled) {
  if (!enabled_ || x1 - x0 < 1 || y1 - y0 < 1) return;
  widgets_.push_back({std::string(name), x0, y0, x1, y1, enabled, enabled ? std::string() : std::string(why_not_)});
}

std::string UiDump::to_json(uint64_t frame, int width, int height, const Camera& camera, std::string_view token) const {
  nlohmann::ordered_json json;
  json["token"] = token;
  json["frame"] = frame;
  json["width"] = width;
  json["height"] = height;
  json["camera"] = {{"center_x", camera.center_x}, {"center_y", camera.center_y}, {"zoom", camera.zoom}};
  auto& widgets = json["widgets"];
  widgets = nlohmann::ordered_json::object();
  for (const Widget& widget : widgets_) {
    widgets[widget.name] = {{"x", widget.x0},
                            {"y", widget.y0},
                            {"width", widget.x1 - widget.x0},
                            {"height", widget.y1 - widget.y0},
                            {"enabled", widget.enabled}};
    if (!widget.enabled) widgets[widget.name]["why_not"] = widget.why_not;
  }
  return json.dump(1) + "\n";
}

}  // namespace strata
