// The command that exports a film of a search that is stepped, or of agents that walk.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/base/command_arguments.hpp"
#include "app/features/figure/figure_feature.hpp"
#include "app/figure/animation.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_errors.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/job.hpp"

namespace strata {
namespace {

constexpr double kUsualFrames = 10, kMaxFrameRate = 60;  // a second
constexpr size_t kMaxFrames = 5000, kUsualPlaces = 150;
constexpr int kCaptionLines = 2;      // all frames have the same size
constexpr double kLastSeconds = 1.5;  // for which the last frame stays, before the film begins anew
constexpr double kMaxFilmSeconds = 600;

struct FilmOptions {
  std::optional<size_t> from, to;  // events of the recorded search; nullopt: its ends
  std::optional<size_t> every;     // expansions from one frame to the next; nullopt: so that there are not many frames
  bool events = false;             // `every` counts events
  std::optional<double> seconds;   // in place of steps: so long the agents walk
  double rate = kUsualFrames;      // frames a second
  FigureOptions figure;
};

Result<size_t> whole(const std::string& key, const std::string& word, uint64_t low) {
  const Result<uint64_t> value = large_integer(word, key);
  if (!value) return error_at(key, value.error().what);
  if (value.value() < low) return error_at(key, fmt::format("must be at least {}", low));
  return static_cast<size_t>(value.value());
}

Result<FilmOptions> film_options(std::span<const std::string> words) {
  FilmOptions film;
  std::vector<std::string> rest;
  std::vector<std::string_view> seen;
  for (size_t i = 0; i < words.size(); i += 2) {
    const std::string& key = words[i];
    const bool own = key == "from" || key == "to" || key == "every" || key == "by" || key == "seconds" || key == "fps";
    if (i + 1 == words.size()) return error_at(key, "its value is missing");
    const std::string& word = words[i + 1];
    if (!own) {
      rest.push_back(key);
      rest.push_back(word);
      continue;
    }
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) return error_at(key, "is given twice");
    seen.push_back(key);
    if (key == "by") {
      if (word != "expansion" && word != "event") {
        return error_at(key, fmt::format("expected expansion or event, not '{}'", word));
      }
      film.events = word == "event";
    } else if (key == "seconds" || key == "fps") {
      const bool rate = key == "fps";
      const Result<double> value = number(word, rate ? 0.5 : 0.1, rate ? kMaxFrameRate : kMaxFilmSeconds, key);
      if (!value) return error_at(key, value.error().what);
      if (rate) {
        film.rate = value.value();
      } else {
        film.seconds = value.value();
      }
    } else {
      const Result<size_t> value = whole(key, word, key == "every" ? 1 : 0);
      if (!value) return value.error();
      if (key == "from") film.from = value.value();
      if (key == "to") film.to = value.value();
      if (key == "every") film.every = value.value();
    }
  }
  if (film.seconds && seen.size() > (seen.end() != std::find(seen.begin(), seen.end(), "fps") ? 2u : 1u)) {
    return error_at("seconds", "is for agents that walk: from, to, every and by are for steps of a search");
  }
  const Result<FigureOptions> figure = figure_options(rest);
  if (!figure) return figure.error();
  film.figure = figure.value();
  const bool captioned = std::find(rest.begin(), rest.end(), "caption") != rest.end();
  if (!captioned && !film.seconds) film.figure.caption = "sentence";
  film.figure.caption_lines = film.figure.caption == "sentence" ? kCaptionLines : 0;
  return film;
}

// Returns the places of the play head, one for each frame.
Result<std::vector<size_t>> places_of(Playback& playback, const FilmOptions& film) {
  const size_t size = playback.size();
  const size_t to = film.to.value_or(size), from = film.from.value_or(0);
  if (to > size) return error_at("to", fmt::format("the search has {} events, there is no {}", size, to));
  if (from > to) return error_at("from", fmt::format("event {} comes after event {}", from, to));
  // All places first, then every n-th of them.
  std::vector<size_t> all;
  if (film.events) {
    for (size_t at = from + 1; at < to; ++at) all.push_back(at);
  } else {
    const size_t before = playback.cursor();
    playback.jump(from);
    while (playback.next_expansion() && playback.cursor() < to) all.push_back(playback.cursor());
    playback.jump(before);
  }
  const size_t every = film.every.value_or(std::max<size_t>(1, all.size() / kUsualPlaces));
  std::vector<size_t> places{from};
  for (size_t i = every; i <= all.size(); i += every) places.push_back(all[i - 1]);
  if (places.back() != to) places.push_back(to);
  if (places.size() > kMaxFrames) {
    return error_at("every", fmt::format("the film would have more than {} frames: take a larger number", kMaxFrames));
  }
  return places;
}

// A film under way. The main thread moves the lab on and reads what a frame shows; a thread paints it and adds it to
// the film.
class Film {
 public:
  Film(Lab& lab, AnimationKind kind, std::string path, FilmOptions options, std::vector<size_t> places,
       AnimationNotes notes)
      : lab_(lab),
        path_(std::move(path)),
        options_(std::move(options)),
        places_(std::move(places)),
        frames_(options_.seconds ? std::max<size_t>(1, static_cast<size_t>(*options_.seconds * options_.rate))
                                 : places_.size()),
        writer_(std::make_unique<AnimationWriter>(kind, path_, options_.rate, std::move(notes))),
        head_(lab.playback().cursor()) {}

  double progress() const { return std::min(0.999, static_cast<double>(next_) / static_cast<double>(frames_ + 1)); }
  const Status& status() const { return status_; }
  bool cut() const { return cut_; }

  // Does what can be done without waiting. Returns true when the film is finished, or has failed.
  bool work() {
    if (job_.running()) {
      if (!job_.finished()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return false;
      }
      const std::optional<Status> done = job_.poll();
      status_ = done ? *done : Status(error_at(path_, "there is not enough memory for the film"));
      if (!status_ || next_ > frames_) return true;
    }
    if (next_ == frames_) {
      ++next_;
      job_.start([this](JobControl&) { return writer_->finish(); });
      return false;
    }
    move_to(next_);
    Result<FigureScene> scene = read_figure(lab_, options_.figure, FigureKind::kPng, figure_selection(lab_));
    if (!scene) {
      status_ = scene.error();
      return true;
    }
    cut_ = cut_ || scene.value().truncated();
    ++next_;
    const auto still = next_ == frames_ ? static_cast<size_t>(kLastSeconds * options_.rate) : 0;
    job_.start([this, still,
                kept = std::make_shared<const FigureScene>(std::move(scene.value()))](JobControl& control) -> Status {
      const Result<CanvasPixels> frame = paint_pixels(*kept, control);
      if (!frame) return frame.error();
      if (control.cancelled()) return success();
      for (size_t i = 0; i <= still; ++i) {
        if (Status added = writer_->add(frame.value()); !added) return added;
      }
      return success();
    });
    return false;
  }

  // Ends the film, finished or not: the lab is as before, but that agents have walked.
  void end() {
    job_.stop();
    writer_.reset();
    if (options_.seconds) return;
    lab_.playback().jump(head_);
    lab_.view_searches().follow_lead();
  }

 private:
  void move_to(size_t frame) {
    if (!options_.seconds) {
      lab_.playback().jump(places_[frame]);
      lab_.view_searches().follow_lead();
    } else if (frame > 0) {
      for (const auto& [feature, controller] : lab_.controllers()) {
        if (controller->activity() == Activity::kGoesOn) controller->tick(1 / options_.rate);
      }
    }
  }

  Lab& lab_;
  std::string path_;
  FilmOptions options_;
  std::vector<size_t> places_;
  size_t frames_, next_ = 0;
  std::unique_ptr<AnimationWriter> writer_;
  size_t head_;
  bool cut_ = false;
  Status status_ = success();
  Job<Status> job_;  // last: it is stopped before what it uses goes
};

// Returns what the film says about itself: the commands that make it again, under the name of its file alone.
AnimationNotes notes_of(const Lab& lab, const Command& command) {
  Command again = command;
  again.args[0] = std::filesystem::path(command.args[0]).filename().string();
  std::string commands = lab.log().reproduction();
  if (!commands.empty() && commands.back() != '\n') commands += '\n';
  return {lab.state().map_title, commands + format_command(again) + "\n"};
}

}  // namespace

Status export_animation_command(Lab& lab, const Command& command) {
  const std::string& path = command.args[0];
  if (Status refused = lab.session().refuse_stock(path); !refused) return refused;
  const std::optional<AnimationKind> kind = animation_kind(path);
  if (!kind) return error_at(path, "the name of a film ends in .gif, .mp4, or .png for numbered pictures");
  if (Status possible = AnimationWriter::possible(*kind); !possible) return possible;
  Result<FilmOptions> film = film_options(std::span(command.args).subspan(1));
  if (!film) return film.error();
  film.value().figure.dark_page = lab.host().arrange && lab.state().dark;
  const auto size = figure_size(lab, film.value().figure, FigureKind::kPng, figure_selection(lab));
  if (!size) return size.error();
  if (*kind == AnimationKind::kGif && std::max(size.value().pixel_width, size.value().pixel_height) > 65'535) {
    return error_at(path, "a GIF has at most 65535 pixels a side");
  }
  lab.finish_updates();
  std::vector<size_t> places;
  if (!film.value().seconds) {
    if (lab.playback().empty()) return error_at(path, "there is no recorded search to show");
    Result<std::vector<size_t>> found = places_of(lab.playback(), film.value());
    if (!found) return found.error();
    places = std::move(found.value());
  } else {
    const auto walks = [](const auto& entry) { return entry.second->activity() == Activity::kGoesOn; };
    if (std::none_of(lab.controllers().begin(), lab.controllers().end(), walks)) {
      return error_at("seconds", "no agents walk: start them in the place Crowd");
    }
  }
  const auto work = std::make_shared<Film>(lab, *kind, path, film.value(), std::move(places), notes_of(lab, command));
  const auto behind_dialog = std::make_shared<bool>(false);
  const auto say_done = [&lab, path, work] {
    lab.say(work->cut() ? MessageKind::kWarning : MessageKind::kInfo,
            fmt::format("film written to {}{}", path,
                        work->cut() ? "; parts are left out: there is too much to draw" : ""));
  };
  const Status begun = lab.large_map_task().run_slices(
      true, "Exporting " + std::filesystem::path(path).filename().string(),
      {.next =
           [&lab, work, behind_dialog, say_done] {
             if (!work->work()) return work->progress();
             work->end();
             if (*behind_dialog && work->status()) say_done();
             if (*behind_dialog && !work->status()) {
               lab.mutable_state().dialogs.push_back({"Export film", error_text(work->status().error())});
             }
             return 1.0;
           },
       .cancelled = [work] { work->end(); }});
  if (!begun) return begun;
  *behind_dialog = lab.large_map_task().under_way();
  if (*behind_dialog) return success();
  if (work->status()) say_done();
  return work->status();
}

}  // namespace strata
