// Purpose: LargeMapTask runs work on a large map that takes longer than a frame. A thread does the long part of it,
//          while a dialog with a button "Cancel" is shown; then the main thread finishes the work within a frame. On a
//          small map the same code runs at once.
// Threads: The thread only reads the world. Meanwhile the lab executes no other command.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/base/command.hpp"
#include "app/lab/lab_part.hpp"
#include "core/base/job.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

class Level;

class LargeMapTask : public LabPart {
 public:
  explicit LargeMapTask(Lab& lab) : LabPart(lab) {}

  // The last step of the work, which the main thread executes.
  using FinishStep = std::function<Status()>;
  using LargeJob = std::function<FinishStep(JobControl&)>;
  // Executes work that the user has asked for. Within this call `run` may use a thread, as the window must stay
  // responsive; in any other call it waits for the work.
  Status asynchronously(const std::function<Status()>& work);
  Status run(bool large, std::string title, LargeJob work);
  // Work that the main thread does in slices, each far shorter than a frame. `next` does one slice and returns the
  // progress, 0..1; at 1 the work is done. `cancelled` undoes the work so far; null: it cannot be cancelled. On a small
  // map, or if no user has asked for the work, all slices run at once.
  struct SlicedWork {
    std::function<double()> next;
    std::function<void()> cancelled;
    // Called once at the end of complete work; returns whether it has succeeded. Null: it always does.
    std::function<Status()> ended = {};
  };
  Status run_slices(bool large, std::string title, SlicedWork slices);
  // Returns whether a command, or the end of its work, runs that a person has given in the window, and no line of a
  // script or of a file of somebody else.
  bool asked_by_user() const;
  bool is_large(size_t cells) const;
  bool under_way() const { return work_ != nullptr; }
  // Stores the command that has begun the work.
  void belongs_to(const Command& command);
  // Stores which dialog closes at the end of the work.
  void is_for(std::string_view window);
  void cancel();
  void poll();
  void finish();  // waits until the work has ended

  // A world that is ready to replace the present one, for another map or for other options.
  struct PreparedWorld {
    std::unique_ptr<World> world;
    std::optional<PlanQuery> query;
    std::vector<const Feature*> refused;  // features whose structures do not fit into memory on this map
    std::string level_path;               // path of the level that the map shows; empty: it shows none
    bool example = false;                 // the map is the running example
  };
  // Returns the rules and options with which another map is opened.
  WorldSetup next_setup(ChosenFor map = ChosenFor::kOtherMap) const;
  // Builds a world for a map. `level` is the level that the map shows; null: it shows none.
  static PreparedWorld make_world(GridMap map, WorldSetup setup, const PlanQuery* query,
                                  std::shared_ptr<const Level> level = nullptr);
  Status change_setup(WorldSetup setup, std::string title, std::function<void()> then);
  // Changes the setup without a thread; for changes that need little building.
  void change_setup_now(const WorldSetup& setup);
  // Returns whether a TransitionScope (app/lab/transition.hpp) lives. The world then has its final setup, and the two
  // functions above leave it as it is.
  bool in_transition() const { return in_transition_; }

  // Frees a large object in a thread, as that takes long.
  template <class Old>
  void dispose(Old old) {
    disposal_.stop();
    disposal_.start([kept = std::make_shared<Old>(std::move(old))](JobControl&) mutable {
      kept.reset();
      return true;
    });
  }

 private:
  friend class TransitionScope;
  struct RunningWork {
    Command command;     // the command that began the work
    std::string window;  // the dialog that gave the command; may be empty
    Job<FinishStep> job;
    SlicedWork slices;  // the work in slices, if there is no job
  };
  void end_slices();
  bool work_slices(double milliseconds);  // works for this time; returns true once the work has ended
  std::unique_ptr<RunningWork> work_;
  bool asynchronous_ = false;
  bool in_transition_ = false;
  Job<bool> disposal_;
};

}  // namespace strata
