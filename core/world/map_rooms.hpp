// Purpose: The rooms of a world.
// Background: Cut in slices.
#pragma once

#include "core/rooms/rooms.hpp"
#include "core/world/kept.hpp"

namespace strata {

struct RoomsOptions {
  friend bool operator==(const RoomsOptions&, const RoomsOptions&) = default;
};

class MapRooms {
 public:
  static constexpr std::string_view kName = "rooms", kTitle = "Rooms";
  static constexpr bool kAlways = false;
  static constexpr size_t kLiveSteps = 4000;  // that an edit takes at once
  using Options = RoomsOptions;
  using Part = std::optional<Rooms>;
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const Rooms& rooms() const { return rooms_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  std::vector<ClusterGrid> grids(const Ground& ground) const;
  void work(const Ground& ground, Slice& slice);
  bool ready(const Ground&) const { return options_ && rooms_.ready(); }
  bool settled(const Ground&) const { return !options_ || rooms_.ready(); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return rooms_.memory_bytes(); }
  std::string stamp(const Ground&) const { return std::string(options_ ? kName : "none"); }  // by map and rules alone
  std::optional<std::string> difference(const MapRooms& fresh, const Ground& ground) const;

 private:
  std::optional<Options> options_;
  Rooms rooms_;
  RoomsUpdate update_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

}  // namespace strata
