// Purpose: BucketQueue is a monotone open list for A*: a ring of buckets by f, of which only the current one is kept
//          sorted. The order is exact: smaller f first, then larger g, then smaller id.
// Source: Dial 1969 (buckets). A bucket is sorted when it becomes the current one; that keeps the tie-breaking.
// Units: f and g in cost units; ids below 2^26.
// Errors: f must never be below the f of the last pop, as is the case with a consistent heuristic.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/check.hpp"
#include "core/grid/cost.hpp"

namespace strata {

// An upper bound of the rise of f along nearly all edges between clusters, as `max_rise` of BucketQueue::begin.
inline constexpr Cost kAbstractRise = 260'000;

class BucketQueue {
 public:
  struct Entry {
    Cost g;
    uint32_t id;
  };

  // Empties the queue. `first_f` is a lower bound of all f to be pushed. `max_rise` is the usual largest rise of f
  // above the last pop; entries with a larger rise are stored outside the ring, more slowly.
  void begin(Cost max_rise, Cost first_f) {
    clear();
    shift_ = kMinShift;
    while (shift_ < kMaxShift && (max_rise >> shift_) + 2 > kBuckets) ++shift_;
    current_ = first_f >> shift_;
  }

  void push(Cost f, Cost g, uint32_t id) {
    const uint32_t bucket = f >> shift_;
    const uint64_t key = make_key(f, g, id);
    if (bucket == current_) {
      push_active(key);
      return;
    }
    STRATA_VALIDATE(bucket > current_);
    if (bucket - current_ < kBuckets) {
      push_ring(bucket, key);
    } else {
      push_far(f, g, id);
    }
  }

  // Moves the best entry into `entry`. Returns false if the queue is empty.
  bool pop(Entry& entry) {
    if (active_.empty() && !activate_next()) return false;
    const uint64_t key = active_.back();
    active_.pop_back();
    entry.g = ~static_cast<uint32_t>(key >> kIdBits);
    entry.id = static_cast<uint32_t>(key & ((1ull << kIdBits) - 1));
    return true;
  }

  size_t memory_bytes() const {
    return pool_.capacity() * sizeof(PooledEntry) + active_.capacity() * sizeof(uint64_t) +
           far_.capacity() * sizeof(FarEntry) + sizeof(*this);
  }

 private:
  static constexpr uint32_t kIdBits = 26;
  static constexpr uint32_t kMaxShift = 6;  // 64 - 32 - kIdBits bits of f fit into a key
  static constexpr uint32_t kMinShift = 3;
  static constexpr uint32_t kBuckets = 4096;
  static constexpr uint32_t kNone = 0xffffffffu;

  struct PooledEntry {
    uint64_t key;
    uint32_t next;
  };

  struct FarEntry {
    Cost f;
    Cost g;
    uint32_t id;
  };

  uint64_t make_key(Cost f, Cost g, uint32_t id) const {
    const uint64_t low = f & ((1u << shift_) - 1);
    return low << 58 | static_cast<uint64_t>(~g) << kIdBits | id;
  }

  [[gnu::always_inline]] void push_active(uint64_t key) {
    // Entries are sorted in descending order: the best is at the back, and most new entries belong near it.
    active_.push_back(key);
    size_t i = active_.size() - 1;
    while (i > 0 && active_[i - 1] < key) {
      active_[i] = active_[i - 1];
      --i;
    }
    active_[i] = key;
  }

  [[gnu::always_inline]] void push_ring(uint32_t bucket, uint64_t key) {
    const uint32_t slot = bucket & (kBuckets - 1);
    const uint64_t bit = 1ull << (slot & 63);
    uint64_t& word = used_[slot >> 6];
    const uint32_t next = (word & bit) != 0 ? heads_[slot] : kNone;
    word |= bit;
    words_ |= 1ull << (slot >> 6);
    uint32_t place;
    if (free_ != kNone) {
      place = free_;
      free_ = pool_[place].next;
      pool_[place] = {key, next};
    } else {
      place = static_cast<uint32_t>(pool_.size());
      pool_.push_back({key, next});
    }
    heads_[slot] = place;
  }

  [[gnu::noinline]] void push_far(Cost f, Cost g, uint32_t id) {
    far_.push_back({f, g, id});
    if (f < far_min_) far_min_ = f;
  }

  void clear();
  void fetch_far();
  uint32_t next_slot() const;
  bool activate_next();

  uint32_t shift_ = 0;
  uint32_t current_ = 0;  // number (not slot) of the bucket in `active_`
  uint32_t free_ = kNone;
  uint64_t words_ = 0;  // bit i: word i of used_ is not zero
  uint64_t used_[kBuckets / 64] = {};
  uint32_t heads_[kBuckets] = {};
  std::vector<PooledEntry> pool_;
  std::vector<uint64_t> active_;
  std::vector<FarEntry> far_;  // entries beyond the ring, unsorted
  Cost far_min_ = kInfinite;   // smallest f in far_
};

}  // namespace strata
