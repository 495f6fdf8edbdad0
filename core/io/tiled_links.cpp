#include "core/io/tiled_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/io/json_tree.hpp"

namespace strata {

Result<TiledLink> check_tiled_link(TiledPoint at, std::span<const TiledPoint> points, double rotation, double cost,
                                   bool both_ways) {
  if (points.size() != 2) {
    return error_at(
        "", fmt::format("a link is a polyline of two points, its start and its end; this one has {}", points.size()));
  }
  if (rotation != 0) return error_at("", "a link is not rotated: set its rotation to 0");
  const double length = std::round(cost * kLinkUnit);
  if (!(length >= 1 && length <= kMaxLinkLength)) {
    return error_at("", fmt::format("the cost {} is outside of what a link can have (0.01 to {})", cost,
                                    kMaxLinkLength / kLinkUnit));
  }
  TiledLink link{.from = {at.x + points[0].x, at.y + points[0].y}, .to = {at.x + points[1].x, at.y + points[1].y}};
  link.length = static_cast<uint32_t>(length);
  link.both_ways = both_ways;
  return link;
}

std::optional<Cell> TiledPlaces::cell_at(TiledPoint point) const {
  const double x = std::floor(point.x / tile_width) - origin.x, y = std::floor(point.y / tile_height) - origin.y;
  if (!(x >= 0 && y >= 0 && x < width && y < height)) return std::nullopt;
  return Cell{static_cast<int>(x), static_cast<int>(y)};
}

TiledPoint TiledPlaces::middle_of(Cell cell) const {
  return {(cell.x + origin.x + 0.5) * tile_width, (cell.y + origin.y + 0.5) * tile_height};
}

Result<std::vector<LinkText>> tiled_link_texts(std::span<const TiledLink> links, const TiledPlaces& places,
                                               std::string_view text, const std::string& name) {
  std::vector<LinkText> texts;
  for (const TiledLink& link : links) {
    const auto refused = [&](std::string what) {
      return error_at_line(name, line_at(text, link.begin), std::move(what));
    };
    const std::optional<Cell> from = places.cell_at(link.from), to = places.cell_at(link.to);
    if (!from || !to) return refused(fmt::format("the {} of a link is outside of the map", from ? "end" : "start"));
    if (*from == *to) return refused("a link joins two different cells");
    texts.push_back({*from, *to, link.length, link.both_ways});
  }
  return texts;
}

TiledLinkChanges tiled_link_changes(std::span<const TiledLink> links, std::span<const LinkText> texts,
                                    const GridMap& map) {
  TiledLinkChanges changes;
  std::vector<MapLink> in_file;
  for (const LinkText& text : texts) std::ranges::copy(links_of(text, map.width()), std::back_inserter(in_file));
  MapLinks before;
  before.set(in_file);
  const MapLinks none;
  const MapLinks& wanted = map.links() != nullptr ? *map.links() : none;
  if (before == wanted) return changes;
  // The links that no object holds yet.
  std::map<std::pair<CellId, CellId>, uint32_t> missing;
  for (const MapLink& link : wanted.all()) missing[{link.from, link.to}] = link.length;
  const auto is_missing = [&](const MapLink& link) {
    const auto found = missing.find({link.from, link.to});
    return found != missing.end() && found->second == link.length;
  };
  std::vector<size_t> others;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::vector<MapLink> both = links_of(texts[i], map.width());
    if (std::ranges::all_of(both, is_missing)) {
      for (const MapLink& link : both) missing.erase({link.from, link.to});
    } else {
      others.push_back(i);
    }
  }
  for (const size_t i : others) {
    const MapLink link = links_of(texts[i], map.width()).front();
    TiledLinkChange& change = changes.objects[links[i].begin];
    const auto found = missing.find({link.from, link.to});
    if (found == missing.end()) {
      change.removed = true;
      continue;
    }
    const uint32_t length = found->second;
    const bool both_ways = is_missing({link.to, link.from, length});
    if (length != texts[i].length) change.length = length;
    if (both_ways != texts[i].both_ways) change.both_ways = both_ways;
    missing.erase(found);
    if (both_ways) missing.erase({link.to, link.from});
  }
  std::vector<MapLink> rest;
  for (const auto& [cells, length] : missing) rest.push_back({cells.first, cells.second, length});
  MapLinks added;
  added.set(rest);
  changes.added = link_texts(added, map.width());
  return changes;
}

std::string with_edits(std::string_view text, std::vector<TextEdit> edits) {
  // An insertion comes before a replacement that begins at the same byte.
  std::ranges::stable_sort(edits, {}, [](const TextEdit& edit) { return std::pair(edit.begin, edit.end); });
  std::string out;
  out.reserve(text.size());
  size_t at = 0;
  for (const TextEdit& edit : edits) {
    out += text.substr(at, edit.begin - at);
    out += edit.text;
    at = edit.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace strata
