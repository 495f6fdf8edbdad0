#include "app/lab/lab_home.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "app/base/terrain_looks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/foreign_scope.hpp"
#include "app/lab/hidden.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/preferences.hpp"
#include "app/lab/session.hpp"
#include "app/lab/usual_settings.hpp"

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

constexpr size_t kMostLines = 1000;  // more work is not repeated

}  // namespace

LabMoment moment_of(const Lab& lab) {
  LabMoment moment{lines_in(lab.log().reproduction())};
  // What was hidden before and is not any more would only leave the cursor somewhere else.
  if (!hidden_names(lab).any() && !hidden_names(lab).hides_future()) {
    std::erase_if(moment.lines, [](const std::string& line) { return line.starts_with("predict"); });
  }
  return moment;
}

std::vector<std::string> work_of(const Lab& lab) {
  std::vector<std::string> lines = moment_of(lab).lines;
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("view.center "); });
  return lines;
}

Status carry_out(Lab& lab, const LabMoment& moment, EditsMeet meet) {
  Status first = success();
  for (const std::string& line : moment.lines) {
    const Result<Command> parsed = parse_command(line);
    if (!parsed) continue;
    Command command = parsed.value();
    const CommandInfo* info = command_named(command.name);
    // What is unsaved now makes way for what was there before.
    const bool forced = !command.args.empty() && command.args.back() == "force";
    const bool asks = info != nullptr && info->usage.find("[force]") != std::string_view::npos;
    if (asks && !forced) command.args.emplace_back("force");
    const bool edits = info != nullptr && (info->group == "Paint" || info->group == "Edit");
    if (edits && meet == EditsMeet::kUpToDate) lab.finish_updates();
    const Status status = lab.execute(command);
    if (!status && first) first = error_at(line, status.error().message());
  }
  lab.finish_updates();
  return first;
}

Status return_to(Lab& lab, const LabMoment& moment, EditsMeet meet) {
  reset_settings(lab);
  return carry_out(lab, moment, meet);
}

// When a file was written, and its size: clocks of files may stand still for some milliseconds.
struct FileMark {
  std::filesystem::file_time_type time = std::filesystem::file_time_type::min();
  std::uintmax_t bytes = 0;
  bool operator==(const FileMark&) const = default;
};

// A document's content and file.
struct KeptDocument {
  std::string text, path;
};

namespace {

// Returns the mark of no file if there is none.
FileMark mark_of(const std::string& file) {
  std::error_code no_time, no_size;
  const FileMark mark{std::filesystem::last_write_time(file, no_time), std::filesystem::file_size(file, no_size)};
  return no_time || no_size ? FileMark{} : mark;
}

std::vector<KeptDocument> kept_documents(const Lab& lab) {
  std::vector<KeptDocument> kept;
  for (const Document* document : lab.documents()) kept.push_back({document->text(), document->path()});
  return kept;
}

// Puts back the documents that the commands have not brought back, as their files are gone or others by now. Returns
// whether there were any.
bool put_back(Lab& lab, const std::vector<KeptDocument>& kept, bool confirmed) {
  bool any = false;
  for (size_t i = 0; i < kept.size(); ++i) {
    Document& document = *lab.documents()[i];
    if (document.text() == kept[i].text) continue;
    document.leave_copy();
    if (!kept[i].text.empty()) (void)document.read_copy_text(kept[i].text, std::string(document.name()));
    document.take_copy(kept[i].path, confirmed);
    any = true;
  }
  return any;
}

// Whether the user knows of the map's file, so that saving need not ask for a name.
bool confirmed_file(const Lab& lab) {
  const std::string& path = lab.state().map_path;
  const bool own = !path.empty() && !lab.session().is_stock(path) && !Session::is_level_file(path);
  return !own || !lab.session().save_needs_name();
}

bool is_of_agents(const std::string& line) {
  if (!line.starts_with("crowd.") && !line.starts_with("walkers.")) return false;
  const CommandInfo* info = command_named(line.substr(0, line.find(' ')));
  return info != nullptr && (info->keeps & keeps::kSetting) == 0;
}

}  // namespace

struct LabHome::Kept {
  LabMoment moment;
  std::vector<std::string> settings, log;
  std::vector<KeptDocument> documents;
  GridMap map;
  std::string path, title, level_path;
  std::shared_ptr<const Level> level;
  std::optional<Query> query;
  Camera camera;
  bool unsaved = false;
  FileMark file;  // of the map
  bool confirmed = true;
  TerrainLooks looks;
  ChartState chart;
  std::string place;  // what the left panel shows; empty: there is no window
  std::map<std::string, std::string> preferences;
};

LabHome::LabHome(const Lab& lab, Agents agents)
    : kept_(new Kept{moment_of(lab), lab.log().setting_lines(), lab.log().lines(), kept_documents(lab),
                     lab.world().map(), lab.state().map_path, lab.state().map_title, lab.state().level_path,
                     lab.world().level(), lab.state().has_query ? std::optional(lab.state().query) : std::nullopt,
                     lab.state().camera, lab.session().map_unsaved(), mark_of(lab.state().map_path),
                     confirmed_file(lab), terrain_looks(), lab.state().chart, lab.state().screen_place,
                     lab.session().settings().preferences}) {
  if (agents == Agents::kComeBack) return;
  for (std::vector<std::string>* lines : {&kept_->moment.lines, &kept_->log}) std::erase_if(*lines, is_of_agents);
}
LabHome::~LabHome() = default;
LabHome::LabHome(LabHome&&) noexcept = default;
LabHome& LabHome::operator=(LabHome&&) noexcept = default;

bool LabHome::unsaved() const { return kept_->unsaved; }

// Returns what was kept, with the preferences that the user has set since.
LabHome::Kept LabHome::with_preferences(const Lab& lab) const {
  Kept kept = *kept_;
  for (const Command& set : changed_preferences(lab, kept.preferences)) {
    for (std::vector<std::string>* lines : {&kept.moment.lines, &kept.settings, &kept.log}) {
      std::erase_if(*lines, [&](const std::string& line) { return line.starts_with(set.name + " "); });
      lines->insert(lines->begin(), format_command(set));
    }
  }
  return kept;
}

void LabHome::restore(Lab& lab) const {
  const ForeignScope foreign(lab);
  const Kept kept = with_preferences(lab);
  const LongWork::Scope work(lab, "Opening what was open before", {.can_stop = false});
  bool same = false;
  if (kept.moment.lines.size() <= kMostLines) {
    // A command that fails, because a file is gone, is left out of the log as well.
    (void)return_to(lab, kept.moment);
    const bool same_query =
        lab.state().has_query == kept.query.has_value() && (!kept.query || lab.state().query == *kept.query);
    same = std::ranges::equal(lab.world().map().letters(), kept.map.letters()) &&
           lab.world().map().width() == kept.map.width() && same_query;
  }
  if (!same) {
    reset_settings(lab);
    for (const std::string& line : kept.settings) (void)lab.execute(line);
    const Query* query = kept.query ? &*kept.query : nullptr;
    LargeMapTask::PreparedWorld made =
        LargeMapTask::make_world(kept.map, lab.large_map_task().next_setup(), query, kept.level);
    if (!kept.query) made.query.reset();
    made.level_path = kept.level_path;
    lab.session().replace_world(std::move(made), kept.path, kept.title);
    lab.log().begin_with(kept.log);
    lab.finish_updates();
  }
  if (put_back(lab, kept.documents, kept.confirmed)) lab.log().begin_with(kept.log);
  LabState& state = lab.mutable_state();
  state.map_path = kept.path;
  state.map_title = kept.title;
  // A file that was written meanwhile, during the lesson or by another program, need not hold this map any more.
  const bool unsaved = kept.unsaved || (!kept.path.empty() && mark_of(kept.path) != kept.file);
  if (unsaved && (!lab.session().map_unsaved() || !kept.confirmed)) lab.session().note_restored(kept.confirmed);
  if (!unsaved && lab.session().map_unsaved()) lab.session().change_world().mark_saved();
  lab.session().note_unsaved();
  const int width = state.camera.view_width, height = state.camera.view_height;
  // A view that showed the whole map does so in a window of another size, too.
  Camera whole = kept.camera;
  whole.fit(kept.map.width(), kept.map.height());
  const bool fitted = whole == kept.camera;
  state.camera = kept.camera;
  state.camera.view_width = width;
  state.camera.view_height = height;
  if (fitted) state.camera.fit(kept.map.width(), kept.map.height());
  state.chart = kept.chart;
  const bool moved = !kept.place.empty() && state.screen_place != kept.place;
  if (moved && lab.host().arrange) (void)lab.host().arrange({"ui.place", {kept.place}});
  set_terrain_looks(kept.looks);
}

}  // namespace strata
