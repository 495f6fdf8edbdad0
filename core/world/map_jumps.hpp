// Purpose: The jump map of a world, for jump point search.
// Background: Built at once, in nanoseconds a cell.
#pragma once

#include "core/search/jump_map.hpp"
#include "core/world/kept.hpp"

namespace strata {

struct JumpsOptions {
  friend bool operator==(const JumpsOptions&, const JumpsOptions&) = default;
};

class MapJumps {
 public:
  static constexpr std::string_view kName = "jps", kTitle = "Jump map";
  static constexpr bool kAlways = false;
  using Options = JumpsOptions;
  struct Part {
    std::optional<JumpMap> jumps;
    double micros = 0;  // what it took
  };
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const JumpMap& jumps() const { return jumps_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }  // nothing is drawn of it
  void work(const Ground&, Slice&) {}
  bool ready(const Ground&) const { return options_.has_value(); }
  bool settled(const Ground&) const { return true; }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return jumps_.memory_bytes(); }
  std::string stamp(const Ground&) const { return std::string(options_ ? kName : "none"); }  // by map and rules alone
  std::optional<std::string> difference(const MapJumps& fresh, const Ground& ground) const;

 private:
  std::optional<Options> options_;
  JumpMap jumps_;
  Touched touched_;
  double micros_ = 0;
  uint64_t version_ = 1;
};

}  // namespace strata
