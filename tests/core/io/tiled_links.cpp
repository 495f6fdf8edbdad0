// Links between cells in maps of Tiled: which objects are links, what saving changes of them, and what is refused.
#include "core/io/tiled_links.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/io/map_file.hpp"
#include "core/io/tiled_map.hpp"
#include "tests/links_support.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::optional<Result<std::string>> no_tilesets(const std::string&) { return std::nullopt; }

GridMap linked_map(const std::string& text) { return must(parse_tiled(text, "x", no_tilesets)).loaded.map; }
std::vector<LinkText> links_in(const std::string& text) {
  const GridMap map = linked_map(text);
  return map.links() != nullptr ? link_texts(*map.links(), map.width()) : std::vector<LinkText>();
}
std::string links_refusal(const std::string& text) {
  const auto read = parse_tiled(text, "x", no_tilesets);
  return read ? "accepted" : read.error().message();
}
std::string saved_with_links(const std::string& text, const GridMap& map) {
  return must(edit_tiled(text, "x", map, no_tilesets));
}
std::string swapped_text(std::string text, const std::string& before, const std::string& after) {
  const size_t at = text.find(before);
  REQUIRE(at != text.npos);
  return text.replace(at, before.size(), after);
}

// A map of 4 x 3 tiles of 16 pixels with these lines of JSON behind its layer of tiles, which is on line 4.
std::string json_map(const std::string& layers, const std::string& numbers = R"("nextlayerid":4,"nextobjectid":12,)") {
  return R"({"type":"map","orientation":"orthogonal","infinite":false,"width":4,"height":3,"tilewidth":16,)"
         "\n"
         R"("tileheight":16,)" +
         numbers +
         R"(
"tilesets":[{"firstgid":1,"tiles":[{"id":0,"properties":[{"name":"terrain","value":"ground"}]}]}],"layers":[
{"type":"tilelayer","id":1,"name":"cells","width":4,"height":3,"data":[1,1,1,1,1,1,1,1,1,1,1,1]})" +
         layers + "]}";
}
std::string xml_map(const std::string& layers, const std::string& numbers = R"( nextlayerid="4" nextobjectid="12")") {
  return R"(<?xml version="1.0"?>
<map orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16")" +
         numbers + R"(>
<tileset firstgid="1"><tile id="0"><properties><property name="terrain" value="ground"/></properties></tile></tileset>
<layer id="1" width="4" height="3"><data encoding="csv">1,1,1,1,1,1,1,1,1,1,1,1</data></layer>)" +
         layers + "</map>\n";
}

// As Tiled writes them: a link both ways with a name and a property of its own, one with neither cost nor direction,
// and an object of another class.
const std::string kJsonCost = R"({"name":"cost","type":"float","value":2.5})";
const std::string kJsonFirst =
    R"({"id":4,"name":"up","type":"link","x":8,"y":8,"rotation":0,"polyline":[{"x":0,"y":0},{"x":48,"y":32}],)"
    R"("properties":[)" +
    kJsonCost + R"(,{"name":"both_ways","type":"bool","value":true},{"name":"owner","type":"string","value":"me"}]})";
const std::string kJsonSecond =
    R"({"id":5,"type":"link","x":24.5,"y":8,"polyline":[{"x":0,"y":0},{"x":-16,"y":16.25}]})";
const std::string kJsonOther = R"({"id":6,"type":"door","x":1,"y":1,"polyline":[{"x":0,"y":0}]})";
const std::string kJsonLayer = R"(,
{"type":"objectgroup","id":3,"name":"Links","objects":[
  )" + kJsonFirst + ",\n  " + kJsonSecond +
                               ",\n  " + kJsonOther + "\n]}\n";

const std::string kXmlCost = R"(<property name="cost" type="float" value="2.5"/>)";
const std::string kXmlFirst = R"(<object id="4" name="up" type="link" x="8" y="8">
  <properties>)" + kXmlCost + R"(<property name="both_ways" type="bool" value="true"/>
  <property name="owner" value="a > b"/></properties><!-- </object> -->
  <polyline points="0,0 48,32"/></object>)";
const std::string kXmlSecond =
    R"(<object id="5" class="link" x="24.5" y="8"><polyline points="0,0 -16,16.25"/></object>)";
const std::string kXmlOther = R"(<object id="6" type="door" x="1" y="1"><polyline points="0,0"/></object>)";
const std::string kXmlLayer = "\n<objectgroup id=\"3\" name=\"Links\">\n  " + kXmlFirst + "\n  " + kXmlSecond + "\n  " +
                              kXmlOther + "\n</objectgroup>\n";

// The same map in both formats.
struct LinkFormat {
  std::string name, map, first, second, other;
};
std::vector<LinkFormat> link_formats() {
  return {{"json", json_map(kJsonLayer), kJsonFirst, kJsonSecond, kJsonOther},
          {"xml", xml_map(kXmlLayer), kXmlFirst, kXmlSecond, kXmlOther}};
}

// Returns the whole numbers of the text that stand between the two words.
std::vector<int> numbers_between(const std::string& text, const std::string& before, const std::string& after) {
  std::vector<int> numbers;
  for (size_t at = text.find(before); at != text.npos; at = text.find(before, at + 1)) {
    int number = 0;
    const char* const begin = text.data() + at + before.size();
    const auto [end, fault] = std::from_chars(begin, text.data() + text.size(), number);
    if (fault == std::errc{} && std::string_view(end).starts_with(after)) numbers.push_back(number);
  }
  return numbers;
}

// Checks that all objects have numbers of their own, below that of the next one.
void check_object_ids(const std::string& text, bool xml) {
  const std::vector<int> ids =
      xml ? numbers_between(text, "<object id=\"", "\"") : numbers_between(text, "{ \"id\": ", ", \"name\": \"");
  const std::vector<int> next =
      xml ? numbers_between(text, "nextobjectid=\"", "\"") : numbers_between(text, "\"nextobjectid\": ", ",");
  CHECK(std::set<int>(ids.begin(), ids.end()).size() == ids.size());
  REQUIRE(next.size() == 1);
  for (const int id : ids) CHECK(id < next.front());
}

}  // namespace

TEST_CASE("tiled links: polylines of class link in the layer links are links, with their cost and direction") {
  for (const LinkFormat& format : link_formats()) {
    CAPTURE(format.name);
    CHECK(links_in(format.map) == std::vector<LinkText>{{{0, 0}, {3, 2}, 250, true}, {{1, 0}, {0, 1}, 100, false}});
    CHECK(links_in(swapped_text(format.map, "\"Links\"", "\"lines\"")).empty());
  }
  // An infinite map may begin left of 0,0; in an isometric one both axes are in heights of tiles.
  const std::string chunk =
      R"(<layer><data encoding="csv"><chunk x="-2" y="-1" width="2" height="2">1,1,1,1</chunk></data></layer>
<objectgroup name="links"><object type="link" x="-24" y="-8"><polyline points="0,0 16,16"/></object></objectgroup>)";
  const std::string infinite =
      R"(<map orientation="orthogonal" infinite="1" tilewidth="16" tileheight="16">)" + chunk + "</map>";
  CHECK(links_in(infinite) == std::vector<LinkText>{{{0, 0}, {1, 1}, 100, false}});
  const std::string isometric =
      swapped_text(swapped_text(xml_map(kXmlLayer), "orthogonal", "isometric"), "tilewidth=\"16\"", "tilewidth=\"32\"");
  CHECK(links_in(isometric) == links_in(xml_map(kXmlLayer)));
}

TEST_CASE("tiled links: saving without a change keeps every byte, also of links that are given twice") {
  for (const LinkFormat& format : link_formats()) {
    CAPTURE(format.name);
    CHECK(saved_with_links(format.map, linked_map(format.map)) == format.map);
    const std::string separator = format.name == "json" ? "," : "";
    const std::string twice = swapped_text(format.map, format.second, format.second + separator + format.second);
    GridMap map = linked_map(twice);
    CHECK(saved_with_links(twice, map) == twice);
    // With another change one of the two is enough.
    map.apply({{}, {{2, 3, 100}}});
    CHECK(linked_map(saved_with_links(twice, map)) == map);
  }
}

TEST_CASE("tiled links: saving changes the properties of a link that has changed, and takes out one that is gone") {
  const auto json_property = [](const char* name, const char* type, const char* value) {
    return fmt::format(R"({{ "name": "{}", "type": "{}", "value": {} }})", name, type, value);
  };
  const auto xml_property = [](const char* name, const char* type, const char* value) {
    return fmt::format(R"(<property name="{}" type="{}" value="{}"/>)", name, type, value);
  };
  for (const LinkFormat& format : link_formats()) {
    CAPTURE(format.name);
    const bool json = format.name == "json";
    const GridMap before = linked_map(format.map);
    const CellId corner = before.id({3, 2}), second = before.id({1, 0}), left = before.id({0, 1});
    const auto saved = [&](std::vector<MapLink> links) {
      GridMap map = before;
      map.apply({{}, std::move(links)});
      std::string text = saved_with_links(format.map, map);
      CHECK(linked_map(text) == map);
      return text;
    };
    CHECK(saved({{0, corner, 300}, {corner, 0, 300}}) ==
          swapped_text(format.map, json ? kJsonCost : kXmlCost,
                       json ? json_property("cost", "float", "3") : xml_property("cost", "float", "3")));
    const std::string both = json ? R"({"name":"both_ways","type":"bool","value":true})"
                                  : R"(<property name="both_ways" type="bool" value="true"/>)";
    CHECK(saved({{corner, 0, 0}}) == swapped_text(format.map, both,
                                                  json ? json_property("both_ways", "bool", "false")
                                                       : xml_property("both_ways", "bool", "false")));
    // Properties that were not there.
    const std::string whole =
        json ? "{ \"properties\": [" + json_property("cost", "float", "0.07") + ", " +
                   json_property("both_ways", "bool", "true") + "]," + kJsonSecond.substr(1)
             : swapped_text(kXmlSecond, "<polyline",
                            "<properties>" + xml_property("cost", "float", "0.07") +
                                xml_property("both_ways", "bool", "true") + "</properties><polyline");
    CHECK(saved({{second, left, 7}, {left, second, 7}}) == swapped_text(format.map, format.second, whole));
    // Links that are gone.
    const std::string separator = json ? ",\n  " : "\n  ";
    CHECK(saved({{second, left, 0}}) == swapped_text(format.map, separator + format.second, ""));
    CHECK(saved({{0, corner, 0}, {corner, 0, 0}}) ==
          swapped_text(format.map, json ? format.first + separator : separator + format.first, ""));
    const std::string none = saved({{0, corner, 0}, {corner, 0, 0}, {second, left, 0}});
    CHECK(none == swapped_text(swapped_text(format.map, json ? format.first + separator : separator + format.first, ""),
                               json ? format.second + separator : separator + format.second, ""));
    CHECK(none.find(format.other) != none.npos);
  }
}

TEST_CASE("tiled links: of a link that has one of its properties, cost and direction are saved at once") {
  for (const LinkFormat& format : link_formats()) {
    CAPTURE(format.name);
    const bool json = format.name == "json";
    const std::string lone =
        json ? swapped_text(format.map, R"(8,"polyline":[{"x":0,"y":0},{"x":-16)",
                            R"(8,"properties":[{"name":"cost","type":"float","value":2}],)"
                            R"("polyline":[{"x":0,"y":0},{"x":-16)")
             : swapped_text(format.map, R"(<polyline points="0,0 -16)",
                            R"(<properties><property name="cost" type="float" value="2"/></properties>)"
                            R"(<polyline points="0,0 -16)");
    GridMap changed = linked_map(lone);
    const CellId second = changed.id({1, 0}), left = changed.id({0, 1});
    REQUIRE(changed.links()->length(second, left) == 200);
    changed.apply({{}, {{second, left, 7}, {left, second, 7}}});
    CHECK(linked_map(saved_with_links(lone, changed)) == changed);
  }
}

TEST_CASE("tiled links: a new link goes into the layer links, or into a new one, with the next numbers") {
  const auto with_link = [](const std::string& text) {
    GridMap map = linked_map(text);
    map.apply({{}, {{2, 7, 250}, {7, 2, 250}}});
    const std::string saved = saved_with_links(text, map);
    CHECK(linked_map(saved) == map);
    return saved;
  };
  const std::string json = with_link(json_map(kJsonLayer));
  CHECK(json.find(R"("nextlayerid":4,"nextobjectid":13,)") != json.npos);
  CHECK(json.find(kJsonOther + ",\n    { \"id\": 12, \"name\": \"\", \"type\": \"link\", \"x\": 40, \"y\": 8, ") !=
        json.npos);
  CHECK(json.find(R"("polyline": [{ "x": 0, "y": 0 }, { "x": 16, "y": 16 }],)") != json.npos);
  const std::string xml = with_link(xml_map(kXmlLayer));
  CHECK(xml == swapped_text(swapped_text(xml_map(kXmlLayer), "nextobjectid=\"12\"", "nextobjectid=\"13\""),
                            kXmlOther + "\n", kXmlOther + R"(
  <object id="12" type="link" x="40" y="8">
   <properties>
    <property name="both_ways" type="bool" value="true"/>
    <property name="cost" type="float" value="2.5"/>
   </properties>
   <polyline points="0,0 16,16"/>
  </object>
)"));
  // A new layer, and one without objects; a file without the numbers gets them.
  const std::string spawn = R"(,{"type":"group","id":7,"layers":[{"type":"objectgroup","objects":[{"id":30}]}]})";
  const std::string json_new = with_link(json_map(spawn, ""));
  CHECK(json_new.starts_with(R"({ "nextlayerid": 9, "nextobjectid": 32,"type":"map")"));
  CHECK(json_new.find(R"("objectgroup", "id": 8, "name": "links",)") != json_new.npos);
  CHECK(json_new.find("{ \"id\": 31, ") != json_new.npos);
  const std::string xml_new =
      with_link(xml_map(R"(<group id="7"><objectgroup><object id="30"/></objectgroup></group>)", ""));
  CHECK(xml_new.find("<map nextlayerid=\"9\" nextobjectid=\"32\" orientation=") != xml_new.npos);
  CHECK(xml_new.find("<objectgroup id=\"8\" name=\"links\">\n  <object id=\"31\" ") != xml_new.npos);
  const std::string xml_empty = with_link(xml_map(R"(<objectgroup id="2" name="links"/>)"));
  CHECK(xml_empty.find("<objectgroup id=\"2\" name=\"links\">\n  <object id=\"12\" ") != xml_empty.npos);
  CHECK(xml_empty.find("nextlayerid=\"4\"") != xml_empty.npos);
}

TEST_CASE("tiled links: malformed links are refused with file, line and reason") {
  const std::string two = R"("polyline":[{"x":0,"y":0},{"x":16,"y":0}])";
  const auto json = [&](const std::string& members, const std::string& line) {
    return json_map(",{\"type\":\"objectgroup\",\"name\":\"links\",\"objects\":[\n{\"type\":\"link\"," + members +
                    line + "}]}");
  };
  const auto xml = [&](const std::string& attributes, const std::string& inside) {
    return xml_map("<objectgroup name=\"links\">\n<object type=\"link\" " + attributes + ">" + inside +
                   "</object></objectgroup>");
  };
  const std::string at_json = R"("x":8,"y":8,)", at_xml = R"(x="8" y="8")",
                    line_xml = R"(<polyline points="0,0 16,0"/>)";
  const auto json_with = [&](const std::string& name, const std::string& value) {
    return json(at_json + R"("properties":[)" + "\n" + R"({"name":")" + name + R"(","value":)" + value + "}],", two);
  };
  const auto xml_with = [&](const std::string& name, const std::string& value) {
    return xml(at_xml,
               "<properties>\n<property name=\"" + name + "\" value=\"" + value + "\"/></properties>" + line_xml);
  };
  CHECK(links_refusal(json(at_json, two)) == "accepted");
  CHECK(links_refusal(xml(at_xml, line_xml)) == "accepted");
  CHECK(links_refusal(json_with("cost", "100000")) == "accepted");
  CHECK(links_refusal(xml_with("cost", "0.01")) == "accepted");
  const std::string points = "a link is a polyline of two points, its start and its end; this one has ";
  const std::string switch_words = "the property both_ways of a link is neither true nor false";
  struct Row {
    std::string text, words;
  };
  const Row kRows[] = {
      {json(at_json, R"("polyline":[{"x":0,"y":0},{"x":16,"y":0},{"x":16,"y":16}])"), "x:5: " + points + "3"},
      {json(at_json, R"("polyline":[])"), "x:5: " + points + "0"},
      {json(at_json, R"("ellipse":true)"), "x:5: " + points + "0"},
      {json(at_json, R"("polyline":[{"x":0,"y":0},{"x":"16","y":0}])"), "x:5: \"x\" is no number"},
      {json(R"("x":8,)", two), "x:5: \"y\" is no number"},
      {json(at_json + R"("rotation":90,)", two), "x:5: a link is not rotated: set its rotation to 0"},
      {json(R"("x":60,"y":8,)", two), "x:5: the end of a link is outside of the map"},
      {json(R"("x":-1,"y":8,)", two), "x:5: the start of a link is outside of the map"},
      {json(at_json, R"("polyline":[{"x":0,"y":0},{"x":7,"y":7}])"), "x:5: a link joins two different cells"},
      {json(at_json + R"("properties":{"cost":1},)", two), "x:5: \"properties\" is no list"},
      {json_with("cost", "-2"), "x:5: the cost -2 is outside of what a link can have (0.01 to 100000)"},
      {json_with("cost", "0.004"), "x:5: the cost 0.004 is outside"},
      {json_with("cost", "100001"), "x:5: the cost 100001 is outside"},
      {json_with("cost", "\"two\""), "x:6: the cost of a link is no number"},
      {json_with("both_ways", "1"), "x:6: " + switch_words},
      {json_map(R"(,{"type":"objectgroup","name":"links","objects":[1,2]})"), "x:4: \"objects\" is no list of objects"},
      {xml(at_xml, R"(<polyline points="0,0 16,0 16,16"/>)"), "x:5: " + points + "3"},
      {xml(at_xml, R"(<polygon points="0,0 16,0"/>)"), "x:5: " + points + "0"},
      {xml(at_xml, R"(<polyline points="0,0 16"/>)"), "x:5: a point of a link is '16', no two numbers"},
      {xml(R"(x="8")", line_xml), "x:5: the attribute y is no number"},
      {xml(at_xml + R"( rotation="90")", line_xml), "x:5: a link is not rotated"},
      {xml(R"(x="8" y="48")", line_xml), "x:5: the start of a link is outside of the map"},
      {xml(at_xml, R"(<polyline points="0,0 1,1"/>)"), "x:5: a link joins two different cells"},
      {xml_with("cost", "-0.5"), "x:5: the cost -0.5 is outside of what a link can have (0.01 to 100000)"},
      {xml_with("cost", "two"), "x:6: the cost of a link is no number"},
      {xml_with("both_ways", "perhaps"), "x:6: " + switch_words},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK_MESSAGE(links_refusal(row.text).starts_with(row.words), links_refusal(row.text));
  }
}

TEST_CASE("tiled links: random maps are read back as they were saved and edited, in both formats") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    Rng rng(static_cast<uint64_t>(seed));
    GridMap first = random_map(2 + seed % 17, 2 + seed * 7 % 15, 30, static_cast<uint64_t>(seed));
    first.apply(random_links(first, seed % 6, rng));
    for (const bool xml : {false, true}) {
      CAPTURE(xml);
      std::string text = xml ? format_tmx(first, "a.png") : format_tmj(first, "a.png");
      CHECK(linked_map(text) == first);
      check_object_ids(text, xml);
      const std::string foreign =
          xml ? R"(<objectgroup id="90" name="spawn"><object id="77" name="me" x="1" y="2"/></objectgroup>)"
              : R"({ "type": "objectgroup", "id": 90, "name": "spawn", "objects": [{ "id": 77, "name": "me" }] }, )";
      const std::string place = xml ? "</map>" : "{ \"type\": \"tilelayer\"";
      text = swapped_text(text, place, foreign + place);
      const size_t links = first.links() != nullptr ? link_texts(*first.links(), first.width()).size() : 0;
      const std::string next = xml ? "nextobjectid=\"{}\"" : "\"nextobjectid\": {}";
      text = swapped_text(text, fmt::format(fmt::runtime(next), links + 1), fmt::format(fmt::runtime(next), 78));
      GridMap map = first;
      for (int edit = 0; edit < 4; ++edit) {
        map.apply(random_links(map, 1 + edit % 2, rng));
        map.apply({{{rng.below(map.cell_count()), 1, ".STW@"[rng.below(5)]}}});
        const MapLink some = map.links()->all()[rng.below(static_cast<uint32_t>(map.links()->size()))];
        if (edit > 0) map.apply({{}, {{some.from, some.to, edit == 1 ? 0 : 1 + rng.below(900)}}});
        text = saved_with_links(text, map);
        CHECK(linked_map(text) == map);
        CHECK(saved_with_links(text, map) == text);
        CHECK(text.find(foreign) != text.npos);
        check_object_ids(text, xml);
      }
    }
  }
}

TEST_CASE("map file: maps of Tiled hold links; saving in another format says that they are lost") {
  const TempFolder folder;
  GridMap map = map_from_text("....\n.@..\n...S");
  map.apply({{}, {{0, 11, 250}, {11, 0, 250}, {3, 8, 1}}});
  MapSaveReport report;
  for (const auto& [name, from] :
       {std::pair("a.tmx", ""), std::pair("a.tmj", "a.tmx"), std::pair("b.tmj", "a.tmj"), std::pair("a.json", "")}) {
    CAPTURE(name);
    REQUIRE(save_map_file(map, folder.file(name), *from != 0 ? folder.file(from) : std::string(), {}, &report));
    CHECK_FALSE(report.loses_links);
    CHECK(must(open_map_file(folder.file(name))).loaded.map == map);
  }
  for (const char* name : {"a.map", "a.png", "a.csv"}) {
    CAPTURE(name);
    REQUIRE(save_map_file(map, folder.file(name), {}, {}, &report));
    CHECK(report.loses_links);
    CHECK(must(open_map_file(folder.file(name))).loaded.map.links() == nullptr);
  }
  REQUIRE(save_map_file(map_from_text(".."), folder.file("a.map"), {}, {}, &report));
  CHECK_FALSE(report.loses_links);
}
