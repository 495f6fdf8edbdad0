// Purpose: Construction is the controller of a process in which the construction of a structure is stepped: it begins
//          and ends the process, and records it anew when what it is built from has changed. A feature derives from it
//          and says what is built (app/features/hpa/hpa_process.cpp).
// Differs: What is recorded is a structure built for this alone, by the same functions as that of the world.
// Errors: `begin` refuses what `refused` has a reason against, and changes nothing then.
// Threads: On a large map a thread records the construction; until it is done the playback is empty.
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
  const Process& predicted() const override { return process_; }
  // Returns why the construction cannot be stepped now; empty: it can.
  std::string_view why_not() const;
  Status begin();
  void end();
  // Records the construction, unless the recording is up to date. Where it cannot be stepped any more, it ends.
  void record();

  void tick(double dt_seconds) override;
  void finish_updates() override;
  Activity activity() const override { return job_.running() ? Activity::kWorks : Activity::kRests; }
  void read_world() override;  // the structure may have been switched off, or be ready by now
  void dump(nlohmann::json& out) const override;

 protected:
  Construction(Lab& lab, const Process& process);
  ~Construction() override;

  // Returns what the construction depends on besides the map and its rules.
  virtual std::string version() const = 0;
  virtual std::string refused() const = 0;
  // Returns a number that changes when the answer of `refused` may change. Called every frame.
  virtual uint64_t question() const = 0;
  // Whether what the structure is built from is not ready yet, but will be.
  virtual bool waits() const { return false; }
  // Whether a thread records the construction, as a frame or two would be too short.
  virtual bool takes_long() const;
  // Returns the work that records the construction. It owns all that it reads.
  using Recorder = std::function<void(Trace&)>;
  virtual Recorder recorder() const = 0;

 private:
  void record_aside(std::string key);
  void take(std::unique_ptr<RecordedSearch> recorded);
  void warn_if_cut_off(const Trace& trace);
  std::string key() const;
  std::string reason() const;  // why it cannot be stepped now; empty: it can

  const Process& process_;
  uint64_t seen_ = 0;  // the last `question` while it was stepped
  Job<std::unique_ptr<RecordedSearch>> job_;
  std::string job_key_;  // of what the job records
  // The reason that was given last, and what it was given for.
  mutable uint64_t asked_for_ = 0;
  mutable std::string reason_;
};

// The functions that the row of a construction's feature needs, and its command "X.construct [on|off]".
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
// Returns the process with the functions that all constructions share.
template <const Feature& kFeature>
constexpr Process construction_process(Process process) {
  process.why_not = [](const Lab& lab) { return construction_of(lab, kFeature).why_not(); };
  process.record = [](Lab& lab) { construction_of(lab, kFeature).record(); };
  process.end = [](Lab& lab) { construction_of(lab, kFeature).end(); };
  return process;
}

// The most cells of a map whose constructions are stepped: 512 x 512. That of HPA* on three levels has about 2 million
// events there, and a recording keeps 4 million.
inline constexpr size_t kMaxConstructedCells = 512 * 512;
// On maps of more cells a thread records constructions: 50 ms of HPA* on three levels are about what a frame may wait.
inline constexpr size_t kConstructedAtOnce = 40'000;
// Returns why constructions are not stepped on a map of this size; empty: they are.
std::string too_large_to_construct(const GridMap& map);

}  // namespace strata
