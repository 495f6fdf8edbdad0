// Purpose: Room pruning in the lab: its layers, commands, settings, dump and inspection.
// Source: Harabor, Botea 2010; core/rooms/rooms.hpp.
#pragma once

#include <array>
#include <vector>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "core/world/map_rooms.hpp"

namespace strata {

class EndLinkSource;
struct FeaturePanel;

extern const Feature kRoomsFeature;
FeaturePanel rooms_panel();
extern const std::array<PlannerAppearance, 1> kRoomPlanners;

extern const FeatureLayer kRoomLayer;
extern const FeatureLayer kPrunedLayer;  // interiors of rooms, which searches leave out
extern const FeatureLayer kMacroLayer;   // edges across rooms of the inspected cell and of the cell under the pointer
extern const TileSource kRoomTiles;
extern const std::array<PaintStep, 4> kRoomPaint;
extern const EndLinkSource kRoomLinks;

// What the rooms hold for the inspected cell.
struct RoomInspection {
  bool known = false;               // the rooms are on and up to date
  int64_t room = -1;                // number of the room; -1: the cell is in none
  Rect cells;                       // cells of the room
  bool pruned = false;              // the cell is inside the room; false: on its perimeter
  std::vector<CellId> macro_edges;  // cells that its edges across the room lead to
};

class RoomsController : public FeatureController {
 public:
  explicit RoomsController(Lab& lab) : FeatureController(lab) {}

  const RoomsCounts& counts() const { return counts_; }
  void set_counts(const RoomsCounts& counts) { counts_ = counts; }
  const RoomInspection& inspected() const { return inspected_; }
  const RoomsOptions& options() const { return options_; }
  void set(const RoomsOptions& options);

  void structure_event(StructureId, StructureEvent news) override {
    if (news == StructureEvent::kGivenUp) counts_ = {};
  }
  void choose(WorldSetup& setup, bool) const override { setup.get<MapRooms>() = options_; }
  void look_at(Cell cell) override;
  void dump(nlohmann::json& out) const override;
  void dump_inspected(nlohmann::json& out) const override;
  void dump_meter(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  RoomsCounts counts_;
  RoomsOptions options_;
  RoomInspection inspected_;
};

RoomsController& rooms_controller(const Lab& lab);

}  // namespace strata
