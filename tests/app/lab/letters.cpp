// Letters of a map that are given a terrain: at once, for the map that is opened next, and remembered for its file;
// kept on saving, in the reproduction and in recovery copies.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/base/settings.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Words = std::vector<std::string>;

const std::string kEmitters = "type octile\nheight 3\nwidth 5\nmap\n.....\n@@E@@\n..S..\n";

std::string write_emitters(const TempFolder& folder, const char* name = "emitters.map") {
  REQUIRE(write_file_atomic(folder.file(name), kEmitters).ok());
  return folder.file(name);
}

Words given(const Lab& lab) { return lab.world().map().letter_terrains().to_words(); }

const Notice* notice_of(const Lab& lab, Notice::Kind kind) {
  for (const Notice& notice : lab.state().notices) {
    if (notice.kind == kind) return &notice;
  }
  return nullptr;
}

// What the reproduction makes of a fresh lab is what the lab shows.
void check_reproduction(Lab& lab) {
  lab.finish_updates();
  const std::string script = lab.log().reproduction();
  CAPTURE(script);
  ScriptRunner runner = must(ScriptRunner::from_text(script, "reproduction"));
  Lab again;
  while (!runner.done()) {
    const Status status = runner.step(again);
    if (!status) FAIL(status.error().message());
  }
  again.finish_updates();
  CHECK(again.world().map() == lab.world().map());
  CHECK(again.world().moves() == lab.world().moves());
  CHECK(again.state().query == lab.state().query);
}

}  // namespace

TEST_CASE("a letter of the open map is given a terrain: searches follow at once, and cells keep it on saving") {
  const TempFolder folder;
  Lab lab;
  run(lab, "map.open " + write_emitters(folder));
  run_settled(lab, {"query.start 0 0", "query.goal 0 2"});
  CHECK_FALSE(lab.state().row("astar")->result.found());
  run_settled(lab, "terrain.letter E ground");
  CHECK(lab.state().row("astar")->result.found());
  CHECK(lab.state().row("hpa1")->result.found());
  CHECK(given(lab) == Words{"E=ground"});
  CHECK_FALSE(lab.state().unsaved);
  run(lab, "map.save_as " + folder.file("saved.map"));
  CHECK(read_file(folder.file("saved.map")).value() == kEmitters);
  // Painted cells get the letter of their terrain, and erased ones lose theirs.
  run(lab, {"terrain.letter S ground", "paint.rectangle 0 0 1 0 filled swamp"});
  CHECK(lab.world().map().terrain(Cell{0, 0}) == Terrain::kSwamp);
  run(lab, "paint.rectangle 2 1 2 1 filled ground");
  run(lab, "map.save_as " + folder.file("painted.map"));
  CHECK(read_file(folder.file("painted.map")).value() == "type octile\nheight 3\nwidth 5\nmap\nss...\n@@.@@\n..S..\n");
  // Undo brings letters back, whatever they stand for by then.
  run(lab, "edit.undo");
  CHECK(lab.world().map().letter(Cell{2, 1}) == 'E');
  CHECK(lab.world().map().terrain(Cell{2, 1}) == Terrain::kGround);
  check_reproduction(lab);
}

TEST_CASE("a wrong letter or terrain is refused with what is possible") {
  const TempFolder folder;
  Lab lab;
  run(lab, "map.open " + write_emitters(folder));
  const struct {
    const char *line, *reason;
  } rows[] = {
      {"terrain.letter E lava", "unknown terrain 'lava': ground, swamp, water, trees or blocked"},
      {"terrain.letter EE ground", "a letter is one printable character, not 'EE'"},
      {"terrain.letter \"\" ground", "a letter is one printable character, not ''"},
      {"terrain.letter . swamp", "'.' is ground in every map: any other letter can be given a terrain"},
      {"terrain.letter @ ground", "'@' is blocked in every map: any other letter can be given a terrain"},
      {"terrain.letter E", "expects LETTER TERRAIN, got 1 argument"},
      {"terrain.next_letters", "expects LETTER=TERRAIN..., got 0 arguments"},
      {"terrain.next_letters E", "expected LETTER=TERRAIN, such as E=ground, not 'E'"},
      {"terrain.next_letters E=ground E=mud", "unknown terrain 'mud': ground, swamp, water, trees or blocked"},
      {"terrain.next_letters S=ground s=ground", "no letter would be left to paint swamp with"},
      {"notice.close weather", "there is no such notice: weather"},
  };
  for (const auto& row : rows) {
    const std::string said = failure(lab, row.line);
    CHECK_MESSAGE(said.find(row.reason) != std::string::npos, said);
  }
  CHECK(given(lab).empty());
}

TEST_CASE(
    "letters that are named before a map is opened hold for that one, also where a scenario or a graph opens it") {
  const TempFolder folder;
  const std::string map = write_emitters(folder);
  REQUIRE(write_file_atomic(folder.file("x.scen"), "version 1\n1 emitters.map 5 3 0 0 0 2 6\n").ok());
  REQUIRE(write_file_atomic(folder.file("x.graph"), "type graph\nmap emitters.map\nnode 0,0\n").ok());
  for (const std::string& file : {map, folder.file("x.scen"), folder.file("x.graph")}) {
    CAPTURE(file);
    Lab lab;
    run(lab, "terrain.next_letters E=ground S=water");
    run(lab, "map.new 9 9");  // is opened from no file
    CHECK(given(lab).empty());
    run(lab, "map.open " + file);
    CHECK(given(lab) == Words{"E=ground", "S=water"});
    CHECK(lab.state().map_warnings.empty());
    check_reproduction(lab);
    // Opened again it is read as before; another file is not.
    run(lab, "map.open " + file);
    CHECK(given(lab) == Words{"E=ground", "S=water"});
    check_reproduction(lab);
    run(lab, "map.open " + write_emitters(folder, "other.map"));
    CHECK(given(lab).empty());
    check_reproduction(lab);
  }
}

TEST_CASE(
    "what was chosen for a file is there when it is reloaded, reopened, saved under another name, and at the next "
    "start") {
  const TempFolder folder;
  LabOptions options{.settings_path = folder.file("config/settings.json")};
  const std::string map = write_emitters(folder);
  {
    Lab lab(options);
    run(lab, "map.open " + map);
    run(lab, {"terrain.letter E ground", "terrain.letter S water", "map.reload"});
    CHECK(given(lab) == Words{"E=ground", "S=water"});
    run(lab, "map.save_as " + folder.file("copy.map"));
    run(lab, {"terrain.letter S trees", "map.new 9 9", "recent.clear"});
    run(lab, "map.open " + map);  // forgotten with the recent files
    CHECK(given(lab).empty());
    run(lab, {"terrain.letter E swamp", "recent.clear"});
    run(lab, "map.reload");  // but not the one that is open
    CHECK(given(lab) == Words{"E=swamp"});
    run(lab, "map.open " + folder.file("copy.map"));
    run(lab, "terrain.letter E ground");
    check_reproduction(lab);
  }
  Lab next(options);
  run(next, "map.reopen_last");
  CHECK(next.state().map_path == folder.file("copy.map"));
  CHECK(given(next) == Words{"E=ground"});
  check_reproduction(next);
  run(next, "map.open " + map);
  CHECK(given(next) == Words{"E=swamp"});
  // Entries that cannot be parsed are ignored.
  std::string text = read_file(options.settings_path).value();
  text.replace(text.find("E=swamp"), 7, "E=lava!");
  REQUIRE(write_file_atomic(options.settings_path, text).ok());
  Lab damaged(options);
  run(damaged, "map.open " + map);
  CHECK(given(damaged).empty());
  CHECK(damaged.state().map_warnings.size() == 1);
}

TEST_CASE("letters with a terrain come back with unsaved work") {
  const TempFolder folder;
  LabOptions options{.recovery_folder = folder.file("recovery")};
  {
    Lab lab(options);
    run(lab, "map.open " + write_emitters(folder));
    run(lab, {"terrain.letter E ground", "paint.rectangle 0 0 0 0 filled water"});
    REQUIRE(lab.recovery().keep_last().ok());
  }
  Lab lab(options);
  REQUIRE(lab.state().question.has_value());
  run(lab, "recovery.restore");
  CHECK(given(lab) == Words{"E=ground"});
  CHECK(lab.world().map().terrain(Cell{2, 1}) == Terrain::kGround);
  CHECK(lab.world().map().letter(Cell{2, 1}) == 'E');
  CHECK(lab.state().map_warnings.empty());
  CHECK(lab.log().reproduction().find("terrain.next_letters E=ground\n") != std::string::npos);
}

TEST_CASE("unknown letters are a notice until each has a terrain, or it is closed") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("x.map"), "type octile\nheight 1\nwidth 4\nmap\n.EXE\n").ok());
  Lab lab;
  run(lab, "map.open " + folder.file("x.map"));
  const Notice* notice = notice_of(lab, Notice::Kind::kLetters);
  REQUIRE(notice != nullptr);
  CHECK(notice->text == "The letters 'E' and 'X' of this map are unknown and count as blocked.");
  CHECK(notice->line == "ui.show letters on");
  CHECK(lab.state().map_letters == ".EX");
  run(lab, "terrain.letter E ground");
  notice = notice_of(lab, Notice::Kind::kLetters);
  REQUIRE(notice != nullptr);
  CHECK(notice->text == "The letter 'X' of this map is unknown and counts as blocked.");
  run(lab, "notice.close letters");
  CHECK(notice_of(lab, Notice::Kind::kLetters)->closed);
  run(lab, "map.reload");
  CHECK_FALSE(notice_of(lab, Notice::Kind::kLetters)->closed);
  run(lab, "terrain.letter X blocked");
  CHECK(notice_of(lab, Notice::Kind::kLetters) == nullptr);
  CHECK(failure(lab, "notice.close letters").find("no such notice") != std::string::npos);
  run(lab, "map.reload");
  CHECK(notice_of(lab, Notice::Kind::kLetters) == nullptr);
  run(lab, "map.new 5 5");
  CHECK(lab.state().map_letters.empty());
}

TEST_CASE("a map that was made here has the letters of its file once it is saved") {
  const TempFolder folder;
  Lab lab;
  run(lab, {"map.new 5 5", "paint.rectangle 0 0 1 1 filled water"});
  CHECK(lab.state().map_letters.empty());
  run(lab, "map.save_as " + folder.file("own.map"));
  CHECK(lab.state().map_letters == ".W");
  run(lab, "terrain.letter W ground");
  CHECK(lab.world().moves().passable(Cell{0, 0}));
}

TEST_CASE("on a large map a thread reads the letters, with the same end") {
  const TempFolder folder;
  Lab lab({.large_cells = 0});
  lab.run("map.open " + write_emitters(folder));
  while (lab.state().large.on) lab.tick(1e-3);
  lab.run("terrain.letter E ground");
  CHECK(lab.state().large.on);
  while (lab.state().large.on) lab.tick(1e-3);
  CHECK(given(lab) == Words{"E=ground"});
  CHECK(lab.world().moves().passable(Cell{2, 1}));
  check_reproduction(lab);
}
