// Purpose: BucketQueue is the monotone open list of all searches: a ring of buckets by f, of which only the bucket in
//          use is kept sorted. The order is exact: smaller f first, then larger g, then smaller id.
// Source: Dial 1969 (buckets); the sort on activation keeps the tie-break that plain buckets lose.
// Units: f and g in cost units; ids below 2^26.
// Errors: f must never fall below the f of the last pop (a consistent heuristic).
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/check.hpp"
#include "core/grid/cost.hpp"

namespace strata {

// Upper bound of the rise of f along nearly all edges between clusters: a max_rise for BucketQueue::begin.
inline constexpr Cost kAbstractRise = 260'000;

class BucketQueue {
 public:
  struct Entry {
    Cost g;
    uint32_t id;
  };

  // Empties the queue. `first_f`: a lower bound of every f pushed. `max_rise`: how far above the f of the last pop an f
  // usually is at most; entries farther away are kept outside the ring.
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

  // Returns false if the queue is empty.
  bool pop(Entry& entry) {
    if (active_.empty() && !activate_next()) return false;
    const uint64_t key = active_.back();
    active_.pop_back();
    entry.g = ~static_cast<uint32_t>(key >> kIdBits);
    entry.id = static_cast<uint32_t>(key & ((1ull << kIdBits) - 1));
    return true;
  }

  size_t memory_bytes() const {
    return pool_.capacity() * sizeof(Pooled) + active_.capacity() * sizeof(uint64_t) + far_.capacity() * sizeof(Far) +
           sizeof(*this);
  }

 private:
  static constexpr uint32_t kIdBits = 26;
  static constexpr uint32_t kMaxShift = 6;  // 64 - 32 - kIdBits bits of f fit into a key
  static constexpr uint32_t kMinShift = 3;
  static constexpr uint32_t kBuckets = 4096;
  static constexpr uint32_t kNone = 0xffffffffu;

  struct Pooled {
    uint64_t key;
    uint32_t next;
  };

  struct Far {
    Cost f;
    Cost g;
    uint32_t id;
  };

  uint64_t make_key(Cost f, Cost g, uint32_t id) const {
    const uint64_t low = f & ((1u << shift_) - 1);
    return low << 58 | static_cast<uint64_t>(~g) << kIdBits | id;
  }

  void push_active(uint64_t key) {
    // Sorted downwards: the best entry is at the back, and most new entries are better than the others.
    active_.push_back(key);
    size_t i = active_.size() - 1;
    while (i > 0 && active_[i - 1] < key) {
      active_[i] = active_[i - 1];
      --i;
    }
    active_[i] = key;
  }

  void push_ring(uint32_t bucket, uint64_t key) {
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

  void push_far(Cost f, Cost g, uint32_t id) {
    far_.push_back({f, g, id});
    if (f < far_min_) far_min_ = f;
  }

  void clear();
  void fetch_far();
  uint32_t next_slot() const;
  bool activate_next();

  uint32_t shift_ = 0;
  uint32_t current_ = 0;  // bucket number (not slot) that `active_` holds
  uint32_t free_ = kNone;
  uint64_t words_ = 0;  // which words of used_ are not zero
  uint64_t used_[kBuckets / 64] = {};
  uint32_t heads_[kBuckets] = {};
  std::vector<Pooled> pool_;
  std::vector<uint64_t> active_;
  std::vector<Far> far_;      // beyond the ring, in no order
  Cost far_min_ = kInfinite;  // smallest f in far_
};

}  // namespace strata
