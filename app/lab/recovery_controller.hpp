// Purpose: RecoveryController decides when copies of unsaved work are made, and restores the copy of an earlier run.
#pragma once

#include <optional>

#include "app/lab/lab_part.hpp"
#include "app/lab/recovery.hpp"

namespace strata {

class RecoveryController : public LabPart {
 public:
  explicit RecoveryController(Lab& lab)
      : LabPart(lab), recovery_(options_.recovery_folder, options_.recovery_seconds, options_.recovery_clock) {}

  // Returns whether there is a copy of an earlier run that can be restored.
  bool has_unsaved_copy() const { return recovery_copy_.has_value(); }
  void offer();
  void note_about();
  // Copies the changes if it is time for a copy.
  void keep();
  // Waits until all unsaved work is on the disk. Called before the program ends without having asked the user.
  Status keep_last();
  Status restore();
  Recovery& recovery() { return recovery_; }
  std::optional<RecoveryCopy>& copy() { return recovery_copy_; }

 private:
  Recovery recovery_;
  // The description of the work that is stored with this lab's copies.
  RecoveryInfo recovery_about_;
  std::optional<RecoveryCopy> recovery_copy_;  // copy of an earlier run, until it is restored or discarded
};

}  // namespace strata
