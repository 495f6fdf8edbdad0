#include "app/ui/ui.hpp"

#include "app/base/key_bindings.hpp"
#include "app/base/key_chords.hpp"

namespace strata {

void Text::put(fmt::string_view format, fmt::format_args args) {
  fmt::vformat_to(fmt::appender(buffer_), format, args);
  buffer_.push_back('\0');
}

std::string_view Ui::keys_of(std::string_view line) const { return keys_->bound(line); }

std::string Ui::keys_of_pair(std::string_view first, std::string_view second) const {
  return keys_->bound_pair(first, second);
}

void Ui::begin_input() {
  enter_pressed_ = false;
  pressed_.clear();
}

void Ui::press(int key) {
  pressed_.push_back(key);
  if (key == key::kEnter) enter_pressed_ = true;
}

}  // namespace strata
