#include "app/lab/layer_auto_hide.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/features/hpa/hpa.hpp"
#include "app/features/sectors/sectors.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;

namespace {

void run_settled(Lab& lab, std::string_view line) {
  const Status status = lab.execute(line);
  if (!status) FAIL(status.error().message());
  lab.finish_updates();
}

size_t drawn(Lab& lab, OverlayBuilder& builder) {
  size_t sum = 0;
  for (const Batch& batch : test::draw(builder, lab).batches) {
    sum += batch.list->rects.size() + batch.list->lines.size() + batch.list->markers.size();
  }
  return sum;
}

bool hides(const Lab& lab, Layer layer) { return layer_auto_hide(lab).hidden(layer); }

}  // namespace

TEST_CASE("a fresh start shows all of its layers, and so does a planner that stands on no structure") {
  Lab lab;
  lab.finish_updates();
  CHECK(lab.state().traced == "astar");
  CHECK(std::ranges::none_of(layers(), [&](Layer layer) { return layer_auto_hide(lab).hidden(layer); }));
  CHECK(lab.state().layer(kClusterLayer).on);
  run_settled(lab, "sectors on");
  CHECK(lab.state().layer(kSectorLayer).on);
  for (const char* planner : {"astar", "dijkstra", "jps"}) {
    run_settled(lab, "planner.trace " + std::string(planner));
    CHECK(std::ranges::none_of(layers(), [&](Layer layer) { return layer_auto_hide(lab).hidden(layer); }));
  }
}

TEST_CASE("stepping a planner hides the layers of structures that it does not stand on, and nothing else") {
  Lab lab;
  OverlayBuilder builder;
  run_settled(lab, "sectors on");
  run_settled(lab, "planner.trace sectors");
  CHECK(hides(lab, kClusterLayer));
  CHECK_FALSE(hides(lab, kSectorLayer));
  CHECK_FALSE(hides(lab, Layer::kPath));
  const size_t solo = drawn(lab, builder);
  CHECK(lab.state().layer(kClusterLayer).on);  // it stays switched on
  CHECK(lab.state().layer(kClusterLayer).note == "not seen while Sectors is stepped; its pin keeps it");
  CHECK(lab.state().layer(kSectorLayer).note.empty());
  run_settled(lab, "layer.pin clusters on");
  CHECK(drawn(lab, builder) > solo);
  CHECK(lab.state().layer(kClusterLayer).note.empty());
  run_settled(lab, "layer clusters off");
  CHECK(drawn(lab, builder) == solo);

  run_settled(lab, "planner.trace hpa1");
  CHECK(hides(lab, kSectorLayer));
  CHECK_FALSE(hides(lab, kClusterLayer));
  run_settled(lab, "planner.trace astar");
  CHECK_FALSE(hides(lab, kSectorLayer));
}

TEST_CASE("a layer that was switched on by hand is pinned until it is switched off or its pin is taken away") {
  Lab lab;
  run_settled(lab, "layer transitions on");  // while A* is stepped
  CHECK(layer_auto_hide(lab).pinned(kTransitionLayer));
  run_settled(lab, "planner.trace sectors");
  CHECK_FALSE(hides(lab, kTransitionLayer));
  CHECK(hides(lab, kClusterLayer));
  run_settled(lab, "layer entrances on");  // while sectors are stepped
  CHECK_FALSE(hides(lab, kEntranceLayer));
  run_settled(lab, "layer.pin transitions off");
  CHECK(hides(lab, kTransitionLayer));
  run_settled(lab, "layer.pin transitions toggle");
  CHECK_FALSE(hides(lab, kTransitionLayer));
  run_settled(lab, "layer transitions off");
  CHECK_FALSE(layer_auto_hide(lab).pinned(kTransitionLayer));

  // What goes off with its structure comes back without a pin.
  run_settled(lab, "layer.pin sectors on");
  run_settled(lab, "sectors off");
  run_settled(lab, "sectors on");
  CHECK(lab.state().layer(kSectorLayer).on);
  CHECK_FALSE(layer_auto_hide(lab).pinned(kSectorLayer));
}

TEST_CASE("linked views, and a structure that is stepped while it is built, hide no layers") {
  Lab lab;
  run_settled(lab, "sectors on");
  run_settled(lab, "planner.trace sectors");
  REQUIRE(hides(lab, kClusterLayer));
  run_settled(lab, "view.split 4");
  CHECK_FALSE(hides(lab, kClusterLayer));
  run_settled(lab, "view.split 1");
  CHECK(hides(lab, kClusterLayer));
  run_settled(lab, "ch on");
  run_settled(lab, "ch.contract");
  REQUIRE(lab.query().process() != nullptr);
  CHECK_FALSE(hides(lab, kClusterLayer));
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
  CHECK(refusal("layer.pin clusters perhaps") != "done");
  CHECK(refusal("layer.pin clusters on") == "done");
}
