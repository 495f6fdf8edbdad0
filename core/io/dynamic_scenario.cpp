#include "core/io/dynamic_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr char kFree = '.', kBlocked = '@';

Error ends_early(const LineSplitter& lines, const std::string& name, std::string_view expected) {
  if (lines.number() == 0) return error_at_line(name, 1, "the file is empty");
  return error_at_line(name, lines.number() + 1, fmt::format("the file ends where {} should follow", expected));
}

// Parses the number behind a key, "height 12".
Result<int> parse_number_of(std::string_view line, std::string_view key, int least, int most) {
  std::string_view rest = line;
  const bool has_key = next_word(rest) == key;
  const auto number = parse_number<int64_t>(trimmed(rest));
  if (!has_key || !number) return error_at("", fmt::format("expected '{} <n>', got {}", key, quoted(line)));
  if (*number < least || *number > most) {
    return error_at("", fmt::format("{} {} is not between {} and {}", key, *number, least, most));
  }
  return static_cast<int>(*number);
}

Status check_row(std::string_view row, int width) {
  const auto other = std::ranges::find_if(row, [](char letter) { return letter != kFree && letter != kBlocked; });
  if (other != row.end()) {
    return error_at("", fmt::format("{} in column {} is neither '.' (free) nor '@' (blocked)", quoted({&*other, 1}),
                                    other - row.begin() + 1));
  }
  if (row.size() != static_cast<size_t>(width)) {
    return error_at("", fmt::format("expected a row of {} letters, got {}", width, row.size()));
  }
  return success();
}

Result<MapPatch> parse_patch(LineSplitter& lines, const std::string& name, int index) {
  MapPatch patch;
  std::string_view line;
  const struct {
    std::string_view key;
    int least, most;
    int* value;
  } numbers[] = {{"patch", index, index, nullptr},
                 {"height", 1, GridMap::kMaxSide, &patch.height},
                 {"width", 1, GridMap::kMaxSide, &patch.width}};
  for (const auto& [key, least, most, value] : numbers) {
    if (!lines.next(line)) return ends_early(lines, name, fmt::format("'{}' of patch {}", key, index));
    const Result<int> number = parse_number_of(line, key, least, most);
    if (!number) return error_at_line(name, lines.number(), number.error().what);
    if (value != nullptr) *value = number.value();
  }
  if (!lines.next(line)) return ends_early(lines, name, fmt::format("'map' of patch {}", index));
  if (trimmed(line) != "map") {
    return error_at_line(name, lines.number(), fmt::format("expected 'map', got {}", quoted(line)));
  }
  for (int y = 0; y < patch.height; ++y) {
    if (!lines.next(line)) return ends_early(lines, name, fmt::format("row {} of patch {}", y, index));
    if (const Status row = check_row(line, patch.width); !row) {
      return error_at_line(name, lines.number(), fmt::format("patch {}: {}", index, row.error().what));
    }
    patch.letters += line;
  }
  return patch;
}

// Reads a scenario line by line.
class DynamicScenarioParser {
 public:
  DynamicScenarioParser(std::string_view text, const std::string& name) : lines_(text), name_(name) {}

  // Parses the header up to the line `commands`.
  Status parse_header() {
    std::string_view line;
    std::array<bool, std::size(kKeys)> given{};
    while (true) {
      if (!lines_.next(line)) return ends_early(lines_, name_, fmt::format("'{}' of the header", missing(given)));
      std::string_view rest = line;
      const std::string_view key = next_word(rest);
      if (lines_.number() == 1 && key != "version")
        return error(fmt::format("expected 'version 2', got {}", quoted(line)));
      const size_t which = static_cast<size_t>(std::ranges::find(kKeys, key) - std::begin(kKeys));
      if (which == std::size(kKeys)) {
        return error(fmt::format("expected '{}' of the header, got {}", missing(given), quoted(line)));
      }
      if (given[which]) return error(fmt::format("{} is given twice", key));
      given[which] = true;
      if (const Status read = parse_header_value(key, trimmed(rest), line); !read) return read.error();
      if (key != "commands") continue;
      if (const std::string_view other = missing(given); !other.empty()) {
        return error(fmt::format("there is no line '{}' before 'commands'", other));
      }
      return success();
    }
  }

  // Parses the commands. Must follow parse_header; the patches must be known.
  Status parse_commands() {
    std::string_view line;
    while (lines_.next(line)) {
      std::string_view rest = line;
      const std::string_view command = next_word(rest);
      if (command.empty()) continue;
      Status read = command == "P"   ? parse_placement(rest, line)
                    : command == "Q" ? parse_query(rest, line)
                                     : Status(error(fmt::format("expected P or Q, got {}", quoted(line))));
      if (!read) return read.error();
    }
    return success();
  }

  DynamicScenario& scenario() { return scenario_; }
  Error error(std::string what) const { return error_at_line(name_, lines_.number(), std::move(what)); }

 private:
  static constexpr std::string_view kKeys[] = {"version", "height", "width", "cost", "patch", "commands"};

  // Returns the first key that was not given; empty if all were.
  static std::string_view missing(const std::array<bool, std::size(kKeys)>& given) {
    const auto first = std::ranges::find(given, false);
    return first == given.end() ? std::string_view() : kKeys[first - given.begin()];
  }

  Status parse_header_value(std::string_view key, std::string_view value, std::string_view line) {
    if (key == "version" && value != "2" && value != "2.0") {
      return error(fmt::format("version {} cannot be read, only 2", quoted(value)));
    }
    if (key == "height" || key == "width") {
      const Result<int> side = parse_number_of(line, key, 1, GridMap::kMaxSide);
      if (!side) return error(side.error().what);
      (key == "height" ? scenario_.height : scenario_.width) = side.value();
    }
    if (key == "cost" && value != "1 octile") {
      return error(fmt::format("cost {} cannot be read, only '1 octile'", quoted(value)));
    }
    if (key == "patch") {
      if (value.empty() || value == "." || value == ".." || value.find_first_of("/\\") != std::string_view::npos) {
        return error(fmt::format("expected 'patch' and the name of a file in the same folder, got {}", quoted(line)));
      }
      scenario_.patch_file = value;
    }
    if (key == "commands" && !value.empty()) return error(fmt::format("expected 'commands', got {}", quoted(line)));
    return success();
  }

  // Splits a command into the words behind its letter.
  template <size_t kCount>
  Result<std::array<std::string_view, kCount>> words_of(std::string_view rest, std::string_view line,
                                                        std::string_view form) const {
    std::array<std::string_view, kCount> words;
    for (std::string_view& word : words) word = next_word(rest);
    if (words.back().empty() || !trimmed(rest).empty()) {
      return error(fmt::format("expected '{}', got {}", form, quoted(line)));
    }
    return words;
  }

  // Parses the number of a cell's column or row. Returns 0, and sets `fault`, if it is not on the map.
  int parse_place(std::string_view word, std::string_view what, int side, std::string& fault) const {
    const auto number = parse_number<int>(word);
    if (number && *number >= 0 && *number < side) return *number;
    if (fault.empty()) fault = fmt::format("{} {} is not between 0 and {}", what, quoted(word), side - 1);
    return 0;
  }

  Result<uint32_t> parse_bucket(std::string_view word) const {
    const auto bucket = parse_number<uint32_t>(word);
    if (!bucket) return error(fmt::format("{} is no bucket number", quoted(word)));
    return *bucket;
  }

  Status parse_placement(std::string_view rest, std::string_view line) {
    const auto words = words_of<4>(rest, line, "P BUCKET PATCH X Y");
    if (!words) return words.error();
    const auto& [bucket_word, patch_word, x_word, y_word] = words.value();
    const Result<uint32_t> bucket = parse_bucket(bucket_word);
    if (!bucket) return bucket.error();
    const auto number = parse_number<uint32_t>(patch_word);
    if (!number || *number >= scenario_.patches.size()) {
      return error(fmt::format("there is no patch {}: {} has {}", quoted(patch_word),
                               strata::quoted(scenario_.patch_file), scenario_.patches.size()));
    }
    const MapPatch& patch = scenario_.patches[*number];
    std::string fault;
    const Cell at{parse_place(x_word, "column", scenario_.width, fault),
                  parse_place(y_word, "row", scenario_.height, fault)};
    if (!fault.empty()) return error(fault);
    if (at.x + patch.width > scenario_.width || at.y + patch.height > scenario_.height) {
      return error(fmt::format("patch {} of {}x{} cells at ({},{}) does not lie within the map of {}x{}", *number,
                               patch.width, patch.height, at.x, at.y, scenario_.width, scenario_.height));
    }
    placed_cells_ += patch.letters.size();
    if (placed_cells_ > DynamicScenario::kMaxPlacedCells) {
      return error(fmt::format("the patches up to here have more than {} cells", DynamicScenario::kMaxPlacedCells));
    }
    auto& steps = scenario_.steps;
    if (steps.empty() || !std::holds_alternative<ScenarioChange>(steps.back())) steps.emplace_back(ScenarioChange{});
    std::get<ScenarioChange>(steps.back()).placements.push_back({bucket.value(), *number, at});
    return success();
  }

  Status parse_query(std::string_view rest, std::string_view line) {
    const auto words = words_of<6>(rest, line, "Q BUCKET SX SY GX GY COST");
    if (!words) return words.error();
    const auto& [bucket_word, sx, sy, gx, gy, cost_word] = words.value();
    const Result<uint32_t> bucket = parse_bucket(bucket_word);
    if (!bucket) return bucket.error();
    DynamicQuery query{.bucket = bucket.value(), .start = {}, .goal = {}};
    std::string fault;
    query.start = {parse_place(sx, "start column", scenario_.width, fault),
                   parse_place(sy, "start row", scenario_.height, fault)};
    query.goal = {parse_place(gx, "goal column", scenario_.width, fault),
                  parse_place(gy, "goal row", scenario_.height, fault)};
    if (!fault.empty()) return error(fault);
    const auto cost = parse_finite(cost_word);
    if (!cost || (*cost < 0 && *cost != DynamicQuery::kNoPath)) {
      return error(fmt::format("{} is no path length, and not -1 for no path", quoted(cost_word)));
    }
    query.length = *cost;
    scenario_.steps.emplace_back(query);
    return success();
  }

  LineSplitter lines_;
  const std::string& name_;
  DynamicScenario scenario_;
  uint64_t placed_cells_ = 0;
};

}  // namespace

Result<std::vector<MapPatch>> parse_patches(std::string_view text, const std::string& name) {
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  LineSplitter lines(plain.value().view());
  std::string_view line;
  if (!lines.next(line)) return ends_early(lines, name, "'type patch'");
  std::string_view rest = line;
  if (next_word(rest) != "type" || trimmed(rest) != "patch") {
    return error_at_line(name, 1, fmt::format("expected 'type patch', got {}", quoted(line)));
  }
  if (!lines.next(line)) return ends_early(lines, name, "'patches <n>'");
  const Result<int> count = parse_number_of(line, "patches", 0, static_cast<int>(kMaxFileBytes));
  if (!count) return error_at_line(name, lines.number(), count.error().what);
  std::vector<MapPatch> patches;
  for (int index = 0; index < count.value(); ++index) {
    Result<MapPatch> patch = parse_patch(lines, name, index);
    if (!patch) return patch.error();
    patches.push_back(std::move(patch.value()));
  }
  while (lines.next(line)) {
    if (trimmed(line).empty()) continue;
    return error_at_line(name, lines.number(),
                         fmt::format("expected the end after {} patches, got {}", count.value(), quoted(line)));
  }
  return patches;
}

std::string format_patches(std::span<const MapPatch> patches) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  fmt::format_to(at, "type patch\npatches {}\n", patches.size());
  for (size_t index = 0; index < patches.size(); ++index) {
    const MapPatch& patch = patches[index];
    fmt::format_to(at, "patch {}\nheight {}\nwidth {}\nmap\n", index, patch.height, patch.width);
    const auto width = static_cast<size_t>(patch.width);
    for (size_t first = 0; first < patch.letters.size(); first += width) {
      fmt::format_to(at, "{}\n", std::string_view(patch.letters).substr(first, width));
    }
  }
  return fmt::to_string(out);
}

Result<DynamicScenario> parse_dynamic_scenario(
    std::string_view text, const std::string& name,
    const std::function<Result<std::vector<MapPatch>>(const std::string& file)>& load_patches) {
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  DynamicScenarioParser parser(plain.value().view(), name);
  if (const Status header = parser.parse_header(); !header) return header.error();
  DynamicScenario& scenario = parser.scenario();
  Result<std::vector<MapPatch>> patches = load_patches(scenario.patch_file);
  if (!patches) return patches.error();
  scenario.patches = std::move(patches.value());
  if (const Status commands = parser.parse_commands(); !commands) return commands.error();
  return std::move(scenario);
}

Result<DynamicScenario> load_dynamic_scenario(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return text.error();
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return parse_dynamic_scenario(text.value(), path, [&](const std::string& file) -> Result<std::vector<MapPatch>> {
    const std::string beside = (folder / file).string();
    const Result<std::string> patches = read_file(beside);
    if (!patches) return patches.error();
    if (!is_inside_folder(beside, folder.string())) return error_at(beside, "is a link to a file in another folder");
    return parse_patches(patches.value(), beside);
  });
}

std::string format_dynamic_scenario(const DynamicScenario& scenario) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  fmt::format_to(at, "version 2\nheight {}\nwidth {}\ncost 1 octile\npatch {}\ncommands\n", scenario.height,
                 scenario.width, scenario.patch_file);
  for (const auto& step : scenario.steps) {
    if (const auto* change = std::get_if<ScenarioChange>(&step)) {
      for (const PatchPlacement& one : change->placements) {
        fmt::format_to(at, "P {} {} {} {}\n", one.bucket, one.patch, one.at.x, one.at.y);
      }
    } else {
      const auto& query = std::get<DynamicQuery>(step);
      fmt::format_to(at, "Q {} {} {} {} {} {}\n", query.bucket, query.start.x, query.start.y, query.goal.x,
                     query.goal.y, query.length);
    }
  }
  return fmt::to_string(out);
}

Status save_dynamic_scenario(const DynamicScenario& scenario, const std::string& path) {
  const std::string beside = (std::filesystem::path(path).parent_path() / scenario.patch_file).string();
  if (const Status saved = write_file_atomic(beside, format_patches(scenario.patches)); !saved) return saved.error();
  return write_file_atomic(path, format_dynamic_scenario(scenario));
}

Edit edit_of(const DynamicScenario& scenario, const ScenarioChange& change) {
  Edit edit;
  for (const PatchPlacement& one : change.placements) {
    const MapPatch& patch = scenario.patches[one.patch];
    for (int y = 0; y < patch.height; ++y) {
      const std::string_view row =
          std::string_view(patch.letters)
              .substr(static_cast<size_t>(y) * static_cast<size_t>(patch.width), static_cast<size_t>(patch.width));
      const auto first = static_cast<CellId>((one.at.y + y) * scenario.width + one.at.x);
      for (size_t x = 0; x < row.size();) {
        const size_t end = std::min(row.find_first_not_of(row[x], x), row.size());
        edit.runs.push_back({first + static_cast<CellId>(x), static_cast<uint32_t>(end - x), row[x]});
        x = end;
      }
    }
  }
  return edit;
}

GridMap first_map(const DynamicScenario& scenario) {
  GridMap map(scenario.width, scenario.height, kFree);
  if (scenario.steps.empty()) return map;
  if (const auto* change = std::get_if<ScenarioChange>(&scenario.steps.front())) {
    (void)map.apply(edit_of(scenario, *change));
  }
  return map;
}

}  // namespace strata
