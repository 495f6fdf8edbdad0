#include "app/features/level/level.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/session.hpp"
#include "core/level/level.hpp"
#include "core/level/level_settings.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::string_view kUsual = "usual";

// Returns the arguments that have an effect: those after the last "usual", which resets all settings.
std::vector<std::string> words_of(const Command& command) {
  const auto usual = std::find(command.args.rbegin(), command.args.rend(), kUsual);
  return {usual.base(), command.args.end()};
}

Status set_settings(Lab& lab, const Command& command) {
  LevelOptions& options = lab.session().level_options();
  const std::vector<std::string> words = words_of(command);
  const bool anew = words.size() < command.args.size();
  STRATA_TRY(wanted, parse_level_options(fmt::format("{}", fmt::join(words, " ")), anew ? LevelOptions{} : options));
  options = wanted;
  return success();
}

bool sets_more(const Lab&, const Command& earlier, const Command& later) {
  if (words_of(later).size() < later.args.size()) return false;
  return std::ranges::any_of(earlier.args, [&](const std::string& word) {
    const std::string name = word.substr(0, word.find('=') + 1);
    return name.empty() ||
           std::ranges::none_of(later.args, [&](const std::string& one) { return one.starts_with(name); });
  });
}

Status build(Lab& lab, const Command& command) {
  if (lab.state().level_path.empty()) return error_at(command.name, "the map shows no level");
  if (lab.session().ask_unsaved(command)) return success();
  return lab.session().open_map(lab.state().level_path, {}, {.again = true});
}

// The log contains a command that opens the file, as its earlier lines already contain the settings of the build.
Command opens_level(const Lab& lab, const Command&) { return {"map.open", {lab.state().level_path}}; }

// The usage allows as many arguments as there are settings, after the word "usual".
// clang-format off
constexpr std::array<FeatureCommand, 2> kCommands = {{
    {{"level.set", "[usual] SETTING=VALUE...", "Settings of levels", CommandGroup::kSearch, 1, kLevelSettings + 1, "What the next level (.obj, .gltf, .glb, .ply or .stl) is read and made with: up, scale, flip, cell-size, agent-radius, partition and others", keeps::kSetting | keeps::kLast, does::kPreparesMap, "", "level.set usual"}, set_settings, {.leaves = sets_more}},
    {{"level.build", "[force]", "Rebuild the level", CommandGroup::kFile, 0, 1, "Reads the level again and makes its map and mesh with the current settings", keeps::kOpens, does::kReloads}, build, {.logged = opens_level}},
}};
// clang-format on

void add_to_file_menu(const Lab&, const MenuContext& context, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kStock) return;
  menu.begin("Stock levels", "menu.file.levels");
  menu.unless(!context.stock_levels.empty(), "the folder of stock levels is not there");
  for (const std::string& path : context.stock_levels) {
    const std::string name = std::filesystem::path(path).stem().string();
    menu.command(name, "menu.file.level." + name, format_command({"map.open", {path}}));
  }
  menu.end();
}

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kHeightLayer};

}  // namespace

const FeatureLayer kHeightLayer = {{.name = "level-heights",
                                    .title = "Heights",
                                    .legend = "Of a level: the higher its ground, the lighter",
                                    .order = 5,
                                    .usual = true,
                                    .general = true}};

const Feature kLevelFeature = {
    .name = "level",
    .title = "Level",
    .planners = kLevelPlanners,
    .planner_group = PlannerGroup::kMeshes,
    .layers = kLayers,
    .layer_group = "map",
    .commands = kCommands,
    .paint = kLevelPaint,
    .menu = add_to_file_menu,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<LevelController>(lab);
    },
};

LevelController& level_controller(const Lab& lab) {
  return static_cast<LevelController&>(lab.controller(kLevelFeature));
}

const LevelOptions& LevelController::options() const { return lab_.session().level_options(); }

bool LevelController::is_outdated() const {
  return world_->level() != nullptr && world_->level()->options() != options();
}

void LevelController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  shade_.clear();
  shaded_ = false;
  ++shade_version_;
}

// Returns the shading of the ground. Higher ground is lighter, and light from the upper left makes slopes
// and steps visible.
const std::vector<uint8_t>& LevelController::shade() {
  if (shaded_ || world_->level() == nullptr) return shade_;
  shaded_ = true;
  ++shade_version_;
  const LevelMesh& level = world_->level()->mesh();
  const GridMap& map = level.map();
  float low = level.high()[1], high = level.low()[1];
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (map.letter(id) != '.') continue;
    low = std::min(low, level.cell_height(id));
    high = std::max(high, level.cell_height(id));
  }
  const float span = std::max(high - low, level.options().cell_height);
  shade_.resize(map.cell_count());
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      const auto at = [&](int dx, int dy) {
        return level.cell_height(
            map.id({std::clamp(x + dx, 0, map.width() - 1), std::clamp(y + dy, 0, map.height() - 1)}));
      };
      const float lifted = std::clamp((at(0, 0) - low) / span, 0.0f, 1.0f);
      const float slope = (at(1, 0) - at(-1, 0) + at(0, 1) - at(0, -1)) / (2 * level.options().cell_size);
      const float lit = slope / std::sqrt(1 + slope * slope);
      const float light = std::clamp(0.15f + 0.65f * lifted + 0.3f * lit, 0.0f, 1.0f);
      shade_[map.id({x, y})] = static_cast<uint8_t>(1 + std::lround(254 * light));
    }
  }
  return shade_;
}

void LevelController::dump(json& out) const {
  json& level = out["level"];
  level = {{"on", world_->level() != nullptr}, {"outdated", is_outdated()}, {"settings", json::object()}};
  for (const std::string_view name : level_setting_names()) {
    level["settings"][std::string(name)] = level_setting_text(options(), name);
  }
  if (world_->level() == nullptr) return;
  const LevelMesh& mesh = world_->level()->mesh();
  level["polygons"] = mesh.mesh().polygon_count();
  level["portals"] = mesh.mesh().portal_count();
  level["notes"] = mesh.notes();
  const std::optional<LevelImportGuess>& guess = world_->level()->guess();
  level["guess"] = guess ? level_import_change(world_->level()->options().import, guess->import) : "";
}

void LevelController::dump_inspected(json& out) const {
  if (world_->level() == nullptr || !state_.inspected) return;
  out["height"] = world_->level()->mesh().cell_height(world_->map().id(state_.inspected->cell));
}

void LevelController::setting_lines(std::vector<std::string>& lines) const {
  if (const std::string text = level_options_text(options()); !text.empty()) lines.push_back("level.set " + text);
}

}  // namespace strata
