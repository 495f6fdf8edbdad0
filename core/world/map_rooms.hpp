// Purpose: MapRooms holds the rooms of a world.
// Background: They are cut in slices.
#pragma once

#include "core/grid/clusters.hpp"
#include "core/rooms/rooms.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct RoomsOptions {
  friend bool operator==(const RoomsOptions&, const RoomsOptions&) = default;
};

class MapRooms final : public StructureWith<RoomsOptions, std::optional<Rooms>, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kRooms;
  static constexpr std::string_view kName = "rooms", kTitle = "Rooms";
  static constexpr bool kAlways = false, kInBackground = false;
  static constexpr size_t kLiveSteps = 4000;  // that an edit takes at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }

  const Rooms& rooms() const { return rooms_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const override;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part) override;
  bool map_changed(const Ground& ground, Change& change) override;
  std::vector<ClusterGrid> grids(const Ground& ground) const override;
  size_t memory_bytes() const override { return rooms_.memory_bytes(); }
  std::string stamp(const Ground&) const override {
    return std::string(options_ ? kName : "none");
  }  // by map and rules alone
  std::optional<std::string> difference(const Structure& fresh, const Ground& ground) const override;

 private:
  bool built() const override { return rooms_.ready(); }
  size_t pending() const override { return rooms_.pending(); }
  bool settle_piece(const Ground& ground) override;

  Rooms rooms_;
  RoomsUpdate update_;
};

}  // namespace strata
