#include "app/features/crowd/walk_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/features/crowd/crowd.hpp"
#include "app/features/walkers/walkers.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/saved_content.hpp"
#include "core/base/count_of.hpp"

namespace strata {

Status walked_all(const Lab& lab, uint32_t ticks, uint32_t wanted) {
  const Status stopped = long_work(lab).status();
  if (stopped) return success();
  return error_at("", fmt::format("{}, after {} of {}", stopped.error().what, ticks, count_of(wanted, "tick")));
}

Status UntrustedWalkLimit::allow(const Lab& lab, const Command& command) {
  const bool mesh = command.name == "walkers.step";
  if (!mesh && command.name != "crowd.step") return success();
  constexpr uint64_t kMostTicks = 10'000'000;
  const uint64_t given = command.args.empty() ? 1 : std::strtoull(command.args[0].c_str(), nullptr, 10);
  const uint64_t ticks = std::min(given, kMostTicks);
  const GridCrowdController& cells = grid_crowd_controller(lab);
  const bool waits = mesh || cells.state().settings.options.holding;
  // The number of walkers on the screen may be out of date, so that the crowd itself is asked.
  const MeshCrowd* const walkers = mesh_crowd_controller(lab).crowd();
  uint64_t agents = 0;
  if (mesh && walkers != nullptr) agents = walkers->count();
  if (!mesh && cells.crowd() != nullptr) agents = cells.crowd()->count();
  walked_ += ticks * agents * (waits ? kWaitingCosts : 1);
  if (walked_ <= kMostWalked) return success();
  return error_at("", fmt::format("{} would walk for {} ticks, which takes too long: they stand where they were",
                                  count_of(agents, "agent"), ticks));
}

}  // namespace strata
