// Purpose: The customisable contraction hierarchy of a world.
// Background: Over sectors it is live, true again with every edit, and first built in slices; over other graphs it is
//             built in a thread of its own, as MapHierarchy is.
#pragma once

#include "core/ch/live_cch.hpp"
#include "core/world/map_hierarchy.hpp"

namespace strata {

class MapCch {
 public:
  static constexpr std::string_view kName = "cch", kTitle = "Customisable CH";
  static constexpr bool kAlways = false;
  using Options = CchOptions;
  struct Part {  // what is replaced
    LiveCch live;
    MapHierarchy::Part hierarchy;
  };
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  bool is_live() const { return options_ && options_->graph == ChGraph::kSectors; }
  const LiveCch& live() const { return live_; }
  const MapHierarchy& hierarchy() const { return hierarchy_; }  // where it is not live

  void prepare(const std::optional<Options>&, Ground&, Renewed&, Part&) const {}
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  void work(const Ground& ground, Slice& slice);
  void poll(const Ground& ground) { hierarchy_.poll(ground); }
  void finish(const Ground& ground) { hierarchy_.finish(ground); }
  void cancel(const Ground& ground) { hierarchy_.cancel(ground); }
  void rebuild();
  bool news() const { return hierarchy_.news(); }
  bool ready(const Ground& ground) const;
  bool settled(const Ground& ground) const { return !sliced(ground) || ready(ground); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return is_live() ? live_.memory_bytes() : hierarchy_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapCch& fresh, const Ground& ground) const;
  std::string refusal(const Ground& ground) const;

 private:
  // It is not waiting for what does not come by itself.
  bool sliced(const Ground& ground) const { return is_live() && !live_.too_large() && ground.sectors != nullptr; }

  std::optional<Options> options_;
  MapHierarchy hierarchy_;
  LiveCch live_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t live_version_ = 0;   // of its weights
  uint64_t known_sectors_ = 0;  // Ground::sectors_version that it knows
};

}  // namespace strata
