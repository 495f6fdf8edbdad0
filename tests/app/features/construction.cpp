// Constructions in the lab: they begin, follow what they are built from, and end.
#include "app/lab/construction.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/haa/haa_process.hpp"
#include "app/features/hna/hna_process.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_process.hpp"
#include "app/features/rooms/rooms_process.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/construction.hpp"
#include "core/hna/hna_build_code.hpp"
#include "core/rooms/rooms_build_code.hpp"
#include "core/search/build_events.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/map_rooms.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// The edges that the recording has built at its end, by level.
std::vector<HpaEdge> built_edges(const Lab& lab, int level, bool inter) {
  std::vector<HpaEdge> edges;
  const PseudoCode& code = lab.query().pseudo_code();
  for (size_t i = 0; i < lab.playback().size(); ++i) {
    const SearchEvent& event = *lab.playback().event(i);
    if (event.type != build_event::kAddEdge || event.level != level) continue;
    if ((code.event_word(event.type, event.line) == "inter-edge") != inter) continue;
    edges.push_back({std::min(event.node, event.parent), std::max(event.node, event.parent), event.g});
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

void is_that_of_the_world(const Lab& lab) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  REQUIRE(hpa.ready());
  CHECK(built_edges(lab, 1, true) == hpa.inter_edges(1));
  for (int level = 1; level <= hpa.levels(); ++level) CHECK(built_edges(lab, level, false) == hpa.intra_edges(level));
}

}  // namespace

TEST_CASE("the construction that is stepped ends with the graph of the world, after strokes and other options too") {
  Lab lab;
  lab.finish_updates();
  run(lab, "hpa.construct");
  REQUIRE(is_construction(lab.playback().outline()));
  CHECK(lab.playback().cursor() == 0);
  is_that_of_the_world(lab);
  const auto after = [&](const char* line) {
    CAPTURE(line);
    run(lab, "step.last");
    run_settled(lab, line);
    REQUIRE(hpa_is_constructed(lab));
    CHECK(lab.playback().cursor() == 0);
    is_that_of_the_world(lab);
  };
  for (const char* line : {"paint.stroke brush blocked 1 round 9,9 14,20", "edit.undo", "hpa.levels 4", "hpa.spacing 2",
                           "rules.profile four", "map.generate cave 40 30 5"}) {
    if (std::string_view(line).starts_with("map.")) {
      // Another map ends it, as it ends a contraction.
      run_settled(lab, line);
      CHECK_FALSE(hpa_is_constructed(lab));
      continue;
    }
    after(line);
  }
  run(lab, {"hpa.construct", "step.next_expansion"});
  CHECK(lab.playback().cursor() == 1);
  run(lab, "query.random 3");  // the query has nothing to do with it
  lab.finish_updates();
  CHECK(lab.playback().cursor() == 1);
  run_settled(lab, "hpa.construct off");
  CHECK_FALSE(hpa_is_constructed(lab));
  CHECK_FALSE(is_construction(lab.playback().outline()));
  CHECK(lab.playback().size() > 0);
}

TEST_CASE("a stroke under way leaves the construction to be recorded when it ends") {
  LabInView lab(900, 900);
  run_settled(lab, "view.fit");
  run(lab, {"hpa.construct", "tool.select brush"});
  lab.gestures().pointer(test::at(lab, test::kPress, {8, 8}));
  lab.gestures().pointer(test::at(lab, test::kMove, {12, 12}));
  lab.tick(0.02);
  CHECK(hpa_is_constructed(lab));
  CHECK(lab.playback().empty());
  lab.gestures().pointer(test::at(lab, test::kRelease, {12, 12}));
  lab.finish_updates();
  REQUIRE(hpa_is_constructed(lab));
  is_that_of_the_world(lab);
}

TEST_CASE("constructions of too large maps, and with too many transitions, are refused with the reason") {
  Lab lab;
  run(lab, {"map.new 513 512", "planner.trace hpa1"});
  const std::string why = "the map has 262656 cells, and constructions are stepped on maps of up to 262144";
  CHECK(test::failure(lab, "hpa.construct").find(why) != std::string::npos);
  const Construction& construction = construction_of(lab, kHpaProcessFeature);
  CHECK(construction.why_not() == why);
  const auto entry = [&] {
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      for (const MenuEntry& one : menu_entries(lab, MenuContext{}, menu)) {
        if (one.name == "menu.search.construction") return one;
      }
    }
    return MenuEntry{};
  };
  CHECK_FALSE(entry().enabled);
  CHECK(entry().why_not == why);
  run(lab, "map.new 512 512");
  CHECK(construction.why_not().empty());
  CHECK(entry().enabled);
  run(lab, {"map.new 200 200", "hpa.levels 1", "hpa.cluster_size 64", "hpa.spacing 1"});
  CHECK(construction.why_not().find("transitions 1 cells apart in clusters of 64 x 64") != std::string::npos);
  CHECK_FALSE(test::failure(lab, "hpa.construct").empty());
  CHECK_FALSE(hpa_is_constructed(lab));
  CHECK(test::failure(lab, "hpa.construct maybe").find("expected on or off, not 'maybe'") != std::string::npos);
}

TEST_CASE("where a construction cannot go on it is left, and the log says so") {
  Lab lab;
  run_settled(lab, {"map.new 200 200", "hpa.levels 1", "hpa.cluster_size 64", "hpa.construct", "hpa.spacing 1"});
  CHECK_FALSE(hpa_is_constructed(lab));
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(lab.state().messages.back().text.starts_with("The construction is left: transitions 1 cells apart"));
}

TEST_CASE("while HPA* is constructed, the map shows what is built so far and no more") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  lab.finish_updates();
  run(lab, {"view.fit", "view.level 1 all", "hpa.construct"});
  const auto lines = [&] { return test::only(lab, builder, Layer::kSearch).lines.size(); };
  CHECK(test::only(lab, builder, kIntraEdgeLayer).lines.empty());
  run(lab, "step.first");
  const size_t none = lines();
  run(lab, "step.last");
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  size_t edges = hpa.inter_edges(1).size();
  for (int level = 1; level <= hpa.levels(); ++level) edges += hpa.intra_edges(level).size();
  CHECK(none == 0);
  CHECK(lines() == edges);
  holds(lab, fmt::format("construction.edges.1 == {}", hpa.inter_edges(1).size() + hpa.intra_edges(1).size()));
  holds(lab, fmt::format("construction.raised.2 == {}", hpa.node_count(2)));
  run_settled(lab, "hpa.construct off");
  CHECK_FALSE(test::only(lab, builder, kIntraEdgeLayer).lines.empty());
}

TEST_CASE("a construction with a hidden future shows only what has been stepped") {
  Lab lab;
  run_settled(lab, {"predict.hide future", "hpa.construct"});
  CHECK(lab.playback().size() == 0);
  run(lab, {"step.next_expansion", "step.next_expansion", "step.next_expansion"});
  CHECK(lab.playback().size() == 3);
  CHECK(is_construction(lab.playback().outline()));
  run(lab, "predict.show all");
  CHECK(lab.playback().size() > 1000);
}

namespace {

size_t events_of_line(const Lab& lab, uint8_t line) {
  size_t count = 0;
  for (size_t i = 0; i < lab.playback().size(); ++i) count += lab.playback().event(i)->line == line;
  return count;
}

}  // namespace

TEST_CASE("rooms, HAA* and HNA* are constructed while they are on, and their constructions end with them") {
  struct ConstructionCase {
    const char *name, *off_reason;
    const Feature* feature;
  };
  const ConstructionCase kinds[] = {{"rooms", "rooms are off: switch them on", &kRoomsProcessFeature},
                                    {"haa", "HAA* is off: switch it on", &kHaaProcessFeature},
                                    {"hna", "HNA* is off: switch it on", &kHnaProcessFeature}};
  for (const ConstructionCase& kind : kinds) {
    CAPTURE(std::string(kind.name));
    Lab lab;
    run(lab, {"map.generate rooms 40 34 3", "rules.profile four"});
    const Construction& construction = construction_of(lab, *kind.feature);
    CHECK(construction.why_not() == kind.off_reason);
    CHECK(test::failure(lab, fmt::format("{}.construct", kind.name)).find(kind.off_reason) != std::string::npos);
    run_settled(lab, fmt::format("{} on", kind.name));
    CHECK(construction.why_not().empty());
    run(lab, fmt::format("{}.construct", kind.name));
    REQUIRE(construction.stepped());
    REQUIRE(is_construction(lab.playback().outline()));
    // A stroke records it again, and undo leads back to what was recorded first.
    const std::vector<SearchEvent> before = lab.trace().events();
    run_settled(lab, "paint.stroke brush blocked 1 round 9,9 14,20");
    REQUIRE(construction.stepped());
    CHECK(lab.playback().cursor() == 0);
    CHECK(lab.trace().events() != before);
    run_settled(lab, "edit.undo");
    REQUIRE(construction.stepped());
    if (std::string_view(kind.name) != "hna") CHECK(lab.trace().events() == before);
    CHECK(test::failure(lab, "predict.answer 1 1").find("switch the prediction on") != std::string::npos);
    run_settled(lab, fmt::format("{} off", kind.name));
    CHECK_FALSE(construction.stepped());
    REQUIRE_FALSE(lab.state().messages.empty());
    CHECK(lab.state().messages.back().text == fmt::format("The construction is left: {}", kind.off_reason));
  }
}

TEST_CASE("at the last step of a construction its counts are those of the structure") {
  Lab lab;
  run_settled(lab, {"map.generate cave 36 30 2", "rules.profile four", "rooms on", "haa.sizes 2", "haa on",
                    "hna.levels 1", "hna on"});
  run(lab, "rooms.construct");
  const Rooms& rooms = lab.world().get<MapRooms>().rooms();
  CHECK(events_of_line(lab, rooms_build_code::kRoom) == rooms.counts().rooms);
  run(lab, "step.last");
  holds(lab, fmt::format("construction.parts == {}", 2 * rooms.counts().rooms));
  run(lab, {"haa.construct", "step.last"});
  const HaaCounts high = lab.world().get<MapHaa>().haa().counts(HaaQuality::kHigh);
  const HaaCounts low = lab.world().get<MapHaa>().haa().counts(HaaQuality::kLow);
  size_t strong = 0, weak = 0, edges = 0;
  for (size_t i = 0; i < lab.playback().size(); ++i) {
    const SearchEvent& event = *lab.playback().event(i);
    const bool weakly = event.type == build_event::kDropEdge &&
                        lab.query().pseudo_code().event_word(event.type, event.line) == "weakly dominated";
    edges += event.type == build_event::kAddEdge;
    weak += weakly;
    strong += event.type == build_event::kDropEdge && !weakly;
  }
  CHECK(edges - strong == high.inter_edges + high.intra_edges);
  CHECK(weak == high.inter_edges - low.inter_edges);
  run(lab, "hna.construct");
  const HnaLevel& level = lab.world().get<MapHna>().hna().level(1);
  CHECK(events_of_line(lab, hna_build_code::kIntra) == level.intra_edge_count());
  size_t stored = 0;
  for (uint32_t group = 0; group < level.group_slots(); ++group) {
    stored += static_cast<size_t>(
        std::ranges::count_if(level.group(group).centre_costs, [](Cost cost) { return cost != kInfinite; }));
  }
  CHECK(events_of_line(lab, hna_build_code::kStore) == stored);
}

TEST_CASE("what a construction of rooms has cut so far is drawn, and no other room") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"map.new 30 24", "paint.rectangle 14 0 15 20 filled blocked", "rules.profile four", "rooms on"});
  run(lab, {"view.fit", "rooms.construct"});
  const auto rooms_drawn = [&] { return test::only(lab, builder, Layer::kSearch).rects.size(); };
  CHECK(rooms_drawn() == 0);
  size_t found = 0;
  for (size_t i = 0; i < lab.playback().size(); ++i) {
    const SearchEvent& event = *lab.playback().event(i);
    if (event.line != rooms_build_code::kRoom) continue;
    run(lab, fmt::format("step.to {}", i + 1));
    CHECK(rooms_drawn() == ++found);
  }
  CHECK(found >= 2);
}

TEST_CASE("an edit while HPA* of one level is stepped flashes its clusters, and none of a higher level") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  lab.finish_updates();
  run_settled(lab, {"view.fit", "view.level 1 all", "planner.trace hpa1"});
  const auto boxes = [&](const char* planner) {
    run(lab, fmt::format("planner.trace {}", planner));
    run(lab, {"layer all off", "layer flash on", "paint.line 8 20 12 20 blocked"});
    const size_t flashes = lab.state().flashes.size();
    const Overlay& overlay = test::draw(builder, lab);
    size_t lines = 0;
    for (const DrawBatch& batch : overlay.batches) lines += batch.list->lines.size();
    run_settled(lab, "edit.undo");
    CHECK(flashes > 0);
    return lines;
  };
  const auto flashing = [&](int level) {
    return std::ranges::count_if(lab.state().flashes, [&](const Flash& flash) { return flash.level == level; });
  };
  const size_t low = boxes("hpa1"), high = boxes("hpa3");
  CHECK(flashing(2) > 0);
  CHECK(low > 0);
  CHECK(low < high);
}

namespace {

nlohmann::json built_state(Lab& lab) { return nlohmann::json::parse(dump_state(lab)); }

// Carries the log out in a fresh lab.
void replay_log(const Lab& lab, Lab& other) {
  for (const std::string& line : test::lines_of(lab.log().reproduction())) {
    CAPTURE(line);
    CHECK(other.execute(line).ok());
  }
  other.finish_updates();
}

}  // namespace

TEST_CASE("a log that is played again steps the same construction, at the same step, or has left it as well") {
  const std::vector<std::vector<const char*>> scenes = {
      {"map.generate cave 30 26 1", "hpa.cluster_size 6", "hpa.construct"},
      {"map.generate rooms 30 26 3", "rules.profile four", "rooms on", "rooms.construct"},
      {"map.generate forest 22 20 3", "haa.sizes 2", "haa on", "haa.construct"},
      {"map.generate cave 24 22 4", "hna.levels 2", "hna on", "hna.construct"},
  };
  for (const auto& scene : scenes) {
    const std::string begin = scene.back();
    CAPTURE(begin);
    Lab lab;
    for (const char* line : scene) {
      run_settled(lab, line);
    }
    for (const std::string& line :
         {std::string("step.to 60"), std::string("paint.stroke brush blocked 1 round 9,9 14,20"),
          std::string("step.to 40"), begin + " off"}) {
      CAPTURE(line);
      run_settled(lab, line);
      Lab other;
      replay_log(lab, other);
      const nlohmann::json one = built_state(lab), two = built_state(other);
      CHECK(one["map"]["hash"] == two["map"]["hash"]);
      CHECK(one.value("construction", nlohmann::json()) == two.value("construction", nlohmann::json()));
      CHECK(one.contains("construction") == (line != begin + " off"));
      CHECK(one["playback"]["events"] == two["playback"]["events"]);
      CHECK(one["playback"]["cursor"] == two["playback"]["cursor"]);
      CHECK(one["playback"]["sentence"] == two["playback"]["sentence"]);
    }
  }
}

TEST_CASE("on a large map a thread records the construction, and leaving it gives the work up") {
  Lab lab;
  run_settled(lab, "map.generate cave 256 256 3");
  run(lab, "hpa.construct");
  REQUIRE(hpa_is_constructed(lab));
  CHECK(lab.playback().size() == 0);
  CHECK(construction_of(lab, kHpaProcessFeature).at_work());
  lab.finish_updates();
  CHECK_FALSE(construction_of(lab, kHpaProcessFeature).at_work());
  is_that_of_the_world(lab);
  CHECK(lab.playback().cursor() == 0);
  // A stroke records it again.
  const size_t events = lab.playback().size();
  run_settled(lab, "paint.rectangle 100 100 140 140 filled blocked");
  REQUIRE(hpa_is_constructed(lab));
  CHECK(lab.playback().size() != events);
  is_that_of_the_world(lab);
  run(lab, "hpa.levels 1");
  lab.tick(0.01);
  run(lab, "hpa.construct off");
  CHECK_FALSE(construction_of(lab, kHpaProcessFeature).at_work());
  lab.finish_updates();
  CHECK_FALSE(is_construction(lab.playback().outline()));
  CHECK(lab.playback().size() > 0);
  // With a hidden future the recording comes in at its beginning, and only that is seen.
  run_settled(lab, {"predict.hide future", "hpa.construct"});
  CHECK(lab.playback().future_hidden());
  CHECK(lab.playback().size() == 0);
  run(lab, "step.to 50");
  CHECK(lab.playback().size() == 50);
}

TEST_CASE("of a construction with many parts only those in sight are drawn") {
  LabInView lab(600, 600);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 256 256 3", "hpa.levels 3", "hpa.construct"});
  run(lab, {"step.last", "view.fit", "view.level 1 all"});
  const size_t all = test::only(lab, builder, Layer::kSearch).lines.size();
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  size_t edges = hpa.inter_edges(1).size();
  for (int level = 1; level <= hpa.levels(); ++level) edges += hpa.intra_edges(level).size();
  CHECK(all == edges);
  run(lab, {"view.goto 20 20", "view.zoom 20"});
  const size_t some = test::only(lab, builder, Layer::kSearch).lines.size();
  CHECK(some > 0);
  CHECK(some < all / 10);
  // Another part of the map comes into sight.
  run(lab, "view.goto 200 200");
  const test::Drawn there = test::only(lab, builder, Layer::kSearch);
  CHECK_FALSE(there.lines.empty());
  for (const DrawLine& line : there.lines) CHECK(std::max(line.x0, line.x1) > 100);
}
