#include "app/features/hna/hna_process.hpp"

#include <fmt/format.h>

#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/hna/hna.hpp"
#include "app/lab/construction.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/hna/hna_build.hpp"
#include "core/hna/hna_build_code.hpp"
#include "core/world/map_hna.hpp"
#include "core/world/planners.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// The construction is stepped only if the tables of all levels have at most this many entries together. An entry has up
// to 8 events, and a recording has room for 4 million.
constexpr size_t kMaxEntries = 400'000;
// With at most this many polygons the construction is recorded at once, which takes a frame or two; with more, a
// thread records it.
constexpr size_t kPolygonsAtOnce = 1'500;

const Hna& built_hna(const Lab& lab) { return lab.world().get<MapHna>().hna(); }

constexpr StructureId kHnaBuilt[] = {StructureId::kHna};

class HnaConstruction : public Construction {
 public:
  explicit HnaConstruction(Lab& lab) : Construction(lab, kHnaConstruction) {}
  std::span<const StructureId> builds() const override { return kHnaBuilt; }

 protected:
  std::string version() const override {
    return fmt::format("{} {}", structure().stamp(world_->inputs()), structure().version());
  }
  uint64_t question() const override {
    return structure().version() << 2 | (world_->ready(StructureId::kHna) ? 2 : 0) |
           (world_->has(StructureId::kHna) ? 1 : 0);
  }
  std::string refused() const override {
    if (!world_->has(StructureId::kHna)) return "HNA* is off: switch it on";
    if (!world_->ready(StructureId::kHna)) return {};  // HNA* is still being built
    size_t entries = 0;
    const Hna& hna = structure().hna();
    for (int level = 1; level <= hna.levels() && entries <= kMaxEntries; ++level) {
      for (uint32_t group = 0; group < hna.level(level).group_slots() && entries <= kMaxEntries; ++group) {
        const HnaGroup& own = hna.level(level).group(group);
        entries += (own.portals.size() + own.polygons.size()) * own.inter_edges;
      }
    }
    if (entries <= kMaxEntries) return {};
    return fmt::format("the tables have more than {} entries, the most that are stepped", kMaxEntries);
  }
  bool takes_long() const override { return world_->inputs().navmesh->polygon_count() > kPolygonsAtOnce; }
  bool waits() const override { return world_->has(StructureId::kHna) && !world_->ready(StructureId::kHna); }
  Recorder recorder() const override {
    return [mesh = std::make_shared<NavMesh>(*world_->inputs().navmesh),
            groups = std::make_shared<Hna>(structure().hna())](Trace& trace) {
      Hna hna;
      build_recorded(hna, *mesh, *groups, trace);
    };
  }

 private:
  const MapHna& structure() const { return world_->get<MapHna>(); }
};

// Adds sentences on what the construction of the tables has done with the polygon of a cell.
void tell_cell_of_hna(const ConstructionCell& at, std::vector<std::string>& lines) {
  namespace code = hna_build_code;
  if (!at.world.ready(StructureId::kHna)) return;
  const NavMesh& mesh = *at.world.inputs().navmesh;
  const PolygonId polygon = at.world.get<MapNavmesh>().end_at(at.cell).polygon;
  if (polygon == kNoPolygon) {
    lines.emplace_back("No polygon of the mesh lies here, so nothing is built here.");
    return;
  }
  const Hna& hna = at.world.get<MapHna>().hna();
  lines.push_back(fmt::format("It lies in polygon {}.", polygon));
  ConstructionEdgeCount stored[kMaxHnaLevels + 1] = {};
  for (const uint32_t index : at.built) {
    const SearchEvent& event = at.event(index);
    const int level = event.level;
    if (event.line == code::kGroup && hna.level(level).group_of(polygon) == event.g) {
      lines.push_back(fmt::format("Event {} turned to its group of level {}, group {}.", index + 1, level, event.g));
    } else if (event.line == code::kPolygon && event.h == polygon) {
      lines.push_back(fmt::format("Event {} turned to the paths of its polygon on level {}.", index + 1, level));
    } else if (event.line == code::kStore && event.parent == mesh.portal_slots() + polygon) {
      stored[level].add(index);
    }
  }
  if (lines.size() == 1) lines.emplace_back("Its groups have not come up yet.");
  for (int level = 1; level <= hna.levels(); ++level) {
    const ConstructionEdgeCount& paths = stored[level];
    if (paths.count == 0) continue;
    const SearchEvent& last = at.event(paths.last);
    lines.push_back(
        fmt::format("{} of its polygon {} stored so far on level {}; event {} stored the last, to {}, of {}.",
                    paths.count == 1 ? "1 path" : fmt::format("{} paths", paths.count), paths.count == 1 ? "is" : "are",
                    level, paths.last + 1, at.node(last), at.words.cost(last.g)));
  }
}

class HnaBuildNarration final : public ConstructionNarration {
 public:
  void tell_cell(const ConstructionCell& at, std::vector<std::string>& lines) const override {
    tell_cell_of_hna(at, lines);
  }
  std::string node_noun(int) const override { return "portal"; }

 protected:
  std::string contraction(const NarratedEvent& e) const override {
    namespace code = hna_build_code;
    const SearchEvent& event = e.event;
    switch (event.line) {
      case code::kGroups:
        return fmt::format(
            "Level {}: the tables of its {} are built, because a query then crosses a group by one edge.", event.level,
            count_of(event.g, "group"));
      case code::kGroup:
        return fmt::format("Group {} of level {}, from the polygon at {} to the one at {}: {}, {}.", event.g,
                           event.level, e.parent, e.node, count_of(event.h >> 16, "polygon"),
                           count_of(event.h & 0xffff, "inter-edge"));
      case code::kIntra:
        return fmt::format("The inter-edges {} and {} are {} apart inside the group: an intra-edge joins them.",
                           e.parent, e.node, e.g);
      case code::kPolygon:
        return fmt::format(
            "PCCP: the paths of polygon {}, whose centroid is {}, to the inter-edges of group {} are stored, because a "
            "query then reads them in place of a search.",
            event.h, e.node, event.g);
      case code::kLeave:
        return fmt::format("From the centroid {} the path leaves the polygon by the portal {}.", e.parent, e.node);
      case code::kFollow:
        return fmt::format("The first step from {} leads to {}: the path has {} polygons by now.", e.parent, e.node,
                           event.g);
      case code::kStore:
        return fmt::format("Stored for the centroid {}: the inter-edge {} is {} away, over {}.", e.parent, e.node, e.g,
                           count_of(event.h, "polygon"));
      default:
        return {};
    }
  }

 private:
};

const HnaBuildNarration kHnaBuildNarration;

// clang-format off
constexpr std::array<FeatureCommand, 1> kHnaProcessCommands = {{
    {{"hna.construct", "[on|off]", "Step through the tables of HNA* and PCCP", CommandGroup::kSearch, 0, 1, "Records the searches of each group and the stored paths of each polygon, for stepping; off goes back to the search"}, step_construction<kHnaProcessFeature>},
}};
// clang-format on

// Draws the portals around a polygon, and its walls.
void add_polygon(const NavMesh& mesh, PolygonId polygon, float width, Rgba color, DrawList& out) {
  const std::span<const MeshSide> sides = mesh.sides(polygon);
  for (size_t i = 0; i < sides.size(); ++i) {
    add_lattice_line(mesh, sides[i].from, sides[(i + 1) % sides.size()].from, width, 0, color, out);
  }
}

// Draws the group and polygon that the construction works on, the intra-edges so far, and the path that
// is being stored.
void add_hna_construction(Painter& painter, const Lab& lab, DrawList& out) {
  namespace code = hna_build_code;
  const Playback& playback = painter.search(lab);
  const auto built = built_before_cursor(playback);
  for (const uint32_t index : built) {
    const SearchEvent& event = *playback.event(index);
    if (event.line != code::kIntra || !painter.shows(event.level)) continue;
    const LevelStyle style = level_style(event.level);
    add_line(out, playback.place(event.level, event.parent), playback.place(event.level, event.node), style.intra,
             style.dash, with_alpha(style.color, 150));
  }
  if (playback.at_end() || built.empty() || !lab.world().ready(StructureId::kHna)) return;
  const NavMesh& mesh = *lab.world().inputs().navmesh;
  DrawList& step = painter.search_list(LegendPart::kCurrent);
  const auto draw_line = [&](const SearchEvent& event, float width, float dash, Rgba color) {
    add_line(step, playback.place(event.level, event.parent), playback.place(event.level, event.node), width, dash,
             color);
  };
  // True as long as the previous events, read backwards, belong to the path that is being stored.
  bool path = true;
  for (size_t i = built.size(); i-- > 0;) {
    const SearchEvent& event = *playback.event(built[i]);
    if (event.type == build_event::kStage) return;
    if (event.type == build_event::kPart) {
      const HnaLevel& level = built_hna(lab).level(event.level);
      if (!level.has_group(event.g)) return;
      for (const PolygonId polygon : level.group(event.g).polygons) {
        add_polygon(mesh, polygon, 2.5f, palette::kBlack, step);
      }
      if (event.line == code::kPolygon && mesh.has_polygon(event.h)) {
        add_polygon(mesh, event.h, 4, palette::kVermilion, step);
      }
      break;
    }
    const bool last = i + 1 == built.size();
    if (event.type == build_event::kAddEdge) {
      if (last) {
        draw_line(event, 5, 0, palette::kBlack);
        draw_line(event, 3, event.line == code::kStore ? 5.0f : 0.0f, palette::kCurrent);
      }
      path &= last && event.line == code::kStore;
      continue;
    }
    if (!path) continue;
    draw_line(event, 5, 0, palette::kBlack);
    draw_line(event, 3, 0, palette::kCurrent);
    if (event.line == code::kLeave) path = false;
  }
}

uint64_t hna_marks_stamp(const Painter& painter, const Lab& lab) {
  return shows_construction(painter, lab, kHnaConstruction) ? 1 : 0;
}
void add_hna_marks(Painter& painter, const Lab& lab, DrawList& out) {
  if (shows_construction(painter, lab, kHnaConstruction)) add_hna_construction(painter, lab, out);
}

constexpr std::array<SearchMarks, 1> kHnaBuildMarks = {{{hna_marks_stamp, add_hna_marks}}};

}  // namespace

const SteppedProcess kHnaConstruction = construction_process<kHnaProcessFeature>({
    .name = "hna-construction",
    .title = "HNA* tables",
    .hint = "Records how the tables of HNA* and PCCP are built, for the timeline below the map",
    .begin_line = "hna.construct",
    .code = &hna_build_code::kCode,
    .narration = &kHnaBuildNarration,
    .unit = [](const Lab& lab) { return any_angle_unit(lab.world(), *planner_named("hna1")); },
});

const Feature kHnaProcessFeature = {
    .name = "hna-process",
    .title = "Tables of HNA*",
    .tab = "hna",
    .commands = kHnaProcessCommands,
    .search_marks = kHnaBuildMarks,
    .process = &kHnaConstruction,
    .make_controller = make_construction<HnaConstruction>,
};

}  // namespace strata
