// Purpose: Recovery makes copies of unsaved work, so that a crash, a kill or a power cut loses only a few
//          seconds of work.
// How: Each running lab has its own set of files (recovery_files.hpp), which a thread writes (recovery_writer.hpp). The
//      lab reports its changes; per tick only a limited number of bytes goes to the thread, whatever the size of the
//      map. At the next start the lab offers the copy of a lab whose program has ended.
// Errors: "FILE: reason".
// Threads: The lab's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/document.hpp"
#include "app/lab/recovery_writer.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

// The links between the cells of the map are in a file of their own, as `link_lines` writes them. Beside the documents
// it has this kind.
inline constexpr std::string_view kLinksKind = "links";

class Recovery {
 public:
  // Limits on the number of bytes that are handed to the thread per second, and in one call after a long pause. As rows
  // are copied in bands of several rows, the limits are approximate.
  static constexpr size_t kBytesInSecond = size_t{240} << 20;
  static constexpr size_t kByteLimit = size_t{32} << 20;
  static constexpr size_t kBandBytes = size_t{64} << 10;

  // `seconds` is the maximum time from a change to its copy on the disk. If `folder` is empty, no copies are made.
  Recovery(std::string folder, double seconds, RecoveryClock clock);
  // Writes the changes that were handed over, and leaves the copy on the disk. Changes that the limits held back are
  // lost, as there is no map to read them from: only flush() hands over all of them.
  ~Recovery();
  Recovery(const Recovery&) = delete;
  Recovery& operator=(const Recovery&) = delete;
  bool enabled() const { return !folder_.empty(); }
  void set_seconds(double seconds);

  // --- The work of this lab ---
  void touched(const Rect& cells);  // notes the cells of the map that changed
  // Hands the changes since the last call over to the thread, as far as the limits allow.
  void keep(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about);
  // Hands all changes over to the thread, and waits until they are on the disk.
  Status flush(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about);
  // Removes the recovery copy. Called when there is no unsaved work any more.
  void drop();
  // Returns a message for the user; empty if there is nothing new. When copies begin to fail, and when they succeed
  // again, there is one message.
  std::string take_message();
  size_t handed_bytes() const { return handed_bytes_; }  // bytes of maps handed over since the start

  // --- The unsaved work of a lab that has ended ---
  // Takes over the newest copy of a lab that has ended; nullopt if there is none. From then on it belongs to this lab,
  // so that no other lab offers it to the user.
  std::optional<RecoveryCopy> claim();
  Result<std::string> set_aside(const std::string& file) { return claimed_.set_aside(file); }
  // The content of the copy taken over has become the work of this lab. The files of the copy are removed once this lab
  // has written a copy of its own, or once the work is saved.
  void restored() { restored_at_ = handed_ + 1; }
  void drop_claimed();

 private:
  void know(const GridMap& map);
  bool hand_over(const GridMap& map, size_t most, RecoveryChanges& parcel);
  void forget();

  const std::string folder_;
  double seconds_;
  const RecoveryClock clock_;
  std::unique_ptr<RecoveryWriter> writer_;  // created at the first unsaved change

  // The thread has all of the map, except the bands that are marked as changed.
  bool known_ = false;
  int band_rows_ = 1;
  // For each band of rows: 1 if it has changes that were not handed over.
  std::vector<uint8_t> dirty_;
  size_t dirty_bands_ = 0;
  // The band at which the search for changed bands goes on.
  size_t next_band_ = 0;
  std::vector<uint64_t> versions_;         // versions of the documents at the last hand-over
  std::shared_ptr<const MapLinks> links_;  // links of the map at the last hand-over; null: none
  RecoveryInfo about_;
  // Number of times that changes were handed over.
  uint64_t handed_ = 0;
  size_t handed_bytes_ = 0;
  // Number of bytes that may be handed over now.
  double budget_ = 0;
  std::optional<RecoveryTime> last_;
  bool failing_ = false;
  std::string message_;

  RecoveryFiles claimed_;
  // Once the changes are handed over for this number of times, the files of the copy taken over are not
  // needed any more.
  std::optional<uint64_t> restored_at_;
};

}  // namespace strata
