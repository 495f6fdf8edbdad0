// Purpose: take_stop_signals lets one waiting thread, and no other code of the process, receive SIGTERM, SIGHUP and
//          SIGINT (end of a session, closed terminal, Ctrl+C).
// Why: METIS, while it works, handles SIGTERM itself, for the whole process and by a jump that only its own thread can
//      make; and it handles SIGABRT, which is never sent.
// Threads: Call it before any other thread starts, because threads inherit the blocked signals.
#pragma once

#include <functional>

namespace strata {

// Calls `on_stop` in the waiting thread for each signal. Signals that were ignored when the program started
// (nohup) stay ignored.
void take_stop_signals(std::function<void(int signal)> on_stop);

// Ends the process by the signal itself, so that its parent process sees the signal as the cause.
[[noreturn]] void end_by_signal(int signal);

}  // namespace strata
