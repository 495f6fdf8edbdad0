// Commands of landmarks: switch on and off, place, move, and choose the heat map.
#include <fmt/format.h>

#include <cstdlib>

#include "app/base/command_arguments.hpp"
#include "app/features/landmarks/landmarks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "core/alt/landmark_settings.hpp"

namespace strata {
namespace {

Status switch_landmarks(Lab& lab, const Command& command) {
  STRATA_TRY(on, on_off(command.args[0], lab.world().has(StructureId::kLandmarks)));
  lab.structures().apply_structure(StructureId::kLandmarks, on);
  return success();
}

Status set_landmarks(Lab& lab, const Setting&, const LandmarkOptions& options) {
  if (is_users_choice(lab)) landmarks_controller(lab).fitting().stop();
  return landmarks_controller(lab).place(options);
}

Status choose_landmarks(Lab& lab, const Command& command) {
  STRATA_TRY(automatic, automatic_or("usual", command.args[0]));
  return landmarks_controller(lab).choose_options(automatic);
}

const LandmarkOptions& landmark_options_of(const Lab& lab) { return landmarks_controller(lab).options(); }

Status place_automatically(Lab& lab, const Command&) {
  return landmarks_controller(lab).place({.count = landmarks_controller(lab).options().lanes(), .placed = {}});
}

Result<CellId> place_word(const Lab& lab, const std::string& text) {
  const GridMap& map = lab.world().map();
  STRATA_TRY(cell, point_inside(map, text));
  if (!lab.world().moves().passable(cell)) return error_at("", fmt::format("({},{}) is blocked", cell.x, cell.y));
  return map.id(cell);
}

Status place_all(Lab& lab, const Command& command) {
  LandmarkOptions options = landmarks_controller(lab).options();
  options.placed.clear();
  for (const std::string& word : command.args) {
    // A landmark may stand on a cell that was blocked after the landmark was placed.
    STRATA_TRY(cell, point_inside(lab.world().map(), word));
    options.placed.push_back(lab.world().map().id(cell));
  }
  if (options.placed.size() > kMaxLandmarks) return error_at("", fmt::format("{} at most", kMaxLandmarks));
  if (is_users_choice(lab)) landmarks_controller(lab).fitting().stop();
  return landmarks_controller(lab).place(options);
}

// Returns the options of the landmarks with their present cells as `placed`.
Result<LandmarkOptions> placed(Lab& lab) {
  if (!lab.world().has(StructureId::kLandmarks)) return error_at("", "landmarks are off");
  const std::optional<LandmarkOptions> now = landmarks_controller(lab).placed();
  if (!now) return error_at("", "the landmarks are still being placed");
  if (landmarks_controller(lab).options().placed.empty()) lab.log().wait_before();
  return *now;
}

Result<size_t> index_word(const std::string& text, const LandmarkOptions& options) {
  STRATA_TRY(index, integer(text, 1, static_cast<int>(options.placed.size()), "INDEX"));
  return static_cast<size_t>(index) - 1;
}

Status set_placed(Lab& lab, const LandmarkOptions& before, const LandmarkOptions& after) {
  const bool automatic = landmarks_controller(lab).options().placed.empty();
  if (Status set = landmarks_controller(lab).place(after); !set) return set;
  if (is_users_choice(lab)) landmarks_controller(lab).fitting().stop();
  if (!automatic) return success();
  // If landmarks were placed automatically, the log must contain their cells. If the map had no room for any, the log
  // contains only the new ones, as the map of the replay may have room.
  const bool none = before.placed.empty();
  lab.log().add(landmarks_controller(lab).placed_line(none ? after : before));
  if (none) lab.log().leave_out();
  return success();
}

Status move_one(Lab& lab, const Command& command) {
  STRATA_TRY(before, placed(lab));
  STRATA_TRY(index, index_word(command.args[0], before));
  STRATA_TRY(cell, place_word(lab, command.args[1]));
  LandmarkOptions after = before;
  after.placed[index] = cell;
  return set_placed(lab, before, after);
}

Status add_one(Lab& lab, const Command& command) {
  STRATA_TRY(before, placed(lab));
  STRATA_TRY(cell, place_word(lab, command.args[0]));
  if (before.placed.size() >= kMaxLandmarks) return error_at("", fmt::format("{} at most", kMaxLandmarks));
  LandmarkOptions after = before;
  after.placed.push_back(cell);
  return set_placed(lab, before, after);
}

Status remove_one(Lab& lab, const Command& command) {
  STRATA_TRY(before, placed(lab));
  STRATA_TRY(index, index_word(command.args[0], before));
  if (before.placed.size() == 1) return error_at("", "the last landmark stays: switch landmarks off instead");
  LandmarkOptions after = before;
  after.placed.erase(after.placed.begin() + static_cast<std::ptrdiff_t>(index));
  return set_placed(lab, before, after);
}

Status cancel(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kLandmarks)) return error_at("", "landmarks are off");
  if (lab.world().state(StructureId::kLandmarks).building || !landmarks_controller(lab).current()) {
    lab.session().change_world().cancel(StructureId::kLandmarks);
  } else {
    // The landmarks were already complete when the user cancelled their build, so that the command had no effect.
    lab.log().leave_out();
  }
  landmarks_controller(lab).read_world();
  return success();
}

Status rebuild(Lab& lab, const Command&) {
  if (!lab.world().has(StructureId::kLandmarks)) return error_at("", "landmarks are off");
  lab.session().change_world().rebuild(StructureId::kLandmarks);
  landmarks_controller(lab).read_world();
  return success();
}

Status show_heuristic(Lab& lab, const Command& command) {
  HeuristicView& view = landmarks_controller(lab).heuristic();
  for (int i = 0; i < kHeuristicKinds; ++i) {
    const auto kind = static_cast<HeuristicKind>(i);
    if (command.args[0] != heuristic_name(kind)) continue;
    if (command.args.size() > 1) {
      if (kind != HeuristicKind::kDistance) {
        return error_at("", fmt::format("{} is not that of one landmark", command.args[0]));
      }
      STRATA_TRY(index, integer(command.args[1], 1, landmarks_controller(lab).options().lanes(), "INDEX"));
      view.landmark = index - 1;
    }
    view.kind = kind;
    return success();
  }
  return error_at("", fmt::format("'{}' is none of bound, gain, distance", command.args[0]));
}

int count_of(const Command& command) { return std::atoi(command.args[0].c_str()); }

// Returns whether the later command leaves an effect of the earlier one: with fewer landmarks, the heat map had to show
// another landmark, which adding more does not undo.
bool hides_shown(const Lab& lab, const Command& earlier, const Command& later) {
  return count_of(earlier) < count_of(later) && landmarks_controller(lab).heuristic().landmark == count_of(earlier) - 1;
}

}  // namespace

// clang-format off
const std::array<FeatureCommand, 10> kLandmarkCommands = {{
    {{"landmarks", "on|off|toggle", "Landmarks", CommandGroup::kSearch, 1, 1, "Stored distances to a few cells, which give A* a larger admissible heuristic; updated in the background", keeps::kSetting}, switch_landmarks},
    {{"landmarks.options", "automatic|usual", "Number of landmarks", CommandGroup::kSearch, 1, 1, "automatic: as many as suit the map; usual: 10. They are placed automatically"}, choose_landmarks},
    {{"landmarks.auto", "", "Place landmarks automatically", CommandGroup::kSearch, 0, 0, "As many as there are, far from each other"}, place_automatically},
    {{"landmarks.place", "X,Y...", "Place landmarks", CommandGroup::kSearch, 1, -1, "All of them, up to 64", 0, 0, "", "landmarks.count usual"}, place_all},
    {{"landmarks.move", "INDEX X,Y", "Move landmark", CommandGroup::kSearch, 2, 2, "INDEX from 1; the others stay where they are"}, move_one},
    {{"landmarks.add", "X,Y", "Add landmark", CommandGroup::kSearch, 1, 1, "One more; the others stay where they are"}, add_one},
    {{"landmarks.remove", "INDEX", "Remove landmark", CommandGroup::kSearch, 1, 1, "INDEX from 1; the others stay where they are"}, remove_one},
    {{"landmarks.cancel", "", "Cancel landmarks", CommandGroup::kSearch, 0, 0, "Cancels the rebuild under way until the next edit"}, cancel},
    {{"landmarks.rebuild", "", "Rebuild landmarks", CommandGroup::kSearch, 0, 0, "Computes the distances of all landmarks again, in the background"}, rebuild},
    {{"heuristic.show", "bound|gain|distance [INDEX]", "Show heuristic", CommandGroup::kSearch, 1, 2, "What the layer Heuristic shows: the lower bound to the goal, what landmarks add to it, or the distance from one of them", keeps::kSetting, 0, "bound"}, show_heuristic},
}};
// clang-format on

std::span<const LabSetting> landmark_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(landmark_settings(), {}, landmark_options_of, set_landmarks);
    made.front().leaves = hides_shown;
    return with_texts(std::move(made));
  }();
  return all;
}

}  // namespace strata
