// Purpose: A WorldReader is a controller that reads the world in a thread, besides the query thread. Code that changes
//          the world ends the reading first (Session::edit_during_gesture). While the reading is paused, structures
//          that it does not read may be built.
// Threads: All calls come from the thread of the lab.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

class WorldReader {
 public:
  virtual ~WorldReader() = default;

  virtual bool reading() const = 0;
  virtual void finish_reading() = 0;  // waits until the reading is complete
  // Cancels the reading. Nothing is read after the call.
  virtual void end_reading() = 0;
  // Interrupts the reading, or lets it go on. Nothing is read while it is paused.
  virtual void pause_reading(bool paused) = 0;
};

// Calls `call` for all controllers that are reading the world.
template <class Call>
void for_each_reader(const Lab& lab, Call&& call) {
  for (const auto& [feature, controller] : lab.controllers()) {
    auto* reader = dynamic_cast<WorldReader*>(controller.get());
    if (reader != nullptr && reader->reading()) call(*reader);
  }
}

inline bool is_read(const Lab& lab) {
  bool read = false;
  for_each_reader(lab, [&](WorldReader&) { read = true; });
  return read;
}
// Waits until all controllers have finished reading.
inline void finish_readers(const Lab& lab) {
  for_each_reader(lab, [](WorldReader& reader) { reader.finish_reading(); });
}

}  // namespace strata
