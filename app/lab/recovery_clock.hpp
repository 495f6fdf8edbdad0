// Purpose: RecoveryClock is the clock by which copies of unsaved work are due. Tests use a clock of their own.
#pragma once

#include <chrono>
#include <functional>

namespace strata {

// From a change to its copy on the disk. It leaves as much again for slow disks and slow frames before five seconds are
// lost.
inline constexpr double kRecoverySeconds = 2.5;

using RecoveryTime = std::chrono::steady_clock::time_point;
using RecoveryClock = std::function<RecoveryTime()>;

}  // namespace strata
