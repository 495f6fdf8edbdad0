// Purpose: A SavedUserWork stores the user's work while a lesson or the figures of the papers open maps of their own,
//          and restores it afterwards. It stores the work as a scene (app/lab/scene.hpp). A LabScript is a state of the
//          lab as commands; files with results and progress of lessons contain it.
// How: The commands of a LabScript are its reproduction (app/lab/command_log.hpp). They are executed in a lab whose
//      settings are those of a fresh one.
// Threads: The lab's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

class Lab;

// The commands that bring a fresh lab to a state.
struct LabScript {
  std::vector<std::string> lines;
};
LabScript script_of(const Lab& lab);
// Returns the lines of script_of() without `view.center`, as the position of the camera is not part of the work.
std::vector<std::string> work_of(const Lab& lab);
// In which state the structures are when a command of a LabScript edits the map. kAnything: they may still be building,
// which is faster. kUpToDate: they are up to date, so that the meter of the last stroke shows the same numbers as after
// painting by hand.
enum class StructureFreshness : uint8_t { kAnything, kUpToDate };
// carry_out() executes the lines of the script; return_to() first resets all settings. Both go on after an error, and
// return the first one.
Status carry_out(Lab& lab, const LabScript& moment, StructureFreshness meet = StructureFreshness::kAnything);
Status return_to(Lab& lab, const LabScript& moment, StructureFreshness meet = StructureFreshness::kAnything);

// The user's work, stored while a feature opens maps of its own.
class SavedUserWork {
 public:
  explicit SavedUserWork(const Lab& lab);
  ~SavedUserWork();
  SavedUserWork(SavedUserWork&&) noexcept;
  SavedUserWork& operator=(SavedUserWork&&) noexcept;

  // Opens the stored work again. Preferences that the user has changed in the meantime are not restored.
  void restore(Lab& lab) const;
  bool unsaved() const;  // the stored work has unsaved changes

 private:
  struct SavedWork;
  std::unique_ptr<SavedWork> kept_;
};

}  // namespace strata
