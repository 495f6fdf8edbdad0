#include "core/grid/grid_map.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

GridMap::GridMap(int width, int height, char fill)
    : GridMap(width, height, std::vector<char>(static_cast<size_t>(width) * static_cast<size_t>(height), fill)) {}

GridMap::GridMap(int width, int height, std::vector<char> letters, const LetterTerrains& terrains)
    : width_(width), height_(height), letters_(std::move(letters)), terrains_(terrains) {
  STRATA_CHECK(width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide);
  STRATA_CHECK(letters_.size() == static_cast<size_t>(width) * static_cast<size_t>(height));
}

void GridMap::set_letter_terrains(const LetterTerrains& terrains) {
  if (terrains == terrains_) return;
  terrains_ = terrains;
  ++revision_;
}

namespace {

// Returns the links after an edit, and adds to `inverse` the links that restore those before.
std::shared_ptr<const MapLinks> edited_links(const std::shared_ptr<const MapLinks>& before, const Edit& edit,
                                             uint32_t cells, std::vector<MapLink>& inverse) {
  auto links = before != nullptr ? std::make_shared<MapLinks>(*before) : std::make_shared<MapLinks>();
  for (const MapLink& link : edit.links) {
    STRATA_CHECK(is_valid_link(link, cells));
    const uint32_t length = links->set(link);
    if (length != link.length) inverse.push_back({link.from, link.to, length});
  }
  std::reverse(inverse.begin(), inverse.end());
  if (inverse.empty()) return before;
  return links->empty() ? nullptr : std::move(links);
}

}  // namespace

EditResult GridMap::apply(const Edit& edit) {
  EditResult result;
  std::shared_ptr<const MapLinks> links = links_;
  if (!edit.links.empty()) links = edited_links(links_, edit, cell_count(), result.inverse.links);
  result.links_before = links_;
  for (const CellRun& run : edit.runs) {
    STRATA_CHECK(run.first <= letters_.size() && run.count <= letters_.size() - run.first);
    const CellId end = run.first + run.count;
    count_work(run.count);
    for (CellId i = run.first; i < end;) {
      if (letters_[i] == run.letter) {
        ++i;
        continue;
      }
      // Each run of equal old letters becomes one run of the inverse.
      const char old = letters_[i];
      const CellId begin = i;
      while (i < end && letters_[i] == old) letters_[i++] = run.letter;
      try {
        result.inverse.runs.push_back({begin, i - begin, old});
      } catch (const std::bad_alloc&) {
        std::fill_n(letters_.begin() + static_cast<std::ptrdiff_t>(begin), i - begin, old);
        std::reverse(result.inverse.runs.begin(), result.inverse.runs.end());
        take_back(result, revision_);
        throw;
      }
      result.changed_cells += i - begin;
      const Cell a = cell(begin);
      const Cell b = cell(i - 1);
      if (a.y == b.y) {
        result.dirty.include(Rect{a.x, a.y, b.x + 1, b.y + 1});
      } else {
        result.dirty.include(Rect{0, a.y, width_, b.y + 1});
      }
    }
  }
  // Runs may overlap, so that the inverse restores them in reverse order.
  std::reverse(result.inverse.runs.begin(), result.inverse.runs.end());
  for (const MapLink& link : result.inverse.links) {
    result.dirty.include(cell(link.from));
    result.dirty.include(cell(link.to));
  }
  links_ = std::move(links);
  if (!result.dirty.empty()) ++revision_;
  return result;
}

void GridMap::take_back(const EditResult& last, uint64_t revision_before) {
  for (const CellRun& run : last.inverse.runs) {
    std::fill_n(letters_.begin() + static_cast<std::ptrdiff_t>(run.first), run.count, run.letter);
  }
  links_ = last.links_before;
  revision_ = revision_before;
}

GridMap map_from_text(std::string_view rows) {
  std::vector<char> letters;
  int width = 0;
  int height = 0;
  while (!rows.empty()) {
    const auto end = rows.find('\n');
    const std::string_view row = rows.substr(0, end);
    rows = end == std::string_view::npos ? std::string_view{} : rows.substr(end + 1);
    if (row.empty()) continue;
    STRATA_CHECK(width == 0 || static_cast<int>(row.size()) == width);
    width = static_cast<int>(row.size());
    ++height;
    letters.insert(letters.end(), row.begin(), row.end());
  }
  return GridMap(width, height, std::move(letters));
}

}  // namespace strata
