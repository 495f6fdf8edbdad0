// Purpose: An AnimationWriter writes frames as a film: a GIF, numbered PNG files, or an MP4 encoded by
//          an ffmpeg process.
// How: Each frame of a GIF stores only the rectangle that differs from the previous frame, with a palette of its own.
//      Unchanged pixels in it are transparent, which compresses best.
// Errors: A file cannot be written; ffmpeg is missing or fails. An existing file then stays unchanged.
// Threads: A writer belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/canvas.hpp"
#include "core/base/result.hpp"

namespace strata {

enum class AnimationFormat : uint8_t { kGif, kPngs, kMp4 };
// Returns the format for the extension of the path; nullopt: no film has this extension.
std::optional<AnimationFormat> animation_format(std::string_view path);

// Metadata of a film: stored as a comment of a GIF or MP4, and as text chunks of each PNG.
struct AnimationMetadata {
  std::string title;
  std::string commands;  // the commands that reproduce the film
};

class AnimationWriter {
 public:
  // `path` is the file of the film. For PNG files it is a pattern: "film.png" stands for film-0001.png,
  // film-0002.png, ...
  AnimationWriter(AnimationFormat kind, std::string path, double frames_per_second, AnimationMetadata notes = {});
  // The destructor discards a film that is not finished.
  ~AnimationWriter();
  AnimationWriter(const AnimationWriter&) = delete;
  AnimationWriter& operator=(const AnimationWriter&) = delete;

  // Returns an error if films of this format cannot be made on this system.
  static Status possible(AnimationFormat kind);
  // Adds a frame, which must have the size of the first frame.
  Status add(const CanvasPixels& frame);
  // Completes the film and moves it to its path.
  Status finish();

 private:
  struct GifEncoder;
  struct EncoderProcess;
  Status add_png(const CanvasPixels& frame);

  AnimationFormat kind_;
  std::string path_;
  double frames_per_second_;
  AnimationMetadata notes_;
  std::unique_ptr<GifEncoder> gif_;
  std::unique_ptr<EncoderProcess> process_;
  std::vector<std::string> written_;  // paths of the PNG files written so far
  bool finished_ = false;
};

}  // namespace strata
