// Purpose: MapSectors holds the sectors of a world, with the landmarks of their regions.
// Background: Regions are found in slices. A job places the landmarks. Their graph is small, so that they are placed
//             again after an edit and not updated. Paths are right without them.
#pragma once

#include "core/alt/graph_landmarks.hpp"
#include "core/base/job.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

// Returns the options as text for stamps. Two options have the same text only if they are equal.
std::string options_text(const SectorOptions& options);

class MapSectors final : public StructureWith<SectorOptions, std::optional<Sectors>, IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kSectors;
  static constexpr std::string_view kName = "sectors", kTitle = "Sectors";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSectors = 1024;  // sectors that an edit finishes at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Sectors& sectors() const { return sectors_; }
  const ClusterGrid* areas() const override { return &sectors_.sectors(); }
  WaypointNames waypoint_names() const override { return {.node = "centre", .border = "border of sectors"}; }
  uint64_t version() const { return version_; }                      // changes with the regions and edges
  uint64_t landmarks_version() const { return landmarks_version_; }  // changes when landmarks come in

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;  // by level
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  bool has_results() const override { return job_.finished(); }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return sectors_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return sectors_.ready(); }
  size_t pending() const override { return sectors_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  void start_landmarks(const BuildInputs& inputs);
  void take_landmarks(std::optional<GraphLandmarks> landmarks);

  Sectors sectors_;
  SectorsUpdate update_;
  uint64_t landmarks_version_ = 0;
  uint64_t job_version_ = 0;     // version of the regions that the job works on
  uint64_t failed_version_ = 0;  // version of the regions for whose landmarks there was not enough memory
  Job<GraphLandmarks> job_;
};

// Returns a stamp of what an answer over these sectors depends on.
std::string sectors_stamp(const BuildInputs& inputs);

}  // namespace strata
