// Purpose: Watches the agents of a lab's crowd and its walkers from step to step: nobody enters what is blocked for it,
//          and nobody is walled in where it can stand.
// How: Cells are read off the letters of the map, places off the navigation mesh; what the crowds say of themselves is
//      not asked.
#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/lab.hpp"
#include "core/crowd/crowd_step.hpp"
#include "tests/soak/fault.hpp"

namespace strata::soak {

class CrowdWatch {
 public:
  // After every step of the lab.
  MaybeFault look(Lab& lab);
  void forget() { *this = {}; }

 private:
  struct Seen {
    std::vector<CellId> cells;
    std::vector<CrowdStatus> statuses;
    uint32_t ticks = 0;
  };
  MaybeFault look_at_crowd(const Lab& lab, bool edited);
  MaybeFault look_at_walkers(const Lab& lab, bool edited);

  uint64_t world_ = 0, revision_ = 0;
  Seen crowd_, walkers_;
};

}  // namespace strata::soak
