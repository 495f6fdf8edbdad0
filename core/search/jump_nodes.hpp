// Purpose: JumpNodes holds the nodes of jump point searches, in the order in which they were found, with a hash table
//          by cell. Until the map changes it also remembers the successors of nodes: queries on one map pass the same
//          jump points again and again, and a remembered jump is a few loads.
// Source: Ours. JPS+ computes all jumps beforehand; here a search finds those that it needs, and later ones read them.
// Shapes: A list of successors stands in one array: a head, then its successors. A node has a list for each straight
//         direction in which it is reached.
// Exact: Answers do not depend on what is remembered: a list holds what the jumps find, in their order.
// Errors: After std::bad_alloc the next search works: what is remembered stays, or is dropped.
// Threads: Each thread needs its own.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

// Returns a number that no earlier call has returned. A structure from which jumps are computed takes a new one
// whenever its content changes.
inline uint64_t next_jump_version() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

struct alignas(32) JumpNode {
  // Take the place of a direction at the start, and where the last step was over a link.
  static constexpr uint32_t kStart = 8, kOverLink = 9;

  uint32_t id = 0;      // id of the cell: y << 13 | x
  uint32_t search = 0;  // number of the last search that reached the node; g and from are those of that search
  Cost g = 0;
  uint32_t from = 0;                // parent node << 4 | direction of the last step
  std::array<uint32_t, 4> lists{};  // by straight direction / 2: its list of successors; 0: not known

  uint32_t parent() const { return from >> 4; }
  uint32_t direction() const { return from & 15; }
};

struct JumpSuccessor {
  uint32_t node;  // node << 4 | direction of the last step
  Cost cost;
};

class JumpNodes {
 public:
  // Begins a search. What is remembered is dropped if it belongs to another version of the jumps or to other costs.
  void begin(uint64_t version, Cost straight) {
    const bool other = version != version_ || straight != straight_;
    if (other || successors_.size() > kMostSuccessors || count_ > kMostNodes || search_ == UINT32_MAX) {
      if (other && nodes_.size() > 2 * kMostNodes) shrink();
      successors_.resize(1);  // no list begins at 0
      count_ = 0;
      version_ = version;
      straight_ = straight;
      search_ = 0;
    }
    if (count_ == nodes_.size()) grow();  // at first, or because the last search ran out of memory
    ++search_;
  }
  JumpNode& operator[](uint32_t node) { return nodes_[node]; }
  const JumpNode& operator[](uint32_t node) const { return nodes_[node]; }
  bool reached(const JumpNode& node) const { return node.search == search_; }
  uint32_t search() const { return search_; }

  // Returns the node of a cell; adds it as the last node if there was none.
  uint32_t find_or_add(uint32_t id) {
    // A slot may hold a value of a time before everything was dropped: it is valid only if its node points back to it.
    uint32_t slot = id * kSpread >> shift_;
    for (;; slot = (slot + 1) & (static_cast<uint32_t>(slots_.size()) - 1)) {
      const uint32_t node = slots_[slot];
      if (node >= count_) break;
      if (nodes_[node].id == id) return node;
      if (slot_of_[node] != slot) break;
    }
    nodes_[count_] = {.id = id};
    slot_of_[count_] = slot;
    slots_[slot] = count_++;
    if (count_ == nodes_.size()) grow();
    return count_ - 1;
  }

  // Returns the node of a cell that has one.
  uint32_t find(uint32_t id) const {
    uint32_t slot = id * kSpread >> shift_;
    for (;; slot = (slot + 1) & (static_cast<uint32_t>(slots_.size()) - 1)) {
      const uint32_t node = slots_[slot];
      if (node < count_ && nodes_[node].id == id) return node;
    }
  }

  // These functions write a list of successors: begin_list, then add, then end_list, which returns the list.
  void begin_list() {
    list_ = static_cast<uint32_t>(successors_.size());
    successors_.push_back({});
  }
  void add(uint32_t id, Cost cost, uint32_t direction) {
    successors_.push_back({find_or_add(id) << 4 | direction, cost});
  }
  uint32_t end_list(uint32_t touched) {
    successors_[list_] = {static_cast<uint32_t>(successors_.size()) - list_ - 1, touched};
    return list_;
  }
  // Forgets the list that was written last.
  void drop_list() { successors_.resize(list_); }
  bool may_remember() const { return successors_.size() <= kMostSuccessors; }
  std::span<const JumpSuccessor> successors(uint32_t list) const {
    return {successors_.data() + list + 1, successors_[list].node};
  }
  uint32_t touched(uint32_t list) const { return successors_[list].cost; }  // what finding the list has touched

  size_t memory_bytes() const {
    return nodes_.capacity() * sizeof(JumpNode) + (slots_.capacity() + slot_of_.capacity()) * sizeof(uint32_t) +
           successors_.capacity() * sizeof(JumpSuccessor);
  }

 private:
  static constexpr uint32_t kSpread = 0x9e3779b1u;  // 2^32 divided by the golden ratio
  // Beyond so many nodes or successors all are dropped before the next search.
  static constexpr size_t kMostNodes = size_t{1} << 20, kMostSuccessors = size_t{1} << 22;

  // If it throws, nothing has changed.
  [[gnu::noinline, gnu::cold]] void grow() {
    const size_t size = std::max<size_t>(512, 2 * nodes_.size());
    std::vector<uint32_t> slots(2 * size, UINT32_MAX);
    slot_of_.reserve(size);
    nodes_.reserve(size);
    slot_of_.resize(size);
    nodes_.resize(size);
    slots_.swap(slots);
    shift_ = 32 - static_cast<uint32_t>(std::bit_width(slots_.size()) - 1);
    for (uint32_t node = 0; node < count_; ++node) {
      uint32_t slot = nodes_[node].id * kSpread >> shift_;
      while (slots_[slot] != UINT32_MAX) slot = (slot + 1) & (static_cast<uint32_t>(slots_.size()) - 1);
      slots_[slot] = node;
      slot_of_[node] = slot;
    }
  }

  // Frees what only a very large search has needed.
  [[gnu::noinline, gnu::cold]] void shrink() {
    count_ = 0;
    version_ = 0;
    nodes_ = {};
    slot_of_ = {};
    slots_ = {};
    successors_ = {};
  }

  uint64_t version_ = 0;
  Cost straight_ = 0;
  uint32_t search_ = 0;
  uint32_t count_ = 0;
  uint32_t shift_ = 0;
  uint32_t list_ = 0;
  std::vector<JumpNode> nodes_;
  std::vector<uint32_t> slot_of_;  // by node: its slot in the hash table
  std::vector<uint32_t> slots_;    // hash table with open addressing; twice as many slots as nodes
  std::vector<JumpSuccessor> successors_;
};

}  // namespace strata
