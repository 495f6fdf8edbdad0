// Whole files in and out: nothing is lost when writing fails.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/io/files.hpp"
#include "tests/temp_folder.hpp"

namespace fs = std::filesystem;
using namespace strata;
using namespace strata::test;

namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

size_t files_in(const std::string& folder) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

// Runs `body` in a child process and returns what it returned.
template <class Body>
int in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("files: what was written is read back, also with every byte value and nothing at all") {
  const TempFolder folder;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 31);
  for (const std::string& content : {bytes, std::string{}, std::string("a\n")}) {
    REQUIRE(write_file_atomic(folder.file("x"), content).ok());
    const auto read = read_file(folder.file("x"));
    REQUIRE(read.ok());
    CHECK(read.value() == content);
  }
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("files: errors name the path and the reason of the operating system") {
  const TempFolder folder;
  const auto missing = read_file(folder.file("none"));
  REQUIRE(!missing.ok());
  CHECK(missing.error().message() == folder.file("none") + ": No such file or directory");
  const auto directory = read_file(folder.path());
  REQUIRE(!directory.ok());
  CHECK(directory.error().what == "Is a directory");
  CHECK(write_file_atomic(folder.path(), "x").error().what == "Is a directory");
  const auto nowhere = write_file_atomic(folder.file("no/such/folder"), "x");
  REQUIRE(!nowhere.ok());
  CHECK(nowhere.error().where == folder.file("no/such/folder"));
  CHECK(nowhere.error().what.find("No such file or directory") != std::string::npos);
  CHECK(write_file_atomic("", "x").error().message() == "no file name given");
}

TEST_CASE("files: what is larger than allowed is refused, at the limit it is read") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("x"), std::string(100, 'a')).ok());
  CHECK(read_file(folder.file("x"), 100).ok());
  const auto refused = read_file(folder.file("x"), 99);
  REQUIRE(!refused.ok());
  CHECK(refused.error().what.find("99 bytes") != std::string::npos);
  // Files of the kernel do not tell their size.
  CHECK(read_file("/proc/self/status").value().size() > 100);
  CHECK(!read_file("/proc/self/status", 100).ok());
  CHECK(read_file("/proc/self/smaps").value().size() > 10'000);
}

TEST_CASE("files: a symbolic link stays one and its target gets the content") {
  const TempFolder folder;
  fs::create_directory(folder.file("real"));
  REQUIRE(write_file_atomic(folder.file("real/map"), "old").ok());
  fs::create_symlink("real/map", folder.file("link"));
  fs::create_symlink("link", folder.file("link2"));
  REQUIRE(write_file_atomic(folder.file("link2"), "new").ok());
  CHECK(fs::is_symlink(folder.file("link2")));
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(slurp(folder.file("real/map")) == "new");
  // A link to a file that does not exist yet creates it.
  fs::create_symlink("real/later", folder.file("dangling"));
  REQUIRE(write_file_atomic(folder.file("dangling"), "there").ok());
  CHECK(fs::is_symlink(folder.file("dangling")));
  CHECK(slurp(folder.file("real/later")) == "there");
  fs::create_symlink("loop", folder.file("loop"));
  CHECK(!write_file_atomic(folder.file("loop"), "x").ok());
}

TEST_CASE("files: the owner and the group of a file are kept by those who may keep them") {
  if (::geteuid() != 0) {
    MESSAGE("not run: only root can give files away");
    return;
  }
  const TempFolder folder;
  const std::string path = folder.file("x");
  const auto owners = [&] {
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    return std::pair(info.st_uid, info.st_gid);
  };
  // Another owner, another group, both, none: each is looked at by itself.
  for (const auto& each : {std::pair(1234u, 0u), {0u, 4321u}, {1234u, 4321u}, {0u, 0u}}) {
    const unsigned owner = each.first;
    const unsigned group = each.second;
    CAPTURE(owner);
    CAPTURE(group);
    REQUIRE(write_file_atomic(path, "old").ok());
    REQUIRE(::chown(path.c_str(), owner, group) == 0);
    // Changing the owner takes set-id bits away; they are set after it.
    REQUIRE(::chmod(path.c_str(), 06755) == 0);
    REQUIRE(write_file_atomic(path, "new").ok());
    CHECK(slurp(path) == "new");
    CHECK(owners() == std::pair(owner, group));
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    CHECK((info.st_mode & 07777) == 06755);
  }
  // Who may write a file of somebody else but not give files away becomes its owner.
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(::chown(path.c_str(), 1234, 4321) == 0);
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  const int outcome = in_child([&] {
    if (::setgid(65534) != 0 || ::setuid(65534) != 0) return 99;
    return write_file_atomic(path, "theirs").ok() ? 0 : 1;
  });
  CHECK(outcome == 0);
  CHECK(slurp(path) == "theirs");
  CHECK(owners() == std::pair(65534u, 65534u));
}

TEST_CASE("files: a file that cannot be given to its owner for another reason than permission is left as it was") {
  const TempFolder folder;
  constexpr int kNotAllowed = 77;
  const std::string path = folder.file("x");
  REQUIRE(write_file_atomic(path, "old").ok());
  // In a user namespace of its own a process is root, but knows no other owner than itself: giving a file to one that
  // it does not know fails with "Invalid argument".
  if (::geteuid() == 0) REQUIRE(::chown(path.c_str(), 1234, 4321) == 0);
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  const int outcome = in_child([&] {
    if (::geteuid() != 0 || ::unshare(CLONE_NEWUSER) != 0) return kNotAllowed;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 0 1";
    std::ofstream("/proc/self/gid_map") << "0 0 1";
    const auto failed = write_file_atomic(path, "new");
    if (failed.ok()) return 1;
    return failed.error().what == "cannot keep the owner (the old file is unchanged): Invalid argument" ? 0 : 2;
  });
  if (outcome == kNotAllowed) {
    MESSAGE("not run: user namespaces are not allowed here");
    return;
  }
  CHECK(outcome == 0);
  CHECK(slurp(path) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE(
    "files: a new file has the permissions that the user's mask leaves, also beside the root of a relative path") {
  const TempFolder folder;
  for (const auto& [mask, mode] : {std::pair(022, 0644), {077, 0600}, {002, 0664}}) {
    const mode_t before = ::umask(static_cast<mode_t>(mask));
    const std::string path = folder.file(std::to_string(mask));
    const Status written = write_file_atomic(path, "x");
    const mode_t after = ::umask(before);
    REQUIRE(written.ok());
    CHECK(after == static_cast<mode_t>(mask));
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    CHECK((info.st_mode & 07777) == static_cast<mode_t>(mode));
  }
  // A name without a folder means the working folder.
  CHECK(in_child([&] {
          if (::chdir(folder.path().c_str()) != 0) return 99;
          if (!write_file_atomic("plain", "x").ok() || ::symlink("plain", "link") != 0) return 1;
          return write_file_atomic("link", "y").ok() ? 0 : 2;
        }) == 0);
  CHECK(slurp(folder.file("plain")) == "y");
}

TEST_CASE("files: links are followed as far as the system follows them, and no further") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("0"), "old").ok());
  const auto link = [&](int i) { return folder.file(std::to_string(i)); };
  for (int i = 1; i <= 45; ++i) fs::create_symlink(std::to_string(i - 1), link(i));
  REQUIRE(write_file_atomic(link(39), "new").ok());
  CHECK(slurp(link(0)) == "new");
  const auto refused = write_file_atomic(link(45), "x");
  REQUIRE(!refused.ok());
  CHECK(refused.error().message() == link(45) + ": Too many levels of symbolic links");
  CHECK(slurp(link(0)) == "new");
  // An absolute link, and one whose name is that of a folder's root.
  fs::create_symlink(folder.file("0"), folder.file("absolute"));
  REQUIRE(write_file_atomic(folder.file("absolute"), "there").ok());
  CHECK(slurp(link(0)) == "there");
  // A link to a folder is a folder.
  fs::create_directory_symlink(folder.path(), folder.file("folder"));
  CHECK(write_file_atomic(folder.file("folder"), "x").error().what == "Is a directory");
  CHECK(write_file_atomic(folder.file("0/x"), "x").error().what == "Not a directory");
}

TEST_CASE("files: permissions are kept; a read-only file is refused") {
  const TempFolder folder;
  const std::string path = folder.file("x");
  REQUIRE(write_file_atomic(path, "old").ok());
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  REQUIRE(write_file_atomic(path, "new").ok());
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 07777) == 0640);
  // Root may write anything, so this part needs somebody else.
  const auto as_nobody = [&](auto body) {
    return in_child([&] {
      if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 99;
      return body();
    });
  };
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  REQUIRE(::chmod(path.c_str(), 0444) == 0);
  CHECK(as_nobody([&] {
          const auto refused = write_file_atomic(path, "x");
          return !refused.ok() && refused.error().what == "Permission denied" ? 0 : 1;
        }) == 0);
  CHECK(slurp(path) == "new");
  REQUIRE(::chmod(path.c_str(), 0000) == 0);
  CHECK(as_nobody([&] {
          const auto refused = read_file(path);
          return !refused.ok() && refused.error().what == "Permission denied" ? 0 : 1;
        }) == 0);
  // A folder in which no file can be created.
  REQUIRE(::chmod(path.c_str(), 0666) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0555) == 0);
  CHECK(as_nobody([&] {
          const auto refused = write_file_atomic(path, "x");
          return !refused.ok() && refused.error().what.find("Permission denied") != std::string::npos ? 0 : 1;
        }) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  CHECK(slurp(path) == "new");
}

TEST_CASE("files: when the disk is full the old file is kept and nothing is left behind") {
  const TempFolder folder;
  const std::string path = folder.file("x");
  REQUIRE(write_file_atomic(path, "old").ok());
  // A limit on file sizes stops a write half way, as a full disk does.
  const int outcome = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10'000, 10'000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 99;
    const auto failed = write_file_atomic(path, std::string(50'000, 'x'));
    if (failed.ok()) return 1;
    return failed.error().message().find("the old file is unchanged") != std::string::npos ? 0 : 2;
  });
  CHECK(outcome == 0);
  CHECK(slurp(path) == "old");
  CHECK(files_in(folder.path()) == 1);
  // A device that is always full reports it, and stays a device.
  const auto full = write_file_atomic("/dev/full", "x");
  REQUIRE(!full.ok());
  CHECK(full.error().message() == "/dev/full: No space left on device");
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("files: on a file system that is really full the old file is kept") {
  const TempFolder folder;
  constexpr int kNotAllowed = 77;
  const int outcome = in_child([&] {
    // A file system of 64 KiB of our own, which nobody else sees; that takes root.
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
      return kNotAllowed;
    }
    const std::string path = folder.file("x.map");
    if (!write_file_atomic(path, "old").ok()) return 1;
    const auto failed = write_file_atomic(path, std::string(500'000, 'x'));
    if (failed.ok()) return 2;
    if (failed.error().what != "cannot write (the old file is unchanged): No space left on device") return 3;
    if (slurp(path) != "old") return 4;
    if (files_in(folder.path()) != 1) return 5;
    return write_file_atomic(path, std::string(20'000, 'y')).ok() ? 0 : 6;
  });
  if (outcome == kNotAllowed) {
    MESSAGE("not run: mounting a small file system is not allowed here");
  } else {
    CHECK(outcome == 0);
  }
}

TEST_CASE("files: where files end at a limit, writing is an error like any other once a program has said so") {
  const TempFolder folder;
  const std::string path = folder.file("x");
  REQUIRE(write_file_atomic(path, "old").ok());
  const int outcome = in_child([&] {
    std::signal(SIGXFSZ, SIG_DFL);
    make_write_signals_errors();
    const rlimit limit{10'000, 10'000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 99;
    const auto failed = write_file_atomic(path, std::string(50'000, 'x'));
    if (failed.ok()) return 1;
    return failed.error().what == "cannot write (the old file is unchanged): File too large" ? 0 : 2;
  });
  CHECK(outcome == 0);
  CHECK(slurp(path) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("files: a pipe that is closed while it is written is an error like any other") {
  const TempFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    make_write_signals_errors();
    ::close(reader);
    const auto failed = write_file_atomic(pipe, std::string(300'000, 'a'));
    ::_exit(!failed.ok() && failed.error().message() == pipe + ": Broken pipe" ? 0 : 1);
  }
  // More than a pipe holds is under way once something has arrived.
  char buffer[16];
  while (::read(reader, buffer, sizeof buffer) <= 0) {
  }
  ::close(reader);
  int status = 1;
  ::waitpid(writer, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("files: what is no file is refused with the reason, and is not waited for") {
  const TempFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(read_file(pipe).error().message() == pipe + ": is a pipe; only files can be read");
  // Somebody holds it open and writes nothing: a reader would wait for ever.
  const int idle = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(idle >= 0);
  CHECK(in_child([&] {
          ::alarm(20);
          return read_file(pipe).ok() ? 1 : 0;
        }) == 0);
  ::close(idle);
  fs::create_symlink("pipe", folder.file("link"));
  CHECK(read_file(folder.file("link")).error().what == "is a pipe; only files can be read");
  CHECK(read_file("/dev/zero").error().message() == "/dev/zero: is a device; only files can be read");
  const std::string path = folder.file("socket");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  CHECK(read_file(path).error().message() == path + ": is a socket; only files can be read");
  ::close(socket);
}

TEST_CASE("files: a pipe that nobody reads from does not block, and with a reader all of it arrives") {
  const TempFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(!write_file_atomic(pipe, "x").ok());
  CHECK(fs::is_fifo(pipe));
  const std::string content(300'000, 'a');
  const int keep_open = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(keep_open >= 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    ::_exit(write_file_atomic(pipe, content).ok() ? 0 : 1);
  }
  std::string got;
  while (got.size() < content.size()) {
    char buffer[4096];
    const ssize_t count = ::read(keep_open, buffer, sizeof buffer);
    REQUIRE(count > 0);
    got.append(buffer, static_cast<size_t>(count));
  }
  ::close(keep_open);
  int status = 1;
  ::waitpid(writer, &status, 0);
  CHECK(status == 0);
  CHECK(got == content);
}
