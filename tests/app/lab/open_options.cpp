// What a map file leaves open: the user is asked once, the answer is in the log and remembered for the file; scripts
// are never asked, and read the file as they say.
#include "app/lab/open_options.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/base/settings.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/script.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "tests/lab_support.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using OptionWords = std::vector<std::string>;

std::string put_file(const TempFolder& folder, const std::string& name, const std::string& text) {
  REQUIRE(write_file_atomic(folder.file(name), text).ok());
  return folder.file(name);
}
// An image of three pixels: black, dark grey and white.
std::string put_grey(const TempFolder& folder, const std::string& name = "grey.pgm") {
  return put_file(folder, name, "P2\n3 1 255\n0 100 255\n");
}

void by_hand(Lab& lab, const std::string& line) { run_by_hand(lab, line); }
bool is_asked(const Lab& lab) { return lab.state().window_open("open_options"); }
OptionWords asked_words(const Lab& lab) { return lab.state().open_options->words; }
OptionWords read_with(Lab& lab) { return lab.session().file_state().options; }
std::string letters_in(const Lab& lab) {
  const auto letters = lab.world().map().letters();
  return std::string(letters.begin(), letters.end());
}
// The answer "Open" of the dialog.
void answer_open(Lab& lab) {
  Command opens{"map.open", {lab.state().open_options->path}};
  for (const std::string& word : lab.state().open_options->words) opens.args.push_back(word);
  run_by_hand(lab, format_command(opens), "open_options");
}
// What the log makes of a fresh lab.
std::string reproduced_letters(Lab& lab) {
  lab.finish_updates();
  ScriptRunner runner = must(ScriptRunner::from_text(lab.log().reproduction(), "reproduction"));
  Lab again;
  while (!runner.done()) {
    const Status status = runner.step(again);
    if (!status) FAIL(status.error().message());
  }
  CHECK_FALSE(is_asked(again));
  return letters_in(again);
}

}  // namespace

TEST_CASE("a file that leaves something open is asked about: nothing is opened before the answer") {
  const TempFolder folder;
  Lab lab;
  run(lab, "map.new 4 4");
  const std::string before = letters_in(lab);
  by_hand(lab, open_line(put_grey(folder)));
  REQUIRE(is_asked(lab));
  CHECK(letters_in(lab) == before);
  const OpenOptions& asked = *lab.state().open_options;
  CHECK(asked.words == OptionWords{"threshold=128", "alpha=128", "invert=off"});
  CHECK(asked.summary.open == OptionWords{"The image has 1 level of grey other than black and white."});
  REQUIRE(asked.preview != nullptr);
  CHECK(asked.preview->map_width == 3);
  CHECK(asked.cells[static_cast<size_t>(Terrain::kOut)] == 2);
  run(lab, "map.option threshold=100");
  CHECK(asked.cells[static_cast<size_t>(Terrain::kOut)] == 1);
  CHECK(letters_in(lab) == before);
  const nlohmann::json dumped = state_json(lab)["open_options"];
  CHECK(dumped["file"] == "grey.pgm");
  CHECK(dumped["words"][0] == "threshold=100");
  CHECK(dumped["cells"]["ground"] == 2);
  SUBCASE("Cancel loses nothing and remembers nothing") {
    run(lab, "ui.show open_options off");
    lab.tick(0.1);
    CHECK(lab.state().open_options == nullptr);
    CHECK(letters_in(lab) == before);
    CHECK(lab.settings().reading.empty());
    CHECK_FALSE(state_json(lab).contains("open_options"));
  }
  SUBCASE("Open opens it with the choices, and the log repeats them") {
    answer_open(lab);
    CHECK_FALSE(is_asked(lab));
    CHECK(letters_in(lab) == "@..");
    CHECK(read_with(lab) == OptionWords{"threshold=100", "alpha=128", "invert=off"});
    CHECK(lab.log().reproduction().find("grey.pgm threshold=100 alpha=128 invert=off\n") != std::string::npos);
    CHECK(reproduced_letters(lab) == "@..");
    run(lab, "map.reload");
    CHECK(letters_in(lab) == "@..");
    CHECK(reproduced_letters(lab) == "@..");
  }
}

TEST_CASE("the answer is remembered for the file, and asked for again on demand") {
  const TempFolder folder;
  const LabOptions options{.settings_path = folder.file("config/settings.json")};
  const std::string file = put_grey(folder);
  {
    Lab lab(options);
    by_hand(lab, open_line(file));
    run(lab, "map.option invert=on");
    answer_open(lab);
    CHECK(letters_in(lab) == "..@");
    run(lab, "map.new 4 4");
    by_hand(lab, open_line(file));
    CHECK_FALSE(is_asked(lab));
    CHECK(letters_in(lab) == "..@");
    CHECK(reproduced_letters(lab) == "..@");
  }
  Lab next(options);
  by_hand(next, "map.reopen_last");
  CHECK_FALSE(is_asked(next));
  CHECK(letters_in(next) == "..@");
  run(next, "map.open_with");
  REQUIRE(is_asked(next));
  CHECK(asked_words(next) == OptionWords{"threshold=128", "alpha=128", "invert=on"});
  run(next, "map.option invert=off");
  answer_open(next);
  CHECK(letters_in(next) == "@@.");
  by_hand(next, open_line(file));
  CHECK(letters_in(next) == "@@.");
  // Options that cannot be read any more count as none.
  next.settings().reading[Settings::full_path(file)] = {"layer=a"};
  by_hand(next, open_line(file));
  CHECK(is_asked(next));
  run(next, {"ui.show open_options off", "recent.clear"});
  CHECK(next.settings().reading.empty());
}

TEST_CASE("scripts are never asked, and neither read nor change what is remembered") {
  const TempFolder folder;
  Lab lab;
  const std::string file = put_grey(folder);
  run(lab, open_line(file));
  CHECK_FALSE(is_asked(lab));
  CHECK(letters_in(lab) == "@@.");
  by_hand(lab, open_line(file));
  run(lab, "map.option threshold=100");
  answer_open(lab);
  const auto remembered = lab.settings().reading;
  CHECK(remembered.size() == 1);
  run(lab, open_line(file));
  CHECK(letters_in(lab) == "@@.");
  run(lab, format_command({"map.open", {file, "threshold=0"}}));
  CHECK(letters_in(lab) == "...");
  CHECK(lab.settings().reading == remembered);
  CHECK_FALSE(check_lesson_command({"map.open", {"a.map", "E=ground"}}).ok());
  CHECK_FALSE(check_lesson_command({"map.open_with", {}}).ok());
  CHECK_FALSE(check_lesson_command({"map.option", {"threshold=1"}}).ok());
}

TEST_CASE("a scenario or a graph that the user opens reads its map with the options that are remembered") {
  const TempFolder folder;
  const std::string map = put_file(folder, "a.csv", "0,7,3\n");
  const std::string scenario = put_file(folder, "a.scen", "version 1\n1 a.csv 3 1 0 0 2 0 2\n1 a.csv 3 1 1 0 0 0 1\n");
  const std::string graph = put_file(folder, "a.graph", "type graph\nmap a.csv\nnode 0,0\nnode 2,0\nedge 0,0 2,0 2\n");
  Lab lab;
  by_hand(lab, open_line(map));
  run(lab, "map.option 7=swamp");
  answer_open(lab);
  REQUIRE(letters_in(lab) == ".SW");
  const auto remembered = lab.settings().reading;
  for (const std::string& line : {open_line(scenario), open_line(graph), open_line(graph, "graph.open"),
                                  open_line(scenario, "scenario.open") + " 2"}) {
    CAPTURE(line);
    by_hand(lab, "map.new 4 4 force");
    by_hand(lab, line);
    CHECK(letters_in(lab) == ".SW");
    CHECK(lab.settings().reading == remembered);
    CHECK(reproduced_letters(lab) == ".SW");
    // A script reads the map as its format has it, and the user reads it anew.
    Lab other;
    other.settings().reading = remembered;
    run(other, line);
    CHECK(letters_in(other) == ".@W");
    CHECK(other.settings().reading == remembered);
    by_hand(other, line);
    CHECK(letters_in(other) == ".SW");
    CHECK(other.settings().reading == remembered);
    by_hand(other, "map.reload force");
    CHECK(letters_in(other) == ".SW");
    CHECK(other.settings().reading == remembered);
  }
}

TEST_CASE("options that a script has given are not remembered when the map is saved") {
  const TempFolder folder;
  const std::string file = put_file(folder, "a.csv", "0,7,3\n");
  Lab lab;
  run(lab, format_command({"map.open", {file, "7=swamp"}}));
  run(lab, {"paint.rectangle 0 0 0 0 filled swamp", "map.save"});
  CHECK(must(read_file(file)) == "2,7,3\n");
  CHECK(lab.settings().reading.empty());
  by_hand(lab, "map.reload");
  by_hand(lab, "map.save");
  CHECK(lab.settings().reading.empty());
  run(lab, open_line(folder.file("copy.csv"), "map.save_as"));
  CHECK(lab.settings().reading.empty());
  // What the user has chosen stays when a script saves what it has opened, but not for a file that it has replaced.
  by_hand(lab, open_line(file));
  run(lab, "map.option 7=trees");
  answer_open(lab);
  const auto remembered = lab.settings().reading;
  REQUIRE(remembered.size() == 1);
  run(lab, format_command({"map.open", {file, "7=water"}}));
  run(lab, {"paint.rectangle 2 0 2 0 filled water", "map.save"});
  CHECK(lab.settings().reading == remembered);
  run(lab, format_command({"map.open", {folder.file("copy.csv"), "7=water"}}));
  run(lab, open_line(file, "map.save_as"));
  CHECK(lab.settings().reading.empty());
}

TEST_CASE("files that leave nothing open are opened at once, and a broken one says why") {
  const TempFolder folder;
  Lab lab;
  const std::pair<std::string, std::string> kFiles[] = {
      {put_file(folder, "a.csv", "0,1\n"), ".@"},
      {put_file(folder, "a.pgm", "P2 2 1 255 255 0\n"), ".@"},
      {put_file(folder, "a.map", "type octile\nheight 1\nwidth 2\nmap\nST\n"), "ST"},
  };
  for (const auto& [file, letters] : kFiles) {
    CAPTURE(file);
    by_hand(lab, open_line(file));
    CHECK_FALSE(is_asked(lab));
    CHECK(letters_in(lab) == letters);
  }
  by_hand(lab, open_line(put_file(folder, "b.csv", "0,7\n0\n")));
  CHECK_FALSE(is_asked(lab));
  REQUIRE(lab.state().dialogs.size() == 1);
  CHECK(lab.state().dialogs[0].text.find("expected a row of 2 numbers, got 1") != std::string::npos);
}

TEST_CASE("numbers, letters and levels have their own choices") {
  const TempFolder folder;
  Lab lab;
  SUBCASE("numbers") {
    by_hand(lab, open_line(put_file(folder, "a.csv", "0,7,3\n")));
    REQUIRE(is_asked(lab));
    CHECK(asked_words(lab) == OptionWords{"0=ground", "3=water", "7=blocked", "other=blocked"});
    run(lab, "map.option 7=swamp");
    answer_open(lab);
    CHECK(letters_in(lab) == ".SW");
  }
  SUBCASE("letters, which are remembered as the letters of a map are") {
    const std::string file = put_file(folder, "a.map", "type octile\nheight 1\nwidth 3\nmap\n.E@\n");
    by_hand(lab, open_line(file));
    REQUIRE(is_asked(lab));
    CHECK(asked_words(lab) == OptionWords{"E=blocked"});
    run(lab, "map.option E=water");
    answer_open(lab);
    CHECK(lab.world().map().terrain(Cell{1, 0}) == Terrain::kWater);
    CHECK(read_with(lab).empty());
    CHECK(lab.world().map().letter_terrains().to_words() == OptionWords{"E=water"});
    run(lab, "map.new 4 4");
    by_hand(lab, open_line(file));
    CHECK_FALSE(is_asked(lab));
    CHECK(lab.world().map().terrain(Cell{1, 0}) == Terrain::kWater);
  }
  SUBCASE("another level has other values") {
    const auto level = [](const std::string& name, const std::string& values) {
      return R"({"identifier":")" + name +
             R"(","layerInstances":[{"__identifier":"a","__type":"IntGrid","__cWid":2,"__cHei":1,"__gridSize":8,)"
             R"("intGridCsv":[)" +
             values + "]}]}";
    };
    by_hand(lab, open_line(put_file(folder, "a.ldtk",
                                    R"({"jsonVersion":"1","defs":{},"levels":[)" + level("One", "0,2") + "," +
                                        level("Two", "5,0") + "]}")));
    REQUIRE(is_asked(lab));
    CHECK(asked_words(lab) == OptionWords{"level=One", "layer=a", "0=ground", "2=blocked", "other=blocked"});
    run(lab, "map.option level=Two");
    CHECK(asked_words(lab) == OptionWords{"level=Two", "layer=a", "0=ground", "5=blocked", "other=blocked"});
    run(lab, "map.option 5=trees");
    answer_open(lab);
    CHECK(letters_in(lab) == "T.");
    CHECK(reproduced_letters(lab) == "T.");
  }
}

TEST_CASE("a large file is read by a thread before the question, and its preview, too") {
  const TempFolder folder;
  Lab lab({.large_cells = 0});
  const auto wait = [&] {
    const auto reads = [&] { return lab.state().open_options && lab.state().open_options->reading; };
    for (int i = 0; i < 100'000 && (lab.state().large.on || reads()); ++i) {
      lab.tick(1e-3);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  };
  by_hand(lab, open_line(put_grey(folder)));
  CHECK(lab.state().large.on);
  wait();
  REQUIRE(is_asked(lab));
  run(lab, "map.option threshold=100");
  wait();
  answer_open(lab);
  wait();
  CHECK(letters_in(lab) == "@..");
  CHECK_FALSE(is_asked(lab));
  CHECK(reproduced_letters(lab) == "@..");
  by_hand(lab, open_line(put_file(folder, "plain.csv", "0,1,0,0\n")));
  wait();
  CHECK_FALSE(is_asked(lab));
  CHECK(letters_in(lab) == ".@..");
  CHECK(reproduced_letters(lab) == ".@..");
}

TEST_CASE("saving keeps the options where the file keeps its layout, and forgets them where it is written anew") {
  const TempFolder folder;
  Lab lab;
  const std::string file = put_file(folder, "a.csv", "0,7,3\n");
  by_hand(lab, open_line(file));
  run(lab, {"map.option 7=water", "map.option 3=ground"});
  answer_open(lab);
  CHECK(letters_in(lab) == ".W.");
  run(lab, {"paint.rectangle 0 0 0 0 filled water", "map.save"});
  CHECK(must(read_file(file)) == "7,7,3\n");
  by_hand(lab, open_line(file));
  CHECK(letters_in(lab) == "WW.");
  run(lab, open_line(folder.file("copy.csv"), "map.save_as"));
  CHECK(read_with(lab).size() == 4);
  CHECK(must(read_file(folder.file("copy.csv"))) == "7,7,3\n");
  run(lab, open_line(folder.file("copy.tmj"), "map.save_as"));
  CHECK(read_with(lab).empty());
  by_hand(lab, open_line(folder.file("copy.csv")));
  CHECK(letters_in(lab) == "WW.");
}

TEST_CASE("wrong options are refused with the file and what could stand there") {
  const TempFolder folder;
  Lab lab;
  const std::string file = put_grey(folder);
  const auto refused = [&](const Command& command) { return failure(lab, format_command(command)); };
  CHECK(refused({"map.open", {file, "layer=a"}}) ==
        file + ": an image has no setting 'layer': it has threshold, alpha, invert and words");
  CHECK(refused({"map.open", {file, "threshold"}}).find("expects PATH [SETTING=VALUE...] [force]") !=
        std::string::npos);
  const std::string scen = put_file(folder, "a.scen", "version 1\n1 grey.pgm 3 1 0 0 0 0 1\n");
  CHECK(refused({"map.open", {scen, "threshold=3"}}).find("opened without settings") != std::string::npos);
  CHECK(refused({"map.option", {"threshold=3"}}).find("no map file is being opened") != std::string::npos);
  CHECK(refused({"map.open_with", {}}).find("the map has no file") != std::string::npos);
  CHECK(refused({"map.open_with", {scen}}).find("is no map file that is read with options") != std::string::npos);
  run(lab, open_line(file, "map.open_with"));
  CHECK(refused({"map.option", {"threshold=900"}}).find("from 0 to 256") != std::string::npos);
  CHECK(asked_words(lab)[0] == "threshold=128");
}
