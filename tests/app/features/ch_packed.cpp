// The chart of the packed hierarchy has the bytes of its blocks.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/packed_overlay.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "core/ch/ch_mobile.hpp"
#include "core/world/map_hierarchy.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

TEST_CASE("the bars of the packed hierarchy are the bytes of its blocks") {
  Lab lab;
  const FeatureChart* chart = chart_named("packed");
  REQUIRE(chart != nullptr);
  ChartData data;
  chart->fill(lab, data);
  CHECK(data.reason == "There is no contraction hierarchy.");
  CHECK_FALSE(data.remedy_lines.empty());
  run_settled(lab, {"map.generate cave 192 192 5", "sectors.size 8", "sectors on", "ch.graph sectors", "ch on"});
  const uint64_t version = chart->version(lab);
  data.clear();
  chart->fill(lab, data);
  REQUIRE_MESSAGE(data.reason.empty(), data.reason);
  const Ch& ch = lab.world().get<MapHierarchy>().graph()->ch();
  const MobileCh packed(ch);
  REQUIRE(packed.block_count() >= 2);
  REQUIRE(data.table.rows() == packed.block_count());
  double nodes = 0, inside = 0, outside = 0, bytes = 0;
  for (size_t row = 0; row < data.table.rows(); ++row) {
    CHECK(data.table.at(row, 0) == static_cast<double>(row));
    nodes += data.table.at(row, 1);
    inside += data.table.at(row, 2);
    outside += data.table.at(row, 3);
    bytes += data.table.at(row, 5);
    // The highest bar ends at the bytes of the block, but for the bits that its last byte does not use.
    double top = 0;
    for (const ChartSeries& series : data.series) {
      for (const ChartPoint& point : series.points) {
        if (point.x == static_cast<double>(row)) top = std::max(top, point.y);
      }
    }
    CHECK(top <= data.table.at(row, 5));
    CHECK(top > data.table.at(row, 5) - 1);
  }
  CHECK(nodes == ch.node_count());
  CHECK(inside + outside == static_cast<double>(ch.arc_count()));
  CHECK(inside > 0);
  CHECK(outside > 0);
  CHECK(bytes < static_cast<double>(packed.bytes()));
  CHECK(bytes > 0.8 * static_cast<double>(packed.bytes()));
  CHECK(data.about.find(std::to_string(packed.bytes())) != std::string::npos);
  run_settled(lab, "sectors.size 12");
  CHECK(chart->version(lab) != version);
}

TEST_CASE("the map shows the nodes of a packed hierarchy by block, and the arcs of one block") {
  LabInView lab(900, 900);
  OverlayBuilder builder;
  run_settled(lab, {"map.generate cave 192 192 5", "query.clear", "sectors.size 8", "sectors on", "ch.graph sectors",
                    "ch on", "view.fit"});
  PackedHierarchyPicture blocks;
  REQUIRE(blocks.follow(lab));
  REQUIRE(blocks.packed.block_count() >= 2);
  const auto markers_of = [&](MarkerShape shape) {
    const auto all = test::only(lab, builder, kPackedLayer).markers;
    return static_cast<size_t>(std::ranges::count_if(all, [&](const DrawMarker& m) { return m.shape == shape; }));
  };
  for (const uint32_t block : {0u, 1u}) {
    const auto own = std::ranges::find(blocks.block_of, block);
    const CellId id = blocks.cells[static_cast<size_t>(own - blocks.block_of.begin())];
    const Cell cell = lab.world().map().cell(id);
    run(lab, fmt::format("inspect {} {}", cell.x, cell.y));
    CHECK(blocks.block_at(id) == block);
    // Nodes of the block are squares with a border, the others discs.
    CHECK(markers_of(MarkerShape::kSquare) == 2 * blocks.packed.block_nodes(block));
    CHECK(markers_of(MarkerShape::kDisc) == blocks.packed.node_count() - blocks.packed.block_nodes(block));
    const MobileCh::BlockStatistics contents = blocks.packed.block_contents(block);
    const test::Drawn drawn = test::only(lab, builder, kPackedLayer);
    const auto pieces = [&](Rgba color) {
      return static_cast<size_t>(
          std::ranges::count_if(drawn.lines, [&](const DrawLine& l) { return l.color == color; }));
    };
    CHECK(pieces(palette::kGreen) >= contents.arcs_inside);
    CHECK(pieces(palette::kGreen) <= 10 * contents.arcs_inside);
    CHECK(pieces(palette::kVermilion) >= contents.arcs_outside);
    CHECK(pieces(palette::kVermilion) <= 10 * contents.arcs_outside);
    CHECK(packed_block_text(blocks, block)
              .starts_with(fmt::format("Block {}: {} nodes, {} arcs inside it, {} to other", block,
                                       blocks.packed.block_nodes(block), contents.arcs_inside, contents.arcs_outside)));
  }
  run_settled(lab, "ch.order customisable");
  CHECK(test::only(lab, builder, kPackedLayer).markers.empty());
}
