// What a view draws strongly, and what is pale meanwhile.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using test::run;

namespace {

// Returns the opacity of the first batch of the entry; nothing: it is not drawn.
std::optional<float> opacity_of(const Overlay& overlay, const LegendEntry& entry) {
  const auto batch = std::ranges::find(overlay.batches, entry, &DrawBatch::entry);
  return batch == overlay.batches.end() ? std::nullopt : std::optional(batch->opacity);
}

bool said(const Lab& lab, std::string_view text) {
  return std::ranges::any_of(lab.state().messages,
                             [&](const auto& one) { return one.text.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("of agents and a search only what was used last is drawn strongly") {
  constexpr std::string_view kSaid = "its next step brings it back";
  Lab lab;
  lab.gestures().set_view_size(600, 600);
  run(lab, "crowd.spawn 20 7");
  lab.finish_updates();
  OverlayBuilder builder;
  const Layer crowd = *layer_named("crowd");
  const auto check = [&](bool agents_first) {
    const Overlay& overlay = test::draw(builder, lab);
    const std::optional<float> agents = opacity_of(overlay, crowd);
    REQUIRE(agents.has_value());
    CHECK(*agents == (agents_first ? 1 : OverlayBuilder::kBackground));
    CHECK(overlay.heat.opacity == (agents_first ? OverlayBuilder::kBackground : 1));
    CHECK(lab.state().layer(Layer::kSearch).note.empty() != agents_first);
    CHECK(lab.state().layer(crowd).note.empty() == agents_first);
    // Start and goal belong to no layer.
    CHECK(opacity_of(overlay, overlay.batches.back().entry) == 1);
  };
  check(true);
  run(lab, "step.to 60");
  check(false);
  CHECK_FALSE(said(lab, kSaid));
  run(lab, "crowd.step");
  check(true);
  CHECK(said(lab, kSaid));
  run(lab, "step.forward");
  check(false);
  run(lab, "crowd.run on");
  check(true);
  run(lab, "crowd.run off");
  run(lab, "step.back");
  check(false);
  run(lab, "step.last");
  check(true);
  // An entry of the legend under the pointer is as strong as ever.
  lab.mutable_state().pointed_entry = LegendEntry(Layer::kPath);
  CHECK(opacity_of(test::draw(builder, lab), Layer::kPath) == 1);
  lab.mutable_state().pointed_entry.reset();
  run(lab, "crowd.clear");
  const Overlay& alone = test::draw(builder, lab);
  CHECK(alone.heat.opacity == 1);
  CHECK(opacity_of(alone, Layer::kPath) == 1);
}

namespace {

// A search by the planner that has begun and not ended, in a view that shows this level.
struct SteppedView {
  explicit SteppedView(std::string_view planner, std::string_view level = "step") {
    lab.gestures().set_view_size(700, 700);
    for (const std::string& line :
         {fmt::format("planner.show {} on", planner), fmt::format("planner.trace {}", planner),
          fmt::format("view.level 1 {}", level), std::string("view.fit")}) {
      run(lab, line);
    }
    lab.finish_updates();
  }
  // Returns the opacity that the layer has in the view, as a share of the one that the user has chosen.
  float strength_of(std::string_view name) {
    const Layer layer = *layer_named(name);
    const std::optional<float> opacity = opacity_of(test::draw(builder, lab), layer);
    REQUIRE(opacity.has_value());
    return *opacity / lab.state().layer(layer).opacity;
  }

  Lab lab;
  OverlayBuilder builder;
};

}  // namespace

TEST_CASE("while a search is stepped, the graph that it searches is pale, and its own marks are not") {
  SteppedView view("hpa1");
  const auto check = [&](bool pale) {
    for (const auto& [name, factor] : {std::pair("entrances", kPaleAreas), std::pair("transitions", kPaleNodes),
                                       std::pair("inter-edges", kPaleNodes)}) {
      CAPTURE(std::string(name));
      const float full = view.strength_of(name);
      CHECK((full <= factor) == pale);
    }
    CHECK(view.strength_of("clusters") == 1);
  };
  check(false);
  const float before = view.strength_of("transitions");
  run(view.lab, "step.to 200");
  check(true);
  CHECK(view.strength_of("transitions") == doctest::Approx(before * kPaleNodes));
  CHECK(opacity_of(test::draw(view.builder, view.lab), {Layer::kSearch, LegendPart::kExpanded}) == 1);
  // The entry of the legend under the pointer is as strong as ever.
  view.lab.mutable_state().pointed_entry = LegendEntry(*layer_named("transitions"));
  CHECK(view.strength_of("transitions") == doctest::Approx(before));
  view.lab.mutable_state().pointed_entry.reset();
  run(view.lab, "step.last");
  check(false);
}

TEST_CASE("while a search is stepped, a layer that was switched on by hand is hardly pale") {
  SteppedView view("hpa1");
  run(view.lab, "layer transitions on");
  run(view.lab, "layer.pin transitions on");
  const float before = view.strength_of("transitions");
  run(view.lab, "step.to 200");
  CHECK(view.strength_of("transitions") == doctest::Approx(before * kPaleByHand));
  run(view.lab, "layer.pin transitions off");
  CHECK(view.strength_of("transitions") == doctest::Approx(before * kPaleNodes));
}

TEST_CASE("while a search over HPA* is stepped, the intra-edges of the cluster that it searches are drawn strongly") {
  SteppedView view("hpa2", "1");
  const Hpa& hpa = view.lab.world().get<MapHpa>().hpa();
  const GridMap& map = view.lab.world().map();
  const Playback& playback = view.lab.playback();
  const Layer edges = *layer_named("intra-edges");
  size_t strong = 0;
  for (size_t cursor = 1; cursor < playback.size(); cursor += 3) {
    run(view.lab, fmt::format("step.to {}", cursor));
    const SearchEvent& event = *playback.current();
    const auto& batches = test::draw(view.builder, view.lab).batches;
    const auto of_step = std::ranges::find_if(
        batches, [&](const DrawBatch& batch) { return batch.entry == LegendEntry(edges) && batch.of_step; });
    CAPTURE(cursor);
    if (of_step == batches.end()) continue;
    REQUIRE(event.level == 1);
    const NodeId node = event.type == EventType::kExpand || event.parent == kNoNodeId ? event.node : event.parent;
    std::vector<HpaEdge> own;
    hpa.append_intra_edges(hpa.clusters(1).cluster_of(map.cell(playback.place(1, node).cell)), own, 1);
    CHECK(of_step->list->lines.size() == own.size());
    CHECK(of_step->opacity == view.lab.state().layer(edges).opacity);
    ++strong;
  }
  CHECK(strong > 10);
  run(view.lab, "step.last");
  const auto& ended = test::draw(view.builder, view.lab).batches;
  CHECK(std::ranges::none_of(ended, &DrawBatch::of_step));
}

TEST_CASE("the path of another planner is thin, has a light band below it, and grows under the pointer") {
  SteppedView view("astar");
  for (const char* line : {"planner.show hpa1 on", "planner.trace astar"}) run(view.lab, line);
  view.lab.finish_updates();
  const LegendEntry others(Layer::kPath, LegendPart::kOthers);
  struct Widths {
    float band = 0, line = 0;
  };
  // The widest band and the widest line.
  const auto widths = [&] {
    Widths found;
    for (const DrawBatch& batch : test::draw(view.builder, view.lab).batches) {
      if (batch.entry != others) continue;
      for (const DrawLine& line : batch.list->lines) {
        const bool white = line.color << 8 == palette::kWhite << 8;
        float& widest = white ? found.band : found.line;
        widest = std::max(widest, line.width);
        if (!white) CHECK((line.color >> 24) >= 0xb0);  // it is seen on any ground
      }
    }
    return found;
  };
  const Widths thin = widths();
  CHECK(thin.line > 0);
  CHECK(thin.line < 3);
  CHECK(thin.band > thin.line + 1);
  const PlannerRow* row = view.lab.state().row("hpa1");
  REQUIRE(row != nullptr);
  REQUIRE(row->result.path.size() > 4);
  const GridMap& map = view.lab.world().map();
  view.lab.mutable_state().hover = map.cell(row->result.path[row->result.path.size() / 2]);
  const Widths grown = widths();
  CHECK(grown.line > 2 * thin.line);
  CHECK(grown.band > grown.line + 1);
  view.lab.mutable_state().hover = Cell{0, 0};
  CHECK(widths().line == thin.line);
}

TEST_CASE("the marks of few nodes are larger on the screen than those of many") {
  Lab lab;
  lab.gestures().set_view_size(700, 700);
  for (const char* line : {"map.generate rooms 512 512 5", "planner.trace hpa1", "view.fit"}) run(lab, line);
  lab.finish_updates();
  OverlayBuilder builder;
  const auto radius = [&] {
    const LegendEntry expanded(Layer::kSearch, LegendPart::kExpanded);
    float largest = 0;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      if (batch.entry != expanded) continue;
      for (const DrawMarker& marker : batch.list->markers) largest = std::max(largest, marker.radius);
    }
    return largest;
  };
  run(lab, "step.phase insert-goal");
  run(lab, "step.forward 60");
  const float few = radius();
  run(lab, "step.last");
  const float many = radius();
  CHECK(many > 0);
  CHECK(few > many);
}
