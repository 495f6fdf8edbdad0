// Purpose: confine takes from a process, and from all that it starts, what programs of strangers must not do: change
//          files, send signals to other programs, look into them, and gain rights. What the system offers is found out
//          while it runs.
// Source: user_namespaces(7), pid_namespaces(7), mount_setattr(2), landlock(7), capabilities(7).
// How: Where it may, the process gets a namespace of its own for users, mounts and processes: all that is mounted can
//      be read only, and nothing outside has a number to which a signal could go. Landlock stands behind it, or in its
//      place in a container that allows no namespaces. Rights that a limit could be raised with are dropped in any
//      case.
// Not held: Reading files, the network, and what another program does when it is asked to over a socket.
#pragma once

namespace strata::bench {

struct Confinement {
  // It creates, changes, empties and removes no file. With Landlock alone it may change their rights and times.
  bool files = false;
  bool signals = false;  // it ends and stops no other program of the user
  // All that it has started ends with the process that called `confine`.
  bool processes = false;
};

// In a process that was forked just now and has one thread. Forks where it makes namespaces: it returns in the process
// that goes on, and the others pass on how that one ends, as `ended_by_signal` reads.
Confinement confine();

// What `confine` holds on this system. Found out once.
const Confinement& confinement_here();

// Returns the signal that ended a confined process whose exit status this is; 0: none.
int ended_by_signal(int wait_status);

}  // namespace strata::bench
