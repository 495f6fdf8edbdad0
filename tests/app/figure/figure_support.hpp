// Purpose: What tests of figures share: programs of other people that draw them, and a look into their files.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/check.hpp"
#include "core/io/files.hpp"

namespace strata::test {

inline bool program_is_there(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

inline std::string content(const std::string& path) {
  auto read = read_file(path);
  STRATA_CHECK(read.ok());
  return std::move(read.value());
}

inline bool holds_text(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// The `d` attributes of the paths of an SVG whose style has this text.
inline std::vector<std::string> paths_with(std::string_view svg, std::string_view style) {
  std::vector<std::string> found;
  for (size_t at = svg.find("<path"); at != svg.npos; at = svg.find("<path", at + 1)) {
    const std::string_view tag = svg.substr(at, svg.find('>', at) - at);
    if (tag.find(style) == tag.npos) continue;
    const size_t d = tag.find(" d=\"") + 4;
    found.emplace_back(tag.substr(d, tag.find('"', d) - d));
  }
  return found;
}

}  // namespace strata::test
