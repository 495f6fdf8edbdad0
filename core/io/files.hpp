// Purpose: These functions read and write whole files. Writing is atomic: a temporary file beside the
//          target, fsync, rename.
// Errors: "PATH: reason", where the reason is the text of the operating system. Pipes, devices and
//         sockets cannot be read.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

inline constexpr size_t kMaxFileBytes = size_t{1} << 30;

Result<std::string> read_file(const std::string& path, size_t max_bytes = kMaxFileBytes);
// Writes a file atomically. Devices and pipes are written in place, because a file cannot replace them.
Status write_file_atomic(const std::string& path, std::string_view content);

// Returns whether the file lies in the folder or below, once links are followed. An empty folder is the working folder.
bool is_inside_folder(const std::string& file, const std::string& folder);

// Makes writes that exceed the file size limit, or go to a closed pipe, return an error; otherwise a signal ends the
// program. A program calls it when it starts.
void make_write_signals_errors();

}  // namespace strata
