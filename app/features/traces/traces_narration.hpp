// Purpose: These narrations describe the steps of traces and plans of other programs: what the file says, and which
//          errors it has, without reasons.
#pragma once

#include <memory>

#include "app/playback/narration.hpp"

namespace strata {

class TracesController;

std::unique_ptr<Narration> make_trace_narration(const TracesController& controller);
std::unique_ptr<Narration> make_plan_narration(const TracesController& controller);

}  // namespace strata
