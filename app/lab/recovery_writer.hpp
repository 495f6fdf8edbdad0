// Purpose: RecoveryWriter writes recovery copies of unsaved work in a thread. So the lab never waits for the disk, and
//          copies are made even while the lab is busy.
// How: The lab hands over its changes in parcels. The thread applies them to its own copy of the work, and decides when
//      to write that copy to the disk. A change is on the disk `seconds` after it was handed over, unless the disk
//      becomes slower than it was before.
// Units: Seconds of real time by the given clock; tests pass their own.
// Threads: The lab's thread calls all functions. They return at once, except flush() and the destructor.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/lab/recovery_clock.hpp"
#include "app/lab/recovery_files.hpp"

namespace strata {

// A parcel that is handed over: the changes since the previous parcel.
struct RecoveryChanges {
  // Width and height of a new map, all of whose rows, documents and `about` follow in this and later parcels; nullopt:
  // the map is the same.
  std::optional<std::pair<int, int>> size;
  // Changed rows as letters of the map file. The key is the number of the first row.
  std::map<int, std::string> bands;
  // The weights of the cells of such rows, a byte for each; no entry: none of these cells has one of its own.
  std::map<int, std::vector<uint8_t>> weights;
  std::map<std::string, std::string> documents;  // by kind: the texts of their files
  std::optional<RecoveryInfo> about;
  bool empty() const { return !size && bands.empty() && documents.empty() && !about; }
  void add(RecoveryChanges later);
};

// A RecoverySchedule decides when the next copy is written.
class RecoverySchedule {
 public:
  explicit RecoverySchedule(double seconds) : seconds_(seconds) {}

  // After a failure the next attempt follows after this time.
  static constexpr double kRetrySeconds = 2;
  // While only a part of the lab's changes was handed over, a copy may be later by this time.
  static constexpr double kTornSeconds = 1;

  void set_seconds(double seconds) { seconds_ = seconds; }
  // Notes that there is a new map, whose file has `bytes` bytes. The time to write it is estimated until
  // one was measured.
  void expect(size_t bytes);
  // Notes that there is a change that no copy contains.
  void changed(RecoveryTime now);
  // Returns when the next copy must be written; nullopt if there is nothing to write. `complete`: the changes so far
  // make up a consistent state.
  std::optional<RecoveryTime> due(bool complete) const;
  // Notes that a copy with all changes so far is being written.
  void begun() { oldest_.reset(); }
  void succeeded(RecoveryTime begin, RecoveryTime end);
  void failed(RecoveryTime now);
  void clear();

 private:
  double seconds_;
  // How long it is expected to take to write a copy, in seconds.
  double write_seconds_ = 0;
  std::optional<RecoveryTime> oldest_;  // time of the oldest change that is in no copy
  std::optional<RecoveryTime> retry_;
};

struct RecoveryOutcome {
  // Says why the last copy could not be written; empty: it was written.
  std::string failure;
  // Memory ran out, so that the lab must hand over everything again.
  bool start_over = false;
};

class RecoveryWriter {
 public:
  RecoveryWriter(std::string folder, double seconds, RecoveryClock clock);
  // The destructor first writes all changes that were handed over and are not on the disk yet, even if they are only a
  // part of a consistent state: they are newer than the copy before. A map of which rows are missing is not written.
  ~RecoveryWriter();
  RecoveryWriter(const RecoveryWriter&) = delete;
  RecoveryWriter& operator=(const RecoveryWriter&) = delete;

  // Hands over a parcel. `number` grows with each parcel. `complete`: together with the parcels before it makes up a
  // consistent state.
  void hand_over(RecoveryChanges parcel, uint64_t number, bool complete);
  void set_seconds(double seconds);
  // Removes the copy on the disk, and drops all parcels so far. If a copy is being written, it is removed afterwards.
  void drop();
  // Waits until all parcels so far are on the disk, or could not be written.
  Status flush();
  // Returns the number of the newest parcel that is on disk.
  uint64_t written() const;
  // Returns what has happened to copies since the last call: the last outcome of each kind.
  std::vector<RecoveryOutcome> take_outcomes();

 private:
  // The thread's copy of the lab's work.
  struct WorkCopy {
    struct CopiedText {
      std::string text;
      // The text has changed since it was written.
      bool due = false;
    };
    int width = 0;
    int height = 0;
    std::string text;              // text of the map file, without weights
    std::vector<uint8_t> weights;  // by cell; empty: no cell has a weight of its own
    size_t first_row = 0;
    std::map<std::string, CopiedText> documents;  // by kind
    RecoveryInfo about;
    // The map has changed since it was written.
    bool map_due = false;

    void apply(const RecoveryChanges& parcel);
    void apply_weights(const RecoveryChanges& parcel);
    std::string text_with_weights() const;
  };

  void work();
  void write(std::unique_lock<std::mutex>& lock);
  void forget(std::unique_lock<std::mutex>& lock);

  const std::string folder_;
  const RecoveryClock clock_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;     // wakes the thread
  std::condition_variable settled_;  // wakes flush()
  RecoveryChanges inbox_;
  RecoverySchedule schedule_;
  uint64_t handed_ = 0;
  uint64_t written_ = 0;
  bool complete_ = true;
  // All rows of the map were handed over, so that a copy would be complete.
  bool whole_ = false;
  bool drop_ = false;
  // A copy must be written at once, as flush() was called.
  bool flush_ = false;
  bool writing_ = false;
  bool stop_ = false;
  // The last attempt could not write all changes in `work_copy_`.
  bool unwritten_ = false;
  std::vector<RecoveryOutcome> news_;
  Status last_ = success();

  // Only the thread uses this member.
  WorkCopy work_copy_;
  // Only the thread uses this member.
  RecoveryFiles files_;
  std::thread thread_;
};

}  // namespace strata
