#include "app/lab/layer_auto_hide.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/hpa/hpa.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "core/base/rng.hpp"
#include "core/world/planners.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;
using namespace strata::test;

namespace {

size_t drawn(Lab& lab, OverlayBuilder& builder) {
  size_t sum = 0;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) {
    sum += batch.list->rects.size() + batch.list->lines.size() + batch.list->markers.size();
  }
  return sum;
}

// The names of the layers that are on. The crowd has come with its tables, and stays when others are stepped.
std::string shown_layers(const Lab& lab) {
  std::string names;
  for (const Layer layer : layers()) {
    if (lab.state().layer(layer).on && layer_structure(layer) != StructureId::kTables)
      names += std::string(layer_name(layer)) + " ";
  }
  return names;
}

size_t heat_maps(const Lab& lab) {
  return static_cast<size_t>(std::ranges::count_if(
      layers(), [&](Layer layer) { return layer_info(layer).heat_map && lab.state().layer(layer).on; }));
}

bool shows(const Lab& lab, Layer layer) { return lab.state().layer(layer).on; }

}  // namespace

TEST_CASE("a planner that is compared brings neither its layers nor other planners of its structure") {
  Lab lab;
  lab.finish_updates();
  const std::string before = shown_layers(lab);
  for (const char* planner : {"sectors", "alt", "ch", "haa-high", "hna1", "labels", "mesh-labels"}) {
    CAPTURE(planner);
    run_settled(lab, fmt::format("planner.show {} on", planner));
    CHECK(lab.state().row(planner)->shown);
    CHECK(shown_layers(lab) == before);
  }
  CHECK_FALSE(lab.state().row("haa-low")->shown);
  CHECK_FALSE(lab.state().row("hna2")->shown);
  // They come when it is stepped, and when the structure is switched on by itself.
  run_settled(lab, "planner.trace ch");
  CHECK(shown_layers(lab) != before);
  Lab other;
  run_settled(other, "sectors on");
  CHECK(shown_layers(other) != before);
}

TEST_CASE("however a planner is chosen, no other one of its structure joins the comparison") {
  const auto shown = [](const Lab& lab) {
    std::set<std::string_view> names;
    for (const PlannerRow& row : lab.state().rows) {
      if (row.shown) names.insert(row.planner->name);
    }
    return names;
  };
  for (const char* door : {"planner.show {} on", "planner.trace {}", "view.planner 2 {}", "view.beside {}"}) {
    Lab lab;
    lab.finish_updates();
    if (std::string_view(door).starts_with("view.planner")) run_settled(lab, "view.compare 2");
    for (const Planner& planner : planners()) {
      if (planner.levels_only) continue;
      // The search that is stepped cannot stand beside itself.
      if (std::string_view(door) == "view.beside {}" && lab.state().traced == planner.name) continue;
      const std::set<std::string_view> before = shown(lab);
      run_settled(lab, fmt::format(fmt::runtime(door), planner.name));
      CAPTURE(door);
      for (const std::string_view name : shown(lab)) {
        CAPTURE(planner.name);
        CAPTURE(name);
        CHECK((name == planner.name || before.contains(name)));
      }
      if (std::string_view(door) == "view.beside {}") run_settled(lab, "view.split 1");
    }
  }
}

TEST_CASE("every planner that searches a structure has layers, and every layer belongs to a planner or is general") {
  Lab lab;
  for (const Planner& planner : planners()) {
    INFO(planner.name);
    const bool structured = planner.needs != StructureId::kMoves && planner.needs != StructureId::kJumps;
    CHECK(planner_appearance(lab.state(), planner.name).layers.empty() != structured);
  }
  for (const Feature* feature : features()) {
    for (const FeatureLayer* layer : feature->layers) {
      INFO(layer->name);
      CHECK(layer->general != layer_auto_hide(lab).follows(*layer));
    }
  }
  for (int shared = 0; shared < kSharedLayers; ++shared) {
    CHECK_FALSE(layer_auto_hide(lab).follows(static_cast<Layer>(shared)));
  }
}

TEST_CASE("choosing planners in any order shows the layers that choosing the last one alone shows") {
  std::vector<std::string> names, alone;
  for (const Planner& planner : planners()) {
    if (planner.levels_only) continue;
    Lab lab;
    run_settled(lab, "planner.trace " + std::string(planner.name));
    names.emplace_back(planner.name);
    alone.push_back(shown_layers(lab));
    for (const FeatureLayer* layer : planner_appearance(lab.state(), planner.name).layers) {
      INFO(planner.name << ": " << layer->name);
      CHECK(shows(lab, *layer) == layer_auto_hide(lab).available(*layer));
    }
  }
  Rng rng(11);
  for (int split : {1, 4}) {
    Lab lab;
    if (split == 1) {
      for (int i = 0; i < 80; ++i) {
        const size_t next = rng.below(static_cast<uint32_t>(names.size()));
        run_settled(lab, "planner.trace " + names[next]);
        CHECK_MESSAGE(shown_layers(lab) == alone[next], names[next]);
      }
      continue;
    }
    run_settled(lab, "view.split 4");
    for (const char* name : {"sectors", "astar", "hpa2", "rooms", "hpa2"})
      run_settled(lab, std::string("planner.trace ") + name);
    run_settled(lab, "view.split 1");
    CHECK(shown_layers(lab) == alone[static_cast<size_t>(std::ranges::find(names, "hpa2") - names.begin())]);
  }
}

TEST_CASE("choosing a planner shows its layers and hides those of others, and general layers stay") {
  Lab lab;
  OverlayBuilder builder;
  CHECK_FALSE(shows(lab, kClusterLayer));
  run_settled(lab, "planner.trace hpa1");
  for (const FeatureLayer* layer : {&kClusterLayer, &kEntranceLayer, &kTransitionLayer, &kInterEdgeLayer}) {
    CHECK(shows(lab, *layer));
  }
  run_settled(lab, "layer grid on");
  run_settled(lab, "planner.trace sectors");
  CHECK_FALSE(shows(lab, kClusterLayer));
  CHECK(shows(lab, kSectorLayer));
  CHECK(shows(lab, kRegionLayer));
  CHECK(shows(lab, Layer::kPath));
  CHECK(shows(lab, Layer::kGrid));
  const size_t solo = drawn(lab, builder);
  run_settled(lab, "layer clusters on");
  CHECK(drawn(lab, builder) > solo);
  run_settled(lab, "planner.trace astar");
  CHECK_FALSE(shows(lab, kSectorLayer));
  CHECK(shows(lab, kClusterLayer));  // by hand
}

TEST_CASE("a layer that was switched on by hand is pinned until it is switched off or its pin is taken away") {
  Lab lab;
  run_settled(lab, "layer transitions on");  // while A* is stepped
  CHECK(layer_auto_hide(lab).pinned(kTransitionLayer));
  run_settled(lab, "planner.trace sectors");
  CHECK(shows(lab, kTransitionLayer));
  CHECK_FALSE(shows(lab, kClusterLayer));
  run_settled(lab, "layer.pin transitions off");
  run_settled(lab, "planner.trace rooms");
  CHECK_FALSE(shows(lab, kTransitionLayer));
  run_settled(lab, "planner.trace hpa1");
  run_settled(lab, "layer.pin transitions toggle");
  run_settled(lab, "planner.trace rooms");
  CHECK(shows(lab, kTransitionLayer));
  run_settled(lab, "layer transitions off");
  CHECK_FALSE(layer_auto_hide(lab).pinned(kTransitionLayer));

  // What goes off with its structure comes back without a pin.
  run_settled(lab, "planner.trace sectors");
  run_settled(lab, "layer.pin sectors on");
  run_settled(lab, "sectors off");
  run_settled(lab, "sectors on");
  CHECK(lab.state().layer(kSectorLayer).on);
  CHECK_FALSE(layer_auto_hide(lab).pinned(kSectorLayer));
}

TEST_CASE("a layer that was hidden by hand stays hidden among planners that share it, and comes with the next") {
  Lab lab;
  run_settled(lab, "planner.trace hpa1");
  run_settled(lab, "layer entrances off");
  run_settled(lab, "planner.trace hpa2");
  CHECK_FALSE(shows(lab, kEntranceLayer));
  run_settled(lab, "planner.trace astar");
  run_settled(lab, "planner.trace hpa2");
  CHECK(shows(lab, kEntranceLayer));
}

TEST_CASE("hiding all layers, one alone, and a reset go together with the layers of planners") {
  Lab lab;
  run_settled(lab, "planner.trace hpa1");
  const std::string usual = shown_layers(lab);
  run_settled(lab, "layer all off");
  CHECK(shown_layers(lab).empty());
  run_settled(lab, "layer grid on");
  CHECK(shown_layers(lab) == "grid ");
  run_settled(lab, "layer.reset");
  CHECK(shown_layers(lab) == usual);
  run_settled(lab, "layer all off");
  run_settled(lab, "planner.trace sectors");
  CHECK(shows(lab, kSectorLayer));
  CHECK_FALSE(shows(lab, kClusterLayer));
  run_settled(lab, "layer clusters on");
  run_settled(lab, "layer.reset");
  CHECK_FALSE(shows(lab, kClusterLayer));
  CHECK_FALSE(layer_auto_hide(lab).pinned(kClusterLayer));
}

TEST_CASE("views of levels bring a graph where the planner has none, and compared views show the layers of each") {
  Lab lab;
  run_settled(lab, "view.split 4");
  CHECK(shows(lab, kTransitionLayer));
  CHECK(shows(lab, kClusterLayer));
  run_settled(lab, "planner.trace sectors");
  CHECK_FALSE(shows(lab, kTransitionLayer));
  run_settled(lab, "planner.trace astar");
  CHECK(shows(lab, kTransitionLayer));
  run_settled(lab, "view.split 1");
  CHECK_FALSE(shows(lab, kTransitionLayer));
  run_settled(lab, "planner.trace rooms");
  run_settled(lab, "view.beside sectors");
  CHECK(shows(lab, kSectorLayer));
  CHECK_FALSE(shows(lab, kClusterLayer));
  run_settled(lab, "view.planner 2 hpa1");
  CHECK(shows(lab, kClusterLayer));
  CHECK_FALSE(shows(lab, kSectorLayer));
  run_settled(lab, "view.compare off");
  CHECK_FALSE(shows(lab, kClusterLayer));
}

TEST_CASE("HPA* shows the edges of the level that it searches, and those of all levels where a layer is pinned") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, "hpa.levels 3");
  run_settled(lab, "hpa.cluster_size 5");
  run_settled(lab, "planner.trace hpa3");
  run_settled(lab, "layer all off");
  run_settled(lab, "view.level 1 all");
  run_settled(lab, "layer transitions on");
  const size_t all = drawn(lab, builder);
  run_settled(lab, "layer.pin transitions off");
  CHECK(drawn(lab, builder) < all);
  CHECK(drawn(lab, builder) > 0);
}

TEST_CASE("no planner over HPA* shows a level that it does not have, pinned or not, and each level has one colour") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  for (const char* line : {"hpa.levels 3", "hpa.cluster_size 5", "planner.show hpa1 on", "planner.show hpa2 on",
                           "planner.show hpa3 on", "view.fit", "view.level 1 all"}) {
    run_settled(lab, line);
  }
  // Returns the colours of all that is drawn, without their alpha.
  const auto colours = [&] {
    std::set<Rgba> seen;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      for (const DrawLine& line : batch.list->lines) seen.insert(with_alpha(line.color, 0));
      for (const DrawMarker& marker : batch.list->markers) seen.insert(with_alpha(marker.color, 0));
    }
    return seen;
  };
  for (int levels = 1; levels <= 3; ++levels) {
    for (const bool pinned : {false, true}) {
      CAPTURE(levels);
      CAPTURE(pinned);
      run_settled(lab, fmt::format("planner.trace hpa{}", levels));
      run_settled(lab, "layer.reset");
      run_settled(lab, "query.clear");
      run_settled(lab, "layer all off");
      for (const char* layer : {"clusters", "transitions", "inter-edges", "intra-edges"}) {
        run_settled(lab, fmt::format("layer {} on", layer));
        run_settled(lab, fmt::format("layer.pin {} {}", layer, pinned ? "on" : "off"));
      }
      const std::set<Rgba> seen = colours();
      for (int level = 1; level <= 3; ++level) {
        CAPTURE(level);
        CHECK(seen.contains(with_alpha(level_style(level).color, 0)) == (level <= levels));
      }
      CHECK(seen.size() == static_cast<size_t>(levels));
    }
  }
}

TEST_CASE("of the heat maps one is shown, by whatever road it comes") {
  Lab lab;
  run_settled(lab, "landmarks on");
  for (const char* line : {"layer clearance on", "layer search toggle", "layer heuristic on", "layer crowd-heat on",
                           "layer all on", "layer.reset", "layer heuristic toggle", "ch on", "ch.contract"}) {
    run_settled(lab, line);
    INFO(line << ": " << shown_layers(lab));
    CHECK(heat_maps(lab) == 1);
  }
}

TEST_CASE("only what comes and goes with planners, and is on, can be pinned") {
  Lab lab;
  const auto refusal = [&](const char* line) {
    const Status status = lab.execute(line);
    return status.ok() ? std::string("done") : status.error().what;
  };
  CHECK(refusal("layer.pin grid on") == "the layer grid is seen whoever is stepped");
  CHECK(refusal("layer.pin transitions on") == "the layer transitions is off: there is nothing to pin");
  CHECK(refusal("layer.pin nothing on") == "unknown layer 'nothing'");
  CHECK(refusal("layer clusters on") == "done");
  CHECK(refusal("layer.pin clusters perhaps") != "done");
  CHECK(refusal("layer.pin clusters on") == "done");
}
