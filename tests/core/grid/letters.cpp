// What the letters of a map stand for, where some were given another terrain than the format has.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"
#include "core/grid/scale.hpp"

using namespace strata;

namespace {

std::string refusal_of(const std::vector<std::string>& words) {
  const auto terrains = LetterTerrains::from_words(words);
  return terrains ? "accepted" : terrains.error().message();
}

}  // namespace

TEST_CASE("letters: without any that was given a terrain they are those of the format") {
  const LetterTerrains usual;
  for (int i = 0; i < 256; ++i) {
    const char letter = static_cast<char>(i);
    CHECK(usual.of(letter) == terrain_of(letter));
    CHECK(usual.is_known(letter) == is_known_letter(letter));
    CHECK_FALSE(usual.is_given(letter));
  }
  for (int i = 0; i < kTerrains; ++i) {
    CHECK(usual.letter_for(static_cast<Terrain>(i)) == terrain_info(static_cast<Terrain>(i)).letter);
  }
  CHECK(usual.to_words().empty());
}

TEST_CASE("letters: what cannot be given says what is possible") {
  const struct {
    std::vector<std::string> words;
    std::string reason;
  } rows[] = {
      {{"E"}, "expected LETTER=TERRAIN, such as E=ground, not 'E'"},
      {{""}, "expected LETTER=TERRAIN, such as E=ground, not ''"},
      {{"E:ground"}, "expected LETTER=TERRAIN, such as E=ground, not 'E:ground'"},
      {{"EE=ground"}, "expected LETTER=TERRAIN, such as E=ground, not 'EE=ground'"},
      {{"E="}, "unknown terrain '': ground, swamp, water, trees or blocked"},
      {{"E=lava"}, "unknown terrain 'lava': ground, swamp, water, trees or blocked"},
      {{"E=Ground"}, "unknown terrain 'Ground': ground, swamp, water, trees or blocked"},
      {{".=swamp"}, "'.' is ground in every map: any other letter can be given a terrain"},
      {{"@=ground"}, "'@' is blocked in every map: any other letter can be given a terrain"},
      {{"\x07=ground"}, "a letter is one printable character, not '\x07'"},
      {{"S=ground", "s=ground"}, "no letter would be left to paint swamp with: give swamp to another letter first"},
      {{"E=ground", "T=water", "t=water"},
       "no letter would be left to paint trees with: give trees to another letter first"},
      {{"S=ground", "s=ground", "x=swamp"}, "accepted"},
      {{"==ground", " =water", "\"=trees"}, "accepted"},
      {{"G=blocked", "O=ground"}, "accepted"},
  };
  for (const auto& row : rows) CHECK(refusal_of(row.words) == row.reason);
  // What is refused changes nothing.
  LetterTerrains terrains;
  REQUIRE(terrains.give('S', Terrain::kGround).ok());
  const LetterTerrains before = terrains;
  CHECK_FALSE(terrains.give('s', Terrain::kWater).ok());
  CHECK_FALSE(terrains.give('.', Terrain::kWater).ok());
  CHECK(terrains == before);
}

TEST_CASE("letters: any that are given read back from their words, and painted cells are of their terrain") {
  Rng rng(5);
  for (int round = 0; round < 500; ++round) {
    LetterTerrains terrains;
    for (int i = rng.between(0, 12); i > 0; --i) {
      // Often those of the format, of which the last ones of a terrain are refused.
      const char letter = rng.percent(70) ? "GgSsWwTtOo"[rng.below(10)] : static_cast<char>(rng.between(' ', '~'));
      (void)terrains.give(letter, static_cast<Terrain>(rng.below(kTerrains)));
    }
    const auto again = LetterTerrains::from_words(terrains.to_words());
    REQUIRE(again.ok());
    REQUIRE(again.value() == terrains);
    for (int i = 0; i < kTerrains; ++i) {
      const auto terrain = static_cast<Terrain>(i);
      REQUIRE(terrains.of(terrains.letter_for(terrain)) == terrain);
      REQUIRE(terrains.is_known(terrains.letter_for(terrain)));
    }
  }
}

TEST_CASE("letters: given back what the format has, a letter is as if it had been given nothing") {
  LetterTerrains terrains;
  REQUIRE(terrains.give('S', Terrain::kGround).ok());
  CHECK(terrains.letter_for(Terrain::kSwamp) == 's');
  CHECK(terrains.to_words() == std::vector<std::string>{"S=ground"});
  REQUIRE(terrains.give('S', Terrain::kSwamp).ok());
  CHECK(terrains == LetterTerrains());
  // An unknown letter that is said to be blocked is known from then on.
  CHECK_FALSE(terrains.is_known('E'));
  REQUIRE(terrains.give('E', Terrain::kOut).ok());
  CHECK(terrains.is_known('E'));
  CHECK(terrains.of('E') == Terrain::kOut);
}

TEST_CASE("letters: another meaning is a change of the map, whose letters stay") {
  GridMap map = map_from_text(
      "..E..\n"
      "@@E@@\n"
      "..S..\n");
  const uint64_t before = map.revision();
  LetterTerrains terrains;
  REQUIRE(terrains.give('E', Terrain::kGround).ok());
  map.set_letter_terrains(terrains);
  CHECK(map.revision() == before + 1);
  CHECK(map.terrain(Cell{2, 1}) == Terrain::kGround);
  CHECK(map.letter(Cell{2, 1}) == 'E');
  map.set_letter_terrains(terrains);
  CHECK(map.revision() == before + 1);
  CHECK_FALSE(map == map_from_text("..E..\n@@E@@\n..S..\n"));
  MoveGrid moves;
  moves.build(map, {});
  CHECK(moves.passable(Cell{2, 1}));
  Clearance clearance;
  clearance.build(map, Capability::walker());
  CHECK(clearance.at(map.id({2, 1})) == 1);
  CHECK(scaled(map, 10, 6).terrain(Cell{4, 2}) == Terrain::kGround);
}
