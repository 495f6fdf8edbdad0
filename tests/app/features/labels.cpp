// Labels in the lab: what is drawn of them, what is said of a node and of two, and that every stroke ends in true ones.
#include "app/features/labels/labels.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/dump.hpp"
#include "core/base/rng.hpp"
#include "core/world/labels_view.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const PlannerRow& settled_row(Lab& lab, std::string_view name) {
  lab.finish_updates();
  return *lab.state().row(name);
}

nlohmann::json dump_of(Lab& lab) { return nlohmann::json::parse(dump_state(lab)); }

}  // namespace

TEST_CASE("labels find what A* finds, stroke after stroke, over whatever they stand on") {
  Lab lab;
  run(lab, "labels on");
  Rng rng(9);
  for (const char* graph : {"corners", "cells"}) {
    run(lab, fmt::format("labels.graph {}", graph));
    for (int i = 0; i < 6; ++i) {
      CAPTURE(i);
      run(lab, fmt::format("paint.stroke {} 1 round {},{} {},{}", i % 3 == 0 ? "erase ground" : "brush blocked",
                           rng.below(40), rng.below(40), rng.below(40), rng.below(40)));
      run(lab, fmt::format("query.random {}", i));
      const PlannerRow& best = settled_row(lab, "astar");
      const PlannerRow& labels = settled_row(lab, "labels");
      REQUIRE(labels.solved);
      CHECK(labels.result.cost == best.result.cost);
      CHECK(labels.percent_over == 0);
    }
  }
  // Over sectors they bring the sectors along, and wait for them.
  run(lab, "labels.graph sectors");
  CHECK(lab.world().has(StructureId::kSectors));
  CHECK(settled_row(lab, "labels").solved);
  run_settled(lab, "sectors off");
  CHECK(settled_row(lab, "labels").note.find("sectors") != std::string::npos);
}

TEST_CASE("the tree of labels falls into separators, each below another one, and every node is in one") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 96 80 3", "labels on"});
  const LabelTree tree = label_tree(lab.world());
  REQUIRE(tree.nodes.size() == label_nodes(lab.world()));
  REQUIRE(tree.nodes.size() > 50);
  size_t members = 0;
  for (const LabelSeparator& separator : tree.separators) {
    members += separator.count;
    uint32_t before = kNoRank;
    for (const uint32_t rank : tree.of(separator)) {
      const LabelNode& node = tree.nodes[rank];
      if (before != kNoRank) REQUIRE(node.parent == before);
      if (before == kNoRank && node.parent != kNoRank)
        REQUIRE(tree.separators[tree.nodes[node.parent].separator].level + 1 == separator.level);
      if (node.parent != kNoRank) REQUIRE(node.depth == tree.nodes[node.parent].depth + 1);
      before = rank;
    }
  }
  CHECK(members == tree.nodes.size());
  CHECK(tree.levels > 2);
  CHECK(tree.rank_at(tree.nodes[7].cell) == 7);
}

TEST_CASE("inspecting a node tells its ancestors, and where its label meets those of start and goal") {
  Lab lab;
  run_settled(lab, {"labels.graph cells", "labels on"});
  const PlanQuery query = lab.state().query;
  LabelsController& controller = labels_controller(lab);
  const LabelMeeting meeting = controller.meeting();
  REQUIRE(meeting.read);
  REQUIRE(meeting.hub != kNoCell);
  CHECK(meeting.there + meeting.back == settled_row(lab, "astar").result.cost);
  CHECK(meeting.cost == meeting.there + meeting.back);
  CHECK(std::find(meeting.both.begin(), meeting.both.end(), meeting.hub) != meeting.both.end());
  run(lab, fmt::format("inspect {} {}", query.start.x, query.start.y));
  const LabelInspection& seen = controller.inspected();
  REQUIRE(seen.known);
  REQUIRE(seen.rank != kNoRank);
  CHECK(seen.ancestors.size() == seen.depth);
  CHECK(seen.to_goal.cost == meeting.cost);
  CHECK(seen.to_goal.hub == meeting.hub);
  size_t reached = 0;
  for (const LabelInspection::Ancestor& ancestor : seen.ancestors) reached += ancestor.cost != kInfinite;
  CHECK(reached > 0);
  const auto told = dump_of(lab)["inspected"]["labels"];
  CHECK(told["ancestors"].size() == seen.ancestors.size());
  CHECK(told["to_goal"]["cost"] == meeting.cost);
  // A cell where nobody can stand is no node, and has no meeting.
  run_settled(lab, "paint.rectangle 0 0 2 2 filled blocked");
  run(lab, "inspect 1 1");
  CHECK(controller.inspected().rank == kNoRank);
  CHECK_FALSE(controller.inspected().to_goal.read);
  CHECK(test::failure(lab, "labels.graph trees").find("corners, cells") != std::string::npos);
}
