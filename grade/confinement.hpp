// Purpose: confine() takes away from a process, and from all that it starts, what untrusted programs must not do:
//          change files, send signals to other programs, debug them, and gain privileges. It uses whatever the system
//          supports at run time.
// Source: user_namespaces(7), pid_namespaces(7), mount_setattr(2), landlock(7), capabilities(7).
// How: If possible, the process gets its own namespaces for users, mounts and processes: all mounts are read-only, and
//      processes outside are not visible to signals. Landlock is added to that, and replaces it in containers without
//      namespaces. Capabilities that could raise limits are dropped in any case.
// Not held: Reading files, the network, and actions of other programs that are asked over a socket.
#pragma once

namespace strata::bench {

struct Confinement {
  // The process cannot create, change, truncate or remove files. With Landlock alone it may change their
  // permissions and times.
  bool files = false;
  bool signals = false;  // the process cannot signal other programs of the user
  // All processes that the confined process has started end with the process that called `confine`.
  bool processes = false;
};

// Confines the calling process, which must be newly forked and have one thread. If namespaces are created it
// forks again: it returns in the last process, and the others pass on the exit status of that one, as
// `ended_by_signal` reads it.
Confinement confine();

// Returns the restrictions that `confine` can enforce on this system; they are determined once.
const Confinement& confinement_here();

// Returns the signal that ended a confined process with this exit status; 0 if no signal did.
int ended_by_signal(int wait_status);

}  // namespace strata::bench
