// Landmarks: switched on and off, placed and moved, and what is shown of them.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

struct Lab::Handlers::StructureCommands {
  static Status landmarks(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.world_->has(Structure::kLandmarks)));
    lab.structures().apply_structure(Structure::kLandmarks, on);
    return success();
  }
  static Status landmarks_count(Lab& lab, const Command& command) {
    STRATA_TRY(count, integer(command.args[0], 1, kMaxLandmarks, "N"));
    return lab.landmarks().place({.count = count, .placed = {}});
  }
  static Status landmarks_auto(Lab& lab, const Command&) {
    return lab.landmarks().place({.count = lab.state_.landmark_options.lanes(), .placed = {}});
  }
  static Result<CellId> place_word(const Lab& lab, const std::string& text) {
    const GridMap& map = lab.world_->map();
    STRATA_TRY(cell, point_word(text));
    if (!map.contains(cell)) {
      return error_at(
          "", fmt::format("({},{}) is outside the map of {} x {} cells", cell.x, cell.y, map.width(), map.height()));
    }
    if (!lab.world_->moves().passable(cell)) return error_at("", fmt::format("({},{}) is blocked", cell.x, cell.y));
    return map.id(cell);
  }
  static Status landmarks_place(Lab& lab, const Command& command) {
    LandmarkOptions options = lab.state_.landmark_options;
    options.placed.clear();
    for (const std::string& word : command.args) {
      // Where a landmark has been blocked since, it stays.
      STRATA_TRY(cell, point_word(word));
      if (!lab.world_->map().contains(cell)) return place_word(lab, word).error();
      options.placed.push_back(lab.world_->map().id(cell));
    }
    if (options.placed.size() > kMaxLandmarks) return error_at("", fmt::format("{} at most", kMaxLandmarks));
    return lab.landmarks().place(options);
  }
  // Where the landmarks are, as if each had been placed there.
  static Result<LandmarkOptions> placed(Lab& lab) {
    if (!lab.world_->has(Structure::kLandmarks)) return error_at("", "landmarks are off");
    const std::optional<LandmarkOptions> now = lab.landmarks().placed();
    if (!now) return error_at("", "the landmarks are still being placed");
    if (lab.state_.landmark_options.placed.empty()) lab.log().wait_before();
    return *now;
  }
  static Result<size_t> index_word(const std::string& text, const LandmarkOptions& options) {
    STRATA_TRY(index, integer(text, 1, static_cast<int>(options.placed.size()), "INDEX"));
    return static_cast<size_t>(index) - 1;
  }
  static Status set_placed(Lab& lab, const LandmarkOptions& before, const LandmarkOptions& after) {
    const bool automatic = lab.state_.landmark_options.placed.empty();
    if (Status set = lab.landmarks().place(after); !set) return set;
    // Where they were placed automatically the log says where that was.
    if (automatic && !before.placed.empty()) lab.log().add(lab.landmarks().placed_line(before));
    return success();
  }
  static Status landmarks_move(Lab& lab, const Command& command) {
    STRATA_TRY(before, placed(lab));
    STRATA_TRY(index, index_word(command.args[0], before));
    STRATA_TRY(cell, place_word(lab, command.args[1]));
    LandmarkOptions after = before;
    after.placed[index] = cell;
    return set_placed(lab, before, after);
  }
  static Status landmarks_add(Lab& lab, const Command& command) {
    STRATA_TRY(before, placed(lab));
    STRATA_TRY(cell, place_word(lab, command.args[0]));
    if (before.placed.size() >= kMaxLandmarks) return error_at("", fmt::format("{} at most", kMaxLandmarks));
    LandmarkOptions after = before;
    after.placed.push_back(cell);
    return set_placed(lab, before, after);
  }
  static Status landmarks_remove(Lab& lab, const Command& command) {
    STRATA_TRY(before, placed(lab));
    STRATA_TRY(index, index_word(command.args[0], before));
    if (before.placed.size() == 1) return error_at("", "the last landmark stays: switch landmarks off instead");
    LandmarkOptions after = before;
    after.placed.erase(after.placed.begin() + static_cast<std::ptrdiff_t>(index));
    return set_placed(lab, before, after);
  }
  static Status landmarks_cancel(Lab& lab, const Command&) {
    if (!lab.world_->has(Structure::kLandmarks)) return error_at("", "landmarks are off");
    if (lab.world_->state(Structure::kLandmarks).building || !lab.landmarks().current()) {
      lab.session().change_world().cancel(Structure::kLandmarks);
    } else {
      lab.log().leave_out();  // they were placed already
    }
    lab.landmarks().read();
    return success();
  }
  static Status landmarks_rebuild(Lab& lab, const Command&) {
    if (!lab.world_->has(Structure::kLandmarks)) return error_at("", "landmarks are off");
    lab.session().change_world().rebuild(Structure::kLandmarks);
    lab.landmarks().read();
    return success();
  }

  static Status heuristic_show(Lab& lab, const Command& command) {
    HeuristicView& view = lab.state_.heuristic;
    for (int i = 0; i < kHeuristicKinds; ++i) {
      const auto kind = static_cast<HeuristicKind>(i);
      if (command.args[0] != heuristic_name(kind)) continue;
      if (command.args.size() > 1) {
        if (kind != HeuristicKind::kDistance) {
          return error_at("", fmt::format("{} is not that of one landmark", command.args[0]));
        }
        STRATA_TRY(index, integer(command.args[1], 1, lab.state_.landmark_options.lanes(), "INDEX"));
        view.landmark = index - 1;
      }
      view.kind = kind;
      return success();
    }
    return error_at("", fmt::format("'{}' is none of bound, gain, distance", command.args[0]));
  }
};

auto Lab::Handlers::structure_commands() -> std::span<const Entry> {
  static constexpr Entry kEntries[] = {
      {"landmarks", StructureCommands::landmarks},
      {"landmarks.count", StructureCommands::landmarks_count},
      {"landmarks.auto", StructureCommands::landmarks_auto},
      {"landmarks.place", StructureCommands::landmarks_place},
      {"landmarks.move", StructureCommands::landmarks_move},
      {"landmarks.add", StructureCommands::landmarks_add},
      {"landmarks.remove", StructureCommands::landmarks_remove},
      {"landmarks.cancel", StructureCommands::landmarks_cancel},
      {"landmarks.rebuild", StructureCommands::landmarks_rebuild},
      {"heuristic.show", StructureCommands::heuristic_show},
  };
  return kEntries;
}

}  // namespace strata
