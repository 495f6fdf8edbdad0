#include "app/lab/file_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <utility>

#include "app/lab/document.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/script_state.hpp"
#include "traces/mapf_plan.hpp"
#include "traces/other_documents.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

// What files of other programs are, for the reason why they are not opened.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kForeign = {{{".png", "an image"},
                                                                                    {".pgm", "an image"},
                                                                                    {".jpg", "an image"},
                                                                                    {".jpeg", "an image"},
                                                                                    {".bmp", "an image"},
                                                                                    {".gif", "an image"},
                                                                                    {".tmx", "a map of Tiled"},
                                                                                    {".tmj", "a map of Tiled"},
                                                                                    {".gr", "a graph of DIMACS"}}};

// Whether the file begins with a line of the header of a map.
bool begins_as_map(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string word;
  file >> word;
  if (word.starts_with("\xef\xbb\xbf")) word.erase(0, 3);
  if (word != "type") return word == "height" || word == "width";
  return static_cast<bool>(file >> word) && word.starts_with("octile");
}

// Returns the beginning of a file, without a byte order mark.
std::string beginning_of(const std::string& path) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string text(size_t{1} << 16, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

// Whether a text file begins as a plan for many agents does.
bool begins_as_plan(const std::string& path) {
  const std::string text = beginning_of(path);
  return text.starts_with("0:(") || text.find("\n0:(") != std::string::npos || text.starts_with("agents=") ||
         text.starts_with("instance=");
}

// Returns the command for a file of a kind, which may hang on what the file holds.
std::string_view command_for(const FileKind* kind, const std::string& path) {
  if (kind == nullptr) return has_ending(path, ".txt") && begins_as_plan(path) ? "plan.open" : "map.open";
  if (kind->command == "trace.open" && has_ending(path, ".json") && begins_as_robot_runners(beginning_of(path))) {
    return "plan.open";
  }
  return kind->command;
}

}  // namespace

std::vector<FileKind> file_kinds(const Lab& lab) {
  std::vector<FileKind> kinds = {{".map", "map", "map.open"}, {".obj", "level", "map.open"}};
  for (const Document* document : lab.documents()) {
    std::string_view title = document->name();  // "the drawn graph"
    if (title.starts_with("the ")) title.remove_prefix(4);
    kinds.push_back({fmt::format(".{}", document->kind()), std::string(title), "map.open", document});
  }
  kinds.push_back({".json", "search trace or plan", "trace.open"});
  kinds.push_back({".yaml", "search trace", "trace.open"});
  kinds.push_back({".plan", "plan for many agents", "plan.open"});
  kinds.push_back({".strata", "workspace", "workspace.open"});
  kinds.push_back({".lesson", "lesson", "lesson.open"});
  kinds.push_back({".figure", "card of a figure", "figure.open"});
  kinds.push_back({".script", "script", "script.run"});
  return kinds;
}

std::string file_kinds_text(const Lab& lab) {
  const std::vector<FileKind> kinds = file_kinds(lab);
  std::string text;
  for (size_t i = 0; i < kinds.size(); ++i) {
    text += fmt::format("{}{} ({})",
                        i == 0                  ? ""
                        : i + 1 == kinds.size() ? " and "
                                                : ", ",
                        kinds[i].title, kinds[i].ending);
  }
  return text;
}

const FileKind* kind_by_ending(std::span<const FileKind> kinds, std::string_view path) {
  const std::string lower = small_letters(path);
  const auto found = std::ranges::find_if(kinds, [&](const FileKind& kind) { return lower.ends_with(kind.ending); });
  return found != kinds.end() ? &*found : nullptr;
}

Status check_file_kind(const Lab& lab, const std::string& path) {
  const std::vector<FileKind> kinds = file_kinds(lab);
  std::error_code failed;
  // Many programs write JSON and YAML.
  if (const FileKind* kind = kind_by_ending(kinds, path); kind != nullptr && kind->command == "trace.open") {
    const std::string_view other = other_document(beginning_of(path));
    return other.empty() ? success() : Status(error_at(path, std::string(other)));
  }
  if (kind_by_ending(kinds, path) != nullptr || !fs::exists(path, failed) || failed || begins_as_map(path) ||
      command_for(nullptr, path) != "map.open") {
    return success();
  }
  if (!fs::is_regular_file(path, failed) && !fs::is_directory(path, failed)) return success();
  const std::string ending = small_letters(fs::path(path).extension().string());
  const auto* const foreign =
      std::ranges::find(kForeign, std::string_view(ending), &decltype(kForeign)::value_type::first);
  const std::string what = fs::is_directory(path, failed) ? "is a folder"
                           : foreign != kForeign.end()    ? fmt::format("is {}, which is not read", foreign->second)
                           : ending.empty()               ? "has no ending, and does not begin as a map does"
                                                          : fmt::format("is of an unknown kind ({})", ending);
  return error_at(path, fmt::format("{}. What can be opened: {}", what, file_kinds_text(lab)));
}

Command command_by_ending(std::span<const FileKind> kinds, const std::string& path) {
  const FileKind* kind = kind_by_ending(kinds, path);
  return {std::string(kind != nullptr ? kind->command : "map.open"), {path}};
}

Result<Command> command_to_open(const Lab& lab, std::span<const std::string> paths) {
  if (paths.empty()) return error_at("", "no file is named");
  const std::vector<FileKind> kinds = file_kinds(lab);
  const auto command_of = [&](const std::string& path) {
    return Command{std::string(command_for(kind_by_ending(kinds, path), path)), {path}};
  };
  for (const std::string& path : paths) {
    if (Status known = check_file_kind(lab, path); !known) return known.error();
  }
  if (paths.size() == 1) return command_of(paths[0]);
  // A map, and one thing on it: that opens its map by itself.
  const std::string *map = nullptr, *on_map = nullptr;
  const Document* document = nullptr;
  for (const std::string& path : paths) {
    const FileKind* kind = kind_by_ending(kinds, path);
    const std::string_view opens = command_for(kind, path);
    const bool is_map = opens == "map.open" && (kind == nullptr || kind->with_map());
    if (kind != nullptr && kind->alone()) {
      return error_at(path, fmt::format("is a {}: open it without other files", kind->title));
    }
    const std::string*& place = is_map ? map : on_map;
    if (place != nullptr) {
      return error_at(path, fmt::format("is opened without {}: {}", name_of(*place),
                                        is_map ? "one map is open at a time" : "open one after the other"));
    }
    place = &path;
    if (!is_map) document = kind->document;
  }
  if (document == nullptr) {  // a trace or a plan, which can be opened on any map
    Command command = command_of(*on_map);
    command.args.push_back(*map);
    return command;
  }
  const Result<std::string> own = document->map_of(*on_map);
  if (!own) return own.error();
  std::error_code failed;
  if (own.value().empty() || !fs::equivalent(own.value(), *map, failed)) {
    return error_at(*on_map, own.value().empty() ? fmt::format("names no map: open {} first", name_of(*map))
                                                 : fmt::format("belongs to {}, not to {}", own.value(), name_of(*map)));
  }
  return command_of(*on_map);
}

}  // namespace strata
