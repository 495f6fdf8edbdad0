#include "app/lab/file_beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "app/lab/saved_content.hpp"
#include "app/lab/session.hpp"
#include "core/io/level_file.hpp"
#include "core/io/map_file.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

constexpr size_t kHeaderBytes = 4096;
constexpr size_t kMaxLevelBytes = size_t{16} << 20;

}  // namespace

Result<std::string> file_beside(const std::string& folder, const std::string& name, std::string_view of) {
  const std::string file = (fs::path(folder.empty() ? "." : folder) / name).string();
  std::error_code failed;
  const bool is_there = fs::symlink_status(file, failed).type() != fs::file_type::not_found && !failed;
  if (is_there && path_below(file, folder).empty()) {
    return error_at(file, fmt::format("lies outside of the folder of {}, behind a link", of));
  }
  return file;
}

Status check_map_sides(const std::string& path, int most) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return success();
  if (is_level_file(path)) {
    if (level_format_of(path) == LevelFormat::kGltf && fs::path(path).extension() != ".glb") {
      return error_at(path, "is a level that names further files: another file opens one in a single file (.glb)");
    }
    const auto bytes = fs::file_size(path, failed);
    if (failed || bytes <= kMaxLevelBytes) return success();
    return error_at(path, fmt::format("is a level of more than {} MB, too large to be opened by another file",
                                      kMaxLevelBytes >> 20));
  }
  if (map_format_of(path) != MapFormat::kMovingAi) {
    return error_at(path, "is no map of MovingAI (.map), the only kind of map that another file opens");
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(kHeaderBytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::string_view key = next_word(line);
    if (key == "map") break;
    if (key != "width" && key != "height") continue;
    const std::string_view word = next_word(line);
    int64_t side = 0;
    const auto [stop, code] = std::from_chars(word.data(), word.data() + word.size(), side);
    if (code == std::errc::result_out_of_range || (code == std::errc() && side > most)) {
      return error_at(
          path, fmt::format("has {} {}: a map that another file opens has {} cells a side at most", key, word, most));
    }
  }
  return success();
}

}  // namespace strata
