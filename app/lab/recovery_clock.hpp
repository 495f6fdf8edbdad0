// Purpose: RecoveryClock is the clock that decides when a copy of unsaved work is due. Tests pass a clock of their own.
#pragma once

#include <chrono>
#include <functional>

namespace strata {

// Maximum number of seconds from a change to its copy on the disk. A slow disk or slow frames may take as long again,
// so that at most five seconds of work are lost.
inline constexpr double kRecoverySeconds = 2.5;

using RecoveryTime = std::chrono::steady_clock::time_point;
using RecoveryClock = std::function<RecoveryTime()>;

}  // namespace strata
