#include "app/lab/open_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/window_answers.hpp"
#include "core/io/map_options.hpp"

namespace strata {
namespace {

constexpr std::string_view kOptionsWindow = "open_options";

std::string_view setting_of(std::string_view word) { return word.substr(0, word.find('=', 1)); }

std::string terrain_choice(std::string_view setting, Terrain terrain) {
  return fmt::format("{}={}", setting, terrain_info(terrain).name);
}

// Returns a word for each choice that the file gives, with the value that holds unless the user chooses another one.
std::vector<std::string> usual_words(const MapSummary& summary) {
  std::vector<std::string> words;
  switch (summary.format) {
    case MapFormat::kMovingAi:
      for (const MapWarning& letter : summary.unknown_letters) {
        words.push_back(terrain_choice({&letter.letter, 1}, Terrain::kOut));
      }
      break;
    case MapFormat::kTiled:
      words.emplace_back("layer=");
      break;
    case MapFormat::kImage:
      words = {fmt::format("threshold={}", ImageOptions{}.threshold), fmt::format("alpha={}", ImageOptions{}.alpha),
               "invert=off"};
      if (!summary.levels_of_grey.empty()) words.emplace_back("words=on");
      break;
    case MapFormat::kRos:
      words.push_back(terrain_choice("unknown", RosOptions{}.unknown));
      break;
    case MapFormat::kLdtk:
      words = {"level=" + summary.level, "layer=" + summary.layer};
      [[fallthrough]];
    case MapFormat::kNumbers:
      for (const auto& value : values_with_choice(summary)) {
        words.push_back(terrain_choice(map_number_text(value.value), value.terrain));
      }
      words.push_back(terrain_choice("other", Terrain::kOut));
      break;
  }
  return words;
}

// Returns whether the file is a map whose format has options.
bool has_options(const Lab& lab, const std::string& file) {
  std::error_code unknown;
  return std::filesystem::is_regular_file(file, unknown) && !is_level_file(file) &&
         content_of(file_kinds(lab), file) == FileContent::kMap && check_file_kind(lab, file);
}

}  // namespace

struct OpenOptionsQuestion::ReadMap {
  std::string path;
  std::vector<std::string> words;
  std::optional<MapSummary> summary;
  std::shared_ptr<const MapThumbnail> preview;
  std::array<uint64_t, kTerrains> cells{};
  std::string problem;
};

std::string_view OpenOptions::choice(std::string_view setting) const {
  for (const std::string_view word : words) {
    if (setting_of(word) == setting) return word.substr(setting.size() + 1);
  }
  return {};
}

std::vector<MapSummary::SummaryValue> values_with_choice(const MapSummary& summary) {
  std::vector<MapSummary::SummaryValue> values = summary.values;
  if (values.size() > OpenOptions::kMostValues) {
    std::ranges::stable_sort(values, std::ranges::greater(), &MapSummary::SummaryValue::cells);
    values.resize(OpenOptions::kMostValues);
    std::ranges::sort(values, {}, &MapSummary::SummaryValue::value);
  }
  return values;
}

std::string_view why_not_open_with(const Lab& lab) {
  const LabState& state = lab.state();
  if (state.map_path.empty()) return "the map has no file";
  return !state.level_path.empty() ? "a level is read with settings of its own" : "";
}

OpenOptionsQuestion::OpenOptionsQuestion(Lab& lab) : LabPart(lab) {}
OpenOptionsQuestion::~OpenOptionsQuestion() = default;

bool OpenOptionsQuestion::asked_by_hand() const {
  return lab_.scripts().by_hand() && !lab_.scripts().running() && !lab_.scripts().foreign();
}

bool OpenOptionsQuestion::asks(const Command& command, std::string_view window) {
  if (!asked_by_hand() || command.args.size() != 1) return false;
  const std::string file = lab_.scripts().resolve(command.args[0]);
  if (!has_options(lab_, file) || !remembered(file).empty()) return false;
  std::error_code unknown;
  const auto bytes = std::filesystem::file_size(file, unknown);
  const LetterTerrains letters = lab_.session().letters().of_file(file);
  if (unknown || !lab_.large_map_task().is_large(bytes)) {
    Result<MapSummary> summary = summarize_map_file(file, {.letters = letters});
    // Opening a file that cannot be read reports the error.
    if (!summary || summary.value().open.empty()) return false;
    show(file, std::move(summary.value()), {}, window);
    return true;
  }
  (void)lab_.large_map_task().asynchronously([&] {
    const std::string name = std::filesystem::path(file).filename().string();
    return lab_.large_map_task().run(
        true, "Reading " + name,
        [this, file, letters, command, window = std::string(window)](JobControl&) -> LargeMapTask::FinishStep {
          auto read = std::make_shared<Result<MapSummary>>(summarize_map_file(file, {.letters = letters}));
          return [this, file, command, window, read]() -> Status {
            if (!*read || read->value().open.empty()) return open_now(command, window);
            show(file, std::move(read->value()), {}, window);
            return success();
          };
        });
  });
  return true;
}

// Executes the command, as nothing has to be asked.
Status OpenOptionsQuestion::open_now(const Command& command, std::string_view window) {
  const Status opened = lab_.execute(command);
  if (opened) {
    close_window_when_done(lab_, window);
  } else {
    show_failure(lab_, command, opened.error(), window, true);
  }
  return success();
}

Status OpenOptionsQuestion::ask(const std::string& path) {
  const std::string file = path.empty() ? state_.map_path : lab_.scripts().resolve(path);
  if (file.empty()) return error_at("", "the map has no file: name one");
  if (!has_options(lab_, file)) return error_at(file, "is no map file that is read with options");
  std::error_code unknown;
  const bool open = !state_.map_path.empty() && std::filesystem::equivalent(file, state_.map_path, unknown) && !unknown;
  std::vector<std::string> given = open ? lab_.session().file_state().options : remembered(file);
  const MapFormat format = map_format_of(file);
  if (format == MapFormat::kMovingAi) given = lab_.session().letters().chosen_for(file).to_words();
  MapFileOptions options;
  if (Result<MapFileOptions> read = map_options_from_words(format, given)) options = read.value();
  options.letters = {};  // the dialog lists the letters that have been given a terrain, too
  const auto bytes = std::filesystem::file_size(file, unknown);
  return lab_.large_map_task().run(
      !unknown && lab_.large_map_task().is_large(bytes), "Reading " + std::filesystem::path(file).filename().string(),
      [this, file, given, options](JobControl&) -> LargeMapTask::FinishStep {
        auto read = std::make_shared<Result<MapSummary>>(summarize_map_file(file, options));
        return [this, file, given, read]() -> Status {
          if (!*read) return read->error();
          show(file, std::move(read->value()), given, {});
          return success();
        };
      });
}

void OpenOptionsQuestion::show(const std::string& file, MapSummary summary, std::vector<std::string> given,
                               std::string_view window) {
  asked_ = std::make_shared<OpenOptions>();
  asked_->path = file;
  asked_->words = usual_words(summary);
  asked_->summary = std::move(summary);
  for (const std::string& word : given) asked_->words = with_map_option(std::move(asked_->words), word);
  state_.open_options = asked_;
  if (!window.empty()) std::erase(state_.windows, window);
  std::erase(state_.windows, kOptionsWindow);
  state_.windows.emplace_back(kOptionsWindow);
  refresh(false);
}

Status OpenOptionsQuestion::choose(const std::string& word) {
  if (!asked_ || !state_.window_open(kOptionsWindow)) return error_at("", "no map file is being opened with options");
  const bool whole_layer =
      asked_->summary.format == MapFormat::kLdtk && (setting_of(word) == "level" || setting_of(word) == "layer");
  std::vector<std::string> words = asked_->words;
  // Another level or layer has other values.
  if (whole_layer) {
    std::erase_if(words, [&](const std::string& one) {
      return setting_of(one) != "level" && (setting_of(one) != "layer" || setting_of(word) == "level");
    });
  }
  words = with_map_option(std::move(words), word);
  if (const auto read = map_options_from_words(asked_->summary.format, words); !read) return read.error();
  asked_->words = std::move(words);
  refresh(whole_layer);
  return success();
}

// Reads the map with the present choices. `summarize`: what the file holds is read again, too.
void OpenOptionsQuestion::refresh(bool summarize) {
  asked_->reading = true;
  if (job_.running()) {
    due_ = true;
    due_summary_ |= summarize;
    return;
  }
  due_ = due_summary_ = false;
  const auto work = [file = asked_->path, format = asked_->summary.format, words = asked_->words, summarize,
                     looks = lab_.session().letters().terrains().looks_of(asked_->path)](JobControl&) {
    ReadMap read;
    read.path = file;
    read.words = words;
    const Result<MapFileOptions> options = map_options_from_words(format, words);
    if (!options) {
      read.problem = options.error().what;
      return read;
    }
    if (summarize) {
      if (Result<MapSummary> summary = summarize_map_file(file, options.value())) read.summary = summary.value();
    }
    const Result<OpenedMap> opened = open_map_file(file, options.value());
    if (!opened) {
      read.problem = error_text(opened.error());
      return read;
    }
    const GridMap& map = opened.value().loaded.map;
    for (CellId cell = 0; cell < map.cell_count(); ++cell) ++read.cells[static_cast<size_t>(map.terrain(cell))];
    read.preview = std::make_shared<const MapThumbnail>(picture_of(map, looks));
    return read;
  };
  constexpr uint64_t kAtOnce = 1u << 14;  // cells that are read within a frame
  std::error_code unknown;
  const uint64_t cells = static_cast<uint64_t>(asked_->summary.width) * static_cast<uint64_t>(asked_->summary.height);
  const auto bytes = std::filesystem::file_size(asked_->path, unknown);
  if (!unknown && bytes <= 4 * kAtOnce && cells <= kAtOnce) {
    JobControl control;
    take(work(control));
  } else {
    job_.start(work);
  }
}

void OpenOptionsQuestion::take(ReadMap read) {
  if (read.path != asked_->path) return;  // it was read for an earlier question
  asked_->reading = read.words != asked_->words;
  asked_->preview = std::move(read.preview);
  asked_->cells = read.cells;
  asked_->problem = std::move(read.problem);
  if (!read.summary || asked_->reading) return;
  asked_->summary = std::move(*read.summary);
  for (const std::string& word : usual_words(asked_->summary)) {
    if (asked_->choice(setting_of(word)).empty()) asked_->words = with_map_option(std::move(asked_->words), word);
  }
}

void OpenOptionsQuestion::poll() {
  if (!asked_) return;
  // With a fixed clock the frame waits for the result; otherwise it takes the result when it is there.
  std::optional<ReadMap> read = options_.fixed_clock && job_.running() ? job_.wait() : job_.poll();
  if (!state_.window_open(kOptionsWindow)) {
    if (job_.running()) return;
    asked_.reset();
    state_.open_options.reset();
    due_ = due_summary_ = false;
    return;
  }
  if (job_.take_failure()) {
    asked_->reading = false;
    asked_->preview.reset();
    asked_->problem = "there is not enough memory for this";
  }
  if (read) take(std::move(*read));
  if (due_ && !job_.running()) refresh(due_summary_);
}

Result<MapReading> OpenOptionsQuestion::reading_of(const std::string& file, const MapOpening& how) const {
  const MapFormat format = map_format_of(file);
  const Session::FileState& open = lab_.session().file_state();
  MapReading reading{
      .options = {}, .words = how.words, .chosen = !how.of_others && lab_.large_map_task().asked_by_user()};
  if (how.words.empty() && how.again) {
    reading.words = open.options;
    reading.chosen = open.chosen;
  } else if (how.words.empty() && reading.chosen) {
    reading.words = remembered(file);
  }
  const Result<MapFileOptions> read = map_options_from_words(format, reading.words);
  if (!read) return error_at(file, read.error().what);
  reading.options = read.value();
  if (format != MapFormat::kMovingAi || reading.words.empty()) {
    reading.options.letters = lab_.session().letters().of_file(file);
  }
  // What letters stand for is remembered and logged as settings of the map.
  if (format == MapFormat::kMovingAi) reading.words.clear();
  return reading;
}

std::vector<std::string> OpenOptionsQuestion::remembered(const std::string& file) const {
  const auto& known = lab_.settings().reading;
  const auto own = known.find(Settings::full_path(file));
  if (own == known.end() || !map_options_from_words(map_format_of(file), own->second)) return {};
  return own->second;
}

void OpenOptionsQuestion::noted(const std::string& file, bool keeps) {
  const Session::FileState& open = lab_.session().file_state();
  auto& known = lab_.settings().reading;
  if (open.chosen && !open.options.empty()) {
    known[Settings::full_path(file)] = open.options;
  } else if (open.chosen || !keeps) {
    known.erase(Settings::full_path(file));
  }
}

}  // namespace strata
