#include "core/ch/dissection.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <numeric>
#include <utility>

#include "core/base/job.hpp"
#include "core/base/parallel.hpp"

namespace strata {
namespace {

constexpr uint32_t kNobody = 0xffffffffu;
constexpr uint32_t kLeafNodes = 48;  // smaller parts are ordered by minimum degree; a row of them fits into 64 bits
static_assert(kLeafNodes <= 64);
constexpr double kLeastShare = 0.35;  // a straight cut leaves at least this share of the nodes on either side
// The separator is within this share of the nodes on either side of the cut. The flow of the largest parts may search
// farther: their separators add the most arcs.
constexpr double kBand = 0.2, kSmallBand = 0.06;
constexpr uint32_t kSmallNodes = 40'000;

// A part of the graph: its nodes, ascending, and the edges between them by their numbers in the part. Its nodes are the
// next ones in the order from `begin` on.
struct DissectionPart {
  uint32_t begin = 0;
  std::vector<uint32_t> nodes;
  std::vector<uint32_t> first = {0}, targets;

  uint32_t count() const { return static_cast<uint32_t>(nodes.size()); }
  std::span<const uint32_t> of(uint32_t node) const {
    return {targets.data() + first[node], targets.data() + first[node + 1]};
  }
};

// Finds a separator of a part: nodes of side 2, without which no edge joins sides 0 and 1.
class Separation {
 public:
  Separation(const DissectionPart& part, std::span<const Cell> places) : part_(part), count_(part.count()) {
    cut_straight(places);
    improve_by_flow();
  }
  const std::vector<uint8_t>& sides() const { return sides_; }

 private:
  // --- Straight cuts -------------------------------------------------------------------------------------------------

  // The four linear functions of places by which nodes are sorted.
  static int value(int direction, int x, int y) {
    return direction == 0 ? x : direction == 1 ? y : direction == 2 ? x + y : x - y;
  }

  // Tries all cuts between two consecutive values of each function, and sorts the nodes by the best one. The separator
  // of a cut are the nodes before it that have a neighbour after it.
  void cut_straight(std::span<const Cell> places) {
    std::vector<Cell> own(count_);
    for (uint32_t node = 0; node < count_; ++node) own[node] = places[part_.nodes[node]];
    std::array<int, 4> least, most;
    least.fill(INT_MAX);
    most.fill(INT_MIN);
    for (const Cell cell : own) {
      for (int direction = 0; direction < 4; ++direction) {
        const auto d = static_cast<size_t>(direction);
        least[d] = std::min(least[d], value(direction, cell.x, cell.y));
        most[d] = std::max(most[d], value(direction, cell.x, cell.y));
      }
    }
    struct Line {
      int32_t nodes = 0;   // nodes of this value
      int32_t change = 0;  // of the separator, from the cut before this value to that after it
    };
    std::array<std::vector<Line>, 4> lines;
    for (size_t d = 0; d < 4; ++d) lines[d].resize(static_cast<size_t>(most[d] - least[d]) + 1);
    for (uint32_t node = 0; node < count_; ++node) {
      std::array<int, 4> first, last;
      for (int d = 0; d < 4; ++d) {
        first[static_cast<size_t>(d)] = last[static_cast<size_t>(d)] = value(d, own[node].x, own[node].y);
      }
      for (const uint32_t other : part_.of(node)) {
        for (int d = 0; d < 4; ++d) {
          last[static_cast<size_t>(d)] = std::max(last[static_cast<size_t>(d)], value(d, own[other].x, own[other].y));
        }
      }
      for (size_t d = 0; d < 4; ++d) {
        Line& line = lines[d][static_cast<size_t>(first[d] - least[d])];
        ++line.nodes;
        if (first[d] == last[d]) continue;
        ++line.change;
        --lines[d][static_cast<size_t>(last[d] - least[d])].change;
      }
    }
    double best = -1;
    int direction = 0;
    const auto margin = static_cast<int32_t>(kLeastShare * count_);
    const auto whole = static_cast<int32_t>(count_);
    for (int d = 0; d < 4; ++d) {
      int32_t before = 0, size = 0;
      for (const Line& line : lines[static_cast<size_t>(d)]) {
        before += line.nodes;
        size += line.change;
        const int32_t cut = std::clamp(before, std::max(1, margin), whole - std::max(1, margin));
        if (cut != before) continue;
        const double score = (size + 0.5) / (static_cast<double>(before) * (whole - before));
        if (best >= 0 && score >= best) continue;
        best = score;
        direction = d;
        cut_ = static_cast<uint32_t>(before);
      }
    }
    if (best < 0) cut_ = count_ / 2;  // too many nodes have the same value
    sort(own, direction, least[static_cast<size_t>(direction)], most[static_cast<size_t>(direction)]);
  }

  // Equal nodes stay in the order of their numbers.
  void sort(const std::vector<Cell>& own, int direction, int least, int most) {
    std::vector<uint32_t> starts(static_cast<size_t>(most - least) + 2, 0);
    const auto line = [&](uint32_t node) {
      return static_cast<size_t>(value(direction, own[node].x, own[node].y) - least);
    };
    for (uint32_t node = 0; node < count_; ++node) ++starts[line(node) + 1];
    for (size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    position_.resize(count_);
    for (uint32_t node = 0; node < count_; ++node) position_[node] = starts[line(node)]++;
  }

  // --- Maximum flow --------------------------------------------------------------------------------------------------

  // Finds a largest set of disjoint paths from the nodes before the band to those after it. Each node is on one path at
  // most. A state of the search is a node that it entered (2 * node) or may leave (2 * node + 1).
  void improve_by_flow() {
    const auto band = std::max(1u, static_cast<uint32_t>((count_ < kSmallNodes ? kSmallBand : kBand) * count_));
    source_end_ = std::max(1u, cut_ - std::min(cut_, band));
    sink_begin_ = std::min(count_ - 1, cut_ + band);
    next_.assign(count_, kNobody);
    before_.assign(count_, kNobody);
    stamps_.assign(2 * size_t{count_}, 0);
    std::vector<uint32_t> starts;
    for (uint32_t node = 0; node < count_; ++node) {
      if (!source(node)) continue;
      const auto others = part_.of(node);
      if (std::any_of(others.begin(), others.end(), [&](uint32_t other) { return !source(other); }))
        starts.push_back(node);
    }
    for (bool found = true; found;) {
      found = false;
      ++stamp_;
      for (const uint32_t start : starts) {
        if (next_[start] == kNobody && augment(start)) found = true;
      }
    }
    // The last search found no path: it has visited what can still be reached from the source. A start that is on a
    // path is entered by the source.
    sides_.resize(count_);
    for (uint32_t node = 0; node < count_; ++node) {
      const bool entered = stamps_[2 * node] == stamp_ || (source(node) && next_[node] != kNobody);
      const bool left = stamps_[2 * node + 1] == stamp_;
      const bool inside = source(node) && next_[node] == kNobody;
      sides_[node] = inside || left ? 0 : entered ? 2 : 1;
    }
  }

  bool source(uint32_t node) const { return position_[node] < source_end_; }
  bool sink(uint32_t node) const { return position_[node] >= sink_begin_; }

  bool visit(uint32_t state) {
    if (stamps_[state] == stamp_) return false;
    stamps_[state] = stamp_;
    return true;
  }

  // A state on the way of the search, and the next edge to try: first all edges towards the sink, then the others.
  struct Frame {
    uint32_t state;
    uint32_t edge;
    bool ahead = true;
  };

  // Searches a path from a start to the sink, depth first, and adds it to the flow.
  bool augment(uint32_t start) {
    if (!visit(2 * start + 1)) return false;
    frames_.assign(1, {2 * start + 1, part_.first[start], true});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const uint32_t node = frame.state / 2;
      uint32_t follow = kNobody;
      if (frame.state % 2 == 0) {  // entered a node that is on a path: only back along this path
        const uint32_t back = before_[node];
        if (frame.edge == 0 && back != kNobody && visit(2 * back + 1)) follow = 2 * back + 1;
        frame.edge = 1;
      } else {
        const uint32_t end = part_.first[node + 1];
        while (follow == kNobody) {
          if (frame.edge == end) {
            if (!frame.ahead) break;
            frame.ahead = false;
            frame.edge = part_.first[node];
            if (frame.edge == end) break;
          }
          const uint32_t other = part_.targets[frame.edge++];
          if (next_[node] == other || (position_[other] > position_[node]) != frame.ahead) continue;
          if (next_[other] == kNobody && before_[other] == kNobody) {  // on no path
            if (source(other) || !visit(2 * other) || !visit(2 * other + 1)) continue;
            follow = 2 * other + 1;
            if (!sink(other)) continue;
            frames_.push_back({follow, 0, true});
            take();
            return true;
          }
          if (visit(2 * other)) follow = 2 * other;
        }
        // Back through a node on a path, against the flow.
        if (follow == kNobody && next_[node] != kNobody && visit(2 * node)) follow = 2 * node;
      }
      if (follow == kNobody) {
        frames_.pop_back();
      } else {
        frames_.push_back({follow, follow % 2 == 0 ? 0 : part_.first[follow / 2], true});
      }
    }
    return false;
  }

  // Adds the path of the frames to the flow: edges along the flow are added, those against it are removed.
  void take() {
    for (size_t i = frames_.size(); i-- > 1;) {
      const uint32_t from = frames_[i - 1].state / 2, to = frames_[i].state / 2;
      if (from == to) continue;
      const bool against = frames_[i - 1].state % 2 == 0;  // entered `from`, went back to the node before it
      if (against) {
        if (next_[to] == from) next_[to] = kNobody;
        if (before_[from] == to) before_[from] = kNobody;
        continue;
      }
      next_[from] = to;
      before_[to] = from;
    }
  }

  const DissectionPart& part_;
  uint32_t count_;
  std::vector<uint32_t> position_;  // by node: its place among the sorted ones
  uint32_t cut_ = 0;
  uint32_t source_end_ = 0, sink_begin_ = 0;
  std::vector<uint32_t> next_, before_;  // by node: its neighbours on its path
  std::vector<uint32_t> stamps_;         // by state: number of the search that visited it
  uint32_t stamp_ = 0;
  std::vector<Frame> frames_;
  std::vector<uint8_t> sides_;
};

// Returns the nodes of one side with the edges between them.
DissectionPart piece_of(const DissectionPart& part, const std::vector<uint8_t>& sides, uint8_t side, uint32_t begin,
                        std::vector<uint32_t>& numbers) {
  DissectionPart piece;
  piece.begin = begin;
  for (uint32_t node = 0; node < part.count(); ++node) {
    if (sides[node] != side) continue;
    numbers[node] = piece.count();
    piece.nodes.push_back(part.nodes[node]);
  }
  piece.first.reserve(piece.nodes.size() + 1);
  for (uint32_t node = 0; node < part.count(); ++node) {
    if (sides[node] != side) continue;
    for (const uint32_t other : part.of(node)) {
      if (sides[other] == side) piece.targets.push_back(numbers[other]);
    }
    piece.first.push_back(static_cast<uint32_t>(piece.targets.size()));
  }
  return piece;
}

// Orders a small part: always a node next that has the fewest neighbours left, which become pairwise adjacent.
void order_leaf(const CsrGraph& graph, const DissectionPart& part, std::span<uint32_t> order) {
  const uint32_t count = part.count();
  std::array<uint64_t, kLeafNodes> rows{};
  std::array<uint32_t, kLeafNodes> outside{};  // neighbours above the part
  for (uint32_t node = 0; node < count; ++node) {
    for (const uint32_t other : part.of(node)) rows[node] |= uint64_t{1} << other;
    outside[node] = static_cast<uint32_t>(graph.targets_of(part.nodes[node]).size() - part.of(node).size());
  }
  uint64_t left = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
  for (uint32_t rank = 0; rank < count; ++rank) {
    uint32_t best = kNobody, least = kNobody;
    for (uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto node = static_cast<uint32_t>(std::countr_zero(rest));
      const uint32_t degree = static_cast<uint32_t>(std::popcount(rows[node] & left)) + outside[node];
      if (degree < least) least = degree, best = node;
    }
    order[rank] = part.nodes[best];
    left &= ~(uint64_t{1} << best);
    const uint64_t joined = rows[best] & left;
    for (uint64_t rest = joined; rest != 0; rest &= rest - 1) {
      const auto node = static_cast<size_t>(std::countr_zero(rest));
      rows[node] |= joined & ~(uint64_t{1} << node);
      outside[node] = std::max(outside[node], outside[best]);
    }
  }
}

using Pieces = std::array<DissectionPart, 2>;

// Cuts a part in two, or orders it. Writes the nodes that are ordered to the end of its range.
Pieces dissect(const CsrGraph& graph, std::span<const Cell> places, const DissectionPart& part,
               std::vector<uint32_t>& order) {
  Pieces pieces;
  if (part.count() <= kLeafNodes) {
    order_leaf(graph, part, std::span(order).subspan(part.begin, part.count()));
    return pieces;
  }
  const std::vector<uint8_t> sides = Separation(part, places).sides();
  std::vector<uint32_t> numbers(part.count());
  pieces[0] = piece_of(part, sides, 0, part.begin, numbers);
  pieces[1] = piece_of(part, sides, 1, part.begin + pieces[0].count(), numbers);
  uint32_t end = pieces[1].begin + pieces[1].count();
  for (uint32_t node = 0; node < part.count(); ++node) {
    if (sides[node] == 2) order[end++] = part.nodes[node];
  }
  return pieces;
}

DissectionPart whole_graph(const CsrGraph& graph) {
  DissectionPart whole;
  whole.nodes.resize(graph.node_count());
  std::iota(whole.nodes.begin(), whole.nodes.end(), 0u);
  whole.first.reserve(graph.node_count() + size_t{1});
  whole.targets.reserve(graph.edge_count());
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    for (const uint32_t target : graph.targets_of(node)) {
      if (target != node) whole.targets.push_back(target);
    }
    whole.first.push_back(static_cast<uint32_t>(whole.targets.size()));
  }
  return whole;
}

}  // namespace

std::vector<uint32_t> dissection_order(const CsrGraph& graph, std::span<const Cell> places, const JobControl* control) {
  std::vector<uint32_t> order(graph.node_count());
  if (order.empty()) return order;
  Threads threads;
  std::vector<DissectionPart> parts;
  parts.push_back(whole_graph(graph));
  while (!parts.empty()) {
    if (control != nullptr && control->cancelled()) return {};
    std::vector<Pieces> pieces(parts.size());
    threads.for_pieces(0, parts.size(), 1, [&](size_t begin, size_t end, size_t) {
      for (size_t i = begin; i < end; ++i) {
        const DissectionPart part = std::exchange(parts[i], {});
        pieces[i] = dissect(graph, places, part, order);
      }
    });
    parts.clear();
    for (Pieces& two : pieces) {
      for (DissectionPart& part : two) {
        if (part.count() > 0) parts.push_back(std::move(part));
      }
    }
  }
  return order;
}

}  // namespace strata
