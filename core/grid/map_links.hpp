// Purpose: MapLinks holds the links of a map. A link leads an agent from one cell to another cell that need not be
//          beside it: a teleport, stairs, a jump down, a door that opens to one side. Links in both directions are two
//          links. The text form of a link is for files that keep links beside a map.
// Units: The length of a link is in hundredths of a straight step over terrain of weight 1, so that it means the same
//        under every movement profile: 250 costs as much as two and a half steps. Terrain weights do not change it.
// Shapes: 24 bytes a link. Links are sorted by the cell where they begin, and once more by the cell where they end.
// Errors: parse_link returns where in the text the fault is, and what is expected there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/cost.hpp"
#include "core/grid/grid_map.hpp"

namespace strata {

inline constexpr uint32_t kMaxLinkLength = 100'000 * kLinkUnit;

class MapLinks {
 public:
  bool empty() const { return by_start_.empty(); }
  size_t size() const { return by_start_.size(); }
  std::span<const MapLink> all() const { return by_start_; }  // by cell where they begin, then where they end
  std::span<const MapLink> from(CellId cell) const { return range<&MapLink::from>(by_start_, cell); }
  // Returns the links that begin at the cells from `first` to `last`.
  std::span<const MapLink> from_cells(CellId first, CellId last) const {
    const auto begin = std::ranges::lower_bound(by_start_, first, {}, &MapLink::from);
    return {begin, std::ranges::upper_bound(begin, by_start_.end(), last, {}, &MapLink::from)};
  }
  std::span<const MapLink> into(CellId cell) const { return range<&MapLink::to>(by_end_, cell); }
  // Returns the length of the link from one cell to another; 0: there is none.
  uint32_t length(CellId from, CellId to) const;
  uint32_t max_length() const { return max_length_; }
  // Returns whether every link leads both ways at the same length.
  bool both_ways() const { return one_way_ == 0; }

  // Adds links, gives them other lengths, or removes those whose length is 0; of several between the same cells the
  // last one counts. The time is linear in the number of all links, besides sorting the given ones. Returns the links
  // that changed with their lengths before, 0 for none. If memory runs out (std::bad_alloc) nothing has changed.
  std::vector<MapLink> set(std::span<const MapLink> links);
  size_t memory_bytes() const { return (by_start_.capacity() + by_end_.capacity()) * sizeof(MapLink); }

  friend bool operator==(const MapLinks& a, const MapLinks& b) { return a.by_start_ == b.by_start_; }

 private:
  template <auto kKey>
  static std::span<const MapLink> range(const std::vector<MapLink>& links, CellId cell) {
    const auto part = std::ranges::equal_range(links, cell, {}, kKey);
    return {part.begin(), part.end()};
  }

  std::vector<MapLink> by_start_, by_end_;
  uint32_t max_length_ = 0;
  size_t one_way_ = 0;  // number of links whose opposite is missing or has another length
};

// Returns the links that only one of two maps has, with their lengths there: by cell where they begin, then where they
// end. Null stands for no links. The time is linear in the number of links.
std::vector<MapLink> changed_links(const MapLinks* before, const MapLinks* after);

// Returns whether the link may stand in an edit of a map with this number of cells. Its length may be 0.
constexpr bool is_valid_link(const MapLink& link, uint32_t cells) {
  return link.from < cells && link.to < cells && link.from != link.to && link.length <= kMaxLinkLength;
}

// A link as people write it: by the coordinates of its cells, one way or both ways.
struct LinkText {
  Cell from;
  Cell to;
  uint32_t length = kLinkUnit;
  bool both_ways = false;
  friend bool operator==(const LinkText&, const LinkText&) = default;
};

// Returns a length in straight steps, without needless decimals: "2.5".
std::string link_cost_text(uint32_t length);
// Returns the link as text: "link 3,4 10,2 cost 2.5 one-way". The cost is in straight steps.
std::string link_text(const LinkText& link);
// Reads a link from such a text.
// @param bounds  the cells of the map, in which both ends must lie
// @errors        "column 6" and what is expected there: the word `link`, a cell inside the map, `cost`, a cost above 0
//                with at most two decimals, `one-way` or `both-ways`; the two cells are the same one
Result<LinkText> parse_link(std::string_view text, const Rect& bounds);

// Returns the links of a map of this width in their text form, sorted by cell. Links of the same length in both
// directions are one text.
std::vector<LinkText> link_texts(const MapLinks& links, int map_width);
// Returns the one or two links of a text.
std::vector<MapLink> links_of(const LinkText& text, int map_width);

}  // namespace strata
