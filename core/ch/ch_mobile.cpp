#include "core/ch/ch_mobile.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/base/check.hpp"

namespace strata {
namespace {

uint32_t bits_for(uint64_t value) { return static_cast<uint32_t>(std::bit_width(value)); }

// Returns the packed number by rank. Numbers are assigned from the top down, each node soon after the last of its upper
// neighbours, so that nodes on one upward path are close in memory. Higher nodes have larger numbers.
std::vector<uint32_t> numbers_by_rank(const Ch& ch) {
  const uint32_t count = ch.node_count();
  std::vector<uint32_t> first(count + 1, 0), waiting(count), below(ch.arc_count());
  for (uint32_t rank = 0; rank < count; ++rank) {
    waiting[rank] = static_cast<uint32_t>(ch.up(rank).size());
    for (const ChArc& arc : ch.up(rank)) ++first[arc.target + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<uint32_t> fill(first.begin(), first.end() - 1);
  for (uint32_t rank = 0; rank < count; ++rank) {
    for (const ChArc& arc : ch.up(rank)) below[fill[arc.target]++] = rank;
  }
  std::vector<uint32_t> ready, numbers(count);
  for (uint32_t rank = 0; rank < count; ++rank) {
    if (waiting[rank] == 0) ready.push_back(rank);
  }
  for (uint32_t number = count; !ready.empty();) {
    const uint32_t rank = ready.back();
    ready.pop_back();
    numbers[rank] = --number;
    for (uint32_t k = first[rank]; k < first[rank + 1]; ++k) {
      if (--waiting[below[k]] == 0) ready.push_back(below[k]);
    }
  }
  return numbers;
}

}  // namespace

size_t plain_bytes(const Ch& ch) { return (size_t{ch.node_count()} + 1 + 3 * ch.arc_count()) * sizeof(uint32_t); }

MobileCh::BlockStatistics MobileCh::block_contents(size_t block) const {
  const Block& header = blocks_[block];
  const uint8_t* bytes = bits_.data() + header.begin;
  const auto start_of = [&](uint32_t entry) {
    return static_cast<uint32_t>(load(bytes, entry * header.start_bits) & mask(header.start_bits));
  };
  BlockStatistics contents;
  contents.start_bits = (uint64_t{block_nodes(block)} + 1) * header.start_bits;
  const uint32_t end = start_of(block_nodes(block));
  for (uint32_t at = start_of(0); at < end;) {
    const auto flags = static_cast<uint32_t>(load(bytes, at) & (kFlags - 1));
    const bool far = (flags & kFar) != 0;
    ++(far ? contents.arcs_outside : contents.arcs_inside);
    (far ? contents.outside_bits : contents.inside_bits) += header.length[flags];
    contents.shortcuts += (flags & kShortcut) != 0;
    at += header.length[flags];
  }
  return contents;
}

class MobilePacker {
 public:
  explicit MobilePacker(MobileCh& out) : out_(out) {}

  void run(const Ch& ch) {
    const uint32_t count = ch.node_count();
    const std::vector<uint32_t> numbers = numbers_by_rank(ch);
    out_.nodes_.resize(count);
    out_.numbers_.resize(count);
    arcs_.resize(count);
    for (uint32_t rank = 0; rank < count; ++rank) {
      const uint32_t number = numbers[rank];
      out_.nodes_[number] = ch.node(rank);
      out_.numbers_[ch.node(rank)] = number;
      for (const ChArc& arc : ch.up(rank)) {
        arcs_[number].push_back({numbers[arc.target], arc.weight, arc.shortcut() ? numbers[arc.middle] : kNoRank});
      }
      std::sort(arcs_[number].begin(), arcs_[number].end(),
                [](const ChArc& a, const ChArc& b) { return a.target < b.target; });
    }
    Cost unit = 0;
    for (const auto& arcs : arcs_) {
      for (const ChArc& arc : arcs) unit = std::gcd(unit, arc.weight);
    }
    out_.unit_ = std::max<Cost>(unit, 1);
    for (uint32_t begin = 0; begin < count;) {
      const uint32_t end = block_end(begin);
      write(begin, end);
      begin = end;
    }
    MobileCh::Block last;
    last.first = count;
    last.begin = static_cast<uint32_t>(out_.bits_.size());
    out_.blocks_.push_back(last);
    out_.bits_.resize(out_.bits_.size() + sizeof(uint64_t));  // `load` reads beyond the last arc
    for (uint32_t block = 0; block < out_.block_count(); ++block) {
      while (out_.block_of_.size() << MobileCh::kBlockShift < out_.blocks_[block + 1].first) {
        out_.block_of_.push_back(block);
      }
    }
  }

 private:
  struct BlockLayout {
    MobileCh::Block block;
    uint64_t bits = 0;
  };

  // Returns the layout of a block with the numbers begin <= n < end.
  BlockLayout layout(uint32_t begin, uint32_t end) const {
    BlockLayout made;
    uint32_t near = 0, middle = 0;
    Cost weights[2] = {0, 0};
    uint64_t arcs = 0, far = 0, shortcuts[2] = {0, 0}, far_middles = 0;
    for (uint32_t number = begin; number < end; ++number) {
      for (const ChArc& arc : arcs_[number]) {
        ++arcs;
        if (arc.target < end) {
          near = std::max(near, arc.target - number - 1);
        } else {
          ++far;
        }
        ++shortcuts[arc.shortcut()];
        weights[arc.shortcut()] = std::max(weights[arc.shortcut()], arc.weight / out_.unit_);
        if (!arc.shortcut()) continue;
        if (arc.middle >= begin) {
          middle = std::max(middle, number - arc.middle - 1);
        } else {
          ++far_middles;
        }
      }
    }
    MobileCh::Block& block = made.block;
    block.first = begin;
    block.target_bits[0] = static_cast<uint8_t>(bits_for(near));
    block.middle_bits[0] = static_cast<uint8_t>(bits_for(middle));
    block.target_bits[1] = block.middle_bits[1] = static_cast<uint8_t>(bits_for(arcs_.size() - 1));
    for (size_t i = 0; i < 2; ++i) block.weight_bits[i] = static_cast<uint8_t>(bits_for(weights[i]));
    for (uint32_t flags = 0; flags < MobileCh::kFlags; ++flags) {
      const size_t shortcut = (flags & MobileCh::kShortcut) != 0 ? 1 : 0;
      uint32_t length = MobileCh::kFlagBits + block.target_bits[flags & MobileCh::kFar] + block.weight_bits[shortcut];
      if (shortcut != 0) length += block.middle_bits[(flags & MobileCh::kFarMiddle) != 0 ? 1 : 0];
      block.length[flags] = static_cast<uint8_t>(length);
    }
    const uint64_t all = MobileCh::kFlagBits * arcs + far * block.target_bits[1] + (arcs - far) * block.target_bits[0] +
                         shortcuts[0] * block.weight_bits[0] + shortcuts[1] * block.weight_bits[1] +
                         far_middles * block.middle_bits[1] + (shortcuts[1] - far_middles) * block.middle_bits[0];
    // The table itself shifts the positions that it contains.
    const uint64_t entries = uint64_t{end - begin} + 1;
    uint32_t start_bits = bits_for(all);
    while (bits_for(all + entries * start_bits) > start_bits) ++start_bits;
    block.start_bits = static_cast<uint8_t>(start_bits);
    made.bits = all + entries * start_bits;
    return made;
  }
  bool fits(uint32_t begin, uint32_t end) const {
    return layout(begin, end).bits <= uint64_t{MobileCh::kBlockBytes} * 8;
  }

  // Returns the end of a block with as many nodes as fit, at least one: the number of nodes is doubled while they
  // fit, then bisected.
  uint32_t block_end(uint32_t begin) const {
    const auto count = static_cast<uint32_t>(arcs_.size());
    uint32_t good = 1, bad = 2;
    while (begin + bad <= count && fits(begin, begin + bad)) {
      good = bad;
      bad *= 2;
    }
    bad = std::min(bad, count - begin + 1);
    while (bad - good > 1) {
      const uint32_t half = good + (bad - good) / 2;
      (fits(begin, begin + half) ? good : bad) = half;
    }
    return begin + good;
  }

  void put(uint64_t value, uint32_t bits) {
    for (uint32_t i = 0; i < bits; ++i, ++at_) {
      if (at_ / 8 == out_.bits_.size()) out_.bits_.push_back(0);
      out_.bits_[at_ / 8] = static_cast<uint8_t>(out_.bits_[at_ / 8] | (value >> i & 1) << (at_ % 8));
    }
  }

  void write(uint32_t begin, uint32_t end) {
    MobileCh::Block block = layout(begin, end).block;
    const size_t start = out_.bits_.size();
    STRATA_CHECK(start < std::numeric_limits<uint32_t>::max());
    block.begin = static_cast<uint32_t>(start);
    at_ = uint64_t{start} * 8;
    const uint64_t table = at_;
    for (uint32_t number = begin; number <= end; ++number) put(0, block.start_bits);
    for (uint32_t number = begin; number < end; ++number) {
      start_of(table, number - begin, block);
      for (const ChArc& arc : arcs_[number]) {
        const bool far = arc.target >= end;
        const bool far_middle = arc.shortcut() && arc.middle < begin;
        put((far ? MobileCh::kFar : 0) | (arc.shortcut() ? MobileCh::kShortcut : 0) |
                (far_middle ? MobileCh::kFarMiddle : 0),
            MobileCh::kFlagBits);
        put(far ? arc.target : arc.target - number - 1, block.target_bits[far]);
        put(arc.weight / out_.unit_, block.weight_bits[arc.shortcut()]);
        if (!arc.shortcut()) continue;
        put(far_middle ? arc.middle : number - arc.middle - 1, block.middle_bits[far_middle]);
      }
    }
    start_of(table, end - begin, block);
    out_.blocks_.push_back(block);
  }
  // Writes the current position into the table of the block.
  void start_of(uint64_t table, uint32_t entry, const MobileCh::Block& block) {
    const uint64_t here = at_;
    at_ = table + uint64_t{entry} * block.start_bits;
    put(here - table, block.start_bits);
    at_ = here;
  }

  MobileCh& out_;
  std::vector<std::vector<ChArc>> arcs_;  // by packed number; targets and middle nodes are packed numbers, too
  uint64_t at_ = 0;                       // next bit to write
};

MobileCh::MobileCh(const Ch& ch) {
  if (!ch.empty()) MobilePacker(*this).run(ch);
}

bool MobileCh::find_up(uint32_t number, uint32_t target, Cost& weight, uint32_t& middle) const {
  bool found = false;
  until(number, [&](uint32_t end, Cost cost, uint32_t over) {
    if (end < target) return false;
    found = end == target;
    weight = cost;
    middle = over;
    return true;
  });
  return found;
}

}  // namespace strata
