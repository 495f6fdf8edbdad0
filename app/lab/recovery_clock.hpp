// Purpose: RecoveryClock is the clock by which copies of unsaved work are due. Tests use a clock of their own.
#pragma once

#include <chrono>
#include <functional>

namespace strata {

// Time from a change to its copy on the disk. It leaves the same time again for slow disks and slow frames, so that at
// most five seconds of work are lost.
inline constexpr double kRecoverySeconds = 2.5;

using RecoveryTime = std::chrono::steady_clock::time_point;
using RecoveryClock = std::function<RecoveryTime()>;

}  // namespace strata
