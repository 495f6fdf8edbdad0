#include "external/process_tree_marker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <thread>

namespace strata {
namespace {

constexpr int kMostRounds = 200;
constexpr size_t kMostBytes = size_t{4} << 20;  // limit of an environment; the system allows some megabytes
constexpr std::string_view kName = "STRATA_STARTED_BY=";

// Returns the environment of the process, with a zero after each variable; empty if the process belongs to another
// user or has ended.
std::string environment_of(const std::string& process) {
  std::string text;
  const int file = ::open(("/proc/" + process + "/environ").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 1 << 14> part{};
  for (ssize_t got = 1; got > 0 && text.size() < kMostBytes;) {
    got = ::read(file, part.data(), part.size());
    if (got > 0) text.append(part.data(), static_cast<size_t>(got));
  }
  ::close(file);
  return text;
}

}  // namespace

ProcessTreeMarker::ProcessTreeMarker() {
  static std::atomic<unsigned> count = 0;
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  word_ = fmt::format("{}{}-{}-{}", kName, ::getpid(), ++count, now);
  for (char** word = ::environ; word != nullptr && *word != nullptr; ++word) {
    if (!std::string_view(*word).starts_with(kName)) texts_.emplace_back(*word);
  }
  texts_.push_back(word_);
  for (std::string& text : texts_) pointers_.push_back(text.data());
  pointers_.push_back(nullptr);
}

void ProcessTreeMarker::end_all() const {
  // New programs may be started meanwhile, so the search is repeated until there are none.
  for (int round = 0; round < kMostRounds; ++round) {
    bool found = false;
    std::error_code failed;
    std::filesystem::directory_iterator at("/proc", failed);
    for (; !failed && at != std::filesystem::directory_iterator(); at.increment(failed)) {
      const std::string name = at->path().filename().string();
      if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) continue;
      const std::string all = '\0' + environment_of(name);
      if (all.find('\0' + word_ + '\0') == all.npos) continue;
      found = ::kill(std::stoi(name), SIGKILL) == 0 || found;
    }
    if (!found) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace strata
