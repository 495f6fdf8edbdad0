#include "app/lab/saved_user_work.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "app/base/command_parameters.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/scene.hpp"
#include "app/lab/session.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/suspended_work.hpp"
#include "core/io/cell_weights.hpp"

namespace strata {
namespace {

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin && text[begin] != '#') lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

LabScript script_of(const Lab& lab) {
  LabScript moment{lines_in(lab.log().reproduction())};
  // Lines of a prediction would only move the cursor if nothing is hidden any more.
  if (!hidden_names(lab).any() && !hidden_names(lab).hides_future()) {
    std::erase_if(moment.lines, [](const std::string& line) { return command_does(line, does::kPredicts); });
  }
  return moment;
}

std::vector<std::string> work_of(const Lab& lab) {
  std::vector<std::string> lines = script_of(lab).lines;
  std::erase_if(lines, [](const std::string& line) { return command_does(line, does::kSetsCamera); });
  return lines;
}

Status carry_out(Lab& lab, const LabScript& moment, StructureFreshness meet) {
  Status first = success();
  for (const std::string& line : moment.lines) {
    const Result<Command> parsed = parse_command(line);
    if (!parsed) continue;
    Command command = parsed.value();
    const CommandInfo* info = command_named(command.name);
    // The work that is restored replaces unsaved changes, so that no question is asked.
    const bool forced = !command.args.empty() && command.args.back() == "force";
    const bool asks = info != nullptr && takes_word(*info, "force");
    if (asks && !forced) command.args.emplace_back("force");
    const bool edits = info != nullptr && (info->group == CommandGroup::kPaint || info->group == CommandGroup::kEdit);
    if (edits && meet == StructureFreshness::kUpToDate) lab.finish_updates();
    const Status status = lab.execute(command);
    if (!status && first) first = error_at(line, status.error().message());
  }
  lab.finish_updates();
  return first;
}

Status return_to(Lab& lab, const LabScript& moment, StructureFreshness meet) {
  reset_settings(lab);
  return carry_out(lab, moment, meet);
}

// Time and size of a file. Only both together identify a version of it, as the clock of files may stand still for
// some milliseconds.
struct FileTimeAndSize {
  std::filesystem::file_time_type time = std::filesystem::file_time_type::min();
  std::uintmax_t bytes = 0;
  bool operator==(const FileTimeAndSize&) const = default;
};

namespace {

// Returns a default FileTimeAndSize if the file does not exist.
FileTimeAndSize mark_of(const std::string& file) {
  std::error_code no_time, no_size;
  const FileTimeAndSize mark{std::filesystem::last_write_time(file, no_time),
                             std::filesystem::file_size(file, no_size)};
  return no_time || no_size ? FileTimeAndSize{} : mark;
}

// Replaces the preferences in the scene by those that the user has set since it was taken.
void follow_preferences(const Lab& lab, const std::map<std::string, std::string>& before, Scene& scene) {
  for (const Command& set : changed_preferences(lab, before)) {
    const LabSetting* setting = lab_setting_named(set.name);
    // This preference is not a setting of the lab, so that the scene does not contain it.
    if (setting == nullptr) continue;
    std::erase_if(scene.setup.rows, [&](const auto& row) { return row.first == setting; });
    std::erase_if(scene.log, [&](const std::string& line) { return line.starts_with(set.name + " "); });
    if (set.args[0] == setting_text(setting->row, setting->usual)) continue;
    scene.setup.add(set);
    scene.log.insert(scene.log.begin(), format_command(set));
  }
}

// Finds out whether the document differs from its file.
void compare_with_file(Document& document) {
  const std::string text = document.text(), path = document.path();
  document.leave_copy();
  if (!text.empty()) (void)document.read_copy(text, std::string(document.name()));
  document.take_copy(path, true);
}

}  // namespace

struct SavedUserWork::SavedWork {
  Scene scene;
  bool unsaved = false;
  // Time and size of the map's file, and of the image beside it that has the weights of its cells.
  FileTimeAndSize file, weights;
  // Time and size of the file of each document.
  std::vector<FileTimeAndSize> documents;
  // Name of what the left panel shows; empty: it is closed.
  std::string place;
  std::map<std::string, std::string> preferences;
  // The work may be that of a lesson, card or run of show, over which another one is opened: these files are its.
  std::vector<std::filesystem::path> borrowed;
};

SavedUserWork::SavedUserWork(const Lab& lab)
    : kept_(new SavedWork{scene_of(lab),
                          lab.session().map_unsaved() || std::ranges::any_of(lab.documents(), &Document::unsaved),
                          mark_of(lab.state().map_path),
                          mark_of(weights_image_path(lab.state().map_path)),
                          {},
                          lab.state().screen_place,
                          lab.settings().preferences,
                          suspended_work(lab).borrowed()}) {
  for (const Document* document : lab.documents()) kept_->documents.push_back(mark_of(document->path()));
}
SavedUserWork::~SavedUserWork() = default;
SavedUserWork::SavedUserWork(SavedUserWork&&) noexcept = default;
SavedUserWork& SavedUserWork::operator=(SavedUserWork&&) noexcept = default;

bool SavedUserWork::unsaved() const { return kept_->unsaved; }

void SavedUserWork::restore(Lab& lab) const {
  const LongWork::WorkScope work(lab, "Opening what was open before", {.can_stop = false});
  Scene scene = kept_->scene;
  follow_preferences(lab, kept_->preferences, scene);
  suspended_work(lab).put_back_borrowed(kept_->borrowed);
  (void)open_scene(lab, scene, SceneUndoScope::kAll);
  // If the map's file, or that of its weights, was written in the meantime, by the lesson or by another program, it may
  // have another content now. Then the map counts as unsaved.
  const bool written =
      mark_of(scene.map_path) != kept_->file || mark_of(weights_image_path(scene.map_path)) != kept_->weights;
  if (!scene.map_path.empty() && written && !lab.session().map_unsaved()) {
    lab.session().note_restored(!scene.files.unconfirmed);
  }
  for (size_t i = 0; i < kept_->documents.size(); ++i) {
    if (mark_of(lab.documents()[i]->path()) != kept_->documents[i]) compare_with_file(*lab.documents()[i]);
  }
  // A tool that paints would ask for the place of terrains, and the next click would paint on the user's map.
  static constexpr std::array kPaint = {Tool::kBrush,     Tool::kErase,   Tool::kLine,
                                        Tool::kRectangle, Tool::kEllipse, Tool::kFill};
  if (std::ranges::find(kPaint, lab.state().tool) != kPaint.end()) (void)lab.execute("tool.select select");
  if (lab.state().screen_place == kept_->place || !lab.host().arrange) return;
  if (kept_->place.empty()) {
    (void)lab.host().arrange(LayoutChange::kPanel, {"left", "off"});
  } else {
    (void)lab.host().arrange(LayoutChange::kPlace, {kept_->place});
  }
  // Another lesson that is opened before the next frame finds the place of the user.
  lab.mutable_state().screen_place = kept_->place;
}

}  // namespace strata
