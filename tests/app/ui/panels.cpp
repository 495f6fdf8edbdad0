#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/ui/kept_sizes.hpp"
#include "app/ui/panel_folds.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/panel_memory.hpp"
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
                         b.split_bottom, b.split_tree, folds.rail}) {
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

bool any_folded(const FoldedBoxes& folds) { return !folds.rail.empty(); }

}  // namespace

TEST_CASE("panels of the automatic mode leave the map half of every window, and fold before it has less") {
  std::vector<PanelLayout> layouts(4);
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
      CHECK((folds.boxes.toolbar.empty()) == folds.is_folded(FoldingPanel::kTools));
    });
  }
}

TEST_CASE("panels that are held open fold where the map could not be used beside them, and no boxes overlap") {
  for (int which = 0; which < 16; ++which) {
    PanelLayout layout;
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
  const PanelLayout layout;
  const FoldedBoxes large = fold_panels(layout, 2560, 1440, menu_height(1), 1);
  CHECK_FALSE(any_folded(large));
  CHECK(large.boxes.left.width == layout.left);
  CHECK(large.boxes.right.width == layout.right);
  CHECK(large.boxes.bottom.height == layout.bottom);
  CHECK_FALSE(large.boxes.timeline_only);
  const FoldedBoxes usual = fold_panels(layout, 1280, 800, menu_height(1), 1);
  CHECK_FALSE(any_folded(usual));
  CHECK_FALSE(usual.boxes.timeline_only);
  CHECK(usual.boxes.left.width == layout.left);
  const FoldedBoxes narrow = fold_panels(layout, 1100, 700, menu_height(1), 1);
  CHECK_FALSE(any_folded(narrow));  // narrower
  CHECK(narrow.boxes.left.width < layout.left);
  const FoldedBoxes small = fold_panels(layout, 1024, 640, menu_height(3), 3);
  for (const FoldingPanel panel : {FoldingPanel::kLeft, FoldingPanel::kRight, FoldingPanel::kBottom}) {
    CHECK(small.is_folded(panel));
  }
  CHECK_FALSE(small.is_folded(FoldingPanel::kTools));
}

TEST_CASE("a section that needs room has the right panel down to the status bar in low windows alone") {
  for (const PanelMode mode : {PanelMode::kAuto, PanelMode::kOpen, PanelMode::kClosed}) {
    PanelLayout layout;
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
          if (height / scale >= 700 || mode == PanelMode::kClosed) CHECK(now == layout);
          const Box& right = folds.boxes.right;
          if (now == layout || right.empty()) continue;
          CHECK(right.y + right.height == doctest::Approx(folds.boxes.status.y));
        }
      }
    }
  }
  const PanelLayout usual;
  const FoldedBoxes large = fold_panels(with_room_at_right(usual, 800, 2), 1280, 800, menu_height(2), 2);
  CHECK(large.boxes.right.width == 2 * usual.right);
}

TEST_CASE("a folded panel opens over the map, inside of it, and leaves some of it to be clicked") {
  PanelLayout layout;
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
  const PanelLayout usual;
  for (const float scale : {1.0f, 1.5f, 2.0f}) {
    PanelLayout layout = usual;
    KeptSizes kept;
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
  const PanelLayout usual;
  PanelLayout layout = usual;
  const PanelBoxes large = fold_panels(layout, kWidth, kHeight, menu_height(2), 2).boxes;
  REQUIRE_FALSE(large.right.empty());
  REQUIRE(large.right.width / 2 < usual.right);
  KeptSizes kept = sizes_now(large, kWidth, kHeight, 2);
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
  PanelLayout layout;
  layout.right = 500;
  const KeptSizes kept{1440, 900, 284, 500, 0};
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
  CHECK(fold_panels(in_window(old, {}, 640, 400, 1), 640, 400, menu_height(1), 1).is_folded(FoldingPanel::kLeft));
  CHECK(problem.empty());
}

TEST_CASE("what was open and how far it was scrolled is kept beside the layout, and each leaves the other alone") {
  const test::TempFolder folder;
  const std::string path = folder.file("layout.json");
  PanelStates states;
  states.tab = "tab.sectors";
  states.path_legend = false;
  states.windows["##right"] = {120, {{7u, true}, {4'000'000'000u, false}}};
  states.windows["##left/tab_1"] = {0, {}};
  PanelLayout layout;
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
    const PanelLayout layout;
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
  // A window of one's own stays where it was put.
  PanelLayout own;
  own.chart_box = {40, 50, 400, 300};
  const PanelBoxes boxes = arrange(own, 1280, 800, 22, 1);
  CHECK(arrange_chart(own, chart_room(boxes, boxes.map, false, 1), 1280, 800, 1) == own.chart_box);
}
