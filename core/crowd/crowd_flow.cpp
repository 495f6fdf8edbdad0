#include "core/crowd/crowd_flow.hpp"

#include <algorithm>

#include "core/base/work_count.hpp"

namespace strata {

void CrowdFlow::clear() {
  fields_.clear();
  fields_.shrink_to_fit();
  std::ranges::fill(of_agent_, kNoFlow);
}

uint8_t CrowdFlow::find(size_t kind, std::span<const CellId> goals) const {
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].kind == kind && std::ranges::equal(fields_[i].field.goals(), goals)) return static_cast<uint8_t>(i);
  }
  return kNoFlow;
}

uint8_t CrowdFlow::add(size_t kind, std::span<const CellId> goals, const MoveGrid& grid, uint32_t in_use) {
  size_t number = 0;
  while (number < fields_.size() && (in_use >> number & 1) != 0) ++number;
  if (number == fields_.size()) {
    const size_t bytes = (number + 1) * FlowField::bytes_for(grid.cell_count());
    if (number == kMaxFields || (number > 0 && bytes > kMaxBytes)) return kNoFlow;
    fields_.emplace_back();
  }
  fields_[number].kind = kind;
  fields_[number].field.begin(grid, goals);
  return static_cast<uint8_t>(number);
}

void CrowdFlow::map_changed(size_t kind, const MoveGrid& grid, const Rect& cells) {
  for (OwnedField& each : fields_) {
    if (each.kind == kind) each.field.map_changed(grid, cells);
  }
}

bool CrowdFlow::work(std::span<const MoveGrid* const> grids, uint32_t in_use, uint32_t tick) {
  bool completed = false;
  uint64_t left = kCellsPerTick;
  for (size_t i = 0; i < fields_.size() && left > 0; ++i) {
    const size_t number = (i + tick) % fields_.size();
    if ((in_use >> number & 1) == 0) continue;
    OwnedField& each = fields_[number];
    const MoveGrid* grid = each.kind < grids.size() ? grids[each.kind] : nullptr;
    if (grid == nullptr || each.field.is_current_for(*grid)) continue;
    const uint64_t before = work_of_this_thread();
    completed |= each.field.work(*grid, left);
    left -= std::min(left, work_of_this_thread() - before);
  }
  return completed;
}

const CrowdFlowView* CrowdFlow::views() {
  for (size_t i = 0; i < fields_.size(); ++i) {
    const FlowField& field = fields_[i].field;
    const bool current = field.up_to_date();
    views_[i] = {field.directions().data(), field.directions().size(), current,
                 current ? field.costs().data() : nullptr};
  }
  return views_.data();
}

const FlowField* CrowdFlow::up_to_date_to(size_t kind, CellId goal) const {
  for (const OwnedField& each : fields_) {
    if (each.kind == kind && each.field.up_to_date() && std::ranges::binary_search(each.field.goals(), goal)) {
      return &each.field;
    }
  }
  return nullptr;
}

Cost CrowdFlow::left(size_t kind, CellId from, CellId goal) const {
  const FlowField* field = up_to_date_to(kind, goal);
  return field == nullptr ? kInfinite : field->cost(from);
}

Cost CrowdFlow::walk(uint8_t number, const MoveGrid& grid, CellId from, std::vector<CellId>& cells) const {
  const FlowField& field = fields_[number].field;
  if (!field.is_current_for(grid)) return kInfinite;
  for (CellId at = field.next_cell(grid, from); at != kNoCell; at = field.next_cell(grid, at)) cells.push_back(at);
  return field.cost(from);
}

size_t CrowdFlow::memory_bytes() const {
  size_t bytes = fields_.capacity() * sizeof(OwnedField) + of_agent_.capacity();
  for (const OwnedField& each : fields_) bytes += each.field.memory_bytes();
  return bytes;
}

}  // namespace strata
