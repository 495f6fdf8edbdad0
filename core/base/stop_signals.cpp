#include "core/base/stop_signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <thread>
#include <utility>

namespace strata {

void take_stop_signals(std::function<void(int signal)> on_stop) {
  sigset_t taken;
  sigemptyset(&taken);
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaddset(&taken, number);
  }
  pthread_sigmask(SIG_BLOCK, &taken, nullptr);
  std::thread([taken, on_stop = std::move(on_stop)] {
    for (;;) {
      int signal = 0;
      if (sigwait(&taken, &signal) == 0) on_stop(signal);
    }
  }).detach();
}

void end_by_signal(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  (void)std::raise(signal);
  ::_exit(128 + signal);
}

}  // namespace strata
