#include "core/search/workspace.hpp"

namespace strata {

void CellRecords::begin(size_t cells) {
  if (records_.size() < cells) records_.resize(cells);
  if (++stamp_ == 1u << 28) {  // all stamps are used up: the records themselves are cleared
    records_.assign(records_.size(), CellRecord{});
    stamp_ = 1;
  }
}

void NodeRecords::begin(size_t nodes) {
  if (records_.size() < nodes) records_.resize(nodes);
  if (++stamp_ == 0) {
    records_.assign(records_.size(), NodeRecord{});
    stamp_ = 1;
  }
}

void StampedSet::begin(size_t count) {
  if (stamps_.size() < count) stamps_.resize(count, 0);
  if (++stamp_ == 0) {
    stamps_.assign(stamps_.size(), 0);
    stamp_ = 1;
  }
}

}  // namespace strata
