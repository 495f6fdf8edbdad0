// Purpose: MapRooms is the structure of a world with the rooms of room pruning.
// Background: The map is decomposed into rooms in slices.
#pragma once

#include "core/grid/clusters.hpp"
#include "core/rooms/rooms.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct RoomsOptions {
  bool published = false;  // searches expand every cell of a perimeter, as published; the rooms are the same
  friend bool operator==(const RoomsOptions&, const RoomsOptions&) = default;
};

class MapRooms final : public StructureWithOptions<RoomsOptions, std::optional<Rooms>, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kRooms;
  static constexpr std::string_view kName = "rooms", kTitle = "Rooms";
  static constexpr bool kAlways = false, kInBackground = false;
  static constexpr size_t kLiveSteps = 4000;  // limit of the steps that an edit does at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Rooms& rooms() const { return rooms_; }

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return rooms_.memory_bytes(); }
  // Besides map and rules, answers depend only on the kind of search.
  std::string stamp(const BuildInputs&) const override {
    return !options_ ? "none" : options_->published ? "rooms published" : "rooms";
  }
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return rooms_.ready(); }
  size_t pending() const override { return rooms_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  Rooms rooms_;
  RoomsUpdate update_;
};

}  // namespace strata
