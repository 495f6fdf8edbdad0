#include "app/lab/map_thumbnails.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <utility>

#include "app/base/settings.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/session.hpp"
#include "core/base/hash.hpp"
#include "core/io/files.hpp"
#include "core/io/map_file.hpp"
#include "core/io/map_options.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// While a list of files stays open, they are checked again after this time, in seconds.
constexpr double kLookAgainSeconds = 2;
// A picture file with more bytes than this is not read.
constexpr size_t kMostBytes = 1u << 16;
constexpr std::string_view kMagic = "strata picture 1";
constexpr std::string_view kEnding = ".picture";

std::string picture_file(const std::string& folder, const std::string& path) {
  return fmt::format("{}/{:016x}{}", folder, fnv1a(path), kEnding);
}

std::string header_of(const ThumbnailKey& version) {
  return fmt::format("{}\n{} {} {}\n{}\n", kMagic, version.path.size(), version.bytes, version.time, version.path);
}

// Removes the oldest pictures if there are too many in the folder.
void prune(const std::string& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() == kEnding) files.emplace_back(entry.last_write_time(failed), entry.path());
  }
  if (files.size() <= RecentMapThumbnails::kMostFiles) return;
  std::ranges::sort(files);
  files.resize(files.size() - RecentMapThumbnails::kMostFiles);
  for (const auto& [time, path] : files) fs::remove(path, failed);
}

}  // namespace

MapThumbnail picture_of(const GridMap& map, const TerrainLooks& looks) {
  // A pixel of the picture stands for `step` x `step` cells. If these are many, only some of them are read.
  const int step = std::max({1, (map.width() + MapThumbnail::kMostWidth - 1) / MapThumbnail::kMostWidth,
                             (map.height() + MapThumbnail::kMostHeight - 1) / MapThumbnail::kMostHeight});
  constexpr int kLookedAt = 8;
  const int stride = std::max(1, step / kLookedAt);
  MapThumbnail picture;
  picture.width = (map.width() + step - 1) / step;
  picture.height = (map.height() + step - 1) / step;
  picture.map_width = map.width();
  picture.map_height = map.height();
  picture.pixels.reserve(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height));
  for (int y = 0; y < map.height(); y += step) {
    for (int x = 0; x < map.width(); x += step) {
      std::array<uint32_t, 3> sum{};
      uint32_t cells = 0;
      for (int cy = y; cy < std::min(y + step, map.height()); cy += stride) {
        for (int cx = x; cx < std::min(x + step, map.width()); cx += stride) {
          const Rgba color = looks[static_cast<size_t>(map.terrain(Cell{cx, cy}))].color;
          for (size_t i = 0; i < sum.size(); ++i) sum[i] += color >> (8 * i) & 255;
          ++cells;
        }
      }
      picture.pixels.push_back(sum[0] / cells | sum[1] / cells << 8 | sum[2] / cells << 16 | 0xff000000u);
    }
  }
  return picture;
}

std::shared_ptr<const MapThumbnail> load_picture(const std::string& folder, const ThumbnailKey& version) {
  if (folder.empty()) return nullptr;
  const Result<std::string> text = read_file(picture_file(folder, version.path), kMostBytes);
  const std::string header = header_of(version);
  if (!text || !text.value().starts_with(header)) return nullptr;
  const char* at = text.value().data() + header.size();
  const char* const end = text.value().data() + text.value().size();
  auto picture = std::make_shared<MapThumbnail>();
  for (int* number : {&picture->width, &picture->height, &picture->map_width, &picture->map_height}) {
    const auto [rest, code] = std::from_chars(at, end, *number);
    if (code != std::errc{} || rest == end || *number < 1) return nullptr;
    at = rest + 1;
  }
  if (picture->width > MapThumbnail::kMostWidth || picture->height > MapThumbnail::kMostHeight) return nullptr;
  const size_t count = static_cast<size_t>(picture->width) * static_cast<size_t>(picture->height);
  if (static_cast<size_t>(end - at) != count * 3) return nullptr;
  picture->pixels.resize(count);
  for (Rgba& pixel : picture->pixels) {
    const auto byte = [&](size_t i) { return static_cast<Rgba>(static_cast<uint8_t>(at[i])); };
    pixel = byte(0) | byte(1) << 8 | byte(2) << 16 | 0xff000000u;
    at += 3;
  }
  return picture;
}

Status save_picture(const std::string& folder, const ThumbnailKey& version, const MapThumbnail& picture) {
  if (Status made = make_folders(folder); !made) return made;
  std::string text = header_of(version);
  text += fmt::format("{} {} {} {}\n", picture.width, picture.height, picture.map_width, picture.map_height);
  for (const Rgba pixel : picture.pixels) {
    for (int shift = 0; shift < 24; shift += 8) text += static_cast<char>(pixel >> shift & 255);
  }
  if (Status written = write_file_atomic(picture_file(folder, version.path), text); !written) return written;
  prune(folder);
  return success();
}

const CheckedFile* RecentMapThumbnails::seen(const std::string& path) const {
  const auto found = seen_.find(path);
  return found != seen_.end() ? &found->second : nullptr;
}

void RecentMapThumbnails::look() {
  const bool same = looked_ == state_.recent_files;
  if (job_.running() || (same && looked_at_ >= 0 && state_.seconds - looked_at_ < kLookAgainSeconds)) return;
  looked_at_ = state_.seconds;
  looked_ = state_.recent_files;
  start(state_.recent_files);
}

void RecentMapThumbnails::changed(const std::string& path) {
  // Without a cache folder the picture is not made in advance, but when a list shows it.
  if (options_.cache_folder.empty()) return;
  const std::string full = Settings::full_path(path);
  if (job_.running()) {
    due_.insert(full);
  } else {
    start({full});
  }
}

void RecentMapThumbnails::start(std::vector<std::string> paths) {
  struct ThumbnailRequest {
    std::string path;
    LetterTerrains letters;
    std::vector<std::string> options;  // with which the user reads the file
    TerrainLooks looks;
    bool map = false;
  };
  std::vector<ThumbnailRequest> wanted;
  const std::vector<FileKind> kinds = file_kinds(lab_);
  for (std::string& path : paths) {
    const FileKind* kind = kind_by_ending(kinds, path);
    const bool map = kind == nullptr || (kind->content == FileContent::kMap && !is_level_file(path));
    const LetterTerrains letters = lab_.session().letters().chosen_for(path);
    TerrainLooks looks = lab_.session().letters().terrains().looks_of(path);
    std::vector<std::string> reading = lab_.session().letters().question().remembered(path);
    wanted.push_back({std::move(path), letters, std::move(reading), std::move(looks), map});
  }
  job_.start([wanted = std::move(wanted), folder = options_.cache_folder](JobControl& control) {
    CheckedFiles seen;
    for (const ThumbnailRequest& one : wanted) {
      if (control.cancelled()) break;
      CheckedFile& file = seen[one.path];
      std::error_code failed;
      file.there = fs::is_regular_file(one.path, failed);
      const auto bytes = fs::file_size(one.path, failed);
      if (!file.there || failed) continue;
      file.bytes = bytes;
      const auto time = fs::last_write_time(one.path, failed);
      if (!one.map || failed) continue;
      // The chosen letters, names and colours of the file's terrains are part of the version, as they
      // change the picture.
      std::string key = one.path;
      for (size_t i = 0; i < kTerrains; ++i) {
        if (one.looks[i].color != usual_terrain_looks()[i].color) {
          key += fmt::format("\n{} {}", i, color_text(one.looks[i].color));
        }
      }
      for (const std::string& word : one.letters.to_words()) key += "\n" + word;
      for (const std::string& word : one.options) key += "\n" + word;
      const ThumbnailKey version{std::move(key), bytes, time.time_since_epoch().count()};
      file.picture = load_picture(folder, version);
      if (file.picture) continue;
      MapFileOptions reading;
      if (Result<MapFileOptions> read = map_options_from_words(map_format_of(one.path), one.options)) {
        reading = read.value();
      }
      reading.letters = one.letters;
      const Result<OpenedMap> map = open_map_file(one.path, reading);
      if (!map) continue;
      file.picture = std::make_shared<MapThumbnail>(picture_of(map.value().loaded.map, one.looks));
      // If the picture cannot be stored, it is made again next time.
      if (!folder.empty()) (void)save_picture(folder, version, *file.picture);
    }
    return seen;
  });
}

void RecentMapThumbnails::poll() {
  // With a fixed clock the frame waits for the result; otherwise it takes the result when it is there.
  std::optional<CheckedFiles> seen = options_.fixed_clock ? job_.wait() : job_.poll();
  if (seen) {
    for (auto& [path, file] : *seen) seen_[path] = std::move(file);
    ++version_;
  }
  // Forgets the results for files that are on no list any more.
  if (seen) {
    std::erase_if(seen_, [&](const auto& one) {
      return std::ranges::find(state_.recent_files, one.first) == state_.recent_files.end();
    });
  }
  if (job_.running() || due_.empty()) return;
  start({due_.begin(), due_.end()});
  due_.clear();
}

}  // namespace strata
