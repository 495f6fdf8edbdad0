#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "app/ui/panel_folds.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/panel_memory.hpp"
#include "app/ui/saved_panel_sizes.hpp"
#include "app/ui/saved_window_place.hpp"
#include "core/io/files.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;

namespace {

constexpr float kWidths[] = {640, 800, 1024, 1280, 1366, 1600, 1920, 2560, 3840};
constexpr float kHeights[] = {480, 600, 640, 768, 800, 1080, 1440, 2160};

float menu_height(float scale) { return 23 * scale; }

std::vector<Box> all_boxes(const FoldedBoxes& folds) {
  const PanelBoxes& b = folds.boxes;
  std::vector<Box> boxes;
  for (const Box& box : {b.toolbar, b.left, b.right, b.bottom, b.status, b.map, b.tree, b.split_left, b.split_right,
                         b.split_bottom, b.split_tree, b.rail}) {
    if (!box.empty()) boxes.push_back(box);
  }
  return boxes;
}

// All of them inside the window and below the menu, none over another.
bool well_placed(const std::vector<Box>& boxes, float width, float height, float top) {
  constexpr float kSlack = 0.05f;
  for (size_t i = 0; i < boxes.size(); ++i) {
    const Box& a = boxes[i];
    if (a.x < -kSlack || a.y < top - kSlack) return false;
    if (a.x + a.width > width + kSlack || a.y + a.height > height + kSlack) return false;
    for (size_t j = i + 1; j < boxes.size(); ++j) {
      const Box& b = boxes[j];
      const bool apart = a.x + a.width <= b.x + kSlack || b.x + b.width <= a.x + kSlack ||
                         a.y + a.height <= b.y + kSlack || b.y + b.height <= a.y + kSlack;
      if (!apart) return false;
    }
  }
  return true;
}

// Every window and scale, and what `check` says of it.
template <class Check>
void for_every_window(const PanelLayout& layout, Check check) {
  for (const float width : kWidths) {
    for (const float height : kHeights) {
      for (int quarter = 4; quarter <= 12; ++quarter) {
        const float scale = static_cast<float>(quarter) / 4;
        const FoldedBoxes folds = fold_panels(layout, width, height, menu_height(scale), scale);
        CAPTURE(width);
        CAPTURE(height);
        CAPTURE(scale);
        CHECK(well_placed(all_boxes(folds), width, height, menu_height(scale)));
        check(folds, width, height, scale);
      }
    }
  }
}

bool any_folded(const FoldedBoxes& folds) { return std::ranges::find(folds.folded, true) != folds.folded.end(); }

// All panels are open, as they are not at a first start.
PanelLayout all_open() {
  PanelLayout layout;
  layout.left_mode = PanelMode::kAuto;
  layout.tools_open = layout.steps_open = true;
  return layout;
}

}  // namespace

TEST_CASE("panels of the automatic mode leave the map half of every window, and fold before it has less") {
  std::vector<PanelLayout> layouts(4, all_open());
  layouts.emplace_back();
  layouts[1].left = kLeftSizes.most;
  layouts[1].right = kRightSizes.most;
  layouts[1].bottom = kBottomSizes.most;
  layouts[2].left_mode = PanelMode::kClosed;
  layouts[3].bottom_mode = PanelMode::kClosed;
  layouts[3].right = kRightSizes.least;
  for (const PanelLayout& layout : layouts) {
    for_every_window(layout, [&](const FoldedBoxes& folds, float width, float height, float) {
      CHECK(folds.boxes.map.width >= 0.5f * width);
      CHECK(folds.boxes.map.height >= 0.5f * height);
      // A panel is beside the map, folded, or closed by the user: never lost.
      CHECK((!folds.boxes.left.empty() || folds.is_folded(FoldingPanel::kLeft)) ==
            (layout.left_mode != PanelMode::kClosed));
      CHECK((!folds.boxes.right.empty() || folds.is_folded(FoldingPanel::kRight)) ==
            (layout.right_mode != PanelMode::kClosed));
      CHECK((!folds.boxes.bottom.empty() || folds.is_folded(FoldingPanel::kBottom)) ==
            (layout.bottom_mode != PanelMode::kClosed));
      CHECK(folds.boxes.toolbar.empty() == (folds.is_folded(FoldingPanel::kTools) || !layout.tools_open));
      CHECK_FALSE(folds.boxes.rail.empty());
    });
  }
}

TEST_CASE("panels that are held open fold where the map could not be used beside them, and no boxes overlap") {
  for (int which = 0; which < 16; ++which) {
    PanelLayout layout = all_open();
    layout.left_mode = (which & 1) != 0 ? PanelMode::kOpen : PanelMode::kAuto;
    layout.right_mode = (which & 2) != 0 ? PanelMode::kOpen : PanelMode::kAuto;
    layout.bottom_mode = (which & 4) != 0 ? PanelMode::kOpen : PanelMode::kAuto;
    layout.tree_open = (which & 8) != 0;
    layout.right = 500;
    CAPTURE(which);
    for_every_window(layout, [](const FoldedBoxes& folds, float, float, float scale) {
      CHECK(folds.boxes.map.width >= 100 * scale);
      CHECK(folds.boxes.map.height >= 60 * scale);
    });
  }
}

TEST_CASE("a window with room shows every panel at the size that was set, and a small one only icons") {
  const PanelLayout layout = all_open();
  const FoldedBoxes large = fold_panels(layout, 2560, 1440, menu_height(1), 1);
  CHECK_FALSE(any_folded(large));
  CHECK(large.boxes.left.width == layout.left);
  CHECK(large.boxes.right.width == layout.right);
  CHECK(large.boxes.bottom.height == layout.bottom);
  CHECK_FALSE(large.boxes.timeline_only);
  const FoldedBoxes usual = fold_panels(layout, 1280, 800, menu_height(1), 1);
  CHECK_FALSE(any_folded(usual));
  CHECK_FALSE(usual.boxes.timeline_only);
  CHECK(usual.boxes.left.width >= layout.left - 20);  // the map has half of the window
  const FoldedBoxes narrow = fold_panels(layout, 1100, 700, menu_height(1), 1);
  CHECK_FALSE(any_folded(narrow));  // narrower
  CHECK(narrow.boxes.left.width < layout.left);
  const FoldedBoxes small = fold_panels(layout, 1024, 640, menu_height(3), 3);
  for (const FoldingPanel panel : {FoldingPanel::kLeft, FoldingPanel::kRight, FoldingPanel::kBottom}) {
    CHECK(small.is_folded(panel));
  }
  CHECK_FALSE(small.is_folded(FoldingPanel::kTools));
}

TEST_CASE("a first start shows the map, the strip of the timeline and the right panel, and nothing else") {
  const PanelLayout layout;
  const FoldedBoxes folds = fold_panels(layout, 1280, 800, menu_height(1), 1);
  CHECK_FALSE(any_folded(folds));
  CHECK(folds.boxes.toolbar.empty());
  CHECK(folds.boxes.left.empty());
  CHECK(folds.boxes.timeline_only);
  CHECK(folds.boxes.bottom.height == kBottomSizes.least);
  CHECK(folds.boxes.right.width == layout.right);
  CHECK(folds.boxes.rail.width == kRailWidth);
  CHECK(folds.boxes.map.x == kRailWidth);
  // What was saved of it, or beside it by the panels alone, is read as it was.
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  std::string problem;
  REQUIRE(save_panel_states({}, path).ok());
  CHECK(load_layout(path, problem) == layout);
  REQUIRE(save_layout(layout, path).ok());
  CHECK(load_layout(path, problem) == layout);
}

TEST_CASE("a section that needs room has the right panel down to the status bar in low windows alone") {
  for (const PanelMode mode : {PanelMode::kAuto, PanelMode::kOpen, PanelMode::kClosed}) {
    PanelLayout layout = all_open();
    layout.right_mode = mode;
    for (const float width : kWidths) {
      for (const float height : kHeights) {
        for (const float scale : {1.0f, 1.5f, 2.0f, 3.0f}) {
          CAPTURE(width);
          CAPTURE(height);
          CAPTURE(scale);
          const PanelLayout now = with_room_at_right(layout, height, scale);
          const FoldedBoxes folds = fold_panels(now, width, height, menu_height(scale), scale);
          CHECK(well_placed(all_boxes(folds), width, height, menu_height(scale)));
          CHECK(folds.boxes.map.width >= 100 * scale);
          if (mode == PanelMode::kClosed) CHECK(now == layout);
          if (height / scale >= 700) CHECK_FALSE(now.right_reaches_down);
          const Box& right = folds.boxes.right;
          if (!now.right_reaches_down || right.empty()) continue;
          CHECK(right.y + right.height == doctest::Approx(folds.boxes.status.y));
        }
      }
    }
  }
  const PanelLayout usual = all_open();
  const FoldedBoxes large = fold_panels(with_room_at_right(usual, 800, 2), 1280, 800, menu_height(2), 2);
  CHECK(large.boxes.right.width >= 2 * usual.right);
}

TEST_CASE("a folded panel opens over the map, inside of it, and leaves some of it to be clicked") {
  PanelLayout layout = all_open();
  layout.tree_open = true;
  for_every_window(layout, [&](const FoldedBoxes& folds, float, float, float scale) {
    const Box& map = folds.boxes.map;
    const float right = folds.boxes.tree.empty() ? map.x + map.width : folds.boxes.tree.x + folds.boxes.tree.width;
    for (const FoldingPanel panel :
         {FoldingPanel::kLeft, FoldingPanel::kRight, FoldingPanel::kBottom, FoldingPanel::kTree}) {
      if (!folds.is_folded(panel)) continue;
      const Box over = box_over_map(folds, panel, layout, scale);
      CHECK_FALSE(over.empty());
      CHECK(over.x >= map.x - 0.05f);
      CHECK(over.y >= map.y - 0.05f);
      CHECK(over.x + over.width <= right + 0.05f);
      CHECK(over.y + over.height <= map.y + map.height + 0.05f);
      CHECK(over.width * over.height < (right - map.x) * map.height * 0.95f);
    }
  });
}

TEST_CASE("sizes that were set by a splitter yield in a smaller window and come back in a larger one") {
  constexpr float kWidth = 1440, kHeight = 900;
  const PanelLayout usual = all_open();
  for (const float scale : {1.0f, 1.5f, 2.0f}) {
    PanelLayout layout = usual;
    SavedPanelSizes kept;
    const auto boxes = [&](float width, float height) {
      return fold_panels(in_window(layout, kept, width * scale, height * scale, scale), width * scale, height * scale,
                         menu_height(scale), scale);
    };
    kept = sizes_now(boxes(kWidth, kHeight).boxes, kWidth * scale, kHeight * scale, scale);
    layout.right = kept.right = 600;  // dragged: the map has less than half of the window
    const FoldedBoxes dragged = boxes(kWidth, kHeight);
    CHECK_FALSE(any_folded(dragged));
    CHECK(dragged.boxes.right.width == doctest::Approx(600 * scale));
    CHECK(dragged.boxes.map.width < 0.5f * kWidth * scale);
    // In every smaller window the panels fold as if no splitter had been moved, with the sizes that are wanted.
    for (const auto& [width, height] : {std::pair{1000.0f, 700.0f}, {640.0f, 400.0f}, {1440.0f, 500.0f}}) {
      CAPTURE(width);
      const FoldedBoxes small = boxes(width, height);
      CHECK(small.boxes.map.width >= 0.5f * width * scale);
      CHECK(small.boxes.map.height >= 0.5f * height * scale);
    }
    CHECK(boxes(640, 400).is_folded(FoldingPanel::kLeft));
    CHECK(boxes(kWidth, kHeight).boxes.right.width == doctest::Approx(600 * scale));
    CHECK_FALSE(any_folded(boxes(1920, 1080)));
    CHECK(boxes(1920, 1080).boxes.right.width == doctest::Approx(600 * scale));
  }
}

TEST_CASE("panels that stay as narrow as they are while a splitter is moved have their own size again with more room") {
  // At scale 2 the user drags the edge of the bottom panel: the right panel stays as narrow as it is there.
  constexpr float kWidth = 1280, kHeight = 800;
  const PanelLayout usual = all_open();
  PanelLayout layout = usual;
  const PanelBoxes large = fold_panels(layout, kWidth, kHeight, menu_height(2), 2).boxes;
  REQUIRE_FALSE(large.right.empty());
  REQUIRE(large.right.width / 2 < usual.right);
  SavedPanelSizes kept = sizes_now(large, kWidth, kHeight, 2);
  layout.bottom = kept.bottom = 110;
  CHECK(in_window(layout, kept, kWidth, kHeight, 2).right == large.right.width / 2);
  CHECK(in_window(layout, kept, kWidth, kHeight, 2).right_mode == PanelMode::kOpen);
  CHECK(in_window(layout, kept, kWidth + 20, kHeight, 2).right == large.right.width / 2 + 5);
  // Back at scale 1 it is as wide as before. What was dragged stays.
  CHECK(in_window(layout, kept, kWidth, kHeight, 1).right == usual.right);
  CHECK(in_window(layout, kept, kWidth, kHeight, 1).left == usual.left);
  CHECK(in_window(layout, kept, kWidth, kHeight, 1).bottom == 110);
}

TEST_CASE("a layout file keeps the sizes of a splitter with their window, and older files hold no panel open") {
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  PanelLayout layout = all_open();
  layout.right = 500;
  const SavedPanelSizes kept{1440, 900, 284, 500, 0};
  REQUIRE(save_layout(layout, path).ok());
  REQUIRE(save_sizes(kept, path).ok());
  REQUIRE(save_layout(layout, path).ok());
  CHECK(load_sizes(path) == kept);
  std::string problem;
  CHECK(load_layout(path, problem) == layout);
  REQUIRE(write_file_atomic(path, R"({"right": 500, "left_mode": 1, "right_mode": 1, "bottom_mode": 2})").ok());
  const PanelLayout old = load_layout(path, problem);
  CHECK(old.left_mode == PanelMode::kAuto);
  CHECK(old.right_mode == PanelMode::kAuto);
  CHECK(old.bottom_mode == PanelMode::kClosed);
  CHECK(old.right == 500);
  CHECK(old.tools_open);
  CHECK(old.steps_open);
  CHECK(fold_panels(in_window(old, {}, 640, 400, 1), 640, 400, menu_height(1), 1).is_folded(FoldingPanel::kLeft));
  CHECK(problem.empty());
}

TEST_CASE("a layout file keeps the panels of each place, and the place of the window beside all else") {
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  PanelLayout layout;
  PlacePanels steps = panels_of(layout);
  CHECK(steps == PlacePanels{});
  steps.steps = true;
  steps.right = false;
  layout.places[0] = steps;
  layout.places[3] = PlacePanels{};
  const WindowPlace window{-20, 40, 1100, 700, true};
  CHECK_FALSE(load_window(path).has_value());
  REQUIRE(save_window(window, path).ok());
  REQUIRE(save_layout(layout, path).ok());
  REQUIRE(save_sizes({1440, 900, 284, 500, 0}, path).ok());
  std::string problem;
  CHECK(load_layout(path, problem) == layout);
  CHECK(load_window(path) == window);
  CHECK(load_sizes(path).right == 500);
  set_panels(layout, steps);
  CHECK(layout.right_mode == PanelMode::kClosed);
  CHECK(layout.steps_open);
  CHECK(panels_of(layout) == steps);
  for (const char* text :
       {"", "[]", R"({"window": 3, "places": [1, 2]})", R"({"window": {"x": 1, "y": "b"}})",
        R"({"window": {"x": 1, "y": 1, "width": 0, "height": 9}, "places": [1, {}, {"steps": 4}, null]})"}) {
    CAPTURE(text);
    REQUIRE(write_file_atomic(path, text).ok());
    CHECK_FALSE(load_window(path).has_value());
    const PanelLayout read = load_layout(path, problem);
    CHECK_FALSE(read.places[0].has_value());
    if (read.places[2]) CHECK_FALSE(read.places[2]->steps);
  }
}

TEST_CASE("a window comes back whole on the screen that holds the most of it, or not at all") {
  const std::vector<ScreenArea> screens = {{0, 30, 1920, 1050}, {1920, 0, 1280, 1024}};
  CHECK(in_screens({100, 100, 1440, 900}, screens) == WindowPlace{100, 100, 1440, 900});
  CHECK(in_screens({2000, 50, 1100, 700, true}, screens) == WindowPlace{2000, 50, 1100, 700, true});
  // Too large, or partly off the screen.
  CHECK(in_screens({0, 0, 4000, 3000}, {screens.data(), 1}) == WindowPlace{0, 30, 1920, 1050});
  CHECK(in_screens({1700, 900, 1000, 800}, {screens.data(), 1}) == WindowPlace{920, 280, 1000, 800});
  CHECK(in_screens({-200, 10, 1000, 800}, screens) == WindowPlace{0, 30, 1000, 800});
  // The second screen is gone.
  CHECK_FALSE(in_screens({2000, 50, 1100, 700}, {screens.data(), 1}).has_value());
  CHECK_FALSE(in_screens({0, 0, 800, 600}, {}).has_value());
}

TEST_CASE("what was open and how far it was scrolled is kept beside the layout, and each leaves the other alone") {
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  PanelStates states;
  states.tab = "tab.sectors";
  states.path_legend = false;
  states.windows["##right"] = {120, {{7u, true}, {4'000'000'000u, false}}};
  states.windows["##left/tab_1"] = {0, {}};
  PanelLayout layout = all_open();
  layout.left = 300;
  REQUIRE(save_layout(layout, path).ok());
  REQUIRE(save_panel_states(states, path).ok());
  layout.right = 400;
  REQUIRE(save_layout(layout, path).ok());
  std::string problem;
  CHECK(load_layout(path, problem) == layout);
  CHECK(problem.empty());
  CHECK(load_panel_states(path) == states);
}

TEST_CASE("what is kept of panels is bounded, and nonsense in the file is left out") {
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  PanelStates many;
  for (int i = 0; i < 200; ++i) {
    PanelState& state = many.windows[fmt::format("##left/{}", i)];
    for (uint32_t id = 0; id < 400; ++id) state.folds[id] = id % 2 == 0;
  }
  REQUIRE(save_panel_states(many, path).ok());
  CHECK(std::filesystem::file_size(path) < (1u << 18));
  const PanelStates read = load_panel_states(path);
  CHECK(read.windows.size() == PanelStates::kMaxWindows);
  for (const auto& [name, state] : read.windows) CHECK(state.folds.size() == PanelStates::kMaxFolds);

  CHECK(load_panel_states(folder.file("none.json")) == PanelStates{});
  for (const char* text :
       {"", "[1]", "{\"panels\": 3}", "{\"panels\": {\"windows\": [], \"tab\": 4}}",
        "{\"panels\": {\"windows\": {\"a\": {\"scroll\": \"x\", \"open\": [-1, 1.5, \"b\"], \"closed\": 3}}}}"}) {
    CAPTURE(text);
    REQUIRE(write_file_atomic(path, text).ok());
    PanelStates states = load_panel_states(path);
    CHECK(states.tab.empty());
    CHECK_FALSE(states.path_legend.has_value());
    for (const auto& [name, state] : states.windows) CHECK(state == PanelState{});
  }
}

TEST_CASE("the window of a chart leaves the map in sight, and lies over the bottom panel while nothing is stepped") {
  struct Window {
    float width, height, scale;
  };
  for (const Window& window : {Window{1280, 800, 1}, Window{1920, 1080, 1}, Window{2560, 1600, 2}}) {
    CAPTURE(window.width);
    const PanelLayout layout = all_open();
    const PanelBoxes boxes = arrange(layout, window.width, window.height, 22 * window.scale, window.scale);
    REQUIRE_FALSE(boxes.bottom.empty());
    const auto chart = [&](bool stepped) {
      const Box room = chart_room(boxes, boxes.map, stepped, window.scale);
      return arrange_chart(layout, room, window.width, window.height, window.scale);
    };
    CHECK(chart(false).y >= boxes.bottom.y);
    CHECK(chart(true).y > boxes.map.y);
    CHECK(chart(true).y + chart(true).height <= boxes.bottom.y);
  }
  // A page takes the place of all views and of what is to their right and below them.
  for (const float scale : {1.0f, 2.0f}) {
    const PanelBoxes all = arrange(all_open(), 1280 * scale, 800 * scale, 22 * scale, scale);
    const Box page = page_room(all, 1280 * scale);
    CHECK(page.x == all.map.x);
    CHECK(page.y == all.map.y);
    CHECK(page.x + page.width == 1280 * scale);
    CHECK(page.y + page.height == all.status.y);
    PanelBoxes presented;
    presented.map = {10, 20, 300, 200};
    CHECK(page_room(presented, 1280 * scale) == presented.map);
  }
  // A window of one's own stays where it was put.
  PanelLayout own = all_open();
  own.chart_box = {40, 50, 400, 300};
  const PanelBoxes boxes = arrange(own, 1280, 800, 22, 1);
  CHECK(arrange_chart(own, chart_room(boxes, boxes.map, false, 1), 1280, 800, 1) == own.chart_box);
}
