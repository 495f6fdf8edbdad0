#include "app/lab/agents_first.hpp"

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/playback.hpp"

namespace strata {

void put_agents_first(Lab& lab) {
  if (!agents_come_first(lab)) {
    lab.say(MessageKind::kInfo, "What is stepped is pale while the crowd is shown: its next step brings it back");
  }
  lab.mutable_state().agents_first_at = lab.playback().version();
}

bool agents_come_first(const Lab& lab) {
  const Playback& stepped = lab.playback();
  if (lab.state().process == nullptr && (stepped.empty() || stepped.at_end())) return true;
  return stepped.version() == lab.state().agents_first_at;
}

}  // namespace strata
