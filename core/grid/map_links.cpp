#include "core/grid/map_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <tuple>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr auto start_first = [](const MapLink& link) { return std::tuple(link.from, link.to); };
constexpr auto end_first = [](const MapLink& link) { return std::tuple(link.to, link.from); };

// Returns `links` with the links of `changes` in place of those between the same cells; both are sorted by `order`.
template <class Order>
std::vector<MapLink> merged(const std::vector<MapLink>& links, const std::vector<MapLink>& changes, Order order) {
  std::vector<MapLink> result;
  result.reserve(links.size() + changes.size());
  auto old = links.begin();
  for (const MapLink& change : changes) {
    while (old != links.end() && order(*old) < order(change)) result.push_back(*old++);
    if (old != links.end() && order(*old) == order(change)) ++old;
    if (change.length != 0) result.push_back(change);
  }
  result.insert(result.end(), old, links.end());
  return result;
}

// Returns the number of links whose opposite has the same length. The links are sorted by start, and once more by end.
size_t count_both_ways(const std::vector<MapLink>& by_start, const std::vector<MapLink>& by_end) {
  size_t count = 0;
  auto opposite = by_end.begin();
  for (const MapLink& link : by_start) {
    while (opposite != by_end.end() && end_first(*opposite) < start_first(link)) ++opposite;
    if (opposite == by_end.end()) break;
    count += end_first(*opposite) == start_first(link) && opposite->length == link.length ? 1 : 0;
  }
  return count;
}

// Reads the words of a link, and names the place of the first one that is wrong.
class LinkReader {
 public:
  explicit LinkReader(std::string_view text) : text_(text) {}

  // Takes the next word; empty at the end of the text.
  std::string_view next() {
    begin_ = std::min(text_.find_first_not_of(" \t", end_), text_.size());
    end_ = std::min(text_.find_first_of(" \t", begin_), text_.size());
    return text_.substr(begin_, end_ - begin_);
  }
  Error expected(std::string_view what) const {
    const std::string_view word = text_.substr(begin_, end_ - begin_);
    const std::string place = fmt::format("column {}", begin_ + 1);
    if (word.empty()) return error_at(place, fmt::format("expected {}, but the text ends here", what));
    return error_at(place, fmt::format("expected {}, found '{}'", what, word));
  }
  Error fault(std::string what) const { return error_at(fmt::format("column {}", begin_ + 1), std::move(what)); }

 private:
  std::string_view text_;
  size_t begin_ = 0, end_ = 0;
};

template <class Number>
bool read_whole(std::string_view text, Number& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size();
}

std::optional<Cell> read_cell(std::string_view word) {
  const size_t comma = word.find(',');
  Cell cell;
  if (comma == std::string_view::npos || !read_whole(word.substr(0, comma), cell.x) ||
      !read_whole(word.substr(comma + 1), cell.y)) {
    return std::nullopt;
  }
  return cell;
}

// Reads a decimal number with at most two decimals, in hundredths; 0 is no length.
std::optional<uint32_t> read_length(std::string_view word) {
  const size_t point = std::min(word.find('.'), word.size());
  uint32_t whole = 0, decimals = 0;
  if (!read_whole(word.substr(0, point), whole)) return std::nullopt;
  if (point < word.size()) {
    const std::string_view rest = word.substr(point + 1);
    if (rest.empty() || rest.size() > 2 || !read_whole(rest, decimals)) return std::nullopt;
    if (rest.size() == 1) decimals *= 10;
  }
  if (whole > kMaxLinkLength / kLinkUnit) return std::nullopt;
  const uint32_t length = whole * kLinkUnit + decimals;
  if (length == 0 || length > kMaxLinkLength) return std::nullopt;
  return length;
}

}  // namespace

bool same_links(const std::shared_ptr<const MapLinks>& a, const std::shared_ptr<const MapLinks>& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

uint32_t MapLinks::length(CellId from, CellId to) const {
  const auto at = std::ranges::lower_bound(by_start_, std::tuple(from, to), {}, start_first);
  return at != by_start_.end() && at->from == from && at->to == to ? at->length : 0;
}

std::vector<MapLink> changed_links(const MapLinks* before, const MapLinks* after) {
  const auto all_of = [](const MapLinks* links) {
    return links != nullptr ? links->all() : std::span<const MapLink>();
  };
  const auto key = [](const MapLink& link) { return std::tuple(link.from, link.to, link.length); };
  std::vector<MapLink> changed;
  std::ranges::set_symmetric_difference(all_of(before), all_of(after), std::back_inserter(changed), {}, key, key);
  return changed;
}

std::vector<MapLink> MapLinks::set(std::span<const MapLink> links) {
  std::vector<MapLink> changes;
  std::vector<MapLink> sorted(links.begin(), links.end());
  std::ranges::stable_sort(sorted, {}, start_first);
  std::vector<MapLink> before;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const MapLink& link = sorted[i];
    STRATA_CHECK(link.from != link.to && link.length <= kMaxLinkLength);
    if (i + 1 < sorted.size() && start_first(sorted[i + 1]) == start_first(link)) continue;
    const uint32_t old = length(link.from, link.to);
    if (old == link.length) continue;
    changes.push_back(link);
    before.push_back({link.from, link.to, old});
  }
  if (changes.empty()) return before;
  std::vector<MapLink> by_start = merged(by_start_, changes, start_first);
  std::ranges::sort(changes, {}, end_first);
  by_end_ = merged(by_end_, changes, end_first);
  by_start_ = std::move(by_start);
  one_way_ = by_start_.size() - count_both_ways(by_start_, by_end_);
  max_length_ = 0;
  for (const MapLink& link : by_start_) max_length_ = std::max(max_length_, link.length);
  return before;
}

std::string link_cost_text(uint32_t length) {
  std::string text = fmt::format("{}.{:02}", length / kLinkUnit, length % kLinkUnit);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string link_text(const LinkText& link) {
  return fmt::format("link {},{} {},{} cost {} {}", link.from.x, link.from.y, link.to.x, link.to.y,
                     link_cost_text(link.length), link.both_ways ? "both-ways" : "one-way");
}

Result<LinkText> parse_link(std::string_view text, const Rect& bounds) {
  LinkReader reader(text);
  LinkText link;
  if (reader.next() != "link") return reader.expected("'link'");
  for (Cell* end : {&link.from, &link.to}) {
    const std::optional<Cell> cell = read_cell(reader.next());
    if (!cell) return reader.expected("a cell such as 3,4");
    if (!bounds.contains(*cell)) {
      return reader.fault(fmt::format("cell {},{} is off the map, which has {}x{} cells", cell->x, cell->y,
                                      bounds.width(), bounds.height()));
    }
    *end = *cell;
  }
  if (link.from == link.to) return reader.fault("a link joins two different cells");
  if (reader.next() != "cost") return reader.expected("'cost'");
  const std::optional<uint32_t> length = read_length(reader.next());
  if (!length) return reader.expected("a cost above 0 and up to 100000, with at most two decimals");
  link.length = *length;
  const std::string_view ways = reader.next();
  if (ways != "one-way" && ways != "both-ways") return reader.expected("'one-way' or 'both-ways'");
  link.both_ways = ways == "both-ways";
  if (!reader.next().empty()) return reader.expected("the end of the text");
  return link;
}

std::vector<LinkText> link_texts(const MapLinks& links, int map_width) {
  const auto width = static_cast<CellId>(map_width);
  const auto cell = [&](CellId id) { return Cell{static_cast<int>(id % width), static_cast<int>(id / width)}; };
  std::vector<LinkText> texts;
  for (const MapLink& link : links.all()) {
    const bool both_ways = links.length(link.to, link.from) == link.length;
    if (both_ways && link.to < link.from) continue;
    texts.push_back({cell(link.from), cell(link.to), link.length, both_ways});
  }
  return texts;
}

std::vector<MapLink> links_of(const LinkText& text, int map_width) {
  const auto id = [&](Cell c) {
    return static_cast<CellId>(c.y) * static_cast<CellId>(map_width) + static_cast<CellId>(c.x);
  };
  std::vector<MapLink> links{{id(text.from), id(text.to), text.length}};
  if (text.both_ways) links.push_back({id(text.to), id(text.from), text.length});
  return links;
}

}  // namespace strata
