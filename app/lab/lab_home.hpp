// Purpose: These functions take a lab back to where it was: to the state before a step of a lesson, and, when a lesson
//          or the figures are left, to what was open before them.
// How: A moment is the reproduction of the lab (app/lab/command_log.hpp). The settings are brought back to those of a
//      fresh lab, then the reproduction is carried out.
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
struct LabMoment {
  std::vector<std::string> lines;
};
LabMoment moment_of(const Lab& lab);
// Returns the same without the place of the view, which changes nothing of the work.
std::vector<std::string> work_of(const Lab& lab);
// What edits find: structures that may still be built, which is quick, or those that are up to date, as for whoever
// paints by hand, so that the meter of the last stroke is the same.
enum class EditsMeet : uint8_t { kAnything, kUpToDate };
// Carries out the lines of a moment without its first settings being reset. Returns the first error.
Status carry_out(Lab& lab, const LabMoment& moment, EditsMeet meet = EditsMeet::kAnything);
Status return_to(Lab& lab, const LabMoment& moment, EditsMeet meet = EditsMeet::kAnything);

// What was open before something that opens maps of its own. Walking agents again could take as long as they have
// walked: a home may leave them out.
class LabHome {
 public:
  enum class Agents : uint8_t { kComeBack, kStayAway };

  explicit LabHome(const Lab& lab, Agents agents = Agents::kComeBack);
  ~LabHome();
  LabHome(LabHome&&) noexcept;
  LabHome& operator=(LabHome&&) noexcept;

  // Opens it again: map, query, settings, documents and undo history. What cannot be made again by commands, because a
  // file is gone or there is very much of it, is put back as it was kept, without its history.
  void restore(Lab& lab) const;
  bool unsaved() const;  // it had changes that were not saved

 private:
  struct Kept;
  Kept with_preferences(const Lab& lab) const;
  std::unique_ptr<Kept> kept_;
};

}  // namespace strata
