// Purpose: RecoveryController decides when copies of unsaved work are made, and restores those of an earlier run.
#pragma once

#include <optional>

#include "app/lab/lab_part.hpp"
#include "app/lab/recovery.hpp"

namespace strata {

class RecoveryController : public LabPart {
 public:
  explicit RecoveryController(Lab& lab)
      : LabPart(lab), recovery_(options_.recovery_folder, options_.recovery_seconds, options_.recovery_clock) {}

  bool has_unsaved_copy() const { return recovery_copy_.has_value(); }  // a copy of an earlier run can be restored
  void offer();
  void note_about();
  void keep();  // makes a copy of what has changed, if one is due
  // Waits until unsaved work is on the disk, before the program is ended from outside.
  Status keep_last();
  Status restore();
  Recovery& recovery() { return recovery_; }
  std::optional<RecoveryCopy>& copy() { return recovery_copy_; }

 private:
  Recovery recovery_;
  RecoveryInfo recovery_about_;                // what the own copies are of
  std::optional<RecoveryCopy> recovery_copy_;  // copy of an earlier run, until it is restored or discarded
};

}  // namespace strata
