// Purpose: MapLandmarks holds the landmarks of a world.
// Background: A job builds them on a copy of the moves, whenever they are missing or no longer exact, but not during a
//             stroke. Edits that are made meanwhile are applied to them when they arrive. Landmarks that are there are
//             updated with every edit, so that paths stay optimal.
#pragma once

#include <utility>
#include <vector>

#include "core/alt/landmarks.hpp"
#include "core/base/job.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

struct NoPart {};  // new landmarks come from the job, and replaced ones are freed in the background

class MapLandmarks final : public StructureWith<LandmarkOptions, NoPart> {
 public:
  static constexpr StructureId kId = StructureId::kLandmarks;
  static constexpr std::string_view kName = "landmarks", kTitle = "Landmarks";
  static constexpr bool kAlways = false, kInBackground = true;
  StructureId id() const override { return kId; }
  static Options usual(const Rules&) { return {}; }
  static std::span<const SettingOf<Options>> settings();

  const Landmarks& landmarks() const { return landmarks_; }
  uint64_t version() const { return version_; }  // changes with every change of the fields

  // Whether the fields take at most Landmarks::kMaxBytes.
  bool fits(const GridMap& map, const AnyOptions& options) const override;
  void install(const std::optional<Options>& wanted, const BuildInputs& inputs, RebuildFlags& rebuild_flags,
               Part& part) override;
  // Allows a build that was cancelled to be tried again.
  void requested_again() override { cancelled_ = false; }
  bool map_changed(const BuildInputs& inputs, EditChanges& change) override;
  void poll(const BuildInputs& inputs) override;
  void finish(const BuildInputs& inputs) override;
  void cancel(const BuildInputs& inputs) override;
  void rebuild() override;  // even if the landmarks are exact
  bool has_results() const override { return job_.finished(); }
  bool rebuilt_after_edits() const override { return true; }
  bool ready(const BuildInputs&) const override { return landmarks_.ready(); }
  bool work_done(const BuildInputs&) const override { return true; }
  StructureState state(const BuildInputs& inputs) const override;
  size_t memory_bytes() const override { return landmarks_.memory_bytes(); }
  std::string stamp(const BuildInputs& inputs) const override;
  std::optional<std::string> difference(const Structure& fresh, const BuildInputs& inputs) const override;
  std::string refusal(const BuildInputs& inputs) const override;

 private:
  struct Built {
    Landmarks landmarks;                                  // all landmarks,
    std::vector<std::pair<int, Landmarks::Field>> moved;  // or the fields of the landmarks that moved
    LandmarkOptions options;
    double micros = 0;
  };
  void start(const BuildInputs& inputs);
  void take(std::optional<Built> built, const BuildInputs& inputs);
  void give_back(Landmarks fields);

  Landmarks landmarks_;
  bool cancelled_ = false, failed_ = false;
  bool anew_ = false;  // rebuild even if the landmarks are exact
  double micros_ = 0;
  uint64_t version_ = 1;
  std::vector<Rect> missed_;  // cells whose moves changed since the job took its copy
  Job<Built> job_;
  std::optional<LandmarkOptions> job_options_;
  Job<bool> disposal_;
};

}  // namespace strata
