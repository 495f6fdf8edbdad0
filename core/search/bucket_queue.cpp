#include "core/search/bucket_queue.hpp"

#include <algorithm>
#include <functional>

namespace strata {

void BucketQueue::clear() {
  while (words_ != 0) {
    used_[std::countr_zero(words_)] = 0;
    words_ &= words_ - 1;
  }
  pool_.clear();
  active_.clear();
  free_ = kNone;
}

bool BucketQueue::activate_next() {
  if (words_ == 0) return false;
  // The ring is searched from the current slot on; slots before it hold larger f, one turn later.
  const uint32_t from = current_ & (kBuckets - 1);
  uint32_t word = from >> 6;
  uint64_t bits = used_[word] & (~0ull << (from & 63));
  if (bits == 0) {
    const uint64_t later = word == 63 ? 0 : words_ & (~0ull << (word + 1));
    word = static_cast<uint32_t>(std::countr_zero(later != 0 ? later : words_));
    bits = used_[word];
  }
  const uint32_t slot = word << 6 | static_cast<uint32_t>(std::countr_zero(bits));
  current_ += (slot - from) & (kBuckets - 1);

  uint32_t place = heads_[slot];
  const uint32_t head = place;
  for (;;) {
    active_.push_back(pool_[place].key);
    if (pool_[place].next == kNone) break;
    place = pool_[place].next;
  }
  pool_[place].next = free_;
  free_ = head;
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
