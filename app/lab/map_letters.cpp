#include "app/lab/map_letters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/map_terrains.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/session.hpp"
#include "core/io/movingai.hpp"

namespace strata {

MapLetterTerrains::MapLetterTerrains(Lab& lab)
    : LabPart(lab),
      terrains_(std::make_unique<MapTerrains>(lab)),
      question_(std::make_unique<OpenOptionsQuestion>(lab)) {}
MapLetterTerrains::~MapLetterTerrains() = default;

LetterTerrains MapLetterTerrains::of_file(const std::string& file) const { return next_ ? *next_ : chosen_for(file); }

LetterTerrains MapLetterTerrains::chosen_for(const std::string& file) const {
  const auto& chosen = lab_.settings().letters;
  const auto own = chosen.find(Settings::full_path(file));
  if (own == chosen.end()) return {};
  const Result<LetterTerrains> terrains = LetterTerrains::from_words(own->second);
  return terrains ? terrains.value() : LetterTerrains();
}

void MapLetterTerrains::opened(const LoadedMap& loaded, const std::string& file) {
  next_.reset();
  remember(file);
  question_->noted(file);
  note(loaded);
}

void MapLetterTerrains::remember(const std::string& file) {
  auto& chosen = lab_.settings().letters;
  std::vector<std::string> words = world_->map().letter_terrains().to_words();
  if (words.empty()) {
    chosen.erase(Settings::full_path(file));
  } else {
    chosen[Settings::full_path(file)] = std::move(words);
  }
}

void MapLetterTerrains::note(const LoadedMap& loaded) {
  state_.map_warnings = loaded.unknown_letters;
  state_.map_letters = loaded.letters;
  show_notice();
}

std::string MapLetterTerrains::unknown_text() const {
  std::string names;
  const auto& unknown = state_.map_warnings;
  for (size_t i = 0; i < unknown.size(); ++i) {
    names += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == unknown.size() ? " and " : ", ", unknown[i].letter);
  }
  return unknown.size() == 1 ? fmt::format("The letter {} of this map is unknown and counts as blocked.", names)
                             : fmt::format("The letters {} of this map are unknown and count as blocked.", names);
}

void MapLetterTerrains::show_notice() {
  std::erase_if(state_.notices, [](const Notice& notice) { return notice.kind == Notice::Kind::kLetters; });
  if (state_.map_warnings.empty()) return;
  state_.notices.push_back({.kind = Notice::Kind::kLetters,
                            .text = unknown_text(),
                            .action = "Choose terrains...",
                            .line = "ui.show letters on",
                            .file = {}});
}

// Updates the notices about unknown letters after a terrain was chosen for one of them.
void MapLetterTerrains::note_given(char letter) {
  if (!world_->map().letter_terrains().is_known(letter)) return;
  std::erase_if(state_.map_warnings, [letter](const MapWarning& warning) { return warning.letter == letter; });
  const bool shown =
      std::ranges::any_of(state_.notices, [](const Notice& notice) { return notice.kind == Notice::Kind::kLetters; });
  if (shown) show_notice();
}

Status MapLetterTerrains::give(char letter, Terrain terrain) {
  if (world_->level() != nullptr) return error_at("", "the map of a level has no letters of its own");
  LetterTerrains terrains = world_->map().letter_terrains();
  if (Status given = terrains.give(letter, terrain); !given) return given;
  if (terrains == world_->map().letter_terrains()) return success();
  WorldSetup setup = world_->setup();
  setup.letters = terrains;
  std::vector<std::function<void()>> then;
  for (const auto& [feature, controller] : lab_.controllers())
    then.push_back(controller->follow_rules(world_->rules(), setup));
  return lab_.large_map_task().change_setup(std::move(setup), "Reading the letters of the map",
                                            [this, letter, then = std::move(then)] {
                                              for (const auto& follow : then) {
                                                if (follow) follow();
                                              }
                                              note_given(letter);
                                              if (!state_.map_path.empty()) {
                                                remember(state_.map_path);
                                                lab_.session().save_settings();
                                              }
                                            });
}

}  // namespace strata
