#include "app/playback/breakpoints.hpp"

#include <array>

namespace strata {

void Breakpoints::set_code(const PseudoCode& code) {
  if (code_ == &code) return;
  code_ = &code;
  lines_ = 0;
}

void Breakpoints::set(uint8_t line, bool on) {
  if (line >= kLines) return;
  lines_ = on ? lines_ | 1ull << line : lines_ & ~(1ull << line);
}

std::optional<size_t> Breakpoints::next(const std::vector<SearchEvent>& events, size_t begin, size_t end,
                                        const NodePlaces& places, NodeId goal) const {
  if (lines_ == 0) return std::nullopt;
  // Most events are told by their line alone.
  std::array<bool, 256> possible{};
  for (size_t line = 0; line < possible.size(); ++line) {
    const auto own = static_cast<uint8_t>(line);
    possible[line] = code_ == nullptr ? at(own) : (code_->lines_of(own) & lines_) != 0;
  }
  const auto stops_at = [&](size_t i) {
    return code_ == nullptr || (code_->lines_of(events[i], i == 0, places, goal) & lines_) != 0;
  };
  for (size_t i = begin; i < end; ++i) {
    if (possible[events[i].line] && stops_at(i)) return i;
  }
  return std::nullopt;
}

}  // namespace strata
