// Levels (.obj files) in the lab: opened like maps, painted, saved as maps of their cells, made anew, brought back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/draw/overlay.hpp"
#include "app/features/level/level.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/io/obj_file.hpp"
#include "core/level/level_scenes.hpp"
#include "core/level/level_settings.hpp"
#include "tests/overlay_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::string kCourtyard = strata::test::source_path("assets/levels/courtyard.obj");

void open_courtyard(Lab& lab) { run_settled(lab, strata::test::open_line(kCourtyard)); }

// Without what was said and done on the way.
nlohmann::json picture(Lab& lab) {
  lab.finish_updates();
  nlohmann::json state = nlohmann::json::parse(dump_state(lab));
  for (const char* key : {"messages", "dialogs", "question", "recent", "meter", "stroke", "view"}) state.erase(key);
  for (const char* key : {"unsaved", "revision"}) state["map"].erase(key);
  for (auto& part : state) {
    if (part.is_object()) part.erase("memory_bytes");
  }
  return state;
}

// What its reproduction makes of a fresh lab; empty: the same.
std::string difference_from_reproduction(Lab& lab) {
  Lab again;
  for (const std::string& line : test::lines_of(lab.log().reproduction())) {
    if (line.empty() || line[0] == '#') continue;
    if (const Status status = again.execute(line); !status) return line + ": " + status.error().message();
  }
  const nlohmann::json differences = nlohmann::json::diff(picture(again), picture(lab));
  return differences.empty() ? "" : differences.dump(1);
}

}  // namespace

TEST_CASE("the stock level is what its generator gives") {
  const std::string text = must(read_file(kCourtyard, 1 << 20));
  CHECK(text == courtyard_level());
}

TEST_CASE("a level is opened like a map: its mesh and its planners come with it, and go with the next map") {
  Lab lab;
  lab.finish_updates();
  CHECK_FALSE(lab.state().row("detour")->shown);
  open_courtyard(lab);
  CHECK(lab.state().map_title == "courtyard.obj");
  CHECK(lab.state().comparison_note.starts_with("Cells hold the top floor of a level alone"));
  CHECK(lab.world().level() != nullptr);
  holds(lab, {"level.on == true", "navmesh.ready == true", "navmesh.of_level == true"});
  for (const char* name : {"astar", "navmesh", "polyanya", "detour"}) {
    CAPTURE(name);
    REQUIRE(lab.state().row(name)->shown);
    CHECK(lab.state().row(name)->result.found());
  }
  for (const Layer layer : {kPolygonLayer, kPortalLayer, kHeightLayer}) CHECK(on(lab, layer));
  check_rows(lab);
  run(lab, "hna on");
  check_rows(lab);
  CHECK(lab.state().row("hna1")->result.raw_cost == lab.state().row("navmesh")->result.raw_cost);
  // Large agents and terrain weights: the comparison says why.
  run_settled(lab, "agent.size 2");
  CHECK(lab.state().row("navmesh")->note.find("size 1") != std::string::npos);
  run_settled(lab, {"agent.size 1", "planner.trace detour"});
  CHECK(lab.playback().size() > 3);
  CHECK_FALSE(lab.playback().places().are_cells());
  CHECK(difference_from_reproduction(lab) == "");
  run_settled(lab, "map.scene running-example");
  CHECK_FALSE(lab.state().row("detour")->shown);
  CHECK(lab.state().traced == "astar");
  CHECK(lab.state().row("navmesh")->result.found());
  holds(lab, "navmesh.of_level == false");
  CHECK(failure(lab, "level.build").find("no level") != std::string::npos);
  run_settled(lab, "planner.show detour on");
  CHECK(lab.state().row("detour")->note.find(".obj") != std::string::npos);
}

TEST_CASE("a level comes up with its mesh alone, but for layers that were switched on by hand") {
  Lab lab;
  lab.finish_updates();
  const auto on_named = [&](std::string_view name) { return on(lab, *layer_named(name)); };
  run(lab, "planner.trace hpa1");
  CHECK(on_named("clusters"));
  run(lab, {"layer transitions off", "layer transitions on"});
  open_courtyard(lab);
  CHECK_FALSE(on_named("clusters"));
  CHECK(on_named("transitions"));
  // The same holds when the level is opened again.
  run_settled(lab, {"layer clusters on", "map.reload"});
  CHECK(on_named("clusters"));
  CHECK(on_named("transitions"));
}

TEST_CASE("what is painted over a level is taken out of its mesh, what lies under it is shown") {
  LabInView lab(1200, 900);
  OverlayBuilder builder;
  open_courtyard(lab);
  run(lab, {"view.fit", "query.clear"});
  const auto shown_area = [&] {
    lab.finish_updates();
    return area(only(lab, builder, kPolygonLayer).facets);
  };
  const double before = shown_area();
  run(lab, "paint.rectangle 76 40 85 60 filled blocked");
  holds(lab, "navmesh.ready == true");
  const double painted = shown_area();
  CHECK(painted < before - 100);
  CHECK(difference_from_reproduction(lab) == "");
  run(lab, "edit.undo");
  CHECK(shown_area() == doctest::Approx(before));
  // The bridge: a floor above another one.
  const Cell bridge{static_cast<int>((60.5 + 0.8) / 0.3), static_cast<int>((24 + 0.8) / 0.3)};
  run_settled(lab, fmt::format("inspect {} {}", bridge.x, bridge.y));
  CHECK(navmesh_controller(lab).inspected().floors.size() == 2);
  CHECK(navmesh_controller(lab).inspected().floors[0].height >
        navmesh_controller(lab).inspected().floors[1].height + 2);
  // Meshes of the cells as well.
  run_settled(lab, "navmesh.source triangles");
  CHECK(shown_area() == doctest::Approx(static_cast<double>(lab.world().moves().passable_count())).epsilon(1e-3));
  run(lab, "navmesh.source level");
  CHECK(shown_area() == doctest::Approx(before));
}

TEST_CASE("a level is not written over: its cells are saved as a map") {
  const TempFolder folder;
  const std::string copy = folder.file("level.obj"), map = folder.file("level.map");
  REQUIRE(write_file_atomic(copy, courtyard_level()).ok());
  Lab lab;
  run(lab, "map.open " + copy);
  run(lab, "paint.rectangle 76 40 85 60 filled blocked");
  CHECK(failure(lab, "map.save").find("save_as") != std::string::npos);
  CHECK(failure(lab, "map.save_as " + copy).find(".map") != std::string::npos);
  CHECK(failure(lab, "map.save_as " + folder.file("other.stl")).find(".obj") != std::string::npos);
  // Under another name the level is written as it was read, which saves no edit.
  run(lab, "map.save_as " + folder.file("other.OBJ"));
  CHECK(lab.state().unsaved);
  CHECK(lab.state().map_path == copy);
  const auto other = load_obj(folder.file("other.OBJ")), first = load_obj(copy);
  REQUIRE(other.ok());
  CHECK(other.value().vertices == first.value().vertices);
  CHECK(other.value().triangles == first.value().triangles);
  CHECK(read_file(copy, 1 << 20).value() == courtyard_level());
  run(lab, "map.save_as " + map);
  CHECK_FALSE(lab.state().unsaved);
  CHECK(lab.world().level() != nullptr);  // it is still there to be planned on
  lab.finish_updates();
  check_rows(lab);
  const auto saved = load_map(map);
  REQUIRE(saved.ok());
  CHECK(saved.value().map == lab.world().map());
  run(lab, "paint.rectangle 76 70 85 80 filled blocked");
  run(lab, "map.save");  // now there is a file of its own
  CHECK(load_map(map).value().map == lab.world().map());
  run(lab, "map.open " + map);
  CHECK(lab.world().level() == nullptr);
}

TEST_CASE("a level is made anew with other settings, which outlive it and are said where they cannot be used") {
  Lab lab;
  CHECK(failure(lab, "level.set cell-size=0").find("size of cells") != std::string::npos);
  CHECK(failure(lab, "level.set cells=1").find("there is no setting") != std::string::npos);
  CHECK(failure(lab, "level.set slope=steep").find("no number") != std::string::npos);
  CHECK(failure(lab, "level.set region-min=2.5").find("whole") != std::string::npos);
  CHECK(failure(lab, "level.set partition=squares").find("watershed, monotone or layers") != std::string::npos);
  holds(lab, "level.outdated == false");
  open_courtyard(lab);
  const int width = lab.world().map().width();
  run(lab, {"level.set cell-size=0.4 agent-radius=0.4", "level.set partition=monotone"});
  holds(lab, "level.outdated == true");
  CHECK(lab.world().map().width() == width);
  run(lab, "level.build");
  holds(lab, "level.outdated == false");
  CHECK(lab.world().map().width() < width);
  CHECK(lab.world().level()->options().partition == LevelPartition::kMonotone);
  check_rows(lab);
  CHECK(difference_from_reproduction(lab) == "");
  // Unsaved work is asked about first.
  run(lab, {"paint.fill 80 45 water", "level.set cell-size=0.3", "level.build"});
  REQUIRE(lab.state().question.has_value());
  run_settled(lab, "question.discard");
  CHECK(lab.world().map().width() > 200);
  run(lab, "level.set usual");
  CHECK(level_controller(lab).options() == LevelOptions{});
}

TEST_CASE("start, goal and groups stay when a level is made again, and an end without ground goes to the nearest") {
  Lab lab;
  open_courtyard(lab);
  run(lab, {"hna on", "planner.trace hna1"});
  const Layer groups = *layer_named("mesh-groups");
  REQUIRE(on(lab, groups));
  const PlanQuery query = lab.state().query;
  const auto place = [&](Cell cell) {
    const LevelMesh& mesh = lab.world().level()->mesh();
    const float size = mesh.options().cell_size;
    return std::pair{mesh.low()[0] + (static_cast<float>(cell.x) + 0.5f) * size,
                     mesh.low()[2] + (static_cast<float>(cell.y) + 0.5f) * size};
  };
  const auto [x, z] = place(query.start);
  const auto [to_x, to_z] = place(query.goal);
  for (const char* line : {"level.build", "map.reload"}) {
    CAPTURE(line);
    run(lab, line);
    CHECK(lab.state().query == query);
    CHECK(on(lab, groups));
    CHECK(difference_from_reproduction(lab) == "");
  }
  // Cells of another size: the ends stand at the same places of the level.
  run(lab, {"level.set cell-size=0.45", "level.build"});
  CHECK(on(lab, groups));
  const auto [now_x, now_z] = place(lab.state().query.start);
  const auto [goal_x, goal_z] = place(lab.state().query.goal);
  CHECK(std::abs(now_x - x) < 0.45);
  CHECK(std::abs(now_z - z) < 0.45);
  CHECK(std::abs(goal_x - to_x) < 0.45);
  CHECK(std::abs(goal_z - to_z) < 0.45);
  CHECK(difference_from_reproduction(lab) == "");
  // Beside a wall there is no ground for an agent that is much wider.
  const LevelMesh& mesh = lab.world().level()->mesh();
  Cell edge{0, 0};
  while (mesh.end_at(edge).polygon == kNoPolygon || mesh.map().letter(edge) != '.') {
    edge = edge.x + 1 < mesh.map().width() ? Cell{edge.x + 1, edge.y} : Cell{0, edge.y + 1};
  }
  run(lab, fmt::format("query.start {} {}", edge.x, edge.y));
  const PlanQuery before = lab.state().query;
  run(lab, {"level.set agent-radius=1.4", "level.build"});
  CHECK(lab.state().query.start != before.start);
  CHECK(lab.world().level()->mesh().end_at(lab.state().query.start).polygon != kNoPolygon);
  CHECK(std::ranges::any_of(lab.state().messages, [](const Message& message) {
    return message.text.find("S has no ground any more") != std::string::npos;
  }));
  // Without a query there is none afterwards.
  run(lab, {"query.clear", "level.build"});
  CHECK_FALSE(lab.state().has_query);
}

TEST_CASE("layers that came with the split of the view stay when the level of a workspace is made again") {
  const TempFolder folder;
  std::filesystem::copy_file(kCourtyard, folder.file("courtyard.obj"));
  Lab lab;
  run(lab, test::open_line(folder.file("courtyard.obj")));
  run(lab, test::open_line(folder.file("a.strata"), "workspace.save"));
  run(lab, test::open_line(folder.file("a.strata"), "workspace.open"));
  run(lab, "view.split 2");
  REQUIRE_FALSE(lab.state().split_layers.empty());
  run(lab, "level.build");
  CHECK_FALSE(lab.state().split_layers.empty());
  CHECK(difference_from_reproduction(lab) == "");
  run(lab, "view.split 1");
  CHECK(difference_from_reproduction(lab) == "");
}

TEST_CASE("a level that cannot be read or made leaves what was open as it was") {
  const TempFolder folder;
  Lab lab;
  lab.finish_updates();
  const std::string before = lab.state().map_title;
  const auto refused = [&](const std::string& text) {
    const std::string file = folder.file("bad.obj");
    REQUIRE(write_file_atomic(file, text).ok());
    return failure(lab, "map.open " + file);
  };
  CHECK(refused("v 0 0 0\nv 1 0 0\nf 1 2 3\n").find("bad.obj:3") != std::string::npos);
  CHECK(refused("v 0 0 nan\n").find("bad.obj:1") != std::string::npos);
  CHECK(refused("# nothing\n").find("bad.obj") != std::string::npos);
  // Ground that is too steep to stand on.
  CHECK(refused("v 0 0 0\nv 0 20 0\nv 0 20 20\nv 0.1 0 20\nf 1 2 3 4\n").find("bad.obj") != std::string::npos);
  CHECK(failure(lab, "map.open " + folder.file("none.obj")).find("none.obj") != std::string::npos);
  CHECK(lab.state().map_title == before);
  CHECK(lab.world().level() == nullptr);
}

TEST_CASE("a level that is meant otherwise is offered so, and comes back so") {
  const TempFolder folder;
  // z goes up: a floor with a wall on it, in centimetres.
  const std::string file = folder.file("z up.obj");
  REQUIRE(write_file_atomic(file,
                            "v 0 0 0\nv 2000 0 0\nv 2000 1600 0\nv 0 1600 0\nf 1 2 3 4\nv 980 0 0\nv 1020 0 0\n"
                            "v 1020 0 250\nv 980 0 250\nf 5 6 7 8\n")
              .ok());
  LabOptions options{.recovery_folder = folder.file("recovery")};
  GridMap painted;
  {
    Lab lab(options);
    lab.finish_updates();
    run(lab, "level.set scale=0.01");
    lab.run(fmt::format("map.open \"{}\"", file));
    lab.finish_updates();
    CHECK(lab.world().level() == nullptr);
    REQUIRE(lab.state().dialogs.size() == 1);
    const Dialog dialog = lab.state().dialogs.front();
    CHECK(dialog.text.find("is z up?") != std::string::npos);
    CHECK(dialog.offer.label == "Open with z up");
    CHECK(dialog.offer.commands.at(0) == "level.set up=z");
    run(lab, "dialog.close");
    for (const std::string& line : dialog.offer.commands) run(lab, line);
    lab.finish_updates();
    REQUIRE(lab.world().level() != nullptr);
    CHECK(lab.world().map().width() == 67);
    CHECK(lab.world().level()->options().import == ObjImport{.up = ObjUpAxis::kZ, .scale = 0.01f});
    holds(lab, {"level.settings.up == z", "level.settings.scale == 0.01"});
    CHECK(difference_from_reproduction(lab) == "");
    // What comes afterwards and is of no use offers nothing of it.
    lab.run("map.open " + folder.file("none.obj"));
    lab.finish_updates();
    REQUIRE(lab.state().dialogs.size() == 1);
    CHECK(lab.state().dialogs.front().offer.label.empty());
    run(lab, {"dialog.close", "paint.rectangle 20 10 30 20 filled blocked"});
    painted = lab.world().map();
    REQUIRE(lab.recovery().keep_last().ok());
  }
  Lab again(options);
  REQUIRE(again.state().question.has_value());
  run(again, "recovery.restore");
  CHECK(again.world().map() == painted);
  REQUIRE(again.world().level() != nullptr);
  CHECK(again.world().level()->options().import == ObjImport{.up = ObjUpAxis::kZ, .scale = 0.01f});
  holds(again, "level.outdated == false");
  run_settled(again, "level.build force");
  CHECK(again.world().map().width() == 67);
}

TEST_CASE("a level of which much is left out says how it may be meant") {
  const TempFolder folder;
  const std::string file = folder.file("down.obj");
  REQUIRE(write_file_atomic(file,
                            "v 0 0 0\nv 20 0 0\nv 20 0 20\nv 0 0 20\nv 7 1.5 7\nv 7 1.5 14\nv 14 1.5 14\n"
                            "v 14 1.5 7\nf 1 2 3 4\nf 5 6 7 8\n")
              .ok());
  Lab lab;
  run_settled(lab, "map.open " + file);
  CHECK(std::ranges::any_of(lab.state().messages, [](const Message& message) {
    return message.text.find("1 of 2 faces points down") != std::string::npos;
  }));
  holds(lab, "level.guess == flip=on");
  const size_t before = static_cast<size_t>(lab.world().moves().passable_count());
  run(lab, {"level.set flip=on", "level.build"});
  holds(lab, "level.guess == \"\"");
  CHECK(static_cast<size_t>(lab.world().moves().passable_count()) > 4 * before);
}

TEST_CASE("unsaved work on a level comes back with the level, or without it where that has gone") {
  const TempFolder folder;
  LabOptions options{.recovery_folder = folder.file("recovery")};
  const std::string copy = folder.file("level.obj");
  REQUIRE(write_file_atomic(copy, courtyard_level()).ok());
  GridMap painted;
  {
    Lab lab(options);
    run(lab, "level.set cell-size=0.4");
    run(lab, "map.open " + copy);
    run(lab, "paint.rectangle 60 30 66 45 filled water");
    painted = lab.world().map();
    REQUIRE(lab.recovery().keep_last().ok());
  }
  const auto restored = [&] {
    auto lab = std::make_unique<Lab>(options);
    REQUIRE(lab->state().question.has_value());
    run(*lab, "recovery.restore");
    CHECK(lab->world().map() == painted);
    CHECK(lab->state().unsaved);
    return lab;
  };
  SUBCASE("with it") {
    const auto lab = restored();
    REQUIRE(lab->world().level() != nullptr);
    CHECK(lab->world().level()->options().cell_size == doctest::Approx(0.4));
    CHECK(lab->state().level_path == copy);
    lab->finish_updates();
    check_rows(*lab);
    CHECK(lab->state().row("detour")->result.found());
    CHECK(failure(*lab, "map.save").find("save_as") != std::string::npos);
  }
  SUBCASE("it has gone") {
    std::filesystem::remove(copy);
    const auto lab = restored();
    CHECK(lab->world().level() == nullptr);
    CHECK(lab->state().map_path.empty());
    REQUIRE_FALSE(lab->state().dialogs.empty());
    CHECK(lab->state().dialogs.front().text.find("level.obj") != std::string::npos);
  }
  SUBCASE("it is another one") {
    REQUIRE(write_file_atomic(copy, "v 0 0 0\nv 0 0 30\nv 30 0 30\nv 30 0 0\nf 1 2 3 4\n").ok());
    const auto lab = restored();
    CHECK(lab->world().level() == nullptr);
    REQUIRE_FALSE(lab->state().dialogs.empty());
    CHECK(lab->state().dialogs.front().text.find("another level") != std::string::npos);
  }
}
