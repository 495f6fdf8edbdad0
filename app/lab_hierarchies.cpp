// Contraction hierarchies: what the world keeps of them, what the screen says of them, and the steps of a contraction.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/lab.hpp"
#include "core/ch/contraction.hpp"
#include "core/ch/nested_order.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/world/refusal.hpp"

namespace strata {

namespace {

constexpr size_t kPictureNodes = 50'000;  // up to which a stepped search looks its arcs up

size_t index_of(Structure structure) { return structure == Structure::kCh ? 0 : 1; }

}  // namespace

ChGraph Lab::hierarchy_graph(Structure structure) const {
  return structure == Structure::kCh ? state_.ch_options.graph : state_.cch_options.graph;
}

// Over sectors there must be sectors.
void Lab::apply_hierarchies() {
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    if (!world_->has(structure)) continue;
    if (hierarchy_graph(structure) == ChGraph::kSectors && !world_->has(Structure::kSectors)) {
      apply_structure(Structure::kSectors, true);
    }
  }
  if (world_->has(Structure::kCh)) change_world().set<MapHierarchy>(state_.ch_options);
  if (world_->has(Structure::kCch)) change_world().set<MapCch>(state_.cch_options);
}

void Lab::set_hierarchies(const ChOptions& ch, const CchOptions& cch) {
  state_.ch_options = ch;
  state_.cch_options = cch;
  if (state_.contracting) trace_due_ = true;
  if (!world_->has(Structure::kCh) && !world_->has(Structure::kCch)) return;
  apply_hierarchies();
  rules_changed();
}

void Lab::read_hierarchies() {
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    HierarchyStatus& status = state_.hierarchies[index_of(structure)];
    const KeptState kept = world_->state(structure);
    status.building = kept.wanted && kept.building;
    status.progress = kept.wanted ? kept.progress : 0;
    status.ready = kept.wanted && kept.ready;
    status.cancelled = kept.wanted && kept.cancelled;
    status.failed = kept.wanted && kept.failed;
    status.refusal = refusal(*world_, structure);
    if (!kept.wanted) status.counts = {};
    const uint64_t version = kept.wanted ? kept.version : 0;
    if (version != hierarchy_versions_[index_of(structure)]) {
      hierarchy_versions_[index_of(structure)] = version;
      hierarchy_counts_due_ = true;
      solve_due_ = true;
    }
  }
}

const HierarchyPicture& Lab::hierarchy(Structure structure) {
  HierarchyPicture& picture = pictures_[index_of(structure)];
  picture.refresh(*world_, structure, world_version_);
  return picture;
}

const HierarchyPicture* Lab::stepped_hierarchy() {
  const Structure needs = traced_planner()->needs;
  if (state_.contracting || (needs != Structure::kCh && needs != Structure::kCch)) return nullptr;
  const HierarchyStatus& status = state_.hierarchies[index_of(needs)];
  const Layer layer = needs == Structure::kCh ? Layer::kCh : Layer::kCch;
  if (!status.ready || (status.counts.nodes > kPictureNodes && !state_.layer(layer).on)) return nullptr;
  return &hierarchy(needs);
}

Cost Lab::trace_unit() const {
  const Structure needs = traced_planner()->needs;
  const bool ch = state_.contracting || needs == Structure::kCh;
  if (ch && state_.ch_options.graph == ChGraph::kDrawn) return kDrawnUnit;
  if (needs == Structure::kCch && state_.cch_options.graph == ChGraph::kDrawn) return kDrawnUnit;
  return cost_unit();
}

bool Lab::over_drawn(const Planner& planner) const {
  const bool hierarchy = planner.needs == Structure::kCh || planner.needs == Structure::kCch;
  return hierarchy && hierarchy_graph(planner.needs) == ChGraph::kDrawn;
}

// --- Contraction, step by step -----------------------------------------------------------------------------------

const PseudoCode& Lab::pseudo_code() const {
  return state_.contracting ? contraction_pseudo_code() : traced_planner()->pseudo_code();
}

// What is recorded and stepped from now on: the planner's search, or the contraction.
void Lab::set_stepped(std::string_view planner, bool contracting) {
  state_.traced = planner;
  state_.contracting = contracting;
  playback().set_code(pseudo_code());
}

std::string Lab::contraction_key() const {
  const ChOptions& options = state_.ch_options;
  return fmt::format("contraction {} {} {} {}", world_version_, static_cast<int>(options.graph),
                     static_cast<int>(options.order), graph_version(world_->ground(), options.graph));
}

// Why it cannot be stepped; empty: it can.
std::string Lab::contraction_refused(const std::optional<ChInput>& input) const {
  const ChGraph graph = state_.ch_options.graph;
  if (!input) {
    if (graph == ChGraph::kSectors && !world_->has(Structure::kSectors)) return "sectors are off: switch them on";
    return "the graph is still being built";
  }
  const uint32_t nodes = input->graph.node_count();
  if (nodes == 0) return graph == ChGraph::kDrawn ? "there is no drawn graph yet" : "the graph has no nodes";
  if (nodes <= kMaxContracted) return {};
  return fmt::format("the graph has {} nodes, and only up to {} are contracted step by step", nodes, kMaxContracted);
}

Status Lab::begin_contraction() {
  const std::optional<ChInput> input = hierarchy_input(world_->ground(), state_.ch_options.graph);
  if (const std::string why = contraction_refused(input); !why.empty()) return error_at("", why);
  waited_for_ = true;
  set_stepped(state_.traced, true);
  state_.layer(Layer::kSearch).on = true;
  trace_key_.clear();
  record_contraction();
  return success();
}

void Lab::end_contraction() {
  if (!state_.contracting) return;
  set_stepped(state_.traced, false);
  contracted_ = {};
  // Nothing is left to be drawn of it until the search has been recorded.
  playback().load(nullptr, world_->map().width(), world_->map().height());
  recorded_->trace.clear();
  trace_key_.clear();
  trace_due_ = true;
}

// The graph of the hierarchy that is set, in its order.
void Lab::record_contraction() {
  // A search that the solver still records comes too late.
  asked_trace_key_.clear();
  state_.trace_waiting = false;
  std::string key = contraction_key();
  if (key == trace_key_) return;
  std::optional<ChInput> input = hierarchy_input(world_->ground(), state_.ch_options.graph);
  const Structure source = state_.ch_options.graph == ChGraph::kHpa ? Structure::kHpa : Structure::kSectors;
  if (!input && world_->has(source)) {  // still being built: it is contracted when it is there
    contracted_ = {};
    playback().load(nullptr, world_->map().width(), world_->map().height());
    recorded_->trace.clear();
    trace_key_.clear();
    return;
  }
  if (const std::string why = contraction_refused(input); !why.empty()) {
    say(MessageKind::kInfo, "The contraction is left: " + why);
    end_contraction();
    log_.push_back(
        "ch.contract off");  // also where the log is carried out and later edits would make it possible again
    record_trace();
    return;
  }
  trace_key_ = std::move(key);
  ContractionOptions options;
  switch (state_.ch_options.order) {
    case ChOrder::kNested:
    case ChOrder::kCustomisable:
      options.order = nested_order(input->graph);
      break;
    case ChOrder::kLarge:
      options.coefficients = kChLarge;
      break;
    case ChOrder::kSmall:
      options.coefficients = kChSmall;
      break;
    case ChOrder::kOwn:
      options.order = input->order;
      break;
  }
  playback().load(nullptr, world_->map().width(), world_->map().height());
  recorded_->trace.clear();
  const uint8_t level = state_.ch_options.graph == ChGraph::kCells ? 0 : 1;
  contract(input->graph, options, input->cells, level, recorded_->trace);
  if (recorded_->trace.truncated()) {
    say(MessageKind::kWarning,
        fmt::format("The recorded contraction was cut off after {} events", recorded_->trace.events().size()));
  }
  recorded_events_ = recorded_->trace.events().size();
  contracted_.graph = std::move(input->graph);
  contracted_.cells = std::move(input->cells);
  contracted_.by_cell.resize(contracted_.cells.size());
  std::iota(contracted_.by_cell.begin(), contracted_.by_cell.end(), 0u);
  std::sort(contracted_.by_cell.begin(), contracted_.by_cell.end(),
            [&](uint32_t a, uint32_t b) { return contracted_.cells[a] < contracted_.cells[b]; });
  playback().load(&recorded_->trace, world_->map().width(), world_->map().height());
  playback().jump(0);
}

// --- Inspection --------------------------------------------------------------------------------------------------

void Lab::inspect_hierarchies(Inspection& inspection) {
  const CellId id = world_->map().id(inspection.cell);
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    HierarchyInspection& at = inspection.hierarchies[index_of(structure)];
    at = {};
    if (!world_->ready(structure)) continue;
    const HierarchyPicture& picture = hierarchy(structure);
    at.known = true;
    at.nodes = picture.nodes().size();
    const uint32_t place = picture.place_of(id);
    if (place == kNoPlace) continue;
    at.place = place;
    at.rank = picture.nodes()[place].rank;
    at.up.assign(picture.arcs_up(place).begin(), picture.arcs_up(place).end());
    at.down = picture.arcs_down(place);
  }
  ArcInspection& seen = inspection.arc;
  if (seen.arc.lower == kNoCell) return;
  // Is it there? If not it may be again after the next edit, or when the hierarchy is ready.
  seen.known = look_up_arc(seen.structure, seen.arc.lower, seen.arc.upper, seen).ok();
}

Status Lab::look_up_arc(Structure structure, CellId a, CellId b, ArcInspection& seen) {
  if (!world_->ready(structure)) return error_at("", "the hierarchy is not ready");
  const HierarchyArc* arc = hierarchy(structure).arc(a, b);
  if (arc == nullptr) return error_at("", "the hierarchy has no arc between these cells");
  seen.known = true;
  seen.structure = structure;
  seen.arc = *arc;
  seen.cells.clear();
  unpack_hierarchy_arc(*world_, structure, arc->lower, arc->upper, seen.cells);
  return success();
}

bool Lab::hovers_node(Cell cell) {
  if (!world_->map().contains(cell)) return false;
  const CellId id = world_->map().id(cell);
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    if (!state_.layer(structure == Structure::kCh ? Layer::kCh : Layer::kCch).on || !world_->ready(structure)) continue;
    if (hierarchy(structure).place_of(id) != kNoPlace) return true;
  }
  return false;
}

// The arc on the screen that is nearest to the pointer, if it is near.
std::optional<ArcInspection> Lab::arc_at(const PointerEvent& event) {
  constexpr double kReach = 6;  // pixels
  constexpr size_t kMaxLookedAt = 2'000'000;
  const Camera& camera = state_.camera;
  const double x = camera.map_x(event.x), y = camera.map_y(event.y);
  double best = kReach / camera.zoom;
  std::optional<ArcInspection> nearest;
  for (const Structure structure : {Structure::kCh, Structure::kCch}) {
    if (!state_.layer(structure == Structure::kCh ? Layer::kCh : Layer::kCch).on || !world_->ready(structure)) continue;
    const HierarchyPicture& picture = hierarchy(structure);
    const size_t hidden = picture.nodes().size() * static_cast<size_t>(100 - state_.hierarchy_view.percent) / 100;
    const auto arcs = picture.arcs_from(static_cast<uint32_t>(hidden));
    if (arcs.size() > kMaxLookedAt) continue;
    for (const HierarchyArc& arc : arcs) {
      const Cell a = world_->map().cell(arc.lower), b = world_->map().cell(arc.upper);
      // A curve lies within half its length of its ends' box.
      const double margin = best + 0.5 * std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) + 1;
      if (x < std::min(a.x, b.x) - margin || x > std::max(a.x, b.x) + margin || y < std::min(a.y, b.y) - margin ||
          y > std::max(a.y, b.y) + margin) {
        continue;
      }
      const double away = ArcCurve(a, b, arc.middle != kNoCell).distance(x, y);
      if (away >= best) continue;
      best = away;
      nearest.emplace();
      nearest->structure = structure;
      nearest->arc = arc;
    }
  }
  return nearest;
}

}  // namespace strata
