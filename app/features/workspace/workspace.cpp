// Workspaces: how they are written and opened, and their commands.
#include "app/features/workspace/workspace.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_letters.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/usual_settings.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

// Returns the path relative to the folder, if the file lies in it; empty: it does not.
std::string path_below(const std::string& file, const std::string& folder) {
  std::error_code failed;
  const fs::path path = fs::canonical(file, failed);
  if (failed) return {};
  const fs::path base = fs::weakly_canonical(folder.empty() ? "." : folder, failed);
  if (failed) return {};
  const fs::path relative = path.lexically_relative(base);
  if (relative.empty() || *relative.begin() == "..") return {};
  return relative.string();
}

std::string workspace_folder(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

// Whether the line must be carried out before the map is opened: it says how the map is read.
bool is_about_reading(const std::string& line) {
  return line.starts_with("level.set ") || line.starts_with("terrain.next_letters ");
}

Status run_commands(Lab& lab, const WorkspaceFile& file, const std::string& path, bool reading) {
  for (size_t i = 0; i < file.commands.size(); ++i) {
    if (is_about_reading(format_command(file.commands[i])) != reading) continue;
    if (file.commands[i].name == "wait.ready") {
      lab.finish_updates();
      continue;
    }
    if (Status done = lab.execute(file.commands[i]); !done) {
      return error_at_line(path, file.lines[i], done.error().message());
    }
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

void add_workspace_menu(const Lab&, const MenuContext&, MenuList& list, FileMenuPart part) {
  if (part == FileMenuPart::kSave)
    list.command("Save workspace...", "menu.file.save_workspace", "ui.show save_workspace on");
}

// clang-format off
constexpr std::array<FeatureCommand, 2> kWorkspaceCommands = {{
    {{"workspace.open", "PATH [force]", "Open workspace", "File", 1, 2, "Opens a map with its query, rules, structures, planners, layers, views and camera, as they were saved", keeps::kOpens}, open_command},
    {{"workspace.save", "PATH", "Save workspace", "File", 1, 1, "Saves the map, or its place beside the file, and all that Copy as script keeps of the screen (.strata)"}, save_command},
}};
// clang-format on

class WorkspaceController : public FeatureController {
 public:
  explicit WorkspaceController(Lab& lab) : FeatureController(lab) {}
};

// Puts the settings of a workspace in place, once its map is open.
void take_workspace(Lab& lab, const WorkspaceFile& file, const std::string& path) {
  reset_settings(lab);
  const Status done = run_commands(lab, file, path, false);
  const std::string name = fs::path(path).filename().string();
  if (!done) return lab.say(MessageKind::kError, done.error().message());
  lab.say(MessageKind::kInfo, fmt::format("{}: the workspace is open", name));
}

}  // namespace

const Feature kWorkspaceFeature = {
    .name = "workspace",
    .title = "Workspace",
    .commands = kWorkspaceCommands,
    .file_menu = add_workspace_menu,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<WorkspaceController>(lab);
    },
};

Result<std::string> workspace_text(const Lab& lab, const std::string& folder) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  WorkspaceFile file;
  file.title = state.map_title;
  const std::string& of_map = world.level() != nullptr ? state.level_path : state.map_path;
  const std::string below = lab.session().map_unsaved() || of_map.empty() ? std::string() : path_below(of_map, folder);
  if (!below.empty()) {
    const Result<std::string> text = read_file(of_map);
    if (!text) return text.error();
    file.map = below;
    file.hash = workspace_hash(text.value());
  } else if (world.level() != nullptr) {
    return error_at(of_map, "the level must lie in the folder of the workspace");
  } else {
    file.cells = format_map(world.map());
  }
  std::vector<std::string> lines = lab.log().setting_lines();
  if (const auto words = world.map().letter_terrains().to_words(); !words.empty()) {
    lines.insert(lines.begin(), format_command({"terrain.next_letters", words}));
  }
  for (std::string& line : lab.session().letters().terrains().lines()) lines.push_back(std::move(line));
  const Query& query = state.query;
  lines.push_back(state.has_query
                      ? fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y)
                      : std::string("query.clear"));
  const Camera& camera = state.camera;
  lines.push_back(fmt::format("view.center {:.3f} {:.3f} {:.4f}", camera.center_x, camera.center_y, camera.zoom));
  const bool search = lab.query().process() == nullptr;
  if (search && !lab.playback().empty() && !lab.playback().at_end()) {
    lines.emplace_back("wait.ready");
    lines.push_back(fmt::format("step.to {}", lab.playback().cursor()));
  }
  for (const std::string& line : lines) {
    const Result<Command> command = parse_command(line);
    if (!command || !is_allowed_in_workspace(command.value())) continue;  // it could not be opened again
    // Lines of the pseudo-code of another process than a search are not there when the workspace is opened.
    if (!search && command.value().name == "step.breakpoint") continue;
    file.commands.push_back(command.value());
  }
  return format_workspace(file);
}

Status save_workspace(Lab& lab, const std::string& path) {
  if (Status refused = lab.session().refuse_stock(path); !refused) return refused;
  const Result<std::string> text = workspace_text(lab, workspace_folder(path));
  if (!text) return text.error();
  if (Status saved = write_file_atomic(path, text.value()); !saved) return saved;
  std::string missing;
  for (const Document* document : lab.documents()) {
    if (!document->empty()) missing += fmt::format("; {} is not in it", document->name());
  }
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
        [&lab, file, then, loaded, setup = lab.large_map_task().next_setup()](JobControl&) -> LargeMapTask::Finish {
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
  const std::string map = (fs::path(folder) / file->map).string();
  const Result<std::string> cells = read_file(map);
  if (!cells) return cells.error();
  if (path_below(map, folder).empty()) {
    return error_at(map, "lies outside of the folder of the workspace, behind a link");
  }
  if (workspace_hash(cells.value()) != file->hash) {
    return error_at(map, "is not the map with which the workspace was saved: it has changed since");
  }
  if (Status reading = run_commands(lab, *file, file_path, true); !reading) return reading;
  return lab.session().open_map(map, then);
}

}  // namespace strata
