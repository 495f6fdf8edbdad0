#include "core/io/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>

namespace strata {
namespace {

Error system_error(const std::string& path, const std::string& doing, int code) {
  return error_at(path, doing.empty() ? std::strerror(code) : doing + ": " + std::strerror(code));
}

// A file descriptor that is closed on destruction.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  // Closes the file and returns the error, because some file systems report a full disk only then.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }

 private:
  int fd_;
};

// Opens a file without waiting for the other end of a named pipe; later reads and writes wait as usual.
int open_at_once(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd >= 0) (void)::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  return fd;
}

int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const size_t piece = std::min(content.size(), size_t{1} << 30);
    const ssize_t written = ::write(fd, content.data(), piece);
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    content.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

// Returns the error for a path that is no regular file. Pipes and devices may have no data, or no end.
Error no_file(const std::string& path, mode_t mode) {
  if (S_ISDIR(mode)) return system_error(path, "", EISDIR);
  const char* kind = S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
  return error_at(path, std::string("is ") + kind + "; only files can be read");
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Returns the file at the end of a chain of symbolic links, even if it does not yet exist.
Result<std::string> behind_links(const std::string& path) {
  std::string target = path;
  for (int hops = 0; hops < 40; ++hops) {
    char buffer[PATH_MAX];
    const ssize_t length = ::readlink(target.c_str(), buffer, sizeof buffer);
    if (length < 0) return target;  // no link (EINVAL), or no file yet
    std::string next(buffer, static_cast<size_t>(length));
    if (next.empty() || next.front() != '/') next = folder_of(target) + "/" + next;
    target = std::move(next);
  }
  return system_error(path, "", ELOOP);
}

// Devices and pipes are written in place, because a file cannot replace them.
Status write_in_place(const std::string& path, std::string_view content) {
  FileDescriptor file(open_at_once(path, O_WRONLY));
  if (!file.open()) return system_error(path, "", errno);
  if (const int code = write_all(file.get(), content)) return system_error(path, "", code);
  if (file.close() != 0) return system_error(path, "", errno);
  return success();
}

}  // namespace

void make_write_signals_errors() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

Result<std::string> read_file(const std::string& path, size_t max_bytes) {
  const FileDescriptor file(open_at_once(path, O_RDONLY));
  struct stat info {};
  if (!file.open()) {
    const int code = errno;
    // Sockets, and device nodes without a device, cannot be opened.
    if (code == ENXIO && ::stat(path.c_str(), &info) == 0) return no_file(path, info.st_mode);
    return system_error(path, "", code);
  }
  if (::fstat(file.get(), &info) != 0) return system_error(path, "", errno);
  if (!S_ISREG(info.st_mode)) return no_file(path, info.st_mode);
  const auto too_large = [&] {
    return error_at(path, "larger than the " + std::to_string(max_bytes) + " bytes that can be read");
  };
  const auto declared = static_cast<size_t>(std::max<off_t>(info.st_size, 0));
  if (declared > max_bytes) return too_large();

  // The size is only a hint: it is 0 for files of the kernel, and may change during reading.
  std::string content;
  size_t used = 0;
  content.resize(std::max(declared, size_t{4096}) + 1);
  while (true) {
    const ssize_t got = ::read(file.get(), content.data() + used, std::min(content.size() - used, size_t{1} << 30));
    if (got < 0) {
      if (errno == EINTR) continue;
      return system_error(path, "", errno);
    }
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > max_bytes) return too_large();
    if (used == content.size()) content.resize(content.size() * 2);
  }
  content.resize(used);
  return content;
}

Status write_file_atomic(const std::string& path, std::string_view content) {
  if (path.empty()) return error_at("", "no file name given");
  const auto resolved = behind_links(path);
  if (!resolved) return resolved.error();
  const std::string& target = resolved.value();

  mode_t mode = 0;
  struct stat info {};
  const bool exists = ::stat(target.c_str(), &info) == 0;
  if (exists) {
    if (!S_ISREG(info.st_mode)) return write_in_place(path, content);
    // The check is needed because a rename replaces even a read-only file.
    if (::access(target.c_str(), W_OK) != 0) return system_error(path, "", errno);
    mode = info.st_mode & 07777;
  } else if (errno != ENOENT) {
    return system_error(path, "", errno);
  } else {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    mode = 0666 & ~mask;
  }

  std::string temporary = target + ".XXXXXX";
  FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.open()) return system_error(path, "cannot create a file beside it", errno);
  const auto fail = [&](const char* doing, int code) {
    ::unlink(temporary.c_str());
    return system_error(path, exists ? std::string(doing) + " (the old file is unchanged)" : std::string(doing), code);
  };
  if (const int code = write_all(file.get(), content)) return fail("cannot write", code);
  // The owner is set first, because changing it clears set-id bits. Only root may give files away; for other users the
  // new file is their own.
  if (exists && (info.st_uid != ::geteuid() || info.st_gid != ::getegid())) {
    if (::fchown(file.get(), info.st_uid, info.st_gid) != 0 && errno != EPERM)
      return fail("cannot keep the owner", errno);
  }
  if (::fchmod(file.get(), mode) != 0) return fail("cannot set the permissions", errno);
  if (::fsync(file.get()) != 0) return fail("cannot write", errno);
  if (file.close() != 0) return fail("cannot write", errno);
  if (::rename(temporary.c_str(), target.c_str()) != 0) return fail("cannot replace it", errno);

  // The new name is stored durably when its folder is synced. Some file systems cannot sync folders.
  const FileDescriptor folder(::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.open()) (void)::fsync(folder.get());
  return success();
}

bool is_inside_folder(const std::string& file, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(file, failed);
  if (failed) return false;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : fs::path(folder), failed);
  if (failed) return false;
  const fs::path inside = real.lexically_relative(root);
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace strata
