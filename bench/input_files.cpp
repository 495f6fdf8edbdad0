#include "bench/input_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/io/map_file.hpp"
#include "core/level/level_settings.hpp"

namespace strata::bench {
namespace {

// Returns the options that change the import `from` into `to`: "--up z --flip", or "no --flip".
std::string options_for(const ObjImport& from, const ObjImport& to) {
  LevelOptions before, after;
  before.import = from;
  after.import = to;
  std::string text;
  const auto add = [&](std::string_view option) { text += fmt::format("{}{}", text.empty() ? "" : " ", option); };
  if (from.scale != to.scale) add(fmt::format("--{} {}", kScaleSetting, to.scale));
  for (const LevelChoiceSetting& choice : level_choices()) {
    const int value = choice.get(after);
    if (value == choice.get(before)) continue;
    if (choice.is_switch()) {
      add(fmt::format("{}--{}", value == 1 ? "" : "no ", choice.name));
    } else {
      add(fmt::format("--{} {}", choice.name, choice.words[static_cast<size_t>(value)]));
    }
  }
  return text;
}

}  // namespace

std::string input_hash(const GridMap& map) { return fmt::format("{:016x}", map_hash(map)); }

Result<GridMap> load_cells(const std::string& path, const LetterTerrains& letters, Report& report) {
  Result<OpenedMap> opened = open_map_file(path, {.letters = letters});
  if (!opened) return opened.error();
  for (std::string& note : notes_on(opened.value(), path)) report.notes.push_back(std::move(note));
  report.maps[std::filesystem::path(path).filename().string()] = input_hash(opened.value().loaded.map);
  std::string given = letters_note(opened.value().loaded.letters, letters, path);
  if (!given.empty()) report.notes.push_back(std::move(given));
  return std::move(opened.value().loaded.map);
}

Status add_links(GridMap& map, std::span<const LinkText> links) {
  Edit edit;
  for (const LinkText& link : links) {
    if (Result<LinkText> read = parse_link(link_text(link), map.bounds()); !read) {
      return error_at("--map-link", read.error().what);
    }
    const std::vector<MapLink> both = links_of(link, map.width());
    edit.links.insert(edit.links.end(), both.begin(), both.end());
  }
  map.apply(edit);
  return success();
}

Result<std::shared_ptr<const Level>> load_level(const std::string& path, const LevelOptions& options, Report& report) {
  JobControl control;
  std::optional<LevelImportGuess> guess;
  Result<std::shared_ptr<const Level>> level = Level::load(path, options, control, &guess);
  if (!level) {
    if (!guess) return level;
    const Error& error = level.error();
    return error_at(error.where, fmt::format("{} Try {}", error.what, options_for(options.import, guess->import)));
  }
  for (const std::string& note : level.value()->mesh().notes())
    report.notes.push_back(fmt::format("{}: {}", path, note));
  if (const auto& other = level.value()->guess()) {
    report.notes.push_back(fmt::format("{}: try {}", path, options_for(options.import, other->import)));
  }
  return level;
}

}  // namespace strata::bench
