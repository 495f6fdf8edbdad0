// Purpose: Recovery makes copies of unsaved work, so that a crash, a kill or a power cut costs a few seconds of work at
//          most.
// How: Each running lab has its own set of files (recovery_files.hpp), written by a thread (recovery_writer.hpp). The
//      lab says what it changes; what is handed over to the thread in a tick is bounded, whatever the map's size. A set
//      whose process is gone is offered at the next start.
// Errors: "FILE: reason".
// Threads: The lab's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/document.hpp"
#include "app/lab/recovery_writer.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

class Recovery {
 public:
  // About the most bytes that are copied per second, and per call after a long pause. A band of rows is copied as a
  // whole.
  static constexpr size_t kBytesInSecond = size_t{240} << 20;
  static constexpr size_t kByteLimit = size_t{32} << 20;
  static constexpr size_t kBandBytes = size_t{64} << 10;

  // `seconds` is the time from a change to its copy on disk. With an empty folder no copies are made.
  Recovery(std::string folder, double seconds, RecoveryClock clock);
  ~Recovery();  // the copy stays
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;
  bool enabled() const { return !folder_.empty(); }
  void set_seconds(double seconds);

  // --- Own work ---
  void touched(const Rect& cells);  // cells of the map that changed
  // Hands over what has changed since the last call, or the part of it that is due.
  void keep(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about);
  // Hands over all changes and waits until they are on disk.
  Status flush(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about);
  // Removes the copy: the work is saved or discarded, or there is none.
  void drop();
  // Returns what the user should be told; empty if nothing is new. A failure is told once, and so is its end.
  std::string take_message();
  size_t handed_bytes() const { return handed_bytes_; }  // bytes of maps handed over since the start

  // --- Work of a lab that ended without saving or discarding it ---
  // Takes the newest copy; nullopt if there is none. It belongs to this lab from then on, so that no two labs offer the
  // same copy.
  std::optional<RecoveryCopy> claim();
  Result<std::string> set_aside(const std::string& file) { return claimed_.set_aside(file); }
  // Makes the claimed copy own work: its files are removed once there is an own copy, or once the work is saved.
  void restored() { restored_at_ = handed_ + 1; }
  void drop_claimed();

 private:
  void know(const GridMap& map);
  bool hand_over(const GridMap& map, size_t most, RecoveryChanges& parcel);
  void forget();

  const std::string folder_;
  double seconds_;
  const RecoveryClock clock_;
  std::unique_ptr<RecoveryWriter> writer_;  // made at the first unsaved change

  bool known_ = false;  // the thread has the map, except for the changes below
  int band_rows_ = 1;
  std::vector<uint8_t> dirty_;  // by band
  size_t dirty_bands_ = 0;
  size_t next_band_ = 0;            // where the search for dirty bands continues
  std::vector<uint64_t> versions_;  // versions of the documents that were handed over
  RecoveryInfo about_;
  uint64_t handed_ = 0;  // number of parcels handed over
  size_t handed_bytes_ = 0;
  double budget_ = 0;  // bytes that may be copied now
  std::optional<RecoveryTime> last_;
  bool failing_ = false;
  std::string message_;

  RecoveryFiles claimed_;
  std::optional<uint64_t> restored_at_;  // the parcel that makes the claimed files superfluous
};

}  // namespace strata
