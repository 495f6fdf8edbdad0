// Any-angle labels in the lab: their switch, the stepped search in words, what is drawn, edits, and a refused budget.
#include "app/features/mesh_labels/mesh_labels.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "app/draw/overlay.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/world/refusal.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr float kTautWidth = 1.4f, kLegWidth = 3, kSightWidth = 1;

nlohmann::json dump_of_any_angle_labels(Lab& lab) { return nlohmann::json::parse(dump_state(lab)); }

// A wall with a gap at each end, between start and goal.
void open_two_gaps(Lab& lab) {
  lab.gestures().set_view_size(900, 700);
  run(lab, {"map.new 20 15 force", "paint.rectangle 9 2 10 11 filled blocked", "query.set 3 7 16 7", "view.fit"});
  run_settled(lab, "mesh-labels on");
}

size_t lines_as_wide(const Drawn& shown, float width) {
  return static_cast<size_t>(
      std::ranges::count_if(shown.lines, [&](const DrawLine& line) { return line.width == width; }));
}

size_t drawn_corners(const Drawn& shown) {
  return static_cast<size_t>(
      std::ranges::count_if(shown.markers, [](const DrawMarker& marker) { return marker.color == kCornerColor; }));
}

double length_as_wide(const Drawn& shown, float width) {
  double sum = 0;
  for (const DrawLine& line : shown.lines) {
    if (line.width == width) sum += std::hypot(line.x1 - line.x0, line.y1 - line.y0);
  }
  return sum;
}

}  // namespace

TEST_CASE("any-angle labels come and go with their switch, bring the mesh, and are counted") {
  Lab lab;
  lab.finish_updates();
  CHECK(lab.state().row("mesh-labels")->note == "Any-angle labels are off: switch them on");
  open_two_gaps(lab);
  CHECK(lab.world().has(StructureId::kNavmesh));
  REQUIRE(lab.world().ready(StructureId::kMeshLabels));
  CHECK(lab.state().row("mesh-labels")->shown);
  CHECK((on(lab, kCornerLayer) && on(lab, kCornerHubLayer)));
  const auto told = dump_of_any_angle_labels(lab)["mesh_labels"];
  // The wall has four corners; each sees those beside it.
  CHECK(told["corners"] == 4);
  CHECK(told["taut_edges"] == 4);
  CHECK(told["region_side"] == 1);
  CHECK(told["memory"] == 512);
  CHECK(told["ready"] == true);
  CHECK(told["refusal"] == "");
  run_settled(lab, "mesh-labels toggle");
  CHECK_FALSE(lab.world().has(StructureId::kMeshLabels));
  CHECK_FALSE(lab.state().row("mesh-labels")->shown);
  CHECK_FALSE(on(lab, kCornerLayer));
  CHECK(lab.world().has(StructureId::kNavmesh));
  CHECK(failure(lab, "mesh-labels.rebuild").ends_with("any-angle labels are off"));
}

TEST_CASE("any-angle labels find paths as long as Polyanya's, stroke after stroke") {
  Lab lab;
  run(lab, {"map.generate rooms 60 50 4", "mesh-labels on"});
  Rng rng(5);
  size_t found = 0;
  for (int i = 0; i < 8; ++i) {
    CAPTURE(i);
    run(lab, fmt::format("paint.stroke {} 1 round {},{} {},{}", i % 3 == 0 ? "erase ground" : "brush blocked",
                         rng.below(50), rng.below(40), rng.below(50), rng.below(40)));
    run_settled(lab, fmt::format("query.random {}", i));
    const PlannerRow& labels = *lab.state().row("mesh-labels");
    const PlannerRow& polyanya = *lab.state().row("polyanya");
    REQUIRE(labels.solved);
    REQUIRE(labels.result.status == polyanya.result.status);
    if (!labels.result.found()) continue;
    ++found;
    CHECK(std::abs(static_cast<double>(labels.result.cost) - static_cast<double>(polyanya.result.cost)) <= 1);
    const MeshLabelsHub& hub = mesh_labels_controller(lab).hub();
    if (!hub.found) continue;
    const double length = static_cast<double>(labels.result.cost) / 816;
    CHECK(std::abs((hub.there + hub.back) / 2 - length) <= 0.01);
  }
  CHECK(found > 4);
}

TEST_CASE("a stepped query by any-angle labels tells corners in sight, hubs of labels, and the hub that wins") {
  Lab lab;
  open_two_gaps(lab);
  run_settled(lab, "planner.trace mesh-labels");
  REQUIRE(lab.playback().size() > 8);
  CHECK(lab.query().searched_planner().name == "mesh-labels");
  std::vector<std::string> said;
  for (size_t i = 1; i <= lab.playback().size(); ++i) {
    run(lab, fmt::format("step.to {}", i));
    said.push_back(explained_step(lab));
  }
  CHECK(said.front() == "The start is (3.5,7.5): if it sees the goal, the path is the straight line.");
  const auto some = [&](std::string_view words) {
    return std::ranges::any_of(said, [&](const std::string& text) { return text.find(words) != text.npos; });
  };
  CHECK(some("From the start: the corner (9.0,12.0) is in sight, and a path may bend there: g = 7.11."));
  CHECK(some("From the goal: the label of the corner (11.0,12.0) is read: its hubs"));
  CHECK(some("it is the hub so far."));
  CHECK(some("All hubs in labels of both sides have been compared: the path to (16.5,7.5) leads over ("));
  CHECK(said.back().starts_with("The path runs straight from (11.0,12.0) to (16.5,7.5): 7.11 long."));
  CHECK(some("The path runs straight from (9.0,12.0) to (11.0,12.0): 2.00 long."));
  // A cell at whose upper left no wall has a corner.
  CellExplanations why;
  CHECK(why.why(explained_search(lab), {1, 1}) ==
        "It is no node of the search: no wall has a convex corner at its upper left.");
  // Where both ends see each other no label is read.
  run_settled(lab, "query.set 3 1 16 1");
  run(lab, "step.to 3");
  CHECK(explained_step(lab) ==
        "Start and goal see each other: the path is the straight line to (16.5,1.5), 13.00 long.");
  CHECK_FALSE(mesh_labels_controller(lab).hub().read);
  run_settled(lab, {"query.set 3 7 16 7", "paint.rectangle 9 0 10 14 filled blocked"});
  run(lab, "step.last");
  CHECK(explained_step(lab) == "No hub is in labels of both sides: there is no path to (16.5,7.5).");
}

TEST_CASE("corners, the taut edges of a corner and both legs of the path are drawn") {
  Lab lab;
  OverlayBuilder builder;
  open_two_gaps(lab);
  Drawn shown = only(lab, builder, kCornerLayer);
  CHECK(drawn_corners(shown) == 4);
  CHECK(lines_as_wide(shown, kTautWidth) == 0);
  point_at(lab, {9, 2});  // a cell of the wall beside one of its corners
  shown = only(lab, builder, kCornerLayer);
  CHECK(lines_as_wide(shown, kTautWidth) == 2);
  CHECK(length_as_wide(shown, kTautWidth) == doctest::Approx(2 + 10));
  shown = only(lab, builder, kCornerHubLayer);
  const MeshLabelsHub& hub = mesh_labels_controller(lab).hub();
  REQUIRE(hub.found);
  CHECK(hub.seen[0].size() == 2);
  CHECK(hub.seen[1].size() == 2);
  CHECK(lines_as_wide(shown, kSightWidth) == 4);
  CHECK(length_as_wide(shown, kLegWidth) == doctest::Approx((hub.there + hub.back) / 2));
  CHECK(length_as_wide(shown, kLegWidth) ==
        doctest::Approx(static_cast<double>(lab.state().row("mesh-labels")->result.cost) / 816).epsilon(0.001));
  // What is hidden from a learner is not drawn.
  run(lab, "predict.hide path");
  CHECK(drawn(test::draw(builder, lab)).lines.empty());
  CHECK(lab.state().layer(kCornerHubLayer).on);
  run(lab, {"predict.show path", "inspect 3 7"});
  const auto told = dump_of_any_angle_labels(lab)["inspected"]["mesh_labels"];
  CHECK(told["corners"] == nlohmann::json::parse("[[9.0, 2.0], [9.0, 12.0]]"));
  CHECK(told["entries"] >= told["useful"]);
  CHECK(told["useful"] > 0);
}

TEST_CASE("any-angle labels over their budget are refused in words, and fit into a larger one") {
  Lab lab;
  run_settled(lab, {"map.generate random 50 50 3", "mesh-labels.memory 8", "mesh-labels on"});
  CHECK_FALSE(lab.world().ready(StructureId::kMeshLabels));
  const std::string why = refusal(lab.world(), StructureId::kMeshLabels);
  CHECK(why.starts_with("the any-angle labels need "));
  CHECK(dump_of_any_angle_labels(lab)["mesh_labels"]["refusal"] == why);
  CHECK(lab.state().row("mesh-labels")->note == why);
  CHECK_FALSE(lab.state().row("mesh-labels")->solved);
  CHECK(lab.state().row("polyanya")->solved);
  OverlayBuilder builder;
  CHECK(drawn_corners(only(lab, builder, kCornerLayer)) == 0);
  run_settled(lab, "mesh-labels.memory 4096");
  CHECK(lab.world().ready(StructureId::kMeshLabels));
  CHECK(lab.state().row("mesh-labels")->solved);
  run_settled(lab, "mesh-labels.memory usual");
  CHECK(mesh_labels_controller(lab).options() == MeshLabelsOptions{});
  CHECK(failure(lab, "mesh-labels.memory 4").find("8") != std::string::npos);
}
