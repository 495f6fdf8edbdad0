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

  using Finish = std::function<Status()>;  // what is left for the main thread
  using LargeJob = std::function<Finish(JobControl&)>;
  // What comes from a user, who must not wait for it: only then does it go into a thread.
  Status asynchronously(const std::function<Status()>& work);
  Status run(bool large, std::string title, LargeJob work);
  bool is_large(size_t cells) const;
  bool under_way() const { return work_ != nullptr; }
  void belongs_to(const Command& command);  // by which it was begun
  void cancel();
  void poll();
  void finish();  // waits for it

  // A world for another map, or for other settings.
  struct PreparedWorld {
    std::unique_ptr<World> world;
    std::optional<Query> query;
    std::vector<const Feature*> refused;  // would not have fitted into memory
    std::string level_path;               // of the level that the map shows; empty: it shows none
  };
  WorldSetup next_setup() const;
  // `level`: what the map shows; null: nothing but cells.
  static PreparedWorld make_world(GridMap map, WorldSetup setup, const Query* query,
                                  std::shared_ptr<const Level> level = nullptr);
  Status change_setup(WorldSetup setup, std::string title, std::function<void()> then);
  void change_setup_now(const WorldSetup& setup);  // where little has to be built

  // Giving memory back takes time too: a thread does it.
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
    Command command;  // that it belongs to
    Job<Finish> job;
  };
  std::unique_ptr<Work> work_;
  bool asynchronous_ = false;
  Job<bool> disposal_;
};

}  // namespace strata
