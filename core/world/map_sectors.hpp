// Purpose: The sectors of a world, with the landmarks of their regions.
// Background: Regions are found in slices. Landmarks are placed by a job: their graph is small, so that they are placed
//             anew rather than followed. Paths are right without them.
#pragma once

#include "core/alt/graph_landmarks.hpp"
#include "core/base/job.hpp"
#include "core/world/kept.hpp"

namespace strata {

// For stamps: two options have the same text if they are the same.
std::string options_text(const SectorOptions& options);

class MapSectors {
 public:
  static constexpr std::string_view kName = "sectors", kTitle = "Sectors";
  static constexpr bool kAlways = false;
  static constexpr size_t kLiveSectors = 1024;  // that an edit finishes at once
  using Options = SectorOptions;
  using Part = std::optional<Sectors>;
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const Sectors& sectors() const { return sectors_; }
  uint64_t version() const { return version_; }                      // of the regions and edges
  uint64_t landmarks_version() const { return landmarks_version_; }  // changes when landmarks come in

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  std::vector<ClusterGrid> grids(const Ground& ground) const;  // by level, of its parts
  void work(const Ground& ground, Slice& slice);
  void poll(const Ground& ground);
  void finish(const Ground& ground);
  void cancel(const Ground&) {}  // no build in the background
  void rebuild() {}
  bool news() const { return job_.finished(); }
  bool ready(const Ground&) const { return options_ && sectors_.ready(); }
  bool settled(const Ground&) const { return !options_ || sectors_.ready(); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return sectors_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapSectors& fresh, const Ground& ground) const;

 private:
  void start_landmarks(const Ground& ground);
  void take_landmarks(std::optional<GraphLandmarks> landmarks);

  std::optional<Options> options_;
  Sectors sectors_;
  SectorsUpdate update_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t version_ = 1;
  uint64_t landmarks_version_ = 0;
  uint64_t job_version_ = 0;     // of the regions that the job works on
  uint64_t failed_version_ = 0;  // for which there was not enough memory
  Job<GraphLandmarks> job_;
};

// What an answer depends on that stands on these sectors.
std::string sectors_stamp(const Ground& ground);

}  // namespace strata
