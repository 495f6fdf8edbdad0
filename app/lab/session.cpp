#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/base/user_folders.hpp"
#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_queries.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_on_level.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/window_answers.hpp"
#include "app/lab/world_reader.hpp"
#include "app/playback/playback.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"
#include "core/io/level_file.hpp"
#include "core/io/map_file.hpp"
#include "core/io/map_options.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/scenes.hpp"

namespace strata {

namespace {

std::string base_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Returns when the file was last written; {}: it does not exist.
std::filesystem::file_time_type time_of(const std::string& file) {
  std::error_code failed;
  const auto time = std::filesystem::last_write_time(file, failed);
  return failed ? std::filesystem::file_time_type{} : time;
}

// Returns whether the path lies inside one of the folders. Neither the file nor its folder need exist.
bool lies_below(const std::string& path, const std::vector<std::string>& folders) {
  std::error_code failed;
  const std::filesystem::path file = std::filesystem::weakly_canonical(path, failed);
  if (failed) return false;
  return std::ranges::any_of(folders, [&](const std::string& one) {
    const std::filesystem::path folder = std::filesystem::weakly_canonical(one, failed);
    return !failed && std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
  });
}

}  // namespace

Session::Session(Lab& lab)
    : LabPart(lab),
      letters_(lab),
      level_options_(std::make_unique<LevelOptions>()),
      pictures_(std::make_unique<RecentMapThumbnails>(lab)),
      queries_(std::make_unique<MapQueries>(options_.queries_path)) {}
Session::~Session() = default;

World& Session::change_world() {
  lab_.gestures().finish();
  lab_.query().world_handed_out();
  return edit_during_gesture();
}

World& Session::edit_during_gesture() {
  for_each_reader(lab_, [](WorldReader& reader) { reader.end_reading(); });
  if (lab_.query().thread().busy()) {
    if (lab_.query().thread().answering()) lab_.query().solve_soon();
    lab_.query().thread().stop();
  }
  return world_guard().unguarded();
}

std::shared_ptr<const GridMap> Session::shared_map() const {
  const std::pair now(state_.world_version, world_->map().revision());
  if (shared_map_ == nullptr || shared_map_of_ != now) {
    shared_map_ = std::make_shared<const GridMap>(world_->map());
    shared_map_of_ = now;
  }
  return shared_map_;
}

DirtyMapCells Session::take_changed_letters() {
  const DirtyMapCells change = changed_letters_;
  changed_letters_ = {};
  return change;
}

void Session::replace_map(GridMap map, std::string path, std::string title, const PlanQuery* query) {
  lab_.gestures().finish();
  replace_world(LargeMapTask::make_world(std::move(map), lab_.large_map_task().next_setup(), query), std::move(path),
                std::move(title));
}

void Session::open_running_example() {
  lab_.gestures().finish();
  const PlanQuery query = running_example_query();
  LargeMapTask::PreparedWorld made =
      LargeMapTask::make_world(running_example(), lab_.large_map_task().next_setup(ChosenFor::kRunningExample), &query);
  made.example = true;
  replace_world(std::move(made), {}, "running example");
}

// Scripts, lessons, cards and files of other people neither read nor change what is remembered.
bool Session::remembers_queries() const {
  return queries_->on() && !lab_.scripts().running() && !lab_.scripts().foreign() && !suspended_work(lab_).any();
}

void Session::keep_query() {
  if (!remembers_queries() || state_.map_path.empty() || !state_.level_path.empty() || !state_.has_query) return;
  if (suspended_work(lab_).is_borrowed(state_.map_path)) return;
  const Status kept =
      queries_->note({Settings::full_path(state_.map_path), file_hash_, {state_.query.start, state_.query.goal}});
  if (!kept) lab_.say(MessageKind::kWarning, "Start and goal are not kept for this map: " + kept.error().message());
}

// Gives the map that is opened the start and goal that were used with its file before. Returns why they do not fit.
Status Session::restore_query(const std::string& file, uint64_t hash, LargeMapTask::PreparedWorld& made) {
  const std::optional<RememberedQuery> last = queries_->of(Settings::full_path(file), hash);
  if (!last) return success();
  const auto fits = [&](Cell cell) {
    return made.world->map().contains(cell) && (last->hash == hash || made.world->moves().passable(cell));
  };
  if (!fits(last->query.start) || !fits(last->query.goal)) {
    return error_at("", "The start and goal used with this map before are left out, as its cells have changed");
  }
  made.query = last->query;
  files_.query_restored = true;
  return success();
}

void Session::begin_replace(LargeMapTask::PreparedWorld& made, bool resized, Cell moved) {
  lab_.gestures().finish();
  if (!resized && world_) keep_query();
  if (const SteppedProcess* process = lab_.state().process) process->end(lab_);
  for (const auto& [feature, controller] : lab_.controllers())
    controller->map_changes({.what = MapChange::Kind::kOther, .resized = resized, .moved = moved});
  const GridMap& map = made.world->map();
  lab_.playback().load(nullptr, map.width(), map.height());
  lab_.query().forget_recorded();
  lab_.query().thread().stop();
  state_.solving = state_.trace_waiting = false;
  std::unique_ptr<World> before = world_guard().replace(std::move(made.world));
  if (before && lab_.large_map_task().is_large(before->map().cell_count()))
    lab_.large_map_task().dispose(std::move(before));
  for (const Feature* feature : made.refused) {
    lab_.controller(*feature).structure_event(feature->structure, StructureEvent::kRefused);
    lab_.structures().show_structure(feature->structure, false);
  }
  for (const auto& [feature, controller] : lab_.controllers()) {
    controller->map_changed(
        {.what = MapChange::Kind::kOther, .resized = resized, .moved = moved, .example = made.example});
    controller->read_world();
  }
  ++state_.world_version;
  ++state_.rules_version;
  changed_letters_ = {true, world_->map().bounds()};
  lab_.structures().forget_ready();
  lab_.strokes().invalidate_overlays();
  lab_.recovery().recovery().drop();
  if (!resized) lab_.undo_history().forget_feature_edits();
}

void Session::replace_world(LargeMapTask::PreparedWorld made, std::string path, std::string title) {
  begin_replace(made, false);
  // A command that waited for a save of the previous map is dropped.
  state_.after_save.reset();
  files_.restored = files_.unconfirmed = false;
  files_.query_restored = false;
  files_.options.clear();
  files_.chosen = false;
  state_.map_path = std::move(path);
  state_.map_title = std::move(title);
  state_.level_path = made.level_path;
  state_.map_warnings.clear();
  state_.map_letters.clear();
  state_.notices.clear();
  letters_.terrains().opened(state_.map_path);
  state_.unsaved = false;
  state_.strokes = 0;
  state_.camera.fit(world_->map().width(), world_->map().height());
  end_replace(made);
}

void Session::end_replace(const LargeMapTask::PreparedWorld& made) {
  lab_.inspector().end();
  state_.hover.reset();
  state_.flashes.clear();
  state_.meter = {};
  lab_.strokes().last_painted().reset();
  state_.building = !world_->ready();
  state_.build_progress = progress(*world_);
  state_.has_query = made.query.has_value();
  state_.query = made.query.value_or(PlanQuery{});
  for (PlannerRow& row : state_.rows) {
    row.solved = row.waiting = false;
    row.key.clear();
    row.result.clear(PlanStatus::kStale);
    if (row.planner->levels_only) row.shown = lab_.query().usually_shown(*row.planner);
  }
  if (!world_->level() && lab_.state().traced_planner()->levels_only) {
    lab_.query().set_stepped(optimum_planner().name, nullptr);
  }
}

Status Session::open_map(const std::string& path, std::function<void()> then, MapOpening how) {
  const bool again = how.again;
  const std::string file = lab_.scripts().resolve(path);
  if (Status known = check_file_kind(lab_, file); !known) return known;
  const std::vector<FileKind> kinds = file_kinds(lab_);
  const FileKind* kind = kind_by_ending(kinds, file);
  const FileContent content = content_of(kinds, file);
  if (content == FileContent::kPlan) {
    return error_at(file, "is a plan for many agents: plan.open opens it");
  }
  if (content != FileContent::kMap && content != FileContent::kDocument) {
    return error_at(file, fmt::format("is a {}: {} opens it", kind->title, command_that_opens(content)));
  }
  if (!how.words.empty() && (content != FileContent::kMap || is_level_file(file))) {
    return error_at(file, fmt::format("is a {}, which is opened without settings", kind->title));
  }
  files_.opened_path = file;
  if (is_level_file(file)) return open_level(file, std::move(then), again);
  for (Document* document : lab_.documents()) {
    if (kind != nullptr && kind->document == document) return document->open(file);
  }
  const Result<MapReading> reading = letters_.question().reading_of(file, how);
  if (!reading) return reading.error();
  std::error_code unknown;
  const auto size = std::filesystem::file_size(file, unknown);
  // The user may have chosen other weights for the terrains of this map file.
  WorldSetup setup = lab_.large_map_task().next_setup();
  std::vector<std::function<void()>> follow;
  if (const auto weights = letters_.terrains().weights_of(file); weights && *weights != setup.rules.weights) {
    setup.rules.weights = *weights;
    setup.get<MapJumps>() = lab_.query().wants_jumps(setup.rules) ? std::optional(JumpsOptions{}) : std::nullopt;
    for (const auto& [feature, controller] : lab_.controllers()) {
      follow.push_back(controller->follow_rules(setup.rules, setup));
    }
  }
  return lab_.large_map_task().run(
      !unknown && lab_.large_map_task().is_large(size), "Opening " + base_name(file),
      [this, file, remembers = !then && remembers_queries(), reading = reading.value(), setup = std::move(setup),
       follow = std::move(follow), again, then = std::move(then)](JobControl&) -> LargeMapTask::FinishStep {
        Result<OpenedMap> opened = open_map_file(file, reading.options);
        if (!opened) return [error = opened.error()] { return Status(error); };
        auto made = std::make_shared<LargeMapTask::PreparedWorld>(
            LargeMapTask::make_world(std::move(opened.value().loaded.map), setup, nullptr));
        const uint64_t hash = map_hash(made->world->map());
        return [this, file, follow, then, made, again, hash, remembers, reading, read = std::move(opened.value())] {
          const GridMap& map = made->world->map();
          files_.query_restored = false;
          if (remembers) keep_query();
          const Status restored = remembers && !again ? restore_query(file, hash, *made) : success();
          const PlanQuery& query = state_.query;
          if (again && !state_.has_query) {
            made->query.reset();
          } else if (again && map.contains(query.start) && map.contains(query.goal)) {
            made->query = query;
          }
          const bool remembered = files_.query_restored;
          if (!again && !made->query && read.start && read.goal) made->query = PlanQuery{*read.start, *read.goal};
          replace_world(std::move(*made), file, base_name(file));
          file_hash_ = hash;
          files_.query_restored = remembered;
          for (const auto& one : follow) {
            if (one) one();
          }
          note_map(read.loaded, file, reading);
          for (const std::string& note : read.notes) {
            lab_.say(MessageKind::kWarning, fmt::format("{}: {}", base_name(file), note));
          }
          if (!restored) lab_.say(MessageKind::kInfo, restored.error().what);
          if (then) {
            then();
          } else {
            offer_companion_files(file);
          }
          return success();
        };
      });
}

bool Session::is_open(const std::string& file) const {
  std::error_code failed;
  if (map_unsaved() || state_.map_path.empty() || !std::filesystem::equivalent(file, state_.map_path, failed)) {
    return false;
  }
  // If letters of the open map or of the file have a terrain that the user has chosen, opening the file
  // may change the map.
  const LetterTerrains usual;
  if (letters_.of_file(file) != usual || world_->map().letter_terrains() != usual) return false;
  // The user may have chosen other options for the file than those with which a script has opened it.
  const Result<MapReading> reading = letters_.question().reading_of(file, {});
  if (!reading || (!reading.value().words.empty() && reading.value().words != files_.options)) return false;
  return time_of(file) == files_.time && time_of(weights_image_path(file)) == files_.weights_time;
}

void Session::note_file_time(const std::string& file) {
  files_.time = time_of(file);
  files_.weights_time = time_of(weights_image_path(file));
}

bool is_level_file(const std::string& path) { return level_format_of(path).has_value(); }

// Opens a level. This always counts as large work, as a small file may contain a large level.
Status Session::open_level(const std::string& file, std::function<void()> then, bool again) {
  offer_ = {};
  return lab_.large_map_task().run(
      true, "Opening " + base_name(file),
      [this, file, options = *level_options_, again, setup = lab_.large_map_task().next_setup(),
       then = std::move(then)](JobControl& control) -> LargeMapTask::FinishStep {
        std::optional<LevelImportGuess> guess;
        Result<std::shared_ptr<const Level>> loaded = Level::load(file, options, control, &guess);
        if (!loaded) {
          return [this, file, options, guess, error = loaded.error()] {
            if (guess) {
              offer_ = {"Open with " + guess->how,
                        {"level.set " + level_import_change(options.import, guess->import),
                         format_command({"map.open", {file}})}};
            }
            return Status(error);
          };
        }
        const std::shared_ptr<const Level>& level = loaded.value();
        auto made = std::make_shared<LargeMapTask::PreparedWorld>(
            LargeMapTask::make_world(level->map(), setup, nullptr, level));
        made->level_path = file;
        return [this, file, then, made, again] {
          take_level(file, made, again);
          if (then) then();
          return success();
        };
      });
}

void Session::take_level(const std::string& file, const std::shared_ptr<LargeMapTask::PreparedWorld>& made,
                         bool again) {
  std::string moved;
  again = again && world_->level() != nullptr;
  if (again && !state_.has_query) made->query.reset();
  if (again && state_.has_query) {
    QueryOnLevel ends = query_on_rebuilt(*world_->level(), *made->world->level(), state_.query);
    made->query = ends.query;
    moved = std::move(ends.said);
  }
  replace_world(std::move(*made), file, base_name(file));
  if (!again) lab_.structures().hide_layers_but(StructureId::kNavmesh);
  if (!again || !world_->has(StructureId::kNavmesh)) lab_.structures().apply_structure(StructureId::kNavmesh, true);
  note_level(file);
  if (!moved.empty()) lab_.say(MessageKind::kWarning, moved);
}

void Session::note_level(const std::string& file) {
  const LevelMesh& mesh = world_->level()->mesh();
  for (const std::string& note : mesh.notes()) lab_.say(MessageKind::kInfo, base_name(file) + ": " + note);
  settings_.add_recent(file);
  save_settings();
  lab_.say(MessageKind::kInfo, fmt::format("{}: {} polygons, over a map of {} x {} cells", base_name(file),
                                           mesh.mesh().polygon_count(), mesh.map().width(), mesh.map().height()));
}

// Shows warnings and notes about the map that was just opened.
void Session::note_map(const LoadedMap& loaded, const std::string& file, const MapReading& reading) {
  files_.options = reading.words;
  files_.chosen = reading.chosen;
  for (const std::string& note : notes_on(loaded, base_name(file))) lab_.say(MessageKind::kWarning, note);
  const std::string note = letters_note(loaded.letters, world_->map().letter_terrains(), base_name(file));
  if (!note.empty()) lab_.say(MessageKind::kInfo, note);
  settings_.add_recent(file);
  note_file_time(file);
  letters_.opened(loaded, file);
  save_settings();
  pictures().changed(file);
  lab_.say(MessageKind::kInfo,
           fmt::format("{}: {} x {} cells", base_name(file), world_->map().width(), world_->map().height()));
}

// If there are documents with the map's name beside it, such as a scenario, offers to open them.
void Session::offer_companion_files(const std::string& map) {
  for (const Document* document : lab_.documents()) {
    const std::string file = document->beside(map);
    if (file.empty()) continue;
    state_.notices.push_back({.kind = Notice::Kind::kFileBeside,
                              .text = fmt::format("{} lies beside this map.", base_name(file)),
                              .action = fmt::format("Open {}", base_name(file)),
                              .line = format_command({"map.open", {file}}),
                              .file = file});
  }
}

Status Session::save_map_as(const std::string& path) {
  lab_.gestures().finish();
  if (Status refused = refuse_stock(path); !refused) return after_saving(refused);
  if (is_level_file(path)) return save_level_as(path);
  const GridMap& map = world_->map();
  MapFileOptions options;
  if (!files_.options.empty()) {
    const Result<MapFileOptions> read = map_options_from_words(map_format_of(state_.map_path), files_.options);
    if (read) options = read.value();
  }
  return lab_.large_map_task().run(
      lab_.large_map_task().is_large(map.cell_count()), "Saving " + base_name(path),
      [this, &map, path, from = state_.map_path, options](JobControl&) -> LargeMapTask::FinishStep {
        MapSaveReport report;
        const Status saved = save_map_file(map, path, from, options, &report);
        return
            [this, path, saved, report, letters = letters_of(map)] { return note_saved(path, saved, letters, report); };
      });
}

// Writes the geometry of the level that the map shows. It counts as no saving of the map, which may have been edited.
Status Session::save_level_as(const std::string& path) {
  const auto refused = [&](std::string what) { return after_saving(error_at(path, std::move(what))); };
  if (state_.level_path.empty() || world_->level() == nullptr) {
    return refused("the map shows no level: choose a name that ends in .map for the map of its cells");
  }
  if (level_format_of(path) != LevelFormat::kObj) return refused("a level is written as .obj: choose such a name");
  std::error_code unknown;
  if (std::filesystem::equivalent(path, state_.level_path, unknown)) {
    return refused(
        "is the open level, which is left as it is: choose another name, or one that ends in .map for its cells");
  }
  if (state_.after_save) {
    return refused("a level has none of the edits of the map: choose a name that ends in .map for them");
  }
  return lab_.large_map_task().run(
      true, "Saving " + base_name(path),
      [this, path, from = state_.level_path,
       import = world_->level()->options().import](JobControl&) -> LargeMapTask::FinishStep {
        const Result<ObjMesh> mesh = load_level_file(from, {}, import);
        const Status saved = mesh ? write_file_atomic(path, format_obj(mesh.value())) : Status(mesh.error());
        return [this, path, saved] {
          if (!saved) return after_saving(saved);
          lab_.say(MessageKind::kInfo,
                   fmt::format("saved {}: the level as it was read, with y up and without edits of the map", path));
          return success();
        };
      });
}

Status Session::note_saved(const std::string& path, const Status& written, std::string letters,
                           const MapSaveReport& report) {
  if (!written) return after_saving(written);
  // A file that was written anew is read with the usual options; another one that was there before is gone.
  const bool keeps = report.keeps_options && path == state_.map_path;
  if (!report.keeps_options) files_.options.clear();
  change_world().mark_saved();
  files_.restored = files_.unconfirmed = false;
  state_.map_path = path;
  state_.map_title = base_name(path);
  state_.map_letters = std::move(letters);
  settings_.add_recent(path);
  note_file_time(path);
  if (queries_->on()) file_hash_ = map_hash(world_->map());
  keep_query();
  letters_.remember(path);
  letters_.question().noted(path, keeps);
  letters_.terrains().remember(path);
  save_settings();
  pictures().changed(path);
  if (report.weights_file.empty()) {
    lab_.say(MessageKind::kInfo, "saved " + path);
  } else {
    lab_.say(MessageKind::kWarning,
             fmt::format("saved {}; it cannot hold the weights of cells, which are in {} beside it: keep both together",
                         path, base_name(report.weights_file)));
  }
  tell_of_links(path, report.loses_links);
  const Status documents = save_documents();
  if (documents) lab_.recovery().recovery().drop();
  return after_saving(documents);
}

// Says once for each map that its file cannot hold the links between its cells, and offers to save a workspace.
void Session::tell_of_links(const std::string& path, bool lost) {
  const auto told = [](const Notice& notice) { return notice.kind == Notice::Kind::kLinks; };
  if (!lost) std::erase_if(state_.notices, told);
  if (!lost || std::ranges::any_of(state_.notices, told)) return;
  state_.notices.push_back(
      {.kind = Notice::Kind::kLinks,
       .text =
           fmt::format("{} cannot hold the links between cells: a workspace and a map of Tiled do.", base_name(path)),
       .action = "Save workspace...",
       .line = "ui.show save_workspace on",
       .file = {}});
}

// Executes the command that waited for the save. If saving has failed, the command goes on waiting while the dialog for
// the file name is open; otherwise the question about unsaved work is asked again.
Status Session::after_saving(const Status& saved) {
  if (!saved) {
    if (!state_.window_open("save_as") && state_.after_save) state_.question = std::exchange(state_.after_save, {});
    return saved;
  }
  const std::optional<Question> next = std::exchange(state_.after_save, {});
  if (!next) return success();
  std::erase(state_.windows, "save_as");
  return go_on(lab_, *next);
}

void Session::note_unsaved() {
  state_.unsaved = map_unsaved();
  for (const Document* document : lab_.documents()) state_.unsaved |= document->unsaved();
}

bool Session::unsaved_without_map() const {
  return !map_unsaved() && std::ranges::none_of(lab_.documents(), [](const Document* document) {
    return document->unsaved() && document->save_needs_name();
  });
}

Status Session::save_documents() {
  for (Document* document : lab_.documents()) {
    if (!document->unsaved()) continue;
    if (Status saved = document->save(); !saved) return saved;
  }
  return success();
}

void Session::say_copy() {
  if (is_level_file(state_.map_path)) {
    lab_.say(MessageKind::kInfo, "The level is left as it is: choose a name for the map of its cells");
    return;
  }
  if (files_.unconfirmed && !is_stock(state_.map_path)) {
    lab_.say(MessageKind::kInfo, fmt::format("The restored work names {}: choose where it is saved", state_.map_path));
    return;
  }
  lab_.say(MessageKind::kInfo, lies_below(state_.map_path, options_.stock_folders)
                                   ? "What comes with Strata is left as it is: choose a name for your own copy"
                                   : "The files of a lesson, a figure or a run of show are left as they are: choose a "
                                     "name for your own copy");
}

// Asks the user about unsaved work, if there is some. Returns true if the command must wait for the answer.
bool Session::ask_unsaved(const Command& command, bool quits) {
  lab_.gestures().finish();
  if (!command.args.empty() && command.args.back() == "force") return false;
  note_unsaved();
  if (SuspendedWork& aside = suspended_work(lab_); aside.any()) {
    // The map on the screen is not the user's work, and the work that was put aside has no unsaved changes.
    if (!aside.unsaved() && quits) return false;
    // What was put aside comes back with its settings, so that nothing of a lesson stays on the next map.
    aside.bring_back();
    note_unsaved();
  }
  if (!state_.unsaved) return false;
  asked_ = true;
  std::string what = map_unsaved() ? state_.map_title : std::string();
  int things = map_unsaved() ? 1 : 0;
  for (const Document* document : lab_.documents()) {
    if (!document->unsaved()) continue;
    what += fmt::format("{}{}", things++ == 0 ? "" : " and ", document->name());
  }
  if (things == 0) what = state_.map_title;
  if (!map_unsaved()) what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
  Command forced = command;
  forced.args.push_back("force");
  const CommandInfo* info = command_named(command.name);
  const std::string_view action = info != nullptr ? info->title : "Go on";
  state_.question = Question{Question::Kind::kUnsaved, fmt::format("{} without saving?", action),
                             fmt::format("{} {} changes that are not saved.", what, things > 1 ? "have" : "has"),
                             format_command(forced)};
  return true;
}

void keep_query(Lab& lab) { lab.session().keep_query(); }

std::string_view why_not_reloaded(const Lab& lab) {
  if (suspended_work(lab).any()) {
    return "the map belongs to a lesson, a figure or a run of show: leave it to reload a map of yours";
  }
  return lab.state().map_path.empty() ? "the map has no file" : "";
}

void note_own_file(Lab& lab, const std::string& path) {
  if (lab.session().is_stock(path)) return;
  lab.settings().add_recent(path);
  lab.session().save_settings();
}

void Session::save_settings() {
  // While commands come from a file of somebody else, the settings are not saved: they are restored afterwards.
  if (lab_.scripts().foreign()) return;
  state_.recent_files = settings_.recent_files;
  state_.opened_at = settings_.opened_at;
  if (options_.settings_path.empty()) return;
  if (Status saved = strata::save_settings(settings_, options_.settings_path); !saved) {
    lab_.say(MessageKind::kWarning, saved.error().message());
  }
}

// Returns whether the file belongs to the program, or to a lesson or card that is open. Such a file is overwritten only
// if the user types its name.
bool Session::is_stock(const std::string& path) const {
  return lies_below(path, options_.stock_folders) || suspended_work(lab_).is_borrowed(path);
}

std::string Session::folder_for_saving() const {
  for (const std::string& file : state_.recent_files) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (!is_stock(file) && can_write_into(folder.string())) return folder.string();
  }
  return documents_folder();
}

Status Session::refuse_stock(const std::string& path) const {
  if (!lies_below(path, options_.stock_folders)) return success();
  return error_at(path, "is in the folder of what comes with Strata, which is left as it is; save it elsewhere");
}

}  // namespace strata
