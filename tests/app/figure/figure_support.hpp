// Purpose: These helpers of tests of figures run external programs that render figure files, and read SVG files.
#pragma once

#include <fmt/format.h>

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

// Returns the `d` attributes of the SVG paths with a style such as "fill" whose value begins with `value`, such as
// "rgb(22.35". Cairo writes styles as one attribute, and since 1.18 as separate attributes.
inline std::vector<std::string> paths_with(std::string_view svg, std::string_view what, std::string_view value) {
  const std::string of_style = fmt::format("{}:{}", what, value), attribute = fmt::format("{}=\"{}", what, value);
  std::vector<std::string> found;
  for (size_t at = svg.find("<path"); at != svg.npos; at = svg.find("<path", at + 1)) {
    const std::string_view tag = svg.substr(at, svg.find('>', at) - at);
    std::string close(tag);
    std::erase(close, ' ');
    if (close.find(of_style) == close.npos && close.find(attribute) == close.npos) continue;
    const size_t d = tag.find(" d=\"") + 4;
    found.emplace_back(tag.substr(d, tag.find('"', d) - d));
  }
  return found;
}

}  // namespace strata::test
