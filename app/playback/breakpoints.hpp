// Purpose: The lines of the pseudo-code at which playing stops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"

namespace strata {

class Breakpoints {
 public:
  static constexpr uint8_t kLines = 64;  // of a pseudo-code

  // The pseudo-code whose lines the events name. Breakpoints are of one pseudo-code: another one has none.
  void set_code(const PseudoCode& code);
  void set(uint8_t line, bool on);
  bool at(uint8_t line) const { return line < kLines && (lines_ >> line & 1) != 0; }
  // The first event in [begin, end) whose line has a breakpoint, or a line that was passed on the way to it. `goal`: of
  // the recorded search.
  std::optional<size_t> next(const std::vector<SearchEvent>& events, size_t begin, size_t end, const NodePlaces& places,
                             NodeId goal) const;

 private:
  const PseudoCode* code_ = nullptr;  // null: every line stands for itself
  uint64_t lines_ = 0;
};

}  // namespace strata
