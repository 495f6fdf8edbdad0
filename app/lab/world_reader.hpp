// Purpose: A WorldReader is a controller that reads the world in a thread of its own, beside the query thread of the
// query
//          (FeatureController::reader). Code that changes the world ends that first (Session::edit_during_gesture).
//          While the reading is paused, builds of what nobody reads yet go on.
// Threads: All calls come from the thread of the lab.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

class WorldReader {
 public:
  virtual ~WorldReader() = default;

  virtual bool reading() const = 0;
  virtual void finish_reading() = 0;  // waits until everything is read
  virtual void end_reading() = 0;     // cancels the reading; when this returns nothing is read any more
  virtual void pause_reading() = 0;   // nothing is read until `resume_reading`
  virtual void resume_reading() = 0;
};

// Calls `call` for the controllers that read the world now.
template <class Call>
void for_each_reader(const Lab& lab, Call&& call) {
  for (const auto& [feature, controller] : lab.controllers()) {
    WorldReader* reader = controller->reader();
    if (reader != nullptr && reader->reading()) call(*reader);
  }
}

inline bool is_read(const Lab& lab) {
  bool read = false;
  for_each_reader(lab, [&](WorldReader&) { read = true; });
  return read;
}
// Waits until every reader has finished.
inline void finish_readers(const Lab& lab) {
  for_each_reader(lab, [](WorldReader& reader) { reader.finish_reading(); });
}

}  // namespace strata
