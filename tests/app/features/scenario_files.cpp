// Scenarios and the disk: files that cannot be opened, tables of results, rows of one's own, the recovery copy.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "app/base/user_folders.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/io/cell_weights.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<std::string> cut(const std::string& line, char at) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == at && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace

TEST_CASE("scenario: what cannot be opened is told with its place, and nothing has changed") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  run(lab, "scenario.open " + folder.file("a.map.scen") + " 2");
  const auto write = [&](const char* text) { REQUIRE(write_file_atomic(folder.file("c.scen"), text).ok()); };
  write("version 1\n\n0 gone.map 20 10 0 0 9 0 9\n");
  const std::string gone = failure(lab, "scenario.open " + folder.file("c.scen"));
  CHECK(gone.find(folder.file("c.scen") + ":3: map 'gone.map' was not found; looked for ") != std::string::npos);
  CHECK(failure(lab, "map.open " + folder.file("c.scen")) == gone);
  write("version 1\n0 a.map 20 10 0 0 9 0\n");
  CHECK(failure(lab, "scenario.open " + folder.file("c.scen")).find("c.scen:2: expected 9 columns") !=
        std::string::npos);
  write("version 1\n");
  CHECK(failure(lab, "scenario.open " + folder.file("c.scen")) == folder.file("c.scen") + ": has no rows");
  CHECK(failure(lab, "scenario.open " + folder.file("a.map.scen") + " 12") ==
        folder.file("a.map.scen") + ": has rows 1 to 11, not 12");
  CHECK(scenarios_controller(lab).rows().size() == 11);
  CHECK(scenarios_controller(lab).current() == 1);
}

TEST_CASE("scenario: on a large map a thread opens it and measures rows, with the same end") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab({.large_cells = 0});
  lab.run("scenario.open " + folder.file("a.map.scen") + " 2");
  REQUIRE(lab.state().large.on);
  CHECK(scenarios_controller(lab).rows().empty());
  wait_for_work(lab);
  REQUIRE(scenarios_controller(lab).rows().size() == 11);
  CHECK(scenarios_controller(lab).current() == 1);
  CHECK(lab.log().lines().back() == "scenario.open " + folder.file("a.map.scen") + " 2");
  lab.run("query.goal 5 5");
  lab.run("scenario.add");
  REQUIRE(lab.state().large.on);
  wait_for_work(lab);
  REQUIRE(scenarios_controller(lab).rows().size() == 12);
  CHECK(query_of(scenarios_controller(lab).rows().back()) == PlanQuery{{0, 0}, {5, 5}});
  CHECK(lab.log().lines().back() == "scenario.add");
}

TEST_CASE("scenario: results are written as a table that says the same when it is read") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  run(lab, "scenario.open " + folder.file("a.map.scen"));
  show_only(lab, {"astar", "hpa1"});
  const std::string file = folder.file("results.csv");
  CHECK(failure(lab, "scenario.csv " + file) == file + ": there are no results yet: run the scenario first");
  run(lab, {"scenario.run", "wait.ready"});
  run(lab, "scenario.csv " + file);
  const ScenariosController& controller = scenarios_controller(lab);
  const ScenarioResults& results = controller.results();
  const std::vector<std::string> lines = cut(read_file(file).value(), '\n');
  REQUIRE(lines.size() == 1 + 11 * 2 + 1);
  CHECK(lines.back().empty());
  const std::vector<std::string> titles = cut(lines[0], ',');
  size_t at = 1;
  for (size_t row = 0; row < 11; ++row) {
    for (size_t i = 0; i < 2; ++i, ++at) {
      CAPTURE(lines[at]);
      const std::vector<std::string> words = cut(lines[at], ',');
      REQUIRE(words.size() == titles.size());
      std::map<std::string, std::string> of;
      for (size_t column = 0; column < titles.size(); ++column) of[titles[column]] = words[column];
      const ScenarioRow& listed = controller.rows()[row];
      CHECK(of["row"] == std::to_string(row + 1));
      CHECK(of["bucket"] == std::to_string(listed.bucket));
      CHECK(of["map"] == listed.map);
      CHECK(of["goal_x"] == std::to_string(listed.goal_x));
      CHECK(std::stod(of["expected"]) == listed.length);
      CHECK(of["planner"] == results.planners[i]->name);
      if (!results.knows(row, i)) {
        CHECK(of["status"] == fmt::format("not asked: {}", problem_word(controller.problem(row))));
        CHECK(of["expanded"].empty());
        continue;
      }
      const ScenarioAnswer& answer = results.at(row, i);
      CHECK(of["status"] == status_text(answer.status));
      CHECK(of["expanded"] == std::to_string(answer.expanded));
      CHECK(std::stoi(of["runs"]) == answer.runs);
      CHECK(std::stod(of["micros"]) == doctest::Approx(answer.micros).epsilon(0.02));
      CHECK(of["cost"].empty() != answer.found());
      if (answer.found()) CHECK(std::stod(of["cost"]) == doctest::Approx(results.length(row, i)).epsilon(1e-4));
      CHECK(of["percent_over"].empty() != is_figure(results.above_optimal(listed, row, i)));
    }
  }
}

TEST_CASE("scenario: start and goal are added as a row, saved, and read back") {
  const TempFolder folder;
  write_cave(folder, 5);
  Lab lab;
  run(lab, "map.open " + folder.file("cave.map"));
  const ScenariosController& controller = scenarios_controller(lab);
  std::vector<ScenarioRow> made;
  for (int i = 1; i <= 6; ++i) {
    run_settled(lab, fmt::format("query.random {}", i));
    run(lab, "scenario.add");
    const PlannerRow* astar = lab.state().row("astar");
    const ScenarioRow& row = controller.rows().back();
    CHECK(row.length == doctest::Approx(astar->result.cost / 816.0).epsilon(1e-9));
    CHECK(row.bucket == static_cast<uint32_t>(row.length / 4));
    CHECK(query_of(row) == lab.state().query);
    CHECK(controller.current() == controller.rows().size() - 1);
    made.push_back(row);
  }
  CHECK(lab.state().unsaved);
  CHECK(controller.unsaved());
  // Edits of scenarios and of the map share one undo history.
  run(lab, "edit.undo");
  CHECK(controller.rows().size() == 5);
  run(lab, "edit.redo");
  REQUIRE(controller.rows().size() == 6);
  CHECK(same_row(controller.rows()[5], made[5]));
  // Asked about before they would be lost, and saved beside the map.
  run(lab, "map.scene running-example");
  REQUIRE(lab.state().question.has_value());
  CHECK(lab.state().question->text.find("The scenario has changes that are not saved") != std::string::npos);
  run(lab, "question.save");
  CHECK(lab.state().map_title == "running example");
  CHECK(controller.rows().empty());
  run(lab, "map.open " + folder.file("cave.map-2.scen"));  // cave.map.scen was there
  REQUIRE(controller.rows().size() == made.size());
  for (size_t i = 0; i < made.size(); ++i) CHECK(same_row(controller.rows()[i], made[i]));
  CHECK(controller.problems().all() == 0);
  CHECK_FALSE(lab.state().unsaved);
  run(lab, "scenario.save " + folder.file("again.scen"));
  CHECK(read_file(folder.file("again.scen")).value() == read_file(folder.file("cave.map-2.scen")).value());
}

TEST_CASE("scenario: undo of an added row selects the row before, and redo the added one again") {
  Lab lab;
  const ScenariosController& controller = scenarios_controller(lab);
  run(lab, {"scenario.add", "scenario.add"});
  REQUIRE(controller.current() == 1);
  run(lab, "edit.undo");
  CHECK(controller.current() == 0);  // the rows are equal
  run(lab, "edit.redo");
  CHECK(controller.current() == 1);
  run(lab, {"query.swap", "scenario.add", "scenario.row 1", "edit.undo"});
  CHECK(controller.current() == 0);
  run(lab, "edit.redo");
  CHECK(controller.current() == 0);  // another row was selected, which stays
  run(lab, {"scenario.row 3", "edit.undo"});
  CHECK(controller.chosen() == 1);
  CHECK_FALSE(controller.current().has_value());
  run(lab, {"scenario.row 1", "edit.redo"});
  CHECK(controller.current() == 0);
}

TEST_CASE("scenario: undo takes no row away from a scenario that was opened after the row was added") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  run(lab, "map.open " + folder.file("a.map"));
  run(lab, {"query.set 0 0 5 0", "scenario.add", "graph.node 3,0"});
  const size_t undo_steps = lab.undo_history().position();
  run(lab, "scenario.open " + folder.file("a.map.scen") + " 1 here");
  const ScenariosController& controller = scenarios_controller(lab);
  REQUIRE(controller.rows().size() == 11);
  CHECK(lab.undo_history().position() == undo_steps - 1);
  while (lab.undo_history().can_undo()) run(lab, "edit.undo");
  CHECK(controller.rows().size() == 11);
  CHECK_FALSE(controller.unsaved());
  CHECK(lab.undo_history().redo_name() == "Move start and goal");
}

TEST_CASE("scenario: a row says why it cannot be added or saved") {
  const TempFolder folder;
  write_mixed(folder);
  Lab lab;
  CHECK(failure(lab, "scenario.save").find("no file yet") != std::string::npos);
  CHECK(failure(lab, "scenario.save " + folder.file("x.scen")).find("there is no row to be saved") !=
        std::string::npos);
  // A map without a file: rows are named after it once it has one.
  run(lab, "scenario.add");
  CHECK(failure(lab, "scenario.save " + folder.file("x.scen")).find("save the map first") != std::string::npos);
  run(lab, "map.save_as " + folder.file("example.map"));  // with what is unsaved beside it
  CHECK_FALSE(lab.state().unsaved);
  CHECK(load_scenario(folder.file("example.map.scen")).value().rows.at(0).map == "example.map");
  CHECK(scenarios_controller(lab).problems().all() == 0);
  CHECK(failure(lab, "scenario.save " + folder.file("x.txt")).find("ends in .scen") != std::string::npos);
  run(lab, "map.open " + folder.file("a.map"));
  run(lab, {"query.start 0 0", "query.goal 17 3"});
  CHECK(failure(lab, "scenario.add") == "scenario.add: the query is not added: no path");
  run(lab, "query.goal 12 3");
  CHECK(failure(lab, "scenario.add").find("goal") != std::string::npos);
  run(lab, "query.clear");
  CHECK(failure(lab, "scenario.add") == "scenario.add: there is no start and goal to be added");
  CHECK(scenarios_controller(lab).rows().empty());
}

TEST_CASE("scenario: a row of a map with a blank in its name is added, saved, and read back") {
  const TempFolder folder;
  REQUIRE(save_map(GridMap(9, 7), folder.file("my map.map")).ok());
  Lab lab;
  run(lab, "map.open \"" + folder.file("my map.map") + "\"");
  run(lab, {"query.start 0 0", "query.goal 8 0", "scenario.add"});
  run(lab, "scenario.save \"" + folder.file("my map.map.scen") + "\"");
  CHECK(read_file(folder.file("my map.map.scen")).value() == "version 1\n2\t\"my map.map\"\t9\t7\t0\t0\t8\t0\t8\n");
  Lab other;
  run(other, "map.open \"" + folder.file("my map.map.scen") + "\"");
  CHECK(other.state().map_path == folder.file("my map.map"));
  CHECK(scenarios_controller(other).rows().size() == 1);
  CHECK(scenarios_controller(other).problems().all() == 0);
}

TEST_CASE("scenario: one that lies beside an opened map is offered, and opened by the offer") {
  const TempFolder folder;
  write_mixed(folder);
  const auto offer = [](const Lab& lab) {
    const auto& notices = lab.state().notices;
    const auto found = std::ranges::find(notices, Notice::Kind::kFileBeside, &Notice::kind);
    return found != notices.end() ? &*found : nullptr;
  };
  Lab lab;
  run(lab, "map.open " + folder.file("a.map"));
  const Notice* notice = offer(lab);
  REQUIRE(notice != nullptr);
  CHECK(notice->text == "a.map.scen lies beside this map.");
  CHECK(notice->action == "Open a.map.scen");
  CHECK(scenarios_controller(lab).rows().empty());
  // Closed, it is out of the way; the panel still has it.
  run(lab, "notice.close beside");
  REQUIRE(offer(lab) != nullptr);
  CHECK(offer(lab)->closed);
  const std::string line = offer(lab)->line;
  run(lab, line);
  CHECK(scenarios_controller(lab).path() == folder.file("a.map.scen"));
  CHECK(scenarios_controller(lab).rows().size() == 11);
  CHECK(offer(lab) == nullptr);
  // The map keeps the terrains that were chosen for its letters.
  run(lab, "map.open " + folder.file("a.map"));
  run(lab, "terrain.letter W ground");
  run(lab, std::string(offer(lab)->line));
  CHECK(lab.world().map().letter_terrains().to_words() == std::vector<std::string>{"W=ground"});
  // Unsaved work is asked about first.
  run(lab, "map.open " + folder.file("a.map"));
  run(lab, "paint.fill 0 0 swamp");
  run(lab, std::string(offer(lab)->line));
  CHECK(lab.state().question.has_value());
  run(lab, "question.cancel");
  CHECK(offer(lab) != nullptr);
  // By the name without .map as well; not where there is none, where the scenario opened the map, or for a folder.
  const struct {
    std::vector<std::string> files;
    std::string offered;  // empty: none
  } rows[] = {{{"b.map"}, ""},
              {{"b.map", "b.scen"}, "b.scen"},
              {{"b.map", "b.map.scen"}, "b.map.scen"},
              {{"b.map", "b.scen", "b.map.scen"}, "b.map.scen"},
              {{"b.map", "B.scen"}, ""},
              {{"b.map", "c.map.scen"}, ""},
              {{"b.map", "b.map.scen/x"}, ""},
              {{"b.map", "b.scenario"}, ""},
              {{"two words.map", "two words.map.scen"}, "two words.map.scen"},
              {{"b", "b.scen"}, "b.scen"}};
  for (const auto& row : rows) {
    CAPTURE(row.files.back());
    const TempFolder own;
    for (const std::string& file : row.files) {
      std::filesystem::create_directories(std::filesystem::path(own.file(file)).parent_path());
      REQUIRE(write_file_atomic(own.file(file), format_map(GridMap(4, 4))).ok());
    }
    Lab fresh;
    run(fresh, "map.open \"" + own.file(row.files.front()) + "\"");
    REQUIRE((offer(fresh) != nullptr) == !row.offered.empty());
    if (!row.offered.empty()) CHECK(offer(fresh)->file == own.file(row.offered));
  }
}

TEST_CASE("scenario: a file whose only row was taken back does not keep the map from being saved") {
  const TempFolder folder;
  Lab lab;
  run(lab, "scenario.add");
  run(lab, "map.save_as " + folder.file("a.map"));
  REQUIRE(load_scenario(folder.file("a.map.scen")).value().rows.size() == 1);
  run(lab, "edit.undo");
  CHECK(scenarios_controller(lab).rows().empty());
  CHECK(lab.state().unsaved);
  run(lab, "map.save");
  CHECK_FALSE(lab.state().unsaved);
  CHECK(load_scenario(folder.file("a.map.scen")).value().rows.empty());
  CHECK(failure(lab, "scenario.save").find("there is no row to be saved") != std::string::npos);
  run(lab, "edit.redo");
  CHECK(lab.state().unsaved);
}

TEST_CASE("scenario: rows that were not saved come back after the program has ended without warning") {
  const TempFolder folder;
  write_mixed(folder);
  LabOptions options{.recovery_folder = folder.file("recovery"), .recovery_seconds = 0.02};
  {
    Lab lab(options);
    run(lab, "scenario.open " + folder.file("a.map.scen"));
    run(lab, {"query.start 1 1", "query.goal 7 8", "scenario.add"});
    REQUIRE(lab.recovery().keep_last().ok());
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  const ScenariosController& controller = scenarios_controller(lab);
  REQUIRE(controller.rows().size() == 12);
  CHECK(query_of(controller.rows().back()) == PlanQuery{{1, 1}, {7, 8}});
  CHECK(controller.unsaved());
  CHECK(controller.path() == folder.file("a.map.scen"));
  run(lab, "scenario.save");
  CHECK_FALSE(controller.unsaved());
  CHECK(load_scenario(folder.file("a.map.scen")).value().rows.size() == 12);
}

TEST_CASE("scenario: one of the open map is taken at once, and the map is read again only if it is another by now") {
  const TempFolder folder;
  write_cave(folder, 5);
  Lab lab;
  run_settled(lab, open_line(folder.file("cave.map")));
  const uint64_t before = lab.state().world_version;
  const std::string scenario = folder.file("cave.map.scen");
  run(lab, "scenario.open " + scenario + " 2");
  CHECK(lab.state().world_version == before);
  CHECK(scenarios_controller(lab).rows().size() == 5);
  CHECK(scenarios_controller(lab).current() == 1);
  // The same by the command that opens any file.
  run(lab, open_line(scenario));
  CHECK(lab.state().world_version == before);
  CHECK(scenarios_controller(lab).current() == 0);
  // Results of the scenario before do not stay.
  show_only(lab, {"astar"});
  run_settled(lab, "scenario.run");
  CHECK_FALSE(scenarios_controller(lab).results().empty());
  run(lab, "scenario.open " + scenario + " 1");
  CHECK(scenarios_controller(lab).results().empty());
  CHECK(lab.state().world_version == before);
  // A painted map is not the one of the file.
  const std::string letters = test::letters(lab);
  run(lab, "paint.rectangle 1 1 30 30 filled blocked");
  run(lab, "scenario.open " + scenario + " 2 force");
  CHECK(lab.state().world_version != before);
  CHECK(test::letters(lab) == letters);
  // A map file that has changed is read again, too.
  GridMap other = lab.world().map();
  (void)other.apply({{{0, 5, '@'}}});
  (void)other.apply({{{100, 5, '.'}}});
  REQUIRE(save_map(other, folder.file("cave.map")).ok());
  std::filesystem::last_write_time(folder.file("cave.map"),
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  run(lab, "scenario.open " + scenario + " 2");
  CHECK(test::letters(lab) != letters);
  // So is one whose weights another program has written, or removed, in the image beside it.
  const GridMap plain = lab.world().map();
  GridMap weighed = plain;
  weighed.apply({{weight_run(0, 50, 9)}});
  REQUIRE(save_weights_image(weighed, folder.file("cave.map")).ok());
  run(lab, "scenario.open " + scenario + " 1");
  CHECK(lab.world().map() == weighed);
  const uint64_t now = lab.state().world_version;
  run(lab, "scenario.open " + scenario + " 2");
  CHECK(lab.state().world_version == now);
  REQUIRE(remove_weights_image(folder.file("cave.map")).ok());
  run(lab, "scenario.open " + scenario + " 1");
  CHECK(lab.world().map() == plain);
}

TEST_CASE("a new file is saved where the last file lies that did not come with the program") {
  const TempFolder folder;
  write_cave(folder, 5);
  LabOptions options{.stock_folders = {folder.file("stock")}};
  std::filesystem::create_directories(folder.file("stock"));
  std::filesystem::copy_file(folder.file("cave.map"), folder.file("stock/cave.map"));
  Lab lab(options);
  run(lab, open_line(folder.file("stock/cave.map")));
  CHECK(lab.session().folder_for_saving() == documents_folder());
  run(lab, open_line(folder.file("cave.map")));
  run(lab, open_line(folder.file("stock/cave.map")));
  CHECK(lab.session().folder_for_saving() == std::filesystem::path(folder.file("cave.map")).parent_path());
}
