#include "core/batch/mesh_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/ch/nested_order.hpp"

namespace strata {
namespace {

double megabytes(size_t bytes) { return static_cast<double>(bytes) / 1e6; }

// Runs Dijkstra's algorithm over the portals of a group, from one portal to all.
class PortalDijkstra {
 public:
  void fill(const MeshView& view, uint32_t number, uint32_t from, Cost* row) {
    const MeshViewGroup& group = view.groups[number];
    const PortalId* const portals = view.group_portals + group.first_portal;
    std::fill_n(row, group.portals, kNoWay);
    row[from] = 0;
    heap_.assign(1, from);
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      const auto at = static_cast<uint32_t>(heap_.back());
      const auto cost = static_cast<Cost>(heap_.back() >> 32);
      heap_.pop_back();
      if (cost != row[at]) continue;
      const MeshViewPortal& portal = view.portals[portals[at]];
      for (const PolygonId id : portal.polygons) {
        const MeshViewPolygon& polygon = view.polygons[id];
        if (polygon.group != number) continue;
        for (uint32_t s = 0; s < polygon.sides; ++s) {
          const MeshViewSide& side = view.sides[polygon.first_side + s];
          if (side.place == at) continue;
          const Cost next = cost + mesh_step(view, portal, view.portals[side.portal]);
          if (next >= row[side.place]) continue;
          row[side.place] = next;
          heap_.push_back(uint64_t{next} << 32 | side.place);
          std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
        }
      }
    }
  }

 private:
  std::vector<uint64_t> heap_;
};

}  // namespace

CsrGraph inter_edge_graph(const MeshView& view) {
  CsrGraph graph;
  graph.first.assign(1, 0);
  std::vector<std::pair<uint32_t, Cost>> edges;
  for (uint32_t id = 0; id < view.inter_edge_count; ++id) {
    const MeshViewInterEdge& inter_edge = view.inter_edges[id];
    edges.clear();
    for (uint32_t which = 0; which < 2; ++which) {
      const MeshViewGroup& group = view.groups[inter_edge.groups[which]];
      const Cost* const row = mesh_row(view, group, inter_edge.slots[which]);
      for (uint32_t slot = 0; slot < group.inter_edges; ++slot) {
        if (slot == inter_edge.slots[which] || row[slot] >= kNoWay) continue;
        edges.emplace_back(view.group_inter_edges[group.first_inter_edge + slot], row[slot]);
      }
    }
    std::sort(edges.begin(), edges.end());
    for (size_t i = 0; i < edges.size(); ++i) {
      // Both groups join the same two inter-edges: only one edge is kept.
      if (i > 0 && edges[i].first == edges[i - 1].first) continue;
      graph.targets.push_back(edges[i].first);
      graph.weights.push_back(edges[i].second);
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return graph;
}

void MeshTables::fill_squares(const MeshView& view, Threads& threads) {
  size_t count = 0;
  for (uint32_t number = 0; number < view.group_count; ++number) {
    count = std::max<size_t>(
        count, view.groups[number].square + size_t{view.groups[number].portals} * view.groups[number].portals);
  }
  squares_.resize(count);
  std::vector<PortalDijkstra> rows(threads.count());
  threads.for_pieces(0, view.group_count, 4, [&](size_t begin, size_t end, size_t thread) {
    for (size_t number = begin; number < end; ++number) {
      const MeshViewGroup& group = view.groups[number];
      for (uint32_t from = 0; from < group.portals; ++from) {
        rows[thread].fill(view, static_cast<uint32_t>(number), from,
                          squares_.data() + group.square + size_t{from} * group.portals);
      }
    }
  });
}

void MeshTables::keep_labels(const Cch& cch, const Labels& labels) {
  entries_.assign(labels.entries().begin(), labels.entries().end());
  least_.assign(labels.least().begin(), labels.least().end());
  labels_.resize(view_.inter_edges);
  for (uint32_t inter_edge = 0; inter_edge < view_.inter_edges; ++inter_edge) {
    const uint32_t rank = cch.rank(inter_edge);
    labels_[inter_edge] = {labels.first(rank), labels.place(rank), labels.depth(rank) + 1};
  }
  view_.labels = labels_.data();
  view_.entries = entries_.data();
  view_.least = least_.data();
}

void MeshTables::fill_pairs(const Cch& cch, const Labels& labels, Threads& threads) {
  const size_t inter_edges = view_.inter_edges;
  between_.resize(inter_edges * inter_edges);
  threads.for_pieces(0, inter_edges, 16, [&](size_t begin, size_t end, size_t) {
    for (size_t from = begin; from < end; ++from) {
      const uint32_t rank = cch.rank(static_cast<uint32_t>(from));
      Cost* const row = between_.data() + from * inter_edges;
      for (size_t to = 0; to < inter_edges; ++to) {
        row[to] = std::min(labels.distance(rank, cch.rank(static_cast<uint32_t>(to))), kNoWay);
      }
    }
  });
  view_.between = between_.data();
}

void MeshTables::build(const PackedMesh& pack, const MeshTablesOptions& options, Threads& threads) {
  const MeshView& view = pack.view();
  serial_ = 0;
  refusal_.clear();
  view_ = {};
  view_.inter_edges = view.inter_edge_count;
  squares_.clear();
  between_.clear();
  labels_.clear();
  entries_.clear();
  least_.clear();
  label_height_ = 0;
  size_t squares = 0;
  for (uint32_t number = 0; number < view.group_count; ++number) {
    squares += size_t{view.groups[number].portals} * view.groups[number].portals * sizeof(Cost);
  }
  if (squares > options.max_square_bytes) {
    refusal_ = fmt::format("costs inside groups would take {:.0f} MB, of {:.0f} MB at most: smaller groups take less",
                           megabytes(squares), megabytes(options.max_square_bytes));
    return;
  }
  const size_t inter_edges = view.inter_edge_count;
  const CsrGraph graph = inter_edge_graph(view);
  Cch cch;
  Labels labels;
  try {
    cch.build(graph, nested_order(graph));
    cch.customise(graph);
    labels.build(cch, nullptr, options.max_label_bytes);
  } catch (const std::bad_alloc&) {
    refusal_ = fmt::format("labels of {} inter-edges would take more than {:.0f} MB: larger groups have fewer",
                           inter_edges, megabytes(options.max_label_bytes));
    return;
  }
  label_height_ = labels.height();
  if (inter_edges * inter_edges <= options.max_pair_bytes / sizeof(Cost)) {
    fill_pairs(cch, labels, threads);
  } else {
    keep_labels(cch, labels);
  }
  fill_squares(view, threads);
  view_.squares = squares_.data();
  serial_ = pack.serial();
}

size_t MeshTables::memory_bytes() const {
  return (squares_.capacity() + between_.capacity() + entries_.capacity()) * sizeof(Cost) +
         labels_.capacity() * sizeof(MeshLabel) + least_.capacity() * sizeof(uint16_t);
}

bool MeshTables::same_content(const MeshTables& other) const {
  return refusal_ == other.refusal_ && squares_ == other.squares_ && between_ == other.between_ &&
         labels_ == other.labels_ && entries_ == other.entries_ && least_ == other.least_;
}

}  // namespace strata
