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
#include "core/io/level_file.hpp"
#include "core/io/map_file.hpp"
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

// Kinds of files that belong to other programs. They are named in the message that says why such a file is not opened.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kForeign = {{{".jpg", "a kind of image"},
                                                                                    {".jpeg", "a kind of image"},
                                                                                    {".bmp", "a kind of image"},
                                                                                    {".gif", "a kind of image"},
                                                                                    {".tsx", "a tileset of Tiled"}}};

// Returns whether the file begins with the header of a map.
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

// Returns whether a text file begins like a plan of many agents.
bool begins_as_plan(const std::string& path) {
  const std::string text = beginning_of(path);
  return text.starts_with("0:(") || text.find("\n0:(") != std::string::npos || text.starts_with("agents=") ||
         text.starts_with("instance=");
}

using enum FileContent;

// In the order of FileContent.
constexpr std::array<std::string_view, 9> kOpeningCommands = {"map.open",    "map.open",       "trace.open",
                                                              "plan.open",   "workspace.open", "lesson.open",
                                                              "figure.open", "show.open",      "script.run"};

// Returns whether such a file contains everything, so that no second file can be opened together with it.
bool is_alone(FileContent content) { return content >= kWorkspace; }

}  // namespace

std::string_view command_that_opens(FileContent content) { return kOpeningCommands[static_cast<size_t>(content)]; }

FileContent content_of(std::span<const FileKind> kinds, const std::string& path) {
  const FileKind* kind = kind_by_ending(kinds, path);
  if (kind == nullptr) return has_ending(path, ".txt") && begins_as_plan(path) ? kPlan : kMap;
  if (kind->content != kTrace) return kind->content;
  // Many programs write JSON and YAML files, so that the extension does not tell enough.
  const std::string beginning = beginning_of(path);
  if (has_ending(path, ".json") && begins_as_robot_runners(beginning)) return kPlan;
  return begins_as_map_document(beginning) ? kMap : kTrace;
}

std::vector<FileKind> file_kinds(const Lab& lab) {
  std::vector<FileKind> kinds = {{".map", "map", kMap}};
  for (const LevelFileEnding& level : level_file_endings()) {
    kinds.push_back({std::string(level.ending), std::string(level.title), kMap});
  }
  const FileKind maps[] = {{".tmx", "map of Tiled", kMap},    {".tmj", "map of Tiled", kMap},
                           {".png", "image", kMap},           {".pgm", "image", kMap},
                           {".pbm", "image", kMap},           {".csv", "table of numbers", kMap},
                           {".ldtk", "project of LDtk", kMap}};
  kinds.insert(kinds.end(), std::begin(maps), std::end(maps));
  for (const Document* document : lab.documents()) {
    // What messages call the document: "the drawn graph".
    std::string_view title = document->name();
    if (title.starts_with("the ")) title.remove_prefix(4);
    kinds.push_back({fmt::format(".{}", document->kind()), std::string(title), kDocument, document});
    for (const auto& [ending, other] : document->other_kinds()) {
      kinds.push_back({std::string(ending), std::string(other), kDocument, document});
    }
  }
  kinds.push_back({".json", "search trace or plan", kTrace});
  kinds.push_back({".yaml", "search trace or map of ROS", kTrace});
  kinds.push_back({".plan", "plan for many agents", kPlan});
  kinds.push_back({".strata", "workspace", kWorkspace});
  kinds.push_back({".lesson", "lesson", kLesson});
  kinds.push_back({".figure", "card of a figure", kFigure});
  kinds.push_back({".show", "run of show", kShow});
  kinds.push_back({".script", "script", kScript});
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
  if (const FileKind* kind = kind_by_ending(kinds, path); kind != nullptr && kind->content == kTrace) {
    if (content_of(kinds, path) == kMap) return success();
    const std::string_view other = other_document(beginning_of(path));
    return other.empty() ? success() : Status(error_at(path, std::string(other)));
  }
  if (kind_by_ending(kinds, path) != nullptr || !fs::exists(path, failed) || failed || begins_as_map(path) ||
      content_of(kinds, path) != kMap || map_format_of(path) == MapFormat::kNumbers) {
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
  const FileContent content = kind == nullptr           ? kMap
                              : kind->content == kTrace ? content_of(kinds, path)
                                                        : kind->content;
  return {std::string(command_that_opens(content)), {path}};
}

Result<Command> command_to_open(const Lab& lab, std::span<const std::string> paths) {
  if (paths.empty()) return error_at("", "no file is named");
  const std::vector<FileKind> kinds = file_kinds(lab);
  const auto command_of = [&](const std::string& path) {
    return Command{std::string(command_that_opens(content_of(kinds, path))), {path}};
  };
  for (const std::string& path : paths) {
    if (Status known = check_file_kind(lab, path); !known) return known.error();
  }
  if (paths.size() == 1) return command_of(paths[0]);
  // One of the two files is a map, and the other one a document or recording on it. The command of the other file
  // also opens the map.
  const std::string *map = nullptr, *on_map = nullptr;
  const Document* document = nullptr;
  for (const std::string& path : paths) {
    const FileKind* kind = kind_by_ending(kinds, path);
    const bool is_map = content_of(kinds, path) == kMap;
    if (kind != nullptr && is_alone(kind->content)) {
      return error_at(path, fmt::format("is a {}: open it without other files", kind->title));
    }
    const std::string*& place = is_map ? map : on_map;
    if (place != nullptr) {
      return error_at(path, fmt::format("is opened without {}: {}", name_of(*place),
                                        is_map ? "one map is open at a time" : "open one after the other"));
    }
    place = &path;
    if (!is_map && kind != nullptr) document = kind->document;
  }
  // The file is a trace or a plan, which can be opened on any map.
  if (document == nullptr) {
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
