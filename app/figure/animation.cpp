#include "app/figure/animation.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gif_lib.h>
#include <libimagequant.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/io/files.hpp"

extern char** environ;  // NOLINT: POSIX names it so

namespace strata {
namespace {

constexpr int kGifColors = 256;
// Index of the transparent colour, which stands for pixels that have not changed.
constexpr int kUnchanged = kGifColors - 1;
constexpr const char* kFfmpeg = "ffmpeg";
constexpr size_t kMaxArgumentBytes = 100'000;  // the system accepts no longer arguments

bool is_on_path(const char* program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "";
  while (!folders.empty()) {
    const size_t end = std::min(folders.find(':'), folders.size());
    const std::string file = std::string(folders.substr(0, end)) + "/" + program;
    if (end > 0 && ::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

int append_gif(GifFileType* file, const GifByteType* data, int size) {
  static_cast<std::string*>(file->UserData)->append(reinterpret_cast<const char*>(data), static_cast<size_t>(size));
  return size;
}

Error gif_failed(const std::string& path, int code) {
  const char* reason = GifErrorString(code);
  return error_at(path, fmt::format("the GIF cannot be written: {}", reason != nullptr ? reason : "no memory"));
}

// A rectangle of a frame, in pixels.
struct FrameRect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

// Returns the rectangle in which the frames differ. If they are equal it is one pixel, as a GIF cannot
// have an empty frame.
FrameRect changed_part(const CanvasPixels& before, const CanvasPixels& now) {
  FrameRect part{now.width, now.height, 0, 0};
  for (int y = 0; y < now.height; ++y) {
    const size_t row = static_cast<size_t>(y) * static_cast<size_t>(now.width);
    for (int x = 0; x < now.width; ++x) {
      if (before.pixels[row + static_cast<size_t>(x)] == now.pixels[row + static_cast<size_t>(x)]) continue;
      part = {std::min(part.x0, x), std::min(part.y0, y), std::max(part.x1, x + 1), std::max(part.y1, y + 1)};
    }
  }
  return part.x1 == 0 ? FrameRect{0, 0, 1, 1} : part;
}

}  // namespace

std::optional<AnimationFormat> animation_format(std::string_view path) {
  std::string end = std::filesystem::path(path).extension().string();
  std::transform(end.begin(), end.end(), end.begin(), [](unsigned char c) { return std::tolower(c); });
  if (end == ".gif") return AnimationFormat::kGif;
  if (end == ".png") return AnimationFormat::kPngs;
  if (end == ".mp4") return AnimationFormat::kMp4;
  return std::nullopt;
}

// --- GIF -----------------------------------------------------------------------------------------------------------

struct AnimationWriter::GifEncoder {
  std::string bytes;
  GifFileType* file = nullptr;
  liq_attr* attributes = liq_attr_create();
  CanvasPixels before;
  int hundredths = 10;  // time between frames, in 1/100 s

  ~GifEncoder() {
    int ignored = 0;
    if (file != nullptr) (void)EGifCloseFile(file, &ignored);
    if (attributes != nullptr) liq_attr_destroy(attributes);
  }
  std::string comment;
  Status begin(const std::string& path, const CanvasPixels& frame);
  Status add(const std::string& path, const CanvasPixels& frame);
  Status put(const std::string& path, const FrameRect& part, const liq_palette& palette, std::vector<uint8_t>& indices);
};

Status AnimationWriter::GifEncoder::begin(const std::string& path, const CanvasPixels& frame) {
  int code = 0;
  file = EGifOpen(&bytes, append_gif, &code);
  if (file == nullptr || attributes == nullptr) return gif_failed(path, code);
  EGifSetGifVersion(file, true);
  if (EGifPutScreenDesc(file, frame.width, frame.height, 8, 0, nullptr) == GIF_ERROR) {
    return gif_failed(path, file->Error);
  }
  // The film repeats without end. That is not part of the GIF format, but an extension that all browsers know.
  const unsigned char forever[] = {1, 0, 0};
  if (EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_ERROR ||
      EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_ERROR ||
      EGifPutExtensionBlock(file, sizeof forever, forever) == GIF_ERROR || EGifPutExtensionTrailer(file) == GIF_ERROR) {
    return gif_failed(path, file->Error);
  }
  if (!comment.empty() && EGifPutComment(file, comment.c_str()) == GIF_ERROR) return gif_failed(path, file->Error);
  return success();
}

Status AnimationWriter::GifEncoder::add(const std::string& path, const CanvasPixels& frame) {
  FrameRect part{0, 0, frame.width, frame.height};
  const bool first = file == nullptr;
  if (first) {
    if (Status begun = begin(path, frame); !begun) return begun;
  } else {
    part = changed_part(before, frame);
  }
  const int width = part.x1 - part.x0, height = part.y1 - part.y0;
  std::vector<uint32_t> pixels;
  std::vector<bool> same;
  pixels.reserve(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (int y = part.y0; y < part.y1; ++y) {
    const size_t row = static_cast<size_t>(y) * static_cast<size_t>(frame.width);
    for (int x = part.x0; x < part.x1; ++x) {
      const size_t at = row + static_cast<size_t>(x);
      same.push_back(!first && before.pixels[at] == frame.pixels[at]);
      // A pixel that has not changed gets the colour of the pixel before it, so that it adds no colour to the palette.
      pixels.push_back(same.back() && !pixels.empty() ? pixels.back() : frame.pixels[at] | 0xff000000u);
    }
  }
  liq_set_max_colors(attributes, kUnchanged);
  liq_image* image = liq_image_create_rgba(attributes, pixels.data(), width, height, 0);
  liq_result* result = nullptr;
  if (image == nullptr || liq_image_quantize(image, attributes, &result) != LIQ_OK) {
    if (image != nullptr) liq_image_destroy(image);
    return error_at(path, "the colours of a frame cannot be reduced: no memory");
  }
  std::vector<uint8_t> indices(pixels.size());
  // Without dithering, areas of one colour stay uniform.
  liq_set_dithering_level(result, 0);
  liq_write_remapped_image(result, image, indices.data(), indices.size());
  for (size_t i = 0; i < indices.size(); ++i) {
    if (same[i]) indices[i] = kUnchanged;
  }
  const Status put_there = put(path, part, *liq_get_palette(result), indices);
  liq_result_destroy(result);
  liq_image_destroy(image);
  before = frame;
  return put_there;
}

Status AnimationWriter::GifEncoder::put(const std::string& path, const FrameRect& part, const liq_palette& palette,
                                        std::vector<uint8_t>& indices) {
  GraphicsControlBlock control{};
  // The next frame is drawn over this one.
  control.DisposalMode = DISPOSE_DO_NOT;
  control.DelayTime = hundredths;
  control.TransparentColor = kUnchanged;
  GifByteType extension[4];
  EGifGCBToExtension(&control, extension);
  ColorMapObject* colors = GifMakeMapObject(kGifColors, nullptr);
  if (colors == nullptr) return gif_failed(path, 0);
  for (unsigned i = 0; i < palette.count; ++i) {
    colors->Colors[i] = {palette.entries[i].r, palette.entries[i].g, palette.entries[i].b};
  }
  const int width = part.x1 - part.x0, height = part.y1 - part.y0;
  bool put = EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension) != GIF_ERROR &&
             EGifPutImageDesc(file, part.x0, part.y0, width, height, false, colors) != GIF_ERROR;
  for (int y = 0; put && y < height; ++y) {
    put = EGifPutLine(file, indices.data() + static_cast<std::ptrdiff_t>(y) * width, width) != GIF_ERROR;
  }
  GifFreeMapObject(colors);
  return put ? success() : gif_failed(path, file->Error);
}

// --- MP4 -----------------------------------------------------------------------------------------------------------

struct AnimationWriter::EncoderProcess {
  pid_t child = -1;
  int pipe = -1;
  std::string temporary;
  AnimationMetadata notes;

  ~EncoderProcess() {
    if (pipe >= 0) ::close(pipe);
    if (child > 0) (void)wait();
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }
  Status begin(const std::string& path, double frames_per_second, const CanvasPixels& frame);
  Status write(const std::string& path, const CanvasPixels& frame);
  Status finish(const std::string& path);
  // Waits for the end of the process. Returns whether it has succeeded.
  bool wait() {
    int status = 0;
    pid_t got = 0;
    do {
      got = ::waitpid(child, &status, 0);
    } while (got < 0 && errno == EINTR);
    child = -1;
    return got > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
};

Status AnimationWriter::EncoderProcess::begin(const std::string& path, double frames_per_second,
                                              const CanvasPixels& frame) {
  make_write_signals_errors();
  temporary = path + ".XXXXXX.mp4";
  const int made = ::mkostemps(temporary.data(), 4, O_CLOEXEC);
  if (made < 0) {
    temporary.clear();
    return error_at(path, fmt::format("cannot create a file beside it: {}", std::strerror(errno)));
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  (void)::fchmod(made, 0666 & ~mask);
  ::close(made);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return error_at(path, std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<std::string> words = {
      kFfmpeg, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
      fmt::format("{}x{}", frame.width, frame.height), "-r", fmt::format("{:g}", frames_per_second), "-i", "-",
      // The encoding requires that both sides are even.
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"};
  const auto note = [&words](const char* key, const std::string& text) {
    if (text.empty()) return;
    words.emplace_back("-metadata");
    words.push_back(fmt::format("{}={}", key, text));
  };
  note("title", notes.title);
  note("comment",
       notes.commands.size() <= kMaxArgumentBytes
           ? notes.commands
           : fmt::format("The {} bytes of commands that make it are too many to be kept here.", notes.commands.size()));
  words.push_back(temporary);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int code = ::posix_spawnp(&child, kFfmpeg, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  pipe = ends[1];
  if (code == 0) return success();
  child = -1;
  return error_at(path, fmt::format("ffmpeg cannot be started: {}", std::strerror(code)));
}

Status AnimationWriter::EncoderProcess::write(const std::string& path, const CanvasPixels& frame) {
  const char* data = reinterpret_cast<const char*>(frame.pixels.data());
  size_t left = frame.pixels.size() * sizeof(uint32_t);
  while (left > 0) {
    const ssize_t done = ::write(pipe, data, left);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return error_at(path, "ffmpeg has ended before it had all frames");
    data += done;
    left -= static_cast<size_t>(done);
  }
  return success();
}

Status AnimationWriter::EncoderProcess::finish(const std::string& path) {
  ::close(std::exchange(pipe, -1));
  if (!wait()) return error_at(path, "ffmpeg could not make the film");
  const int file = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC);
  const bool kept = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  if (!kept || ::rename(temporary.c_str(), path.c_str()) != 0) {
    return error_at(path, fmt::format("cannot replace it: {}", std::strerror(errno)));
  }
  temporary.clear();
  return success();
}

// --- All kinds -----------------------------------------------------------------------------------------------------

AnimationWriter::AnimationWriter(AnimationFormat kind, std::string path, double frames_per_second,
                                 AnimationMetadata notes)
    : kind_(kind), path_(std::move(path)), frames_per_second_(frames_per_second), notes_(std::move(notes)) {}

AnimationWriter::~AnimationWriter() {
  if (finished_) return;
  for (const std::string& path : written_) ::unlink(path.c_str());
}

Status AnimationWriter::possible(AnimationFormat kind) {
  if (kind != AnimationFormat::kMp4 || is_on_path(kFfmpeg)) return success();
  return error_at("",
                  "there is no ffmpeg on this machine, which makes MP4 files (package ffmpeg): a name that ends in "
                  ".gif or .png needs no other program");
}

Status AnimationWriter::add(const CanvasPixels& frame) {
  switch (kind_) {
    case AnimationFormat::kGif:
      if (gif_ == nullptr) {
        gif_ = std::make_unique<GifEncoder>();
        gif_->comment = notes_.commands;
        gif_->hundredths = std::max(1, static_cast<int>(std::lround(100 / frames_per_second_)));
      }
      return gif_->add(path_, frame);
    case AnimationFormat::kMp4:
      if (process_ == nullptr) {
        process_ = std::make_unique<EncoderProcess>();
        process_->notes = notes_;
        if (Status begun = process_->begin(path_, frames_per_second_, frame); !begun) return begun;
      }
      return process_->write(path_, frame);
    case AnimationFormat::kPngs:
      break;
  }
  return add_png(frame);
}

Status AnimationWriter::add_png(const CanvasPixels& frame) {
  const std::filesystem::path path(path_);
  const std::string name =
      fmt::format("{}-{:04}{}", path.stem().string(), written_.size() + 1, path.extension().string());
  const std::string file = (path.parent_path() / name).string();
  const Result<std::string> png = png_of(frame, notes_.title, notes_.commands);
  if (!png) return png.error();
  if (Status put = write_file_atomic(file, png.value()); !put) return put;
  written_.push_back(file);
  return success();
}

Status AnimationWriter::finish() {
  Status done = success();
  if (gif_ != nullptr) {
    int code = 0;
    if (EGifCloseFile(std::exchange(gif_->file, nullptr), &code) == GIF_ERROR) return gif_failed(path_, code);
    done = write_file_atomic(path_, gif_->bytes);
  }
  if (process_ != nullptr) done = process_->finish(path_);
  finished_ = done.ok();
  return done;
}

}  // namespace strata
