// Purpose: EventLabels stores the texts of recorded events for the lists that show them. So a list that has not changed
//          formats nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/grid/cost.hpp"

namespace strata {

class Lab;

class EventLabels {
 public:
  // Returns the text of an event. It stays valid until 256 other texts were asked for.
  const char* text(const Lab& lab, size_t index);
  // Returns the sentence of the event at the cursor.
  const std::string& sentence(const Lab& lab);

 private:
  struct CachedLabel {
    size_t index = static_cast<size_t>(-1);
    uint64_t trace = 0;
    Cost unit = 0;
    std::string text;
  };
  std::array<CachedLabel, 256> labels_;
  std::string sentence_;
  // Version of the playback for which `sentence_` was made.
  uint64_t sentence_of_ = 0;
};

}  // namespace strata
