// Workspaces: writing, opening, and their commands.
#include "app/features/workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/base/command_parameters.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/file_beside.hpp"
#include "app/lab/fitted_options.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/untrusted_command_scope.hpp"
#include "app/playback/playback.hpp"
#include "core/base/count_of.hpp"
#include "core/base/hash.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

std::string workspace_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

constexpr std::string_view kOf = "the workspace";

// Returns whether an image beside the map file has weights of its cells. A map with weights is held as its cells, so
// that such an image belongs to another version of the map.
bool has_weights_image(const std::string& map_file) {
  std::error_code ignored;
  return fs::exists(weights_image_path(map_file), ignored);
}

// The commands of a workspace are executed in two passes: before the map is opened (`reading`), and after it. Returns
// whether the command belongs to the pass; a setting of the map that is read belongs to both.
bool belongs_to(const Command& command, bool reading) {
  const CommandInfo& info = *command_named(command.name);
  const bool prepares = (info.does & does::kPreparesMap) != 0;
  return prepares == reading || (prepares && (info.keeps & keeps::kSetting) != 0);
}

// Returns the settings in the file. They come before the query, and after the construction that is stepped has begun.
Setup setup_in(const WorkspaceFile& file) {
  Setup setup;
  bool here = true;
  for (const Command& command : file.commands) {
    const CommandInfo& info = *command_named(command.name);
    if ((info.does & does::kMovesQuery) != 0) here = false;
    if ((info.does & does::kWaits) != 0) here = true;
    if (here && ((info.keeps & keeps::kSetting) != 0 || (info.does & does::kSetsViews) != 0)) setup.add(command);
  }
  return setup;
}

// Executes the commands of one pass. It goes on after a command that fails, and returns the first error.
Status run_commands(Lab& lab, const WorkspaceFile& file, const std::string& path, bool reading) {
  Status first = success();
  UntrustedWalkLimit walks;
  LongWork::WorkScope work(lab, "Opening the workspace", long_work(lab).limits_of_files(kWorkspaceLimits));
  for (size_t i = 0; i < file.commands.size(); ++i) {
    Command command = file.commands[i];
    if (!belongs_to(command, reading)) continue;
    Status done = success();
    if (std::string* word = path_word(command)) {
      const Result<std::string> beside = file_beside(workspace_folder(path), *word, kOf);
      if (beside) *word = beside.value();
      if (!beside) done = beside.error();
    }
    if (done) done = walks.allow(lab, command);
    if (command_does(command.name, does::kSetsCamera)) {
      // Commands that add agents may have changed some settings, which are set again.
      (void)change_settings(lab, setup_in(file));
      if (done) done = apply_setting(lab, command);
    } else if (command_does(command.name, does::kWaits)) {
      lab.finish_updates();
    } else if (done) {
      done = apply_setting(lab, command);
    }
    if (!work.go_on()) {
      // What was opened so far stays; builds that are not finished go on in the window.
      const std::string why = work.status().error().what;
      return error_at_line(path, file.lines[i], fmt::format("{}: {}; the rest is left out", command.name, why));
    }
    if (!done && first) first = error_at_line(path, file.lines[i], done.error().message());
  }
  return first;
}

Document* document_of(Lab& lab, std::string_view kind) {
  for (Document* document : lab.documents()) {
    if (document->kind() == kind) return document;
  }
  return nullptr;
}

// Reads a document of the workspace without changing the lab. Returns the cells that it covers.
Result<Rect> read_document(Lab& lab, const WorkspaceDocument& held, const std::string& path) {
  Document* document = document_of(lab, held.kind);
  if (document == nullptr) {
    return error_at_line(path, held.line, fmt::format("there is no document '{}': graph or scen", held.kind));
  }
  if (held.file.empty()) return document->read_copy(held.text, fmt::format("{}, in its {}", path, held.kind));
  STRATA_TRY(file, file_beside(workspace_folder(path), held.file, kOf));
  const Result<std::string> text = read_file(file);
  if (!text) return text.error();
  if (fnv1a(text.value()) != held.hash) {
    return error_at(file, "is not the file with which the workspace was saved: it has changed since");
  }
  return document->read_copy(text.value(), file);
}

// Reads all documents, so that a workspace with an invalid one is refused completely.
Status check_documents(Lab& lab, const WorkspaceFile& file, const std::string& path) {
  for (const WorkspaceDocument& held : file.documents) {
    const Result<Rect> cells = read_document(lab, held, path);
    if (!cells) return cells.error();
    document_of(lab, held.kind)->leave_copy();
  }
  return success();
}

// Gives the documents to the features that own them, once the map is open.
Status take_documents(Lab& lab, const WorkspaceFile& file, const std::string& path) {
  const Rect map = lab.world().map().bounds();
  for (const WorkspaceDocument& held : file.documents) {
    const Result<Rect> cells = read_document(lab, held, path);
    if (!cells) return cells.error();
    Document& document = *document_of(lab, held.kind);
    Rect both = map;
    both.include(cells.value());
    if (both != map) {
      document.leave_copy();
      return error_at_line(path, held.line,
                           fmt::format("{} has {} outside the map", document.name(), document.parts()));
    }
    document.take_copy(held.file.empty() ? std::string() : (fs::path(workspace_folder(path)) / held.file).string(),
                       true);
  }
  return success();
}

// Adds the documents of the features to the workspace: by file name if the file lies in the folder, otherwise as text.
Status add_documents(const Lab& lab, WorkspaceFile& file, const std::string& folder) {
  for (const Document* document : lab.documents()) {
    if (document->empty()) continue;
    WorkspaceDocument held{.kind = std::string(document->kind())};
    const bool names_file = !document->path().empty() && document->path_has_own_format();
    if (names_file && !document->unsaved()) held.file = path_below(document->path(), folder);
    if (held.file.empty()) {
      held.text = document->text();
    } else {
      const Result<std::string> text = read_file(document->path());
      if (!text) return text.error();
      held.hash = fnv1a(text.value());
    }
    file.documents.push_back(std::move(held));
  }
  return success();
}

Status save_command(Lab& lab, const Command& command) { return save_workspace(lab, command.args[0]); }

Status open_command(Lab& lab, const Command& command) {
  const auto args = without_force(command.args);
  if (args.size() != 1) return error_at(command.name, "expects PATH [force]");
  if (lab.session().ask_unsaved(command)) return success();
  return open_workspace(lab, args[0]);
}

void add_workspace_menu(const Lab&, const MenuContext&, MenuList& list, MenuSection section) {
  if (section == MenuSection::kSave)
    list.command("Save workspace...", "menu.file.save_workspace", "ui.show save_workspace on");
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kWorkspaceCommands = {{
    {{"workspace.open", "PATH [force]", "Open workspace", CommandGroup::kFile, 1, 2, "Opens a map with its query, drawn graph, scenario, agents, rules, structures, planners, layers, views and camera, as they were saved", keeps::kOpens, does::kOpensLab | does::kMovesCursor}, open_command},
    {{"workspace.save", "PATH", "Save workspace", CommandGroup::kFile, 1, 1, "Saves the map, or its place beside the file, what lies on it, and all that Copy as script keeps of the screen (.strata)"}, save_command},
}};
// clang-format on

// The links between cells are commands of the workspace. They belong to the map that it has opened, so that they are no
// edits of the user, who could undo them or would be asked to save them.
void forget_map_edits(Lab& lab) {
  if (lab.world().map().links() == nullptr) return;
  World& world = lab.session().change_world();
  History history = world.take_history();
  history.forget();
  history.mark_saved();
  world.set_history(std::move(history));
  lab.mutable_state().meter = {};
}

// Applies the settings of a workspace once its map is open.
void take_workspace(Lab& lab, const WorkspaceFile& file, const std::string& path) {
  const UntrustedCommandScope foreign(lab);
  keep_options_of_map(lab);
  reset_settings(lab);
  // The terrain names of the user are removed first: they might be the same as names in the file.
  lab.mutable_state().set_terrain_looks(usual_terrain_looks());
  Status done = take_documents(lab, file, path);
  const Status ran = run_commands(lab, file, path, false);
  if (done) done = ran;
  forget_map_edits(lab);
  // Start and goal now come from the file, which the user cannot undo.
  lab.undo_history().forget_feature_edits();
  lab.log().begin_anew();
  const std::string name = fs::path(path).filename().string();
  if (!done) return lab.say(MessageKind::kError, done.error().message());
  lab.say(MessageKind::kInfo, fmt::format("{}: the workspace is open", name));
}

}  // namespace

const Feature kWorkspaceFeature = {
    .name = "workspace",
    .title = "Workspace",
    .commands = kWorkspaceCommands,
    .menu = add_workspace_menu,
};

namespace {

// Returns whether the text of the map file still has the cells of the map. Another program may have changed the file.
bool holds_map(const std::string& text, const std::string& file, const GridMap& map) {
  const auto read = parse_map(text, file, map.letter_terrains());
  return read && read.value().map.width() == map.width() &&
         std::ranges::equal(read.value().map.letters(), map.letters());
}

// If the map's file lies beside the workspace and has the cells of the map, the workspace refers to it; otherwise the
// workspace contains the cells.
Status add_map(const Lab& lab, const std::string& folder, WorkspaceFile& file) {
  const World& world = lab.world();
  const bool level = world.level() != nullptr;
  const std::string& of_map = level ? lab.state().level_path : lab.state().map_path;
  const std::string below = lab.session().map_unsaved() || of_map.empty() ? std::string() : path_below(of_map, folder);
  if (level && below.empty()) return error_at(of_map, "the level must lie in the folder of the workspace");
  if (!below.empty()) {
    const Result<std::string> text = read_file(of_map);
    if (!text && level) return text.error();
    // Weights of cells would be in another file beside that of the map.
    const bool weighs = world.map().has_weights() || has_weights_image(of_map);
    if (text && (level || (!weighs && holds_map(text.value(), of_map, world.map())))) {
      file.map = below;
      file.hash = fnv1a(text.value());
      return success();
    }
  }
  file.cells = format_map_with_weights(world.map());
  return success();
}

}  // namespace

Result<std::string> workspace_text(const Lab& lab, SavedContent& content) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  WorkspaceFile file;
  file.title = state.map_title;
  if (Status added = add_map(lab, content.folder, file); !added) return added.error();
  std::vector<std::string> lines = lab.log().setting_lines();
  add_cluster_size(lab, lines);
  if (const auto words = world.map().letter_terrains().to_words(); !words.empty()) {
    lines.insert(lines.begin(), format_command({"terrain.next_letters", words}));
  }
  for (std::string& line : lab.session().letters().terrains().lines()) lines.push_back(std::move(line));
  if (Status added = add_documents(lab, file, content.folder); !added) return added.error();
  for (const auto& [feature, controller] : lab.controllers()) {
    if (auto* keeper = dynamic_cast<LogContributor*>(controller.get())) keeper->content_lines(content);
  }
  lines.insert(lines.begin(), content.map_lines.begin(), content.map_lines.end());
  lines.insert(lines.end(), content.lines.begin(), content.lines.end());
  const PlanQuery& query = state.query;
  lines.push_back(state.has_query
                      ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                      : std::string("query.clear"));
  lines.insert(lines.end(), content.agents.begin(), content.agents.end());
  const SteppedProcess* process = lab.state().process;
  const bool search = process == nullptr;
  const bool begins = search || is_allowed_in_workspace(parse_command(process->begin_line).value());
  if (!search && begins) {
    // Opening waits until the structure is built whose construction is stepped.
    lines.emplace_back("wait.ready");
    lines.emplace_back(process->begin_line);
    // A process that begins ends a prediction, but here the prediction is about the process.
    if (std::erase(lines, "predict on") > 0) lines.emplace_back("predict on");
  }
  for (std::string& line : lab.log().closing_lines(lines)) {
    if (begins || command_does(line, does::kSetsCamera)) lines.push_back(std::move(line));
  }
  if (state.inspected) {
    const Cell cell = state.inspected->cell;
    lines.push_back(fmt::format("inspect {} {}", cell.x, cell.y));
  }
  for (const std::string& line : lines) {
    const Result<Command> command = parse_command(line);
    // A workspace must not contain this command.
    if (!command || !is_allowed_in_workspace(command.value())) continue;
    // A breakpoint at a line of a construction's pseudo-code is left out: it cannot be set while the workspace
    // is being opened.
    if (!search && takes(*command_named(command.value().name), ParameterType::kCodeLine)) continue;
    file.commands.push_back(command.value());
  }
  if (file.commands.size() > kMaxWorkspaceCommands) {
    const bool links = content.map_lines.size() > file.commands.size() / 2;
    return error_at("", fmt::format("{}: a workspace has {} commands at most",
                                    links ? "the map has too many links" : "the agents were added in too many steps",
                                    kMaxWorkspaceCommands));
  }
  return format_workspace(file);
}

Status save_workspace(Lab& lab, const std::string& path) {
  if (Status refused = lab.session().refuse_stock(path); !refused) return refused;
  SavedContent content{workspace_folder(path)};
  const Result<std::string> text = workspace_text(lab, content);
  if (!text) return text.error();
  if (Status saved = write_file_atomic(path, text.value()); !saved) return saved;
  std::string missing;
  for (const std::string& one : content.missing) missing += "; " + one;
  lab.say(missing.empty() ? MessageKind::kInfo : MessageKind::kWarning, "saved " + path + missing);
  return success();
}

Status open_workspace(Lab& lab, const std::string& path) {
  const std::string file_path = lab.scripts().resolve(path);
  const Result<std::string> text = read_file(file_path, kMaxWorkspaceBytes);
  if (!text) return text.error();
  Result<WorkspaceFile> parsed = parse_workspace(text.value(), file_path);
  if (!parsed) return parsed.error();
  const auto file = std::make_shared<const WorkspaceFile>(std::move(parsed.value()));
  if (Status read = check_documents(lab, *file, file_path); !read) return read;
  const auto then = [&lab, file, file_path] { take_workspace(lab, *file, file_path); };
  if (file->map.empty()) {
    LetterTerrains letters;
    for (const Command& command : file->commands) {
      if (command.name != "terrain.next_letters") continue;
      STRATA_TRY(given, LetterTerrains::from_words(command.args));
      letters = given;
    }
    auto loaded = std::make_shared<Result<LoadedMap>>(parse_map(file->cells, file_path + ", in its map", letters));
    if (!*loaded) return loaded->error();
    const size_t cells = loaded->value().map.cell_count();
    return lab.large_map_task().run(
        lab.large_map_task().is_large(cells), "Opening the workspace",
        [&lab, file, then, loaded, setup = lab.large_map_task().next_setup()](JobControl&) -> LargeMapTask::FinishStep {
          auto made = std::make_shared<LargeMapTask::PreparedWorld>(
              LargeMapTask::make_world(std::move(loaded->value().map), setup, nullptr));
          return [&lab, file, then, made] {
            lab.session().replace_world(std::move(*made), {}, file->title.empty() ? "workspace" : file->title);
            then();
            return success();
          };
        });
  }
  const std::string folder = workspace_folder(file_path);
  STRATA_TRY(map, file_beside(folder, file->map, kOf));
  const Result<std::string> cells = read_file(map);
  if (!cells) return cells.error();
  if (fnv1a(cells.value()) != file->hash || (!is_level_file(map) && has_weights_image(map))) {
    return error_at(map, "is not the map with which the workspace was saved: it has changed since");
  }
  if (is_level_file(map))
    // The settings are reset first, as the file contains only those that differ from the defaults.
    (void)apply_setting(lab, {"level.set", {"usual"}});
  // The file says which terrain each letter means. What the user has chosen for the next map and for this map is not
  // used, and is restored afterwards.
  const std::optional<LetterTerrains> waiting = lab.session().letters().take_next();
  lab.session().letters().set_next(LetterTerrains());
  Status opened = run_commands(lab, *file, file_path, true);
  const auto& given = lab.settings().letters;
  const auto own = given.find(Settings::full_path(map));
  if (opened) {
    opened = lab.session().open_map(
        map,
        [&lab, map, then, waiting, words = own != given.end() ? own->second : std::vector<std::string>()] {
          auto& letters = lab.settings().letters;
          letters.erase(Settings::full_path(map));
          if (!words.empty()) letters[Settings::full_path(map)] = words;
          lab.session().letters().set_next(waiting);
          lab.session().save_settings();
          then();
        },
        {.of_others = true});
  }
  // The next map again gets the letters that the user has chosen for it, even while this one is still being opened.
  lab.session().letters().set_next(waiting);
  return opened;
}

}  // namespace strata
