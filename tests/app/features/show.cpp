// Runs of show: what is wrong with a file is told with its line, the run that comes with the program can be played
// forwards and backwards, and what was open before comes back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/show/show.hpp"
#include "app/features/show/show_check.hpp"
#include "app/features/show/show_sheet.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/io/files.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/lab_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/rounds.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr std::string_view kHead = "show a-show 1\ntitle \"A show\"\nminutes 5\n";
constexpr std::string_view kItem = "item \"First\" 5\ndo map.new 9 9\n";

std::string show_error(const std::string& text) {
  const auto read = read_run_of_show(text, "a.show");
  return read ? std::string() : read.error().message();
}
std::string head_error(const std::string& more) { return show_error(std::string(kHead) + more); }
std::string item_error(const std::string& more) { return head_error(std::string(kItem) + more); }

// Three items: a map with two stops, a lesson, a card.
constexpr const char* kSmallShow =
    "show small 2\n"
    "title \"Small <show>\"\n"
    "minutes 6 # in all\n"
    "item \"A map\" 3\n"
    "do map.new 20 12\n"
    "do query.set 2 2 12 2\n"
    "note \"Say this & that.\"\n"
    "ask \"How long is the path?\"\n"
    "assert map.width == 20\n"
    "stop \"With a wall\"\n"
    "do paint.rectangle 7 0 7 5 filled blocked\n"
    "note \"It is longer now.\"\n"
    "assert planners.astar.status == found\n"
    "item \"A lesson\" 2\n"
    "lesson clearance step 2\n"
    "item \"A card\" 1\n"
    "card HPA-1a\n";

std::string small_show(const TempFolder& folder) {
  const std::string path = folder.file("small.show");
  REQUIRE(write_file_atomic(path, kSmallShow).ok());
  return path;
}

nlohmann::json show_dump(Lab& lab) { return state_json(lab)["show"]; }

const std::string& shipped() {
  static const std::string path = test::source_path("assets/shows/hierarchies-in-45-minutes.show");
  return path;
}

nlohmann::json pictured(Lab& lab) {
  nlohmann::json state = test::promised_state(lab);
  state.erase("tool");  // a tool that paints is the arrow afterwards
  return state;
}

}  // namespace

TEST_CASE("a run of show is read, and what is wrong with one is told with file and line") {
  const auto read = read_run_of_show(kSmallShow, "a.show");
  if (!read) FAIL(read.error().message());
  const RunOfShow& show = read.value();
  CHECK(show.id == "small");
  CHECK(show.version == 2);
  CHECK(show.minutes == 6);
  REQUIRE(show.items.size() == 3);
  REQUIRE(show.items[0].stops.size() == 2);
  CHECK(show.items[0].stops[0].lines.size() == 3);
  CHECK(show.items[0].stops[0].notes == std::vector<std::string>{"Say this & that."});
  CHECK(show.items[0].stops[0].questions.size() == 1);
  CHECK(show.items[0].stops[1].title == "With a wall");
  CHECK(show.items[1].lesson == "clearance");
  CHECK(show.items[1].lesson_step == 2);
  CHECK(show.items[2].card == "HPA-1a");
  CHECK(minutes_before(show, 2) == 5);

  CHECK(show_error("") == "a.show: a run of show begins with: show ID VERSION");
  CHECK(show_error("title \"A\"\n") == "a.show:1: a run of show begins with: show ID VERSION");
  CHECK(show_error("show a/b 1\n").starts_with("a.show:1: an ID has"));
  CHECK(show_error("show a 0\n").starts_with("a.show:1: expected a version from 1"));
  CHECK(show_error("show a\n") == "a.show:1: expected show ID VERSION");
  CHECK(show_error("show a 1\nminutes 5\nitem \"A\" 5\ncard SG-1\n") == "a.show: the head has no title");
  CHECK(show_error("show a 1\ntitle \"A\"\nitem \"A\" 5\ncard SG-1\n") == "a.show: the head has no minutes");
  CHECK(head_error("") == "a.show: there is no item: item \"TITLE\" MINUTES begins one");
  CHECK(head_error("title \"B\"\n") == "a.show:4: title is given twice");
  CHECK(head_error("minutes 5\n") == "a.show:4: minutes is given twice");
  CHECK(head_error("show b 1\n") == "a.show:4: a file has one run of show");
  CHECK(head_error("note \"A\"\n").starts_with("a.show:4: note belongs to an item"));
  CHECK(head_error("item \"A\"\n") == "a.show:4: expected item \"TITLE\" MINUTES");
  CHECK(head_error("item \"A\" five\n").starts_with("a.show:4: expected minutes from 1"));
  CHECK(head_error("item \"\" 5\n") == "a.show:4: the text is empty");
  CHECK(head_error("item \"A\" 5\nnote \"B\"\n").starts_with("a.show:4: the item shows nothing"));
  CHECK(
      head_error("item \"A\" 5\nnote \"B\"\nitem \"B\" 1\n").starts_with("a.show:6: a.show:4: the item shows nothing"));
  CHECK(head_error("item \"A\" 4\ncard SG-1\n") == "a.show: the items take 4 minutes together, the head says 5");
  CHECK(head_error("item \"A\" 5\ncard ../SG-1\n").starts_with("a.show:5: expected the id of a card"));
  CHECK(head_error("item \"A\" 5\nlesson /tmp/a.lesson\n").starts_with("a.show:5: expected the name of a lesson"));
  CHECK(head_error("item \"A\" 5\nlesson clearance 2\n") == "a.show:5: expected lesson NAME [step N]");
  CHECK(head_error("item \"A\" 5\nlesson clearance step 0\n").starts_with("a.show:5: expected a step from 1"));
  CHECK(head_error("item \"A\" 5\ncard SG-1\nlesson clearance\n") == "a.show:6: an item opens one card or one lesson");
  CHECK(head_error("item \"A\" 5\nlesson clearance\ndo view.fit\n").starts_with("a.show:6: a lesson runs its own"));
  CHECK(head_error("item \"A\" 5\ndo view.fit\n").starts_with("a.show:5: the first do of an item without a card"));
  CHECK(item_error("").empty());
  CHECK(item_error("card SG-1\n").starts_with("a.show:6: card stands before the commands"));
  CHECK(item_error("title \"A\"\n") == "a.show:6: title stands before the first item");
  CHECK(item_error("say \"A\"\n").starts_with("a.show:6: unknown statement 'say'"));
  CHECK(item_error("do assert map.width == 9\n") == "a.show:6: assert is a statement of its own");
  CHECK(item_error("do no.such 1\n").starts_with("a.show:6: "));
  CHECK(item_error("note \"open\n").starts_with("a.show:6"));
  CHECK(item_error("note two words\n") == "a.show:6: expected note \"TEXT\"");
  CHECK(item_error("note \"" + std::string(show_limits::kTextBytes + 1, 'a') + "\"\n").find("bytes") !=
        std::string::npos);
  CHECK(show_error(std::string(show_limits::kBytes + 1, '#')).find("bytes") != std::string::npos);
  std::string stops, notes, commands;
  for (size_t i = 0; i < show_limits::kStops; ++i) stops += "stop \"A\"\n";
  for (size_t i = 0; i <= show_limits::kTexts; ++i) notes += "note A\n";
  for (size_t i = 0; i <= show_limits::kCommands; ++i) commands += "do view.fit\n";
  CHECK(item_error(stops).find("stops") != std::string::npos);
  CHECK(item_error(notes).find("notes and questions") != std::string::npos);
  CHECK(item_error(commands).find("commands") != std::string::npos);
}

TEST_CASE("a run of show may do what a card may: it writes no file, opens none elsewhere and sets no preference") {
  for (const char* line : {"map.open a.map", "query.set 1 1 2 2", "crowd.spawn 5", "view.split 4", "rooms on"}) {
    CAPTURE(std::string(line));
    CHECK(item_error(fmt::format("do {}\n", line)).empty());
  }
  for (const char* line :
       {"map.save", "map.open /etc/passwd", "map.open ../a.map", "export.figure a.svg", "script.run a.script",
        "ui.theme light", "lab.threads 3", "app.quit", "show.open b.show", "show.next", "lesson.open clearance",
        "figure.open HPA-1a", "show.notes a.html", "map.new 100000 2"}) {
    CAPTURE(std::string(line));
    const std::string error = item_error(fmt::format("do {}\n", line));
    CHECK(error.starts_with("a.show:6: "));
    CHECK_FALSE(error.empty());
  }
  CHECK(item_error("do map.save\n").find("a run of show may not run this command") != std::string::npos);
}

TEST_CASE("a run of show goes from stop to stop and back, and to an item by its number") {
  const TempFolder folder;
  Lab lab(lesson_check_options());
  lab.gestures().set_view_size(900, 700);
  const std::string open = open_line(small_show(folder), "show.open");
  CHECK(test::failure(lab, "show.next").find("no run of show is open") != std::string::npos);
  CHECK(show_dump(lab)["open"] == false);
  run_settled(lab, open);
  CHECK(show_dump(lab)["item"] == 1);
  CHECK(show_dump(lab)["title"] == "Small <show>");
  CHECK(lab.world().map().width() == 20);
  const std::string empty = test::letters(lab);
  CHECK(test::failure(lab, "show.back").find("first stop") != std::string::npos);
  run_settled(lab, "show.next");
  CHECK(show_dump(lab)["stop"] == 2);
  const std::string walled = test::letters(lab);
  CHECK(walled != empty);
  run_settled(lab, "show.back");
  CHECK(test::letters(lab) == empty);
  // What is painted by hand stays at the next stop of the item, and goes when the item begins again.
  run_settled(lab, {"paint.rectangle 1 9 1 9 filled blocked", "show.next"});
  CHECK(test::letters(lab) != walled);
  run_settled(lab, {"show.back", "show.next"});
  CHECK(test::letters(lab) == walled);
  run_settled(lab, "show.next");
  CHECK(show_dump(lab)["lesson"] == "clearance");
  REQUIRE(lesson_controller(lab).is_open());
  CHECK(lesson_controller(lab).step_index() == 1);
  // The learner's own progress stays as it was.
  for (const LessonEntry& entry : lesson_list()) CHECK(lesson_controller(lab).progress_text(entry.record).empty());
  run_settled(lab, "show.next");
  CHECK_FALSE(lesson_controller(lab).is_open());
  REQUIRE(gallery_controller(lab).open_card() != nullptr);
  CHECK(gallery_controller(lab).open_card()->id == "HPA-1a");
  CHECK(show_dump(lab)["from_minute"] == 5);
  CHECK(show_dump(lab)["to_minute"] == 6);
  CHECK(show_controller(lab).short_place_text() == "item 3 of 3, 5 to 6 min");
  CHECK(test::failure(lab, "show.next").find("last stop") != std::string::npos);
  run_settled(lab, {"show.back", "show.back"});
  CHECK(test::letters(lab) == walled);
  run_settled(lab, "show.go 3");
  CHECK(show_dump(lab)["card"] == "HPA-1a");
  CHECK(test::failure(lab, "show.go 4").find("items 1 to 3") != std::string::npos);
  CHECK(test::failure(lab, "show.go 0").find("expected the number of an item") != std::string::npos);
  run_settled(lab, "show.close");
  CHECK(show_dump(lab)["open"] == false);
}

TEST_CASE("leaving a run of show brings back map, settings and undo history, wherever it was left") {
  const TempFolder folder;
  const std::string open = open_line(small_show(folder), "show.open");
  for (int stops = 0; stops < 4; ++stops) {
    CAPTURE(stops);
    Lab lab(lesson_check_options());
    lab.gestures().set_view_size(900, 700);
    run_settled(
        lab, {"map.generate cave 40 30 5 force", "query.random 3", "hpa.levels 3", "layer grid on", "planner.trace jps",
              "paint.rectangle 3 3 6 6 filled swamp", "rules.profile four", "view.center 11 12 20"});
    const nlohmann::json before = pictured(lab);
    const auto settings = lab.log().setting_lines();
    const std::string letters = test::letters(lab);
    // The map has changes that are not saved. They come back, so that nothing is asked.
    run_settled(lab, open);
    CHECK_FALSE(lab.state().question);
    for (int i = 0; i < stops; ++i) run_settled(lab, "show.next");
    if (stops % 2 == 1) {
      run_settled(lab, "show.close");
    } else {
      // Esc leaves an open lesson first. Then it warns once.
      if (lesson_controller(lab).is_open()) lab.gestures().cancel();
      CHECK(show_controller(lab).is_open());
      lab.gestures().cancel();
      CHECK(show_controller(lab).is_open());
      CHECK(lab.state().messages.back().text == "Press Esc again to leave the run of show");
      lab.gestures().cancel();
      lab.finish_updates();
    }
    CHECK_FALSE(show_controller(lab).is_open());
    CHECK(test::letters(lab) == letters);
    CHECK(lab.log().setting_lines() == settings);
    CHECK(nlohmann::json::diff(before, pictured(lab)) == nlohmann::json::array());
    CHECK(lab.session().map_unsaved());
    run_settled(lab, "edit.undo");
    CHECK(test::letters(lab) != letters);
  }
}

TEST_CASE("another map that is opened leaves a run of show, and asks about the unsaved work from before it") {
  const TempFolder folder;
  const std::string open = open_line(small_show(folder), "show.open");
  Lab lab(lesson_check_options());
  run_settled(lab, {"map.new 31 17 force", "paint.rectangle 1 1 3 3 filled swamp"});
  const std::string own = test::letters(lab);
  // Also where a lesson of the run of show is open, which has put aside the stop before it.
  for (const bool in_lesson : {false, true}) {
    CAPTURE(in_lesson);
    run_settled(lab, open);
    if (in_lesson) run_settled(lab, "show.go 2");
    CHECK(lesson_controller(lab).is_open() == in_lesson);
    run_settled(lab, "map.new 5 5");
    REQUIRE(lab.state().question);
    CHECK_FALSE(show_controller(lab).is_open());
    CHECK_FALSE(lesson_controller(lab).is_open());
    CHECK(test::letters(lab) == own);
    run(lab, "question.cancel");
  }
  // A lesson or a card that is opened by hand comes and goes over the run of show.
  run_settled(lab, open);
  const std::string shown = test::letters(lab);
  run_settled(lab, {"lesson.open clearance", "lesson.close"});
  CHECK(show_controller(lab).is_open());
  CHECK(test::letters(lab) == shown);
  run_settled(lab, {"figure.open HPA-1b", "figure.next", "figure.leave"});
  CHECK(show_controller(lab).is_open());
  CHECK(test::letters(lab) == shown);
  // Also over a lesson, which makes way.
  run_settled(lab, {"lesson.open clearance", "figure.open HPA-1b"});
  CHECK_FALSE(lesson_controller(lab).is_open());
  run_settled(lab, "figure.leave");
  CHECK(show_controller(lab).is_open());
  CHECK(test::letters(lab) == shown);
  // A map that is opened by force ends it.
  run_settled(lab, "map.new 5 5 force");
  CHECK_FALSE(show_controller(lab).is_open());
  CHECK(lab.world().map().width() == 5);
}

TEST_CASE(
    "the card of a run of show is left with the run of show, so that nothing of the user's own is on the screen") {
  const TempFolder folder;
  const std::string path = folder.file("cards.show");
  REQUIRE(write_file_atomic(path,
                            "show cards 1\ntitle \"Cards\"\nminutes 2\nitem \"A\" 1\ncard HPA-1a\nitem \"B\" 1\n"
                            "card HPA-1b\n")
              .ok());
  Lab lab(lesson_check_options());
  run_settled(lab, {"map.new 31 17 force", "paint.rectangle 1 1 3 3 filled swamp"});
  const std::string own = test::letters(lab);
  run_settled(lab, open_line(path, "show.open"));
  for (const char* line : {"show.go 1", "show.next", "figure.next"}) {
    CAPTURE(std::string(line));
    run_settled(lab, line);
    const std::string card = test::letters(lab);
    CHECK(test::failure(lab, "figure.leave").find("the figure belongs to a run of show: show.close leaves it") !=
          std::string::npos);
    CHECK(test::failure(lab, "figure.leave force").find("belongs to a run of show") != std::string::npos);
    CHECK(test::letters(lab) == card);
    CHECK(show_controller(lab).is_open());
  }
  // What is painted over it does not leave the run of show.
  run_settled(lab, {"show.go 1", "paint.line 1 1 4 1 blocked", "figure.next"});
  CHECK_FALSE(lab.state().question);
  CHECK(show_controller(lab).is_open());
  run_settled(lab, "show.close");
  CHECK(test::letters(lab) == own);
  CHECK(lab.session().map_unsaved());
  CHECK(test::failure(lab, "figure.leave").find("no figure is open") != std::string::npos);
}

TEST_CASE(
    "the next stop begins its item again where a lesson or a card was opened over it, or the stop before failed") {
  const TempFolder folder;
  Lab lab(lesson_check_options());
  lab.gestures().set_view_size(900, 700);
  const std::string open = open_line(small_show(folder), "show.open");
  run_settled(lab, {open, "show.next"});
  const std::string walled = test::letters(lab);
  for (const char* over : {"lesson.open clearance", "figure.open HPA-1a"}) {
    CAPTURE(std::string(over));
    run_settled(lab, {"show.go 1", over, "show.next"});
    CHECK_FALSE(lesson_controller(lab).is_open());
    CHECK(gallery_controller(lab).open_card() == nullptr);
    CHECK(test::letters(lab) == walled);
  }
  const std::string path = folder.file("failing.show");
  REQUIRE(write_file_atomic(path,
                            "show failing 1\ntitle \"Failing\"\nminutes 1\nitem \"A\" 1\ndo map.new 9 9\n"
                            "stop \"B\"\ndo map.new 7 7\ndo map.open none.map\nstop \"C\"\n"
                            "do paint.line 1 1 3 1 blocked\n")
              .ok());
  run_settled(lab, open_line(path, "show.open"));
  CHECK(test::failure(lab, "show.next").find("failing.show:8: ") != std::string::npos);
  run_settled(lab, "map.new 5 5 force");  // leaves it
  run_settled(lab, open_line(path, "show.open"));
  (void)lab.execute("show.next");
  run_settled(lab, "paint.line 1 5 3 5 blocked");
  // What was painted after the stop that failed is gone, and the last stop is shown all the same.
  CHECK(test::failure(lab, "show.next").find("failing.show:8: ") != std::string::npos);
  lab.finish_updates();
  CHECK(lab.world().map().width() == 7);
  CHECK(lab.world().map().terrain(Cell{2, 1}) != Terrain::kGround);
  CHECK(lab.world().map().terrain(Cell{2, 5}) == Terrain::kGround);
}

TEST_CASE("what a run of show does in a lesson leaves the learner's stored progress as it is") {
  const TempFolder folder;
  LabOptions options = lesson_check_options();
  options.settings_path = folder.file("settings.json");
  Lab lab(options);
  lab.gestures().set_view_size(900, 700);
  const LessonController& lesson = lesson_controller(lab);
  const auto go_on = [&] {
    if (!lesson.may_go_on()) run(lab, "lesson.tell");
    run_settled(lab, "lesson.next");
  };
  run_settled(lab, "lesson.open clearance");
  go_on();
  run_settled(lab, "lesson.close");
  const std::string stored = read_file(folder.file("lessons.json")).value();
  run_settled(lab, {open_line(small_show(folder), "show.open"), "show.go 2"});
  REQUIRE(lesson.is_open());
  while (!lesson.finished()) go_on();
  run_settled(lab, {"lesson.back", "lesson.reset all", "show.close"});
  CHECK(read_file(folder.file("lessons.json")).value() == stored);
  // A lesson that the learner opens stores it again.
  run_settled(lab, "lesson.open clearance");
  while (!lesson.finished()) go_on();
  CHECK(read_file(folder.file("lessons.json")).value() != stored);
}

TEST_CASE("a map that a run of show has opened is not written over, whatever was opened over it and left again") {
  const TempFolder folder;
  const std::string map = folder.file("my.map"), path = folder.file("mine.show");
  REQUIRE(write_file_atomic(path, "show mine 1\ntitle \"Mine\"\nminutes 1\nitem \"A\" 1\ndo map.open my.map\n").ok());
  Lab lab(lesson_check_options());
  run_settled(lab, {"map.new 9 9 force", open_line(map, "map.save_as"), "map.new 31 17 force"});
  const std::string written = read_file(map).value();
  run_settled(lab, open_line(path, "show.open"));
  REQUIRE(lab.state().map_path.ends_with("/my.map"));
  const std::string borrowed = "which is left as it is";
  CHECK(test::failure(lab, "map.save").find(borrowed) != std::string::npos);
  for (const auto& [over, back] :
       {std::pair("lesson.open clearance", "lesson.close"), std::pair("figure.open HPA-1a", "figure.leave")}) {
    CAPTURE(std::string(over));
    run_settled(lab, {"paint.line 1 1 3 1 blocked", over, back});
    REQUIRE(lab.state().map_path.ends_with("/my.map"));
    CHECK(test::failure(lab, "map.save").find(borrowed) != std::string::npos);
    CHECK(lab.session().save_needs_name());
  }
  CHECK(read_file(map).value() == written);
  // Afterwards it is the user's own again.
  run_settled(lab, {"show.close", open_line(map), "paint.line 1 1 3 1 blocked", "map.save"});
  CHECK(read_file(map).value() != written);
}

TEST_CASE("numbers that no assert proves are told with the line of their item") {
  const TempFolder folder;
  const std::string path = folder.file("numbers.show");
  REQUIRE(write_file_atomic(path,
                            "show numbers 1\ntitle \"Numbers\"\nminutes 2\nitem \"A\" 1\ndo map.new 9 9\n"
                            "note \"The map is 9 wide, and 17 people use it.\"\nassert map.width == 9\n"
                            "item \"B\" 1\ndo map.new 7 7\nnote \"It has 49 cells.\"\n")
              .ok());
  const ShowReport report = check_show(path);
  CHECK(report.problems.empty());
  CHECK(report.unproven == std::vector<std::string>{path + ":4: no assert of the item proves the number 17",
                                                    path + ":8: no assert of the item proves the number 49"});
}

TEST_CASE("a second Esc leaves a run of show within some seconds only") {
  const TempFolder folder;
  LabOptions options = lesson_check_options();
  options.fixed_clock = false;
  Lab lab(options);
  run_settled(lab, open_line(small_show(folder), "show.open"));
  lab.gestures().cancel();
  lab.tick(6);
  lab.gestures().cancel();
  CHECK(show_controller(lab).is_open());
  lab.tick(2);
  lab.gestures().cancel();
  CHECK_FALSE(show_controller(lab).is_open());
}

TEST_CASE("a stop that cannot be shown says where in the file, and the presenter can go on") {
  const TempFolder folder;
  const std::string path = folder.file("bad.show");
  REQUIRE(write_file_atomic(path,
                            "show bad 1\ntitle \"Bad\"\nminutes 3\nitem \"A\" 1\ndo map.new 9 9\nitem \"B\" 1\n"
                            "do map.open none.map\nitem \"C\" 1\ncard NONE-1\n")
              .ok());
  Lab lab;
  run_settled(lab, open_line(path, "show.open"));
  CHECK(test::failure(lab, "show.next").find("bad.show:7: ") != std::string::npos);
  CHECK(show_controller(lab).item_index() == 1);
  CHECK(test::failure(lab, "show.next").find("bad.show:8: there is no card 'NONE-1'") != std::string::npos);
  run_settled(lab, "show.go 1");
  CHECK(lab.world().map().width() == 9);
  run(lab, "show.close");
  const ShowReport report = check_show(path);
  CHECK(report.problems.size() == 2);
  REQUIRE(write_file_atomic(path,
                            "show bad 1\ntitle \"Bad\"\nminutes 1\nitem \"A\" 1\ndo map.new 9 9\n"
                            "assert map.width == 8\n")
              .ok());
  const ShowReport wrong = check_show(path);
  REQUIRE(wrong.problems.size() == 1);
  CHECK(wrong.problems[0].find("bad.show:6: ") != std::string::npos);
}

TEST_CASE("the minutes that have passed are told once each, unless the clock is fixed") {
  const TempFolder folder;
  const std::string open = open_line(small_show(folder), "show.open");
  for (const bool fixed : {false, true}) {
    CAPTURE(fixed);
    LabOptions options = lesson_check_options();
    options.fixed_clock = fixed;
    Lab lab(options);
    run_settled(lab, open);
    ShowController& show = show_controller(lab);
    FeatureController& controller = show;
    CHECK((show.place_text().find("0 min passed") != std::string::npos) == !fixed);
    lab.tick(59);
    CHECK_FALSE(controller.at_work());
    lab.tick(2);
    CHECK(controller.at_work() == !fixed);  // the screen is drawn once
    CHECK((show.place_text().find("; 1 min passed") != std::string::npos) == !fixed);
    CHECK((show.short_place_text().find("; now 1") != std::string::npos) == !fixed);
    lab.tick(1);
    CHECK_FALSE(controller.at_work());
    CHECK(show_dump(lab).dump().find("passed") == std::string::npos);
  }
}

TEST_CASE("the presenter's sheet has times, notes and questions of all items, and every text is escaped") {
  const TempFolder folder;
  Lab lab(lesson_check_options());
  CHECK(test::failure(lab, "show.notes " + folder.file("a.html")).find("no run of show") != std::string::npos);
  run_settled(lab, open_line(small_show(folder), "show.open"));
  CHECK(test::failure(lab, "show.notes " + folder.file("a.txt")).find("ends in .html") != std::string::npos);
  CHECK(test::failure(lab, "show.notes " + folder.file("none/a.html")).find("a.html") != std::string::npos);
  run(lab, "show.notes " + folder.file("a.html"));
  const Result<std::string> page = read_file(folder.file("a.html"));
  REQUIRE(page.ok());
  for (const char* part : {"<h1>Small &lt;show&gt;</h1>", "0 to 3 min", "3 to 5 min", "5 to 6 min",
                           "Say this &amp; that.", "Ask: How long is the path?", "With a wall", "Ctrl+PageDown",
                           "the lesson clearance, from step 2", "the card HPA-1a", "</html>"}) {
    CHECK_MESSAGE(page.value().find(part) != std::string::npos, part);
  }
  CHECK(page.value().find("<show>") == std::string::npos);
  CHECK(page.value().find("http") == std::string::npos);  // the page needs no other file
}

TEST_CASE("the example in docs/shows.md is a run of show whose asserts hold") {
  const std::string page = read_file(test::source_path("docs/shows.md")).value();
  const size_t begin = page.find("```\nshow ");
  REQUIRE(begin != std::string::npos);
  const size_t first = begin + 4;
  const TempFolder folder;
  const std::string path = folder.file("doc.show");
  REQUIRE(write_file_atomic(path, page.substr(first, page.find("```", first) - first)).ok());
  const ShowReport report = check_show(path);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
  CHECK(report.items == 2);
  CHECK(report.minutes == 12);
}

TEST_CASE("every run of show that comes with the program plays forwards and backwards, and its asserts hold") {
  const std::string folder = test::source_path("assets/shows");
  size_t shows = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    CAPTURE(entry.path().string());
    const ShowReport report = check_show(entry.path().string(), !kSanitized);
    for (const std::string& problem : report.problems) FAIL_CHECK(problem);
    CHECK(report.stops >= report.items);
    ++shows;
  }
  CHECK(shows >= 1);
  REQUIRE(show_list().size() == shows);
  CHECK(show_list()[0].id == "hierarchies-in-45-minutes");
}

TEST_CASE("the run of show of 45 minutes takes 45 minutes, ends with a thousand agents, and its numbers are asserted") {
  const auto read = load_run_of_show(shipped());
  if (!read) FAIL(read.error().message());
  const RunOfShow& show = read.value();
  CHECK(show.minutes == 45);
  CHECK(minutes_before(show, show.items.size()) == 45);
  CHECK(show.items.size() >= 10);
  CHECK(show.items.back().title == "A thousand agents");
  std::set<std::string> lessons;
  for (const LessonEntry& entry : lesson_list()) lessons.insert(entry.id);
  const auto cards = read_figure_cards(test::source_path("assets/figures"));
  REQUIRE(cards.ok());
  for (const ShowItem& item : show.items) {
    CAPTURE(item.title);
    if (!item.lesson.empty()) CHECK(lessons.contains(item.lesson));
    if (!item.card.empty()) CHECK(std::ranges::find(cards.value(), item.card, &FigureCard::id) != cards.value().end());
    CHECK_FALSE(item.stops[0].notes.empty());
    for (const std::string& number : unproven_numbers(item)) FAIL_CHECK(number);
  }
}
