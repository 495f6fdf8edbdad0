// Purpose: MapLandmarks is the structure of a world with the landmarks of ALT.
// Background: A job builds them on a copy of the moves whenever they are missing or no longer exact, but not during a
//             stroke. Edits made meanwhile are applied to the result. Existing landmarks are updated with every edit,
//             so that paths stay optimal.
#pragma once

#include <utility>
#include <vector>

#include "core/alt/landmarks.hpp"
#include "core/world/background_structure.hpp"

namespace strata {

// Landmarks prepare nothing before they are installed: a job builds new ones, and old ones are freed in the background.
struct NoPart {};

// What a job has built: if some landmarks have moved, only their numbers and fields, in `moved`; else all landmarks.
struct BuiltLandmarks {
  Landmarks landmarks;
  std::vector<std::pair<int, Landmarks::DistanceField>> moved;
};

class MapLandmarks final : public BackgroundStructure<LandmarkOptions, NoPart, BuiltLandmarks, LandmarkOptions> {
 public:
  static constexpr StructureId kId = StructureId::kLandmarks;
  static constexpr std::string_view kName = "landmarks", kTitle = "Landmarks";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Landmarks& landmarks() const { return landmarks_; }
  uint64_t version() const { return version_; }  // changes with every change of the fields

  // Returns whether the fields take at most Landmarks::kMaxBytes.
  bool fits(const GridMap& map, const AnyOptions& options) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  // Allows a new build after a cancelled one.
  void requested_again() override { cancelled_ = false; }
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void poll(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;  // rebuilds the landmarks even if they are exact
  bool rebuilt_after_edits() const override { return true; }
  bool ready(const BuildInputs&) const override { return landmarks_.ready(); }
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return landmarks_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  void start(const BuildInputs& inputs, bool at_once) override;
  bool is_current(const BuildInputs&) const override { return options_ == job_key_; }
  void take(const BuildInputs& inputs, BuiltLandmarks built, double micros) override;
  void give_back(Landmarks fields);

  Landmarks landmarks_;
  bool anew_ = false;  // the next build is due even if the landmarks are exact
  double micros_ = 0;
  uint64_t version_ = 1;
  std::vector<Rect> missed_;  // areas whose moves changed since the job copied the moves
  Job<bool> disposal_;
};

}  // namespace strata
