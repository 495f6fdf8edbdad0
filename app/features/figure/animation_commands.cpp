// The command that exports a film of a stepped search or of walking agents.
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
#include "app/lab/user_exports.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"
#include "core/base/job.hpp"

namespace strata {
namespace {

constexpr double kUsualFrames = 10, kMaxFrameRate = 60;  // frames per second
constexpr size_t kMaxFrames = 5000, kUsualPlaces = 150;
// Every frame has room for this many lines of the caption, as all frames must have the same size.
constexpr int kCaptionLines = 2;
// The last frame is shown for this long before the film repeats, in seconds.
constexpr double kLastSeconds = 1.5;
constexpr double kMaxFilmSeconds = 600;
// The legend of a film is made of what this many moments of it show.
constexpr size_t kLegendMoments = 24;

struct AnimationExportOptions {
  // The first and the last event of the film; nullopt: those of the recording.
  std::optional<size_t> from, to;
  // Number of expansions between two frames; nullopt: chosen so that the film does not have too many frames.
  std::optional<size_t> every;
  // `every` counts events instead of expansions.
  bool events = false;
  // Duration of a film of walking agents, in seconds; nullopt: the film shows a search.
  std::optional<double> seconds;
  double rate = kUsualFrames;  // frames per second
  FigureOptions figure;
};

Result<size_t> whole(const std::string& key, const std::string& word, uint64_t low) {
  const Result<uint64_t> value = large_integer(word, key);
  if (!value) return error_at(key, value.error().what);
  if (value.value() < low) return error_at(key, fmt::format("must be at least {}", low));
  return static_cast<size_t>(value.value());
}

Result<AnimationExportOptions> film_options(std::span<const std::string> words) {
  AnimationExportOptions film;
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

// Returns for each frame the position of the playback cursor.
Result<std::vector<size_t>> places_of(Playback& playback, const AnimationExportOptions& film) {
  const size_t size = playback.size();
  const size_t to = film.to.value_or(size), from = film.from.value_or(0);
  if (to > size) return error_at("to", fmt::format("the search has {} events, there is no {}", size, to));
  if (from > to) return error_at("from", fmt::format("event {} comes after event {}", from, to));
  // All possible positions are collected first; then every n-th of them is chosen.
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

// A film that is being made. The main thread moves the lab to the moment of each frame and copies what the frame shows;
// a thread paints the frame and adds it to the film.
class AnimationExport {
 public:
  AnimationExport(Lab& lab, AnimationFormat kind, std::string path, AnimationExportOptions options,
                  std::vector<size_t> places, AnimationMetadata notes)
      : lab_(lab),
        path_(std::move(path)),
        options_(std::move(options)),
        places_(std::move(places)),
        frames_(options_.seconds ? std::max<size_t>(1, static_cast<size_t>(*options_.seconds * options_.rate))
                                 : places_.size()),
        survey_(!options_.figure.legend.value_or(true) ? 0
                : options_.seconds                     ? 1
                                                       : std::min(frames_, kLegendMoments)),
        writer_(std::make_unique<AnimationWriter>(kind, path_, options_.rate, std::move(notes))),
        head_(lab.playback().cursor()) {}

  double progress() const { return std::min(0.999, static_cast<double>(next_) / static_cast<double>(frames_ + 1)); }
  const Status& status() const { return status_; }
  bool cut() const { return cut_; }
  // Returns the choices that the dialog for the next film begins with.
  std::vector<std::string> choices() const {
    const FigureOptions& figure = options_.figure;
    std::vector<std::string> words = {std::filesystem::path(path_).extension().string(), "fps",
                                      fmt::format("{:g}", options_.rate)};
    if (figure.width_pixels) words.insert(words.end(), {"pixels", std::to_string(*figure.width_pixels)});
    if (figure.area == FigureArea::kAll) words.insert(words.end(), {"area", "all"});
    if (figure.view == kEveryView) words.insert(words.end(), {"view", "all"});
    if (figure.ground == FigureBackground::kDark) words.insert(words.end(), {"ground", "dark"});
    if (!options_.seconds && figure.caption.empty()) words.insert(words.end(), {"caption", ""});
    return words;
  }

  // Does the work that is possible without waiting for the thread. Returns true when the film is
  // finished or has failed.
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
    if (surveyed_ < survey_) return survey();
    if (next_ == frames_) {
      ++next_;
      job_.start([this](JobControl&) { return writer_->finish(); });
      return false;
    }
    move_to(next_);
    Result<FigureScene> scene = read_figure(lab_, options_.figure, FigureKind::kPng, figure_selection(lab_), &legend_);
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

  // Ends the film, complete or not, and restores the lab. Only the agents stay where they have walked to.
  void end() {
    job_.stop();
    writer_.reset();
    if (options_.seconds) return;
    lab_.playback().jump(head_);
    lab_.view_searches().follow_lead();
  }

 private:
  // All frames must have the same size and thus the same legend: it has the entries of some moments all over the film,
  // or of the first one if agents walk, as they cannot walk back. Reads the next of these moments. Returns true if the
  // film has failed.
  bool survey() {
    move_to(survey_ > 1 ? surveyed_ * (frames_ - 1) / (survey_ - 1) : 0);
    const Result<FigureScene> scene = read_figure(lab_, options_.figure, FigureKind::kPng, figure_selection(lab_));
    if (!scene) {
      status_ = scene.error();
      return true;
    }
    add_legend_rows(legend_, scene.value().legend);
    ++surveyed_;
    return false;
  }
  void move_to(size_t frame) {
    if (!options_.seconds) {
      lab_.playback().jump(places_[frame]);
      lab_.view_searches().follow_lead();
    } else if (frame > 0) {
      for (const auto& [feature, controller] : lab_.controllers()) {
        if (controller->activity() == Activity::kEndless) controller->tick(1 / options_.rate);
      }
    }
  }

  Lab& lab_;
  std::string path_;
  AnimationExportOptions options_;
  std::vector<size_t> places_;
  size_t frames_, next_ = 0;
  // The legend of the film, the number of moments that it is read from, and how many of them have been read.
  std::vector<FigureLegendRow> legend_;
  size_t survey_, surveyed_ = 0;
  std::unique_ptr<AnimationWriter> writer_;
  size_t head_;
  bool cut_ = false;
  Status status_ = success();
  Job<Status> job_;  // declared last: it is stopped before the members that it uses are destroyed
};

// Returns the metadata that the film file gets: the commands that reproduce it. They name the film without its folder.
AnimationMetadata notes_of(const Lab& lab, const Command& command) {
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
  const std::optional<AnimationFormat> kind = animation_format(path);
  if (!kind) return error_at(path, "the name of a film ends in .gif, .mp4, or .png for numbered pictures");
  if (Status possible = AnimationWriter::possible(*kind); !possible) return possible;
  Result<AnimationExportOptions> film = film_options(std::span(command.args).subspan(1));
  if (!film) return film.error();
  const auto size = figure_size(lab, film.value().figure, FigureKind::kPng, figure_selection(lab));
  if (!size) return size.error();
  if (*kind == AnimationFormat::kGif && std::max(size.value().pixel_width, size.value().pixel_height) > 65'535) {
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
    const auto walks = [](const auto& entry) { return entry.second->activity() == Activity::kEndless; };
    if (std::none_of(lab.controllers().begin(), lab.controllers().end(), walks)) {
      return error_at("seconds", "no agents walk: start them in the place Crowd");
    }
  }
  const auto work =
      std::make_shared<AnimationExport>(lab, *kind, path, film.value(), std::move(places), notes_of(lab, command));
  return lab.large_map_task().run_slices(
      true, "Exporting " + std::filesystem::path(path).filename().string(),
      {.next =
           [work] {
             if (!work->work()) return work->progress();
             work->end();
             return 1.0;
           },
       .cancelled = [work] { work->end(); },
       .ended =
           [&lab, path, work] {
             if (!work->status()) return work->status();
             note_export(lab, path);
             keep_export_choices(lab, "film", work->choices());
             lab.say(work->cut() ? MessageKind::kWarning : MessageKind::kInfo,
                     fmt::format("film written to {}{}", path,
                                 work->cut() ? "; parts are left out: there is too much to draw" : ""));
             return success();
           }});
}

}  // namespace strata
