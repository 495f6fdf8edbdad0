#include "core/io/movingai.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "core/base/number_text.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

// --- .map ------------------------------------------------------------------------------------------------------------

enum LetterClass : uint8_t { kKnown = 0, kUnknown = 1, kNoLetter = 2 };

class LetterValidity {
 public:
  explicit LetterValidity(const LetterTerrains& terrains) {
    for (int i = 0; i < 256; ++i) {
      const bool known = terrains.is_known(static_cast<char>(i));
      classes_[static_cast<size_t>(i)] = known ? kKnown : i >= ' ' && i <= '~' ? kUnknown : kNoLetter;
    }
  }
  uint8_t of(char letter) const { return classes_[static_cast<uint8_t>(letter)]; }

 private:
  std::array<uint8_t, 256> classes_{};
};

struct MapHeader {
  int width = 0;
  int height = 0;
  bool has_type = true;
};

Result<int> parse_side(std::string_view key, std::string_view text, const std::string& name, size_t line) {
  const auto number = parse_number<int64_t>(text);
  if (!number) {
    return error_at_line(name, line, fmt::format("expected '{} <n>', got '{}' {}", key, key, strata::quoted(text)));
  }
  if (*number < 1 || *number > GridMap::kMaxSide) {
    return error_at_line(
        name, line, fmt::format("{} {} is outside of what can be opened (1 to {})", key, *number, GridMap::kMaxSide));
  }
  return static_cast<int>(*number);
}

// Parses `type octile`, then `height` and `width` in either order, then `map`.
Result<MapHeader> parse_header(LineSplitter& lines, const std::string& name) {
  constexpr std::string_view kExpected[] = {"'type octile'", "'height <n>' or 'width <n>'",
                                            "the other of height and width", "'map'"};
  MapHeader header;
  for (size_t step = 0; step < std::size(kExpected); ++step) {
    std::string_view line;
    if (!lines.next(line)) {
      const auto reason = lines.number() == 0 ? std::string("the file is empty")
                                              : fmt::format("the file ends where {} should follow", kExpected[step]);
      return error_at_line(name, lines.number() + 1, reason);
    }
    std::string_view rest = line;
    const auto key = next_word(rest);
    const auto value = trimmed(rest);
    const auto unexpected = [&] {
      return error_at_line(name, lines.number(),
                           fmt::format("expected {}, got {}", kExpected[step], strata::quoted(line)));
    };
    if (step == 0 && (key == "height" || key == "width")) {
      header.has_type = false;
      ++step;
    }
    if (step == 0) {
      if (key != "type" || value.empty()) return unexpected();
      if (value != "octile") {
        return error_at_line(
            name, lines.number(),
            fmt::format("type {} cannot be opened, only 'octile'{}", strata::quoted(value),
                        value == "octile-corner"
                            ? ": in 'octile-corner' agents walk on the corners of cells; where they are "
                              "to walk on the cells, write 'type octile'"
                            : ""));
      }
    } else if (step == 3) {
      if (key != "map" || !value.empty()) return unexpected();
    } else {
      int* side = key == "height" ? &header.height : key == "width" ? &header.width : nullptr;
      if (side == nullptr) return unexpected();
      if (*side != 0) return error_at_line(name, lines.number(), fmt::format("{} is given twice", key));
      const auto parsed = parse_side(key, value, name, lines.number());
      if (!parsed) return parsed.error();
      *side = parsed.value();
    }
  }
  return header;
}

// Notes the letters of a row that the format does not have. The function is separate from the inner loop, because
// such rows are rare.
Status note_letters(std::string_view row, size_t line, const std::string& name, const LetterValidity& classes,
                    std::vector<MapWarning>& unknown) {
  for (size_t x = 0; x < row.size(); ++x) {
    const char letter = row[x];
    if (classes.of(letter) == kNoLetter) {
      return error_at_line(name, line,
                           fmt::format("byte 0x{:02x} in column {} is no letter: this is not a text map",
                                       static_cast<unsigned char>(letter), x + 1));
    }
    if (classes.of(letter) == kKnown) continue;
    auto entry = std::find_if(unknown.begin(), unknown.end(), [&](const auto& w) { return w.letter == letter; });
    if (entry == unknown.end()) entry = unknown.insert(entry, MapWarning{letter, 0, line});
    ++entry->cells;
  }
  return success();
}

std::string letters_of(const std::array<bool, 256>& occurs) {
  std::string letters;
  for (size_t letter = 0; letter < occurs.size(); ++letter) {
    if (occurs[letter]) letters += static_cast<char>(letter);
  }
  return letters;
}

}  // namespace

Result<LoadedMap> parse_map(std::string_view text, const std::string& name, const LetterTerrains& terrains) {
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  LineSplitter lines(plain.value().view());
  const auto header = parse_header(lines, name);
  if (!header) return header.error();
  const auto width = static_cast<size_t>(header.value().width);
  const auto height = static_cast<size_t>(header.value().height);

  LoadedMap loaded;
  const LetterValidity classes(terrains);
  std::array<bool, 256> occurs{};
  std::vector<char> letters;
  letters.reserve(std::min(width * height, lines.bytes_left()));  // so that missing cells take no memory
  std::string_view row;
  for (size_t y = 0; y < height; ++y) {
    if (!lines.next(row)) {
      return error_at_line(name, lines.number() + 1,
                           fmt::format("expected {} rows, the file ends after {}", height, y));
    }
    // Blanks at the end of a row are not cells.
    if (row.size() > width && trimmed(row.substr(width)).empty()) row = row.substr(0, width);
    uint8_t all = 0;
    for (const char letter : row) {
      all |= classes.of(letter);
      occurs[static_cast<uint8_t>(letter)] = true;
    }
    if (all != kKnown) {
      if (const auto noted = note_letters(row, lines.number(), name, classes, loaded.unknown_letters); !noted) {
        return noted.error();
      }
    }
    if (row.size() != width) {
      return error_at_line(name, lines.number(),
                           fmt::format("expected a row of {} letters, got {}", width, row.size()));
    }
    letters.insert(letters.end(), row.begin(), row.end());
  }
  std::vector<uint8_t> weights;
  while (lines.next(row)) {
    if (trimmed(row).empty()) continue;
    if (!weights.empty()) {
      const Status read = parse_weights_line(row, header.value().width, header.value().height, weights);
      if (!read) return error_at_line(name, lines.number(), read.error().what);
    } else if (trimmed(row) == kWeightsWord) {
      weights.assign(letters.size(), 0);
    } else {
      return error_at_line(name, lines.number(),
                           fmt::format("expected the end after {} rows, got {}", height, strata::quoted(row)));
    }
  }
  loaded.has_type = header.value().has_type;
  loaded.letters = letters_of(occurs);
  loaded.map = GridMap(header.value().width, header.value().height, std::move(letters), terrains);
  if (!weights.empty()) loaded.map.set_weights(std::move(weights));
  return loaded;
}

std::string letters_of(const GridMap& map) {
  std::array<bool, 256> occurs{};
  for (const char letter : map.letters()) occurs[static_cast<uint8_t>(letter)] = true;
  return letters_of(occurs);
}

std::vector<std::string> notes_on(const LoadedMap& loaded, const std::string& name) {
  std::vector<std::string> notes;
  if (!loaded.has_type) notes.push_back(fmt::format("{}:1: there is no line 'type': read as 'type octile'", name));
  for (const MapWarning& warning : loaded.unknown_letters) {
    notes.push_back(fmt::format("{}:{}: unknown letter '{}' in {} {}: kept, and counted as blocked", name,
                                warning.first_line, warning.letter, warning.cells,
                                warning.cells == 1 ? "cell" : "cells"));
  }
  return notes;
}

std::string letters_note(std::string_view letters, const LetterTerrains& terrains, const std::string& name) {
  std::string given;
  for (const char letter : letters) {
    if (terrains.is_given(letter)) given += fmt::format(" {}={}", letter, terrain_info(terrains.of(letter)).name);
  }
  return given.empty() ? given : fmt::format("{}: read as asked:{}", name, given);
}

Result<LoadedMap> load_map(const std::string& path, const LetterTerrains& terrains) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_map(text.value(), path, terrains);
}

std::string format_map(const GridMap& map) {
  const auto width = static_cast<size_t>(map.width());
  std::string text = fmt::format("type octile\nheight {}\nwidth {}\nmap\n", map.height(), map.width());
  text.reserve(text.size() + (width + 1) * static_cast<size_t>(map.height()));
  const auto letters = map.letters();
  for (size_t first = 0; first < letters.size(); first += width) {
    text.append(letters.data() + first, width);
    text += '\n';
  }
  return text;
}

std::string format_map_with_weights(const GridMap& map) { return format_map(map) + format_weights(map); }

Status save_map(const GridMap& map, const std::string& path) {
  if (map.cell_count() == 0) return error_at(path, "there is no map to save");
  return write_file_atomic(path, format_map(map));
}

// --- .scen -----------------------------------------------------------------------------------------------------------

namespace {

constexpr size_t kColumns = 9;

constexpr size_t kMapColumn = 1;

// Removes a quoted name, in which quotes are doubled, from the front of `text`. Errors do not name the place.
Result<std::string> take_quoted_name(std::string_view& text) {
  const std::string_view whole = trimmed(text);
  std::string name;
  for (size_t i = 1; i < whole.size(); ++i) {
    if (whole[i] != '"') {
      name += whole[i];
    } else if (whole.substr(i + 1).starts_with('"')) {
      name += whole[i++];
    } else {
      text = whole.substr(i + 1);
      if (!text.empty() && !is_blank(text.front())) {
        return error_at("", fmt::format("expected a blank behind the quote that ends the map's name, got {}",
                                        strata::quoted(text.substr(0, 1))));
      }
      if (name.empty()) return error_at("", "the map's name is empty");
      return name;
    }
  }
  return error_at("", fmt::format("the quote before the map's name is never closed: {}", strata::quoted(whole)));
}

// Returns a name as written in a row: in quotes if it could not be parsed without them.
std::string written_name(const std::string& name) {
  if (std::none_of(name.begin(), name.end(), is_blank) && !name.starts_with('"')) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

// Parses a row of a scenario. Errors do not name the place.
Result<ScenarioRow> parse_row(std::string_view line, size_t number) {
  std::array<std::string_view, kColumns> words;
  ScenarioRow row;
  row.line = number;
  size_t count = 0;
  for (auto rest = line; true; ++count) {
    if (count == kMapColumn && trimmed(rest).starts_with('"')) {
      auto name = take_quoted_name(rest);
      if (!name) return name.error();
      row.map = std::move(name.value());
      continue;
    }
    const auto word = next_word(rest);
    if (word.empty()) break;
    if (count < kColumns) words[count] = word;
  }
  if (count != kColumns) {
    return error_at(
        "", fmt::format("expected {} columns, got {}{}: {}", kColumns, count,
                        count > kColumns ? " (a map's name with a blank stands in quotes)" : "", strata::quoted(line)));
  }
  if (row.map.empty()) row.map = std::string(words[kMapColumn]);
  const auto bad = [&](std::string_view what, std::string_view word) {
    return error_at("", fmt::format("{} is no {}", strata::quoted(word), what));
  };
  const auto bucket = parse_number<uint32_t>(words[0]);
  if (!bucket) return bad("bucket number", words[0]);
  row.bucket = *bucket;
  const struct {
    std::string_view what;
    int* value;
    int least;
  } numbers[] = {{"map width", &row.width, 1},   {"map height", &row.height, 1},  {"start column", &row.start_x, 0},
                 {"start row", &row.start_y, 0}, {"goal column", &row.goal_x, 0}, {"goal row", &row.goal_y, 0}};
  for (size_t i = 0; i < std::size(numbers); ++i) {
    const auto value = parse_number<int>(words[i + 2]);
    if (!value || *value < numbers[i].least) return bad(numbers[i].what, words[i + 2]);
    *numbers[i].value = *value;
  }
  const auto length = parse_number<double>(words[8]);
  if (!length || !std::isfinite(*length) || *length < 0) return bad("path length", words[8]);
  row.length = *length;
  return row;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Returns the file in the folder whose name differs from `name` only in case; nothing if there is
// none, or more than one.
std::optional<std::string> alike_in(const std::string& folder, std::string_view name) {
  std::optional<std::string> found;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string other = entry->path().filename().string();
    std::error_code unknown;
    if (!std::ranges::equal(other, name, {}, lower, lower) || !entry->is_regular_file(unknown)) continue;
    if (found) return std::nullopt;
    found = folder + other;
  }
  return found;
}

std::string_view base_name(std::string_view path) {
  const auto slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

Result<Scenario> parse_scenario(std::string_view text, const std::string& name) {
  const Result<PlainText> plain = PlainText::of(text, name);
  if (!plain) return plain.error();
  LineSplitter lines(plain.value().view());
  std::string_view line;
  if (!lines.next(line)) return error_at_line(name, 1, "the file is empty");
  auto rest = line;
  const auto key = next_word(rest);
  const auto version = trimmed(rest);
  if (key != "version" || version.empty()) {
    return error_at_line(name, 1, fmt::format("expected 'version 1', got {}", strata::quoted(line)));
  }
  if (version != "1" && version != "1.0") {
    const bool dynamic = version == "2" || version == "2.0";
    return error_at_line(name, 1,
                         fmt::format("version {} cannot be read here, only 1{}", strata::quoted(version),
                                     dynamic ? ": it is a dynamic scenario, which File > Open in the app and "
                                               "strata-bench course dynamic read"
                                             : ""));
  }
  Scenario scenario;
  while (lines.next(line)) {
    if (trimmed(line).empty()) continue;
    auto row = parse_row(line, lines.number());
    if (row) {
      scenario.rows.push_back(std::move(row.value()));
    } else {
      scenario.faults.push_back({lines.number(), row.error().message(), std::string(line)});
    }
  }
  if (scenario.rows.empty() && !scenario.faults.empty()) {
    const ScenarioFault& first = scenario.faults.front();
    return error_at_line(name, first.line, first.reason);
  }
  return scenario;
}

Result<Scenario> load_scenario(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_scenario(text.value(), path);
}

std::string format_scenario(const Scenario& scenario) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  fmt::format_to(at, "version 1\n");
  size_t fault = 0;
  const auto put_faults = [&](size_t before) {
    for (; fault < scenario.faults.size() && scenario.faults[fault].line < before; ++fault)
      fmt::format_to(at, "{}\n", scenario.faults[fault].text);
  };
  for (const auto& row : scenario.rows) {
    put_faults(row.line);
    fmt::format_to(at, "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", row.bucket, written_name(row.map), row.width, row.height,
                   row.start_x, row.start_y, row.goal_x, row.goal_y, row.length);
  }
  put_faults(SIZE_MAX);
  return fmt::to_string(out);
}

Status save_scenario(const Scenario& scenario, const std::string& path) {
  for (const auto& row : scenario.rows) {
    if (row.map.empty() || row.map.find_first_of("\r\n") != std::string::npos) {
      return error_at(
          path, fmt::format("map name {} cannot be written: it is empty or has a line end", strata::quoted(row.map)));
    }
  }
  return write_file_atomic(path, format_scenario(scenario));
}

Result<std::string> resolve_map(const std::string& scenario_path, const ScenarioRow& row) {
  const auto slash = scenario_path.rfind('/');
  const std::string folder = slash == std::string::npos ? std::string{} : scenario_path.substr(0, slash + 1);
  const std::string file(base_name(row.map));
  std::string looked;
  if (!file.empty()) {
    for (const char* in : {"", "maps/", "../", "../maps/"}) {
      std::string candidate = folder + in + file;
      struct stat info {};
      if (::stat(candidate.c_str(), &info) == 0 && S_ISREG(info.st_mode)) return candidate;
      looked += (looked.empty() ? "" : ", ") + candidate;
    }
  }
  const auto where = row.line != 0 ? scenario_path + ":" + std::to_string(row.line) : scenario_path;
  if (!file.empty()) {
    for (const char* in : {"", "maps/", "../", "../maps/"}) {
      if (const auto found = alike_in(folder + in, file)) return *found;
    }
  }
  if (file.empty()) return error_at(where, fmt::format("map {} names no file", strata::quoted(row.map)));
  return error_at(where, fmt::format("map {} was not found; looked for {}", strata::quoted(row.map), looked));
}

double length_tolerance(double length) { return std::max(0.02, 1e-4 * length); }

}  // namespace strata
