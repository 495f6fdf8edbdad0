// Purpose: Strokes paints the map. It also keeps the meter of what edits made the structures redo, and the stamps by
//          which overlays know what they must draw again.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"
#include "app/lab/stamp_grid.hpp"

namespace strata {

class Strokes : public LabPart {
 public:
  explicit Strokes(Lab& lab) : LabPart(lab) {}

  // One gesture of painting with the selected terrain; `erase` paints ground. One stroke is one entry of the undo
  // history and one command.
  void stroke_begin(Cell cell, bool erase = false);
  void stroke_to(Cell cell);
  void stroke_end();
  const std::string& stroke_line() const { return stroke_line_; }  // the command that the stroke will be logged as
  void apply_shape();
  std::optional<Cell>& last_painted() { return last_painted_; }  // for Shift+click lines

  // Carries out an edit that is not a gesture, such as a fill or an undo, with the same consequences as a gesture.
  // `edits` does the work, in one or several pieces.
  void whole(const std::string& name, const std::function<void()>& edits);
  // The same for edits that may change many cells: on a large map they are applied over several frames behind the
  // dialog of LargeMapTask, and cancelled as one. `then` follows at the end.
  Status whole_in_parts(const std::string& name, std::vector<Edit> edits, std::function<void()> then = {});
  void paint(const Edit& edit, const std::string& name);  // one piece
  char letter_of(Terrain terrain) const;                  // the letter of cells painted with this terrain
  // Undoes or redoes; there must be something to undo or redo. What has changed many cells takes several frames.
  Status travel(bool back);

  // Returns the stamps of what overlays draw of a structure, in grids by level - 1. Empty for structures that are off,
  // or that are not drawn in parts.
  const std::vector<StampGrid>& stamps(StructureId structure) const { return stamps_[static_cast<size_t>(structure)]; }
  void stamp_all();
  void stamp(StructureId structure);
  uint64_t last_stamp() const { return stamp_; }

 private:
  void begin_reading(std::string name);
  Status travel_in_parts(bool back, std::string title);
  // Begin and end one stroke of the history.
  void open(World& world, const std::string& name);
  void close(World& world);
  void gesture_begins();
  void gesture_ended();
  void announce(const Edit& edit);
  // Adds an edit to the meter and updates everything that depends on the map.
  void note_edit(const EditReport& report);
  void map_edited();
  void stamp_edit(const EditReport& report);
  void read_meter(const EditReport& report);
  void read_touched(const StructureReport& done, MeterStructure& meter);
  void flash(StructureId structure, std::span<const TouchedPart> parts);  // parts of one level

  std::string stroke_line_;
  Cell stroke_last_;
  char stroke_letter_ = '@';
  std::optional<Cell> last_painted_;
  std::array<std::vector<StampGrid>, kStructures> stamps_;
  std::array<std::vector<std::vector<uint8_t>>, kStructures> redone_;  // parts of the meter's present reading, by level
  uint64_t stamp_ = 0;
};

}  // namespace strata
