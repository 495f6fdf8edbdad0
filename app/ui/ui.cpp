#include "app/ui/ui.hpp"

#include "app/base/key_chords.hpp"

namespace strata {

void Text::put(fmt::string_view format, fmt::format_args args) {
  fmt::vformat_to(fmt::appender(buffer_), format, args);
  buffer_.push_back('\0');
}

void Ui::begin_input() {
  enter_pressed_ = false;
  keys_.clear();
}

void Ui::press(int key) {
  keys_.push_back(key);
  if (key == key::kEnter) enter_pressed_ = true;
}

}  // namespace strata
