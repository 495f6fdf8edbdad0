// The legend against what is drawn: every draw list and picture has its row, and the rows do what they promise.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/base/glossary.hpp"
#include "app/draw/legend_rows.hpp"
#include "app/draw/legend_sample.hpp"
#include "app/draw/overlay.hpp"
#include "app/features/hpa/hpa_layers.hpp"
#include "app/lab/gestures.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/screen/scenes.hpp"
#include "tests/screen/test_screen.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string name_of(const LegendEntry& entry) {
  if (entry.mark != nullptr) return std::string(entry.mark->text);
  return entry.layer == LegendEntry::kNone ? "nothing" : std::string(layer_name(entry.layer));
}

// The entries of all shapes and pictures of the view.
std::vector<LegendEntry> entries_of(const Overlay& overlay) {
  std::vector<LegendEntry> entries;
  for (const DrawBatch& batch : overlay.batches) {
    if (batch.list->size() > 0) entries.push_back(batch.entry);
  }
  for (const ScalarFieldImage* picture : {&overlay.ground, &overlay.field, &overlay.upper}) {
    if (picture->on) entries.push_back(picture->entry);
  }
  if (overlay.heat.on) {
    const size_t count = static_cast<size_t>(overlay.heat.width) * static_cast<size_t>(overlay.heat.height);
    const std::span<const uint8_t> cells(overlay.heat.cells, count);
    const auto is_expanded = [](uint8_t heat) { return heat >= kHeatFirst; };
    if (std::ranges::any_of(cells, is_expanded)) entries.push_back({Layer::kSearch, LegendPart::kExpanded});
    if (std::ranges::any_of(cells, heat_is_open)) entries.push_back({Layer::kSearch, LegendPart::kOpen});
  }
  return entries;
}

// Draws a frame, and fails for all that has no row in the legend. Returns what was drawn.
std::set<std::string> check_legend(OverlayBuilder& builder, Lab& lab) {
  std::set<std::string> seen;
  std::vector<LegendEntry> examined;
  const auto views = draw_views(builder, lab);
  LegendRows legend;
  const std::vector<LegendRow>& rows = legend.find(lab, lab.state().drawn_entries);
  for (const LegendRow& row : rows) CHECK_FALSE(row.mark.text.empty());
  for (const Overlay* overlay : views) {
    for (const LegendEntry& entry : entries_of(*overlay)) {
      if (entry.mark != nullptr && entry.mark->of_pointer) continue;
      seen.insert(name_of(entry));
      if (std::ranges::find(examined, entry) != examined.end()) continue;
      examined.push_back(entry);
      CAPTURE(name_of(entry));
      CAPTURE(static_cast<int>(entry.part));
      CHECK_FALSE(entry == LegendEntry());
      // What is drawn belongs to a layer that is on.
      if (entry.mark == nullptr && entry != LegendEntry()) CHECK(lab.state().layer(entry.layer).on);
      CHECK(std::ranges::count(rows, entry, &LegendRow::entry) >= 1);
    }
  }
  return seen;
}

// Returns the colours of the entry's marks on the map, as strong as a sign shows them.
std::set<Rgba> colors_of(const LegendEntry& entry, std::span<const Overlay* const> overlays) {
  std::set<Rgba> colors;
  for (const Overlay* overlay : overlays) {
    for (const DrawBatch& batch : overlay->batches) {
      if (batch.entry != entry) continue;
      const auto add = [&](const auto& shapes) {
        for (const auto& shape : shapes) colors.insert(faded(shape.color, sample_opacity(batch.opacity)));
      };
      add(batch.list->rects);
      add(batch.list->facets);
      add(batch.list->lines);
      add(batch.list->markers);
      add(batch.list->agents);
    }
    for (const ScalarFieldImage* picture : {&overlay->ground, &overlay->field, &overlay->upper}) {
      if (picture->on && picture->entry == entry) colors.insert(field_palette().begin(), field_palette().end());
    }
  }
  // Nodes that are cells are a picture.
  if (entry == LegendEntry(Layer::kSearch, LegendPart::kExpanded)) {
    colors.insert(heat_palette().begin(), heat_palette().end());
    colors.insert({kOnlyFirst, kOnlySecond, kInBoth});
  }
  if (entry == LegendEntry(Layer::kSearch, LegendPart::kOpen))
    colors.insert({heat_palette()[kHeatOpen], palette::kOpen});
  return colors;
}

// Fails for each sign of the legend with a colour that the marks of its entry do not have.
void check_signs(Lab& lab, std::span<const Overlay* const> views, LegendPaths paths) {
  LegendRows legend;
  for (const LegendRow& row : legend.find(lab, lab.state().drawn_entries, paths)) {
    const std::set<Rgba> colors = colors_of(row.entry, views);
    // Nothing of it is in sight, or it is the path of another planner, which may be that of one of its family.
    if (colors.empty() || (row.entry.part == LegendPart::kOthers && !row.name.empty())) continue;
    CAPTURE(std::string(row.mark.text) + row.name);
    DrawList sign;
    legend_sample(row, views, sign);
    const auto check = [&](const auto& shapes) {
      for (const auto& shape : shapes) CHECK(colors.contains(shape.color));
    };
    check(sign.rects);
    check(sign.lines);
    check(sign.markers);
    check(sign.agents);
  }
}

const ScreenItem* item_of(const std::vector<ScreenItem>& items, const std::string& name) {
  const auto found = std::ranges::find(items, name, &ScreenItem::name);
  return found == items.end() ? nullptr : &*found;
}

// A window in which HPA* on one level is stepped, with the legend unfolded.
struct LegendScreen {
  LegendScreen() : lab(screen_options()), screen(open(lab), {1920, 1080, 1}) {
    run(lab, "ui.panel right on");
    screen.frames(4);
  }
  static Lab& open(Lab& lab) {
    for (const char* line : {"planner.show hpa1 on", "planner.trace hpa1", "wait.ready", "step.last"}) run(lab, line);
    return lab;
  }
  ScreenItem item(const std::string& name) {
    const std::vector<ScreenItem> items = screen.items();
    const ScreenItem* found = item_of(items, name);
    REQUIRE_MESSAGE(found != nullptr, name);
    return *found;
  }

  Lab lab;
  TestScreen screen;
};

}  // namespace

TEST_CASE("All that is drawn has an entry in the legend, in every scene and with every layer") {
  const TempFolder folder;
  std::set<std::string> seen;
  for (const ScreenScene& scene : all_scenes(folder.path())) {
    CAPTURE(scene.name);
    Lab lab(screen_options());
    lab.gestures().set_view_size(900, 900);
    for (const std::string& line : scene.lines) run_line(lab, line);
    lab.finish_updates();
    OverlayBuilder builder;
    const auto look = [&] {
      const std::set<std::string> drawn = check_legend(builder, lab);
      seen.insert(drawn.begin(), drawn.end());
      for (const LegendPaths paths : {LegendPaths::kStepped, LegendPaths::kEach}) {
        check_signs(lab, draw_views(builder, lab), paths);
      }
    };
    look();
    if (!scene.name.starts_with("stepping ") && !scene.name.starts_with("panel ") &&
        !scene.name.starts_with("construction ")) {
      continue;
    }
    for (const Layer layer : layers()) {
      if (!lab.state().layer(layer).on) (void)lab.run(fmt::format("layer {} on", layer_name(layer)));
    }
    lab.finish_updates();
    look();
  }
  for (const char* name : {"search", "path", "clusters", "transitions", "inter-edges", "intra-edges", "rooms",
                           "sectors", "mesh-polygons", "landmarks", "tree", "grid", "start and goal"}) {
    CAPTURE(name);
    CHECK(seen.contains(name));
  }
}

TEST_CASE("The legend names terms that the glossary has") {
  std::vector<std::string> without;
  for (const Layer layer : layers()) {
    const LayerInfo& info = layer_info(layer);
    CAPTURE(info.name);
    if (!info.term.empty()) {
      REQUIRE(glossary_of(info.term) != nullptr);
      CHECK(glossary_of(info.term)->term == info.term);
    }
    const LegendRow row{.mark = {.text = info.title, .layer = layer}, .entry = layer, .layer_symbol = true};
    if (term_of_row(row) == nullptr) without.emplace_back(info.name);
  }
  std::ranges::sort(without);
  CHECK(without ==
        std::vector<std::string>{"agent", "drawn", "grid", "level-heights", "links", "map-links", "opened-plan"});
  // The marks of searches.
  for (const char* planner : {"astar", "bidirectional", "jps", "hpa1"}) {
    CAPTURE(planner);
    Lab lab(screen_options());
    for (const std::string& line :
         {fmt::format("planner.show {} on", planner), fmt::format("planner.trace {}", planner),
          std::string("wait.ready"), std::string("step.to 60")}) {
      run(lab, line);
    }
    LegendRows legend;
    for (const LegendRow& row : legend.find(lab, {})) {
      CAPTURE(row.mark.text);
      if (!row.mark.term.empty()) CHECK(glossary_of(row.mark.term) != nullptr);
      if (row.mark.text.starts_with("expanded")) {
        REQUIRE(term_of_row(row) != nullptr);
        CHECK((term_of_row(row)->term == "expand" || term_of_row(row)->term == "jump point"));
      }
    }
  }
}

TEST_CASE("A crowd that was removed is not in the legend, though its layers stay on") {
  Lab lab(screen_options());
  for (const char* line : {"crowd.spawn 20 7", "layer trails on", "layer flow on"}) run(lab, line);
  LegendRows legend;
  const auto lists = [&](std::string_view title) {
    const std::vector<LegendRow>& rows = legend.find(lab, {});
    return std::ranges::any_of(rows, [&](const LegendRow& row) { return row.mark.text == title; });
  };
  for (const char* title : {"Crowd", "Trails", "Crowd flow"}) CHECK(lists(title));
  run(lab, "crowd.clear");
  for (const char* title : {"Crowd", "Trails", "Crowd flow"}) CHECK_FALSE(lists(title));
  run(lab, "crowd.spawn 20 7");
  for (const char* title : {"Crowd", "Trails", "Crowd flow"}) CHECK(lists(title));
}

TEST_CASE("The legend has each of its texts once in four views of a hierarchy") {
  Lab lab(screen_options());
  for (const char* line :
       {"hpa.levels 3", "planner.show hpa3 on", "planner.trace hpa3", "view.split 4", "wait.ready", "step.last"}) {
    run(lab, line);
  }
  lab.finish_updates();
  LegendRows legend;
  std::multiset<std::string> texts;
  for (const LegendRow& row : legend.find(lab, {})) texts.insert(std::string(row.mark.text) + row.name);
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(texts.count(text) == 1);
  }
}

TEST_CASE("Open nodes, the marks of the step and paths of several levels have a row each in four views") {
  Lab lab(screen_options());
  for (const char* line :
       {"hpa.levels 3", "planner.show hpa3 on", "planner.trace hpa3", "view.split 4", "wait.ready"}) {
    run(lab, line);
  }
  lab.finish_updates();
  LegendRows legend;
  std::set<std::string> texts;
  for (size_t cursor = 0; cursor < lab.playback().size(); cursor += 20) {
    run(lab, fmt::format("step.to {}", cursor));
    const std::vector<LegendRow>& rows = legend.find(lab, {});
    for (const LegendEntry& entry :
         {LegendEntry(Layer::kSearch, LegendPart::kOpen), LegendEntry(Layer::kSearch, LegendPart::kCurrent),
          LegendEntry(Layer::kDrillDown, LegendPart::kLevels)}) {
      CHECK(std::ranges::count(rows, entry, &LegendRow::entry) <= 1);
    }
    for (const LegendRow& row : rows) texts.emplace(row.mark.text);
  }
  for (const char* text : {"open cells and nodes", "path on each level", "node of this step, path to it"}) {
    CAPTURE(std::string(text));
    CHECK(texts.contains(text));
  }
}

TEST_CASE("A layer that is too dense to be drawn has no row in the legend") {
  Lab lab(screen_options());
  lab.gestures().set_view_size(600, 600);
  for (const char* line : {"map.generate rooms 512 512 5", "planner.trace hpa1", "view.fit"}) run(lab, line);
  lab.finish_updates();
  OverlayBuilder builder;
  LegendRows legend;
  const auto has_edges = [&](const char* line) {
    run(lab, line);
    draw_views(builder, lab);
    const auto& rows = legend.find(lab, lab.state().drawn_entries);
    return std::ranges::count(rows, LegendEntry(kIntraEdgeLayer), &LegendRow::entry) == 1;
  };
  CHECK(has_edges("view.center 256 256 10"));
  CHECK_FALSE(has_edges("view.center 256 256 0.6"));
  CHECK_FALSE(lab.state().layer(kIntraEdgeLayer).note.empty());
}

TEST_CASE("Cells that two searches have in common have a grey sign, beside abstract nodes, too") {
  Lab lab(screen_options());
  lab.gestures().set_view_size(900, 900);
  for (const char* line :
       {"hpa.levels 3", "view.compare 2", "view.planner 2 hpa3", "view.difference on", "wait.ready", "step.last"}) {
    run(lab, line);
  }
  lab.finish_updates();
  OverlayBuilder builder;
  const auto views = draw_views(builder, lab);
  LegendRows legend;
  const std::vector<LegendRow>& rows = legend.find(lab, lab.state().drawn_entries);
  const auto both = std::ranges::find_if(rows, [](const LegendRow& row) { return row.mark.text == "in both"; });
  REQUIRE(both != rows.end());
  DrawList sign;
  legend_sample(*both, views, sign);
  CHECK(sign.markers.empty());
  REQUIRE(sign.rects.size() == 1);
  CHECK(sign.rects.front().color == kInBoth);
}

TEST_CASE("A layer that was hidden stays in the legend, pale, at its place") {
  LegendScreen s;
  const ScreenItem before = s.item("key.transitions");
  const auto title = [&] {
    const auto& texts = s.screen.drawn().texts;
    const auto found = std::ranges::find_if(texts, [&](const DrawnText& text) {
      return text.text == "Transitions" && text.top >= before.y - 1 && text.top < before.y + before.height;
    });
    REQUIRE(found != texts.end());
    return *found;
  };
  const uint32_t alpha = title().color >> 24;
  s.screen.press(before);
  CHECK_FALSE(s.lab.state().layer(kTransitionLayer).on);
  // The pointer leaves the legend, so that its rows are no longer held.
  s.screen.point_at(s.item("map"));
  const ScreenItem hidden = s.item("key.transitions");
  CHECK(hidden.y == before.y);
  CHECK((title().color >> 24) < alpha);
  s.screen.press(hidden);
  CHECK(s.lab.state().layer(kTransitionLayer).on);
}

TEST_CASE("The pointer over an entry of the legend makes the marks of others pale, and builds nothing again") {
  LegendScreen s;
  s.screen.point_at(s.item("key.transitions"));
  CHECK(s.lab.state().pointed_entry == std::optional(LegendEntry(kTransitionLayer)));
  s.screen.point_at(s.item("map"));
  CHECK_FALSE(s.lab.state().pointed_entry.has_value());

  OverlayBuilder builder;
  std::vector<DrawBatch> plain = draw(builder, s.lab).batches;
  const uint64_t built = builder.rebuilt();
  s.lab.mutable_state().pointed_entry = LegendEntry(kTransitionLayer);
  const std::vector<DrawBatch> pointed = draw(builder, s.lab).batches;
  CHECK(builder.rebuilt() == built);
  REQUIRE(pointed.size() == plain.size());
  size_t lit = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    CHECK(pointed[i].version == plain[i].version);
    const bool own = plain[i].entry == LegendEntry(kTransitionLayer);
    lit += own ? 1 : 0;
    CHECK(pointed[i].opacity == doctest::Approx(plain[i].opacity * (own ? 1 : OverlayBuilder::kPale)));
  }
  CHECK(lit > 0);
  CHECK(lit < plain.size());
}

TEST_CASE("The pointer over a mark on the map lights up its row of the legend") {
  LegendScreen s;
  for (const char* line : {"layer search off", "layer path off"}) run(s.lab, line);
  s.screen.frames(4);
  const auto is_lit = [&](const char* name) {
    const ScreenItem row = s.item(name);
    return std::ranges::any_of(s.screen.drawn().covers, [&](const DrawnCover& cover) {
      return std::abs(cover.box.y0 - row.y) < 1.5f && std::abs(cover.box.height() - row.height) < 1.5f &&
             cover.box.width() >= row.width - 1.5f;
    });
  };
  const auto point_at = [&](Cell cell) {
    const ScreenItem map = s.item("map");
    const Camera& camera = s.lab.state().camera;
    s.screen.point_at({"cell", map.x + static_cast<float>(camera.screen_x(cell.x + 0.5)),
                       map.y + static_cast<float>(camera.screen_y(cell.y + 0.5)), 0, 0});
  };
  s.screen.point_at(s.item("key.clusters"));
  CHECK(is_lit("key.clusters"));  // as under the pointer itself
  const auto nodes = s.lab.world().get<MapHpa>().hpa().nodes(1);
  const PlanQuery& query = s.lab.state().query;
  const auto cell_of = [](const HpaNode& node) { return Cell{node.x, node.y}; };
  const auto is_free = [&](const HpaNode& node) { return cell_of(node) != query.start && cell_of(node) != query.goal; };
  const auto node = std::ranges::find_if(nodes, is_free);
  REQUIRE(node != nodes.end());
  point_at(cell_of(*node));
  CHECK(is_lit("key.transitions"));
  CHECK_FALSE(is_lit("key.start and goal"));
  CHECK_FALSE(s.lab.state().pointed_entry.has_value());  // no mark is pale for it
  point_at(query.goal);
  CHECK(is_lit("key.start and goal"));
  CHECK_FALSE(is_lit("key.transitions"));
  run(s.lab, "layer search on");
  s.screen.point_at(s.item("key.clusters"));
  CHECK_FALSE(is_lit("key.start and goal"));
}

TEST_CASE("The sign beside an entry of the legend opens the glossary at its term") {
  LegendScreen s;
  s.screen.point_at(s.item("key.transitions"));
  s.screen.press(s.item("key.transitions.term"));
  s.screen.frames(8);
  const std::vector<ScreenItem> items = s.screen.items();
  CHECK(item_of(items, "glossary.transition") != nullptr);
  CHECK(item_of(items, "glossary.PIBT") == nullptr);
  CHECK(s.lab.state().layer(kTransitionLayer).on);
}

TEST_CASE("The pointer over a kind of marks of the search makes those of other kinds pale") {
  Lab lab(screen_options());
  lab.gestures().set_view_size(900, 900);
  for (const char* line : {"planner.show hpa1 on", "planner.trace hpa1", "wait.ready", "step.to 60"}) run(lab, line);
  lab.finish_updates();
  OverlayBuilder builder;
  for (const LegendPart part : {LegendPart::kExpanded, LegendPart::kOpen, LegendPart::kCurrent}) {
    CAPTURE(static_cast<int>(part));
    const LegendEntry pointed(Layer::kSearch, part);
    lab.mutable_state().pointed_entry.reset();
    const std::vector<DrawBatch> plain = draw(builder, lab).batches;
    lab.mutable_state().pointed_entry = pointed;
    const Overlay& overlay = draw(builder, lab);
    REQUIRE(overlay.batches.size() == plain.size());
    for (size_t i = 0; i < plain.size(); ++i) {
      const float factor = plain[i].entry == pointed ? 1 : OverlayBuilder::kPale;
      CHECK(overlay.batches[i].opacity == doctest::Approx(plain[i].opacity * factor));
    }
    CHECK(overlay.heat.expanded_opacity == (part == LegendPart::kExpanded ? 1 : OverlayBuilder::kPale));
    CHECK(overlay.heat.open_opacity == (part == LegendPart::kOpen ? 1 : OverlayBuilder::kPale));
  }
}
