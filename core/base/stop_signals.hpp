// Purpose: take_stop_signals directs SIGTERM, SIGHUP and SIGINT (a session ends, a terminal is closed, Ctrl+C in it) to
//          one thread that waits for them, and to no other code of the process.
// Why: METIS, while it works, handles SIGTERM itself, for the whole process and by a jump that only its own thread can
//      make; and it handles SIGABRT, which is never sent.
// Threads: Call it before any other thread starts: threads inherit that the signals are blocked.
#pragma once

#include <functional>

namespace strata {

// Calls `on_stop` in the waiting thread for each signal. Signals that the starter of the program set to be ignored
// (nohup) stay ignored.
void take_stop_signals(std::function<void(int signal)> on_stop);

// Ends the process by the signal, so that its sender learns that it worked.
[[noreturn]] void end_by_signal(int signal);

}  // namespace strata
