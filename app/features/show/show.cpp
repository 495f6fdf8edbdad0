#include "app/features/show/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/key_bindings.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/features/gallery/card_commands.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/show/show_commands.hpp"
#include "app/features/show/show_sheet.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/untrusted_command_scope.hpp"
#include "app/lab/user_exports.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr std::string_view kShowing = "Showing the next stop";  // what the program shows while this takes long
constexpr double kEscSeconds = 5;                               // within this time a second Esc leaves

// Adds the title of the item. A card tells its own.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  const ShowController& show = show_controller(lab);
  if (part != PresentedPart::kCaption || !show.is_open() || !show.item().card.empty()) return;
  out.add(PresentedLine::Kind::kTitle, show.item().title);
}

}  // namespace

const Feature kShowFeature = {.name = "show",
                              .title = "Run of show",
                              .commands = show_commands(),
                              .menu = add_show_menu,
                              .keys = kShowKeys,
                              .present = present,
                              .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                return std::make_unique<ShowController>(lab);
                              }};

ShowController& show_controller(const Lab& lab) { return static_cast<ShowController&>(lab.controller(kShowFeature)); }

Status ShowController::needs_open() const {
  return is_open() ? success() : Status(error_at("", "no run of show is open: choose one under Learn > Shows"));
}

Status ShowController::open(RunOfShow show, bool prove) {
  lab_.gestures().finish();
  // A lesson, a run of show or a card that is open is left, so that what comes back later is the user's own work.
  suspended_work(lab_).bring_back();
  if (gallery_controller(lab_).can_leave()) gallery_controller(lab_).leave();
  lab_.finish_updates();
  home_.emplace(lab_);
  suspended_work(lab_).put(
      this, home_->unsaved(),
      [this] {
        const std::string title = show_->title;
        (void)close();
        lab_.say(MessageKind::kInfo, fmt::format("The run of show was left: {}", title));
      },
      true);
  show_ = std::move(show);
  prove_ = prove;
  began_ = state_.seconds;
  Status shown = come_to(0, 0);
  if (!shown) (void)close();
  return shown;
}

Status ShowController::next() {
  if (Status open = needs_open(); !open) return open;
  if (at_last()) return error_at("", "this is the last stop of the run of show");
  return stop_ + 1 < item().stops.size() ? come_to(item_, stop_ + 1, true) : come_to(item_ + 1, 0);
}

Status ShowController::back() {
  if (Status open = needs_open(); !open) return open;
  if (at_first()) return error_at("", "this is the first stop of the run of show");
  return stop_ > 0 ? come_to(item_, stop_ - 1) : come_to(item_ - 1, show_->items[item_ - 1].stops.size() - 1);
}

Status ShowController::go_to(size_t item) {
  if (Status open = needs_open(); !open) return open;
  if (item < show_->items.size()) return come_to(item, 0);
  return error_at("", fmt::format("the run of show has items 1 to {}", show_->items.size()));
}

Status ShowController::come_to(size_t item, size_t stop, bool goes_on) {
  lab_.gestures().finish();
  const ShowItem& shown = show_->items[item];
  goes_on = goes_on && !failed_ && is_on_screen(shown);
  leaves_until_ = 0;
  item_ = item;
  stop_ = stop;
  tell_place();
  const bool before = std::exchange(working_, true);
  const Status opened = goes_on ? success() : open_item(shown);
  Status done = opened;
  {
    // The limits are those of the whole move, however many stops it executes.
    const LongWork::WorkScope work(lab_, kShowing, long_work(lab_).limits_of_files(kLessonLimits));
    UntrustedWalkLimit walks;
    // A stop that fails does not keep the next ones from being shown.
    for (size_t i = goes_on ? stop : 0; opened && i <= stop; ++i) {
      if (Status ran = run_stop(shown.stops[i], walks); done) done = ran;
    }
  }
  working_ = before;
  failed_ = !done;
  if (done) {
    const std::string& of_stop = shown.stops[stop].title;
    lab_.say(MessageKind::kInfo,
             fmt::format("{} of {}: {}", item + 1, show_->items.size(), of_stop.empty() ? shown.title : of_stop));
  }
  return done;
}

bool ShowController::is_on_screen(const ShowItem& item) const {
  const LessonController& lesson = lesson_controller(lab_);
  const std::string open_lesson = lesson.is_open() ? lesson.lesson().file : std::string();
  if (open_lesson != (item.lesson.empty() ? std::string() : lesson_file(item.lesson))) return false;
  const FigureCard* card = gallery_controller(lab_).open_card();
  return (card == nullptr ? std::string() : card->id) == item.card;
}

// Opens the card or the lesson of the item, or resets the lab for its own commands.
Status ShowController::open_item(const ShowItem& item) {
  if (lesson_controller(lab_).is_open()) {
    if (Status closed = lesson_controller(lab_).close(); !closed) return closed;
  }
  if (!item.lesson.empty()) {
    Status opened = open_lesson_of(item);
    return opened ? opened : Status(error_at_line(show_->file, item.line, opened.error().message()));
  }
  if (!item.card.empty()) {
    const FigureCard* card = gallery_controller(lab_).card_named(item.card);
    if (card == nullptr) {
      return error_at_line(show_->file, item.line, fmt::format("there is no card '{}'", item.card));
    }
    return gallery_controller(lab_).open_for_show(*card, prove_);
  }
  suspended_work(lab_).give_borrowed_back();
  const UntrustedCommandScope foreign(lab_);
  return reset_for_card(lab_);
}

Status ShowController::open_lesson_of(const ShowItem& item) {
  LessonController& lesson = lesson_controller(lab_);
  if (Status opened = lesson.open(lesson_file(item.lesson)); !opened) return opened;
  const size_t steps = lesson.lesson().steps.size();
  if (static_cast<size_t>(item.lesson_step) <= steps) {
    return lesson.begin_at(static_cast<size_t>(item.lesson_step) - 1);
  }
  return error_at("", fmt::format("the lesson {} has {} steps, not {}", item.lesson, steps, item.lesson_step));
}

Status ShowController::run_stop(const ShowStop& stop, UntrustedWalkLimit& walks) {
  const UntrustedCommandScope foreign(lab_);
  const CardRun run{.file = show_->file, .of = "the run of show", .title = kShowing, .prove = prove_};
  return run_card_commands(lab_, stop.lines, run, walks);
}

Status ShowController::close() {
  if (Status open = needs_open(); !open) return open;
  lab_.gestures().finish();
  // A lesson that is open belongs to an item, or was opened over it.
  if (lesson_controller(lab_).is_open()) {
    if (Status closed = lesson_controller(lab_).close(); !closed) return closed;
  }
  const bool before = std::exchange(working_, true);
  const UntrustedCommandScope foreign(lab_);
  const SavedUserWork home = std::move(*home_);
  end();
  home.restore(lab_);
  working_ = before;
  return success();
}

void ShowController::end() {
  suspended_work(lab_).drop(this);
  suspended_work(lab_).give_borrowed_back();
  show_.reset();
  home_.reset();
  item_ = stop_ = 0;
  prove_ = failed_ = minute_passed_ = false;
  leaves_until_ = 0;
  place_.clear();
  short_place_.clear();
  sheet_.clear();
}

Status ShowController::write_sheet(const std::string& path) {
  if (Status open = needs_open(); !open) return open;
  if (!path.ends_with(".html")) return error_at(path, "the name of the sheet ends in .html");
  if (Status refused = lab_.session().refuse_stock(path); !refused) return refused;
  const SheetKeys keys{lab_.keys().bound("show.next"), lab_.keys().bound("show.back")};
  if (Status written = write_file_atomic(path, sheet_html(*show_, keys)); !written) return written;
  note_export(lab_, path);
  sheet_ = path;
  lab_.say(MessageKind::kInfo, fmt::format("The presenter's sheet was written to {}", path));
  return success();
}

// Another map that neither the run of show, nor a lesson, nor a card opens ends the run of show. The user has no
// unsaved work then, or was asked about it.
void ShowController::map_changes(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther || change.resized || working_ || !is_open()) return;
  if (lab_.scripts().foreign() || gallery_controller(lab_).opens_map()) return;
  lab_.say(MessageKind::kInfo, fmt::format("The run of show was left: {}", show_->title));
  end();
}

bool ShowController::cancel() {
  if (!is_open() || state_.tool != Tool::kSelect) return false;
  if (state_.seconds < leaves_until_) {
    lab_.run("show.close");
  } else {
    leaves_until_ = state_.seconds + kEscSeconds;
    lab_.say(MessageKind::kWarning, "Press Esc again to leave the run of show");
  }
  return true;
}

void ShowController::tell_place() {
  const int from = minutes_before(*show_, item_);
  minute_ = static_cast<int>((state_.seconds - began_) / 60);
  place_ = fmt::format("Item {} of {}, minutes {} to {} of {}", item_ + 1, show_->items.size(), from,
                       from + item().minutes, show_->minutes);
  short_place_ =
      fmt::format("item {} of {}, {} to {} min", item_ + 1, show_->items.size(), from, from + item().minutes);
  if (state_.fixed_clock) return;
  place_ += fmt::format("; {} min passed", minute_);
  short_place_ += fmt::format("; now {}", minute_);
}

void ShowController::tick(double) {
  minute_passed_ = false;
  if (!is_open() || state_.fixed_clock || static_cast<int>((state_.seconds - began_) / 60) == minute_) return;
  tell_place();
  minute_passed_ = true;
}

// For one tick after each minute there is work, so that the screen is drawn with the new minute.
Activity ShowController::activity() const { return minute_passed_ ? Activity::kWorks : Activity::kIdle; }

void ShowController::dump(nlohmann::json& out) const {
  nlohmann::json show = {{"open", is_open()}};
  if (is_open()) {
    show["id"] = show_->id;
    show["version"] = show_->version;
    show["title"] = show_->title;
    show["minutes"] = show_->minutes;
    show["item"] = item_ + 1;
    show["items"] = show_->items.size();
    show["item_title"] = item().title;
    show["from_minute"] = minutes_before(*show_, item_);
    show["to_minute"] = minutes_before(*show_, item_ + 1);
    show["stop"] = stop_ + 1;
    show["stops"] = item().stops.size();
    show["stop_title"] = stop().title;
    show["card"] = item().card;
    show["lesson"] = item().lesson;
  }
  out["show"] = std::move(show);
}

}  // namespace strata
