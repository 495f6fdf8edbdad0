#include "app/lab/link_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace strata {

std::vector<LinkText> links_on(const GridMap& map) {
  return map.links() != nullptr ? link_texts(*map.links(), map.width()) : std::vector<LinkText>();
}

std::string link_lines(const GridMap& map) {
  std::string lines;
  for (const LinkText& link : links_on(map)) lines += link_text(link) + "\n";
  return lines;
}

Result<std::vector<MapLink>> links_of_lines(std::string_view text, const std::string& name, const GridMap& map) {
  std::vector<MapLink> links;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const Result<LinkText> link = parse_link(line, map.bounds());
    if (!link) return error_at_line(name, number, link.error().message());
    for (const MapLink& one : links_of(link.value(), map.width())) links.push_back(one);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return links;
}

std::string link_command(const LinkText& link) {
  return fmt::format("link.add {},{} {},{} {}{}", link.from.x, link.from.y, link.to.x, link.to.y,
                     link_cost_text(link.length), link.both_ways ? "" : " one-way");
}

std::vector<std::string> link_commands(const GridMap& map) {
  std::vector<std::string> lines;
  for (const LinkText& link : links_on(map)) lines.push_back(link_command(link));
  return lines;
}

}  // namespace strata
