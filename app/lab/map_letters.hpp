// Purpose: MapLetters keeps the terrains that letters of maps were given: those of the open map, those that were chosen
//          for files, and those of the map that is opened next.
// Errors: The message says which letters and terrains are possible. Nothing has changed then.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/lab/lab_part.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {

class MapTerrains;
struct LoadedMap;

class MapLetters : public LabPart {
 public:
  explicit MapLetters(Lab& lab);
  ~MapLetters();

  // Returns the names, colours and weights of terrains.
  MapTerrains& terrains() const { return *terrains_; }
  // Sets the terrains of letters for the next map that is opened from a file.
  void set_next(const std::optional<LetterTerrains>& terrains) { next_ = terrains; }
  std::optional<LetterTerrains> take_next() { return std::exchange(next_, std::nullopt); }
  // Returns the terrains of the letters of this file: as set for the next map, else as chosen for the file, else as in
  // the format.
  LetterTerrains of_file(const std::string& file) const;
  // Returns the same without those of the next map.
  LetterTerrains chosen_for(const std::string& file) const;
  // Notes that the map of the file is open, with what was read of it.
  void opened(const LoadedMap& loaded, const std::string& file);
  // Remembers that the open map, which has this file, is read with the present terrains from now on.
  void remember(const std::string& file);
  // Gives a letter of the open map a terrain. On a large map the structures are rebuilt in a thread.
  Status give(char letter, Terrain terrain);
  // Takes over from a file which letters there are, and says which are unknown.
  void note(const LoadedMap& loaded);

 private:
  void note_given(char letter);
  std::string unknown_text() const;
  void show_notice();

  std::unique_ptr<MapTerrains> terrains_;  // never null
  std::optional<LetterTerrains> next_;
};

}  // namespace strata
