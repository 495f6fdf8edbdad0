// Purpose: These functions read and write whole files. Writing is atomic: to a file beside the target, fsync, rename.
// Errors: "PATH: reason" in the words of the operating system. Reading refuses what is no file: a pipe, a device, a
//         socket.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

inline constexpr size_t kMaxFileBytes = size_t{1} << 30;

Result<std::string> read_file(const std::string& path, size_t max_bytes = kMaxFileBytes);
// Devices and pipes cannot be replaced by a file; they are written as they are.
Status write_file_atomic(const std::string& path, std::string_view content);

// For the start of a program: a limit on the size of files and a closed pipe end a write with an error like any other.
// Left alone they end the program.
void make_write_signals_errors();

}  // namespace strata
