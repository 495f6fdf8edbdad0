// Purpose: MapLetters keeps the terrains that letters of maps were given: those of the open map, those that were chosen
//          for files, and those of the map that is opened next.
// Errors: The message says which letters and terrains are possible. Nothing has changed then.
#pragma once

#include <optional>
#include <string>

#include "app/lab/lab_part.hpp"
#include "core/grid/letter_terrains.hpp"

namespace strata {

struct LoadedMap;

class MapLetters : public LabPart {
 public:
  explicit MapLetters(Lab& lab) : LabPart(lab) {}

  // What the letters of the next map stand for that is opened from a file.
  void set_next(const LetterTerrains& terrains) { next_ = terrains; }
  // What those of this file stand for: as said for the next map, else as chosen for the file, else as in the format.
  LetterTerrains of_file(const std::string& file) const;
  // The map of the file is open, with what was read of it.
  void opened(const LoadedMap& loaded, const std::string& file);
  // The open map, which has this file, is read like this from now on.
  void remember(const std::string& file);
  // A letter of the open map. On a large one the structures are built anew in a thread.
  Status give(char letter, Terrain terrain);
  // Takes over from a file what letters there are, and says which are unknown.
  void note(const LoadedMap& loaded);

 private:
  void note_given(char letter);
  std::string unknown_text() const;
  void show_notice();

  std::optional<LetterTerrains> next_;
};

}  // namespace strata
