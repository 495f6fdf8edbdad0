#include "app/features/ch/packed_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/ch/packed_overlay.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/ch/ch_mobile.hpp"
#include "core/world/map_hierarchy.hpp"

namespace strata {
namespace {

uint64_t packed_version(const Lab& lab) {
  if (hides_counts(lab, StructureId::kCh)) return 3;
  if (packable_hierarchy(lab) == nullptr) return lab.world().has(StructureId::kCh) ? 2 : 1;
  const uint64_t version = lab.world().state(StructureId::kCh).version;
  return (lab.state().world_version << 32 ^ version) + 4;
}

void fill_packed(const Lab& lab, ChartData& out) {
  if (hides_counts(lab, StructureId::kCh)) {
    out.reason = hides_structure(lab, StructureId::kCh) ? kHiddenStructure : kHiddenCounts;
    return;
  }
  const Ch* ch = packable_hierarchy(lab);
  if (ch == nullptr) {
    const bool on = lab.world().has(StructureId::kCh);
    out.reason = on ? "The contraction hierarchy is being built, or is a customisable one, which is not packed."
                    : "There is no contraction hierarchy.";
    out.remedy = on ? "" : "Build it over sectors";
    out.remedy_lines = on ? "" : "sectors on\nch.graph sectors\nch on";
    return;
  }
  if (ch->node_count() > kMostPackedNodes) {
    out.reason = fmt::format("The hierarchy has {} nodes: blocks of {} are shown at most. One over sectors has fewer.",
                             ch->node_count(), kMostPackedNodes);
    return;
  }
  const MobileCh packed(*ch);
  out.about =
      fmt::format("Bytes of the packed hierarchy by block: {} in all, {:.0f} % of {} unpacked", packed.bytes(),
                  100 * static_cast<double>(packed.bytes()) / static_cast<double>(plain_bytes(*ch)), plain_bytes(*ch));
  out.x = {.title = "block", .unit = ChartUnit::kNumber};
  out.y = {.title = "bytes", .unit = ChartUnit::kCount};
  const std::array<const char*, 3> names = {"starts", "inside", "outside"};
  const std::array<const char*, 3> titles = {"where arcs begin", "arcs inside the block", "arcs to other blocks"};
  const std::array<Rgba, 3> colors = {palette::kBlue, palette::kGreen, palette::kVermilion};
  for (size_t part = 0; part < names.size(); ++part) {
    out.series.push_back(
        {.name = names[part], .title = titles[part], .color = colors[part], .mark = ChartMark::kBars, .points = {}});
  }
  out.table.columns = {
      {.title = "block", .unit = ChartUnit::kNumber, .help = "block"},
      {.title = "nodes", .unit = ChartUnit::kNumber, .help = "nodes of the block"},
      {.title = "inside", .unit = ChartUnit::kNumber, .help = "arcs whose targets lie in the block: small offsets"},
      {.title = "outside", .unit = ChartUnit::kNumber, .help = "arcs to other blocks: whole numbers of nodes"},
      {.title = "shortcuts", .unit = ChartUnit::kNumber, .help = "arcs with a middle"},
      {.title = "bytes", .unit = ChartUnit::kNumber, .help = "bytes of the block"}};
  for (size_t block = 0; block < packed.block_count(); ++block) {
    const MobileCh::BlockStatistics contents = packed.block_contents(block);
    const std::array<double, 3> bytes = {static_cast<double>(contents.start_bits) / 8,
                                         static_cast<double>(contents.inside_bits) / 8,
                                         static_cast<double>(contents.outside_bits) / 8};
    double below = 0;
    for (size_t part = 0; part < bytes.size(); ++part) {
      if (bytes[part] > 0) {
        out.series[part].points.push_back({static_cast<double>(block), below + bytes[part], below, -1});
      }
      below += bytes[part];
    }
    for (const double cell :
         {static_cast<double>(block), static_cast<double>(packed.block_nodes(block)),
          static_cast<double>(contents.arcs_inside), static_cast<double>(contents.arcs_outside),
          static_cast<double>(contents.shortcuts), static_cast<double>(packed.block_bytes(block))}) {
      out.table.cells.push_back(cell);
    }
  }
}

}  // namespace

const std::array<FeatureChart, 1> kPackedCharts = {
    {{"packed", "Packed hierarchy by block", "packed", packed_version, fill_packed}}};

}  // namespace strata
