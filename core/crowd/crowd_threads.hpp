// Purpose: This header runs a loop over a crowd's agents in threads; it is private to the crowd's sources.
#pragma once

#include "core/crowd/crowd.hpp"

namespace strata {

// Calls visit(i) for i in [0, count), in any order and in several threads if there are many.
template <class Visit>
void GridCrowd::each(uint32_t count, Visit&& visit) {
  constexpr uint32_t kFewAgents = 4096;  // for so few agents one thread is faster
  constexpr size_t kGrain = 2048;
  if (count < kFewAgents) {
    for (uint32_t i = 0; i < count; ++i) visit(i);
    return;
  }
  threads_.for_pieces(0, count, kGrain, [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) visit(static_cast<uint32_t>(i));
  });
}

}  // namespace strata
