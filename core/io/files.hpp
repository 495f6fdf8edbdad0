// Purpose: Whole files in and out. Writing is atomic: to a file beside it, fsync, rename.
// Errors: "PATH: reason" in the words of the operating system.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

inline constexpr size_t kMaxFileBytes = size_t{1} << 30;

Result<std::string> read_file(const std::string& path, size_t max_bytes = kMaxFileBytes);
Status write_file_atomic(const std::string& path, std::string_view content);

}  // namespace strata
