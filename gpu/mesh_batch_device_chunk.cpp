#include "gpu/mesh_batch_device_chunk.hpp"

#include <algorithm>

namespace strata {

// --- MeshMirror -----------------------------------------------------------------------------------------------------

DeviceStatus MeshMirror::sync(Device& device, const PackedMesh& pack, const MeshTables* tables, Uploader& uploader) {
  if (pack_serial_ != pack.serial()) {
    pack_serial_ = tables_serial_ = 0;
    STRATA_DEVICE(sync_pack(device, pack, uploader));
    STRATA_DEVICE(uploader.finish());
    pack_serial_ = pack.serial();
  }
  if (tables == nullptr || tables_serial_ == tables->serial()) return {};
  tables_serial_ = 0;
  STRATA_DEVICE(sync_tables(device, *tables, uploader));
  STRATA_DEVICE(uploader.finish());
  tables_serial_ = tables->serial();
  return {};
}

DeviceStatus MeshMirror::sync_pack(Device& device, const PackedMesh& pack, Uploader& uploader) {
  const MeshView& from = pack.view();
  view_ = from;
  const auto copy = [&](auto& array, const auto*& values, size_t count) -> DeviceStatus {
    STRATA_DEVICE(array.sync(device, uploader, values, count));
    values = array.data();
    return {};
  };
  STRATA_DEVICE(copy(polygons_, view_.polygons, from.polygon_count));
  STRATA_DEVICE(copy(sides_, view_.sides, pack.side_count()));
  STRATA_DEVICE(copy(portals_, view_.portals, from.portal_count));
  if (!pack.has_groups()) return {};
  STRATA_DEVICE(copy(groups_, view_.groups, from.group_count));
  STRATA_DEVICE(copy(exits_, view_.inter_edges, from.inter_edge_count));
  STRATA_DEVICE(copy(group_exits_, view_.group_inter_edges, pack.slot_count()));
  STRATA_DEVICE(copy(group_portals_, view_.group_portals, pack.place_count()));
  STRATA_DEVICE(copy(rows_, view_.rows, pack.row_count()));
  STRATA_DEVICE(copy(row_hops_, view_.row_hops, pack.row_count()));
  STRATA_DEVICE(copy(centre_rows_, view_.centre_rows, pack.centre_row_count()));
  return copy(centre_sides_, view_.centre_sides, pack.centre_row_count());
}

DeviceStatus MeshMirror::sync_tables(Device& device, const MeshTables& tables, Uploader& uploader) {
  tables_view_ = tables.view();
  const size_t inter_edges = tables_view_.inter_edges;
  const auto copy = [&](auto& array, const auto*& values, size_t count) -> DeviceStatus {
    STRATA_DEVICE(array.sync(device, uploader, values, count));
    values = array.data();
    return {};
  };
  STRATA_DEVICE(copy(squares_, tables_view_.squares, tables.square_count()));
  if (!tables.by_labels()) return copy(between_, tables_view_.between, inter_edges * inter_edges);
  STRATA_DEVICE(copy(labels_, tables_view_.labels, inter_edges));
  STRATA_DEVICE(copy(entries_, tables_view_.entries, tables.entry_count()));
  return copy(least_, tables_view_.least, tables.least_count());
}

// --- MeshChunk ------------------------------------------------------------------------------------------------------

MeshChunk::SearchMemorySizes MeshChunk::sizes_of(const MeshView& view, const MeshChunkPlan& plan) {
  SearchMemorySizes sizes;
  if (plan.method == MeshBatchMethod::kTables) return sizes;
  const bool astar = plan.method == MeshBatchMethod::kAstar;
  sizes.nodes = (astar ? view.portal_count : view.inter_edge_count) + 2;
  // The open list contains the boundary of the generated nodes, some nodes twice. Inter-edges have many neighbours.
  sizes.node_open = astar ? std::max(sizes.nodes / 2, 1024u) : 2 * sizes.nodes + 64;
  if (!astar) {
    sizes.groups = plan.method == MeshBatchMethod::kHna ? 2 : 1;
    sizes.group = view.most_portals + 2;
    sizes.group_open = 2 * sizes.group + 16;
  }
  if (plan.open_entries > 0) {
    sizes.node_open = std::min(sizes.node_open, plan.open_entries);
    sizes.group_open = std::min(sizes.group_open, plan.open_entries);
  }
  return sizes;
}

size_t MeshChunk::bytes_per_agent(const MeshView& view, const MeshChunkPlan& plan) {
  const SearchMemorySizes sizes = sizes_of(view, plan);
  size_t bytes = sizeof(MeshAgent) + ChunkDownload::bytes_per_agent(plan.paths);
  const auto search = ChunkSearchMemory<AgentNodeRecord>::bytes_for;
  if (plan.method != MeshBatchMethod::kAstar) bytes += 2 * sizeof(Cost) * view.link_capacity();
  if (plan.method == MeshBatchMethod::kTables) return bytes + (plan.paths ? sizeof(MeshTableAnswer) : 0);
  bytes += search(sizes.nodes, sizes.node_open) + sizes.groups * search(sizes.group, sizes.group_open);
  if (plan.method == MeshBatchMethod::kHna) bytes += sizeof(Cost) + sizeof(PortalId) + 2 * sizeof(PlanStatus);
  return bytes;
}

size_t MeshChunk::device_bytes() const {
  return answers_.device_bytes() + agents_.bytes() + found_.bytes() + all_link_costs_.bytes() + direct_.bytes() +
         first_.bytes() + linked_.bytes() + nodes_.bytes() + groups_.bytes();
}

DeviceStatus MeshChunk::reserve(const MeshView& view, const MeshChunkPlan& plan, size_t agents) {
  plan_ = plan;
  STRATA_DEVICE(agents_.reserve(device_, agents));
  STRATA_DEVICE(host_agents_.reserve_host(device_, agents));
  STRATA_DEVICE(answers_.reserve(agents, plan.paths));
  const SearchMemorySizes sizes = sizes_of(view, plan);
  if (plan.method != MeshBatchMethod::kTables) {
    STRATA_DEVICE(nodes_.reserve(device_, stream_, agents, sizes.nodes, sizes.node_open));
  }
  if (plan.method == MeshBatchMethod::kAstar) return {};
  STRATA_DEVICE(all_link_costs_.reserve(device_, 2 * agents * view.link_capacity()));
  if (plan.method == MeshBatchMethod::kTables) {
    return plan.paths ? found_.reserve(device_, agents) : DeviceStatus{};
  }
  STRATA_DEVICE(groups_.reserve(device_, stream_, sizes.groups * agents, sizes.group, sizes.group_open));
  if (plan.method == MeshBatchMethod::kPccp) return {};
  STRATA_DEVICE(direct_.reserve(device_, agents));
  STRATA_DEVICE(first_.reserve(device_, agents));
  return linked_.reserve(device_, 2 * agents);
}

DeviceStatus MeshChunk::begin(const MeshMirror& mirror, const MeshChunkPlan& plan, size_t place, size_t count) {
  plan_ = plan;
  view_ = mirror.view();
  tables_ = mirror.tables();
  answers_.begin(place, count, plan.paths);
  STRATA_DEVICE(device_.upload(agents_.data(), host_agents_.data(), count * sizeof(MeshAgent), stream_));
  if (plan.method == MeshBatchMethod::kTables) {
    MeshLookUpParams p;
    p.chunk = chunk_agents();
    p.tables = tables_;
    p.all_link_costs = all_link_costs_.data();
    p.answers = answers_.answers();
    p.found = found_.data();
    STRATA_DEVICE(device_.launch(p, count, stream_));
  } else if (plan.method == MeshBatchMethod::kAstar) {
    SearchMeshPortalsParams p;
    p.chunk = chunk_agents();
    p.scratch = nodes_.scratches();
    p.answers = answers_.answers();
    STRATA_DEVICE(device_.launch(p, count, stream_));
  } else {
    STRATA_DEVICE(search_linked());
  }
  return answers_.bring_back();
}

DeviceStatus MeshChunk::search_linked() {
  MeshSearchParams search;
  search.chunk = chunk_agents();
  search.scratch = nodes_.scratches();
  search.all_link_costs = all_link_costs_.data();
  search.answers = answers_.answers();
  if (plan_.method == MeshBatchMethod::kPccp) {
    search.group = groups_.scratches();
  } else {
    MeshLinkParams link;
    link.chunk = chunk_agents();
    link.scratch = groups_.scratches();
    link.all_link_costs = all_link_costs_.data();
    link.direct = direct_.data();
    link.first = first_.data();
    link.linked = linked_.data();
    STRATA_DEVICE(device_.launch(link, 2 * answers_.count(), stream_));
    search.direct = direct_.data();
    search.first = first_.data();
    search.linked = linked_.data();
  }
  return device_.launch(search, answers_.count(), stream_);
}

DeviceStatus MeshChunk::write_paths() {
  return answers_.write_paths([&](const ChunkPaths& paths) {
    const auto write = [&](auto p) {
      p.paths = paths;
      return device_.launch(p, answers_.count(), stream_);
    };
    if (plan_.method == MeshBatchMethod::kTables) {
      MeshUnpackParams p;
      p.chunk = chunk_agents();
      p.tables = tables_;
      p.found = found_.data();
      return write(p);
    }
    WriteMeshPathsParams p;
    p.scratch = nodes_.scratches();
    const bool astar = plan_.method == MeshBatchMethod::kAstar;
    p.nodes = astar ? view_.portal_count : view_.inter_edge_count;
    p.inter_edges = astar ? nullptr : view_.inter_edges;
    return write(p);
  });
}

DeviceStatus MeshChunk::finish() {
  STRATA_DEVICE(write_paths());
  return answers_.finish();
}

}  // namespace strata
