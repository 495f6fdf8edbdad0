#include "app/lesson/student_name.hpp"

#include <glib.h>

#include <memory>

namespace strata {

std::string composed_name(std::string_view name) {
  const std::unique_ptr<gchar, decltype(&g_free)> normal(
      g_utf8_validate(name.data(), static_cast<gssize>(name.size()), nullptr)
          ? g_utf8_normalize(name.data(), static_cast<gssize>(name.size()), G_NORMALIZE_NFC)
          : nullptr,
      g_free);
  return normal != nullptr ? std::string(normal.get()) : std::string(name);
}

std::string compared_name(std::string_view name) {
  const std::string composed = composed_name(name);
  const size_t begin = composed.find_first_not_of(" \t"), end = composed.find_last_not_of(" \t");
  return begin == composed.npos ? std::string() : composed.substr(begin, end - begin + 1);
}

}  // namespace strata
