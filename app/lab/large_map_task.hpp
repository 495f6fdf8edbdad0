// Purpose: LargeMapTask runs work on a large map that takes longer than a frame. A thread prepares it behind a dialog
//          with Cancel, and the rest, which the main thread does, takes no time. On a small map the same code runs at
//          once.
// Threads: The work in the thread only reads the world. Meanwhile nothing else can be done with the lab.
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

  using Finish = std::function<Status()>;  // what remains for the main thread
  using LargeJob = std::function<Finish(JobControl&)>;
  // Carries out work that a user asked for; only within this call does `run` use a thread, as a user must not wait.
  Status asynchronously(const std::function<Status()>& work);
  Status run(bool large, std::string title, LargeJob work);
  // Work of the main thread in slices, each far shorter than a frame. `next` does one slice and returns the progress,
  // 0..1; at 1 the work is done. `cancelled` takes back what was done; null: the work goes on. On a small map, and
  // unless a user asked for the work, all slices follow each other at once.
  struct Slices {
    std::function<double()> next;
    std::function<void()> cancelled;
  };
  Status run_slices(bool large, std::string title, Slices slices);
  bool is_large(size_t cells) const;
  bool under_way() const { return work_ != nullptr; }
  void belongs_to(const Command& command);  // sets the command that began the work
  void is_for(std::string_view window);     // sets the dialog that waits for its end
  void cancel();
  void poll();
  void finish();  // waits for the work

  // A world for another map, or for other settings.
  struct PreparedWorld {
    std::unique_ptr<World> world;
    std::optional<Query> query;
    std::vector<const Feature*> refused;  // features whose structures would not have fitted into memory
    std::string level_path;               // the level that the map shows; empty: it shows none
  };
  WorldSetup next_setup() const;
  // Makes a world. `level` is the level that the map shows; null if it has only cells.
  static PreparedWorld make_world(GridMap map, WorldSetup setup, const Query* query,
                                  std::shared_ptr<const Level> level = nullptr);
  Status change_setup(WorldSetup setup, std::string title, std::function<void()> then);
  void change_setup_now(const WorldSetup& setup);  // for changes that need little building

  // Frees memory in a thread, as that takes time too.
  template <class Old>
  void dispose(Old old) {
    disposal_.stop();
    disposal_.start([kept = std::make_shared<Old>(std::move(old))](JobControl&) mutable {
      kept.reset();
      return true;
    });
  }

 private:
  struct Work {
    Command command;     // the command that began the work
    std::string window;  // the dialog that has given it; may be empty
    Job<Finish> job;
    Slices slices;  // in place of the job
  };
  void end_slices();
  bool work_slices(double milliseconds);  // returns whether the work under way has ended
  std::unique_ptr<Work> work_;
  bool asynchronous_ = false;
  Job<bool> disposal_;
};

}  // namespace strata
