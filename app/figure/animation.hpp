// Purpose: An AnimationWriter makes a film of frames: a GIF, numbered PNG files, or an MP4 by a process of ffmpeg.
// How: A GIF holds of each frame only the rectangle that differs from the one before, in colours chosen for it; what is
//      the same in it is transparent, which takes least room.
// Errors: A file cannot be written; there is no ffmpeg, or it fails. What was there before stays.
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

enum class AnimationKind : uint8_t { kGif, kPngs, kMp4 };
// Returns the kind that the end of the file's name says; nullopt: another one.
std::optional<AnimationKind> animation_kind(std::string_view path);

// What a film says about itself, in its file: in the comment of a GIF or an MP4, in the texts of each PNG.
struct AnimationNotes {
  std::string title;
  std::string commands;  // those that make it again
};

class AnimationWriter {
 public:
  // `path`: of the file. Of PNG files it is the pattern: "film.png" makes film-0001.png, film-0002.png, ...
  AnimationWriter(AnimationKind kind, std::string path, double frames_per_second, AnimationNotes notes = {});
  ~AnimationWriter();  // an unfinished film is dropped
  AnimationWriter(const AnimationWriter&) = delete;
  AnimationWriter& operator=(const AnimationWriter&) = delete;

  // Returns why a film of this kind cannot be made here; success: it can.
  static Status possible(AnimationKind kind);
  // All frames have the size of the first.
  Status add(const CanvasPixels& frame);
  Status finish();  // the film is in its place afterwards

 private:
  struct Gif;
  struct Process;
  Status add_png(const CanvasPixels& frame);

  AnimationKind kind_;
  std::string path_;
  double frames_per_second_;
  AnimationNotes notes_;
  std::unique_ptr<Gif> gif_;
  std::unique_ptr<Process> process_;
  std::vector<std::string> written_;  // PNG files so far
  bool finished_ = false;
};

}  // namespace strata
