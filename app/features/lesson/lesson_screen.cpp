#include "app/features/lesson/lesson_screen.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"

namespace strata {
namespace {

struct MapSize {
  int width, height;  // in pixels
};
// The map in a small and in a large window.
constexpr std::array<MapSize, 2> kMapSizes = {{{700, 500}, {1400, 900}}};
// Pixels of a cell at which every layer writes its numbers, and the most cells of a side that are looked at so near.
constexpr double kNearPixels = 48;
constexpr int kNearCells = 100;

}  // namespace

void LessonScreen::add(std::string_view place, std::string_view text) {
  if (text.empty()) return;
  const auto same = [&](const ScreenText& one) { return one.place == place && one.text == text; };
  // What a map shows in one size it shows in others as well.
  if (place != "in the log" && std::ranges::any_of(texts_, same)) return;
  texts_.push_back({std::string(place), std::string(text)});
}

const std::vector<ScreenText>& LessonScreen::read(Lab& lab) {
  texts_.clear();
  const Camera home = lab.state().camera;
  const int width = lab.world().map().width(), height = lab.world().map().height();
  Camera& camera = lab.mutable_state().camera;
  for (const MapSize& size : kMapSizes) {
    lab.gestures().set_view_size(size.width, size.height);
    camera.fit(width, height);
    read_map(lab);
  }
  const auto near_side = [](int cells) { return static_cast<int>(kNearPixels * std::min(cells, kNearCells)); };
  lab.gestures().set_view_size(near_side(width), near_side(height));
  camera.zoom = kNearPixels;
  read_map(lab);
  camera = home;
  read_legend(lab);
  read_log(lab);
  return texts_;
}

void LessonScreen::read_map(const Lab& lab) {
  const DrawnViews& drawn = builder_.build_views(lab);
  std::set<std::string_view> labels;
  for (const Overlay* overlay : drawn.overlays) {
    for (const DrawLabel& label : overlay->labels) labels.insert(label.text);
  }
  for (const std::string_view label : labels) add("on the map", label);
  for (const std::string& note : drawn.view_notes) add("in the note over the map", note);
  for (const LayerState& layer : drawn.layers) add("in the note of a layer", layer.note);
}

void LessonScreen::read_legend(const Lab& lab) {
  const DrawnViews& drawn = builder_.build_views(lab);
  for (const LegendRow& row : legend_.find(lab, drawn.entries, LegendPaths::kEach)) {
    add("in the legend", row.mark.text);
    add("in the legend", row.name);
  }
}

void LessonScreen::read_log(const Lab& lab) {
  const Playback& playback = lab.playback();
  if (playback.empty() || hidden_names(lab).hides("log")) return;
  for (size_t index = 0; index < playback.size(); ++index) {
    const SearchEvent* event = playback.event(index);
    if (event == nullptr) break;
    add("in the log", event_text(*event, playback.places(), lab.query().trace_unit(), playback.outline().unpacks(index),
                                 lab.query().pseudo_code()));
  }
}

}  // namespace strata
