#include "core/batch/batch.hpp"

#include <array>

#include "core/base/enum_names.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, kBatchMethods> kMethodNames = {"tables", "hpa", "astar", "labels"};

}  // namespace

std::string_view batch_method_name(BatchMethod method) { return kMethodNames[static_cast<size_t>(method)]; }

std::optional<BatchMethod> batch_method_named(std::string_view name) {
  return enum_named(kBatchMethods, batch_method_name, name);
}

std::string_view batch_backend_name(BatchBackend backend) { return backend == BatchBackend::kCpu ? "cpu" : "cuda"; }

int BatchMap::kind_of(int size, uint8_t capability) const {
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].agent.size == size && kinds[i].agent.capability.bits() == capability) return static_cast<int>(i);
  }
  return -1;
}

void BatchResult::clear() {
  status.clear();
  cost.clear();
  hop.clear();
  path_begin.clear();
  path_cells.clear();
  solved = 0;
  times = {};
}

bool append_moves(const TablesView& view, CellId from, const CellId* path, size_t length, std::vector<CellId>& cells) {
  for (size_t i = 0; i < length; ++i) {
    if (from != path[i] && table_steps_over_link(view, from, path[i])) {
      from = path[i];
      cells.push_back(from);
      continue;
    }
    // A path inside a cluster enters no cell twice, which limits its length.
    for (int left = view.side * view.side; from != path[i]; --left) {
      const uint32_t move = table_next_move(view, from, path[i]);
      if (move >= kDirections || left < 0) return false;
      from = view.neighbour(from, static_cast<int>(move));
      cells.push_back(from);
    }
  }
  return true;
}

}  // namespace strata
