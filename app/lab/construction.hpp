// Purpose: Construction is the controller of a process that steps through the building of a structure. It begins and
//          ends the process, and records it again when its inputs have changed. A feature derives a class from it that
//          says which structure is built (app/features/hpa/hpa_process.cpp).
// Differs: The recorded structure is a separate build, by the same functions as the structure of the world.
// Errors: `begin` returns the reason that `refused` gives, and then changes nothing.
// Threads: On a large map a thread records the construction; until the thread is done the playback is empty.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "app/lab/feature.hpp"
#include "app/lab/predicted_process.hpp"
#include "core/base/job.hpp"

namespace strata {

class Trace;
struct RecordedSearch;

class Construction : public FeatureController, public PredictedProcess {
 public:
  bool stepped() const;
  const SteppedProcess& predicted() const override { return process_; }
  // Returns why the construction cannot be stepped now; empty if it can.
  std::string_view why_not() const;
  Status begin();
  void end();
  // Records the construction, unless the present recording is up to date. If the construction can no longer be
  // stepped, ends it.
  void record();

  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kIdle; }
  // Finds out whether the structure was switched off or has become ready.
  void read_world() override;
  void dump(nlohmann::json& out) const override;

 protected:
  Construction(Lab& lab, const SteppedProcess& process);
  ~Construction() override;

  // Returns a text that identifies all inputs of the construction besides the map and the rules of movement.
  virtual std::string version() const = 0;
  virtual std::string refused() const = 0;
  // Returns a number that changes whenever the result of `refused` may have changed. Called in every frame.
  virtual uint64_t question() const = 0;
  // Returns whether an input of the construction is not ready now but will be ready later.
  virtual bool waits() const { return false; }
  // Returns whether the recording takes longer than a frame, so that a thread must make it.
  virtual bool takes_long() const;
  // Returns the function that records the construction. It owns copies of all that it reads.
  using Recorder = std::function<void(Trace&)>;
  virtual Recorder recorder() const = 0;

 private:
  void record_aside(std::string key);
  void take(std::unique_ptr<RecordedSearch> recorded);
  void warn_if_cut_off(const Trace& trace);
  std::string key() const;
  std::string reason() const;  // why the construction cannot be stepped now; empty: it can

  const SteppedProcess& process_;
  // The value of `question` when it was checked last while the construction was stepped.
  uint64_t seen_ = 0;
  Job<std::unique_ptr<RecordedSearch>> job_;
  std::string job_key_;  // key of the recording that the job makes
  // The last result of why_not(), and the value of `question` that it was computed for.
  mutable uint64_t asked_for_ = 0;
  mutable std::string reason_;
};

// Functions that a feature uses to register its construction: its controller, and its command "X.construct [on|off]".
template <class Own>
std::unique_ptr<FeatureController> make_construction(Lab& lab) {
  return std::make_unique<Own>(lab);
}
Construction& construction_of(const Lab& lab, const Feature& feature);
Status step_construction(Lab& lab, const Feature& feature, const Command& command);
template <const Feature& kFeature>
Status step_construction(Lab& lab, const Command& command) {
  return step_construction(lab, kFeature, command);
}
// Returns `process` completed by the functions that all constructions have in common.
template <const Feature& kFeature>
constexpr SteppedProcess construction_process(SteppedProcess process) {
  process.why_not = [](const Lab& lab) { return construction_of(lab, kFeature).why_not(); };
  process.record = [](Lab& lab) { construction_of(lab, kFeature).record(); };
  process.end = [](Lab& lab) { construction_of(lab, kFeature).end(); };
  return process;
}

// Constructions are stepped only on maps of up to 512 x 512 cells. On such a map the construction of HPA* on three
// levels has about 2 million events; a recording has room for 4 million.
inline constexpr size_t kMaxConstructedCells = 512 * 512;
// On a map with more cells than this, a thread records constructions. For HPA* on three levels a recording of this size
// takes about 50 ms, which is as long as a frame may be delayed.
inline constexpr size_t kConstructedAtOnce = 40'000;
// Returns why constructions are not stepped on a map of this size; empty if they are.
std::string too_large_to_construct(const GridMap& map);

}  // namespace strata
