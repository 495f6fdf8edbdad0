// Purpose: RecoveryWriter writes recovery copies in a thread of its own, so that the lab never waits for the disk and a
//          busy lab still gets its copies.
// How: The lab hands over what has changed. The thread keeps its own copy of the whole map and decides when it is
//      written. A change is on disk `seconds` after it was handed over, if the disk is about as fast as it was.
// Units: The clock is that of real time; tests bring their own.
// Threads: All functions are for the lab's thread and return at once, except flush() and the destructor.
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

// What has changed since the last parcel.
struct RecoveryChanges {
  std::optional<std::pair<int, int>> size;       // size of another map, whose rows all follow; nullopt: the same map
  std::map<int, std::string> bands;              // by first row: the letters of whole rows
  std::map<std::string, std::string> documents;  // by kind: the texts of their files
  std::optional<RecoveryInfo> about;
  bool empty() const { return !size && bands.empty() && documents.empty() && !about; }
  void add(RecoveryChanges later);
};

// A RecoverySchedule decides when a copy is due.
class RecoverySchedule {
 public:
  explicit RecoverySchedule(double seconds) : seconds_(seconds) {}

  static constexpr double kRetrySeconds = 2;  // delay after a failure
  static constexpr double kTornSeconds = 1;   // extra delay while a change is handed over in pieces

  void set_seconds(double seconds) { seconds_ = seconds; }
  // Another map, whose file has so many bytes: the time to write it is estimated until it has been measured.
  void expect(size_t bytes);
  // Notes a change that no copy has.
  void changed(RecoveryTime now);
  // Returns when a copy is due; nullopt if there is nothing to write. `complete`: the changes are complete up to one
  // moment.
  std::optional<RecoveryTime> due(bool complete) const;
  // Notes that the changes so far are being written from `begin` on.
  void begun() { oldest_.reset(); }
  void succeeded(RecoveryTime begin, RecoveryTime end);
  void failed(RecoveryTime now);
  void clear();

 private:
  double seconds_;
  double write_seconds_ = 0;            // expected time to write a copy
  std::optional<RecoveryTime> oldest_;  // time of the first change that no copy has
  std::optional<RecoveryTime> retry_;
};

struct RecoveryOutcome {
  std::string failure;      // failure of the last copy; empty: it was written
  bool start_over = false;  // out of memory: everything must be handed over again
};

class RecoveryWriter {
 public:
  RecoveryWriter(std::string folder, double seconds, RecoveryClock clock);
  // Writes what is complete and not yet on disk first.
  ~RecoveryWriter();
  RecoveryWriter(const RecoveryWriter&) = delete;
  RecoveryWriter& operator=(const RecoveryWriter&) = delete;

  // Hands over a parcel. `number` grows from parcel to parcel. `complete`: with this parcel the copy is complete up to
  // one moment.
  void hand_over(RecoveryChanges parcel, uint64_t number, bool complete);
  void set_seconds(double seconds);
  // Removes the copy, and discards what was handed over so far. A copy that is being written is removed when it is
  // done.
  void drop();
  // Waits until all that was handed over is on disk, or could not be written.
  Status flush();
  // Returns the number of the newest parcel that is on disk.
  uint64_t written() const;
  // Returns the outcomes of the copies since the last call, the last outcome of each kind.
  std::vector<RecoveryOutcome> take_outcomes();

 private:
  // The thread's own copy.
  struct WorkCopy {
    struct Text {
      std::string text;
      bool due = false;  // changed since it was on disk
    };
    int width = 0;
    int height = 0;
    std::string text;  // text of the map's file
    size_t first_row = 0;
    std::map<std::string, Text> documents;  // by kind
    RecoveryInfo about;
    bool map_due = false;  // changed since it was on disk

    void apply(const RecoveryChanges& parcel);
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
  bool whole_ = false;  // all rows of the map were handed over at least once: a copy has no holes
  bool drop_ = false;
  bool flush_ = false;  // a copy must be written now
  bool writing_ = false;
  bool stop_ = false;
  bool unwritten_ = false;  // the shadow has changes that the last attempt could not write
  std::vector<RecoveryOutcome> news_;
  Status last_ = success();

  WorkCopy work_copy_;   // used only by the thread
  RecoveryFiles files_;  // used only by the thread
  std::thread thread_;
};

}  // namespace strata
