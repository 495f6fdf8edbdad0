// Links between cells: the value, edits and undo, and the text form.
#include "core/grid/map_links.hpp"

#include <doctest/doctest.h>

#include <map>
#include <utility>

#include "core/grid/cell_set.hpp"
#include "core/grid/history.hpp"
#include "core/grid/map_piece.hpp"
#include "tests/links_support.hpp"

namespace strata::test {
namespace {

using LinkTable = std::map<std::pair<CellId, CellId>, uint32_t>;

// Returns what differs between links and a plain table of them; empty: nothing.
std::string link_difference(const GridMap& map, const LinkTable& table) {
  if ((map.links() == nullptr) != table.empty()) return "null stands for none";
  if (table.empty()) return "";
  const MapLinks& links = *map.links();
  if (links.size() != table.size()) return "size";
  uint32_t longest = 0;
  size_t i = 0;
  for (const auto& [ends, length] : table) {
    if (links.all()[i++] != MapLink{ends.first, ends.second, length}) return "order";
    if (links.length(ends.first, ends.second) != length) return "length";
    longest = std::max(longest, length);
  }
  if (links.max_length() != longest) return "longest";
  for (CellId cell = 0; cell < map.cell_count(); ++cell) {
    size_t from = 0, into = 0;
    for (const auto& [ends, length] : table) {
      from += ends.first == cell;
      into += ends.second == cell;
    }
    if (links.from(cell).size() != from || links.into(cell).size() != into) return "number at a cell";
    for (const MapLink& link : links.from(cell)) {
      if (link.from != cell) return "from";
    }
    for (const MapLink& link : links.into(cell)) {
      if (link.to != cell) return "into";
    }
  }
  return "";
}

std::string parse_fault(std::string_view text) {
  const Result<LinkText> link = parse_link(text, {0, 0, 20, 10});
  return link.ok() ? "none" : link.error().message();
}

}  // namespace

TEST_CASE("links of random edits are those of a plain table, and the inverse of an edit restores them") {
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    GridMap map = random_map(rng.between(2, 12), rng.between(1, 9), 20, rng.next());
    LinkTable table;
    for (int step = 0; step < 60; ++step) {
      const GridMap before = map;
      const Edit edit = random_link_edit(map, 5, rng);
      for (const MapLink& link : edit.links) {
        table[{link.from, link.to}] = link.length;
        if (link.length == 0) table.erase({link.from, link.to});
      }
      const EditResult result = map.apply(edit);
      REQUIRE(link_difference(map, table) == "");
      CHECK((map == before) == result.dirty.empty());
      CHECK((map.revision() == before.revision()) == result.dirty.empty());
      size_t changed = 0;  // the inverse has a changed length once, both maps have it
      for (const MapLink& link : result.inverse.links) {
        const auto here = table.find({link.from, link.to});
        changed += (link.length != 0) + (here != table.end());
      }
      const std::vector<MapLink> differ = changed_links(before.links().get(), map.links().get());
      CHECK(differ.size() == changed);
      for (const MapLink& link : differ) {
        const auto is_in = [&](const GridMap& of) {
          return of.links() != nullptr && of.links()->length(link.from, link.to) == link.length;
        };
        CHECK(is_in(before) != is_in(map));
      }
      for (const MapLink& link : result.inverse.links) {
        CHECK(result.dirty.contains(map.cell(link.from)));
        CHECK(result.dirty.contains(map.cell(link.to)));
      }
      GridMap back = map;
      back.apply(result.inverse);
      REQUIRE(back == before);
      back = map;
      back.take_back(result, before.revision());
      REQUIRE(back == before);
      CHECK(back.revision() == before.revision());
    }
  }
}

TEST_CASE("20,000 links are added, changed and removed in one edit each, and move with the sides of the map") {
  GridMap map(400, 300);
  Rng rng(7);
  LinkTable table;
  const auto apply = [&](const std::vector<MapLink>& links) {
    const GridMap before = map;
    const EditResult result = map.apply({{}, links});
    for (const MapLink& link : links) {
      table[{link.from, link.to}] = link.length;
      if (link.length == 0) table.erase({link.from, link.to});
    }
    REQUIRE((map.links() != nullptr ? map.links()->size() : 0) == table.size());
    size_t i = 0, one_way = 0;
    for (const auto& [ends, length] : table) {
      REQUIRE(map.links()->all()[i++] == MapLink{ends.first, ends.second, length});
      const auto opposite = table.find({ends.second, ends.first});
      one_way += opposite == table.end() || opposite->second != length;
    }
    if (map.links() != nullptr) CHECK(map.links()->both_ways() == (one_way == 0));
    GridMap back = map;
    back.apply(result.inverse);
    REQUIRE(back == before);
  };
  std::vector<MapLink> links;
  while (links.size() < 20'000) {
    const MapLink link = random_link(map, rng);
    links.push_back(link);
    links.push_back({link.to, link.from, link.length});
  }
  apply(links);
  CHECK(map.links()->both_ways());
  const GridMap larger = with_sides(map, 500, 400, {60, 50}, '.');
  REQUIRE(larger.links() != nullptr);
  CHECK(larger.links()->size() == map.links()->size());
  for (size_t i = 0; i < links.size(); i += 3) links[i].length = rng.below(3) * 100;
  apply(links);
  CHECK_FALSE(map.links()->both_ways());
  for (MapLink& link : links) link.length = 0;
  apply(links);
  CHECK(map.links() == nullptr);
}

TEST_CASE("several links between the same cells in one edit are the last of them, and taken back at once") {
  GridMap map(5, 5);
  map.apply({{}, {{3, 4, 100}}});
  const GridMap before = map;
  const EditResult result = map.apply({{}, {{3, 4, 200}, {1, 2, 50}, {3, 4, 0}, {1, 2, 70}, {4, 3, 9}, {4, 3, 0}}});
  CHECK(map.links()->size() == 1);
  CHECK(map.links()->length(1, 2) == 70);
  CHECK(result.inverse.links.size() == 2);
  map.apply(result.inverse);
  CHECK(map == before);
  CHECK(map.apply({{}, {{3, 4, 200}, {3, 4, 100}}}).dirty.empty());
}

TEST_CASE("undo and redo of a gesture restore links and letters together") {
  Rng rng(6);
  for (int round = 0; round < 20; ++round) {
    GridMap map = random_map(9, 7, 20, rng.next());
    const GridMap first = map;
    History history;
    history.begin_stroke("Links");
    for (int step = 0; step < 12; ++step) {
      const Edit edit = random_link_edit(map, 5, rng);
      const EditResult result = map.apply(edit);
      history.record(edit, result.inverse, "Edit");
    }
    history.end_stroke();
    if (!history.can_undo()) continue;
    const GridMap last = map;
    map.apply(history.take_undo());
    CHECK(map == first);
    map.apply(history.take_redo());
    CHECK(map == last);
  }
}

TEST_CASE("an edit of links alone is an entry of the history, and one that changes nothing is none") {
  GridMap map(5, 5);
  History history;
  const Edit edit{{}, {{1, 7, 250}}};
  history.record(edit, map.apply(edit).inverse, "Link");
  CHECK(history.size() == 1);
  history.record(edit, map.apply(edit).inverse, "Link");
  CHECK(history.size() == 1);
}

TEST_CASE("links move with their cells when the map gets another size") {
  GridMap map(5, 4);
  map.apply({{}, {{map.id({1, 1}), map.id({4, 3}), 250}, {map.id({0, 0}), map.id({1, 1}), 90}}});
  const GridMap larger = with_sides(map, 8, 6, {2, 1}, '.');
  REQUIRE(larger.links() != nullptr);
  CHECK(larger.links()->size() == 2);
  CHECK(larger.links()->length(larger.id({3, 2}), larger.id({6, 4})) == 250);
  const GridMap cut = with_sides(map, 4, 3, {-1, -1}, '.');
  REQUIRE(cut.links() != nullptr);
  REQUIRE(cut.links()->size() == 1);
  CHECK(cut.links()->length(cut.id({0, 0}), cut.id({3, 2})) == 250);
}

TEST_CASE("a piece takes along the links inside of it, and replaces those of the cells that it covers or leaves") {
  Rng rng(31);
  size_t inside = 0, lost = 0, put = 0;
  for (int round = 0; round < 60; ++round) {
    GridMap map = random_map(18, 14, 20, rng.next());
    map.apply(random_links(map, 12, rng));
    CellSet cells(map.width(), map.height());
    for (int i = 0; i < 3; ++i) {
      const Cell at = random_cell(map, rng);
      cells.put(Rect{at.x, at.y, at.x + 7, at.y + 6}.clipped(map.bounds()), true);
    }
    const MapPiece piece = cut_out(map, cells);
    CHECK(rotated(rotated(rotated(rotated(piece, true), true), true), true) == piece);
    CHECK(rotated(rotated(piece, true), false) == piece);
    CHECK(mirrored(mirrored(piece, true), true) == piece);
    CHECK(mirrored(mirrored(piece, false), true) == rotated(rotated(piece, false), false));

    // The piece is turned in one of four ways; `turned` says where a cell of the old map lies in it.
    const Rect box = cells.bounds();
    const uint32_t way = rng.below(4);
    const MapPiece used = way == 0   ? piece
                          : way == 1 ? rotated(piece, true)
                          : way == 2 ? mirrored(piece, false)
                                     : mirrored(piece, true);
    const auto turned = [&](Cell c) {
      const Cell in{c.x - box.x0, c.y - box.y0};
      if (way == 0) return in;
      if (way == 1) return Cell{piece.height - 1 - in.y, in.x};
      return way == 2 ? Cell{piece.width - 1 - in.x, in.y} : Cell{in.x, piece.height - 1 - in.y};
    };
    const Cell at{rng.between(-5, 15), rng.between(-5, 11)};
    const bool only_letters = rng.percent(30), clears = rng.percent(70);
    const auto goes = [&](Cell c) { return (clears && !only_letters && cells.contains(c)) || used.covers(at, c); };
    LinkTable expected;
    for (const MapLink& link : map.links()->all()) {
      const bool gone = goes(map.cell(link.from)) || goes(map.cell(link.to));
      lost += gone;
      if (!gone) expected[{link.from, link.to}] = link.length;
    }
    for (const MapLink& link : map.links()->all()) {
      if (!cells.contains(map.cell(link.from)) || !cells.contains(map.cell(link.to))) continue;
      ++inside;
      const Cell from = turned(map.cell(link.from)), to = turned(map.cell(link.to));
      const Cell new_from{at.x + from.x, at.y + from.y}, new_to{at.x + to.x, at.y + to.y};
      if (!map.contains(new_from) || !map.contains(new_to)) continue;
      expected[{map.id(new_from), map.id(new_to)}] = link.length;
      ++put;
    }
    const GridMap first = map;
    History history;
    history.begin_stroke("Move");
    for (const Edit& edit : edits_of(map, {clears ? &cells : nullptr, '.', &used, at, only_letters}))
      history.record(edit, map.apply(edit).inverse, "Move");
    history.end_stroke();
    CHECK(link_difference(map, expected) == "");
    // Once the piece lies there, nothing is left to do.
    CHECK(edits_of(map, {nullptr, '.', &used, at}).empty());
    if (!history.can_undo()) continue;
    const GridMap last = map;
    map.apply(history.take_undo());
    CHECK(map == first);
    map.apply(history.take_redo());
    CHECK(map == last);
  }
  CHECK(inside > 100);
  CHECK(lost > 100);
  CHECK(put > 30);
}

TEST_CASE("a link costs its length in straight steps of the profile, and never nothing") {
  CHECK(cost_of_link(Profile::kOctile, 250) == 2040);
  CHECK(cost_of_link(Profile::kPaper, 250) == 250);
  CHECK(cost_of_link(Profile::kFour, 1) == 8);
  CHECK(cost_of_link(Profile::kPaper, kMaxLinkLength) == 10'000'000);
  CHECK(cost_of_link(Profile::kOctile, kMaxLinkLength) == 81'600'000);
}

TEST_CASE("a link is read from the text that it is written as") {
  CHECK(link_text({{3, 4}, {10, 2}, 250, false}) == "link 3,4 10,2 cost 2.5 one-way");
  CHECK(link_text({{3, 4}, {10, 2}, 1000, true}) == "link 3,4 10,2 cost 10 both-ways");
  CHECK(link_text({{3, 4}, {10, 2}, 7, true}) == "link 3,4 10,2 cost 0.07 both-ways");
  Rng rng(7);
  for (int i = 0; i < 300; ++i) {
    const GridMap map(rng.between(2, 30), rng.between(1, 30));
    const MapLink link = random_link(map, rng);
    const LinkText text{map.cell(link.from), map.cell(link.to), link.length, rng.percent(50)};
    const Result<LinkText> read = parse_link(link_text(text), map.bounds());
    REQUIRE(read.ok());
    REQUIRE(read.value() == text);
  }
}

TEST_CASE("the texts of all links give the same links again") {
  Rng rng(8);
  for (int round = 0; round < 30; ++round) {
    GridMap map(9, 8), other(9, 8);
    map.apply(random_links(map, 12, rng));
    for (const LinkText& text : link_texts(*map.links(), map.width())) other.apply({{}, links_of(text, map.width())});
    CHECK(other == map);
  }
}

TEST_CASE("a malformed link says where it is wrong and what is expected") {
  CHECK(parse_fault("link 3,4 10,2 cost 2.5 one-way") == "none");
  CHECK(parse_fault("  link\t3,4  10,2 cost 100000 both-ways ") == "none");
  CHECK(parse_fault("") == "column 1: expected 'link', but the text ends here");
  CHECK(parse_fault("links 3,4") == "column 1: expected 'link', found 'links'");
  CHECK(parse_fault("link 3;4 10,2") == "column 6: expected a cell such as 3,4, found '3;4'");
  CHECK(parse_fault("link 3,4 10, cost") == "column 10: expected a cell such as 3,4, found '10,'");
  CHECK(parse_fault("link 3,4 20,2") == "column 10: cell 20,2 is off the map, which has 20x10 cells");
  CHECK(parse_fault("link -1,4 2,2") == "column 6: cell -1,4 is off the map, which has 20x10 cells");
  CHECK(parse_fault("link 3,4 99999999999,2") == "column 10: expected a cell such as 3,4, found '99999999999,2'");
  CHECK(parse_fault("link 3,4 3,4 cost 1 one-way") == "column 10: a link joins two different cells");
  CHECK(parse_fault("link 3,4 10,2 2.5") == "column 15: expected 'cost', found '2.5'");
  const std::string cost = "column 20: expected a cost above 0 and up to 100000, with at most two decimals, ";
  CHECK(parse_fault("link 3,4 10,2 cost") ==
        "column 19: expected a cost above 0 and up to 100000, with at most two "
        "decimals, but the text ends here");
  CHECK(parse_fault("link 3,4 10,2 cost 0 one-way") == cost + "found '0'");
  CHECK(parse_fault("link 3,4 10,2 cost -1 one-way") == cost + "found '-1'");
  CHECK(parse_fault("link 3,4 10,2 cost 1.234 one-way") == cost + "found '1.234'");
  CHECK(parse_fault("link 3,4 10,2 cost 1. one-way") == cost + "found '1.'");
  CHECK(parse_fault("link 3,4 10,2 cost 1.-5 one-way") == cost + "found '1.-5'");
  CHECK(parse_fault("link 3,4 10,2 cost 100000.01 one-way") == cost + "found '100000.01'");
  CHECK(parse_fault("link 3,4 10,2 cost nan one-way") == cost + "found 'nan'");
  CHECK(parse_fault("link 3,4 10,2 cost 2") == "column 21: expected 'one-way' or 'both-ways', but the text ends here");
  CHECK(parse_fault("link 3,4 10,2 cost 2 twice") == "column 22: expected 'one-way' or 'both-ways', found 'twice'");
  CHECK(parse_fault("link 3,4 10,2 cost 2 one-way 1") == "column 30: expected the end of the text, found '1'");
}

}  // namespace strata::test
