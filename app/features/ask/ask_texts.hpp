// Purpose: AskTexts tells an answer to a question in one sentence and a few numbers, for panels and the state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strata {

class World;
struct AskAnswer;

// A number of an answer.
struct AskNumber {
  std::string_view key;  // "turns"
  const char* title;     // "Turns"
  std::string text;      // "4"
  const char* help;      // a sentence without a full stop
};
struct AskTexts {
  std::string sentence;
  std::vector<AskNumber> numbers;
};

AskTexts ask_texts(const AskAnswer& answer, const World& world);

}  // namespace strata
