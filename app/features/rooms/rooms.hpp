// Purpose: This header declares the feature of rooms (rectangular symmetry reduction): layers, commands, settings,
//          state dump and inspection.
// Source: Harabor, Botea 2010; core/rooms/rooms.hpp.
#pragma once

#include <array>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/world/map_rooms.hpp"

namespace strata {

class TemporaryEdgeSource;
struct FeaturePanel;

extern const Feature kRoomsFeature;
FeaturePanel rooms_panel();
extern const std::array<PlannerAppearance, 1> kRoomPlanners;

extern const FeatureLayer kRoomLayer;
extern const FeatureLayer kPrunedLayer;  // interiors of rooms, which searches skip
extern const FeatureLayer kMacroLayer;   // macro edges of the inspected cell and of the cell under the pointer
extern const TileSource kRoomTiles;
extern const std::array<PaintStep, 4> kRoomPaint;
extern const TemporaryEdgeSource kRoomLinks;

// What the rooms know about the inspected cell.
struct RoomInspection {
  // The rooms are switched on and up to date; otherwise the other members mean nothing.
  bool known = false;
  int64_t room = -1;  // number of the room; -1: the cell is in none
  Rect cells;         // cells of the room
  // The cell lies in the interior of its room, which searches skip; false: on the perimeter.
  bool pruned = false;
  std::vector<CellId> macro_edges;  // cells to which macro edges of the cell lead
};

class RoomsController : public FeatureController {
 public:
  explicit RoomsController(Lab& lab) : FeatureController(lab) {}

  const RoomInspection& inspected() const { return inspected_; }
  const RoomsOptions& options() const { return options_; }
  void set(const RoomsOptions& options);

  void choose(WorldSetup& setup, ChosenFor) const override { setup.get<MapRooms>() = options_; }
  void inspect_cell(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  RoomsOptions options_;
  RoomInspection inspected_;
};

RoomsController& rooms_controller(const Lab& lab);

}  // namespace strata
