// Numbers and parents of sectors: what is drawn is what the sectors hold.
#include "app/features/sectors/sector_texts.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_sectors.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("every sector and region has its number on the map, on either level") {
  LabInView lab(2400, 2400);
  OverlayBuilder builder;
  run_settled(lab, {"query.clear", "view.fit", "sectors on", "sectors.second 32"});
  run(lab, {"layer all off", "layer sector-numbers on"});
  const Sectors& sectors = lab.world().get<MapSectors>().sectors();
  for (const int level : {1, 2}) {
    run(lab, fmt::format("view.level 1 {}", level));
    std::vector<std::string> expected, shown;
    for (uint32_t sector = 0; sector < sectors.sectors(level).count(); ++sector) {
      expected.push_back(fmt::format("sector {}", sector));
    }
    for (size_t region = 0; region < sectors.region_count(level); ++region) {
      expected.push_back(fmt::format("{}", region));
    }
    for (const DrawLabel& label : test::draw(builder, lab).labels) {
      shown.emplace_back(label.text);
      // The number of a region stands in its sector.
      const std::string text = label.text;
      if (text.starts_with("sector ")) continue;
      const SectorRegion& region = sectors.region(static_cast<uint32_t>(std::stoul(text)), level);
      CHECK(static_cast<int>(label.x) == lab.world().map().cell(region.centre).x);
    }
    std::sort(expected.begin(), expected.end());
    std::sort(shown.begin(), shown.end());
    CHECK(shown == expected);
  }
  run(lab, "view.center 20 20 0.5");
  test::draw(builder, lab);
  CHECK(lab.state().layer(kSectorNumberLayer).note == "zoom in to read the numbers");
}

TEST_CASE("a line leads from each region to its parent, also after an edit") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run(lab, {"query.clear", "view.fit", "sectors on", "sectors.second 32"});
  const auto check = [&] {
    lab.finish_updates();
    const Sectors& sectors = lab.world().get<MapSectors>().sectors();
    const GridMap& map = lab.world().map();
    std::multiset<std::array<int, 4>> expected, shown;
    for (uint32_t region = 0; region < sectors.region_count(1); ++region) {
      const Cell from = map.cell(sectors.region(region, 1).centre);
      const Cell to = map.cell(sectors.region(sectors.region(region, 1).parent, 2).centre);
      expected.insert({from.x, from.y, to.x, to.y});
    }
    for (const DrawLine& line : only(lab, builder, kSectorParentLayer).lines) {
      if (line.dash == 0) continue;
      shown.insert(
          {static_cast<int>(line.x0), static_cast<int>(line.y0), static_cast<int>(line.x1), static_cast<int>(line.y1)});
    }
    CHECK(shown == expected);
    CHECK(expected.size() > 4);
  };
  check();
  run(lab, "paint.stroke brush blocked 1 round 12,8 14,20");
  check();
  run_settled(lab, "sectors.second 0");
  CHECK(only(lab, builder, kSectorParentLayer).size() == 0);
  CHECK(lab.state().layer(kSectorParentLayer).note.starts_with("there is no second level"));
}
