#include "app/features/ch/packed_overlay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/draw/overlay_tools.hpp"
#include "app/features/ch/ch.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/base/count_of.hpp"
#include "core/world/map_hierarchy.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kPackedPart{kPackedLayer};

// Colours of the blocks. Blocks with successive numbers have different colours.
constexpr Rgba kBlockColors[] = {palette::kBlue, palette::kOrange, palette::kGreen, palette::kPurple, palette::kSky};

void build_packed(const PackedHierarchyPicture& blocks, uint32_t block, const GridMap& map,
                  const HierarchyPicture& picture, DrawList& out) {
  const auto curve_of = [&](uint32_t from, uint32_t to) {
    const CellId a = blocks.cells[from], b = blocks.cells[to];
    const HierarchyArc* arc = picture.arc(a, b);
    return ArcCurve(map.cell(a), map.cell(b), arc != nullptr && arc->middle != kNoCell);
  };
  // Arcs that lead to other blocks are drawn first, so that arcs inside a block lie above them.
  for (const bool inside : {false, true}) {
    for (uint32_t number = 0; number < blocks.packed.node_count(); ++number) {
      if (blocks.block_of[number] != block) continue;
      blocks.packed.visit_up(number, [&](uint32_t target, Cost, uint32_t) {
        if ((blocks.block_of[target] == block) != inside) return;
        const ArcCurve curve = curve_of(number, target);
        add_curve(out, curve, 10, inside ? 1.4f : 1.2f, inside ? 0.0f : 4.0f,
                  inside ? palette::kGreen : palette::kVermilion);
      });
    }
  }
  for (uint32_t number = 0; number < blocks.packed.node_count(); ++number) {
    const Cell at = map.cell(blocks.cells[number]);
    const uint32_t own = blocks.block_of[number];
    const bool chosen = own == block;
    const Rgba color = kBlockColors[own % std::size(kBlockColors)];
    if (chosen) out.markers.push_back({middle(at.x), middle(at.y), 3.8f, 0.5f, MarkerShape::kSquare, palette::kBlack});
    out.markers.push_back({middle(at.x), middle(at.y), chosen ? 2.8f : 2.0f, chosen ? 0.4f : 0.3f,
                           chosen ? MarkerShape::kSquare : MarkerShape::kDisc, color});
  }
}

}  // namespace

const FeatureLayer kPackedLayer = {
    {.name = "packed-blocks",
     .title = "Packed blocks",
     .legend =
         "Nodes in the colour of their block; of the inspected one, arcs inside green, to other blocks dashed red",
     .order = 232,
     .structure = StructureId::kCh,
     .general = true}};

const Ch* packable_hierarchy(const Lab& lab) {
  if (!lab.world().ready(StructureId::kCh)) return nullptr;
  const GraphCh* graph = lab.world().get<MapHierarchy>().graph();
  return graph == nullptr || graph->ch().node_count() == 0 ? nullptr : &graph->ch();
}

bool PackedHierarchyPicture::follow(const Lab& lab) {
  const Ch* ch = packable_hierarchy(lab);
  if (ch == nullptr || ch->node_count() > kMostPackedNodes) return false;
  const uint64_t now = (lab.state().world_version << 32 ^ lab.world().state(StructureId::kCh).version) + 1;
  if (of == now) return true;
  of = now;
  packed = MobileCh(*ch);
  const GraphCh& graph = *lab.world().get<MapHierarchy>().graph();
  cells.resize(packed.node_count());
  block_of.resize(packed.node_count());
  for (uint32_t number = 0; number < packed.node_count(); ++number) {
    cells[number] = graph.cell(ch->rank(packed.node(number)));
  }
  uint32_t first = 0;
  for (size_t block = 0; block < packed.block_count(); ++block) {
    const uint32_t nodes = packed.block_nodes(block);
    std::fill_n(block_of.begin() + first, nodes, static_cast<uint32_t>(block));
    first += nodes;
  }
  return true;
}

uint32_t PackedHierarchyPicture::block_at(CellId cell) const {
  const auto own = std::ranges::find(cells, cell);
  return own == cells.end() ? 0 : block_of[static_cast<size_t>(own - cells.begin())];
}

std::string packed_block_text(const PackedHierarchyPicture& blocks, uint32_t block) {
  const MobileCh::BlockStatistics contents = blocks.packed.block_contents(block);
  return fmt::format("Block {}: {}, {} inside it, {} to other blocks, {}.", block,
                     count_of(blocks.packed.block_nodes(block), "node"), count_of(contents.arcs_inside, "arc"),
                     contents.arcs_outside, count_of(blocks.packed.block_bytes(block), "byte"));
}

const std::string& PackedHierarchyPicture::text_of(uint32_t block) {
  if (text_.empty() || text_block_ != block || text_of_ != of) text_ = packed_block_text(*this, block);
  text_block_ = block;
  text_of_ = of;
  return text_;
}

// Draws all nodes by block, and the arcs of the block with the inspected cell.
void show_packed(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kPackedLayer);
  if (!layer.on || !lab.world().has(StructureId::kCh) || !painter.shows(1)) return;
  auto& blocks = painter.memory<PackedHierarchyPicture>();
  if (!blocks.follow(lab)) {
    layer.note = packable_hierarchy(lab) == nullptr
                     ? std::string("the hierarchy is being built, or is a customisable one, which is not packed")
                     : fmt::format("only hierarchies of up to {} nodes are packed here", kMostPackedNodes);
    return;
  }
  const HierarchyPicture& picture = hierarchy_controller(lab).picture(StructureId::kCh);
  const GridMap& map = lab.world().map();
  const uint32_t block = lab.state().inspected ? blocks.block_at(map.id(lab.state().inspected->cell)) : 0;
  DrawInputHash stamp;
  stamp << blocks.of << picture.version() << block;
  if (painter.renew(kPackedPart, stamp.value())) {
    build_packed(blocks, block, map, picture, painter.list(kPackedPart));
  }
  painter.show(kPackedPart, layer.opacity);
}

}  // namespace strata
