#include "gpu/batch_device_chunk.hpp"

#include <algorithm>

namespace strata {

// The sizes of the memory of one search.
struct DeviceChunk::SearchMemorySizes {
  uint32_t cells = 0, nodes = 0, cell_open = 0, node_open = 0, link_width = 0;
};

DeviceChunk::SearchMemorySizes DeviceChunk::sizes_of(const AgentKindMirror& mirror, const ChunkPlan& plan) {
  const TablesView& view = mirror.view();
  SearchMemorySizes sizes;
  if (plan.method == BatchMethod::kAstar) {
    sizes.cells = static_cast<uint32_t>(view.width) * static_cast<uint32_t>(view.height);
    // The open list contains the boundary of the generated cells, some cells twice.
    sizes.cell_open = std::max(sizes.cells / 8, 1024u);
  } else if (plan.method == BatchMethod::kHpa) {
    sizes.cells = static_cast<uint32_t>(view.side) * static_cast<uint32_t>(view.side);
    sizes.cell_open = sizes.cells + 16;
    sizes.nodes = view.nodes + 2;
    sizes.node_open = std::max(view.nodes, 256u);
    sizes.link_width = std::max(mirror.widest_cluster(), 1u);
  }
  if (plan.open_entries > 0) {
    sizes.cell_open = std::min(sizes.cell_open, plan.open_entries);
    sizes.node_open = std::min(sizes.node_open, plan.open_entries);
  }
  return sizes;
}

size_t DeviceChunk::bytes_per_agent(const AgentKindMirror& mirror, const ChunkPlan& plan) {
  const SearchMemorySizes sizes = sizes_of(mirror, plan);
  size_t bytes = sizeof(AgentStartGoal) + ChunkDownload::bytes_per_agent(plan.paths, plan.turns);
  if (plan.method == BatchMethod::kTables) bytes += sizeof(TableLookUp) + mirror.goal_scratch_width() * sizeof(Cost);
  if (plan.method == BatchMethod::kLabels) bytes += sizeof(CornerLookUp) + mirror.corners().height * sizeof(Cost);
  const size_t cells = ChunkSearchMemory<AgentCellRecord>::bytes_for(sizes.cells, sizes.cell_open);
  if (plan.method == BatchMethod::kAstar) bytes += cells;
  if (plan.method == BatchMethod::kHpa) {
    bytes += 2 * (cells + sizes.link_width * sizeof(Cost) + sizeof(PlanStatus)) + sizeof(Cost) +
             ChunkSearchMemory<AgentNodeRecord>::bytes_for(sizes.nodes, sizes.node_open);
  }
  return bytes;
}

size_t DeviceChunk::device_bytes() const {
  return answers_.device_bytes() + agents_.bytes() + found_.bytes() + corners_found_.bytes() + goal_scratch_.bytes() +
         cells_.bytes() + nodes_.bytes() + links_.bytes() + direct_.bytes() + linked_.bytes();
}

DeviceStatus DeviceChunk::reserve(const AgentKindMirror& mirror, const ChunkPlan& plan, size_t agents) {
  plan_ = plan;
  STRATA_DEVICE(agents_.reserve(device_, agents));
  STRATA_DEVICE(host_agents_.reserve_host(device_, agents));
  STRATA_DEVICE(answers_.reserve(agents, plan.paths, plan.turns));
  if (plan.method == BatchMethod::kTables) {
    STRATA_DEVICE(found_.reserve(device_, agents));
    goal_room_ = mirror.goal_scratch_width();
    return goal_scratch_.reserve(device_, agents * goal_room_);
  }

  if (plan.method == BatchMethod::kLabels) {
    STRATA_DEVICE(corners_found_.reserve(device_, agents));
    goal_room_ = mirror.corners().height;
    return goal_scratch_.reserve(device_, agents * std::max(goal_room_, 1u));
  }

  const SearchMemorySizes sizes = sizes_of(mirror, plan);
  const size_t searches = plan.method == BatchMethod::kHpa ? 2 * agents : agents;
  STRATA_DEVICE(cells_.reserve(device_, stream_, searches, sizes.cells, sizes.cell_open));
  if (plan.method != BatchMethod::kHpa) return {};
  STRATA_DEVICE(nodes_.reserve(device_, stream_, agents, sizes.nodes, sizes.node_open));
  STRATA_DEVICE(links_.reserve(device_, searches * sizes.link_width));
  STRATA_DEVICE(direct_.reserve(device_, agents));
  STRATA_DEVICE(linked_.reserve(device_, searches));
  link_width_ = sizes.link_width;
  return {};
}

DeviceStatus DeviceChunk::begin(const AgentKindInput& input, const AgentKindMirror& mirror, const ChunkPlan& plan,
                                size_t place, size_t count) {
  plan_ = plan;
  view_ = mirror.view();
  answers_.begin(place, count, plan.paths);
  STRATA_DEVICE(device_.upload(agents_.data(), host_agents_.data(), count * sizeof(AgentStartGoal), stream_));
  if (plan.method == BatchMethod::kTables) {
    labels_ = mirror.labels();
    arc_parts_ = mirror.arc_parts();
    STRATA_DEVICE(look_up());
  } else if (plan.method == BatchMethod::kLabels) {
    corners_ = mirror.corners();
    STRATA_DEVICE(look_up_corners());
  } else if (plan.method == BatchMethod::kHpa) {
    STRATA_DEVICE(search_nodes(mirror));
  } else {
    STRATA_DEVICE(search_cells(input, mirror));
  }
  return answers_.bring_back();
}

DeviceStatus DeviceChunk::look_up() {
  LookUpParams costs;
  costs.view = view_;
  costs.labels = labels_;
  costs.agents = agents_.data();
  costs.goal_scratch = {goal_scratch_.data(), goal_room_};
  costs.found = found_.data();
  costs.paths = plan_.paths;
  STRATA_DEVICE(device_.launch(costs, answers_.count(), stream_));
  UnpackParams ways;
  ways.view = view_;
  ways.labels = labels_;
  ways.parts = arc_parts_;
  ways.agents = agents_.data();
  ways.found = found_.data();
  ways.answers = answers_.answers();
  if (plan_.unpack_capacity > 0) ways.unpack_capacity = plan_.unpack_capacity;
  return device_.launch(ways, answers_.count(), stream_);
}

DeviceStatus DeviceChunk::look_up_corners() {
  CornerLookUpParams p;
  p.view = view_;
  p.corners = corners_;
  p.agents = agents_.data();
  p.ways = {goal_scratch_.data(), goal_room_};
  p.found = corners_found_.data();
  p.answers = answers_.answers();
  return device_.launch(p, answers_.count(), stream_);
}

DeviceStatus DeviceChunk::search_nodes(const AgentKindMirror& mirror) {
  LinkAgentEndsParams link;
  link.view = mirror.view();
  link.agents = agents_.data();
  link.scratch = cells_.scratches();
  link.links = links_.data();
  link.direct = direct_.data();
  link.linked = linked_.data();
  link.width = link_width_;
  STRATA_DEVICE(device_.launch(link, 2 * answers_.count(), stream_));
  SearchNodesParams search;
  search.view = mirror.view();
  search.agents = agents_.data();
  search.scratch = nodes_.scratches();
  search.links = links_.data();
  search.direct = direct_.data();
  search.linked = linked_.data();
  search.width = link_width_;
  search.answers = answers_.answers();
  return device_.launch(search, answers_.count(), stream_);
}

DeviceStatus DeviceChunk::search_cells(const AgentKindInput& input, const AgentKindMirror& mirror) {
  SearchCellsParams search;
  search.view = mirror.view();
  search.agents = agents_.data();
  search.scratch = cells_.scratches();
  search.limit = input.limit;
  search.answers = answers_.answers();
  return device_.launch(search, answers_.count(), stream_);
}

DeviceStatus DeviceChunk::write_abstract_paths(const ChunkPaths& paths) {
  const auto write = [&](auto p) {
    p.view = view_;
    p.agents = agents_.data();
    p.paths = paths;
    return device_.launch(p, answers_.count(), stream_);
  };
  if (plan_.method == BatchMethod::kTables) {
    WriteTablePathsParams p;
    p.labels = labels_;
    p.parts = arc_parts_;
    if (plan_.unpack_capacity > 0) p.unpack_capacity = plan_.unpack_capacity;
    p.found = found_.data();
    return write(p);
  }
  if (plan_.method == BatchMethod::kLabels) {
    WriteCornersParams p;
    p.corners = corners_;
    p.found = corners_found_.data();
    return write(p);
  }
  if (plan_.method == BatchMethod::kHpa) {
    WriteNodesParams p;
    p.scratch = nodes_.scratches();
    return write(p);
  }
  WriteCellsParams p;
  p.scratch = cells_.scratches();
  return write(p);
}

DeviceStatus DeviceChunk::write_paths() {
  const auto write = [&](const ChunkPaths& paths) { return write_abstract_paths(paths); };
  if (!plan_.turns) return answers_.write_paths(write);
  const auto with_turns = [&](auto p, const ChunkPaths& paths, auto turns) {
    p.view = view_;
    p.method = plan_.method;
    p.paths = paths;
    p.turns = turns;
    return device_.launch(p, answers_.count(), stream_);
  };
  return answers_.write_turns(
      write, [&](const ChunkPaths& paths, uint32_t* lengths) { return with_turns(CountTurnsParams{}, paths, lengths); },
      [&](const ChunkPaths& paths, const ChunkPaths& turns) { return with_turns(WriteTurnsParams{}, paths, turns); });
}

DeviceStatus DeviceChunk::finish() {
  STRATA_DEVICE(write_paths());
  return answers_.finish();
}

}  // namespace strata
