// Purpose: These functions read and write whole files. Writing is atomic: to a file beside the target, fsync, rename.
// Errors: "PATH: reason" in the words of the operating system. Reading refuses everything but files: pipes, devices,
//         sockets.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

inline constexpr size_t kMaxFileBytes = size_t{1} << 30;

Result<std::string> read_file(const std::string& path, size_t max_bytes = kMaxFileBytes);
// Writes a file atomically. Devices and pipes cannot be replaced by a file and are written in place.
Status write_file_atomic(const std::string& path, std::string_view content);

// For the start of a program: a write beyond the limit on the size of files, or to a closed pipe, then returns an
// error. Without this call a signal ends the program.
void make_write_signals_errors();

}  // namespace strata
