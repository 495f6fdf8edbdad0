// Purpose: EventLabels keeps the texts of the events of the recorded search for the lists that show them, so that an
//          unchanged list formats nothing.
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
  // Returns the text of an event. It is valid until 256 further texts have been asked for.
  const char* text(const Lab& lab, size_t index);
  // Returns in words what the stepped search does at the cursor.
  const std::string& sentence(const Lab& lab);

 private:
  struct Label {
    size_t index = static_cast<size_t>(-1);
    uint64_t trace = 0;
    Cost unit = 0;
    std::string text;
  };
  std::array<Label, 256> labels_;
  std::string sentence_;
  uint64_t sentence_of_ = 0;  // version of the playback
};

}  // namespace strata
