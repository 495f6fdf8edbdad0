// The arguments of every command of the table can be filled in as fields.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/base/command_parameters.hpp"
#include "app/lab/command_fields.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/lab_setting.hpp"
#include "core/search/pseudo_code.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const CommandInfo& info_of(const char* name) {
  const CommandInfo* info = command_named(name);
  REQUIRE(info != nullptr);
  return *info;
}

std::vector<CommandField> fields_of(const char* name) { return command_usages(info_of(name)).front().fields; }

std::vector<std::string> labels_of(const char* name) {
  std::vector<std::string> labels;
  for (const CommandField& field : fields_of(name)) labels.push_back(field.label);
  return labels;
}

// Of a way: how many arguments it gives at least and at most.
int least_of(const CommandUsage& way) {
  return static_cast<int>(
      std::count_if(way.fields.begin(), way.fields.end(), [](const auto& f) { return !f.optional; }));
}
int most_of(const CommandUsage& way) {
  int most = 0;
  for (const CommandField& field : way.fields) {
    if (field.repeats) return -1;
    most += field.before.empty() ? 1 : 2;
  }
  return most;
}

std::string line_of(const char* name, std::vector<std::string> values, size_t way = 0) {
  const auto line = line_of_fields(info_of(name), command_usages(info_of(name))[way], values);
  return line ? line.value() : line.error().message();
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the fields of every command are as many as it takes arguments, and what is filled in makes a command line") {
  for (const CommandInfo& info : commands()) {
    CAPTURE(std::string(info.name));
    const std::vector<CommandUsage> ways = command_usages(info);
    int least = 1000, most = 0;
    for (const CommandUsage& way : ways) {
      least = std::min(least, least_of(way));
      const int of_way = most_of(way);
      most = of_way < 0 || most < 0 ? -1 : std::max(most, of_way);
      std::vector<std::string> values, needed;
      for (const CommandField& field : way.fields) {
        CAPTURE(field.word);
        CHECK_FALSE(field.label.empty());
        CHECK(field.label != field.word);  // it is for people
        // A field of words has them all; others are said to be numbers, files or text.
        if (field.kind == FieldKind::kChoice || field.kind == FieldKind::kList) CHECK_FALSE(field.choices.empty());
        std::string value = field.choices.empty() ? "7" : field.choices.back();
        if (field.kind == FieldKind::kNumber && field.setting != nullptr) {
          value = setting_text(*field.setting, field.setting->range.high);
        }
        values.push_back(value);
        needed.push_back(field.optional ? "" : value);
      }
      const auto full = line_of_fields(info, way, values);
      CHECK_MESSAGE(full.ok(), full.error().message());
      CHECK(line_of_fields(info, way, needed).ok());
    }
    CHECK(least == info.min_args);
    // The command for level settings takes any number of arguments, which the usage text does not count.
    if (most >= 0 || info.max_args < 0) CHECK(most == info.max_args);
  }
}

TEST_CASE("every parameter of a command has a type") {
  for (const CommandInfo& info : commands()) {
    if (lab_setting_named(info.name) != nullptr) continue;
    CAPTURE(std::string(info.name));
    CHECK_FALSE(takes(info, ParameterType::kUnknown));
  }
  CHECK(parameter_type("SOMETHING") == ParameterType::kUnknown);
}

TEST_CASE("a command knows which of its arguments are planners, lines of code and files") {
  CHECK(takes(info_of("view.planner"), ParameterType::kPlanner));
  CHECK_FALSE(takes(info_of("planner.only"), ParameterType::kPlanner));
  CHECK(takes(info_of("step.breakpoint"), ParameterType::kCodeLine));
  CHECK(takes_word(info_of("map.new"), "force"));
  CHECK_FALSE(takes_word(info_of("map.save"), "force"));
  CHECK(argument_position(info_of("map.generate"), ParameterType::kMapSide) == 1);
  Command opens{"lesson.open", {"own.lesson"}};
  REQUIRE(path_word(opens) != nullptr);
  CHECK(*path_word(opens) == "own.lesson");
  Command without{"crowd.scenario", {}}, none{"view.fit", {}};
  CHECK(path_word(without) == nullptr);
  CHECK(path_word(none) == nullptr);
}

TEST_CASE("fields know names of the lab, choices, numbers and files by the usage") {
  CHECK(labels_of("view.goto") == Words{"x", "y"});
  CHECK(fields_of("view.goto")[0].kind == FieldKind::kNumber);
  CHECK(labels_of("step.speed") == Words{"Events per second"});
  CHECK(labels_of("plan.smooth") == Words{"On or off"});
  CHECK(labels_of("brush.shape") == Words{"Brush shape"});
  CHECK(labels_of("paint.rectangle") == Words{"x of the first cell", "y of the first cell", "x of the other cell",
                                              "y of the other cell", "Filled or outline", "Terrain"});
  CHECK(fields_of("map.open")[0].kind == FieldKind::kPath);
  CHECK(fields_of("terrain.select")[0].choices == Words{"ground", "swamp", "water", "trees", "blocked"});
  CHECK(fields_of("rules.capability")[0].kind == FieldKind::kList);
  CHECK(fields_of("map.generate")[0].choices.size() == 6);
  const auto has = [](const CommandField& field, const char* name) {
    return field.kind == FieldKind::kChoice &&
           std::find(field.choices.begin(), field.choices.end(), name) != field.choices.end();
  };
  CHECK(has(fields_of("layer")[0], "clearance"));
  CHECK(has(fields_of("layer")[0], "all"));
  CHECK(has(fields_of("layer")[1], "toggle"));
  CHECK(has(fields_of("planner.trace")[0], "hpa2"));
  CHECK(has(fields_of("tool.select")[0], "crowd"));
  const std::vector<CommandField> split = fields_of("view.split");
  REQUIRE(split.size() == 2);
  CHECK(split[1].before == "with");
  CHECK(split[1].repeats);
  CHECK(split[1].optional);
  CHECK(command_usages(info_of("step.condition")).size() == 2);
}

TEST_CASE("values become a command line: choices may be short, optional ones left out, words of a list many") {
  CHECK(line_of("query.start", {" 3 ", "7"}) == "query.start 3 7");
  CHECK(line_of("layer", {"clea", "on"}) == "layer clearance on");
  CHECK(line_of("layer", {"path", "toggle"}) == "layer path toggle");  // also the beginning of another name
  CHECK(line_of("paint.rectangle", {"1", "2", "3", "4", "", "swamp"}) == "paint.rectangle 1 2 3 4 swamp");
  CHECK(line_of("paint.rectangle", {"1", "2", "3", "4", "", "weight", "+7"}, 1) == "paint.rectangle 1 2 3 4 weight +7");
  CHECK(line_of("paint.stroke", {"weight", "0", "1", "round", "1,1 2,2"}, 1) ==
        "paint.stroke weight 0 1 round 1,1 2,2");
  CHECK(line_of("view.split", {"4", "grid path"}) == "view.split 4 with grid path");
  CHECK(line_of("view.split", {"4", ""}) == "view.split 4");
  CHECK(line_of("map.open", {"my maps/a b.map", "", ""}) == "map.open \"my maps/a b.map\"");
  CHECK(line_of("map.open", {"a.pgm", "threshold=9 invert=on", ""}) == "map.open a.pgm threshold=9 invert=on");
  CHECK(line_of("paint.stroke", {"brush", "swamp", "1", "round", "1,1 2,2 3,3"}) ==
        "paint.stroke brush swamp 1 round 1,1 2,2 3,3");
  CHECK(line_of("step.condition", {"touched", "on", "3", "4"}, 1) == "step.condition touched on 3 4");
  CHECK(line_of("key.bind", {"Ctrl+J, F9", "layer grid toggle"}) == "key.bind \"Ctrl+J, F9\" layer grid toggle");
}

TEST_CASE("a field that is empty or has no such word says so") {
  CHECK(line_of("query.start", {"3", ""}) == "y: must be filled in");
  CHECK(line_of("terrain.select", {"lava"}) ==
        "Terrain: 'lava' is none of these: ground, swamp, water, trees, blocked");
  CHECK(line_of("plan.heuristic", {"e"}) == "plan.heuristic euclid");
  CHECK(line_of("plan.ties", {"f"}) == "plan.ties fifo");
  CHECK(line_of("terrain.weight", {"", "3"}) == "Terrain: must be filled in");
  CHECK(line_of("step.condition", {"t", "on", "3", ""}, 1) == "y: must be filled in");
  CHECK(line_of("planner.trace", {"hp"}).starts_with("Planner: 'hp' is not clear: hpa"));
}

TEST_CASE("preferences and options are found by their values and by words of their help") {
  Lab lab;
  const std::vector<CommandSuggestion> offers = command_suggestions(lab, {});
  const auto first = [&](const std::string& words) {
    const std::vector<size_t> hits = find_suggestions(offers, words);
    REQUIRE_FALSE(hits.empty());
    return offers[hits.front()].lines.front();
  };
  CHECK(first("theme: light") == "ui.theme light");
  CHECK(first("pace of compared searches: phase") == "view.pace phase");
  CHECK(first("heuristic of a*: zero") == "plan.heuristic zero");
  // Nothing is offered twice.
  std::vector<std::vector<std::string>> lines;
  for (const CommandSuggestion& offer : offers) lines.push_back(offer.lines);
  std::sort(lines.begin(), lines.end());
  CHECK(std::adjacent_find(lines.begin(), lines.end()) == lines.end());
  for (const CommandSuggestion& offer : offers) {
    if (!offer.complete) continue;
    for (const std::string& line : offer.lines) {
      CAPTURE(line);
      CHECK(check_command(parse_command(line).value()).ok());
    }
  }
}
