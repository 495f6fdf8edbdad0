// Rooms, sectors, landmarks and the jump map: what the world keeps of them, and what of the screen follows.
#include <fmt/format.h>

#include <algorithm>

#include "app/lab.hpp"
#include "core/world/refusal.hpp"

namespace strata {

// What is set for structures that can be switched on and off, whether they are on or not.
WorldSetup Lab::chosen_setup() const {
  WorldSetup chosen;
  for_each_structure([&]<class K>(std::type_identity<K>) { chosen.get<K>().reset(); });
  chosen.get<MapHaa>() = state_.haa_options;
  chosen.get<MapRooms>() = RoomsOptions{};
  chosen.get<MapSectors>() = state_.sector_options;
  chosen.get<MapLandmarks>() = state_.landmark_options;
  chosen.get<MapHierarchy>() = state_.ch_options;
  chosen.get<MapCch>() = state_.cch_options;
  chosen.get<MapTables>() = AgentTablesOptions{.tables = {}, .kinds = crowd_kinds_};
  return chosen;
}

void Lab::apply_structure(Structure structure, bool on) {
  if (structure == Structure::kHaa) return apply_haa(on);
  on = on && (structure != Structure::kLandmarks || landmarks_fit(world_->map(), state_.landmark_options));
  if (on == world_->has(structure)) return;
  WorldSetup setup = world_->setup();
  const WorldSetup chosen = chosen_setup();
  const bool switched = with_structure(structure, [&]<class K>(std::type_identity<K>) {
    if (!chosen.get<K>()) return false;  // always there, or as rows want it
    setup.get<K>() = on ? chosen.get<K>() : std::nullopt;
    return true;
  });
  if (!switched) return;
  change_setup_now(setup);  // built in slices, or in the background
  show_structure(structure, on);
  if (on && (structure == Structure::kCh || structure == Structure::kCch)) apply_hierarchies();
  rules_changed();
}

// Its planners and usual layers come with it; with it go all of its layers.
void Lab::show_structure(Structure structure, bool on) {
  for (PlannerRow& row : state_.rows) {
    if (row.planner->needs == structure) row.shown = on;
  }
  for (int i = 0; i < kLayers; ++i) {
    const auto layer = static_cast<Layer>(i);
    if (layer_structure(layer) != structure) continue;
    if (!on) state_.layer(layer).on = false;
    if (on && comes_along(layer)) state_.layer(layer).on = true;
  }
  if (on) return;
  if (traced_planner()->needs == structure) {
    set_stepped("astar", state_.contracting);
    trace_due_ = true;
  }
  state_.memory[static_cast<size_t>(structure)] = 0;
  if (structure == Structure::kHaa) state_.haa_counts = {};
  if (structure == Structure::kRooms) state_.rooms_counts = {};
  if (structure == Structure::kSectors) state_.sector_counts = {};
  if (structure == Structure::kLandmarks) read_landmarks();
  read_hierarchies();
}

bool Lab::comes_along(Layer layer) const {
  switch (layer) {
    case Layer::kRooms:
    case Layer::kPruned:
    case Layer::kSectors:
    case Layer::kSectorEdges:
    case Layer::kCentres:
    case Layer::kLandmarks:
    case Layer::kCh:
    case Layer::kCch:
    case Layer::kCrowd:
      return true;
    case Layer::kSectors2:
      return state_.sector_options.second_size > 0;
    default:
      return false;
  }
}

bool Lab::shows_levels(Layer layer) {
  return layer == Layer::kTransitions || layer == Layer::kInterEdges || layer == Layer::kIntraEdges;
}

void Lab::show_kept() {
  follow_needs();
  read_landmarks();
  read_hierarchies();
}

std::string Lab::building_note(const Planner& planner) const {
  std::string why = refusal(*world_, planner.needs);
  return why.empty() ? fmt::format("building {:.0f} %", world_->state(planner.needs).progress * 100) : why;
}

// What layers and rows need beyond what is switched on: clearances, the jump map.
void Lab::follow_needs() {
  WorldSetup setup = world_->setup();
  const MovesOptions moves{state_.layer(Layer::kClearance).on};
  const auto jumps = wants_jumps(world_->rules()) ? std::optional(JumpsOptions{}) : std::nullopt;
  if (setup.get<MapMoves>() == moves && setup.get<MapJumps>() == jumps) return;
  const bool builds =
      (moves.clearance && !setup.get<MapMoves>()->clearance) || (jumps && !setup.get<MapJumps>().has_value());
  setup.get<MapMoves>() = moves;
  setup.get<MapJumps>() = jumps;
  if (!builds) return change_setup_now(setup);
  (void)change_setup(std::move(setup), jumps ? "Preparing jump points" : "Measuring clearances",
                     [this] { solve_due_ = true; });
}

bool Lab::wants_jumps(const Rules& rules) const {
  return std::any_of(state_.rows.begin(), state_.rows.end(), [&](const PlannerRow& row) {
    const Planner& planner = *row.planner;
    return planner.needs == Structure::kJumps && (row.shown || planner.name == state_.traced) &&
           planner.profiles[static_cast<size_t>(rules.profile)];
  });
}

// --- Landmarks ---------------------------------------------------------------------------------------------------

bool Lab::landmarks_fit(const GridMap& map, const LandmarkOptions& options) {
  if (Landmarks::fits(map.cell_count(), options)) return true;
  say(MessageKind::kWarning, "Landmarks stay off: " + too_many_landmarks(map, options));
  return false;
}

std::string Lab::too_many_landmarks(const GridMap& map, const LandmarkOptions& options) {
  return fmt::format("{} of them on this map would take {}, {} at most", options.lanes(),
                     bytes_text(DistanceRows::bytes_for(map.cell_count(), options.lanes())),
                     bytes_text(Landmarks::kMaxBytes));
}

Status Lab::place_landmarks(const LandmarkOptions& options) {
  if (world_->has(Structure::kLandmarks) && !change_world().set<MapLandmarks>(options)) {
    return error_at("", too_many_landmarks(world_->map(), options));
  }
  state_.landmark_options = options;
  state_.heuristic.landmark = std::min(state_.heuristic.landmark, options.lanes() - 1);
  read_landmarks();
  return success();
}

std::string Lab::placed_line(const LandmarkOptions& options) const {
  std::string line = "landmarks.place";
  for (const CellId id : options.placed) {
    const Cell cell = world_->map().cell(id);
    line += fmt::format(" {},{}", cell.x, cell.y);
  }
  return line;
}

std::optional<LandmarkOptions> Lab::placed_landmarks() const {
  if (!world_->has(Structure::kLandmarks)) return std::nullopt;
  LandmarkOptions options = state_.landmark_options;
  if (!options.placed.empty()) return options;
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  if (!landmarks.ready() || landmarks.options() != options) return std::nullopt;
  options.placed.assign(landmarks.cells().begin(), landmarks.cells().end());
  return options;
}

// They are as they were asked for, and exact.
bool Lab::landmarks_current() const {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  return landmarks.ready() && landmarks.exact() && landmarks.options() == world_->get<MapLandmarks>().options();
}

// What the screen says of them.
void Lab::read_landmarks() {
  const Landmarks& landmarks = world_->get<MapLandmarks>().landmarks();
  const KeptState kept = world_->state(Structure::kLandmarks);
  state_.landmarks_building = kept.building;
  state_.landmarks_progress = kept.wanted ? kept.progress : 0;
  state_.landmarks_exact = landmarks.ready() && landmarks.exact();
  state_.landmarks_cancelled = kept.cancelled;
  state_.landmarks_set_aside = 0;
  for (int i = 0; i < landmarks.count(); ++i) state_.landmarks_set_aside += !landmarks.in_use(i);
  state_.memory[static_cast<size_t>(Structure::kLandmarks)] =
      kept.wanted ? memory_bytes(*world_, Structure::kLandmarks) : 0;
}

// --- Settings ----------------------------------------------------------------------------------------------------

std::vector<std::string> Lab::structure_lines() const {
  std::vector<std::string> lines;
  const SectorOptions& sectors = state_.sector_options;
  const SectorOptions usual;
  // In the order in which every step is allowed.
  if (sectors.second_size != 0) lines.push_back(fmt::format("sectors.second {}", sectors.second_size));
  if (sectors.sector_size != usual.sector_size) {
    const std::string size = fmt::format("sectors.size {}", sectors.sector_size);
    lines.insert(sectors.sector_size < usual.sector_size ? lines.begin() : lines.end(), size);
  }
  if (sectors.improve_centres) lines.push_back("sectors.improve on");
  if (sectors.landmarks != 0) lines.push_back(fmt::format("sectors.landmarks {}", sectors.landmarks));
  const LandmarkOptions& landmarks = state_.landmark_options;
  if (!landmarks.placed.empty()) {
    lines.push_back(placed_line(landmarks));
  } else if (landmarks.count != LandmarkOptions{}.count) {
    lines.push_back(fmt::format("landmarks.count {}", landmarks.count));
  }
  const ChOptions& ch = state_.ch_options;
  if (ch.graph != ChOptions{}.graph) lines.push_back(fmt::format("ch.graph {}", ch_graph_name(ch.graph)));
  if (ch.order != ChOptions{}.order) lines.push_back(fmt::format("ch.order {}", ch_order_name(ch.order)));
  if (state_.cch_options.graph != CchOptions{}.graph) {
    lines.push_back(fmt::format("cch.graph {}", ch_graph_name(state_.cch_options.graph)));
  }
  if (state_.hierarchy_view.by_size) lines.push_back("ch.importance size");
  if (state_.hierarchy_view.percent != 100) lines.push_back(fmt::format("ch.top {}", state_.hierarchy_view.percent));
  if (!state_.plan_options.stall) lines.push_back("plan.stall off");
  if (!state_.plan_options.potentials) lines.push_back("plan.potentials off");
  for (const Structure structure : {Structure::kRooms, Structure::kSectors, Structure::kLandmarks, Structure::kCh,
                                    Structure::kCch, Structure::kTables}) {
    if (world_->has(structure)) lines.push_back(fmt::format("{} on", structure_name(structure)));
  }
  // A hierarchy over them switches them on.
  const bool come = (world_->has(Structure::kCh) && ch.graph == ChGraph::kSectors) ||
                    (world_->has(Structure::kCch) && state_.cch_options.graph == ChGraph::kSectors);
  if (come && !world_->has(Structure::kSectors)) lines.push_back("sectors off");
  if (state_.plan_options.interleave != 0) {
    lines.push_back(fmt::format("plan.interleave {}", state_.plan_options.interleave));
  }
  if (state_.plan_options.segment != PlanOptions{}.segment)
    lines.push_back(fmt::format("plan.segment {}", state_.plan_options.segment));
  const HeuristicView& heuristic = state_.heuristic;
  if (heuristic.kind == HeuristicKind::kDistance || heuristic.landmark != 0) {
    lines.push_back(fmt::format("heuristic.show distance {}", heuristic.landmark + 1));
  }
  const bool after_distance = heuristic.landmark != 0 && heuristic.kind != HeuristicKind::kDistance;
  if (after_distance || (heuristic.kind != HeuristicKind::kDistance && heuristic.kind != HeuristicView{}.kind)) {
    lines.push_back(fmt::format("heuristic.show {}", heuristic_name(heuristic.kind)));
  }
  return lines;
}

}  // namespace strata
