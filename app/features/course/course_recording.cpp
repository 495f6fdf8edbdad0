// The recording of a dynamic scenario: what a person does to the map and to start and goal, and its files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/features/course/course.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/count_of.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

namespace fs = std::filesystem;

}  // namespace

Status CourseController::record(bool on) {
  if (on == recording_) return success();
  lab_.gestures().finish();
  if (!on) {
    note_query();
    recording_ = false;
    return success();
  }
  if (const std::string why = CourseRecorder::why_not(world_->map()); !why.empty()) return error_at("", why);
  recorder_.emplace(world_->map());
  recording_ = true;
  edited_ = {};
  last_query_ = state_.has_query ? std::optional(state_.query) : std::nullopt;
  last_moves_ = lab_.undo_history().feature_edits().done;
  return success();
}

void CourseController::end_recording(const std::string& why) {
  recording_ = false;
  if (!lab_.large_map_task().in_transition()) {
    lab_.say(MessageKind::kWarning, fmt::format("The recording of a dynamic scenario has ended: {}", why));
  }
}

// Records start and goal if a person has moved them. All moves of one drag are one query.
void CourseController::note_query() {
  if (!recording_) return;
  const std::optional<PlanQuery> query = state_.has_query ? std::optional(state_.query) : std::nullopt;
  if (query == last_query_) return;
  last_query_ = query;
  const size_t moves = lab_.undo_history().feature_edits().done;
  const bool goes_on = lab_.gestures().commands() && std::exchange(last_moves_, moves) == moves;
  last_moves_ = moves;
  if (query) recorder_->add_query(*query, goes_on);
}

Status CourseController::save(const std::string& path) {
  if (!path.ends_with(".scen")) return error_at(path, "the name of a scenario ends in .scen");
  const std::string patches = fs::path(path).replace_extension(".patch").string();
  for (const std::string& file : {path, patches}) {
    if (Status refused = lab_.session().refuse_stock(file); !refused) return refused;
    if (suspended_work(lab_).is_borrowed(file)) return error_at(file, "belongs to a lesson or a figure");
  }
  if (!recorder_) return error_at(path, fmt::format("{}: course.record on begins", kNothingRecorded));
  lab_.gestures().finish();
  note_query();
  auto scenario = std::make_shared<DynamicScenario>(recorder_->scenario());
  scenario->patch_file = fs::path(patches).filename().string();
  const bool plain = std::ranges::none_of(scenario->patch_file, [](unsigned char c) { return c < ' ' || c == 127; });
  if (!plain || trimmed(scenario->patch_file) != scenario->patch_file) {
    return error_at(path, "a scenario cannot name its patch file: choose a name without blanks at its ends");
  }
  if (recorder_->placed_cells() > DynamicScenario::kMaxPlacedCells) {
    return error_at(path,
                    fmt::format("the recorded changes have more than {} cells", DynamicScenario::kMaxPlacedCells));
  }
  return lab_.large_map_task().run(
      lab_.large_map_task().is_large(world_->map().cell_count()), "Measuring the shortest paths",
      [this, path, scenario](JobControl& control) -> LargeMapTask::FinishStep {
        (void)measure_lengths(*scenario, control);
        return [this, path, scenario, changes = recorder_->changes(), queries = recorder_->queries()]() -> Status {
          if (Status saved = save_dynamic_scenario(*scenario, path); !saved) return saved;
          lab_.settings().add_recent(path);
          lab_.session().save_settings();
          lab_.say(MessageKind::kInfo, fmt::format("saved {} and {}: {} and {}", path, scenario->patch_file,
                                                   count_of(changes, "change"), count_of(queries, "query", "queries")));
          return success();
        };
      });
}

}  // namespace strata
