// Purpose: take_stop_signals has SIGTERM, SIGHUP and SIGINT (a session that ends, a terminal that is closed, Ctrl+C in
//          it) reach one thread that waits for them, and no other code of the process.
// Why: METIS, while it works, handles SIGTERM itself, for the whole process and by a jump that only its own thread can
//      make; and it handles SIGABRT, which nobody sends.
// Threads: It is called before any other thread starts. Threads inherit that the signals are blocked.
#pragma once

#include <functional>

namespace strata {

// `on_stop` is called in the waiting thread, with the signal, each time that one comes. Those that whoever started the
// program wants to be ignored (nohup) stay ignored.
void take_stop_signals(std::function<void(int signal)> on_stop);

// Ends the process by the signal, so that whoever sent it learns that it worked.
[[noreturn]] void end_by_signal(int signal);

}  // namespace strata
