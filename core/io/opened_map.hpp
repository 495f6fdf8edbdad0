// Purpose: An OpenedMap is a map that was read from a file of any format, with all else that the file says about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/io/movingai.hpp"

namespace strata {

struct OpenedMap {
  LoadedMap loaded;
  std::optional<Cell> start, goal;  // where the file has them
  std::vector<std::string> notes;   // what a person should know, one sentence each, without the file
};

// Returns the letter of each terrain's cells in maps of formats without letters, for GridMap.
inline LoadedMap map_of_terrains(int width, int height, std::vector<char> letters, const LetterTerrains& terrains) {
  LoadedMap loaded;
  loaded.map = GridMap(width, height, std::move(letters), terrains);
  loaded.letters = letters_of(loaded.map);
  return loaded;
}

}  // namespace strata
