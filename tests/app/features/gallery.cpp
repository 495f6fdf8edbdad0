// The gallery of the papers' figures: every card opens, its numbers hold, what it shows is drawn, and what was open
// before comes back.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/preferences.hpp"
#include "core/base/rng.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr std::string_view kHead =
    "figure HPA-9\npaper hpa\nnumber \"Figure 9\"\ntitle \"A figure\"\ncaption \"What is seen.\"\n";

const std::vector<FigureCard>& all_cards() {
  static const std::vector<FigureCard> cards = [] {
    auto read = read_figure_cards(test::source_path("assets/figures"));
    if (!read) FAIL(read.error().message());
    return read.value();
  }();
  return cards;
}

std::string card_error(const std::string& more, std::string_view head = kHead) {
  const auto read = read_figure_card(std::string(head) + more, "a.figure");
  return read ? std::string() : read.error().message();
}

// Draws the views, and returns what lies in them as text.
std::string drawing(OverlayBuilder& builder, const Lab& lab) {
  std::string text;
  for (const Overlay* overlay : builder.build_views(lab).overlays) {
    for (const DrawBatch& batch : overlay->batches) {
      const DrawList& list = *batch.list;
      text += fmt::format("{} {} {} {} {};", list.rects.size(), list.facets.size(), list.lines.size(),
                          list.markers.size(), list.agents.size());
      for (const DrawLine& line : list.lines) text += fmt::format("{} {} {};", line.x0, line.y0, line.color);
    }
    text += fmt::format("{} labels", overlay->labels.size());
    for (const ScalarFieldImage* picture : {&overlay->ground, &overlay->field, &overlay->upper}) {
      text += picture->on ? " picture" : "";
    }
    text += overlay->heat.on ? " heat" : "";
  }
  return text;
}

nlohmann::ordered_json pictured(Lab& lab) {
  nlohmann::ordered_json state = test::promised_state(lab);
  state.erase("tool");  // a person's own: no picture hangs on them
  state.erase("history");
  for (const char* key : {"crowd", "walkers", "terrains", "level"}) state.erase(key);
  if (state.contains("playback")) state["playback"].erase("heat");
  return state;
}

// Numbers in the texts of a card that no assert compares, and why.
struct UnassertedNumbers {
  std::string_view card;
  std::vector<std::string> numbers;
  std::string_view reason;
};
const std::vector<UnassertedNumbers>& unasserted() {
  static const std::vector<UnassertedNumbers> all = {
      {"HAA-4", {"4"}, "10 x 10 cells in clusters of 5 x 5, both of which are asserted"},
      {"HAA-7", {"48"}, "what another rule than ours would leave, counted from the edges of the 16 nodes"},
      {"HNA-C3", {"2"}, "a formula"},
      {"HNA-T1", {"1.9", "4.5", "6.9"}, "1530, 3638 and 5627 in units of 1/816, all of which are asserted"},
      {"HPA-1a", {"2714"}, "the test of the maze counts its edges"},
      {"HPA-2", {"20", "3"}, "2 x 2 clusters of 10 x 10; the width of an entrance stands on the map"},
      {"HPA-4b", {"20"}, "2 x 2 clusters of 10 x 10"},
      {"HPA-C4", {"2", "45", "19"}, "a formula; 10 nodes with 9 intra-edges each; nodes of a cluster on the map"},
      {"HPA-C7", {"100"}, "1000 x 1000 cells in clusters of 10 x 10, both of which are asserted"},
      {"HPA-T1", {"219"}, "357 in all less 138 before the refinement, both of which are asserted"},
      {"ROOM-3", {"15"}, "percent: 933 of 6385"},
      {"ROOM-4", {"45"}, "the angle of a slanted wall"},
      {"ROOM-C3", {"7"}, "49 is 7 x 7"},
      {"SG-2", {"2"}, "4 sectors are 2 x 2"},
      {"SG-6c", {"7"}, "the map counts ranks from 1, the asserts from 0"},
      {"SG-C5", {"5"}, "half of the 10 nodes"},
      {"SG-L1", {"4"}, "each term has an assert of its own"}};
  return all;
}

void view_of_usual_size(Lab& lab) { lab.gestures().set_view_size(900, 700); }

}  // namespace

TEST_CASE("a card of the gallery is read, and what is wrong with one is told with file and line") {
  const auto card =
      read_figure_card(std::string(kHead) + "look \"Here.\"\nlook \"And there.\"\nmap.new 9 9 # tiny\n", "a.figure");
  REQUIRE(card.ok());
  CHECK(card.value().look == "Here. And there.");
  REQUIRE(card.value().lines.size() == 1);
  CHECK(card.value().lines[0].number == 8);
  CHECK(figure_card_has(card.value(), "FIGURE  seen"));
  CHECK_FALSE(figure_card_has(card.value(), "figure elsewhere"));
  const auto table = read_figure_card(
      std::string(kHead) + "table \"levels | search\"\ntable \" 1 |68 (67)\"\nmap.new 9 9\n", "a.figure");
  REQUIRE(table.ok());
  CHECK(table.value().table == std::vector<std::vector<std::string>>{{"levels", "search"}, {"1", "68 (67)"}});
  CHECK(card_error("table \"a | b\"\ntable \"c\"\n") == "a.figure:7: the row has 1 cells, the head of the table 2");
  CHECK(card_error("table \"" + std::string(kMaxCardColumns, '|') + "\"\n") ==
        "a.figure:6: a table has 12 columns at most");
  CHECK(card_error("title \"Twice\"\n") == "a.figure:6: title is there twice");
  CHECK(card_error("map.new 9 9\nlook \"Late.\"\n") == "a.figure:7: the head comes before the commands");
  CHECK(card_error("look Here it is\n") == "a.figure:6: look expects one text, in quotes if it has blanks");
  CHECK(card_error("no.such 1\n").starts_with("a.figure:6: "));
  CHECK(card_error("map.new 9\n").starts_with("a.figure:6: "));
  CHECK(card_error("title \"open\n").starts_with("a.figure:6:"));
  CHECK(card_error("", "figure HPA-1\npaper hpa\nnumber 1\ntitle x\n") == "a.figure: the head has no caption");
  CHECK(card_error("", "figure HPA-1\nnumber 1\ntitle x\ncaption x\n") == "a.figure: the head has no paper");
  CHECK(card_error("paper poetry\n").starts_with("a.figure:6: unknown paper 'poetry'"));
  CHECK(card_error("", "figure SG-1\npaper hpa\nnumber 1\ntitle x\ncaption x\n").find("begin with HPA-") !=
        std::string::npos);
  CHECK(card_error(std::string(kMaxCardBytes, '#')).find("bytes") != std::string::npos);
  std::string many;
  for (size_t i = 0; i <= kMaxCardLines; ++i) many += "view.fit\n";
  CHECK(card_error(many).find("commands at most") != std::string::npos);
  CHECK(card_error("\xff\xfex") != "");  // UTF-16, in the middle of a file: an unknown command
}

TEST_CASE("a card may open maps beside it, and may neither write files nor change the window or preferences") {
  for (const char* line :
       {"map.open a.map", "graph.open a.graph", "map.generate cave 20 20 1", "rooms on", "layer all off", "step.to 4",
        "inspect 1 1", "query.set 1 1 2 2", "paint.line 1 1 2 2 blocked", "assert map.width == 3", "crowd.spawn 5",
        "plan.weight 2", "view.split 4", "scenario.open a.scen", "scenario.run"}) {
    CAPTURE(std::string(line));
    CHECK(check_card_command(parse_command(line).value()).ok());
  }
  for (const char* line : {"map.open /etc/passwd",
                           "map.open ../a.map",
                           "map.open a.map force",
                           "map.save",
                           "map.save_as a.map",
                           "export.figure a.svg",
                           "export.table a.csv",
                           "dump.state a.json",
                           "screenshot a.png",
                           "script.run a.script",
                           "ui.theme light",
                           "ui.show open on",
                           "key.reset",
                           "preferences.reset all",
                           "lab.threads 3",
                           "app.quit",
                           "edit.undo",
                           "figure.open HPA-1a",
                           "scenario.open a.scen here",
                           "scenario.save",
                           "scenario.csv a.csv",
                           "copy.reproduction",
                           "step.heat cost",
                           "help",
                           "recent.clear",
                           "ui.chart_csv a.csv",
                           "recovery.discard"}) {
    CAPTURE(std::string(line));
    CHECK_FALSE(check_card_command(parse_command(line).value()).ok());
  }
  // However the table grows: what names a path reads or writes a file, and preferences are a person's own.
  Lab lab;
  for (const CommandInfo& info : commands()) {
    Command command{std::string(info.name), {}};
    for (int i = 0; i < info.min_args; ++i) command.args.emplace_back("a");
    CAPTURE(info.name);
    const bool opens = opens_card_file(command);
    if (info.usage.find("PATH") != info.usage.npos && !opens) CHECK_FALSE(check_card_command(command).ok());
    for (const Preference& one : preferences(lab)) {
      if (one.command == info.name) CHECK_FALSE(check_card_command(command).ok());
    }
  }
}

TEST_CASE("a number of a card's texts must be compared by an assert; in what differs, it may be the paper's") {
  const auto of = [](const std::string& more) {
    const auto card = read_figure_card(std::string(kHead) + more, "a.figure");
    REQUIRE(card.ok());
    return unproven_numbers(card.value());
  };
  using Numbers = std::vector<std::string>;
  CHECK(of("look \"1,463 cells\"\nassert map.passable == 1463\n").empty());
  CHECK(of("look \"1,464 cells\"\nassert map.passable == 1463\n") == Numbers{"1464"});
  CHECK(of("look \"1,463 cells\"\nstep.to 1463\n") == Numbers{"1463"});
  CHECK(of("differs \"3.5 times\"\nprinted \"3.5\"\n").empty());
  CHECK(of("look \"3.5 times\"\nprinted \"3.5\"\n") == Numbers{"3.5"});
  CHECK(of("look \"Three paths of two\"\nassert rooms.interleavings.size == 3\n").empty());
  CHECK(of("look \"Four paths, often\"\nassert rooms.interleavings.size == 3\n") == Numbers{"4"});
  CHECK(of("look \"16 clusters on level 2\"\nassert hpa.level.16.clusters == 4\n") == Numbers{"16"});
  CHECK(of("look \"hpa2 and L3 are names\"\n").empty());
  CHECK(of("table \"level 1 | 68 (67)\"\nprinted \"67\"\nassert map.passable == 68\n").empty());
  CHECK(of("table \"level 1 | 68 (67)\"\nprinted \"67\"\n") == Numbers{"68"});
}

TEST_CASE("what a card says of differences from the paper are differences") {
  for (const FigureCard& card : all_cards()) {
    CAPTURE(card.id);
    CHECK(card.differs.find("as many as in the paper") == std::string::npos);
    CHECK_FALSE(card.differs.starts_with("Nothing"));
  }
}

TEST_CASE("every number in the texts of a card has an assert, or a reason why it has none") {
  for (const FigureCard& card : all_cards()) {
    CAPTURE(card.id);
    const auto listed = std::ranges::find(unasserted(), card.id, &UnassertedNumbers::card);
    std::set<std::string> allowed;
    if (listed != unasserted().end()) allowed = {listed->numbers.begin(), listed->numbers.end()};
    std::set<std::string> unproven;
    for (const std::string& number : unproven_numbers(card)) unproven.insert(number);
    CHECK(unproven == allowed);
    CHECK(std::ranges::any_of(card.lines, &FigureCard::CardCommand::checks));
  }
  for (const UnassertedNumbers& listed : unasserted()) {
    CAPTURE(listed.card);
    CHECK(std::ranges::find(all_cards(), listed.card, &FigureCard::id) != all_cards().end());
    CHECK_FALSE(listed.reason.empty());
  }
}

TEST_CASE("every card of the gallery opens, its asserts hold, and every layer that it switches on is drawn") {
  Lab lab;
  view_of_usual_size(lab);
  OverlayBuilder builder;
  CHECK(all_cards().size() >= 20);
  for (const FigureCard& card : all_cards()) {
    CAPTURE(card.id);
    const Status opened = gallery_controller(lab).open(card, true);
    if (!opened) {
      FAIL_CHECK(opened.error().message());
      continue;
    }
    lab.finish_updates();
    CHECK(gallery_controller(lab).open_card() == &card);
    CHECK(std::ranges::find(lab.state().messages, card.number + ": " + card.title, &Message::text) !=
          lab.state().messages.end());
    const std::string whole = drawing(builder, lab);
    std::set<std::string> on;
    for (const FigureCard::CardCommand& line : card.lines) {
      if (line.command.name == "layer" && line.command.args[1] == "on") on.insert(line.command.args[0]);
    }
    for (const std::string& name : on) {
      CAPTURE(name);
      if (!lab.state().layer(*layer_named(name)).on) continue;  // switched off again by the card
      run(lab, fmt::format("layer {} off", name));
      CHECK(drawing(builder, lab) != whole);
      run(lab, fmt::format("layer {} on", name));
    }
  }
}

TEST_CASE("a card that opens a scenario asks for no tab of the left panel, where it would stay for the next cards") {
  Lab lab;
  view_of_usual_size(lab);
  const uint64_t before = lab.state().tab_request.times;
  for (const char* id : {"HPA-C2", "HPA-5"}) {
    CAPTURE(id);
    run_settled(lab, fmt::format("figure.open {}", id));
    CHECK(scenarios_controller(lab).rows().size() == 60);
    CHECK(lab.state().tab_request.times == before);
  }
}

TEST_CASE("a card looks the same whatever was set before it") {
  const std::vector<FigureCard>& cards = all_cards();
  Rng rng(7);
  Lab used;
  view_of_usual_size(used);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 120; ++i) {
      const std::string line = test::random_line(rng, used);
      if (line.starts_with("app.") || line.starts_with("step.heat") || line.starts_with("level.")) continue;
      (void)used.execute(line);
    }
    const FigureCard& card = cards[static_cast<size_t>(rng.below(static_cast<uint32_t>(cards.size())))];
    CAPTURE(card.id);
    Lab fresh;
    view_of_usual_size(fresh);
    REQUIRE(gallery_controller(fresh).open(card).ok());
    REQUIRE(gallery_controller(used).open(card).ok());
    fresh.finish_updates();
    used.finish_updates();
    CHECK(nlohmann::json::diff(nlohmann::json(pictured(fresh)), nlohmann::json(pictured(used))) ==
          nlohmann::json::array());
  }
}

TEST_CASE("leaving the figures brings back map, settings and view; unsaved work is asked about first") {
  Lab lab;
  view_of_usual_size(lab);
  run_settled(lab, {"map.generate cave 40 30 5", "rules.profile four", "rooms on", "planner.trace rooms",
                    "hpa.cluster_size 7", "layer grid on", "step.to 9", "view.center 11 12 20"});
  const auto before = pictured(lab);
  const std::vector<FigureCard>& cards = gallery_controller(lab).cards();
  REQUIRE(cards.size() > 2);
  run(lab, "figure.open " + cards[0].id);
  CHECK(nlohmann::json::parse(dump_state(lab))["gallery"]["figure"] == cards[0].id);
  run(lab, "figure.next");
  CHECK(gallery_controller(lab).open_card() == &cards[1]);
  run(lab, {"figure.previous", "figure.previous"});
  CHECK(gallery_controller(lab).open_card() == &cards.back());
  run_settled(lab, "figure.leave");
  CHECK(gallery_controller(lab).open_card() == nullptr);
  CHECK(nlohmann::json::diff(nlohmann::json(before), nlohmann::json(pictured(lab))) == nlohmann::json::array());
  CHECK(test::failure(lab, "figure.leave").find("no figure is open") != std::string::npos);
  CHECK(test::failure(lab, "figure.next").find("no figure is open") != std::string::npos);
  CHECK(test::failure(lab, "figure.open none").find("there is no figure 'none'") != std::string::npos);
  // What a card paints itself is nobody's work.
  run(lab, "figure.open ROOM-C3");
  CHECK(lab.state().unsaved);
  run(lab, "figure.next");
  CHECK_FALSE(lab.state().question);
  CHECK(gallery_controller(lab).open_card()->id != "ROOM-C3");
  run(lab, {"figure.open ROOM-C3", "paint.rectangle 4 4 4 4 filled blocked", "figure.next"});
  REQUIRE(lab.state().question);
  run_settled(lab, {"question.cancel", "figure.leave force"});
  // Unsaved work: the question comes first, and its answer goes on.
  run(lab, "paint.fill 20 15 swamp");
  const std::string painted = test::letters(lab);
  run(lab, "figure.open " + cards[0].id);
  REQUIRE(lab.state().question.has_value());
  run(lab, "question.cancel");
  CHECK(test::letters(lab) == painted);
  CHECK(gallery_controller(lab).open_card() == nullptr);
  run(lab, "figure.open " + cards[0].id);
  run(lab, "question.discard");
  CHECK(gallery_controller(lab).open_card() == &cards[0]);
  run(lab, "figure.leave");
  CHECK(test::letters(lab) == painted);  // what was thrown away for the figure comes back with the rest
  // Another map ends the card.
  run(lab, "figure.open " + cards[0].id + " force");
  run(lab, "map.new 12 12 ground force");
  CHECK(gallery_controller(lab).open_card() == nullptr);
}

TEST_CASE("a card that cannot be opened leaves what was open before it") {
  Lab lab;
  run_settled(lab, {"map.generate cave 40 30 5", "rules.profile four"});
  const std::string letters = test::letters(lab);
  GalleryController& gallery = gallery_controller(lab);
  FigureCard bad = gallery.cards()[0];
  bad.id = "bad";
  bad.lines.push_back({99, {"query.set", {"1", "1", "500", "500"}}});
  for (const bool from_another : {false, true}) {
    if (from_another) run(lab, "figure.open HPA-1a force");
    const Status opened = gallery.open(bad);
    REQUIRE_FALSE(opened.ok());
    CHECK(opened.error().message().find(":99: ") != std::string::npos);
    lab.finish_updates();
    CHECK(gallery.open_card() == nullptr);
    CHECK(test::letters(lab) == letters);
    CHECK(lab.state().map_title.find("cave") != std::string::npos);
    CHECK(lab.world().rules().profile == Profile::kFour);
  }
}

TEST_CASE("docs/figures.md has a row for everything in the papers, and names every card") {
  // Figures, tables, listings and claims of each paper, by number; those with several panels have a row for each.
  const std::map<std::string, std::string> rows = {
      {"HPA-", "1a 1b 2 3 4a 4b 5 6 7 8 T1 T2 T3 L9 L10 C1 C2 C3 C4 C5 C6 C7 C8 C9 C10"},
      {"HAA-", "1 2 3 4 5a 5b 6 7 8 9 T1 L1 C1 C2 C3 C4 C5"},
      {"ROOM-", "1t 1b 2t 2b 3 4 5 T1 L1 L2 L3 C1 C2 C3"},
      {"SG-", "1 2 3 4 5 6 7 8 T1 T2 T3 T4 T5 L1 L2 C1 C2 C3 C4 C5 C6 C7"},
      {"HNA-", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 T1 T2 T3 L1 L2 L3 C1 C2 C3 C4 C5 C6"},
      {"DL-", "1 2"},
      {"LINK-", "1"}};
  std::set<std::string> wanted;
  for (const auto& [begin, numbers] : rows) {
    std::istringstream words(numbers);
    for (std::string number; words >> number;) wanted.insert(begin + number);
  }
  CHECK(wanted.size() == 107);
  std::set<std::string> cards, tables, found, named;
  for (const FigureCard& card : all_cards()) cards.insert(card.id);
  for (const FigureCard& card : all_cards()) {
    if (!card.bench.empty()) tables.insert(card.bench);
  }
  std::ifstream file(test::source_path("docs/figures.md"));
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| ") || line.starts_with("| id") || line.starts_with("|--")) continue;
    std::vector<std::string> columns;
    for (size_t at = 2; at < line.size();) {
      const size_t end = std::min(line.find(" |", at), line.size());
      columns.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    CAPTURE(line);
    REQUIRE(columns.size() == 6);
    CHECK(wanted.contains(columns[0]));
    CHECK(found.insert(columns[0]).second);
    const std::string& by = columns[2];
    // What is shown has a way to see it, and what is not says what is missing.
    const bool shown = by.find("card") != by.npos || by.find("`paper ") != by.npos || by.find("`queries ") != by.npos;
    CHECK((shown || by == "nothing yet"));
    CHECK_FALSE(columns[5].empty());
    for (size_t at = by.find('`'); at != by.npos; at = by.find('`', at + 1)) {
      const size_t end = by.find('`', at + 1);
      const std::string word = by.substr(at + 1, end - at - 1);
      at = end;
      if (word.starts_with("paper ")) {
        tables.insert(word.substr(6));
      } else if (!word.starts_with("queries ")) {
        CHECK(cards.contains(word));
        named.insert(word);
      }
    }
  }
  CHECK(found == wanted);
  CHECK(named == cards);
  // The bench has these tables.
  std::ifstream bench(test::source_path("docs/benchmarks.md"));
  std::stringstream text;
  text << bench.rdbuf();
  for (const std::string& table : tables) {
    CAPTURE(table);
    CHECK(text.str().find("`" + table + "`") != std::string::npos);
  }
}
