// Purpose: BackgroundStructure is the base of structures that jobs build in the background.
// Background: Jobs run one after the other, each on a copy of its input, which a key identifies. After a cancel, or if
//             memory runs out, no job starts until an edit or a request allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/job.hpp"
#include "core/world/structure_bases.hpp"

namespace strata {

template <class OwnOptions, class OwnPart, class Output, class Key = uint64_t, class Base = Structure>
class BackgroundStructure : public StructureWithOptions<OwnOptions, OwnPart, Base> {
 public:
  void poll(const BuildInputs& inputs) override {
    collect(inputs, job_.poll());
    start(inputs, false);
  }
  void finish(const BuildInputs& inputs) override {
    for (;;) {
      start(inputs, true);
      if (!job_.running()) return;
      collect(inputs, job_.wait());
    }
  }
  void cancel(const BuildInputs&) override {
    if (!job_.running()) return;
    job_.cancel();
    cancelled_ = true;
  }
  void rebuild() override { allow(); }
  bool has_results() const override { return job_.finished(); }

 protected:
  struct BuildResult {
    Output output;
    double micros = 0;
  };

  // Starts a job if one is due and none is running. If `at_once` is true, the caller waits for the structure: what has
  // to be done before the job, and is done in slices otherwise, is done at once.
  virtual void start(const BuildInputs& inputs, bool at_once) = 0;
  // Returns whether the input of the last job is the present one. The failure of a job counts only then.
  virtual bool is_current(const BuildInputs& inputs) const = 0;
  // Takes over what the last job has built in `micros` microseconds, whether or not its input is still the present one.
  virtual void take(const BuildInputs& inputs, Output output, double micros) = 0;

  // Starts work(JobControl&) in a job, which first frees `old`: that may take longer than a frame.
  template <class Work, class Old = bool>
  void start_job(Key key, Work work, Old old = {}) {
    job_key_ = std::move(key);
    failed_ = false;
    job_.start_in_turn([work = std::move(work), old = std::optional(std::move(old))](JobControl& control) mutable {
      old.reset();
      const Stopwatch watch;
      BuildResult built{work(control)};
      built.micros = watch.micros();
      return built;
    });
  }
  void allow() { cancelled_ = failed_ = false; }
  // Allows a new build after an edit. One that has failed may succeed only if the input is another.
  void allow_after_edit(bool other_input) {
    if (other_input || !failed_) allow();
  }
  // Returns the state without slices.
  StructureState job_state(bool ready, double built_micros, uint64_t version) const {
    return {.wanted = this->wanted(),
            .ready = ready,
            .building = job_.running() && !job_.cancelled(),
            .cancelled = cancelled_,
            .failed = failed_,
            .progress = ready ? 1 : job_.progress(),
            .built_micros = built_micros,
            .version = version};
  }

  bool cancelled_ = false;  // no job starts until the next edit or request
  bool failed_ = false;     // memory ran out, or the build was refused
  Key job_key_{};           // input of the last job
  Job<BuildResult> job_;

 private:
  void collect(const BuildInputs& inputs, std::optional<BuildResult> built) {
    if (job_.take_failure() && is_current(inputs)) failed_ = cancelled_ = true;
    if (built) take(inputs, std::move(built->output), built->micros);
  }
};

}  // namespace strata
