// Whole files in and out: nothing is lost when writing fails.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
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
using strata::test::TempFolder;

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
  CHECK(!write_file_atomic("", "x").ok());
}

TEST_CASE("files: what is larger than allowed is refused, at the limit it is read") {
  const TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("x"), std::string(100, 'a')).ok());
  CHECK(read_file(folder.file("x"), 100).ok());
  const auto refused = read_file(folder.file("x"), 99);
  REQUIRE(!refused.ok());
  CHECK(refused.error().what.find("99 bytes") != std::string::npos);
  // Endless input ends at the limit as well.
  CHECK(!read_file("/dev/zero", 1 << 20).ok());
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

TEST_CASE("files: a pipe that nobody writes to or reads from does not block") {
  const TempFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto read = read_file(pipe);
  REQUIRE(read.ok());
  CHECK(read.value().empty());
  CHECK(!write_file_atomic(pipe, "x").ok());
  CHECK(fs::is_fifo(pipe));
  // With a reader all of it arrives, however slowly it is read.
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
