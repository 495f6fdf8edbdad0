#include "core/grid/grid_map.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/hash.hpp"
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
  for (const MapLink& link : edit.links) STRATA_CHECK(is_valid_link(link, cells));
  inverse = links->set(edit.links);
  if (inverse.empty()) return before;
  return links->empty() ? nullptr : std::move(links);
}

}  // namespace

void GridMap::set_weights(std::vector<uint8_t> weights) {
  STRATA_CHECK(weights.empty() || weights.size() == letters_.size());
  const auto weighted = static_cast<uint32_t>(weights.size() - static_cast<size_t>(std::ranges::count(weights, 0)));
  if (weighted == 0) weights = std::vector<uint8_t>();
  if (weights == weights_) return;
  weights_ = std::move(weights);
  weighted_cells_ = weighted;
  ++revision_;
}

// Gives the cells of the run its letter and weight. Memory is needed only for the first weight of a map.
void GridMap::put(const CellRun& run) {
  const auto first = static_cast<std::ptrdiff_t>(run.first);
  if (run.weight != CellRun::kSameWeight && (run.weight != 0 || has_weights())) {
    if (!has_weights()) weights_.assign(letters_.size(), 0);
    const auto begin = weights_.begin() + first;
    const auto zeros = static_cast<uint32_t>(std::count(begin, begin + run.count, 0));
    weighted_cells_ += (run.weight != 0 ? run.count : 0) - (run.count - zeros);
    std::fill_n(begin, run.count, static_cast<uint8_t>(run.weight));
    // The memory stays until the next edit, so that taking back this one needs none.
    if (weighted_cells_ == 0) weights_.clear();
  }
  if (run.letter != CellRun::kSameLetter) std::fill_n(letters_.begin() + first, run.count, run.letter);
}

// Applies one run. holds(cell, run) returns whether the cell has the letter and the weight of a run.
template <class Holds>
void GridMap::apply_run(const CellRun& run, EditResult& result, Holds holds) {
  const CellId end = run.first + run.count;
  for (CellId i = run.first; i < end;) {
    if (holds(i, run)) {
      ++i;
      continue;
    }
    // Each run of equal old letters and weights becomes one run of the inverse.
    CellRun old = run;
    if (run.letter != CellRun::kSameLetter) old.letter = letters_[i];
    if (run.weight != CellRun::kSameWeight) old.weight = static_cast<int16_t>(weight(i));
    old.first = i;
    while (i < end && holds(i, old)) ++i;
    old.count = i - old.first;
    result.inverse.runs.push_back(old);
    try {
      put({old.first, old.count, run.letter, run.weight});
    } catch (const std::bad_alloc&) {
      result.inverse.runs.pop_back();
      throw;
    }
    result.changed_cells += old.count;
    const Cell a = cell(old.first);
    const Cell b = cell(i - 1);
    if (a.y == b.y) {
      result.dirty.include(Rect{a.x, a.y, b.x + 1, b.y + 1});
    } else {
      result.dirty.include(Rect{0, a.y, width_, b.y + 1});
    }
  }
}

EditResult GridMap::apply(const Edit& edit) {
  EditResult result;
  if (!has_weights() && weights_.capacity() > 0) weights_ = std::vector<uint8_t>();
  std::shared_ptr<const MapLinks> links = links_;
  if (!edit.links.empty()) links = edited_links(links_, edit, cell_count(), result.inverse.links);
  result.links_before = links_;
  const auto has_letter = [&](CellId i, const CellRun& run) { return letters_[i] == run.letter; };
  const auto has_both = [&](CellId i, const CellRun& run) {
    return weight(i) == run.weight && (run.letter == CellRun::kSameLetter || letters_[i] == run.letter);
  };
  try {
    for (const CellRun& run : edit.runs) {
      STRATA_CHECK(run.first <= letters_.size() && run.count <= letters_.size() - run.first);
      STRATA_CHECK(run.weight >= CellRun::kSameWeight && run.weight <= kMaxCellWeight);
      count_work(run.count);
      if (run.weight != CellRun::kSameWeight) {
        apply_run(run, result, has_both);
      } else if (run.letter != CellRun::kSameLetter) {
        apply_run(run, result, has_letter);
      }
    }
  } catch (const std::bad_alloc&) {
    std::ranges::reverse(result.inverse.runs);
    take_back(result, revision_);
    throw;
  }
  // Runs may overlap, so that the inverse restores them in reverse order.
  std::ranges::reverse(result.inverse.runs);
  for (const MapLink& link : result.inverse.links) {
    result.dirty.include(cell(link.from));
    result.dirty.include(cell(link.to));
  }
  links_ = std::move(links);
  if (!result.dirty.empty()) ++revision_;
  return result;
}

void GridMap::take_back(const EditResult& last, uint64_t revision_before) {
  for (const CellRun& run : last.inverse.runs) put(run);
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

uint64_t map_hash(const GridMap& map) {
  Fnv1a hash;
  hash.add(static_cast<uint64_t>(map.width()));
  hash.add(static_cast<uint64_t>(map.height()));
  for (const char letter : map.letters()) hash.add(static_cast<uint8_t>(letter));
  return hash.value();
}

}  // namespace strata
