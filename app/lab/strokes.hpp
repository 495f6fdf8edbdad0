// Purpose: Strokes paints the map. It also updates the meter, which shows what edits made the structures rebuild, and
//          the stamps that tell overlays what to redraw.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/cluster_stamps.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/weight_change.hpp"

namespace strata {

class Strokes : public LabPart {
 public:
  explicit Strokes(Lab& lab) : LabPart(lab) {}

  // These functions are a painting gesture with the selected terrain; `erase` paints ground instead. The stroke becomes
  // one undo step and one command in the log.
  void stroke_begin(Cell cell, bool erase = false);
  // The same gesture, but it changes the weights of cells instead of their terrain.
  void stroke_begin(Cell cell, const WeightChange& change);
  void stroke_to(Cell cell);
  void stroke_end();
  // Returns the command that the log gets for the stroke.
  const std::string& stroke_line() const { return stroke_line_; }
  void apply_shape();
  // Returns the cell at which a line drawn with Shift+click begins.
  std::optional<Cell>& last_painted() { return last_painted_; }

  // Executes an edit that is not a gesture, such as a fill or an undo, with the same updates as at the end of a
  // gesture. `edits` is called to make the changes, in one or several pieces.
  void whole(const std::string& name, const std::function<void()>& edits);
  // Executes many edits as one undo step. On a large map they are made over several frames, while the dialog of
  // LargeMapTask is shown; cancelling undoes all of them. `then` is called at the end.
  Status whole_in_parts(const std::string& name, std::vector<Edit> edits, std::function<void()> then = {});
  // Makes one edit that is a piece of a stroke or of a larger edit.
  void paint(const Edit& edit, const std::string& name);
  // Returns the letter that painting writes for the terrain.
  char letter_of(Terrain terrain) const;
  // Undoes (`back`) or redoes the next step of the history, which must exist. A step with many changed cells
  // takes several frames.
  Status travel(bool back);

  // Returns the stamps of the parts of a structure, by which overlays see what has changed: one grid per level,
  // beginning with level 1. It is empty if the structure is off or is not drawn in parts.
  const std::vector<ClusterStamps>& stamps(StructureId structure) const {
    return stamps_[static_cast<size_t>(structure)];
  }
  void invalidate_overlays();
  void stamp(StructureId structure);
  uint64_t last_stamp() const { return stamp_; }

 private:
  void begin_gesture(Cell cell, const std::string& name, std::string_view painted);
  void paint_piece(Cell from, Cell to);
  void begin_reading(std::string name);
  Status travel_in_parts(bool back, std::string title);
  // These functions begin and end a stroke in the undo history.
  void open(World& world, const std::string& name);
  void close(World& world);
  void gesture_begins();
  void gesture_ended();
  void announce(const Edit& edit);
  // Adds an edit to the meter, and updates everything that depends on the map.
  void note_edit(const EditReport& report);
  void map_edited();
  void stamp_edit(const EditReport& report);
  void read_meter(const EditReport& report);
  void read_touched(const StructureReport& done, UpdateMeterStructure& meter);
  // Lets parts of one level of the structure flash.
  void flash(StructureId structure, std::span<const RebuiltPart> parts);

  std::string stroke_line_;
  Cell stroke_last_;
  char stroke_letter_ = '@';
  std::optional<WeightStroke> stroke_weights_;  // nullopt: the stroke paints terrain
  std::optional<Cell> last_painted_;
  std::array<std::vector<ClusterStamps>, kStructures> stamps_;
  // Index: structure, level, part. Value: 1 if the meter has already counted the part in its present reading.
  std::array<std::vector<std::vector<uint8_t>>, kStructures> redone_;
  uint64_t stamp_ = 0;
};

}  // namespace strata
