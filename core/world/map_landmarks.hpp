// Purpose: The landmarks of a world.
// Background: Built by a job on a copy of the moves, whenever they are missing or no longer exact, but not during a
//             stroke. What is painted meanwhile is made up for when they come in; those that are there follow every
//             edit, so that paths stay optimal.
#pragma once

#include <utility>
#include <vector>

#include "core/alt/landmarks.hpp"
#include "core/base/job.hpp"
#include "core/world/kept.hpp"

namespace strata {

class MapLandmarks {
 public:
  static constexpr std::string_view kName = "landmarks", kTitle = "Landmarks";
  static constexpr bool kAlways = false;
  using Options = LandmarkOptions;
  struct Part {};  // all of it comes from the background, and what is replaced is given back there
  static Options usual(const Rules&) { return {}; }
  // The fields take no more memory than Landmarks::kMaxBytes.
  static bool fits(const GridMap& map, const Options& options) { return Landmarks::fits(map.cell_count(), options); }

  const std::optional<Options>& options() const { return options_; }
  const Landmarks& landmarks() const { return landmarks_; }
  uint64_t version() const { return version_; }  // changes with every change of the fields

  void prepare(const std::optional<Options>&, Ground&, Renewed&, Part&) const {}
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  // Asked for with the options that they have: a build that was cancelled may be tried again.
  void ask_again() { cancelled_ = false; }
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  void work(const Ground&, Slice&) {}
  void poll(const Ground& ground);
  void finish(const Ground& ground);
  void cancel(const Ground& ground);
  void rebuild();  // even if they are exact
  bool news() const { return job_.finished(); }
  bool ready(const Ground&) const { return landmarks_.ready(); }
  bool settled(const Ground&) const { return true; }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return landmarks_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapLandmarks& fresh, const Ground& ground) const;
  std::string refusal(const Ground& ground) const;

 private:
  struct Built {
    Landmarks landmarks;                                  // all of them,
    std::vector<std::pair<int, Landmarks::Field>> moved;  // or those that moved
    LandmarkOptions options;
    double micros = 0;
  };
  void start(const Ground& ground);
  void take(std::optional<Built> built, const Ground& ground);
  void give_back(Landmarks fields);

  std::optional<Options> options_;
  Landmarks landmarks_;
  Touched touched_;
  bool cancelled_ = false, failed_ = false;
  bool anew_ = false;  // even if they are exact
  double micros_ = 0;
  uint64_t version_ = 1;
  std::vector<Rect> missed_;  // what has changed since the job took its copy of the moves
  Job<Built> job_;
  Job<bool> disposal_;
};

}  // namespace strata
