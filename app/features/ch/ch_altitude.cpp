#include "app/features/ch/ch_altitude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/draw/overlay_tools.hpp"
#include "app/draw/painter.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/ch/hierarchy_controller.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

// A hierarchy with more nodes than this is not drawn by height.
constexpr size_t kMaxLifted = 400;
// The terms of a contraction with more nodes than this are not computed.
constexpr size_t kMaxWithTerms = 20'000;
constexpr float kTallest = 0.4f;  // height of the most important node, relative to the height of the map

const DrawListTag kAltitudePart{kAltitudeLayer};

// Returns the hierarchy to draw by height: one whose nodes are few enough to be told apart. If there is none, returns
// null and writes the reason into `note`.
const HierarchyPicture* lifted_picture(const Lab& lab, const char*& note) {
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (!lab.world().has(structure)) continue;
    const HierarchyPicture& picture = hierarchy_controller(lab).picture(structure);
    if (picture.empty()) continue;
    if (picture.nodes().size() <= kMaxLifted) return &picture;
    note = "too many nodes to lift them: draw a graph of up to 400 nodes";
    return nullptr;
  }
  const bool wanted = lab.world().has(StructureId::kCh) || lab.world().has(StructureId::kCch);
  if (wanted) note = "the hierarchy is not ready yet";
  return nullptr;
}

// Returns the position at which the node is drawn. `place` is its position in the order of importance.
NodePlace lifted(const Lab& lab, const HierarchyPicture& picture, uint32_t place) {
  const Cell cell = lab.world().map().cell(picture.nodes()[place].cell);
  const float height = kTallest * static_cast<float>(lab.world().map().height()) * picture.importance(place);
  return {middle(cell.x), middle(cell.y) - height, kNoCell};
}

void show_altitudes(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kAltitudeLayer);
  if (!layer.on) return;
  const char* note = "";
  const HierarchyPicture* picture = lifted_picture(lab, note);
  if (picture == nullptr) {
    layer.note = note;
    return;
  }
  if (painter.renew(kAltitudePart, (DrawInputHash() << picture->version() << lab.state().world_version).value())) {
    DrawList& out = painter.list(kAltitudePart);
    const GridMap& map = lab.world().map();
    const auto count = static_cast<uint32_t>(picture->nodes().size());
    for (uint32_t place = 0; place < count; ++place) {
      const NodePlace at = lifted(lab, *picture, place);
      const Cell cell = map.cell(picture->nodes()[place].cell);
      add_line(out, place_of_cell(cell, 0), at, 1, 2, with_alpha(palette::kBlack, 120));
    }
    for (uint32_t place = 0; place < count; ++place) {
      for (const HierarchyArc& arc : picture->arcs_up(place)) {
        const bool shortcut = arc.middle != kNoCell;
        const NodePlace a = lifted(lab, *picture, place), b = lifted(lab, *picture, picture->place_of(arc.upper));
        add_line(out, a, b, 4, 0, with_alpha(palette::kWhite, 200));
        add_line(out, a, b, 2, shortcut ? 6.0f : 0.0f, shortcut ? palette::kShortcut : palette::kHierarchyEdge);
      }
    }
    for (uint32_t place = 0; place < count; ++place) {
      const NodePlace at = lifted(lab, *picture, place);
      out.markers.push_back({at.x, at.y, 8.5f, 0.5f, MarkerShape::kDisc, palette::kWhite});
      out.markers.push_back({at.x, at.y, 7.5f, 0.44f, MarkerShape::kDisc, palette::kHierarchy});
    }
  }
  painter.show(kAltitudePart, layer.opacity);
}

uint64_t altitude_label_stamp(const Painter& painter, const Lab& lab) {
  const char* note = "";
  if (!painter.layer(kAltitudeLayer).on) return 0;
  const HierarchyPicture* picture = lifted_picture(lab, note);
  if (picture == nullptr) return 0;
  return (DrawInputHash() << picture->version() << lab.state().world_version << painter.visible()
                          << static_cast<uint64_t>(lab.state().camera.zoom * 64))
      .value();
}

// Adds to each node a text with its rank, counted from 1 as in the paper.
void add_ranks(Painter& painter, const Lab& lab) {
  const char* note = "";
  const HierarchyPicture& picture = *lifted_picture(lab, note);
  const Camera& camera = lab.state().camera;
  painter.free_places(camera);
  for (auto place = static_cast<uint32_t>(picture.nodes().size()); place-- > 0;) {
    const NodePlace at = lifted(lab, picture, place);
    const double px = camera.screen_x(at.x), py = camera.screen_y(at.y);
    if (px < 0 || py < 0 || px > camera.view_width || py > camera.view_height) continue;
    const std::string text = fmt::format("{}", place + 1);
    if (!painter.take_place(camera, at.x, at.y, text.size())) {
      painter.note_crowded();
      continue;
    }
    painter.add_label(at.x, at.y, 0, palette::kWhite, 0, text);
  }
}

void note_ranks(Painter& painter, const Lab&, bool, bool crowded) {
  LayerState& layer = painter.layer(kAltitudeLayer);
  if (crowded && layer.on && layer.note.empty()) layer.note = "not every rank has room: zoom in";
}

constexpr std::array<const FeatureLayer*, 1> kAltitudeLayers = {&kAltitudeLayer};
const std::array<PaintStep, 1> kAltitudePaint = {{{depth::kSearch + 60, show_altitudes}}};
const std::array<LabelStep, 1> kAltitudeLabels = {{{altitude_label_stamp, add_ranks, note_ranks}}};

}  // namespace

bool shows_altitudes(const Painter& painter, const Lab& lab) {
  const char* note = "";
  return painter.layer(kAltitudeLayer).on && lifted_picture(lab, note) != nullptr;
}

const FeatureLayer kAltitudeLayer = {
    {.name = "ch-altitude",
     .title = "Nodes by altitude",
     .legend = "Each node lifted by its rank, which is written on it. Dashed: shortcuts",
     .term = "rank",
     .order = 232,
     .general = true}};

const Feature kAltitudeFeature = {
    .name = "ch-altitude",
    .title = "Altitudes of hierarchies",
    .tab = "ch",
    .layers = kAltitudeLayers,
    .paint = kAltitudePaint,
    .labels = kAltitudeLabels,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<ContractionPriorityController>(lab);
    },
};

ContractionPriorityController& altitude_controller(const Lab& lab) {
  return static_cast<ContractionPriorityController&>(lab.controller(kAltitudeFeature));
}

void ContractionPriorityController::follow() {
  const HierarchyController& hierarchies = hierarchy_controller(lab_);
  const Playback& playback = lab_.playback();
  // The terms of a node count its shortcuts, before its pairs of neighbours have been looked at.
  const bool contracting = hierarchies.contracting() && playback.outline().contracting && !future_hidden(lab_) &&
                           hierarchies.contracted_graph().cells.size() <= kMaxWithTerms;
  const uint64_t shown = contracting ? playback.version() : 0;
  if (shown == shown_) return;
  shown_ = shown;
  terms_.reset();
  text_.clear();
  if (!contracting) {
    all_.clear();
    trace_ = 0;
    return;
  }
  if (trace_ != playback.trace_version()) {
    trace_ = playback.trace_version();
    all_ = read_contraction_terms(hierarchies.contracted_graph(), lab_.trace().events());
  }
  const size_t done = playback.before_cursor(playback.outline().contracted).size();
  if (done == 0 || done > all_.size()) return;
  terms_ = all_[done - 1];
  const ChOrder order = hierarchies.ch_options().order;
  const ContractionTerms& t = *terms_;
  if (order != ChOrder::kLarge && order != ChOrder::kSmall) {
    text_ = fmt::format("edges {:+}, originals {}, depth {}, contracted neighbours {}", t.edge_difference, t.originals,
                        t.depth, t.neighbours);
    return;
  }
  const ChCoefficients& c = order == ChOrder::kSmall ? kChSmall : kChLarge;
  text_ = fmt::format("edges {} x ({:+}), originals {} x {}, depth {} x {}, contracted neighbours {} x {}: {}",
                      c.edge_difference, t.edge_difference, c.original_edges, t.originals, c.depth, t.depth,
                      c.contracted_neighbours, t.neighbours, t.priority(c));
}

void ContractionPriorityController::dump(nlohmann::json& out) const {
  if (!terms_) return;
  out["contraction_terms"] = {{"edge_difference", terms_->edge_difference},
                              {"originals", terms_->originals},
                              {"depth", terms_->depth},
                              {"contracted_neighbours", terms_->neighbours},
                              {"text", text_}};
}

}  // namespace strata
