#include "grade/confinement.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>

namespace strata::bench {
namespace {

// Exit statuses from here on encode the signal that ended the process.
constexpr int kSignalStatus = 128;

// --- Namespaces ------------------------------------------------------------------------------------------------------

void write_small_file(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  [[maybe_unused]] const ssize_t written = ::write(file, text.data(), text.size());
  ::close(file);
}

// Waits for the process, and exits with its status. Meanwhile it reaps orphaned processes.
[[noreturn]] void pass_on_end(int process) {
  // Closes all files, so that the reader of a pipe sees the end of the process at once.
  (void)::syscall(SYS_close_range, 0u, ~0u, 0u);
  for (;;) {
    int status = 0;
    const int ended = ::waitpid(-1, &status, 0);
    if (ended == process) ::_exit(WIFSIGNALED(status) ? kSignalStatus + WTERMSIG(status) : WEXITSTATUS(status));
    if (ended < 0 && errno != EINTR) ::_exit(2);
  }
}

// Forks. The parent exits with the status of the child; the child returns true. Returns false if fork fails.
bool go_on_in_child() {
  const int child = ::fork();
  if (child > 0) pass_on_end(child);
  if (child == 0) (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return child == 0;
}

// Enters a user namespace, which gives the right to create the other namespaces. Returns false if there are none.
bool enter_namespaces() {
  const auto user = ::geteuid();
  const auto group = ::getegid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID) != 0) return ::unshare(CLONE_NEWNS | CLONE_NEWPID) == 0;
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the signal setting was cleared by the change of the user
  (void)::prctl(PR_SET_DUMPABLE, 1);         // otherwise the files below belong to root
  write_small_file("/proc/self/setgroups", "deny");
  write_small_file("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
  write_small_file("/proc/self/uid_map", fmt::format("{0} {0} 1", user));
  return true;
}

// Makes all mounts read-only for this process and its descendants. Returns whether it succeeded.
bool mount_for_reading() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  // /proc shows only the processes of this namespace; if it cannot be mounted, it shows all.
  (void)::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  struct {
    uint64_t set = 1, clear = 0, propagation = 0, user_namespace = 0;  // MOUNT_ATTR_RDONLY is 1
  } attributes;
  constexpr long kMountSetAttr = 442;
  constexpr unsigned kRecursive = 0x8000;  // the value of AT_RECURSIVE
  return ::syscall(kMountSetAttr, AT_FDCWD, "/", kRecursive, &attributes, sizeof attributes) == 0;
}

// --- Landlock --------------------------------------------------------------------------------------------------------

// The numbers are defined here, because the headers of Debian 12 know only the first versions of Landlock.
namespace landlock {
constexpr uint64_t kWriteFile = 1u << 1, kRemoveAndMake = 0x1ff0;  // bits 4 to 12
constexpr uint64_t kRefer = 1u << 13, kTruncate = 1u << 14;
constexpr uint64_t kScopeSockets = 1u << 0, kScopeSignals = 1u << 1;
constexpr long kCreate = 444, kAddRule = 445, kRestrict = 446;
constexpr int kPathBeneath = 1, kVersion = 1;

struct Ruleset {
  uint64_t files = 0, network = 0, scoped = 0;
};
struct __attribute__((packed)) PathRule {
  uint64_t allowed = 0;
  int32_t folder = -1;
};
}  // namespace landlock

Confinement enter_landlock() {
  using namespace landlock;
  const long version = ::syscall(kCreate, nullptr, 0, kVersion);
  if (version < 1) return {};
  Ruleset rules;
  const uint64_t write = kWriteFile | (version >= 3 ? kTruncate : 0);
  rules.files = write | kRemoveAndMake | (version >= 2 ? kRefer : 0);
  rules.scoped = version >= 6 ? kScopeSockets | kScopeSignals : 0;
  const size_t size = version >= 6 ? sizeof rules : version >= 4 ? 16 : 8;
  const long ruleset = ::syscall(kCreate, &rules, size, 0);
  if (ruleset < 0) return {};
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full"}) {
    PathRule rule{write, ::open(device, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) continue;
    (void)::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
    ::close(rule.folder);
  }
  const bool entered = ::syscall(kRestrict, ruleset, 0) == 0;
  ::close(static_cast<int>(ruleset));
  return {.files = entered && version >= 3, .signals = entered && version >= 6};
}

// --- Rights ----------------------------------------------------------------------------------------------------------

void drop_rights() {
  for (int right = 0; right < 64; ++right) (void)::prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
  (void)::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  (void)::syscall(SYS_capset, &header, none.data());
  (void)::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

}  // namespace

Confinement confine() {
  Confinement held;
  // The first process in a namespace ignores signals from inside, and all others end with it: it forks the process that
  // continues, and waits for it.
  if (enter_namespaces() && go_on_in_child()) {
    held.processes = held.signals = true;
    held.files = mount_for_reading();
  }
  drop_rights();
  const Confinement more = enter_landlock();
  held.files = held.files || more.files;
  held.signals = held.signals || more.signals;
  // Prevents programs that this process starts from reading its memory and opening its pipes.
  (void)::prctl(PR_SET_DUMPABLE, 0);
  if (held.processes && !go_on_in_child()) ::_exit(2);
  return held;
}

const Confinement& confinement_here() {
  static const Confinement kHere = [] {
    const int child = ::fork();
    if (child == 0) {
      const Confinement held = confine();
      ::_exit((held.files ? 1 : 0) | (held.signals ? 2 : 0) | (held.processes ? 4 : 0));
    }
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    const int held = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) < 8 ? WEXITSTATUS(status) : 0;
    return Confinement{.files = (held & 1) != 0, .signals = (held & 2) != 0, .processes = (held & 4) != 0};
  }();
  return kHere;
}

int ended_by_signal(int wait_status) {
  if (WIFSIGNALED(wait_status)) return WTERMSIG(wait_status);
  return WEXITSTATUS(wait_status) > kSignalStatus ? WEXITSTATUS(wait_status) - kSignalStatus : 0;
}

}  // namespace strata::bench
