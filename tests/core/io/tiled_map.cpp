// Maps of Tiled: which cells its tiles, layers and objects make, what saving changes, and what is refused with which
// words.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/rng.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/io/tiled_map.hpp"
#include "tests/must.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using TextFiles = std::map<std::string, std::string>;

TilesetSource source_of(TextFiles files) {
  return [files = std::move(files)](const std::string& file) -> std::optional<Result<std::string>> {
    const auto found = files.find(file);
    return found == files.end() ? std::nullopt : std::optional(Result<std::string>(found->second));
  };
}

OpenedMap opened_tiled(const std::string& text, const TiledOptions& options = {}, const TextFiles& files = {}) {
  return must(parse_tiled(text, "x", source_of(files), options));
}
std::string tiled_letters(const std::string& text, const TiledOptions& options = {}, const TextFiles& files = {}) {
  const OpenedMap opened = opened_tiled(text, options, files);
  const auto letters = opened.loaded.map.letters();
  return std::string(letters.begin(), letters.end());
}
std::string tiled_refusal(const std::string& text, const TextFiles& files = {}) {
  const auto read = parse_tiled(text, "x", source_of(files));
  return read ? "accepted" : read.error().message();
}

// A map of 3 x 2 tiles with these lines of JSON. Tile 1 says nothing, 2 water by `terrain`, 3 blocked, 4 walkable, 5
// has a shape, 6 the class trees.
std::string tmj(const std::string& layers, const std::string& more = "") {
  return R"({"type":"map","orientation":"orthogonal","infinite":false,"width":3,"height":2,"tilewidth":8,"tileheight":8,
)" + more +
         R"("tilesets":[{"firstgid":1,"name":"t","tiles":[
 {"id":1,"properties":[{"name":"terrain","type":"string","value":"Water"}]},
 {"id":2,"properties":[{"name":"Blocked","type":"bool","value":true}]},
 {"id":3,"properties":[{"name":"walkable","type":"bool","value":true}]},
 {"id":4,"objectgroup":{"objects":[{"x":0,"y":0}]}},
 {"id":5,"type":"trees"}]}],
"layers":[)" +
         layers + "]}";
}
std::string tile_layer(const std::string& name, const std::string& data, const std::string& more = "") {
  return fmt::format(R"({{"type":"tilelayer","name":"{}",{}"width":3,"height":2,"data":{}}})", name, more, data);
}
// The same tiles as XML.
std::string tmx(const std::string& layers, const std::string& attributes = "width=\"3\" height=\"2\"") {
  return "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" tilewidth=\"8\" tileheight=\"8\" " + attributes +
         ">\n" + R"(<tileset firstgid="1" name="t">
 <tile id="1"><properties><property name="terrain" value="Water"/></properties></tile>
 <tile id="2"><properties><property name="Blocked" type="bool" value="true"/></properties></tile>
 <tile id="3"><properties><property name="walkable" type="bool" value="true"/></properties></tile>
 <tile id="4"><objectgroup><object id="1" x="0" y="0"/></objectgroup></tile>
 <tile id="5" class="trees"/>
</tileset>
)" + layers +
         "</map>\n";
}

// The tiles 1 2 3 4 5 6 as four little-endian bytes each, by Python's base64, zlib and gzip modules.
const std::string kPlain64 = "AQAAAAIAAAADAAAABAAAAAUAAAAGAAAA";
const std::string kZlib64 = "eJxjZGBgYAJiZiBmAWJWIGYDYgAA+AAW";
const std::string kGzip64 = "H4sIAAAAAAACA2NkYGBgAmJmIGYBYlYgZgNiAL4Hb68YAAAA";

size_t difference_count(const std::string& a, const std::string& b) {
  size_t count = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i];
  return count;
}

}  // namespace

TEST_CASE("tiled: properties, classes and shapes of tiles say which terrain they are, in both formats") {
  CHECK(tiled_letters(tmj(tile_layer("a", "[1,2,3,4,5,6]"))) == ".W@.@T");
  CHECK(tiled_letters(tmx(
            "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"csv\">\n1,2,3,\n4,5,6\n</data></layer>")) ==
        ".W@.@T");
  // Bits of flipped tiles do not count.
  CHECK(tiled_letters(tmj(tile_layer("a", "[2147483649,2147483650,3758096387,4,5,6]"))) == ".W@.@T");
}

TEST_CASE("tiled: the topmost tile that says something decides, and names and properties of layers count") {
  const std::string floor = tile_layer("a", "[1,1,1,1,2,0]");
  CHECK(tiled_letters(tmj(floor)) == "....W@");  // no tile in any layer of floor: a hole
  CHECK(tiled_letters(tmj(floor + "," + tile_layer("Walls", "[1,0,0,0,1,0]"))) == "@...@@");
  CHECK(tiled_letters(tmj(tile_layer("Walls", "[1,0,0,0,1,0]"))) ==
        "@...@.");  // walls alone: free where there are none
  CHECK(tiled_letters(tmj(floor + "," + tile_layer("Walls", "[1,0,0,0,4,0]"))) == "@....@");  // a bridge
  const std::string swamp = R"("properties":[{"name":"terrain","type":"string","value":"swamp"}],)";
  CHECK(tiled_letters(tmj(tile_layer("x", "[1,1,2,0,0,1]", swamp))) == "SSW@@S");
  CHECK(tiled_letters(tmj(R"({"type":"group","name":"g","layers":[)" + floor + "]}")) == "....W@");
}

TEST_CASE("tiled: options name the layer that decides and a further property") {
  const std::string both = tmj(tile_layer("a", "[1,1,1,1,2,0]") + "," + tile_layer("marks", "[1,0,0,0,0,1]"));
  CHECK(tiled_letters(both) == "....W.");
  CHECK(tiled_letters(both, {.layer = "marks"}) == "@....@");
  CHECK(tiled_letters(both, {.layer = "a"}) == "....W@");
  const auto none = parse_tiled(both, "x", source_of({}), {.layer = "b"});
  CHECK(none.error().message() == "x:1: the map has no tile layer called 'b'");
  std::string own = both;
  own.replace(own.find("terrain"), 7, "kind");
  CHECK(tiled_letters(own) == "......");
  CHECK(tiled_letters(own, {.property = "kind"}) == "....W.");
}

TEST_CASE("tiled: tiles are read as numbers, base64, zlib, gzip and elements") {
  for (const auto& [words, data] :
       {std::pair("encoding=\"base64\"", kPlain64), std::pair("encoding=\"base64\" compression=\"zlib\"", kZlib64),
        std::pair("encoding=\"base64\" compression=\"gzip\"", kGzip64)}) {
    CAPTURE(words);
    CHECK(tiled_letters(tmx(fmt::format("<layer width=\"3\" height=\"2\"><data {}>\n   {}\n  </data></layer>", words,
                                        data))) == ".W@.@T");
  }
  const std::string json = R"("encoding":"base64","compression":"zlib",)";
  CHECK(tiled_letters(tmj(tile_layer("a", "\"" + kZlib64 + "\"", json))) == ".W@.@T");
  std::string elements;
  for (int i = 1; i <= 6; ++i) elements += fmt::format("<tile gid=\"{}\"/>", i);
  CHECK(tiled_letters(tmx("<layer width=\"3\" height=\"2\"><data>" + elements + "</data></layer>")) == ".W@.@T");
}

TEST_CASE("tiled: an infinite map is the rectangle of its chunks") {
  const std::string chunks = R"(<layer name="a"><data encoding="csv">
<chunk x="-2" y="-1" width="2" height="2">1,2,3,4</chunk><chunk x="0" y="-1" width="2" height="1">5,6</chunk>
</data></layer><objectgroup><object name="Start" x="-9" y="3"/><object type="goal" x="8" y="-8" width="8" height="8"/>
</objectgroup>)";
  const std::string text = tmx(chunks, "infinite=\"1\"");
  CHECK(tiled_letters(text) == ".W@T@.@@");
  const OpenedMap opened = opened_tiled(text);
  CHECK(opened.start == Cell{0, 1});
  CHECK(opened.goal == Cell{3, 0});
}

TEST_CASE("tiled: objects named start and goal are the ends; one outside of the map is noted") {
  const std::string layer = tile_layer("a", "[1,1,1,1,1,1]");
  const auto with = [&](const std::string& objects) {
    return opened_tiled(tmj(layer + R"(,{"type":"objectgroup","objects":[)" + objects + "]}"));
  };
  const OpenedMap both =
      with(R"({"name":"START","x":3,"y":9.5},{"name":"","type":"goal","x":16,"y":0,"width":4,"height":4})");
  CHECK(both.start == Cell{0, 1});
  CHECK(both.goal == Cell{2, 0});
  CHECK(with(R"({"name":"goal","gid":3,"x":8,"y":16,"width":8,"height":8})").goal ==
        Cell{1, 1});  // `y` is the lower edge
  const OpenedMap outside = with(R"({"name":"start","x":24,"y":0})");
  CHECK_FALSE(outside.start);
  CHECK(std::ranges::count(outside.notes, "the object 'start' is outside of the map") == 1);
  CHECK(std::ranges::count(outside.notes,
                           "no tile and no layer says which terrain it is: cells with tiles are read as ground") == 1);
}

TEST_CASE("tiled: external tilesets are read beside the map; a missing one is noted") {
  const std::string layer = R"(<layer width="3" height="2"><data encoding="csv">1,2,3,1,2,3</data></layer>)";
  const std::string text = R"(<map orientation="orthogonal" tilewidth="8" tileheight="8" width="3" height="2">
<tileset firstgid="1" source="t.tsx"/>)" +
                           layer + "</map>";
  const std::string tsx =
      R"(<tileset><tile id="1"><properties><property name="solid" value="true"/></properties></tile></tileset>)";
  const std::string tsj = R"({"tiles":[{"id":1,"properties":[{"name":"solid","value":true}]}]})";
  CHECK(tiled_letters(text, {}, {{"t.tsx", tsx}}) == ".@..@.");
  CHECK(tiled_letters(text, {}, {{"t.tsx", tsj}}) == ".@..@.");
  CHECK(opened_tiled(text).notes.front() ==
        "the tileset 't.tsx' is not beside the map: what its tiles stand for is not known");
  CHECK(tiled_refusal(text, {{"t.tsx", "<tileset>"}}).starts_with("t.tsx:1: XML: "));
  const TempFolder folder;
  std::string outside = text;
  outside.replace(outside.find("t.tsx"), 5, "../../etc/t.tsx");
  REQUIRE(write_file_atomic(folder.file("m.tmx"), outside));
  REQUIRE(write_file_atomic(folder.file("t.tsx"), tsx));
  CHECK(must(load_tiled(folder.file("m.tmx"))).loaded.map.letter(Cell{1, 0}) == '@');  // only the name counts
}

TEST_CASE("tiled: malformed maps are refused with file, line and reason") {
  const auto layer = [](const std::string& data) { return "<layer width=\"3\" height=\"2\">" + data + "</layer>"; };
  struct Row {
    std::string text, words;
  };
  const Row kRows[] = {
      {"", "x:1: the file is empty"},
      {std::string("\xff\xfe<\0", 4), "x:1: the text is in UTF-16: save it as UTF-8"},
      {"<map", "x:1: XML: "},
      {"<a/>", "x:1: expected an element <map> of Tiled"},
      {"{", "x:1: "},
      {"{\n\n1}", "x:3: syntax error"},
      {"{}", "x:1: this is no map of Tiled: it has no \"type\": \"map\""},
      {"<map orientation=\"hexagonal\" width=\"1\" height=\"1\"/>", "x:1: a map with the orientation 'hexagonal'"},
      {tmx("", "width=\"0\" height=\"2\""), "x:2: a map of 0 x 2 tiles is outside of what can be opened (1 to 8192)"},
      {tmx("", "width=\"9999\" height=\"2\""), "x:2: a map of 9999 x 2 tiles is outside"},
      {tmx("", "width=\"x\" height=\"2\""), "x:2: the attribute width is 'x', no whole number"},
      {tmx("", "height=\"2\""), "x:2: the attribute width is missing"},
      {tmx(""), "x:1: the map has no tile layer"},
      {tmx("<layer name=\"a\"/>"), "x:10: the layer has no <data>"},
      {tmx("<layer width=\"2\" height=\"2\"><data/></layer>"), "x:10: the layer has 2 x 2 tiles, the map 3 x 2"},
      {tmx(layer("<data encoding=\"csv\">1,2</data>")), "x:10: expected 6 tiles, got 2"},
      {tmx(layer("<data encoding=\"csv\">1,2,3,4,5,6,7</data>")), "x:10: expected 6 tiles, got more than 6"},
      {tmx(layer("<data encoding=\"csv\">1,b,3</data>")), "x:10: expected the number of a tile, got 'b'"},
      {tmx(layer("<data encoding=\"csv\">1,-2,3</data>")), "x:10: expected the number of a tile, got '-2'"},
      {tmx(layer("<data encoding=\"csv\">1,&#50;,3,4,5,6</data>")),
       "x:10: the tiles are written with character references"},
      {tmx(layer("<data encoding=\"csv\">1,<!-- -->2,3,4,5,6</data>")), "x:10: the tiles are not one piece of text"},
      {tmx(layer("<data encoding=\"rot13\">1</data>")), "x:10: tiles in the encoding 'rot13' cannot be read"},
      {tmx(layer("<data encoding=\"base64\" compression=\"zstd\">1</data>")),
       "x:10: tiles compressed by 'zstd' cannot be read"},
      {tmx(layer("<data encoding=\"csv\" compression=\"zlib\">1</data>")), "x:10: compressed tiles are in base64"},
      {tmx(layer("<data encoding=\"base64\">AQ$=</data>")), "x:10: '$' is not base64"},
      {tmx(layer("<data encoding=\"base64\">AQAAA</data>")), "x:10: the base64 text is cut off"},
      {tmx(layer("<data encoding=\"base64\">AQAAAA==</data>")), "x:10: expected 6 tiles of four bytes, got 4 bytes"},
      {tmx(layer("<data encoding=\"base64\" compression=\"zlib\">" + kZlib64.substr(0, 20) + "</data>")),
       "x:10: the compressed tiles are cut off"},
      {tmx(layer("<data encoding=\"base64\" compression=\"zlib\">" + kPlain64 + "</data>")),
       "x:10: the compressed tiles are damaged"},
      {tmx(layer("<data><tile gid=\"-1\"/></data>")), "x:10: the attribute gid is no number of a tile"},
      {tmx(layer("<data><tile/></data>")), "x:10: expected 6 tiles, got 1"},
      {tmx("<layer><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" width=\"1\" height=\"1\">1</chunk><chunk x=\"9000\" "
           "y=\"0\" "
           "width=\"1\" height=\"1\">1</chunk></data></layer>",
           "infinite=\"1\""),
       "x:1: the chunks of the infinite map span 9001 x 1 tiles"},
      {tmx("<layer><data encoding=\"csv\"></data></layer>", "infinite=\"1\""), "x:1: the infinite map has no chunks"},
      {tmx("<layer><data encoding=\"csv\"><chunk x=\"99999999\" y=\"0\" width=\"1\" "
           "height=\"1\">1</chunk></data></layer>",
           "infinite=\"1\""),
       "x:10: a chunk at 99999999,0 is too far from 0,0"},
      {tmj("{\"type\":\"tilelayer\",\n\"data\":[]}"), "x:8: \"width\" is missing"},
      {tmj(tile_layer("a", "[1,2,3]")), "x:8: expected 6 tiles, got 3"},
      {tmj(tile_layer("a", "[1,2,3,4,5,-6]")), "x:8: \"data\" is no list of numbers of tiles"},
      {tmj(tile_layer("a", "\"AQ==\"")), "x:8: \"data\" is no list of numbers of tiles"},
      {tmj(tile_layer("a", "[1]", "\"encoding\":\"base64\",")), "x:8: \"data\" is no text in base64"},
      {tmj(tile_layer("a", "[1,2,3,4,5,6]", "\"x\":1,")), "x:8: the layer of a finite map is not at 0,0"},
      {tmj("", "\"width\":\"wide\","), "x:2: \"width\" is no whole number"},
      {"{\"a\":" + std::string(70, '['), "x:1: values are nested deeper than 64"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK_MESSAGE(tiled_refusal(row.text).starts_with(row.words), tiled_refusal(row.text));
  }
}

TEST_CASE("tiled: what a text of a few bytes says is large takes no memory, and neither does what it compresses") {
  std::string layers;
  for (int i = 0; i < 3; ++i) {
    layers += R"({"type":"tilelayer","width":8192,"height":8192,"data":[1]},)";
  }
  std::string text = tmj(layers + "{}");
  text.replace(text.find("\"width\":3,\"height\":2"), 20, "\"width\":8192,\"height\":8192");
  CHECK(tiled_refusal(text) == "x:8: expected 67108864 tiles, got 1");
  // 200 bytes of zeros where six tiles belong.
  const std::string bomb = "eJxjYBgeAAAAyAAB";
  CHECK(tiled_refusal(tmx("<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"zlib\">" + bomb +
                          "</data></layer>"))
            .starts_with("x:10: the compressed tiles are more than the layer has"));
}

TEST_CASE("tiled: saving changes the tiles of edited cells and nothing else") {
  for (const std::string& text :
       {tmj(tile_layer("a", "[1, 2,3 ,\n4,5,6]") + "," + tile_layer("b", "[0,0,0,0,0,0]"), "\"unknown\": [1, {}],\n"),
        "\xef\xbb\xbf" +
            tmx("<!-- kept -->\n<layer id=\"7\" name=\"a\" width=\"3\" height=\"2\">\r\n<data encoding=\"csv\">\r\n"
                "1,2,3,\r\n4,5,6\r\n</data></layer><imagelayer/>")}) {
    GridMap map = opened_tiled(text).loaded.map;
    CHECK(must(edit_tiled(text, "x", map, source_of({}))) == text);
    map.apply({{{map.id({0, 0}), 1, 'T'}, {map.id({1, 1}), 1, 'W'}}});
    const std::string edited = must(edit_tiled(text, "x", map, source_of({})));
    CHECK(tiled_letters(edited) == "TW@.WT");
    CHECK(difference_count(text, edited) == 2);
    CHECK(edited.find("6") != edited.npos);
  }
}

TEST_CASE("tiled: a wall is taken out of a layer of walls, and put back into it") {
  const std::string text = tmj(tile_layer("a", "[1,1,1,1,1,1]") + "," + tile_layer("Walls", "[1,0,0,0,1,0]"));
  GridMap map = opened_tiled(text).loaded.map;
  CHECK(map.letter(Cell{0, 0}) == '@');
  map.apply({{{map.id({0, 0}), 1, '.'}}});
  const std::string open = must(edit_tiled(text, "x", map, source_of({})));
  CHECK(open == tmj(tile_layer("a", "[1,1,1,1,1,1]") + "," + tile_layer("Walls", "[0,0,0,0,1,0]")));
  map.apply({{{map.id({0, 0}), 1, '@'}}});
  CHECK(must(edit_tiled(open, "x", map, source_of({}))) == text);
}

TEST_CASE("tiled: a terrain without a tile, another size and a floor that would vanish are refused on saving") {
  const std::string bare =
      R"({"type":"map","orientation":"orthogonal","width":3,"height":2,"tilewidth":8,"tileheight":8,
"layers":[)" +
      tile_layer("Walls", "[1,0,0,0,1,0]") + "]}";
  GridMap map = opened_tiled(bare).loaded.map;
  map.apply({{{map.id({2, 1}), 1, 'S'}}});
  CHECK(
      edit_tiled(bare, "x", map, source_of({})).error().message() ==
      "x: no tile for cell 2,1 stands for swamp: give a tile of the tileset the property terrain = swamp in Tiled, or "
      "save the map under another name");
  CHECK(edit_tiled(bare, "x", GridMap(4, 2), source_of({})).error().message() ==
        "x: has 3 x 2 tiles, the map to save 4 x 2 cells: save it under another name");
  std::string floor = bare;
  floor.replace(floor.find("Walls"), 5, "floor");
  GridMap holes = opened_tiled(floor).loaded.map;
  CHECK(std::string(holes.letters().begin(), holes.letters().end()) == ".@@@.@");
  holes.apply({{{0, 6, '@'}}});
  CHECK(edit_tiled(floor, "x", holes, source_of({})).error().message() ==
        "x: its layers would have no floor left: save the map under another name");
}

TEST_CASE("tiled: random maps are read back as they were written, new and edited, in every encoding") {
  for (int seed = 0; seed < rounds(200); ++seed) {
    CAPTURE(seed);
    const GridMap map = random_map(1 + seed % 19, 1 + seed * 7 % 17, 30, static_cast<uint64_t>(seed));
    for (const std::string& text : {format_tmj(map, "a \"b\".png"), format_tmx(map, "a<b>.png")}) {
      CHECK(opened_tiled(text).loaded.map == map);
      CHECK(opened_tiled(text).notes.empty());
      // Another map of the same sides, written into the file.
      GridMap other = map;
      Rng rng(static_cast<uint64_t>(seed) + 1000);
      for (int i = 0; i < 20; ++i) other.apply({{{rng.below(map.cell_count()), 1, ".STW@"[rng.below(5)]}}});
      const std::string edited = must(edit_tiled(text, "x", other, source_of({})));
      CHECK(opened_tiled(edited).loaded.map == other);
      CHECK(must(edit_tiled(edited, "x", map, source_of({}))) == text);
    }
    // base64 with each compression, and elements.
    const std::string csv = format_tmx(map, "a.png");
    const size_t begin = csv.find("<data"), end = csv.find("</data>");
    std::vector<uint32_t> tiles;
    for (CellId id = 0; id < map.cell_count(); ++id) tiles.push_back(1 + static_cast<uint32_t>(map.terrain(id)));
    for (const auto& [words, format] :
         {std::pair("<data encoding=\"base64\">", TileFormat{TileEncoding::kBase64, TileCompression::kNone}),
          std::pair("<data encoding=\"base64\" compression=\"zlib\">",
                    TileFormat{TileEncoding::kBase64, TileCompression::kZlib}),
          std::pair("<data encoding=\"base64\" compression=\"gzip\">",
                    TileFormat{TileEncoding::kBase64, TileCompression::kGzip}),
          std::pair("<data>", TileFormat{TileEncoding::kElements, TileCompression::kNone})}) {
      const std::string text = csv.substr(0, begin) + words + encode_tiles("", format, {}, tiles) + csv.substr(end);
      CHECK(opened_tiled(text).loaded.map == map);
      GridMap filled = map;
      filled.apply({{{0, map.cell_count(), 'W'}}});
      const std::string edited = must(edit_tiled(text, "x", filled, source_of({})));
      CHECK(opened_tiled(edited).loaded.map == filled);
      CHECK(edited.substr(0, begin) == text.substr(0, begin));
      CHECK(edited.ends_with(csv.substr(end)));
    }
  }
}
