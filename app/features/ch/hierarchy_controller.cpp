// Contraction hierarchies: their state in the world, their display, and the stepped contraction.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/features/ch/ch.hpp"
#include "app/features/ch/contraction_questions.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/user_errors.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/contraction.hpp"
#include "core/ch/nested_order.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/refusal.hpp"

namespace strata {

namespace {

// While the layer of a hierarchy is off, its arcs are read for a stepped search only if it has at most this many nodes.
constexpr size_t kPictureNodes = 50'000;

const FeatureLayer& layer_of(StructureId structure) { return structure == StructureId::kCh ? kChLayer : kCchLayer; }

// Returns the options for contracting a graph in the given order.
ContractionOptions options_of_contraction(ChOrder order, const ChInput& input) {
  ContractionOptions options;
  switch (order) {
    case ChOrder::kNested:
    case ChOrder::kCustomisable:
      options.order = nested_order(input.graph);
      break;
    case ChOrder::kLarge:
      options.coefficients = kChLarge;
      break;
    case ChOrder::kSmall:
      options.coefficients = kChSmall;
      break;
    case ChOrder::kOwn:
      options.order = input.order;
      break;
  }
  return options;
}

}  // namespace

ChGraph HierarchyController::graph_of(StructureId structure) const {
  return structure == StructureId::kCh ? ch_options_.graph : cch_options_.graph;
}

// Applies the chosen options to the hierarchies that are on. A hierarchy over sectors switches the sectors on.
void HierarchyController::apply_options() {
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (!world_->has(structure)) continue;
    if (graph_of(structure) == ChGraph::kSectors && !world_->has(StructureId::kSectors)) {
      lab_.structures().apply_structure(StructureId::kSectors, true);
    }
  }
  if (world_->has(StructureId::kCh)) lab_.structures().set<MapHierarchy>(ch_options_);
  if (world_->has(StructureId::kCch)) lab_.structures().set<MapCch>(cch_options_);
}

void HierarchyController::set(const ChOptions& ch, const CchOptions& cch) {
  ch_options_ = ch;
  cch_options_ = cch;
  if (contracting()) lab_.query().trace_soon();
  if (!world_->has(StructureId::kCh) && !world_->has(StructureId::kCch)) return;
  apply_options();
}

void HierarchyController::read_world() {
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    HierarchyStatus& status = statuses_[index_of(structure)];
    const StructureState kept = world_->state(structure);
    status.building = kept.wanted && kept.building;
    status.progress = kept.wanted ? kept.progress : 0;
    status.ready = kept.wanted && kept.ready;
    status.cancelled = kept.wanted && kept.cancelled;
    status.failed = kept.wanted && kept.failed;
    status.refusal = refusal(*world_, structure);
    versions_[index_of(structure)] = kept.wanted ? kept.version : 0;
  }
}

void HierarchyController::choose(WorldSetup& setup, ChosenFor /*map*/) const {
  setup.get<MapHierarchy>() = ch_options_;
  setup.get<MapCch>() = cch_options_;
}

const HierarchyPicture& HierarchyController::picture(StructureId structure) {
  HierarchyPicture& picture = pictures_[index_of(structure)];
  picture.refresh(*world_, structure, lab_.state().world_version);
  return picture;
}

const HierarchyPicture* HierarchyController::picture_of(const Planner& planner) {
  const StructureId needs = planner.needs;
  if (contracting() || (needs != StructureId::kCh && needs != StructureId::kCch)) return nullptr;
  const bool large = counts_of<HierarchyCounts>(lab_, needs).nodes > kPictureNodes;
  if (!status(needs).ready || (large && !state_.layer(layer_of(needs)).on)) return nullptr;
  return &picture(needs);
}

// --- The stepped contraction ---------------------------------------------------------------------------------------

bool HierarchyController::contracting() const { return lab_.state().process == &kContraction; }

const SteppedProcess& HierarchyController::predicted() const { return kContraction; }

const ProcessQuestions* HierarchyController::questions() const { return &kContractionQuestions; }

// While this contraction is predicted, CCH and hub labels are hidden, too, as they may use the same order.
std::span<const StructureId> HierarchyController::builds() const {
  static constexpr StructureId kContracted[] = {StructureId::kCh, StructureId::kCch, StructureId::kLabels};
  return kContracted;
}

std::string HierarchyController::contraction_key() const {
  const ChOptions& options = ch_options_;
  return fmt::format("contraction {} {} {} {}", lab_.state().world_version, static_cast<int>(options.graph),
                     static_cast<int>(options.order), graph_version(world_->inputs(), options.graph));
}

// Returns why the contraction cannot be stepped; empty if it can.
std::string HierarchyController::contraction_refused(const std::optional<ChInput>& input) const {
  const ChGraph graph = ch_options_.graph;
  if (!input) {
    if (graph == ChGraph::kSectors && !world_->has(StructureId::kSectors)) return "sectors are off: switch them on";
    return "the graph is still being built";
  }
  return contraction_refused(input->graph.node_count());
}

std::string HierarchyController::contraction_refused(size_t nodes) const {
  const ChGraph graph = ch_options_.graph;
  if (nodes == 0) return graph == ChGraph::kDrawn ? "there is no drawn graph yet" : "the graph has no nodes";
  if (nodes <= kMaxContracted) return {};
  return fmt::format("the graph has {} nodes, and only up to {} are contracted step by step", nodes, kMaxContracted);
}

// Returns everything that why_not_contracted() depends on, without the reason itself. The number of nodes is included
// only if it is known without reading the graph.
HierarchyController::CachedRefusal HierarchyController::question() const {
  const ChGraph graph = ch_options_.graph;
  CachedRefusal asked{.options = ch_options_,
                      .world = lab_.state().world_version,
                      .graph = graph_version(world_->inputs(), graph),
                      .sectors = world_->has(StructureId::kSectors),
                      .text = {}};
  if (status(StructureId::kCh).ready) {
    asked.nodes = counts_of<HierarchyCounts>(lab_, StructureId::kCh).nodes;
  } else if (graph == ChGraph::kDrawn) {
    asked.nodes = world_->drawn_graph().node_count();
  }
  return asked;
}

std::string_view HierarchyController::why_not_contracted() const {
  CachedRefusal asked = question();
  if (refusal_.same_question(asked)) return refusal_.text;
  refusal_ = std::move(asked);
  if (ch_options_.graph == ChGraph::kSectors && !refusal_.sectors) {
    refusal_.text = contraction_refused(std::optional<ChInput>());
  } else if (refusal_.nodes != SIZE_MAX) {
    refusal_.text = contraction_refused(refusal_.nodes);
  }
  return refusal_.text;
}

Status HierarchyController::begin_contraction() {
  const std::optional<ChInput> input = hierarchy_input(world_->inputs(), ch_options_.graph);
  if (std::string why = contraction_refused(input); !why.empty()) {
    // Reading the graph has told the number of nodes, so that the buttons can show the reason from now on.
    if (input) {
      refusal_ = question();
      refusal_.text = why;
    }
    return error_at("", std::move(why));
  }
  lab_.log().wait_before();
  begin_process(lab_, kContraction);
  return success();
}

void HierarchyController::end_contraction() {
  if (contracting()) contracted_ = {};
  leave_process(lab_, kContraction);
}

// Records the contraction of the chosen graph in the chosen order.
void HierarchyController::record_contraction() {
  lab_.query().discard_pending_trace();
  std::string key = contraction_key();
  if (key == lab_.query().recorded_key()) return;
  std::optional<ChInput> input = hierarchy_input(world_->inputs(), ch_options_.graph);
  const StructureId source = ch_options_.graph == ChGraph::kHpa ? StructureId::kHpa : StructureId::kSectors;
  // The graph is still being built, so that its contraction must wait.
  const bool waits = !input && world_->has(source);
  if (const std::string why = waits ? std::string() : contraction_refused(input); !why.empty()) {
    return give_up_process(lab_, kContraction, "contraction", why);
  }
  contracted_ = {};
  record_process(lab_, std::move(key), 0, [&](Trace& trace) {
    if (waits) return false;
    const uint8_t level = ch_options_.graph == ChGraph::kCells ? 0 : 1;
    contract(input->graph, options_of_contraction(ch_options_.order, *input), input->cells, level, trace);
    if (trace.truncated()) {
      lab_.say(MessageKind::kWarning,
               cut_off_recording("contraction", trace.events().size(), hidden_names(lab_).hides_future()));
    }
    contracted_.graph = std::move(input->graph);
    contracted_.cells = std::move(input->cells);
    contracted_.by_cell.resize(contracted_.cells.size());
    std::iota(contracted_.by_cell.begin(), contracted_.by_cell.end(), 0u);
    std::sort(contracted_.by_cell.begin(), contracted_.by_cell.end(),
              [&](uint32_t a, uint32_t b) { return contracted_.cells[a] < contracted_.cells[b]; });
    return true;
  });
}

// --- Inspection --------------------------------------------------------------------------------------------------

void HierarchyController::inspect_cell(Cell cell) {
  const uint64_t stamp = ((versions_[0] << 32 ^ versions_[1]) << 2 ^ lab_.state().world_version << 52) +
                         (statuses_[0].ready ? 1 : 0) + (statuses_[1].ready ? 2 : 0) + 1;
  if (stamp == looked_stamp_ && cell == looked_at_) return;
  looked_stamp_ = stamp;
  looked_at_ = cell;
  const CellId id = world_->map().id(cell);
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    HierarchyInspection& at = inspected_[index_of(structure)];
    at = {};
    if (!world_->ready(structure)) continue;
    const HierarchyPicture& picture = this->picture(structure);
    at.known = true;
    at.nodes = picture.nodes().size();
    const uint32_t place = picture.place_of(id);
    if (place == kNoPlace) continue;
    at.place = place;
    at.rank = picture.nodes()[place].rank;
    at.up.assign(picture.arcs_up(place).begin(), picture.arcs_up(place).end());
    at.down = picture.arcs_down(place);
  }
  if (arc_.arc.lower == kNoCell) return;
  // An arc that is missing now may exist again after the next edit, or once the hierarchy is ready.
  arc_.known = look_up_arc(arc_.structure, arc_.arc.lower, arc_.arc.upper, arc_).ok();
}

std::any HierarchyController::content() const { return arc_.arc.lower == kNoCell ? std::any() : std::any(arc_); }

void HierarchyController::take_content(const std::any& content) {
  arc_ = std::any_cast<const ArcInspection&>(content);
  // The hierarchy may not be ready yet; the arc is looked up once it is.
  arc_.known = false;
}

Status HierarchyController::inspect_arc(StructureId structure, CellId a, CellId b) {
  ArcInspection arc;
  if (Status found = look_up_arc(structure, a, b, arc); !found) return found;
  const Cell cell = world_->map().cell(arc.arc.lower);
  if (!state_.inspected || state_.inspected->cell != cell) lab_.inspector().begin(cell);
  arc_ = std::move(arc);
  lab_.log().wait_before();
  lab_.inspector().refresh();
  return success();
}

Status HierarchyController::look_up_arc(StructureId structure, CellId a, CellId b, ArcInspection& seen) {
  if (!world_->ready(structure)) return error_at("", "the hierarchy is not ready");
  const HierarchyArc* arc = picture(structure).arc(a, b);
  if (arc == nullptr) return error_at("", "the hierarchy has no arc between these cells");
  seen.known = true;
  seen.structure = structure;
  seen.arc = *arc;
  seen.cells.clear();
  unpack_hierarchy_arc(*world_, structure, arc->lower, arc->upper, seen.cells);
  return success();
}

bool HierarchyController::hovers_node(Cell cell) {
  if (!world_->map().contains(cell)) return false;
  const CellId id = world_->map().id(cell);
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (!state_.layer(layer_of(structure)).on || !world_->ready(structure)) continue;
    if (picture(structure).place_of(id) != kNoPlace) return true;
  }
  return false;
}

// Inspects the arc near the pointer, unless the cell contains a node. Returns false if there is no such arc to inspect.
bool HierarchyController::click(const PointerEvent& event, Cell cell) {
  if (event.button != 0 || graph_controller(lab_).graph().node_at(cell) || hovers_node(cell)) return false;
  const std::optional<ArcInspection> arc = arc_at(event);
  if (!arc) return false;
  const Cell lower = world_->map().cell(arc->arc.lower), upper = world_->map().cell(arc->arc.upper);
  lab_.run(
      fmt::format("inspect.arc {} {},{} {},{}", structure_name(arc->structure), lower.x, lower.y, upper.x, upper.y));
  return true;
}

// Returns the visible arc nearest to the pointer if it lies within kReach pixels.
std::optional<ArcInspection> HierarchyController::arc_at(const PointerEvent& event) {
  constexpr double kReach = 6;  // pixels
  constexpr size_t kMaxLookedAt = 2'000'000;
  const Camera& camera = state_.camera;
  const double x = camera.map_x(event.x), y = camera.map_y(event.y);
  double best = kReach / camera.zoom;
  std::optional<ArcInspection> nearest;
  for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
    if (!state_.layer(layer_of(structure)).on || !world_->ready(structure)) continue;
    const HierarchyPicture& picture = this->picture(structure);
    const size_t hidden = picture.nodes().size() * static_cast<size_t>(100 - view_.percent) / 100;
    const auto arcs = picture.arcs_from(static_cast<uint32_t>(hidden));
    if (arcs.size() > kMaxLookedAt) continue;
    for (const HierarchyArc& arc : arcs) {
      const Cell a = world_->map().cell(arc.lower), b = world_->map().cell(arc.upper);
      // No point of a curve is farther from the bounding box of its two ends than half the distance between them.
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

Cost HierarchyController::unit(StructureId structure) const {
  return graph_of(structure) == ChGraph::kDrawn ? kDrawnUnit : cost_unit(lab_.world());
}

}  // namespace strata
