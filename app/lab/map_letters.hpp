// Purpose: MapLetterTerrains stores which terrain each letter of a map file stands for: in the open map, in files for
// which
//          the user has chosen it, and in the map that is opened next.
// Errors: The message lists the possible letters and terrains. Nothing has changed then.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/lab/lab_part.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {

class MapTerrains;
class OpenOptionsQuestion;
struct LoadedMap;

class MapLetterTerrains : public LabPart {
 public:
  explicit MapLetterTerrains(Lab& lab);
  ~MapLetterTerrains();

  // Returns the names, colours and weights of terrains.
  MapTerrains& terrains() const { return *terrains_; }
  // Returns the question with which options a file is read.
  OpenOptionsQuestion& question() const { return *question_; }
  // Sets the terrains of letters for the next map that is opened from a file.
  void set_next(const std::optional<LetterTerrains>& terrains) { next_ = terrains; }
  std::optional<LetterTerrains> take_next() { return std::exchange(next_, std::nullopt); }
  // Returns which terrains the letters of a file stand for: those set for the next map, or else those that the user has
  // chosen for the file, or else those of the file format.
  LetterTerrains of_file(const std::string& file) const;
  // Returns the terrains that were chosen for the file, else those of the format.
  LetterTerrains chosen_for(const std::string& file) const;
  // Notes that the map in `loaded`, read from the file, is open now.
  void opened(const LoadedMap& loaded, const std::string& file);
  // Stores the terrains of the open map's letters for the file. From now on the file is read with them.
  void remember(const std::string& file);
  // Changes the terrain of a letter of the open map. On a large map a thread rebuilds the structures.
  Status give(char letter, Terrain terrain);
  // Stores which letters a loaded map has, and shows a notice if some of them are unknown.
  void note(const LoadedMap& loaded);

 private:
  void note_given(char letter);
  std::string unknown_text() const;
  void show_notice();

  std::unique_ptr<MapTerrains> terrains_;          // never null
  std::unique_ptr<OpenOptionsQuestion> question_;  // never null
  std::optional<LetterTerrains> next_;
};

}  // namespace strata
