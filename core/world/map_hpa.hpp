// Purpose: HPA* of a world, which others stand on: it is always kept.
// Background: Built in slices.
#pragma once

#include "core/world/kept.hpp"

namespace strata {

// For stamps: two options have the same text if they are the same.
std::string options_text(const HpaOptions& options);

class MapHpa {
 public:
  static constexpr std::string_view kName = "hpa", kTitle = "HPA*";
  static constexpr bool kAlways = true;
  static constexpr size_t kLiveClusters = 512;  // that an edit finishes at once
  using Options = HpaOptions;
  using Part = std::optional<Hpa>;
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const Hpa& hpa() const { return hpa_; }
  uint64_t version() const { return version_; }  // of the moves and of the options

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  std::vector<ClusterGrid> grids(const Ground& ground) const;  // by level, of its parts
  void work(const Ground& ground, Slice& slice);
  bool ready(const Ground&) const { return hpa_.ready(); }
  bool settled(const Ground&) const { return hpa_.ready(); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return hpa_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapHpa& fresh, const Ground& ground) const;

 private:
  void tell(const Ground& ground, const Change& change);

  std::optional<Options> options_;
  Hpa hpa_;
  HpaUpdate update_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

// What an answer depends on that stands on this HPA*.
std::string hpa_stamp(const Hpa& hpa);

}  // namespace strata
