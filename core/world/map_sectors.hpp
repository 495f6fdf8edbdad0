// Purpose: MapSectors is the structure of a world with the sectors, and with the landmarks of their regions.
// Background: Regions are computed in slices. A job places the landmarks; after an edit they are placed again and not
//             updated, because their graph is small. Without landmarks paths are the same.
#pragma once

#include "core/alt/graph_landmarks.hpp"
#include "core/sectors/sectors.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

// Returns the options as text, for comparison. Different options have different texts.
std::string options_text(const SectorOptions& options);

// A job places the landmarks for a version of the regions.
class MapSectors final : public BackgroundStructure<SectorOptions, std::optional<Sectors>, GraphLandmarks, uint64_t,
                                                    IncrementalStructure> {
 public:
  static constexpr StructureId kId = StructureId::kSectors;
  static constexpr std::string_view kName = "sectors", kTitle = "Sectors";
  static constexpr bool kAlways = false, kInBackground = true;
  static constexpr size_t kLiveSectors = 1024;  // limit of the sectors that an edit updates at once
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Sectors& sectors() const { return sectors_; }
  const ClusterGrid* areas() const override { return &sectors_.sectors(); }
  WaypointNames waypoint_names() const override { return {.node = "centre", .border = "border of sectors"}; }
  uint64_t version() const { return version_; }                      // changes with the regions and edges
  uint64_t landmarks_version() const { return landmarks_version_; }  // changes when landmarks are set

  void prepare(const std::optional<Options>& wanted, BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  std::vector<ClusterGrid> grids(const BuildInputs& inputs) const override;  // by level
  // The landmarks of regions are not cancelled, and after a failure only other regions get new ones.
  void cancel(const BuildInputs&) override {}
  void rebuild() override {}
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return sectors_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;

 private:
  bool built() const override { return sectors_.ready(); }
  size_t pending() const override { return sectors_.pending(); }
  bool update_piece(const BuildInputs& inputs) override;

  bool waits_for_landmarks(const BuildInputs& inputs) const;
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs&) const override { return job_key_ == version_; }
  void take(const BuildInputs& inputs, GraphLandmarks landmarks, double micros) override;

  Sectors sectors_;
  SectorsUpdate update_;
  uint64_t landmarks_version_ = 0;
};

// Returns a stamp, a text for comparison, of all that influences an answer through these sectors.
std::string sectors_stamp(const BuildInputs& inputs);

}  // namespace strata
