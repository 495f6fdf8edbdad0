// Purpose: is_running checks whether a process still runs, by a word in its command line, as its number may
//          have been reused.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace strata::test {

inline bool is_running(const std::string& word) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (all.find(word) != all.npos) return true;
  }
  return false;
}

}  // namespace strata::test
