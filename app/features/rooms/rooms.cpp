#include "app/features/rooms/rooms.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/features/rooms/rooms_symmetry.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/playback/playback.hpp"
#include "core/search/plan_options.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status switch_rooms(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kRooms)));
  lab.structures().apply_structure(StructureId::kRooms, on);
  return success();
}

Status set_rooms(Lab& lab, const Setting&, const RoomsOptions& options) {
  rooms_controller(lab).set(options);
  return success();
}
const RoomsOptions& rooms_options_of(const Lab& lab) { return rooms_controller(lab).options(); }

std::span<const LabSetting> rooms_lab_settings() {
  static const std::vector<LabSetting> all =
      with_texts(settings_of(MapRooms::settings(), {}, rooms_options_of, set_rooms));
  return all;
}

Status spread_paths(Lab& lab, const Command& command) {
  STRATA_TRY(seed, large_integer(command.args[0], "SEED"));
  PlanOptions options = lab.state().plan_options();
  options.interleave = seed;
  lab.mutable_state().set_plan_options(options);
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kCommands = {{
    {{"rooms", "on|off|toggle", "Rooms (rectangular symmetry reduction)", CommandGroup::kSearch, 1, 1, "Empty rectangles whose interiors searches leave out; plans on four-connected maps", keeps::kSetting}, switch_rooms},
    {{"plan.interleave", "SEED", "Spread turns over rooms", CommandGroup::kSearch, 1, 1, "The planner Rooms mixes the moves inside a room by this seed; 0: paths as they were searched", keeps::kSetting | keeps::kLast, 0, "0"}, spread_paths},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 5> kLayers = {&kRoomLayer, &kPrunedLayer, &kMacroLayer, &kAllMacroLayer,
                                                        &kInterleavingLayer};
constexpr std::array<const TileSource*, 1> kTiles = {&kRoomTiles};

constexpr std::array kFacts = {fact<&RoomsCounts::rooms>({"rooms"}), fact<&RoomsCounts::covered>({"covered"}),
                               fact<&RoomsCounts::pruned>({"pruned"}), fact<&RoomsCounts::passable>({"passable"})};
constexpr std::string_view kRebuilt[] = {"dissolved", "built", "cells"};

FactRows count(const World& world) {
  if (!world.ready(StructureId::kRooms)) return {};
  return {{"", world.get<MapRooms>().rooms().counts()}};
}

// Adds how many rooms the last stroke has cut anew.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  if (part != PresentedPart::kMeter || !lab.world().has(StructureId::kRooms)) return;
  const UpdateMeterReading& meter = lab.state().meter;
  out.add(PresentedLine::Kind::kText,
          fmt::format("Rooms: {} removed, {} added, of {}", meter.count(StructureId::kRooms, "dissolved", 0),
                      meter.count(StructureId::kRooms, "built", 0),
                      counts_of<RoomsCounts>(lab, StructureId::kRooms).rooms));
}

}  // namespace

const FeatureLayer kRoomLayer = {{.name = "rooms",
                                  .title = "Rooms",
                                  .legend = "Empty rectangles, each in a colour other than those that touch it",
                                  .order = 40,
                                  .structure = StructureId::kRooms,
                                  .follows_structure = true,
                                  .while_stepped = kPaleAreas}};
const FeatureLayer kPrunedLayer = {{.name = "pruned",
                                    .title = "Pruned cells",
                                    .legend = "Hatched: the interiors of rooms, which searches leave out",
                                    .order = 50,
                                    .structure = StructureId::kRooms,
                                    .follows_structure = true,
                                    .while_stepped = kPaleAreas}};
const FeatureLayer kMacroLayer = {{.name = "macro-edges",
                                   .title = "Macro edges",
                                   .legend = "Across rooms, from the cell under the pointer and from the inspected one",
                                   .order = 200,
                                   .structure = StructureId::kRooms}};

const Feature kRoomsFeature = {
    .name = "rooms",
    .title = "Rooms",
    .planners = kRoomPlanners,
    .structure = StructureId::kRooms,
    .layers = kLayers,
    .commands = kCommands,
    .settings = rooms_lab_settings,
    .paint = kRoomPaint,
    .tiles = kTiles,
    .flash = {[](int) { return palette::kPurple; }, [](int) { return 5.0f; }, 20},
    .facts = {"rooms", kFacts, count, FactsTold::kAlways, kRebuilt},
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<RoomsController>(lab);
    },
};

RoomsController& rooms_controller(const Lab& lab) {
  return static_cast<RoomsController&>(lab.controller(kRoomsFeature));
}

void RoomsController::set(const RoomsOptions& options) {
  if (options == options_) return;
  options_ = options;
  if (!world_->has(StructureId::kRooms)) return;
  // This option changes only how rooms are searched: the rooms need not be rebuilt.
  WorldSetup setup = world_->setup();
  setup.get<MapRooms>() = options_;
  lab_.large_map_task().change_setup_now(setup);
  lab_.playback().breakpoints().set_code(lab_.query().pseudo_code());
}

void RoomsController::inspect_cell(Cell cell) {
  if (is_same_inspection(cell, world_->ready(StructureId::kRooms) ? 1 : 2)) return;
  inspected_ = {};
  if (!world_->ready(StructureId::kRooms)) return;
  const Rooms& rooms = world_->get<MapRooms>().rooms();
  const CellId id = world_->map().id(cell);
  inspected_.known = true;
  inspected_.room = rooms.room_of(id);
  if (inspected_.room < 0) return;
  inspected_.cells = rooms.room(static_cast<uint32_t>(inspected_.room)).cells;
  inspected_.pruned = rooms.pruned(id);
  rooms.append_macro_edges(world_->moves(), id, inspected_.macro_edges);
}

void RoomsController::dump(json& out) const {
  out["rooms"] = {{"search", options_.published ? "published" : "exits"},
                  {"interleave", state_.plan_options().interleave},
                  {"interleavings", json::array()}};
  if (hides_structure(lab_, StructureId::kRooms)) return;
  for (int which = 0; state_.layer(kInterleavingLayer).on && which < kInterleavings; ++which) {
    json cells = json::array();
    for (const CellId id : interleaved_path(lab_, which)) {
      const Cell cell = world_->map().cell(id);
      cells.push_back({cell.x, cell.y});
    }
    if (!cells.empty()) out["rooms"]["interleavings"].push_back(std::move(cells));
  }
}

void RoomsController::dump_inspected(json& out) const {
  if (!inspected_.known) return;
  json edges = json::array();
  for (const CellId id : inspected_.macro_edges) {
    const Cell cell = world_->map().cell(id);
    edges.push_back({cell.x, cell.y});
  }
  json& room = out["room"];
  room = {{"number", inspected_.room}, {"pruned", inspected_.pruned}, {"macro_edges", std::move(edges)}};
  const Rect& cells = inspected_.cells;
  if (inspected_.room >= 0) room["cells"] = {cells.x0, cells.y0, cells.x1, cells.y1};
}

void RoomsController::late_setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, rooms_lab_settings(), lines);
  const uint64_t seed = state_.plan_options().interleave;
  if (seed != 0) lines.push_back(fmt::format("plan.interleave {}", seed));
}

}  // namespace strata
