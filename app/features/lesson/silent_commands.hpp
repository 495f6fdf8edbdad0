// Purpose: While a SilentCommandScope lives, commands come from the lesson and not from the learner.
#pragma once

#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/untrusted_command_scope.hpp"

namespace strata {

// While an object of this class lives, commands come from the lesson: they change no preference of the learner, and
// their messages are not shown.
class SilentCommandScope {
 public:
  explicit SilentCommandScope(Lab& lab, bool& working)
      : lab_(lab),
        working_(working),
        before_(std::exchange(working, true)),
        messages_(lab.state().messages),
        foreign_(lab) {}
  ~SilentCommandScope() {
    lab_.mutable_state().messages = std::move(messages_);
    working_ = before_;
  }
  SilentCommandScope(const SilentCommandScope&) = delete;
  SilentCommandScope& operator=(const SilentCommandScope&) = delete;

 private:
  Lab& lab_;
  bool& working_;
  bool before_;
  std::vector<Message> messages_;
  UntrustedCommandScope foreign_;
};

}  // namespace strata
