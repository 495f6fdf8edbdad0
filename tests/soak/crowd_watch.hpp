// Purpose: CrowdWatch checks the agents of a lab's crowds from step to step: none enters a cell that is blocked for it,
//          and none is walled in where it can stand.
// How: It reads cells from the letters of the map and positions from the navigation mesh, not from the
//      crowds' own data.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/lab.hpp"
#include "core/crowd/crowd_step.hpp"
#include "tests/soak/fault.hpp"

namespace strata::soak {

class CrowdWatch {
 public:
  // Call it after every step of the lab.
  MaybeFault look(Lab& lab);
  void forget() { *this = {}; }

 private:
  struct LastTickState {
    std::vector<CellId> cells;
    std::vector<CrowdStatus> statuses;
    uint32_t ticks = 0;
  };
  MaybeFault look_at_crowd(const Lab& lab, bool edited);
  MaybeFault look_at_walkers(const Lab& lab, bool edited);

  uint64_t world_ = 0, revision_ = 0;
  LastTickState crowd_, walkers_;
};

}  // namespace strata::soak
