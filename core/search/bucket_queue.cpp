#include "core/search/bucket_queue.hpp"

#include <algorithm>
#include <functional>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"

namespace strata {

void BucketQueue::clear() {
  while (words_ != 0) {
    used_[std::countr_zero(words_)] = 0;
    words_ &= words_ - 1;
  }
  pool_.clear();
  active_.clear();
  free_ = kNone;
  far_.clear();
  far_min_ = kInfinite;
}

// Advances to the bucket of far_min_ and moves the entries within reach of the ring into it. The ring must be empty.
void BucketQueue::fetch_far() {
  current_ = far_min_ >> shift_;
  far_min_ = kInfinite;
  size_t kept = 0;
  for (const FarEntry& entry : far_) {
    const uint32_t bucket = entry.f >> shift_;
    if (bucket - current_ < kBuckets) {
      push_ring(bucket, make_key(entry.f, entry.g, entry.id));
    } else {
      far_[kept++] = entry;
      far_min_ = std::min(far_min_, entry.f);
    }
  }
  far_.resize(kept);
}

// Returns the first used slot from the current one on, round the ring. The ring must not be empty.
uint32_t BucketQueue::next_slot() const {
  const uint32_t from = current_ & (kBuckets - 1);
  uint32_t word = from >> 6;
  uint64_t bits = used_[word] & (~0ull << (from & 63));
  if (bits == 0) {
    const uint64_t later = word == 63 ? 0 : words_ & (~0ull << (word + 1));
    word = static_cast<uint32_t>(std::countr_zero(later != 0 ? later : words_));
    bits = used_[word];
  }
  return word << 6 | static_cast<uint32_t>(std::countr_zero(bits));
}

bool BucketQueue::activate_next() {
  interruption_point();
  if (words_ == 0) {
    if (far_.empty()) return false;
    fetch_far();
  }
  uint32_t slot = next_slot();
  uint32_t bucket = current_ + ((slot - current_) & (kBuckets - 1));
  if (!far_.empty() && far_min_ >> shift_ <= bucket) {
    fetch_far();
    slot = next_slot();
    bucket = current_ + ((slot - current_) & (kBuckets - 1));
  }
  current_ = bucket;

  uint32_t place = heads_[slot];
  const uint32_t head = place;
  for (;;) {
    active_.push_back(pool_[place].key);
    if (pool_[place].next == kNone) break;
    place = pool_[place].next;
  }
  pool_[place].next = free_;
  free_ = head;
  count_work(active_.size());
  const uint32_t word = slot >> 6;
  used_[word] &= ~(1ull << (slot & 63));
  if (used_[word] == 0) words_ &= ~(1ull << word);

  if (active_.size() > 16) {
    std::sort(active_.begin(), active_.end(), std::greater<>());
  } else {
    for (size_t i = 1; i < active_.size(); ++i) {
      const uint64_t key = active_[i];
      size_t j = i;
      for (; j > 0 && active_[j - 1] < key; --j) active_[j] = active_[j - 1];
      active_[j] = key;
    }
  }
  return true;
}

}  // namespace strata
