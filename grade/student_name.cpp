#include "grade/student_name.hpp"

#include <glib.h>

#include <memory>

#include "app/lesson/student_name.hpp"

namespace strata::bench {
namespace {

// Returns whether the character is a space separator of Unicode.
bool is_blank_letter(gunichar letter) { return g_unichar_type(letter) == G_UNICODE_SPACE_SEPARATOR; }

bool may_begin(gunichar letter) {
  return g_unichar_isalpha(letter) || g_unichar_type(letter) == G_UNICODE_DECIMAL_NUMBER || letter == '_';
}

// Marks are parts of letters in many scripts, such as the vowels of Devanagari.
bool may_go_on(gunichar letter) {
  return may_begin(letter) || g_unichar_ismark(letter) || is_blank_letter(letter) || letter == '-' || letter == '.';
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  const std::unique_ptr<gchar, decltype(&g_free)> valid(
      g_utf8_make_valid(text.data(), static_cast<gssize>(text.size())), g_free);
  return valid.get();
}

std::optional<std::string> word_of_student(std::string_view name) {
  if (name.empty() || !g_utf8_validate(name.data(), static_cast<gssize>(name.size()), nullptr)) return std::nullopt;
  const std::string word = composed_name(name);
  if (word.empty() || !may_begin(g_utf8_get_char(word.c_str()))) return std::nullopt;
  size_t letters = 0;
  gunichar last = 0;
  for (const char* at = word.c_str(); *at != '\0'; at = g_utf8_next_char(at)) {
    last = g_utf8_get_char(at);
    if (++letters > kMostStudentLetters || !may_go_on(last)) return std::nullopt;
  }
  return is_blank_letter(last) ? std::nullopt : std::optional(word);
}

}  // namespace strata::bench
